//! The normal form of descriptions: conditions flat and in the order of a noun phrase, without what
//! their place implies.

use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::words::card_type::CardType;
use crate::card::words::zone_kind::ZoneKind;

/// A description without a condition that its place implies, unless it is all of it.
pub(super) fn without(filter: Filter, implied: &Filter) -> Filter {
    match normal(filter) {
        Filter::All(mut parts) if parts.len() > 1 => {
            parts.retain(|part| part != implied);
            all_of(parts)
        }
        filter => filter,
    }
}

/// A description where something is implied, without it.
pub(crate) fn implied(what: Filter, implied: &Filter) -> Filter {
    match without(what, implied) {
        what if what == *implied => Filter::Any,
        what => what,
    }
}

/// A description of what is cast, which is a spell.
pub(super) fn of_spells(what: Filter) -> Filter {
    implied(what, &Filter::Spell)
}

/// A description of what is cast or played by where it is: from these zones it is a card, which is
/// a spell or a land once it is.
pub(super) fn played(what: Filter) -> Filter {
    match what {
        Filter::All(parts) if parts.iter().any(is_where_cards_are) => {
            all_of(parts.into_iter().filter(|part| *part != Filter::Card).collect())
        }
        Filter::AnyOf(parts) => any_of(parts.into_iter().map(played).collect()),
        what => what,
    }
}

/// A description by which objects are found. Without a zone it means permanents (CR 109.2).
pub(super) fn found(what: Filter) -> Filter {
    match what {
        Filter::All(parts) if !parts.iter().any(|part| is_elsewhere(part) || names_objects(part)) => {
            all_of(parts.into_iter().filter(|part| *part != Filter::In(ZoneKind::Battlefield)).collect())
        }
        what => what,
    }
}

/// Whether something says that it is no permanent.
fn is_elsewhere(part: &Filter) -> bool {
    match part {
        Filter::In(zone) => *zone != ZoneKind::Battlefield,
        Filter::Card | Filter::Spell => true,
        Filter::AnyOf(parts) => parts.iter().any(is_elsewhere),
        _ => false,
    }
}

/// Whether something is one of the objects that a reference names, wherever that is.
fn names_objects(part: &Filter) -> bool {
    match part {
        Filter::This | Filter::Is(_) => true,
        Filter::All(parts) | Filter::AnyOf(parts) => parts.iter().any(names_objects),
        _ => false,
    }
}

/// A description of cards, where there are only cards.
pub(super) fn of_cards(what: Filter) -> Filter {
    implied(what, &Filter::Card)
}

pub(super) fn cast_from(what: Filter) -> Filter {
    match what {
        Filter::In(zone) if zone != ZoneKind::Stack => Filter::CastFrom(zone),
        Filter::All(parts) => {
            let of_cards = parts.iter().any(|part| matches!(part, Filter::In(_)));
            let parts = parts.into_iter().filter(|part| !of_cards || *part != Filter::Card).map(cast_from);
            all_of(parts.collect())
        }
        other => other,
    }
}

/// Whose hand a description is of, if it is of all its cards.
pub(super) fn whose_hand(what: &Filter) -> Option<Players> {
    let Filter::All(parts) = what else { return None };
    let mut who = None;
    for part in parts {
        match part {
            Filter::Card | Filter::In(ZoneKind::Hand) => {}
            Filter::OwnedBy(owner) if who.is_none() => who = Some(owner.clone()),
            _ => return None,
        }
    }
    who.filter(|_| parts.contains(&Filter::In(ZoneKind::Hand)))
}

