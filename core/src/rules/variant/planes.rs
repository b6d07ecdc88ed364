//! Planechase (CR 901): the planar controller, planeswalking (CR 701.24) and the planar die.

use crate::card::{CardType, CardTypes};
use crate::derive::Look;
use crate::derive::look::printed_types;
use crate::fact::{Casual, Event, ObjectId, Origin, PlayerId, TriggerId, planar_die};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::supplement::{self, put_under, turn_up};
use crate::rules::engine::random;
use crate::rules::engine::work::Work;

/// The face-up planes and phenomena.
pub(in crate::rules) fn face_up(game: &Game) -> Vec<ObjectId> {
    supplement::face_up(game, CardTypes::is_planar)
}

/// The face-up planes and phenomena that a planar controller controls. Without turn markers there
/// is only one, who controls all of them (CR 901.6, 901.14).
fn face_up_of(game: &Game, controller: PlayerId) -> Vec<ObjectId> {
    let mut found = face_up(game);
    if game.markers().is_some() {
        found.retain(|id| game.object(*id).is_some_and(|it| it.controller == Some(controller)));
    }
    found
}

/// A player becomes the planar controller, if planes are played (CR 901.6).
pub(in crate::rules) fn take_control(work: &mut Work, player: PlayerId) {
    if work.game.is_played_as(Casual::Planechase) {
        let (rule, event) = controller_changed(face_up(&work.game), player);
        work.fact(rule, event);
    }
}

fn controller_changed(objects: Vec<ObjectId>, player: PlayerId) -> (Rule, Event) {
    let objects = objects.into_boxed_slice();
    (rule!("901.6"), Event::PlanarControllerChanged { player, objects, waiting: Box::default() })
}

/// The change of the planar controller as a turn begins (CR 901.6).
pub(in crate::rules) fn as_turn_begins(game: &Game, player: PlayerId) -> Option<(Rule, Event)> {
    let now = game.world().planar_controller()?;
    (now != player).then(|| controller_changed(face_up_of(game, now), player))
}

/// The starting player, or each player with a turn marker, sets a starting plane (CR 103.6, 901.5,
/// 901.14a). Nothing triggers on that.
pub(in crate::rules) fn set_starting_planes(work: &mut Work) {
    let several: Vec<PlayerId> = work.game.world().planar_controllers().collect();
    match work.game.markers() {
        Some(_) => several.into_iter().for_each(|player| begin_with(work, player)),
        None if several.is_empty() => {}
        None => begin_with(work, work.game.starting_player()),
    }
}

fn begin_with(work: &mut Work, player: PlayerId) {
    if !face_up_of(&work.game, player).is_empty() {
        return;
    }
    let deck = work.game.planar_deck(player);
    for _ in 0..work.game.zone(deck).len() {
        let Some(top) = turn_up(work, rule!("901.5"), deck, player) else { return };
        if printed_types(&work.game, top).has(CardType::Plane) {
            return;
        }
        put_under(work, rule!("901.5"), top);
    }
}

/// A player planeswalks, if they are the planar controller (CR 701.24a-b).
pub(in crate::rules) fn planeswalk(work: &mut Work, rule: Rule, player: PlayerId) {
    if !work.game.world().planar_controllers().any(|controller| controller == player) {
        return;
    }
    let from = face_up_of(&work.game, player);
    for object in &from {
        put_under(work, rule, *object);
    }
    let deck = work.game.planar_deck(player);
    let to = turn_up(work, rule, deck, player);
    work.fact(rule, Event::Planeswalked { player, from, to });
}

/// The planar controller who planeswalks because a phenomenon is face up and none of its abilities
/// has triggered and not yet left the stack (CR 311.7, 704.6f).
pub(in crate::rules) fn leaves_phenomenon(game: &Game) -> Option<PlayerId> {
    let player = game.world().planar_controllers().next()?;
    let phenomena = supplement::face_up(game, |types| types.has(CardType::Phenomenon));
    let left = phenomena.into_iter().find(|it| !is_at_work(game, |source| source == *it))?;
    match game.markers() {
        Some(_) => game.object(left)?.controller,
        None => Some(player),
    }
}

/// Whether a triggered ability of such a source waits or is on the stack.
pub(super) fn is_at_work(game: &Game, is: impl Fn(ObjectId) -> bool) -> bool {
    let world = game.world();
    let mut stack = world.stacks().filter_map(|id| game.object(id)?.ability.as_deref());
    world.all_waiting().any(|it| is(it.source)) || stack.any(|it| it.trigger.is_some() && is(it.source))
}

/// A player rolls the planar die (CR 901.3a, 901.9), as a special action or because an effect says
/// so.
pub(in crate::rules) fn roll(work: &mut Work, player: PlayerId, action: bool) {
    if work.game.world().planar_controllers().next().is_none() {
        return;
    }
    for natural in random::dice(work, planar_die::SIDES, 1) {
        work.fact(rule!("901.9"), Event::PlanarDieRolled { player, natural, action });
    }
}

