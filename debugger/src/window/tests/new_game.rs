//! A new game from two deck lists, played against a random opponent to its end, rewound and forked.

use std::path::Path;

use retrace_core::fact::{Act, Choice, Domain, Item};
use retrace_core::rules::Pending;

use super::*;
use retrace_session::files::new_game::Table;

pub(super) fn write_decks(folder: &Path) -> [String; 2] {
    let decks = [
        ("red.txt", "17 Mountain\n12 Goblin Piker\n8 Raging Goblin\n6 Lightning Bolt\n"),
        ("green.txt", "17 Forest\n12 Grizzly Bears\n6 Llanowar Elves\n4 Giant Growth\n"),
    ];
    decks.map(|(name, list)| {
        std::fs::write(folder.join(name), list).unwrap();
        folder.join(name).display().to_string()
    })
}

pub(super) fn type_into(window: &mut Window, label: &str, text: &str) {
    window.get_by_role_and_label(Role::TextInput, label).focus();
    window.run();
    key(window, ctrl(), Key::A);
    window.event(egui::Event::Text(text.to_owned()));
    window.run();
}

pub(super) fn radio(window: &mut Window, label: &str) {
    window.get_by_role_and_label(Role::RadioButton, label).click();
    window.run();
}

#[test]
fn a_game_is_set_up_in_the_dialog_and_what_is_wrong_is_told_beside_the_field() {
    let folder = tempfile::tempdir().unwrap();
    let [red, green] = write_decks(folder.path());
    let mut window = open(primer_board());
    key(&mut window, ctrl(), Key::N);
    type_into(&mut window, "Deck of player 1", "nowhere.txt");
    window.get_by_label_contains("nowhere.txt: there is no such file");
    assert!(control(&window, "Begin").accesskit_node().is_disabled());
    std::fs::write(folder.path().join("bad.txt"), "20 Mountain\nGoblin Piker\n").unwrap();
    type_into(&mut window, "Deck of player 1", &folder.path().join("bad.txt").display().to_string());
    window.get_by_label_contains("bad.txt:2:1");
    type_into(&mut window, "Deck of player 1", &red);
    type_into(&mut window, "Deck of player 2", &green);
    type_into(&mut window, "Name of player 1", "Zoe");
    type_into(&mut window, "Seed", "many");
    window.get_by_label_contains("`many` is not a whole number");
    type_into(&mut window, "Seed", "7");
    assert_eq!(window.query_all_by_label("43 cards").count() + window.query_all_by_label("39 cards").count(), 2);
    radio(&mut window, "Constructed");
    assert!(control(&window, "Begin").accesskit_node().is_disabled(), "a deck of 43 cards is not legal there");
    radio(&mut window, "Freeform");
    radio(&mut window, "Goes first: Zoe");
    click(&mut window, "Begin");
    let game = session(&window).game();
    assert_eq!(game.seed(), 7);
    assert_eq!(game.players().map(|player| player.name.clone()).collect::<Vec<_>>(), ["Zoe", "Ben"]);
    window.get_by_label("Keep the hand");
    assert_eq!(session(&window).policy(A), None);
    assert!(session(&window).policy(B).is_some());
    // The opponent's hand is hidden from the player.
    window.get_by_label("In hand: 7 cards, hidden");
}

#[test]
fn a_deck_is_found_by_looking_through_folders() {
    let folder = tempfile::tempdir().unwrap();
    let [red, _] = write_decks(folder.path());
    let mut window = open(primer_board());
    key(&mut window, ctrl(), Key::N);
    type_into(&mut window, "Deck of player 2", &red);
    click(&mut window, "Browse for the deck of player 2");
    click(&mut window, "green.txt");
    window.get_by_label("39 cards");
}

fn begin(seed: u64) -> Window {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table { starting: Some(0), ..Table::new(seed) };
    for (seat, deck) in table.seats.iter_mut().zip(write_decks(folder.path())) {
        seat.deck = deck;
    }
    open(table.begin().unwrap())
}

