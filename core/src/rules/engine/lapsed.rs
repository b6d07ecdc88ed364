//! "For as long as" durations that have ended before their effect could begin (CR 611.2b).

use crate::card::{Condition, Duration, Filter, Players};
use crate::derive::filter::{holds_now, named_then};
use crate::fact::{EntryNo, Event, ObjectId, ResolveFrame};
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
            of.into_iter().any(|id| has_ceased_to_be(game, frame, id, filter))
        }
        _ => false,
    }
}

/// Whether an object has meanwhile been untapped, phased out, or under another's control, as far as
/// a description speaks of that. In another zone it would be another object.
fn has_ceased_to_be(game: &Game, frame: &ResolveFrame, id: ObjectId, filter: &Filter) -> bool {
    let since = since(game, frame);
    let happened = |ends: &dyn Fn(&Event) -> bool| {
        let events = game.world().history.latest().take_while(|entry| entry.no > since);
        events.map(|entry| &entry.event).any(ends)
    };
    let phased_out = || happened(&|event| matches!(event, Event::PhasedOut { object, .. } if *object == id));
    match filter {
        Filter::All(parts) => parts.iter().any(|part| has_ceased_to_be(game, frame, id, part)),
        Filter::Tapped => {
            phased_out() || happened(&|event| matches!(event, Event::Untapped { object } if *object == id))
        }
        Filter::Not(inner) if **inner == Filter::Tapped => {
            phased_out() || happened(&|event| matches!(event, Event::Tapped { object } if *object == id))
        }
        Filter::ControlledBy(Players::You) => {
            let gone = |event: &Event| matches!(event, Event::ControlChanged { object, from, .. } if *object == id && *from == frame.controller);
            phased_out() || happened(&gone)
        }
        Filter::In(_) => phased_out(),
        _ => false,
    }
}