/// Somebody else becomes the planar controller before that player leaves the game (CR 800.4p,
/// 901.6), also of the abilities of the phenomena that leave (CR 901.10b). If there are fewer turn
/// markers then, nobody does (CR 901.14b).
pub(in crate::rules) fn before_leaving(work: &mut Work, leavers: &[PlayerId]) {
    let leave = |player: &PlayerId| leavers.contains(player);
    let mut controllers: Vec<PlayerId> = work.game.world().planar_controllers().filter(leave).collect();
    if work.game.markers().is_some() && !controllers.is_empty() {
        let ceasing = work.game.fewer_markers(leavers).min(controllers.len());
        controllers.drain(..ceasing).for_each(|player| cease(work, player));
    }
    for now in controllers {
        if let Some(event) = followed(&work.game, leavers, now) {
            work.fact(rule!("901.6"), event);
        }
    }
}

/// The event in which another player follows a planar controller who leaves.
fn followed(game: &Game, leavers: &[PlayerId], now: PlayerId) -> Option<Event> {
    // Somebody who is a planar controller already would be one of two turns.
    let free = |player: &PlayerId| !game.world().planar_controllers().any(|other| other == *player);
    let mut order = game.turn_order_from(now);
    order.retain(|player| !leavers.contains(player));
    let next = order.iter().copied().find(free).or(order.first().copied())?;
    let stays = |source: ObjectId| {
        let object = game.object(source).filter(|it| leavers.contains(&it.owner));
        object.is_some() && printed_types(game, source).has(CardType::Phenomenon)
    };
    let world = game.world();
    let on_stack = world.stacks().filter(|id| {
        let object = game.object(*id);
        object.is_some_and(|it| it.controller == Some(now) && it.ability.as_deref().is_some_and(|it| stays(it.source)))
    });
    let objects: Box<[ObjectId]> = face_up_of(game, now).into_iter().chain(on_stack).collect();
    let waits = world.all_waiting().filter(|it| it.controller == now && stays(it.source));
    let waiting: Box<[TriggerId]> = waits.map(|it| it.id).collect();
    Some(match game.markers() {
        Some(_) => Event::PlanarControllerFollowed { player: next, before: now, objects, waiting },
        None => Event::PlanarControllerChanged { player: next, objects, waiting },
    })
}

/// A player ceases to be a planar controller, and nobody follows. The planes and phenomena go under
/// the planar decks of their owners; nobody has planeswalked (CR 901.14b).
pub(in crate::rules) fn cease(work: &mut Work, player: PlayerId) {
    let planes = face_up_of(&work.game, player);
    work.fact(rule!("901.14b"), Event::PlanarControllerCeased { player });
    for object in planes {
        put_under(work, rule!("901.14b"), object);
    }
}

/// If face-up planes or phenomena have left with their owners, the planar controller turns up a
/// card (CR 901.10), and no planeswalking ability waits any more (CR 901.10a). `before` are those
/// that were face up.
pub(in crate::rules) fn after_leaving(work: &mut Work, before: &[ObjectId]) {
    let gone: Vec<ObjectId> = before.iter().copied().filter(|id| work.game.object(*id).is_none()).collect();
    if gone.is_empty() {
        return;
    }
    for player in work.game.world().planar_controllers().collect::<Vec<_>>() {
        let of = |id: &ObjectId| match work.game.markers() {
            Some(_) => work.game.controller(*id) == Some(player),
            None => true,
        };
        let gone: Vec<ObjectId> = gone.iter().copied().filter(of).collect();
        if !gone.is_empty() {
            turn_up_another(work, player, gone);
        }
    }
}

fn turn_up_another(work: &mut Work, player: PlayerId, gone: Vec<ObjectId>) {
    let deck = work.game.planar_deck(player);
    let to = turn_up(work, rule!("901.10"), deck, player);
    let planes = gone.iter().any(|id| printed_types(&work.game, *id).has(CardType::Plane));
    work.fact(rule!("901.10"), Event::Planeswalked { player, from: gone, to });
    let several = work.game.markers().is_some();
    let stack = work.game.world().stacks().filter(|id| {
        let object = work.game.object(*id).filter(|it| !several || it.controller == Some(player));
        object.and_then(|it| it.ability.as_deref()).is_some_and(|it| it.origin == Some(Origin::Planar))
    });
    let abilities: Vec<ObjectId> = stack.filter(|_| planes).collect();
    for object in abilities {
        if let Some(was) = work.game.snapshot(object) {
            work.fact(rule!("901.10a"), Event::Ceased { object, was: std::sync::Arc::new(was) });
        }
    }
}
