//! Refusals: what a player may not do now, and the rule for it.

use crate::card::{Comparison, Cost, Filter, Instruction, Phase, Quantity, Restriction};
use crate::fact::{Applied, ObjectId, PlayerId};
use crate::rule::Rule;
use crate::state::Game;

use crate::derive::filter::{all_matching, matches, power_and_toughness};
use crate::derive::look::Look;
use crate::derive::look::scope::Scope;

/// A special action that an effect allows (CR 116.2c-e), or having a companion (CR 116.2g).
#[derive(Clone, Debug)]
pub struct Special {
    /// The source of the effect.
    pub source: ObjectId,
    /// The effect.
    pub by: Applied,
    /// Its cost.
    pub cost: Vec<Cost>,
    /// Its instructions.
    pub then: Vec<Instruction>,
    /// The limits on X in the cost.
    pub x_limits: Vec<(Comparison, Quantity)>,
}

/// Why a player can't begin something: the rule, and the reason in this case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The rule that forbids it.
    pub rule: Rule,
    /// The obstacle.
    pub why: &'static str,
}

/// Returns `Ok` if the condition holds, otherwise the refusal.
pub(in crate::derive) fn demand(holds: bool, rule: Rule, why: &'static str) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(Refusal { rule, why }) }
}

/// [`sorcery_timing`], not counting a spell that is being cast and is already on the stack.
pub(in crate::derive) fn sorcery_time(game: &Game, player: PlayerId, spell: Option<ObjectId>) -> bool {
    let turn = &game.world().turn;
    game.is_active(player)
        && matches!(turn.phase, Some(Phase::PrecombatMain | Phase::PostcombatMain))
        && game.world().stack.iter().all(|id| Some(*id) == spell)
}

/// Whether it is a main phase of a player's turn with an empty stack (CR 307.1), even if nothing
/// could be cast (CR 307.5).
pub(crate) fn sorcery_timing(game: &Game, player: PlayerId) -> bool {
    sorcery_time(game, player, None)
}

/// The untapped permanents of a player that fit, each with its power, to pay a cost of tapping a
/// total power. For a crew ability, without those that can't crew (CR 702.122a, 702.122c).
pub(crate) fn able_to_tap(
    game: &Game,
    player: PlayerId,
    source: ObjectId,
    filter: &Filter,
    crew: bool,
) -> Vec<(ObjectId, i32)> {
    let cant_crew = |id: ObjectId| {
        game.restrictions().any(|(scope, restriction)| match restriction {
            Restriction::CantCrew(what) => matches(game, &scope, what, id) && !game.ignores(Some(player), scope.source),
            _ => false,
        })
    };
    let able = |id: &ObjectId| {
        game.controller(*id) == Some(player)
            && game.object(*id).is_some_and(|it| !it.status.tapped)
            && !(crew && cant_crew(*id))
    };
    let there = all_matching(game, &Scope::of(source, player), filter).into_iter().filter(able);
    there.map(|id| (id, power_and_toughness(game, id).0.unwrap_or(0))).collect()
}
