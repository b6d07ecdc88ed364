//! Small and low windows: layouts, dialogs, and what keys reach there.

use super::super::action::Action;
use super::super::layout::Pane;
use super::super::view::Compared;
use super::*;

/// The size of 1366 × 768 pixels at 200 %.
const AT_200_PERCENT: egui::Vec2 = egui::vec2(683.0, 384.0);

fn resize(window: &mut Window, size: egui::Vec2) {
    window.set_size(size);
    window.run();
    window.run();
}

fn do_(window: &mut Window, action: Action) {
    let ctx = window.ctx.clone();
    window.state_mut().as_mut().unwrap().apply(action, &ctx);
    window.run();
}

fn is_there(window: &Window, label: &str) -> bool {
    window.query_all_by_label(label).count() > 0
}

#[test]
fn in_a_small_window_panels_are_tabs_and_a_larger_one_has_its_layout_again() {
    let mut window = open(primer());
    let events = |window: &Window| window.query_by_role_and_label(Role::TextInput, "Filter of the events").is_some();
    assert!(events(&window) && is_there(&window, "Swap"));
    resize(&mut window, AT_200_PERCENT);
    assert!(is_there(&window, "Swap") && !events(&window), "the board has the room");
    // Every panel is reached by keys, and so is the way back.
    key(&mut window, ctrl(), Key::F);
    assert!(events(&window) && !is_there(&window, "Swap"));
    key(&mut window, Modifiers::NONE, Key::Escape);
    for pane in Pane::ALL {
        do_(&mut window, Action::ShowPane(*pane, true));
        let right = window.ctx.content_rect().right() + 0.5;
        for node in window.query_all_by(|node| node.role() == Role::Button && !node.is_disabled()) {
            let label = node.accesskit_node().label().unwrap_or_default();
            // The line of tabs scrolls, which an arrow at its end says.
            let is_tab = Pane::ALL.iter().any(|pane| pane.title() == label);
            assert!(is_tab || node.rect().left() < right, "{pane:?}: {label} begins beyond the window");
        }
    }
    key(&mut window, Modifiers::NONE, Key::Escape);
    key(&mut window, ctrl(), Key::Num1);
    assert!(is_there(&window, "Swap"));
    key(&mut window, ctrl(), Key::Num2);
    resize(&mut window, egui::vec2(1600.0, 1000.0));
    assert!(events(&window) && is_there(&window, "Swap"));
}

#[test]
fn a_number_key_brings_the_options_to_the_front() {
    let mut window = open(primer_board());
    resize(&mut window, AT_200_PERCENT);
    do_(&mut window, Action::ShowPane(Pane::Inspector, true));
    assert!(control_missing(&window, "Pass"));
    let before = session(&window).cursor();
    key(&mut window, Modifiers::NONE, Key::Num1);
    control(&window, "Pass");
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert!(session(&window).cursor().step > before.step);
}

#[test]
fn in_a_low_window_comparing_has_a_layout_of_its_own_while_it_lasts() {
    let mut session_ = primer();
    let start = session_.cursor();
    session_.fork(retrace_session::Point { step: start.step / 2, ..start }, Some("other")).unwrap();
    session_.answer_at_random().unwrap();
    let mut window = open(session_);
    resize(&mut window, egui::vec2(1366.0, 768.0));
    assert!(!control_missing(&window, "Pin this place"), "the timelines are in sight");
    do_(&mut window, Action::Compare(Compared::Timelines(TimelineId(0), TimelineId(1))));
    window.run();
    assert!(control_missing(&window, "Pin this place"));
    // Both boards are whole: their right ends are in sight.
    let right = window.ctx.content_rect().right();
    let swaps: Vec<egui::Rect> = window.query_all_by_label("Swap").map(|node| node.rect()).collect();
    assert_eq!(swaps.len(), 2);
    assert!(swaps.iter().all(|it| it.right() <= right) && swaps[0].right().max(swaps[1].right()) > right - 20.0);
    assert!(swaps[0].right().min(swaps[1].right()) <= right / 2.0, "{swaps:?}");
    click(&mut window, "Stop comparing");
    window.run();
    assert!(!control_missing(&window, "Pin this place"));
}

#[test]
fn in_a_small_window_one_table_of_the_comparison_has_the_room_for_several_rows() {
    let mut session_ = primer();
    let start = session_.cursor();
    session_.fork(retrace_session::Point { step: start.step / 2, ..start }, Some("other")).unwrap();
    session_.answer_at_random().unwrap();
    let mut window = open(session_);
    resize(&mut window, AT_200_PERCENT);
    do_(&mut window, Action::Compare(Compared::Timelines(TimelineId(0), TimelineId(1))));
    do_(&mut window, Action::ShowPane(Pane::Diff, true));
    window.run();
    let bottom = control(&window, "Play or pause").rect().top();
    let whole = |window: &Window, role: Role| {
        let rows = window.query_all_by(|node| node.role() == role).map(|node| node.rect());
        let tops: std::collections::BTreeSet<i32> =
            rows.filter(|it| it.bottom() <= bottom).map(|it| it.top().round() as i32).collect();
        tops.len()
    };
    assert!(whole(&window, Role::Link) >= 4, "{} above {bottom}", whole(&window, Role::Link));
    control(&window, "States").click();
    window.run();
    let right = window.ctx.content_rect().right();
    let ends = control(&window, "at their ends").rect();
    assert!(ends.right() <= right && ends.bottom() <= bottom, "{ends:?}");
    assert!(window.query_by_label("Events of main").is_none(), "one table at a time");
    window.get_by_label("Stop comparing");
}

