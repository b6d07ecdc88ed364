//! Icons of the transport buttons, painted as shapes. Each has a name for screen readers.

use egui::{Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, WidgetInfo};

/// An icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Icon {
    /// To the beginning.
    First,
    /// Back one turn.
    TurnBack,
    /// Back one turn step.
    TurnStepBack,
    /// Back one choice.
    ChoiceBack,
    /// Back one step.
    StepBack,
    /// Play.
    Play,
    /// Pause.
    Pause,
    /// Forward one step.
    StepForward,
    /// Forward one choice.
    ChoiceForward,
    /// Forward one turn step.
    TurnStepForward,
    /// Forward one turn.
    TurnForward,
    /// To the head.
    Last,
}

/// A button with an icon.
pub(crate) fn icon_button(ui: &mut Ui, icon: Icon, label: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(30.0, 24.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), label));
    let visuals = ui.style().interact(&response);
    let painter = ui.painter();
    painter.rect(rect, visuals.corner_radius, visuals.weak_bg_fill, visuals.bg_stroke, StrokeKind::Inside);
    paint(painter, rect.center(), icon, visuals.fg_stroke.color);
    response
}

fn paint(painter: &Painter, center: Pos2, icon: Icon, color: egui::Color32) {
    let at = |x: f32, y: f32| center + Vec2::new(x, y);
    // The tip of the triangle points in the direction of `sign`.
    let triangle = |x: f32, sign: f32| {
        let points = vec![at(x + 4.0 * sign, 0.0), at(x - 3.0 * sign, -5.0), at(x - 3.0 * sign, 5.0)];
        painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
    };
    let bar = |x: f32| {
        painter.rect_filled(Rect::from_center_size(at(x, 0.0), Vec2::new(2.0, 10.0)), 0, color);
    };
    let diamond = |x: f32| {
        let points = vec![at(x, -4.0), at(x + 4.0, 0.0), at(x, 4.0), at(x - 4.0, 0.0)];
        painter.add(Shape::closed_line(points, Stroke::new(1.5, color)));
    };
    match icon {
        Icon::First => {
            bar(-8.0);
            triangle(-2.5, -1.0);
            triangle(4.5, -1.0);
        }
        Icon::Last => {
            triangle(-4.5, 1.0);
            triangle(2.5, 1.0);
            bar(8.0);
        }
        Icon::TurnBack => {
            triangle(-6.5, -1.0);
            triangle(0.0, -1.0);
            triangle(6.5, -1.0);
        }
        Icon::TurnForward => {
            triangle(-6.5, 1.0);
            triangle(0.0, 1.0);
            triangle(6.5, 1.0);
        }
        Icon::TurnStepBack => {
            triangle(-3.5, -1.0);
            triangle(3.5, -1.0);
        }
        Icon::TurnStepForward => {
            triangle(-3.5, 1.0);
            triangle(3.5, 1.0);
        }
        Icon::ChoiceBack => {
            triangle(5.0, -1.0);
            diamond(-5.0);
        }
        Icon::ChoiceForward => {
            triangle(-5.0, 1.0);
            diamond(5.0);
        }
        Icon::StepBack => triangle(0.0, -1.0),
        Icon::StepForward => triangle(0.0, 1.0),
        Icon::Play => {
            let points = vec![at(7.0, 0.0), at(-5.0, -7.0), at(-5.0, 7.0)];
            painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
        }
        Icon::Pause => {
            for x in [-3.5, 3.5] {
                painter.rect_filled(Rect::from_center_size(at(x, 0.0), Vec2::new(4.0, 12.0)), 0, color);
            }
        }
    }
}
