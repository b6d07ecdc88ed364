//! The ruler of one timeline: bands of turns, phases and turn steps, and a track with what is marked: choices (diamonds),
//! forks (branches), the pin, the first divergence and the cursor. Dragging or clicking on it scrubs, the wheel zooms.

use egui::{
    Align2, FontId, Id, Painter, Pos2, Rangef, Rect, Response, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo,
};

use crate::session::{Point, Ruler, Span, Timeline, TimelineId};

use super::super::action::{Action, Actions};
use super::super::tokens::{RULER_BANDS_PT, TEXT_SMALL_PT, TRACK_PT};
use super::super::view::{Cx, Zoom};
use super::super::words;

/// The name of the timeline stands left of its ruler.
const NAME_PT: f32 = 112.0;
/// The room that the diamond of a choice needs.
const DIAMOND_PT: f32 = 9.0;
/// The width of a bar that shows how dense choices are.
const DENSITY_PT: f32 = 3.0;
/// The least width of a band that its name is written in.
const LEAST_NAMED_PT: f32 = 26.0;

/// Where the steps of a timeline are on the screen.
#[derive(Clone, Copy, Debug)]
struct Scale {
    x: Rangef,
    /// The step at the left edge.
    from: f32,
    /// How many steps there are from the left edge to the right one.
    span: f32,
    /// How many steps there are at all.
    len: usize,
}

impl Scale {
    /// The place after so many steps.
    fn x_of(self, step: usize) -> f32 {
        self.x.min + self.x.span() * ((step as f32 - self.from) / self.span.max(1.0))
    }

    /// The number of steps at a place.
    fn step_at(self, x: f32) -> usize {
        let share = ((x - self.x.min) / self.x.span().max(1.0)).clamp(0.0, 1.0);
        ((self.from + share * self.span).round() as usize).min(self.len)
    }

    /// The spans that are in sight.
    fn in_sight<T>(self, spans: &[Span<T>]) -> &[Span<T>] {
        let first = spans.partition_point(|span| (span.to as f32) < self.from);
        let last = spans.partition_point(|span| (span.from as f32) <= self.from + self.span);
        spans.get(first..last.max(first)).unwrap_or_default()
    }

    fn band(self, from: usize, to: usize, y: Rangef) -> Rect {
        Rect::from_x_y_ranges(self.x_of(from)..=self.x_of(to.min(self.len)), y)
    }
}

/// Draws the ruler of a timeline.
pub(super) fn ruler_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    id: TimelineId,
    len: usize,
    divergence: Option<usize>,
    out: &mut Actions,
) {
    let Some(timeline) = cx.session.timeline(id) else { return };
    let is_here = cx.session.cursor().timeline == id;
    let height_pt = RULER_BANDS_PT.iter().sum::<f32>() + TRACK_PT;
    let (_, area) = ui.allocate_space(Vec2::new(ui.available_width(), height_pt));
    let (name_rect, rect) = area.split_left_right_at_x(area.left() + NAME_PT);
    let rect = rect.with_max_x(rect.right() - 8.0);
    let response = ui.interact(rect, Id::unique(("ruler", id.0)), Sense::click_and_drag());
    let place = if is_here { cx.session.cursor().step } else { timeline.len_steps() };
    response.widget_info(|| {
        let mut info = WidgetInfo::slider(true, place as f64, format!("Ruler of timeline {}", timeline.name()));
        info.role = Role::Slider;
        info
    });
    paint_name(ui, cx, name_rect, timeline.name(), is_here);
    let zoom = cx.view.zoom.unwrap_or(Zoom { from: 0.0, span: len.max(1) as f32 });
    let scale = Scale { x: rect.x_range(), from: zoom.from, span: zoom.span, len };
    let painter = ui.painter_at(rect.expand2(Vec2::new(8.0, 0.0)));
    let ruler = cx.session.turn_ruler(id);
    paint_bands(&painter, cx, scale, rect, &ruler);
    let track = Rect::from_min_max(Pos2::new(rect.left(), rect.bottom() - TRACK_PT), rect.max);
    paint_track(&painter, cx, scale, track, id, divergence);
    if is_here {
        paint_cursor(&painter, cx, scale, rect);
    }
    hover_ui(cx, scale, id, &ruler, &response);
    scrub(cx, scale, id, &response, out);
    zoom_ui(ui, cx, scale, &response, out);
    response.on_hover_cursor(egui::CursorIcon::ResizeHorizontal);
}

