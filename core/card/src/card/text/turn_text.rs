//! The course of a game in words: extra and skipped turns, phases and turn steps, hand sizes,
//! untapping, winning and losing (CR 104, 402.2, 500.5-500.10, 502.3).

use crate::card::ast::effect::HandSize;
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::restriction::Restriction;
use crate::card::verb;
use crate::card::words::turn_step::{AfterPhase, LossCause, Phase, StepPlace, TurnPart, TurnStep};

use super::clauses::{Clause, one_sentence};
use super::movement::step_noun;
use super::numbers::constant;
use super::phrase::{Case, Determiner, Kind, Usage};
use super::voice::Voice;
use crate::card::wording::inflection::{Number, Person, number_word, plural};

/// A part of a turn as a noun; an added main phase is just "main phase".
pub(super) fn part_noun(part: TurnPart) -> String {
    match part {
        TurnPart::Turn => "turn".to_owned(),
        TurnPart::Phase(phase) => phase.word().to_owned(),
        TurnPart::Step(step) => step_noun(step).trim_start_matches("the ").to_owned(),
    }
}

fn added(phase: Phase) -> String {
    let word = if phase == Phase::PostcombatMain { "main phase" } else { phase.word() };
    format!("an additional {word}")
}

/// The possessive before such a noun: "your next turn", "their next untap steps".
fn whose(person: Person) -> &'static str {
    if person == Person::You { "your" } else { "their" }
}

