//! References in a script: to objects, players, and what a choice offers.

use std::fmt;

use serde::{Deserialize, Deserializer};

use crate::card::{ManaType, Subtype};
use crate::fact::ObjectId;
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
    /// Another reference, with the object that it meant as the line of the script began. No text
    /// says it.
    Pinned(Box<Ref>, ObjectId),
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
            Ref::Pinned(of, _) => write!(f, "{of}"),
        }
    }
}

/// Something that a choice offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OfferedItem {
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

impl From<LongOffer> for OfferedItem {
    fn from(long: LongOffer) -> OfferedItem {
        match long {
            LongOffer::Pass => OfferedItem::Pass,
            LongOffer::Play(it) => OfferedItem::Play(it),
            LongOffer::Cast(it) => OfferedItem::Cast(it),
            LongOffer::CastFaceDown(it) => OfferedItem::CastFaceDown(it),
            LongOffer::PlayAs(it, face) => OfferedItem::PlayAs(it, face),
            LongOffer::CastAs(it, face) => OfferedItem::CastAs(it, face),
            LongOffer::Activate(it) => OfferedItem::Activate(it),
            LongOffer::Special(it) => OfferedItem::Special(it),
            LongOffer::Ability(it, index) => OfferedItem::Ability(it, index),
            LongOffer::Loyalty(it, cost) => OfferedItem::Loyalty(it, cost),
            LongOffer::Attack(it, what) => OfferedItem::Attack(it, what),
            LongOffer::Block(it, what) => OfferedItem::Block(it, what),
            LongOffer::Mana(kind) => OfferedItem::Mana(kind),
            LongOffer::Name(name) => OfferedItem::Name(name),
            LongOffer::Subtype(subtype) => OfferedItem::Subtype(subtype),
            LongOffer::Trigger(of, on) => OfferedItem::Trigger(of, on),
            LongOffer::Activation(index) => OfferedItem::Activation(index),
            LongOffer::Mode(mode) => OfferedItem::Mode(mode),
            LongOffer::Says(words) => OfferedItem::Says(words),
            LongOffer::Successor(of) => OfferedItem::It(Ref::Successor(Box::new(of))),
            LongOffer::Latest(of) => OfferedItem::It(Ref::Latest(Box::new(of))),
            LongOffer::Part(of, name) => OfferedItem::It(Ref::Part(Box::new(of), name)),
            LongOffer::SourceOf(of) => OfferedItem::It(Ref::SourceOf(Box::new(of))),
            LongOffer::TopOfStack => OfferedItem::It(Ref::TopOfStack),
            LongOffer::TopOfLibrary(player) => OfferedItem::It(Ref::TopOfLibrary(player)),
            LongOffer::Token(name, index) => OfferedItem::It(Ref::Token(name, index)),
        }
    }
}

impl<'de> Deserialize<'de> for OfferedItem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OfferedItem, D::Error> {
        short_or_long::<D, OfferedItem, LongOffer>(deserializer, |name| OfferedItem::It(Ref::Named(name)))
    }
}

impl OfferedItem {
    /// The references in it.
    pub(super) fn refs(&self) -> Vec<&Ref> {
        match self {
            OfferedItem::It(it)
            | OfferedItem::Play(it)
            | OfferedItem::Cast(it)
            | OfferedItem::CastFaceDown(it)
            | OfferedItem::PlayAs(it, _)
            | OfferedItem::CastAs(it, _)
            | OfferedItem::Activate(it)
            | OfferedItem::Special(it)
            | OfferedItem::Ability(it, _)
            | OfferedItem::Loyalty(it, _) => vec![it],
            OfferedItem::Attack(it, what) | OfferedItem::Block(it, what) | OfferedItem::Trigger(it, what) => {
                vec![it, what]
            }
            OfferedItem::Pass
            | OfferedItem::Mana(_)
            | OfferedItem::Name(_)
            | OfferedItem::Subtype(_)
            | OfferedItem::Activation(_)
            | OfferedItem::Mode(_)
            | OfferedItem::Says(_) => Vec::new(),
        }
    }
}

impl fmt::Display for OfferedItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OfferedItem::It(it) => write!(f, "{it}"),
            OfferedItem::Pass => f.write_str("passing"),
            OfferedItem::Play(it) => write!(f, "playing {it}"),
            OfferedItem::Cast(it) => write!(f, "casting {it}"),
            OfferedItem::CastFaceDown(it) => write!(f, "casting {it} face down"),
            OfferedItem::PlayAs(it, face) => write!(f, "playing {it} as {face}"),
            OfferedItem::CastAs(it, face) => write!(f, "casting {it} as {face}"),
            OfferedItem::Activate(it) => write!(f, "activating an ability of {it}"),
            OfferedItem::Special(it) => write!(f, "the special action of {it}"),
            OfferedItem::Ability(it, index) => write!(f, "activating ability {index} of {it}"),
            OfferedItem::Loyalty(it, cost) => write!(f, "activating the {cost:+} ability of {it}"),
            OfferedItem::Attack(it, what) => write!(f, "{it} attacking {what}"),
            OfferedItem::Block(it, what) => write!(f, "{it} blocking {what}"),
            OfferedItem::Mana(kind) => write!(f, "{{{}}}", kind.letter()),
            OfferedItem::Name(name) => write!(f, "the name {name}"),
            OfferedItem::Subtype(subtype) => write!(f, "{subtype}"),
            OfferedItem::Trigger(of, on) => write!(f, "the ability of {of} that triggered on {on}"),
            OfferedItem::Activation(index) => write!(f, "mana ability {index}"),
            OfferedItem::Mode(mode) => write!(f, "mode {mode}"),
            OfferedItem::Says(words) => f.write_str(words),
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
