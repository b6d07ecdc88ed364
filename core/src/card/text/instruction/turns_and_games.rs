//! Turns, chance, and the end of turns and games (CR 104, 500, 705, 706).

use crate::card::ast::instruction::{Ballot, Instruction};

use super::super::clauses::{Clause, Piece};
use super::super::filter_kinds::word_for;
use super::super::inflection::{Person, list};
use super::super::instruction_text::a_permanent;
use super::super::phrase::Case;
use super::super::voice::Voice;

impl Voice<'_> {
    /// Turns, chance, and the end of turns and games (CR 104, 500, 705, 706).
    pub(in super::super) fn turns_and_games(&mut self, instruction: &Instruction) -> Option<Vec<Piece>> {
        let clause = match instruction {
            Instruction::ExtraTurn { who, count, after_next } => self.extra_turn(who, count, *after_next),
            Instruction::ControlNextTurn { who, whom } => self.control_next_turn(who, whom),
            Instruction::ControlWhileResolving { who, whom, what } => self.control_while_resolving(who, whom, what),
            Instruction::ExtraPhases { after, phases } => {
                return Some(vec![Piece::Sentence(self.extra_phases(*after, phases))]);
            }
            Instruction::ExtraSteps { step, count, place } => {
                return Some(vec![Piece::Sentence(self.extra_steps(*step, count, *place))]);
            }
            Instruction::Skip { who, what, count } => self.skip(who, *what, count),
            Instruction::FlipCoins { who, count, until, .. } => self.flip_coins(who, count, *until),
            Instruction::RollDice { who, count, sides, plus, ignore_lowest, table } => {
                let roll = self.roll_dice(who, count, *sides, plus.as_ref(), *ignore_lowest);
                if table.is_empty() {
                    roll
                } else {
                    return Some(vec![Piece::Sentence(self.table(&roll.finite(), table))]);
                }
            }
            Instruction::Vote { first, on } => {
                self.voted_for = match on {
                    Ballot::Words(_) => None,
                    Ballot::Objects(what) => Some(word_for(what)),
                };
                let choices = match on {
                    Ballot::Words(words) => list(words, "or"),
                    Ballot::Objects(what) => self.noun(what, &a_permanent()).text,
                };
                let first = self.player(first).0;
                return Some(vec![Piece::Sentence(format!("starting with {first}, each player votes for {choices}"))]);
            }
            Instruction::Venture => Clause::command("venture", "into the dungeon"),
            Instruction::RollPlanarDie => Clause::command("roll", "the planar die"),
            Instruction::Planeswalk(who) => {
                let (subject, person) = self.player(who);
                Clause { who: Some(who.clone()), ..Clause::new(subject, person, "planeswalk", "") }
            }
            Instruction::RollAgain => Clause::command("roll", "again"),
            Instruction::Win(who) => self.game("win", who),
            Instruction::Lose(who) => self.game("lose", who),
            Instruction::BecomeMonarch(who) => {
                let (subject, person) = self.a_player(who);
                Clause { who: Some(who.clone()), ..Clause::new(subject, person, "become", "the monarch") }
            }
            Instruction::RestartGame { leaving } => {
                let left = self.object(leaving, Case::Object).text;
                Clause::command("restart", format!("the game, leaving in exile {left}"))
            }
            Instruction::PlaySubgame => {
                let rest = "a Magic subgame, using their libraries as their decks";
                Clause::new("players", Person::Many, "play", rest)
            }
            Instruction::EndTurn => Clause::command("end", "the turn"),
            Instruction::EndCombatPhase => Clause::command("end", "the combat phase"),
            Instruction::DrawGame => Clause::new("the game", Person::One, "be", "a draw"),
            _ => return None,
        };
        Some(vec![Piece::Clause(clause)])
    }
}
