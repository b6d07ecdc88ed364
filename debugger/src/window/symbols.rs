//! Text with symbols: `{T}`, `{2}` or `{R}` are drawn as mana symbols, in shapes of our own.
//!
//! Each symbol has the room of a character that no text of the rules has; the character itself is
//! not visible. Screen readers get the text as it is.

use std::str::FromStr;
use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Color32, FontId, Galley, Painter, Pos2, Response, Role, Sense, Stroke, TextStyle, Ui, WidgetInfo};
use retrace_core::card::{ManaCost, ManaSymbol};

use super::glyphs;
use super::mana::paint_symbol_of;
use super::tokens::Tokens;

/// The character in whose place a symbol is drawn: a bar as wide as the text is high.
const PLACE: char = '\u{2015}';

/// A symbol of rules text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    /// A mana symbol (CR 107.4).
    Mana(ManaSymbol),
    /// {T} (CR 107.5).
    Tap,
    /// {Q} (CR 107.6).
    Untap,
    /// {E} (CR 107.14).
    Energy,
}

impl Symbol {
    /// Reads what stands between braces.
    fn read(inner: &str) -> Option<Symbol> {
        match inner {
            "T" => Some(Symbol::Tap),
            "Q" => Some(Symbol::Untap),
            "E" => Some(Symbol::Energy),
            _ => match ManaCost::from_str(&format!("{{{inner}}}")).ok()?.0.as_slice() {
                [symbol] => Some(Symbol::Mana(*symbol)),
                _ => None,
            },
        }
    }

    /// Paints the symbol around a point.
    pub(crate) fn paint(self, painter: &Painter, tokens: &Tokens, center: Pos2, diameter_pt: f32) {
        match self {
            Symbol::Mana(symbol) => paint_symbol_of(painter, tokens, center, symbol, diameter_pt),
            Symbol::Tap | Symbol::Untap => {
                disc(painter, tokens, center, diameter_pt);
                glyphs::turn(painter, center, diameter_pt * 0.3, self == Symbol::Untap, tokens.on_pip);
            }
            Symbol::Energy => {
                disc(painter, tokens, center, diameter_pt);
                glyphs::bolt(painter, center, diameter_pt * 0.34, tokens.on_pip);
            }
        }
    }
}

fn disc(painter: &Painter, tokens: &Tokens, center: Pos2, diameter_pt: f32) {
    let color = tokens.pip(retrace_core::card::ManaType::Colorless);
    painter.circle(center, diameter_pt / 2.0, color, Stroke::new(0.75, tokens.on_pip));
}

/// Whether a text has symbols.
pub(crate) fn has_symbols(text: &str) -> bool {
    parts(text).iter().any(|part| matches!(part, Part::Symbol(_)))
}

enum Part<'a> {
    Text(&'a str),
    Symbol(Symbol),
}

/// A text taken apart. What is in braces and no symbol stays text.
fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    let mut from = 0;
    while let Some(open) = rest[from..].find('{').map(|at| at + from) {
        let close = rest[open..].find('}').map(|at| at + open);
        match close.and_then(|close| Some((close, Symbol::read(&rest[open + 1..close])?))) {
            Some((close, symbol)) => {
                if open > 0 {
                    parts.push(Part::Text(&rest[..open]));
                }
                parts.push(Part::Symbol(symbol));
                rest = &rest[close + 1..];
                from = 0;
            }
            None => from = open + 1,
        }
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest));
    }
    parts
}

/// A laid-out text with its symbols.
#[derive(Clone, Debug)]
pub(crate) struct Rich {
    pub(crate) galley: Arc<Galley>,
    symbols: Vec<Symbol>,
    diameter_pt: f32,
}

impl Rich {
    /// The size.
    pub(crate) fn size(&self) -> egui::Vec2 {
        self.galley.size()
    }

    /// Paints the text with its upper left corner at a point.
    pub(crate) fn paint(&self, painter: &Painter, tokens: &Tokens, at: Pos2) {
        painter.galley(at, Arc::clone(&self.galley), tokens.text);
        let mut symbols = self.symbols.iter();
        for row in &self.galley.rows {
            let places = row.row.glyphs.iter().filter(|glyph| glyph.chr == PLACE);
            for (glyph, symbol) in places.zip(symbols.by_ref()) {
                let center = Pos2::new(
                    at.x + row.pos.x + glyph.pos.x + glyph.advance_width / 2.0,
                    at.y + row.pos.y + row.row.size.y / 2.0,
                );
                symbol.paint(painter, tokens, center, self.diameter_pt);
            }
        }
    }
}

/// Lays out texts of different formats one after another.
pub(crate) fn layout(painter: &Painter, texts: &[(&str, TextFormat)], wrap: TextWrapping) -> Rich {
    let size_pt = texts.first().map_or(super::tokens::TEXT_PT, |(_, format)| format.font_id.size);
    let diameter_pt = (size_pt + 1.0).round();
    let mut job = LayoutJob { wrap, ..LayoutJob::default() };
    let mut symbols = Vec::new();
    for (text, format) in texts {
        for part in parts(text) {
            match part {
                Part::Text(text) => job.append(text, 0.0, format.clone()),
                Part::Symbol(symbol) => {
                    symbols.push(symbol);
                    let unseen = TextFormat {
                        color: Color32::TRANSPARENT,
                        strikethrough: Stroke::NONE,
                        font_id: FontId::proportional(diameter_pt + 1.0),
                        line_height: format.line_height.or(Some(size_pt + 3.0)),
                        ..format.clone()
                    };
                    job.append(&PLACE.to_string(), 0.0, unseen);
                }
            }
        }
    }
    Rich { galley: painter.layout_job(job), symbols, diameter_pt }
}

