//! References as pronouns and names: "target creature", then "it"; "that player"; "its owner"
//! (CR 109.5, 115, 201.4).

use crate::card::ast::ability::{Ability, TargetSpec, TargetWhat};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::keyword::Keyword;
use crate::card::words::card_type::{CardType, Subtype};
use crate::card::words::chosen::Linked;
use crate::card::words::deed::Deed;

use super::filter_kinds::word_for;
use super::phrase::{Case, Determiner, It, Kind, Phrase, Usage, how_many, pronoun};
use super::trigger_text;
use super::voice::{Attached, Host, Voice};
use crate::card::wording::inflection::{Number, its, number_word, numbered, plural, possessive};

impl Host {
    pub(super) fn of(face: &crate::card::Face) -> Host {
        let has = |kind| face.types.has(kind);
        let attached = |subtype: &Subtype| match subtype.name() {
            "Aura" => Some(Attached::Aura),
            "Equipment" => Some(Attached::Equipment),
            "Fortification" => Some(Attached::Fortification),
            _ => None,
        };
        // With bestow, the text refers to the creature it enchants (CR 702.103).
        let bestow = face.abilities.iter().any(|ability| matches!(ability, Ability::Keyword(Keyword::Bestow(_))));
        Host {
            attached: face.subtypes.iter().find_map(attached).or(bestow.then_some(Attached::Aura)),
            enchants: face.abilities.iter().find_map(enchanted_type).or(bestow.then_some(CardType::Creature)),
            is_land: has(CardType::Land),
            inanimate: !has(CardType::Creature) && !has(CardType::Planeswalker),
            given_up: super::ways::given_up(face),
            exiles_one: super::ways::exiles_one(face),
        }
    }

    /// Whether it is an Aura.
    pub(super) const fn is_aura(self) -> bool {
        matches!(self.attached, Some(Attached::Aura))
    }

    /// Whether it "dies" when it goes from the battlefield to a graveyard.
    pub(super) const fn dies(self) -> bool {
        !self.inanimate
    }

    /// The noun for what is given up as it enters, and the participle: "creature", "sacrificed".
    pub(super) fn given_up(self) -> Option<(String, &'static str)> {
        let (kind, done) = self.given_up?;
        Some((super::filter_kinds::type_word(kind), done))
    }

    /// Whether it exiles a single card.
    pub(super) const fn exiles_one(self) -> bool {
        self.exiles_one
    }

    /// The adjective for a permanent that it is attached to.
    pub(super) const fn attached_word(self) -> &'static str {
        match self.attached {
            Some(Attached::Aura) => "enchanted",
            Some(Attached::Equipment) => "equipped",
            Some(Attached::Fortification) => "fortified",
            None => "attached",
        }
    }

    const fn attached_noun(self) -> Option<&'static str> {
        match self.attached {
            Some(Attached::Aura) => Some(match self.enchants {
                Some(CardType::Creature) => "enchanted creature",
                Some(CardType::Land) => "enchanted land",
                Some(CardType::Artifact) => "enchanted artifact",
                Some(CardType::Enchantment) => "enchanted enchantment",
                Some(CardType::Planeswalker) => "enchanted planeswalker",
                _ => "enchanted permanent",
            }),
            Some(Attached::Equipment) => Some("equipped creature"),
            Some(Attached::Fortification) => Some("fortified land"),
            None => None,
        }
    }
}

/// The card type that an enchant ability allows (CR 702.5a).
fn enchanted_type(ability: &Ability) -> Option<CardType> {
    fn of(filter: &Filter) -> Option<CardType> {
        match filter {
            Filter::Type(kind) => Some(*kind),
            Filter::All(parts) => parts.iter().find_map(of),
            _ => None,
        }
    }
    match ability {
        Ability::Keyword(Keyword::Enchant(what)) => match &**what {
            TargetWhat::Object(filter) => of(filter),
            _ => None,
        },
        _ => None,
    }
}

