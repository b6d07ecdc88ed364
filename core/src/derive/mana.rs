//! Mana: whether units cover a cost (CR 601.2h, 107.4), and a solver that says how a player could pay one.
//!
//! The solver only advises: it labels what a player may begin to do as payable or not, and pays for policies and scripts.
//! What may begin is decided by the rules alone (CR 601.3).

use crate::card::{Ability, Color, Cost, ManaCost, ManaSymbol, ManaType, Quantity, Supertype, effect::ManaOutput};
use crate::fact::{Act, ManaId, ManaUnit, ObjectId, PlayerId};
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

/// A mana that there is or could be: one of these types, each made in its way.
#[derive(Clone, Debug, Default)]
struct Supply {
    ways: Vec<(ManaType, Made)>,
    snow: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Made {
    Pool(ManaId),
    Source(Act),
}

impl Supply {
    fn makes(&self, kind: ManaType) -> bool {
        self.ways.iter().any(|(way, _)| *way == kind)
    }

    fn is_there(&self) -> bool {
        self.ways.iter().any(|(_, made)| matches!(made, Made::Pool(_)))
    }
}

/// What a symbol wants of the supply that pays it.
#[derive(Clone, Debug)]
enum Want {
    Any,
    Snow,
    OneOf(Vec<ManaType>),
}

impl Want {
    fn fits(&self, supply: &Supply) -> bool {
        match self {
            Want::Any => true,
            Want::Snow => supply.snow,
            Want::OneOf(kinds) => kinds.iter().any(|kind| supply.makes(*kind)),
        }
    }

    /// The way in which a supply that fits is made.
    fn way<'a>(&self, supply: &'a Supply) -> Option<&'a (ManaType, Made)> {
        match self {
            Want::Any | Want::Snow => supply.ways.first(),
            Want::OneOf(kinds) => supply.ways.iter().find(|(kind, _)| kinds.contains(kind)),
        }
    }
}

/// A way to pay a cost with the mana in the pool and the plain mana abilities of a player; none if there is none among
/// those. Life is paid for Phyrexian symbols only where mana is short.
pub fn plan(game: &Game, player: PlayerId, cost: &ManaCost) -> Option<Plan> {
    let supplies = supplies(game, player);
    let life = game.player(player).map_or(0, |player| player.life);
    let mut wants: Vec<Want> = Vec::new();
    let mut generic = 0usize;
    let mut optional = Vec::new();
    let of = |color: Color| ManaType::from(color);
    for symbol in &cost.0 {
        match symbol {
            ManaSymbol::Generic(n) => generic += *n as usize,
            ManaSymbol::X => {}
            ManaSymbol::Mana(kind) => wants.push(Want::OneOf(vec![*kind])),
            ManaSymbol::Snow => wants.push(Want::Snow),
            ManaSymbol::Hybrid(a, b) => wants.push(Want::OneOf(vec![of(*a), of(*b)])),
            ManaSymbol::TwoOr(it) => optional.push((Want::OneOf(vec![of(*it)]), 2usize)),
            ManaSymbol::Phyrexian(it) => optional.push((Want::OneOf(vec![of(*it)]), 0)),
        }
    }
    let able =
        |want: &Want| -> Vec<usize> { (0..supplies.len()).filter(|index| want.fits(&supplies[*index])).collect() };
    let mut demands: Vec<Vec<usize>> = wants.iter().map(able).collect();
    let mut matched = match_all(&demands, supplies.len())?;
    let mut life_needed = 0;
    for (want, otherwise) in optional {
        demands.push(able(&want));
        match match_all(&demands, supplies.len()) {
            Some(better) => {
                matched = better;
                wants.push(want);
            }
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
    let mut used: Vec<(usize, Want)> = matched.iter().flatten().copied().zip(wants).collect();
    let mut free: Vec<usize> =
        (0..supplies.len()).filter(|index| used.iter().all(|(taken, _)| taken != index)).collect();
    // Mana that is there already first, then what can make the fewest types.
    free.sort_by_key(|index| (!supplies[*index].is_there(), supplies[*index].ways.len(), *index));
    if free.len() < generic {
        return None;
    }
    used.extend(free.into_iter().take(generic).map(|index| (index, Want::Any)));
    Some(plan_of(&supplies, &used))
}

fn plan_of(supplies: &[Supply], used: &[(usize, Want)]) -> Plan {
    let mut plan = Plan::default();
    for (index, want) in used {
        match want.way(&supplies[*index]) {
            Some((_, Made::Pool(id))) => plan.spend.push(*id),
            Some((kind, Made::Source(act))) if !plan.activate.iter().any(|(other, _)| other == act) => {
                plan.activate.push((act.clone(), *kind));
            }
            Some(_) | None => {}
        }
    }
    plan
}

/// The mana of the pool, then that of the permanents with plain mana abilities: one of its abilities each, since it is
/// tapped once.
fn supplies(game: &Game, player: PlayerId) -> Vec<Supply> {
    let pool = game.player(player).map(|player| player.mana.clone()).unwrap_or_default();
    let mut supplies: Vec<Supply> =
        pool.into_iter().map(|unit| Supply { ways: vec![(unit.kind, Made::Pool(unit.id))], snow: unit.snow }).collect();
    let mut of_source: Vec<(ObjectId, Supply)> = Vec::new();
    for act in permit::mana_abilities(game, player) {
        let Act::Activate(source, origin) = &act else { continue };
        let Some(Ability::Activated(ability)) = game.ability_of(*source, origin).map(|it| &*it.ability) else {
            continue;
        };
        if ability.cost != [Cost::Tap] {
            continue;
        }
        let snow = game.characteristics(*source).is_some_and(|it| it.supertypes.has(Supertype::Snow));
        let way = |kind: ManaType| (kind, Made::Source(act.clone()));
        let known = of_source.iter().position(|(other, _)| other == source);
        match ability.plain_mana() {
            Some(ManaOutput::Units(kinds)) if kinds.len() > 1 && known.is_none() => {
                supplies.extend(kinds.iter().map(|kind| Supply { ways: vec![way(*kind)], snow }));
                of_source.push((*source, Supply::default()));
            }
            Some(ManaOutput::Units(kinds) | ManaOutput::OneOf(kinds, Quantity::Fixed(1))) => {
                let ways = kinds.iter().map(|kind| way(*kind));
                match known {
                    // What makes several at once is counted as that.
                    Some(index) if of_source[index].1.ways.is_empty() => {}
                    Some(index) => of_source[index].1.ways.extend(ways),
                    None => of_source.push((*source, Supply { ways: ways.collect(), snow })),
                }
            }
            _ => {}
        }
    }
    supplies.extend(of_source.into_iter().map(|(_, supply)| supply).filter(|supply| !supply.ways.is_empty()));
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
