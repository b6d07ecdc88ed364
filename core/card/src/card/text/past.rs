//! Events that have happened this turn: "a creature died this turn", "that was dealt damage this
//! turn" (CR 603.4, 608.2i).

use crate::card::ast::filter::{Filter, Objects};
use crate::card::ast::trigger::{PastEvent, TriggerEvent};

use super::phrase::{Determiner, Kind, Phrase, Usage};
use super::trigger_text::about;
use super::voice::Voice;
use crate::card::wording::inflection::{Number, Person, spaced};
use crate::card::wording::tense::Tense;

/// The subject of a past event.
enum Subject {
    /// The object is the subject: "that died".
    Itself,
    /// Another object: "that blocked it".
    Another,
}

/// The role of the object in an event, if a relative clause can express it.
const fn subject(when: &TriggerEvent) -> Option<Subject> {
    match when {
        TriggerEvent::Attacks(_)
        | TriggerEvent::AttacksThat { .. }
        | TriggerEvent::AttacksAlone(_)
        | TriggerEvent::AttacksTogether { .. }
        | TriggerEvent::AttacksUnblocked(_)
        | TriggerEvent::Blocks(_)
        | TriggerEvent::BlocksAlone(_)
        | TriggerEvent::BlocksMany { .. }
        | TriggerEvent::BlockedByMany { .. }
        | TriggerEvent::BecomesBlocked(_)
        | TriggerEvent::Moves { .. }
        | TriggerEvent::DealsDamage { .. }
        | TriggerEvent::IsDealtDamage { .. }
        | TriggerEvent::BecomesTapped(_)
        | TriggerEvent::BecomesUntapped(_)
        | TriggerEvent::PhasesOut(_)
        | TriggerEvent::PhasesIn(_)
        | TriggerEvent::TurnedFaceUp(_)
        | TriggerEvent::Transforms { .. }
        | TriggerEvent::Mutates(_)
        | TriggerEvent::IsCountered { .. }
        | TriggerEvent::IsDestroyed { by: None, .. } => Some(Subject::Itself),
        TriggerEvent::BlocksCreature { .. }
        | TriggerEvent::BecomesBlockedBy { .. }
        | TriggerEvent::Casts(..)
        | TriggerEvent::Copies { .. }
        | TriggerEvent::Discards { .. }
        | TriggerEvent::Sacrifices { .. }
        | TriggerEvent::Mills { .. }
        | TriggerEvent::PlaysLand { .. }
        | TriggerEvent::Creates { .. }
        | TriggerEvent::TapsForMana { .. }
        | TriggerEvent::GainsControl { .. }
        | TriggerEvent::LosesControl { .. } => Some(Subject::Another),
        _ => None,
    }
}

