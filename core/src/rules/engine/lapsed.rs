//! "For as long as" durations that have ended before their effect could begin (CR 611.2b).

use crate::card::{Condition, Duration, Filter, Players};
use crate::derive::filter::{holds_now, named_then};
use crate::fact::{EntryNo, Event, ObjectId, PlayerId, ResolveFrame};
use crate::state::Game;

use super::cursor::scope;

/// Whether a duration ends before it begins: what it asks for is not so, or has ceased to be so
/// since the spell or ability was put onto the stack, or triggered (CR 611.2b).
pub(in crate::rules) fn is_over(game: &Game, frame: &ResolveFrame, duration: &Duration) -> bool {
    let Duration::AsLongAs(condition) = duration else { return false };
    !holds_now(game, &scope(frame), condition) || has_ceased(game, frame, condition)
}

/// The entry since which a resolving spell or ability has been on the stack, or has been waiting to
/// be put there.
pub(in crate::rules) fn since(game: &Game, frame: &ResolveFrame) -> EntryNo {
    match (&frame.trigger, frame.object) {
        (Some(trigger), _) => trigger.event,
        (None, Some(id)) => game.object(id).map_or(frame.began, |object| object.entered),
        (None, None) => frame.began,
    }
}

fn has_ceased(game: &Game, frame: &ResolveFrame, condition: &Condition) -> bool {
    match condition {
        Condition::All(parts) => parts.iter().any(|part| has_ceased(game, frame, part)),
        Condition::Is(objects, filter) => {
            let of = named_then(game, &scope(frame), objects);
            of.into_iter().any(|id| ends(filter, id, frame.controller, &meanwhile(game, frame)))
        }
        _ => false,
    }
}

/// The events since then, latest first.
fn meanwhile<'g>(game: &'g Game, frame: &ResolveFrame) -> Vec<&'g Event> {
    let since = since(game, frame);
    let entries = game.world().history.latest().take_while(|entry| entry.no > since);
    entries.map(|entry| &entry.event).collect()
}

/// Whether an object has become untapped, phased out, or under another's control in these events,
/// as far as a description speaks of that. In another zone it would be another object.
fn ends(filter: &Filter, id: ObjectId, you: PlayerId, events: &[&Event]) -> bool {
    let ends_it = |event: &Event| match (filter, event) {
        (_, Event::PhasedOut { object, .. }) => *object == id,
        (Filter::Tapped, Event::Untapped { object }) | (Filter::Not(_), Event::Tapped { object }) => *object == id,
        (Filter::ControlledBy(_), Event::ControlChanged { object, from, .. }) => *object == id && *from == you,
        _ => false,
    };
    match filter {
        Filter::All(parts) => parts.iter().any(|part| ends(part, id, you, events)),
        Filter::Not(inner) if **inner != Filter::Tapped => false,
        Filter::Tapped | Filter::Not(_) | Filter::ControlledBy(Players::You) | Filter::In(_) => {
            events.iter().any(|event| ends_it(event))
        }
        _ => false,
    }
}
