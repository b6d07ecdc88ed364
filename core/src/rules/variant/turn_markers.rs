//! Turn markers (CR 807.4): players take turns at the same time, each with a stack (CR 807.5).
//!
//! Turns that go on at the same time take it in turns: once something has resolved or a turn step
//! has ended, the game goes on with the next marker whose turn can. A turn that has just begun lets
//! the others begin first. Nothing else interrupts a turn, so everything that the rules ask of
//! "the" turn, its active player and its stack is about the present one (`state::turn_markers`).

use crate::card::TurnPart;
use crate::fact::{Event, Frame, ObjectId, PlayerId, TriggerId};
use crate::rule;
use crate::rule::Rule;
use crate::state::{Game, Marker, Markers, WaitingTrigger};

use super::planes;
use crate::rules::engine::work::Work;

/// The first players take markers: the starting player and each fourth one after (CR 807.4b).
pub(in crate::rules) fn hand_out(work: &mut Work) {
    if !work.game.seating().is_some_and(|seating| seating.markers) || work.game.world().markers().is_some() {
        return;
    }
    let order = work.game.turn_order_from(work.game.starting_player());
    let markers = Game::markers_for(order.len());
    let holders = order.into_iter().step_by(crate::derive::turn_markers::APART).take(markers).collect();
    work.leading_fact(rule!("807.4b"), Event::MarkersHandedOut { holders });
}

/// The next marker, by number, whose turn can go on or begin, other than the present one.
fn next(game: &Game) -> Option<&Marker> {
    let markers = game.markers()?;
    let after = markers.all.iter().filter(|marker| marker.number > markers.current);
    let before = markers.all.iter().filter(|marker| marker.number < markers.current);
    after.chain(before).find(|marker| game.takes_turn(marker) || !game.must_wait(marker))
}

/// Goes on with the turn of another marker. Returns whether there is one.
fn hand_over(work: &mut Work) -> bool {
    let Some(Marker { number, holder, .. }) = next(&work.game) else { return false };
    let (marker, player) = (*number, *holder);
    let from = work.game.markers().map_or(0, |markers| markers.current);
    work.leading_fact(rule!("807.4"), Event::TurnTakenUp { marker, player, from });
    true
}

/// Goes on with another turn between two parts of this one, if that is due. Returns whether it did.
pub(in crate::rules) fn between_parts(work: &mut Work) -> bool {
    let world = work.game.world();
    let turn = &world.turn;
    let between = match work.game.frame() {
        Some(Frame::Turn { .. }) => turn.under_way,
        // A part that a replacement effect skips is passed over first.
        Some(Frame::Phase { phase, .. }) => turn.phase == Some(*phase),
        _ => false,
    };
    between && world.markers().is_some_and(|markers| markers.moved) && hand_over(work)
}

/// Goes on with another turn as a player is about to receive priority after a resolution. Not while
/// there is mana in a pool, which the end of a step of that turn would empty, nor while this turn
/// may be in a loop (CR 104.4b).
pub(in crate::rules) fn after_resolution(work: &mut Work) -> bool {
    let world = work.game.world();
    if !work.game.markers().is_some_and(|markers| markers.moved) {
        return false;
    }
    let settled = world.watch.marks.is_empty() && work.game.players().all(|player| player.mana.is_empty());
    settled && hand_over(work)
}

/// Whether the holder of a marker takes an extra turn with it next: before the turn for which they
/// received it, or after that unless another marker is too close (CR 807.4i, 807.4j).
fn takes_extra_turn(game: &Game, marker: &Marker) -> bool {
    game.world().schedule.extra.contains(&marker.holder) && (marker.due || !game.is_followed(marker))
}

