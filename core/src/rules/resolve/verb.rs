//! A verb whose implementation is one file: its question and the effect of the answer (CR 608.2d).

use crate::card::Instruction;
use crate::fact::{Answer, Choice, ResolveFrame};
use crate::state::Game;

use crate::rules::engine::work::Work;

/// The functions of one kind of instruction.
pub(in crate::rules) struct Verb {
    /// The choice in the present round.
    pub(in crate::rules) choice: fn(&Game, &ResolveFrame, &Instruction) -> Option<Choice>,
    /// Carries it out where there is no question.
    pub(in crate::rules) execute: fn(&mut Work, &ResolveFrame, &Instruction),
    /// Carries out an answer.
    pub(in crate::rules) answered: fn(&mut Work, &ResolveFrame, &Instruction, &Answer),
}
