//! Options, conditional instructions and delayed instructions (CR 603.7, 608.2d).

use crate::card::ast::ability::Body;
use crate::card::ast::cost::Cost;
use crate::card::ast::effect::Duration;
use crate::card::ast::filter::{Condition, Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::turn_step::{Phase, TurnPart, TurnStep};

use super::clauses::{Piece, one_sentence};
use super::trigger_text;
use super::voice::Voice;
use crate::card::wording::inflection::{Person, capitalized, spaced};

/// Whether it creates an ability that triggers on the action just taken (CR 603.12).
const fn is_reflexive(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::Delay(verb::Delay { when: TriggerEvent::Done | TriggerEvent::ThisWay(_), .. }))
}

/// "At the beginning of that turn's end step", "at the beginning of that combat".
fn of_that(step: TurnStep, part: TurnPart) -> String {
    match (step, part) {
        (TurnStep::BeginningOfCombat, TurnPart::Phase(Phase::Combat)) => "at the beginning of that combat".to_owned(),
        (step, TurnPart::Turn) => format!("at the beginning of that turn's {}", step.word()),
        (step, part) => {
            format!("at the beginning of the {} of that {}", step.word(), super::turn_text::part_noun(part))
        }
    }
}

impl Voice<'_> {
    /// "you may pay {2}. If you do, draw a card" (CR 118.12).
    pub(super) fn may_pay(
        &mut self,
        who: &Players,
        cost: &[Cost],
        must: bool,
        then: &[Instruction],
        otherwise: &[Instruction],
    ) -> String {
        let (subject, person) = self.player(who);
        // After "may" a verb has no ending, whatever its subject.
        let mut sentences = match (must, person) {
            (false, _) => vec![format!("{subject} may {}", self.pays(cost, Person::You))],
            (true, Person::You) => vec![self.pays(cost, Person::You)],
            (true, person) => vec![format!("{subject} {}", self.pays(cost, person))],
        };
        let (does, does_not) = match person {
            Person::You => ("you do", "you don't"),
            Person::One => ("that player does", "that player doesn't"),
            Person::Many => ("they do", "they don't"),
        };
        let (at_once, reflexive): (Vec<_>, Vec<_>) = then.iter().cloned().partition(|it| !is_reflexive(it));
        if !at_once.is_empty() {
            sentences.push(format!("If {does}, {}", one_sentence(&self.pieces(&at_once))));
        }
        for instruction in &reflexive {
            sentences.push(capitalized(&one_sentence(&self.pieces(std::slice::from_ref(instruction)))));
        }
        if !otherwise.is_empty() {
            sentences.push(format!("If {does_not}, {}", one_sentence(&self.pieces(otherwise))));
        }
        sentences.join(". ")
    }

    pub(super) fn may(&mut self, who: &Players, then: &[Instruction]) -> String {
        self.may_do(who, "may", then)
    }

    /// "you may instead draw a card".
    pub(super) fn may_instead(&mut self, then: &[Instruction]) -> String {
        self.may_do(&Players::You, "may instead", then)
    }

    fn may_do(&mut self, who: &Players, may: &str, then: &[Instruction]) -> String {
        if then.iter().any(is_reflexive) {
            let (done, reflexive): (Vec<_>, Vec<_>) = then.iter().cloned().partition(|it| !is_reflexive(it));
            let mut sentences = vec![self.may_do(who, may, &done)];
            for instruction in &reflexive {
                sentences.push(capitalized(&one_sentence(&self.pieces(std::slice::from_ref(instruction)))));
            }
            return sentences.join(". ");
        }
        let (subject, _) = self.a_player(who);
        let pieces = self.pieces(then);
        let mut text = String::new();
        let mut others = false;
        let if_done = |index: usize, text: &str| {
            let rest: Vec<Piece> = pieces.iter().skip(index).map(Piece::with_subject).collect();
            let does = if subject == "you" { "you do" } else { "that player does" };
            format!("{subject} {may} {text}. If {does}, {}", one_sentence(&rest))
        };
        for (index, piece) in pieces.iter().enumerate() {
            match piece {
                // After a clause about other players, a bare verb would seem to be theirs.
                Piece::Clause(clause) if others && !clause.has_other_subject(who) => return if_done(index, &text),
                Piece::Clause(clause) if index > 0 && clause.alone => return if_done(index, &text),
                Piece::Sentence(_) if index > 0 => return if_done(index, &text),
                Piece::Clause(clause) => {
                    others = clause.has_other_subject(who);
                    let link = match (text.is_empty(), clause.then) {
                        (true, _) => "",
                        (false, true) => ", then ",
                        (false, false) => " and ",
                    };
                    text.push_str(link);
                    text.push_str(&clause.infinitive(who));
                }
                Piece::Sentence(_) => {
                    return format!("{subject} {may} have the following happen: {}", one_sentence(&pieces));
                }
            }
        }
        if text.is_empty() { format!("{subject} {may} do nothing") } else { format!("{subject} {may} {text}") }
    }

    /// "draw a card if you control a Forest".
    fn postponed(&mut self, condition: &Condition, then: &[Instruction]) -> String {
        match then {
            [Instruction::If(_) | Instruction::May(_) | Instruction::MayPay(_)] | [_, _, ..] | [] => {
                let holds = self.condition(condition);
                format!("the following happens if {holds}: {}", one_sentence(&self.pieces(then)))
            }
            [_] => {
                let then = one_sentence(&self.pieces(then));
                format!("{then} if {}", self.condition(condition))
            }
        }
    }

    pub(super) fn conditional(
        &mut self,
        condition: &Condition,
        then: &[Instruction],
        otherwise: &[Instruction],
    ) -> String {
        if then.is_empty() && !otherwise.is_empty() {
            return self.conditional(&Condition::Not(Box::new(condition.clone())), otherwise, &[]);
        }
        if std::mem::take(&mut self.postponed) {
            return self.postponed(condition, then);
        }
        let holds = self.condition(condition);
        let inner = then.iter().any(|instruction| matches!(instruction, Instruction::If(_)));
        let outer = self.nested;
        self.nested = inner || outer;
        let then = one_sentence(&self.pieces(then));
        self.nested = outer;
        let then = if inner && then.starts_with("if ") { format!("then {then}") } else { then };
        if otherwise.is_empty() {
            return format!("if {holds}, {then}");
        }
        if inner {
            // "Otherwise" would seem to belong to the inner condition.
            let not = self.condition(&Condition::Not(Box::new(condition.clone())));
            let otherwise = one_sentence(&self.pieces(otherwise));
            return format!("if {holds}, {then}. If {not}, {otherwise}");
        }
        self.it = None;
        let otherwise = one_sentence(&self.pieces(otherwise));
        match outer {
            true => format!("if {holds}, {then}; otherwise, {otherwise}"),
            false => format!("if {holds}, {then}. Otherwise, {otherwise}"),
        }
    }

    /// A delayed triggered ability (CR 603.7), with its own targets or those of the enclosing
    /// ability.
    pub(super) fn delayed(&mut self, when: &TriggerEvent, body: &Body, until: Option<&Duration>) -> String {
        let once = matches!(until, None | Some(Duration::NextThisTurn));
        // "When that creature dies this turn."
        if matches!(trigger_text::about(when).object, Some((Filter::Is(Objects::Target(_)), _))) {
            self.it = None;
        }
        let mut event = self.trigger_event(when, once);
        if let (TriggerEvent::BeginningOf(step, _), Some(Duration::DuringThat(part))) = (when, until) {
            event = of_that(*step, *part);
        } else if let (TriggerEvent::Nth { nth: 1, when: first }, Some(Duration::During(TurnPart::Turn, Players::Each))) =
            (when, until)
            && let TriggerEvent::BeginningOf(step, Players::Each) = **first
        {
            event = format!("at the beginning of the next turn's {}", step.word());
        } else if let Some(until) = until {
            let time = if once { "this turn".to_owned() } else { self.time(Some(until)) };
            event = spaced([event.as_str(), &time]);
        }
        // "Return that card at the beginning of the next end step."
        let returns = |it: &Instruction| {
            matches!(it, Instruction::PutOntoBattlefield(verb::PutOntoBattlefield { what: Objects::Target(_), .. }))
        };
        if body.instructions.first().is_some_and(returns) {
            self.it = None;
        }
        let own = body.has_targets();
        let mut voice = Voice {
            name: self.name,
            targets: if own { &body.targets } else { self.targets },
            turns: self.turns.clone(),
            // CR 603.7c: it still refers to the object of the enclosing ability.
            trigger: self.trigger.or(Some(when)),
            host: self.host,
            said: if own { Default::default() } else { self.said.clone() },
            it: self.it,
            moving: false,
            moved: self.moved.clone(),
            zone: self.zone,
            zone_said: self.zone_said,
            chosen: self.chosen.clone(),
            divisions: self.divisions.clone(),
            many: None,
            tense: crate::card::wording::tense::Tense::Present,
            stand_in: None,
            done: self.done.clone(),
            put: self.put,
            created: self.created,
            those: self.those.clone(),
            replaced: self.replaced.clone(),
            chooses: false,
            actor: self.actor,
            nested: false,
            ends: false,
            of_each: false,
            shown: self.shown.clone(),
            postponed: super::begins_with_if(body),
            paid_with: self.paid_with.clone(),
            voted_for: self.voted_for.clone(),
        };
        let text = if own {
            let texts: Vec<Piece> = voice.body(body).into_iter().map(Piece::Sentence).collect();
            one_sentence(&texts)
        } else {
            let pieces = voice.pieces(&body.instructions);
            one_sentence(&pieces)
        };
        let (said, it) = (voice.said, voice.it);
        if !own {
            self.said = said;
            self.it = it;
        }
        format!("{event}, {text}")
    }
}