/// Handles the present marker between two turns: it is removed or passed on, its holder waits, or
/// another turn goes on. Returns the player whose turn begins now, with a rule if that is an extra
/// turn; otherwise something has been done, and there is more to do.
pub(in crate::rules) fn between_turns(work: &mut Work) -> Option<(PlayerId, Option<Rule>)> {
    let marker = work.game.markers().and_then(Markers::present)?.clone();
    if marker.designated > 0 && work.game.markers().is_some_and(|markers| markers.all.len() > 1) {
        remove(work, marker.number);
        return None;
    }
    let extra = takes_extra_turn(&work.game, &marker);
    let extra = extra.then_some(if marker.due { rule!("807.4j") } else { rule!("807.4i") });
    if !work.game.plays(marker.holder) || !(marker.due || extra.is_some()) {
        pass(work, &marker);
        return None;
    }
    if work.game.markers().is_some_and(|markers| markers.moved) && hand_over(work) {
        return None;
    }
    if work.game.must_wait(&marker) {
        if !marker.waits {
            let rule = if marker.due { rule!("807.4d") } else { rule!("807.4i") };
            let (marker, player) = (marker.number, marker.holder);
            work.leading_fact(rule, Event::TurnAwaited { marker, player });
        }
        if hand_over(work) {
            return None;
        }
    }
    Some((marker.holder, extra))
}

/// Passes a marker to the next player to the left (CR 807.4c). The turns of players who have left
/// are passed over (CR 800.4k).
fn pass(work: &mut Work, marker: &Marker) {
    let (number, from) = (marker.number, marker.holder);
    let seats: Vec<PlayerId> = PlayerId::seats(work.game.players().count()).collect();
    let first = usize::from(from.0);
    let after = seats.iter().cycle().skip(first + 1).take(seats.len());
    let own = Some(&from).filter(|_| marker.due);
    let passed_over: Vec<PlayerId> =
        own.into_iter().chain(after.clone().take_while(|id| !work.game.plays(**id))).copied().collect();
    let Some(to) = after.copied().find(|id| work.game.plays(*id)) else { return };
    for player in passed_over {
        work.fact(rule!("800.4k"), Event::PartSkipped { part: TurnPart::Turn, player });
    }
    work.leading_fact(rule!("807.4c"), Event::MarkerPassed { marker: number, from, to });
}

/// Removes a marker whose turn is over or has not begun (CR 807.4g).
fn remove(work: &mut Work, number: u32) {
    let Some(marker) = work.game.markers().and_then(|markers| markers.get(number)).cloned() else { return };
    // Another turn goes on, be it one that has to wait.
    let markers = work.game.markers();
    if markers.is_some_and(|markers| markers.current == number) && !hand_over(work) {
        let others = work.game.markers().into_iter().flat_map(|markers| &markers.all);
        let Some(other) = others.filter(|other| other.number != number).map(|it| (it.number, it.holder)).next() else {
            return;
        };
        let (marker, player) = other;
        work.leading_fact(rule!("807.4"), Event::TurnTakenUp { marker, player, from: number });
    }
    let right = to_the_right(&work.game, marker.holder, Some(number));
    give_up_planes(work, number);
    work.leading_fact(rule!("807.4g"), Event::MarkerRemoved { marker: number, player: marker.holder });
    if let Some(right) = right.filter(|_| marker.designated > 1) {
        designate(work, rule!("807.4g"), right, marker.designated - 1);
    }
    remove_idle(work);
}

/// The planar controller of a marker that is removed ceases to be one, unless another turn has none
/// (CR 901.14b).
fn give_up_planes(work: &mut Work, number: u32) {
    let world = work.game.world();
    let strands = world.strands().count();
    let strand = world.markers().and_then(|markers| markers.get(number)?.strand.as_deref());
    let Some(player) = strand.and_then(|strand| strand.planar_controller) else { return };
    if world.planar_controllers().count() > strands {
        planes::cease(work, player);
    }
}

/// Removes the designated markers whose holders are not taking turns (CR 807.4g).
fn remove_idle(work: &mut Work) {
    let idle = |marker: &&Marker| marker.designated > 0 && !work.game.takes_turn(marker);
    let all = work.game.markers().filter(|markers| markers.all.len() > 1);
    if let Some(number) = all.and_then(|markers| markers.all.iter().find(idle)).map(|marker| marker.number) {
        remove(work, number);
    }
}

/// Designates a marker for removal so many times more (CR 807.4e, 807.4g).
fn designate(work: &mut Work, rule: Rule, number: u32, more: u32) {
    if let Some(marker) = work.game.markers().and_then(|markers| markers.get(number)) {
        let (player, times) = (marker.holder, marker.designated.saturating_add(more));
        work.fact(rule, Event::MarkerDesignated { marker: number, player, times });
    }
}