fn paint_name(ui: &Ui, cx: Cx<'_>, rect: Rect, name: &str, is_here: bool) {
    let (color, lead) = if is_here { (cx.tokens.track_here, "▶ ") } else { (cx.tokens.track_other, "") };
    let painter = ui.painter_at(rect);
    let galley = super::super::board::card::cut(&painter, &format!("{lead}{name}"), 13.0, color, rect.width() - 8.0, 2);
    painter.galley(Pos2::new(rect.left() + 2.0, rect.center().y - galley.size().y / 2.0), galley, color);
}

/// Turns, phases and turn steps, each in a band.
fn paint_bands(painter: &Painter, cx: Cx<'_>, scale: Scale, rect: Rect, ruler: &Ruler) {
    let tokens = cx.tokens;
    let mut top = rect.top();
    let mut next = |height_pt: f32| {
        let range = Rangef::new(top, top + height_pt);
        top += height_pt;
        range
    };
    let [turns_pt, phases_pt, steps_pt] = RULER_BANDS_PT;
    painter.rect_filled(rect, 0, tokens.inset);
    let turns = next(turns_pt);
    for span in wide_enough(scale, &ruler.turns) {
        let rect = scale.band(span.from, span.to, turns).shrink2(Vec2::new(0.5, 0.5));
        painter.rect_filled(rect, 2, tokens.raised);
        let whose = cx.game().player(span.what.player).map_or_else(String::new, |player| format!(" · {}", player.name));
        let names = [
            format!("Turn {}{whose}", span.what.number),
            format!("Turn {}", span.what.number),
            span.what.number.to_string(),
        ];
        paint_band_name(painter, rect, &names, tokens.text_strong);
    }
    let phases = next(phases_pt);
    for span in wide_enough(scale, &ruler.phases) {
        let rect = scale.band(span.from, span.to, phases).shrink2(Vec2::new(0.5, 0.5));
        painter.rect_filled(rect, 2, tokens.phase(span.what));
        paint_band_name(painter, rect, &[words::phase_short(span.what).to_owned()], tokens.text_strong);
    }
    let steps = next(steps_pt);
    for span in wide_enough(scale, &ruler.turn_steps) {
        let rect = scale.band(span.from, span.to, steps).shrink2(Vec2::new(0.5, 0.5));
        let fill = if (span.what as usize).is_multiple_of(2) { tokens.raised } else { tokens.stripe };
        painter.rect_filled(rect, 2, fill);
        paint_band_name(painter, rect, &[words::turn_step_short(span.what).to_owned()], tokens.text);
    }
}

/// The spans in sight of which each takes the room of a point at least; of several within one point the first stands for
/// all.
fn wide_enough<T>(scale: Scale, spans: &[Span<T>]) -> impl Iterator<Item = &Span<T>> {
    let mut last_x = f32::NEG_INFINITY;
    scale.in_sight(spans).iter().filter(move |span| {
        let x = scale.x_of(span.to);
        let wide = x - last_x >= 1.0;
        if wide {
            last_x = x;
        }
        wide
    })
}

/// The longest of the names that fits.
fn paint_band_name(painter: &Painter, rect: Rect, names: &[String], color: egui::Color32) {
    if rect.width() < LEAST_NAMED_PT.min(14.0) {
        return;
    }
    for name in names {
        let galley = painter.layout_no_wrap(name.clone(), FontId::proportional(TEXT_SMALL_PT), color);
        if galley.size().x + 6.0 <= rect.width() {
            painter.galley(rect.center() - galley.size() / 2.0, galley, color);
            return;
        }
    }
}

