//! Turns, phases and steps with their turn-based actions (CR 500-514, 703).
//!
//! The combat steps' own actions are in [`crate::rules::combat`].

use crate::card::{Duration, Phase, Players, TurnPart, TurnStep};
use crate::derive::filter::{is_turn_of_any, players};
use crate::derive::look::scope::Scope;
use crate::fact::{
    Action, Answer, Choice, Domain, Entering, Entity, Event, Frame, Item, Manner, ObjectId, PlayerId, Position, Prompt,
    Proposed, TurnStepStage, Zone,
};
use crate::rule;
use crate::state::{Game, Markers};

use super::{draws, untap};
use crate::rules::designation::day_night;
use crate::rules::engine::work::Work;
use crate::rules::engine::{paid_with, receive};
use crate::rules::replace::perform::{begin_postponed, perform, perform_one};
use crate::rules::resolve::verbs::ending::end_step;
use crate::rules::resolve::verbs::{lore, phase};
use crate::rules::trigger::triggers;
use crate::rules::variant::range;
use crate::rules::variant::{schemes, turn_markers};
use crate::rules::{combat, sba};

/// Begins the next turn: the extra turn added last, or else the next player's in turn order
/// (CR 500.7).
pub(in crate::rules) fn next_turn(work: &mut Work) {
    turn_markers::hand_out(work);
    if work.game.markers().is_some() {
        return next_turn_with_marker(work);
    }
    if pass_over(work) {
        return;
    }
    let player = match work.game.world().schedule.extra.last() {
        Some(player) => {
            let player = *player;
            work.leading_fact(rule!("500.7"), Event::ExtraTurnTaken { player });
            work.game.primary(player)
        }
        None => next_regular(&work.game),
    };
    begin_turn(work, player);
}

/// Begins the next turn with the present turn marker, or passes it on (CR 807.4c).
fn next_turn_with_marker(work: &mut Work) {
    let Some((player, extra)) = turn_markers::between_turns(work) else { return };
    if let Some(rule) = extra {
        work.leading_fact(rule, Event::ExtraTurnTaken { player });
    }
    begin_turn(work, player);
}

fn begin_turn(work: &mut Work, player: PlayerId) {
    range::settle(work);
    work.push(rule!("500.1"), Frame::Turn { phases: Phase::ALL.to_vec() });
    perform_one(work, rule!("500.1"), Action::BeginTurn { player });
}

/// The player whose turn is next in turn order (CR 103.1); the starting player takes the first
/// (CR 103.7).
fn next_regular(game: &Game) -> PlayerId {
    // CR 807.4c: whoever has received the turn marker.
    if let Some(marker) = game.markers().and_then(Markers::present) {
        return marker.holder;
    }
    if game.world().turn.number == 0 {
        let starting = game.starting_player();
        return game.player_from(starting).unwrap_or(starting);
    }
    let before = game.world().schedule.regular;
    let mut order = game.turn_order_from(before).into_iter();
    order.find(|id| !game.acts_with(*id, before)).unwrap_or_else(|| game.next_player(before))
}

/// Passes over a turn that a player who has left would begin (CR 800.4k). What lasts until that
/// turn ends now (CR 800.4m).
fn pass_over(work: &mut Work) -> bool {
    if !work.game.is_multiplayer() || work.game.world().turn.number == 0 {
        return false;
    }
    let seats = work.game.players().count();
    let schedule = &work.game.world().schedule;
    let next = (usize::from(schedule.regular.0) + 1) % seats;
    // A team takes its turn as long as one of its players is left.
    let regular = u8::try_from(next).ok().map(PlayerId).filter(|_| !work.game.shares_turns());
    // CR 805.8: the rest of the team takes an extra turn of a player who has left.
    let extra = schedule.extra.last().copied();
    let taken = |player: &PlayerId| work.game.turn_mates(*player).iter().any(|id| work.game.plays(*id));
    let Some(player) = extra.or(regular).filter(|player| !taken(player)) else { return false };
    if extra.is_some() {
        work.leading_fact(rule!("500.7"), Event::ExtraTurnTaken { player });
    }
    work.fact(rule!("800.4k"), Event::PartSkipped { part: TurnPart::Turn, player });
    true
}

