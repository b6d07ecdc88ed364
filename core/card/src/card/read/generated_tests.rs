//! Texts of cards that nobody made: a bundled card's ability of which parts are exchanged for parts
//! of others. What is written of one reads as it, or is refused; it never reads as something else:
//! not once of the thousand that are made here, and not of one in a thousand others.
//!
//! `RETRACE_GENERATED=N` makes so many, also of the cards of `RETRACE_CORPUS`;
//! `RETRACE_REPORT=FOLDER` names those that are not read.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test says what it found")]

use std::collections::BTreeMap;

use super::tests::{corpus, report};
use super::{printed_cards, read_printed, read_text};
use crate::card::ast::ability::{Ability, Face, TargetSpec, TargetWhat};
use crate::card::ast::cost::{Cost, CostChange, ManaOutput};
use crate::card::ast::effect::{Duration, Instead, Modification, StaticEffect, Would};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::{Requirement, Restriction};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::check::context::out_of_place;
use crate::card::layout::Card;
use crate::card::normal::normalize_reading;
use crate::card::pool::bundled_cards;
use crate::card::text::rules_text;
use crate::card::words::card_type::{CardType, Subtype};
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::mana_symbol::Color;
use crate::card::words::term::{Go, Term, any, as_mut, each, walk_mut};

/// Numbers that look random and are the same each time (SplitMix64, public domain).
struct Dice(u64);

impl Dice {
    fn below(&mut self, many: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut it = self.0;
        it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((it ^ (it >> 31)) % u64::try_from(many).unwrap()).unwrap()
    }
}

/// The parts of one type that the bundled cards have.
trait Donors {
    /// Exchanges one part of the type within an ability, if it has one.
    fn graft(&self, ability: &mut Ability, dice: &mut Dice);
}

impl<T: Term + Clone> Donors for Vec<T> {
    fn graft(&self, ability: &mut Ability, dice: &mut Dice) {
        let mut count = 0;
        each::<T>(ability, &mut |_| count += 1);
        if count == 0 {
            return;
        }
        let (mut at, donor) = (dice.below(count), &self[dice.below(self.len())]);
        walk_mut(ability, &mut |part| match as_mut::<T>(part) {
            Some(part) if at == 0 => {
                *part = donor.clone();
                at = usize::MAX;
                Go::Past
            }
            Some(_) => {
                at -= 1;
                Go::Into
            }
            None => Go::Into,
        });
    }
}

/// Each part of a type once.
fn donors<T: Term + Clone + PartialEq>(faces: &[Face]) -> Box<dyn Donors> {
    let mut all: Vec<T> = Vec::new();
    for ability in faces.iter().flat_map(|face| &face.abilities) {
        each::<T>(ability, &mut |part| {
            if !all.contains(part) {
                all.push(part.clone());
            }
        });
    }
    Box::new(all)
}

macro_rules! donors_of {
    ($faces:expr; $($of:ty),+ $(,)?) => { vec![$(donors::<$of>($faces)),+] };
}

fn all_donors(faces: &[Face]) -> Vec<Box<dyn Donors>> {
    donors_of![
        faces;
        Filter, Objects, Players, Quantity, Condition, Instruction, Cost, CostChange, ManaOutput, TriggerEvent,
        StaticEffect, Modification, Restriction, Requirement, Keyword, TargetSpec, TargetWhat, Duration, Would,
        Instead, CardType, Subtype, Color, CounterKind,
    ]
}

/// A face with one ability in which parts are exchanged, if it means something.
fn generated(faces: &[Face], donors: &[Box<dyn Donors>], dice: &mut Dice) -> Option<Face> {
    let face = &faces[dice.below(faces.len())];
    let mut ability = face.abilities.get(dice.below(face.abilities.len().max(1)))?.clone();
    for _ in 0..=dice.below(3) {
        donors[dice.below(donors.len())].graft(&mut ability, dice);
    }
    let card = Card::Card(Face { abilities: vec![ability], ..face.clone() });
    if card.contradiction().is_some() || out_of_place(&card).is_some() {
        return None;
    }
    // A spell is no permanent: "others" are other than what it speaks of.
    let is_spell = face.types.has(CardType::Instant) || face.types.has(CardType::Sorcery);
    if is_spell && any(&card.front().abilities, |what: &Filter| *what == Filter::Not(Box::new(Filter::This))) {
        return None;
    }
    let mut face = card.front().clone();
    normalize_reading(&mut face);
    let once = face.clone();
    normalize_reading(&mut face);
    assert_eq!(face, once, "the normal form has another normal form");
    Some(face)
}

#[test]
fn what_is_written_of_a_generated_card_reads_as_nothing_else() {
    // Of a corpus, only where more are asked for: the thousand are always the same.
    let asked = std::env::var_os("RETRACE_GENERATED").is_some();
    let corpus = printed_cards(corpus().filter(|_| asked).unwrap_or_default());
    let printed: Vec<Card> = corpus.iter().step_by(5).filter_map(|card| read_printed(card).ok()).collect();
    let faces: Vec<Face> = bundled_cards()
        .iter()
        .chain(&printed)
        .filter_map(|card| match card {
            Card::Card(face) => Some(face.clone()),
            _ => None,
        })
        .collect();
    let donors = all_donors(&faces);
    let many = std::env::var("RETRACE_GENERATED").map_or(1_000, |it| it.parse().unwrap());
    let mut dice = Dice(2021);
    let (mut other, mut unread, mut kinds) = (Vec::new(), Vec::new(), BTreeMap::<&str, usize>::new());
    while kinds.values().sum::<usize>() < many {
        let Some(face) = generated(&faces, &donors, &mut dice) else { continue };
        let text = rules_text(&face).join("\n");
        let kind = match read_text(&face, &text) {
            Ok(read) if read == face.abilities => "back",
            Ok(read) => {
                other.push(format!("{}\n  {text}\n  READ {read:?}\n  CARD {:?}", face.name, face.abilities));
                "other"
            }
            Err(why) => {
                unread.push(format!("{text}\t{:?}\t{}\t{:?}", why.why, &text[why.from..], face.abilities));
                "unread"
            }
        };
        *kinds.entry(kind).or_default() += 1;
    }
    eprintln!("of {many} generated cards: {kinds:?}");
    report("generated-other.txt", &other);
    report("generated-unread.txt", &unread);
    let few = other.len() * 1_000 < many;
    assert!(few, "{} texts read as something else: {}", other.len(), other.join("\n"));
}
