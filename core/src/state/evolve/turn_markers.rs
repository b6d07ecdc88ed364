//! Events of turn markers (CR 807.4, 807.5), and what the events of turns do to them.

use std::sync::Arc;

use crate::card::Duration;
use crate::fact::{EntryNo, Event, ObjectId, PlayerId};
use crate::persist::Shared;
use crate::state::combat::Combat;
use crate::state::turn_markers::{Marker, Markers, Strand};
use crate::state::world::{Turn, WaitingTrigger, World};

use super::editing::edit;

/// The markers for modification, if there are any.
fn markers(world: &mut World) -> Option<&mut Markers> {
    world.others.markers.as_ref()?;
    world.others.markers.as_mut().map(Arc::make_mut)
}

/// Folds the events of markers.
pub(super) fn fold_markers(world: &mut World, event: &Event, no: EntryNo) {
    match event {
        Event::MarkersHandedOut { holders } => hand_out(world, holders),
        Event::TurnTakenUp { marker, .. } => take_up(world, *marker, no),
        Event::MarkerPassed { marker, to, .. } => edit_marker(world, *marker, |marker| {
            (marker.holder, marker.due, marker.waits) = (*to, true, false);
        }),
        Event::TurnAwaited { marker, .. } => edit_marker(world, *marker, |marker| marker.waits = true),
        Event::MarkerDesignated { marker, times, .. } => {
            edit_marker(world, *marker, |marker| marker.designated = *times);
        }
        Event::MarkerRemoved { marker, .. } => {
            let strand = world.markers().and_then(|markers| markers.get(*marker)?.strand.clone());
            let Some(markers) = markers(world).filter(|_| strand.is_some()) else { return };
            markers.all.retain(|it| it.number != *marker);
            markers.damage.retain(|(_, of), _| of != marker);
            let planar = strand.and_then(|strand| strand.planar_controller);
            planar.into_iter().for_each(|player| become_planar_controller(world, player));
        }
        Event::StackChosen { id, marker, .. } => {
            let Some(markers) = markers(world) else { return };
            markers.settled.push(*id);
            let index = world.waiting.iter().position(|waiting| waiting.id == *id);
            if let Some(index) = index.filter(|_| world.markers().is_some_and(|it| it.current != *marker)) {
                let waiting = world.waiting.remove(index);
                edit_strand(world, *marker, |strand| strand.waiting.push(waiting));
            }
        }
        Event::DamageWoreOff { object, amount } => {
            edit(world, *object, |object| object.damage = object.damage.saturating_sub(*amount));
            if let Some(markers) = markers(world) {
                let current = markers.current;
                markers.damage.remove(&(*object, current));
            }
        }
        Event::PlanarControllerCeased { player, .. } => {
            if world.others.planar_controller == Some(*player) {
                world.others.planar_controller = None;
            }
            edit_planar(world, |planar| *planar == Some(*player), None);
        }
        Event::PlanarControllerFollowed { player, before, objects, waiting } => {
            if world.others.planar_controller == Some(*before) {
                world.others.planar_controller = Some(*player);
            }
            edit_planar(world, |planar| *planar == Some(*before), Some(*player));
            for id in objects {
                edit(world, *id, |object| object.controller = Some(*player));
            }
            edit_waiting(world, |it| {
                if waiting.contains(&it.id) {
                    it.controller = *player;
                }
            });
        }
        _ => {}
    }
}

/// A planar controller whose marker goes is that of a turn without one (CR 901.14b).
fn become_planar_controller(world: &mut World, player: PlayerId) {
    if world.others.planar_controller.is_none() {
        world.others.planar_controller = Some(player);
        return;
    }
    let Some(markers) = markers(world) else { return };
    let mut strands = markers.all.iter_mut().filter_map(|marker| marker.strand.as_mut());
    if let Some(strand) = strands.find(|strand| strand.planar_controller.is_none()) {
        Arc::make_mut(strand).planar_controller = Some(player);
    }
}

/// Changes the planar controllers of other turns that fit.
fn edit_planar(world: &mut World, fits: impl Fn(&Option<PlayerId>) -> bool, to: Option<PlayerId>) {
    let Some(markers) = markers(world) else { return };
    for strand in markers.all.iter_mut().filter_map(|marker| marker.strand.as_mut()) {
        if fits(&strand.planar_controller) {
            Arc::make_mut(strand).planar_controller = to;
        }
    }
}

