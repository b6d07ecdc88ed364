//! Objects that receive timestamps at once (CR 613.7k): first the active player's, then each other
//! player's in turn order, in an order chosen by that player.
//!
//! The order of the players always holds. A player is asked only about their objects whose effects
//! could ever differ by order ([`Ordered::differs`]), as these would be once everything has
//! happened; the others are in the order of events.

use crate::card::{StaticEffect, ZoneKind};
use crate::derive::Look;
use crate::derive::cast::face_down::turned_face_up;
use crate::derive::object::faces;
use crate::derive::object::timestamps::Ordered;
use crate::fact::{
    Action, Answer, Choice, DefId, Domain, Entering, Entity, Event, Item, ObjectId, PlayerId, Prompt, Proposed, Zone,
};
use crate::rule;
use crate::state::{Game, Object, StaticPart};

use super::happen;
use super::perform::hypothetical;

/// An action that gives an object a timestamp.
#[derive(Clone, Copy)]
struct Receiver {
    /// The index of the action in the set.
    place: usize,
    /// The player who controls the object then, or else owns it.
    player: PlayerId,
}

/// The player whose object an action gives a timestamp; none if it gives none (CR 613.7d-e).
fn receives(game: &Game, action: &Action) -> Option<PlayerId> {
    match action {
        Action::Move { object, to, entering, .. } => {
            let before = game.object(*object)?;
            let controlled = matches!(to, Zone::Battlefield | Zone::Stack);
            let controller = entering.controller.or(before.controller).filter(|_| controlled);
            Some(controller.unwrap_or(before.owner))
        }
        Action::CreateToken { player, entering, .. } => Some(entering.controller.unwrap_or(*player)),
        Action::CreateEmblem { player, .. } => Some(*player),
        Action::Attach { object, .. }
        | Action::TurnFaceUp { object, .. }
        | Action::TurnFaceDown { object, .. }
        | Action::Transform { object, .. } => {
            let owner = game.object(*object)?.owner;
            Some(game.controller(*object).unwrap_or(owner))
        }
        _ => None,
    }
}

fn receivers(game: &Game, actions: &[Proposed]) -> Vec<Receiver> {
    let receiver = |(place, proposed): (usize, &Proposed)| {
        receives(game, &proposed.action).map(|player| Receiver { place, player })
    };
    actions.iter().enumerate().filter_map(receiver).collect()
}

/// The order in which to work out the actions of a set so that timestamps come out right; other
/// actions keep their places.
pub(in crate::rules) fn order(game: &Game, actions: &[Proposed], stamped: &[u32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..actions.len()).collect();
    let receivers = receivers(game, actions);
    if receivers.len() < 2 {
        return order;
    }
    let apnap = game.apnap();
    // Objects ordered by a player fill the places of those objects.
    let said: Vec<usize> = stamped.iter().filter_map(|place| usize::try_from(*place).ok()).collect();
    let rank = |receiver: &Receiver| apnap.iter().position(|id| *id == receiver.player);
    let mut sorted = receivers.clone();
    sorted.sort_by_key(rank);
    let slots: Vec<usize> = (0..sorted.len()).filter(|slot| said.contains(&sorted[*slot].place)).collect();
    let in_order = said.iter().filter_map(|place| receivers.iter().find(|it| it.place == *place)).copied();
    let mut chosen: Vec<Receiver> = in_order.collect();
    chosen.sort_by_key(rank);
    for (slot, receiver) in slots.into_iter().zip(chosen) {
        sorted[slot] = receiver;
    }
    for (slot, receiver) in receivers.iter().zip(sorted) {
        order[slot.place] = receiver.place;
    }
    order
}

