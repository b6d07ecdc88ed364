//! Events that place objects: zones, face-down objects, and the order of libraries (CR 400, 406.3,
//! 708).

use std::sync::Arc;

use crate::card::Value;
use crate::fact::{Announcement, Chance, EntryNo, Event, Link, Manner, Note, Zone};
use crate::persist::{Shared, take_out};
use crate::state::world::{Departed, World};

use super::editing::{edit, edit_pieces, edit_player, enter, insert_into_zone, kept_of, leave, note, place, use_up};
use super::subgames;

/// Folds these events.
pub(super) fn fold_objects(world: &mut World, event: &Event, no: EntryNo) {
    match event {
        Event::Created { object: new } => enter(world, new, no),
        Event::Moved { object: id, from, became, was, manner } => {
            if world.games().is_some() && matches!(from, Zone::Outside(_)) {
                subgames::note_brought(world, became);
            }
            let (level, memory) = kept_of(world, *id);
            leave(world, *id);
            take_out(&mut world.drawn, id);
            let departed = Departed {
                was: Arc::clone(was),
                became: became.iter().map(|new| new.id).collect(),
                entry: no,
                turn: world.turn.number,
                level,
                memory,
            };
            world.departed.insert(*id, Arc::new(departed));
            became.iter().for_each(|new| enter(world, new, no));
            if *manner == Manner::Play {
                world.turn.lands_played += 1;
            }
        }
        Event::Ceased { object: id, was } => {
            let ((level, memory), turn) = (kept_of(world, *id), world.turn.number);
            leave(world, *id);
            let departed = Departed { was: Arc::clone(was), became: Vec::new(), entry: no, turn, level, memory };
            world.departed.insert(*id, Arc::new(departed));
        }
        Event::ExiledFaceDown { object: id, seen_by } => {
            // CR 406.4: objects exiled together form one pile.
            let piles =
                world.exile.iter().filter_map(|id| world.objects.get(id)).filter_map(|object| object.pile.as_deref());
            let pile = piles.copied().filter(|first| world.at_once(*first, no)).min().unwrap_or(no);
            edit(world, *id, |object| {
                object.face_down = Some(Shared::from(seen_by.clone()));
                object.pile = Some(Shared::from(pile));
            });
        }
        Event::LookAllowed { player, object: id } => edit(world, *id, |object| {
            let seen_by = object.face_down.as_deref().into_iter().flatten().copied();
            object.face_down = Some(Shared::from(seen_by.chain([*player]).collect::<Vec<_>>()));
        }),
        Event::AgendaHidden { player, object: id, names } => {
            let Some(def) = world.objects.get(id).map(|object| object.def) else { return };
            edit(world, *id, |object| object.face_down = Some(Shared::from(vec![*player])));
            let chosen = match names.as_slice() {
                [name] => Note::Value(Value::Name(name.clone())),
                names => Note::Names(names.to_vec()),
            };
            note(world, *id, Link::Printed(def), chosen);
        }
        Event::AgendaRevealed { object: id, timestamp, .. } => edit(world, *id, |object| {
            object.face_down = None;
            object.timestamp = *timestamp;
        }),
        Event::DrawnFaceDown { object: id, reveals } => {
            edit(world, *id, |object| object.face_down = Some(Shared::default()));
            world.drawn.insert(*id, Arc::new(reveals.clone()));
        }
        Event::TurnedFaceUp { object: id } => {
            edit(world, *id, |object| {
                object.face_down = None;
                object.pile = None;
            });
            take_out(&mut world.drawn, id);
        }
        Event::EnteredFaceDown { object: id, beneath } => {
            edit(world, *id, |object| object.beneath = Some(*beneath));
        }
        Event::PermanentTurnedFaceDown { object: id, def, timestamp } => edit(world, *id, |object| {
            object.beneath = object.beneath.or(Some(object.def));
            object.def = *def;
            object.timestamp = *timestamp;
            // CR 723.2f: this applies to each face-up component.
            edit_pieces(object, |piece| piece.listed = piece.listed.or(Some(*def)));
        }),
        Event::PermanentTurnedFaceUp { object: id, timestamp, x } => edit(world, *id, |object| {
            object.def = object.face_up_def();
            object.beneath = None;
            object.timestamp = *timestamp;
            edit_pieces(object, |piece| piece.listed = None);
            // CR 702.37f: from now on the X of the permanent's other abilities.
            if x.is_some() {
                let announced = object.announced.as_deref().cloned().unwrap_or_default();
                object.announced = Some(Arc::new(Announcement { x: *x, ..announced }));
            }
        }),
        Event::TopShown { player, object: id, revealed } => {
            edit_player(world, *player, |player| player.shown = id.map(|id| (id, *revealed)));
            if let Some(id) = id.filter(|_| *revealed) {
                edit(world, id, |object| object.revealed = true);
            }
        }
        Event::Rearranged { object: id, position } => {
            let zone = world.objects.get(id).map(|object| object.zone);
            if let Some(zone) = zone
                && let Some(order) = place(world, zone)
                && let Some(index) = order.iter().position(|other| other == id)
            {
                order.remove(index);
                insert_into_zone(order, *id, zone, *position);
            }
        }
        Event::Shuffled { player, order } => {
            edit_player(world, *player, |player| player.library = order.to_vec().into());
            // A fixed result is used up by its shuffle.
            use_up(world, |chance| matches!(chance, Chance::Shuffle(id, _) if id == player));
        }
        _ => {}
    }
}