/// Choices, forks, the pin, labels and the first divergence.
fn paint_track(painter: &Painter, cx: Cx<'_>, scale: Scale, track: Rect, id: TimelineId, divergence: Option<usize>) {
    let tokens = cx.tokens;
    let Some(timeline) = cx.session.timeline(id) else { return };
    let color = cx.track_color(id);
    let y = track.top() + 6.0;
    let end = scale.x_of(timeline.len_steps());
    painter.hline(Rangef::new(track.left(), end), y, Stroke::new(2.0, color));
    if let Some(step) = divergence {
        // What both share is drawn double, and the place where they part has a bar and a word.
        let x = scale.x_of(step);
        painter.hline(Rangef::new(track.left(), x), y + 3.5, Stroke::new(1.0, tokens.text_weak));
        painter.vline(x, track.y_range(), Stroke::new(2.0, tokens.warn));
        let galley = painter.layout_no_wrap("parts here".to_owned(), FontId::proportional(10.0), tokens.warn);
        painter.galley(Pos2::new(x + 13.0, track.bottom() - galley.size().y + 1.0), galley, tokens.warn);
    }
    paint_choices(painter, cx, scale, y, timeline);
    for fork in cx.session.timelines() {
        if let Some(point) = fork.forked().filter(|point| point.timeline == id) {
            let x = scale.x_of(point.step);
            painter.line_segment([Pos2::new(x, y), Pos2::new(x + 7.0, y + 8.0)], Stroke::new(2.0, tokens.track_other));
            painter.circle_filled(Pos2::new(x + 7.0, y + 8.0), 2.5, tokens.track_other);
        }
    }
    for label in cx.session.labels(id) {
        // A flag where a script has named a place; the name is under the pointer and beside the transport.
        let at = Pos2::new(scale.x_of(label.step), track.bottom());
        let flag = vec![at - Vec2::new(0.0, 9.0), at + Vec2::new(6.0, -6.0), at - Vec2::new(0.0, 3.0)];
        painter.add(Shape::convex_polygon(flag, tokens.text_weak, Stroke::NONE));
    }
    if let Some(pinned) = cx.session.pinned().filter(|pinned| pinned.timeline == id) {
        let at = Pos2::new(scale.x_of(pinned.step), track.bottom() - 5.0);
        painter.text(
            at - Vec2::new(4.0, 0.0),
            Align2::RIGHT_CENTER,
            "pin",
            FontId::proportional(10.0),
            tokens.track_other,
        );
        painter.vline(at.x, track.y_range(), Stroke::new(1.0, tokens.track_other));
    }
}

/// The choices in sight: a diamond each, or where they stand too close how dense they are.
fn paint_choices(painter: &Painter, cx: Cx<'_>, scale: Scale, y: f32, timeline: &Timeline) {
    let color = cx.track_color(timeline.id());
    let (first, last) = (scale.step_at(scale.x.min), scale.step_at(scale.x.max));
    let (from, to) = (timeline.commits_up_to_step(first.saturating_sub(1)), timeline.commits_up_to_step(last));
    if (to - from) as f32 * DIAMOND_PT <= scale.x.span() {
        for commit in (from..to).filter_map(|index| timeline.commits().get(index)) {
            let x = scale.x_of(commit.end_step());
            let r = 3.5;
            let points = vec![Pos2::new(x, y - r), Pos2::new(x + r, y), Pos2::new(x, y + r), Pos2::new(x - r, y)];
            painter.add(Shape::convex_polygon(points, cx.tokens.panel, Stroke::new(1.2, color)));
        }
        return;
    }
    let columns = (scale.x.span() / DENSITY_PT).floor().max(1.0) as usize;
    let x_of = |column: usize| scale.x.min + column as f32 * DENSITY_PT;
    let edges: Vec<usize> =
        (0..=columns).map(|column| timeline.commits_up_to_step(scale.step_at(x_of(column)))).collect();
    let counts: Vec<usize> = edges.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let most = counts.iter().copied().max().unwrap_or(1).max(1) as f32;
    for (column, count) in counts.into_iter().enumerate().filter(|(_, count)| *count > 0) {
        let half_pt = 1.0 + 4.5 * count as f32 / most;
        let bar = Rect::from_x_y_ranges(x_of(column)..=x_of(column) + DENSITY_PT - 0.5, y - half_pt..=y + half_pt);
        painter.rect_filled(bar, 0, color);
    }
}

