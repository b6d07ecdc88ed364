//! Events of turns, phases and steps (CR 500), current and future.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::card::{Phase, StepPlace, TurnPart, TurnStep};
use crate::fact::{Afterward, Entry, EntryNo, Event, Frame, InTurn, ObjectId, PlayerId, TriggerContext};
use crate::persist::keep_only;
use crate::state::world::{HeldControl, Named, Schedule, TeamOrder, Turn, World};

use super::MOST_AT_ONCE;
use super::editing::edit_player;
use super::turn_markers;

/// Folds the beginning and end of turns, phases and steps.
pub(super) fn fold_turn(world: &mut World, event: &Event, no: EntryNo) {
    match event {
        Event::TurnBegan { player, number } => {
            count_turn(world, *player, *number);
            let extra = world.schedule.taking.is_some();
            turn_markers::turn_begins(world, extra);
            if extra {
                world.schedule.taking = None;
            } else {
                world.schedule.regular = *player;
            }
            world.turn = Turn { number: *number, active: *player, under_way: true, extra, ..Turn::default() };
            // Events of their own add the turns that follow this one.
            if world.schedule.after_next.contains(player) {
                let (waiting, adding) = (&world.schedule.after_next, &world.schedule.adding.after_next);
                let (follows, stays): (Vec<_>, Vec<_>) =
                    waiting.iter().copied().zip(adding.iter().copied()).partition(|(other, _)| other == player);
                world.schedule.adding.following = follows.into_iter().map(|(_, no)| no).collect();
                world.schedule.adding.after_next = stays.into_iter().map(|(_, no)| no).collect();
                world.schedule.after_next.retain(|other| other != player);
            }
            world.schedule.adding.now = world.schedule.adding.taking.take();
            if !world.schedule.adding.phases.is_empty() {
                world.schedule.adding.phases.clear();
            }
            edit_player(world, *player, |player| player.turn_began = no);
            forget(world);
        }
        Event::PhaseBegan { phase } => {
            world.turn.phase = Some(*phase);
            // A set-up in the middle of a turn: its precombat main phase is over.
            let later = matches!(phase, Phase::Combat | Phase::PostcombatMain | Phase::Ending);
            world.turn.main_phases += u32::from(world.turn.phases == 0 && later);
            world.turn.phases += 1;
            world.turn.main_phases += u32::from(phase.is_main());
        }
        Event::TurnStepBegan { step } => {
            world.turn.step = Some(*step);
            if *step == TurnStep::Upkeep {
                edit_player(world, world.turn.active, |player| player.upkeeps = (no, player.upkeeps.0));
            }
        }
        Event::TurnStepEnded { .. } => world.turn.step = None,
        Event::PhaseEnded { .. } => world.turn.phase = None,
        _ => {}
    }
}

/// Counts one more turn for a player. The first turn of a set-up is not the first of the game:
/// players are assumed to have taken turns in order before it.
fn count_turn(world: &mut World, player: PlayerId, number: u32) {
    if world.last_turn() > 0 || number == 1 {
        return edit_player(world, player, |player| player.turns = player.turns.saturating_add(1));
    }
    let seats = u32::try_from(world.players.len()).unwrap_or(u32::MAX);
    for id in world.players.iter().map(|player| player.id).collect::<Vec<_>>() {
        // How many turns ago this player had one.
        let ago = (seats + u32::from(player.0) - u32::from(id.0)) % seats;
        edit_player(world, id, |player| player.turns = (number + seats - 1 - ago) / seats);
    }
}

/// Forgets old history and departed objects. Both cover this turn and the last; a departed object
/// stays while something may ask for it.
fn forget(world: &mut World) {
    let oldest = turn_markers::oldest_turn(world);
    let recent = |entry: &Arc<Entry>| matches!(entry.event, Event::TurnBegan { number, .. } if number >= oldest);
    world.history.forget_before(recent);
    let asked = asked_for(world);
    // What stands for an object that became another one may be asked about the former (CR 608.2h).
    let waits = |id: &ObjectId, became: &[ObjectId]| asked.contains(id) || became.iter().any(|id| asked.contains(id));
    let mut departed = world.departed.clone();
    departed.retain(|id, departed| {
        departed.turn >= oldest || world.phased_out.contains_key(id) || waits(id, &departed.became)
    });
    world.departed = departed;
    // The notes of an object that is gone are kept while anything refers to it.
    let known = |id: &ObjectId| world.objects.contains_key(id) || world.departed.contains_key(id);
    let mut notes = world.notes.clone();
    keep_only(&mut notes, |id, _| known(id));
    world.notes = notes;
}

