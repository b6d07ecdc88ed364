//! Games for testing the laws: random decks and boards of the bundled cards.

use retrace_core::card::pool::Pool;
use retrace_core::card::{CardType, TurnStep, ZoneKind};
use retrace_core::fact::{Canonical, Genesis, Placed, PlayerId, PlayerSetup, SetUp};
use retrace_core::play::Dice;

/// Returns the bundled cards that can be in a deck, playable ones first.
pub(crate) fn cards() -> Vec<Canonical<retrace_core::card::Card>> {
    let pool = Pool::bundled().unwrap();
    let cards = pool.names().map(|name| Canonical::from(std::sync::Arc::clone(pool.get(name).unwrap())));
    cards.filter(|card| !card.front().types.stays_in_command_zone()).collect()
}

/// Returns a game of two random decks, starting with opening hands.
pub(crate) fn from_decks(seed: u64) -> Genesis {
    let mut dice = Dice::new(seed);
    let cards = cards();
    let basics: Vec<u32> = (0..cards.len() as u32).filter(|i| is_land(&cards, *i)).collect();
    let spells: Vec<u32> = (0..cards.len() as u32).filter(|i| !is_land(&cards, *i)).collect();
    let players = (0..2)
        .map(|seat| {
            let lands = (0..14).map(|_| basics[dice.below(basics.len())]).collect::<Vec<_>>();
            let others = (0..16).map(|_| spells[dice.below(spells.len())]);
            let deck = lands.into_iter().chain(others).collect();
            PlayerSetup { name: format!("Player {seat}"), deck, ..PlayerSetup::default() }
        })
        .collect();
    Genesis { seed, players, starting_player: PlayerId(dice.below(2) as u8), cards, ..Genesis::default() }
}

/// Returns a game from a random board with lands, permanents and full hands, so that much happens
/// in few turns.
pub(crate) fn from_board(seed: u64) -> Genesis {
    let mut dice = Dice::new(seed ^ 0x5eed);
    let mut genesis = from_decks(seed);
    let cards = genesis.cards.clone();
    let permanents: Vec<u32> = (0..cards.len() as u32)
        .filter(|i| cards[*i as usize].front().types.is_permanent() && !is_land(&cards, *i))
        .collect();
    let basics: Vec<u32> = (0..cards.len() as u32).filter(|i| is_land(&cards, *i)).collect();
    let mut objects = Vec::new();
    for seat in 0..2 {
        let player = PlayerId(seat);
        for basic in &basics {
            objects.push(Placed::plain(*basic, player, ZoneKind::Battlefield));
        }
        for _ in 0..4 {
            let mut placed = Placed::plain(permanents[dice.below(permanents.len())], player, ZoneKind::Battlefield);
            placed.sick = dice.coin();
            objects.push(placed);
        }
        for _ in 0..4 {
            let any = dice.below(cards.len()) as u32;
            objects.push(Placed::plain(any, player, ZoneKind::Hand));
        }
    }
    genesis.set_up = Some(SetUp { turn: 3, step: TurnStep::PrecombatMain, day_night: None, objects });
    genesis
}

/// Returns a game with whole decks in which players control each other's turns.
pub(crate) fn of_controlled_players(seed: u64) -> Genesis {
    const REINS: &str = r#"Card(name: "Reins", types: [Instant], cost: "{0}", abilities: [
        Spell(body: (targets: [(what: Player(Each))], instructions: [ControlNextTurn(whom: Target(0))])),
    ])"#;
    let pool = Pool::bundled().unwrap();
    let mut cards = vec![Canonical::new(retrace_core::card::file::read_card("reins", REINS).unwrap())];
    let names = ["Swamp", "Diabolic Tutor", "Thorn of the Black Rose", "Grizzly Bears", "Duress", "Forest"];
    cards.extend(names.map(|name| Canonical::from(std::sync::Arc::clone(pool.get(name).unwrap()))));
    let mut dice = Dice::new(seed);
    let mut deck = || (0..40).map(|_| [0, 0, 1, 1, 1, 2, 3, 4, 5, 6][dice.below(10)]).collect();
    let player = |name: &str, deck| PlayerSetup { name: name.to_owned(), deck, ..PlayerSetup::default() };
    let players = vec![player("Ann", deck()), player("Bob", deck())];
    let starting_player = PlayerId(0);
    Genesis { seed, players, starting_player, cards, ..Genesis::default() }
}

fn is_land(cards: &[Canonical<retrace_core::card::Card>], index: u32) -> bool {
    cards[index as usize].front().types.has(CardType::Land)
}

/// Returns a board so small that every answer can be tried: one or two creatures, a land and a card
/// in hand for each player.
pub(crate) fn small_board(seed: u64) -> Genesis {
    let mut dice = Dice::new(seed ^ 0x51);
    let mut genesis = from_decks(seed);
    let cards = genesis.cards.clone();
    let with = |kind: CardType| -> Vec<u32> {
        (0..cards.len() as u32).filter(|i| cards[*i as usize].front().types.has(kind)).collect()
    };
    let (creatures, lands) = (with(CardType::Creature), with(CardType::Land));
    let mut objects = Vec::new();
    for seat in 0..2 {
        let player = PlayerId(seat);
        for _ in 0..2 {
            objects.push(Placed::plain(creatures[dice.below(creatures.len())], player, ZoneKind::Battlefield));
            objects.push(Placed::plain(lands[dice.below(lands.len())], player, ZoneKind::Battlefield));
        }
        objects.push(Placed::plain(dice.below(cards.len()) as u32, player, ZoneKind::Hand));
    }
    genesis.set_up = Some(SetUp { turn: 2, step: TurnStep::BeginningOfCombat, day_night: None, objects });
    genesis
}
