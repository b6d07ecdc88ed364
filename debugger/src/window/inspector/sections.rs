//! The sections of the inspector.

use egui::{RichText, Ui};

use super::super::view::Cx;

/// The title of a section.
pub(super) fn part_ui(ui: &mut Ui, cx: Cx<'_>, title: &str) {
    ui.add_space(6.0);
    ui.label(RichText::new(title).strong().color(cx.tokens.text_strong));
}