impl Voice<'_> {
    /// An event in a tense.
    fn told(&mut self, when: &TriggerEvent, tense: Tense) -> String {
        let before = std::mem::replace(&mut self.tense, tense);
        let clause = self.trigger_clause(when, false);
        self.tense = before;
        clause
    }

    /// "you gained life or drew a card this turn".
    pub(super) fn happened(&mut self, when: &PastEvent) -> String {
        format!("{} this turn", self.happened_at_all(when.event()))
    }

    /// "you were attacked this step".
    pub(super) fn in_this_step(&mut self, when: &PastEvent, positive: bool) -> String {
        let tense = if positive { Tense::Past } else { Tense::NotPast };
        let clauses: Vec<String> = when.event().alternatives().into_iter().map(|part| self.told(part, tense)).collect();
        format!("{} this step", clauses.join(if positive { " or " } else { " and " }))
    }

    fn happened_at_all(&mut self, when: &TriggerEvent) -> String {
        let parts = when.alternatives();
        let clauses: Vec<String> = parts.into_iter().map(|part| self.told(part, Tense::Past)).collect();
        clauses.join(" or ")
    }

    /// "no creature died this turn", "you didn't gain life this turn".
    pub(super) fn never_happened(&mut self, when: &PastEvent) -> String {
        let parts = when.event().alternatives();
        let clauses: Vec<String> = parts
            .into_iter()
            .map(|part| {
                let positive = self.told(part, Tense::Past);
                let none = [("an ", "no "), ("a ", "no "), ("another ", "no other "), ("one or more ", "no ")]
                    .into_iter()
                    .find_map(|(some, no)| positive.strip_prefix(some).map(|rest| format!("{no}{rest}")));
                none.unwrap_or_else(|| self.told(part, Tense::NotPast))
            })
            .collect();
        format!("{} this turn", clauses.join(" and "))
    }

    /// "two or more creatures died this turn", "you gained life two or more times this turn".
    pub(super) fn happened_often(&mut self, when: &PastEvent, many: &str) -> String {
        let once = self.happened_at_all(when.event());
        let before = self.many.replace(many.to_owned());
        let counted = self.happened_at_all(when.event());
        self.many = before;
        // The clause already has the count if something in the event can be counted; "one or more"
        // is a count of its own.
        if counted != once && !matches!(when.event(), TriggerEvent::OneOrMore(_)) {
            format!("{counted} this turn")
        } else {
            let times = if many == "exactly one" { "time" } else { "times" };
            format!("{once} {many} {times} this turn")
        }
    }

    /// "the number of times a creature died this turn".
    pub(super) fn times_happened(&mut self, when: &PastEvent) -> String {
        format!("the number of times {} this turn", self.happened_at_all(when.event()))
    }

    /// "the total life your opponents lost this turn".
    pub(super) fn total_happened(&mut self, when: &PastEvent) -> String {
        match when.event() {
            TriggerEvent::GainsLife(who) => {
                format!("the amount of life {} gained this turn", self.players_at_large(who).0)
            }
            TriggerEvent::LosesLife(who) => format!("the total life {} lost this turn", self.players_at_large(who).0),
            other => format!("the total amount of all times this turn that {}", self.happened_at_all(other)),
        }
    }

    /// "you gained 5 or more life this turn".
    pub(super) fn amount_happened(&mut self, when: &PastEvent, many: &str) -> Option<String> {
        let (who, verb) = match when.event() {
            TriggerEvent::GainsLife(who) => (who, "gained"),
            TriggerEvent::LosesLife(who) => (who, "lost"),
            _ => return None,
        };
        let (subject, person) = self.players_at_large(who);
        let total = if person == Person::Many { "a total of " } else { "" };
        Some(format!("{subject} {verb} {total}{many} life this turn"))
    }

    /// One event about an object behind a pronoun: "that died", "it wasn't dealt damage".
    fn about_object(&mut self, when: &TriggerEvent, stand_in: (&'static str, Number), tense: Tense) -> Option<String> {
        let word = stand_in.0;
        let relative = word == "that";
        match (subject(when)?, when) {
            (Subject::Itself, _) => {
                let before = self.stand_in.replace(stand_in);
                let clause = self.told(when, tense);
                self.stand_in = before;
                Some(clause)
            }
            (Subject::Another, TriggerEvent::BlocksCreature { what, .. }) => {
                Some(self.the_other(what, "block", word, tense))
            }
            (Subject::Another, TriggerEvent::BecomesBlockedBy { what, .. }) => {
                let by = self.noun(what, &Usage::new(Determiner::A, Kind::Creature)).text;
                let before = std::mem::replace(&mut self.tense, tense);
                let blocked = self.verb("block", Person::One);
                self.tense = before;
                Some(format!("{word} {blocked} {by}"))
            }
            (Subject::Another, TriggerEvent::GainsControl { who, .. } | TriggerEvent::LosesControl { who, .. }) => {
                let gains = matches!(when, TriggerEvent::GainsControl { .. });
                let (player, person) = self.a_player(who);
                let before = std::mem::replace(&mut self.tense, tense);
                let verb = self.verb(if gains { "gain" } else { "lose" }, person);
                self.tense = before;
                let from = if gains { " from another player" } else { "" };
                Some(match relative {
                    true => format!("{player} {verb} control of{from}"),
                    false => format!("{player} {verb} control of {word}{from}"),
                })
            }
            (Subject::Another, _) => {
                let before = self.stand_in.replace(stand_in);
                let clause = self.told(when, tense);
                self.stand_in = before;
                Some(if relative { format!("that {clause}") } else { clause })
            }
        }
    }

    /// "that target creature blocked", "target creature didn't block it".
    fn the_other(&mut self, what: &Filter, verb: &str, stand_in: &str, tense: Tense) -> String {
        let phrase = match what {
            Filter::Is(objects) => self.object(objects, super::phrase::Case::Subject),
            what => self.noun(what, &Usage::new(Determiner::A, Kind::Creature)),
        };
        let before = std::mem::replace(&mut self.tense, tense);
        let verb = self.verb(verb, phrase.number.into());
        self.tense = before;
        match stand_in {
            "that" => format!("that {} {verb}", phrase.text),
            _ => format!("{} {verb} {stand_in}", phrase.text),
        }
    }

    /// "that was dealt damage this turn".
    pub(super) fn past_relative(&mut self, when: &PastEvent, number: Number) -> String {
        let parts = when.event().alternatives();
        let said: Option<Vec<String>> =
            parts.into_iter().map(|part| self.about_object(inner(part), ("that", number), Tense::Past)).collect();
        match said {
            Some(clauses) => format!("{} this turn", clauses.join(" or ")),
            None => format!("to which it happened this turn that {}", self.happened_at_all(when.event())),
        }
    }

    /// "was dealt damage this turn", "wasn't dealt damage this turn".
    pub(super) fn past_predicate(&mut self, when: &PastEvent, positive: bool) -> String {
        let tense = if positive { Tense::Past } else { Tense::NotPast };
        let parts = when.event().alternatives();
        let said: Option<Vec<String>> =
            parts.into_iter().map(|part| self.about_object(inner(part), ("it", Number::One), tense)).collect();
        match said {
            Some(clauses) => {
                let joined = format!("{} this turn", clauses.join(if positive { " or " } else { " and " }));
                // The subject of the first clause has been written.
                joined.strip_prefix("it ").map_or_else(|| format!("is such that {joined}"), str::to_owned)
            }
            None => {
                let (is, so) = if positive { ("is", "") } else { ("is", "not ") };
                let happened = self.happened_at_all(when.event());
                format!("{is} something to which it has {so}happened this turn that {happened}")
            }
        }
    }

    /// "each creature that was dealt damage this turn".
    pub(super) fn past_objects(&mut self, when: &PastEvent, usage: &Usage) -> Phrase {
        let alternatives = when.event().alternatives();
        let noun = match alternatives.as_slice() {
            [only] => about(only).object,
            _ => None,
        };
        let usage = Usage::new(Determiner::Each, if noun.is_some() { usage.kind } else { Kind::Object });
        let noun = match noun {
            Some((Filter::Any, Some(word))) => format!("each {word}"),
            Some((filter, _)) => self.noun(filter, &usage).text,
            None => "each object".to_owned(),
        };
        Phrase { text: format!("{noun} {}", self.past_relative(when, Number::One)), number: Number::One }
    }

    /// "who lost life this turn", "who was dealt combat damage by it this turn".
    pub(super) fn past_player(&mut self, when: &PastEvent) -> String {
        let parts = when.event().alternatives();
        let clauses: Vec<String> = parts
            .into_iter()
            .map(|part| match inner(part) {
                TriggerEvent::DealsDamage { source, combat, noncombat, .. } => {
                    let damage = super::trigger_text::damage_word(*combat, *noncombat);
                    let by = match source {
                        Filter::Any => String::new(),
                        Filter::This => {
                            format!("by {}", self.object(&Objects::This, super::phrase::Case::Object).text)
                        }
                        source => format!("by {}", self.noun(source, &Usage::new(Determiner::A, Kind::Source)).text),
                    };
                    spaced(["was dealt", damage, &by])
                }
                part => {
                    let before = self.stand_in.replace(("who", Number::One));
                    let clause = self.told(part, Tense::Past);
                    self.stand_in = before;
                    clause.strip_prefix("who ").map_or(clause.clone(), str::to_owned)
                }
            })
            .collect();
        format!("who {} this turn", clauses.join(" or "))
    }
}

/// The inner event of "one or more".
const fn inner(when: &TriggerEvent) -> &TriggerEvent {
    match when {
        TriggerEvent::OneOrMore(inner) => inner,
        when => when,
    }
}
