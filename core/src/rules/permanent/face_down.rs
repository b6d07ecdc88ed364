//! Face-down spells and permanents (CR 708): manifesting (CR 701.34), turning permanents face down
//! and up (CR 116.2b, 702.37e), and revealing what is no longer face down (CR 708.9). What may be
//! cast or turned is in [`crate::derive::cast::face_down`].

use crate::card::Marking;
use crate::derive::Look;
use crate::derive::cast::face_down::stays_face_down;
use crate::derive::pay::demand::Special;
use crate::fact::NewObject;
use crate::fact::{Action, Canonical, Entering, Entity, Event, ObjectId, PlayerId, Zone};
use crate::rule;
use crate::rule::Rule;
use crate::state::{Game, Object};

use super::merge::face_down_pieces;
use crate::rules::engine::work::Work;

/// Shows all players the cost to turn a permanent face up (CR 702.37e, 701.34b).
pub(in crate::rules) fn show_cost(work: &mut Work, player: PlayerId, special: &Special) {
    let Some(object) = work.game.object(special.source).filter(|object| object.is_face_down()) else { return };
    let (object, cost) = (object.id, Canonical::new(special.cost.clone()));
    work.fact(rule!("702.37e"), Event::TurningCostShown { player, object, cost });
}

/// The event that reveals a face-down permanent that leaves the battlefield, or a face-down spell
/// that goes anywhere else (CR 708.9).
pub(in crate::rules) fn shown(before: &Object, to: Zone) -> Option<(Rule, Event)> {
    let leaves = before.zone == Zone::Battlefield || to != Zone::Battlefield;
    let cards = face_down_pieces(before);
    (!cards.is_empty() && leaves).then(|| (rule!("708.9"), Event::Revealed { player: before.owner, cards }))
}

/// Reveals everything face down at the end of a game, or what a player owns as they leave it
/// (CR 708.9).
pub(in crate::rules) fn show_all(work: &mut Work, whose: &[PlayerId]) {
    for player in whose {
        let world = work.game.world();
        let objects = world.battlefield.iter().copied().chain(world.stacks()).filter_map(|id| work.game.object(id));
        let theirs = objects.filter(|object| object.owner == *player);
        let cards: Vec<_> = theirs.flat_map(face_down_pieces).collect();
        if !cards.is_empty() {
            work.fact(rule!("708.9"), Event::Revealed { player: *player, cards });
        }
        show_reserved(work, *player);
        let there = work.game.zone(Zone::Command).iter().filter_map(|id| work.game.object(*id));
        let agendas = there.filter(|object| object.face_down.is_some() && object.controller == Some(*player));
        let cards: Vec<_> = agendas.map(|object| (object.id, object.def)).collect();
        if !cards.is_empty() {
            work.fact(rule!("702.106e"), Event::Revealed { player: *player, cards });
        }
    }
}

/// Reveals the face-down cards that designations reserve for a player.
fn show_reserved(work: &mut Work, player: PlayerId) {
    for being in Marking::ALL {
        let Some(it) = being.reserving() else { continue };
        let exiled = work.game.world().exile.iter().filter_map(|id| work.game.object(*id));
        let theirs = exiled.filter(|object| object.face_down.is_some() && object.owner == player);
        let reserved = theirs.filter(|object| object.reserving() == Some(being));
        let cards: Vec<_> = reserved.map(|object| (object.id, object.face_up_def())).collect();
        if !cards.is_empty() {
            work.fact(it.reveals, Event::Revealed { player, cards });
        }
    }
}

/// The events that turn a permanent over, with a new timestamp (CR 613.7f); none if it is so
/// already.
pub(in crate::rules) fn turned(work: &mut Work, rule: Rule, action: &Action) -> Vec<(Rule, Event)> {
    let permanent = |id: &ObjectId| work.game.object(*id).filter(|object| object.is_permanent()).cloned();
    match action {
        Action::TurnFaceDown { object, def } => {
            let Some(before) = permanent(object).filter(|object| !object.is_face_down()) else { return Vec::new() };
            let timestamp = work.new_timestamp();
            vec![(rule, Event::PermanentTurnedFaceDown { object: before.id, def: *def, timestamp })]
        }
        Action::TurnFaceUp { object, x, entering, .. } => {
            let Some(before) = permanent(object).filter(Object::is_face_down) else { return Vec::new() };
            let object = before.id;
            if stays_face_down(&work.game, &before) {
                let player = work.game.controller(object).unwrap_or(before.owner);
                let cards = face_down_pieces(&before);
                return vec![(rule!("701.34f"), Event::Revealed { player, cards })];
            }
            let timestamp = work.new_timestamp();
            let mut events = vec![(rule, Event::PermanentTurnedFaceUp { object, timestamp, x: *x })];
            events.extend(as_turned_up(work, object, entering));
            events
        }
        _ => Vec::new(),
    }
}

/// The effects on how a permanent is turned face up (CR 614.1e, 708.11).
pub(in crate::rules) fn as_turned_up(work: &mut Work, object: ObjectId, entering: &Entering) -> Vec<(Rule, Event)> {
    let mut events = Vec::new();
    // CR 303.4k, 712.16
    if let Some(to) = entering.attached_to {
        events.push((rule!("701.3a"), Event::Attached { object, to, timestamp: work.new_timestamp() }));
    }
    for (origin, note) in &entering.chosen {
        if let Some(link) = origin.link() {
            events.push((rule!("607.2d"), Event::Noted { object, link: Box::new(link), note: note.clone() }));
        }
    }
    for (kind, count) in entering.counters.iter().filter(|(_, count)| **count > 0) {
        let (timestamp, on) = (work.new_timestamp(), Entity::Object(object));
        events.push((rule!("614.1e"), Event::CountersPut { on, kind: kind.clone(), count: *count, timestamp }));
    }
    events
}

/// Whether a card could enter the battlefield face down as this: the listed characteristics are
/// those of a permanent (CR 708.3).
pub(in crate::rules) fn could_enter(game: &Game, def: crate::fact::DefId) -> bool {
    game.face(def).is_some_and(|face| face.types.is_permanent())
}

/// A new face-down object and its event: its definition has the listed characteristics (CR 708.3,
/// 708.4), and the event tells what is beneath.
pub(in crate::rules) fn beneath(new: NewObject, before: &Object, def: crate::fact::DefId) -> (NewObject, Event) {
    let event = Event::EnteredFaceDown { object: new.id, beneath: before.face_up_def() };
    (NewObject { def, ..new }, event)
}
