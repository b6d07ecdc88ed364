//! Companions (CR 103.2b, 116.2g, 702.139): whether a deck meets a companion's condition, and the
//! special action with it.

use crate::card::verb;
use crate::card::{
    Ability, CardType, Cost, DeckCondition, Filter, Instruction, Keyword, ManaCost, ManaSymbol, Objects, Place, Timing,
    ZoneKind,
};
use crate::fact::{Applied, ObjectId, PlayerId, Zone};
use crate::state::Game;

use super::casting::allows;
use crate::derive::filter::{matches, same_name};
use crate::derive::look::Look;
use crate::derive::look::scope::Scope;
use crate::derive::pay::demand::Special;
use crate::derive::pay::window::{Payer, could_pay};

/// A card's companion ability, if any: its identity, and its deck conditions.
fn ability_of(game: &Game, card: ObjectId) -> Option<(Applied, &[DeckCondition])> {
    game.characteristics(card)?.abilities.iter().find_map(|instance| match &*instance.ability {
        Ability::Keyword(Keyword::Companion(asks)) => {
            let by = Applied::Ability { object: card, origin: instance.origin.clone() };
            Some((by, asks.as_slice()))
        }
        _ => None,
    })
}

/// The cards outside the game that a player could reveal as their companion. The deck is still
/// their library (CR 103.2b, 702.139b).
pub(crate) fn revealable(game: &Game, player: PlayerId) -> Vec<ObjectId> {
    let fulfilled = |card: &ObjectId| {
        let asks = ability_of(game, *card).map(|(_, asks)| asks);
        asks.is_some_and(|asks| asks.iter().all(|asked| is_fulfilled(game, player, *card, asked)))
    };
    game.zone(Zone::Outside(player)).iter().copied().filter(fulfilled).collect()
}

fn is_fulfilled(game: &Game, player: PlayerId, companion: ObjectId, asked: &DeckCondition) -> bool {
    let scope = Scope::of(companion, player);
    let deck = game.zone(Zone::Library(player));
    let fitting = |filter: &Filter| -> Vec<ObjectId> {
        deck.iter().copied().filter(|card| matches(game, &scope, filter, *card)).collect()
    };
    match asked {
        DeckCondition::Each { what, is } => fitting(what).iter().all(|card| matches(game, &scope, is, *card)),
        DeckCondition::DifferentNames(what) => {
            let cards = fitting(what);
            let other = |index: usize, card: &ObjectId| cards[..index].iter().any(|it| same_name(game, *it, *card));
            !cards.iter().enumerate().any(|(index, card)| other(index, card))
        }
        DeckCondition::SharedCardType(what) => {
            let cards = fitting(what);
            CardType::ALL.iter().any(|kind| cards.iter().all(|card| game.has_type(*card, *kind)))
        }
        DeckCondition::NoSymbolTwice => deck.iter().all(|card| {
            let cost = game.characteristics(*card).and_then(|it| it.cost.as_ref());
            cost.is_none_or(|cost| !has_symbol_twice(cost))
        }),
    }
}

/// Whether a mana cost has some symbol more than once; a number is one symbol.
fn has_symbol_twice(cost: &ManaCost) -> bool {
    let symbols: &[ManaSymbol] = &cost.0;
    symbols.iter().enumerate().any(|(index, symbol)| symbols[..index].contains(symbol))
}

/// The special action for a companion that is still outside the game: pay {3} to put it into hand,
/// with priority and an empty stack during a main phase of the player's turn (CR 116.2g).
pub(crate) fn special_action(game: &Game, player: PlayerId) -> Option<Special> {
    let card = game.player(player)?.companion?;
    if game.zone_of(card) != Some(Zone::Outside(player)) {
        return None;
    }
    let (by, _) = ability_of(game, card)?;
    let cost = vec![Cost::Mana(ManaCost(vec![ManaSymbol::Generic(3)]))];
    if !allows(game, player, Timing::Sorcery) || could_pay(game, Payer::new(player, card), &cost).is_err() {
        return None;
    }
    let put = verb::Put { what: Objects::This, into: ZoneKind::Hand, place: Place::Top, random: false };
    Some(Special { source: card, by, cost, then: vec![Instruction::Put(put)], x_limits: Vec::new() })
}