/// Changes the abilities that wait to be put onto any stack.
fn edit_waiting(world: &mut World, change: impl Fn(&mut WaitingTrigger)) {
    world.waiting.iter_mut().for_each(|waiting| change(Arc::make_mut(waiting)));
    let Some(markers) = markers(world) else { return };
    for strand in markers.all.iter_mut().filter_map(|marker| marker.strand.as_mut()) {
        Arc::make_mut(strand).waiting.iter_mut().for_each(|waiting| change(Arc::make_mut(waiting)));
    }
}

fn edit_marker(world: &mut World, number: u32, change: impl FnOnce(&mut Marker)) {
    if let Some(marker) = markers(world).and_then(|markers| markers.get_mut(number)) {
        change(marker);
    }
}

fn edit_strand(world: &mut World, number: u32, change: impl FnOnce(&mut Strand)) {
    edit_marker(world, number, |marker| {
        if let Some(strand) = marker.strand.as_mut() {
            change(Arc::make_mut(strand));
        }
    });
}

/// The first markers, and those of a game that restarts; the first one is the present one.
fn hand_out(world: &mut World, holders: &[PlayerId]) {
    let before = world.turn.number;
    let planar = world.others.planar_controller.is_some();
    if planar {
        world.others.planar_controller = holders.first().copied();
    }
    let marker = |(number, holder): (u32, &PlayerId)| {
        let turn = Turn { number: before, active: *holder, ..Turn::default() };
        let planar_controller = planar.then_some(*holder);
        let strand = (number > 1).then(|| Arc::new(Strand { turn, planar_controller, ..Strand::default() }));
        Marker { number, holder: *holder, due: true, waits: false, designated: 0, before, strand }
    };
    let all: Vec<Marker> = (1..).zip(holders).map(marker).collect();
    world.others.markers = Some(Arc::new(Markers { all, current: 1, latest: before, ..Markers::default() }));
}

/// Sets the present turn aside, and takes up that of another marker.
fn take_up(world: &mut World, number: u32, no: EntryNo) {
    let Some(markers) = markers(world) else { return };
    let Some(strand) = markers.get_mut(number).and_then(|marker| marker.strand.take()) else { return };
    let current = std::mem::replace(&mut markers.current, number);
    markers.moved = false;
    let parked = Arc::new(exchange(world, Strand::clone(&strand), no));
    edit_marker(world, current, |marker| marker.strand = Some(parked));
}

/// Puts a strand into the world, and returns the one that was there.
fn exchange(world: &mut World, strand: Strand, no: EntryNo) -> Strand {
    let Strand { frames, turn, stack, combat, waiting, watch, fragments, postponed, control, planar_controller, since } =
        strand;
    let parked = Strand {
        frames: std::mem::replace(&mut world.frames, frames),
        turn: std::mem::replace(&mut world.turn, turn),
        stack: std::mem::replace(&mut world.stack, stack),
        combat: std::mem::replace(&mut world.combat, combat),
        waiting: std::mem::replace(&mut world.waiting, waiting),
        watch: std::mem::replace(&mut world.watch, watch),
        fragments: std::mem::replace(&mut world.fragments, fragments),
        postponed: std::mem::replace(&mut world.schedule.postponed, postponed),
        control: std::mem::replace(&mut world.schedule.control.now, control),
        planar_controller: std::mem::replace(&mut world.others.planar_controller, planar_controller),
        since: no,
    };
    // What happens in other turns is no part of a loop in this one.
    world.watch.acted = EntryNo(world.watch.acted.0.saturating_add(no.0.saturating_sub(since.0)));
    parked
}

/// Notes what the events of turns mean for the markers. `fold` has folded the event.
pub(super) fn follow_turns(world: &mut World, event: &Event) {
    let Some(markers) = markers(world) else { return };
    let current = markers.current;
    match event {
        Event::TurnBegan { number, .. } => (markers.latest, markers.moved) = (*number, true),
        Event::TurnStepEnded { .. } | Event::ResolutionBegan { .. } => markers.moved = true,
        Event::TurnStepBegan { .. } => markers.moved = false,
        Event::EffectBegan { id, duration, .. } if ends_with_a_turn(duration) => {
            markers.effects.insert(*id, current);
        }
        Event::EffectEnded { id } => drop(markers.effects.remove(id)),
        Event::TriggerDelayed { id, until: Some(duration), .. } if ends_with_a_turn(duration) => {
            markers.delayed.insert(*id, current);
        }
        Event::DelayEnded { id } => drop(markers.delayed.remove(id)),
        Event::DamageMarked { object, amount, .. } => {
            let marked = markers.damage.entry((*object, current)).or_default();
            *marked = marked.saturating_add(*amount);
        }
        Event::DamageRemoved { object } => markers.damage.retain(|(damaged, _), _| damaged != object),
        Event::Moved { object, .. } => markers.damage.retain(|(damaged, _), _| damaged != object),
        Event::TriggerTaken { id } | Event::TriggerCeased { id } => markers.settled.retain(|settled| settled != id),
        _ => {}
    }
}