/// A line through all bands, with a handle on top.
fn paint_cursor(painter: &Painter, cx: Cx<'_>, scale: Scale, rect: Rect) {
    let x = scale.x_of(cx.session.cursor().step);
    painter.vline(x, rect.y_range(), Stroke::new(2.0, cx.tokens.text_strong));
    let top = rect.top();
    let points = vec![Pos2::new(x - 5.0, top), Pos2::new(x + 5.0, top), Pos2::new(x, top + 8.0)];
    painter.add(Shape::convex_polygon(points, cx.tokens.text_strong, Stroke::new(1.0, cx.tokens.panel)));
}

/// What is under the pointer, in words.
fn hover_ui(cx: Cx<'_>, scale: Scale, id: TimelineId, ruler: &Ruler, response: &Response) {
    let Some(pos) = response.hover_pos() else { return };
    let step = scale.step_at(pos.x);
    let text =
        cx.session.headline(Point::new(id, step)).map_or_else(|| "the beginning".to_owned(), |no| cx.text(id, no));
    let turn = at(&ruler.turns, step).map_or_else(String::new, |turn| format!("turn {}", turn.number));
    let turn_step = at(&ruler.turn_steps, step).map_or("", |step| step.word());
    let label = cx.session.labels(id).iter().rev().find(|label| label.step <= step);
    let label = label.map_or_else(String::new, |label| format!("\n{}", label.text));
    response.clone().on_hover_text_at_pointer(format!("Step {step} · {turn} · {turn_step}\n{text}{label}"));
}

/// The wheel zooms around the pointer; with Shift, or where it goes sideways, it pans. A double click shows all.
fn zoom_ui(ui: &Ui, cx: Cx<'_>, scale: Scale, response: &Response, out: &mut Actions) {
    if response.double_clicked() && cx.view.zoom.is_some() {
        return out.push(Action::Zoom(None));
    }
    let Some(pos) = response.hover_pos() else { return };
    let (wheel, pinch) = ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
    if wheel.x != 0.0
        && let Some(zoom) = cx.view.zoom
    {
        let by = -wheel.x / scale.x.span().max(1.0) * scale.span;
        out.push(Action::Zoom(Some(zoom.moved(scale.len, by))));
    }
    let factor = pinch * (wheel.y / 200.0).exp();
    if factor != 1.0 {
        let around = scale.from + (pos.x - scale.x.min) / scale.x.span().max(1.0) * scale.span;
        out.push(Action::Zoom(Zoom::enlarged(cx.view.zoom, scale.len, around, factor)));
    }
}

fn at<T: Copy>(spans: &[Span<T>], step: usize) -> Option<T> {
    spans.iter().find(|span| span.contains(step)).map(|span| span.what)
}

/// A click or a drag puts the cursor there.
fn scrub(cx: Cx<'_>, scale: Scale, id: TimelineId, response: &Response, out: &mut Actions) {
    if !(response.clicked() || response.dragged()) {
        return;
    }
    let Some(pos) = response.interact_pointer_pos() else { return };
    let step = scale.step_at(pos.x).min(cx.session.len_steps(id));
    let point = Point::new(id, step);
    if point != cx.session.cursor() {
        out.push(if response.dragged() { Action::Seek(point) } else { Action::Jump(point) });
    }
}
