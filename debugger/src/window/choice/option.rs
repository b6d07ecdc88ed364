//! One option of a choice: a button with its number key, text, cost and warnings.

use egui::{Align2, FontId, Id, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo};
use retrace_core::card::ManaCost;

use super::super::mana::{cost_width_pt, paint_cost};
use super::super::symbols;
use super::super::tokens::{CONTROL_RADIUS_PT, TEXT_PT, TEXT_SMALL_PT};
use super::super::view::Cx;

/// The id of the nth option, from 0, so that its number key can focus it.
pub(crate) fn option_id(index: usize) -> Id {
    Id::unique(("choice option", index))
}

/// The least width of its text.
const LEAST_PT: f32 = 80.0;

/// The appearance of an option.
#[derive(Clone, Debug, Default)]
pub(super) struct Look<'a> {
    /// The text.
    pub(super) label: &'a str,
    /// The mana cost, as symbols.
    pub(super) cost: Option<&'a ManaCost>,
    /// A warning beside it, for example that the mana is insufficient.
    pub(super) caution: &'a str,
    /// Whether it is marked.
    pub(super) chosen: bool,
    /// Whether the timeline has this answer here.
    pub(super) taken: bool,
}

/// The number key of the nth option, from 0, if it has one.
pub(super) fn key_of(cx: Cx<'_>, index: usize) -> Option<String> {
    (index / 9 == cx.view.nine).then(|| (index % 9 + 1).to_string())
}

/// Draws an option.
pub(super) fn option_ui(ui: &mut Ui, cx: Cx<'_>, index: usize, look: &Look<'_>) -> Response {
    let tokens = cx.tokens;
    let dim = !look.caution.is_empty();
    let text_color = if dim { tokens.text_weak } else { tokens.text_strong };
    let note = match (look.caution, look.taken) {
        ("", true) => "taken here".to_owned(),
        (caution, true) => format!("{caution} · taken here"),
        (caution, false) => caution.to_owned(),
    };
    let note_color = if look.taken && !dim { tokens.accent } else { tokens.warn };
    let note = ui.painter().layout_no_wrap(note, FontId::proportional(TEXT_SMALL_PT), note_color);
    let key = key_of(cx, index);
    let key_pt = 20.0;
    let cost_pt = look.cost.map_or(0.0, |cost| if cost.0.is_empty() { 0.0 } else { cost_width_pt(cost) + 8.0 });
    let note_pt = if note.size().x > 0.0 { note.size().x + 8.0 } else { 0.0 };
    // A long one has several lines, so that its end is never out of sight.
    let rest_pt = key_pt + 6.0 + cost_pt + note_pt + 10.0;
    let wrap = egui::text::TextWrapping::wrap_at_width((ui.clip_rect().width() - 12.0 - rest_pt).max(LEAST_PT));
    let label = symbols::one(ui.painter(), look.label, TEXT_PT, text_color, wrap);
    let size = Vec2::new(rest_pt + label.size().x, (label.size().y + 8.0).max(26.0));
    let (_, rect) = ui.allocate_space(size);
    let response = ui.interact(rect, option_id(index), Sense::click());
    let spoken = spoken(look);
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), look.chosen, &spoken));
    let visuals = ui.style().interact(&response);
    let painter = ui.painter();
    painter.rect(rect, CONTROL_RADIUS_PT, visuals.weak_bg_fill, visuals.bg_stroke, StrokeKind::Inside);
    if look.chosen {
        painter.rect_stroke(rect, CONTROL_RADIUS_PT, Stroke::new(2.0, tokens.offered), StrokeKind::Inside);
    }
    let key_rect = Rect::from_min_size(rect.min, Vec2::new(key_pt, rect.height()));
    if look.chosen {
        let center = key_rect.center();
        let tick = vec![center + Vec2::new(-4.0, 0.0), center + Vec2::new(-1.0, 4.0), center + Vec2::new(5.0, -4.0)];
        painter.line(tick, Stroke::new(2.0, tokens.offered));
    } else if let Some(key) = key {
        painter.text(key_rect.center(), Align2::CENTER_CENTER, key, FontId::monospace(11.0), tokens.text_weak);
    }
    painter.vline(key_rect.right(), rect.y_range().shrink(6.0), Stroke::new(1.0, tokens.line_strong));
    let mut left = key_rect.right() + 6.0;
    let label_width_pt = label.size().x;
    label.paint(painter, tokens, egui::pos2(left, rect.center().y - label.size().y / 2.0));
    left += label_width_pt;
    if let Some(cost) = look.cost.filter(|cost| !cost.0.is_empty()) {
        paint_cost(painter, tokens, egui::pos2(left + cost_pt, rect.center().y), cost);
        left += cost_pt;
    }
    if note_pt > 0.0 {
        painter.galley(egui::pos2(left + 8.0, rect.center().y - note.size().y / 2.0), note, note_color);
    }
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

/// The text for a screen reader: the label, then the other facts.
fn spoken(look: &Look<'_>) -> String {
    let mut spoken = look.label.to_owned();
    for note in [look.caution, if look.taken { "taken here" } else { "" }] {
        if !note.is_empty() {
            spoken.push_str(", ");
            spoken.push_str(note);
        }
    }
    spoken
}
