//! The verbs of instructions that belong to no other room, by subject (CR 701 and the like). A verb
//! proposes actions; `replace` turns them into events.

mod adapt;
mod attach;
mod bid;
mod bolster;
mod branches;
mod cards;
pub(in crate::rules) mod choose;
mod clash;
mod copy;
mod counters;
mod course;
mod deal;
mod double;
mod effects;
pub(in crate::rules) mod ending;
mod exchange;
mod explore;
mod giving_up;
mod keyword_actions;
mod life;
pub(in crate::rules) mod lore;
mod mana;
mod manifest;
mod mark;
mod meld;
mod moving;
mod paying;
mod permanents;
pub(in crate::rules) mod phase;
mod players;
mod populate;
mod proliferate;
mod redistribute;
mod restart;
mod search;
mod subgame;
mod tokens;
pub(in crate::rules) mod transform;
pub(in crate::rules) mod until;
mod venture;
mod vote;
mod winning;

use crate::card::{Instruction, Objects};
use crate::derive::filter::{found, players};
use crate::fact::{Answer, ResolveFrame};
use crate::state::Game;

use crate::rules::engine::cursor::scope;
use crate::rules::engine::verb::verb;
use crate::rules::replace::happen::can_happen;

/// The result of an instruction that could have asked but has nothing to ask.
pub(in crate::rules) fn decided(game: &Game, frame: &ResolveFrame, instruction: &Instruction) -> Option<Answer> {
    let it = verb(instruction);
    if it.choice(game, frame).is_some() { None } else { it.decided(game, frame) }
}

/// Whether a player could do the first thing that an effect offers; the impossible can't be chosen
/// (CR 608.2d).
pub(in crate::rules) fn is_possible(game: &Game, frame: &ResolveFrame, then: &[Instruction]) -> bool {
    let Some(it) = then.first().map(verb) else { return true };
    // Nobody else can do what a player would have done who has left (CR 800.4g).
    if let Some(who) = it.doers() {
        let who = players(game, &scope(frame), who);
        if !who.is_empty() && !who.into_iter().any(|player| game.plays(player)) {
            return false;
        }
    }
    it.is_possible(game, frame).unwrap_or_else(|| {
        // All of a description can be nothing, and what is named has to be there.
        let is_there = |what: &Objects| what.is_of_a_description() || !found(game, &scope(frame), what).is_empty();
        let actions = || it.actions(game, frame);
        it.acts_on().into_iter().all(is_there)
            && actions().is_none_or(|(_, actions)| actions.iter().any(|it| can_happen(game, it)))
    })
}
