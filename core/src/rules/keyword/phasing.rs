//! Phasing (CR 502.1, 610.4, 702.26): what phases out and in, and when. Phased-out permanents are
//! kept where nothing looks for objects ([`Game::phased_out`]).

use std::sync::Arc;

use crate::card::mechanism::Mechanisms;
use crate::card::{Keyword, Restriction, TurnPart};
use crate::derive::Look;
use crate::derive::filter::matches;
use crate::derive::object::attachment::{Attachment, attached_to};
use crate::derive::object::phased_out::{has_lost_host, with_attachments};
use crate::fact::{Action, Entity, Event, ObjectId, PlayerId, Proposed};
use crate::rule;
use crate::rule::Rule;
use crate::state::{Game, Object, PhasedOut};

/// Whether a permanent exists and no effect says that it can't phase out (CR 101.2).
pub(in crate::rules) fn can_phase_out(game: &Game, id: ObjectId) -> bool {
    let forbidden = || {
        game.restrictions().any(|(scope, restriction)| match restriction {
            Restriction::CantPhaseOut(what) => {
                matches(game, &scope, what, id) && !game.ignores(game.controller(id), scope.source)
            }
            _ => false,
        })
    };
    game.object(id).is_some_and(Object::is_permanent) && !forbidden()
}

/// The actions with which permanents phase out, along with the Auras, Equipment and Fortifications
/// attached to them, and so on (CR 702.26g). A permanent that would phase out both ways does so
/// indirectly (CR 702.26h).
pub(in crate::rules) fn out(game: &Game, directly: &[ObjectId], held: bool) -> Vec<Action> {
    with_what_is_attached(game, directly, held, &|id| can_phase_out(game, id))
}

/// [`out`] regardless of effects against phasing out, for a board that begins so.
pub(in crate::rules) fn all_out(game: &Game, directly: &[ObjectId], held: bool) -> Vec<Action> {
    with_what_is_attached(game, directly, held, &|id| game.object(id).is_some_and(Object::is_permanent))
}

fn with_what_is_attached(
    game: &Game,
    directly: &[ObjectId],
    held: bool,
    can: &dyn Fn(ObjectId) -> bool,
) -> Vec<Action> {
    let mut all: Vec<ObjectId> = Vec::new();
    for id in directly.iter().filter(|id| can(**id)) {
        if !all.contains(id) {
            all.push(*id);
        }
    }
    let first = all.len();
    let mut indirectly: Vec<(ObjectId, ObjectId)> = Vec::new();
    let mut next = 0;
    while let Some(host) = all.get(next).copied() {
        let kind = |id: &ObjectId| game.characteristics(*id).and_then(Attachment::of);
        for id in attached_to(game, Entity::Object(host)).filter(|id| kind(id).is_some() && can(*id)) {
            indirectly.push((id, host));
            if !all.contains(&id) {
                all.push(id);
            }
        }
        next += 1;
    }
    let both = |id: &&ObjectId| indirectly.iter().any(|(it, _)| it == *id);
    let direct = all[..first].iter().filter(|id| !both(id));
    let direct = direct.map(|object| Action::PhaseOut { object: *object, with: None, held });
    let with =
        indirectly.iter().map(|(object, host)| Action::PhaseOut { object: *object, with: Some(*host), held: false });
    direct.chain(with).collect()
}

/// The actions with which permanents phase in, along with those that phased out with them, which do
/// not phase in by themselves (CR 702.26g).
pub(in crate::rules) fn inward(game: &Game, ids: &[ObjectId], tapped: bool) -> Vec<Action> {
    let mut actions: Vec<Action> = Vec::new();
    for id in ids.iter().filter(|id| game.phased_out(**id).is_some_and(|phased| phased.with.is_none())) {
        for object in with_attachments(game, *id) {
            let action = Action::PhaseIn { object, tapped: tapped && object == *id };
            if !actions.iter().any(|other| other.objects() == [object]) {
                actions.push(action);
            }
        }
    }
    actions
}

/// The events of a permanent that phases out or in.
pub(in crate::rules) fn events_of(game: &Game, proposed: &Proposed) -> Vec<(Rule, Event)> {
    match &proposed.action {
        Action::PhaseOut { object, with, held } => {
            let rule = if with.is_some() { rule!("702.26g") } else { proposed.rule };
            let event = |was| Event::PhasedOut { object: *object, was: Arc::new(was), with: *with, held: *held };
            game.snapshot(*object).map(|was| (rule, event(was))).into_iter().collect()
        }
        Action::PhaseIn { object, tapped } => {
            let Some(phased) = game.phased_out(*object) else { return Vec::new() };
            let unattached = has_lost_host(game, phased);
            let rule = if unattached { rule!("702.26i") } else { proposed.rule };
            let mut events = vec![(rule, Event::PhasedIn { object: *object, unattached })];
            if *tapped && !phased.object.status.tapped {
                events.push((rule!("610.4"), Event::Tapped { object: *object }));
            }
            events
        }
        _ => Vec::new(),
    }
}

/// Everything that phases in and out at once as the active player's untap step begins (CR 502.1).
pub(in crate::rules) fn of_untap_step(game: &Game) -> Vec<Action> {
    let is_active = |player: PlayerId| game.is_active(player);
    let mut leaving = game.permanents_with(Mechanisms::PHASING, &Keyword::Phasing);
    leaving.retain(|id| game.controller(*id).is_some_and(is_active));
    let in_time = |player: PlayerId| is_active(player) || was_passed_over(game, player);
    let returns = |(_, phased): &(&ObjectId, &Arc<PhasedOut>)| !phased.held && in_time(phased.controller);
    let returning: Vec<ObjectId> = game.world().phased_out.iter().filter(returns).map(|(id, _)| *id).collect();
    let mut actions = inward(game, &returning, false);
    actions.extend(out(game, &leaving, false));
    actions
}

/// Whether a player who has left would have begun a turn between the last turn and this one
/// (CR 702.26n, 800.4k).
fn was_passed_over(game: &Game, player: PlayerId) -> bool {
    if game.plays(player) {
        return false;
    }
    let mut turns = 0;
    let since_last = game.world().of_this_marker().take_while(|entry| {
        turns += u32::from(matches!(entry.event, Event::TurnBegan { .. }));
        turns < 2
    });
    since_last
        .map(|entry| &entry.event)
        .any(|event| matches!(event, Event::PartSkipped { part: TurnPart::Turn, player: passed } if *passed == player))
}
