//! Markers on a timeline: bookmarks, forks, edits, hits of breakpoints, the pin, and labels of a
//! script. Each is a button with its own shape; if there are too many, they are ticks.

use egui::{Align2, FontId, Id, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo};

use retrace_session::{Point, Timeline, TimelineId};

use super::super::action::{Action, Actions};
use super::super::view::Cx;
use super::scale::Scale;

/// How many markers of one kind may be buttons.
const MOST_BUTTONS: usize = 40;

/// A kind of marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum MarkerSort {
    /// A script's label for a place.
    Label,
    /// Another timeline begins here.
    Fork,
    /// An input that is not a decision.
    Edit,
    /// A breakpoint is hit.
    Hit,
    /// A bookmark.
    Bookmark,
    /// The pin.
    Pin,
}

impl MarkerSort {
    const ALL: [MarkerSort; 6] =
        [MarkerSort::Label, MarkerSort::Fork, MarkerSort::Edit, MarkerSort::Hit, MarkerSort::Bookmark, MarkerSort::Pin];
}

/// The markers of one kind on a part of a timeline.
enum Marked {
    /// One button each: the place, and the text for a screen reader.
    Buttons(Vec<(usize, String)>),
    /// Too many for buttons: their places, at most one for each point of the screen.
    Ticks(Vec<usize>),
}

/// The visible markers of one kind.
fn marked(cx: Cx<'_>, scale: Scale, id: TimelineId, sort: MarkerSort) -> Marked {
    let Some(timeline) = cx.session.timeline(id) else { return Marked::Ticks(Vec::new()) };
    let (from, to) = scale.ends();
    let few = |places: Vec<(usize, String)>| {
        Marked::Buttons(places.into_iter().filter(|(step, _)| (from..=to).contains(step)).collect())
    };
    let many = |places: Vec<(usize, String)>| match few(places) {
        Marked::Buttons(places) if places.len() > MOST_BUTTONS => {
            Marked::Ticks(places.into_iter().map(|(step, _)| step).collect())
        }
        marked => marked,
    };
    match sort {
        MarkerSort::Label => {
            many(cx.labels(id).iter().map(|it| (it.step, format!("Named place: {}", it.text))).collect())
        }
        MarkerSort::Fork => {
            let here = |fork: &Timeline| fork.forked().filter(|point| point.timeline == id).map(|point| point.step);
            let forks = cx.session.timelines().filter_map(|it| Some((here(it)?, it.name())));
            many(forks.map(|(step, name)| (step, format!("Fork: {name} begins here"))).collect())
        }
        MarkerSort::Bookmark => {
            let text = |name: &str, note: &str| {
                let note = if note.is_empty() { String::new() } else { format!(": {note}") };
                format!("Marked by bookmark {name}{note}")
            };
            let bookmarks = cx.session.bookmarks_on(id).into_iter();
            many(bookmarks.map(|(step, it)| (step, text(&it.name, &it.note))).collect())
        }
        MarkerSort::Pin => {
            let pinned = cx.session.pinned().filter(|pinned| pinned.timeline == id);
            few(pinned.map(|pinned| (pinned.step, "The pin".to_owned())).into_iter().collect())
        }
        MarkerSort::Edit => {
            let index = timeline.index();
            let first = from.checked_sub(1).map_or(0, |before| index.edits_up_to(before));
            let last = index.edits_up_to(to);
            let at = |at: usize| index.edit(at).map(|edit| edit.place);
            let text = |at: usize| {
                let edit = index.edit(at)?;
                Some((edit.place, format!("Edit: {}", cx.text(id, edit.entry))))
            };
            of_list(scale, (first, last), at, |place| index.edits_up_to(place), text)
        }
        MarkerSort::Hit => {
            let breakpoints = cx.session.marks().breakpoints.iter().enumerate().filter(|(_, it)| it.enabled);
            let lists = breakpoints.filter_map(|(index, it)| Some((&it.text, cx.session.hits_of(id, index)?)));
            let mut all = Marked::Buttons(Vec::new());
            for (text, hits) in lists {
                let first = hits.partition_point(|hit| hit.step < from);
                let last = hits.partition_point(|hit| hit.step <= to);
                let here = of_list(
                    scale,
                    (first, last),
                    |at| hits.get(at).map(|hit| hit.step),
                    |place| hits.partition_point(|hit| hit.step <= place),
                    |at| hits.get(at).map(|hit| (hit.step, format!("Breakpoint hit: {text}"))),
                );
                all = joined(all, here);
            }
            all
        }
    }
}

/// The visible part of a long sorted list: buttons if there are few, otherwise ticks, skipping
/// those that would be drawn at the same point of the screen.
fn of_list(
    scale: Scale,
    (first, last): (usize, usize),
    place: impl Fn(usize) -> Option<usize>,
    up_to: impl Fn(usize) -> usize,
    text: impl Fn(usize) -> Option<(usize, String)>,
) -> Marked {
    if last.saturating_sub(first) <= MOST_BUTTONS {
        return Marked::Buttons((first..last).filter_map(text).collect());
    }
    let mut ticks = Vec::new();
    let mut at = first;
    while let Some(step) = place(at).filter(|_| at < last) {
        ticks.push(step);
        at = up_to(step + scale.steps_within(1.0) as usize).max(at + 1);
    }
    Marked::Ticks(ticks)
}

