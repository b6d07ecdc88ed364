//! The events of cards that a designation reserves in exile.

use crate::card::Marking;
use crate::fact::ids::{ObjectId, PlayerId};
use crate::fact::object::AbilityRef;

use super::Event;

/// What an event says of a card that a designation reserves in exile, or of what that card becomes
/// ([`Reserving`](crate::card::Reserving)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reservation {
    /// The card, the spell that was that card, or the permanent that was that spell.
    pub object: ObjectId,
    /// The designation.
    pub being: Marking,
    /// Whether it keeps the designation of what it was, and does not get it now.
    pub kept: bool,
    /// The player who reserves the card, if one does, and no effect.
    pub by: Option<PlayerId>,
    /// The turn in which the card got the designation.
    pub turn: u32,
    /// The keyword ability that the card was given with it, besides its printed ones.
    pub given: Option<AbilityRef>,
}

impl Event {
    /// Returns the event that says so; `None` for a designation that reserves nothing.
    pub(crate) const fn reserved(it: &Reservation) -> Option<Event> {
        let Reservation { object, being, kept, by, turn, given } = *it;
        match being {
            Marking::Foretold if kept => Some(Event::WasForetold { object, turn, given }),
            Marking::Foretold => Some(Event::BecameForetold { object, by, turn, given }),
            _ => None,
        }
    }

    /// Returns what the event says of a reserved card, or of what that became.
    pub(crate) const fn reservation(&self) -> Option<Reservation> {
        let being = Marking::Foretold;
        match *self {
            Event::BecameForetold { object, by, turn, given } => {
                Some(Reservation { object, being, kept: false, by, turn, given })
            }
            Event::WasForetold { object, turn, given } => {
                Some(Reservation { object, being, kept: true, by: None, turn, given })
            }
            _ => None,
        }
    }
}