/// Lays out one text.
pub(crate) fn one(painter: &Painter, text: &str, size_pt: f32, color: Color32, wrap: TextWrapping) -> Rich {
    let format = TextFormat { font_id: FontId::proportional(size_pt), color, ..TextFormat::default() };
    layout(painter, &[(text, format)], wrap)
}

/// A wrapping label with symbols.
pub(crate) fn label_ui(ui: &mut Ui, text: &str, color: Color32) -> Response {
    let size_pt = ui.style().text_styles.get(&TextStyle::Body).map_or(super::tokens::TEXT_PT, |font| font.size);
    let format = TextFormat { font_id: FontId::proportional(size_pt), color, ..TextFormat::default() };
    formatted_ui(ui, text, format)
}

/// A wrapping label with symbols, in a format.
pub(crate) fn formatted_ui(ui: &mut Ui, text: &str, format: TextFormat) -> Response {
    let wrap = TextWrapping::wrap_at_width(ui.available_width());
    let rich = layout(ui.painter(), &[(text, format)], wrap);
    let (rect, response) = ui.allocate_exact_size(rich.size(), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    if ui.is_rect_visible(rect) {
        rich.paint(ui.painter(), Tokens::of(ui), rect.min);
    }
    response
}

/// A label of one line with symbols, cut to the width that there is.
pub(crate) fn line_ui(ui: &mut Ui, text: &str, color: Color32) -> Response {
    let size_pt = ui.style().text_styles.get(&TextStyle::Body).map_or(super::tokens::TEXT_PT, |font| font.size);
    let wrap = TextWrapping::truncate_at_width(ui.available_width());
    let rich = one(ui.painter(), text, size_pt, color, wrap);
    let (rect, response) = ui.allocate_exact_size(rich.size(), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    rich.paint(ui.painter(), Tokens::of(ui), rect.min);
    response
}

/// A button whose label may have symbols; in the accent's colour if it is the one to press.
pub(crate) fn button_ui(ui: &mut Ui, label: &str, accent: bool) -> Response {
    let tokens = Tokens::of(ui);
    let color = if accent { tokens.on_accent } else { tokens.text_weak };
    let padding = ui.spacing().button_padding;
    let wrap = TextWrapping::truncate_at_width((ui.available_width() - 2.0 * padding.x).max(40.0));
    let rich = one(ui.painter(), label, super::tokens::TEXT_PT, color, wrap);
    let size = rich.size() + 2.0 * padding;
    let (rect, response) =
        ui.allocate_exact_size(size.max(egui::vec2(0.0, ui.spacing().interact_size.y)), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), label));
    let visuals = ui.style().interact(&response);
    let fill = if accent { tokens.accent } else { visuals.weak_bg_fill };
    let painter = ui.painter();
    painter.rect(rect, visuals.corner_radius, fill, visuals.bg_stroke, egui::StrokeKind::Inside);
    rich.paint(painter, tokens, rect.center() - rich.size() / 2.0);
    response
}

#[cfg(test)]
mod tests {
    use egui::text::TextWrapping;
    use egui::{Color32, Context, Pos2, RawInput};
    use retrace_core::card::{ManaSymbol, ManaType};

    use super::{PLACE, Part, Symbol, has_symbols, one, parts};

    fn shown(text: &str) -> Vec<String> {
        let word = |part: Part<'_>| match part {
            Part::Text(text) => text.to_owned(),
            Part::Symbol(symbol) => format!("{symbol:?}"),
        };
        parts(text).into_iter().map(word).collect()
    }

    #[test]
    fn symbols_are_told_from_text() {
        let red = format!("{:?}", Symbol::Mana(ManaSymbol::Mana(ManaType::Red)));
        let one = format!("{:?}", Symbol::Mana(ManaSymbol::Generic(1)));
        assert_eq!(shown("{1}{R}, {T}: Add"), [one, red, ", ".to_owned(), "Tap".to_owned(), ": Add".to_owned()]);
        assert_eq!(shown("{E}{Q}"), ["Energy", "Untap"]);
        // No symbols, and braces that are never closed.
        assert_eq!(shown("{HEAD} and {"), ["{HEAD} and {"]);
        assert!(has_symbols("pay {W/U}") && has_symbols("{2/W}{G/P}{S}{X}{C}") && !has_symbols("{} }{"));
    }

    #[test]
    fn every_symbol_has_its_place_in_the_text() {
        let ctx = Context::default();
        let mut output = ctx.run_ui(RawInput::default(), |ui| {
            let wrap = TextWrapping::wrap_at_width(60.0);
            let rich =
                one(ui.painter(), "{T}: Add {G} or {2}{U}{U} to what there is", 11.0, Color32::TRANSPARENT, wrap);
            let places = rich.galley.rows.iter().flat_map(|row| &row.row.glyphs).filter(|it| it.chr == PLACE);
            let widths: Vec<f32> = places.map(|it| it.advance_width).collect();
            assert_eq!((widths.len(), rich.symbols.len()), (5, 5));
            assert!(widths.iter().all(|it| *it >= rich.diameter_pt - 1.0), "{widths:?} for {}", rich.diameter_pt);
            rich.paint(ui.painter(), super::Tokens::of(ui), Pos2::ZERO);
        });
        // No graphics card takes them.
        output.textures_delta.clear();
    }
}
