//! Facts about filters that need no voice: the noun for their objects, whether these can die
//! (CR 109.2, 700.4).

use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::words::card_type::{CardType, CardTypes};
use crate::card::words::comparison::{CoinSide, Comparison, Parity, RollValue};
use crate::card::words::mana_symbol::ManaCost;
use crate::card::words::zone_kind::ZoneKind;

use crate::card::wording::inflection::{list, number_word};

/// A card type in running text.
pub(super) fn type_word(kind: CardType) -> String {
    kind.to_string().to_lowercase()
}

/// The opposite of a comparison.
pub(super) const fn opposite(comparison: Comparison) -> Option<Comparison> {
    match comparison {
        Comparison::Less => Some(Comparison::AtLeast),
        Comparison::AtMost => Some(Comparison::Greater),
        Comparison::Equal => None,
        Comparison::AtLeast => Some(Comparison::Less),
        Comparison::Greater => Some(Comparison::AtMost),
    }
}

/// Whether the filter matches only the object with the ability.
pub(super) fn is_this(filter: &Filter) -> bool {
    match filter {
        Filter::This | Filter::Is(Objects::This) => true,
        Filter::All(parts) | Filter::AnyOf(parts) => matches!(parts.as_slice(), [only] if is_this(only)),
        _ => false,
    }
}

/// Whether the filter includes the object with the ability among others: "this or another".
pub(super) fn mentions_this(filter: &Filter) -> bool {
    match filter {
        Filter::AnyOf(parts) => parts.iter().any(mentions_this),
        other => is_this(other),
    }
}

/// For a spell cast at a time when a sorcery couldn't be cast (CR 307.5a).
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

/// Whether every match is a creature or planeswalker, so that it can die (CR 700.4).
pub(super) fn can_die(filter: &Filter, this: bool) -> bool {
    let creature = CardTypes::NONE.with(CardType::Creature);
    match filter {
        Filter::This | Filter::Is(Objects::This) => this,
        Filter::Type(kind) => matches!(kind, CardType::Creature | CardType::Planeswalker),
        Filter::Subtype(kind) => kind.belongs_to(creature),
        Filter::Power(..) | Filter::Toughness(..) => true,
        filter if filter.fights() => true,
        Filter::DealtDamageBy(_) => false,
        Filter::All(parts) => parts.iter().any(|part| can_die(part, this)),
        Filter::AnyOf(parts) => !parts.is_empty() && parts.iter().all(|part| can_die(part, this)),
        Filter::Is(_) => true,
        _ => false,
    }
}

/// "mana cost {0} or {1}" (CR 202.1).
pub(super) fn mana_cost(costs: &[ManaCost]) -> String {
    let costs: Vec<String> = costs.iter().map(ToString::to_string).collect();
    format!("mana cost {}", list(&costs, "or"))
}

/// The noun for referring back to a match: "that creature".
pub(super) fn word_for(filter: &Filter) -> String {
    fn found(filter: &Filter) -> Option<String> {
        match filter {
            Filter::Type(kind) => Some(type_word(*kind)),
            Filter::Spell => Some("spell".to_owned()),
            Filter::Card => Some("card".to_owned()),
            Filter::Token => Some("token".to_owned()),
            Filter::Commander => Some("commander".to_owned()),
            Filter::ActivatedAbility | Filter::TriggeredAbility => Some("ability".to_owned()),
            Filter::Subtype(kind) => {
                let of = |types| kind.belongs_to(CardTypes::NONE.with(types));
                let called = [CardType::Creature, CardType::Land].into_iter().find(|it| of(*it)).map(type_word);
                let has_own = of(CardType::Artifact) || of(CardType::Enchantment);
                called.or_else(|| has_own.then(|| kind.name().to_owned()))
            }
            filter if filter.fights() => Some("creature".to_owned()),
            Filter::DealtDamageBy(_) => None,
            Filter::In(ZoneKind::Battlefield) => None,
            Filter::In(ZoneKind::Stack) => Some("spell or ability".to_owned()),
            Filter::In(_) => Some("card".to_owned()),
            Filter::All(parts) => {
                let strong = |part: &&Filter| matches!(part, Filter::Spell | Filter::Card | Filter::In(_));
                let weak = |part: &&Filter| match part {
                    Filter::Subtype(_) => true,
                    Filter::AnyOf(parts) => parts.iter().all(|it| matches!(it, Filter::Subtype(_))),
                    _ => false,
                };
                let mut strongest = parts.iter().filter(strong).find_map(found);
                strongest = strongest.or_else(|| parts.iter().filter(|it| !weak(it)).find_map(found));
                strongest.or_else(|| parts.iter().find_map(found))
            }
            Filter::AnyOf(parts) => {
                let words: Vec<Option<String>> = parts.iter().map(found).collect();
                words.first().cloned().flatten().filter(|word| words.iter().all(|it| it.as_ref() == Some(word)))
            }
            _ => None,
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

/// The filter without its controller, if that is "you control" or "an opponent controls".
pub(super) fn without_controller(filter: &Filter) -> (Filter, Option<Players>) {
    if let Filter::ControlledBy(who) = filter {
        return (Filter::Any, Some(who.clone()));
    }
    let Filter::All(parts) = filter else { return (filter.clone(), None) };
    let mut controller = None;
    let mut rest = Vec::new();
    for part in parts {
        match part {
            Filter::ControlledBy(who) if controller.is_none() => controller = Some(who.clone()),
            _ => rest.push(part.clone()),
        }
    }
    (Filter::All(rest), controller)
}

pub(super) fn without_owner(filter: &Filter) -> (Filter, Option<Players>) {
    let Filter::All(parts) = filter else { return (filter.clone(), None) };
    let mut owner = None;
    let mut rest = Vec::new();
    for part in parts {
        match part {
            Filter::OwnedBy(who) if owner.is_none() => owner = Some(who.clone()),
            _ => rest.push(part.clone()),
        }
    }
    (Filter::All(rest), owner)
}

/// Whether a filter names a controller.
pub(super) fn controlled(filter: &Filter) -> bool {
    match filter {
        Filter::ControlledBy(_) => true,
        Filter::All(parts) => parts.iter().any(controlled),
        _ => false,
    }
}

/// The words for card types, in order.
pub(super) fn type_words(types: CardTypes) -> Vec<String> {
    types.iter().map(|kind| kind.to_string()).collect()
}

/// The words for the number of coins with a result.
pub(super) const fn coins(side: CoinSide) -> &'static str {
    match side {
        CoinSide::Won => "the number of flips won",
        CoinSide::Lost => "the number of flips lost",
        CoinSide::Heads => "the number of coins that come up heads",
        CoinSide::Tails => "the number of coins that come up tails",
    }
}

/// The words for a value of a roll.
pub(super) const fn result(value: RollValue) -> &'static str {
    match value {
        RollValue::Total => "the result",
        RollValue::Highest => "the highest result",
        RollValue::Lowest => "the lowest result",
    }
}
