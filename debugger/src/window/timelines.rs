//! The timelines as a tree of forks: name, length and result of each; a click switches, a button
//! compares. Below, the bookmarks.

use std::collections::BTreeMap;

use egui::{Pos2, RichText, ScrollArea, Sense, Stroke, Ui, Vec2};
use retrace_core::fact::GameResult;

use super::action::{Action, Actions};
use super::bookmarks::bookmarks_ui;
use super::focus::Following as _;
use super::parts::{short, spaced};
use super::view::{Compared, Cx, Dialog};
use super::words;
use retrace_session::session::Session;
use retrace_session::{Command, Timeline, TimelineId, describe};

/// How far a fork is indented.
const INDENT_PT: f32 = 16.0;

/// Draws the tree.
pub(crate) fn timelines_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    ui.horizontal_wrapped(|ui| {
        for (command, text) in [(Command::Pin, "Pin this place"), (Command::RenameTimeline, "Rename…")] {
            let hint = format!("{} ({})", command.description(), spaced(command.default_keys()));
            if ui.small_button(text).on_hover_text(hint).clicked() {
                out.push(Action::Command(command));
            }
        }
    });
    if let Some(pinned) = cx.session.pinned().filter(|pinned| cx.session.timeline(pinned.timeline).is_some()) {
        let name = cx.session.timeline(pinned.timeline).map_or("", Timeline::name);
        ui.horizontal_wrapped(|ui| {
            ui.label(
                RichText::new(format!("Pinned: {name}, step {}", cx.step(pinned.timeline, pinned.step)))
                    .color(cx.tokens.track_other),
            );
            let hint = Command::ComparePinned.description();
            if ui.small_button("Compare with the pin").on_hover_text(hint).clicked() {
                out.push(Action::Command(Command::ComparePinned));
            }
        });
    }
    ui.separator();
    ScrollArea::vertical().id_salt("timelines").auto_shrink(false).show_following(ui, |ui| {
        let mut dots = BTreeMap::new();
        for (depth, timeline) in in_tree_order(cx.session) {
            timeline_ui(ui, cx, timeline, depth, &mut dots, out);
        }
        ui.separator();
        bookmarks_ui(ui, cx, out);
    });
}

/// The timelines as a tree in depth-first order, each with its depth.
fn in_tree_order(session: &Session) -> Vec<(usize, &Timeline)> {
    fn add<'a>(session: &'a Session, parent: Option<TimelineId>, depth: usize, order: &mut Vec<(usize, &'a Timeline)>) {
        for timeline in session.timelines() {
            let origin = timeline.forked().map(|point| point.timeline).filter(|id| session.timeline(*id).is_some());
            if origin == parent && order.iter().all(|(_, other)| other.id() != timeline.id()) {
                order.push((depth, timeline));
                add(session, Some(timeline.id()), depth + 1, order);
            }
        }
    }
    let mut order = Vec::new();
    add(session, None, 0, &mut order);
    order
}

fn timeline_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    timeline: &Timeline,
    depth: usize,
    dots: &mut BTreeMap<TimelineId, Pos2>,
    out: &mut Actions,
) {
    let id = timeline.id();
    let is_here = cx.session.cursor().timeline == id;
    let compared = match cx.view.comparison.as_ref().map(|comparison| comparison.what) {
        Some(Compared::Timelines(a, b)) => a == id || b == id,
        _ => false,
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let (rect, _) = ui.allocate_exact_size(Vec2::new(depth as f32 * INDENT_PT + 10.0, 22.0), Sense::hover());
        let dot = Pos2::new(rect.left() + depth as f32 * INDENT_PT + 5.0, rect.center().y);
        let origin = timeline.forked().and_then(|point| dots.get(&point.timeline)).copied();
        paint_branch(ui, cx, dot, origin, is_here);
        dots.insert(id, dot);
        let text = RichText::new(timeline.name());
        let text = if is_here { text.strong().color(cx.tokens.text_strong) } else { text };
        let response = ui.add(egui::Button::new(text).selected(is_here).frame_when_inactive(false));
        let response = response.accessible_name(format!("Timeline {}", timeline.name()));
        if response.clicked() {
            out.push(Action::Switch(id));
        }
        response.on_hover_text(described(cx, timeline)).context_menu(|ui| menu_ui(ui, cx, timeline, out));
    });
    ui.horizontal(|ui| {
        ui.add_space(depth as f32 * INDENT_PT + 18.0);
        ui.label(RichText::new(summary(cx, timeline)).small().color(cx.tokens.text_weak));
        if compared {
            ui.label(RichText::new("compared").small().color(cx.tokens.track_other));
        }
        if !is_here && !compared {
            let hint = format!("Compare {} with this timeline", timeline.name());
            let button = ui.add(egui::Button::new(RichText::new("Compare").small()).small());
            if button.on_hover_text(&hint).accessible_name(hint).clicked() {
                out.push(Action::Compare(Compared::Timelines(id, cx.session.cursor().timeline)));
            }
        }
    });
}