/// Begins the next phase of the turn, or ends the turn.
pub(in crate::rules) fn proceed_turn(work: &mut Work, phases: &[Phase]) {
    let world = work.game.world();
    // A turn that a replacement effect skipped has not begun, and none of it takes place
    // (CR 500.10, 614.10).
    if !world.turn.under_way {
        let player = world.schedule.taking.unwrap_or_else(|| next_regular(&work.game));
        work.fact(rule!("500.10"), Event::PartSkipped { part: TurnPart::Turn, player });
        return work.pop(rule!("500.10"));
    }
    let Some((phase, rest)) = phases.split_first() else { return work.pop(rule!("500.1")) };
    // CR 505.1a: only the first main phase of the turn is the precombat main phase.
    let phase = match (phase.is_main(), world.turn.main_phases) {
        (true, 0) => Phase::PrecombatMain,
        (true, _) => Phase::PostcombatMain,
        (false, _) => *phase,
    };
    let player = world.turn.active;
    work.change(rule!("500.1"), Frame::Turn { phases: rest.to_vec() });
    work.push(rule!("500.1"), Frame::Phase { phase, steps: phase.turn_steps().to_vec() });
    perform_one(work, rule!("500.1"), Action::BeginPhase { phase, player });
}

/// Begins the next turn step of the phase, or ends the phase.
pub(in crate::rules) fn proceed_phase(work: &mut Work, phase: Phase, steps: &[TurnStep]) {
    // A phase that a replacement effect skipped has not begun (CR 500.10, 614.10).
    if work.game.world().turn.phase != Some(phase) {
        let player = work.game.world().turn.active;
        work.fact(rule!("500.10"), Event::PartSkipped { part: TurnPart::Phase(phase), player });
        return work.pop(rule!("500.10"));
    }
    if phase == Phase::Combat && combat::another_damage_step(&work.game) {
        return push_step(work, TurnStep::CombatDamage);
    }
    let skipped = |step: &TurnStep| {
        matches!(step, TurnStep::DeclareBlockers | TurnStep::CombatDamage) && combat::no_attackers(&work.game)
    };
    match steps.split_first() {
        Some((step, rest)) if skipped(step) => {
            work.change(rule!("508.8"), Frame::Phase { phase, steps: rest.to_vec() });
            work.fact(rule!("508.8"), Event::Skipped { step: *step });
        }
        // CR 103.7a: in a two-player game the player who plays first skips their first draw step;
        // in a multiplayer game nobody does (CR 103.7c).
        // In Two-Headed Giant, the team who plays first does (CR 103.7b, 810.6).
        Some((TurnStep::Draw, rest))
            if work.game.world().turn.number == 1 && (work.game.is_two_player() || work.game.shares_turns()) =>
        {
            let rule = if work.game.shares_turns() { rule!("103.7b") } else { rule!("103.7a") };
            work.change(rule, Frame::Phase { phase, steps: rest.to_vec() });
            work.fact(rule, Event::Skipped { step: TurnStep::Draw });
        }
        Some((step, rest)) => {
            work.change(rule!("500.1"), Frame::Phase { phase, steps: rest.to_vec() });
            push_step(work, *step);
        }
        None => {
            if phase == Phase::Combat {
                combat::end(work);
            }
            work.leading_fact(rule!("500.2"), Event::PhaseEnded { phase });
            work.pop(rule!("500.2"));
        }
    }
}

/// Puts a turn step onto the call stack, and begins it.
fn push_step(work: &mut Work, step: TurnStep) {
    work.push(rule!("500.1"), Frame::TurnStep { step, stage: TurnStepStage::Actions(0) });
    work.go_on();
    perform_beginning(work, step, work.game.world().turn.active);
}

fn to_stage(work: &mut Work, step: TurnStep, stage: TurnStepStage) {
    work.change(rule!("703.1"), Frame::TurnStep { step, stage });
}

