//! [`evolve`]: the only code that changes a [`Game`]. It runs no rule, asks nothing and cannot
//! fail. An event about something that does not exist changes nothing.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::card::Designation;
use crate::card::catalogue::CatalogueRef;
use crate::fact::{
    Act, Action, Announcement, Answer, Chance, Component, Edit, Entry, EntryNo, Event, Frame, Item, Link, NewObject,
    PlayerId, Step, TriggerContext, Zone,
};
use crate::persist::{Memo, Shared};

use super::cache;
use super::game::{CardRecord, Game};
use super::object::Object;
use super::seating::Seating;
use super::world::{ContinuousEffect, DelayedTrigger, Until, WaitingTrigger, Watch, World};

mod beginning;
mod call_stack;
mod casual;
mod combat;
mod editing;
mod leaving;
mod merging;
mod objects;
mod permanents;
mod phasing;
mod players;
mod sharing;
mod subgames;
mod turn_markers;
mod turns;

use beginning::{begin_game, restart};
use call_stack::follow;
pub(crate) use call_stack::{Followed, Frames, implies_moves};
use casual::fold_casual;
use combat::fold_combat;
use editing::{edit, edit_player, world};
use merging::fold_merging;
use objects::fold_objects;
use permanents::fold_permanents;
use phasing::fold_phasing;
use players::fold_players;
use turn_markers::fold_markers;
use turns::{fold_schedule, fold_turn};

/// The most events in a step, and the most of anything that a single event may create. It is about
/// a hundred times what happens at once in a long game. Neither a card that makes two billion
/// tokens (`rules::Illegal::TooMuch`) nor an untrusted log can exhaust memory.
pub(crate) const MOST_AT_ONCE: u32 = 20_000;

/// Folds a step into a game.
pub fn evolve(game: &mut Game, step: &Step) {
    for entry in &step.entries {
        evolve_entry(game, entry);
    }
}

/// Folds one entry of a step into a game.
pub fn evolve_entry(game: &mut Game, entry: &Arc<Entry>) {
    game.counters.entry = entry.no.next();
    cache::forget(game, &entry.event);
    match &entry.event {
        Event::Began { players, starting_player, seed, catalogue } => {
            game.catalogue = Shared::from(CatalogueRef::told(**catalogue).with(game.catalogue.content()));
            begin_game(game, players, *starting_player, *seed);
        }
        Event::Seated { variant, teams } => {
            game.seating = Some(Arc::new(Seating::new(variant, teams, game.world.players.len())));
            beginning::set_starting_life(world(game), variant, teams);
        }
        Event::Restarted { starting_player, life, left } => {
            game.starting_player = *starting_player;
            restart(world(game), *starting_player, *life, left);
        }
        Event::StartingPlayerNamed { player } => {
            game.starting_player = *player;
            let world = world(game);
            (world.turn.active, world.schedule.regular) = (*player, *player);
            editing::use_up(world, |chance| *chance == Chance::Starts(*player));
        }
        Event::SubgameBegan { .. }
        | Event::SubgameEnded { .. }
        | Event::SubgameHalted { .. }
        | Event::SubgameResumed {} => subgames::fold_subgames(game, &entry.event, entry.no),
        Event::Defined { definition, .. } => {
            let (speaks, bound) = game.definitions.push(definition.clone());
            game.speaks |= speaks;
            game.bound |= bound;
        }
        Event::CardIntroduced { card, owner, def } => {
            game.cards.insert(*card, CardRecord { owner: *owner, def: *def });
        }
        Event::OwnerChanged { object: id, to } => {
            let components: Vec<Component> = game.object(*id).into_iter().flat_map(Object::components).collect();
            for component in components {
                if let Component::Card(card) = component
                    && let Some(record) = game.cards.get(&card).copied()
                {
                    game.cards.insert(card, CardRecord { owner: *to, ..record });
                }
            }
            edit(world(game), *id, |object| object.owner = *to);
        }
        Event::RandomUsed { draws } => game.counters.draws += draws,
        Event::Reseeded { seed } => game.seed = *seed,
        Event::Checkpointed {} => {
            let kept = Arc::clone(&game.world);
            world(game).others.checkpoints.push_back(kept);
        }
        Event::Restored {} => {
            if let Some(kept) = world(game).others.checkpoints.pop_back() {
                game.world = kept;
                cache::take_up(game);
            }
        }
        event => {
            count_up(game, event);
            let far = game.looks_far_back() && matches!(event, Event::TurnBegan { .. });
            let named = if matches!(event, Event::TurnBegan { .. }) { game.creators() } else { BTreeSet::new() };
            let folded = world(game);
            folded.others.looks_far_back |= far;
            let known: Vec<_> =
                named.into_iter().filter_map(|id| Some((id, Arc::clone(folded.departed.get(&id)?)))).collect();
            fold(folded, event, entry.no);
            // What abilities of tokens and emblems name is asked for as long as there are any
            // (CR 608.2h).
            for (id, departed) in known {
                folded.departed.insert(id, departed);
            }
            if is_remembered(event) {
                folded.history.push_back(Arc::clone(entry));
            }
            if game.seating.is_some() {
                sharing::share(game, event, entry.no);
                turn_markers::follow_turns(world(game), event);
            }
            return;
        }
    }
    if is_remembered(&entry.event) {
        world(game).history.push_back(Arc::clone(entry));
    }
}

