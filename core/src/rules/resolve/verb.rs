//! A verb that has all that it does in one file: what it asks, and what becomes of the answer (CR 608.2d).

use crate::card::Instruction;
use crate::fact::{Answer, Choice, ResolveFrame};
use crate::state::Game;

use crate::rules::engine::work::Work;

/// What an instruction of one kind does.
pub(in crate::rules) struct Verb {
    /// The choice that it waits for, in its round.
    pub(in crate::rules) choice: fn(&Game, &ResolveFrame, &Instruction) -> Option<Choice>,
    /// What it does where it asks nothing.
    pub(in crate::rules) execute: fn(&mut Work, &ResolveFrame, &Instruction),
    /// What an answer makes it do.
    pub(in crate::rules) answered: fn(&mut Work, &ResolveFrame, &Instruction, &Answer),
}