/// Whether a stage of a turn step can have a choice at all. Most have none, and nothing has to be
/// worked out for them.
pub(in crate::rules) const fn may_ask(step: TurnStep, stage: &TurnStepStage) -> bool {
    match (step, stage) {
        (
            _,
            TurnStepStage::Begin
            | TurnStepStage::Priority
            | TurnStepStage::End
            | TurnStepStage::EndAndAgain
            | TurnStepStage::Draws { .. },
        ) => false,
        (TurnStep::Cleanup, TurnStepStage::Actions(stage)) => *stage == 0,
        (
            TurnStep::Untap
            | TurnStep::Draw
            | TurnStep::DeclareAttackers
            | TurnStep::DeclareBlockers
            | TurnStep::CombatDamage,
            TurnStepStage::Actions(_),
        )
        | (_, TurnStepStage::Order { .. } | TurnStepStage::Assigned(_)) => true,
        (_, TurnStepStage::Actions(_)) => false,
    }
}

/// The choice of a turn-based action.
pub(in crate::rules) fn turn_based_choice(game: &Game, step: TurnStep, stage: &TurnStepStage) -> Option<Choice> {
    // Something else comes first.
    if !game.world().schedule.postponed.is_empty() {
        return None;
    }
    match (step, stage) {
        // CR 502.1: phasing comes first.
        (TurnStep::Untap, TurnStepStage::Actions(0)) if phase::is_due(game) => None,
        // CR 502.2: then day and night.
        (TurnStep::Untap, TurnStepStage::Actions(0 | 1)) if day_night::of_untap_step(game).is_some() => None,
        (TurnStep::Untap, TurnStepStage::Actions(_)) => untap::untap_choice(game),
        (TurnStep::Draw, TurnStepStage::Actions(0)) => draws::draws_choice(game),
        (TurnStep::Cleanup, TurnStepStage::Actions(0)) => discard_choices(game).into_iter().next(),
        _ => combat::combat_choice(game, step, stage),
    }
}

/// Takes an answer to the choice of a turn-based action.
pub(in crate::rules) fn answered(work: &mut Work, step: TurnStep, stage: &TurnStepStage, answer: &Answer) {
    match (step, stage, answer) {
        (TurnStep::Untap, TurnStepStage::Actions(_), Answer::Picked(items)) => {
            to_stage(work, step, TurnStepStage::End);
            untap::perform(work, &paid_with::objects_of(items));
        }
        (TurnStep::Draw, TurnStepStage::Actions(0), Answer::Ordered(items)) => draws::answered(work, items),
        (TurnStep::Cleanup, TurnStepStage::Actions(0), Answer::Picked(items)) => {
            // With shared turns, the other players of the team discard after this one.
            if !work.game.shares_turns() {
                to_stage(work, step, TurnStepStage::Actions(1));
            }
            discard(work, rule!("514.1"), &paid_with::objects_of(items));
        }
        _ => combat::answered(work, step, stage, answer),
    }
}

/// The next thing in a turn step. Turn-based actions come before anybody has priority (CR 117.2c,
/// 117.3a).
pub(in crate::rules) fn proceed_step(work: &mut Work, step: TurnStep, stage: &TurnStepStage) {
    let active = work.game.world().turn.active;
    match stage {
        TurnStepStage::Begin => begin_step(work, step, active),
        TurnStepStage::Actions(n) => actions(work, step, *n, active),
        TurnStepStage::Draws { remaining } => draws::proceed(work, remaining),
        TurnStepStage::Order { .. } | TurnStepStage::Assigned(_) => combat::proceed(work, step, stage),
        TurnStepStage::Priority => give_priority(work, step, active),
        // Popped first: if players had priority, the end of the step implies it.
        TurnStepStage::End => {
            work.pop(rule!("500.2"));
            end_step(work, step);
        }
        TurnStepStage::EndAndAgain => {
            end_step(work, step);
            to_stage(work, step, TurnStepStage::Begin);
        }
    }
}

fn begin_step(work: &mut Work, step: TurnStep, active: PlayerId) {
    to_stage(work, step, TurnStepStage::Actions(0));
    perform_beginning(work, step, active);
}

fn perform_beginning(work: &mut Work, step: TurnStep, active: PlayerId) {
    if step == TurnStep::BeginningOfCombat {
        combat::begin_combat(work, active);
    }
    perform_one(work, begin_citation(step), Action::BeginTurnStep { step, player: active });
}

