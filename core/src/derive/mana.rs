//! Mana: whether units pay a cost (CR 601.2h, 107.4), and a solver that finds a way for a player to
//! pay one.
//!
//! The solver only advises: it labels actions as payable or not, and pays for policies and scripts.
//! The rules alone decide what a player may begin (CR 601.3).

mod sparing;
pub mod spending;

use std::borrow::Borrow;

use smallvec::{SmallVec, smallvec};

use crate::card::{
    ActivatedAbility, AnyMana, CardType, Color, Colors, Cost, CostChange, CostEffect, Costly, Keyword, ManaCost,
    ManaOutput, ManaSymbol, ManaType, Quantity, StaticEffect, Supertype,
};
use crate::fact::{Act, Announcement, Help, ManaId, ManaUnit, ObjectId, Origin, PlayerId, Zone};
use crate::state::Game;

use super::cast::cost::{Costed, Pricing};
use super::cast::{activating, casting};
use super::look::Look;
use super::look::scope::Scope;
use super::pay::production::{Purpose, allow, is_mana_kept_from, may_spend, portions, terms_of};
use spending::{Slot, Spending, SpendingLimit, limit_of};

/// Whether mana of one type may be spent as another (CR 609.4b).
fn counts_as(kind: ManaType, wanted: ManaType, as_though: Option<AnyMana>) -> bool {
    kind == wanted
        || match as_though {
            Some(AnyMana::Type) => true,
            Some(AnyMana::Color) => wanted.color().is_some(),
            None => false,
        }
}

/// Whether exactly these units pay a cost. Returns the least life for the Phyrexian symbols that
/// they leave.
///
/// Each symbol except generic mana takes its own unit: a matching, which is fast for any symbols.
/// The number of units then determines how Phyrexian symbols and symbols of "{2} or a colour" are
/// paid.
pub fn covers(cost: &ManaCost, units: &[ManaUnit], as_though: Option<AnyMana>, spending: &Spending) -> Option<u32> {
    let of = |color: Color| ManaType::from(color);
    let fits = |symbol: &ManaSymbol, unit: &ManaUnit| match symbol {
        _ if spending.limit(unit.id) == Some(SpendingLimit::OnlyOnX) => false,
        ManaSymbol::Mana(kind) => counts_as(unit.kind, *kind, as_though),
        ManaSymbol::Snow => unit.snow,
        ManaSymbol::Hybrid(a, b) => [*a, *b].into_iter().any(|it| counts_as(unit.kind, of(it), as_though)),
        ManaSymbol::Phyrexian(it) | ManaSymbol::TwoOr(it) => counts_as(unit.kind, of(*it), as_though),
        ManaSymbol::Generic(_) | ManaSymbol::X => false,
    };
    let generic: u64 = cost.0.iter().map(|it| if let ManaSymbol::Generic(n) = it { u64::from(*n) } else { 0 }).sum();
    let particular = || cost.0.iter().filter(|it| !matches!(it, ManaSymbol::Generic(_) | ManaSymbol::X));
    let phyrexian = particular().filter(|it| matches!(it, ManaSymbol::Phyrexian(_))).count();
    let twofold = particular().filter(|it| matches!(it, ManaSymbol::TwoOr(_))).count();
    let fixed = particular().count() - phyrexian - twofold;
    let there = u64::try_from(units.len()).unwrap_or(u64::MAX);
    // The fewer are paid with {2}, the more mana is left for Phyrexian symbols.
    (0..=twofold).find_map(|doubled| {
        let colored = fixed + twofold - doubled;
        let needed = generic + 2 * doubled as u64 + colored as u64;
        let lives = phyrexian.checked_sub(usize::try_from(there.checked_sub(needed)?).ok()?)?;
        // Other payment takes the place of a unit.
        let demand = |symbol: &ManaSymbol| -> Able {
            let mana = units.iter().enumerate().filter(|(_, unit)| fits(symbol, unit)).map(|(index, _)| index);
            let otherwise = match symbol {
                ManaSymbol::Phyrexian(_) => 0..lives,
                ManaSymbol::TwoOr(_) => lives..lives + doubled,
                _ => 0..0,
            };
            mana.chain(otherwise.map(|place| units.len() + place)).collect()
        };
        let mut demands: Vec<Able> = particular().map(demand).collect();
        if !spending.is_free() {
            // The rest may not take just any mana either.
            let pays = |slot: &Slot, unit: &ManaUnit| {
                let of_type = match slot {
                    Slot::OfX(kinds) => kinds.iter().any(|kind| counts_as(unit.kind, *kind, as_though)),
                    Slot::X | Slot::Rest => true,
                };
                of_type && slot.takes(spending.limit(unit.id))
            };
            let rest = usize::try_from(generic).unwrap_or(usize::MAX).saturating_add(2 * doubled);
            demands.extend(spending.slots(rest).map(|slot| {
                let those = units.iter().enumerate().filter(|(_, unit)| pays(&slot, unit));
                those.map(|(index, _)| index).collect()
            }));
        }
        match_all(&demands, units.len() + lives + doubled)?;
        u32::try_from(2 * lives).ok()
    })
}

