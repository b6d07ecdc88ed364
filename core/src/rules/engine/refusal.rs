//! Why an input is refused, and the limits on what one may cause.

use crate::card::catalogue::Lack;
use crate::fact::{Part, PlayerId};
use crate::rule;
use crate::rule::Rule;
use crate::state::MOST_AT_ONCE;

/// Why an input is refused. The game does not change.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over (CR 104.1)")]
    Over,
    /// There are steps to take before the next choice.
    #[error("the game does not wait for an input here; take the next step first")]
    NotWaiting,
    /// The game waits for an input and got none.
    #[error("the game waits for a choice")]
    Waiting,
    /// This player was not asked.
    #[error("it is not player {0}'s choice")]
    NotYours(PlayerId),
    /// The answer is of the wrong kind for the choice.
    #[error("this kind of answer does not fit the choice: {0}")]
    WrongKind(&'static str),
    /// The answer breaks a rule.
    #[error("{why} (CR {rule})")]
    Against {
        /// The rule.
        rule: Rule,
        /// What breaks it.
        why: String,
    },
    /// A what-if change that cannot be made here.
    #[error("this change cannot be made here: {0}")]
    Edit(String),
    /// The game refers to cards that it does not contain, and no catalogue was given.
    #[error(transparent)]
    Lack(#[from] Lack),
    /// It would cause more than a game is allowed.
    #[error(
        "this would bring about more than is played: {MOST_AT_ONCE} events at once, {MOST_EVENTS} up to the next \
         choice, {MOST_OBJECTS} objects in the game, or {MOST_BY_ONE} copies, coins or dice by one instruction"
    )]
    TooMuch,
}

impl Illegal {
    /// The rule that was broken, if any.
    pub const fn rule(&self) -> Option<Rule> {
        match self {
            Illegal::Against { rule, .. } => Some(*rule),
            Illegal::Over => Some(rule!("104.1")),
            _ => None,
        }
    }

    pub(in crate::rules) fn against(rule: Rule, why: impl Into<String>) -> Illegal {
        Illegal::Against { rule, why: why.into() }
    }
}

/// The most events that one input may cause up to the next choice, and that a game may begin with.
pub const MOST_EVENTS: u32 = 100_000;

/// The most objects that a game may come to have: twice as many as it may begin with. Each input
/// costs time for each object that is there, so a short script with many inputs must not pile up
/// any number of them.
pub(crate) const MOST_OBJECTS: usize = 2 * MOST_AT_ONCE as usize;

/// The most copies of spells and abilities, coins and dice of one instruction. Each is a step of
/// its own, which knows how many are left.
pub(crate) const MOST_BY_ONE: u32 = 2_000;

/// `count`, but at most one more than a step can have; such a step is refused as a whole.
pub(in crate::rules) fn bounded(count: u32) -> u32 {
    count.min(MOST_AT_ONCE + 1)
}

/// The part of a step that facts of an input belong to.
pub(in crate::rules) const INPUT: Part = Part::Input;
