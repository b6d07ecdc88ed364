//! What an action is about: the player or object affected, the object moved, and removal from its
//! batch (CR 616.1).

use crate::card::{Choosing, Duration};
use crate::derive::Look;
use crate::fact::{
    Action, Applied, Canonical, EffectId, EffectKey, Entity, ObjectId, Origin, PlayerId, Proposed, Zone,
};
use crate::state::Game;

use super::open::Open;

/// The player who chooses: the affected player, or the affected object's controller, or its owner
/// (CR 616.1).
pub(in crate::rules) fn affected(game: &Game, action: &Action) -> PlayerId {
    let of_object =
        |id: ObjectId| game.controller(id).or_else(|| game.object(id).map(|object| object.owner)).unwrap_or_default();
    let of_entity = |entity: Entity| match entity {
        Entity::Player(player) => player,
        Entity::Object(object) => of_object(object),
    };
    match action {
        // CR 303.4f, 110.2: an entering object belongs to the player under whose control it would
        // enter.
        Action::Move { object, to: Zone::Battlefield, entering, .. } => {
            entering.controller.unwrap_or_else(|| of_object(*object))
        }
        Action::Move { object, .. }
        | Action::Destroy(object)
        | Action::DestroyForGood(object)
        | Action::Regenerate(object)
        | Action::Tap(object)
        | Action::Untap(object)
        | Action::TurnFaceUp { object, .. }
        | Action::TurnFaceDown { object, .. }
        | Action::Transform { object, .. }
        | Action::Attach { object, .. }
        | Action::Unattach(object)
        | Action::PhaseOut { object, .. }
        | Action::PhaseIn { object, .. } => of_object(*object),
        // A designation of the game, which no effect replaces: nobody chooses.
        Action::BecomeDayOrNight(_) => game.world().turn.active,
        Action::Damage { to, .. } => of_entity(*to),
        Action::PutCounters { on: entity, .. } | Action::RemoveCounters { from: entity, .. } => of_entity(*entity),
        Action::Draw(player)
        | Action::Win(player)
        | Action::DrawCards { player, .. }
        | Action::CreateTokens { player, .. }
        | Action::Mill { player, .. }
        | Action::Search { player, .. }
        | Action::Lose { player, .. }
        | Action::GainLife { player, .. }
        | Action::LoseLife { player, .. }
        | Action::AddMana { player, .. }
        | Action::CreateToken { player, .. }
        | Action::BeginTurn { player }
        | Action::FlipCoin { player, .. }
        | Action::RollDice { player, .. }
        | Action::BeginPhase { player, .. }
        | Action::CreateEmblem { player, .. }
        | Action::BeginTurnStep { player, .. } => *player,
    }
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