/// The objects that can pay for symbols of a spell's cost instead of mana: with convoke, untapped
/// creatures of the player, each for one mana of a colour that it has or for one generic mana
/// (CR 702.51a).
pub fn help(game: &Game, player: PlayerId, spell: ObjectId, cost: &ManaCost) -> Vec<Help> {
    let mut found = improvised(game, player, spell, cost);
    found.extend(delved(game, player, spell, cost));
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
    let convoked: Vec<Help> = all.filter(|help| !help.pays.is_empty()).collect();
    // An artifact creature that could be tapped for either is offered for all that it could pay.
    found.retain(|help| !convoked.iter().any(|other| other.object == help.object));
    found.splice(0..0, convoked);
    found
}

/// The player's untapped artifacts, each of which can be tapped instead of paying one generic mana
/// (CR 702.126a).
fn improvised(game: &Game, player: PlayerId, spell: ObjectId, cost: &ManaCost) -> Vec<Help> {
    let generic = cost.0.iter().any(|symbol| matches!(symbol, ManaSymbol::Generic(n) if *n > 0));
    if !generic || !game.has_keyword(spell, &Keyword::Improvise) {
        return Vec::new();
    }
    let untapped = |id: &&ObjectId| {
        game.controller(**id) == Some(player)
            && game.characteristics(**id).is_some_and(|it| it.types.has(CardType::Artifact))
            && game.object(**id).is_some_and(|object| !object.status.tapped)
    };
    let artifacts = game.world().battlefield.iter().filter(untapped);
    artifacts.map(|id| Help { object: *id, pays: vec![ManaSymbol::Generic(1)] }).collect()
}

/// The cards in the player's graveyard, each of which can be exiled instead of paying one generic
/// mana (CR 702.66a).
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

/// A cost without one of its symbols, or with one generic mana less.
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

/// A way to pay a cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The mana abilities to activate, each with the type to choose.
    pub activate: Vec<(Act, ManaType)>,
    /// The objects that pay for a symbol instead of mana (CR 702.51a).
    pub help: Vec<(ObjectId, ManaSymbol)>,
    /// The units of the pool to spend now.
    pub spend: Vec<ManaId>,
}

/// Ways to have a mana.
type Ways = SmallVec<[(ManaType, Made); 1]>;

/// The supplies that could meet a demand.
type Able = SmallVec<[usize; 8]>;

/// One mana that exists or could be made: one of these types, each in its own way.
#[derive(Clone, Debug, Default)]
struct Supply {
    ways: Ways,
    snow: bool,
    /// What it may be spent as.
    as_though: Option<AnyMana>,
    /// Which part of a cost it can pay (CR 106.6).
    limit: Option<SpendingLimit>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Made {
    Pool(ManaId),
    Source(Act),
    Help(ObjectId),
}

impl Made {
    /// The object that it uses up for the turn.
    fn object(&self) -> Option<ObjectId> {
        match self {
            Made::Pool(_) => None,
            Made::Source(act) => act.object(),
            Made::Help(object) => Some(*object),
        }
    }

    /// A colourless helper pays only for generic mana, not for {C} (CR 702.51a).
    fn is_help_without_color(&self, kind: ManaType) -> bool {
        matches!(self, Made::Help(_)) && kind == ManaType::Colorless
    }
}

impl Supply {
    /// Whether it can make mana of a type; a helper counts only for colours.
    fn makes(&self, kind: ManaType) -> bool {
        self.way_to(kind).is_some()
    }

