//! Draws decks at random from a pool of cards, so that games use every card sooner or later.

use retrace_core::card::catalogue::{Catalogue, Front};
use retrace_core::card::pool::Pool;
use retrace_core::card::{Card, CardType, Color, Colors, Supertype};
use retrace_core::deck::dungeons;
use retrace_core::fact::{Canonical, Genesis, PlayerSetup};
use retrace_core::play::Dice;

/// Basic lands in a drawn deck, half of each of its two colors.
const LANDS: usize = 17;

/// Other cards in a drawn deck.
const OTHERS: usize = 23;

/// The basic land of each color (CR 305.6).
const BASICS: [(Color, &str); 5] = [
    (Color::White, "Plains"),
    (Color::Blue, "Island"),
    (Color::Black, "Swamp"),
    (Color::Red, "Mountain"),
    (Color::Green, "Forest"),
];

/// A genesis like the given one, but with a new deck for each player: two colors, 17 basic lands,
/// and 23 cards of no other color. The seed decides all of it.
pub(crate) fn with_drawn_decks(genesis: &Genesis, pool: &Pool, seed: u64) -> Genesis {
    let mut dice = Dice::new(seed);
    let mut cards: Vec<Canonical<Card>> = Vec::new();
    let mut place = |name: &str| -> Option<u32> {
        let index = match cards.iter().position(|card| card.name() == name) {
            Some(index) => index,
            None => {
                cards.push(Canonical::from(pool.get(name)?.clone()));
                cards.len() - 1
            }
        };
        u32::try_from(index).ok()
    };
    let among = pool.catalogue();
    let players = genesis.players.iter().map(|player| {
        let names = draw(&among, &mut dice);
        let deck = names.iter().filter_map(|name| place(name)).collect();
        let outside = dungeons(names.iter().filter_map(|name| pool.get(name)), pool);
        let sideboard = outside.iter().filter_map(|card| place(card.name())).collect();
        PlayerSetup { deck, sideboard, ..player.clone() }
    });
    let players = players.collect();
    Genesis { players, cards, ..genesis.clone() }
}

/// The names of the cards of a deck.
fn draw<'a>(among: &'a Catalogue, dice: &mut Dice) -> Vec<&'a str> {
    let first = dice.below(BASICS.len());
    let second = (first + 1 + dice.below(BASICS.len() - 1)) % BASICS.len();
    let colors = [BASICS[first], BASICS[second]];
    let own = colors.iter().fold(Colors::default(), |all, (color, _)| all.with(*color));
    let fits = |front: &Front| {
        let basic = front.types.has(CardType::Land) && front.supertypes.has(Supertype::Basic);
        // CR 309.2, 400.4b: these are no part of a deck.
        let apart = front.types.has(CardType::Dungeon) || front.types.stays_in_command_zone();
        !basic && !apart && front.colors.iter().all(|color| own.has(color))
    };
    // What is listed of a card tells this, so only the cards that were drawn are read.
    let fitting: Vec<&str> = among.fronts().filter(|(_, front)| fits(front)).map(|(name, _)| name).collect();
    let lands = (0..LANDS).map(|index| colors[index % colors.len()].1);
    let others = (0..OTHERS).filter_map(|_| fitting.get(dice.below(fitting.len().max(1))).copied());
    lands.chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::files::decks::{DeckText, NewGame};

    #[test]
    fn a_drawn_deck_has_forty_cards_of_two_colors() {
        let pool = Pool::bundled().unwrap();
        let genesis = NewGame::of(DeckText::bundled(), 1).genesis().unwrap();
        let (one, two) = (with_drawn_decks(&genesis, &pool, 1), with_drawn_decks(&genesis, &pool, 2));
        assert_ne!(one, two);
        assert_eq!(one, with_drawn_decks(&genesis, &pool, 1));
        for player in one.players.iter().chain(&two.players) {
            assert_eq!(player.deck.len(), LANDS + OTHERS);
        }
        for player in &one.players {
            let faces = player.deck.iter().map(|index| one.cards[*index as usize].front());
            let colors = faces.fold(Colors::default(), |all, face| all.union(face.colors()));
            assert!(colors.count() <= 2, "{colors:?}");
        }
    }
}