fn joined(one: Marked, other: Marked) -> Marked {
    let steps = |marked: Marked| match marked {
        Marked::Ticks(steps) => steps,
        Marked::Buttons(all) => all.into_iter().map(|(step, _)| step).collect(),
    };
    match (one, other) {
        (Marked::Buttons(one), Marked::Buttons(other)) if one.len() + other.len() <= MOST_BUTTONS => {
            Marked::Buttons(one.into_iter().chain(other).collect())
        }
        (one, other) => Marked::Ticks(steps(one).into_iter().chain(steps(other)).collect()),
    }
}

/// Draws the visible markers along `line`.
pub(super) fn markers_ui(ui: &Ui, cx: Cx<'_>, scale: Scale, line: Rect, id: TimelineId, out: &mut Actions) {
    let painter = ui.painter_at(line.expand2(Vec2::new(10.0, 0.0)));
    for sort in MarkerSort::ALL {
        let buttons = match marked(cx, scale, id, sort) {
            Marked::Buttons(buttons) => buttons,
            Marked::Ticks(steps) => {
                ticks(&painter, cx, scale, line.shrink(2.0), sort, &steps);
                continue;
            }
        };
        for (index, (step, text)) in buttons.iter().enumerate() {
            let at = Pos2::new(scale.x_of(*step), line.center().y);
            let rect = Rect::from_center_size(at, Vec2::new(13.0, line.height()));
            // Markers at the same place are told apart by their number.
            let twins = buttons.iter().take(index).filter(|(other, _)| other == step).count();
            let response = ui.interact(rect, Id::unique(("marker", id.0, sort, *step, twins)), Sense::click());
            let spoken = format!("{text}, step {}", cx.step(id, *step));
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
            if response.has_focus() || response.hovered() {
                painter.rect_stroke(rect, 2, Stroke::new(1.0, cx.tokens.accent), egui::StrokeKind::Inside);
            }
            paint(&painter, cx, sort, at);
            if response.on_hover_text(&spoken).clicked() {
                out.push(Action::Jump(Point::new(id, *step)));
            }
        }
    }
}

/// Draws a tick for every marker except labels of a script.
pub(super) fn ticks_ui(painter: &Painter, cx: Cx<'_>, scale: Scale, rect: Rect, id: TimelineId) {
    for sort in MarkerSort::ALL.into_iter().filter(|sort| *sort != MarkerSort::Label) {
        let steps = match marked(cx, scale, id, sort) {
            Marked::Ticks(steps) => steps,
            Marked::Buttons(buttons) => buttons.into_iter().map(|(step, _)| step).collect(),
        };
        ticks(painter, cx, scale, rect, sort, &steps);
    }
}

fn ticks(painter: &Painter, cx: Cx<'_>, scale: Scale, rect: Rect, sort: MarkerSort, steps: &[usize]) {
    let color = color(cx, sort);
    for step in steps {
        painter.vline(scale.x_of(*step), rect.y_range(), Stroke::new(1.5, color));
    }
}

fn color(cx: Cx<'_>, sort: MarkerSort) -> egui::Color32 {
    match sort {
        MarkerSort::Label => cx.tokens.text_weak,
        MarkerSort::Fork | MarkerSort::Pin => cx.tokens.track_other,
        MarkerSort::Edit => cx.tokens.warn,
        MarkerSort::Hit => cx.tokens.bad,
        MarkerSort::Bookmark => cx.tokens.accent,
    }
}

/// A flag for a label, a branch for a fork, a pencil for an edit, a disc for a breakpoint, a ribbon
/// for a bookmark, a word for the pin.
fn paint(painter: &Painter, cx: Cx<'_>, sort: MarkerSort, at: Pos2) {
    let color = color(cx, sort);
    let shift = |x: f32, y: f32| at + Vec2::new(x, y);
    let filled = |points: Vec<Pos2>| {
        painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
    };
    match sort {
        MarkerSort::Label => {
            painter.line_segment([shift(0.0, -5.0), shift(0.0, 5.0)], Stroke::new(1.0, color));
            filled(vec![shift(0.0, -5.0), shift(6.0, -2.5), shift(0.0, 0.0)]);
        }
        MarkerSort::Fork => {
            painter.line_segment([shift(0.0, -5.0), shift(5.0, 2.0)], Stroke::new(2.0, color));
            painter.circle_filled(shift(5.0, 2.0), 2.5, color);
        }
        MarkerSort::Edit => {
            painter.line_segment([shift(4.0, -5.0), shift(0.0, 1.0)], Stroke::new(3.0, color));
            filled(vec![shift(-1.5, 0.5), shift(1.5, 1.5), shift(-2.0, 5.0)]);
        }
        MarkerSort::Hit => {
            painter.circle_filled(at, 4.0, color);
        }
        MarkerSort::Bookmark => {
            filled(vec![shift(-3.0, -5.0), shift(3.0, -5.0), shift(3.0, 1.5), shift(-3.0, 1.5)]);
            filled(vec![shift(-3.0, 1.5), shift(0.0, 1.5), shift(-3.0, 5.0)]);
            filled(vec![shift(3.0, 1.5), shift(3.0, 5.0), shift(0.0, 1.5)]);
        }
        MarkerSort::Pin => {
            painter.vline(at.x, egui::Rangef::new(at.y - 5.0, at.y + 5.0), Stroke::new(1.0, color));
            painter.text(shift(3.0, 0.0), Align2::LEFT_CENTER, "pin", FontId::proportional(10.0), color);
        }
    }
}
