//! Objects: their zones, counters, attachments and characteristics.

use retrace_core::card::ZoneKind;
use retrace_core::card::text::with_article;
use retrace_core::fact::{Component, Event, Manner, NewObject, ObjectId, Piece, Position, Snapshot, Zone};
use retrace_core::state::Game;

use super::super::action::searches;
use super::super::names::{counted, definition, entity, list, object, place, player, zone};
use super::several::said_of_several;

/// Up to this many cards that somebody looks at are named one by one.
const FEW_CARDS: usize = 5;

/// The text of such an event, without an initial capital; `None` for other events. `game` is the
/// game before it.
pub(super) fn said(game: &Game, event: &Event) -> Option<String> {
    Some(match event {
        Event::Created { object } => created(game, object),
        Event::Moved { object, from, became, manner, was } => moved(game, *object, *from, became, *manner, was),
        Event::CountersPut { on, kind, count, .. } => {
            let counters = counted(u64::from(*count), &format!("{kind} counter"));
            match on.player() {
                Some(id) => format!("{} gets {counters}", player(game, id)),
                None => format!("{} gets {counters}", entity(game, *on)),
            }
        }
        Event::CountersRemoved { from, kind, count } => {
            let counters = counted(u64::from(*count), &format!("{kind} counter"));
            format!("{} loses {counters}", entity(game, *from))
        }
        Event::DamageMarked { object: id, amount, deathtouch } => {
            let how = if *deathtouch { ", by deathtouch" } else { "" };
            format!("{amount} damage is marked on {}{how}", object(game, *id))
        }
        Event::EnteredFaceDown { object: id, beneath } => {
            let beneath = definition(game, *beneath).unwrap_or("a card");
            format!("beneath {} is {beneath}", object(game, *id))
        }
        Event::TurningCostShown { player: who, object: id, cost } => {
            format!(
                "{} shows that turning {} face up costs {}",
                player(game, *who),
                object(game, *id),
                retrace_core::card::text::cost_text(cost)
            )
        }
        Event::TopShown { player: id, object: Some(top), .. } => {
            format!("{} is shown on top of the library of {}", object(game, *top), player(game, *id))
        }
        Event::TopShown { player: id, object: None, .. } => {
            format!("the top card of the library of {} is not shown any more", player(game, *id))
        }
        Event::Rearranged { object: id, position } => {
            let place = match position {
                Position::Top => "on top".to_owned(),
                Position::Bottom => "at the bottom".to_owned(),
                Position::FromTop(n) => format!("in place {n} from the top"),
            };
            format!("{} is put {place} of its library", object(game, *id))
        }
        Event::Revealed { player: id, cards } => {
            let names: Vec<String> =
                cards.iter().map(|(_, def)| definition(game, *def).unwrap_or("a card").to_owned()).collect();
            format!("{} reveals {}", player(game, *id), list(&names))
        }
        Event::LookedAt { player: id, cards } => match cards.as_slice() {
            [_, ..] if cards.len() <= FEW_CARDS => {
                let names: Vec<String> =
                    cards.iter().map(|(_, def)| definition(game, *def).unwrap_or("a card").to_owned()).collect();
                format!("{} looks at {}", player(game, *id), list(&names))
            }
            _ => format!("{} looks at {} cards of a library", player(game, *id), cards.len()),
        },
        Event::Searched { player: id, top: None } => format!("{} searches their library", player(game, *id)),
        Event::Searched { player: id, top: Some(top) } => {
            format!("{} searches the top {} of their library", player(game, *id), counted(u64::from(*top), "card"))
        }
        Event::SearchedZones { player: id, whose, zones, top } => searches(game, (*id, *whose), zones, *top),
        Event::Merged { object: id, into, half: true, .. } => {
            format!("{} is melded into {}", object(game, *id), object(game, *into))
        }
        Event::Merged { object: id, into, top, .. } => {
            let place = if *top { "on top of it" } else { "under it" };
            format!("{} merges with {}, {place}", object(game, *id), object(game, *into))
        }
        Event::Composed { object: id, pieces, def, .. } => {
            let named = |piece: &Piece| match piece.listed {
                Some(_) => "a face-down component".to_owned(),
                None => definition(game, piece.def).unwrap_or("a component").to_owned(),
            };
            let by: Vec<String> = pieces.iter().filter(|piece| !piece.half).map(named).collect();
            let (before, by) = (object(game, *id), list(&by));
            match definition(game, *def).filter(|name| *name != before) {
                Some(name) => format!("{before} is {name}, represented by {by}"),
                None => format!("{before} is represented by {by}"),
            }
        }
        // A merged permanent turns over its components, which the next event says (CR 723.2i).
        Event::Transformed { object: id, .. } if game.object(*id).is_some_and(|it| !it.pieces().is_empty()) => {
            format!("{} transforms", object(game, *id))
        }
        Event::Transformed { object: id, def, .. } => {
            format!("{} transforms into {}", object(game, *id), definition(game, *def).unwrap_or("its other face"))
        }
        _ => return None,
    })
}

