//! The focus of the keyboard: Tab comes to every control, and what has the focus is shown.

use std::collections::BTreeSet;

use egui::Rect;

use super::super::action::Action;
use super::super::layout::Pane;
use super::super::tokens::Tokens;
use super::super::view::{Compared, InspectorTab};
use super::*;

/// Whether it is the role of a control. Rows of trees are controls, too.
fn is_control(role: Role) -> bool {
    CONTROLS.contains(&role) || OTHERS.contains(&role)
}

/// The roles of controls that not every test is about.
const OTHERS: [Role; 6] =
    [Role::Link, Role::TreeItem, Role::MenuItem, Role::MultilineTextInput, Role::ScrollBar, Role::Splitter];

fn do_(window: &mut Window, action: Action) {
    let ctx = window.ctx.clone();
    window.state_mut().as_mut().unwrap().apply(action, &ctx);
    window.run();
}

/// What a screen reader calls a control.
fn named(node: &Node<'_>) -> String {
    let it = node.accesskit_node();
    it.label().filter(|label| !label.trim().is_empty()).or_else(|| it.value()).unwrap_or_default()
}

/// The controls that can be used, by role and name.
fn controls(window: &Window) -> BTreeSet<String> {
    // Bars with which something scrolls have no names; the minimap has one. A leaf of a tree does
    // nothing.
    let all = window.query_all_by(|node| {
        let name = node.label().unwrap_or_default();
        let is_one = match node.role() {
            Role::ScrollBar | Role::Splitter => !name.is_empty(),
            Role::TreeItem => name.ends_with(", open") || name.ends_with(", closed"),
            role => is_control(role),
        };
        is_one && !node.is_disabled()
    });
    all.map(|node| format!("{:?} {}", node.accesskit_node().role(), named(&node))).collect()
}

/// The rings that are painted in the colour of the focus: their visible parts.
fn rings(window: &Window) -> Vec<Rect> {
    fn find(shape: &egui::Shape, clip: Rect, color: egui::Color32, found: &mut Vec<Rect>) {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| find(shape, clip, color, found)),
            egui::Shape::Rect(it) if it.stroke.color == color && it.stroke.width >= 2.0 => {
                found.push(it.rect.intersect(clip));
            }
            _ => {}
        }
    }
    let color = Tokens::for_theme(window.ctx.theme() == egui::Theme::Dark).focus;
    let mut found = Vec::new();
    window.output().shapes.iter().for_each(|it| find(&it.shape, it.clip_rect, color, &mut found));
    found
}

/// Goes round with Tab until the first control comes again. Each stop has a name and a ring, which
/// is in sight; each control but those `besides` is a stop. Returns what is wrong.
fn walk(window: &mut Window, place: &str, besides: &BTreeSet<String>) -> Vec<String> {
    window.ctx.memory_mut(|memory| {
        if let Some(id) = memory.focused() {
            memory.surrender_focus(id);
        }
    });
    let mut wrong = Vec::new();
    let mut missing: BTreeSet<String> = controls(window).difference(besides).cloned().collect();
    let screen = window.ctx.content_rect();
    let (mut first, mut stops) = (None, 0);
    for _ in 0..400 {
        key(window, Modifiers::NONE, Key::Tab);
        let Some(id) = window.ctx.memory(|memory| memory.focused()) else {
            if !rings(window).is_empty() {
                wrong.push(format!("{place}: a ring around nothing"));
            }
            continue;
        };
        if first == Some(id) {
            break;
        }
        first = first.or(Some(id));
        stops += 1;
        let response = window.ctx.read_response(id).unwrap();
        let node = window.query_all_by(|node| node.is_focused()).next();
        let (role, name) = node.map_or((Role::Unknown, String::new()), |it| (it.accesskit_node().role(), named(&it)));
        if !is_control(role) || name.is_empty() {
            wrong.push(format!("{place}: a stop that is no named control: {role:?} `{name}` at {:?}", response.rect));
        }
        let visible = response.interact_rect.intersect(screen);
        if visible.width() < 3.0 || visible.height() < 3.0 {
            wrong.push(format!("{place}: {role:?} `{name}` has the focus out of sight: {:?}", response.rect));
        }
        let around = rings(window);
        if around.len() != 1 || !around[0].contains_rect(visible.shrink(0.5)) {
            wrong.push(format!("{place}: {role:?} `{name}` at {visible:?} has the rings {around:?}"));
        }
        missing.remove(&format!("{role:?} {name}"));
    }
    wrong.extend(missing.iter().map(|name| format!("{place}: no way to {name} in {stops} stops")));
    wrong
}

