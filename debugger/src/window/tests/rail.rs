//! The timeline, the table of events and the comparison.

use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::{NodeT, Queryable};

use super::*;
use retrace_session::Point;

/// The screen reader text of the only node whose label begins with this.
fn spoken(window: &Window, beginning: &str) -> String {
    let found: Vec<String> = labels(window).into_iter().filter(|label| label.starts_with(beginning)).collect();
    assert_eq!(found.len(), 1, "{beginning}: {found:?}");
    found.into_iter().next().unwrap()
}

fn labels(window: &Window) -> Vec<String> {
    window.query_all_by(|_| true).filter_map(|node| node.accesskit_node().label()).collect()
}

/// The rows of the table, as a screen reader reads them.
fn rows(window: &Window) -> Vec<String> {
    labels(window).into_iter().filter(|label| label.starts_with("Event ") && label.contains(": ")).collect()
}

fn type_filter(window: &mut Window, text: &str) {
    key(window, ctrl(), Key::F);
    window.event(Event::Text(text.to_owned()));
    window.run();
    // The keys belong to the timeline again.
    window.get_by_label("Clear the filter").focus();
    window.run();
}

#[test]
fn every_lane_is_named_and_its_events_are_reached_by_keys() {
    let mut window = open(primer());
    for lane in ["Ann", "Ben", "Stack", "Triggers", "Replacements", "State-based"] {
        let said = spoken(&window, &format!("Lane {lane},"));
        assert!(said.contains("event"), "{said}");
    }
    key(&mut window, Modifiers::NONE, Key::Home);
    let mut places = Vec::new();
    for _ in 0..3 {
        window.get_by_label_contains("Lane State-based").focus();
        window.run();
        key(&mut window, Modifiers::NONE, Key::Enter);
        let session = session(&window);
        let step = session.step_at(TimelineId(0), session.cursor().step - 1).unwrap();
        assert!(step.entries.iter().any(|entry| entry.rule.section() == 704));
        places.push(session.cursor().step);
    }
    assert!(places[0] != places[1] || places[0] == places[2], "{places:?}");
}

#[test]
fn in_a_low_window_the_events_have_the_room_of_the_lanes() {
    let mut window = open(primer());
    window.set_size(egui::vec2(1000.0, 600.0));
    window.run();
    assert!(!labels(&window).iter().any(|label| label.starts_with("Lane ")));
    spoken(&window, "Minimap");
    assert!(!rows(&window).is_empty());
    window.set_size(egui::vec2(1600.0, 1000.0));
    window.run();
    spoken(&window, "Lane Stack,");
}

#[test]
fn a_lane_is_hidden_and_shown_again() {
    let mut window = open(primer());
    window.get_by_label("Lanes").click();
    window.run();
    window.get_by_role_and_label(Role::CheckBox, "Replacements").click();
    window.run();
    assert!(!labels(&window).iter().any(|label| label.starts_with("Lane Replacements")));
    assert!(labels(&window).iter().any(|label| label.starts_with("Lane Triggers")));
    window.get_by_role_and_label(Role::CheckBox, "Replacements").click();
    window.run();
    spoken(&window, "Lane Replacements");
}

#[test]
fn the_timeline_is_zoomed_and_panned_by_keys_and_the_minimap_says_what_is_in_sight() {
    let mut window = open(primer());
    let all = spoken(&window, "Minimap");
    assert!(all.contains("all "), "{all}");
    key(&mut window, Modifiers::NONE, Key::Plus);
    // On keyboards where plus is Shift and the equals key.
    key(&mut window, Modifiers::SHIFT, Key::Equals);
    let zoomed = spoken(&window, "Minimap");
    assert!(zoomed.contains("steps ") && zoomed != all, "{zoomed}");
    key(&mut window, Modifiers::NONE, Key::PageUp);
    let panned = spoken(&window, "Minimap");
    assert!(panned != zoomed, "{panned}");
    key(&mut window, Modifiers::NONE, Key::PageDown);
    assert_eq!(spoken(&window, "Minimap"), zoomed);
    key(&mut window, Modifiers::NONE, Key::Z);
    assert_eq!(spoken(&window, "Minimap"), all);
}

