//! Files dropped onto the window: what would happen is told while they hover, and what a replay is for is asked.

use std::path::Path;

use egui::{Align2, Area, Context, Frame, Id, Order, RichText, Ui};

use crate::session::files::{Kind, kind};

use super::action::{Action, Actions};
use super::app::filing::{hovering, refusal};
use super::browse::Purpose;
use super::dialogs::{close_ui, name};
use super::view::Cx;

/// Tells what would happen with what hovers over the window.
pub(crate) fn overlay(ctx: &Context, cx: Cx<'_>) {
    let Some(path) = hovering(ctx) else { return };
    let screen = ctx.content_rect();
    let text = match kind(&path) {
        Kind::Scenario => format!("Drop to play the scenario {} and open it", name(&path)),
        Kind::Store => format!("Drop to open the store {}", name(&path)),
        Kind::Replay => format!("Drop the replay {} to open it, to import it or to compare with it", name(&path)),
        Kind::Other => refusal(&path),
    };
    let area = Area::new(Id::unique("drop")).order(Order::Foreground).anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO);
    area.interactable(false).show(ctx, |ui| {
        ui.painter().rect_filled(screen, 0, cx.tokens.shade);
        Frame::window(ui.style()).inner_margin(24).show(ui, |ui| {
            ui.set_max_width(560.0);
            ui.label(RichText::new(text).heading().color(cx.tokens.text_strong));
        });
    });
}

/// Asks what is to be done with a replay that was dropped.
pub(crate) fn dropped_ui(ui: &mut Ui, cx: Cx<'_>, path: &Path, out: &mut Actions) {
    ui.heading(name(path));
    ui.label(RichText::new(path.display().to_string()).small().color(cx.tokens.text_weak));
    ui.label("What shall be done with this replay?");
    let on_store = cx.session.store_folder().is_some();
    let ways = [
        (Purpose::Open, "Open it", "In place of what is open.", true),
        (Purpose::Import, "Import it into the store", "Its inputs are run again first.", on_store),
    ];
    ui.horizontal(|ui| {
        for (purpose, label, hint, enabled) in ways {
            let response = ui.add_enabled(enabled, egui::Button::new(label)).on_hover_text(hint);
            if response.on_disabled_hover_text("This session is not on a store.").clicked() {
                out.push(Action::Dialog(None));
                out.push(Action::Chosen(purpose, path.to_owned()));
            }
        }
        close_ui(ui, "Cancel", out);
    });
}
