//! Making and searching: mana, tokens, cards in a library (CR 106.3, 111.2, 701.19).

use crate::card::ast::ability::{Face, Total};
use crate::card::ast::cost::ManaOutput;
use crate::card::ast::filter::{Filter, Players, Quantity};
use crate::card::verb;
use crate::card::words::mana_symbol::{ManaSymbol, ManaType};
use crate::card::words::predefined::Predefined;
use crate::card::words::zone_kind::{Place, ZoneKind};

use super::choice_text::ANY_NUMBER;
use super::clauses::Clause;
use super::filter_kinds::type_word;
use super::filter_kinds::type_words;
use super::instruction_text::MANY_SYMBOLS;
use super::modifications::quoted_all;
use super::numbers::constant;
use super::phrase::{Amount, Determiner, Kind, Usage};
use super::verbs::place_in_library;
use super::voice::Voice;
use crate::card::wording::inflection::{Number, Person, list, numbered, spaced};
use crate::card::wording::parts::is_said;

/// The words of a token: "1/1 white Soldier creature token".
fn token_words(token: &Face, size: Option<String>, predefined: Option<Predefined>) -> String {
    let mut words: Vec<String> = size.into_iter().collect();
    words.extend(token.supertypes.iter().map(|kind| kind.to_string().to_lowercase()));
    let colors: Vec<String> = token.colors().iter().map(|color| color.word().to_owned()).collect();
    match (colors.is_empty(), predefined) {
        (true, None) => words.push("colorless".to_owned()),
        (true, Some(_)) => {}
        (false, _) => words.push(list(&colors, "and")),
    }
    words.extend(token.subtypes.iter().map(|subtype| subtype.name().to_owned()));
    words.extend(type_words(token.types).iter().map(|word| word.to_lowercase()));
    words.extend(predefined.map(|predefined| predefined.name().to_owned()));
    words.push("token".to_owned());
    words.join(" ")
}

/// The name that a token has of its subtypes (CR 111.4).
fn own_name(token: &Face) -> String {
    token.subtypes.iter().map(|subtype| subtype.name()).collect::<Vec<_>>().join(" ")
}