/// The objects that something still waiting may ask for: spells and abilities on the stack,
/// triggers not yet put there, delayed triggered abilities, and effects (CR 603.7c, 608.2h).
fn asked_for(world: &World) -> BTreeSet<ObjectId> {
    let mut asked = BTreeSet::new();
    for object in world.stacks().filter_map(|id| world.objects.get(&id)) {
        if let Some(ability) = &object.ability {
            asked.insert(ability.source);
            asked.extend(ability.trigger.iter().flat_map(TriggerContext::objects));
        }
    }
    for object in world.objects.values() {
        asked.extend(object.announced.iter().flat_map(|announced| announced.objects()));
    }
    for trigger in world.all_waiting() {
        asked.insert(trigger.source);
        asked.extend(trigger.context.objects());
        asked.extend(trigger.announced.iter().flat_map(|announced| announced.objects()));
    }
    for delayed in world.delayed.values() {
        asked.insert(delayed.source);
        asked.extend(delayed.context.objects());
        asked.extend(delayed.announced.objects());
    }
    // Linked abilities speak of what was chosen, put or paid (CR 607.2).
    let notes = world.notes.iter().filter(|(of, _)| world.objects.contains_key(of)).flat_map(|(_, notes)| notes.iter());
    asked.extend(notes.flat_map(|(_, note)| note.objects().iter().copied()));
    for effect in world.effects.values() {
        asked.insert(effect.source);
        asked.extend(effect.objects.iter().flat_map(|objects| objects.iter().copied()));
        asked.extend(effect.trigger.iter().flat_map(TriggerContext::objects));
        asked.extend(effect.announced.iter().flat_map(|announced| announced.objects()));
    }
    asked
}

