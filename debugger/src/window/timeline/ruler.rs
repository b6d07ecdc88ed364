//! The ruler of one timeline: bands of turns, phases and turn steps, a track with its choices
//! (diamonds, or bars where they are dense) and the divergence, and the markers below. Dragging or
//! clicking on it scrubs, the wheel zooms.

use egui::{FontId, Id, Painter, Pos2, Rangef, Rect, Response, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo};

use retrace_session::{Point, Ruler, Timeline, TimelineId};

use super::super::action::{Action, Actions};
use super::super::board::card::cut;
use super::super::tokens::{MARKERS_PT, RULER_BANDS_PT, TEXT_SMALL_PT, TRACK_PT};
use super::super::view::{Compared, Cx};
use super::super::words;
use super::markers;
use super::scale::{Scale, scrub, zoom_ui};

/// The width that the diamond of a choice needs.
const DIAMOND_PT: f32 = 9.0;
/// The width of a bar that shows the density of choices.
const DENSITY_PT: f32 = 3.0;
/// The minimum width of a band with a name.
const LEAST_NAMED_PT: f32 = 14.0;

/// The heights of the bands of turns, phases and turn steps. With little room there is none for
/// phases; turn steps say them.
fn bands_pt(ctx: &egui::Context, cx: Cx<'_>) -> [f32; 3] {
    let [turns_pt, phases_pt, steps_pt] = RULER_BANDS_PT;
    [turns_pt, if super::is_small(ctx, cx) { 0.0 } else { phases_pt }, steps_pt]
}

/// The height of a ruler.
pub(super) fn height_pt(ctx: &egui::Context, cx: Cx<'_>) -> f32 {
    bands_pt(ctx, cx).iter().sum::<f32>() + TRACK_PT + MARKERS_PT
}

/// Draws the ruler of a timeline.
pub(super) fn ruler_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    id: TimelineId,
    scale: Scale,
    divergence: Option<usize>,
    out: &mut Actions,
) {
    let Some(timeline) = cx.session.timeline(id) else { return };
    let is_here = cx.session.cursor().timeline == id;
    let (_, area) = ui.allocate_space(Vec2::new(ui.available_width(), height_pt(ui.ctx(), cx)));
    let rect = Rect::from_x_y_ranges(scale.x, area.y_range());
    let scrubbed = rect.with_max_y(rect.bottom() - MARKERS_PT);
    let response = ui.interact(scrubbed, Id::unique(("ruler", id.0)), Sense::click_and_drag());
    let place = if is_here { cx.session.cursor().step } else { timeline.len_steps() };
    response.widget_info(|| {
        let mut info = WidgetInfo::slider(true, place as f64, format!("Ruler of timeline {}", timeline.name()));
        info.role = Role::Slider;
        info
    });
    let parts = divergence.map(|step| format!("parts at step {}", cx.step(id, step)));
    paint_name(ui, cx, area.with_max_x(rect.left()), timeline.name(), parts.as_deref(), is_here);
    let painter = ui.painter_at(rect.expand2(Vec2::new(8.0, 0.0)));
    let ruler = timeline.ruler();
    paint_bands(&painter, cx, scale, scrubbed, ruler);
    let track = Rect::from_min_max(Pos2::new(rect.left(), scrubbed.bottom() - TRACK_PT), rect.max);
    paint_track(&painter, cx, scale, track, id, divergence);
    let line = Rect::from_min_max(Pos2::new(rect.left(), scrubbed.bottom()), rect.max);
    markers::markers_ui(ui, cx, scale, line, id, out);
    if is_here {
        paint_cursor(&painter, cx, scale, rect, cx.session.cursor().step);
    } else if let Some(step) = super::abreast(cx, id) {
        paint_cursor(&painter, cx, scale, rect, step);
    }
    hover_ui(cx, scale, id, ruler, &response);
    scrub(cx, scale, id, &response, out);
    zoom_ui(ui, cx, scale, &response, out);
    let pointed = response.interact_pointer_pos().filter(|_| response.secondary_clicked());
    let kept = Id::unique(("ruler menu", id.0));
    if let Some(pos) = pointed {
        let step = scale.step_at(pos.x).min(timeline.len_steps());
        ui.data_mut(|data| data.insert_temp(kept, step));
    }
    response.context_menu(|ui| {
        let step = ui.data(|data| data.get_temp(kept)).unwrap_or(place);
        menu_ui(ui, cx, Point::new(id, step), out);
    });
    response.on_hover_cursor(egui::CursorIcon::ResizeHorizontal);
}

