//! The draft itself, and card pools.

use super::*;
use crate::card::pool::Pool;
use crate::deck::Deck;

impl Draftable for String {
    fn card(&self) -> Option<&Card> {
        None
    }
}

/// Packs of so many cards, named by round, seat and place.
fn packs(seats: usize, size: usize) -> Vec<Vec<Vec<String>>> {
    let pack = |round: usize, seat: usize| (0..size).map(|card| format!("{round}-{seat}-{card}")).collect();
    (0..ROUNDS).map(|round| (0..seats).map(|seat| pack(round, seat)).collect()).collect()
}

/// Everybody drafts the first cards of the pack.
fn turn(draft: &mut Draft<String>) {
    for seat in 0..draft.seats.len() {
        let places: Vec<usize> = (0..draft.wanted(seat)).collect();
        if !places.is_empty() {
            draft.pick(seat, &places).unwrap();
        }
    }
}

/// CR 905.1a, 905.1b: packs go to the left, in the second round to the right, until all cards
/// are drafted.
#[test]
fn packs_go_around_the_table() {
    let mut draft = Draft::begin(DraftKind::Conspiracy, packs(4, 3), 0).unwrap();
    for _ in 0..9 {
        assert!(!draft.is_over());
        turn(&mut draft);
    }
    assert!(draft.is_over());
    let first: [&str; 9] = ["0-0-0", "0-3-1", "0-2-2", "1-0-0", "1-1-1", "1-2-2", "2-0-0", "2-3-1", "2-2-2"];
    assert_eq!(draft.pools()[0], first);
    assert!(draft.pools().iter().all(|pool| pool.len() == 9));
    assert_eq!(draft.pick(0, &[0]), Err(DraftError::NotNow(0)));
}

/// CR 903.13b, 903.13c: two cards at a time; the last pick of an odd pack is one.
#[test]
fn two_cards_are_drafted_for_commanders() {
    let mut draft = Draft::begin(DraftKind::Commander, packs(3, 5), 0).unwrap();
    assert_eq!(draft.pick(0, &[4]), Err(DraftError::Cards { seat: 0, wanted: 2, cards: 5 }));
    assert_eq!(draft.pick(0, &[4, 4]), Err(DraftError::Cards { seat: 0, wanted: 2, cards: 5 }));
    assert_eq!(draft.pick(0, &[1, 5]), Err(DraftError::Cards { seat: 0, wanted: 2, cards: 5 }));
    for _ in 0..3 {
        turn(&mut draft);
    }
    assert_eq!(draft.pools()[0], ["0-0-0", "0-0-1", "0-2-2", "0-2-3", "0-1-4"]);
    assert_eq!(draft.seen_by(0).map(|view| view.round), Some(1));
}

/// CR 905.1c, 903.13d: only the pack at hand and the own cards; nothing once the pack waits to
/// be passed.
#[test]
fn players_look_at_their_own_cards_only() {
    let mut draft = Draft::begin(DraftKind::Conspiracy, packs(3, 3), 0).unwrap();
    draft.pick(1, &[2]).unwrap();
    let view = draft.seen_by(1).unwrap();
    assert_eq!((view.pack, view.drafted), (None, vec![&"0-1-2".to_owned()]));
    assert_eq!(view.piles, [0, 1, 0]);
    let other = draft.seen_by(0).unwrap();
    assert_eq!((other.pack.map(<[String]>::len), other.drafted.len()), (Some(3), 0));
    assert_eq!(draft.pick(1, &[0]), Err(DraftError::NotNow(1)));
    draft.pick(0, &[0]).unwrap();
    draft.pick(2, &[0]).unwrap();
    assert_eq!(draft.seen_by(2).and_then(|view| Some(view.pack?[0].clone())), Some("0-1-0".to_owned()));
    assert_eq!(draft.seen_by(3), None);
}

#[test]
fn each_round_has_a_pack_for_each_player() {
    let mut rounds = packs(3, 3);
    rounds[1].pop();
    assert_eq!(Draft::begin(DraftKind::Conspiracy, rounds, 0), Err(DraftError::Packs));
    assert_eq!(Draft::begin(DraftKind::Conspiracy, packs(1, 3), 0), Err(DraftError::Packs));
    assert_eq!(Draft::<String>::begin(DraftKind::Conspiracy, Vec::new(), 0), Err(DraftError::Packs));
}

/// CR 905.1d, 903.13e: a deck is built from the card pool and basic lands.
#[test]
fn decks_are_built_from_the_pool() {
    let read = |text: &str| Deck::read("list", text, &Pool::bundled().unwrap()).unwrap();
    let pool = read("3 Grizzly Bears\n1 Brago's Favor\n".replace("1 Brago", "SB: 1 Brago").as_str());
    assert_eq!(
        check_pool(&[&read("37 Forest\n2 Grizzly Bears\nSB: 1 Brago's Favor\nSB: 1 Grizzly Bears")], &pool),
        Ok(())
    );
    let wrong = check_pool(&[&read("3 Grizzly Bears\n1 Giant Spider\nSB: 1 Grizzly Bears")], &pool).unwrap_err();
    let told: Vec<String> = wrong.0.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "list:2:3: the card pool has 1 fewer of Giant Spider than the deck; remove 1 (CR 905.1d)",
            "list:3:7: the card pool has 1 fewer of Grizzly Bears than the deck; remove 1 (CR 905.1d)",
        ]
    );
}

/// CR 100.4b, 100.4c: what is in no deck of the pool's player or team is in the sideboard.
#[test]
fn the_rest_of_a_pool_is_the_sideboard() {
    let read = |text: &str| Deck::read("list", text, &Pool::bundled().unwrap()).unwrap();
    let pool = read("3 Grizzly Bears\n2 Giant Spider\n1 Forest");
    let (one, other) = (read("38 Forest\n2 Grizzly Bears"), read("39 Forest\n1 Giant Spider"));
    assert_eq!(sideboard_of_pool(&[&one], &pool), [("Giant Spider", 2), ("Grizzly Bears", 1)]);
    assert_eq!(sideboard_of_pool(&[&one, &other], &pool), [("Giant Spider", 1), ("Grizzly Bears", 1)]);
    assert_eq!(check_pool(&[&one, &other], &pool), Ok(()));
    let third = read("38 Forest\n2 Grizzly Bears");
    let wrong = check_pool(&[&one, &third], &pool).unwrap_err().to_string();
    assert!(wrong.contains("1 fewer of Grizzly Bears than the decks of the team; remove 1"), "{wrong}");
}