/// Whether the history has such an event.
const fn is_remembered(event: &Event) -> bool {
    event.is_story() || matches!(event, Event::Witnessed { .. })
}

/// Advances the counters past every number that an event gives out.
fn count_up(game: &mut Game, event: &Event) {
    let counters = &mut game.counters;
    let object = |counters: &mut super::game::Counters, new: &NewObject| {
        counters.object = counters.object.max(new.id.next());
        counters.timestamp = counters.timestamp.max(new.timestamp.next());
    };
    match event {
        Event::Created { object: new } => object(counters, new),
        Event::Moved { became, .. } => became.iter().for_each(|new| object(counters, new)),
        Event::CountersPut { timestamp, .. }
        | Event::Attached { timestamp, .. }
        | Event::PermanentTurnedFaceDown { timestamp, .. }
        | Event::PermanentTurnedFaceUp { timestamp, .. }
        | Event::Merged { timestamp, .. }
        | Event::Transformed { timestamp, .. } => counters.timestamp = counters.timestamp.max(timestamp.next()),
        Event::ManaAdded { units, .. } => {
            for unit in units {
                counters.mana = counters.mana.max(unit.id.next());
            }
        }
        Event::Triggered { id, .. } | Event::TriggerDelayed { id, .. } => {
            counters.trigger = counters.trigger.max(id.next());
        }
        Event::UntilBegan { id, .. } | Event::PhasedUntil { id, .. } => {
            counters.effect = counters.effect.max(id.next())
        }
        Event::EffectBegan { id, timestamp, .. } => {
            counters.effect = counters.effect.max(id.next());
            counters.timestamp = counters.timestamp.max(timestamp.next());
        }
        _ => {}
    }
}

