//! The entries for edits in the context menus of cards and players on the board.

use egui::Ui;
use retrace_core::derive::object::faces::back_is_up;
use retrace_core::fact::{Edit, Entity, Input, ObjectId, Zone};
use retrace_core::state::{Game, Object};

use super::super::action::{Action, Actions};
use super::super::view::{Cx, Dialog};
use super::ZONES;
use crate::window::view::edit::EditForm;

/// The zones that an object could be moved to, by name, except the stack and rarely used ones.
pub(super) fn zones(object: &Object) -> impl Iterator<Item = (&'static str, Zone)> {
    let here = object.zone;
    let zones = ZONES.iter().map(move |(text, kind)| (*text, Zone::of(*kind, object.owner)));
    zones.filter(move |(_, zone)| *zone != here)
}

/// The menu entry for turning a double-faced permanent over, and whether its other face is the back
/// face; `None` for other permanents.
pub(super) fn transformed(game: &Game, id: ObjectId) -> Option<(&'static str, bool)> {
    match back_is_up(game, id)? {
        true => Some(("transform to the front face", false)),
        false => Some(("transform to the back face", true)),
    }
}

/// The submenu for an object or player, which cannot be opened where no edits are possible.
pub(crate) fn menu_ui(ui: &mut Ui, cx: Cx<'_>, entity: Entity, out: &mut Actions) {
    if let Err(why) = cx.session.edit_outlook() {
        ui.add_enabled(false, egui::Button::new("What if")).on_disabled_hover_text(why);
        return;
    }
    ui.menu_button("What if", |ui| entries_ui(ui, cx, entity, out));
}

fn entries_ui(ui: &mut Ui, cx: Cx<'_>, entity: Entity, out: &mut Actions) {
    let mut offer = |ui: &mut Ui, text: &str, edit: Edit| {
        if ui.button(format!("Edit: {text}")).clicked() {
            out.push(Action::Edit(vec![Input::Edit(edit)]));
            ui.close();
        }
    };
    match entity {
        Entity::Player(id) => {
            let life = cx.game().player(id).map_or(0, |player| player.life);
            for change in [5, 1, -1, -5] {
                offer(ui, &format!("life {change:+}"), Edit::Life(id, life.saturating_add(change)));
            }
        }
        Entity::Object(id) => {
            let Some(object) = cx.game().object(id).filter(|object| object.ability.is_none()) else { return };
            if object.is_permanent() {
                let (text, tapped) = if object.status.tapped { ("untap", false) } else { ("tap", true) };
                offer(ui, text, Edit::Tapped(id, tapped));
                if let Some((text, back)) = transformed(cx.game(), id) {
                    offer(ui, text, Edit::BackUp(id, back));
                }
            }
            for (text, zone) in zones(object) {
                offer(ui, &format!("put into {}", text.to_lowercase()), Edit::Move(id, zone));
            }
        }
    }
    if ui.button("Edit…").clicked() {
        out.push(Action::Select(entity));
        out.push(Action::Dialog(Some(Dialog::Edit(Box::new(EditForm::new(cx.session, Some(entity)))))));
        ui.close();
    }
}
