//! Boards to exercise a card on.

use std::collections::BTreeMap;

use retrace_core::card::catalogue::CatalogueRef;
use retrace_core::card::pool::Pool;
use retrace_core::card::words::term::any;
use retrace_core::card::{Card, CounterKind, Keyword, TurnStep, ZoneKind};
use retrace_core::fact::{Canonical, Genesis, Placed, PlayerId, PlayerSetup, SetUp};

/// Of each basic land, how many each player has: with all of them, enough for any cost.
const LANDS: usize = 3;

const BASICS: [&str; 5] = ["Plains", "Island", "Swamp", "Mountain", "Forest"];

/// What each player has on the battlefield beside lands: creatures that fly and do not, of several
/// types and sizes, an artifact, an Equipment, an enchantment and a planeswalker.
const PERMANENTS: [&str; 9] = [
    "Grizzly Bears",
    "Serra Angel",
    "Goblin Piker",
    "Vampire Nighthawk",
    "Llanowar Elves",
    "Ornithopter",
    "Bonesplitter",
    "Propaganda",
    "Jace Beleren",
];

/// What else each player has in hand and in the graveyard, and at the top of the library: cards of
/// each type.
const OTHERS: [&str; 8] =
    ["Grizzly Bears", "Lightning Bolt", "Divination", "Memnite", "Pacifism", "Elite Vanguard", "Murder", "Forest"];

/// How much energy each player has.
const ENERGY: u32 = 6;

/// How much more loyalty than printed a planeswalker may have, enough for its last ability.
const MORE_LOYALTY: u32 = 10;

/// How many cards a library has.
const LIBRARY: usize = 40;

/// The cards beside the exercised one.
#[derive(Debug)]
pub(super) struct Beside {
    cards: BTreeMap<&'static str, Canonical<Card>>,
    catalogue: CatalogueRef,
}

impl Beside {
    /// The bundled ones of a pool.
    pub(super) fn of(pool: &Pool) -> Beside {
        let names = BASICS.iter().chain(&PERMANENTS).chain(&OTHERS);
        let cards = names.filter_map(|name| Some((*name, Canonical::from(pool.get(name)?.clone()))));
        Beside { cards: cards.collect(), catalogue: CatalogueRef::of(pool.catalogue()) }
    }

    /// Whether no card is missing.
    #[cfg(test)]
    pub(super) fn is_whole(&self) -> bool {
        BASICS.iter().chain(&PERMANENTS).chain(&OTHERS).all(|name| self.cards.contains_key(name))
    }

    /// A board for a card, which is the first of the genesis: two players in the first main phase
    /// of the one who has most of its copies. On two boards of four the opponent has nothing to
    /// block with, and a planeswalker has more loyalty.
    pub(super) fn board(&self, card: &Canonical<Card>, seed: u64, number: u64) -> Genesis {
        let easy = number % 4 >= 2;
        let mut cards = vec![card.clone()];
        let places: BTreeMap<&str, u32> = (1..).zip(&self.cards).map(|(place, (name, _))| (*name, place)).collect();
        cards.extend(self.cards.values().cloned());
        let all = |names: &[&str]| -> Vec<u32> { names.iter().filter_map(|name| places.get(name)).copied().collect() };
        let seats: Vec<PlayerId> = PlayerId::seats(2).collect();
        let library: Vec<u32> =
            std::iter::once(0).chain(all(&OTHERS).into_iter().chain(all(&BASICS)).cycle().take(LIBRARY - 1)).collect();
        let lands = all(&BASICS.repeat(LANDS));
        let mut objects = Vec::new();
        for owner in &seats {
            let tapped = easy && Some(owner) == seats.last();
            let place = |card: u32, zone: ZoneKind| Placed {
                tapped: tapped && zone == ZoneKind::Battlefield,
                ..Placed::plain(card, *owner, zone)
            };
            let (permanents, others) = (all(&PERMANENTS), all(&OTHERS));
            objects.extend(lands.iter().chain(&permanents).map(|card| place(*card, ZoneKind::Battlefield)));
            objects.extend(others.iter().map(|card| place(*card, ZoneKind::Graveyard)));
            objects.extend(others.iter().map(|card| place(*card, ZoneKind::Hand)));
            objects.push(place(0, ZoneKind::Hand));
            objects.push(place(0, ZoneKind::Graveyard));
        }
        if let Some(first) = seats.first() {
            objects.push(Placed::plain(0, *first, ZoneKind::Hand));
            if stands_alone(card) {
                let loyalty = card.front().loyalty.filter(|_| easy);
                let counters =
                    loyalty.map(|printed| (CounterKind::Loyalty, printed + MORE_LOYALTY)).into_iter().collect();
                objects.push(Placed { counters, ..Placed::plain(0, *first, ZoneKind::Battlefield) });
            }
        }
        let player = |name: &str| PlayerSetup {
            name: name.to_owned(),
            deck: library.clone(),
            counters: BTreeMap::from([(CounterKind::Energy, ENERGY)]),
            ..PlayerSetup::default()
        };
        Genesis {
            seed,
            players: ["Ann", "Bob"].map(player).into(),
            cards,
            catalogue: self.catalogue.clone(),
            set_up: Some(SetUp { turn: 1, step: TurnStep::PrecombatMain, day_night: None, objects }),
            ..Genesis::default()
        }
    }
}

/// Whether a card can be on the battlefield from the start: a permanent that is attached to nothing
/// (CR 303.4).
fn stands_alone(card: &Card) -> bool {
    card.front().types.is_permanent() && !any(card.front(), |keyword| matches!(keyword, Keyword::Enchant(_)))
}
