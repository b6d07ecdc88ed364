//! Attributes of an object, before and after its noun.

use crate::card::ast::cost::OptionalCost;
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::words::card_type::CardType;
use crate::card::words::comparison::{Comparison, Parity};
use crate::card::words::zone_kind::ZoneKind;

use super::filter_kinds::{UNTIMELY, an, opposite, paid_words, than_words, type_word, word};
use super::phrase::{Case, Determiner, Kind, Usage};
use super::voice::Voice;
use crate::card::wording::inflection::{Number, plural, spaced, with_article};

/// The phrase for a filter with a single attribute.
pub(super) enum Attribute {
    Nothing,
    Other,
    Adjective(u8, Vec<String>),
    Subtype(Vec<String>),
    Type(Vec<CardType>),
    Head(Vec<String>),
    Zone(Vec<ZoneKind>),
    Controller(Players, bool),
    Owner(Players, bool),
    /// "with …", singular and plural.
    With(Vec<[String; 2]>),
    Without(String),
    /// "named …", "not named …".
    Named(String),
    /// An earlier action on it: "exiled with it", "revealed this way".
    Way(String),
    /// What it is "other than".
    Not(String),
    /// Words after the noun.
    After(String),
    /// A relative clause, singular and plural.
    Relative([String; 2]),
}

impl Attribute {
    /// A relative clause with the same words in singular and plural.
    pub(super) fn clause(one: &str, many: &str) -> Option<Attribute> {
        Some(Attribute::Relative([one.to_owned(), many.to_owned()]))
    }

    pub(super) fn adjective(rank: u8, word: impl Into<String>) -> Option<Attribute> {
        Some(Attribute::Adjective(rank, vec![word.into()]))
    }

    pub(super) fn with(words: String) -> Option<Attribute> {
        Some(Attribute::With(vec![[words.clone(), words]]))
    }

    pub(super) fn head(word: &str) -> Option<Attribute> {
        Some(Attribute::Head(vec![word.to_owned()]))
    }

    /// The two joined by "or", if both belong in the same place.
    pub(super) fn or(self, other: Attribute) -> Option<Attribute> {
        fn joined<T>(mut left: Vec<T>, right: Vec<T>) -> Vec<T> {
            left.extend(right);
            left
        }
        match (self, other) {
            (Attribute::Adjective(rank, left), Attribute::Adjective(_, right)) => {
                Some(Attribute::Adjective(rank, joined(left, right)))
            }
            (Attribute::Subtype(left), Attribute::Subtype(right)) => Some(Attribute::Subtype(joined(left, right))),
            (Attribute::Type(left), Attribute::Type(right)) => Some(Attribute::Type(joined(left, right))),
            (Attribute::Head(left), Attribute::Head(right)) => Some(Attribute::Head(joined(left, right))),
            (Attribute::Zone(left), Attribute::Zone(right)) => Some(Attribute::Zone(joined(left, right))),
            (Attribute::With(left), Attribute::With(right)) => Some(Attribute::With(joined(left, right))),
            _ => None,
        }
    }
}

