//! What phrases are made of: determiners and nouns, pronouns, amounts, and the tense of an event.

use crate::card::ast::ability::TargetSpec;
use crate::card::ast::filter::{Filter, Objects};
use crate::card::words::deed::Deed;

use super::inflection::{Number, number_word, spaced, with_article};

/// What stands before the noun.
#[derive(Clone, Debug)]
pub(super) enum Determiner {
    /// "a", "an", "another".
    A,
    /// "each", "each other".
    Each,
    /// "all", "all other".
    All,
    /// A bare plural.
    Bare,
    /// So many: "no", "three or more", "exactly one".
    Several(String, Number),
    /// "target" or "another target", after how many if that is not one: "up to two".
    Target(String, Number),
}

impl Determiner {
    pub(super) const fn number(&self) -> Number {
        match self {
            Determiner::A | Determiner::Each => Number::One,
            Determiner::All | Determiner::Bare => Number::Many,
            Determiner::Several(_, number) | Determiner::Target(_, number) => *number,
        }
    }

    pub(super) fn before(&self, noun: &str, other: bool) -> String {
        match (self, other) {
            (Determiner::A, true) => format!("another {noun}"),
            (Determiner::A, false) => with_article(noun),
            (Determiner::Each, true) => format!("each other {noun}"),
            (Determiner::Each, false) => format!("each {noun}"),
            (Determiner::All, true) => format!("all other {noun}"),
            (Determiner::All, false) => format!("all {noun}"),
            (Determiner::Bare, true) => format!("other {noun}"),
            (Determiner::Bare, false) => noun.to_owned(),
            (Determiner::Several(count, _), true) => spaced([count.as_str(), "other", noun]),
            (Determiner::Several(count, _), false) => spaced([count.as_str(), noun]),
            (Determiner::Target(count, _), true) if count.is_empty() => format!("another target {noun}"),
            (Determiner::Target(count, _), true) => format!("{count} other target {noun}"),
            (Determiner::Target(count, _), false) => spaced([count.as_str(), "target", noun]),
        }
    }
}

/// What kind of object the surrounding words speak of: the noun where the filter itself names none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// What is on the battlefield.
    Permanent,
    /// What attacks and blocks.
    Creature,
    /// What is cast.
    Spell,
    /// What deals damage (CR 609.7).
    Source,
    /// What is in a zone where only cards are.
    Card,
    /// Whatever changes zones.
    Object,
}

/// The way in which a phrase is used.
#[derive(Clone, Debug)]
pub(super) struct Usage {
    pub(super) determiner: Determiner,
    pub(super) kind: Kind,
    /// Whether the zone is where something comes from: "from", not "in".
    pub(super) from: bool,
    /// Whether spells are spoken of as they are cast: "you cast", not "you control".
    pub(super) cast: bool,
}

impl Usage {
    pub(super) const fn new(determiner: Determiner, kind: Kind) -> Usage {
        Usage { determiner, kind, from: false, cast: false }
    }
}

/// A noun phrase or a pronoun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Phrase {
    pub(super) text: String,
    pub(super) number: Number,
}

impl Phrase {
    pub(super) fn one(text: impl Into<String>) -> Phrase {
        Phrase { text: text.into(), number: Number::One }
    }
}

/// Whether a phrase is the subject of its clause; only "they" and "them" tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    Subject,
    Object,
}

/// What "it" means at a place of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum It {
    /// The object with the ability.
    This,
    /// What was chosen for a target.
    Target(u8),
    /// What the trigger event was about.
    ThatObject,
    /// The top of a library that was spoken of.
    Top,
    /// What was chosen as it resolves, in this place.
    Chosen(u8),
    /// What something was done to.
    Done(Deed),
    /// What was created.
    Created,
    /// The objects that an effect is about.
    Those,
}

/// The pronoun for things.
pub(super) const fn pronoun(number: Number, case: Case) -> &'static str {
    match (number, case) {
        (Number::One, _) => "it",
        (Number::Many, Case::Subject) => "they",
        (Number::Many, Case::Object) => "them",
    }
}

/// How many targets may be chosen, as the words before "target", and the number of the noun.
pub(super) fn how_many(spec: &TargetSpec) -> (String, Number) {
    let word = |n: u8| number_word(i64::from(n));
    let number = if spec.max == 1 { Number::One } else { Number::Many };
    let text = match (spec.min, spec.max) {
        (1, 1) => String::new(),
        (0, u8::MAX) => "any number of".to_owned(),
        (min, u8::MAX) => format!("{} or more", word(min)),
        (min, max) if min == max => word(max),
        (0, max) => format!("up to {}", word(max)),
        (min, max) if min + 1 == max => format!("{} or {}", word(min), word(max)),
        (min, max) => format!("between {} and {}", word(min), word(max)),
    };
    (text, number)
}

/// Whether a change holds as long as its source says so, or begins with a resolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mood {
    /// "has flying".
    Lasting,
    /// "gains flying".
    Beginning,
}

/// What a modification is said of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Subject<'s> {
    Objects(&'s Objects),
    Filter(&'s Filter),
    /// Nothing: only the verbs are wanted.
    Unsaid,
}

/// An amount, and what is said of it at the end of its clause: "for each ...", ", where X is ...".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Amount {
    pub(super) text: String,
    pub(super) tail: String,
}

impl Amount {
    pub(super) fn plain(text: String) -> Amount {
        Amount { text, tail: String::new() }
    }
}

/// When an event happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tense {
    /// "dies".
    #[default]
    Present,
    /// "died".
    Past,
    /// "didn't die".
    NotPast,
}

/// What was chosen as it resolves.
#[derive(Clone, Debug)]
pub(super) struct Picked {
    /// What it is called.
    pub(super) word: String,
    pub(super) number: Number,
    /// Whether it is on the battlefield.
    pub(super) here: bool,
    /// Whether it is in a zone of yours.
    pub(super) yours: bool,
}
