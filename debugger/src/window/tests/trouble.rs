//! Files that cannot be opened: the page, its text, and saving the rest of a damaged store.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use super::super::action::Action;
use super::marks::{says, settle};
use super::*;

fn ask(window: &mut Window, action: Action) {
    let ctx = window.ctx.clone();
    window.state_mut().as_mut().unwrap().apply(action, &ctx);
    settle(window);
}

#[test]
fn a_scenario_that_cannot_be_read_opens_with_its_text() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.ron");
    let text = "Scenario(\n    name: \"wrong\",\n    players: [(name: \"Ann\"), (name: \"Bob\", battlefield: [\"Grizzly Bear\"])],\n)\n";
    std::fs::write(&file, text).unwrap();
    let mut window = open(primer());
    ask(&mut window, Action::OpenFile(file.clone()));
    window.get_by_label("wrong.ron cannot be played as it is");
    assert!(says(&window, "Grizzly Bears"), "the nearest name, at its place");
    assert!(says(&window, "    players: [(name: \"Ann\")"), "beside its text");
    // What was open is still there.
    key(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("wrong.ron cannot be played as it is").is_none());
    assert_eq!(session(&window).title(), "main");
    // Made right in an editor, it is read again.
    ask(&mut window, Action::OpenFile(file.clone()));
    std::fs::write(&file, text.replace("Grizzly Bear\"", "Grizzly Bears\"")).unwrap();
    click(&mut window, "Read it again");
    settle(&mut window);
    assert_eq!(session(&window).title(), "wrong");
    assert!(window.query_by_label("wrong.ron cannot be played as it is").is_none());
}

/// However far to the right its place is, a message is read without scrolling there.
#[test]
fn a_message_is_in_sight_wherever_its_place_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wide.ron");
    let cards = ["\"Grizzly Bears\""; 12].join(", ");
    let text = format!("Scenario(name: \"wide\", players: [(name: \"Ann\", hand: [{cards}, \"Grizly Bears\"])])");
    std::fs::write(&file, text).unwrap();
    let mut window = open(primer());
    for size in [[683.0, 384.0], [1366.0, 768.0], [1920.0, 1080.0]] {
        window.set_size(size.into());
        ask(&mut window, Action::OpenFile(file.clone()));
        window.run();
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
        let told = texts_in_sight(&window).into_iter().find(|(text, _)| text.starts_with("there is no card `Grizly"));
        assert!(told.as_ref().is_some_and(|(_, rect)| screen.contains_rect(*rect)), "{size:?}: {told:?}");
    }
}

#[test]
fn a_damaged_store_opens_a_page_that_saves_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games");
    let played = primer();
    let tip = played.current().tip();
    played.save_to(&store).unwrap();
    damage(&store);
    let mut window = open(primer());
    ask(&mut window, Action::OpenFile(store.clone()));
    window.get_by_label("games is damaged");
    assert!(says(&window, "are lost") || says(&window, "is lost"), "what is lost");
    window.get_by_label("PART");
    click(&mut window, "Save what verifies into a new store");
    settle(&mut window);
    let saved = folder.path().join("games-saved");
    assert_eq!(session(&window).store_folder(), Some(saved.as_path()));
    assert!(session(&window).current().len_entries() > 0);
    assert_ne!(session(&window).current().tip(), tip, "not all of it");
    assert!(says(&window, "Saved into"));
    // The damaged one is as it was.
    ask(&mut window, Action::OpenFile(store));
    window.get_by_label("games is damaged");
}
