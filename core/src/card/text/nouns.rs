//! Filters as noun phrases: "another attacking Pirate you control with flying" (CR 109.2).

use super::super::filter::{Comparison, Filter, Objects, Parity, Players};
use super::super::mana::ManaCost;
use super::super::types::{CardType, CardTypes};
use super::super::words::ZoneKind;
use super::Voice;
use super::attributes::Attribute;
use super::references::{Case, Phrase};
use super::words::{Number, list, number_word, numbered, spaced, with_article};

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
            (Determiner::Several(count, _), true) => spaced([count.as_str(), "other", noun]),
            (Determiner::Several(count, _), false) => spaced([count.as_str(), noun]),
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
    /// Whether spells are spoken of as they are cast: "you cast", not "you control".
    pub(super) cast: bool,
}

impl Usage {
    pub(super) const fn new(determiner: Determiner, kind: Kind) -> Usage {
        Usage { determiner, kind, from: false, cast: false }
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
    way: Option<String>,
    with: Vec<[String; 2]>,
    without: Vec<String>,
    after: Vec<String>,
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

/// Of a spell that was cast when a sorcery couldn't have been (CR 307.5a).
pub(super) const UNTIMELY: &str = "cast any time a sorcery couldn't have been cast";

/// "whose buyback cost was paid" (CR 118.8-9).
pub(super) fn paid_words(filter: &Filter) -> String {
    match filter {
        Filter::Paid { what, nth: Some(nth) } => {
            let which = number_word(i64::from(*nth) + 1);
            format!("whose {} cost number {which} was paid", what.word())
        }
        Filter::Paid { what, nth: None } => format!("whose {} cost was paid", what.word()),
        Filter::PaidAs(keyword) => format!("whose {} cost was paid", keyword.word()),
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
        Filter::AttackingThat { .. }
        | Filter::BlockingThat(_)
        | Filter::BlockedBy(_)
        | Filter::AttackingAlone
        | Filter::BlockingAlone
        | Filter::AttackedThisTurn
        | Filter::BlockedThisTurn => true,
        Filter::DealtDamageBy(_) => false,
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
        | Filter::SharesSubtype(..)
        | Filter::SharesCardType { .. }
        | Filter::ManaValue(..)
        | Filter::ChosenColor
        | Filter::ChosenSubtype
        | Filter::ChosenCardType
        | Filter::ChosenName
        | Filter::Historic
        | Filter::Adventure
        | Filter::HasAdventure
        | Filter::WasCast(_)
        | Filter::Paid { .. }
        | Filter::PaidInstead
        | Filter::PaidAs(_)
        | Filter::PaidThis
        | Filter::NthCast(_)
        | Filter::WithActivatedAbility
        | Filter::CastUntimely
        | Filter::FaceDown
        | Filter::Foretold
        | Filter::CastFrom(_)
        | Filter::ManaValueIs(_)
        | Filter::ManaCostIs(_)
        | Filter::XInManaCost
        | Filter::NoAbilities
        | Filter::HasKeyword(_)
        | Filter::In(_) => false,
    }
}

/// "mana cost {0} or {1}" (CR 202.1).
pub(super) fn mana_cost(costs: &[ManaCost]) -> String {
    let costs: Vec<String> = costs.iter().map(ToString::to_string).collect();
    format!("mana cost {}", list(&costs, "or"))
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
            Filter::Attacking
            | Filter::Blocking
            | Filter::Blocked
            | Filter::AttackingThat { .. }
            | Filter::BlockingThat(_)
            | Filter::BlockedBy(_)
            | Filter::AttackingAlone
            | Filter::BlockingAlone
            | Filter::AttackedThisTurn
            | Filter::BlockedThisTurn => Some("creature".to_owned()),
            Filter::DealtDamageBy(_) => None,
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
            | Filter::SharesSubtype(..)
            | Filter::SharesCardType { .. }
            | Filter::Power(..)
            | Filter::Toughness(..)
            | Filter::ManaValue(..)
            | Filter::ChosenColor
            | Filter::ChosenSubtype
            | Filter::ChosenCardType
            | Filter::ChosenName
            | Filter::Historic
            | Filter::Adventure
            | Filter::HasAdventure
            | Filter::WasCast(_)
            | Filter::Paid { .. }
            | Filter::PaidInstead
            | Filter::PaidAs(_)
            | Filter::PaidThis
            | Filter::NthCast(_)
            | Filter::WithActivatedAbility
            | Filter::CastUntimely
            | Filter::FaceDown
            | Filter::Foretold
            | Filter::CastFrom(_)
            | Filter::ManaValueIs(_)
            | Filter::ManaCostIs(_)
            | Filter::XInManaCost
            | Filter::NoAbilities
            | Filter::HasKeyword(_)
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

pub(super) fn an(parity: Parity) -> String {
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
            Filter::Is(reference) => {
                let phrase = self.object(reference, Case::Object);
                // Of several, it is about any.
                match (&usage.determiner, phrase.number, reference) {
                    (_, _, Objects::Each(_)) | (_, Number::One, _) => phrase,
                    (Determiner::A, Number::Many, _) => {
                        let these = phrase.text.strip_prefix("all ").map(|rest| format!("the {rest}"));
                        Phrase::one(format!("one of {}", these.unwrap_or(phrase.text)))
                    }
                    _ => phrase,
                }
            }
            // The object with the ability, if more is so: "Example, if it's tapped,".
            Filter::All(parts) if parts.len() > 1 && parts.iter().any(is_this) => {
                let rest: Vec<Filter> = parts.iter().filter(|part| !is_this(part)).cloned().collect();
                let this = self.object(&Objects::This, Case::Object);
                let said = self.predicate(
                    &if rest.len() == 1 { rest[0].clone() } else { Filter::All(rest) },
                    Number::One,
                    true,
                );
                Phrase { text: format!("{} if it {said}", this.text), number: this.number }
            }
            Filter::All(parts) if parts.len() == 1 => self.noun_besides(&parts[0], usage, besides_this),
            Filter::AnyOf(parts) if !parts.is_empty() && !self.is_single(filter) => {
                let besides = besides_this || mentions_this(filter);
                // "Target" is said once: "target spell or permanent".
                let bare = match &usage.determiner {
                    Determiner::Target(_, number) => Determiner::Several(String::new(), *number),
                    other => other.clone(),
                };
                let later = Usage { determiner: bare, ..usage.clone() };
                let phrases: Vec<Phrase> = parts
                    .iter()
                    .enumerate()
                    .map(|(index, part)| {
                        let usage = if index == 0 { usage } else { &later };
                        self.noun_besides(part, usage, besides && !is_this(part))
                    })
                    .collect();
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
                // What attacks or blocks is a creature.
                let fights = usage.kind == Kind::Permanent && word_for(filter) == "creature";
                let kind = if fights { Kind::Creature } else { usage.kind };
                let phrase = self.written(noun, &Usage { kind, ..usage.clone() });
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

    /// The whole phrase.
    fn written(&mut self, noun: Noun, usage: &Usage) -> Phrase {
        let number = usage.determiner.number();
        if self.is_rest(&noun, usage) {
            return Phrase { text: "the rest".to_owned(), number };
        }
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
            words.extend(groups.iter().map(|group| list(group, and)));
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
        } else if let Some((who, true)) = &noun.controller
            && whose.as_ref() == Some(&(who.clone(), true))
        {
            words.push(self.relation(who, "both own and control", true, number));
            whose = None;
        } else if let Some((who, positive)) = &noun.controller {
            words.push(self.relation(who, if usage.cast { "cast" } else { "control" }, *positive, number));
        }
        let own = whose.as_ref().filter(|(_, positive)| *positive && in_own_zone).map(|(who, _)| who.clone());
        if own.is_none()
            && let Some((who, positive)) = &whose
        {
            words.push(self.relation(who, "own", *positive, number));
        }
        words.extend(noun.named);
        // What was done to it tells where it is.
        let told = noun.way.is_some() && own.is_none();
        words.extend(noun.way);
        let pick = |pair: &[String; 2]| pair[usize::from(number == Number::Many)].clone();
        if !noun.with.is_empty() {
            words.push(format!("with {}", list(&noun.with.iter().map(pick).collect::<Vec<_>>(), "and")));
        }
        if !noun.without.is_empty() {
            words.push(format!("without {}", list(&noun.without, "or")));
        }
        if let Some(zones) = &noun.zones
            && !zones.is_empty()
            && !(told && matches!(zones.as_slice(), [ZoneKind::Library | ZoneKind::Exile]))
            // Spells and abilities are nowhere else.
            && (usage.from || !matches!(zones.as_slice(), [ZoneKind::Stack]))
        {
            let all = matches!(usage.determiner, Determiner::All);
            let places: Vec<String> = zones
                .iter()
                .map(|zone| {
                    let place = self.place(*zone, own.as_ref(), number, usage.from);
                    // "All cards from all graveyards", but "cards from graveyards".
                    if own.is_none() && !all { place.replacen(" all ", " ", 1) } else { place }
                })
                .collect();
            words.push(list(&places, and));
        }
        words.extend(noun.after);
        Phrase { text: usage.determiner.before(&spaced(words), noun.other), number }
    }

    /// Whether a phrase is about all that is left in a library of what was looked at or revealed.
    fn is_rest(&self, noun: &Noun, usage: &Usage) -> bool {
        let plain = noun.adjectives.is_empty()
            && noun.subtypes.is_empty()
            && noun.types.is_empty()
            && noun.with.is_empty()
            && noun.without.is_empty()
            && noun.named.is_empty()
            && noun.after.is_empty();
        plain
            && matches!(usage.determiner, Determiner::All)
            && noun.zones.as_deref() == Some(&[ZoneKind::Library])
            && matches!(noun.way.as_deref(), Some("looked at this way" | "revealed this way"))
            && !self.chosen.is_empty()
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
            Attribute::Way(words) => self.way = Some(words),
            Attribute::After(words) => self.after.push(words),
            Attribute::Relative([one, many]) => self.after.push(if self.number == Number::One { one } else { many }),
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
        return words(&[if kind == Kind::Spell { "spell" } else { "card" }]);
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
