//! Instructions on permanents (CR 701, 702.26, 708).

use crate::card::action::Operand;
use crate::card::ast::filter::{Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::verb;
use crate::card::words::marking::Marking;

use super::super::clauses::{Clause, Piece};
use super::super::phrase::{Amount, Case, Determiner, Kind, Usage};
use super::super::voice::Voice;
use crate::card::wording::inflection::{Number, Person};

impl Voice<'_> {
    /// "it becomes foretold. Its foretell cost is {2}" (CR 702.112b).
    fn mark(&mut self, what: &Objects, being: Marking, gaining: Option<&Keyword>) -> Vec<Piece> {
        let clause = self.become_(what, being.word());
        let cost = gaining.and_then(|keyword| self.cost_of_keyword(keyword));
        std::iter::once(Piece::Clause(clause)).chain(cost.map(Piece::Sentence)).collect()
    }

    /// A keyword action that stands for other instructions, by its name: "amass 2" (CR 701).
    fn keyword_action(&mut self, action: &Instruction) -> Option<Clause> {
        let (verb, operand) = action.action()?;
        Some(match operand {
            Operand::Nothing => Clause::command(verb, ""),
            Operand::Number(count) => Clause::command(verb, self.value(count)),
            Operand::Objects(what) => self.act(verb, what, false),
        })
    }

    /// Instructions on permanents (CR 701, 702.26, 708).
    pub(in super::super) fn on_the_battlefield(&mut self, instruction: &Instruction) -> Option<Vec<Piece>> {
        let clause = match instruction {
            Instruction::Double(verb::Double { what, power, toughness, duration }) => {
                let number = match (power, toughness) {
                    (true, false) => "power",
                    (false, true) => "toughness",
                    _ => "power and toughness",
                };
                let whose = self.object(what, Case::Object).text;
                let rest = format!("the {number} of {whose}");
                Clause { tail: self.duration(duration), ..Clause::command("double", rest) }
            }
            Instruction::SacrificeThose(verb::SacrificeThose(what)) => {
                let what = self.given(what, Person::You);
                Clause { who: Some(Players::You), ..Clause::command("sacrifice", what) }
            }
            Instruction::SacrificeTheirs(verb::SacrificeTheirs { who, what }) => {
                let (subject, person) = self.player(who);
                let what = self.given(what, person);
                Clause {
                    command: person == Person::You,
                    who: Some(who.clone()),
                    ..Clause::new(subject, person, "sacrifice", what)
                }
            }
            Instruction::Destroy(verb::Destroy(what)) => self.act("destroy", what, false),
            Instruction::Abandon(verb::Abandon(what)) => self.act("abandon", what, false),
            Instruction::DestroyForGood(verb::DestroyForGood(what)) => {
                let clause = self.act("destroy", what, false);
                let number = self.peek(|voice| {
                    voice.object_with(what, Case::Object, &Usage::new(Determiner::All, Kind::Permanent)).number
                });
                let they = if number == Number::One { "It" } else { "They" };
                clause.with_tail(format!(". {they} can't be regenerated"))
            }
            Instruction::Regenerate(verb::Regenerate(what)) => self.act("regenerate", what, false),
            Instruction::Transform(verb::Transform(what)) => self.act("transform", what, false),
            Instruction::Meld(verb::Meld(what)) => self.act("meld", what, false),
            Instruction::ItBecomes(verb::ItBecomes(time)) => {
                return Some(vec![Piece::Sentence(format!("it becomes {}", time.word()))]);
            }
            Instruction::Flip(verb::Flip(what)) => self.act("flip", what, false),
            Instruction::Explore(verb::Explore(what)) => {
                let phrase = self.object_with(what, Case::Subject, &Usage::new(Determiner::All, Kind::Permanent));
                Clause::new(phrase.text, phrase.number.into(), "explore", "")
            }
            Instruction::Bolster(verb::Bolster(count)) | Instruction::Adapt(verb::Adapt(count)) => {
                let verb = if matches!(instruction, Instruction::Bolster(_)) { "bolster" } else { "adapt" };
                let text = self.value(count);
                self.player_does(&Players::You, verb, Amount { text, tail: String::new() }, true)
            }
            Instruction::Mark(verb::Mark { what, being, gaining, .. }) => {
                return Some(self.mark(what, *being, gaining.as_deref()));
            }
            action if action.action().is_some() => self.keyword_action(action)?,
            Instruction::PhaseOut(verb::PhaseOut(what)) => self.phase(what, "out"),
            Instruction::PhaseIn(verb::PhaseIn(what)) => self.phase(what, "in"),
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
            Instruction::Tap(verb::Tap(what)) => self.act("tap", what, false),
            Instruction::Untap(verb::Untap(what)) => self.act("untap", what, false),
            Instruction::Sacrifice(verb::Sacrifice { who, what, count }) => self.sacrifice(who, what, count),
            Instruction::TurnFaceDown(verb::TurnFaceDown(what)) => {
                self.act("turn", what, false).with_tail("face down".to_owned())
            }
            Instruction::TurnFaceUp(verb::TurnFaceUp { what, .. }) => {
                self.act("turn", what, false).with_tail("face up".to_owned())
            }
            Instruction::Manifest(verb::Manifest { who, what }) => {
                let text = self.moved(what).text;
                self.player_does(who, "manifest", Amount { text, tail: String::new() }, true)
            }
            Instruction::Attach(verb::Attach { what, to }) => {
                let what = self.object(what, Case::Object).text;
                let to = self.recipient(to);
                Clause::command("attach", format!("{what} to {to}"))
            }
            Instruction::Unattach(verb::Unattach(what)) => self.act("unattach", what, false),
            _ => self.of_combat(instruction)?,
        };
        Some(vec![Piece::Clause(clause)])
    }

    /// Instructions on attacking and blocking creatures (CR 506.4, 508, 509).
    fn of_combat(&mut self, instruction: &Instruction) -> Option<Clause> {
        Some(match instruction {
            Instruction::RemoveFromCombat(verb::RemoveFromCombat(what)) => {
                let phrase = self.object_with(what, Case::Object, &Usage::new(Determiner::All, Kind::Creature));
                Clause::command("remove", format!("{} from combat", phrase.text))
            }
            Instruction::BecomeBlocked(verb::BecomeBlocked(what)) => self.become_(what, "blocked"),
            Instruction::BecomeUnblocked(verb::BecomeUnblocked(what)) => self.become_(what, "unblocked"),
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