/// The menu for a place on the ruler.
fn menu_ui(ui: &mut Ui, cx: Cx<'_>, point: Point, out: &mut Actions) {
    ui.label(egui::RichText::new(format!("Step {}", cx.step(point.timeline, point.step))).color(cx.tokens.text_weak));
    let mut item = |ui: &mut Ui, text: &str, enabled: bool, action: Action| {
        if ui.add_enabled(enabled, egui::Button::new(text)).clicked() {
            out.push(action);
            ui.close();
        }
    };
    let cursor = cx.session.cursor();
    item(ui, "Go here", point != cursor, Action::Jump(point));
    item(ui, "Compare with the cursor's place", point != cursor, Action::Compare(Compared::Points(point, cursor)));
    if let Some(pinned) = cx.session.pinned() {
        item(ui, "Compare with the pin", point != pinned, Action::Compare(Compared::Points(pinned, point)));
    }
}

fn paint_name(ui: &Ui, cx: Cx<'_>, rect: Rect, name: &str, parts: Option<&str>, is_here: bool) {
    let (color, lead) = if is_here { (cx.tokens.track_here, "▶ ") } else { (cx.tokens.track_other, "") };
    let painter = ui.painter_at(rect);
    let rows = if parts.is_some() { 1 } else { 2 };
    let galley = cut(&painter, &format!("{lead}{name}"), 13.0, color, rect.width() - 8.0, rows);
    let height_pt = galley.size().y;
    painter.galley(Pos2::new(rect.left() + 2.0, rect.center().y - height_pt / 2.0), galley, color);
    if let Some(parts) = parts {
        let below = Pos2::new(rect.left() + 2.0, rect.center().y + height_pt / 2.0 + 1.0);
        let galley = cut(&painter, parts, TEXT_SMALL_PT, cx.tokens.warn, rect.width() - 8.0, 1);
        painter.galley(below, galley, cx.tokens.warn);
    }
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
    let [turns_pt, phases_pt, steps_pt] = bands_pt(painter.ctx(), cx);
    painter.rect_filled(rect, 0, tokens.inset);
    let turns = next(turns_pt);
    for span in scale.wide_enough(&ruler.turns) {
        let rect = scale.band(span.from, span.to, turns).shrink2(Vec2::new(0.5, 0.5));
        painter.rect_filled(rect, 2, tokens.raised);
        let whose = || cx.game().player(span.what.player).map_or_else(String::new, |it| format!(" · {}", it.name));
        let number = span.what.number;
        let names: [&dyn Fn() -> String; 3] =
            [&|| format!("Turn {number}{}", whose()), &|| format!("Turn {number}"), &|| number.to_string()];
        paint_band_name(painter, rect, &names, tokens.text_strong);
    }
    let phases = next(phases_pt);
    for span in scale.wide_enough(&ruler.phases).filter(|_| phases_pt > 0.0) {
        let rect = scale.band(span.from, span.to, phases).shrink2(Vec2::new(0.5, 0.5));
        painter.rect_filled(rect, 2, tokens.phase(span.what));
        paint_band_name(painter, rect, &[&|| words::phase_short(span.what).to_owned()], tokens.text_strong);
    }
    let steps = next(steps_pt);
    for span in scale.wide_enough(&ruler.turn_steps) {
        let rect = scale.band(span.from, span.to, steps).shrink2(Vec2::new(0.5, 0.5));
        let fill = if (span.what as usize).is_multiple_of(2) { tokens.raised } else { tokens.stripe };
        painter.rect_filled(rect, 2, fill);
        paint_band_name(painter, rect, &[&|| words::turn_step_short(span.what).to_owned()], tokens.text);
    }
}

/// Paints the longest name that fits.
fn paint_band_name(painter: &Painter, rect: Rect, names: &[&dyn Fn() -> String], color: egui::Color32) {
    // The name of a partly visible band is placed in its visible part.
    let rect = rect.intersect(painter.clip_rect());
    if rect.width() < LEAST_NAMED_PT {
        return;
    }
    for name in names {
        let galley = painter.layout_no_wrap(name(), FontId::proportional(TEXT_SMALL_PT), color);
        if galley.size().x + 6.0 <= rect.width() {
            painter.galley(rect.center() - galley.size() / 2.0, galley, color);
            return;
        }
    }
}