const fn begin_citation(step: TurnStep) -> crate::rule::Rule {
    if step.is_main() { rule!("505.1") } else { rule!("500.1") }
}

/// Carries out the turn-based actions of a step, in their order (CR 703.4).
fn actions(work: &mut Work, step: TurnStep, n: u8, active: PlayerId) {
    // A step that a replacement effect skipped has not begun (CR 614.10).
    if work.game.world().turn.step != Some(step) {
        work.fact(rule!("614.10"), Event::Skipped { step });
        return work.pop(rule!("614.10"));
    }
    // CR 614.10b: comes before the step's turn-based actions.
    if begin_postponed(work) {
        return;
    }
    match (step, n) {
        (TurnStep::Untap, 0) if phase::is_due(&work.game) => {
            to_stage(work, step, TurnStepStage::Actions(1));
            phase::phase(work);
        }
        // CR 502.2
        (TurnStep::Untap, 0 | 1) if day_night::of_untap_step(&work.game).is_some() => {
            to_stage(work, step, TurnStepStage::Actions(2));
            if let Some((rule, time)) = day_night::of_untap_step(&work.game) {
                perform_one(work, rule, Action::BecomeDayOrNight(time));
            }
        }
        (TurnStep::Untap, _) => {
            to_stage(work, step, TurnStepStage::End);
            untap::perform(work, &[]);
        }
        (TurnStep::Draw, 0) => draws::at_once(work),
        (TurnStep::PrecombatMain, 0) => {
            to_stage(work, step, TurnStepStage::Priority);
            // CR 703.4d-e
            for player in work.game.turn_mates(active) {
                schemes::set_in_motion(work, player);
            }
            lore::put_lore(work, active);
        }
        (TurnStep::DeclareAttackers | TurnStep::DeclareBlockers | TurnStep::CombatDamage, _) => {
            combat::actions(work, step, n);
        }
        (TurnStep::Cleanup, 0) => to_stage(work, step, TurnStepStage::Actions(1)),
        (TurnStep::Cleanup, 1) => {
            to_stage(work, step, TurnStepStage::Actions(2));
            clean_up(work);
        }
        (TurnStep::Cleanup, _) => after_cleanup(work, step, active),
        _ => give_priority(work, step, active),
    }
}

/// The active player receives priority, once there is nothing else to do (CR 117.3a).
fn give_priority(work: &mut Work, step: TurnStep, active: PlayerId) {
    to_stage(work, step, TurnStepStage::End);
    receive::receive_priority(work, active);
}

/// Asks the active player, and each player of an active team, to discard down to their maximum hand
/// size (CR 514.1). The players of a team do it in any order (CR 805.6).
fn discard_choices(game: &Game) -> Vec<Choice> {
    let players = game.turn_mates(game.world().turn.active).into_iter();
    players.filter_map(|player| to_discard(game, player)).collect()
}

/// What the other players of a team are asked in a turn step at the same time as the first one.
pub(in crate::rules) fn of_the_team(game: &Game, step: TurnStep, stage: &TurnStepStage) -> Vec<Choice> {
    match (step, stage) {
        (TurnStep::Cleanup, TurnStepStage::Actions(0)) => discard_choices(game).into_iter().skip(1).collect(),
        _ => Vec::new(),
    }
}

fn to_discard(game: &Game, active: PlayerId) -> Option<Choice> {
    let hand = game.zone(Zone::Hand(active));
    let most = usize::try_from(game.maximum_hand_size(active)?).ok()?;
    let excess = u32::try_from(hand.len().saturating_sub(most)).ok()?;
    (excess > 0).then(|| Choice {
        player: active,
        answered_by: active,
        prompt: Prompt::DiscardToHandSize,
        rule: rule!("514.1"),
        domain: Domain::Pick {
            options: hand.iter().map(|id| Item::Entity(Entity::Object(*id))).collect(),
            min: excess,
            max: excess,
        },
        back_out: false,
    })
}

