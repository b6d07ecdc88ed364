//! What-if edits, chance, empty boards, moments and card files, by labels.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{Queryable, by};
use retrace_core::card::{DayNight, TurnStep};
use retrace_core::derive::Look;
use retrace_core::fact::Zone;

use super::{A, B, Window, board, click, control, ctrl, key, names, object, open, primer_board, session};
use retrace_session::session::Session;

fn type_into(window: &mut Window, label: &str, text: &str) {
    window.get(by().role(Role::TextInput).label(label)).focus();
    window.run();
    key(window, ctrl(), Key::A);
    window.event(egui::Event::Text(text.to_owned()));
    window.run();
}

/// Makes one decision, so that the timeline has something of its own.
fn played() -> Session {
    let mut session = primer_board();
    super::pass(&mut session);
    session
}

#[test]
fn a_card_is_edited_by_its_menu_which_forks_and_can_be_undone() {
    let mut window = open(played());
    let captain = object(session(&window), "Dire Fleet Captain");
    let card = format!("Dire Fleet Captain {captain}");
    control(&window, &card).click_secondary();
    window.run();
    click(&mut window, "What if");
    click(&mut window, "Edit: tap");
    assert_eq!(names(&window), ["main", "main~2"]);
    assert!(session(&window).game().object(captain).unwrap().status.tapped);
    window.get_by_label_contains("Forked “main~2” from “main”");
    // The log says that it is an edit, and so does the choice where it was made.
    assert!(window.query_all_by_label_contains("What if: Dire Fleet Captain becomes tapped").count() > 0);
    key(&mut window, Modifiers::SHIFT, Key::ArrowLeft);
    window.get_by_label_contains("Here the timeline goes on with an edit");
    key(&mut window, Modifiers::SHIFT, Key::ArrowRight);
    key(&mut window, ctrl(), Key::Z);
    assert_eq!(names(&window), ["main"]);
}

#[test]
fn a_player_is_edited_by_the_menu_and_in_the_dialog() {
    let mut window = open(primer_board());
    window.get_by_label("Player Ann").click_secondary();
    window.run();
    click(&mut window, "What if");
    click(&mut window, "Edit: life -5");
    assert_eq!(session(&window).game().player(A).unwrap().life, 15);
    window.get_by_label("Player Ann").click_secondary();
    window.run();
    click(&mut window, "What if");
    click(&mut window, "Edit…");
    type_into(&mut window, "Mana pool", "GGR");
    click(&mut window, "Set mana");
    assert!(window.query_all_by_label_contains("Ann's mana pool has").count() > 1, "in the log and here");
    assert_eq!(session(&window).game().player(A).unwrap().mana.len(), 3);
    // In words, with errors shown in the dialog.
    type_into(&mut window, "In words, as scenarios write them", "Life(of: \"Cleo\", is: 5)");
    click(&mut window, "Do it");
    assert!(window.query_all_by_label_contains("there is no player `Cleo`").count() > 0);
    type_into(&mut window, "In words, as scenarios write them", "Life(of: \"Ben\", is: 5)");
    click(&mut window, "Do it");
    assert_eq!(session(&window).game().player(B).unwrap().life, 5);
    click(&mut window, "Done");
    assert_eq!(names(&window), ["main"], "nothing was played on it yet, so the edits go on with it");
}

#[test]
fn day_and_faces_are_edited_in_the_dialog_and_the_menu() {
    let mut window = open(board(&[("Kessig Prowler", A)], &[]));
    let wolf = object(session(&window), "Kessig Prowler");
    let card = format!("Kessig Prowler {wolf}");
    control(&window, &card).click_secondary();
    window.run();
    click(&mut window, "What if");
    click(&mut window, "Edit: transform to the back face");
    assert_ne!(session(&window).game().name_of(wolf), "Kessig Prowler");
    key(&mut window, Modifiers::NONE, Key::E);
    click(&mut window, "Make it night");
    assert_eq!(session(&window).game().world().day_night, Some(DayNight::Night));
    window.get_by_label("It is night");
}

#[test]
fn a_card_is_added_by_typing_a_part_of_its_name() {
    let mut window = open(primer_board());
    key(&mut window, Modifiers::NONE, Key::E);
    window.get_by_label("What if…");
    type_into(&mut window, "Card", "serra an");
    click(&mut window, "Add Serra Angel");
    let angel = object(session(&window), "Serra Angel");
    assert_eq!(session(&window).game().controller(angel), Some(A));
    assert!(window.query_all_by_label_contains("Serra Angel comes into the game").count() > 1, "in the log and here");
    window.get_by_label("Add it for Ben").click();
    window.run();
    window.get_by_label("as a token").click();
    window.run();
    type_into(&mut window, "Card", "grizzly");
    click(&mut window, "Add Grizzly Bears");
    let bear = object(session(&window), "Grizzly Bears");
    let made = session(&window).game().object(bear).unwrap();
    assert_eq!((made.owner, made.component), (B, retrace_core::fact::Component::Token));
    type_into(&mut window, "Card", "no such card");
    window.get_by_label("No card's name contains this.");
    click(&mut window, "Done");
    key(&mut window, ctrl(), Key::Z);
    key(&mut window, ctrl(), Key::Z);
    assert!(session(&window).game().object(angel).is_none(), "each is taken back");
}