impl Voice<'_> {
    /// The attribute for a filter with a single attribute. Writes nothing otherwise.
    pub(super) fn single(&mut self, filter: &Filter) -> Option<Attribute> {
        let before = (self.said.clone(), self.it);
        let attribute = self.attribute(filter);
        if attribute.is_none() {
            (self.said, self.it) = before;
        }
        attribute
    }

    pub(super) fn is_single(&mut self, filter: &Filter) -> bool {
        let before = (self.said.clone(), self.it);
        let single = self.attribute(filter).is_some();
        (self.said, self.it) = before;
        single
    }

    pub(super) fn attribute(&mut self, filter: &Filter) -> Option<Attribute> {
        match filter {
            Filter::Any => Some(Attribute::Nothing),
            Filter::Not(inner) => self.negative(inner),
            Filter::All(parts) => match parts.as_slice() {
                [] => Some(Attribute::Nothing),
                [only] => self.attribute(only),
                _ => None,
            },
            Filter::AnyOf(parts) => {
                let mut found: Option<Attribute> = None;
                for part in parts {
                    let next = self.attribute(part)?;
                    found = Some(match found {
                        None => next,
                        Some(before) => before.or(next)?,
                    });
                }
                found
            }
            Filter::Tapped => Attribute::adjective(0, "tapped"),
            Filter::Attacking => Attribute::adjective(1, "attacking"),
            Filter::Blocking => Attribute::adjective(1, "blocking"),
            Filter::Blocked => Attribute::adjective(1, "blocked"),
            Filter::AttackingThat { players, objects } => Some(Attribute::After(self.attacking_that(players, objects))),
            Filter::BlockingThat(what) => {
                Some(Attribute::After(format!("blocking {}", self.object(what, Case::Object).text)))
            }
            Filter::BlockedBy(what) => {
                Some(Attribute::After(format!("blocked by {}", self.object(what, Case::Object).text)))
            }
            Filter::AttackingAlone => Some(Attribute::After("attacking alone".to_owned())),
            Filter::BlockingAlone => Some(Attribute::After("blocking alone".to_owned())),
            Filter::AttackedThisTurn => Some(Attribute::After("that attacked this turn".to_owned())),
            Filter::BlockedThisTurn => Some(Attribute::After("that blocked this turn".to_owned())),
            Filter::DealtDamageBy(by) => {
                let by = self.object(by, Case::Object).text;
                Some(Attribute::After(format!("dealt damage by {by} this turn")))
            }
            Filter::Is(Objects::ThisTurn(when)) => {
                let one = self.past_relative(when, Number::One);
                Some(Attribute::Relative([one, self.past_relative(when, Number::Many)]))
            }
            Filter::Is(Objects::Those) if self.those.is_some() => {
                let of = self.those.clone()?;
                self.attribute(&Filter::Is(of))
            }
            Filter::Is(
                of @ (Objects::ThisWay(_) | Objects::Linked(_) | Objects::PaidFor(_) | Objects::Convoked(_)),
            ) => self.way(of).map(Attribute::Way),
            Filter::Is(Objects::AttachedTo) => Attribute::adjective(1, self.host.attached_word()),
            Filter::Color(color) => Attribute::adjective(3, color.word()),
            Filter::Colorless => Attribute::adjective(3, "colorless"),
            Filter::Monocolored => Attribute::adjective(3, "monocolored"),
            Filter::Multicolored => Attribute::adjective(3, "multicolored"),
            Filter::Above(under) => Some(Attribute::After(format!("above {}", self.object(under, Case::Object).text))),
            Filter::Supertype(kind) => Attribute::adjective(4, kind.to_string().to_lowercase()),
            Filter::Subtype(kind) => Some(Attribute::Subtype(vec![kind.to_string()])),
            Filter::Type(kind) => Some(Attribute::Type(vec![*kind])),
            Filter::Spell => Attribute::head("spell"),
            Filter::ActivatedAbility => Attribute::head("activated ability"),
            Filter::TriggeredAbility => Attribute::head("triggered ability"),
            Filter::Card => Attribute::head("card"),
            Filter::Token => Attribute::head("token"),
            Filter::Commander => Attribute::head("commander"),
            Filter::In(zone) => Some(Attribute::Zone(vec![*zone])),
            Filter::ControlledBy(who) => Some(Attribute::Controller(who.clone(), true)),
            Filter::OwnedBy(who) => Some(Attribute::Owner(who.clone(), true)),
            other => self.further_attribute(other),
        }
    }

    /// Attributes that mostly follow the noun: what an object has, shares and targets, and how it
    /// was cast.
    fn further_attribute(&mut self, filter: &Filter) -> Option<Attribute> {
        match filter {
            Filter::Keyword(keyword) => Attribute::with(self.keyword(keyword)),
            Filter::HasKeyword(name) => Attribute::with(name.word().to_owned()),
            Filter::HasAttached(inner) => {
                let attached = self.noun(inner, &Usage::new(Determiner::A, Kind::Permanent)).text;
                Some(Attribute::With(vec![[
                    format!("{attached} attached to it"),
                    format!("{attached} attached to them"),
                ]]))
            }
            Filter::AttachedTo(inner) => {
                let host = self.noun(inner, &Usage::new(Determiner::A, Kind::Permanent)).text;
                Some(Attribute::After(format!("attached to {host}")))
            }
            Filter::Enchanting(who) => Some(Attribute::After(format!("attached to {}", self.a_player(who).0))),
            Filter::SameName(objects) => {
                let as_what = self.object(objects, Case::Object).text;
                Attribute::with(format!("the same name as {as_what}"))
            }
            Filter::DifferentName(objects) => {
                let than = self.object(objects, Case::Object).text;
                Attribute::with(format!("a different name than {than}"))
            }
            Filter::SharesColor(_) | Filter::SharesSubtype(..) | Filter::SharesCardType { .. } => None,

            Filter::HasCounter(kind) => {
                let counter = format!("{kind} counter");
                let one = format!("{} on it", with_article(&counter));
                Some(Attribute::With(vec![[one, format!("{} on them", plural(&counter))]]))
            }
            Filter::Power(comparison, than) => {
                let words = self.compared("power", *comparison, than);
                Attribute::with(words)
            }
            Filter::Toughness(comparison, than) => {
                let words = self.compared("toughness", *comparison, than);
                Attribute::with(words)
            }
            Filter::ManaValue(comparison, than) => {
                let words = self.compared("mana value", *comparison, than);
                Attribute::with(words)
            }
            Filter::ManaValueIs(parity) => Some(Attribute::With(vec![[
                format!("{} mana value", an(*parity)),
                format!("{} mana values", word(*parity)),
            ]])),
            Filter::ManaCostIs(costs) => Attribute::with(super::filter_kinds::mana_cost(costs)),
            Filter::FromSource(inner) => {
                let source = self.noun(inner, &Usage::new(Determiner::A, Kind::Source)).text;
                Some(Attribute::After(format!("from {source}")))
            }
            Filter::SingleTarget => Attribute::with("a single target".to_owned()),
            Filter::Targets(_) | Filter::TargetsOnly(_) => None,
            Filter::Named(name) => Some(Attribute::Named(format!("named {name}"))),
            Filter::SetAside(name) => Some(Attribute::After(format!("you exiled with cards named {name}"))),
            Filter::Noted(what, name) => super::drafting_text::noted(*what, name),
            Filter::ChosenColor => Some(Attribute::After("of the chosen color".to_owned())),
            Filter::ChosenSubtype => Some(Attribute::After("of the chosen type".to_owned())),
            Filter::ChosenCardType => Some(Attribute::After("of the chosen card type".to_owned())),
            Filter::ChosenName => Some(Attribute::After("with the chosen name".to_owned())),
            Filter::Historic => Attribute::adjective(4, "historic"),
            Filter::Adventure => Some(Attribute::After("cast as an Adventure".to_owned())),
            Filter::HasAdventure => Attribute::clause("that has an Adventure", "that have an Adventure"),
            Filter::WasCast(from) => {
                let from = from.map(|zone| self.place(zone, None, Number::One, true));
                let from = from.unwrap_or_default();
                Attribute::clause(&spaced(["that was cast", &from]), &spaced(["that were cast", &from]))
            }
            Filter::CastBy { who, from } => {
                let cast = self.cast_by(who, "", *from, true);
                Some(Attribute::After(format!("that {cast}")))
            }
            Filter::Paid { what: OptionalCost::Kicker, nth: None } => Attribute::adjective(2, "kicked"),
            Filter::Paid { .. } | Filter::PaidInstead | Filter::PaidAs(_) | Filter::PaidThis => {
                Some(Attribute::After(paid_words(filter)))
            }
            Filter::WithActivatedAbility => Some(Attribute::After("with an activated ability".to_owned())),
            Filter::NoAbilities => Attribute::with("no abilities".to_owned()),
            Filter::XInManaCost => {
                Some(Attribute::With(vec![["{X} in its mana cost".to_owned(), "{X} in their mana costs".to_owned()]]))
            }
            Filter::NthCast(nth) => {
                let nth = crate::card::wording::inflection::ordinal(*nth);
                Some(Attribute::Relative([
                    format!("that's the {nth} spell its player cast this turn"),
                    format!("that are the {nth} spell their player cast this turn"),
                ]))
            }
            Filter::CastUntimely => Some(Attribute::After(UNTIMELY.to_owned())),
            Filter::FaceDown => Attribute::adjective(0, "face-down"),
            Filter::LastTurn(when) => {
                let [one, many] = [Number::One, Number::Many].map(|number| self.past_relative(when, number));
                let said = |text: &str, whose| super::whose::last_turn(text, whose);
                Some(Attribute::Relative([said(&one, "its controller's"), said(&many, "their controllers'")]))
            }
            Filter::NewSinceUpkeep => {
                Some(Attribute::After("that came under its controller's control since their last upkeep".to_owned()))
            }
            Filter::Marked(marking) => Attribute::adjective(0, marking.word()),
            Filter::MarkedBy { being, by } => {
                Some(Attribute::After(format!("{} by {}", being.word(), self.player(by).0)))
            }
            Filter::PairedWith(with) => {
                Some(Attribute::After(format!("paired with {}", self.object(with, Case::Object).text)))
            }
            Filter::TypeAsCopied(kind) => {
                Some(Attribute::After(format!("entering the battlefield as {}", with_article(&type_word(*kind)))))
            }
            Filter::CastFrom(zone) => {
                let place = self.place(*zone, None, Number::One, true);
                Some(Attribute::After(format!("cast {place}")))
            }
            _ => None,
        }
    }

    /// The attribute for a negated filter.
    pub(super) fn negative(&mut self, inner: &Filter) -> Option<Attribute> {
        match inner {
            Filter::This | Filter::Is(Objects::This) if self.is_the_one() => Some(Attribute::Other),
            Filter::This | Filter::Is(Objects::This) => Some(Attribute::Not(self.name.to_owned())),
            // "Target creature ... another target creature."
            Filter::Is(Objects::Target(index)) if self.said.contains(index) => Some(Attribute::Other),
            Filter::Is(reference) => Some(Attribute::Not(self.object(reference, Case::Object).text)),
            Filter::Not(twice) => self.attribute(twice),
            Filter::Tapped => Attribute::adjective(0, "untapped"),
            Filter::FaceDown => Attribute::adjective(0, "face-up"),
            Filter::Marked(marking) => {
                let word = marking.word();
                Attribute::clause(&format!("that isn't {word}"), &format!("that aren't {word}"))
            }
            Filter::Attacking => Attribute::adjective(1, "nonattacking"),
            Filter::Blocking => Attribute::adjective(1, "nonblocking"),
            Filter::Blocked => Attribute::adjective(1, "unblocked"),
            Filter::Token => Attribute::adjective(2, "nontoken"),
            Filter::Commander => Attribute::adjective(2, "noncommander"),
            Filter::Card => Attribute::adjective(2, "noncard"),
            Filter::Spell => Attribute::adjective(2, "nonspell"),
            Filter::Color(color) => Attribute::adjective(3, format!("non{}", color.word())),
            Filter::Colorless => Attribute::adjective(3, "colored"),
            Filter::Supertype(kind) => Attribute::adjective(4, format!("non{}", kind.to_string().to_lowercase())),
            Filter::Type(kind) => Attribute::adjective(5, format!("non{}", type_word(*kind))),
            Filter::Subtype(kind) => Attribute::adjective(5, format!("non-{kind}")),
            Filter::ControlledBy(who) => Some(Attribute::Controller(who.clone(), false)),
            Filter::OwnedBy(who) => Some(Attribute::Owner(who.clone(), false)),
            Filter::Keyword(keyword) => Some(Attribute::Without(self.keyword(keyword))),
            Filter::HasKeyword(name) => Some(Attribute::Without(name.word().to_owned())),
            Filter::HasAttached(inner) => {
                let attached = self.noun(inner, &Usage::new(Determiner::A, Kind::Permanent)).text;
                Some(Attribute::Without(format!("{attached} attached to it")))
            }
            Filter::HasCounter(kind) => Some(Attribute::Without(with_article(&format!("{kind} counter")))),
            Filter::Power(comparison, than) => {
                let words = self.compared_not("power", *comparison, than);
                Attribute::with(words)
            }
            Filter::Toughness(comparison, than) => {
                let words = self.compared_not("toughness", *comparison, than);
                Attribute::with(words)
            }
            Filter::ManaValue(comparison, than) => {
                let words = self.compared_not("mana value", *comparison, than);
                Attribute::with(words)
            }
            Filter::ManaValueIs(Parity::Odd) => self.attribute(&Filter::ManaValueIs(Parity::Even)),
            Filter::ManaValueIs(Parity::Even) => self.attribute(&Filter::ManaValueIs(Parity::Odd)),
            Filter::ManaCostIs(costs) => Some(Attribute::Without(super::filter_kinds::mana_cost(costs))),
            Filter::Named(name) => Some(Attribute::Named(format!("not named {name}"))),
            other => self.further_negative(other),
        }
    }

    /// Negated attributes that mostly follow the noun.
    fn further_negative(&mut self, inner: &Filter) -> Option<Attribute> {
        match inner {
            Filter::AttackedThisTurn => Some(Attribute::After("that didn't attack this turn".to_owned())),
            Filter::BlockedThisTurn => Some(Attribute::After("that didn't block this turn".to_owned())),
            Filter::DealtDamageBy(_)
            | Filter::AttackingThat { .. }
            | Filter::BlockingThat(_)
            | Filter::BlockedBy(_)
            | Filter::AttackingAlone
            | Filter::BlockingAlone => {
                let one = self.predicate(inner, Number::One, false);
                let many = self.predicate(inner, Number::Many, false);
                Attribute::clause(&format!("that {one}"), &format!("that {many}"))
            }
            Filter::Any => Attribute::adjective(0, "nonexistent"),
            Filter::Paid { what: OptionalCost::Kicker, nth: None } => Attribute::adjective(2, "unkicked"),
            Filter::Paid { .. } | Filter::PaidInstead | Filter::PaidAs(_) | Filter::PaidThis => {
                Some(Attribute::After(paid_words(inner).replacen("was paid", "wasn't paid", 1)))
            }
            Filter::WithActivatedAbility => Some(Attribute::After("without an activated ability".to_owned())),
            Filter::NoAbilities => Attribute::with("one or more abilities".to_owned()),
            Filter::XInManaCost => Some(Attribute::Without("{X} in its mana cost".to_owned())),
            Filter::NthCast(nth) => {
                let nth = crate::card::wording::inflection::ordinal(*nth);
                Some(Attribute::Relative([
                    format!("that isn't the {nth} spell its player cast this turn"),
                    format!("that aren't the {nth} spell their player cast this turn"),
                ]))
            }
            Filter::CastUntimely => Some(Attribute::After("cast any time a sorcery could have been cast".to_owned())),
            Filter::CastFrom(zone) => {
                let place = self.place(*zone, None, Number::One, true);
                Some(Attribute::After(format!("not cast {place}")))
            }
            Filter::SingleTarget => Some(Attribute::Without("a single target".to_owned())),
            Filter::Noted(what, name) => super::drafting_text::not_noted(*what, name),
            Filter::ChosenColor => {
                Attribute::clause("that's not of the chosen color", "that aren't of the chosen color")
            }
            Filter::ChosenSubtype => {
                Attribute::clause("that's not of the chosen type", "that aren't of the chosen type")
            }
            Filter::ChosenCardType => {
                Attribute::clause("that's not of the chosen card type", "that aren't of the chosen card type")
            }
            Filter::ChosenName => Some(Attribute::After("without the chosen name".to_owned())),
            Filter::Historic => Attribute::adjective(4, "nonhistoric"),
            Filter::Adventure => Some(Attribute::After("not cast as an Adventure".to_owned())),
            Filter::HasAdventure => Attribute::clause("that doesn't have an Adventure", "that don't have an Adventure"),
            Filter::WasCast(from) => {
                let from = from.map(|zone| self.place(zone, None, Number::One, true));
                let from = from.unwrap_or_default();
                Attribute::clause(&spaced(["that wasn't cast", &from]), &spaced(["that weren't cast", &from]))
            }
            Filter::CastBy { who, from } => {
                let cast = self.cast_by(who, "", *from, false);
                Some(Attribute::After(format!("that {cast}")))
            }
            _ => None,
        }
    }

    /// "power 4 or greater".
    pub(super) fn compared(&mut self, measure: &str, comparison: Comparison, than: &Quantity) -> String {
        let simple = matches!(than, Quantity::Fixed(_) | Quantity::X);
        let value = self.value(than);
        match comparison {
            Comparison::Equal if simple => format!("{measure} {value}"),
            Comparison::AtLeast if simple => format!("{measure} {value} or greater"),
            Comparison::AtMost if simple => format!("{measure} {value} or less"),
            Comparison::Equal | Comparison::AtLeast | Comparison::AtMost | Comparison::Less | Comparison::Greater => {
                format!("{measure} {} {value}", than_words(comparison))
            }
        }
    }

    pub(super) fn compared_not(&mut self, measure: &str, comparison: Comparison, than: &Quantity) -> String {
        match opposite(comparison) {
            Some(opposite) => self.compared(measure, opposite, than),
            None => format!("{measure} other than {}", self.value(than)),
        }
    }
}
