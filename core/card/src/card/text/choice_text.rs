//! Choices on resolution, "for each", repetition, changed targets, and "this way" (CR 115.7,
//! 608.2).

use crate::card::ast::ability::{TargetWhat, Total};
use crate::card::ast::filter::{Again, Each, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::verb;
use crate::card::words::comparison::Comparison;
use crate::card::words::deed::{Changing, Deed};
use crate::card::words::zone_kind::ZoneKind;

use super::clauses::{Clause, one_sentence};
use super::filter_kinds::word_for;
use super::numbers::constant;
use super::phrase::{Case, Determiner, It, Kind, Picked, Usage};
use super::verbs::is_shown;
use super::voice::Voice;
use crate::card::wording::inflection::{Number, Person, capitalized, conjugated, number_word, numbered, spaced};

/// Whether the filter states this of every matching object.
fn said_of(filter: &Filter, what: &Filter) -> bool {
    match filter {
        Filter::All(parts) => parts.iter().any(|part| said_of(part, what)),
        filter => filter == what,
    }
}

/// This many or more means "any number".
pub(super) use crate::card::wording::parts::ANY_NUMBER;

impl Voice<'_> {
    /// One thing that a description allows, without targeting: "a creature or planeswalker".
    pub(super) fn something(&mut self, what: &TargetWhat) -> String {
        self.some(what, Determiner::A)
    }

    fn some(&mut self, what: &TargetWhat, determiner: Determiner) -> String {
        let number = match &determiner {
            Determiner::Several(many, number) => Some((many.clone(), *number)),
            _ => None,
        };
        let players = |voice: &mut Self, who: &Players| match &number {
            Some((many, number)) => {
                let (noun, after) = voice.kind_of_player(who);
                format!("{many} {}{after}", numbered(noun, *number))
            }
            None => voice.a_player(who).0,
        };
        match what {
            TargetWhat::AnyTarget => "a creature, player, or planeswalker".to_owned(),
            TargetWhat::Object(filter) => {
                let usage = Usage { from: self.moving, ..Usage::new(determiner, Kind::Permanent) };
                self.noun(filter, &usage).text
            }
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
    pub(super) fn choose(&mut self, instruction: &Instruction) -> Clause {
        let Instruction::Choose(verb::Choose { who, what, count, up_to, at_random, divide, unchosen, total, into }) =
            instruction
        else {
            return Clause::command("choose", "nothing");
        };
        let (subject, person) = self.player(who);
        let one = constant(count) == Some(1);
        let number = if one && self.is_alone(who) { Number::One } else { Number::Many };
        let before = std::mem::replace(&mut self.chooses, person != Person::You);
        let chosen = match what {
            TargetWhat::Player(Players::They) if *up_to => "themselves or nobody".to_owned(),
            what => self.so_many_of(what, count, *up_to),
        };
        let unchosen = match (*unchosen, one) {
            (false, _) => "",
            (true, true) => " that hasn't been chosen this way",
            (true, false) => " that haven't been chosen this way",
        };
        let chosen = format!("{chosen}{unchosen}{}", self.in_total(total.as_deref()));
        self.chooses = before;
        let word = match what {
            TargetWhat::Object(filter) => word_for(filter),
            TargetWhat::Player(_) => "player".to_owned(),
            TargetWhat::Source(_) => "source".to_owned(),
            _ => "permanent or player".to_owned(),
        };
        let filter = match what {
            TargetWhat::Object(filter) => Some(filter),
            _ => None,
        };
        let zones = filter.map(|filter| filter.zones());
        let here = zones.as_ref().is_none_or(|zones| zones.iter().all(|zone| *zone == ZoneKind::Battlefield));
        let own_zone = |zone: &ZoneKind| matches!(zone, ZoneKind::Hand | ZoneKind::Library | ZoneKind::Graveyard);
        let owned = |filter: &Filter| match filter {
            Filter::All(parts) if self.shown == Some(Players::You) => parts.iter().any(is_shown),
            _ => false,
        };
        let yours = filter.is_some_and(|filter| said_of(filter, &Filter::OwnedBy(Players::You)) || owned(filter))
            && zones.is_some_and(|zones| zones.iter().all(own_zone));
        self.chosen.insert(*into, Picked { word, number, here, yours });
        self.it = Some(It::Chosen(*into));
        if let Some(total) = divide {
            self.divisions.insert(*into, Quantity::clone(total));
        }
        let random = if *at_random { "at random" } else { "" };
        let command = person == Person::You;
        Clause {
            command,
            who: Some(who.clone()),
            ..Clause::new(subject, person, "choose", spaced([chosen.as_str(), random]))
        }
    }

    /// What is chosen, by the place that it comes from: "a land card from your hand".
    pub(super) fn picked(&mut self, choose: &verb::Choose) -> String {
        self.moving = true;
        let clause = self.choose(&Instruction::Choose(choose.clone()));
        self.moving = false;
        clause.verbs.into_iter().map(|(_, what)| what).collect()
    }

    /// "a creature", "up to two lands", "any number of permanents", "X cards, where X is ...".
    fn so_many_of(&mut self, what: &TargetWhat, count: &Quantity, up_to: bool) -> String {
        let several = |many: String, number| Determiner::Several(many, number);
        let fits_all = match (count, what) {
            (Quantity::Count(counted), TargetWhat::Object(filter)) => **counted == *filter,
            _ => false,
        };
        match (constant(count), up_to) {
            (Some(1), false) => self.some(what, Determiner::A),
            (Some(1), true) => self.some(what, several("up to one".to_owned(), Number::One)),
            (Some(ANY_NUMBER..), true) => self.some(what, several("any number of".to_owned(), Number::Many)),
            (Some(n), up_to) => {
                let many = number_word(i64::from(n));
                self.some(what, several(if up_to { format!("up to {many}") } else { many }, Number::Many))
            }
            (None, true) if fits_all => self.some(what, several("any number of".to_owned(), Number::Many)),
            (None, up_to) => {
                let up_to = if up_to { "up to " } else { "" };
                match count {
                    Quantity::X => self.some(what, several(format!("{up_to}X"), Number::Many)),
                    Quantity::ThatMuch => self.some(what, several(format!("{up_to}that many"), Number::Many)),
                    _ => {
                        let what = self.some(what, several(format!("{up_to}X"), Number::Many));
                        format!("{what}, where X is {}", self.value(count))
                    }
                }
            }
        }
    }

    /// " with total mana value 8 or less".
    pub(super) fn in_total(&mut self, total: Option<&Total>) -> String {
        let Some(Total { of, at_most }) = total else { return String::new() };
        let measure = self.measure_of_each(of);
        format!(" with total {}", self.compared(&measure, Comparison::AtMost, at_most))
    }

    /// The amount divided among targets or chosen objects.
    pub(super) fn divided(&self, among: &Objects) -> Option<Quantity> {
        match among {
            Objects::Target(index) => self.targets.get(usize::from(*index))?.divide.as_deref().cloned(),
            Objects::Chosen(place) => self.divisions.get(place).cloned(),
            _ => None,
        }
    }

    /// "for each opponent, ...".
    pub(super) fn one_by_one(&mut self, each: &Each, into: Option<u8>, then: &[Instruction]) -> String {
        let word = match each {
            Each::Player(_) => "player".to_owned(),
            Each::Object(Objects::Each(filter)) => word_for(filter),
            Each::Object(Objects::Target(index)) => self.word_of(It::Target(*index)),
            Each::Object(_) => "object".to_owned(),
            Each::Both(_, Objects::Each(filter)) => format!("{} or player", word_for(filter)),
            Each::Both(..) => "permanent or player".to_owned(),
            Each::Vote(_) => "voter".to_owned(),
        };
        let each = match each {
            Each::Both(Players::Target(one), Objects::Target(other)) if one == other => {
                format!("each of {}", self.object(&Objects::Target(*other), Case::Object).text)
            }
            Each::Both(who, what) => {
                let player = match who {
                    Players::Each => "each player".to_owned(),
                    who => self.player(who).0,
                };
                let what = match what {
                    Objects::Each(filter) => self.noun(filter, &Usage::new(Determiner::Each, Kind::Permanent)).text,
                    what => format!("each of {}", self.object(what, Case::Object).text),
                };
                format!("{player} and {what}")
            }
            Each::Player(who) => match who {
                Players::Each => "each player".to_owned(),
                Players::Opponents => "each opponent".to_owned(),
                _ => self.player(who).0,
            },
            Each::Object(Objects::Each(filter)) => {
                self.noun(filter, &Usage::new(Determiner::Each, Kind::Permanent)).text
            }
            Each::Object(what) => format!("each of {}", self.object(what, Case::Object).text),
            Each::Vote(word) => format!("each {word} vote"),
        };
        self.it = None;
        if let Some(place) = into {
            self.chosen.insert(place, Picked { word, number: Number::One, here: true, yours: false });
            self.turns.insert(place);
            self.it = None;
        }
        let then = one_sentence(&self.pieces(then));
        if let Some(place) = into {
            self.turns.remove(&place);
        }
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
            Again::UntilNone(deed) => {
                let (no, done) = super::ways::done_words(*deed).unwrap_or(("more", "done"));
                format!("repeat this process until no {no} is {done} this way")
            }
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

    /// "card discarded this way", if it can be counted.
    pub(super) fn done_this_way(&mut self, deed: Deed, who: Option<&Players>, number: Number) -> Option<String> {
        let (noun, done) = super::ways::done_words(deed)?;
        let whose = who.map(|who| format!("by {}", self.player(who).0)).unwrap_or_default();
        Some(spaced([&numbered(noun, number), done, whose.as_str(), "this way"]))
    }

    /// "the life lost this way", if it is measured.
    pub(super) fn amount_this_way(&mut self, deed: Deed, who: Option<&Players>) -> String {
        let (what, done, link) = match deed {
            Deed::DamageDealt => ("damage", "dealt", "to"),
            Deed::LifeGained => ("life", "gained", "by"),
            Deed::ManaPaid => ("amount of mana", "paid", "by"),
            _ => ("life", "lost", "by"),
        };
        let whose = who.map(|who| format!("{link} {}", self.player(who).0)).unwrap_or_default();
        spaced(["the", what, done, whose.as_str(), "this way"])
    }
}
