//! Parts of phrases: determiners and nouns, pronouns, amounts, tenses.

use crate::card::ast::ability::TargetSpec;
use crate::card::ast::filter::{Filter, Objects};
use crate::card::words::deed::Deed;

pub(super) use crate::card::wording::category::Kind;
use crate::card::wording::inflection::{Number, list, number_word, spaced, with_article};

/// The words before the noun.
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
    /// A number: "no", "three or more", "exactly one".
    Several(String, Number),
    /// "target" or "another target", preceded by a number other than one: "up to two".
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

/// How a phrase is used.
#[derive(Clone, Debug)]
pub(super) struct Usage {
    pub(super) determiner: Determiner,
    pub(super) kind: Kind,
    /// Whether the zone is an origin: "from", not "in".
    pub(super) from: bool,
    /// Whether spells are being cast: "you cast", not "you control".
    pub(super) cast: bool,
    /// Whether they are described as they were: "you controlled".
    pub(super) past: bool,
    /// Whether what is counted is all of it: "in all graveyards".
    pub(super) all: bool,
}

impl Usage {
    pub(super) const fn new(determiner: Determiner, kind: Kind) -> Usage {
        Usage { determiner, kind, from: false, cast: false, past: false, all: false }
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

/// Whether a phrase is the subject of its clause; it matters only for "they" and "them".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    Subject,
    Object,
}

/// The referent of "it" at one place of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum It {
    /// The object with the ability.
    This,
    /// The object chosen for a target.
    Target(u8),
    /// The object of the trigger event.
    ThatObject,
    /// The top of a library that the text mentioned.
    Top,
    /// The object chosen on resolution under this number.
    Chosen(u8),
    /// The object of an earlier action.
    Done(Deed),
    /// The created object.
    Created,
    /// The objects of an effect.
    Those,
    /// What the object with the ability is attached to.
    AttachedTo,
}

/// The pronoun for things.
pub(super) const fn pronoun(number: Number, case: Case) -> &'static str {
    match (number, case) {
        (Number::One, _) => "it",
        (Number::Many, Case::Subject) => "they",
        (Number::Many, Case::Object) => "them",
    }
}

/// The number of targets, as the words before "target", and the grammatical number of the noun.
pub(super) fn how_many(spec: &TargetSpec) -> (String, Number) {
    let word = |n: u8| number_word(i64::from(n));
    let number = if spec.max == 1 && spec.each.is_none() { Number::One } else { Number::Many };
    let text = match (spec.min, spec.max) {
        (1, 1) => String::new(),
        (0, u8::MAX) => "any number of".to_owned(),
        (min, u8::MAX) => format!("{} or more", word(min)),
        (min, max) if min == max => word(max),
        (0, max) => format!("up to {}", word(max)),
        (min, max) if min + 1 == max => format!("{} or {}", word(min), word(max)),
        (min, max) if min + 2 == max => list(&[word(min), word(min + 1), word(max)], "or"),
        (min, max) => format!("{} to {}", word(min), word(max)),
    };
    (text, number)
}

/// Whether a change comes from a static ability or begins with a resolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mood {
    /// "has flying".
    Lasting,
    /// "gains flying".
    Beginning,
}

/// The subject of a modification.
#[derive(Clone, Copy, Debug)]
pub(super) enum Subject<'s> {
    Objects(&'s Objects),
    Filter(&'s Filter),
    /// None: only the verbs are needed.
    Unsaid,
}

/// An amount, and the ending it adds to its clause: "for each …", ", where X is …".
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

/// An object chosen on resolution.
#[derive(Clone, Debug)]
pub(super) struct Picked {
    /// Its noun.
    pub(super) word: String,
    pub(super) number: Number,
    /// Whether it is on the battlefield.
    pub(super) here: bool,
    /// Whether it is in one of your zones.
    pub(super) yours: bool,
}
