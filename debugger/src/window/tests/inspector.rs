//! The inspector and the call stack.

use super::*;

fn node(window: &Window, label: &str) -> egui::Rect {
    window.get_by(|node| node.label().is_some_and(|it| it.starts_with(label))).rect()
}

fn press_row(window: &mut Window, label: &str) {
    window.get_by(|node| node.role() == Role::TreeItem && node.label().is_some_and(|it| it.starts_with(label))).click();
    window.run();
}

#[test]
fn the_state_is_unfolded_filtered_and_closed() {
    let mut window = open(primer());
    click(&mut window, "State");
    // Only rows in sight are drawn.
    let ctx = window.ctx.clone();
    let whole = crate::window::action::Action::Maximize(Some(crate::window::layout::Pane::Inspector));
    window.state_mut().as_mut().unwrap().apply(whole, &ctx);
    window.run();
    press_row(&mut window, "Battlefield: ");
    press_row(&mut window, "Jace Beleren ");
    node(&window, "owner: 1");
    click(&mut window, "Close all");
    assert!(window.query_by_label_contains("owner: 1").is_none());
    window.get_by_role_and_label(Role::TextInput, "Filter the state").focus();
    window.run();
    window.event(egui::Event::Text("thief timestamp".to_owned()));
    window.run();
    node(&window, "timestamp: ");
    assert!(window.query_by_label_contains("Call stack: ").is_none());
    click(&mut window, "Clear the filter of the state");
    node(&window, "Call stack: ");
}

#[test]
fn changes_are_shown_against_the_event_the_decision_and_the_pin() {
    let mut session_ = primer();
    let head = session_.cursor();
    session_.seek(retrace_session::Point::new(TimelineId(0), 0));
    session_.pin();
    session_.seek(head);
    let mut window = open(session_);
    click(&mut window, "Changes");
    window.get_by_label("Its events");
    click(&mut window, "the previous decision");
    window.get_by_label("The events in between");
    assert!(window.query_all_by_label_contains("Aethergeode Miner").count() > 0);
    click(&mut window, "the pin");
    window.get_by_label_contains("and more: the table of events has all of them");
}

#[test]
fn a_click_on_a_frame_goes_to_where_it_began() {
    let mut window = open(primer());
    let head = session(&window).cursor();
    window.get_by(|node| node.label().is_some_and(|it| it.starts_with("Frame 1: The combat phase"))).click();
    window.run();
    let cursor = session(&window).cursor();
    assert!(cursor.step < head.step);
    let frames = &session(&window).game().world().frames;
    assert_eq!(frames.len(), 2, "the phase has just come onto the stack");
    key(&mut window, Modifiers::NONE, Key::ArrowLeft);
    let phase = session(&window).game().world().turn.phase;
    assert_ne!(phase, Some(retrace_core::card::Phase::Combat));
}

#[test]
fn the_ruler_is_zoomed_with_buttons_and_follows_the_cursor() {
    let mut window = open(primer());
    let out = "Zoom the timeline out";
    assert!(control(&window, out).accesskit_node().is_disabled());
    (0..3).for_each(|_| click(&mut window, "Zoom the timeline in"));
    // A click in the middle of the ruler now goes to a place near the head.
    let ruler = window.get_by_label_contains("Ruler of timeline main").rect();
    let len = session(&window).len_steps(TimelineId(0));
    window.get_by_label_contains("Ruler of timeline main").click();
    window.run();
    assert!(ruler.width() > 100.0 && session(&window).cursor().step > len * 3 / 4);
    key(&mut window, Modifiers::NONE, Key::Home);
    window.get_by_label_contains("Ruler of timeline main").click();
    window.run();
    assert!(session(&window).cursor().step < len / 4);
    (0..3).for_each(|_| click(&mut window, out));
    assert!(control(&window, out).accesskit_node().is_disabled());
}
