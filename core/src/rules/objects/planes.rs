//! Planechase (CR 901): the planar controller, planeswalking (CR 701.24) and the planar die.

use crate::card::{CardType, CardTypes};
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

/// A player becomes the planar controller, if planes are played (CR 901.6).
pub(in crate::rules) fn take_control(work: &mut Work, player: PlayerId) {
    if work.game.is_played_as(Casual::Planechase) {
        let (rule, event) = controller_changed(&work.game, player);
        work.fact(rule, event);
    }
}

fn controller_changed(game: &Game, player: PlayerId) -> (Rule, Event) {
    let objects = face_up(game).into_boxed_slice();
    (rule!("901.6"), Event::PlanarControllerChanged { player, objects, waiting: Box::default() })
}

/// The change of the planar controller as a turn begins (CR 901.6).
pub(in crate::rules) fn as_turn_begins(game: &Game, player: PlayerId) -> Option<(Rule, Event)> {
    let now = game.world().planar_controller()?;
    (now != player).then(|| controller_changed(game, player))
}

/// The starting player sets the starting plane (CR 103.6, 901.5). Nothing triggers on that.
pub(in crate::rules) fn begin(work: &mut Work) {
    let player = work.game.starting_player();
    if work.game.world().planar_controller().is_none() || !face_up(&work.game).is_empty() {
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
    if work.game.world().planar_controller() != Some(player) {
        return;
    }
    let from = face_up(&work.game);
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
    let player = game.world().planar_controller()?;
    let phenomena = supplement::face_up(game, |types| types.has(CardType::Phenomenon));
    phenomena.into_iter().any(|it| !is_at_work(game, |source| source == it)).then_some(player)
}

/// Whether a triggered ability of such a source waits or is on the stack.
pub(super) fn is_at_work(game: &Game, is: impl Fn(ObjectId) -> bool) -> bool {
    let world = game.world();
    let mut stack = world.stack.iter().filter_map(|id| game.object(*id)?.ability.as_deref());
    world.waiting.iter().any(|it| is(it.source)) || stack.any(|it| it.trigger.is_some() && is(it.source))
}

/// A player rolls the planar die (CR 901.3a, 901.9), as a special action or because an effect says
/// so.
pub(in crate::rules) fn roll(work: &mut Work, player: PlayerId, action: bool) {
    if work.game.world().planar_controller().is_none() {
        return;
    }
    for natural in random::dice(work, planar_die::SIDES, 1) {
        work.fact(rule!("901.9"), Event::PlanarDieRolled { player, natural, action });
    }
}

/// Somebody else becomes the planar controller before that player leaves the game (CR 800.4p,
/// 901.6), also of the abilities of the phenomena that leave (CR 901.10b).
pub(in crate::rules) fn before_leaving(work: &mut Work, leavers: &[PlayerId]) {
    let game = &work.game;
    let Some(now) = game.world().planar_controller().filter(|now| leavers.contains(now)) else { return };
    let order = game.turn_order_from(now);
    let Some(next) = order.into_iter().find(|player| !leavers.contains(player)) else { return };
    let stays = |source: ObjectId| {
        let object = game.object(source).filter(|it| leavers.contains(&it.owner));
        object.is_some() && printed_types(game, source).has(CardType::Phenomenon)
    };
    let world = game.world();
    let on_stack = world.stack.iter().copied().filter(|id| {
        let object = game.object(*id);
        object.is_some_and(|it| it.controller == Some(now) && it.ability.as_deref().is_some_and(|it| stays(it.source)))
    });
    let objects: Vec<ObjectId> = face_up(game).into_iter().chain(on_stack).collect();
    let waits = world.waiting.iter().filter(|it| it.controller == now && stays(it.source));
    let waiting: Vec<TriggerId> = waits.map(|it| it.id).collect();
    let (objects, waiting) = (objects.into_boxed_slice(), waiting.into_boxed_slice());
    work.fact(rule!("901.6"), Event::PlanarControllerChanged { player: next, objects, waiting });
}

/// If face-up planes or phenomena have left with their owners, the planar controller turns up a
/// card (CR 901.10), and no planeswalking ability waits any more (CR 901.10a). `before` are those
/// that were face up.
pub(in crate::rules) fn after_leaving(work: &mut Work, before: &[ObjectId]) {
    let gone: Vec<ObjectId> = before.iter().copied().filter(|id| work.game.object(*id).is_none()).collect();
    let Some(player) = work.game.world().planar_controller().filter(|_| !gone.is_empty()) else { return };
    let deck = work.game.planar_deck(player);
    let to = turn_up(work, rule!("901.10"), deck, player);
    let planes = gone.iter().any(|id| printed_types(&work.game, *id).has(CardType::Plane));
    work.fact(rule!("901.10"), Event::Planeswalked { player, from: gone, to });
    let stack = work.game.world().stack.iter().filter(|id| {
        let ability = work.game.object(**id).and_then(|it| it.ability.as_deref());
        ability.is_some_and(|it| it.origin == Some(Origin::Planar))
    });
    let abilities: Vec<ObjectId> = stack.copied().filter(|_| planes).collect();
    for object in abilities {
        if let Some(was) = work.game.snapshot(object) {
            work.fact(rule!("901.10a"), Event::Ceased { object, was: std::sync::Arc::new(was) });
        }
    }
}
