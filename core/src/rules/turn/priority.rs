//! Timing and priority (CR 117).

use std::sync::Arc;

use crate::derive::permit;
use crate::fact::{Act, Answer, Choice, Domain, Event, Frame, Item, PlayerId, Prompt};
use crate::rule;
use crate::state::{Asked, Game, Offer, Steadiness};

use super::loops;
use crate::rules::announce::{activate, cast};
use crate::rules::engine::receive::{again, waiting};
use crate::rules::engine::work::Work;
use crate::rules::resolve::resolution;
use crate::rules::sba;
use crate::rules::trigger::triggers;
use crate::rules::variant::turn_markers;
use crate::rules::zones::zone_changes;

/// Asks what the player with priority does.
pub(in crate::rules) fn priority_choice(game: &Game, player: PlayerId, received: bool) -> Option<Choice> {
    received.then(|| Choice {
        player,
        answered_by: player,
        prompt: Prompt::Priority,
        rule: rule!("117.1"),
        domain: Domain::Pick {
            options: permit::with_priority(game, player).into_iter().map(Item::Act).collect(),
            min: 1,
            max: 1,
        },
        back_out: false,
    })
}

/// Asks what the other players of a team that has priority do (CR 805.5a): those who have not said
/// yet that they do nothing. A team passes once all of its players have, in any order (CR 805.5b).
pub(in crate::rules) fn of_the_team(game: &Game, holder: PlayerId) -> Vec<Choice> {
    if !game.shares_turns() {
        return Vec::new();
    }
    let passed = passed(game);
    let others = game.turn_mates(holder).into_iter().filter(|id| *id != holder && !passed.contains(id));
    others.filter_map(|mate| priority_choice(game, mate, true)).collect()
}

/// The players who have passed in succession.
fn passed(game: &Game) -> Vec<PlayerId> {
    let Some(Frame::Priority { passes, .. }) = game.frame() else { return Vec::new() };
    let passed = game.world().history.latest().filter_map(|entry| match &entry.event {
        Event::PriorityPassed { player } => Some(*player),
        _ => None,
    });
    passed.take(usize::from(*passes)).collect()
}

/// The player who receives priority as another one passes: the next in turn order; with shared
/// turns first the rest of the team, as far as it has not passed (CR 805.5).
fn next_to_pass(game: &Game, player: PlayerId) -> PlayerId {
    if !game.shares_turns() {
        return game.next_player(player);
    }
    let passed = passed(game);
    let mut order = game.turn_order_from(game.primary(player)).into_iter();
    order.find(|id| !passed.contains(id)).unwrap_or_else(|| game.next_player(player))
}

/// What the player with priority was offered before, if that still holds.
pub(in crate::rules) fn offered(game: &Game) -> Option<&Arc<Asked>> {
    if game.shares_turns() {
        return None;
    }
    let Some(Frame::Priority { player, received: true, .. }) = game.frame() else { return None };
    game.offers()?.get(permit::offer(game, *player))
}

/// What the open choices depend on, if they are those of a player with priority and hold as long as
/// nothing happens that concerns the player.
pub(in crate::rules) fn offer(game: &Game) -> Option<(Offer, Steadiness)> {
    let Some(Frame::Priority { player, received: true, .. }) = game.frame() else { return None };
    let steady = if game.shares_turns() { None } else { permit::steadiness(game, *player) };
    steady.map(|steady| (permit::offer(game, *player), steady))
}

/// Performs state-based actions (CR 117.2d), puts waiting triggers onto the stack (CR 117.2a), then
/// gives the player priority (CR 117.5, 704.3). That includes abilities that triggered while nobody
/// could act (CR 603.2a).
pub(in crate::rules) fn proceed(work: &mut Work, player: PlayerId) {
    // State-based actions can repeat for ever too, if an effect undoes them.
    if loops::watch(work) || sba::check(work) {
        return;
    }
    if !triggers::waiting_order(&work.game).is_empty() {
        return triggers::begin_putting_triggers(work);
    }
    if turn_markers::after_resolution(work) {
        return;
    }
    // CR 800.4j: a player who has left does not receive priority.
    let player = match work.game.markers() {
        Some(_) => work.game.priority_order_from(player).first().copied(),
        None => work.game.player_from(player),
    };
    let Some(player) = player else { return };
    work.leading_fact(rule!("117.3"), Event::PriorityReceived { player });
    loops::received(work);
}

/// The player with priority casts a spell, activates an ability, takes a special action (CR 117.1,
/// 117.1a-c) or passes.
pub(in crate::rules) fn answered(work: &mut Work, player: PlayerId, answer: &Answer) {
    let Answer::Picked(items) = answer else { return };
    let Some(Item::Act(act)) = items.first() else { return };
    loops::acted(work, player, act);
    match act {
        Act::Pass => pass(work, player),
        // CR 116.3: a special action does not use the stack (CR 116.1); the player has priority
        // again after it.
        Act::Play(object) => {
            again(work, player);
            zone_changes::play_land(work, player, *object, None);
        }
        Act::PlayAs(object, side) => {
            again(work, player);
            zone_changes::play_land(work, player, *object, Some(*side));
        }
        Act::Cast(object) => cast::begin_casting(work, player, *object, None),
        Act::CastFaceDown(object) => cast::begin_face_down(work, player, *object),
        Act::CastAs(object, side) => cast::begin_casting(work, player, *object, Some(*side)),
        Act::Activate(object, origin) => activate::begin_activating(work, player, *object, origin),
        Act::Special(_, by) => activate::begin_special(work, player, by),
    }
}

/// Gives the next player priority. If all have passed in succession, the top of the stack resolves,
/// or the step or phase ends (CR 117.3d, 117.4).
fn pass(work: &mut Work, player: PlayerId) {
    work.leading_fact(rule!("117.3d"), Event::PriorityPassed { player });
    let Some(Frame::Priority { passes, .. }) = work.game.frame().cloned() else { return };
    let (players, next) = match work.game.markers() {
        // CR 807.5a
        Some(_) => {
            let order = work.game.priority_order_from(player);
            (order.len(), order.into_iter().find(|other| *other != player).unwrap_or(player))
        }
        None => (work.game.players().filter(|player| !player.left).count(), next_to_pass(&work.game, player)),
    };
    if usize::from(passes) < players {
        return work.change(rule!("117.3d"), waiting(next, passes));
    }
    match work.game.world().stack.last().copied() {
        Some(top) => {
            // Responses are on top and resolve first (CR 117.7). Nobody has priority during a
            // resolution (CR 117.2e); the active player receives it afterwards (CR 117.3b).
            let active = work.game.world().turn.active;
            work.change(rule!("117.4"), waiting(active, 0));
            resolution::begin_resolving(work, top);
        }
        None => work.pop(rule!("117.4")),
    }
}
