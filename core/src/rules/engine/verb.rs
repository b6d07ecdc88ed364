//! What each instruction does as it is followed (CR 608.2c, 608.2d).
//!
//! Each instruction implements [`Verb`] in the file of its subject. Only what moves the cursor, or
//! follows a list for several at once, still looks at instructions by name.

use retrace_card::with_instruction;

use crate::card::{Instruction, Objects, Players};
use crate::fact::{Action, Answer, Choice, PlayerId, ResolveFrame};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::apnap::Turns;
use super::cursor::go_on;
use super::work::Work;

/// The [`Verb`] of an instruction. An instruction without an `impl` does not compile.
pub(in crate::rules) fn verb(instruction: &Instruction) -> &dyn Verb {
    with_instruction!(instruction, it => it)
}

/// How an instruction is followed. If `choice` asks nothing, its `actions` or `acts` are performed;
/// if it has none, `execute` runs.
pub(in crate::rules) trait Verb {
    /// The choice in the present round.
    fn choice(&self, _: &Game, _: &ResolveFrame) -> Option<Choice> {
        None
    }

    /// The answer given without a question: the impossible is not done, the unpayable not paid
    /// (CR 118.3, 608.2d), and a single value is chosen.
    fn decided(&self, _: &Game, _: &ResolveFrame) -> Option<Answer> {
        None
    }

    /// Its actions, if it happens at once and without a choice.
    fn actions(&self, _: &Game, _: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        None
    }

    /// [`Verb::actions`] of an instruction whose actions name a definition: a token, an emblem, an
    /// effect. It adds that to the game.
    fn acts(&self, work: &mut Work, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        self.actions(&work.game, frame)
    }

    /// Carries it out, or one round of it.
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        go_on(work, frame);
    }

    /// Takes an answer to its choice.
    fn answered(&self, _: &mut Work, _: &ResolveFrame, _: &Answer) {}

    /// The players of whom it asks something one after another, and how many of them are done; none
    /// if it asks nobody, or everybody at once.
    fn turns(&self, _: &Game, _: &ResolveFrame) -> Option<Turns> {
        None
    }

    /// The words in it that mean one of several players, in the order in which its controller names
    /// them (CR 608.2d).
    fn ones(&self, _: &Game, _: &ResolveFrame) -> Vec<&Players> {
        Vec::new()
    }

    /// The first round in which the players are named that `ones` lists now. Whoever was named
    /// before that is meant by other words of the instruction.
    fn named_from(&self, _: &ResolveFrame) -> u16 {
        0
    }

    /// The players named, if it affects something that a team shares: one player of each team is
    /// affected. Then who chooses that player, if not the team (CR 810.9).
    fn of_teams(&self, _: &ResolveFrame) -> Option<(&Players, Option<PlayerId>)> {
        None
    }

    /// The players whose teams choose the order in which they do it (CR 805.6), and whether that
    /// order is settled at the start.
    fn in_any_order(&self) -> Option<(&Players, bool)> {
        None
    }

    /// The rule that lets a team order its players for it.
    fn rule_of_order(&self) -> Rule {
        rule!("805.6")
    }

    /// Whether it asks each player of a list that is repeated for players.
    fn asks_them(&self) -> bool {
        self.in_any_order().is_some_and(|(who, _)| *who == Players::They)
    }

    /// Whether a player of this order has anything to choose or do.
    fn takes_part(&self, game: &Game, frame: &ResolveFrame, order: &[PlayerId], player: PlayerId) -> bool {
        if self.in_any_order().is_some_and(|(_, at_once)| at_once) {
            return true;
        }
        let Some(round) = order.iter().position(|id| *id == player) else { return false };
        let mut turn = frame.clone();
        turn.set_round(u16::try_from(round).unwrap_or(u16::MAX));
        self.choice(game, &turn).is_some_and(|choice| choice.player == player)
    }

    /// The players who do it, or to whom it happens.
    fn doers(&self) -> Option<&Players> {
        None
    }

    /// The objects for each of which its numbers are worked out, with that one as `Affected`; none
    /// if they are the same for all, or if `Affected` is the object of a list around it.
    fn worked_out_for(&self, _: &ResolveFrame) -> Option<&Objects> {
        None
    }

    /// The objects that it does something to, each of which has to be there; none if it needs none,
    /// or if its actions tell.
    fn acts_on(&self) -> Vec<&Objects> {
        Vec::new()
    }

    /// Whether it could be done, where an effect offers it first of all (CR 608.2d); nothing if its
    /// actions tell, and what it acts on.
    fn is_possible(&self, _: &Game, _: &ResolveFrame) -> Option<bool> {
        None
    }
}
