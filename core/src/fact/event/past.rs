//! The kinds of past events that texts and triggers can ask for, and events between games.

use crate::card::Reads;

use super::Event;
use crate::fact::Component;

impl Event {
    /// Whether another game is at hand after it (CR 722.1a).
    pub(crate) const fn changes_game(&self) -> bool {
        matches!(
            self,
            Event::SubgameBegan { .. }
                | Event::SubgameEnded { .. }
                | Event::SubgameHalted { .. }
                | Event::SubgameResumed {}
        )
    }

    /// Returns the kind of past event that it is, as an aspect of a game: what asks for past events
    /// ([`TriggerEvent::heard`](crate::card::TriggerEvent::heard)) need not look at any other.
    pub(crate) fn past(&self) -> Reads {
        match self {
            // An ability comes from nowhere, and enters nothing that a text could mean.
            Event::Created { object } if matches!(object.component, Component::Ability) => Reads::PAST_REST,
            Event::Moved { .. } | Event::Created { .. } => Reads::PAST_MOVES,
            Event::DamageDealt { .. } => Reads::PAST_DAMAGE,
            Event::Attacked { .. }
            | Event::Blocked { .. }
            | Event::BecameBlocking { .. }
            | Event::BecameBlocked { .. }
            | Event::WentUnblocked { .. }
            | Event::RemovedFromCombat { .. }
            | Event::StoppedBlocking { .. } => Reads::PAST_COMBAT,
            Event::BecameCast { .. } => Reads::PAST_CASTS,
            Event::Tapped { .. } | Event::Untapped { .. } => Reads::PAST_STATUS,
            Event::TurnStepBegan { .. } => Reads::PAST_STEPS,
            Event::Drew { .. } | Event::LifeGained { .. } | Event::LifeLost { .. } => Reads::PAST_PLAYERS,
            Event::TappedForMana { .. } | Event::ManaAdded { .. } => Reads::PAST_MANA,
            // What happened in a turn is over.
            Event::TurnBegan { .. } => Reads::PAST,
            // Nothing triggers on these, and no text counts them.
            Event::Decided { .. }
            | Event::PriorityReceived { .. }
            | Event::PriorityPassed { .. }
            | Event::PhaseBegan { .. }
            | Event::PhaseEnded { .. }
            | Event::TurnStepEnded { .. }
            | Event::CombatBegan { .. }
            | Event::CombatEnded {}
            | Event::Skipped { .. }
            | Event::ManaSpent { .. } => Reads::NOTHING,
            bookkeeping if !bookkeeping.is_story() => Reads::NOTHING,
            _ => Reads::PAST_REST,
        }
    }
}
