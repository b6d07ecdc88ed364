//! Events of permanents: status, counters, damage, faces (CR 110.5, 122, 120.3, 710, 711).

use std::num::NonZeroU32;

use crate::fact::{Entity, EntryNo, Event, Reservation};
use crate::state::object::Reserved;
use crate::state::world::World;

use super::editing::{edit, edit_player};

/// Folds these events.
pub(super) fn fold_permanents(world: &mut World, event: &Event, no: EntryNo) {
    match event {
        Event::Tapped { object: id } => edit(world, *id, |object| object.status.tapped = true),
        Event::Untapped { object: id } => edit(world, *id, |object| object.status.tapped = false),
        Event::Attached { object: id, to, timestamp } => edit(world, *id, |object| {
            object.attached_to = Some(*to);
            object.timestamp = *timestamp;
        }),
        Event::Unattached { object: id } => edit(world, *id, |object| object.attached_to = None),
        Event::CountersPut { on, kind, count, timestamp } => match on {
            Entity::Object(id) => edit(world, *id, |object| {
                let there = object.counters.entry(kind.clone()).or_insert(0);
                *there = there.saturating_add(*count);
                object.counter_timestamps.retain(|(of, _)| of != kind);
                if kind.modifies() {
                    object.counter_timestamps.push((kind.clone(), *timestamp));
                }
            }),
            Entity::Player(id) => edit_player(world, *id, |player| {
                let there = player.counters.entry(kind.clone()).or_insert(0);
                *there = there.saturating_add(*count);
            }),
        },
        Event::CountersRemoved { from, kind, count } => {
            let take = |counters: &mut std::collections::BTreeMap<_, u32>| {
                if let Some(n) = counters.get_mut(kind) {
                    *n = n.saturating_sub(*count);
                    if *n == 0 {
                        counters.remove(kind);
                    }
                }
            };
            match from {
                Entity::Object(id) => edit(world, *id, |object| take(&mut object.counters)),
                Entity::Player(id) => edit_player(world, *id, |player| take(&mut player.counters)),
            }
        }
        Event::DamageMarked { object: id, amount, deathtouch } => edit(world, *id, |object| {
            object.damage = object.damage.saturating_add(*amount);
            object.deathtouched |= deathtouch;
        }),
        Event::DamageRemoved { object: id } => edit(world, *id, |object| object.damage = 0),
        Event::BecameLevel { object: id, level } => edit(world, *id, |object| object.level = NonZeroU32::new(*level)),
        Event::BecameMarked { object: id, being, .. } => edit(world, *id, |object| {
            object.memory.get_or_insert_default().markings.push(*being);
        }),
        Event::VentureMarkerMoved { dungeon, room, .. } => edit(world, *dungeon, |object| {
            object.memory.get_or_insert_default().rooms.push(*room);
        }),
        Event::DeathtouchSettled { objects } => {
            for id in objects {
                edit(world, *id, |object| object.deathtouched = false);
            }
        }
        Event::Flipped { object: id } => edit(world, *id, |object| object.flipped = true),
        Event::Transformed { object: id, def, timestamp } => edit(world, *id, |object| {
            (object.def, object.timestamp) = (*def, *timestamp);
            object.memory.get_or_insert_default().transformed = Some(no);
        }),
        Event::ControlChanged { object: id, .. } => edit(world, *id, |object| object.controlled_since = no),
        event => {
            let Some(Reservation { object: id, being, turn, given, .. }) = event.reservation() else { return };
            edit(world, id, |object| {
                let memory = object.memory.get_or_insert_default();
                memory.markings.push(being);
                memory.reserved = Some(Reserved { turn, given });
            });
        }
    }
}
