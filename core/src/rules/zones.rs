//! Zone changes that rules, not effects, make (CR 116.2a, 400, 608.2m).

use crate::derive::Look;
use crate::derive::attach::aura_target;
use crate::fact::{Action, Entering, Entity, Manner, ObjectId, PlayerId, Position, Zone};
use crate::rule;
use crate::rule::Rule;

use super::happen::to_graveyard;
use super::replace::perform_one;
use super::work::Work;

/// CR 116.2a, 305.1: a land is put onto the battlefield from hand as a special action.
pub(super) fn play_land(work: &mut Work, player: PlayerId, object: ObjectId) {
    perform_one(work, rule!("116.2a"), onto_battlefield(object, player, Manner::Play));
}

/// CR 608.3: a permanent spell becomes a permanent under its controller's control; an Aura is attached to what it
/// targeted.
pub(super) fn spell_becomes_permanent(work: &mut Work, player: PlayerId, object: ObjectId, targets: &[Vec<Entity>]) {
    let mut action = onto_battlefield(object, player, Manner::Resolve);
    let aura = work.game.characteristics(object).is_some_and(|it| aura_target(it).is_some());
    if let Action::Move { entering, .. } = &mut action {
        entering.attached_to = targets.iter().flatten().next().copied().filter(|_| aura);
    }
    perform_one(work, rule!("608.3"), action);
}

/// A spell that has done what it does, or does nothing, goes to its owner's graveyard; an ability ceases to exist
/// (CR 608.2b, 608.2m).
pub(super) fn leave_stack(work: &mut Work, rule: Rule, object: ObjectId, manner: Manner) {
    let action = to_graveyard(&work.game, object, manner);
    perform_one(work, rule, action);
}

/// An object on its way onto the battlefield.
pub(super) fn onto_battlefield(object: ObjectId, player: PlayerId, manner: Manner) -> Action {
    Action::Move {
        object,
        to: Zone::Battlefield,
        position: Position::Bottom,
        manner,
        entering: Entering { controller: Some(player), ..Entering::default() },
    }
}
