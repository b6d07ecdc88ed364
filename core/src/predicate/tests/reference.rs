//! The vocabulary is consistent, and `docs/predicates.md` matches it.

use std::collections::BTreeSet;

use crate::predicate::{
    CONNECTIVES, Expression, FUNCTIONS, Names, Owner, Predicate, WordSet, YES_OR_NO, reference, words_of, written,
};

const PAGE: &str = include_str!("../../../../docs/predicates.md");

#[test]
fn no_word_is_two_things_in_one_place() {
    for owner in Owner::ALL {
        let mut seen = BTreeSet::new();
        let owners = [owner];
        let words = words_of(&owners).map(|word| word.name.to_owned());
        let yes_no = YES_OR_NO.iter().filter(|_| owner == Owner::Object).flat_map(|domain| domain.words());
        for word in words.chain(yes_no.map(written)) {
            assert!(seen.insert(word.clone()), "`{word}` is two words of {owner:?}");
            assert!(!CONNECTIVES.contains(&word.as_str()), "{word}");
            assert!(!FUNCTIONS.iter().any(|(_, name, ..)| *name == word), "{word}");
        }
    }
    let subtypes: BTreeSet<&str> = WordSet::Subtype.words().into_iter().collect();
    assert!(WordSet::EventKind.words().iter().all(|kind| !subtypes.contains(kind)));
    for domain in WordSet::ALL {
        for word in domain.words() {
            assert_eq!(domain.find(&written(word)), Some(word), "{domain:?}");
        }
    }
}

#[test]
fn every_word_can_be_written() {
    for owner in Owner::ALL {
        for word in words_of(&[owner]) {
            let of = match owner {
                Owner::Game if word.name == "it" => continue,
                Owner::Game => "",
                Owner::Player => "active.",
                Owner::Object => "top_of_stack.",
                Owner::Event => "event.",
            };
            let text = format!("{of}{}", word.name);
            let read = Expression::compile(&text, &Names::any()).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(read.gives(), word.gives, "{text}");
        }
    }
}

#[test]
fn the_page_has_the_reference_of_the_vocabulary() {
    assert!(PAGE.contains(&reference()), "replace the reference in docs/predicates.md by this:\n\n{}", reference());
}

#[test]
fn the_examples_of_the_page_are_right() {
    let mut examples = 0;
    for block in PAGE.split("```predicate\n").skip(1) {
        for line in block.split("```").next().unwrap_or_default().lines() {
            let text = line.split("--").next().unwrap_or_default().trim();
            if !text.is_empty() {
                Predicate::compile(text, &Names::any())
                    .unwrap_or_else(|error| panic!("docs/predicates.md: {error}\n{}", error.caret()));
                examples += 1;
            }
        }
    }
    assert!(examples >= 20, "{examples}");
}
