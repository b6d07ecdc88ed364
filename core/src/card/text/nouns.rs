//! Filters as noun phrases: "another attacking Pirate you control with flying" (CR 109.2).

use super::super::cost::OptionalCost;
use super::super::filter::{Comparison, Filter, Objects, Parity, Players, Quantity};
use super::super::types::{CardType, CardTypes};
use super::super::words::ZoneKind;
use super::Voice;
use super::references::{Case, Phrase};
use super::words::{Number, list, number_word, numbered, plural, spaced, with_article};

/// What stands before the noun.
#[derive(Clone, Debug)]
pub(super) enum Determiner {
    /// "a", "an", "another".
    A,
    /// "each", "each other".
    Each,
    /// "all", "all other".
    All,
    /// A bare plural.
    Bare,
    /// So many: "no", "three or more", "exactly one".
    Several(String, Number),
    /// "target" or "another target", after how many if that is not one: "up to two".
    Target(String, Number),
}

impl Determiner {
    const fn number(&self) -> Number {
        match self {
            Determiner::A | Determiner::Each => Number::One,
            Determiner::All | Determiner::Bare => Number::Many,
            Determiner::Several(_, number) | Determiner::Target(_, number) => *number,
        }
    }

    fn before(&self, noun: &str, other: bool) -> String {
        match (self, other) {
            (Determiner::A, true) => format!("another {noun}"),
            (Determiner::A, false) => with_article(noun),
            (Determiner::Each, true) => format!("each other {noun}"),
            (Determiner::Each, false) => format!("each {noun}"),
            (Determiner::All, true) => format!("all other {noun}"),
            (Determiner::All, false) => format!("all {noun}"),
            (Determiner::Bare, true) => format!("other {noun}"),
            (Determiner::Bare, false) => noun.to_owned(),
            (Determiner::Several(count, _), true) => format!("{count} other {noun}"),
            (Determiner::Several(count, _), false) => format!("{count} {noun}"),
            (Determiner::Target(count, _), true) if count.is_empty() => format!("another target {noun}"),
            (Determiner::Target(count, _), true) => format!("{count} other target {noun}"),
            (Determiner::Target(count, _), false) => spaced([count.as_str(), "target", noun]),
        }
    }
}

/// What kind of object the surrounding words speak of: the noun where the filter itself names none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// What is on the battlefield.
    Permanent,
    /// What attacks and blocks.
    Creature,
    /// What is cast.
    Spell,
    /// What deals damage (CR 609.7).
    Source,
    /// What is in a zone where only cards are.
    Card,
    /// Whatever changes zones.
    Object,
}

/// The way in which a phrase is used.
#[derive(Clone, Debug)]
pub(super) struct Usage {
    pub(super) determiner: Determiner,
    pub(super) kind: Kind,
    /// Whether the zone is where something comes from: "from", not "in".
    pub(super) from: bool,
}

impl Usage {
    pub(super) const fn new(determiner: Determiner, kind: Kind) -> Usage {
        Usage { determiner, kind, from: false }
    }
}

/// What is said of the objects, by its place in the phrase. Each inner list holds alternatives.
#[derive(Debug, Default)]
struct Noun {
    number: Number,
    other: bool,
    adjectives: Vec<(u8, String)>,
    subtypes: Vec<Vec<String>>,
    types: Vec<Vec<CardType>>,
    heads: Vec<Vec<String>>,
    zones: Option<Vec<ZoneKind>>,
    controller: Option<(Players, bool)>,
    owner: Option<(Players, bool)>,
    named: Vec<String>,
    with: Vec<[String; 2]>,
    without: Vec<String>,
    after: Vec<String>,
}

/// One thing that a filter says, if it says no more than one.
enum Attribute {
    Nothing,
    Other,
    Adjective(u8, Vec<String>),
    Subtype(Vec<String>),
    Type(Vec<CardType>),
    Head(Vec<String>),
    Zone(Vec<ZoneKind>),
    Controller(Players, bool),
    Owner(Players, bool),
    /// "with ...", for one and for many.
    With(Vec<[String; 2]>),
    Without(String),
    /// "named ...", "not named ...".
    Named(String),
    /// Words after the noun.
    After(String),
}

