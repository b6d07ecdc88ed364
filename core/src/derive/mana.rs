//! Mana: whether units cover a cost (CR 601.2h, 107.4), and a solver that says how a player could pay one.
//!
//! The solver only advises: it labels what a player may begin to do as payable or not, and pays for policies and scripts.
//! What may begin is decided by the rules alone (CR 601.3).

use crate::card::{Ability, Color, Cost, ManaCost, ManaSymbol, ManaType, effect::ManaOutput};
use crate::fact::{Act, ManaId, ManaUnit, PlayerId};
use crate::state::Game;

use super::filter::Look;
use super::permit;

/// Whether these units, all of them, pay a cost: the life that the Phyrexian symbols among them cost instead.
pub fn covers(cost: &ManaCost, units: &[ManaUnit]) -> Option<u32> {
    let kinds: Vec<(ManaType, bool)> = units.iter().map(|unit| (unit.kind, unit.snow)).collect();
    let mut symbols: Vec<ManaSymbol> = cost.0.iter().copied().filter(|it| *it != ManaSymbol::Generic(0)).collect();
    // The most particular symbols first, generic mana last.
    symbols.sort_by_key(|symbol| match symbol {
        ManaSymbol::Mana(_) => 0,
        ManaSymbol::Snow => 1,
        ManaSymbol::Hybrid(..) => 2,
        ManaSymbol::Phyrexian(_) => 3,
        ManaSymbol::TwoOr(_) => 4,
        ManaSymbol::Generic(_) | ManaSymbol::X => 5,
    });
    cover(&symbols, &mut kinds.clone())
}

fn cover(symbols: &[ManaSymbol], left: &mut Vec<(ManaType, bool)>) -> Option<u32> {
    let Some((symbol, rest)) = symbols.split_first() else {
        return left.is_empty().then_some(0);
    };
    let spend = |left: &mut Vec<(ManaType, bool)>, fits: &dyn Fn(&(ManaType, bool)) -> bool| {
        let index = left.iter().position(fits)?;
        let unit = left.remove(index);
        let life = cover(rest, left);
        if life.is_none() {
            left.insert(index, unit);
        }
        life
    };
    let color = |color: Color| move |unit: &(ManaType, bool)| unit.0 == ManaType::from(color);
    match symbol {
        ManaSymbol::Mana(kind) => spend(left, &|unit| unit.0 == *kind),
        ManaSymbol::Snow => spend(left, &|unit| unit.1),
        ManaSymbol::Hybrid(a, b) => spend(left, &color(*a)).or_else(|| spend(left, &color(*b))),
        ManaSymbol::Phyrexian(it) => spend(left, &color(*it)).or_else(|| cover(rest, left).map(|life| life + 2)),
        ManaSymbol::TwoOr(it) => spend(left, &color(*it)).or_else(|| cover_generic(2, rest, left)),
        ManaSymbol::Generic(n) => cover_generic(*n, rest, left),
        ManaSymbol::X => cover(rest, left),
    }
}

/// Generic mana comes after everything particular but other generic mana, so any units serve.
fn cover_generic(n: u32, rest: &[ManaSymbol], left: &mut Vec<(ManaType, bool)>) -> Option<u32> {
    let n = n as usize;
    if left.len() < n {
        return None;
    }
    let spent = left.split_off(left.len() - n);
    let life = cover(rest, left);
    if life.is_none() {
        left.extend(spent);
    }
    life
}

/// How a cost could be paid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The mana abilities to activate, each with the type to choose where there is a choice.
    pub activate: Vec<(Act, ManaType)>,
    /// The units of the pool to spend now.
    pub spend: Vec<ManaId>,
}

