//! References in a script: to objects, players, and what a choice offers.

use std::fmt;

use serde::{Deserialize, Deserializer};

use crate::card::{ManaType, Subtype};
use crate::rule::{NotARule, Rule};

use super::file::short_or_long;

/// A reference to an object or a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ref {
    /// A string: an alias, a player's name, or the name of a card if only one object has it.
    Named(String),
    /// The object that another became when it changed zones (CR 400.7).
    Successor(Box<Ref>),
    /// What an object has become by now, however many zones it has gone through.
    Latest(Box<Ref>),
    /// Of several objects that another became, such as the cards of a melded permanent, the one of
    /// this name.
    Part(Box<Ref>, String),
    /// The source of an ability on the stack.
    SourceOf(Box<Ref>),
    /// The object on top of the stack.
    TopOfStack,
    /// The card on top of a player's library.
    TopOfLibrary(String),
    /// The nth token of this name on the battlefield, counted from 0 in the order in which they
    /// entered.
    Token(String, usize),
}

#[derive(Deserialize)]
#[serde(rename = "Reference")]
enum Long {
    Successor(Ref),
    Latest(Ref),
    Part(Ref, String),
    SourceOf(Ref),
    TopOfStack,
    TopOfLibrary(String),
    Token(String, usize),
}

impl From<Long> for Ref {
    fn from(long: Long) -> Ref {
        match long {
            Long::Successor(of) => Ref::Successor(Box::new(of)),
            Long::Latest(of) => Ref::Latest(Box::new(of)),
            Long::Part(of, name) => Ref::Part(Box::new(of), name),
            Long::SourceOf(of) => Ref::SourceOf(Box::new(of)),
            Long::TopOfStack => Ref::TopOfStack,
            Long::TopOfLibrary(player) => Ref::TopOfLibrary(player),
            Long::Token(name, index) => Ref::Token(name, index),
        }
    }
}

impl<'de> Deserialize<'de> for Ref {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ref, D::Error> {
        short_or_long::<D, Ref, Long>(deserializer, Ref::Named)
    }
}

impl fmt::Display for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ref::Named(name) => f.write_str(name),
            Ref::Successor(of) => write!(f, "what {of} became"),
            Ref::Latest(of) => write!(f, "what {of} is by now"),
            Ref::Part(of, name) => write!(f, "{name} of {of}"),
            Ref::SourceOf(of) => write!(f, "the source of {of}"),
            Ref::TopOfStack => f.write_str("the top of the stack"),
            Ref::TopOfLibrary(player) => write!(f, "the top card of {player}'s library"),
            Ref::Token(name, index) => write!(f, "{name} token {index}"),
        }
    }
}

/// Something that a choice offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// A string or another reference: an object or player. Among triggered abilities or replacement
    /// effects, the one with this source.
    It(Ref),
    /// Pass priority.
    Pass,
    /// Play a land.
    Play(Ref),
    /// Cast a spell.
    Cast(Ref),
    /// Cast a card face down (CR 702.37c).
    CastFaceDown(Ref),
    /// Play a land with the face of this name up (CR 712.8).
    PlayAs(Ref, String),
    /// Cast a spell as the side of a card that has this name (CR 702.102a, 709.3, 712.7, 716.3).
    CastAs(Ref, String),
    /// Activate any ability of this object.
    Activate(Ref),
    /// Take the special action this object allows.
    Special(Ref),
    /// Activate the nth activated ability of this object, counted from 0.
    Ability(Ref, usize),
    /// Activate the loyalty ability of this object with this cost.
    Loyalty(Ref, i32),
    /// Attack: with this creature, this player or planeswalker.
    Attack(Ref, Ref),
    /// Block: with this creature, that one.
    Block(Ref, Ref),
    /// A type of mana.
    Mana(ManaType),
    /// The name of a card.
    Name(String),
    /// A subtype.
    Subtype(Subtype),
    /// The first object's ability that triggered on something the second did.
    Trigger(Ref, Ref),
    /// The nth mana ability activated, counted from 0.
    Activation(u32),
    /// The nth mode, counted from 0 (CR 700.2).
    Mode(u8),
    /// The offer with these words: a cost, a way to pay, a mode, a replacement effect.
    Says(String),
}

/// An offer in its long form.
#[derive(Deserialize)]
#[serde(rename = "Offer")]
pub(super) enum LongOffer {
    Pass,
    Play(Ref),
    Cast(Ref),
    CastFaceDown(Ref),
    PlayAs(Ref, String),
    CastAs(Ref, String),
    Activate(Ref),
    Special(Ref),
    Ability(Ref, usize),
    Loyalty(Ref, i32),
    Attack(Ref, Ref),
    Block(Ref, Ref),
    Mana(ManaType),
    Name(String),
    Subtype(Subtype),
    Trigger(Ref, Ref),
    Activation(u32),
    Mode(u8),
    Says(String),
    Successor(Ref),
    Latest(Ref),
    Part(Ref, String),
    SourceOf(Ref),
    TopOfStack,
    TopOfLibrary(String),
    Token(String, usize),
}

