//! What the step at the cursor changed: each field of the state, before and after; and the events of the step.

use egui::{RichText, Ui};

use crate::session::Point;

use super::super::action::{Action, Actions};
use super::super::diff::lines_ui;
use super::super::view::Cx;
use super::{hint_ui, part_ui};

/// Draws the changes.
pub(super) fn changes_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let cursor = cx.session.cursor();
    let Some(before) = cursor.step.checked_sub(1) else {
        return hint_ui(ui, cx, "Before the first event.");
    };
    let previous = cx.session.current().choice_at_or_before(before).unwrap_or(0);
    ui.label(RichText::new("In this step").strong().color(cx.tokens.text_strong));
    let diff = cx.session.diff_points(Point { step: before, ..cursor }, cursor);
    lines_ui(ui, cx, &diff, out);
    if let Some(step) = cx.session.step_at(cursor.timeline, before) {
        part_ui(ui, cx, "Its events");
        for entry in &step.entries {
            let text = cx.session.text(cursor.timeline, entry.no).unwrap_or_default();
            let is_story = entry.event.is_story();
            let text = RichText::new(format!("{}  {text}", entry.no.0));
            let text = if is_story { text.color(cx.tokens.text) } else { text.small().color(cx.tokens.text_weak) };
            if ui.add(egui::Button::new(text).frame(false).wrap()).clicked() {
                out.push(Action::SelectEntry(cursor.timeline, entry.no));
            }
        }
    }
    if previous < before {
        part_ui(ui, cx, "Since the choice before");
        let diff = cx.session.diff_points(Point { step: previous, ..cursor }, cursor);
        lines_ui(ui, cx, &diff, out);
    }
}
