//! Choices, conditions and repetition (CR 608.2).

use crate::card::ast::filter::Players;
use crate::card::ast::instruction::Instruction;
use crate::card::verb;

use super::super::clauses::{Clause, Piece, one_sentence};
use super::super::permissions::cast_this_way;
use super::super::phrase::{Amount, Case};
use super::super::voice::Voice;
use crate::card::wording::inflection::{Person, conjugated, list};

impl Voice<'_> {
    /// Choices, conditions and repetition (CR 608.2).
    pub(in super::super) fn choices_and_conditions(&mut self, instruction: &Instruction) -> Option<Vec<Piece>> {
        let clause = match instruction {
            Instruction::Choose(_) => self.choose(instruction),
            Instruction::ForEach(verb::ForEach { each, into, then, in_turn }) => {
                let said = self.one_by_one(each, *into, then);
                let order = if *in_turn { "one after another, " } else { "" };
                return Some(vec![Piece::Sentence(format!("{order}{said}"))]);
            }
            Instruction::Repeat(verb::Repeat { then, again }) => {
                return Some(vec![Piece::Sentence(self.repeat(then, again))]);
            }
            Instruction::ChangeTargets(verb::ChangeTargets { who, of, which, to }) => {
                return Some(vec![Piece::Sentence(self.change_targets(who, of, *which, to.as_deref()))]);
            }
            Instruction::Unless(verb::Unless { who, cost, then }) => {
                let then = one_sentence(&self.pieces(then));
                let (payer, person) = self.player(who);
                let pays = self.pays(cost, person);
                return Some(vec![Piece::Sentence(format!("{then} unless {payer} {pays}"))]);
            }
            Instruction::MayPlay(verb::MayPlay { who, what, count, lands, cost, must, instead }) => {
                let (said, number) = self.may_play(who, what, *count, *lands, cost, *must);
                let mut pieces = vec![Piece::Sentence(said)];
                pieces.extend(instead.as_deref().map(|it| Piece::Sentence(cast_this_way(it, number))));
                return Some(pieces);
            }
            Instruction::MayPay(verb::MayPay { who, cost, must, then, otherwise }) => {
                return Some(vec![Piece::Sentence(self.may_pay(who, cost, *must, then, otherwise))]);
            }
            Instruction::May(verb::May { who, then }) => return Some(vec![Piece::Sentence(self.may(who, then))]),
            Instruction::Either(verb::Either { who, of }) => {
                let lists: Vec<String> = of.iter().map(|them| one_sentence(&self.pieces(them))).collect();
                let (chooser, person) = self.player(who);
                let choose = conjugated("choose", person);
                return Some(vec![Piece::Sentence(format!("{chooser} {choose} one: {}", list(&lists, "or")))]);
            }
            Instruction::If(verb::If { condition, then, otherwise }) => {
                return Some(vec![Piece::Sentence(self.conditional(condition, then, otherwise))]);
            }
            Instruction::ChooseValue(verb::ChooseValue(choosing)) => {
                let chosen = self.choosing(choosing);
                Clause::command("choose", chosen.strip_prefix("choose ").unwrap_or(&chosen).to_owned())
            }
            Instruction::NoteNumber(verb::NoteNumber(number)) => Clause::command("note", self.value(number)),
            Instruction::Separate(verb::Separate { who, what, picks }) => {
                let what = self.object(what, Case::Object).text;
                let what = Amount { text: what, tail: String::new() };
                let separates = match who {
                    // Only one of them does.
                    Players::Opponents => Clause::new("an opponent", Person::One, "separate", what.text),
                    who => self.player_does(who, "separate", what, true),
                };
                let (picker, person) = self.a_player(picks);
                let picks = Clause {
                    command: person == Person::You,
                    ..Clause::new(picker, person, "choose", "one of those piles")
                };
                let separates = separates.with_tail("into two piles".to_owned());
                return Some(vec![Piece::Clause(separates), Piece::Clause(picks)]);
            }
            _ => return None,
        };
        Some(vec![Piece::Clause(clause)])
    }
}