impl Voice<'_> {
    /// The mana added (CR 106.1, 107.4).
    pub(super) fn mana(&mut self, mana: &ManaOutput) -> Amount {
        let symbol = |kind: ManaType| ManaSymbol::Mana(kind).to_string();
        let (kinds, amount) = match mana {
            ManaOutput::Units(units) => {
                let text: String = units.iter().copied().map(symbol).collect();
                let text = if text.is_empty() { "no mana".to_owned() } else { text };
                return Amount { text, tail: String::new() };
            }
            ManaOutput::OneOf(kinds, amount) => (kinds, amount),
            other => return self.other_mana(other),
        };
        let any_color = kinds.len() == 5 && kinds.iter().all(|kind| kind.color().is_some());
        let any_type = kinds.len() == ManaType::ALL.len();
        let (n, tail) = match (constant(amount), self.for_each(amount)) {
            (Some(n), _) => (Some(n), String::new()),
            (None, Some((n, tail))) => (Some(n), tail),
            (None, None) => (None, String::new()),
        };
        let text = match n {
            _ if kinds.is_empty() => "no mana".to_owned(),
            Some(n) if any_color || any_type => {
                let what = if any_type { "type" } else { "color" };
                let one = if n == 1 { "" } else { "one " };
                format!("{} mana of any {one}{what}", crate::card::wording::inflection::number_word(i64::from(n)))
            }
            Some(n) if (1..=MANY_SYMBOLS).contains(&n) => {
                let each: Vec<String> = kinds.iter().map(|kind| (0..n).map(|_| symbol(*kind)).collect()).collect();
                list(&each, "or")
            }
            Some(_) | None => {
                let value = match (n, amount) {
                    (Some(n), _) => n.to_string(),
                    (None, Quantity::X) => "X".to_owned(),
                    (None, Quantity::ThatMuch) => "that much".to_owned(),
                    (None, _) => "an amount of".to_owned(),
                };
                let of = if any_color {
                    "mana of any one color".to_owned()
                } else if any_type {
                    "mana of any one type".to_owned()
                } else {
                    list(&kinds.iter().copied().map(symbol).collect::<Vec<_>>(), "or")
                };
                let equal =
                    if value == "an amount of" { format!("equal to {}", self.value(amount)) } else { String::new() };
                spaced([value, of, equal])
            }
        };
        Amount { text, tail }
    }

    /// A token without its number: "1/1 white Soldier creature token".
    pub(super) fn token(&mut self, token: &Face, number: Number) -> String {
        let size = token.power.zip(token.toughness).map(|(power, toughness)| format!("{power}/{toughness}"));
        let words = token_words(token, size, None);
        numbered(&words, number) + &self.token_rest(token, "with")
    }

    /// The name and the abilities of a token, after its noun.
    fn token_rest(&self, token: &Face, with: &str) -> String {
        let mut text = String::new();
        if token.name != own_name(token) && !token.name.is_empty() {
            text.push_str(&format!(" named {}", token.name));
        }
        if !token.abilities.is_empty() {
            let host = token.types.iter().last().map_or_else(|| "token".to_owned(), type_word);
            text.push_str(&format!(" {with} {}", quoted_all(&token.abilities, &format!("this {host}"), self.name)));
        }
        text
    }

    /// Tokens whose size is computed, or that enter attacking or attached (CR 111.2).
    pub(super) fn create(&mut self, tokens: &verb::CreateTokens) -> Clause {
        let verb::CreateTokens { who, count, predefined, token, size, tapped, joining, .. } = tokens;
        let (subject, person) = self.player(who);
        let (size, defined) = match size {
            Some((Quantity::X, Quantity::X)) => (Some("X/X".to_owned()), String::new()),
            Some((power, toughness)) => {
                let (power, toughness) = (self.value(power), self.value(toughness));
                (None, format!(" with power {power} and toughness {toughness}"))
            }
            None => (token.power.zip(token.toughness).map(|(one, other)| format!("{one}/{other}")), String::new()),
        };
        let tapped = if *tapped { "tapped " } else { "" };
        let amount = self.count(count, &(tapped.to_owned() + &token_words(token, size, *predefined)));
        let with = if defined.is_empty() { "with" } else { "and" };
        let mut text = amount.text + &defined + &self.token_rest(token, with);
        if let Some(joining) = joining {
            let are = if constant(count) == Some(1) { "is" } else { "are" };
            text.push_str(&format!(" that {are} {}", self.joining(joining)));
        }
        Clause {
            command: person == Person::You,
            who: Some(who.clone()),
            ..Clause::new(subject, person, "create", text).with_tail(amount.tail)
        }
    }

    /// "search your library for a basic land card, reveal it, and put it into your hand"
    /// (CR 701.19).
    pub(super) fn search(
        &mut self,
        who: &Players,
        (owner, zones): (Option<&Players>, &[ZoneKind]),
        (what, and, (count, up_to), total): (&Filter, &[Filter], (&Quantity, bool), Option<&Total>),
        reveal: bool,
        (into, place, tapped): (ZoneKind, Place, bool),
    ) -> Clause {
        let (subject, person) = self.player(who);
        let own = if person == Person::You { "your" } else { "their" };
        let searched = owner.map_or_else(|| own.to_owned(), |owner| self.player_possessive(owner));
        let whose = if owner.is_some() { "their" } else { own };
        let hidden = !zones.iter().any(|zone| zone.is_public());
        let zones: Vec<String> = zones.iter().map(|zone| zone.word().to_owned()).collect();
        let zones = list(&zones, "and");
        let one = constant(count) == Some(1) && and.is_empty();
        let amounts: Vec<String> =
            std::iter::once(what).chain(and).map(|what| self.cards_found(what, (count, up_to), hidden)).collect();
        let amount = list(&amounts, "and");
        let amount = format!("{amount}{}", self.in_total(total));
        let it = if one { "it" } else { "them" };
        let place = match into {
            ZoneKind::Library => format!("{it} {}", place_in_library(place)),
            ZoneKind::Battlefield => format!("{it} onto the battlefield{}", if tapped { " tapped" } else { "" }),
            ZoneKind::Graveyard => format!("{it} into {whose} graveyard"),
            ZoneKind::Exile => it.to_owned(),
            _ => format!("{it} into {whose} hand"),
        };
        let put = if into == ZoneKind::Exile { "exile" } else { "put" };
        let mut verbs = vec![("search".to_owned(), format!("{searched} {zones} for {amount}"))];
        if reveal {
            verbs.push(("reveal".to_owned(), it.to_owned()));
        }
        if into == ZoneKind::Library {
            verbs.push(("shuffle".to_owned(), "the other cards".to_owned()));
        }
        verbs.push((put.to_owned(), place));
        let command = person == Person::You;
        Clause { who: Some(who.clone()), command, verbs, ..Clause::new(subject, person, "search", "") }
    }

    /// The cards of one description that a search finds, perhaps fewer: "a creature card", "up to
    /// two Forest cards".
    fn cards_found(&mut self, what: &Filter, (count, up_to): (&Quantity, bool), hidden: bool) -> String {
        let fewer = up_to || hidden && is_said(what);
        let (up_to, any) = if fewer { ("up to ", "any number of") } else { ("", "all") };
        match constant(count) {
            Some(1) if up_to.is_empty() || hidden => self.noun(what, &Usage::new(Determiner::A, Kind::Card)).text,
            Some(ANY_NUMBER..) => {
                let cards = self.noun(what, &Usage::new(Determiner::Bare, Kind::Card)).text;
                format!("{any} {cards}")
            }
            Some(n) => {
                let number = crate::card::wording::inflection::number_word(i64::from(n));
                let many = if n == 1 { Number::One } else { Number::Many };
                let usage = Usage::new(Determiner::Several(number, many), Kind::Card);
                format!("{up_to}{}", self.noun(what, &usage).text)
            }
            None => {
                let cards = self.noun(what, &Usage::new(Determiner::Several("X".to_owned(), Number::Many), Kind::Card));
                let is =
                    if *count == Quantity::X { String::new() } else { format!(", where X is {}", self.value(count)) };
                format!("{up_to}{}{is}", cards.text)
            }
        }
    }
}