/// Updates the loop detection (CR 104.4b): the players' optional actions, and the states since.
fn fold_watch(world: &mut World, event: &Event, no: EntryNo) {
    match event {
        Event::TurnBegan { .. } => world.fragments = Shared::default(),
        Event::Decided { answer: Answer::Picked(items), .. } if matches!(items.as_slice(), [Item::Act(act)] if *act != Act::Pass) =>
        {
            world.fragments.acts = world.fragments.acts.saturating_add(1);
        }
        Event::PriorityReceived { .. } if world.fragments.here.is_some() => world.fragments.here = None,
        Event::StateMarked { key } => world.fragments.here = Some(*key),
        Event::LikenessMarked { likeness } => {
            world.fragments.seen.insert(*likeness, ());
        }
        // CR 305.2: a land is played even if something is done in place of its entering.
        Event::Replaced { before, after, .. } if before.plays_land() && !after.iter().any(Action::plays_land) => {
            world.turn.lands_played += 1;
        }
        Event::ActMarked { player, act } => {
            let here = world.fragments.here.take();
            world.fragments.done.extend(here.map(|here| (here, *player, *act)));
        }
        _ => {}
    }
    match event {
        // Who agrees that a loop is a draw has not left it.
        Event::Decided { .. } if matches!(world.frames.last().map(|it| &**it), Some(Frame::Loop { .. })) => {}
        Event::Decided { answer, .. } if is_free(answer) => {
            world.watch = Watch { acted: no, ..Watch::default() }.into()
        }
        Event::Edited { .. } | Event::ChanceFixed { .. } => {
            world.watch = Watch { acted: no, ..Watch::default() }.into()
        }
        Event::ResolutionBegan { .. } | Event::TurnBegan { .. } | Event::Replaced { .. } if !world.watch.changed => {
            world.watch.changed = true;
        }
        Event::LoopMarked { key: Some(key) } => {
            if !world.watch.resolved {
                world.watch.chain = world.watch.chain.saturating_add(1);
            }
            (world.watch.changed, world.watch.resolved) = (false, false);
            world.watch.marks.push_back(*key);
        }
        Event::LoopMarked { key: None } if !world.watch.marks.is_empty() => {
            world.watch = Watch { acted: world.watch.acted, changed: world.watch.changed, ..Watch::default() }.into();
        }
        _ => {}
    }
    if !world.watch.marks.is_empty() {
        fold_chain(world, event);
    }
}

/// Updates the length of the chain of resolutions that leads to each object on the stack. In a loop
/// one chain grows forever. A chain does not grow while objects put onto the stack together resolve
/// (CR 104.4b).
fn fold_chain(world: &mut World, event: &Event) {
    match event {
        Event::ResolutionBegan { object } => {
            world.watch.chain = world.watch.chains.get(object).copied().unwrap_or(0).saturating_add(1);
            world.watch.chains.remove(object);
            world.watch.resolved = true;
        }
        Event::Created { object } if object.zone == Zone::Stack => {
            let chain = world.watch.chain;
            world.watch.chains.insert(object.id, chain);
        }
        Event::Moved { object, became, .. } => {
            let chain = world.watch.chain;
            world.watch.chains.remove(object);
            for new in became.iter().filter(|new| new.zone == Zone::Stack) {
                world.watch.chains.insert(new.id, chain);
            }
        }
        Event::Ceased { object, .. } => {
            world.watch.chains.remove(object);
        }
        _ => {}
    }
}

/// Returns whether an answer is more than passing, declining, or choosing for something mandatory.
fn is_free(answer: &Answer) -> bool {
    match answer {
        Answer::Picked(items) => items.iter().any(|item| matches!(item, Item::Act(act) if *act != Act::Pass)),
        Answer::Ordered(_) | Answer::BackOut => false,
        Answer::Confirmed(yes) => *yes,
        Answer::Number(_)
        | Answer::Declared(_)
        | Answer::Divided(_)
        | Answer::Paid(_)
        | Answer::Mana(_)
        | Answer::Helped(..) => true,
    }
}

/// Applies a move of the call stack that changes nothing else. It gets no number: it is recorded
/// later, with others ([`evolve_counted`]).
pub(crate) fn evolve_move(game: &mut Game, event: Event) {
    cache::forget_move(game, &event);
    let frames = &mut world(game).frames;
    match event {
        Event::FramePushed { frame } => frames.push(Arc::new(frame)),
        Event::FrameChanged { frame } => match frames.last_mut() {
            Some(top) => call_stack::replace_frame(top, frame),
            None => frames.push(Arc::new(frame)),
        },
        event => fold_frame(world(game), &event),
    }
}

/// Counts an event whose effect the game shows already: a move of the call stack.
pub(crate) fn evolve_counted(game: &mut Game, entry: &Entry) {
    game.counters.entry = entry.no.next();
}