/// The marker immediately to the right of a seat, apart from one. A marker in that very seat is the
/// last.
fn to_the_right(game: &Game, of: PlayerId, apart: Option<u32>) -> Option<u32> {
    let seats = game.players().count();
    let markers = game.markers()?.all.iter().filter(|marker| Some(marker.number) != apart);
    let right = |marker: &&Marker| {
        let seats_to = (usize::from(of.0) + seats - usize::from(marker.holder.0)) % seats;
        (if seats_to == 0 { seats } else { seats_to }, marker.number)
    };
    markers.min_by_key(right).map(|marker| marker.number)
}

/// What becomes of the markers after players have left: those of players whose turns have not begun
/// are passed on (CR 807.4c), and some are designated for removal (CR 807.4e).
pub(in crate::rules) fn after_leaving(work: &mut Work, leavers: &[PlayerId]) {
    let Some(markers) = work.game.markers() else { return };
    let waits = |marker: &&Marker| leavers.contains(&marker.holder) && !work.game.takes_turn(marker);
    for marker in markers.all.iter().filter(waits).cloned().collect::<Vec<_>>() {
        pass(work, &marker);
    }
    let mut could: Vec<u32> = leavers.iter().filter_map(|player| to_the_right(&work.game, *player, None)).collect();
    could.sort_unstable();
    could.dedup();
    let fewer = work.game.fewer_markers(leavers);
    for number in could.iter().cycle().take(fewer) {
        designate(work, rule!("807.4e"), *number, 1);
    }
    remove_idle(work);
}

/// Whether an effect that ends with a turn, or with a part of it, ends with the present one.
pub(in crate::rules) fn is_of_this_turn(game: &Game, effect: crate::fact::EffectId) -> bool {
    game.markers().is_none_or(|it| it.effects.get(&effect).is_none_or(|marker| *marker == it.current))
}

/// Whether a delayed triggered ability that ends with a turn, or with a part of it, ends with the
/// present one.
pub(in crate::rules) fn delayed_in_this_turn(game: &Game, trigger: TriggerId) -> bool {
    game.markers().is_none_or(|it| it.delayed.get(&trigger).is_none_or(|marker| *marker == it.current))
}

/// How much of the damage marked on a permanent is of other turns (CR 514.2).
pub(in crate::rules) fn damage_of_other_turns(game: &Game, object: ObjectId) -> u32 {
    let Some(markers) = game.markers() else { return 0 };
    let marked = markers.damage.range((object, 0)..=(object, u32::MAX));
    marked.filter(|((_, marker), _)| *marker != markers.current).map(|(_, amount)| *amount).sum()
}

/// The markers onto whose stacks a player may put a triggered ability, if that is not simply the
/// present one (CR 807.5b): those for whose stacks the player has priority.
pub(in crate::rules) fn stacks_for(game: &Game, waiting: &WaitingTrigger) -> Vec<u32> {
    let Some(markers) = game.markers().filter(|markers| markers.all.len() > 1) else { return Vec::new() };
    if markers.settled.contains(&waiting.id) || is_of_the_stack(game, waiting) {
        return Vec::new();
    }
    let open = |marker: &&Marker| game.takes_turn(marker) && game.has_priority_for(waiting.controller, marker);
    let stacks: Vec<u32> = markers.all.iter().filter(open).map(|marker| marker.number).collect();
    if stacks == [markers.current] { Vec::new() } else { stacks }
}

/// Whether an object on the present stack caused an ability to trigger: the event is about one, or
/// has happened since one began to resolve and before anybody had priority again.
fn is_of_the_stack(game: &Game, waiting: &WaitingTrigger) -> bool {
    let world = game.world();
    let mut entries = world.of_this_marker().skip_while(|entry| entry.no > waiting.context.event).peekable();
    let about = entries.peek().map(|entry| entry.event.objects()).unwrap_or_default();
    let since = entries.find_map(|entry| match entry.event {
        Event::ResolutionBegan { .. } => Some(true),
        Event::PriorityReceived { .. } | Event::TurnStepBegan { .. } | Event::TurnBegan { .. } => Some(false),
        _ => None,
    });
    about.iter().any(|id| world.stack.contains(id)) || since == Some(true)
}
