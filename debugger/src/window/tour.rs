//! The guided tour of the demonstration: in five steps the reader steps, rewinds, forks, compares
//! and asks why. Each step notices by itself when it is done, points at what it is about, and is
//! done for whoever wants that; nobody has to follow the tour, and it does not block keys or
//! clicks.
//!
//! What a step is about draws itself as usual and says where it is ([`is_here`]). The box of the
//! tour stands where it does not cover that, at every size of the window.

use egui::{Align2, Context, Id, LayerId, Order, Pos2, Rect, RichText, Stroke, StrokeKind, Vec2, Window, vec2};

use super::action::{Action, Actions};
use super::draft::DraftEdit;
use super::parts::spaced;
use super::view::Cx;
use super::view::tour::{STOPS, Stop};
use retrace_session::Point;

/// The size of the box, as far as it matters for its place.
const SIZE_PT: Vec2 = vec2(336.0, 250.0);
/// The same in a window that is lower than [`LOW_PT`].
const LOW_SIZE_PT: Vec2 = vec2(264.0, 240.0);
/// In a window that is lower than this, the steps that are done are not listed.
const LOW_PT: f32 = 520.0;
/// By how much its contents are narrower.
const FRAME_PT: f32 = 26.0;
/// How far it stays from the edges of the window.
const MARGIN_PT: f32 = 34.0;

/// Says where the thing is that a step of the tour is about.
pub(crate) fn is_here(ctx: &Context, stop: Stop, rect: Rect) {
    let frame = ctx.cumulative_frame_nr();
    ctx.data_mut(|data| data.insert_temp(Id::unique(("tour", stop)), (rect, frame)));
}

/// Where it is, if it is in sight.
fn target(ctx: &Context, stop: Stop) -> Option<Rect> {
    let (rect, frame) = ctx.data(|data| data.get_temp::<(Rect, u64)>(Id::unique(("tour", stop))))?;
    let rect = rect.intersect(ctx.content_rect());
    (frame + 1 >= ctx.cumulative_frame_nr() && rect.is_positive()).then_some(rect)
}

/// The size of the box in a window.
fn size_pt(screen: Rect) -> Vec2 {
    if screen.height() < LOW_PT { LOW_SIZE_PT } else { SIZE_PT }
}

/// The first place for the box that does not cover the target.
fn place(screen: Rect, target: Option<Rect>) -> Pos2 {
    let (inner, size_pt) = (screen.shrink2(vec2(12.0, MARGIN_PT)), size_pt(screen));
    let (right, left) = (inner.right() - size_pt.x, inner.left());
    let (top, middle, bottom) = (inner.top(), inner.center().y - size_pt.y / 2.0, inner.bottom() - size_pt.y);
    let places = [(right, top), (right, middle), (right, bottom), (left, top), (left, middle), (left, bottom)];
    let places = places.map(|(x, y)| Pos2::new(x, y));
    let covers = |at: &Pos2| target.is_some_and(|it| Rect::from_min_size(*at, size_pt).intersects(it.expand(16.0)));
    places.into_iter().find(|at| !covers(at)).unwrap_or(places[0])
}

