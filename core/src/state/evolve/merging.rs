//! Merging events (CR 723): an object becomes the top or bottom component of a permanent.

use std::sync::Arc;

use crate::fact::{Component, EntryNo, Event, ObjectId, Piece, Snapshot};
use crate::state::world::{Departed, World};

use super::editing::{edit, kept_of, leave};

/// Folds the merging of an object with a permanent, and what the permanent becomes.
pub(super) fn fold_merging(world: &mut World, event: &Event, no: EntryNo) {
    match event {
        Event::Merged { object, into, top, half, timestamp, was } => {
            let Some(before) = world.objects.get(object).cloned() else { return };
            if !world.objects.contains_key(into) {
                return;
            }
            // CR 608.3b: a copy of a spell becomes a token here.
            let component = match before.component {
                Component::Copy => Component::Token,
                component => component,
            };
            let piece = Piece { component, half: *half, since: *timestamp, ..before.as_piece() };
            departs(world, (*object, *into), was, no);
            edit(world, *into, |permanent| {
                let alone = permanent.as_piece();
                let pieces = &mut permanent.memory.get_or_insert_default().pieces;
                if pieces.is_empty() {
                    pieces.push(alone);
                }
                pieces.insert(if *top { 0 } else { pieces.len() }, piece);
            });
        }
        Event::Composed { object, pieces, def, beneath } => edit(world, *object, |permanent| {
            // CR 723.2d: the topmost component decides whether it is a token.
            permanent.component = pieces.first().map_or(permanent.component, |top| top.component);
            permanent.def = *def;
            permanent.beneath = *beneath;
            permanent.memory.get_or_insert_default().pieces = pieces.to_vec();
        }),
        _ => {}
    }
}

/// Removes the merged object. Looking up what it became leads to the permanent (CR 702.140f).
fn departs(world: &mut World, (id, into): (ObjectId, ObjectId), was: &Arc<Snapshot>, no: EntryNo) {
    let (level, memory) = kept_of(world, id);
    leave(world, id);
    let turn = world.turn.number;
    let departed = Departed { was: Arc::clone(was), became: vec![into], entry: no, turn, level, memory };
    world.departed.insert(id, Arc::new(departed));
}
