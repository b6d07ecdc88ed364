//! The minimap: the whole timeline in one row with its markers, and a frame around the visible
//! part, which can be dragged.

use egui::{Id, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo};

use retrace_session::TimelineId;

use super::super::action::{Action, Actions};
use super::super::tokens::MINIMAP_PT;
use super::super::view::{Cx, Zoom};
use super::kept_columns;
use super::markers;
use super::scale::{Scale, zoom_ui};

/// The width of a bar that shows the density of choices.
const BAR_PT: f32 = 2.0;

/// Draws the minimap of a timeline, scaled to the longest one shown, below the ruler that shows the
/// part `sight`.
pub(super) fn minimap_ui(ui: &mut Ui, cx: Cx<'_>, id: TimelineId, sight: Scale, out: &mut Actions) {
    let Some(timeline) = cx.session.timeline(id) else { return };
    let (_, area) = ui.allocate_space(Vec2::new(ui.available_width(), MINIMAP_PT));
    let rect = Rect::from_x_y_ranges(sight.x, area.y_range().shrink(1.0));
    let scale = Scale::whole(sight.x, sight.len);
    let response = ui.interact(rect, Id::unique(("minimap", id.0)), Sense::click_and_drag());
    let (first, last) = sight.ends();
    let (first, last, len) = (cx.step(id, first), cx.step(id, last), cx.step(id, sight.len));
    let spoken = match cx.view.zoom {
        None => format!("Minimap, all {len} steps in sight"),
        Some(_) => format!("Minimap, steps {first} to {last} of {len} in sight"),
    };
    response.widget_info(|| {
        let mut info = WidgetInfo::slider(true, f64::from(sight.from), &spoken);
        info.role = Role::ScrollBar;
        info
    });
    let painter = ui.painter_at(rect.expand2(Vec2::new(2.0, 1.0)));
    painter.rect_filled(rect, 0, cx.tokens.inset);
    let columns = kept_columns(ui.ctx(), response.id, (timeline.tip(), scale), || {
        scale.columns(BAR_PT, |place| timeline.commits_up_to_step(place))
    });
    let most = columns.iter().copied().max().unwrap_or(1).max(1) as f32;
    let width_pt = rect.width() / columns.len().max(1) as f32;
    for (column, count) in columns.iter().enumerate().filter(|(_, count)| **count > 0) {
        let height_pt = 1.0 + (rect.height() - 3.0) * *count as f32 / most;
        let left = rect.left() + column as f32 * width_pt;
        let bar = Rect::from_x_y_ranges(left..=left + width_pt - 0.3, rect.bottom() - height_pt..=rect.bottom());
        painter.rect_filled(bar, 0, cx.tokens.line_strong);
    }
    markers::ticks_ui(&painter, cx, scale, rect.with_max_y(rect.top() + 5.0), id);
    if cx.session.cursor().timeline == id {
        painter.vline(scale.x_of(cx.session.cursor().step), rect.y_range(), Stroke::new(2.0, cx.tokens.text_strong));
    }
    let frame =
        Rect::from_x_y_ranges(scale.x_of(first)..=scale.x_of(last).max(scale.x_of(first) + 4.0), rect.y_range());
    if cx.view.zoom.is_some() {
        let shade = cx.tokens.shade;
        painter.rect_filled(rect.with_max_x(frame.left()), 0, shade);
        painter.rect_filled(rect.with_min_x(frame.right()), 0, shade);
    }
    let width = if response.has_focus() || response.hovered() { 2.0 } else { 1.0 };
    painter.rect_stroke(frame, 1, Stroke::new(width, cx.tokens.accent), StrokeKind::Inside);
    drag(cx, scale, frame, &response, out);
    zoom_ui(ui, cx, scale, &response, out);
    let hint = "The whole timeline. Drag the frame to move what is in sight; the wheel zooms.";
    response.on_hover_text(hint).on_hover_cursor(egui::CursorIcon::Grab);
}

/// Dragging moves the frame; pressing outside it moves the frame there first.
fn drag(cx: Cx<'_>, scale: Scale, frame: Rect, response: &egui::Response, out: &mut Actions) {
    let (Some(zoom), Some(pos)) = (cx.view.zoom, response.interact_pointer_pos()) else { return };
    let centred = |pos: Pos2| {
        let middle = scale.from + scale.share_at(pos.x) * scale.span;
        Action::Zoom(Some(zoom.moved(scale.len, middle - zoom.from - zoom.span / 2.0)))
    };
    if response.drag_started() && !frame.expand(3.0).contains(pos - response.drag_delta()) || response.clicked() {
        out.push(centred(pos));
    } else if response.dragged() && response.drag_delta().x != 0.0 {
        let by = scale.steps_within(response.drag_delta().x);
        out.push(Action::Zoom(Some(Zoom::moved(zoom, scale.len, by))));
    }
}
