//! Commanders that would be put into a hand or library: their owners may put them into the command
//! zone instead (CR 903.9b-c).

use crate::card::{Filter, Instead, Replacement, Would, ZoneKind, Zones};
use crate::fact::{Action, Applied, Origin, Position, Proposed, Zone};
use crate::state::Game;

use super::candidates::Candidate;

/// The rule as an effect on an action. It may apply again once another effect has changed the
/// action (CR 903.9b), but not right after the owner has declined.
pub(super) fn candidate(game: &Game, proposed: &Proposed) -> Option<Candidate> {
    if game.world().commanders().is_empty() {
        return None;
    }
    let Action::Move { object, to, entering, .. } = &proposed.action else { return None };
    if !matches!(to, Zone::Hand(_) | Zone::Library(_)) {
        return None;
    }
    let before = game.object(*object).filter(|before| game.world().is_commander(before) && !entering.commander)?;
    let identity = Applied::Ability { object: *object, origin: Origin::Commander };
    // A card that stays in its zone is not put there.
    if before.zone == Zone::of(to.kind(), before.owner) || proposed.applied.last() == Some(&identity) {
        return None;
    }
    let to = Zones::from_iter([ZoneKind::Hand, ZoneKind::Library]);
    let would = Would::Move { what: Filter::This, from: None, to: Some(to) };
    Some(Candidate {
        identity,
        replacement: Some(Replacement { would, instead: Instead::GoTo(ZoneKind::Command) }),
        source: *object,
        controller: before.owner,
        announced: None,
        trigger: None,
        those: Vec::new(),
        arriving: None,
    })
}

/// The action of a commander that goes to the command zone instead. Of a merged or melded permanent
/// only the card that is a commander does (CR 903.9c).
pub(super) fn instead(game: &Game, action: &Action) -> Action {
    let mut action = action.clone();
    if let Action::Move { object, to, position, entering, .. } = &mut action {
        match game.object(*object).map(|object| object.pieces().is_empty()) {
            Some(false) => entering.commander = true,
            _ => (*to, *position) = (Zone::Command, Position::Bottom),
        }
    }
    action
}
