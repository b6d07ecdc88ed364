//! Shields when several sources deal damage at once (CR 615.7, 615.8): a player chooses the damage
//! that they apply to.

use crate::fact::{Action, Domain, Happening};
use crate::state::Game;

use super::about::for_the_next;
use super::candidates::{Candidate, candidates};

/// The other damage of the set that an effect could apply to: how much, and whether from another
/// source.
fn others(game: &Game, happening: &Happening, index: usize, candidate: &Candidate) -> (u32, bool) {
    let source_of = |action: &Action| match action {
        Action::Damage { source, amount, .. } => Some((*source, *amount)),
        _ => None,
    };
    let this = happening.actions.get(index).and_then(|it| source_of(&it.action)).map(|(source, _)| source);
    let mut total = 0u32;
    let mut other = false;
    for (place, proposed) in happening.actions.iter().enumerate() {
        let Some((source, amount)) = source_of(&proposed.action).filter(|_| place != index && !proposed.settled) else {
            continue;
        };
        if candidates(game, happening, place).iter().any(|it| it.identity == candidate.identity) {
            total = total.saturating_add(amount);
            other |= Some(source) != this;
        }
    }
    (total, other)
}

/// The choice needed to apply an effect to damage: how much of it an insufficient shield prevents,
/// or whether an effect for the next time applies to it. None if there is no choice.
pub(super) fn open(game: &Game, happening: &Happening, index: usize, candidate: &Candidate) -> Option<Domain> {
    let Action::Damage { amount, .. } = happening.actions.get(index)?.action else { return None };
    if let Some(left) = candidate.left(game) {
        let (others, _) = others(game, happening, index, candidate);
        let (min, max) = (left.saturating_sub(others).min(amount), left.min(amount));
        return (min < max).then_some(Domain::Number { min, max });
    }
    for_the_next(game, &candidate.identity)?;
    let (_, other) = others(game, happening, index, candidate);
    other.then_some(Domain::Confirm)
}