impl Attribute {
    fn adjective(rank: u8, word: impl Into<String>) -> Option<Attribute> {
        Some(Attribute::Adjective(rank, vec![word.into()]))
    }

    fn with(words: String) -> Option<Attribute> {
        Some(Attribute::With(vec![[words.clone(), words]]))
    }

    fn head(word: &str) -> Option<Attribute> {
        Some(Attribute::Head(vec![word.to_owned()]))
    }

    /// This or the other, where both belong in the same place.
    fn or(self, other: Attribute) -> Option<Attribute> {
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

/// A card type in running text.
pub(super) fn type_word(kind: CardType) -> String {
    kind.to_string().to_lowercase()
}

/// How a comparison reads the other way round.
pub(super) const fn opposite(comparison: Comparison) -> Option<Comparison> {
    match comparison {
        Comparison::Less => Some(Comparison::AtLeast),
        Comparison::AtMost => Some(Comparison::Greater),
        Comparison::Equal => None,
        Comparison::AtLeast => Some(Comparison::Less),
        Comparison::Greater => Some(Comparison::AtMost),
    }
}

/// Whether the filter is about the object with the ability and no other.
pub(super) fn is_this(filter: &Filter) -> bool {
    match filter {
        Filter::This | Filter::Is(Objects::This) => true,
        Filter::All(parts) | Filter::AnyOf(parts) => matches!(parts.as_slice(), [only] if is_this(only)),
        _ => false,
    }
}

/// Whether the filter leaves the object with the ability among others: "this or another".
fn mentions_this(filter: &Filter) -> bool {
    match filter {
        Filter::AnyOf(parts) => parts.iter().any(mentions_this),
        other => is_this(other),
    }
}

/// "whose buyback cost was paid" (CR 118.8-9).
pub(super) fn paid_words(filter: &Filter) -> String {
    match filter {
        Filter::Paid { what, nth: Some(nth) } => {
            let which = number_word(i64::from(*nth) + 1);
            format!("whose {} cost number {which} was paid", what.word())
        }
        Filter::Paid { what, nth: None } => format!("whose {} cost was paid", what.word()),
        _ => "whose alternative cost was paid".to_owned(),
    }
}

/// Whether everything that fits is a creature or planeswalker, which die (CR 700.4).
pub(super) fn can_die(filter: &Filter, this: bool) -> bool {
    let creature = CardTypes::NONE.with(CardType::Creature);
    match filter {
        Filter::This | Filter::Is(Objects::This) => this,
        Filter::Type(kind) => matches!(kind, CardType::Creature | CardType::Planeswalker),
        Filter::Subtype(kind) => kind.belongs_to(creature),
        Filter::Power(..) | Filter::Toughness(..) | Filter::Attacking | Filter::Blocking | Filter::Blocked => true,
        Filter::All(parts) => parts.iter().any(|part| can_die(part, this)),
        Filter::AnyOf(parts) => !parts.is_empty() && parts.iter().all(|part| can_die(part, this)),
        Filter::Is(_) => true,
        Filter::Any
        | Filter::Not(_)
        | Filter::Supertype(_)
        | Filter::Color(_)
        | Filter::Colorless
        | Filter::Monocolored
        | Filter::Multicolored
        | Filter::Above(_)
        | Filter::Named(_)
        | Filter::Keyword(_)
        | Filter::Spell
        | Filter::Card
        | Filter::Token
        | Filter::ControlledBy(_)
        | Filter::OwnedBy(_)
        | Filter::Tapped
        | Filter::HasCounter(_)
        | Filter::HasAttached(_)
        | Filter::AttachedTo(_)
        | Filter::ActivatedAbility
        | Filter::TriggeredAbility
        | Filter::FromSource(_)
        | Filter::Targets(_)
        | Filter::TargetsOnly(_)
        | Filter::SingleTarget
        | Filter::Enchanting(_)
        | Filter::SameName(_)
        | Filter::DifferentName(_)
        | Filter::SharesColor(_)
        | Filter::ManaValue(..)
        | Filter::Paid { .. }
        | Filter::PaidInstead
        | Filter::CastFrom(_)
        | Filter::ManaValueIs(_)
        | Filter::In(_) => false,
    }
}

/// The word by which something that fits is called again: "that creature".
pub(super) fn word_for(filter: &Filter) -> String {
    fn found(filter: &Filter) -> Option<String> {
        match filter {
            Filter::Type(kind) => Some(type_word(*kind)),
            Filter::Spell => Some("spell".to_owned()),
            Filter::Card => Some("card".to_owned()),
            Filter::Token => Some("token".to_owned()),
            Filter::ActivatedAbility | Filter::TriggeredAbility => Some("ability".to_owned()),
            Filter::Subtype(kind) if kind.belongs_to(CardTypes::NONE.with(CardType::Creature)) => {
                Some("creature".to_owned())
            }
            Filter::Attacking | Filter::Blocking | Filter::Blocked => Some("creature".to_owned()),
            Filter::In(ZoneKind::Battlefield) => None,
            Filter::In(ZoneKind::Stack) => Some("spell or ability".to_owned()),
            Filter::In(_) => Some("card".to_owned()),
            Filter::All(parts) => {
                let strong = |part: &&Filter| matches!(part, Filter::Spell | Filter::Card | Filter::In(_));
                parts.iter().filter(strong).find_map(found).or_else(|| parts.iter().find_map(found))
            }
            Filter::AnyOf(parts) => {
                let words: Vec<Option<String>> = parts.iter().map(found).collect();
                words.first().cloned().flatten().filter(|word| words.iter().all(|it| it.as_ref() == Some(word)))
            }
            Filter::Any
            | Filter::This
            | Filter::Not(_)
            | Filter::Supertype(_)
            | Filter::Subtype(_)
            | Filter::Color(_)
            | Filter::Colorless
            | Filter::Monocolored
            | Filter::Multicolored
            | Filter::Above(_)
            | Filter::Named(_)
            | Filter::Keyword(_)
            | Filter::ControlledBy(_)
            | Filter::OwnedBy(_)
            | Filter::Tapped
            | Filter::HasCounter(_)
            | Filter::HasAttached(_)
            | Filter::AttachedTo(_)
            | Filter::FromSource(_)
            | Filter::Targets(_)
            | Filter::TargetsOnly(_)
            | Filter::SingleTarget
            | Filter::Enchanting(_)
            | Filter::SameName(_)
            | Filter::DifferentName(_)
            | Filter::SharesColor(_)
            | Filter::Power(..)
            | Filter::Toughness(..)
            | Filter::ManaValue(..)
            | Filter::Paid { .. }
            | Filter::PaidInstead
            | Filter::CastFrom(_)
            | Filter::ManaValueIs(_)
            | Filter::Is(_) => None,
        }
    }
    found(filter).unwrap_or_else(|| "permanent".to_owned())
}

/// "odd", "even".
pub(super) const fn word(parity: Parity) -> &'static str {
    match parity {
        Parity::Odd => "odd",
        Parity::Even => "even",
    }
}

fn an(parity: Parity) -> String {
    format!("an {}", word(parity))
}

impl Voice<'_> {
    /// A noun phrase for the objects that fit.
    pub(super) fn noun(&mut self, filter: &Filter, usage: &Usage) -> Phrase {
        self.noun_besides(filter, usage, false)
    }

