//! Mana: whether units cover a cost (CR 601.2h, 107.4), and a solver that says how a player could pay one.
//!
//! The solver only advises: it labels what a player may begin to do as payable or not, and pays for policies and scripts.
//! What may begin is decided by the rules alone (CR 601.3).

use crate::card::{
    ActivatedAbility, AnyMana, Color, Colors, Cost, CostChange, CostEffect, Costly, Keyword, ManaCost, ManaSymbol,
    ManaType, Quantity, StaticEffect, Supertype, production::ManaOutput,
};
use crate::fact::{Act, Announcement, Help, ManaId, ManaUnit, ObjectId, PlayerId, Zone};
use crate::state::Game;

use super::cost::{Costed, Pricing};
use super::filter::{Look, Scope};
use super::production::{Purpose, allow, is_mana_kept_from, may_spend, portions};
use super::{casting, permit};

/// Whether mana of a type may be spent as mana of another (CR 609.4b).
fn counts_as(kind: ManaType, wanted: ManaType, as_though: Option<AnyMana>) -> bool {
    kind == wanted
        || match as_though {
            Some(AnyMana::Type) => true,
            Some(AnyMana::Color) => wanted.color().is_some(),
            None => false,
        }
}

/// Whether these units, all of them, pay a cost: the life that the Phyrexian symbols among them cost instead.
pub fn covers(cost: &ManaCost, units: &[ManaUnit], as_though: Option<AnyMana>) -> Option<u32> {
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
    cover(&symbols, &mut kinds.clone(), as_though)
}

fn cover(symbols: &[ManaSymbol], left: &mut Vec<(ManaType, bool)>, as_though: Option<AnyMana>) -> Option<u32> {
    let Some((symbol, rest)) = symbols.split_first() else {
        return left.is_empty().then_some(0);
    };
    let spend = |left: &mut Vec<(ManaType, bool)>, fits: &dyn Fn(&(ManaType, bool)) -> bool| {
        // Units that are alike make no difference; of different ones each may be the right one.
        let mut tried: Vec<(ManaType, bool)> = Vec::new();
        for index in 0..left.len() {
            let Some(unit) = left.get(index).copied().filter(|unit| fits(unit) && !tried.contains(unit)) else {
                continue;
            };
            tried.push(unit);
            left.remove(index);
            let life = cover(rest, left, as_though);
            if life.is_some() {
                return life;
            }
            left.insert(index, unit);
        }
        None
    };
    let color = |color: Color| move |unit: &(ManaType, bool)| counts_as(unit.0, ManaType::from(color), as_though);
    match symbol {
        ManaSymbol::Mana(kind) => spend(left, &|unit| counts_as(unit.0, *kind, as_though)),
        ManaSymbol::Snow => spend(left, &|unit| unit.1),
        ManaSymbol::Hybrid(a, b) => spend(left, &color(*a)).or_else(|| spend(left, &color(*b))),
        ManaSymbol::Phyrexian(it) => {
            spend(left, &color(*it)).or_else(|| cover(rest, left, as_though).map(|life| life + 2))
        }
        ManaSymbol::TwoOr(it) => spend(left, &color(*it)).or_else(|| cover_generic(2, rest, left, as_though)),
        ManaSymbol::Generic(n) => cover_generic(*n, rest, left, as_though),
        ManaSymbol::X => cover(rest, left, as_though),
    }
}

/// Generic mana comes after everything particular but other generic mana, so any units serve.
fn cover_generic(
    n: u32,
    rest: &[ManaSymbol],
    left: &mut Vec<(ManaType, bool)>,
    as_though: Option<AnyMana>,
) -> Option<u32> {
    let n = n as usize;
    if left.len() < n {
        return None;
    }
    let spent = left.split_off(left.len() - n);
    let life = cover(rest, left, as_though);
    if life.is_none() {
        left.extend(spent);
    }
    life
}

