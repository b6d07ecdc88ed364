//! Phasing events (CR 702.26). A phased-out permanent is removed from everything that rules and
//! effects look at, and kept beside it unchanged.

use std::sync::Arc;

use crate::fact::{EntryNo, Event, ObjectId, Snapshot};
use crate::state::object::changed;
use crate::state::world::{Departed, PhasedOut, Until, World};

/// Folds phasing out, phasing in, and phasing in after an event.
pub(super) fn fold_phasing(world: &mut World, event: &Event, no: EntryNo) {
    match event {
        Event::PhasedOut { object, was, with, held } => phase_out(world, *object, was, (*with, *held), no),
        Event::PhasedIn { object, unattached } => phase_in(world, *object, *unattached),
        Event::PhasedUntil { id, source, controller, until, announced, objects, tapped } => {
            let begun = Until {
                id: *id,
                source: *source,
                controller: *controller,
                until: until.clone(),
                announced: Arc::clone(announced),
                objects: Vec::new(),
                phased: objects.to_vec(),
                tapped: *tapped,
                met: false,
            };
            world.untils.insert(*id, Arc::new(begun));
        }
        _ => {}
    }
}

/// Takes an object off the battlefield. Meanwhile its last known information is kept, as for an
/// object that left.
fn phase_out(
    world: &mut World,
    id: ObjectId,
    was: &Arc<Snapshot>,
    (with, held): (Option<ObjectId>, bool),
    no: EntryNo,
) {
    let Some(object) = world.objects.remove(&id) else { return };
    if let Some(index) = world.battlefield.iter().position(|other| *other == id) {
        world.battlefield.remove(index);
    }
    let controller = was.controller.unwrap_or(object.owner);
    let (level, memory) = (object.level, object.memory.clone());
    let phased = PhasedOut { object, controller, with, held, since: no };
    world.phased_out.insert(id, Arc::new(phased));
    let turn = world.turn.number;
    let departed = Departed { was: Arc::clone(was), became: Vec::new(), entry: no, turn, level, memory };
    world.departed.insert(id, Arc::new(departed));
}

/// Puts it back among the existing objects, with its id and all its data.
fn phase_in(world: &mut World, id: ObjectId, unattached: bool) {
    let Some(phased) = world.phased_out.get(&id).cloned() else { return };
    world.phased_out.remove(&id);
    world.departed.remove(&id);
    let mut object = Arc::clone(&phased.object);
    if unattached {
        changed(&mut object).attached_to = None;
    }
    world.objects.insert(id, object);
    let place = world.battlefield.iter().position(|other| *other > id).unwrap_or(world.battlefield.len());
    world.battlefield.insert(place, id);
    // What phases in with it follows at once.
    super::leaving::by_themselves(world, &[id]);
}
