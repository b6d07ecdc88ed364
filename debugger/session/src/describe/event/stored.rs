//! Data stored about objects: choices made for them, and objects to return later.

use retrace_core::card::Keyword;
use retrace_core::fact::{Event, Note};
use retrace_core::state::Game;

use super::super::names::{counted, definition, list, object, player};

/// The text of such an event, without an initial capital; `None` for other events. `game` is the
/// game before it.
pub(super) fn said(game: &Game, event: &Event) -> Option<String> {
    Some(match event {
        Event::Noted { object: id, note, .. } => match note {
            Note::Value(value) => format!("{} was chosen for {}", value.word(), object(game, *id)),
            Note::Player(who) => format!("{} was chosen for {}", player(game, *who), object(game, *id)),
            Note::Number(number) => format!("{number} was chosen for {}", object(game, *id)),
            Note::Exiled(card) => format!("{} is exiled with {}", object(game, *card), object(game, *id)),
            Note::Revealed(card) => format!("{} is revealed by {}", object(game, *card), object(game, *id)),
            Note::Chosen(it) => format!("{} was chosen for {}", object(game, *it), object(game, *id)),
            Note::Copied(def) => {
                let of = definition(game, *def).unwrap_or("an object");
                format!("{} makes copies of {of} from now on", object(game, *id))
            }
            Note::Sacrificed(given) if given.is_empty() => format!("nothing is sacrificed for {}", object(game, *id)),
            Note::Sacrificed(given) => {
                let given: Vec<String> = given.iter().map(|it| object(game, *it)).collect();
                format!("{} is sacrificed for {}", list(&given), object(game, *id))
            }
            Note::Paid(with) => {
                let with: Vec<String> = with.iter().map(|id| object(game, *id)).collect();
                format!("{} is paid for {}", with.join(", "), object(game, *id))
            }
            Note::Mode(_, mode) => format!("mode {} of {} was chosen", mode + 1, object(game, *id)),
            Note::Names(names) => format!("{} were chosen for {}", list(names), object(game, *id)),
            Note::PutBy(who, kind, count) => {
                let counters = counted(u64::from(*count), &format!("{kind} counter"));
                format!("{} puts {counters} on {}", player(game, *who), object(game, *id))
            }
            Note::Accepted => format!("the offer of {} was accepted", object(game, *id)),
            // CR 702.99b: with cipher, the same is called "encoded".
            Note::Haunts(creature) => {
                let does = if game.has_keyword(*id, &Keyword::Cipher) { "is encoded on" } else { "haunts" };
                format!("{} {does} {}", object(game, *id), object(game, *creature))
            }
            Note::Put(new) if new == id => {
                format!("that {} put itself onto the battlefield is kept in mind", object(game, *id))
            }
            Note::Put(new) => {
                format!("that {} put {} onto the battlefield is kept in mind", object(game, *id), object(game, *new))
            }
        },
        Event::UntilBegan { source, objects: exiled, .. } => {
            let exiled: Vec<String> = exiled.iter().map(|(id, _)| object(game, *id)).collect();
            format!("{} will come back by {}", list(&exiled), object(game, *source))
        }
        Event::PhasedUntil { source, objects: phased, .. } => {
            let phased: Vec<String> = phased.iter().map(|(id, _)| object(game, *id)).collect();
            format!("{} will phase in by {}", list(&phased), object(game, *source))
        }
        Event::PhasedOut { object: id, with: None, .. } => format!("{} phases out", object(game, *id)),
        Event::PhasedOut { object: id, with: Some(host), .. } => {
            format!("{} phases out with {}", object(game, *id), object(game, *host))
        }
        Event::PhasedIn { object: id, unattached: false } => format!("{} phases in", object(game, *id)),
        Event::PhasedIn { object: id, unattached: true } => format!("{} phases in unattached", object(game, *id)),
        Event::UntilMet { id } => match game.world().untils.get(id) {
            Some(until) => format!("what {} waited for has happened", object(game, until.source)),
            None => format!("what {id} waited for has happened"),
        },
        Event::UntilDone { id } => match game.world().untils.get(id) {
            Some(until) if !until.phased.is_empty() => {
                format!("what {} phased out phases in", object(game, until.source))
            }
            Some(until) => format!("what {} exiled comes back", object(game, until.source)),
            None => format!("what {id} exiled comes back"),
        },
        _ => return None,
    })
}
