//! Checks whether an expectation holds; gives the expected and actual values if it does not.

mod choice;
mod event;
mod object;
mod player;
mod predicate;
mod unplayed;

use std::fmt::Display;

use crate::message::Message;

use super::expectation::Expectation;
use super::timeline::{Stop, Timeline};

/// None if it holds; the expected and actual values if it does not. An empty expected value stands
/// for the text of the script.
pub(super) type Verdict = Result<Option<(String, Message)>, Stop>;

/// Compares a value.
fn same<T: PartialEq, S: Into<Message>>(
    what: impl Display,
    expected: &T,
    found: &T,
    tell: impl Fn(&T) -> S,
) -> Verdict {
    let told = |value: &T| tell(value).into();
    Ok((expected != found).then(|| (format!("{what}: {}", told(expected).short()), told(found))))
}

/// Requires a fact.
fn must<S: Into<Message>>(holds: bool, expected: impl Into<String>, found: impl FnOnce() -> S) -> Verdict {
    Ok((!holds).then(|| (expected.into(), found().into())))
}

/// A list in words.
fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if items.is_empty() { "nothing".to_owned() } else { items.join(", ") }
}

/// Like `list`, shortened where there is not enough room.
fn listed<T: Display>(items: impl IntoIterator<Item = T>) -> Message {
    Message::list(items.into_iter().map(|item| item.to_string()))
}

impl Timeline {
    /// Checks an expectation against the game as it is now.
    pub(super) fn check(&mut self, expectation: &Expectation) -> Verdict {
        use Expectation as E;
        match expectation {
            E::Exists(_)
            | E::Gone(_)
            | E::Zone { .. }
            | E::Controller { .. }
            | E::Owner { .. }
            | E::Counters { .. }
            | E::Damage { .. }
            | E::Tapped(_)
            | E::Attached { .. }
            | E::Unattached(_)
            | E::Untapped(_)
            | E::PhasedOut(_)
            | E::Sees { .. }
            | E::Sick(_) => self.check_object(expectation),
            E::Name { .. }
            | E::Types { .. }
            | E::Supertypes { .. }
            | E::Subtypes { .. }
            | E::Colors { .. }
            | E::ManaValue { .. }
            | E::PT { .. }
            | E::Power { .. }
            | E::Toughness { .. }
            | E::Keyword { .. }
            | E::Abilities { .. } => self.check_characteristic(expectation),
            E::Explained { of, by } => self.check_explained(of, by),
            E::Attacking { .. } | E::Blocking { .. } | E::Blocked { .. } | E::Unblocked(_) => {
                self.check_combat(expectation)
            }
            E::Life { .. }
            | E::HandSize { .. }
            | E::LibrarySize { .. }
            | E::Mana { .. }
            | E::CanPay { .. }
            | E::Lost { .. }
            | E::Result(_) => self.check_player(expectation),
            E::Contents { zone, of, are } => self.check_contents(*zone, of.as_deref(), are),
            E::Stack(expected) => self.check_stack(expected),
            E::Count { what, you, is } => self.check_count(what, you.as_deref(), *is),
            E::Holds(text) => self.check_predicate(text),
            E::Condition { holds, you } => self.check_condition(holds, you.as_deref()),
            E::Turn(turn) => self.check_turn(turn),
            E::Priority(name) => self.check_priority(name),
            E::Choice { .. } => {
                self.looked = true;
                self.check_choice(expectation)
            }
            E::Event(pattern) => self.check_event(pattern),
            E::Told { who, of, since } => self.check_told(who, of, since.as_deref()),
            E::Not(inner) => Ok(match self.check(inner)? {
                Some(_) => None,
                None => Some((String::new(), "that it holds".into())),
            }),
        }
    }
}
