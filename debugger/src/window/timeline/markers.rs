//! What is marked on a timeline: bookmarks, forks, edits, the pin, and the places that a script has named. Each is a button
//! of its own, with a shape of its own; where there are too many for that they are ticks.

use egui::{Align2, FontId, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo};
use retrace_core::fact::EntryNo;

use crate::session::{Point, TimelineId};

use super::super::action::{Action, Actions};
use super::super::view::Cx;
use super::scale::Scale;

/// So many of a sort have a button of their own.
const MOST_BUTTONS: usize = 40;

/// What sort of a thing is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Sort {
    /// A script's name for a place.
    Label,
    /// Another timeline begins here.
    Fork,
    /// Something came from outside that is no decision.
    Edit,
    /// A bookmark.
    Bookmark,
    /// The pin.
    Pin,
}

/// A marked place.
#[derive(Clone, Debug)]
pub(super) struct Marker {
    pub(super) sort: Sort,
    pub(super) step: usize,
    /// What a screen reader says, and what stands under the pointer.
    pub(super) text: String,
}

/// What is marked on a timeline between two places, these included.
pub(super) fn between(cx: Cx<'_>, id: TimelineId, from: usize, to: usize) -> Vec<Marker> {
    let Some(timeline) = cx.session.timeline(id) else { return Vec::new() };
    let mut markers = Vec::new();
    let mut add = |sort: Sort, step: usize, text: String| {
        if (from..=to).contains(&step) {
            markers.push(Marker { sort, step, text });
        }
    };
    for label in timeline.labels() {
        add(Sort::Label, label.step, format!("Named place: {}", label.text));
    }
    for fork in cx.session.timelines() {
        if let Some(point) = fork.forked().filter(|point| point.timeline == id) {
            add(Sort::Fork, point.step, format!("Fork: {} begins here", fork.name()));
        }
    }
    for edit in timeline.index().edits().filter(|edit| (from..=to).contains(&edit.place)) {
        add(Sort::Edit, edit.place, format!("Edit: {}", cx.text(id, edit.entry)));
    }
    for bookmark in cx.session.bookmarks() {
        let here = cx.session.timeline_of_bookmark(bookmark, Some(id)).is_some();
        if let Some((step, _)) = timeline.entry(EntryNo(bookmark.event)).filter(|_| here) {
            let note = if bookmark.note.is_empty() { String::new() } else { format!(": {}", bookmark.note) };
            add(Sort::Bookmark, step + 1, format!("Bookmark {}{note}", bookmark.name));
        }
    }
    if let Some(pinned) = cx.session.pinned().filter(|pinned| pinned.timeline == id) {
        add(Sort::Pin, pinned.step, "The pin".to_owned());
    }
    markers
}

/// Draws the markers in sight, `line` being where they stand.
pub(super) fn markers_ui(ui: &Ui, cx: Cx<'_>, scale: Scale, line: Rect, id: TimelineId, out: &mut Actions) {
    let (from, to) = scale.ends();
    let markers = between(cx, id, from, to);
    let painter = ui.painter_at(line.expand2(Vec2::new(10.0, 0.0)));
    for (index, marker) in markers.iter().enumerate() {
        let at = Pos2::new(scale.x_of(marker.step), line.center().y);
        if markers.iter().filter(|other| other.sort == marker.sort).count() > MOST_BUTTONS {
            painter.vline(at.x, line.shrink(2.0).y_range(), Stroke::new(1.0, color(cx, marker.sort)));
            continue;
        }
        let rect = Rect::from_center_size(at, Vec2::new(13.0, line.height()));
        // What is marked at the same place is told apart by its number.
        let twin = markers.iter().take(index).filter(|other| other.sort == marker.sort && other.step == marker.step);
        let key = ("marker", id.0, marker.sort, marker.step, twin.count());
        let response = ui.interact(rect, egui::Id::unique(key), Sense::click());
        let spoken = format!("{}, step {}", marker.text, marker.step);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
        if response.has_focus() || response.hovered() {
            painter.rect_stroke(rect, 2, Stroke::new(1.0, cx.tokens.accent), egui::StrokeKind::Inside);
        }
        paint(&painter, cx, marker.sort, at);
        if response.on_hover_text(&spoken).clicked() {
            out.push(Action::Jump(Point::new(id, marker.step)));
        }
    }
}

fn color(cx: Cx<'_>, sort: Sort) -> egui::Color32 {
    match sort {
        Sort::Label => cx.tokens.text_weak,
        Sort::Fork | Sort::Pin => cx.tokens.track_other,
        Sort::Edit => cx.tokens.warn,
        Sort::Bookmark => cx.tokens.accent,
    }
}

/// A flag for a named place, a branch for a fork, a pencil's tip for an edit, a ribbon for a bookmark, a word for the pin.
fn paint(painter: &Painter, cx: Cx<'_>, sort: Sort, at: Pos2) {
    let color = color(cx, sort);
    let shift = |x: f32, y: f32| at + Vec2::new(x, y);
    let filled = |points: Vec<Pos2>| {
        painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
    };
    match sort {
        Sort::Label => {
            painter.line_segment([shift(0.0, -5.0), shift(0.0, 5.0)], Stroke::new(1.0, color));
            filled(vec![shift(0.0, -5.0), shift(6.0, -2.5), shift(0.0, 0.0)]);
        }
        Sort::Fork => {
            painter.line_segment([shift(0.0, -5.0), shift(5.0, 2.0)], Stroke::new(2.0, color));
            painter.circle_filled(shift(5.0, 2.0), 2.5, color);
        }
        Sort::Edit => {
            painter.line_segment([shift(4.0, -5.0), shift(0.0, 1.0)], Stroke::new(3.0, color));
            filled(vec![shift(-1.5, 0.5), shift(1.5, 1.5), shift(-2.0, 5.0)]);
        }
        Sort::Bookmark => {
            filled(vec![shift(-3.0, -5.0), shift(3.0, -5.0), shift(3.0, 1.5), shift(-3.0, 1.5)]);
            filled(vec![shift(-3.0, 1.5), shift(0.0, 1.5), shift(-3.0, 5.0)]);
            filled(vec![shift(3.0, 1.5), shift(3.0, 5.0), shift(0.0, 1.5)]);
        }
        Sort::Pin => {
            painter.vline(at.x, egui::Rangef::new(at.y - 5.0, at.y + 5.0), Stroke::new(1.0, color));
            painter.text(shift(3.0, 0.0), Align2::LEFT_CENTER, "pin", FontId::proportional(10.0), color);
        }
    }
}