/// Choices, and the divergence.
fn paint_track(painter: &Painter, cx: Cx<'_>, scale: Scale, track: Rect, id: TimelineId, divergence: Option<usize>) {
    let tokens = cx.tokens;
    let Some(timeline) = cx.session.timeline(id) else { return };
    let color = cx.track_color(id);
    let y = track.top() + 7.0;
    let end = scale.x_of(timeline.len_steps());
    painter.hline(Rangef::new(track.left(), end), y, Stroke::new(2.0, color));
    if let Some(step) = divergence {
        // The shared part is drawn double, and the divergence has a bar; the name says its step.
        let x = scale.x_of(step);
        painter.hline(Rangef::new(track.left(), x), y + 3.5, Stroke::new(1.0, tokens.text_weak));
        painter.vline(x, track.y_range(), Stroke::new(2.0, tokens.warn));
    }
    for (from, to) in super::met(cx, id) {
        // Drawn double, as the shared part is, from where the states are equal again.
        let (from, to) = (scale.x_of(from), scale.x_of(to));
        painter.hline(Rangef::new(from, to.max(from + 2.0)), y + 3.5, Stroke::new(2.0, tokens.good));
        painter.vline(from, track.y_range(), Stroke::new(1.5, tokens.good));
        let room = painter.clip_rect().x_range().contains(from) && to - from > MEETS_PT;
        if room {
            let galley = painter.layout_no_wrap("equal again".to_owned(), FontId::proportional(10.0), tokens.good);
            painter.galley(Pos2::new(from + 3.0, track.bottom() - galley.size().y), galley, tokens.good);
        }
    }
    paint_choices(painter, cx, scale, y, timeline);
}

/// The length of a stretch of equal states that has a name.
const MEETS_PT: f32 = 64.0;

/// The visible choices: a diamond each or, if too dense, bars that show their density.
fn paint_choices(painter: &Painter, cx: Cx<'_>, scale: Scale, y: f32, timeline: &Timeline) {
    let color = cx.track_color(timeline.id());
    let (first, last) = scale.ends();
    let (from, to) = (timeline.commits_up_to_step(first.saturating_sub(1)), timeline.commits_up_to_step(last));
    if to.saturating_sub(from) as f32 * DIAMOND_PT <= scale.x.span() {
        for commit in (from..to).filter_map(|index| timeline.commits().get(index)) {
            let x = scale.x_of(commit.end_step());
            let r = 3.5;
            let points = vec![Pos2::new(x, y - r), Pos2::new(x + r, y), Pos2::new(x, y + r), Pos2::new(x - r, y)];
            painter.add(Shape::convex_polygon(points, cx.tokens.panel, Stroke::new(1.2, color)));
        }
        return;
    }
    let id = Id::unique(("choices", timeline.id().0));
    let columns = super::kept_columns(painter.ctx(), id, (timeline.tip(), scale), || {
        scale.columns(DENSITY_PT, |place| timeline.commits_up_to_step(place))
    });
    let most = columns.iter().copied().max().unwrap_or(1).max(1) as f32;
    let width_pt = scale.x.span() / columns.len().max(1) as f32;
    for (column, count) in columns.iter().enumerate().filter(|(_, count)| **count > 0) {
        let half_pt = 1.0 + 4.5 * *count as f32 / most;
        let left = scale.x.min + column as f32 * width_pt;
        let bar = Rect::from_x_y_ranges(left..=left + width_pt - 0.5, y - half_pt..=y + half_pt);
        painter.rect_filled(bar, 0, color);
    }
}

/// A line through all bands, with a handle on top.
fn paint_cursor(painter: &Painter, cx: Cx<'_>, scale: Scale, rect: Rect, step: usize) {
    let x = scale.x_of(step);
    painter.vline(x, rect.y_range(), Stroke::new(2.0, cx.tokens.text_strong));
    let top = rect.top();
    let points = vec![Pos2::new(x - 5.0, top), Pos2::new(x + 5.0, top), Pos2::new(x, top + 8.0)];
    painter.add(Shape::convex_polygon(points, cx.tokens.text_strong, Stroke::new(1.0, cx.tokens.panel)));
}

/// A tooltip for what is under the pointer.
fn hover_ui(cx: Cx<'_>, scale: Scale, id: TimelineId, ruler: &Ruler, response: &Response) {
    let Some(pos) = response.hover_pos() else { return };
    let step = scale.step_at(pos.x);
    let text = cx.headline(Point::new(id, step)).unwrap_or_else(|| "the beginning".to_owned());
    let turn = ruler.turns.at(step).map_or_else(String::new, |turn| format!("turn {}", turn.what.number));
    let turn_step = ruler.turn_steps.at(step).map_or("", |step| step.what.word());
    let label = cx.labels(id).iter().rev().find(|label| label.step <= step);
    let label = label.map_or_else(String::new, |label| format!("\n{}", label.text));
    let met = super::met(cx, id).iter().any(|(from, to)| (*from..=*to).contains(&step));
    let met = if met { "\nThe other timeline has an equal state." } else { "" };
    response
        .clone()
        .on_hover_text_at_pointer(format!("Step {} · {turn} · {turn_step}\n{text}{label}{met}", cx.step(id, step)));
}
