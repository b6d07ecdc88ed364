//! How many players a variant has (CR 100.1, 800.1, 806.1).

use crate::fact::genesis::{FREE_FOR_ALL, MOST_PLAYERS, TWO_PLAYER};
use crate::fact::{Genesis, PlayerSetup, Variant};
use crate::rules::{GenesisError, start};

fn seated(variant: &str, players: usize) -> Result<(), GenesisError> {
    let variant = Variant { name: variant.to_owned(), ..Variant::default() };
    let players = (0..players).map(|seat| PlayerSetup { name: seat.to_string(), ..PlayerSetup::default() }).collect();
    start(&Genesis { variant, players, ..Genesis::default() }).map(|_| ())
}

#[test]
fn each_variant_has_its_number_of_players() {
    assert_eq!(seated(TWO_PLAYER, 2), Ok(()));
    for players in [3, 4, MOST_PLAYERS] {
        assert_eq!(seated(FREE_FOR_ALL, players), Ok(()));
        assert_eq!(Variant::of_players(players).name, FREE_FOR_ALL);
    }
    let refused = |variant: &str, players: usize| seated(variant, players).unwrap_err().to_string();
    assert_eq!(refused(TWO_PLAYER, 1), "a `two-player` game has 2 players, not 1; add a player");
    let more = refused(TWO_PLAYER, 3);
    assert!(more.ends_with("a game of more players is of the variant `free-for-all`"), "{more}");
    let two = refused(FREE_FOR_ALL, 2);
    assert!(two.ends_with("a game of two players is of the variant `two-player`"), "{two}");
    assert!(refused(FREE_FOR_ALL, MOST_PLAYERS + 1).contains("has 3 to 16 players, not 17"));
    assert!(refused("emperor", 6).contains("there are `two-player` and `free-for-all` here"));
}

#[test]
fn an_option_that_the_variant_does_not_have_is_refused() {
    let mut genesis = Genesis { players: vec![PlayerSetup::default(); 3], ..Genesis::default() };
    genesis.variant = Variant::of_players(3);
    genesis.variant.options.insert("range".to_owned(), "2".to_owned());
    let why = start(&genesis).unwrap_err().to_string();
    assert!(why.starts_with("a `free-for-all` game has no options, and this one has `range`"), "{why}");
}