/// Draws the tour, if there is one.
pub(crate) fn tour_ui(ctx: &Context, cx: Cx<'_>, out: &mut Actions) {
    let Some(tour) = cx.view.tour else { return };
    let screen = ctx.content_rect();
    let target = STOPS.get(tour.done).and_then(|stop| target(ctx, *stop));
    // Each step has a place of its own, at which it does not cover its target; it can be moved from
    // there.
    let (place, width_pt) = (place(screen, target), size_pt(screen).x - FRAME_PT);
    let id = Id::unique(("tour", tour.done, place.x as i32, place.y as i32));
    // A larger box to begin with would be moved into the window, and would stay there.
    let window =
        Window::new("Guided tour").id(id).collapsible(false).resizable(false).default_size(vec2(width_pt, 60.0));
    let shown = window.pivot(Align2::LEFT_TOP).default_pos(place).show(ctx, |ui| {
        // Texts wrap already when the size of the box is sought, which would be moved otherwise.
        ui.set_width(width_pt);
        let Some(stop) = STOPS.get(tour.done) else {
            ui.label(RichText::new("That is the tour.").strong().color(cx.tokens.text_strong));
            let text = "You have stepped, rewound, forked, compared and asked why. ? lists all keys, Ctrl+K all commands; \
                        the tour is in the Help menu.";
            ui.add(egui::Label::new(text).wrap());
            if ui.button("Close the tour").clicked() {
                out.push(Action::EndTour);
            }
            return;
        };
        let which = format!("Step {} of {}", tour.done + 1, STOPS.len());
        ui.horizontal(|ui| {
            ui.label(RichText::new(which).small().color(cx.tokens.text_weak));
            ui.label(RichText::new(stop.title()).strong().color(cx.tokens.text_strong));
        });
        let (text, command) = stop.task();
        ui.add(egui::Label::new(text).wrap());
        if let Some(command) = command {
            let keys = format!("{}: {}", command.label(), spaced(command.default_keys()));
            ui.label(RichText::new(keys).color(cx.tokens.accent));
        }
        let listed = if screen.height() < LOW_PT { 0 } else { tour.done };
        for done in STOPS.iter().take(listed) {
            ui.label(RichText::new(format!("Done: {}", done.title())).small().color(cx.tokens.good));
        }
        ui.horizontal(|ui| {
            let hint = command.map_or("Blocks with nothing instead", retrace_session::Command::description);
            if ui.button("Do it for me").on_hover_text(hint).clicked() {
                match command {
                    Some(command) => out.push(Action::Command(command)),
                    None => out.extend(fork_actions(cx, tour.start)),
                }
            }
            if ui.button("Skip the tour").clicked() {
                out.push(Action::EndTour);
            }
        });
    });
    if let (Some(target), Some(shown)) = (target, shown) {
        point_at(ctx, cx, target, shown.response.rect);
    }
}

/// What forks the demonstration: at the choice of blockers nobody blocks.
fn fork_actions(cx: Cx<'_>, start: usize) -> [Action; 3] {
    let here = Point { step: start, ..cx.session.cursor() };
    [Action::Jump(here), Action::Draft(DraftEdit::DeclareNone), Action::Submit]
}

/// The length of the arrow at the target.
const ARROW_PT: f32 = 34.0;

/// A frame around the target, and an arrow to it from the side where the box is.
fn point_at(ctx: &Context, cx: Cx<'_>, target: Rect, from: Rect) {
    let painter = ctx.layer_painter(LayerId::new(Order::Middle, Id::unique("tour target")));
    let stroke = Stroke::new(2.5, cx.tokens.changed);
    let target = target.expand(3.0);
    painter.rect_stroke(target, 5, stroke, StrokeKind::Outside);
    let end = target.clamp(from.center());
    let way = from.center() - end;
    if way.length() < ARROW_PT * 2.0 {
        return;
    }
    let back = way.normalized();
    let side = vec2(-back.y, back.x);
    painter.line_segment([end + back * ARROW_PT, end + back * 8.0], stroke);
    let head = vec![end, end + back * 11.0 + side * 6.0, end + back * 11.0 - side * 6.0];
    painter.add(egui::Shape::convex_polygon(head, cx.tokens.changed, Stroke::NONE));
}

#[cfg(test)]
mod tests {
    use super::{place, size_pt};
    use egui::{Pos2, Rect, vec2};

    #[test]
    fn the_box_never_covers_what_it_points_at() {
        let sizes = [[1920.0, 1080.0], [1366.0, 768.0], [960.0, 540.0], [900.0, 600.0], [683.0, 384.0]];
        for size in sizes.map(egui::Vec2::from) {
            let screen = Rect::from_min_size(Pos2::ZERO, size);
            for x in 0..20u8 {
                for y in 0..20u8 {
                    let at = Pos2::new(size.x * f32::from(x) / 20.0, size.y * f32::from(y) / 20.0);
                    let target = Rect::from_min_size(at, vec2(90.0, 26.0));
                    let shown = Rect::from_min_size(place(screen, Some(target)), size_pt(screen));
                    assert!(!shown.intersects(target) && screen.contains_rect(shown), "{target:?} in {size:?}");
                }
            }
        }
    }
}