#[allow(clippy::too_many_lines, reason = "a table: each event has its place in it")]
fn fold(world: &mut World, event: &Event, no: EntryNo) {
    fold_watch(world, event, no);
    match event {
        Event::Created { .. }
        | Event::Moved { .. }
        | Event::Ceased { .. }
        | Event::ExiledFaceDown { .. }
        | Event::LookAllowed { .. }
        | Event::AgendaHidden { .. }
        | Event::AgendaRevealed { .. }
        | Event::DrawnFaceDown { .. }
        | Event::TurnedFaceUp { .. }
        | Event::EnteredFaceDown { .. }
        | Event::PermanentTurnedFaceDown { .. }
        | Event::PermanentTurnedFaceUp { .. }
        | Event::TopShown { .. }
        | Event::Rearranged { .. }
        | Event::Shuffled { .. } => fold_objects(world, event, no),
        Event::Tapped { .. }
        | Event::Untapped { .. }
        | Event::Attached { .. }
        | Event::Unattached { .. }
        | Event::CountersPut { .. }
        | Event::CountersRemoved { .. }
        | Event::DamageMarked { .. }
        | Event::DamageRemoved { .. }
        | Event::BecameLevel { .. }
        | Event::BecameMarked { .. }
        | Event::VentureMarkerMoved { .. }
        | Event::DeathtouchSettled { .. }
        | Event::Flipped { .. }
        | Event::Transformed { .. }
        | Event::ControlChanged { .. } => fold_permanents(world, event, no),
        Event::CompanionRevealed { .. }
        | Event::StartingLifeModified { .. }
        | Event::LifeGained { .. }
        | Event::LifeLost { .. }
        | Event::ManaAdded { .. }
        | Event::ManaSpent { .. }
        | Event::ManaLost { .. }
        | Event::ManaEmptied { .. }
        | Event::ManaBound { .. }
        | Event::ManaTaken { .. }
        | Event::DrewFromEmpty { .. }
        | Event::EmptyDrawsSettled { .. }
        | Event::CoinsTossed { .. }
        | Event::DiceRolled { .. }
        | Event::DungeonCompleted { .. }
        | Event::LeftGame { .. } => fold_players(world, event),
        Event::ObjectsLeft { player } => leaving::objects_leave(world, *player),
        Event::PlayedForAnte {} => world.for_ante = true,
        Event::CommanderDesignated { .. }
        | Event::CommanderColorChosen { .. }
        | Event::RevealedFromDeck { .. }
        | Event::KeptInDeck { .. }
        | Event::ExiledBeforehand { .. }
        | Event::NotedInDraft { .. }
        | Event::CommanderCast { .. }
        | Event::CommanderDecided { .. }
        | Event::CommanderDamaged { .. }
        | Event::PlanarControllerChanged { .. }
        | Event::SupplementShuffled { .. }
        | Event::PlanarDieRolled { .. } => fold_casual(world, event),
        Event::RangesSettled { within } => world.ranges = within.to_vec().into(),
        Event::ChanceFixed { chance } => world.chances.push_back(chance.clone()),
        // The history has it.
        Event::Witnessed { .. } => {}
        Event::BecameDayOrNight { is, .. } => world.day_night = Some(*is),
        Event::Lost { .. } | Event::Won { .. } | Event::Conceded { .. } => {}
        Event::BecameMonarch { .. } | Event::Designated { .. } => designate(world, event.designates()),
        Event::Ended { result } => world.result = Some(*result),
        Event::Edited { edit: change } => fold_edit(world, change, no),
        Event::ExtraTurnAdded { .. }
        | Event::ExtraTurnTaken { .. }
        | Event::ExtraTurnAwaited { .. }
        | Event::PlayerControlAwaited { .. }
        | Event::PlayerControlBegan { .. }
        | Event::PlayerControlEnded { .. }
        | Event::PlayerControlHeld { .. }
        | Event::PlayerControlReleased { .. }
        | Event::PhasesAdded { .. }
        | Event::StepsAdded { .. }
        | Event::PartSkipped { .. }
        | Event::Postponed { .. }
        | Event::PostponedBegan {}
        | Event::ResolutionBegan { .. }
        | Event::StoodIn { .. }
        | Event::OneNamed { .. }
        | Event::MemberNamed { .. }
        | Event::NextOfTeam { .. }
        | Event::StillToAsk { .. } => fold_schedule(world, event, no),
        Event::TurnBegan { .. }
        | Event::PhaseBegan { .. }
        | Event::TurnStepBegan { .. }
        | Event::TurnStepEnded { .. }
        | Event::PhaseEnded { .. } => {
            follow(&mut world.frames, event);
            fold_turn(world, event, no);
        }
        Event::PriorityReceived { .. } | Event::PriorityPassed { .. } => follow(&mut world.frames, event),
        Event::FramePushed { .. }
        | Event::FrameTaken { .. }
        | Event::FrameChanged { .. }
        | Event::FrameAdvanced { .. }
        | Event::FramePopped {}
        | Event::FramesUnwound { .. } => fold_frame(world, event),
        Event::CombatBegan { .. }
        | Event::Attacked { .. }
        | Event::Blocked { .. }
        | Event::BecameBlocked { .. }
        | Event::WentUnblocked { .. }
        | Event::DamageOrdered { .. }
        | Event::DamageStepBegan { .. }
        | Event::RemovedFromCombat { .. }
        | Event::BecameAttacking { .. }
        | Event::BecameBlocking { .. }
        | Event::AttackReselected { .. }
        | Event::BecameUnblocked { .. }
        | Event::StoppedBlocking { .. }
        | Event::StoppedBeingAttacked { .. }
        | Event::CombatEnded {} => fold_combat(world, event),
        Event::Merged { .. } | Event::Composed { .. } => fold_merging(world, event, no),
        Event::PhasedOut { .. } | Event::PhasedIn { .. } | Event::PhasedUntil { .. } => fold_phasing(world, event, no),
        event if event.reservation().is_some() => fold_permanents(world, event, no),
        _ => fold_stack(world, event, no),
    }
}

