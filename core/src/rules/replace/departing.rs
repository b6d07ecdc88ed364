//! Leaving a game that goes on (CR 800.4).
//!
//! What follows from a player who has left without any event is elsewhere: nobody asks the player
//! anything (`engine::control`), abilities of the player do not trigger (`trigger`), turns of the
//! player are passed over (`turn::phases`), effects give the player control of nothing
//! (`derive::layers`).

use std::sync::Arc;

use crate::card::{Definition, Modification, StaticEffect};
use crate::derive::Look;
use crate::derive::filter::given_control;
use crate::derive::look::hypothetical::hypothetical;
use crate::fact::{
    Action, Component, EffectId, Entering, Event, Frame, Manner, ObjectId, PlayerId, Position, Proposed, Proposing,
    TriggerId, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::{ContinuousEffect, Game, HeldControl, Object};

use super::happen;
use crate::rules::designation::monarch;
use crate::rules::engine::receive::waiting;
use crate::rules::engine::work::Work;
use crate::rules::permanent::face_down;
use crate::rules::variant::{planes, turn_markers};

/// Who has priority, and who has passed since somebody last acted, before players leave.
pub(super) struct Round {
    holder: PlayerId,
    passed: Vec<PlayerId>,
}

impl Round {
    /// The round of passes, if a player has priority or is about to.
    pub(super) fn of(game: &Game) -> Option<Round> {
        let Some(Frame::Priority { player, passes, .. }) = game.frame() else { return None };
        let mut order = game.priority_order_from(*player);
        let first = order.len().saturating_sub(usize::from(*passes));
        Some(Round { holder: *player, passed: order.split_off(first) })
    }

    /// Priority passes to the next player if its holder has left (CR 800.4a).
    fn go_on(&self, work: &mut Work, losers: &[PlayerId]) {
        let Some(Frame::Priority { player, received, .. }) = work.game.frame().cloned() else { return };
        let order = work.game.priority_order_from(self.holder);
        let passes = self.passed.iter().filter(|player| !losers.contains(player) && order.contains(player)).count();
        let passes = u8::try_from(passes).unwrap_or(u8::MAX);
        let frame = match order.first().copied().filter(|first| *first != self.holder) {
            Some(next) => waiting(next, passes),
            None => Frame::Priority { player, received, passes },
        };
        work.change(rule!("800.4a"), frame);
    }
}

/// Takes back what a player is in the middle of proposing, before the player leaves, and what
/// others are with an object that leaves with the player (CR 726.1). What only a triggered ability
/// asked is dropped with it.
pub(super) fn abandon(work: &mut Work, player: PlayerId) {
    let of_player = |game: &Game, frame: &Frame| match frame {
        Frame::Proposal(proposal) => {
            let leaves = |id: ObjectId| game.object(id).is_some_and(|object| object.owner == player);
            proposal.player == player
                || proposal.what == Proposing::Spell && leaves(proposal.object)
                || proposal.is_special_action() && leaves(proposal.source)
        }
        Frame::Reversed { player: by, .. } => *by == player,
        _ => false,
    };
    while let Some(depth) = work.game.world().frames.iter().position(|frame| of_player(&work.game, frame)) {
        let backs_out =
            matches!(&*work.game.world().frames[depth], Frame::Proposal(it) if it.what != Proposing::Trigger);
        let kept = u32::try_from(depth + usize::from(backs_out)).unwrap_or(u32::MAX);
        if work.game.world().frames.len() > kept as usize {
            work.unwind(rule!("800.4a"), kept);
        }
        if backs_out {
            work.fact(rule!("726.1"), Event::Restored {});
        }
    }
}

/// Carries out what happens as players leave a game that goes on (CR 800.4a).
pub(super) fn depart(work: &mut Work, losers: &[PlayerId], round: Option<&Round>) {
    let planes = planes::face_up(&work.game);
    face_down::show_all(work, losers);
    for object in owned(&work.game, losers) {
        leave_game(work, object);
    }
    for player in losers {
        work.fact(rule!("800.4a"), Event::ObjectsLeft { player: *player });
    }
    for effect in giving_control(&work.game, losers) {
        work.fact(rule!("800.4a"), Event::EffectEnded { id: effect });
    }
    let concerns = |(player, by): &(PlayerId, PlayerId)| losers.contains(player) || losers.contains(by);
    let over: Vec<(PlayerId, PlayerId)> = work.game.world().controlled().filter(concerns).collect();
    for (player, by) in over {
        work.fact(rule!("800.4a"), Event::PlayerControlEnded { player, by });
    }
    let concerned = |held: &&HeldControl| losers.contains(&held.player) || losers.contains(&held.by);
    let held: Vec<HeldControl> = work.game.world().schedule.held.iter().filter(concerned).copied().collect();
    for HeldControl { player, by, object } in held {
        work.fact(rule!("800.4a"), Event::PlayerControlReleased { player, by, object });
    }
    for object in on_stack(&work.game, losers, |component| !matches!(component, Component::Card(_))) {
        cease(work, object);
    }
    for object in uncontrolled_phased_out(&work.game) {
        work.fact(rule!("702.26n"), Event::PhasedIn { object, unattached: false });
    }
    exile_all(work, rule!("800.4a"));
    monarch::pass_on(work, losers);
    planes::after_leaving(work, &planes);
    // CR 800.4d
    let world = work.game.world();
    let waits: Vec<TriggerId> =
        world.all_waiting().filter(|it| losers.contains(&it.controller)).map(|it| it.id).collect();
    for id in waits {
        work.fact(rule!("800.4d"), Event::TriggerCeased { id });
    }
    turn_markers::after_leaving(work, losers);
    if let Some(round) = round {
        round.go_on(work, losers);
    }
}

/// Lets players leave again who have left since a proposal began that is taken back now (CR 726.1).
pub(in crate::rules) fn leave_again(work: &mut Work, left: &[PlayerId]) {
    let losers: Vec<PlayerId> = left.iter().copied().filter(|player| work.game.plays(*player)).collect();
    if losers.is_empty() {
        return;
    }
    let round = Round::of(&work.game);
    planes::before_leaving(work, &losers);
    for player in &losers {
        work.leading_fact(rule!("104.5"), Event::LeftGame { player: *player });
    }
    depart(work, &losers, round.as_ref());
}

/// The permanents that players own, the cards and copies on the stack, and the face-up planes and
/// phenomena.
fn owned(game: &Game, losers: &[PlayerId]) -> Vec<ObjectId> {
    let world = game.world();
    let there = world.battlefield.iter().copied().chain(world.stacks()).chain(planes::face_up(game));
    let theirs = |id: &ObjectId| {
        game.object(*id).is_some_and(|it| losers.contains(&it.owner) && it.component != Component::Ability)
    };
    there.filter(theirs).collect()
}

/// The objects on the stack that players control.
fn on_stack(game: &Game, losers: &[PlayerId], is: impl Fn(Component) -> bool) -> Vec<ObjectId> {
    let theirs = |id: &ObjectId| {
        game.object(*id).is_some_and(|it| is(it.component))
            && game.controller(*id).is_some_and(|player| losers.contains(&player))
    };
    game.world().stacks().filter(theirs).collect()
}

/// An object leaves the game. Copies cease to exist.
fn leave_game(work: &mut Work, object: ObjectId) {
    if work.game.object(object).is_some_and(|it| it.component == Component::Copy && it.zone == Zone::Stack) {
        return cease(work, object);
    }
    let (Some(from), Some(was)) = (work.game.zone_of(object), work.game.snapshot(object)) else { return };
    let event = Event::Moved { object, from, became: Vec::new(), manner: Manner::LeftGame, was: Arc::new(was) };
    work.fact(rule!("800.4a"), event);
}

fn cease(work: &mut Work, object: ObjectId) {
    if let Some(was) = work.game.snapshot(object) {
        work.fact(rule!("800.4a"), Event::Ceased { object, was: Arc::new(was) });
    }
}

/// The effects of resolutions that give players control of objects.
fn giving_control(game: &Game, losers: &[PlayerId]) -> Vec<EffectId> {
    let gives = |effect: &ContinuousEffect| match game.definition(effect.def) {
        Some(Definition::Effect(StaticEffect::Modify { modifications, .. })) => {
            modifications.iter().any(|modification| match modification {
                Modification::Control(who) => {
                    given_control(game, &effect.scope(), who).iter().any(|player| losers.contains(player))
                }
                _ => false,
            })
        }
        _ => false,
    };
    game.world().effects.values().filter(|effect| gives(effect)).map(|effect| effect.id).collect()
}

/// The permanents and spells that a player controls who has left.
pub(in crate::rules) fn uncontrolled(game: &Game) -> Vec<ObjectId> {
    if !game.is_multiplayer() || !game.players().any(|player| player.left) {
        return Vec::new();
    }
    let world = game.world();
    let there = world.battlefield.iter().copied().chain(world.stacks());
    there.filter(|id| game.controller(*id).is_some_and(|player| !game.plays(player))).collect()
}

/// The phased-out permanents that a player who has left would control if they phased in now. The
/// rules exile them all the same (CR 702.26n, 800.4a, 800.4c).
pub(in crate::rules) fn uncontrolled_phased_out(game: &Game) -> Vec<ObjectId> {
    let left = |player: PlayerId| !game.plays(player);
    let by_default = |object: &Object| left(object.controller.unwrap_or(object.owner));
    let phased = game.world().phased_out.iter().filter(|(_, it)| by_default(&it.object)).map(|(id, _)| *id);
    phased
        .filter(|id| {
            let back = hypothetical(game, Event::PhasedIn { object: *id, unattached: false });
            back.controller(*id).is_some_and(left)
        })
        .collect()
}

/// Exiles what players who have left still control (CR 800.4a, 800.4c).
fn exile_all(work: &mut Work, rule: Rule) {
    for object in uncontrolled(&work.game) {
        for (rule, event) in exiled(work, rule, object) {
            work.fact(rule, event);
        }
    }
}

/// The events that exile an object that nobody in the game controls.
pub(in crate::rules) fn exiled(work: &mut Work, rule: Rule, object: ObjectId) -> Vec<(Rule, Event)> {
    let action = Action::Move {
        object,
        to: Zone::Exile,
        position: Position::Bottom,
        manner: Manner::Exile,
        entering: Entering::default(),
    };
    happen::events_of(work, &Proposed::new(action, work.cause(), rule))
}
