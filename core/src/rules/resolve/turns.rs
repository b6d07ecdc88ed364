//! Of whom each instruction asks something one after another, for the moment in which somebody
//! leaves (CR 101.4, 800.4a).

use crate::card::{Each, Instruction};
use crate::derive::filter::players;
use crate::fact::ResolveFrame;
use crate::state::Game;

use super::choose;
use super::verbs::turns_of_verb;
use crate::rules::engine::cursor::{instruction, scope};
use crate::rules::engine::turns::{Turns, in_turn};

/// The players of whom the current instruction asks something, and how many of them are done; none
/// if it asks nobody, or everybody at once.
pub(in crate::rules) fn turns(game: &Game, frame: &ResolveFrame) -> Option<Turns> {
    let current = instruction(game, frame)?;
    let done = usize::from(frame.cursor.last()?.round);
    let players = match &*current {
        Instruction::Draw { who, .. }
        | Instruction::Discard { who, .. }
        | Instruction::Sacrifice { who, .. }
        | Instruction::Choose { who, .. }
        | Instruction::Unless { who, .. }
        | Instruction::MayPay { who, .. } => in_turn(game, frame, || players(game, &scope(frame), who)),
        Instruction::ForEach { each: Each::Object(_) | Each::Both(..), .. } => {
            choose::groups(game, frame, &current).into_iter().map(|(player, _)| player).collect()
        }
        it => return turns_of_verb(game, frame, it),
    };
    Some(Turns { players, done })
}
