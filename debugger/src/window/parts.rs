//! Small parts that several panels and dialogs have.

use std::path::Path;

use egui::Ui;

use super::action::{Action, Actions};

/// A button that puts the dialog away.
pub(crate) fn close_ui(ui: &mut Ui, label: &str, out: &mut Actions) {
    if ui.button(label).clicked() {
        out.push(Action::Dialog(None));
    }
}

/// Keys with room between them, so that an arrow can be told from a plus.
pub(crate) fn spaced(keys: &str) -> String {
    keys.replace('+', " + ")
}

/// The last part of a path.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The beginning of an id.
pub(crate) fn short(id: &str) -> String {
    id.chars().take(12).collect()
}