impl Voice<'_> {
    /// "you control target opponent until Domination finishes resolving".
    pub(super) fn control_while_resolving(&mut self, who: &Players, whom: &Players, what: &Objects) -> Clause {
        let (subject, person) = self.a_player(who);
        let whom = self.player(whom).0;
        let what_text = self.object(what, Case::Object).text;
        let rest = match what {
            Objects::This => format!("{whom} until {what_text} finishes resolving"),
            _ => format!("{whom} while {what_text} is resolving"),
        };
        Clause { who: Some(who.clone()), ..Clause::new(subject, person, "control", rest) }
    }

    /// "after this phase, there is an additional combat phase followed by an additional main
    /// phase".
    pub(super) fn extra_phases(&mut self, after: AfterPhase, phases: &[Phase]) -> String {
        let after = match after {
            AfterPhase::This => "after this phase".to_owned(),
            AfterPhase::ThisMain => "after this main phase".to_owned(),
            AfterPhase::Next(phase) => format!("after the next {} this turn", phase.word()),
        };
        let added: Vec<String> = phases.iter().map(|phase| added(*phase)).collect();
        format!("{after}, there is {}", added.join(" followed by "))
    }

    /// "there is an additional upkeep step after this step".
    pub(super) fn extra_steps(&mut self, step: TurnStep, count: &Quantity, place: StepPlace) -> String {
        let step = part_noun(TurnPart::Step(step));
        let steps = match constant(count) {
            Some(1) => format!("is an additional {step}"),
            _ => format!("are {}", self.count(count, &format!("additional {step}")).text),
        };
        let place = match place {
            StepPlace::AfterThis => "after this step".to_owned(),
            StepPlace::After(step) => format!("after the next {}", part_noun(TurnPart::Step(step))),
            StepPlace::Before(step) => format!("before the next {}", part_noun(TurnPart::Step(step))),
        };
        format!("there {steps} {place}")
    }

    /// "your next turn", "its controller's next untap step".
    pub(super) fn next_part(&mut self, part: TurnPart, who: &Players) -> String {
        let whose = match who {
            Players::Each => "the next".to_owned(),
            _ => format!("{} next", self.player_possessive(who)),
        };
        format!("{whose} {}", part_noun(part))
    }

    /// "skip your combat phase", for a static ability or a duration.
    pub(super) fn skips(&mut self, part: TurnPart, who: &Players, next: bool) -> String {
        let (subject, person) = self.players_at_large(who);
        let noun = part_noun(part);
        let noun = if person == Person::Many { plural(&noun) } else { noun };
        let next = if next { "next " } else { "" };
        match person {
            Person::You => format!("skip your {next}{noun}"),
            Person::One => format!("{subject} skips their {next}{noun}"),
            Person::Many => format!("{subject} skip their {next}{noun}"),
        }
    }

    /// "you have no maximum hand size".
    pub(super) fn hand_size(&mut self, who: &Players, size: &HandSize) -> Clause {
        let (subject, person) = self.players_at_large(who);
        let number = if person == Person::Many { Number::Many } else { Number::One };
        let owners = match person {
            Person::You => "your".to_owned(),
            Person::One | Person::Many => crate::card::wording::inflection::possessive(&subject, number),
        };
        let subject_of = format!("{owners} maximum hand size");
        let number_text = |voice: &mut Voice<'_>, quantity: &Quantity| match constant(quantity) {
            Some(n) => number_word(i64::from(n)),
            None => voice.value(quantity),
        };
        match size {
            HandSize::Unlimited => Clause::new(subject, person, "have", "no maximum hand size"),
            HandSize::Is(quantity) => {
                let equal = if constant(quantity).is_some() { "" } else { "equal to " };
                let text = number_text(self, quantity);
                Clause::new(subject_of, Person::One, "be", format!("{equal}{text}"))
            }
            HandSize::Plus(quantity) => {
                let text = number_text(self, quantity);
                Clause::new(subject_of, Person::One, "be", format!("increased by {text}"))
            }
            HandSize::Minus(quantity) => {
                let text = number_text(self, quantity);
                Clause::new(subject_of, Person::One, "be", format!("reduced by {text}"))
            }
        }
    }

    /// "if this card is in your opening hand, you may begin the game with it on the battlefield"
    /// (CR 103.5).
    pub(super) fn opening_hand(&mut self, reveal: bool, then: &[Instruction]) -> Vec<String> {
        let this = self.object(&Objects::This, Case::Subject).text;
        if let (
            [
                Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
                    what: Objects::This,
                    control: Players::You,
                    ..
                }),
            ],
            false,
        ) = (then, reveal)
        {
            return vec![format!(
                "if {this} is in your opening hand, you may begin the game with it on the battlefield"
            )];
        }
        let then = one_sentence(&self.pieces(then));
        if reveal {
            return vec![format!("you may reveal {this} from your opening hand"), format!("if you do, {then}")];
        }
        vec![format!("if {this} is in your opening hand, you may begin the game by this: {then}")]
    }

    /// "any time you could mulligan and this is in your hand, you may …" (CR 103.4b).
    pub(super) fn could_mulligan(&mut self, then: &[Instruction]) -> Vec<String> {
        let this = self.object(&Objects::This, Case::Subject).text;
        let then = one_sentence(&self.pieces(then));
        vec![format!("any time you could mulligan and {this} is in your hand, you may do this: {then}")]
    }

    /// "you may choose not to untap it during your untap step".
    pub(super) fn may_stay_tapped(&mut self, what: &Filter) -> String {
        let phrase = match what {
            Filter::This => self.object(&Objects::This, Case::Object),
            _ => self.noun(what, &Usage::new(Determiner::Bare, Kind::Permanent)),
        };
        format!("you may choose not to untap {} during your untap step", phrase.text)
    }

    /// Restrictions on untapping, winning and losing.
    pub(super) fn restriction_of_course(&mut self, restriction: &Restriction) -> Clause {
        match restriction {
            Restriction::MaximumUntapped { who, what, count } => {
                let (subject, person) = self.players_at_large(who);
                let number = if *count == 1 { Number::One } else { Number::Many };
                let several = Determiner::Several(number_word(i64::from(*count)), number);
                let what = self.noun(what, &Usage::new(several, Kind::Permanent)).text;
                let steps = if person == Person::Many { "untap steps" } else { "untap step" };
                let rest = format!("more than {what} during {} {steps}", whose(person));
                Clause::new(subject, person, "can't untap", rest)
            }
            Restriction::CantWin(who) => {
                let (subject, person) = self.players_at_large(who);
                Clause::new(subject, person, "can't win", "the game")
            }
            Restriction::CantLose { who, cause } => {
                let (subject, person) = self.players_at_large(who);
                match cause {
                    None => Clause::new(subject, person, "can't lose", "the game"),
                    Some(cause) => {
                        let cause = match cause {
                            LossCause::Life => "having 0 or less life",
                            LossCause::EmptyLibrary => "drawing from an empty library",
                            LossCause::Poison => "having ten or more poison counters",
                        };
                        Clause::new(subject, person, "don't lose", format!("the game for {cause}"))
                    }
                }
            }
            _ => Clause::command("do", "nothing"),
        }
    }
}