    fn noun_besides(&mut self, filter: &Filter, usage: &Usage, besides_this: bool) -> Phrase {
        match filter {
            Filter::This => self.object(&Objects::This, Case::Object),
            Filter::Is(reference) => self.object(reference, Case::Object),
            Filter::All(parts) if parts.len() == 1 => self.noun_besides(&parts[0], usage, besides_this),
            Filter::AnyOf(parts) if !parts.is_empty() && !self.is_single(filter) => {
                let besides = besides_this || mentions_this(filter);
                let phrases: Vec<Phrase> =
                    parts.iter().map(|part| self.noun_besides(part, usage, besides && !is_this(part))).collect();
                let number = usage.determiner.number();
                let conjunction = match usage.determiner {
                    Determiner::Each | Determiner::All | Determiner::Bare => "and",
                    Determiner::A | Determiner::Several(..) | Determiner::Target(..) => "or",
                };
                let words: Vec<String> = phrases.into_iter().map(|phrase| phrase.text).collect();
                Phrase { text: list(&words, conjunction), number }
            }
            _ => {
                // What an adjective or a comparison refers to is named, since "it" would be the noun itself.
                let before = self.it.take();
                let number = usage.determiner.number();
                let mut noun = Noun { number, other: besides_this, ..Noun::default() };
                self.describe(&mut noun, filter);
                let phrase = self.written(noun, usage);
                self.it = before;
                phrase
            }
        }
    }