/// A phrase in the possessive, if its words are few enough for an ending.
fn with_ending(objects: &Objects, phrase: &Phrase) -> Option<String> {
    let words = phrase.text.split(' ').count();
    let has_one_more = phrase.text.starts_with("another") || *objects == Objects::PaidWith;
    let is_short = *objects == Objects::This || words <= 2 + usize::from(has_one_more);
    match phrase.text.as_str() {
        "it" | "them" => Some(its(phrase.number).to_owned()),
        text => is_short.then(|| possessive(text, phrase.number)),
    }
}

/// "that creature", "those creatures".
pub(super) fn that(word: &str, number: Number) -> Phrase {
    let text = match number {
        Number::One => format!("that {word}"),
        Number::Many => format!("those {}", word.split(" or ").map(plural).collect::<Vec<_>>().join(" or ")),
    };
    Phrase { text, number }
}

impl Voice<'_> {
    /// Objects, as the subject or object of a clause.
    pub(super) fn object(&mut self, objects: &Objects, case: Case) -> Phrase {
        self.object_with(objects, case, &Usage::new(Determiner::All, Kind::Permanent))
    }

    /// Objects; those that a filter describes take the given determiner.
    pub(super) fn object_with(&mut self, objects: &Objects, case: Case, usage: &Usage) -> Phrase {
        match objects {
            Objects::This => self.known(It::This, case),
            Objects::Target(index) => self.known(It::Target(*index), case),
            Objects::ThatObject if self.trigger_is_about_this() => self.known(It::This, case),
            Objects::ThatObject if self.trigger.is_none() && self.replaced.is_some() => match self.replaced.clone() {
                Some(filter) if super::filter_kinds::is_this(&filter) => self.known(It::This, case),
                Some(Filter::Is(objects)) => self.object_with(&objects, case, usage),
                _ => self.known(It::ThatObject, case),
            },
            Objects::ThatObject => self.known(It::ThatObject, case),
            Objects::Chosen(place) => self.known(It::Chosen(*place), case),
            Objects::ThisWay(deed) => self.this_way(*deed, case, usage),
            Objects::Affected => Phrase::one("it"),
            Objects::PaidFor(of) => {
                let of = self.object(of, Case::Object).text;
                Phrase { text: format!("the permanents and cards used to pay for {of}"), number: Number::Many }
            }
            Objects::Convoked(of) => {
                let of = self.object(of, Case::Object).text;
                Phrase { text: format!("the permanents that convoked {of}"), number: Number::Many }
            }
            Objects::Granter => Phrase::one("the permanent that grants this ability"),
            Objects::Exactly { name, .. } => Phrase::one(name),
            Objects::Created => self.what_was_created(case),
            Objects::AttachedTo => match self.host.attached_noun() {
                Some(_) if self.it == Some(It::AttachedTo) => Phrase::one("it"),
                Some(noun) => {
                    self.it = Some(It::AttachedTo);
                    Phrase::one(noun)
                }
                None => {
                    self.it = None;
                    Phrase::one(format!("the permanent that {} is attached to", self.name))
                }
            },
            Objects::TopOfLibrary(who, count) => self.top_of_library(who, *count, case),
            // A number of them, of any kind.
            Objects::TopUntil { whose, what, count } if **what == Filter::Any => {
                let whose = self.player_possessive(whose);
                let text = match (super::numbers::constant(count), &**count) {
                    (Some(1), _) => return Phrase::one(format!("the top card of {whose} library")),
                    (Some(n), _) => format!("the top {} cards of {whose} library", number_word(i64::from(n))),
                    (None, Quantity::X) => format!("the top X cards of {whose} library"),
                    (None, Quantity::ThatMuch) => format!("that many cards from the top of {whose} library"),
                    (None, count) => {
                        let number = self.value(count);
                        format!("a number of cards from the top of {whose} library equal to {number}")
                    }
                };
                Phrase { text, number: Number::Many }
            }
            Objects::TopUntil { whose, what, count: many } => {
                let whose = self.player_possessive(whose);
                let card = match super::numbers::constant(many) {
                    Some(1) => self.noun(what, &Usage::new(Determiner::A, Kind::Card)).text,
                    count => {
                        let number = count.map_or_else(|| self.value(many), |n| number_word(i64::from(n)));
                        format!("{number} {}", self.noun(what, &Usage::new(Determiner::Bare, Kind::Card)).text)
                    }
                };
                let text = format!("cards from the top of {whose} library until they include {card}");
                Phrase { text, number: Number::Many }
            }
            Objects::PaidWith => match &self.paid_with {
                Some((text, number)) => Phrase { text: text.clone(), number: *number },
                None => Phrase::one("what was paid with"),
            },
            Objects::Each(filter) => self.noun(filter, usage),
            Objects::Linked(linked) => self.linked(*linked, usage),
            Objects::Pile(0) => Phrase::one("that pile"),
            Objects::Pile(_) => Phrase::one("the other pile"),
            Objects::PhasedOut(filter) => {
                let usage = Usage::new(Determiner::Bare, usage.kind);
                Phrase { text: format!("all phased-out {}", self.noun(filter, &usage).text), number: Number::Many }
            }
            Objects::ThisTurn(when) => self.past_objects(when, usage),
            Objects::Haunted => Phrase::one(format!("the creature {} haunts", self.name)),
            Objects::Those => self.those_objects(case, usage),
            Objects::DamageSource => Phrase::one("that source"),
            Objects::Amassed => Phrase::one("the Army you amassed"),
            Objects::MostVoted => {
                let what = self.voted_for.clone().unwrap_or_else(|| "object".to_owned());
                Phrase::one(format!("each {what} with the most votes or tied for most votes"))
            }
            Objects::TopOfGraveyard(who, filter) => {
                let card = self.noun(filter, &Usage::new(Determiner::A, Kind::Card)).text;
                let card = card.split_once(' ').map_or("card", |(_, words)| words);
                let whose = self.player_possessive(who);
                Phrase::one(format!("the top {card} of {whose} graveyard"))
            }
            Objects::Last(of) => {
                let all = self.object_with(of, case, usage).text;
                let said = ["each ", "the ", "all "].iter().find_map(|word| all.strip_prefix(word)).unwrap_or(&all);
                Phrase::one(format!("the last {said}"))
            }
            Objects::Among(of, filter) => {
                let are_cards = matches!(
                    **of,
                    Objects::ThisWay(Deed::Revealed | Deed::LookedAt | Deed::Milled | Deed::Drawn | Deed::Discarded)
                );
                // "Each white card revealed this way", "each creature card exiled with it".
                let are_cards = are_cards || matches!(**of, Objects::Linked(Linked::Exiled));
                let determiner = match &usage.determiner {
                    counted @ Determiner::Several(..) => counted.clone(),
                    _ => Determiner::Each,
                };
                let usage = Usage::new(determiner, if are_cards { Kind::Card } else { usage.kind });
                let way = self.way(of);
                let noun = self.noun(filter, &usage).text;
                match way {
                    Some(way) => Phrase::one(format!("{noun} {way}")),
                    None => Phrase::one(format!("{noun} among {}", self.object(of, Case::Object).text)),
                }
            }
        }
    }

    /// The objects of an effect: a description first, then a pronoun.
    fn those_objects(&mut self, case: Case, usage: &Usage) -> Phrase {
        let Some(of) = self.those.clone() else {
            return Phrase { text: "those cards".to_owned(), number: Number::Many };
        };
        let again = self.it == Some(It::Those);
        let phrase = self.object_with(&of, case, usage);
        self.it = Some(It::Those);
        if again { Phrase { text: pronoun(phrase.number, case).to_owned(), ..phrase } } else { phrase }
    }

    /// "the top card of your library" first, then "it".
    fn top_of_library(&mut self, who: &Players, count: u32, case: Case) -> Phrase {
        let number = if count == 1 { Number::One } else { Number::Many };
        if self.it == Some(It::Top) {
            return Phrase { text: pronoun(number, case).to_owned(), number };
        }
        let whose = self.player_possessive(who);
        self.it = Some(It::Top);
        let cards = match count {
            1 => "card".to_owned(),
            n => format!("{} cards", number_word(i64::from(n))),
        };
        Phrase { text: format!("the top {cards} of {whose} library"), number }
    }

    /// One object, or those chosen for one target; a pronoun if the text mentioned it last.
    fn known(&mut self, what: It, case: Case) -> Phrase {
        let again = self.it == Some(what);
        self.it = Some(what);
        let number = self.number_of(what);
        if let It::Target(index) = what
            && !self.said.contains(&index)
        {
            let target = self.target(index);
            self.said.insert(index);
            return target;
        }
        if again {
            return Phrase { text: pronoun(number, case).to_owned(), number };
        }
        match what {
            It::This => Phrase::one(self.name),
            It::Chosen(place) if self.turns.contains(&place) => that(&self.word_of(what), number),
            It::Chosen(_) => {
                let text = format!("the chosen {}", numbered(&self.word_of(what), number));
                Phrase { text, number }
            }
            It::Target(_) | It::ThatObject | It::Top | It::Done(_) | It::Created | It::Those | It::AttachedTo => {
                that(&self.word_of(what), number)
            }
        }
    }

    pub(super) fn number_of(&self, what: It) -> Number {
        match what {
            It::Target(index) => self.spec(index).map_or(Number::One, |spec| match &spec.number {
                Some(_) => Number::Many,
                None => how_many(spec).1,
            }),
            It::Chosen(place) => self.chosen.get(&place).map_or(Number::One, |picked| picked.number),
            It::ThatObject => self.trigger.map_or(Number::One, trigger_text::number_of),
            It::Done(deed) => self.done.get(&deed).copied().unwrap_or(Number::Many),
            It::Created => self.created.map_or(Number::One, |(_, number)| number),
            It::This | It::Top | It::Those | It::AttachedTo => Number::One,
        }
    }

    pub(super) fn spec(&self, index: u8) -> Option<&TargetSpec> {
        self.targets.get(usize::from(index))
    }

    /// The noun after "that".
    pub(super) fn word_of(&self, what: It) -> String {
        match what {
            It::This | It::AttachedTo => "permanent".to_owned(),
            It::Top | It::Done(_) => "card".to_owned(),
            It::Created => "token".to_owned(),
            It::Those => "object".to_owned(),
            It::Chosen(place) => self.chosen.get(&place).map_or_else(|| "object".to_owned(), |it| it.word.clone()),
            // An object that left the battlefield is not a creature anymore.
            It::Target(index) if self.moved.contains(&Objects::Target(index)) => "card".to_owned(),
            It::ThatObject if self.moved.contains(&Objects::ThatObject) => "card".to_owned(),
            It::Target(index) => match self.spec(index).map(|spec| &spec.what) {
                Some(TargetWhat::AnyTarget | TargetWhat::PlayerOrObject(..)) => "permanent or player".to_owned(),
                Some(TargetWhat::Object(filter)) => word_for(filter),
                Some(TargetWhat::Player(_)) => "player".to_owned(),
                Some(TargetWhat::Source(_)) => "source".to_owned(),
                Some(TargetWhat::All(_)) => "target".to_owned(),
                None => "target".to_owned(),
            },
            It::ThatObject => match (self.trigger, &self.replaced) {
                (Some(when), _) => trigger_text::that_word(when),
                (None, Some(filter)) => word_for(filter),
                (None, None) => "object".to_owned(),
            },
        }
    }

    pub(super) fn trigger_is_about_this(&self) -> bool {
        self.trigger.is_some_and(trigger_text::is_about_this)
    }

    /// "its", "target creature's".
    pub(super) fn possessive_of(&mut self, objects: &Objects) -> String {
        match objects {
            Objects::Each(filter) if !matches!(**filter, Filter::This | Filter::Is(_)) => {
                let phrase = self.noun(filter, &Usage::new(Determiner::Each, Kind::Permanent));
                possessive(&phrase.text, phrase.number)
            }
            _ => {
                let phrase = self.object(objects, Case::Object);
                match phrase.text.as_str() {
                    "it" | "them" => its(phrase.number).to_owned(),
                    _ => possessive(&phrase.text, phrase.number),
                }
            }
        }
    }

    /// "its", "target creature's", if the words are few enough for an ending.
    pub(super) fn owning(&mut self, objects: &Objects) -> Option<String> {
        let phrase = self.object(objects, Case::Object);
        // What several have is a total.
        let is_one = phrase.number == Number::One || phrase.text == "them";
        with_ending(objects, &phrase).filter(|_| is_one)
    }

    /// "its power", "target creature's power", "the power of target creature you control".
    pub(super) fn belonging(&mut self, objects: &Objects, what: &str) -> String {
        let phrase = self.object(objects, Case::Object);
        match with_ending(objects, &phrase) {
            Some(whose) => format!("{whose} {what}"),
            None => format!("the {what} of {}", phrase.text),
        }
    }

    /// A target as announced: "up to two target creatures" (CR 115.1, 601.2c).
    pub(super) fn target(&mut self, index: u8) -> Phrase {
        let targets = self.targets;
        let Some(spec) = targets.get(usize::from(index)) else { return Phrase::one("that target") };
        let (mut count, mut number) = how_many(spec);
        if spec.each.is_some() && spec.max == 1 {
            number = Number::One;
        }
        if let Some(many) = &spec.number {
            let value = self.value(many);
            count = if spec.min == 0 { format!("up to {value}") } else { value };
            number = Number::Many;
        }
        let target = |noun: &str| crate::card::wording::inflection::spaced([count.as_str(), "target", noun]);
        let text = match &spec.what {
            TargetWhat::AnyTarget if count.is_empty() && spec.other => "another target".to_owned(),
            TargetWhat::AnyTarget if count.is_empty() => "any target".to_owned(),
            TargetWhat::AnyTarget if spec.other => format!("{count} other {}", numbered("target", number)),
            TargetWhat::AnyTarget => format!("{count} {}", numbered("target", number)),
            TargetWhat::Object(filter) => self.target_object(filter, count.clone(), number),
            TargetWhat::Player(who) => {
                let (word, after) = self.kind_of_player(who);
                target(&(numbered(word, number) + &after))
            }
            TargetWhat::PlayerOrObject(who, filter) => {
                let (word, after) = self.kind_of_player(who);
                let bare = match number {
                    Number::One => self.target_object(filter, String::new(), number).replacen("target ", "", 1),
                    Number::Many => self.noun(filter, &Usage::new(Determiner::Bare, Kind::Permanent)).text,
                };
                target(&format!("{}{after} or {bare}", numbered(word, number)))
            }
            TargetWhat::Source(_) => target(&numbered("source", number)),
            TargetWhat::All(_) => target(&numbered("permanent or player", number)),
        };
        let another = spec.other && spec.what != TargetWhat::AnyTarget && !text.contains("other");
        let text = match (another, count.is_empty()) {
            (true, true) => format!("another {text}"),
            (true, false) => text.replacen("target", "other target", 1),
            (false, _) => text,
        };
        let text = format!("{text}{}", self.in_total(spec.total.as_deref()));
        let text = match &spec.each {
            Some(who) => {
                number = Number::Many;
                format!("{text} for {}", self.player(who).0)
            }
            None => text,
        };
        let text = match &spec.by {
            Some(who) => format!("{text} of {} choice", self.whose(who)),
            None => text,
        };
        Phrase { text, number }
    }

    fn target_object(&mut self, filter: &Filter, count: String, number: Number) -> String {
        let usage = Usage { from: self.moving, ..Usage::new(Determiner::Target(count, number), Kind::Permanent) };
        match filter {
            // A filter for one object leaves no choice, but it is still a target.
            Filter::This | Filter::Is(_) => format!("target {}", self.noun(filter, &usage).text),
            _ => self.noun(filter, &usage).text,
        }
    }
}
