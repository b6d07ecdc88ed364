//! The history of a card: its successive objects, since a change of zone makes a new one
//! (CR 400.7).

use retrace_core::fact::{EntryNo, Event, ObjectId, Zone};
use retrace_core::rule::Rule;

use super::line::Timeline;

/// One of the successive objects of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The object.
    pub id: ObjectId,
    /// Where it was.
    pub zone: Zone,
    /// The event that put it there, its step and its rule.
    pub came: (EntryNo, usize, Rule),
}

/// The earlier and later objects of an object on a timeline, in order, including itself; empty if
/// the timeline does not have it. Where one became several, follows the first. Scans the whole
/// timeline once.
pub fn chapters(timeline: &Timeline, of: ObjectId) -> Vec<Chapter> {
    // Ids only grow, and an object has a greater id than its predecessor, so one pass knows the
    // past of an object when it appears.
    let mut pasts: Vec<(ObjectId, ObjectId, Chapter)> = Vec::new();
    let mut later: Vec<Chapter> = Vec::new();
    let mut now = of;
    for (step, entry) in timeline.entries_from(EntryNo(0)) {
        let came = (entry.no, step, entry.rule);
        match &entry.event {
            Event::Created { object } if object.id <= of => {
                let chapter = Chapter { id: object.id, zone: object.zone, came };
                pasts.push((object.id, object.id, chapter));
            }
            Event::Moved { object, became, .. } => {
                for new in became {
                    let chapter = Chapter { id: new.id, zone: new.zone, came };
                    if new.id <= of {
                        pasts.push((new.id, *object, chapter));
                    } else if *object == now && now >= of {
                        now = new.id;
                        later.push(chapter);
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    let mut past: Vec<Chapter> = Vec::new();
    let mut wanted = of;
    for (id, from, chapter) in pasts.into_iter().rev() {
        if id == wanted {
            past.push(chapter);
            if from == id {
                break;
            }
            wanted = from;
        }
    }
    past.reverse();
    past.extend(later);
    past
}
