//! Small parts shared by several panels and dialogs.

use std::path::Path;

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Response, Ui};

use super::action::{Action, Actions};

/// The width of a dialog that would like to have `wanted_pt`: no more than the window has.
pub(crate) fn dialog_width_pt(ui: &Ui, wanted_pt: f32) -> f32 {
    wanted_pt.min(ui.ctx().content_rect().width() - 40.0)
}

/// The width of a text on a button.
pub(crate) fn text_pt(ui: &Ui, text: impl Into<String>) -> f32 {
    let font = egui::TextStyle::Button.resolve(ui.style());
    ui.painter().layout_no_wrap(text.into(), font, egui::Color32::PLACEHOLDER).size().x
}

/// A button that closes the dialog.
pub(crate) fn close_ui(ui: &mut Ui, label: &str, out: &mut Actions) {
    if ui.button(label).clicked() {
        out.push(Action::Dialog(None));
    }
}

/// Keys separated by spaces, so that an arrow can be told from a plus.
pub(crate) fn spaced(keys: &str) -> String {
    keys.replace('+', " + ")
}

/// The last component of a path.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The first digits of an id.
pub(crate) fn short(id: &str) -> String {
    id.chars().take(12).collect()
}

/// Gives a field the focus with all of its text selected, so that typing replaces it.
pub(crate) fn focus_all(ui: &Ui, field: &Response, text: &str) {
    field.request_focus();
    let mut state = TextEditState::load(ui.ctx(), field.id).unwrap_or_default();
    let end = CCursor::new(text.chars().count());
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::default(), end)));
    state.store(ui.ctx(), field.id);
}