fn created(game: &Game, new: &NewObject) -> String {
    match (&new.ability, new.component) {
        (Some(ability), _) if ability.trigger.is_some() => {
            let said = said_of_several(game, ability.source, ability.origin.as_ref(), ability.text);
            format!("an ability of {}{said} goes on the stack", object(game, ability.source))
        }
        (Some(ability), _) => format!("an ability of {} goes on the stack", object(game, ability.source)),
        (None, Component::Token) => {
            let token = format!("{} token", definition(game, new.def).unwrap_or("nameless"));
            format!("{} comes into being", with_article(&token))
        }
        (None, Component::Copy) => {
            let of = definition(game, new.def).unwrap_or("a spell");
            format!("a copy of {of} comes into being {}", place(game, new.zone))
        }
        (None, Component::Emblem) => format!("{} gets an emblem", player(game, new.owner)),
        (None, _) => format!("{} is {}", definition(game, new.def).unwrap_or("a card"), place(game, new.zone)),
    }
}

fn moved(game: &Game, id: ObjectId, from: Zone, became: &[NewObject], manner: Manner, was: &Snapshot) -> String {
    let name = object(game, id);
    let Some(new) = became.first().filter(|_| manner != Manner::LeftGame) else {
        let left = if manner == Manner::LeftGame { "the game".to_owned() } else { zone(game, from) };
        return format!("{name} leaves {left}");
    };
    let to = zone(game, new.zone);
    let by = |id: Option<retrace_core::fact::PlayerId>| player(game, id.unwrap_or(was.owner));
    match manner {
        Manner::Shuffle => format!("{name} goes to {to}, from {}, to be shuffled", zone(game, from)),
        Manner::Cast => format!("{} puts {name} on the stack, from {}", by(new.controller), zone(game, from)),
        Manner::Play => format!("{} plays {name}", by(new.controller)),
        Manner::Resolve if new.zone.kind() == ZoneKind::Battlefield => format!("{name} enters the battlefield"),
        Manner::Draw => format!("{name} goes from {} to {to}", zone(game, from)),
        Manner::Resolve => format!("{name} has done what it does and goes to {to}"),
        Manner::NotResolve => format!("{name} goes to {to} without resolving"),
        Manner::Discard => format!("{} discards {name}, which goes to {to}", by(None)),
        Manner::Mill => format!("{name} is milled from {} to {to}", zone(game, from)),
        Manner::Destroy => format!("{name} is destroyed and goes to {to}"),
        Manner::Sacrifice => format!("{} sacrifices {name}, which goes to {to}", by(was.controller)),
        Manner::Exile => format!("{name} is exiled from {}", zone(game, from)),
        Manner::Counter => format!("{name} is countered and goes to {to}"),
        Manner::StateBased => format!("{name} goes to {to} as a state-based action"),
        Manner::Edit => format!("what if: {name} goes from {} to {to}", zone(game, from)),
        Manner::Put if new.zone.kind() == ZoneKind::Battlefield => {
            format!("{name} is put onto the battlefield from {}", zone(game, from))
        }
        Manner::Put | Manner::LeftGame => format!("{name} is put from {} into {to}", zone(game, from)),
    }
}
