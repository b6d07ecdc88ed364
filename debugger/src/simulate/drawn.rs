//! Draws decks at random from a pool of cards, so that games use every card sooner or later.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use retrace_core::card::catalogue::{Catalogue, Front};
use retrace_core::card::pool::Pool;
use retrace_core::card::{Card, CardType, Color, Supertype};
use retrace_core::deck::{dungeons, ventures};
use retrace_core::fact::{Canonical, Casual, Genesis, PlayerId, PlayerSetup};
use retrace_core::play::Dice;
use retrace_core::rules::variant::{self, LEAST_PLANES, LEAST_SCHEMES, MOST_OF_A_SCHEME, MOST_PHENOMENA};

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

/// The conspiracies in a drawn sideboard, where the variant has some.
const CONSPIRACIES: usize = 4;

/// Tells the dice of what is beside the decks from those of the decks, which are the same with and
/// without it.
const BESIDE: u64 = 0x6265_7369_6465;

/// The cards to draw decks from. What follows from a card is worked out once for all games that
/// have it.
#[derive(Clone, Debug)]
pub struct Stock {
    pool: Pool,
    known: Arc<Mutex<BTreeMap<String, Stocked>>>,
}

/// A card that was drawn before.
#[derive(Clone, Debug)]
struct Stocked {
    card: Canonical<Card>,
    /// Whether it could bring a dungeon into the game (CR 309.2).
    ventures: bool,
}

impl From<Pool> for Stock {
    fn from(pool: Pool) -> Stock {
        Stock { pool, known: Arc::default() }
    }
}

impl Stock {
    fn card(&self, name: &str) -> Option<Stocked> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stocked) = known.get(name) {
            return Some(stocked.clone());
        }
        let card = Canonical::from(self.pool.get(name)?.clone());
        let stocked = Stocked { ventures: ventures(&card), card };
        known.insert(name.to_owned(), stocked.clone());
        Some(stocked)
    }

    /// A genesis like the given one, but with a new deck for each player: two colors, 17 basic
    /// lands, and 23 cards of no other color, and what its casual variants have beside the decks.
    /// The seed decides all of it.
    pub(crate) fn draw(&self, genesis: &Genesis, seed: u64) -> Genesis {
        let pool = &self.pool;
        let (mut dice, mut dice_beside) = (Dice::new(seed), Dice::new(seed ^ BESIDE));
        let mut cards: Vec<Canonical<Card>> = Vec::new();
        let mut place = |name: &str| -> Option<u32> {
            let index = match cards.iter().position(|card| card.name() == name) {
                Some(index) => index,
                None => {
                    cards.push(self.card(name)?.card);
                    cards.len() - 1
                }
            };
            u32::try_from(index).ok()
        };
        let mut place_all = |names: &[&str]| -> Vec<u32> { names.iter().filter_map(|name| place(name)).collect() };
        let among = pool.catalogue();
        let ids = PlayerId::seats(genesis.players.len());
        let players = genesis.players.iter().zip(ids).map(|(player, id)| {
            let colors = two_colors(&mut dice);
            let names = draw(pool, &among, colors, &mut dice);
            let ventures = names.iter().any(|name| self.card(name).is_some_and(|it| it.ventures));
            let dungeons = if ventures { dungeons(pool) } else { Vec::new() };
            let beside = Beside::draw(genesis, id, &among, colors, &mut dice_beside);
            let outside: Vec<&str> = dungeons.iter().map(|card| card.name()).chain(beside.conspiracies).collect();
            PlayerSetup {
                deck: place_all(&names),
                sideboard: place_all(&outside),
                commanders: place_all(&beside.commanders),
                supplement: place_all(&beside.supplement),
                ..player.clone()
            }
        });
        let players = players.collect();
        let mut drawn = Genesis { players, cards, ..genesis.clone() };
        // Vanguards modify what the players begin with (CR 902.4, 902.5).
        if drawn.variant.casual().any(|casual| casual == Casual::Vanguard) {
            variant::settle_totals(&mut drawn);
        }
        drawn
    }
}

/// A color, and the basic land of it.
type Basic = (Color, &'static str);

fn two_colors(dice: &mut Dice) -> [Basic; 2] {
    let first = dice.below(BASICS.len());
    let second = (first + 1 + dice.below(BASICS.len() - 1)) % BASICS.len();
    [BASICS[first], BASICS[second]]
}

/// Whether a card has no color beside these.
fn is_within(front: &Front, colors: [Basic; 2]) -> bool {
    front.colors.iter().all(|color| colors.iter().any(|(own, _)| *own == color))
}

/// The names of the cards of a deck. Neither card of a meld pair comes without the other.
fn draw<'a>(pool: &Pool, among: &'a Catalogue, colors: [Basic; 2], dice: &mut Dice) -> Vec<&'a str> {
    let fits = |front: &Front| {
        let basic = front.types.has(CardType::Land) && front.supertypes.has(Supertype::Basic);
        // CR 309.2, 400.4b: these are no part of a deck.
        let apart = front.types.has(CardType::Dungeon) || front.types.stays_in_command_zone();
        !basic && !apart && is_within(front, colors)
    };
    // What is listed of a card tells this, so only the cards that were drawn are read.
    let fitting: Vec<&str> = among.fronts().filter(|(_, front)| fits(front)).map(|(name, _)| name).collect();
    let lands = (0..LANDS).map(|index| colors[index % colors.len()].1);
    let others = (0..OTHERS).filter_map(|_| fitting.get(dice.below(fitting.len().max(1))).copied());
    let mut others: Vec<&str> = others.collect();
    for place in 0..others.len() {
        let Some(Card::Meld(card)) = pool.get(others[place]).map(|card| &**card) else { continue };
        let counterpart = fitting.iter().copied().find(|name| *name == card.with);
        let next = (place + 1) % others.len();
        if let Some(counterpart) = counterpart.filter(|name| !others.contains(name)) {
            others[next] = counterpart;
        }
    }
    lands.chain(others).collect()
}

