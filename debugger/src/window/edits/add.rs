//! Adding a card that was not in the game, found by typing part of its name.

use std::sync::Arc;

use egui::{ComboBox, RichText, TextEdit, Ui};
use retrace_core::card::ZoneKind;
use retrace_core::fact::{Addition, Canonical, Edit, Input, Zone};

use super::super::action::{Action, Actions};
use super::super::view::Cx;
use super::ZONES;
use crate::window::view::edit::AddForm;
use retrace_session::{Command, describe};

/// Draws this part of the dialog.
pub(super) fn add_ui(ui: &mut Ui, cx: Cx<'_>, form: &mut AddForm, edits: &mut Vec<Input>, out: &mut Actions) {
    ui.label(RichText::new("Add a card").strong().color(cx.tokens.text_strong));
    ui.horizontal_wrapped(|ui| {
        let label = ui.label("Card");
        let hint = "a part of its name";
        ui.add(TextEdit::singleline(&mut form.typed).hint_text(hint).desired_width(180.0)).labelled_by(label.id);
        ui.label("to");
        let word = ZONES.iter().find(|(_, kind)| *kind == form.to).map_or("", |(word, _)| *word);
        let combo = ComboBox::new("add to", "").selected_text(word).show_ui(ui, |ui| {
            for (word, kind) in ZONES {
                ui.selectable_value(&mut form.to, kind, word);
            }
        });
        combo.response.accessible_name("Zone to add it to");
        ui.label("of");
        for player in cx.game().players() {
            let name = describe::capitalized(&describe::player(cx.game(), player.id));
            let radio = ui.radio(form.owner == player.id, &name);
            if radio.accessible_name(format!("Add it for {name}")).clicked() {
                form.owner = player.id;
            }
        }
        let battlefield = form.to == ZoneKind::Battlefield;
        let check = ui.add_enabled(battlefield, egui::Checkbox::new(&mut form.token, "as a token"));
        check.on_hover_text("With what is printed on the card, but no card (CR 111)");
    });
    let found = form.found();
    if found.is_empty() && !form.typed.trim().is_empty() {
        ui.horizontal(|ui| {
            ui.label(RichText::new("No card's name contains this.").color(cx.tokens.warn));
            let command = Command::NewCard;
            if ui.small_button(command.label()).on_hover_text(command.description()).clicked() {
                out.push(Action::Command(command));
            }
        });
    }
    ui.horizontal_wrapped(|ui| {
        for name in found {
            let Some(card) = form.pool.get(&name) else { continue };
            if ui.button(format!("Add {name}")).clicked() {
                let addition = Addition {
                    card: Canonical::from(Arc::clone(card)),
                    owner: form.owner,
                    zone: Zone::of(form.to, form.owner),
                    controller: None,
                    token: form.token && form.to == ZoneKind::Battlefield,
                };
                edits.push(Input::Edit(Edit::Add(Box::new(addition))));
            }
        }
    });
}