/// The objects that can pay for symbols of a spell's cost instead of mana: with convoke, untapped creatures of the
/// player's, each for one mana of a colour that it has or for one generic mana (CR 702.51a).
pub fn help(game: &Game, player: PlayerId, spell: ObjectId, cost: &ManaCost) -> Vec<Help> {
    let mut found = delved(game, player, spell, cost);
    if !game.has_keyword(spell, &Keyword::Convoke) {
        return found;
    }
    let untapped = |id: &&ObjectId| {
        game.controller(**id) == Some(player)
            && game.is_creature(**id)
            && game.object(**id).is_some_and(|object| !object.status.tapped)
    };
    let of = |id: &ObjectId| {
        let colors = game.characteristics(*id).map(|it| it.colors).unwrap_or_default();
        let of_color = |kind: ManaType| Color::ALL.into_iter().any(|it| ManaType::from(it) == kind && colors.has(it));
        let pays = |symbol: &ManaSymbol| match symbol {
            ManaSymbol::Generic(n) => (*n > 0).then_some(ManaSymbol::Generic(1)),
            ManaSymbol::Mana(kind) => of_color(*kind).then_some(*symbol),
            ManaSymbol::Hybrid(a, b) => (colors.has(*a) || colors.has(*b)).then_some(*symbol),
            ManaSymbol::Phyrexian(it) | ManaSymbol::TwoOr(it) => colors.has(*it).then_some(*symbol),
            ManaSymbol::Snow | ManaSymbol::X => None,
        };
        let mut pays: Vec<ManaSymbol> = cost.0.iter().filter_map(pays).collect();
        pays.sort_unstable();
        pays.dedup();
        Help { object: *id, pays }
    };
    let all = game.world().battlefield.iter().filter(untapped).map(of);
    found.splice(0..0, all.filter(|help| !help.pays.is_empty()));
    found
}

/// CR 702.66a: the cards of the player's graveyard, each of which can be exiled rather than one generic mana be paid.
fn delved(game: &Game, player: PlayerId, spell: ObjectId, cost: &ManaCost) -> Vec<Help> {
    let generic = cost.0.iter().any(|symbol| matches!(symbol, ManaSymbol::Generic(n) if *n > 0));
    if !generic || !game.has_keyword(spell, &Keyword::Delve) {
        return Vec::new();
    }
    let cards = game.zone(Zone::Graveyard(player)).iter();
    // The card itself is cast, not exiled.
    let others = cards.filter(|id| **id != spell);
    others.map(|id| Help { object: *id, pays: vec![ManaSymbol::Generic(1)] }).collect()
}

/// A cost without one of its symbols; without one mana of generic mana.
pub fn without(cost: &ManaCost, symbol: ManaSymbol) -> ManaCost {
    let mut left = cost.0.clone();
    if symbol == ManaSymbol::Generic(1) {
        let generic = left.iter_mut().find(|it| matches!(it, ManaSymbol::Generic(n) if *n > 0));
        if let Some(ManaSymbol::Generic(n)) = generic {
            *n -= 1;
        }
        left.retain(|it| *it != ManaSymbol::Generic(0));
    } else if let Some(index) = left.iter().position(|it| *it == symbol) {
        left.remove(index);
    }
    ManaCost(left)
}

/// How a cost could be paid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The mana abilities to activate, each with the type to choose where there is a choice.
    pub activate: Vec<(Act, ManaType)>,
    /// The objects that pay for a symbol instead of mana (CR 702.51a).
    pub help: Vec<(ObjectId, ManaSymbol)>,
    /// The units of the pool to spend now.
    pub spend: Vec<ManaId>,
}

/// A mana that there is or could be: one of these types, each made in its way.
#[derive(Clone, Debug, Default)]
struct Supply {
    ways: Vec<(ManaType, Made)>,
    snow: bool,
    /// As what it may be spent.
    as_though: Option<AnyMana>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Made {
    Pool(ManaId),
    Source(Act),
    Help(ObjectId),
}

impl Made {
    /// A colourless object that helps stands for generic mana alone, not for {C} (CR 702.51a).
    fn is_help_without_color(&self, kind: ManaType) -> bool {
        matches!(self, Made::Help(_)) && kind == ManaType::Colorless
    }
}

impl Supply {
    /// Whether it can make mana of a type; what helps instead of mana is of no type but a colour.
    fn makes(&self, kind: ManaType) -> bool {
        self.way_to(kind).is_some()
    }

    /// The way in which it makes mana that counts as a type.
    fn way_to(&self, kind: ManaType) -> Option<&(ManaType, Made)> {
        let exact = self.ways.iter().find(|(way, made)| *way == kind && !made.is_help_without_color(kind));
        let spent_as =
            |(way, made): &&(ManaType, Made)| !matches!(made, Made::Help(_)) && counts_as(*way, kind, self.as_though);
        exact.or_else(|| self.ways.iter().find(spent_as))
    }

    fn helps(&self) -> bool {
        self.ways.iter().all(|(_, made)| matches!(made, Made::Help(_)))
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
            Want::OneOf(kinds) => kinds.iter().find_map(|kind| supply.way_to(*kind)),
        }
    }
}