/// A mana that there is or could be.
#[derive(Clone, Debug)]
struct Supply {
    kinds: Vec<ManaType>,
    snow: bool,
    made: Made,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Made {
    Pool(ManaId),
    Source(Act),
}

/// A way to pay a cost with the mana in the pool and the plain mana abilities of a player; none if there is none among
/// those. Life is paid for Phyrexian symbols only where mana is short.
pub fn plan(game: &Game, player: PlayerId, cost: &ManaCost) -> Option<Plan> {
    let supplies = supplies(game, player);
    let life = game.player(player).map_or(0, |player| player.life);
    let mut demands: Vec<Vec<usize>> = Vec::new();
    let mut generic = 0usize;
    let mut optional = Vec::new();
    let able = |fits: &dyn Fn(&Supply) -> bool| -> Vec<usize> {
        (0..supplies.len()).filter(|index| fits(&supplies[*index])).collect()
    };
    for symbol in &cost.0 {
        match symbol {
            ManaSymbol::Generic(n) => generic += *n as usize,
            ManaSymbol::X => {}
            ManaSymbol::Mana(kind) => demands.push(able(&|supply| supply.kinds.contains(kind))),
            ManaSymbol::Snow => demands.push(able(&|supply| supply.snow)),
            ManaSymbol::Hybrid(a, b) => demands.push(able(&|supply| {
                supply.kinds.contains(&ManaType::from(*a)) || supply.kinds.contains(&ManaType::from(*b))
            })),
            ManaSymbol::TwoOr(it) => optional.push((able(&|s| s.kinds.contains(&ManaType::from(*it))), 2usize)),
            ManaSymbol::Phyrexian(it) => optional.push((able(&|s| s.kinds.contains(&ManaType::from(*it))), 0)),
        }
    }
    let mut matched = match_all(&demands, supplies.len())?;
    let mut life_needed = 0;
    for (able, otherwise) in optional {
        demands.push(able);
        match match_all(&demands, supplies.len()) {
            Some(better) => matched = better,
            None => {
                demands.pop();
                generic += otherwise;
                life_needed += if otherwise == 0 { 2 } else { 0 };
            }
        }
    }
    if life_needed > life.max(0) {
        return None;
    }
    let mut used: Vec<usize> = matched.iter().flatten().copied().collect();
    let mut free: Vec<usize> = (0..supplies.len()).filter(|index| !used.contains(index)).collect();
    // Mana that is there already, and sources that make more than one, first.
    free.sort_by_key(|index| (!matches!(supplies[*index].made, Made::Pool(_)), supplies[*index].kinds.len(), *index));
    if free.len() < generic {
        return None;
    }
    used.extend(free.into_iter().take(generic));
    Some(plan_of(&supplies, &used))
}

fn plan_of(supplies: &[Supply], used: &[usize]) -> Plan {
    let mut plan = Plan::default();
    for index in used {
        match &supplies[*index].made {
            Made::Pool(id) => plan.spend.push(*id),
            Made::Source(act) => {
                let kind = supplies[*index].kinds.first().copied().unwrap_or(ManaType::Colorless);
                if !plan.activate.iter().any(|(other, _)| other == act) {
                    plan.activate.push((act.clone(), kind));
                }
            }
        }
    }
    plan
}

/// The mana of the pool, then that of each plain mana ability.
fn supplies(game: &Game, player: PlayerId) -> Vec<Supply> {
    let pool = game.player(player).map(|player| player.mana.clone()).unwrap_or_default();
    let mut supplies: Vec<Supply> = pool
        .into_iter()
        .map(|unit| Supply { kinds: vec![unit.kind], snow: unit.snow, made: Made::Pool(unit.id) })
        .collect();
    let mut tapped = Vec::new();
    for act in permit::mana_abilities(game, player) {
        let Act::Activate(source, origin) = &act else { continue };
        let Some(Ability::Activated(ability)) = game.ability_of(*source, origin).map(|it| &*it.ability) else {
            continue;
        };
        // A permanent is tapped once, whichever of its abilities it is for.
        if ability.cost != [Cost::Tap] || tapped.contains(source) {
            continue;
        }
        let snow = game.characteristics(*source).is_some_and(|it| it.supertypes.has(crate::card::Supertype::Snow));
        let supply = |kinds: Vec<ManaType>| Supply { kinds, snow, made: Made::Source(act.clone()) };
        match ability.plain_mana() {
            Some(ManaOutput::Units(kinds)) => supplies.extend(kinds.iter().map(|kind| supply(vec![*kind]))),
            Some(ManaOutput::OneOf(kinds, crate::card::Quantity::Fixed(1))) => supplies.push(supply(kinds.clone())),
            _ => continue,
        }
        tapped.push(*source);
    }
    supplies
}

/// A matching of every demand with a supply of its own (augmenting paths); none if there is none.
fn match_all(demands: &[Vec<usize>], supplies: usize) -> Option<Vec<Option<usize>>> {
    fn augment(demand: usize, demands: &[Vec<usize>], seen: &mut [bool], taken: &mut [Option<usize>]) -> bool {
        for &supply in &demands[demand] {
            if std::mem::replace(&mut seen[supply], true) {
                continue;
            }
            let free = match taken[supply] {
                None => true,
                Some(other) => augment(other, demands, seen, taken),
            };
            if free {
                taken[supply] = Some(demand);
                return true;
            }
        }
        false
    }
    let mut taken: Vec<Option<usize>> = vec![None; supplies];
    for demand in 0..demands.len() {
        if !augment(demand, demands, &mut vec![false; supplies], &mut taken) {
            return None;
        }
    }
    let mut matched = vec![None; demands.len()];
    for (supply, demand) in taken.iter().enumerate() {
        if let Some(demand) = demand {
            matched[*demand] = Some(supply);
        }
    }
    Some(matched)
}
