//! What `#[derive(Words)]` makes of a small language.

use retrace_words::Words;
use serde::Serialize;

use super::reads::{Asking, Reads};
use super::refers::{Need, Own};
use super::schema::{Kinds, What};
use super::term::{Go, Term, any, as_mut, each, leaves, walk_mut};
use super::tree::Node;

/// What is named.
#[derive(Words, Serialize)]
#[word(reads, method(size: u8 = 0, small: bool = false, needs: Need, own: Own = Object))]
enum Named {
    /// The object of the text.
    #[word(reads(NOTHING), alone, small, needs(Nothing))]
    This,
    /// What has a color, see [`Named::This`].
    #[word(reads(COLOR), alone, needs(Nothing), own(Nothing))]
    Colored,
    #[word(reads(COMBAT), needs(Nothing))]
    Attacking,
    #[word(reads(HISTORY), size(*_0), needs(Target))]
    Target(u8),
    #[word(reads(), alone, needs(Nothing))]
    Not(Box<Named>),
    #[word(reads(COLOR), alone(matches!(**with, Named::This)), size(1 + with.size()), needs(Nothing))]
    Shares {
        with: Box<Named>,
        #[serde(default = "once", skip_serializing_if = "is_once")]
        times: u8,
    },
    #[word(reads(EVERYTHING), needs(X))]
    Said(Unread),
}

fn once() -> u8 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_once(times: &u8) -> bool {
    *times == 1
}

/// What reads nothing by itself: what a word that holds it reads must not depend on it.
#[derive(Serialize)]
struct Unread;

leaves! {
    Unread: What::One("unread") => |_| Node::Plain;
}

#[derive(Words, Serialize)]
#[word(reads)]
struct Both {
    one: Named,
    other: Named,
}

fn not(inner: Named) -> Named {
    Named::Not(Box::new(inner))
}

fn shares(with: Named, times: u8) -> Named {
    Named::Shares { with: Box::new(with), times }
}

#[test]
fn a_word_reads_what_it_says_and_what_its_operands_read() {
    assert_eq!(Named::This.reads(), Reads::NOTHING);
    assert_eq!(not(Named::Colored).reads(), Reads::COLOR);
    assert_eq!(shares(not(Named::Attacking), 2).reads(), Reads::COLOR.and(Reads::COMBAT));
    assert_eq!(Named::Said(Unread).reads(), Reads::EVERYTHING);
    let both = Both { one: Named::Colored, other: Named::Attacking };
    assert_eq!(both.reads(), Reads::COLOR.and(Reads::COMBAT));
}

#[test]
fn a_word_is_of_the_object_alone_if_its_operands_are() {
    assert!(not(Named::Colored).is_of_the_object_alone());
    assert!(!not(Named::Attacking).is_of_the_object_alone());
    assert!(shares(Named::This, 0).is_of_the_object_alone());
    assert!(!shares(Named::Colored, 0).is_of_the_object_alone());
    assert!(!Both { one: Named::Colored, other: Named::Attacking }.is_of_the_object_alone());
}

#[test]
fn parts_are_methods_of_a_value() {
    assert_eq!(Named::Target(3).size(), 3);
    assert_eq!(Named::Colored.size(), 0);
    assert!(Named::This.small() && !Named::Colored.small());
    assert_eq!(shares(Named::Target(3), 0).size(), 4);
}

#[test]
fn each_part_of_a_text_says_what_it_needs_and_how_it_uses_its_object() {
    let both = Both { one: not(Named::Target(1)), other: Named::Colored };
    let mut said = Vec::new();
    each(&both, &mut |named: &Named| said.push((named.needs(), named.own())));
    assert_eq!(said, [(Need::Nothing, Own::Object), (Need::Target, Own::Object), (Need::Nothing, Own::Nothing)]);
    assert_eq!(both.needs(), Need::Nothing);
}

#[test]
fn parts_are_found_and_changed_by_type_at_any_depth() {
    let mut both = Both { one: Named::This, other: shares(not(Named::Target(4)), 2) };
    let numbers = |both: &Both| {
        let mut all = Vec::new();
        each(both, &mut |it: &u8| all.push(*it));
        all
    };
    assert_eq!(numbers(&both), [4, 2]);
    walk_mut(&mut both, &mut |part| {
        if let Some(number) = as_mut::<u8>(part) {
            *number += 1;
        }
        match as_mut::<Named>(part) {
            Some(Named::Not(_)) => Go::Past,
            _ => Go::Into,
        }
    });
    assert_eq!(numbers(&both), [4, 3]);
    assert!(any(&both, |it: &Named| matches!(it, Named::Target(_))));
    assert!(!any(&both, |it: &Named| matches!(it, Named::Colored)));
}

#[test]
fn a_node_has_the_names_of_words_and_operands_without_what_is_left_out() {
    let told = |named: &Named| {
        let node = named.node();
        node.word().map(|word| (word.name, word.parts.iter().map(|(name, _)| *name).collect::<Vec<_>>()))
    };
    assert_eq!(told(&shares(Named::This, 2)), Some(("Shares", vec!["with", "times"])));
    assert_eq!(told(&shares(Named::This, 1)), Some(("Shares", vec!["with"])));
    assert_eq!(told(&Named::Target(3)), Some(("Target", vec!["0"])));
    let both = Both { one: Named::This, other: Named::Colored };
    let node = both.node();
    assert!(node.field("other").and_then(Node::word).is_some_and(|word| word.name == "Colored"));
}

#[test]
fn the_schema_has_meanings_operands_and_defaults() {
    let mut kinds = Kinds::default();
    Both::describe(&mut kinds);
    let table = kinds.into_table();
    let of = |name: &str| table.iter().find(|kind| kind.name == name);
    assert!(of("Both").is_some_and(|kind| kind.is_struct));
    let words = of("Named").map_or(&[][..], |kind| kind.words);
    let word = |name: &str| words.iter().find(|word| word.name == name);
    assert_eq!(word("Colored").map(|word| word.about), Some("What has a color, see `This`."));
    let operands = word("Shares").map_or(&[][..], |word| word.operands);
    let told: Vec<_> = operands.iter().map(|it| (it.name, it.default)).collect();
    assert_eq!(told, [("with", None), ("times", Some("1"))]);
}
