//! The large view of a card: all of its text as it is now, with what it gained and from what, and
//! what it lost. It is shown at the pointer, and in a window of its own on a key.

use egui::{RichText, Sense, Ui, Vec2};
use retrace_core::state::Game;

use super::super::action::{Action, Actions};
use super::super::focus::Following as _;
use super::super::symbols;
use super::super::tokens::{CARD_LARGE_SIZE_PT, CARD_TITLE_PT, TEXT_PT, Tokens};
use super::super::view::Cx;
use super::card;
use super::face::{self, Face, How};
use retrace_session::describe;

/// The size of the text in the window.
const LARGE_PT: f32 = 17.0;

/// The window with the card that is read.
pub(crate) fn window(ctx: &egui::Context, cx: Cx<'_>, out: &mut Actions) {
    let Some(id) = cx.view.reading.filter(|id| cx.sees_object(*id)) else { return };
    let Some(face) = Face::of(cx.game(), id) else { return };
    let mut open = true;
    egui::Window::new("Card")
        .id(egui::Id::unique("reading"))
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .default_pos(ctx.content_rect().center_top() + Vec2::new(-180.0, 80.0))
        .show(ctx, |ui| {
            egui::ScrollArea::vertical().max_height(ctx.content_rect().height() - 160.0).show_following(ui, |ui| {
                reading_ui(ui, cx.game(), &face, LARGE_PT);
            });
        });
    if !open {
        out.push(Action::Read(None));
    }
}

/// Draws the view, for an object that the viewer may see.
pub(crate) fn reading_ui(ui: &mut Ui, game: &Game, face: &Face, size_pt: f32) {
    let tokens = Tokens::of(ui);
    let width_pt = CARD_LARGE_SIZE_PT.x * size_pt / TEXT_PT;
    ui.set_width(width_pt);
    ui.spacing_mut().item_spacing.y = 4.0;
    let (title, _) = ui.allocate_exact_size(Vec2::new(width_pt, CARD_TITLE_PT), Sense::hover());
    card::paint_chip(ui.painter(), tokens, title, face, card::Standing::default());
    let label = |text: String| RichText::new(text).size(size_pt);
    if !face.kind.is_empty() {
        ui.label(label(face.kind.clone()).color(tokens.text_weak));
    }
    for line in face::text(game, face.id) {
        let (sign, format) = card::line_format(tokens, &line, size_pt);
        symbols::formatted_ui(ui, &format!("{sign}{}", line.text), format);
        let from = match line.how {
            How::Printed => continue,
            How::Gained(from) => describe::capitalized(&from),
            How::Lost => "Lost".to_owned(),
        };
        ui.label(RichText::new(from).small().color(tokens.text_weak));
    }
    if let Some(corner) = &face.corner {
        let line = match &face.corner_printed {
            Some(printed) => format!("{corner} now, printed {printed}"),
            None => corner.clone(),
        };
        ui.label(label(line).strong().color(tokens.text_strong));
    }
    if face.tapped {
        ui.label(label("Tapped".to_owned()));
    }
    if !face.badges.is_empty() {
        let badges: Vec<&str> = face.badges.iter().map(|badge| badge.text.as_str()).collect();
        ui.label(label(describe::capitalized(&badges.join(" · "))).color(tokens.changed));
    }
    let hint = format!("Object {} · click for its characteristics, double click for its history", face.id);
    ui.label(RichText::new(hint).small().color(tokens.text_weak));
}