/// A way to pay a cost with the mana in the pool and the plain mana abilities of a player; none if there is none among
/// those. Life is paid for Phyrexian symbols only where mana is short.
pub fn plan(game: &Game, player: PlayerId, cost: &ManaCost) -> Option<Plan> {
    plan_with(game, player, cost, &[])
}

/// [`plan`] for a purpose: a spell, which objects may help to pay for (CR 702.51a), or an ability.
pub fn plan_for(game: &Game, player: PlayerId, cost: &ManaCost, purpose: &Purpose) -> Option<Plan> {
    let help = purpose.spell.map(|spell| help(game, player, spell, cost)).unwrap_or_default();
    plan_helped(game, player, cost, &help, purpose)
}

/// [`plan`] with these objects to help, for the payment that is under way, if one is.
pub fn plan_with(game: &Game, player: PlayerId, cost: &ManaCost, help: &[Help]) -> Option<Plan> {
    plan_helped(game, player, cost, help, &Purpose::under_way(game))
}

/// They help only where mana is short.
fn plan_helped(game: &Game, player: PlayerId, cost: &ManaCost, help: &[Help], purpose: &Purpose) -> Option<Plan> {
    let without_help = solve(game, player, cost, &[], purpose);
    if help.is_empty() || without_help.is_some() { without_help } else { solve(game, player, cost, help, purpose) }
}

