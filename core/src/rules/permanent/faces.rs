//! Permanents that show another side of their cards: transforming (CR 701.28, 712) and flipping
//! (CR 710).

use crate::card::{Keyword, Restriction};
use crate::derive::filter::matches;
use crate::derive::look::Look;
use crate::derive::look::scope::Scope;
use crate::derive::object::faces::{other_faces, turning_over};
use crate::fact::{Entering, EntryNo, Event, ObjectId, ResolveFrame};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::face_down::as_turned_up;
use crate::rules::engine::work::Work;

/// The keyword abilities of permanents that nothing else transforms (CR 702.145b, 702.145e).
pub(in crate::rules) const BOUND: [Keyword; 2] = [Keyword::Daybound, Keyword::Nightbound];

/// Whether a permanent can transform: it has another face (CR 712.5, 712.6), no effect prevents it
/// (CR 101.2), and it has daybound or nightbound only if that transforms it (CR 702.145b,
/// 702.145e).
pub(in crate::rules) fn can_transform(game: &Game, id: ObjectId, bound: bool) -> bool {
    let is_bound = || BOUND.iter().any(|keyword| game.has_keyword(id, keyword));
    let forbidden = |(scope, it): (Scope<'_>, &Restriction)| match it {
        Restriction::CantTransform(what) => {
            matches(game, &scope, what, id) && !game.ignores(game.controller(id), scope.source)
        }
        _ => false,
    };
    !other_faces(game, id).is_empty() && (bound || !is_bound()) && !game.restrictions().any(forbidden)
}

/// The events of transforming, with a new timestamp (CR 613.7g) and the effects on how it
/// transforms (CR 712.16).
pub(in crate::rules) fn transformed(
    work: &mut Work,
    rule: Rule,
    object: ObjectId,
    entering: &Entering,
) -> Vec<(Rule, Event)> {
    if other_faces(&work.game, object).is_empty() {
        return Vec::new();
    }
    let timestamp = work.new_timestamp();
    let turned = turning_over(&work.game, object, timestamp).into_iter();
    // CR 723.2i: the components of a merged permanent.
    let rule_of = |event: &Event| if matches!(event, Event::Composed { .. }) { rule!("723.2i") } else { rule };
    let mut events: Vec<(Rule, Event)> = turned.map(|event| (rule_of(&event), event)).collect();
    events.extend(as_turned_up(work, object, entering));
    events
}

/// When the resolving ability was put onto the stack, or created if it is a delayed triggered one
/// (CR 701.28f).
pub(in crate::rules) fn put_on_stack(game: &Game, frame: &ResolveFrame) -> EntryNo {
    let Some(object) = frame.object.and_then(|id| game.object(id)) else { return frame.began };
    let triggered = object.ability.as_ref().and_then(|ability| ability.id);
    let history = &game.world().history;
    let delayed = history.latest().find_map(|entry| match &entry.event {
        Event::Triggered { id, delayed: Some(delayed), .. } if Some(*id) == triggered => Some(*delayed),
        _ => None,
    });
    let Some(delayed) = delayed else { return object.entered };
    let created = history.latest().find_map(|entry| match &entry.event {
        Event::TriggerDelayed { id, .. } if *id == delayed => Some(entry.no),
        _ => None,
    });
    // An ability older than the history was created before all of it.
    created.or_else(|| history.front().map(|entry| entry.no)).unwrap_or(object.entered)
}