impl From<LongOffer> for Offer {
    fn from(long: LongOffer) -> Offer {
        match long {
            LongOffer::Pass => Offer::Pass,
            LongOffer::Play(it) => Offer::Play(it),
            LongOffer::Cast(it) => Offer::Cast(it),
            LongOffer::CastFaceDown(it) => Offer::CastFaceDown(it),
            LongOffer::PlayAs(it, face) => Offer::PlayAs(it, face),
            LongOffer::CastAs(it, face) => Offer::CastAs(it, face),
            LongOffer::Activate(it) => Offer::Activate(it),
            LongOffer::Special(it) => Offer::Special(it),
            LongOffer::Ability(it, index) => Offer::Ability(it, index),
            LongOffer::Loyalty(it, cost) => Offer::Loyalty(it, cost),
            LongOffer::Attack(it, what) => Offer::Attack(it, what),
            LongOffer::Block(it, what) => Offer::Block(it, what),
            LongOffer::Mana(kind) => Offer::Mana(kind),
            LongOffer::Name(name) => Offer::Name(name),
            LongOffer::Subtype(subtype) => Offer::Subtype(subtype),
            LongOffer::Trigger(of, on) => Offer::Trigger(of, on),
            LongOffer::Activation(index) => Offer::Activation(index),
            LongOffer::Mode(mode) => Offer::Mode(mode),
            LongOffer::Says(words) => Offer::Says(words),
            LongOffer::Successor(of) => Offer::It(Ref::Successor(Box::new(of))),
            LongOffer::Latest(of) => Offer::It(Ref::Latest(Box::new(of))),
            LongOffer::Part(of, name) => Offer::It(Ref::Part(Box::new(of), name)),
            LongOffer::SourceOf(of) => Offer::It(Ref::SourceOf(Box::new(of))),
            LongOffer::TopOfStack => Offer::It(Ref::TopOfStack),
            LongOffer::TopOfLibrary(player) => Offer::It(Ref::TopOfLibrary(player)),
            LongOffer::Token(name, index) => Offer::It(Ref::Token(name, index)),
        }
    }
}

impl<'de> Deserialize<'de> for Offer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Offer, D::Error> {
        short_or_long::<D, Offer, LongOffer>(deserializer, |name| Offer::It(Ref::Named(name)))
    }
}

impl Offer {
    /// The references in it.
    pub(super) fn refs(&self) -> Vec<&Ref> {
        match self {
            Offer::It(it)
            | Offer::Play(it)
            | Offer::Cast(it)
            | Offer::CastFaceDown(it)
            | Offer::PlayAs(it, _)
            | Offer::CastAs(it, _)
            | Offer::Activate(it)
            | Offer::Special(it)
            | Offer::Ability(it, _)
            | Offer::Loyalty(it, _) => vec![it],
            Offer::Attack(it, what) | Offer::Block(it, what) | Offer::Trigger(it, what) => vec![it, what],
            Offer::Pass
            | Offer::Mana(_)
            | Offer::Name(_)
            | Offer::Subtype(_)
            | Offer::Activation(_)
            | Offer::Mode(_)
            | Offer::Says(_) => Vec::new(),
        }
    }
}

impl fmt::Display for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Offer::It(it) => write!(f, "{it}"),
            Offer::Pass => f.write_str("passing"),
            Offer::Play(it) => write!(f, "playing {it}"),
            Offer::Cast(it) => write!(f, "casting {it}"),
            Offer::CastFaceDown(it) => write!(f, "casting {it} face down"),
            Offer::PlayAs(it, face) => write!(f, "playing {it} as {face}"),
            Offer::CastAs(it, face) => write!(f, "casting {it} as {face}"),
            Offer::Activate(it) => write!(f, "activating an ability of {it}"),
            Offer::Special(it) => write!(f, "the special action of {it}"),
            Offer::Ability(it, index) => write!(f, "activating ability {index} of {it}"),
            Offer::Loyalty(it, cost) => write!(f, "activating the {cost:+} ability of {it}"),
            Offer::Attack(it, what) => write!(f, "{it} attacking {what}"),
            Offer::Block(it, what) => write!(f, "{it} blocking {what}"),
            Offer::Mana(kind) => write!(f, "{{{}}}", kind.letter()),
            Offer::Name(name) => write!(f, "the name {name}"),
            Offer::Subtype(subtype) => write!(f, "{subtype}"),
            Offer::Trigger(of, on) => write!(f, "the ability of {of} that triggered on {on}"),
            Offer::Activation(index) => write!(f, "mana ability {index}"),
            Offer::Mode(mode) => write!(f, "mode {mode}"),
            Offer::Says(words) => f.write_str(words),
        }
    }
}

/// A rule as a script cites it: it covers its subrules. Or a section: it covers all its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cited {
    /// `"509.1"` or `"509.1b"`.
    Rule(Rule),
    /// `"509"`.
    Section(u16),
}

impl Cited {
    /// Whether a rule is this one, under it, or of this section.
    pub const fn covers(self, rule: Rule) -> bool {
        match self {
            Cited::Rule(wanted) => wanted.covers(rule),
            Cited::Section(section) => section == rule.section(),
        }
    }
}

impl fmt::Display for Cited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cited::Rule(rule) => write!(f, "{rule}"),
            Cited::Section(section) => write!(f, "{section}"),
        }
    }
}

impl<'de> Deserialize<'de> for Cited {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cited, D::Error> {
        let text = String::deserialize(deserializer)?;
        let section = text.parse::<u16>().ok().filter(|section| text.len() == 3 && (100..1000).contains(section));
        match (Rule::parse(&text), section) {
            (Some(rule), _) => Ok(Cited::Rule(rule)),
            (None, Some(section)) => Ok(Cited::Section(section)),
            (None, None) => Err(serde::de::Error::custom(NotARule(text))),
        }
    }
}
