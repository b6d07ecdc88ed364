//! Adventures that would be put into a graveyard as they resolve: they are exiled instead, and may
//! be cast from there (CR 716.3d).

use crate::card::{Definition, Filter, StaticEffect, adventure_exiled, adventure_permission};
use crate::derive::filter::matches;
use crate::derive::{Look, Scope};
use crate::fact::{Action, Applied, Being, Component, Manner, Origin, Position, Proposed, Zone};
use crate::state::Game;

use super::candidates::Candidate;
use crate::rules::engine::work::Work;

/// The rule as an effect on an action.
pub(super) fn candidate(game: &Game, proposed: &Proposed) -> Option<Candidate> {
    let Action::Move { object, to: Zone::Graveyard(_), manner: Manner::Resolve, .. } = proposed.action else {
        return None;
    };
    let (controller, replacement) = (game.controller(object)?, adventure_exiled());
    let identity = Applied::Ability { object, origin: Origin::Adventure };
    let is_adventure = matches(game, &Scope::of(object, controller), &Filter::Adventure, object);
    if proposed.applied.contains(&identity) || !is_adventure {
        return None;
    }
    Some(Candidate {
        identity,
        replacement: Some(replacement),
        source: object,
        controller,
        announced: None,
        trigger: None,
        those: Vec::new(),
        arriving: None,
    })
}

/// The exile of an Adventure. Its controller may cast the card for as long as it stays there;
/// nobody casts a copy.
pub(super) fn instead(work: &mut Work, candidate: &Candidate, action: &Action) -> Action {
    let mut action = action.clone();
    let Action::Move { object, to, position, manner, entering } = &mut action else { return action };
    (*to, *position, *manner) = (Zone::Exile, Position::Bottom, Manner::Exile);
    if work.game.object(*object).is_some_and(|spell| matches!(spell.component, Component::Card(_))) {
        let def = work.intern(Definition::Effect(StaticEffect::Permit(adventure_permission())));
        entering.being = Some(Box::new(Being { def, source: *object, controller: candidate.controller }));
    }
    action
}
