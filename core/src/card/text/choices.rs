//! Choices as it resolves, what is done one by one, repeating, changing targets, and "this way" (CR 115.7, 608.2).

use super::super::ability::TargetWhat;
use super::super::deed::{Again, Changing, Deed, Each};
use super::super::filter::{Filter, Objects, Players, Quantity};
use super::super::instruction::Instruction;
use super::Voice;
use super::clauses::one_sentence;
use super::nouns::{Determiner, Kind, Usage, word_for};
use super::numbers::constant;
use super::references::{Case, It};
use super::words::{Number, Person, capitalized, conjugated, number_word, numbered, spaced};

impl Voice<'_> {
    /// One of what a description allows, which is no target: "a creature or planeswalker".
    pub(super) fn something(&mut self, what: &TargetWhat) -> String {
        self.some(what, Determiner::A)
    }

    fn some(&mut self, what: &TargetWhat, determiner: Determiner) -> String {
        let players = |voice: &mut Self, who: &Players| voice.a_player(who).0;
        match what {
            TargetWhat::AnyTarget => "a creature, player, or planeswalker".to_owned(),
            TargetWhat::Object(filter) => self.noun(filter, &Usage::new(determiner, Kind::Permanent)).text,
            TargetWhat::Player(who) => players(self, who),
            TargetWhat::PlayerOrObject(who, filter) => {
                let player = players(self, who);
                format!("{player} or {}", self.noun(filter, &Usage::new(determiner, Kind::Permanent)).text)
            }
            TargetWhat::Source(filter) => match filter {
                Filter::Any => "a source".to_owned(),
                filter => self.noun(filter, &Usage::new(determiner, Kind::Source)).text,
            },
            TargetWhat::All(parts) => {
                let texts: Vec<String> = parts.iter().map(|part| self.something(part)).collect();
                texts.join(" that is also ")
            }
        }
    }

    /// "each opponent chooses a creature they control".
    pub(super) fn choose(&mut self, instruction: &Instruction) -> String {
        let Instruction::Choose { who, what, count, up_to, at_random, divide, into } = instruction else {
            return String::new();
        };
        let (subject, person) = self.player(who);
        let verb = if person == Person::You { "choose".to_owned() } else { conjugated("choose", person) };
        let subject = if person == Person::You { String::new() } else { subject };
        let one = constant(count) == Some(1);
        let everybody = matches!(who, Players::Each | Players::Opponents);
        let number = if one && !everybody { Number::One } else { Number::Many };
        let many = match constant(count) {
            Some(n) => number_word(i64::from(n)),
            None => self.value(count),
        };
        let many = if *up_to { format!("up to {many}") } else { many };
        let determiner = match (one, *up_to) {
            (true, false) => Determiner::A,
            (true, true) => Determiner::Several(many, Number::One),
            (false, _) => Determiner::Several(many, Number::Many),
        };
        let chosen = self.some(what, determiner);
        let word = match what {
            TargetWhat::Object(filter) => word_for(filter),
            TargetWhat::Player(_) => "player".to_owned(),
            TargetWhat::Source(_) => "source".to_owned(),
            _ => "permanent or player".to_owned(),
        };
        self.chosen.insert(*into, (word, number));
        self.it = Some(It::Chosen(*into));
        if let Some(total) = divide {
            self.divisions.insert(*into, Quantity::clone(total));
        }
        let random = if *at_random { "at random" } else { "" };
        spaced([subject.as_str(), &verb, &chosen, random])
    }

    /// What is divided among targets, or among what was chosen.
    pub(super) fn divided(&self, among: &Objects) -> Option<Quantity> {
        match among {
            Objects::Target(index) => self.targets.get(usize::from(*index))?.divide.as_deref().cloned(),
            Objects::Chosen(place) => self.divisions.get(place).cloned(),
            _ => None,
        }
    }

    /// "for each opponent, ...".
    pub(super) fn one_by_one(&mut self, each: &Each, then: &[Instruction]) -> String {
        let each = match each {
            Each::Player(who) => match who {
                Players::Each => "each player".to_owned(),
                Players::Opponents => "each opponent".to_owned(),
                _ => self.player(who).0,
            },
            Each::Object(Objects::Each(filter)) => {
                self.noun(filter, &Usage::new(Determiner::Each, Kind::Permanent)).text
            }
            Each::Object(what) => format!("each of {}", self.object(what, Case::Object).text),
        };
        self.it = None;
        let then = one_sentence(&self.pieces(then));
        format!("for {each}, {then}")
    }

    /// "... Repeat this process ...".
    pub(super) fn repeat(&mut self, then: &[Instruction], again: &Again) -> String {
        let then = one_sentence(&self.pieces(then));
        let again = match again {
            Again::Times(count) => match constant(count) {
                Some(2) => "repeat this process once".to_owned(),
                Some(n) => format!("do this {} times in all", number_word(i64::from(n))),
                None => format!("do this a number of times equal to {}", self.value(count)),
            },
            Again::While(condition) => format!("if {}, repeat this process", self.condition(condition)),
            Again::Wanted(who) => {
                let (subject, _) = self.player(who);
                format!("{subject} may repeat this process any number of times")
            }
        };
        format!("{then}. {}", capitalized(&again))
    }

    /// "choose new targets for target spell", "change the target of ... to ..." (CR 115.7).
    pub(super) fn change_targets(
        &mut self,
        who: &Players,
        of: &Objects,
        which: Changing,
        to: Option<&TargetWhat>,
    ) -> String {
        let (subject, person) = self.player(who);
        let subject = if person == Person::You { String::new() } else { subject };
        let of = self.object_with(of, Case::Object, &Usage::new(Determiner::A, Kind::Spell)).text;
        let to = to.map(|what| format!("to {}", self.something(what))).unwrap_or_default();
        let verb = |base: &str| if person == Person::You { base.to_owned() } else { conjugated(base, person) };
        let (verb, what) = match which {
            Changing::TheTargets => (verb("change"), format!("the target or targets of {of}")),
            Changing::ATarget => (verb("change"), format!("a target of {of}")),
            Changing::AnyTargets => (verb("change"), format!("any targets of {of}")),
            Changing::NewTargets => (verb("choose"), format!("new targets for {of}")),
        };
        spaced([subject.as_str(), &verb, &what, &to])
    }

    /// "card discarded this way", where it can be counted.
    pub(super) fn done_this_way(&mut self, deed: Deed, who: Option<&Players>, number: Number) -> Option<String> {
        let (noun, done) = match deed {
            Deed::Discarded => ("card", "discarded"),
            Deed::Sacrificed => ("permanent", "sacrificed"),
            Deed::Destroyed => ("permanent", "destroyed"),
            Deed::Exiled => ("object", "exiled"),
            Deed::Milled => ("card", "milled"),
            Deed::Drawn => ("card", "drawn"),
            Deed::Countered => ("spell or ability", "countered"),
            Deed::Created => ("token", "created"),
            Deed::Put => ("object", "moved"),
            Deed::Tapped => ("permanent", "tapped"),
            Deed::Untapped => ("permanent", "untapped"),
            Deed::CountersPut => ("counter", "put"),
            Deed::CountersRemoved => ("counter", "removed"),
            Deed::LookedAt => ("card", "looked at"),
            Deed::Revealed => ("card", "revealed"),
            Deed::DamageDealt | Deed::LifeGained | Deed::LifeLost => return None,
        };
        let whose = who.map(|who| format!("by {}", self.player(who).0)).unwrap_or_default();
        Some(spaced([&numbered(noun, number), done, whose.as_str(), "this way"]))
    }

    /// "the life lost this way", where it is measured.
    pub(super) fn amount_this_way(&mut self, deed: Deed, who: Option<&Players>) -> String {
        let (what, done, link) = match deed {
            Deed::DamageDealt => ("damage", "dealt", "to"),
            Deed::LifeGained => ("life", "gained", "by"),
            _ => ("life", "lost", "by"),
        };
        let whose = who.map(|who| format!("{link} {}", self.player(who).0)).unwrap_or_default();
        spaced(["the", what, done, whose.as_str(), "this way"])
    }
}
