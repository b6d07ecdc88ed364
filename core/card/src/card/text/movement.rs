//! Zone changes and times as clauses: "a creature dies", "at the beginning of your upkeep"
//! (CR 603.6).

use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::words::turn_step::TurnStep;
use crate::card::words::zone_kind::{ZoneKind, Zones};

use super::filter_kinds::can_die;
use super::filter_kinds::{without_controller, without_owner};
use super::phrase::{Determiner, Kind, Usage};
use super::voice::Voice;
use crate::card::wording::inflection::{Number, Person, conjugated, list, negated, past, past_negated};
use crate::card::wording::tense::Tense;

/// A turn step as a noun: "upkeep step", "precombat main phase".
pub(super) fn step_noun(step: TurnStep) -> String {
    let word = step.word();
    if step.is_main() || word.ends_with("step") { word.to_owned() } else { format!("{word} step") }
}

pub(super) fn names_zone(filter: &Filter) -> bool {
    match filter {
        Filter::In(_) => true,
        Filter::All(parts) | Filter::AnyOf(parts) => parts.iter().any(names_zone),
        _ => false,
    }
}

impl Voice<'_> {
    /// "you", "an opponent or a planeswalker an opponent controls".
    pub(super) fn whom(&mut self, players: Option<&Players>, objects: Option<&Filter>) -> String {
        let mut whom: Vec<String> = Vec::new();
        whom.extend(players.map(|who| self.a_player(who).0));
        whom.extend(objects.map(|it| self.noun(it, &Usage::new(Determiner::A, Kind::Permanent)).text));
        list(&whom, "or")
    }

    /// "at the beginning of your upkeep" (CR 603.2b).
    pub(super) fn beginning(&mut self, step: TurnStep, whose: &Players, once: bool) -> String {
        // "At the beginning of the upkeep of enchanted creature's controller."
        if let Players::ControllerOf(what) = whose
            && **what == Objects::AttachedTo
            && !once
        {
            return format!("at the beginning of the {} of {}", step.word(), self.player(whose).0);
        }
        let whose = match whose {
            Players::You => if once { "your next" } else { "your" }.to_owned(),
            Players::Each if once => "the next".to_owned(),
            Players::Each if self.of_each => "each player's".to_owned(),
            Players::Each => "each".to_owned(),
            Players::Opponents if once => "the next opponent's".to_owned(),
            _ => {
                let possessive = self.player_possessive(whose);
                if once { format!("{possessive} next") } else { possessive }
            }
        };
        let turn = match whose.as_str() {
            "each" | "the next" => whose.clone(),
            _ => format!("combat on {whose} turn"),
        };
        match (step, whose.as_str()) {
            (TurnStep::BeginningOfCombat, "each" | "the next") => format!("at the beginning of {turn} combat"),
            (TurnStep::BeginningOfCombat, _) => format!("at the beginning of {turn}"),
            (TurnStep::EndOfCombat, "each" | "the next") => format!("at end of {turn} combat"),
            (TurnStep::EndOfCombat, _) => format!("at end of {turn}"),
            (
                TurnStep::Untap
                | TurnStep::Upkeep
                | TurnStep::Draw
                | TurnStep::PrecombatMain
                | TurnStep::DeclareAttackers
                | TurnStep::DeclareBlockers
                | TurnStep::CombatDamage
                | TurnStep::PostcombatMain
                | TurnStep::End
                | TurnStep::Cleanup,
                _,
            ) => format!("at the beginning of {whose} {}", step.word()),
        }
    }

    /// A zone change as a clause: "a creature dies"; with `would`, "a creature would die".
    pub(super) fn movement(&mut self, what: &Filter, from: Option<Zones>, to: Option<Zones>, would: &str) -> String {
        let stand_in = self.stand_in;
        let person = match stand_in {
            Some((_, number)) => number.into(),
            None if self.many.is_some() => Person::Many,
            None => Person::One,
        };
        let tense = self.tense;
        let verb = |base: &str, rest: &str| {
            let verb = match (would.is_empty(), tense) {
                (true, Tense::Present) => conjugated(base, person),
                (true, Tense::Past) => past(base, person),
                (true, Tense::NotPast) => past_negated(base, person),
                (true, Tense::NotPresent) => negated(base, person),
                (false, _) => format!("{would} {base}"),
            };
            format!("{verb}{rest}")
        };
        let subject = |text: String| stand_in.map_or(text, |(word, _)| word.to_owned());
        let battlefield = Some(Zones::only(ZoneKind::Battlefield));
        let kind = match from {
            Some(from) if from.single() == Some(ZoneKind::Battlefield) => Kind::Permanent,
            Some(from) if from.single() == Some(ZoneKind::Stack) => Kind::Spell,
            Some(from) if !from.has(ZoneKind::Battlefield) => Kind::Card,
            None if to == battlefield => Kind::Permanent,
            _ => Kind::Object,
        };
        // "A permanent you controlled left the battlefield."
        let past = from == battlefield && to.is_none() && tense == Tense::Past;
        let usage = Usage { past, ..self.one(kind) };
        if to == battlefield {
            let (rest, controller) = without_controller(what);
            let phrase = self.noun(&rest, &usage);
            let from = from.map_or_else(String::new, |from| format!(" {}", self.whence(from, None)));
            let under = controller.map_or_else(String::new, |who| format!(" under {} control", self.whose(&who)));
            let enters = verb("enter", &format!(" the battlefield{from}{under}"));
            return format!("{} {enters}", subject(phrase.text));
        }
        if from == battlefield && to == Some(ZoneKind::Graveyard.into()) && can_die(what, self.host.dies()) {
            return format!("{} {}", subject(self.noun(what, &usage).text), verb("die", ""));
        }
        let into = to.and_then(Zones::single);
        let own = matches!(into, Some(ZoneKind::Graveyard | ZoneKind::Hand | ZoneKind::Library));
        let (rest, owner) = if own { without_owner(what) } else { (what.clone(), None) };
        let phrase = self.noun(&rest, &usage);
        let whence = match (from, into) {
            (Some(from), _) => format!(" {}", self.whence(from, None)),
            (None, Some(ZoneKind::Graveyard)) => " from anywhere".to_owned(),
            (None, _) => String::new(),
        };
        let clause = match into {
            None => match (from, to) {
                // Several destination zones.
                (_, Some(to)) => {
                    let places = to.iter().map(|zone| self.place(zone, None, Number::One, false));
                    let places: Vec<String> = places.map(|place| format!("put {place}")).collect();
                    verb("be", &format!(" {}{whence}", list(&places, "or")))
                }
                (Some(from), None) => {
                    let place = self.whence(from, None);
                    verb("leave", place.strip_prefix("from").unwrap_or(&place))
                }
                (None, None) => verb("change", " zones"),
            },
            Some(ZoneKind::Exile) => verb("be", &format!(" exiled{whence}")),
            Some(ZoneKind::Hand) if from == battlefield && owner.is_none() => {
                verb("be", " returned to its owner's hand")
            }
            Some(zone @ (ZoneKind::Graveyard | ZoneKind::Hand | ZoneKind::Library)) => {
                let whose = match owner {
                    Some(who) => self.whose(&who),
                    None if zone == ZoneKind::Graveyard => "a".to_owned(),
                    None => "its owner's".to_owned(),
                };
                verb("be", &format!(" put into {whose} {}{whence}", zone.word()))
            }
            Some(ZoneKind::Stack) => verb("be", &format!(" put onto the stack{whence}")),
            Some(ZoneKind::Command) => verb("be", &format!(" put into the command zone{whence}")),
            Some(ZoneKind::Ante) => verb("be", &format!(" put into the ante{whence}")),
            Some(ZoneKind::Outside) => verb("leave", " the game"),
            Some(ZoneKind::Battlefield) => verb("enter", " the battlefield"),
        };
        format!("{} {clause}", subject(phrase.text))
    }
}
