//! Tilts what has been painted: a tapped permanent (CR 701.21a) leans to the right, with everything
//! on it.

use egui::emath::Rot2;
use egui::layers::ShapeIdx;
use egui::{Painter, Pos2, Shape};

/// How far a tapped permanent leans, in radians: visible at a glance, yet readable.
const TAPPED_RAD: f32 = 0.09;

/// Paints, and tilts the result around `pivot` if `tapped`.
pub(super) fn tilted(painter: &Painter, tapped: bool, pivot: Pos2, paint: impl FnOnce()) {
    let place = || painter.ctx().graphics_mut(|layers| layers.entry(painter.layer_id()).next_idx().0);
    let first = place();
    paint();
    if tapped {
        let last = place();
        painter.ctx().graphics_mut(|layers| {
            let list = layers.entry(painter.layer_id());
            (first..last).for_each(|index| list.mutate_shape(ShapeIdx(index), |it| turn(&mut it.shape, pivot)));
        });
    }
}

fn turn(shape: &mut Shape, pivot: Pos2) {
    let rotation = Rot2::from_angle(TAPPED_RAD);
    let moved = |at: Pos2| pivot + rotation * (at - pivot);
    match shape {
        Shape::Vec(shapes) => shapes.iter_mut().for_each(|shape| turn(shape, pivot)),
        Shape::Circle(circle) => circle.center = moved(circle.center),
        Shape::LineSegment { points, .. } => points.iter_mut().for_each(|at| *at = moved(*at)),
        Shape::Path(path) => path.points.iter_mut().for_each(|at| *at = moved(*at)),
        Shape::Rect(rect) => {
            let center = rect.rect.center();
            rect.rect = rect.rect.translate(moved(center) - center);
            rect.angle += TAPPED_RAD;
        }
        Shape::Text(text) => {
            text.pos = moved(text.pos);
            text.angle += TAPPED_RAD;
        }
        // Cards use none of these shapes.
        Shape::Noop
        | Shape::Ellipse(_)
        | Shape::Band(_)
        | Shape::Mesh(_)
        | Shape::QuadraticBezier(_)
        | Shape::CubicBezier(_)
        | Shape::Callback(_) => {}
    }
}
