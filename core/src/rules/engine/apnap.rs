//! Players of whom an instruction asks something one after another (CR 101.4).
//!
//! A cursor counts those who are done. Where that place could come to stand for somebody else,
//! because the players that the instruction names change meanwhile, it is noted by id who has been
//! asked and who is still to be ([`Event::StillToAsk`]).

use crate::card::verb;
use crate::card::{Asking, Instruction, Players, Reads};
use crate::derive::filter::players;
use crate::fact::{Event, Frame, InTurn, PlayerId, ResolveFrame};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::cursor::{instruction, scope};
use super::work::Work;

/// The players of whom an instruction asks something, and how many of them are done.
pub(in crate::rules) struct Turns {
    /// In the order in which they are asked, each as often as they are.
    pub(in crate::rules) players: Vec<PlayerId>,
    /// How many are done.
    pub(in crate::rules) done: usize,
}

/// The players of whom the current instruction asks something, in order: those who have been noted,
/// or else those whom it names now.
pub(in crate::rules) fn in_turn(
    game: &Game,
    frame: &ResolveFrame,
    named: impl FnOnce() -> Vec<PlayerId>,
) -> Vec<PlayerId> {
    let Some(InTurn { asked, next, .. }) = game.noted_turns(frame) else { return named() };
    let mut next = next.clone();
    // CR 805.6: a team may say who of it is the next.
    if !game.noted_order(frame).is_empty() {
        let order = game.apnap();
        next.sort_by_key(|player| order.iter().position(|id| id == player));
    }
    asked.iter().copied().chain(next).collect()
}

/// The turns of an instruction that asks these players, one each round.
pub(in crate::rules) fn each_of(game: &Game, frame: &ResolveFrame, who: &Players) -> Option<Turns> {
    let done = usize::from(frame.cursor.last()?.round);
    Some(Turns { players: in_turn(game, frame, || players(game, &scope(frame), who)), done })
}

/// Notes who is still to be asked, without players who are about to leave (CR 800.4a), for all
/// instructions that somebody has answered already.
pub(in crate::rules) fn keep(
    work: &mut Work,
    leavers: &[PlayerId],
    turns: impl Fn(&Game, &ResolveFrame) -> Option<Turns>,
) {
    let resolving = |frame: &Frame| match frame {
        Frame::Resolve(resolve) => Some(ResolveFrame::clone(resolve)),
        _ => None,
    };
    let frames: Vec<ResolveFrame> = work.game.world().frames.iter().filter_map(|frame| resolving(frame)).collect();
    for frame in frames {
        let Some(Turns { mut players, done }) = turns(&work.game, &frame) else { continue };
        let mut next = players.split_off(done.min(players.len()));
        next.retain(|player| !leavers.contains(player));
        note(work, rule!("800.4a"), &frame, (players, next));
    }
}

/// The players who draw for the current instruction. As one draws, others may lose the game.
pub(in crate::rules) fn of_draws(game: &Game, frame: &ResolveFrame) -> Option<Turns> {
    let Instruction::Draw(verb::Draw { who, .. }) = &*instruction(game, frame)? else { return None };
    each_of(game, frame, who)
}

/// Notes whom an instruction is about to ask, if what it does to one of them could change who the
/// others are.
pub(in crate::rules) fn lock_in(work: &mut Work, frame: &ResolveFrame, who: &Players, players: &[PlayerId]) {
    let changes = Reads::ZONES | Reads::PLAYERS | Reads::HISTORY | Reads::PAST;
    if players.len() > 1 && who.reads().meets(changes) && work.game.noted_turns(frame).is_none() {
        let (asked, next) = players.split_at(1);
        note(work, rule!("608.2h"), frame, (asked.to_vec(), next.to_vec()));
    }
}

fn note(work: &mut Work, rule: Rule, frame: &ResolveFrame, (asked, next): (Vec<PlayerId>, Vec<PlayerId>)) {
    let known = work.game.noted_turns(frame).is_some_and(|it| it.asked == asked && it.next == next);
    if asked.is_empty() || known {
        return;
    }
    let turns = InTurn { began: frame.began, source: frame.source, place: frame.place(), asked, next };
    work.fact(rule, Event::StillToAsk { turns: Box::new(turns) });
}
