//! Saving the choice at the cursor as a scenario.

use std::path::PathBuf;

use egui::{RichText, Ui};

use super::super::action::{Action, Actions};
use super::super::dialogs::{close_ui, line_ui};
use super::super::view::{Cx, Dialog};

/// Draws the dialog.
pub(crate) fn moment_ui(ui: &mut Ui, cx: Cx<'_>, typed: &str, follow: bool, out: &mut Actions) {
    ui.set_width(560.0);
    ui.heading("Save this moment as a scenario");
    let about = "The choice at or before the cursor as a board, in a file that can be opened, changed and checked. What no board can \
                 say is not lost: then it is the beginning of the game and what was done since.";
    ui.label(RichText::new(about).color(cx.tokens.text_weak));
    let (mut text, mut with_script) = (typed.to_owned(), follow);
    let (changed, entered) = line_ui(ui, "File", &mut text);
    let hint = "The decisions that follow on this timeline become its script, with what holds at the end";
    let checked = ui.checkbox(&mut with_script, "With what follows, as a test").on_hover_text(hint).changed();
    if changed || checked {
        out.push(Action::Dialog(Some(Dialog::SaveMoment(text.clone(), with_script))));
    }
    ui.horizontal(|ui| {
        let usable = !text.trim().is_empty();
        if (ui.add_enabled(usable, egui::Button::new("Save")).clicked() || entered) && usable {
            out.push(Action::Dialog(None));
            out.push(Action::SaveMoment(PathBuf::from(text.trim()), with_script));
        }
        close_ui(ui, "Cancel", out);
    });
}
