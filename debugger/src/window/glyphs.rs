//! Small shapes of our own, so that nothing is told by colour alone: tapped, summoning sick,
//! modified, without abilities, energy, whose turn it is, attacked, commanders, out of reach.

use std::f32::consts::TAU;

use egui::{Color32, Painter, Pos2, Shape, Stroke, Vec2};

/// An arrow that turns to the right, for tapping; or back, for untapping.
pub(crate) fn turn(painter: &Painter, center: Pos2, radius_pt: f32, back: bool, color: Color32) {
    let sign = if back { -1.0 } else { 1.0 };
    let at = |share: f32| {
        let angle = TAU * (share - 0.25);
        center + Vec2::new(angle.cos() * sign, angle.sin()) * radius_pt
    };
    // From the left over the top to below.
    let arc: Vec<Pos2> = (0..=14u8).map(|i| at(-0.3 + 0.8 * f32::from(i) / 14.0)).collect();
    let end = at(0.5);
    painter.add(Shape::line(arc, Stroke::new((radius_pt * 0.38).max(1.2), color)));
    let size_pt = radius_pt * 0.85;
    let head = vec![
        end + Vec2::new(-size_pt * sign, 0.0),
        end + Vec2::new(size_pt * 0.25 * sign, -size_pt * 0.8),
        end + Vec2::new(size_pt * 0.25 * sign, size_pt * 0.8),
    ];
    painter.add(Shape::convex_polygon(head, color, Stroke::NONE));
}

/// A bolt.
pub(crate) fn bolt(painter: &Painter, center: Pos2, radius_pt: f32, color: Color32) {
    let at = |x: f32, y: f32| center + Vec2::new(x, y) * radius_pt;
    painter.add(Shape::convex_polygon(vec![at(0.3, -1.0), at(-0.7, 0.2), at(0.1, 0.2)], color, Stroke::NONE));
    painter.add(Shape::convex_polygon(vec![at(-0.3, 1.0), at(0.7, -0.2), at(-0.1, -0.2)], color, Stroke::NONE));
}

/// A spiral: a creature that came this turn.
pub(crate) fn spiral(painter: &Painter, center: Pos2, radius_pt: f32, color: Color32) {
    let at = |i: u8| {
        let share = f32::from(i) / 28.0;
        let angle = TAU * 1.9 * share;
        center + Vec2::new(angle.cos(), angle.sin()) * radius_pt * (0.12 + 0.88 * share)
    };
    painter.add(Shape::line((0..=28).map(at).collect(), Stroke::new(1.3, color)));
}

/// A triangle: something differs from what is printed.
pub(crate) fn delta(painter: &Painter, center: Pos2, radius_pt: f32, color: Color32) {
    let at = |x: f32, y: f32| center + Vec2::new(x, y) * radius_pt;
    let points = vec![at(0.0, -0.95), at(1.0, 0.8), at(-1.0, 0.8)];
    painter.add(Shape::closed_line(points, Stroke::new(1.6, color)));
}

/// A text struck through: abilities are lost.
pub(crate) fn struck(painter: &Painter, center: Pos2, radius_pt: f32, color: Color32) {
    let at = |x: f32, y: f32| center + Vec2::new(x, y) * radius_pt;
    for y in [-0.6, 0.0, 0.6] {
        painter.line_segment([at(-0.9, y), at(0.9, y)], Stroke::new(1.0, color));
    }
    painter.line_segment([at(-1.0, 1.0), at(1.0, -1.0)], Stroke::new(1.6, color));
}

/// A triangle that points to the right: whose turn it is.
pub(crate) fn pointer(painter: &Painter, center: Pos2, radius_pt: f32, color: Color32) {
    let at = |x: f32, y: f32| center + Vec2::new(x, y) * radius_pt;
    painter.add(Shape::convex_polygon(vec![at(0.9, 0.0), at(-0.7, 1.0), at(-0.7, -1.0)], color, Stroke::NONE));
}

/// A crown: a commander.
pub(crate) fn crown(painter: &Painter, center: Pos2, radius_pt: f32, color: Color32) {
    let at = |x: f32, y: f32| center + Vec2::new(x, y) * radius_pt;
    let points =
        vec![at(-1.0, 0.8), at(-1.0, -0.7), at(-0.4, 0.1), at(0.0, -0.9), at(0.4, 0.1), at(1.0, -0.7), at(1.0, 0.8)];
    painter.add(Shape::closed_line(points, Stroke::new(1.3, color)));
}

/// A circle struck through: out of reach.
pub(crate) fn out_of_reach(painter: &Painter, center: Pos2, radius_pt: f32, color: Color32) {
    let stroke = Stroke::new(1.4, color);
    painter.circle_stroke(center, radius_pt * 0.9, stroke);
    let corner = Vec2::splat(radius_pt * 0.64);
    painter.line_segment([center - corner, center + corner], stroke);
}

/// Two crossed swords: attacked.
pub(crate) fn swords(painter: &Painter, center: Pos2, radius_pt: f32, color: Color32) {
    for side in [-1.0, 1.0] {
        let at = |x: f32, y: f32| center + Vec2::new(x * side, y) * radius_pt;
        painter.line_segment([at(-1.0, -1.0), at(1.0, 1.0)], Stroke::new(1.5, color));
        painter.line_segment([at(0.15, 0.85), at(0.85, 0.15)], Stroke::new(1.5, color));
    }
}
