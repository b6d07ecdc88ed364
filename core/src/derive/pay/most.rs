//! The most mana that a player could have for a payment (CR 106.4, 601.2g): what bounds the costs
//! that are worth offering, and X (CR 107.3a, 118.3).
//!
//! It is never too little. Each mana ability counts as often as its own cost could be paid,
//! whether or not it can be activated at once. Nothing bounds the mana where a mana ability may
//! bring what another one needs, where mana is replaced, or where mana abilities trigger.

use std::cell::OnceCell;

use crate::card::mechanism::Mechanisms;
use crate::card::verb;
use crate::card::{
    ActivatedAbility, Asking, Cost, Instruction, Keyword, ManaCost, ManaOutput, ManaSymbol, ManaType, Permission,
    Quantity, Reads, StaticEffect,
};
use crate::derive::filter::quantity;
use crate::derive::look::Look;
use crate::derive::look::scope::Scope;
use crate::fact::{AbilityInstance, ObjectId, Zone};
use crate::state::{Game, Object};

use super::payable::{effects_change_costs, pay_with};
use super::window::{Changes, Payer, following, helpful, looked_at, paying, places};

/// A bound on the mana that a player could have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MostMana {
    /// At most so many mana.
    amount: u32,
    /// Of these types; of any type, if nothing bounds them.
    kinds: Option<Vec<ManaType>>,
}

impl MostMana {
    /// Whether it could pay for symbols after they are reduced by an amount. Life pays for a
    /// Phyrexian symbol (CR 107.4f).
    pub(crate) fn could_pay(&self, cost: &ManaCost, reduced_by: u32) -> bool {
        let least = |symbol: &ManaSymbol| match symbol {
            ManaSymbol::Generic(n) => *n,
            ManaSymbol::X | ManaSymbol::Phyrexian(_) => 0,
            _ => 1,
        };
        let of_kind = |symbol: &ManaSymbol| {
            let Some(kinds) = &self.kinds else { return true };
            match symbol {
                ManaSymbol::Mana(kind) => kinds.contains(kind),
                ManaSymbol::Hybrid(one, other) => {
                    kinds.iter().any(|it| [Some(*one), Some(*other)].contains(&it.color()))
                }
                _ => true,
            }
        };
        let needed = cost.0.iter().map(least).fold(0, u32::saturating_add);
        needed.saturating_sub(reduced_by) <= self.amount && (reduced_by > 0 || cost.0.iter().all(of_kind))
    }
}

/// The most mana for what a player pays for, worked out once for all the ways to pay that are
/// looked at.
#[derive(Default)]
pub(crate) struct Bound(OnceCell<Option<MostMana>>);

impl Bound {
    /// The bound; none if nothing bounds it. The payer is the same each time.
    pub(crate) fn get(&self, game: &Game, payer: Payer<'_>) -> Option<&MostMana> {
        self.0.get_or_init(|| most_mana(game, payer)).as_ref()
    }
}

/// The most mana for what a player pays for; none if nothing bounds it. Objects that help to pay
/// for a spell count as mana (CR 702.51a).
fn most_mana(game: &Game, payer: Payer<'_>) -> Option<MostMana> {
    let unbounded = Mechanisms::TRIGGERED_MANA | Mechanisms::REPLACED_MANA | Mechanisms::ACTIVATED_BY_OTHERS;
    if game.has_mechanism(unbounded) {
        return None;
    }
    let sources = sources(game, payer);
    let brought: Changes = sources.iter().map(|(_, _, ability)| brought_by(ability)).collect();
    let brought = looked_at(game, brought);
    // New sources, or others than now.
    if brought.meet(Changes::BATTLEFIELD | Changes::HAND | Changes::LOOKS | Changes::REST) {
        return None;
    }
    let helpers = helpers(game, payer, brought)?;
    let mut all = MostMana { amount: helpers, kinds: Some(Vec::new()).filter(|_| helpers == 0 && !is_any_kind(game)) };
    for unit in game.player(payer.player).map(|it| it.mana.as_slice()).unwrap_or_default() {
        all.amount = all.amount.saturating_add(1);
        all.kinds.iter_mut().for_each(|kinds| kinds.push(unit.kind));
    }
    let cheaper = effects_change_costs(game);
    let mut tapped: Vec<(ObjectId, u32)> = Vec::new();
    for (object, instance, ability) in &sources {
        let made = Made { game, payer, brought, cheaper, object, instance, ability };
        let (amount, kinds) = made.most()?;
        // A mana that is only changed into another type is of that type, too.
        all.kinds = all.kinds.zip(kinds).map(|(all, more)| all.into_iter().chain(more).collect());
        // It is tapped for one of its abilities.
        if ability.cost.contains(&Cost::Tap) {
            match tapped.iter_mut().find(|(id, _)| *id == object.id) {
                Some((_, most)) => *most = amount.max(*most),
                None => tapped.push((object.id, amount)),
            }
        } else {
            all.amount = all.amount.saturating_add(amount);
        }
    }
    all.amount = tapped.into_iter().fold(all.amount, |all, (_, amount)| all.saturating_add(amount));
    Some(all)
}

