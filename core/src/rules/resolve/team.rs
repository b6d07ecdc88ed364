//! The order in which the players of a team choose and draw, where turns are shared: whatever order
//! the team likes (CR 121.2d, 805.6, 805.6a).
//!
//! A team is asked who is next as long as that is open. Its answers hold for one instruction
//! ([`Game::apnap`] reads them), so it may answer otherwise for the next one.

use crate::card::{Each, Instruction, Players};
use crate::derive::filter::{players, quantity};
use crate::fact::{Choice, PlayerId, Prompt, ResolveFrame};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::asked;
use crate::rules::engine::control::one_among;
use crate::rules::engine::cursor::scope;
use crate::rules::engine::turns::in_turn;

/// Asks a team which of its players is the next to do what an instruction asks of several of them.
pub(super) fn choice(game: &Game, frame: &ResolveFrame, instruction: &Instruction) -> Option<Choice> {
    if !game.shares_turns() {
        return None;
    }
    let round = usize::from(frame.cursor.last()?.round);
    let (who, at_once) = asks(instruction)?;
    let order = in_turn(game, frame, || players(game, &scope(frame), who));
    // One player after another, or a list that is made once.
    let next = if at_once { order.as_slice() } else { order.get(round..=round)? };
    if at_once && round > 0 {
        return None;
    }
    let said = game.noted_order(frame);
    let has_part = |player: &PlayerId| takes_part(game, frame, instruction, &order, *player);
    let object = frame.object.unwrap_or(frame.source);
    next.iter().find_map(|first| {
        if said.contains(first) {
            return None;
        }
        let of_the_team = |player: &&PlayerId| game.acts_with(**player, *first) && !said.contains(player);
        let open: Vec<PlayerId> = order.iter().filter(of_the_team).copied().filter(has_part).collect();
        let asked = || one_among(game.primary(*first), Prompt::Which(object), rule_of(instruction), &open);
        (open.len() > 1).then(asked)
    })
}

/// The rule behind the question: drawing cards has one of its own.
const fn rule_of(instruction: &Instruction) -> Rule {
    if matches!(instruction, Instruction::Draw { .. }) { rule!("805.6a") } else { rule!("805.6") }
}

/// The players of whom an instruction asks something, and whether it takes all of them in one order
/// from the start.
fn asks(instruction: &Instruction) -> Option<(&Players, bool)> {
    match instruction {
        Instruction::ForEach { each: Each::Player(who), then, .. } => then.iter().any(asks_them).then_some((who, true)),
        Instruction::Search { who, .. } | Instruction::Scry { who, .. } | Instruction::Surveil { who, .. } => {
            Some((who, true))
        }
        Instruction::Discard { at_random: true, .. } | Instruction::Choose { at_random: true, .. } => None,
        Instruction::Draw { who, .. }
        | Instruction::Discard { who, .. }
        | Instruction::Sacrifice { who, .. }
        | Instruction::Choose { who, .. }
        | Instruction::Unless { who, .. }
        | Instruction::MayPay { who, .. } => Some((who, false)),
        _ => None,
    }
}

/// Whether an instruction of a list that is repeated for players asks something of each of them.
fn asks_them(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::If { then, otherwise, .. } => then.iter().chain(otherwise).any(asks_them),
        Instruction::May { who, .. } | Instruction::MayPlay { who, .. } => *who == Players::They,
        _ => asks(instruction).is_some_and(|(who, _)| *who == Players::They),
    }
}

/// Whether a player has anything to choose or to draw for an instruction.
fn takes_part(
    game: &Game,
    frame: &ResolveFrame,
    instruction: &Instruction,
    order: &[PlayerId],
    player: PlayerId,
) -> bool {
    match instruction {
        Instruction::Draw { who, count } => quantity(game, &scope(frame).done_by(who, player), count) > 0,
        _ if asks(instruction).is_some_and(|(_, at_once)| at_once) => true,
        _ => {
            let Some(round) = order.iter().position(|id| *id == player) else { return false };
            let mut turn = frame.clone();
            turn.set_round(u16::try_from(round).unwrap_or(u16::MAX));
            asked::choice(game, &turn, instruction).is_some_and(|choice| choice.player == player)
        }
    }
}