#[test]
fn the_frame_of_the_minimap_is_dragged() {
    let mut window = open(primer());
    key(&mut window, Modifiers::NONE, Key::Plus);
    key(&mut window, Modifiers::NONE, Key::Plus);
    let before = spoken(&window, "Minimap");
    let cursor = session(&window).cursor();
    let rect = window.get_by_label_contains("Minimap").rect();
    let at = |share: f32| Pos2::new(rect.left() + share * rect.width(), rect.center().y);
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    // The cursor is at the head, so the frame is at the right.
    window.event(Event::PointerMoved(at(0.9)));
    window.event(button(at(0.9), true));
    window.run();
    for share in [0.7, 0.5, 0.1] {
        window.event(Event::PointerMoved(at(share)));
        window.run();
    }
    window.event(button(at(0.1), false));
    window.run();
    let after = spoken(&window, "Minimap");
    assert!(after.contains("steps 0 to") && after != before, "{before} {after}");
    assert_eq!(session(&window).cursor(), cursor, "the cursor stays");
}

#[test]
fn forks_and_the_pin_are_marked_and_lead_there() {
    let mut window = open(primer());
    key(&mut window, Modifiers::SHIFT, Key::ArrowLeft);
    key(&mut window, Modifiers::NONE, Key::D);
    let place = session(&window).cursor().step;
    key(&mut window, Modifiers::NONE, Key::F);
    key(&mut window, Modifiers::ALT, Key::ArrowUp);
    assert_eq!(session(&window).current().name(), "main");
    key(&mut window, Modifiers::NONE, Key::Home);
    spoken(&window, "The pin, step");
    let fork = spoken(&window, "Fork: main~2 begins here");
    window.get_by_label(&fork).click();
    window.run();
    assert_eq!(session(&window).cursor(), Point::new(TimelineId(0), place));
}

#[test]
fn a_filter_takes_rows_away_and_never_the_steps_between_them() {
    let mut window = open(primer());
    let all = rows(&window).len();
    type_filter(&mut window, "kind:DamageDealt");
    let filtered = rows(&window);
    assert!(!filtered.is_empty() && filtered.len() < all);
    assert!(filtered.iter().all(|row| row.contains(" damage to ")), "{filtered:?}");
    window.get_by_label("Take kind:DamageDealt out of the filter");
    // Stepping also goes through filtered events, and the table shows where the cursor is.
    key(&mut window, Modifiers::NONE, Key::Home);
    let mut places = Vec::new();
    for _ in 0..3 {
        key(&mut window, Modifiers::NONE, Key::ArrowRight);
        places.push(session(&window).cursor().step);
    }
    assert!(places.windows(2).all(|pair| pair[0] < pair[1] && pair[1] - pair[0] < 10), "{places:?}");
    assert!(rows(&window).iter().any(|row| row.ends_with("the cursor is before this")), "{:?}", rows(&window));
    window.get_by_label("Take kind:DamageDealt out of the filter").click();
    window.run();
    assert!(rows(&window).len() > filtered.len());
}

#[test]
fn a_filter_with_a_mistake_says_so_and_is_not_applied() {
    let mut window = open(primer());
    type_filter(&mut window, "kind:Dealt");
    window.get_by_label_contains("Not applied: in the filter, at character 1: there is no kind of event `Dealt`");
    window.get_by_label_contains("alike: DamageDealt");
    assert!(rows(&window).len() > 3);
}

#[test]
fn filters_are_put_together_from_menus() {
    let mut window = open(primer());
    window.get_by_label("Filter by kind").click();
    window.run();
    window.get_by_label("DamageDealt").click();
    window.run();
    assert!(rows(&window).iter().all(|row| row.contains(" damage to ")), "{:?}", rows(&window));
    window.get_by_label("Filter by object").click();
    window.run();
    window.get_by_label("Jace Beleren").click();
    window.run();
    window.get_by_label("Take object:\"Jace Beleren\" out of the filter");
    assert_eq!(rows(&window), Vec::<String>::new(), "nobody deals damage to Jace");
    window.get_by_label("Clear the filter").click();
    window.run();
    assert!(rows(&window).len() > 3);
}

