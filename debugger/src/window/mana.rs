//! Mana symbols as coloured discs with letters, so that they differ by more than colour.

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo};
use retrace_core::card::{ManaCost, ManaSymbol, ManaType};

use super::tokens::{PIP_PT, Tokens};

/// The space between two symbols.
const GAP_PT: f32 = 2.0;

/// The width of a cost.
pub(crate) fn cost_width_pt(cost: &ManaCost) -> f32 {
    let symbols = cost.0.len();
    symbols as f32 * (PIP_PT + GAP_PT) - if symbols > 0 { GAP_PT } else { 0.0 }
}

/// Paints a cost, right-aligned at a point.
pub(crate) fn paint_cost(painter: &Painter, tokens: &Tokens, right_center: Pos2, cost: &ManaCost) {
    let mut center = right_center - Vec2::new(cost_width_pt(cost) - PIP_PT / 2.0, 0.0);
    for symbol in &cost.0 {
        paint_symbol(painter, tokens, center, *symbol);
        center.x += PIP_PT + GAP_PT;
    }
}

/// The letters on a symbol.
fn letters(symbol: ManaSymbol) -> String {
    let text = symbol.to_string();
    text.trim_start_matches('{').trim_end_matches('}').replace('/', "")
}

fn surfaces(tokens: &Tokens, symbol: ManaSymbol) -> (Color32, Color32) {
    let plain = tokens.pip(ManaType::Colorless);
    match symbol {
        ManaSymbol::Generic(_) | ManaSymbol::X | ManaSymbol::Snow => (plain, plain),
        ManaSymbol::Mana(kind) => (tokens.pip(kind), tokens.pip(kind)),
        ManaSymbol::Hybrid(a, b) => (tokens.pip_of(a), tokens.pip_of(b)),
        ManaSymbol::TwoOr(color) => (plain, tokens.pip_of(color)),
        ManaSymbol::Phyrexian(color) => (tokens.pip_of(color), tokens.pip_of(color)),
    }
}

/// Paints one symbol around a point.
pub(crate) fn paint_symbol(painter: &Painter, tokens: &Tokens, center: Pos2, symbol: ManaSymbol) {
    paint_symbol_of(painter, tokens, center, symbol, PIP_PT);
}

/// Paints one symbol of a size around a point.
pub(crate) fn paint_symbol_of(painter: &Painter, tokens: &Tokens, center: Pos2, symbol: ManaSymbol, diameter_pt: f32) {
    let (left, right) = surfaces(tokens, symbol);
    painter.circle_filled(center, diameter_pt / 2.0, left);
    if left != right {
        let half = Rect::from_min_max(Pos2::new(center.x, center.y - diameter_pt), center + Vec2::splat(diameter_pt));
        painter.with_clip_rect(half.intersect(painter.clip_rect())).circle_filled(center, diameter_pt / 2.0, right);
    }
    painter.circle_stroke(center, diameter_pt / 2.0, egui::Stroke::new(0.75, tokens.on_pip));
    let letters = letters(symbol);
    let share = match letters.chars().count() {
        0 | 1 => 0.79,
        2 => 0.64,
        _ => 0.5,
    };
    let size_pt = diameter_pt * share;
    painter.text(center, Align2::CENTER_CENTER, letters, FontId::proportional(size_pt), tokens.on_pip);
}

/// A cost in a row of widgets.
pub(crate) fn cost_ui(ui: &mut Ui, cost: &ManaCost) -> Response {
    let size = Vec2::new(cost_width_pt(cost).max(1.0), PIP_PT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let text = cost.to_string();
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    paint_cost(ui.painter(), Tokens::of(ui), rect.right_center(), cost);
    response
}

/// Mana of one type, with a label.
pub(crate) fn mana_ui(ui: &mut Ui, kind: ManaType, label: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(PIP_PT + 4.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, label));
    let symbol = kind.color().map_or(ManaSymbol::Mana(ManaType::Colorless), |color| ManaSymbol::Mana(color.into()));
    paint_symbol(ui.painter(), Tokens::of(ui), rect.center(), symbol);
    response.on_hover_text(label)
}
