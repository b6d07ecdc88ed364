//! What is asked besides the name where the choice at the cursor is saved as a scenario.

use egui::{RichText, Ui};

use super::super::view::Cx;

/// Says what is saved, and asks whether what follows goes with it.
pub(crate) fn moment_ui(ui: &mut Ui, cx: Cx<'_>, follow: bool) -> bool {
    let about = "The choice at or before the cursor as a board, in a file that can be opened, changed and checked. What no board can \
                 say is not lost: then it is the beginning of the game and what was done since.";
    ui.label(RichText::new(about).color(cx.tokens.text_weak));
    let mut with_script = follow;
    let hint = "The decisions that follow on this timeline become its script, with what holds at the end";
    ui.checkbox(&mut with_script, "With what follows, as a test").on_hover_text(hint);
    with_script
}
