//! Turns, chance, and the end of turns and games (CR 104, 500, 705, 706).

use crate::card::ast::instruction::{Ballot, Instruction};
use crate::card::verb;

use super::super::clauses::{Clause, Piece};
use super::super::filter_kinds::word_for;
use super::super::instruction_text::a_permanent;
use super::super::phrase::Case;
use super::super::voice::Voice;
use crate::card::wording::inflection::{conjugated, list};

impl Voice<'_> {
    /// Turns, chance, and the end of turns and games (CR 104, 500, 705, 706).
    pub(in super::super) fn turns_and_games(&mut self, instruction: &Instruction) -> Option<Vec<Piece>> {
        let clause = match instruction {
            Instruction::ControlWhileResolving(verb::ControlWhileResolving { who, whom, what }) => {
                self.control_while_resolving(who, whom, what)
            }
            Instruction::ExtraPhases(verb::ExtraPhases { after, phases }) => {
                return Some(vec![Piece::Sentence(self.extra_phases(*after, phases))]);
            }
            Instruction::ExtraSteps(verb::ExtraSteps { step, count, place }) => {
                return Some(vec![Piece::Sentence(self.extra_steps(*step, count, *place))]);
            }
            Instruction::FlipCoins(verb::FlipCoins { who, count, until, .. }) => self.flip_coins(who, count, *until),
            Instruction::RollDice(verb::RollDice { who, count, sides, plus, ignore_lowest, table }) => {
                let roll = self.roll_dice(who, count, *sides, plus.as_ref(), *ignore_lowest);
                if table.is_empty() {
                    roll
                } else {
                    return Some(vec![Piece::Sentence(self.table(&roll.finite(), table))]);
                }
            }
            Instruction::Vote(verb::Vote { first, on }) => {
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
            Instruction::Bid(verb::Bid { who, first, opening }) => {
                let (subject, person) = self.player(who);
                let (bid, first) = (conjugated("bid", person), self.player(first).0);
                let opening = opening.as_ref().map_or_else(|| "any number".to_owned(), |number| self.value(number));
                let start = format!("{subject} {bid} life, starting with {first} at {opening}");
                let rest = "each of them may top the high bid in turn order until it stands".to_owned();
                return Some(vec![Piece::Sentence(start), Piece::Sentence(rest)]);
            }
            Instruction::RestartGame(verb::RestartGame { leaving }) => {
                let left = self.object(leaving, Case::Object).text;
                Clause::command("restart", format!("the game, leaving in exile {left}"))
            }
            _ => return None,
        };
        Some(vec![Piece::Clause(clause)])
    }
}