/// The next player, in APNAP order, or `by`, who has to order some of their new timestamps, and the
/// actions concerned.
pub(in crate::rules) fn next(
    game: &Game,
    actions: &[Proposed],
    stamped: &[u32],
    by: Option<PlayerId>,
) -> Option<(PlayerId, Vec<usize>)> {
    let receivers = receivers(game, actions);
    if receivers.len() < 2 {
        return None;
    }
    let said = |player: PlayerId| {
        receivers.iter().any(|it| it.player == player && stamped.iter().any(|place| *place as usize == it.place))
    };
    let could = |it: &&Receiver| could_matter(game, &actions[it.place].action);
    let open = |player: &PlayerId| {
        by.is_none_or(|by| by == *player)
            && !said(*player)
            && receivers.iter().filter(could).filter(|it| it.player == *player).nth(1).is_some()
    };
    let players: Vec<PlayerId> = game.apnap().into_iter().filter(open).collect();
    if players.is_empty() {
        return None;
    }
    let (view, entered) = with_all(game, actions, receivers.iter().filter(could));
    players.into_iter().find_map(|player| {
        let own = entered.iter().filter(|(receiver, _)| receiver.player == player);
        let own: Vec<(usize, Ordered<'_>)> =
            own.filter_map(|(receiver, id)| Some((receiver.place, Ordered::of(&view, *id)?))).collect();
        let differs =
            |(place, one): &(usize, Ordered<'_>)| own.iter().any(|(other, two)| place != other && one.differs(two));
        let places: Vec<usize> = own.iter().filter(|it| differs(it)).map(|(place, _)| *place).collect();
        (places.len() > 1).then_some((player, places))
    })
}

/// Whether the recipient of a timestamp could have an effect whose order matters: one printed on it
/// that functions there, one that it enters with, or one that another effect could give it.
fn could_matter(game: &Game, action: &Action) -> bool {
    let printed = |def: DefId, zone: ZoneKind| {
        let of = |part: &StaticPart| {
            matches!(*part.effect, StaticEffect::Modify { .. } | StaticEffect::MaximumHandSize { .. })
        };
        game.printed(def).is_some_and(|it| it.zones.contains(&zone) && it.effects.iter().any(of))
    };
    let said = |entering: &Entering| entering.copy.is_some() || entering.being.is_some();
    let given = game.derived().modifies;
    match action {
        Action::Move { object, to, entering, .. } => {
            let battlefield = *to == Zone::Battlefield && (given || said(entering));
            let becomes = |object: &Object| faces::moving_to(game, object, *to, entering.back);
            battlefield || game.object(*object).is_some_and(|object| printed(becomes(object), to.kind()))
        }
        Action::CreateToken { def, entering, .. } => given || said(entering) || printed(*def, ZoneKind::Battlefield),
        Action::Attach { object, .. } => {
            given || game.object(*object).is_some_and(|object| printed(object.def, ZoneKind::Battlefield))
        }
        Action::TurnFaceUp { object, .. } => {
            let known = |object: &Object| printed(object.face_up_def(), ZoneKind::Battlefield);
            given || game.object(*object).is_some_and(known)
        }
        Action::TurnFaceDown { def, .. } => given || printed(*def, ZoneKind::Battlefield),
        Action::Transform { object, .. } => {
            given || faces::other_faces(game, *object).into_iter().any(|def| printed(def, ZoneKind::Battlefield))
        }
        Action::CreateEmblem { def, .. } => printed(*def, ZoneKind::Command),
        _ => false,
    }
}

/// The game after all of these actions, and the resulting objects.
fn with_all<'a>(
    game: &Game,
    actions: &[Proposed],
    receivers: impl Iterator<Item = &'a Receiver>,
) -> (Game, Vec<(Receiver, ObjectId)>) {
    let mut view = game.clone();
    let mut entered = Vec::new();
    for receiver in receivers {
        let action = &actions[receiver.place].action;
        let done = match action {
            Action::Attach { object, to } => {
                let timestamp = view.counters().timestamp;
                let attached = Event::Attached { object: *object, to: *to, timestamp };
                Some((hypothetical(&view, attached), *object))
            }
            Action::TurnFaceUp { object, x, .. } => Some((turned_face_up(&view, *object, *x), *object)),
            Action::TurnFaceDown { object, def } => {
                let timestamp = view.counters().timestamp;
                let turned = Event::PermanentTurnedFaceDown { object: *object, def: *def, timestamp };
                Some((hypothetical(&view, turned), *object))
            }
            Action::Transform { object, .. } => faces::turned_over(&view, *object).map(|view| (view, *object)),
            _ => happen::with_entered(&view, game, action),
        };
        if let Some((now, id)) = done {
            view = now;
            entered.push((*receiver, id));
        }
    }
    (view, entered)
}

/// Asks for the order of the next player's objects, or those of `by`, earliest timestamp first.
pub(in crate::rules) fn timestamp_choice(
    game: &Game,
    actions: &[Proposed],
    stamped: &[u32],
    by: Option<PlayerId>,
) -> Option<Choice> {
    let (player, places) = next(game, actions, stamped, by)?;
    Some(Choice {
        player,
        answered_by: player,
        prompt: Prompt::Timestamps,
        rule: rule!("613.7k"),
        domain: Domain::Order(places.into_iter().filter_map(|place| item(actions, place)).collect()),
        back_out: false,
    })
}

/// The name of an action's object: the object now, or the token or emblem to be created.
fn item(actions: &[Proposed], place: usize) -> Option<Item> {
    match &actions.get(place)?.action {
        Action::Move { object, .. }
        | Action::Attach { object, .. }
        | Action::TurnFaceUp { object, .. }
        | Action::TurnFaceDown { object, .. }
        | Action::Transform { object, .. } => Some(Item::Entity(Entity::Object(*object))),
        Action::CreateToken { def, .. } | Action::CreateEmblem { def, .. } => {
            Some(Item::Created(*def, u32::try_from(place).ok()?))
        }
        _ => None,
    }
}

/// The order known so far with the answer added: the indices of the actions, earliest timestamp
/// first.
pub(in crate::rules) fn with(
    game: &Game,
    actions: &[Proposed],
    stamped: &[u32],
    by: PlayerId,
    answer: &Answer,
) -> Vec<u32> {
    let mut all = stamped.to_vec();
    let (Some((_, places)), Answer::Ordered(items)) = (next(game, actions, stamped, Some(by)), answer) else {
        return all;
    };
    let place_of = |wanted: &Item| places.iter().copied().find(|place| item(actions, *place).as_ref() == Some(wanted));
    all.extend(items.iter().filter_map(place_of).filter_map(|place| u32::try_from(place).ok()));
    all
}
