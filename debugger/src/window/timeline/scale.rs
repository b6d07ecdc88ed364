//! Maps the steps of a timeline to the screen, and handles the pointer and the wheel: a click or a
//! drag moves the cursor, the wheel zooms around the pointer, and pans sideways or with Shift; a
//! double click shows all.

use egui::{Rangef, Rect, Response, Ui};

use retrace_session::{Point, Span, Spans, TimelineId};

use super::super::action::{Action, Actions};
use super::super::view::{Cx, Zoom};

/// Maps the steps of a timeline to the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    pub(super) x: Rangef,
    /// The step at the left edge.
    pub(super) from: f32,
    /// The number of visible steps.
    pub(super) span: f32,
    /// The number of steps of the timeline.
    pub(super) len: usize,
}

impl Scale {
    /// The scale of the visible part of a timeline with `len` steps.
    pub(super) fn new(x: Rangef, zoom: Option<Zoom>, len: usize) -> Scale {
        let Zoom { from, span } = zoom.unwrap_or(Zoom { from: 0.0, span: len.max(1) as f32 });
        Scale { x, from, span, len }
    }

    /// The scale of the whole timeline.
    pub(super) fn whole(x: Rangef, len: usize) -> Scale {
        Scale::new(x, None, len)
    }

    /// The x coordinate of the place after `step` steps.
    pub(super) fn x_of(self, step: usize) -> f32 {
        self.x.min + self.x.span() * ((step as f32 - self.from) / self.span.max(1.0))
    }

    /// The place at an x coordinate.
    pub(super) fn step_at(self, x: f32) -> usize {
        ((self.from + self.share_at(x) * self.span).round() as usize).min(self.len)
    }

    /// The share of the width that is left of an x coordinate, from 0 to 1.
    pub(super) fn share_at(self, x: f32) -> f32 {
        ((x - self.x.min) / self.x.span().max(1.0)).clamp(0.0, 1.0)
    }

    /// The first and the last visible place.
    pub(super) fn ends(self) -> (usize, usize) {
        (self.from.max(0.0).ceil() as usize, ((self.from + self.span).floor() as usize).min(self.len))
    }

    /// How many steps a width covers.
    pub(super) fn steps_within(self, width_pt: f32) -> f32 {
        width_pt * self.span / self.x.span().max(1.0)
    }

    pub(super) fn band(self, from: usize, to: usize, y: Rangef) -> Rect {
        Rect::from_x_y_ranges(self.x_of(from)..=self.x_of(to.min(self.len)), y)
    }

    /// The visible spans that are at least a point wide. Where many share a point only the first is
    /// returned, and the others are skipped without visiting them.
    pub(super) fn wide_enough<T: Clone>(self, spans: &Spans<T>) -> impl Iterator<Item = Span<T>> {
        let last = self.ends().1;
        let mut at = spans.begun(self.from.max(0.0) as usize).saturating_sub(1);
        std::iter::from_fn(move || {
            let span = spans.get(at).filter(|span| span.from <= last)?;
            let next = (span.from as f32 + self.steps_within(1.0)).ceil() as usize;
            at = if span.to < next { spans.begun(next).max(at + 1) } else { at + 1 };
            Some(span)
        })
    }

    /// Cuts the width into columns, and counts the items in each; `up_to` counts the items up to a
    /// place.
    pub(super) fn columns(self, width_pt: f32, up_to: impl Fn(usize) -> usize) -> Vec<usize> {
        let count = (self.x.span() / width_pt).floor().max(1.0) as usize;
        let edge = |column: usize| {
            let place = self.from + self.span * column as f32 / count as f32;
            if place <= 0.0 { 0 } else { up_to((place.ceil() as usize - 1).min(self.len)) }
        };
        let mut before = edge(0);
        (1..=count)
            .map(|column| {
                // Items at the right edge belong to the last column.
                let to = if column == count {
                    up_to(((self.from + self.span) as usize).min(self.len))
                } else {
                    edge(column)
                };
                let here = to.saturating_sub(before);
                before = to;
                here
            })
            .collect()
    }
}

/// The wheel zooms around the pointer; with Shift, or sideways, it pans. A double click shows all.
pub(super) fn zoom_ui(ui: &Ui, cx: Cx<'_>, scale: Scale, response: &Response, out: &mut Actions) {
    if response.double_clicked() && cx.view.zoom.is_some() {
        return out.push(Action::Zoom(None));
    }
    let Some(pos) = response.hover_pos() else { return };
    let (wheel, pinch) = ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
    if wheel.x != 0.0
        && let Some(zoom) = cx.view.zoom
    {
        let by = -wheel.x / scale.x.span().max(1.0) * zoom.span;
        out.push(Action::Zoom(Some(zoom.moved(scale.len, by))));
    }
    let factor = pinch * (wheel.y / 200.0).exp();
    if factor != 1.0 {
        let around = scale.from + scale.share_at(pos.x) * scale.span;
        out.push(Action::Zoom(Zoom::enlarged(cx.view.zoom, scale.len, around, factor)));
    }
}

/// A click or a drag moves the cursor.
pub(super) fn scrub(cx: Cx<'_>, scale: Scale, id: TimelineId, response: &Response, out: &mut Actions) {
    if !(response.clicked() || response.dragged_by(egui::PointerButton::Primary)) {
        return;
    }
    let Some(pos) = response.interact_pointer_pos() else { return };
    let step = scale.step_at(pos.x).min(cx.session.len_steps(id));
    let point = Point::new(id, step);
    if point != cx.session.cursor() {
        out.push(if response.dragged() { Action::Seek(point) } else { Action::Jump(point) });
    }
}

#[cfg(test)]
mod tests {
    use super::Scale;
    use crate::window::view::Zoom;
    use egui::Rangef;

    #[test]
    fn columns_count_everything_in_sight_once() {
        let places: Vec<usize> = (0..1000).filter(|place| place % 7 == 0 || place % 11 == 0).collect();
        let up_to = |place: usize| places.iter().filter(|it| **it <= place).count();
        for (from, span) in [(0.0, 1000.0), (130.0, 300.0), (500.0, 12.0), (995.0, 5.0)] {
            let scale = Scale::new(Rangef::new(10.0, 410.0), Some(Zoom { from, span }), 1000);
            let (first, last) = scale.ends();
            let expected = places.iter().filter(|place| (first..=last).contains(place)).count();
            assert_eq!(scale.columns(3.0, up_to).iter().sum::<usize>(), expected, "{from} {span}");
        }
    }

    #[test]
    fn a_step_is_where_it_is_drawn() {
        let scale = Scale::new(Rangef::new(10.0, 410.0), Some(Zoom { from: 40.0, span: 80.0 }), 1000);
        for step in 40..=120 {
            assert_eq!(scale.step_at(scale.x_of(step)), step);
        }
        assert_eq!(scale.ends(), (40, 120));
    }
}
