//! Instructions carried out at once and without a choice, as actions of the pipeline (CR 608.2c).

use crate::card::{Instruction, Objects, Players, Quantity, ZoneKind};
use crate::derive::filter::{found, players, quantity};
use crate::fact::{Action, Entity, Manner, ObjectId, PlayerId, ResolveFrame, Zone};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::damage;
use crate::rules::engine::actions::{amount, amount_for, keeps, move_to, sacrificed, to_graveyard};
use crate::rules::engine::cursor::scope;
use crate::rules::objects::phasing;

/// The actions of an instruction that happens at once and without a choice; none if it asks for
/// something, takes several steps, or is no action.
pub(in crate::rules) fn plain(
    game: &Game,
    frame: &ResolveFrame,
    instruction: &Instruction,
) -> Option<(Rule, Vec<Action>)> {
    let scope = scope(frame);
    let objects = |reference: &Objects| found(game, &scope, reference).into_iter();
    let named = |who: &Players| players(game, &scope, who).into_iter();
    // Each player may have a different number: "they" is that player.
    let number_of =
        |who: &Players, player: PlayerId, it: &Quantity| amount(quantity(game, &scope.done_by(who, player), it));
    let by = Some(frame.controller);
    Some(match instruction {
        Instruction::DealDamage { .. } => (rule!("120.2b"), damage::of_effect(game, frame, instruction)?),
        Instruction::GainLife { who, amount } => {
            let gains = |player| Action::GainLife { player, amount: number_of(who, player, amount) };
            (rule!("119.3"), named(who).map(gains).collect())
        }
        Instruction::LoseLife { who, amount } => {
            let loses = |player| Action::LoseLife { player, amount: number_of(who, player, amount) };
            (rule!("119.3"), named(who).map(loses).collect())
        }
        // Of several players, one draws after another (CR 121.2c).
        Instruction::Draw { who, count } => match named(who).collect::<Vec<_>>().as_slice() {
            [player] => {
                (rule!("121.2"), vec![Action::DrawCards { player: *player, count: number_of(who, *player, count) }])
            }
            _ => return None,
        },
        Instruction::DiscardThose(what) => {
            let in_hand = |id: &ObjectId| matches!(game.zone_of(*id), Some(Zone::Hand(_)));
            let cards = objects(what).filter(in_hand);
            (rule!("701.8a"), cards.map(|id| to_graveyard(game, id, Manner::Discard)).collect())
        }
        Instruction::SacrificeThose(what) => (rule!("701.17a"), sacrificed(game, &[frame.controller], objects(what))),
        Instruction::SacrificeTheirs { who, what } => {
            (rule!("701.17a"), sacrificed(game, &named(who).collect::<Vec<_>>(), objects(what)))
        }
        Instruction::Mill { who, count } => {
            let mills = |player| Action::Mill { player, count: number_of(who, player, count) };
            (rule!("701.13a"), named(who).map(mills).collect())
        }
        Instruction::Destroy(what) => (rule!("701.7a"), objects(what).map(Action::Destroy).collect()),
        Instruction::DestroyForGood(what) => (rule!("701.7a"), objects(what).map(Action::DestroyForGood).collect()),
        Instruction::PhaseOut(what) => {
            (rule!("702.26b"), phasing::out(game, &objects(what).collect::<Vec<_>>(), false))
        }
        Instruction::PhaseIn(what) => {
            (rule!("702.26c"), phasing::inward(game, &objects(what).collect::<Vec<_>>(), false))
        }
        Instruction::PhaseInAndOut { back, out } => {
            let mut actions = phasing::inward(game, &objects(back).collect::<Vec<_>>(), false);
            actions.extend(phasing::out(game, &objects(out).collect::<Vec<_>>(), false));
            (rule!("702.26b"), actions)
        }
        Instruction::Exile(what) => {
            let exile = |id| move_to(game, id, ZoneKind::Exile, Manner::Exile);
            (rule!("701.11a"), objects(what).map(exile).collect())
        }
        Instruction::PutCounters { on, kind, count } => {
            let keeps = keeps(&scope, on);
            let put = |id| {
                let on = Entity::Object(id);
                Action::PutCounters { by, on, kind: kind.clone(), count: amount_for(game, &scope, on, keeps, count) }
            };
            (rule!("122.6"), objects(on).map(put).collect())
        }
        Instruction::RemoveCounters { from, kind, count } => {
            let keeps = keeps(&scope, from);
            let remove = |id| {
                let from = Entity::Object(id);
                let count = amount_for(game, &scope, from, keeps, count);
                Action::RemoveCounters { from, kind: kind.clone(), count }
            };
            (rule!("122.1"), objects(from).map(remove).collect())
        }
        Instruction::GetCounters { who, kind, count } => {
            let put = |player| {
                let count = number_of(who, player, count);
                Action::PutCounters { by, on: Entity::Player(player), kind: kind.clone(), count }
            };
            (rule!("122.1"), named(who).map(put).collect())
        }
        Instruction::Tap(what) => (rule!("701.21a"), objects(what).map(Action::Tap).collect()),
        Instruction::Untap(what) => (rule!("701.21b"), objects(what).map(Action::Untap).collect()),
        _ => return None,
    })
}
