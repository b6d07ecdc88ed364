//! Why an input is refused, and the bounds of what one may bring about.

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
    /// There is no input, and the game waits for one.
    #[error("the game waits for a choice")]
    Waiting,
    /// Nobody asked this player.
    #[error("it is not player {0}'s choice")]
    NotYours(PlayerId),
    /// The answer is of another kind than the choice.
    #[error("this kind of answer does not fit the choice: {0}")]
    WrongKind(&'static str),
    /// The answer breaks a rule.
    #[error("{why} (CR {rule})")]
    Against {
        /// The rule.
        rule: Rule,
        /// What is wrong.
        why: String,
    },
    /// A what-if change that cannot be made here.
    #[error("this change cannot be made here: {0}")]
    Edit(String),
    /// The game asks for cards that are not in it, and nobody has brought its catalogue.
    #[error(transparent)]
    Lack(#[from] Lack),
    /// What would come of it is more than is played.
    #[error(
        "this would bring about more than is played: {MOST_AT_ONCE} events at once, or {MOST_EVENTS} up to the next choice"
    )]
    TooMuch,
}

impl Illegal {
    /// The rule that forbids it, where one does.
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

/// No input brings about more events than this up to the next choice, and no game begins with more.
pub const MOST_EVENTS: u32 = 100_000;

/// So many of something, but no more than one beyond what a step can have, which is refused as a whole.
pub(in crate::rules) fn bounded(count: u32) -> u32 {
    count.min(MOST_AT_ONCE + 1)
}

/// The part that facts of an input belong to.
pub(in crate::rules) const INPUT: Part = Part::Input;
