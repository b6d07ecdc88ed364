//! Finds expectations that are wrong wherever the game stands. They are reported even if they
//! cannot be checked because their timeline ended with an error.

use crate::fact::Event;
use crate::message::Message;
use crate::scenario::expectation::{Expectation, Outcome};
use crate::scenario::timeline::Timeline;

use super::event::no_kind;

impl Timeline {
    /// What is wrong with an expectation whatever happens in the game.
    pub(in crate::scenario) fn wrong_anyway(&self, expectation: &Expectation) -> Option<Message> {
        if let Expectation::Not(inner) = expectation {
            return self.wrong_anyway(inner);
        }
        if let Expectation::Event(pattern) = expectation
            && !Event::KINDS.iter().any(|(_, name)| *name == pattern.kind)
        {
            return Some(no_kind(&pattern.kind));
        }
        let named = player_named(expectation)?;
        self.player(named).err().map(|stop| stop.message())
    }
}

/// The player an expectation names.
fn player_named(expectation: &Expectation) -> Option<&str> {
    use Expectation as E;
    match expectation {
        E::Controller { is: name, .. }
        | E::Owner { is: name, .. }
        | E::Life { of: name, .. }
        | E::HandSize { of: name, .. }
        | E::LibrarySize { of: name, .. }
        | E::Mana { of: name, .. }
        | E::CanPay { who: name, .. }
        | E::Sees { who: name, .. }
        | E::Told { who: name, .. }
        | E::Lost { player: name, .. }
        | E::Result(Outcome::Won(name))
        | E::Priority(name) => Some(name),
        E::Contents { of: name, .. } | E::Choice { of: name, .. } => name.as_deref(),
        E::Count { you, .. } | E::Condition { you, .. } => you.as_deref(),
        E::Turn(turn) => turn.active.as_deref(),
        _ => None,
    }
}
