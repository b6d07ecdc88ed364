//! The parts of a cost: symbols and their equivalents, reductions, multiples (CR 107.4, 118.7).

use crate::card::{Cost, ManaCost, ManaSymbol, ManaType, ZoneKind, Zones};
use crate::fact::SymbolsPaid;

pub(super) fn symbols_of(part: &Cost) -> Vec<ManaSymbol> {
    match part {
        Cost::Mana(mana) => mana.0.clone(),
        _ => Vec::new(),
    }
}

/// The ways to pay symbols that can be paid in several ways (CR 107.4e-f); none for other symbols.
pub fn ways(symbol: ManaSymbol, count: u32) -> Vec<SymbolsPaid> {
    let colored = |color, n: u32| vec![ManaSymbol::Mana(ManaType::from(color)); n as usize];
    let way = |other: u32| {
        let (mana, life) = match symbol {
            ManaSymbol::Hybrid(a, b) => ([colored(a, count - other), colored(b, other)].concat(), 0),
            ManaSymbol::TwoOr(color) => {
                let generic = (other > 0).then_some(ManaSymbol::Generic(2 * other));
                (generic.into_iter().chain(colored(color, count - other)).collect(), 0)
            }
            ManaSymbol::Phyrexian(color) => (colored(color, count - other), 2 * other),
            _ => return None,
        };
        Some(SymbolsPaid { symbol, mana: ManaCost(mana), life })
    };
    (0..=count).filter_map(way).collect()
}

/// The choices for a hybrid symbol of a reduction (CR 118.7e); none for other symbols.
pub(crate) fn halves_of(symbol: ManaSymbol) -> Option<[ManaSymbol; 2]> {
    let mana = |color| ManaSymbol::Mana(ManaType::from(color));
    match symbol {
        ManaSymbol::Hybrid(a, b) => Some([mana(a), mana(b)]),
        ManaSymbol::TwoOr(color) => Some([ManaSymbol::Generic(2), mana(color)]),
        _ => None,
    }
}

/// A part of a cost, multiplied.
pub(super) fn multiplied(part: Cost, times: u32) -> Option<Cost> {
    if times == 0 {
        return None;
    }
    let many = |n: u32| n.saturating_mul(times);
    Some(match part {
        Cost::Mana(mana) => {
            let symbols = mana.0.into_iter().flat_map(|symbol| match symbol {
                ManaSymbol::Generic(n) => vec![ManaSymbol::Generic(many(n))],
                symbol => vec![symbol; times as usize],
            });
            Cost::Mana(ManaCost(symbols.collect()))
        }
        Cost::Life(n) => Cost::Life(many(n)),
        Cost::PlayerCounters(kind, n) => Cost::PlayerCounters(kind, many(n)),
        Cost::RemoveCounters(kind, n) => Cost::RemoveCounters(kind, many(n)),
        Cost::RemoveAnyCounters(n) => Cost::RemoveAnyCounters(many(n)),
        Cost::Loyalty(n) => Cost::Loyalty(n.saturating_mul(i32::try_from(times).unwrap_or(i32::MAX))),
        Cost::Sacrifice(n, what) => Cost::Sacrifice(many(n), what),
        Cost::Discard(n, what) => Cost::Discard(many(n), what),
        Cost::DiscardAtRandom(n) => Cost::DiscardAtRandom(many(n)),
        Cost::Exile { count, what, from } => Cost::Exile { count: many(count), what, from },
        Cost::ExileTop(n) => Cost::ExileTop(many(n)),
        Cost::Mill(n) => Cost::Mill(many(n)),
        Cost::Draw(n) => Cost::Draw(many(n)),
        Cost::TapOthers(n, what) => Cost::TapOthers(many(n), what),
        Cost::UntapOthers(n, what) => Cost::UntapOthers(many(n), what),
        Cost::Return(n, what) => Cost::Return(many(n), what),
        Cost::PutCounters(kind, n) => Cost::PutCounters(kind, many(n)),
        Cost::PutCountersOn(kind, n, what) => Cost::PutCountersOn(kind, many(n), what),
        Cost::RemoveCountersFrom(kind, n, what) => Cost::RemoveCountersFrom(kind, many(n), what),
        Cost::Reveal(n, what) => Cost::Reveal(many(n), what),
        // A part that can be paid only once is paid once.
        once @ (Cost::Tap
        | Cost::TapTotalPower(..)
        | Cost::Unattach(_)
        | Cost::Untap
        | Cost::SacrificeThis
        | Cost::SacrificeAll(_)
        | Cost::DiscardHand
        | Cost::DiscardThis
        | Cost::ExileThis
        | Cost::ExertThis
        | Cost::ReturnThis) => once,
        other @ (Cost::Times(..) | Cost::Either(_) | Cost::ManaCostOf(_)) => other,
    })
}

