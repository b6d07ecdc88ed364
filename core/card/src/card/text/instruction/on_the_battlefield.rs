//! Instructions on permanents (CR 701, 702.26, 708).

use crate::card::ast::filter::Objects;
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::verb;
use crate::card::words::marking::Marking;

use super::super::clauses::{Clause, Piece};
use super::super::phrase::{Case, Determiner, Kind, Usage};
use super::super::voice::Voice;
use crate::card::wording::inflection::{Number, Person};

impl Voice<'_> {
    /// "it becomes foretold. Its foretell cost is {2}" (CR 702.112b).
    fn mark(&mut self, what: &Objects, being: Marking, gaining: Option<&Keyword>) -> Vec<Piece> {
        let clause = self.become_(what, being.word());
        let cost = gaining.and_then(|keyword| self.cost_of_keyword(keyword));
        std::iter::once(Piece::Clause(clause)).chain(cost.map(Piece::Sentence)).collect()
    }

    /// Instructions on permanents (CR 701, 702.26, 708).
    pub(in super::super) fn on_the_battlefield(&mut self, instruction: &Instruction) -> Option<Vec<Piece>> {
        let clause = match instruction {
            Instruction::DestroyForGood(verb::DestroyForGood(what)) => {
                let clause = self.act("destroy", what, false);
                let number = self.peek(|voice| {
                    voice.object_with(what, Case::Object, &Usage::new(Determiner::All, Kind::Permanent)).number
                });
                let they = if number == Number::One { "It" } else { "They" };
                clause.with_tail(format!(". {they} can't be regenerated"))
            }
            Instruction::ItBecomes(verb::ItBecomes(time)) => {
                return Some(vec![Piece::Sentence(format!("it becomes {}", time.word()))]);
            }
            Instruction::Mark(verb::Mark { what, being, gaining, .. }) => {
                return Some(self.mark(what, *being, gaining.as_deref()));
            }
            Instruction::PhaseInAndOut(verb::PhaseInAndOut { back, out }) => {
                let back = self.phase(back, "in").finite();
                let out = self.phase(out, "out").finite();
                return Some(vec![Piece::Sentence(format!("simultaneously, {back} and {out}"))]);
            }
            Instruction::PhaseOutUntil(verb::PhaseOutUntil { what, until, tapped }) => {
                let phases = self.phase(what, "out");
                let event = self.trigger_event(until, true);
                let event = event.strip_prefix("when ").unwrap_or(&event).to_owned();
                let tapped = if *tapped { ", and is tapped as it phases in this way" } else { "" };
                phases.with_tail(format!("until {event}{tapped}"))
            }
            Instruction::SetLevel(verb::SetLevel { what, level }) => {
                let subject = format!("{} level", self.possessive_of(what));
                Clause::new(subject, Person::One, "become", level.to_string())
            }
            Instruction::TurnFaceUp(verb::TurnFaceUp { what, .. }) => {
                self.act("turn", what, false).with_tail("face up".to_owned())
            }
            _ => self.of_combat(instruction)?,
        };
        Some(vec![Piece::Clause(clause)])
    }

    /// Instructions on attacking and blocking creatures (CR 506.4, 508, 509).
    fn of_combat(&mut self, instruction: &Instruction) -> Option<Clause> {
        Some(match instruction {
            Instruction::Attack(verb::Attack { what, joining }) => {
                let phrase = self.object_with(what, Case::Subject, &Usage::new(Determiner::Bare, Kind::Creature));
                let joining = self.joining(joining);
                Clause::new(phrase.text, phrase.number.into(), "be", joining)
            }
            Instruction::Block(verb::Block { what, attacker, chosen_by }) => {
                let phrase = self.object_with(what, Case::Subject, &Usage::new(Determiner::Bare, Kind::Creature));
                let attacker = self.noun(attacker, &Usage::new(Determiner::A, Kind::Creature)).text;
                let choice = self.player_possessive(chosen_by);
                Clause::new(phrase.text, phrase.number.into(), "block", format!("{attacker} of {choice} choice"))
            }
            Instruction::Reselect(verb::Reselect { who, what }) => {
                let (subject, person) = self.player(who);
                let phrase = self.object_with(what, Case::Subject, &Usage::new(Determiner::All, Kind::Creature));
                let be = crate::card::wording::inflection::conjugated("be", phrase.number.into());
                Clause {
                    command: person == Person::You,
                    who: Some(who.clone()),
                    ..Clause::new(
                        subject,
                        person,
                        "reselect",
                        format!("which player or planeswalker {} {be} attacking", phrase.text),
                    )
                }
            }
            _ => return None,
        })
    }
}