#[test]
fn the_dialog_of_edits_keeps_its_height() {
    let mut window = open(primer_board());
    key(&mut window, Modifiers::NONE, Key::E);
    let done = |window: &Window| control(window, "Done").rect();
    let before = done(&window);
    // What is typed first goes into the field for words.
    window.event(egui::Event::Text("Life(of: \"Ann\", is: 3)".to_owned()));
    window.run();
    key(&mut window, Modifiers::NONE, Key::Enter);
    let life = session(&window).game().player(A).map(|it| it.life);
    assert_eq!((life, done(&window)), (Some(3), before), "with a result");
    window.get_by_role_and_label(Role::TextInput, "Card").focus();
    window.run();
    window.event(egui::Event::Text("a".to_owned()));
    window.run();
    assert_eq!(done(&window), before, "with the cards that are found");
    window.get_by_label("Edit Ann").click();
    window.run();
    assert_eq!(done(&window), before, "with what a player has");
}

#[test]
fn the_palette_leads_to_every_panel_and_into_its_field() {
    let mut window = open(primer());
    key(&mut window, ctrl(), Key::K);
    window.event(egui::Event::Text("panel watches".to_owned()));
    window.run();
    key(&mut window, Modifiers::NONE, Key::Enter);
    window.run();
    assert!(window.get_by_role_and_label(Role::TextInput, "Expression").is_focused());
    window.event(egui::Event::Text("A.life".to_owned()));
    window.run();
    key(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(window.state().as_ref().unwrap().view.watching.typed.text, "A.life");
}

/// Nothing of a choice is cut off: at 1366×768 the buttons above the answer, and in a small window
/// what is put in order.
#[test]
fn what_is_answered_is_in_sight_in_low_and_in_narrow_panels() {
    let mut window = open(primer());
    resize(&mut window, egui::vec2(1366.0, 768.0));
    let to_choice = |window: &mut Window, wanted: &str| {
        key(window, Modifiers::NONE, Key::Home);
        while control_missing(window, wanted) {
            key(window, Modifiers::SHIFT, Key::ArrowRight);
        }
    };
    to_choice(&mut window, "Mark none");
    let (none, submit) = (control(&window, "Mark none").rect(), control(&window, "Block with 2 creatures").rect());
    assert!(none.bottom() <= submit.top(), "{none:?} above {submit:?}");
    assert!(window.query_all_by_label_contains("The past: ").count() == 1);
    resize(&mut window, AT_200_PERCENT);
    to_choice(&mut window, "Take this order");
    let right = window.ctx.content_rect().right();
    for label in ["Aethergeode Miner #", "Shielded Aether Thief #", "This is what was answered here."] {
        let texts = window.query_all_by(|node| {
            node.role() == Role::Label && node.value().is_some_and(|text| text.starts_with(label))
        });
        let texts: Vec<egui::Rect> = texts.map(|node| node.rect()).collect();
        assert!(!texts.is_empty() && texts.iter().all(|it| it.right() <= right), "{label}: {texts:?} in {right}");
    }
}

#[test]
fn in_a_low_window_four_outcomes_are_in_sight_and_the_rest_keeps_its_room() {
    let mut window = open(primer());
    resize(&mut window, egui::vec2(1366.0, 768.0));
    key(&mut window, Modifiers::NONE, Key::Home);
    while control_missing(&window, "Mark none") {
        key(&mut window, Modifiers::SHIFT, Key::ArrowRight);
    }
    let tops = |window: &Window| control(window, "Play or pause").rect().top();
    let before = tops(&window);
    key(&mut window, Modifiers::NONE, Key::X);
    super::marks::settle(&mut window);
    window.run_steps(4);
    assert!((tops(&window) - before).abs() < 1.0, "the timeline keeps its height");
    for number in 1..=4 {
        let fork = format!("Fork {number}: ");
        let row = window.query_all_by(|node| node.label().is_some_and(|it| it.starts_with(&fork)));
        let row = row.map(|node| node.rect()).next();
        assert!(row.is_some_and(|it| it.bottom() < before), "{number}: {row:?} above {before}");
    }
    let (thief, submit) = (
        window.query_all_by(|node| {
            let label = node.label().unwrap_or_default();
            node.role() == Role::Button && label.contains("Shielded Aether Thief #") && label.contains("0/4")
        }),
        control(&window, "Block with 2 creatures").rect(),
    );
    let below = thief.map(|node| node.rect()).filter(|it| it.top() > submit.top() - 60.0).collect::<Vec<_>>();
    assert!(below.iter().any(|it| it.bottom() <= submit.top() + 1.0), "{below:?} above {submit:?}");
    // The row of the cursor stays in sight.
    let here = session(&window).cursor().step;
    let entry = session(&window).current().entries_before_step(here) - 1;
    let row = format!("Event {entry}: ");
    let row = window.query_all_by(|node| node.label().is_some_and(|it| it.starts_with(&row)));
    assert!(row.map(|node| node.rect()).all(|it| it.bottom() < before));
}

/// Two answers that begin alike are told apart.
#[test]
fn the_answers_that_were_explored_have_the_room_of_a_large_window() {
    let mut window = open(Session::demo().unwrap());
    resize(&mut window, egui::vec2(1920.0, 1080.0));
    key(&mut window, Modifiers::NONE, Key::X);
    super::marks::settle(&mut window);
    window.run_steps(4);
    let texts: Vec<String> = texts_in_sight(&window).into_iter().map(|(text, _)| text).collect();
    for end in ["Shielded Aether Thief", "Shielded Aether Thief and Aethergeode Miner", "Aethergeode Miner"] {
        let answer = format!("block Dire Fleet Captain with {end}");
        assert!(texts.contains(&answer), "{answer}: {texts:?}");
    }
}