/// The normal form of a filter: conditions flat, each once, in the order of a noun phrase;
/// alternatives in the order in which they are written, after this.
pub(super) fn normal(filter: Filter) -> Filter {
    match filter {
        Filter::All(parts) => {
            let mut flat: Vec<Filter> = Vec::new();
            for part in parts.into_iter().map(normal) {
                match part {
                    Filter::All(parts) => flat.extend(parts),
                    part => flat.push(part),
                }
            }
            if flat.iter().any(is_where_cards_are) {
                // What has no controller has an owner (CR 108.4a).
                for part in &mut flat {
                    if let Filter::ControlledBy(who) = part {
                        *part = Filter::OwnedBy(std::mem::replace(who, Players::You));
                    }
                }
                if !flat.iter().any(says_of_what_kind) {
                    flat.push(Filter::Card);
                }
            }
            // Only creatures attack and block (CR 506.3, 506.4).
            if flat.iter().any(Filter::fights) {
                flat.retain(|part| *part != Filter::Type(CardType::Creature));
            }
            if flat.len() > 1 {
                // Whoever controls or owns it.
                let of_anybody = [Filter::ControlledBy(Players::Each), Filter::OwnedBy(Players::Each)];
                flat.retain(|part| *part != Filter::Any && !of_anybody.contains(part));
            }
            all_of(flat)
        }
        Filter::AnyOf(parts) => {
            let mut flat: Vec<Filter> = Vec::new();
            for part in parts.into_iter().map(normal) {
                match part {
                    Filter::AnyOf(parts) => flat.extend(parts),
                    part => flat.push(part),
                }
            }
            // What is on the stack is a spell or an ability (CR 405.1).
            let of_the_stack = [Filter::Spell, Filter::ActivatedAbility, Filter::TriggeredAbility];
            if of_the_stack.iter().all(|kind| flat.contains(kind)) {
                flat.retain(|part| !of_the_stack.contains(part));
                flat.push(Filter::In(ZoneKind::Stack));
            }
            // This or another is this or any.
            if flat.contains(&Filter::This) {
                let another = Filter::Not(Box::new(Filter::This));
                flat = flat.into_iter().map(|part| without(part, &another)).collect();
            }
            any_of(flat)
        }
        Filter::Is(Objects::This) => Filter::This,
        Filter::Not(inner) => match normal(*inner) {
            Filter::Not(inner) => *inner,
            // Neither is each of them not.
            Filter::AnyOf(parts) if !parts.is_empty() => {
                normal(Filter::All(parts.into_iter().map(|part| Filter::Not(Box::new(part))).collect()))
            }
            inner => Filter::Not(Box::new(inner)),
        },
        other => other,
    }
}

/// Whether it is said to be in zones of players: a description of what is there means cards
/// (CR 109.2a).
fn is_where_cards_are(part: &Filter) -> bool {
    match part {
        Filter::In(zone) => matches!(zone, ZoneKind::Graveyard | ZoneKind::Hand | ZoneKind::Library),
        Filter::AnyOf(parts) => !parts.is_empty() && parts.iter().all(is_where_cards_are),
        _ => false,
    }
}

/// Whether a condition says whether something is a card, or which object it is.
fn says_of_what_kind(part: &Filter) -> bool {
    match part {
        Filter::Card | Filter::Token | Filter::Spell | Filter::This | Filter::Is(_) => true,
        Filter::Not(inner) => **inner == Filter::Card,
        Filter::AnyOf(parts) => parts.iter().any(says_of_what_kind),
        _ => false,
    }
}

/// Conditions in the order of a noun phrase. Those that have one place there have one order, too,
/// whichever way they came together.
pub(super) fn all_of(mut parts: Vec<Filter>) -> Filter {
    parts.sort_by(|one, other| rank(one).cmp(&rank(other)).then_with(|| format!("{one:?}").cmp(&format!("{other:?}"))));
    parts.dedup();
    match parts.len() {
        0 => Filter::Any,
        1 => parts.remove(0),
        _ => Filter::All(parts),
    }
}

/// Alternatives, each once; this comes first.
fn any_of(mut parts: Vec<Filter>) -> Filter {
    let mut several: Vec<Filter> = Vec::new();
    parts.sort_by_key(|part| *part != Filter::This);
    for part in parts {
        if !several.contains(&part) {
            several.push(part);
        }
    }
    if several.len() == 1 { several.remove(0) } else { Filter::AnyOf(several) }
}

/// The place of a condition in a noun phrase.
fn rank(part: &Filter) -> u8 {
    match part {
        Filter::This => 0,
        Filter::Not(inner) if **inner == Filter::This => 1,
        Filter::Not(inner) => rank(inner),
        Filter::Tapped | Filter::Attacking | Filter::Blocking | Filter::Blocked | Filter::FaceDown => 2,
        Filter::Supertype(_) => 3,
        Filter::Color(_) | Filter::Colorless | Filter::Monocolored | Filter::Multicolored => 4,
        Filter::Subtype(_) => 5,
        Filter::Type(_) => 6,
        Filter::AnyOf(parts) => match parts.iter().map(rank).max() {
            Some(last) if parts.iter().all(|part| rank(part) == last) => last,
            _ => 6,
        },
        Filter::Card
        | Filter::Spell
        | Filter::Token
        | Filter::Commander
        | Filter::ActivatedAbility
        | Filter::TriggeredAbility => 7,
        Filter::In(_) => 8,
        Filter::ControlledBy(_) | Filter::OwnedBy(_) => 9,
        _ => 10,
    }
}
