//! Bookmarks, undo, files, links, copying, and what a person sees first.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use super::{click, ctrl, key, open, primer, session};

fn typed(window: &mut super::Window, text: &str) {
    window.event(egui::Event::Text(text.to_owned()));
    window.run();
}

#[test]
fn a_bookmark_is_named_gone_to_renamed_deleted_and_brought_back() {
    let mut window = open(primer());
    let head = session(&window).cursor();
    key(&mut window, Modifiers::NONE, Key::B);
    window.get_by_label("New bookmark");
    key(&mut window, ctrl(), Key::A);
    typed(&mut window, "the fight");
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(session(&window).bookmark_here().map(|it| it.name.as_str()), Some("the fight"));
    key(&mut window, Modifiers::NONE, Key::Home);
    key(&mut window, Modifiers::NONE, Key::CloseBracket);
    assert_eq!(session(&window).cursor(), head);
    key(&mut window, Modifiers::NONE, Key::Home);
    click(&mut window, "Bookmark the fight");
    assert_eq!(session(&window).cursor(), head);
    // B at a bookmark changes it.
    key(&mut window, Modifiers::NONE, Key::B);
    window.get_by_label("Note").focus();
    window.run();
    typed(&mut window, "who dies?");
    click(&mut window, "Keep");
    assert_eq!(session(&window).bookmark("the fight").unwrap().note, "who dies?");
    window.get_by_label("who dies?");
    window.get_by_label("Bookmark the fight").click_secondary();
    window.run();
    click(&mut window, "Delete");
    assert_eq!(session(&window).bookmarks().count(), 0);
    key(&mut window, ctrl(), Key::Z);
    assert_eq!(session(&window).bookmarks().count(), 1);
    click(&mut window, "Edit");
    window.get_by_label_contains("Undo: change of a bookmark");
}