    /// Adds what a filter says to a noun.
    fn describe(&mut self, noun: &mut Noun, filter: &Filter) {
        match filter {
            Filter::All(parts) => return parts.iter().for_each(|part| self.describe(noun, part)),
            Filter::Not(inner) => match &**inner {
                Filter::Not(twice) => return self.describe(noun, twice),
                Filter::AnyOf(parts) => {
                    for part in parts {
                        self.describe(noun, &Filter::Not(Box::new(part.clone())));
                    }
                    return;
                }
                _ => {}
            },
            _ => {}
        }
        match self.single(filter) {
            Some(attribute) => noun.add(attribute),
            None => {
                let words = self.predicate(filter, noun.number, true);
                let one = (noun.number == Number::One).then(|| words.strip_prefix("is ")).flatten();
                noun.after.push(one.map_or_else(|| format!("that {words}"), |rest| format!("that's {rest}")));
            }
        }
    }

    /// What a filter says if it says no more than one thing; otherwise nothing has been said.
    fn single(&mut self, filter: &Filter) -> Option<Attribute> {
        let before = (self.said.clone(), self.it);
        let attribute = self.attribute(filter);
        if attribute.is_none() {
            (self.said, self.it) = before;
        }
        attribute
    }

    fn is_single(&mut self, filter: &Filter) -> bool {
        let before = (self.said.clone(), self.it);
        let single = self.attribute(filter).is_some();
        (self.said, self.it) = before;
        single
    }