/// A mana cost with generic mana first, in one symbol.
pub(super) fn gathered(symbols: Vec<ManaSymbol>) -> ManaCost {
    let generic = symbols.iter().fold(0u32, |sum, symbol| match symbol {
        ManaSymbol::Generic(n) => sum.saturating_add(*n),
        _ => sum,
    });
    let first = (generic > 0).then_some(ManaSymbol::Generic(generic));
    let rest = symbols.into_iter().filter(|symbol| !matches!(symbol, ManaSymbol::Generic(_)));
    ManaCost(first.into_iter().chain(rest).collect())
}

/// Reduces a cost by a symbol, but not below `least` mana (CR 118.7a-g).
pub(super) fn reduce(mana: &mut ManaCost, by: ManaSymbol, least: u32) {
    let room = mana.mana_value(0).saturating_sub(least);
    let generic_less = |mana: &mut ManaCost, n: u32| {
        if let Some(ManaSymbol::Generic(there)) = mana.0.iter_mut().find(|it| matches!(it, ManaSymbol::Generic(_))) {
            *there = there.saturating_sub(n);
        }
        mana.0.retain(|it| *it != ManaSymbol::Generic(0));
    };
    match by {
        ManaSymbol::Generic(n) => generic_less(mana, n.min(room)),
        ManaSymbol::X => {}
        _ if room == 0 => {}
        // CR 118.7g
        ManaSymbol::Snow => generic_less(mana, 1),
        // CR 118.7b-d, 118.7f; for a hybrid symbol, a half has been chosen (CR 118.7e).
        ManaSymbol::Mana(_) | ManaSymbol::Phyrexian(_) | ManaSymbol::Hybrid(..) | ManaSymbol::TwoOr(_) => {
            let kind = match by {
                ManaSymbol::Mana(kind) => kind,
                ManaSymbol::Phyrexian(color) | ManaSymbol::Hybrid(color, _) | ManaSymbol::TwoOr(color) => {
                    ManaType::from(color)
                }
                _ => ManaType::Colorless,
            };
            match mana.0.iter().position(|it| *it == ManaSymbol::Mana(kind)) {
                Some(index) => {
                    mana.0.remove(index);
                }
                None => generic_less(mana, 1),
            }
        }
    }
}

/// Combines added and removed loyalty counters into one cost (CR 606.5), all life, of which there
/// must be enough in total, and all draws (CR 121.2b). Parts that only tap, count or reveal come
/// before parts that move objects, and what is paid last comes last (CR 601.2h).
pub(super) fn combined(other: Vec<Cost>) -> Vec<Cost> {
    let mut loyalty: Option<i32> = None;
    let (mut life, mut draws) = (0u32, 0u32);
    let mut rest = Vec::new();
    for part in other {
        match part {
            Cost::Loyalty(n) => loyalty = Some(loyalty.unwrap_or(0).saturating_add(n)),
            Cost::Life(n) => life = life.saturating_add(n),
            Cost::Draw(n) => draws = draws.saturating_add(n),
            part => rest.push(part),
        }
    }
    rest.extend(loyalty.map(Cost::Loyalty));
    rest.extend((life > 0).then_some(Cost::Life(life)));
    rest.extend((draws > 0).then_some(Cost::Draw(draws)));
    rest.sort_by_key(|part| (part.comes_last(), moves(part)));
    rest
}

/// Whether paying it moves objects.
pub(super) const fn moves(part: &Cost) -> bool {
    into(part).is_some()
}

/// The zone that paying it moves objects to, if another cost could take them from there.
pub(super) const fn into(part: &Cost) -> Option<ZoneKind> {
    match part {
        Cost::SacrificeThis
        | Cost::Sacrifice(..)
        | Cost::SacrificeAll(_)
        | Cost::Discard(..)
        | Cost::DiscardHand
        | Cost::DiscardAtRandom(_)
        | Cost::DiscardThis
        | Cost::Mill(_) => Some(ZoneKind::Graveyard),
        Cost::Exile { .. } | Cost::ExileThis | Cost::ExileTop(_) => Some(ZoneKind::Exile),
        Cost::Draw(_) | Cost::Return(..) | Cost::ReturnThis => Some(ZoneKind::Hand),
        _ => None,
    }
}

/// Whether the order of paying two parts can matter: what one moves could pay the other.
pub(super) fn feeds(one: &Cost, other: &Cost) -> bool {
    let from: Zones = match other {
        Cost::Exile { from, .. } => *from,
        Cost::Discard(..) | Cost::DiscardHand | Cost::DiscardAtRandom(_) | Cost::Reveal(..) => ZoneKind::Hand.into(),
        _ => return false,
    };
    into(one).is_some_and(|zone| from.has(zone))
}

/// The indices of the parts of a total cost that the player orders (CR 601.2h); none if no rule
/// could tell the difference.
pub(crate) fn orderable(total: &[Cost]) -> Vec<u8> {
    let first: Vec<usize> = (0..total.len()).filter(|index| !total[*index].comes_last()).collect();
    let matters = |one: &&usize| {
        let fed = |it: &usize| feeds(&total[**one], &total[*it]) || feeds(&total[*it], &total[**one]);
        first.iter().any(|it| it != *one && fed(it))
    };
    first.iter().filter(matters).filter_map(|index| u8::try_from(*index).ok()).collect()
}