/// Answers with few keys: plays what can be played, attacks with everything, otherwise passes.
pub(super) fn press_on(window: &mut Window) {
    let Some(choice) = session(window).choice() else { return };
    let none = Modifiers::NONE;
    match &choice.domain {
        Domain::Pay { .. } => key(window, none, Key::P),
        Domain::Declare { options, .. } => {
            if options.len() > 1 && choice.prompt == retrace_core::fact::Prompt::Attackers {
                click(window, "Mark all");
            }
            key(window, none, Key::Enter);
        }
        Domain::Pick { options, .. } if choice.prompt == retrace_core::fact::Prompt::Priority => {
            let game = session(window).game();
            let ready = |item: &&Item| match item {
                Item::Act(act @ (Act::Play(_) | Act::Cast(_))) => {
                    retrace_core::rules::outlook(game, choice.player, act) == retrace_core::rules::Outlook::Ready
                }
                _ => false,
            };
            match options.iter().find(ready).map(|item| super::super::words::about(item).unwrap()) {
                Some(id) => {
                    let label = format!("{} {id}", game.name_of(id));
                    let verbs = ["Cast", "Play"].map(|verb| format!("{verb} {}", game.name_of(id)));
                    let labels = window.query_all(by().role(Role::Button));
                    let begins = |node: &Node<'_>| node.accesskit_node().label().unwrap().starts_with(&label);
                    labels.into_iter().find(begins).unwrap().click_secondary();
                    window.run();
                    let fits = |node: &Node<'_>| {
                        let label = node.accesskit_node().label().unwrap();
                        verbs.contains(&label)
                    };
                    window.query_all(by().role(Role::Button)).find(fits).unwrap().click();
                    window.run();
                }
                None => key(window, none, Key::G),
            }
        }
        Domain::Pick { min: 1, max: 1, .. } | Domain::Confirm => {
            key(window, none, if matches!(choice.domain, Domain::Confirm) { Key::Num2 } else { Key::Num1 });
            key(window, none, Key::Enter);
        }
        _ => key(window, none, Key::R),
    }
}

#[test]
fn a_game_against_a_random_opponent_is_played_to_its_end_rewound_and_forked() {
    let mut window = begin(11);
    for _ in 0..600 {
        if session(&window).choice().is_none() {
            break;
        }
        press_on(&mut window);
    }
    let Pending::Over(_) = session(&window).pending() else { panic!("the game is not over") };
    window.get_by_label_contains(" won the game");
    let end = session(&window).cursor();
    click(&mut window, "To the middle of the game");
    assert!(session(&window).cursor().step < end.step);
    // Forward to a place where the person may pass or play, and a different answer there.
    let may_pass = |choice: &Choice| {
        let passes = |options: &[Item]| options.contains(&Item::Act(Act::Pass));
        choice.answered_by == A && matches!(&choice.domain, Domain::Pick { options, .. } if passes(options))
    };
    while !session(&window).choice().as_ref().is_some_and(may_pass) {
        key(&mut window, Modifiers::SHIFT, Key::ArrowRight);
    }
    control(&window, "Pass").focus();
    window.run();
    click(&mut window, "More");
    click(&mut window, "Zoe concedes".replace("Zoe", "Ann").as_str());
    assert_eq!(names(&window), ["main", "main~2"]);
    window.get_by_label("Ben won the game");
    window.get_by_label_contains("Forked “main~2” from “main”");
    assert_eq!(session(&window).len_steps(TimelineId(0)), end.step, "the game that was played stays as it was");
}

#[test]
fn what_the_other_chooses_is_hidden_until_one_looks_with_their_eyes() {
    let mut window = begin(5);
    for _ in 0..12 {
        press_on(&mut window);
    }
    while session(&window).choice().is_none_or(|choice| choice.answered_by != B) {
        key(&mut window, Modifiers::SHIFT, Key::ArrowLeft);
    }
    let before = session(&window).cursor();
    window.get_by_label("Ben chooses.");
    key(&mut window, Modifiers::NONE, Key::Num1);
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(session(&window).cursor(), before, "nothing hidden is answered by a key");
    click(&mut window, "See what Ben sees");
    assert!(window.query_by_label("Ben chooses.").is_none());
    window.get_by_label("played at random; you answer here");
}