    fn attribute(&mut self, filter: &Filter) -> Option<Attribute> {
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
            Filter::In(zone) => Some(Attribute::Zone(vec![*zone])),
            Filter::ControlledBy(who) => Some(Attribute::Controller(who.clone(), true)),
            Filter::OwnedBy(who) => Some(Attribute::Owner(who.clone(), true)),
            Filter::Keyword(keyword) => Attribute::with(self.keyword(keyword)),
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
            Filter::SharesColor(_) => None,
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
            Filter::FromSource(inner) => {
                let source = self.noun(inner, &Usage::new(Determiner::A, Kind::Source)).text;
                Some(Attribute::After(format!("from {source}")))
            }
            Filter::SingleTarget => Attribute::with("a single target".to_owned()),
            Filter::Targets(_) | Filter::TargetsOnly(_) => None,
            Filter::Named(name) => Some(Attribute::Named(format!("named {name}"))),
            Filter::Paid { what: OptionalCost::Kicker, nth: None } => Attribute::adjective(2, "kicked"),
            Filter::Paid { .. } | Filter::PaidInstead => Some(Attribute::After(paid_words(filter))),
            Filter::CastFrom(zone) => {
                let place = self.place(*zone, None, Number::One, true);
                Some(Attribute::After(format!("cast {place}")))
            }
            Filter::This | Filter::Is(_) => None,
        }
    }

    /// What the negation of a filter says.
    fn negative(&mut self, inner: &Filter) -> Option<Attribute> {
        match inner {
            Filter::This | Filter::Is(Objects::This) => Some(Attribute::Other),
            // "Target creature ... another target creature."
            Filter::Is(Objects::Target(index)) if self.said.contains(index) => Some(Attribute::Other),
            Filter::Is(reference) => {
                Some(Attribute::After(format!("other than {}", self.object(reference, Case::Object).text)))
            }
            Filter::Not(twice) => self.attribute(twice),
            Filter::Tapped => Attribute::adjective(0, "untapped"),
            Filter::Attacking => Attribute::adjective(1, "nonattacking"),
            Filter::Blocking => Attribute::adjective(1, "nonblocking"),
            Filter::Blocked => Attribute::adjective(1, "unblocked"),
            Filter::Token => Attribute::adjective(2, "nontoken"),
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
            Filter::Named(name) => Some(Attribute::Named(format!("not named {name}"))),
            Filter::Any => Attribute::adjective(0, "nonexistent"),
            Filter::Paid { what: OptionalCost::Kicker, nth: None } => Attribute::adjective(2, "unkicked"),
            Filter::Paid { .. } | Filter::PaidInstead => {
                Some(Attribute::After(paid_words(inner).replacen("was paid", "wasn't paid", 1)))
            }
            Filter::CastFrom(zone) => {
                let place = self.place(*zone, None, Number::One, true);
                Some(Attribute::After(format!("not cast {place}")))
            }
            Filter::SingleTarget => Some(Attribute::Without("a single target".to_owned())),
            Filter::AttachedTo(_)
            | Filter::ActivatedAbility
            | Filter::TriggeredAbility
            | Filter::FromSource(_)
            | Filter::Targets(_)
            | Filter::TargetsOnly(_)
            | Filter::Enchanting(_)
            | Filter::SameName(_)
            | Filter::DifferentName(_)
            | Filter::SharesColor(_)
            | Filter::Monocolored
            | Filter::Multicolored
            | Filter::Above(_)
            | Filter::In(_)
            | Filter::All(_)
            | Filter::AnyOf(_) => None,
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

    fn compared_not(&mut self, measure: &str, comparison: Comparison, than: &Quantity) -> String {
        match opposite(comparison) {
            Some(opposite) => self.compared(measure, opposite, than),
            None => format!("{measure} other than {}", self.value(than)),
        }
    }

    /// The whole phrase.
    fn written(&mut self, noun: Noun, usage: &Usage) -> Phrase {
        let number = usage.determiner.number();
        let and = if matches!(usage.determiner, Determiner::All | Determiner::Bare) { "and" } else { "or" };
        let mut adjectives = noun.adjectives;
        adjectives.sort_by_key(|(rank, _)| *rank);
        let mut words: Vec<String> = adjectives.into_iter().map(|(_, word)| word).collect();
        // The last group is the noun itself, the others stand before it unchanged.
        let mut groups: Vec<Vec<String>> = noun.subtypes;
        groups.extend(noun.types.iter().map(|kinds| kinds.iter().map(|kind| type_word(*kind)).collect()));
        let elsewhere = noun.zones.as_ref().is_some_and(|zones| !zones.contains(&ZoneKind::Battlefield));
        if noun.heads.is_empty() {
            let stack = noun.zones.as_ref().is_some_and(|zones| zones.contains(&ZoneKind::Stack));
            groups.extend(head(usage.kind, elsewhere, stack, &groups, &noun.types));
        } else {
            groups.extend(noun.heads);
        }
        if let Some(last) = groups.pop() {
            words.extend(groups.iter().map(|group| list(group, "or")));
            let last: Vec<String> = last.iter().map(|word| numbered(word, number)).collect();
            words.push(list(&last, and));
        }
        let in_own_zone = noun.zones.as_ref().is_some_and(|zones| {
            zones.iter().all(|zone| matches!(zone, ZoneKind::Library | ZoneKind::Hand | ZoneKind::Graveyard))
        });
        let mut whose = noun.owner;
        if in_own_zone {
            // Where there is no controller, the owner is meant (CR 108.4a).
            whose = whose.or_else(|| noun.controller.clone());
        } else if let Some((who, positive)) = &noun.controller {
            words.push(self.relation(who, "control", *positive, number));
        }
        let own = whose.as_ref().filter(|(_, positive)| *positive && in_own_zone).map(|(who, _)| who.clone());
        if own.is_none()
            && let Some((who, positive)) = &whose
        {
            words.push(self.relation(who, "own", *positive, number));
        }
        words.extend(noun.named);
        let pick = |pair: &[String; 2]| pair[usize::from(number == Number::Many)].clone();
        if !noun.with.is_empty() {
            words.push(format!("with {}", list(&noun.with.iter().map(pick).collect::<Vec<_>>(), "and")));
        }
        if !noun.without.is_empty() {
            words.push(format!("without {}", list(&noun.without, "or")));
        }
        if let Some(zones) = &noun.zones
            && !zones.is_empty()
        {
            let places: Vec<String> =
                zones.iter().map(|zone| self.place(*zone, own.as_ref(), number, usage.from)).collect();
            words.push(list(&places, and));
        }
        words.extend(noun.after);
        Phrase { text: usage.determiner.before(&spaced(words), noun.other), number }
    }

    /// "you control", "your opponents don't own".
    fn relation(&mut self, who: &Players, verb: &str, positive: bool, number: Number) -> String {
        let (subject, person) = match number {
            Number::One => self.a_player(who),
            Number::Many => self.players_at_large(who),
        };
        let verb = if positive { super::words::conjugated(verb, person) } else { super::words::negated(verb, person) };
        format!("{subject} {verb}")
    }
}

impl Noun {
    fn add(&mut self, attribute: Attribute) {
        match attribute {
            Attribute::Nothing => {}
            Attribute::Other => self.other = true,
            Attribute::Adjective(rank, words) => {
                let adjective = (rank, list(&words, "or"));
                if !self.adjectives.contains(&adjective) {
                    self.adjectives.push(adjective);
                }
            }
            Attribute::Subtype(words) => self.subtypes.push(words),
            Attribute::Type(kinds) => self.types.push(kinds),
            Attribute::Head(words) => self.heads.push(words),
            Attribute::Zone(zones) => match &mut self.zones {
                None => self.zones = Some(zones),
                Some(before) => before.extend(zones),
            },
            Attribute::Controller(who, positive) => self.controller = Some((who, positive)),
            Attribute::Owner(who, positive) => self.owner = Some((who, positive)),
            Attribute::With(words) => {
                let one: Vec<String> = words.iter().map(|pair| pair[0].clone()).collect();
                let many: Vec<String> = words.iter().map(|pair| pair[1].clone()).collect();
                self.with.push([list(&one, "or"), list(&many, "or")]);
            }
            Attribute::Without(words) => self.without.push(words),
            Attribute::Named(words) => self.named.push(words),
            Attribute::After(words) => self.after.push(words),
        }
    }
}

/// "greater than", "equal to".
pub(super) const fn than_words(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Less => "less than",
        Comparison::AtMost => "less than or equal to",
        Comparison::Equal => "equal to",
        Comparison::AtLeast => "greater than or equal to",
        Comparison::Greater => "greater than",
    }
}

/// The noun that the filter leaves to its surroundings.
fn head(
    kind: Kind,
    elsewhere: bool,
    stack: bool,
    named: &[Vec<String>],
    types: &[Vec<CardType>],
) -> Option<Vec<String>> {
    let words = |words: &[&str]| Some(words.iter().map(|word| (*word).to_owned()).collect());
    if stack {
        return if named.is_empty() { words(&["spell", "ability"]) } else { words(&["spell"]) };
    }
    if elsewhere {
        return words(&["card"]);
    }
    match kind {
        Kind::Permanent if named.is_empty() => words(&["permanent"]),
        Kind::Source if named.is_empty() => words(&["source"]),
        Kind::Permanent | Kind::Source => None,
        Kind::Creature => {
            let creature = types.iter().any(|group| group.as_slice() == [CardType::Creature]);
            let subtypes_only = types.is_empty() && !named.is_empty();
            if creature || subtypes_only { None } else { words(&["creature"]) }
        }
        Kind::Spell => words(&["spell"]),
        Kind::Card => words(&["card"]),
        Kind::Object if named.is_empty() => words(&["object"]),
        Kind::Object => words(&["permanent", "card"]),
    }
}
