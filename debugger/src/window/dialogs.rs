//! Dialogs: the help sheet, renaming, opening and writing files, a new game.

use egui::{Id, Key, Modal, RichText, ScrollArea, TextEdit, Ui};

use super::action::{Action, Actions};
use super::bookmarks::form_ui;
use super::browse::browse_ui;
use super::dropping::dropped_ui;
use super::edits::chance::chance_ui;
use super::edits::edit_ui;
use super::focus::Following as _;
use super::new_card::new_card_ui;
use super::new_game::new_game_ui;
use super::palette::palette_ui;
use super::parts::{close_ui, dialog_width_pt, focus_all, spaced};
use super::view::{Cx, Dialog};
use retrace_session::command::OTHER_KEYS;
use retrace_session::{Command, Group, TimelineId};

/// Draws the open dialog.
pub(crate) fn dialog_ui(ctx: &egui::Context, cx: Cx<'_>, out: &mut Actions) {
    let Some(dialog) = &cx.view.dialog else { return };
    let mut draw = |ui: &mut Ui| match dialog {
        Dialog::Help => help_ui(ui, cx, out),
        Dialog::Palette(palette) => palette_ui(ui, cx, palette, out),
        Dialog::Rename(id, typed) => rename_ui(ui, *id, typed, out),
        Dialog::Bookmark(form) => form_ui(ui, cx, form, out),
        Dialog::NewGame(form) => new_game_ui(ui, cx, form, out),
        Dialog::NewCard(form) => new_card_ui(ui, cx, form, out),
        Dialog::Edit(form) => edit_ui(ui, cx, form, out),
        Dialog::Chance(form) => chance_ui(ui, cx, form, out),
        Dialog::Browse(browse) => browse_ui(ui, cx, browse, out),
        Dialog::Dropped(path) => dropped_ui(ui, cx, path, out),
    };
    // In a window that is lower than the dialog, it scrolls.
    let most_pt = ctx.content_rect().height() - 40.0;
    let response = Modal::new(Id::unique("dialog")).backdrop_color(cx.tokens.shade).show(ctx, |ui| {
        ScrollArea::vertical()
            .id_salt("dialog")
            .max_height(most_pt)
            .min_scrolled_height(most_pt)
            .show_following(ui, &mut draw)
    });
    if response.should_close() {
        out.push(Action::Dialog(None));
    }
}

/// The keys and what they do, made from the list of commands.
fn help_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    ui.set_width((ui.ctx().content_rect().width() - 60.0).min(860.0));
    ui.horizontal(|ui| {
        ui.heading("Keys and help");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| close_ui(ui, "Close", out));
    });
    let text = "A game is a list of events. Move the cursor to any place, answer a choice there in another way, and a new \
                timeline begins; then compare the two.";
    ui.label(RichText::new(text).color(cx.tokens.text_weak));
    ui.separator();
    let height_pt = (ui.ctx().content_rect().height() - 170.0).max(140.0);
    ScrollArea::vertical().max_height(height_pt).min_scrolled_height(height_pt).show_following(ui, |ui| {
        for group in Group::ALL {
            let commands = Command::ALL.iter().filter(|it| it.group() == group && !it.default_keys().is_empty());
            keys_ui(ui, cx, group.label(), commands.map(|it| (it.default_keys(), it.label(), it.description())));
        }
        keys_ui(ui, cx, "Answering", OTHER_KEYS.iter().map(|(keys, text)| (*keys, "", *text)));
    });
}

/// The widths of the columns of keys and of names, the same in all groups; the rest is for what the
/// commands do.
const HELP_COLUMNS_PT: [f32; 2] = [120.0, 190.0];

fn keys_ui<'a>(ui: &mut Ui, cx: Cx<'_>, title: &str, rows: impl Iterator<Item = (&'a str, &'a str, &'a str)>) {
    ui.add_space(4.0);
    ui.label(RichText::new(title).strong().color(cx.tokens.text_strong));
    for (keys, label, description) in rows {
        ui.horizontal_top(|ui| {
            let columns = [(spaced(keys), cx.tokens.accent), (label.to_owned(), cx.tokens.text_strong)];
            for ((text, color), width_pt) in columns.into_iter().zip(HELP_COLUMNS_PT) {
                // Without a name, what it does has the room.
                if !text.is_empty() {
                    ui.allocate_ui(egui::vec2(width_pt, 0.0), |ui| {
                        ui.set_width(width_pt);
                        ui.add(egui::Label::new(RichText::new(text).color(color)).wrap());
                    });
                }
            }
            ui.add(egui::Label::new(description).wrap());
        });
    }
}

/// A labelled text field. Returns whether the text changed, and whether Enter was pressed.
pub(crate) fn line_ui(ui: &mut Ui, name: &str, text: &mut String) -> (bool, bool) {
    let label = ui.label(name);
    let width_pt = dialog_width_pt(ui, 460.0);
    let response = ui.add(TextEdit::singleline(text).desired_width(width_pt)).labelled_by(label.id);
    // At first; afterwards it goes where Tab leads.
    if ui.memory(|memory| memory.focused().is_none()) && !response.lost_focus() {
        focus_all(ui, &response, text);
    }
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    (response.changed(), entered)
}

fn rename_ui(ui: &mut Ui, id: TimelineId, typed: &str, out: &mut Actions) {
    ui.heading("Rename timeline");
    let mut text = typed.to_owned();
    let (changed, entered) = line_ui(ui, "Name", &mut text);
    if changed {
        out.push(Action::Dialog(Some(Dialog::Rename(id, text.clone()))));
    }
    ui.horizontal(|ui| {
        if ui.button("Rename").clicked() || entered {
            out.push(Action::Dialog(None));
            out.push(Action::Rename(id, text.trim().to_owned()));
        }
        close_ui(ui, "Cancel", out);
    });
}