/// The line from its origin, and its own dot, which is filled if the cursor is there.
fn paint_branch(ui: &Ui, cx: Cx<'_>, dot: Pos2, origin: Option<Pos2>, is_here: bool) {
    let painter = ui.painter();
    let stroke = Stroke::new(1.5, cx.tokens.line_strong);
    if let Some(origin) = origin {
        let corner = Pos2::new(origin.x, dot.y);
        painter.line_segment([origin + Vec2::new(0.0, 5.0), corner], stroke);
        painter.line_segment([corner, dot - Vec2::new(4.0, 0.0)], stroke);
    }
    if is_here {
        painter.circle_filled(dot, 4.5, cx.tokens.accent);
    } else {
        painter.circle(dot, 4.0, cx.tokens.panel, stroke);
    }
}

/// Its length and result.
fn summary(cx: Cx<'_>, timeline: &Timeline) -> String {
    let result = match timeline.result() {
        None => "goes on".to_owned(),
        Some(GameResult::Draw) => "a draw".to_owned(),
        Some(GameResult::Won(player)) => {
            let game = timeline.head().map(|head| head.after());
            let name = game.map_or_else(|| player.to_string(), |game| describe::winner(game, player));
            format!("{name} won")
        }
    };
    // Their number also counts hidden events.
    if cx.view.viewer.is_some() {
        return result;
    }
    let events = usize::try_from(timeline.len_entries()).unwrap_or(usize::MAX);
    format!("{}, {result}", words::count(events, "event"))
}

fn described(cx: Cx<'_>, timeline: &Timeline) -> String {
    let origin = match timeline.forked() {
        Some(point) => match cx.session.timeline(point.timeline) {
            Some(origin) if cx.view.viewer.is_some() => format!("Forked from {}. ", origin.name()),
            Some(origin) => format!("Forked from {} after step {}. ", origin.name(), point.step),
            None => "Forked from a timeline that is gone. ".to_owned(),
        },
        None => String::new(),
    };
    let standing = timeline.standing().word();
    // An id covers everything before it, including hidden cards.
    let tip = match cx.view.viewer {
        None => format!("Tip {}. ", short(&timeline.tip().to_string())),
        Some(_) => String::new(),
    };
    format!("{origin}{tip}{standing}. Right click for more.")
}

fn menu_ui(ui: &mut Ui, cx: Cx<'_>, timeline: &Timeline, out: &mut Actions) {
    let id = timeline.id();
    if ui.button("Rename…").clicked() {
        out.push(Action::Dialog(Some(Dialog::Rename(id, timeline.name().to_owned()))));
        ui.close();
    }
    let here = cx.session.cursor().timeline;
    if ui.add_enabled(id != here, egui::Button::new("Compare with the current one")).clicked() {
        out.push(Action::Compare(Compared::Timelines(id, here)));
        ui.close();
    }
    if ui.button("Delete").clicked() {
        out.push(Action::Delete(id));
        ui.close();
    }
}