/// Applies the what-if changes that take effect by themselves. The others are followed by events of
/// their own.
fn fold_edit(world: &mut World, change: &Edit, no: EntryNo) {
    match change {
        Edit::Life(id, life) => edit_player(world, *id, |player| player.life = *life),
        Edit::Control(id, to) => edit(world, *id, |object| object.controller = Some(*to)),
        Edit::Rested(id, rested) => {
            edit(world, *id, |object| object.controlled_since = if *rested { EntryNo(0) } else { no });
        }
        Edit::LandsPlayed(count) => world.turn.lands_played = *count,
        Edit::Monarch(_) | Edit::Designated(..) => designate(world, change.designates()),
        Edit::Counters(..)
        | Edit::Tapped(..)
        | Edit::Move(..)
        | Edit::Arrange(..)
        | Edit::Add(_)
        | Edit::Attach(..)
        | Edit::Damage(..)
        | Edit::DayNight(_)
        | Edit::BackUp(..)
        | Edit::Mana(..) => {}
    }
}

/// A player gets a designation (CR 702.131c, 720.3).
fn designate(world: &mut World, designated: Option<(Designation, PlayerId)>) {
    if let Some((designation, player)) = designated {
        world.designations.give(designation, player);
    }
}

fn fold_frame(world: &mut World, event: &Event) {
    match event {
        Event::FramePushed { frame } => {
            // CR 103.3: a game with opening hands begins with these life totals.
            if let Frame::Opening(_) = frame {
                beginning::note_starting_life(world);
            }
            world.frames.push(Arc::new(frame.clone()));
        }
        Event::FrameTaken { frame } => {
            match world.frames.last_mut().map(Arc::make_mut) {
                Some(Frame::Turn { phases }) if !phases.is_empty() => drop(phases.remove(0)),
                Some(Frame::Phase { steps, .. }) if !steps.is_empty() => drop(steps.remove(0)),
                _ => {}
            }
            world.frames.push(Arc::new(frame.clone()));
        }
        Event::FrameChanged { frame } => match world.frames.last_mut() {
            Some(top) => *top = Arc::new(frame.clone()),
            None => world.frames.push(Arc::new(frame.clone())),
        },
        Event::FrameAdvanced { change } => {
            if let Some(frame) = world.frames.last_mut() {
                Arc::make_mut(frame).alter(change);
            }
        }
        Event::FramePopped {} => {
            if let Some(frame) = world.frames.pop() {
                abandon(world, &frame);
            }
        }
        Event::FramesUnwound { depth } => {
            while world.frames.len() > *depth as usize {
                if let Some(frame) = world.frames.pop() {
                    abandon(world, &frame);
                }
            }
        }
        _ => {}
    }
}