/// What a player has beside the deck in the casual variants of a game.
#[derive(Debug, Default)]
struct Beside<'a> {
    /// Vanguards, planar decks and scheme decks.
    supplement: Vec<&'a str>,
    /// Conspiracies, for the sideboard.
    conspiracies: Vec<&'a str>,
    /// Commanders.
    commanders: Vec<&'a str>,
}

impl<'a> Beside<'a> {
    fn draw(
        genesis: &Genesis,
        player: PlayerId,
        among: &'a Catalogue,
        colors: [Basic; 2],
        dice: &mut Dice,
    ) -> Beside<'a> {
        let mut beside = Beside::default();
        for casual in genesis.variant.casual() {
            match casual {
                Casual::Planechase => {
                    let planes = mixed(among, dice, |front| front.types.has(CardType::Plane));
                    let phenomena = mixed(among, dice, |front| front.types.has(CardType::Phenomenon));
                    // Some phenomena always, so that games see them, too.
                    let planar = phenomena.into_iter().take(MOST_PHENOMENA).chain(planes);
                    beside.supplement.extend(planar.take(LEAST_PLANES));
                }
                Casual::Archenemy if genesis.variant.is_archenemy(player, &genesis.teams) => {
                    let schemes = mixed(among, dice, |front| front.types.has(CardType::Scheme));
                    let different = LEAST_SCHEMES / MOST_OF_A_SCHEME;
                    let twice = schemes.into_iter().take(different).flat_map(|name| [name; MOST_OF_A_SCHEME]);
                    beside.supplement.extend(twice);
                }
                Casual::Archenemy => {}
                Casual::Vanguard => {
                    let vanguards = mixed(among, dice, |front| front.types.has(CardType::Vanguard));
                    beside.supplement.extend(vanguards.first());
                }
                Casual::Conspiracy => {
                    let conspiracies = mixed(among, dice, |front| front.types.has(CardType::Conspiracy));
                    beside.conspiracies.extend(conspiracies.into_iter().take(CONSPIRACIES));
                }
                Casual::Commander | Casual::Brawl => {
                    let leads = |front: &Front| {
                        let legendary = front.supertypes.has(Supertype::Legendary);
                        legendary && front.types.has(CardType::Creature) && is_within(front, colors)
                    };
                    beside.commanders.extend(mixed(among, dice, leads).first());
                }
            }
        }
        beside
    }
}

/// The names of the cards that fit, in random order.
fn mixed<'a>(among: &'a Catalogue, dice: &mut Dice, fits: impl Fn(&Front) -> bool) -> Vec<&'a str> {
    let mut names: Vec<&str> = among.fronts().filter(|(_, front)| fits(front)).map(|(name, _)| name).collect();
    for place in (1..names.len()).rev() {
        names.swap(place, dice.below(place + 1));
    }
    names
}

#[cfg(test)]
mod tests {
    use retrace_core::card::Colors;
    use retrace_core::play::{self, Bounds};

    use super::*;
    use retrace_session::files::decks::{DeckText, NewGame, SeatingWords};

    #[test]
    fn a_drawn_deck_has_forty_cards_of_two_colors() {
        let stock = Stock::from(Pool::bundled().unwrap());
        let genesis = NewGame::of(DeckText::bundled(), 1).genesis().unwrap();
        let (one, two) = (stock.draw(&genesis, 1), stock.draw(&genesis, 2));
        assert_ne!(one, two);
        assert_eq!(one, stock.draw(&genesis, 1));
        for player in one.players.iter().chain(&two.players) {
            assert_eq!(player.deck.len(), LANDS + OTHERS);
        }
        for player in &one.players {
            let faces = player.deck.iter().map(|index| one.cards[*index as usize].front());
            let colors = faces.fold(Colors::default(), |all, face| all.union(face.colors()));
            assert!(colors.count() <= 2, "{colors:?}");
        }
    }

    #[test]
    fn what_a_variant_has_beside_the_decks_is_drawn_with_them() {
        let stock = Stock::from(Pool::bundled().unwrap());
        let drawn = |word: &str| {
            let decks = DeckText::bundled().into_iter().cycle().take(3).collect();
            let mut game = NewGame::of(decks, 1);
            game.seating = SeatingWords { variant: Some(word.to_owned()), ..SeatingWords::default() };
            let drawn = stock.draw(&game.genesis().unwrap(), 1);
            // Starting it checks what it has.
            let mut dice = Dice::new(1);
            let bounds = Bounds { inputs: 10, ..crate::simulate::MOST };
            let answer = |game: &_, choice: &_| play::decide_at_random(game, choice, &mut dice);
            assert!(play::game(&drawn, bounds, answer, |_| {}).is_ok(), "{word}");
            drawn
        };
        let plain = drawn("free-for-all");
        for word in ["planechase", "archenemy", "vanguard", "conspiracy", "commander", "brawl"] {
            let drawn = drawn(word);
            for (player, other) in drawn.players.iter().zip(&plain.players) {
                let names = |genesis: &Genesis, deck: &[u32]| -> Vec<String> {
                    deck.iter().map(|index| genesis.cards[*index as usize].name().to_owned()).collect()
                };
                assert_eq!(names(&drawn, &player.deck), names(&plain, &other.deck), "{word}");
            }
        }
        assert!(drawn("vanguard").players.iter().any(|player| player.life != 20));
    }
}