#[test]
fn a_permanent_is_damaged_given_away_and_put_elsewhere() {
    let mut window = open(primer_board());
    let thief = object(session(&window), "Shielded Aether Thief");
    click(&mut window, &format!("Shielded Aether Thief {thief}, 0/4"));
    key(&mut window, Modifiers::NONE, Key::E);
    click(&mut window, "Tap");
    click(&mut window, "Give Ann control");
    assert!(session(&window).game().is_summoning_sick(thief), "it came under another's control (CR 302.6)");
    click(&mut window, "Free of summoning sickness");
    let game = session(&window).game();
    assert!(game.object(thief).unwrap().status.tapped && !game.is_summoning_sick(thief));
    assert_eq!(game.controller(thief), Some(A));
    click(&mut window, "Graveyard");
    assert_eq!(session(&window).game().zone(Zone::Graveyard(B)).len(), 1);
    // The dialog follows the object through the change.
    window.get_by_label_contains("Edit Shielded Aether Thief");
    click(&mut window, "Hand");
    assert_eq!(session(&window).game().zone(Zone::Hand(B)).len(), 2);
}

#[test]
fn the_next_coin_draw_and_shuffle_are_fixed_in_a_dialog() {
    let mut window = open(board(&[("Dire Fleet Captain", A)], &[]));
    key(&mut window, Modifiers::SHIFT, Key::E);
    click(&mut window, "Heads");
    window.get_by_label_contains("Fixed so far, in this order: The next coin comes up heads.");
    click(&mut window, "Fix the die");
    let library: Vec<_> = session(&window).game().zone(Zone::Library(A)).to_vec();
    click(&mut window, &format!("Draw next: Plains {}", library[4]));
    let first = session(&window).game().zone(Zone::Library(A)).first().copied();
    assert_eq!(first, Some(library[4]), "it lies on top, the others as they did");
    window.get_by_label(&format!("On top after a shuffle: Plains {}", library[7])).click();
    window.run();
    click(&mut window, "Fix the next shuffle: 1 card on top");
    let seed = session(&window).game().seed();
    click(&mut window, "Roll again");
    assert_ne!(session(&window).game().seed(), seed);
    assert_eq!(session(&window).game().world().chances.len(), 3);
    click(&mut window, "Done");
}

#[test]
fn an_empty_board_is_begun_arranged_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.ron");
    let mut window = open(primer_board());
    key(&mut window, ctrl(), Key::N);
    click(&mut window, "Empty board");
    type_into(&mut window, "Name of player 1", "Zoe");
    click(&mut window, "Begin");
    let game = session(&window).game();
    assert_eq!(game.players().next().unwrap().name, "Zoe");
    assert_eq!(game.world().turn.step, Some(TurnStep::PrecombatMain));
    assert!(game.world().battlefield.is_empty());
    // The dialog of edits is open at the start.
    type_into(&mut window, "Card", "grizzly");
    click(&mut window, "Add Grizzly Bears");
    click(&mut window, "Done");
    key(&mut window, ctrl() | Modifiers::SHIFT, Key::E);
    type_into(&mut window, "File", path.to_str().unwrap());
    click(&mut window, "Save");
    super::marks::settle(&mut window);
    window.get_by_label_contains("as a board");
    let again = Session::open(&path).unwrap();
    assert!(again.game().world().battlefield.iter().any(|id| again.game().name_of(*id) == "Grizzly Bears"));
    // Never over an existing file.
    key(&mut window, ctrl() | Modifiers::SHIFT, Key::E);
    type_into(&mut window, "File", path.to_str().unwrap());
    click(&mut window, "Save");
    super::marks::settle(&mut window);
    window.get_by_label_contains("exists already");
}

#[test]
fn where_nobody_has_priority_the_dialog_says_so_and_does_nothing() {
    let mut session_ = primer_board();
    (0..4).for_each(|_| super::pass(&mut session_));
    let mut window = open(session_);
    assert!(session(&window).edit_outlook().is_err(), "attackers are declared");
    key(&mut window, Modifiers::NONE, Key::E);
    window.get_by_label_contains("Edits are made where a player has priority");
    use egui_kittest::kittest::NodeT;
    assert!(control(&window, "Do it").accesskit_node().is_disabled());
}

#[test]
fn card_files_are_watched_only_where_there_are_any() {
    let folder = tempfile::tempdir().unwrap();
    let card = r#"Card(name: "Stone Golem", types: [Artifact, Creature], subtypes: ["Golem"], power: 2, toughness: 2)"#;
    std::fs::write(folder.path().join("golem.ron"), card).unwrap();
    let path = folder.path().join("scenario.ron");
    let text = r#"Scenario(name: "golem", card_files: ["golem.ron"],
        players: [(name: "Ann", battlefield: ["Stone Golem"]), (name: "Ben")], script: [Pass])"#;
    std::fs::write(&path, text).unwrap();
    let mut window = open(primer_board());
    let delay = |window: &Window| window.output().viewport_output.values().map(|it| it.repaint_delay).min().unwrap();
    window.run_steps(3);
    assert!(delay(&window) > std::time::Duration::from_secs(60));
    let mut window = open(Session::open(&path).unwrap());
    window.run_steps(3);
    assert!(delay(&window) <= std::time::Duration::from_secs(1));
    window.get_by_label("EXACT");
    std::fs::write(folder.path().join("golem.ron"), card.replace("power: 2", "power: 17")).unwrap();
    window.event(egui::Event::WindowFocused(true));
    window.run();
    window.get_by_label_contains("Other cards on disk: Stone Golem");
    window.get_by_label("UNVERIFIED");
    click(&mut window, "File");
    window.get(by().role(Role::Button).label_contains("Run again with the new cards")).click();
    super::marks::settle(&mut window);
    assert_eq!(names(&window), ["main", "main~2"]);
    let golem = object(session(&window), "Stone Golem");
    assert_eq!(session(&window).game().characteristics(golem).unwrap().power, Some(17));
    window.get_by_label("EXACT");
}