/// Whether something ends as a turn, or a part of it, does.
fn ends_with_a_turn(duration: &Duration) -> bool {
    matches!(duration, Duration::EndOfTurn | Duration::NextThisTurn | Duration::EndOfCombat | Duration::Meanwhile(_))
}

/// A turn is about to begin with the present marker, an extra turn or that of its holder.
pub(super) fn turn_begins(world: &mut World, extra: bool) {
    let before = world.turn.number;
    if let Some(markers) = markers(world) {
        let current = markers.current;
        if let Some(marker) = markers.get_mut(current) {
            (marker.before, marker.waits) = (before, false);
            marker.due &= extra;
        }
    }
}

/// The holder of the present marker skips a turn (CR 500.10).
pub(super) fn turn_skipped(world: &mut World, player: PlayerId, extra: bool) {
    if let Some(markers) = markers(world) {
        let current = markers.current;
        if let Some(marker) = markers.get_mut(current).filter(|marker| marker.holder == player && !extra) {
            marker.due = false;
        }
    }
}

/// The number of the first turn that is remembered: the last but one of each marker.
pub(super) fn oldest_turn(world: &World) -> u32 {
    let mut usual = world.turn.number.saturating_sub(1);
    if world.others.looks_far_back {
        // The last turn of each player; the history goes on with the present turn.
        let mut seen = Vec::new();
        for entry in world.history.latest() {
            if let Event::TurnBegan { player, number } = &entry.event
                && *number < world.turn.number
                && !seen.contains(player)
            {
                seen.push(*player);
                usual = usual.min(*number);
            }
        }
    }
    world.markers().into_iter().flat_map(|markers| &markers.all).map(|marker| marker.before).fold(usual, u32::min)
}

/// An object leaves the stack of another marker.
pub(super) fn leave_stack(world: &mut World, id: ObjectId) {
    let Some(markers) = markers(world) else { return };
    for strand in markers.all.iter_mut().filter_map(|marker| marker.strand.as_mut()) {
        if strand.stack.contains(&id) {
            Arc::make_mut(strand).stack.retain(|other| *other != id);
        }
    }
}

/// Changes the combat phases of other turns.
pub(super) fn edit_combats(world: &mut World, concerns: impl Fn(&Combat) -> bool, change: impl Fn(&mut Combat)) {
    if !world.strands().filter_map(|strand| strand.combat.as_deref()).any(&concerns) {
        return;
    }
    let Some(markers) = markers(world) else { return };
    for strand in markers.all.iter_mut().filter_map(|marker| marker.strand.as_mut()) {
        if strand.combat.as_deref().is_some_and(&concerns)
            && let Some(combat) = Arc::make_mut(strand).combat.as_mut()
        {
            change(Arc::make_mut(combat));
        }
    }
}

/// Removes waiting abilities from other turns.
pub(super) fn retain_waiting(world: &mut World, keep: impl Fn(&WaitingTrigger) -> bool) {
    let Some(markers) = markers(world) else { return };
    for strand in markers.all.iter_mut().filter_map(|marker| marker.strand.as_mut()) {
        if !strand.waiting.iter().all(|waiting| keep(waiting)) {
            let kept: Vec<_> = strand.waiting.iter().filter(|waiting| keep(waiting)).cloned().collect();
            Arc::make_mut(strand).waiting = Shared::from(kept);
        }
    }
}

/// Control of a player during the turn of another marker ends (CR 718.1).
pub(super) fn end_control(world: &mut World, over: (PlayerId, PlayerId)) {
    let Some(markers) = markers(world) else { return };
    for strand in markers.all.iter_mut().filter_map(|marker| marker.strand.as_mut()) {
        if strand.control == Some(over) {
            Arc::make_mut(strand).control = None;
        }
    }
}