/// Discards cards (CR 701.8a).
pub(in crate::rules) fn discard(work: &mut Work, rule: crate::rule::Rule, cards: &[ObjectId]) {
    let cause = work.cause();
    let action = |id: &ObjectId| {
        let owner = work.game.object(*id)?.owner;
        Some(Action::Move {
            object: *id,
            to: Zone::Graveyard(owner),
            position: Position::Bottom,
            manner: Manner::Discard,
            entering: Entering::default(),
        })
    };
    let actions = cards.iter().filter_map(action).map(|action| Proposed::new(action, cause, rule)).collect();
    perform(work, actions);
}

/// Removes damage and ends "until end of turn" and "this turn" effects, at once (CR 514.2).
fn clean_up(work: &mut Work) {
    let game = &work.game;
    let there = game.world().battlefield.iter().copied();
    let damaged = there.filter(|id| game.object(*id).is_some_and(|it| it.damage > 0));
    let phased_out = game.world().phased_out.iter().filter(|(_, phased)| phased.object.damage > 0);
    let damaged: Vec<ObjectId> = damaged.chain(phased_out.map(|(id, _)| *id)).collect();
    let over: Vec<_> = game
        .world()
        .effects
        .values()
        .filter(|effect| match &*effect.duration {
            Duration::EndOfTurn | Duration::NextThisTurn => turn_markers::is_of_this_turn(game, effect.id),
            Duration::Through(TurnStep::Cleanup, who) => ends_later_turn(
                game,
                &effect.scope(),
                who,
                |event| matches!(event, Event::EffectBegan { id, .. } if *id == effect.id),
            ),
            _ => false,
        })
        .map(|effect| effect.id)
        .collect();
    let over_delays: Vec<_> = game
        .world()
        .delayed
        .values()
        .filter(|waiting| match waiting.until.as_deref() {
            Some(Duration::Through(TurnStep::Cleanup, who)) => ends_later_turn(
                game,
                &triggers::scope_of(waiting),
                who,
                |event| matches!(event, Event::TriggerDelayed { id, .. } if *id == waiting.id),
            ),
            _ => false,
        })
        .map(|waiting| waiting.id)
        .collect();
    let removed = |object: &ObjectId| {
        let marked = game.object_or_phased_out(*object).map_or(0, |it| it.damage);
        match turn_markers::damage_of_other_turns(game, *object) {
            0 => Some(Event::DamageRemoved { object: *object }),
            others => {
                let amount = marked.saturating_sub(others);
                (amount > 0).then_some(Event::DamageWoreOff { object: *object, amount })
            }
        }
    };
    for event in damaged.iter().filter_map(removed).collect::<Vec<_>>() {
        work.fact(rule!("514.2"), event);
    }
    for id in over {
        work.fact(rule!("514.2"), Event::EffectEnded { id });
    }
    for id in over_delays {
        work.fact(rule!("514.2"), Event::DelayEnded { id });
    }
    triggers::end_delayed(work, rule!("514.2"), &Duration::EndOfTurn);
    triggers::end_delayed(work, rule!("514.2"), &Duration::NextThisTurn);
}

/// Whether what lasts until the end of the next turn of one of these players ends with the present
/// turn: it is such a player's, and the event that began it did not happen in it (CR 514.2).
fn ends_later_turn(game: &Game, scope: &Scope<'_>, who: &Players, began_it: impl Fn(&Event) -> bool) -> bool {
    let active = players(game, scope, who).into_iter().find(|player| game.is_active(*player));
    // CR 800.4j: the turn may go on without its player.
    let active = active.or_else(|| is_turn_of_any(game, scope, who).then_some(game.world().turn.active));
    let Some(since) = active.and_then(|player| game.player(player)).map(|player| player.turn_began) else {
        return false;
    };
    let this_turn = game.world().history.latest().take_while(|entry| entry.no >= since);
    !this_turn.map(|entry| &entry.event).any(began_it)
}

/// Gives players priority if state-based actions apply or abilities wait; another cleanup step
/// follows then (CR 514.3a).
fn after_cleanup(work: &mut Work, step: TurnStep, active: PlayerId) {
    if sba::would_act(&work.game) || !triggers::waiting_order(&work.game).is_empty() {
        to_stage(work, step, TurnStepStage::EndAndAgain);
        receive::receive_priority(work, active);
    } else {
        to_stage(work, step, TurnStepStage::End);
    }
}