/// A session with two timelines, with the cursor at a choice in the past of the second.
fn two_timelines() -> Session {
    let mut session = primer();
    let start = session.cursor();
    session.fork(retrace_session::Point { step: start.step / 2, ..start }, Some("other")).unwrap();
    session.answer_at_random().unwrap();
    session
}

/// Splitters, and the bars with which a list scrolls, are for the mouse: what has the focus scrolls
/// into sight, and layouts and `M` give panels their room.
#[test]
fn tab_comes_to_every_control_of_every_layout_and_shows_it() {
    let mut window = open(two_timelines());
    let thief = object(session(&window), "Shielded Aether Thief");
    do_(&mut window, Action::Select(Entity::Object(thief)));
    let none = BTreeSet::new();
    let mut wrong = walk(&mut window, "Debug", &none);
    for pane in [Pane::Turn, Pane::Watches, Pane::Rules, Pane::Explore] {
        do_(&mut window, Action::ShowPane(pane, true));
        wrong.extend(walk(&mut window, pane.title(), &none));
    }
    for tab in InspectorTab::ALL {
        do_(&mut window, Action::Inspect(tab));
        do_(&mut window, Action::Maximize(Some(Pane::Inspector)));
        wrong.extend(walk(&mut window, tab.label(), &none));
        do_(&mut window, Action::Maximize(None));
    }
    key(&mut window, ctrl(), Key::Num1);
    wrong.extend(walk(&mut window, "Play", &none));
    do_(&mut window, Action::Compare(Compared::Timelines(TimelineId(0), TimelineId(1))));
    key(&mut window, ctrl(), Key::Num3);
    wrong.extend(walk(&mut window, "Compare", &none));
    click(&mut window, "Stop comparing");
    window.set_size(egui::vec2(683.0, 384.0));
    window.run();
    for pane in [Pane::Board, Pane::Events, Pane::Timelines, Pane::Inspector, Pane::CallStack, Pane::Turn] {
        do_(&mut window, Action::ShowPane(pane, true));
        wrong.extend(walk(&mut window, &format!("{} in a small window", pane.title()), &none));
    }
    window.ctx.set_theme(egui::Theme::Light);
    wrong.extend(walk(&mut window, "the light theme", &none));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn tab_comes_to_every_control_of_every_dialog_and_shows_it() {
    let mut window = open(two_timelines());
    key(&mut window, Modifiers::SHIFT, Key::ArrowLeft);
    let mut wrong = Vec::new();
    let dialogs = [
        (Modifiers::SHIFT, Key::Questionmark),
        (ctrl(), Key::N),
        (Modifiers::NONE, Key::E),
        (Modifiers::SHIFT, Key::E),
        (ctrl() | Modifiers::SHIFT, Key::N),
        (ctrl(), Key::O),
        (ctrl(), Key::S),
        (Modifiers::NONE, Key::B),
        (Modifiers::NONE, Key::F2),
    ];
    for size in [egui::vec2(1600.0, 1000.0), egui::vec2(683.0, 384.0)] {
        window.set_size(size);
        window.run();
        for (modifiers, pressed) in dialogs {
            let before = controls(&window);
            key(&mut window, modifiers, pressed);
            assert!(window.state().as_ref().unwrap().view.dialog.is_some(), "{pressed:?}");
            wrong.extend(walk(&mut window, &format!("{pressed:?} at {size}"), &before));
            do_(&mut window, Action::Dialog(None));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_kind_of_choice_is_answered_with_the_keyboard_alone_and_shows_the_focus() {
    // Blockers, an order, damage to be divided: the choices of the primer; and a payment.
    let mut session_ = primer();
    session_.seek(retrace_session::Point::new(TimelineId(0), 0));
    let mut window = open(session_);
    do_(&mut window, Action::Maximize(Some(Pane::Choice)));
    let mut wrong = Vec::new();
    let mut kinds = BTreeSet::new();
    while !session(&window).at_head() {
        key(&mut window, Modifiers::SHIFT, Key::ArrowRight);
        let Some(choice) = session(&window).choice() else { continue };
        let kind = format!("{:?}", choice.domain).split([' ', '(']).next().unwrap_or_default().to_owned();
        if kinds.insert(kind.clone()) {
            wrong.extend(walk(&mut window, &kind, &BTreeSet::new()));
        }
    }
    assert!(kinds.len() >= 4, "{kinds:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