type Source<'a> = (&'a Object, &'a AbilityInstance, ActivatedAbility);

/// The mana abilities that the player could activate for it (CR 605.3c: not the one under way).
fn sources<'a>(game: &'a Game, payer: Payer<'_>) -> Vec<Source<'a>> {
    let mut found = Vec::new();
    for object in places(game, payer.player).flat_map(|zone| game.zone(zone)).filter_map(|id| game.object(*id)) {
        if game.controller_of(object).unwrap_or(object.owner) != payer.player {
            continue;
        }
        for instance in game.characteristics_of(object).map(|it| it.abilities.as_slice()).unwrap_or_default() {
            let same = object.id == payer.source && payer.origin == Some(&instance.origin);
            let ability = instance.activated().filter(|it| !same && it.is_mana());
            found.extend(ability.map(|ability| (object, instance, ability.into_owned())));
        }
    }
    found
}

/// What a mana ability changes that could make another one possible. Life, counters and permanents
/// that only go make none possible; what their going looks like counts.
fn brought_by(ability: &ActivatedAbility) -> Changes {
    let paid = ability.cost.iter().map(|part| match part {
        Cost::Life(_) | Cost::PlayerCounters(..) | Cost::RemoveCounters(..) | Cost::RemoveAnyCounters(_) => {
            Changes::NOTHING
        }
        part => paying(part, false),
    });
    let done = ability.body.texts().map(|(_, instructions)| following(instructions));
    paid.chain(done).collect()
}

/// Whether effects let mana be spent as though it were of another type.
fn is_any_kind(game: &Game) -> bool {
    game.permissions().any(|it| matches!(&*it.effect, StaticEffect::Permit(Permission::SpendMana { .. })))
}

/// How many objects could pay for symbols instead of mana; none if nothing bounds that.
fn helpers(game: &Game, payer: Payer<'_>, brought: Changes) -> Option<u32> {
    let has = |keyword: &Keyword| game.has_keyword(payer.source, keyword);
    let Some(object) = game.object(payer.source).filter(|_| payer.origin.is_none()) else { return Some(0) };
    let spell = payer.casts || object.zone == Zone::Stack;
    if !spell || ![Keyword::Convoke, Keyword::Improvise, Keyword::Delve, Keyword::Assist].iter().any(has) {
        return Some(0);
    }
    if has(&Keyword::Assist) || brought.meet(Changes::UNTAPPED | Changes::GRAVEYARD) {
        return None;
    }
    let untapped = |id: &&ObjectId| {
        game.controller(**id) == Some(payer.player) && game.object(**id).is_some_and(|it| !it.status.tapped)
    };
    let on_board = if has(&Keyword::Convoke) || has(&Keyword::Improvise) {
        game.world().battlefield.iter().filter(untapped).count()
    } else {
        0
    };
    let delved = if has(&Keyword::Delve) { game.zone(Zone::Graveyard(payer.player)).len() } else { 0 };
    u32::try_from(on_board + delved).ok()
}

/// What one mana ability could make.
struct Made<'a> {
    game: &'a Game,
    payer: Payer<'a>,
    brought: Changes,
    /// Whether effects change costs.
    cheaper: bool,
    object: &'a Object,
    instance: &'a AbilityInstance,
    ability: &'a ActivatedAbility,
}

