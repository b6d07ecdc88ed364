//! Choosing among ways to pay where the player does not say: one that leaves what the player may
//! want next. This is no rule, and the payment is in the input.
//!
//! Two ways are compared: the usual one, and one that uses last what the other cards in hand and
//! the purpose of the payment need. The second is taken only if it spares something: the permanent
//! whose ability is being activated stays untapped, or more cards in hand can still be paid for.

use smallvec::SmallVec;

use crate::card::{Color, ManaCost, ManaSymbol, ManaType};
use crate::fact::{ObjectId, PlayerId, Zone};
use crate::state::Game;

use super::{Look, Made, Plan, Purpose, Supply, solve_from};

/// The usual way to pay with the supplies for a purpose, or one that spares more.
pub(super) fn plan(
    game: &Game,
    player: PlayerId,
    cost: &ManaCost,
    (there, purpose): (&[Supply], &Purpose),
    usual: Plan,
) -> Plan {
    let wanted = in_hand(game, player, purpose);
    if usual.activate.is_empty() || (wanted.is_empty() && purpose.source.is_none()) {
        return usual;
    }
    let scarce = ManaType::ALL.map(|kind| scarcity(there, &wanted, kind));
    let key = |(index, supply): (usize, &Supply)| {
        let own = purpose.source.is_some_and(|source| uses(supply, source));
        (!supply.is_there(), own, need(&scarce, supply), supply.ways.len(), index)
    };
    let mut order: SmallVec<[_; 16]> = there.iter().enumerate().map(key).collect();
    order.sort_unstable();
    let sorted: SmallVec<[&Supply; 16]> = order.into_iter().map(|(.., index)| &there[index]).collect();
    let Some(other) = solve_from(game, player, cost, &sorted, true).filter(|other| *other != usual) else {
        return usual;
    };
    let loss = |plan: &Plan| {
        let own =
            purpose.source.is_some_and(|source| plan.activate.iter().any(|(act, _)| act.object() == Some(source)));
        if wanted.is_empty() {
            return (own, 0);
        }
        let left: SmallVec<[&Supply; 16]> = there.iter().filter(|supply| !is_spent(plan, supply)).collect();
        let payable = |cost: &&ManaCost| solve_from(game, player, cost, &left, true).is_some();
        (own, wanted.len() - wanted.iter().filter(payable).count())
    };
    if loss(&other) < loss(&usual) { other } else { usual }
}

/// The mana costs of the other cards in the player's hand.
fn in_hand(game: &Game, player: PlayerId, purpose: &Purpose) -> Vec<ManaCost> {
    let hand = game.zone(Zone::Hand(player)).iter().filter(|id| purpose.spell != Some(**id));
    hand.filter_map(|id| game.characteristics(*id)?.cost.clone()).filter(|cost| !cost.0.is_empty()).collect()
}

/// How scarce a type of mana is for the cards in hand.
fn scarcity(there: &[Supply], wanted: &[ManaCost], kind: ManaType) -> usize {
    let symbols = |cost: &ManaCost| cost.0.iter().filter(|symbol| asks_for(**symbol, kind)).count();
    match wanted.iter().map(symbols).max().unwrap_or(0) {
        0 => 0,
        most => 1000 * most / there.iter().filter(|other| makes(other, kind)).count().max(1),
    }
}

/// How scarce a supply's mana is, with the scarcity of each type.
fn need(scarce: &[usize; ManaType::ALL.len()], supply: &Supply) -> usize {
    ManaType::ALL.into_iter().zip(scarce).filter(|(kind, _)| makes(supply, *kind)).map(|(_, scarce)| scarce).sum()
}

fn asks_for(symbol: ManaSymbol, kind: ManaType) -> bool {
    let is = |color: Color| ManaType::from(color) == kind;
    match symbol {
        ManaSymbol::Mana(it) => it == kind,
        ManaSymbol::Hybrid(a, b) => is(a) || is(b),
        ManaSymbol::TwoOr(it) | ManaSymbol::Phyrexian(it) => is(it),
        ManaSymbol::Generic(_) | ManaSymbol::Snow | ManaSymbol::X => false,
    }
}

fn makes(supply: &Supply, kind: ManaType) -> bool {
    supply.ways.iter().any(|(way, _)| *way == kind)
}

fn uses(supply: &Supply, object: ObjectId) -> bool {
    supply.ways.iter().any(|(_, made)| made.object() == Some(object))
}

/// Whether a plan uses up a supply.
fn is_spent(plan: &Plan, supply: &Supply) -> bool {
    supply.ways.iter().any(|(_, made)| match made {
        Made::Pool(id) => plan.spend.contains(id),
        Made::Source(act) => plan.activate.iter().any(|(other, _)| other.object() == act.object()),
        Made::Help(object) => plan.help.iter().any(|(other, _)| other == object),
    })
}