/// Folds future turns, and added parts of this turn (CR 500.7-500.10).
pub(super) fn fold_schedule(world: &mut World, event: &Event, no: EntryNo) {
    let frame_of = |world: &World, wanted: fn(&Frame) -> bool| world.frames.iter().rposition(|frame| wanted(frame));
    match event {
        Event::ExtraTurnAdded { player } => {
            world.schedule.extra.push(*player);
            let following = &mut world.schedule.adding.following;
            let no = if following.is_empty() { no } else { following.remove(0) };
            world.schedule.adding.extra.push(no);
        }
        Event::ExtraTurnTaken { player } => {
            let Schedule { extra, adding, .. } = &mut *world.schedule;
            if let Some(index) = extra.iter().rposition(|other| other == player) {
                extra.remove(index);
                adding.taking = (index < adding.extra.len()).then(|| adding.extra.remove(index));
            }
            world.schedule.taking = Some(*player);
        }
        Event::ExtraTurnAwaited { player } => {
            world.schedule.after_next.push(*player);
            world.schedule.adding.after_next.push(no);
        }
        Event::PlayerControlAwaited { player, by } => {
            let next = &mut world.schedule.control.next;
            next.retain(|(controlled, _)| controlled != player);
            next.push((*player, *by));
        }
        Event::PlayerControlBegan { player, by } => {
            let control = &mut world.schedule.control;
            control.next.retain(|(controlled, _)| controlled != player);
            control.now = Some((*player, *by));
        }
        Event::PlayerControlEnded { player, by } => match world.schedule.control.now {
            Some(now) if now == (*player, *by) => world.schedule.control.now = None,
            _ => turn_markers::end_control(world, (*player, *by)),
        },
        Event::PlayerControlHeld { player, by, object } => {
            world.schedule.held.push(HeldControl { player: *player, by: *by, object: *object });
        }
        Event::PlayerControlReleased { player, by, object } => {
            let released = HeldControl { player: *player, by: *by, object: *object };
            // There may be another one like it.
            if let Some(place) = world.schedule.held.iter().rposition(|held| *held == released) {
                world.schedule.held.remove(place);
            }
        }
        Event::PartSkipped { part: TurnPart::Turn, player } => {
            let extra = world.schedule.taking.take().is_some();
            world.schedule.adding.taking = None;
            turn_markers::turn_skipped(world, *player, extra);
            world.schedule.regular = if extra { world.schedule.regular } else { *player };
        }
        // A stand-in is for what one object asks (CR 800.4g).
        Event::ResolutionBegan { .. } => {
            if !world.schedule.stand_ins.is_empty() {
                world.schedule.stand_ins.clear();
            }
            if !world.schedule.turns.is_empty() {
                keep_turns_under_way(world);
            }
        }
        Event::StillToAsk { turns } => {
            keep_turns_under_way(world);
            let same = |it: &InTurn| (it.began, it.source, &it.place) == (turns.began, turns.source, &turns.place);
            world.schedule.turns.retain(|it| !same(it));
            world.schedule.turns.push(InTurn::clone(turns));
        }
        Event::StoodIn { player, by } => world.schedule.stand_ins.push((*player, *by)),
        Event::OneNamed { object, player } => name(world, *object, *player, |it| it.object != *object),
        Event::MemberNamed { object, player } => {
            name(world, *object, *player, |it| (it.object, it.player) != (*object, *player));
        }
        Event::NextOfTeam { object, place, player } => {
            let kept = world.schedule.order.take().filter(|order| order.object == *object && order.place == *place);
            let mut order =
                kept.unwrap_or_else(|| TeamOrder { object: *object, place: place.clone(), players: Vec::new() });
            order.players.push(*player);
            world.schedule.order = Some(order);
        }
        Event::Postponed { then } => world.schedule.postponed.push(Arc::new(Afterward::clone(then))),
        Event::PostponedBegan {} => world.schedule.postponed.clear(),
        Event::PhasesAdded { after, phases: added } => {
            let turn = frame_of(world, |frame| matches!(frame, Frame::Turn { .. }));
            if let Some(frame) = turn.and_then(|index| world.frames.get_mut(index))
                && let Frame::Turn { phases } = Arc::make_mut(frame)
            {
                let place = after.map_or(Some(0), |after| phases.iter().position(|it| *it == after).map(|at| at + 1));
                if let Some(place) = place {
                    let (before, more) = (phases.len(), added.len());
                    phases.splice(place..place, added.iter().copied());
                    let known = &mut world.schedule.adding.phases;
                    // Those that are gone, as after the end of the turn, are no more.
                    known.retain(|(.., left)| *left < before);
                    for (.., left) in known.iter_mut().filter(|(.., left)| *left + place >= before) {
                        *left += more;
                    }
                    let of = |(index, phase): (usize, &Phase)| (no, *phase, before + more - 1 - place - index);
                    known.extend(added.iter().enumerate().map(of));
                }
            }
        }
        Event::StepsAdded { place, step, count } => {
            let phase = frame_of(world, |frame| matches!(frame, Frame::Phase { .. }));
            if let Some(frame) = phase.and_then(|index| world.frames.get_mut(index))
                && let Frame::Phase { steps, .. } = Arc::make_mut(frame)
            {
                let find = |step: &TurnStep| steps.iter().position(|it| it == step);
                let place = match place {
                    StepPlace::AfterThis => Some(0),
                    StepPlace::After(step) => find(step).map(|at| at + 1),
                    StepPlace::Before(step) => find(step),
                };
                if let Some(place) = place {
                    steps.splice(place..place, (0..(*count).min(MOST_AT_ONCE)).map(|_| *step));
                }
            }
        }
        _ => {}
    }
}

/// Notes which player an object means. Of what was noted before, some is kept, if it is of objects
/// that are still on the stack or the battlefield.
fn name(world: &mut World, object: ObjectId, player: PlayerId, keeps: impl Fn(&Named) -> bool) {
    let place = world.place_of_name().into_boxed_slice();
    let World { stack, battlefield, schedule, .. } = world;
    schedule.named.retain(|it| (stack.contains(&it.object) || battlefield.contains(&it.object)) && keeps(it));
    schedule.named.push(Named { object, player, place });
}

/// Forgets whom instructions have still to ask that are over.
fn keep_turns_under_way(world: &mut World) {
    let World { frames, schedule, .. } = world;
    let under_way = |it: &InTurn| {
        let of_it = |frame: &Frame| matches!(frame, Frame::Resolve(resolve) if (resolve.began, resolve.source) == (it.began, it.source));
        frames.iter().any(|frame| of_it(frame))
    };
    schedule.turns.retain(under_way);
}
