//! What an action is about: the player or object affected, the object moved, and removal from its
//! batch (CR 616.1).

use crate::card::{Choosing, Duration};
use crate::fact::{
    Action, Affected, Applied, Canonical, EffectId, EffectKey, Entity, ObjectId, Origin, PlayerId, Proposed,
};
use crate::rule;
use crate::state::Game;

use super::open::Open;

/// The player who chooses: the affected player, or the affected object's controller, or its owner
/// (CR 616.1); for what affects nobody, the active player.
pub(in crate::rules) fn affected(game: &Game, action: &Action) -> PlayerId {
    let player = match action.affects() {
        Affected::Player(player) => Some(player),
        Affected::Object(id) => game.controller_or_owner(id),
        Affected::Nobody => None,
    };
    player.unwrap_or(game.world().turn.active)
}

/// The objects that other actions of the set, or choices made for this one, would move. Nothing can
/// be chosen to change zones twice, nor anything that enters at the same time (CR 614.13a-b).
pub(in crate::rules) fn moving(actions: &[Proposed], index: usize) -> Vec<ObjectId> {
    let moved = |proposed: &Proposed| match &proposed.action {
        Action::Move { object, .. } => Some(*object),
        _ => None,
    };
    let this = actions.get(index).and_then(moved);
    actions.iter().filter_map(moved).chain(this).collect()
}

/// The object that an action moves, or the token that it creates.
pub(in crate::rules) fn object_of(game: &Game, action: &Action) -> ObjectId {
    match action {
        Action::Move { object, .. } | Action::TurnFaceUp { object, .. } | Action::Transform { object, .. } => *object,
        _ => game.counters().object,
    }
}

/// Removes an action from the set and adjusts the indices of containing actions.
pub(in crate::rules) fn remove(actions: &mut Vec<Proposed>, index: usize) {
    actions.remove(index);
    let gone = u32::try_from(index).unwrap_or(u32::MAX);
    for proposed in actions {
        // The actions that it contained stand alone.
        proposed.parent = proposed.parent.filter(|parent| *parent != gone);
        proposed.parent = proposed.parent.map(|parent| if parent > gone { parent - 1 } else { parent });
    }
}

/// Takes an action from the set that does not happen. Life from lifelink stays in it as none, since
/// it is worked out of the damage, and would be again (CR 120.3f, 614.5).
pub(in crate::rules) fn undo(game: &Game, actions: &mut Vec<Proposed>, index: usize) {
    if actions[index].rule != rule!("120.3f") {
        return remove(actions, index);
    }
    let player = affected(game, &actions[index].action);
    actions[index].action = Action::GainLife { player, amount: 0 };
    actions[index].settled = true;
}

/// The effect, if it is one for the next such event (CR 614.10a).
pub(in crate::rules) fn for_the_next(game: &Game, identity: &Applied) -> Option<EffectId> {
    let Applied::Effect(EffectKey::Begun(id)) = identity else { return None };
    game.world()
        .effects
        .get(id)
        .filter(|effect| matches!(*effect.duration, Duration::Next | Duration::NextThisTurn))
        .map(|effect| effect.id)
}

/// The choice that an entering object still needs (CR 614.12a).
pub(in crate::rules) fn choosing_of(action: &Action) -> Option<&(Origin, Canonical<Choosing>)> {
    action.entering()?.choosing.as_ref()
}

/// The next action: see [`Open::next`].
pub(in crate::rules) fn next_unsettled(game: &Game, actions: &[Proposed]) -> Option<usize> {
    Open::of(game, actions).next()
}

/// Makes an object enter attached to `host`, or to nothing.
pub(in crate::rules) fn attach(action: &mut Action, host: Option<Entity>) {
    if let Action::Move { entering, .. } | Action::CreateToken { entering, .. } = action {
        entering.attached_to = host;
    }
}
