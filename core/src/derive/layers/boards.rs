//! Boards for the tests of the layers, drawn from the pool.

use crate::card::pool::Pool;
use crate::card::{Ability, Card, StaticEffect, Subtype, TurnStep, ZoneKind};
use crate::fact::{Canonical, Genesis, Placed, PlayerId, PlayerSetup, SetUp};
use crate::play::Dice;

/// A board of permanents with static abilities that change characteristics, and ten others for
/// these to change; decks of anything.
pub(in crate::derive) fn board(seed: u64, modifying: usize) -> Genesis {
    let pool = Pool::bundled().unwrap();
    let all = pool.names().map(|name| Canonical::from(pool.get(name).unwrap().clone()));
    let all: Vec<_> = all.filter(|card| !card.front().types.stays_in_command_zone()).collect();
    let modifies = |ability: &Ability| match ability {
        Ability::Static(ability) => matches!(ability.effect, StaticEffect::Modify { .. }),
        _ => false,
    };
    let permanent =
        |card: &&Canonical<Card>| card.front().types.is_permanent() && !card.front().subtypes.contains(&Subtype::AURA);
    let (some, others): (Vec<_>, Vec<_>) =
        all.iter().filter(permanent).cloned().partition(|card| card.front().abilities.iter().any(modifies));
    let mut dice = Dice::new(seed);
    let mut cards: Vec<_> = (0..modifying).map(|_| some[dice.below(some.len())].clone()).collect();
    cards.extend((0..10).map(|_| others[dice.below(others.len())].clone()));
    let placed = |card: usize| Placed::plain(card as u32, PlayerId((card % 2) as u8), ZoneKind::Battlefield);
    let objects = (0..cards.len()).map(placed).collect();
    let basics = ["Plains", "Island", "Swamp", "Mountain", "Forest"];
    let basics = basics.into_iter().map(|name| Canonical::from(pool.get(name).unwrap().clone()));
    let in_decks = cards.len() as u32..;
    cards.extend(basics.cycle().take(15));
    cards.extend((0..25).map(|_| all[dice.below(all.len())].clone()));
    let deck: Vec<u32> = in_decks.take(40).collect();
    let player = |name: &str| PlayerSetup { name: name.to_owned(), deck: deck.clone(), ..PlayerSetup::default() };
    Genesis {
        seed,
        players: vec![player("A"), player("B")],
        starting_player: PlayerId(0),
        set_up: Some(SetUp { turn: 3, step: TurnStep::PrecombatMain, day_night: None, objects }),
        cards,
        ..Genesis::default()
    }
}