fn solve(game: &Game, player: PlayerId, cost: &ManaCost, help: &[Help], purpose: &Purpose) -> Option<Plan> {
    let supplies = supplies(game, player, help, purpose);
    let life = game.player(player).map_or(0, |player| player.life);
    let mut wants: Vec<(Want, ManaSymbol)> = Vec::new();
    let mut generic = 0usize;
    let mut optional = Vec::new();
    let of = |color: Color| ManaType::from(color);
    for symbol in &cost.0 {
        match symbol {
            ManaSymbol::Generic(n) => generic += *n as usize,
            ManaSymbol::X => {}
            ManaSymbol::Mana(kind) => wants.push((Want::OneOf(vec![*kind]), *symbol)),
            ManaSymbol::Snow => wants.push((Want::Snow, *symbol)),
            ManaSymbol::Hybrid(a, b) => wants.push((Want::OneOf(vec![of(*a), of(*b)]), *symbol)),
            ManaSymbol::TwoOr(it) => optional.push(((Want::OneOf(vec![of(*it)]), *symbol), 2usize)),
            ManaSymbol::Phyrexian(it) => optional.push(((Want::OneOf(vec![of(*it)]), *symbol), 0)),
        }
    }
    let able =
        |want: &Want| -> Vec<usize> { (0..supplies.len()).filter(|index| want.fits(&supplies[*index])).collect() };
    let mut demands: Vec<Vec<usize>> = wants.iter().map(|(want, _)| able(want)).collect();
    let mut matched = match_all(&demands, supplies.len())?;
    let mut life_needed = 0;
    for (want, otherwise) in optional {
        demands.push(able(&want.0));
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
    let mut used: Vec<(usize, (Want, ManaSymbol))> = matched.iter().flatten().copied().zip(wants).collect();
    let mut free: Vec<usize> =
        (0..supplies.len()).filter(|index| used.iter().all(|(taken, _)| taken != index)).collect();
    // Mana that is there already first, then what can make the fewest types, then what helps instead of mana.
    free.sort_by_key(|index| {
        let supply = &supplies[*index];
        (!supply.is_there(), supply.helps(), supply.ways.len(), *index)
    });
    if free.len() < generic {
        return None;
    }
    used.extend(free.into_iter().take(generic).map(|index| (index, (Want::Any, ManaSymbol::Generic(1)))));
    Some(plan_of(&supplies, &used))
}

fn plan_of(supplies: &[Supply], used: &[(usize, (Want, ManaSymbol))]) -> Plan {
    let mut plan = Plan::default();
    for (index, (want, symbol)) in used {
        match want.way(&supplies[*index]) {
            Some((_, Made::Pool(id))) => plan.spend.push(*id),
            Some((_, Made::Help(object))) => plan.help.push((*object, *symbol)),
            Some((kind, Made::Source(act))) if !plan.activate.iter().any(|(other, _)| other == act) => {
                plan.activate.push((act.clone(), *kind));
            }
            Some(_) | None => {}
        }
    }
    plan
}

/// The mana of the pool, then that of the permanents with plain mana abilities: one of its abilities each, since it is
/// tapped once. What helps is one supply with the mana that it could be tapped for.
fn supplies(game: &Game, player: PlayerId, help: &[Help], purpose: &Purpose) -> Vec<Supply> {
    let as_though = casting::spends_as(game, player, purpose.object());
    let supply = |ways: Vec<(ManaType, Made)>, snow: bool| Supply { ways, snow, as_though };
    let mut pool = game.player(player).map(|player| player.mana.clone()).unwrap_or_default();
    pool.retain(|unit| may_spend(game, unit, purpose));
    let mut supplies: Vec<Supply> =
        pool.into_iter().map(|unit| supply(vec![(unit.kind, Made::Pool(unit.id))], unit.snow)).collect();
    let mut of_source: Vec<(ObjectId, Supply)> = Vec::new();
    let taxes = |effect: &StaticEffect| {
        matches!(effect, StaticEffect::Cost(CostEffect { of: Costly::Abilities { .. }, change: CostChange::More(_) }))
    };
    let taxed = game.derived().functioning.iter().any(|it| taxes(&it.effect));
    let taps = purpose.taps(game);
    let sources = if is_mana_kept_from(game, purpose) { Vec::new() } else { permit::mana_abilities(game, player) };
    for act in sources {
        let Act::Activate(source, origin) = &act else { continue };
        if taps == Some(*source) {
            continue;
        }
        let Some(ability) = game.activated(*source, origin) else { continue };
        if ability.cost != [Cost::Tap] || (taxed && costs_more(game, player, *source, &ability)) {
            continue;
        }
        let scope = Scope { origin: Some(origin), ..Scope::of(*source, player) };
        // What the mana may not be spent on is no supply for it (CR 106.6).
        let Some((mana, _)) = ability.plain_mana().filter(|(_, terms)| allow(game, &scope, terms, purpose)) else {
            continue;
        };
        let snow = game.characteristics(*source).is_some_and(|it| it.supertypes.has(Supertype::Snow));
        let way = |kind: ManaType| (kind, Made::Source(act.clone()));
        let known = of_source.iter().position(|(other, _)| other == source);
        match mana {
            ManaOutput::Units(kinds) if kinds.len() > 1 && known.is_none() => {
                supplies.extend(kinds.iter().map(|kind| supply(vec![way(*kind)], snow)));
                of_source.push((*source, supply(Vec::new(), snow)));
            }
            ManaOutput::Units(_)
            | ManaOutput::OneOf(_, Quantity::Fixed(1))
            | ManaOutput::Chosen(Quantity::Fixed(1))
            | ManaOutput::CouldProduce { count: Quantity::Fixed(1), .. } => {
                let kinds: Vec<ManaType> = match portions(game, &scope, player, mana).as_slice() {
                    [portion] => portion.iter().map(|(kind, _)| *kind).collect(),
                    _ => continue,
                };
                let ways = kinds.iter().map(|kind| way(*kind));
                match known {
                    // What makes several at once is counted as that.
                    Some(index) if of_source[index].1.ways.is_empty() => {}
                    Some(index) => of_source[index].1.ways.extend(ways),
                    None => of_source.push((*source, supply(ways.collect(), snow))),
                }
            }
            _ => {}
        }
    }
    for helper in help {
        let colors = game.characteristics(helper.object).map(|it| it.colors).unwrap_or_default();
        // A card that is exiled stands for generic mana alone (CR 702.66a).
        let there = game.object(helper.object).is_some_and(crate::state::Object::is_permanent);
        let colors = if there { colors } else { Colors::COLORLESS };
        let mut ways: Vec<(ManaType, Made)> =
            colors.iter().map(|color| (ManaType::from(color), Made::Help(helper.object))).collect();
        ways.push((ManaType::Colorless, Made::Help(helper.object)));
        match of_source.iter_mut().find(|(source, _)| *source == helper.object) {
            Some((_, supply)) => supply.ways.extend(ways),
            None => of_source.push((helper.object, supply(ways, false))),
        }
    }
    supplies.extend(of_source.into_iter().map(|(_, supply)| supply).filter(|supply| !supply.ways.is_empty()));
    supplies
}

/// Whether a mana ability that is plain as it is printed costs more than tapping now (CR 118.8).
fn costs_more(game: &Game, player: PlayerId, source: ObjectId, ability: &ActivatedAbility) -> bool {
    let announced = Announcement::default();
    let total = Pricing::new(game, player, Costed::Ability(source, ability, None), &announced).total(&[], &[]);
    total.is_none_or(|total| !total.mana.0.is_empty() || total.other != [Cost::Tap])
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