    /// How it makes mana that counts as a type.
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

/// What a symbol requires of its supply.
#[derive(Clone, Debug)]
enum Want {
    Any,
    Snow,
    OneOf(SmallVec<[ManaType; 2]>),
    Generic(Slot),
}

impl Want {
    fn fits(&self, supply: &Supply) -> bool {
        match self {
            Want::Generic(slot) if !slot.takes(supply.limit) => false,
            Want::Generic(Slot::OfX(kinds)) => supply.helps() || kinds.iter().any(|kind| supply.makes(*kind)),
            Want::Generic(_) => true,
            _ if supply.limit == Some(SpendingLimit::OnlyOnX) => false,
            Want::Any => true,
            Want::Snow => supply.snow,
            Want::OneOf(kinds) => kinds.iter().any(|kind| supply.makes(*kind)),
        }
    }

    /// How a fitting supply is made.
    fn way<'a>(&self, supply: &'a Supply) -> Option<&'a (ManaType, Made)> {
        match self {
            Want::Any | Want::Snow | Want::Generic(Slot::X | Slot::Rest) => supply.ways.first(),
            Want::OneOf(kinds) => kinds.iter().find_map(|kind| supply.way_to(*kind)),
            Want::Generic(Slot::OfX(kinds)) => {
                kinds.iter().find_map(|kind| supply.way_to(*kind)).or_else(|| supply.ways.first())
            }
        }
    }
}

/// A way to pay a cost with the mana in the pool and a player's plain mana abilities; none if these
/// do not suffice. Life pays for Phyrexian symbols only if mana is short.
pub fn plan(game: &Game, player: PlayerId, cost: &ManaCost) -> Option<Plan> {
    plan_with(game, player, cost, &[])
}

/// [`plan`] for a purpose: a spell, which objects may help to pay for (CR 702.51a), or an ability.
pub(crate) fn plan_for(game: &Game, player: PlayerId, cost: &ManaCost, purpose: &Purpose) -> Option<Plan> {
    let help = purpose.spell.map(|spell| help(game, player, spell, cost)).unwrap_or_default();
    plan_helped(game, player, cost, &help, purpose)
}

/// [`plan`] with these helpers, for the present payment if there is one: the way that spares most
/// ([`sparing`]).
pub fn plan_with(game: &Game, player: PlayerId, cost: &ManaCost, help: &[Help]) -> Option<Plan> {
    let purpose = Purpose::under_way(game);
    let there = supplies(game, player, &[], &purpose);
    let usual = solve_helped(game, player, cost, (&there, help), &purpose)?;
    Some(if usual.help.is_empty() { sparing::plan(game, player, cost, (&there, &purpose), usual) } else { usual })
}

fn plan_helped(game: &Game, player: PlayerId, cost: &ManaCost, help: &[Help], purpose: &Purpose) -> Option<Plan> {
    solve_helped(game, player, cost, (&supplies(game, player, &[], purpose), help), purpose)
}

/// Uses helpers only if mana is short.
fn solve_helped(
    game: &Game,
    player: PlayerId,
    cost: &ManaCost,
    (there, help): (&[Supply], &[Help]),
    purpose: &Purpose,
) -> Option<Plan> {
    let without_help = solve_from(game, player, cost, there, false);
    if help.is_empty() || without_help.is_some() {
        return without_help;
    }
    solve_from(game, player, cost, &supplies(game, player, help, purpose), false)
}