#[test]
fn what_is_about_the_selected_object_is_marked_and_can_be_shown_alone() {
    let mut window = open(primer());
    let thief = object(session(&window), "Shielded Aether Thief");
    click(&mut window, &format!("Shielded Aether Thief {thief}, 0/4"));
    type_filter(&mut window, "damage");
    let about = |window: &Window| rows(window).iter().filter(|row| row.contains("about what is selected")).count();
    assert!(about(&window) > 0, "{:?}", rows(&window));
    assert!(about(&window) < rows(&window).len());
    window.get_by_label("Clear the filter").click();
    window.run();
    window.get_by_label("Events about it").click();
    window.run();
    assert_eq!(about(&window), rows(&window).len(), "{:?}", rows(&window));
    window.get_by_label(&format!("Take object:{thief} out of the filter"));
}

#[test]
fn a_place_on_another_timeline_is_compared_with_the_cursor() {
    let mut window = open(primer());
    key(&mut window, Modifiers::SHIFT, Key::ArrowLeft);
    key(&mut window, Modifiers::NONE, Key::F);
    key(&mut window, Modifiers::NONE, Key::C);
    key(&mut window, Modifiers::ALT, Key::ArrowUp);
    key(&mut window, Modifiers::NONE, Key::End);
    // The ruler of the fork is below that of the current timeline.
    let rect = window.get_by_label("Ruler of timeline main~2").rect();
    let pos = Pos2::new(rect.left() + 5.0, rect.center().y);
    window.event(Event::PointerMoved(pos));
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Secondary, Modifiers::NONE);
        window.event(Event::PointerButton { pos, button, pressed, modifiers });
        window.run();
    }
    window.get_by_label("Compare with the cursor's place").click();
    window.run();
    for text in ["main~2, step ", "here", "Aethergeode Miner"] {
        assert!(window.query_all_by_label_contains(text).count() > 0, "{text}");
    }
}

#[test]
fn all_events_of_long_timelines_are_aligned_when_asked() {
    // Far apart after the fork: each side has more events than are aligned at first.
    let mut session_ = retrace_session::files::new_game::Table::new(7).begin().unwrap();
    let start = session_.cursor();
    let play = |session: &mut Session| {
        while session.len_entries(session.cursor().timeline) < 2500 && session.answer_at_random().is_ok() {
            session.seek(Point::new(session.cursor().timeline, usize::MAX));
        }
    };
    play(&mut session_);
    session_.fork(start, Some("other")).unwrap();
    session_.input(retrace_core::fact::Input::Reseed(99)).unwrap();
    play(&mut session_);
    let mut window = open(session_);
    key(&mut window, Modifiers::NONE, Key::C);
    window.get_by_label("Align all events").click();
    // The job runs in the background; draws until it is done.
    for _ in 0..2000 {
        window.step();
        if window.query_by_label("Align all events").is_none() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(window.query_by_label("Align all events").is_none());
    let (a, b) = (TimelineId(0), session(&window).cursor().timeline);
    let viewer = window.state().as_ref().unwrap().view.viewer;
    let [left, right] = [a, b].map(|id| session(&window).timeline(id).unwrap());
    let all = retrace_session::asking::diff::timelines(left, right, viewer, usize::MAX, &Default::default()).unwrap();
    assert!(viewer.is_some(), "a person plays against a policy, and sees what a player sees");
    let comparison = window.state().as_ref().unwrap().view.comparison.as_ref().unwrap();
    assert_eq!(comparison.timelines.as_ref().unwrap().rows, all.rows);
    assert!(!all.cut && all.rows.len() > 700, "{}", all.rows.len());
}
