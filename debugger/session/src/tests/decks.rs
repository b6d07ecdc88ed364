//! New games from deck lists.

use retrace_core::deck::Format;
use retrace_core::fact::PlayerId;

use crate::files::decks::{DeckText, NewGame};

fn text(name: &str, text: &str) -> DeckText {
    DeckText { name: name.to_owned(), text: text.to_owned() }
}

fn two() -> NewGame {
    let bears = text("decks/bears.txt", "10 Grizzly Bears\n10 Forest\n");
    NewGame::of(vec![bears, text("decks/bolts.txt", "10 Lightning Bolt\n10 Mountain\n")], 1)
}

#[test]
fn a_game_of_two_decks_begins_with_a_mulligan_decision() {
    let session = two().begin().unwrap();
    assert_eq!(session.title(), "bears against bolts");
    let names: Vec<_> = session.game().players().map(|player| player.name.clone()).collect();
    assert_eq!(names, ["Player 1", "Player 2"]);
    assert!(session.game().players().all(|player| player.hand.len() == 7 && player.library.len() == 13));
    assert_eq!(session.choice().unwrap().prompt, retrace_core::fact::Prompt::Mulligan);
}

#[test]
fn the_seed_and_the_one_who_starts_are_the_same_again() {
    let tip = |game: &NewGame| game.begin().unwrap().current().tip();
    assert_eq!(tip(&two()), tip(&two()));
    assert_ne!(tip(&two()), tip(&NewGame { seed: 2, ..two() }));
    for seat in 0..2 {
        let genesis = NewGame { starting: Some(seat), ..two() }.genesis().unwrap();
        assert_eq!(genesis.starting_player, PlayerId(seat as u8));
    }
    let starts: std::collections::BTreeSet<_> =
        (0..20).map(|seed| NewGame { seed, ..two() }.genesis().unwrap().starting_player).collect();
    assert_eq!(starts.len(), 2, "the seed decides who starts");
}

#[test]
fn everything_wrong_with_both_decks_is_told() {
    let wrong = NewGame::of(vec![text("a.txt", "4 Nope\n"), text("b.txt", "Forest\n")], 1);
    let told = wrong.begin().unwrap_err().to_string();
    assert!(told.contains("a.txt:1:3: ") && told.contains("b.txt:1:1: "), "{told}");
    let illegal = NewGame { format: Format::Constructed, ..two() }.begin().unwrap_err().to_string();
    assert_eq!(illegal.matches("100.2a").count(), 4, "{illegal}");
    let names = NewGame { names: vec!["Ann".to_owned(), "ann".to_owned()], ..two() };
    assert!(names.begin().unwrap_err().to_string().contains("`ann` cannot be a player's name"));
    let three = NewGame::of(vec![text("a", "9 Forest"), text("b", "9 Forest"), text("c", "9 Forest")], 1);
    assert_eq!(three.genesis().unwrap().variant.name, "free-for-all");
    let one = NewGame::of(vec![text("a", "9 Forest")], 1).begin().unwrap_err().to_string();
    assert!(one.contains("2 players") && one.contains("add a player"), "{one}");
}

#[test]
fn the_bundled_decks_are_forty_cards_each_and_limited_legal() {
    let game = NewGame { format: Format::Limited, ..NewGame::of(DeckText::bundled(), 1) };
    let genesis = game.genesis().unwrap();
    assert_eq!(genesis.players.iter().map(|player| player.deck.len()).collect::<Vec<_>>(), [40, 40]);
    assert_eq!(game.deck_names(), ["red-white", "black-green"]);
    let same = NewGame { names: Vec::new(), ..NewGame::of([DeckText::bundled(), DeckText::bundled()].concat(), 1) };
    assert_eq!(same.deck_names()[..3], ["red-white 1", "black-green 2", "red-white 3"]);
}
