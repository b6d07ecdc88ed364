//! What folding does to a world: finding and changing its objects and players, and their zones.

use std::num::NonZeroU32;
use std::sync::Arc;

use crate::fact::{Chance, EntryNo, Link, NewObject, Note, ObjectId, Piece, PlayerId, Position, Zone};
use crate::persist::{Memo, Shared};

use crate::state::game::Game;
use crate::state::object::{Object, ObjectMemory, changed};
use crate::state::player::Player;
use crate::state::world::World;

/// Returns the world for modification. If another game shares it, it is copied first.
pub(super) fn world(game: &mut Game) -> &mut World {
    Arc::make_mut(&mut game.world)
}

/// Uses up the first result fixed in advance that fits, if there is one.
pub(super) fn use_up(world: &mut World, fits: impl Fn(&Chance) -> bool) {
    if let Some(index) = world.chances.iter().position(fits) {
        world.chances.remove(index);
    }
}

/// Returns an object, even if it is phased out: a few events also affect phased-out permanents
/// (CR 514.2).
pub(super) fn object(world: &mut World, id: ObjectId) -> Option<&mut Object> {
    if world.phased_out.contains_key(&id) {
        let phased = world.phased_out.get_mut(&id).map(Arc::make_mut)?;
        return Some(changed(&mut phased.object));
    }
    world.objects.get_mut(&id).map(changed)
}

pub(super) fn player(world: &mut World, id: PlayerId) -> Option<&mut Player> {
    world.players.get_mut(usize::from(id.0)).map(Arc::make_mut)
}

pub(super) fn place(world: &mut World, zone: Zone) -> Option<&mut Vec<ObjectId>> {
    match zone {
        Zone::Library(id) => player(world, id).map(|player| &mut *player.library),
        Zone::Hand(id) => player(world, id).map(|player| &mut *player.hand),
        Zone::Graveyard(id) => player(world, id).map(|player| &mut *player.graveyard),
        Zone::Battlefield => Some(&mut world.battlefield),
        Zone::Stack => Some(&mut world.stack),
        Zone::Exile => Some(&mut world.exile),
        Zone::Command => Some(&mut world.command),
        Zone::Outside(id) => player(world, id).map(|player| &mut *player.outside),
        Zone::Ante => Some(&mut world.ante),
        Zone::Planar(_) | Zone::Schemes(_) => Some(world.others.decks.entry(zone).or_default()),
    }
}

pub(super) fn enter(world: &mut World, new: &NewObject, no: EntryNo) {
    world.objects.insert(
        new.id,
        Arc::new(Object {
            id: new.id,
            component: new.component,
            owner: new.owner,
            controller: new.controller,
            def: new.def,
            zone: new.zone,
            status: new.status,
            flipped: false,
            memory: None,
            timestamp: new.timestamp,
            entered: no,
            controlled_since: no,
            damage: 0,
            deathtouched: false,
            counters: new.counters.clone(),
            counter_timestamps: Vec::new(),
            attached_to: new.attached_to,
            beneath: None,
            face_down: None,
            pile: None,
            revealed: false,
            announced: new.announced.clone(),
            ability: new.ability.clone(),
            level: None,
            written: Memo::default(),
        }),
    );
    if let Some(order) = place(world, new.zone) {
        insert_into_zone(order, new.id, new.zone, new.position);
    }
}

/// Puts an object into a zone. Libraries and supplementary decks are stored top first; every other
/// zone stores its latest object last.
pub(super) fn insert_into_zone(order: &mut Vec<ObjectId>, id: ObjectId, zone: Zone, position: Position) {
    let in_library = matches!(zone, Zone::Library(_)) || zone.is_supplementary();
    match position {
        Position::Top if in_library => order.insert(0, id),
        Position::FromTop(n) if in_library => {
            let index = usize::try_from(n).unwrap_or(usize::MAX).saturating_sub(1);
            order.insert(index.min(order.len()), id);
        }
        _ => order.push(id),
    }
}

pub(super) fn leave(world: &mut World, id: ObjectId) {
    let Some(zone) = world.objects.remove(&id).map(|object| object.zone) else { return };
    if let Some(order) = place(world, zone)
        && let Some(index) = order.iter().position(|other| *other == id)
    {
        order.remove(index);
    } else if zone == Zone::Stack {
        super::turn_markers::leave_stack(world, id);
    }
}

/// What is kept of a departing object besides its snapshot: its level (CR 717.2b), and its
/// components if there are several (CR 723.3).
pub(super) fn kept_of(world: &World, id: ObjectId) -> (Option<NonZeroU32>, Option<Shared<ObjectMemory>>) {
    world.objects.get(&id).map(|object| (object.level, object.memory.clone())).unwrap_or_default()
}

pub(super) fn edit(world: &mut World, id: ObjectId, change: impl FnOnce(&mut Object)) {
    if let Some(object) = object(world, id) {
        change(object);
    }
}

pub(super) fn edit_player(world: &mut World, id: PlayerId, change: impl FnOnce(&mut Player)) {
    if let Some(player) = player(world, id) {
        change(player);
    }
}

/// Adds a note to an object (CR 607.2).
pub(super) fn note(world: &mut World, object: ObjectId, link: Link, note: Note) {
    Arc::make_mut(world.notes.entry(object).or_default()).push((link, note));
}

pub(super) fn edit_pieces(object: &mut Object, change: impl FnMut(&mut Piece)) {
    if let Some(memory) = object.memory.as_mut().filter(|memory| !memory.pieces.is_empty()) {
        memory.pieces.iter_mut().for_each(change);
    }
}
