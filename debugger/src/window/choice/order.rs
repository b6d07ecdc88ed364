//! Ordering: damage assignment order, triggered abilities. Up and down move an item by one,
//! dragging moves it anywhere, and a number key moves the item with that number up.

use egui::{Frame, Id, RichText, Sense, Stroke, Ui};
use retrace_core::fact::Prompt;

use super::super::action::{Action, Actions};
use super::super::draft::{Draft, DraftEdit};
use super::super::words;
use super::Asked;

/// Below this width the buttons have arrows instead of words.
const NARROW_PT: f32 = 420.0;

/// The index of the dragged item.
struct Dragged(usize);

/// Draws the items in order.
pub(super) fn order_ui(ui: &mut Ui, asked: Asked<'_>, out: &mut Actions) {
    let Draft::Order(items) = asked.draft else { return };
    let game = asked.cx.game();
    let (texts, width_pt) = match ui.available_width() < NARROW_PT {
        true => (["↑", "↓"], 24.0),
        false => (["Up", "Down"], 44.0),
    };
    let names = words::items(game, items);
    for (index, (item, name)) in items.iter().zip(&names).enumerate() {
        let row = Frame::new().show(ui, |ui| {
            ui.horizontal(|ui| {
                let ways = [("Up", true, index > 0), ("Down", false, index + 1 < items.len())];
                for ((word, earlier, possible), text) in ways.into_iter().zip(texts) {
                    let button = ui.add_enabled(possible, egui::Button::new(text).min_size(egui::vec2(width_pt, 0.0)));
                    if button.accessible_name(format!("{word}: {name}")).clicked() {
                        out.push(Action::Draft(DraftEdit::Shift { index, earlier }));
                    }
                }
                let place = RichText::new(format!("{}.", index + 1)).monospace().color(asked.cx.tokens.text_weak);
                ui.label(place);
                let name = RichText::new(name).color(asked.cx.tokens.text_strong);
                let label = ui.add(egui::Label::new(name).truncate());
                if let Some(text) = words::item_in_full(game, item) {
                    label.on_hover_text(text);
                }
            });
        });
        let rect = row
            .response
            .rect
            .with_max_x(ui.max_rect().right())
            .with_min_x(row.response.rect.left() + 2.0 * width_pt + 22.0);
        // For the mouse only: with the keyboard the buttons do it.
        let handle = ui.interact(rect, Id::unique(("order", index)), Sense::DRAG);
        handle.dnd_set_drag_payload(Dragged(index));
        if handle.dnd_hover_payload::<Dragged>().is_some() {
            ui.painter().hline(rect.x_range(), rect.top(), Stroke::new(2.0, asked.cx.tokens.accent));
        }
        if let Some(dragged) = handle.dnd_release_payload::<Dragged>() {
            out.push(Action::Draft(DraftEdit::Move { from: dragged.0, to: index }));
        }
        handle.on_hover_cursor(egui::CursorIcon::Grab);
    }
    let what = match asked.choice.prompt {
        Prompt::TriggerOrder => "The first is put on the stack first, so it resolves last (CR 603.3b).",
        Prompt::DamageOrder(_) => "The first must be assigned lethal damage before the next (CR 510.1c).",
        _ => "",
    };
    ui.label(RichText::new(format!("{what} Drag an item to move it.")).small().color(asked.cx.tokens.text_weak));
}