/// A way to pay with these supplies: the first of equal ones, or strictly in order.
fn solve_from<S: Borrow<Supply>>(
    game: &Game,
    player: PlayerId,
    cost: &ManaCost,
    supplies: &[S],
    in_order: bool,
) -> Option<Plan> {
    let life = game.player(player).map_or(0, |player| player.life);
    let mut wants: SmallVec<[(Want, ManaSymbol); 4]> = SmallVec::new();
    let mut generic = 0usize;
    let mut optional: SmallVec<[_; 2]> = SmallVec::new();
    let of = |color: Color| ManaType::from(color);
    for symbol in &cost.0 {
        match symbol {
            ManaSymbol::Generic(n) => generic += *n as usize,
            ManaSymbol::X => {}
            ManaSymbol::Mana(kind) => wants.push((Want::OneOf(smallvec![*kind]), *symbol)),
            ManaSymbol::Snow => wants.push((Want::Snow, *symbol)),
            ManaSymbol::Hybrid(a, b) => wants.push((Want::OneOf(smallvec![of(*a), of(*b)]), *symbol)),
            ManaSymbol::TwoOr(it) => optional.push(((Want::OneOf(smallvec![of(*it)]), *symbol), 2usize)),
            ManaSymbol::Phyrexian(it) => optional.push(((Want::OneOf(smallvec![of(*it)]), *symbol), 0)),
        }
    }
    // Each takes its own supply.
    if wants.len().saturating_add(generic) > supplies.len() {
        return None;
    }
    let able =
        |want: &Want| -> Able { (0..supplies.len()).filter(|index| want.fits(supplies[*index].borrow())).collect() };
    let mut demands: SmallVec<[Able; 4]> = wants.iter().map(|(want, _)| able(want)).collect();
    let mut matched = match_all(&demands, supplies.len())?;
    let mut life_needed = 0;
    // The largest savings of mana first; a Phyrexian symbol takes no mana that generic mana needs.
    optional.sort_by_key(|(_, otherwise)| std::cmp::Reverse(*otherwise));
    for (want, otherwise) in optional {
        demands.push(able(&want.0));
        let spared = otherwise > 0 || demands.len() + generic <= supplies.len();
        match match_all(&demands, supplies.len()).filter(|_| spared) {
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
    let pool: &[ManaUnit] = game.player(player).map(|player| player.mana.as_slice()).unwrap_or_default();
    let spending = Spending::under_way(game, cost, pool);
    if !spending.is_free() || supplies.iter().any(|supply| supply.borrow().limit.is_some()) {
        // It matters which mana pays the generic part, so that is matched as well.
        if generic > supplies.len() {
            return None;
        }
        for slot in spending.slots(generic) {
            let want = Want::Generic(slot);
            demands.push(able(&want));
            wants.push((want, ManaSymbol::Generic(1)));
        }
        matched = match_all(&demands, supplies.len())?;
        generic = 0;
    }
    let mut used: SmallVec<[(usize, (Want, ManaSymbol)); 8]> = matched.iter().flatten().copied().zip(wants).collect();
    let mut free: SmallVec<[usize; 16]> =
        (0..supplies.len()).filter(|index| used.iter().all(|(taken, _)| taken != index)).collect();
    // Existing mana first, then supplies of the fewest types, then helpers.
    free.sort_by_key(|index| {
        let supply: &Supply = supplies[*index].borrow();
        (!supply.is_there(), supply.helps(), if in_order { 0 } else { supply.ways.len() }, *index)
    });
    if free.len() < generic {
        return None;
    }
    used.extend(free.into_iter().take(generic).map(|index| (index, (Want::Any, ManaSymbol::Generic(1)))));
    Some(plan_of(supplies, &used))
}

fn plan_of<S: Borrow<Supply>>(supplies: &[S], used: &[(usize, (Want, ManaSymbol))]) -> Plan {
    let mut plan = Plan::default();
    for (index, (want, symbol)) in used {
        match want.way(supplies[*index].borrow()) {
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

/// The mana of the pool, then one supply for each permanent with plain mana abilities, since it is
/// tapped once. A helper shares a supply with the mana that it could be tapped for.
fn supplies(game: &Game, player: PlayerId, help: &[Help], purpose: &Purpose) -> Vec<Supply> {
    let as_though = casting::spends_as(game, player, purpose);
    let supply = |ways: Ways, snow: bool| Supply { ways, snow, as_though, limit: None };
    let mut pool = game.player(player).map(|player| player.mana.clone()).unwrap_or_default();
    pool.retain(|unit| may_spend(game, unit, purpose));
    let mut supplies: Vec<Supply> = pool
        .into_iter()
        .map(|unit| Supply {
            limit: terms_of(game, &unit).and_then(|(_, terms)| limit_of(terms)),
            ..supply(smallvec![(unit.kind, Made::Pool(unit.id))], unit.snow)
        })
        .collect();
    let mut of_source: Vec<(ObjectId, Supply)> = Vec::new();
    let taxes = |effect: &StaticEffect| {
        matches!(effect, StaticEffect::Cost(CostEffect { of: Costly::Abilities { .. }, change: CostChange::More(_) }))
    };
    let taxed = game.derived().functioning.others().any(|it| taxes(&it.effect));
    let taps = purpose.taps(game);
    let acts = activating::mana_abilities(game, player);
    let sources: &[Act] = if is_mana_kept_from(game, purpose) { &[] } else { &acts };
    for act in sources {
        let Act::Activate(source, origin) = act else { continue };
        if taps == Some(*source) {
            continue;
        }
        let Some(ability) = game.activated(*source, origin) else { continue };
        if ability.cost != [Cost::Tap]
            || ((taxed || !ability.prices.is_empty()) && costs_more(game, player, *source, origin, &ability))
        {
            continue;
        }
        let scope = Scope { origin: Some(origin), ..Scope::of(*source, player) };
        // Mana that may not be spent on this is no supply (CR 106.6).
        let Some((mana, terms)) = ability.plain_mana().filter(|(_, terms)| allow(game, &scope, terms, purpose)) else {
            continue;
        };
        let limit = limit_of(terms);
        let supply = |ways: Ways, snow: bool| Supply { limit, ..supply(ways, snow) };
        let snow = game.characteristics(*source).is_some_and(|it| it.supertypes.has(Supertype::Snow));
        let way = |kind: ManaType| (kind, Made::Source(act.clone()));
        let known = of_source.iter().position(|(other, _)| other == source);
        let several: Vec<ManaType> = match mana {
            ManaOutput::Units(kinds) if kinds.len() > 1 => kinds.clone(),
            ManaOutput::ColorAmong { count: Quantity::Fixed(1), each: true, .. } => {
                portions(game, &scope, player, mana).into_iter().flatten().map(|(kind, _)| kind).collect()
            }
            _ => Vec::new(),
        };
        match mana {
            _ if several.len() > 1 && known.is_none() => {
                let kinds = several;
                supplies.extend(kinds.iter().map(|kind| supply(smallvec![way(*kind)], snow)));
                of_source.push((*source, supply(Ways::new(), snow)));
            }
            ManaOutput::Units(_)
            | ManaOutput::OneOf(_, Quantity::Fixed(1))
            | ManaOutput::Chosen(Quantity::Fixed(1))
            | ManaOutput::ColorAmong { count: Quantity::Fixed(1), .. }
            | ManaOutput::CommanderIdentity(Quantity::Fixed(1))
            | ManaOutput::Noted(_, Quantity::Fixed(1))
            | ManaOutput::CouldProduce { count: Quantity::Fixed(1), .. } => {
                let kinds: SmallVec<[ManaType; 2]> = match mana {
                    ManaOutput::Units(kinds) => match kinds.as_slice() {
                        [only] => smallvec![*only],
                        _ => continue,
                    },
                    mana => match portions(game, &scope, player, mana).as_slice() {
                        [portion] => portion.iter().map(|(kind, _)| *kind).collect(),
                        _ => continue,
                    },
                };
                let ways = kinds.iter().map(|kind| way(*kind));
                match known {
                    // An ability that makes several mana counts as that.
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
        // An exiled card or an artifact pays only for generic mana (CR 702.66a, 702.126a).
        let generic = helper.pays == [ManaSymbol::Generic(1)];
        let colors = if generic { Colors::COLORLESS } else { colors };
        let mut ways: Ways = colors.iter().map(|color| (ManaType::from(color), Made::Help(helper.object))).collect();
        ways.push((ManaType::Colorless, Made::Help(helper.object)));
        match of_source.iter_mut().find(|(source, _)| *source == helper.object) {
            Some((_, supply)) => supply.ways.extend(ways),
            None => of_source.push((helper.object, supply(ways, false))),
        }
    }
    supplies.extend(of_source.into_iter().map(|(_, supply)| supply).filter(|supply| !supply.ways.is_empty()));
    supplies
}

/// Whether a plain mana ability costs more than tapping now (CR 118.8).
fn costs_more(game: &Game, player: PlayerId, source: ObjectId, origin: &Origin, ability: &ActivatedAbility) -> bool {
    let announced = Announcement::default();
    let total = Pricing::new(game, player, Costed::Ability(source, origin, ability, None), &announced).total(&[], &[]);
    total.is_none_or(|total| !total.mana.0.is_empty() || total.other != [Cost::Tap])
}

/// A matching of every demand with its own supply (augmenting paths), if there is one.
fn match_all(demands: &[Able], supplies: usize) -> Option<SmallVec<[Option<usize>; 8]>> {
    fn augment(demand: usize, demands: &[Able], seen: &mut [bool], taken: &mut [Option<usize>]) -> bool {
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
    let mut taken: SmallVec<[Option<usize>; 16]> = smallvec![None; supplies];
    for demand in 0..demands.len() {
        let mut seen: SmallVec<[bool; 32]> = smallvec![false; supplies];
        if !augment(demand, demands, &mut seen, &mut taken) {
            return None;
        }
    }
    let mut matched = smallvec![None; demands.len()];
    for (supply, demand) in taken.iter().enumerate() {
        if let Some(demand) = demand {
            matched[*demand] = Some(supply);
        }
    }
    Some(matched)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Dice;

    fn unit(index: usize, kind: ManaType, snow: bool) -> ManaUnit {
        ManaUnit { id: ManaId(u32::try_from(index).unwrap()), source: ObjectId(0), kind, snow }
    }

    /// The least life, by trying every unit for every symbol.
    fn brute(symbols: &[ManaSymbol], units: &[ManaUnit]) -> Option<u32> {
        let Some((symbol, rest)) = symbols.split_first() else { return units.is_empty().then_some(0) };
        let without = |taken: usize| -> Vec<ManaUnit> {
            let others = units.iter().enumerate().filter(|(index, _)| *index != taken);
            others.map(|(_, unit)| *unit).collect()
        };
        let one = |kinds: &[Color]| {
            let fits = |index: &usize| kinds.iter().any(|it| ManaType::from(*it) == units[*index].kind);
            (0..units.len()).filter(fits).filter_map(|index| brute(rest, &without(index))).min()
        };
        let any = |count: u32| {
            let mut symbols = vec![ManaSymbol::Generic(count)];
            symbols.extend(rest);
            brute(&symbols, units)
        };
        match symbol {
            ManaSymbol::Generic(0) => brute(rest, units),
            ManaSymbol::Generic(n) => {
                let mut left = vec![ManaSymbol::Generic(n - 1)];
                left.extend(rest);
                (0..units.len()).filter_map(|index| brute(&left, &without(index))).min()
            }
            ManaSymbol::Snow => {
                (0..units.len()).filter(|it| units[*it].snow).filter_map(|it| brute(rest, &without(it))).min()
            }
            ManaSymbol::Hybrid(a, b) => one(&[*a, *b]),
            ManaSymbol::TwoOr(it) => one(&[*it]).into_iter().chain(any(2)).min(),
            ManaSymbol::Phyrexian(it) => one(&[*it]).into_iter().chain(brute(rest, units).map(|life| life + 2)).min(),
            ManaSymbol::Mana(_) | ManaSymbol::X => None,
        }
    }

    #[test]
    fn a_payment_is_what_trying_everything_finds() {
        let mut dice = Dice::new(601);
        let colors = [Color::White, Color::Blue, Color::Black];
        let mut paid = 0;
        for round in 0..800 {
            let symbol = |dice: &mut Dice| {
                let it = colors[dice.below(3)];
                match dice.below(6) {
                    0 => ManaSymbol::Snow,
                    1 => ManaSymbol::Hybrid(it, colors[dice.below(3)]),
                    2 => ManaSymbol::TwoOr(it),
                    3 => ManaSymbol::Phyrexian(it),
                    _ => ManaSymbol::Generic(u32::try_from(dice.below(3)).unwrap()),
                }
            };
            let symbols: Vec<ManaSymbol> = (0..1 + dice.below(4)).map(|_| symbol(&mut dice)).collect();
            let units: Vec<ManaUnit> = (0..dice.below(6))
                .map(|index| unit(index, ManaType::from(colors[dice.below(3)]), dice.coin()))
                .collect();
            let expected = brute(&symbols, &units);
            paid += usize::from(expected.is_some());
            assert_eq!(
                covers(&ManaCost(symbols.clone()), &units, None, &Spending::default()),
                expected,
                "{round}: {symbols:?} {units:?}"
            );
        }
        assert!(paid > 80, "only {paid} could be paid");
    }

    /// Thirty hybrid symbols, and one mana too few of a colour, without trying every order.
    #[test]
    fn a_hostile_cost_is_no_matter() {
        let pairs = Color::ALL.into_iter().zip(Color::ALL.into_iter().skip(1)).cycle().take(30);
        let cost = ManaCost(pairs.map(|(a, b)| ManaSymbol::Hybrid(a, b)).collect());
        let mut units: Vec<ManaUnit> =
            (0..30).map(|index| unit(index, ManaType::from(Color::ALL[1 + index % 4]), index % 3 == 0)).collect();
        assert_eq!(covers(&cost, &units, None, &Spending::default()), Some(0));
        units[29].kind = ManaType::Colorless;
        assert_eq!(covers(&cost, &units, None, &Spending::default()), None);
        assert_eq!(covers(&cost, &units, Some(AnyMana::Color), &Spending::default()), Some(0));
    }
}