/// Drops what belongs to an abandoned frame: the checkpoint of a proposal, or the turn.
fn abandon(world: &mut World, frame: &Frame) {
    if matches!(frame, Frame::Turn { .. }) {
        world.turn.under_way = false;
    }
    if matches!(frame, Frame::Proposal(proposal) if proposal.what != crate::fact::Proposing::Trigger) {
        world.others.checkpoints.pop_back();
    }
}

fn fold_stack(world: &mut World, event: &Event, no: EntryNo) {
    match event {
        Event::TargetsChanged { object: id, targets } => edit(world, *id, |object| {
            let announced = object.announced.as_deref().cloned().unwrap_or_default();
            object.announced = Some(Arc::new(Announcement { targets: targets.clone(), ..announced }));
        }),
        Event::Announced { object: id, announced } => {
            edit(world, *id, |object| object.announced = Some(Arc::clone(announced)));
        }
        Event::Triggered { id, source, origin, controller, text, context, announced, mana, delayed } => {
            world.waiting.push(Arc::new(WaitingTrigger {
                id: *id,
                source: *source,
                origin: origin.as_deref().cloned(),
                controller: *controller,
                text: *text,
                context: TriggerContext::clone(context),
                announced: announced.clone(),
                mana: *mana,
                delayed: *delayed,
                entry: no,
            }));
        }
        Event::TriggerTaken { id } | Event::TriggerCeased { id } => {
            match world.waiting.iter().position(|waiting| waiting.id == *id) {
                Some(index) => drop(world.waiting.remove(index)),
                None => turn_markers::retain_waiting(world, |waiting| waiting.id != *id),
            }
        }
        Event::TriggerDelayed { id, source, controller, text, context, announced, until } => {
            let delayed = DelayedTrigger {
                id: *id,
                source: *source,
                controller: *controller,
                text: *text,
                context: TriggerContext::clone(context),
                announced: Arc::clone(announced),
                until: until.clone(),
            };
            world.delayed.insert(*id, Arc::new(delayed));
        }
        Event::DelayEnded { id } => {
            world.delayed.remove(id);
        }
        Event::Noted { object, link, note } => {
            editing::note(world, *object, Link::clone(link), note.clone());
        }
        Event::UntilBegan { id, source, controller, until, announced, objects } => {
            let begun = Until {
                id: *id,
                source: *source,
                controller: *controller,
                until: until.clone(),
                announced: Arc::clone(announced),
                objects: objects.clone(),
                phased: Vec::new(),
                tapped: false,
                met: false,
            };
            world.untils.insert(*id, Arc::new(begun));
        }
        Event::UntilMet { id } => {
            if let Some(until) = world.untils.get_mut(id) {
                Arc::make_mut(until).met = true;
            }
        }
        Event::UntilDone { id } => {
            world.untils.remove(id);
        }
        Event::EffectBegan { id, def, source, controller, timestamp, duration, objects, announced, trigger } => {
            let effect = ContinuousEffect {
                id: *id,
                def: *def,
                source: *source,
                controller: *controller,
                timestamp: *timestamp,
                duration: duration.clone(),
                objects: objects.clone(),
                announced: announced.clone(),
                trigger: trigger.as_deref().cloned(),
                left: None,
                written: Memo::default(),
            };
            world.effects.insert(*id, Arc::new(effect));
        }
        Event::EffectEnded { id } => {
            world.effects.remove(id);
        }
        Event::ShieldReduced { id, left } => {
            if let Some(effect) = world.effects.get_mut(id).map(Arc::make_mut) {
                effect.left = Some(*left);
                effect.written.forget();
            }
        }
        // All other facts change nothing but the history.
        _ => fold_markers(world, event, no),
    }
}
