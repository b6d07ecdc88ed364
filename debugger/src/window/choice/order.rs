//! Ordering: damage assignment order, triggered abilities. Up and down move an item by one.

use egui::{RichText, Ui};
use retrace_core::fact::Prompt;

use super::super::action::{Action, Actions};
use super::super::draft::{Draft, DraftEdit};
use super::super::words;
use super::Asked;

/// Draws the items in their order.
pub(super) fn order_ui(ui: &mut Ui, asked: Asked<'_>, out: &mut Actions) {
    let Draft::Order(items) = asked.draft else { return };
    let game = asked.cx.game();
    for (index, item) in items.iter().enumerate() {
        ui.horizontal(|ui| {
            let name = words::item(game, item);
            for (text, earlier, possible) in [("Up", true, index > 0), ("Down", false, index + 1 < items.len())] {
                let button = ui.add_enabled(possible, egui::Button::new(text).min_size(egui::vec2(44.0, 0.0)));
                if button.accessible_name(format!("{text}: {name}")).clicked() {
                    out.push(Action::Draft(DraftEdit::Shift { index, earlier }));
                }
            }
            let place = RichText::new(format!("{}.", index + 1)).monospace().color(asked.cx.tokens.text_weak);
            ui.label(place);
            let label = ui.label(RichText::new(name).color(asked.cx.tokens.text_strong));
            if let Some(text) = words::item_in_full(game, item) {
                label.on_hover_text(text);
            }
        });
    }
    let what = match asked.choice.prompt {
        Prompt::TriggerOrder => "The first is put on the stack first, so it resolves last (CR 603.3b).",
        Prompt::DamageOrder(_) => "The first must be assigned lethal damage before the next (CR 510.1c).",
        _ => "",
    };
    ui.label(RichText::new(what).small().color(asked.cx.tokens.text_weak));
}
