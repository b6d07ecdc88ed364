//! The options for saving the choice at the cursor as a scenario.

use egui::{RichText, Ui};

use super::super::view::Cx;

/// Says what will be saved, and asks whether to include what follows.
pub(crate) fn moment_ui(ui: &mut Ui, cx: Cx<'_>, follow: bool) -> bool {
    let about = "The choice at or before the cursor as a board, in a file that can be opened, changed and checked. What no board can \
                 say is not lost: then it is the beginning of the game and what was done since.";
    ui.label(RichText::new(about).color(cx.tokens.text_weak));
    let mut with_script = follow;
    let hint = "The decisions that follow on this timeline become its script, with what holds at the end";
    ui.checkbox(&mut with_script, "With what follows, as a test").on_hover_text(hint);
    with_script
}
