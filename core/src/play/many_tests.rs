//! Random games of several players, who concede now and then.

use crate::card::pool::Pool;
use crate::fact::{Canonical, Event, Genesis, PlayerId, PlayerSetup, Variant};
use crate::rules::{asked, start};
use crate::state::{Game, evolve};

use super::*;

/// A game with decks of random cards.
fn genesis(pool: &Pool, players: usize, seed: u64) -> Genesis {
    let mut dice = Dice::new(seed);
    let names: Vec<&str> = pool.names().collect();
    let basics = ["Plains", "Island", "Swamp", "Mountain", "Forest"];
    let mut cards: Vec<Canonical<crate::card::Card>> = Vec::new();
    let mut setups = Vec::new();
    for seat in 0..players {
        let mut deck: Vec<u32> = Vec::new();
        let colors = [dice.below(5), dice.below(5)];
        let lands = (0..20).map(|land| basics[colors[land % 2]]);
        let others: Vec<&str> = (0..30).map(|_| names[dice.below(names.len())]).collect();
        for name in lands.chain(others) {
            let card = Canonical::from(pool.get(name).unwrap().clone());
            if card.front().for_ante {
                continue;
            }
            let place = cards.iter().position(|it| it.name() == name).unwrap_or_else(|| {
                cards.push(card);
                cards.len() - 1
            });
            deck.push(u32::try_from(place).unwrap());
        }
        setups.push(PlayerSetup { name: format!("P{seat}"), deck, ..PlayerSetup::default() });
    }
    let catalogue = crate::card::catalogue::CatalogueRef::of(pool.catalogue());
    let starting_player = PlayerId(u8::try_from(dice.below(players)).unwrap());
    let variant = Variant::of_players(players);
    Genesis { seed, variant, players: setups, starting_player, cards, catalogue, ..Genesis::default() }
}

/// Nothing of a player who has left a game that goes on is there any more, and nobody who has left
/// is asked.
fn nothing_is_left_behind(game: &Game) {
    let left = |id: PlayerId| game.player(id).is_some_and(|player| player.left);
    for (id, object) in &game.world().objects {
        let ante = object.zone == crate::fact::Zone::Ante;
        assert!(!left(object.owner) || ante, "{id:?} of a player who has left: {object:?}");
        let controlled = crate::derive::Look::controller(game, *id).filter(|_| object.is_permanent());
        assert!(!controlled.is_some_and(left), "{id:?} is controlled by a player who has left");
    }
    for choice in asked(game) {
        assert!(!left(choice.answered_by), "a player who has left is asked: {choice:?}");
    }
}

#[test]
fn players_leave_at_any_moment() {
    let pool = Pool::bundled().unwrap();
    let (mut finished, mut went_on, mut inputs) = (0, 0, 0);
    for seed in 0..36 {
        let players = 3 + usize::try_from(seed).unwrap() % 5;
        let genesis = genesis(&pool, players, seed);
        let mut dice = Dice::new(!seed);
        let policy = |game: &Game, choice: &Choice| decide_or_concede(game, choice, &mut dice);
        let (mut folded, _) = start(&genesis).unwrap();
        let shown = |played: Played<'_>| {
            let steps = if played.said.is_some() { played.steps } else { &[] };
            steps.iter().for_each(|step| evolve(&mut folded, step));
            assert_eq!(folded.world(), played.after.world(), "seed {seed}: folding gives another game");
            if played.after.world().result.is_none() {
                nothing_is_left_behind(played.after);
            }
            let leaves = |entry: &&std::sync::Arc<crate::fact::Entry>| matches!(entry.event, Event::ObjectsLeft { .. });
            went_on += played.steps.iter().flat_map(|step| &step.entries).filter(leaves).count();
            inputs += 1;
        };
        let bounds = Bounds { inputs: 2500, events: 60_000, objects: 1500 };
        let (game, left) = game(&genesis, bounds, policy, shown).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        assert!(left.is_some() || game.world().result.is_some());
        finished += usize::from(left.is_none());
    }
    assert!(finished > 20 && went_on > 60 && inputs > 5000, "{finished} {went_on} {inputs}");
}