impl Made<'_> {
    /// The most mana, and its types if they are bounded; none if nothing bounds the amount.
    fn most(&self) -> Option<(u32, Option<Vec<ManaType>>)> {
        let mut kinds = Some(Vec::new());
        let mut once: u32 = 0;
        for (_, instructions) in self.ability.body.texts() {
            once = once.saturating_add(self.added(instructions, &mut kinds)?);
        }
        // Mana that only changes its type is no more mana.
        let spent = self.ability.cost.iter().map(|part| match part {
            Cost::Mana(mana) => mana.mana_value(0),
            _ => 0,
        });
        let is_cheaper = self.cheaper || !self.ability.prices.is_empty();
        let gained = once.saturating_sub(if is_cheaper { 0 } else { spent.fold(0, u32::saturating_add) });
        if gained == 0 {
            return Some((0, kinds));
        }
        Some((gained.saturating_mul(self.times()?), kinds))
    }

    /// The mana that instructions add.
    fn added(&self, instructions: &[Instruction], kinds: &mut Option<Vec<ManaType>>) -> Option<u32> {
        let mut sum: u32 = 0;
        for instruction in instructions {
            let more = match instruction {
                Instruction::AddMana(verb::AddMana { mana, .. }) => self.of_output(mana, kinds)?,
                Instruction::May(_) | Instruction::Either(_) | Instruction::If(_) | Instruction::MayPay(_) => {
                    let mut more: u32 = 0;
                    for list in instruction.lists() {
                        more = more.saturating_add(self.added(list, kinds)?);
                    }
                    more
                }
                other if other.lists().is_empty() => 0,
                _ => return None,
            };
            sum = sum.saturating_add(more);
        }
        Some(sum)
    }

    fn of_output(&self, output: &ManaOutput, kinds: &mut Option<Vec<ManaType>>) -> Option<u32> {
        let mut of = |these: &[ManaType]| kinds.iter_mut().for_each(|all| all.extend(these));
        match output {
            ManaOutput::Units(units) => {
                of(units);
                u32::try_from(units.len()).ok()
            }
            ManaOutput::OneOf(of_these, count) | ManaOutput::Combination(of_these, count) => {
                of(of_these);
                self.number(count)
            }
            ManaOutput::Chosen(count)
            | ManaOutput::CommanderIdentity(count)
            | ManaOutput::Noted(_, count)
            | ManaOutput::CouldProduce { count, .. } => {
                *kinds = None;
                self.number(count)
            }
            ManaOutput::ColorAmong { count, each, .. } => {
                *kinds = None;
                Some(self.number(count)?.saturating_mul(if *each { 5 } else { 1 }))
            }
            ManaOutput::Symbols(symbols) => {
                *kinds = None;
                let number = |symbol: &ManaSymbol| match symbol {
                    ManaSymbol::Generic(n) => Some(*n),
                    ManaSymbol::TwoOr(_) => Some(2),
                    ManaSymbol::X => None,
                    _ => Some(1),
                };
                symbols.0.iter().map(number).try_fold(0, |all: u32, one| Some(all.saturating_add(one?)))
            }
            ManaOutput::Produced(_) | ManaOutput::AsMuchAgain | ManaOutput::SymbolsOf(_) => None,
        }
    }

    /// A number, if nothing changes it in the course of the payment.
    fn number(&self, number: &Quantity) -> Option<u32> {
        if let Quantity::Fixed(n) = number {
            return Some(u32::try_from(*n).unwrap_or(0));
        }
        let changing = Reads::STATUS | Reads::PAST | Reads::HISTORY | Reads::ANNOUNCED;
        if !matches!(number, Quantity::Count(_))
            || !self.brought.are_only(Changes::MERE_TAPPING)
            || number.reads().meets(changing)
        {
            return None;
        }
        let scope = Scope { origin: Some(&self.instance.origin), ..Scope::of(self.object.id, self.payer.player) };
        Some(u32::try_from(quantity(self.game, &scope, number)).unwrap_or(0))
    }

    /// How often its cost could be paid; none if nothing bounds it.
    fn times(&self) -> Option<u32> {
        let payer = Payer::activating(self.payer.player, self.object.id, &self.instance.origin);
        self.ability.cost.iter().filter_map(|part| self.times_of(payer, part)).min()
    }

    fn times_of(&self, payer: Payer<'_>, part: &Cost) -> Option<u32> {
        let (game, object) = (self.game, self.object);
        let player = game.player(payer.player)?;
        // What could come by the payment is not counted.
        let needed = match part {
            // What goes as it is paid itself brings nothing.
            Cost::Sacrifice(..) | Cost::PutCountersOn(..) => Changes::BATTLEFIELD | Changes::LOOKS,
            Cost::Life(_) => Changes::LIFE,
            part => helpful(game, payer, part),
        };
        if self.brought.meet(needed) {
            return None;
        }
        let per = |there: u32, each: u32| there.checked_div(each);
        match part {
            Cost::Tap => Some(u32::from(!object.is_permanent() || !object.status.tapped)),
            Cost::Untap | Cost::SacrificeThis | Cost::ExileThis | Cost::DiscardThis | Cost::ReturnThis => Some(1),
            Cost::Life(each) => per(u32::try_from(player.life).unwrap_or(0), *each),
            Cost::PlayerCounters(kind, each) => per(player.counters_of(kind), *each),
            Cost::RemoveCounters(kind, each) => per(object.counters_of(kind), *each),
            Cost::ExileTop(each) | Cost::Mill(each) => {
                per(u32::try_from(game.zone(Zone::Library(payer.player)).len()).ok()?, *each)
            }
            Cost::Sacrifice(..) | Cost::Discard(..) | Cost::Exile { .. } | Cost::TapOthers(..) | Cost::Return(..) => {
                let (options, each) = pay_with(game, payer.player, object.id, part)?;
                per(u32::try_from(options.len()).ok()?, each)
            }
            _ => None,
        }
    }
}
