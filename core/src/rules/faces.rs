//! Permanents that show other characteristics of their cards: transforming (CR 701.28, 712) and flipping (CR 710).

use crate::card::{CardType, Side};
use crate::derive::faces::whole_of_component;
use crate::fact::{Component, DefId, EntryNo, Event, ObjectId, ResolveFrame};
use crate::rule;
use crate::state::Game;

use super::instructions::go_on;
use super::merge;
use super::work::Work;

/// CR 701.28a: permanents turn over. What can't do so is left alone (CR 701.28c-d, 712.5, 712.6), and so is what has
/// transformed since an ability of its own was put onto the stack that says so (CR 701.28f).
pub(super) fn transform(work: &mut Work, frame: &ResolveFrame, objects: &[ObjectId]) {
    let since = put_on_stack(&work.game, frame);
    go_on(work, frame);
    for id in objects {
        let Some(def) = other_face(&work.game, *id) else { continue };
        let own = frame.source == *id && frame.origin_is_of_an_ability();
        let before = work.game.object(*id).and_then(crate::state::Object::transformed);
        if own && before.is_some_and(|entry| entry > since) {
            continue;
        }
        // CR 613.7g
        let timestamp = work.new_timestamp();
        work.fact(rule!("701.28a"), Event::Transformed { object: *id, def, timestamp });
        // CR 723.2i: each component that can do so turns over; what the permanent is then follows from that.
        if let Some(object) = work.game.object(*id).filter(|object| !object.pieces().is_empty()).cloned() {
            let pieces = merge::turned_over(&object, |piece| turning(&work.game, piece.component, piece.def));
            let event =
                Event::Composed { object: *id, pieces: pieces.into(), def: object.def, beneath: object.beneath };
            work.fact(rule!("723.2i"), event);
        }
    }
}

/// The definition of the face that is not up of a permanent that can transform.
fn other_face(game: &Game, id: ObjectId) -> Option<DefId> {
    game.transforming(id)?;
    let object = game.object(id)?;
    if !object.pieces().is_empty() {
        // What is merged is by its components what it is.
        let turns = object.pieces().iter().any(|piece| turning(game, piece.component, piece.def).is_some());
        return turns.then_some(object.def);
    }
    turning(game, object.component, object.def)
}

/// The definition of the other face of a component that can turn over (CR 712.5, 712.6).
fn turning(game: &Game, component: Component, shows: DefId) -> Option<DefId> {
    game.card_of_component(component).filter(|card| card.transforms())?;
    let card = whole_of_component(game, component, shows);
    let other = if shows == card { game.side(card, Side::Back)? } else { card };
    let types = game.face(other)?.types;
    (!types.has(CardType::Instant) && !types.has(CardType::Sorcery)).then_some(other)
}

/// When the ability that resolves was put onto the stack, or created if it is a delayed triggered one (CR 701.28f).
fn put_on_stack(game: &Game, frame: &ResolveFrame) -> EntryNo {
    let Some(object) = frame.object.and_then(|id| game.object(id)) else { return frame.began };
    let triggered = object.ability.as_ref().and_then(|ability| ability.id);
    let history = &game.world().history;
    let delayed = history.iter().rev().find_map(|entry| match &entry.event {
        Event::Triggered { id, delayed: Some(delayed), .. } if Some(*id) == triggered => Some(*delayed),
        _ => None,
    });
    let Some(delayed) = delayed else { return object.entered };
    let created = history.iter().rev().find_map(|entry| match &entry.event {
        Event::TriggerDelayed { id, .. } if *id == delayed => Some(entry.no),
        _ => None,
    });
    // What is older than the history was created before all of it.
    created.or_else(|| history.front().map(|entry| entry.no)).unwrap_or(object.entered)
}

/// CR 710.2: permanents flip, once and for all (CR 710.4).
pub(super) fn flip(work: &mut Work, frame: &ResolveFrame, objects: &[ObjectId]) {
    go_on(work, frame);
    for id in objects {
        if work.game.object(*id).is_some_and(|object| object.is_permanent() && !object.flipped) {
            work.fact(rule!("710.2"), Event::Flipped { object: *id });
        }
    }
}

impl ResolveFrame {
    /// Whether an ability resolves, not a spell.
    fn origin_is_of_an_ability(&self) -> bool {
        self.object != Some(self.source)
    }
}
