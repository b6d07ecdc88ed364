//! Instructions, verb by verb (CR 701 and the like). A verb has actions performed; the mechanisms
//! below turn actions into events.

mod adapt;
mod bolster;
mod clash;
pub(in crate::rules) mod copy;
pub(in crate::rules) mod course;
pub(in crate::rules) mod deal;
mod double;
pub(in crate::rules) mod ending;
pub(in crate::rules) mod exchange;
mod explore;
pub(in crate::rules) mod lore;
pub(in crate::rules) mod manifest;
mod mark;
pub(in crate::rules) mod meld;
pub(in crate::rules) mod outcome;
pub(in crate::rules) mod phase;
mod populate;
mod proliferate;
mod redistribute;
pub(in crate::rules) mod restart;
mod search;
pub(in crate::rules) mod subgame;
pub(in crate::rules) mod tokens;
pub(in crate::rules) mod transform;
pub(in crate::rules) mod until;
mod venture;
mod vote;

use crate::card::Instruction;
use crate::fact::ResolveFrame;
use crate::rules::engine::turns::Turns;
use crate::rules::zones::library;
use crate::state::Game;

use super::verb::Verb;

/// The verb of an instruction, if one handles all of it. A new verb has its line here and in
/// `instructions::execute`, which names every instruction.
pub(in crate::rules) fn verb(instruction: &Instruction) -> Option<&'static Verb> {
    match instruction {
        Instruction::Scry { .. } | Instruction::Surveil { .. } | Instruction::Fateseal(_) => Some(&LOOKING),
        Instruction::Clash => Some(&clash::CLASH),
        Instruction::Explore(_) => Some(&explore::EXPLORE),
        Instruction::Populate => Some(&populate::POPULATE),
        Instruction::Bolster(_) => Some(&bolster::BOLSTER),
        Instruction::Adapt(_) => Some(&adapt::ADAPT),
        Instruction::Proliferate => Some(&proliferate::PROLIFERATE),
        Instruction::Mark { .. } => Some(&mark::MARK),
        Instruction::Vote { .. } => Some(&vote::VOTE),
        Instruction::Venture => Some(&venture::VENTURE),
        Instruction::Double { .. } => Some(&double::DOUBLE),
        Instruction::Search { .. } => Some(&search::SEARCH),
        Instruction::RedistributeLife(_) => Some(&redistribute::REDISTRIBUTE),
        _ => None,
    }
}

/// The players of whom a verb asks something one after another, and how many of them are done.
pub(in crate::rules) fn turns_of_verb(game: &Game, frame: &ResolveFrame, instruction: &Instruction) -> Option<Turns> {
    let round = usize::from(frame.cursor.last()?.round);
    let (players, done) = match instruction {
        Instruction::Scry { .. } | Instruction::Surveil { .. } => {
            (library::looking(game, frame, instruction), round.checked_sub(1)?)
        }
        Instruction::Clash => (clash::revealing(game, frame), round.checked_sub(1)?),
        Instruction::Search { .. } => (search::searching(game, frame, instruction), round.checked_sub(1)?),
        Instruction::Vote { .. } => (vote::voting(game, frame, instruction), round),
        Instruction::RedistributeLife(_) => (redistribute::redistributed(game, frame, instruction), frame.picked.len()),
        _ => return None,
    };
    Some(Turns { players, done })
}

/// Scrying, fatesealing and surveilling (CR 701.18, 701.22, 701.42).
static LOOKING: Verb = Verb { choice: library::choice, execute: library::execute, answered: library::answered };
