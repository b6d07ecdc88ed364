//! Bookmarks: their list in the panel of timelines, and the dialog for naming one.

use egui::{Button, Key, RichText, TextEdit, Ui};

use super::action::{Action, Actions};
use super::parts::{close_ui, dialog_width_pt, focus_all};
use super::view::bookmark::BookmarkForm;
use super::view::{Cx, Dialog};
use retrace_session::{Bookmark, Command};

/// Draws the dialog.
pub(crate) fn form_ui(ui: &mut Ui, cx: Cx<'_>, form: &BookmarkForm, out: &mut Actions) {
    ui.set_width(dialog_width_pt(ui, 460.0));
    ui.heading(if form.was.is_some() { "Bookmark" } else { "New bookmark" });
    let text = cx.text(form.event.0, form.event.1);
    let number = cx.number(form.event.0, form.event.1);
    ui.label(RichText::new(format!("Event {number}: {text}")).color(cx.tokens.text_weak));
    let mut typed = form.clone();
    let label = ui.label("Name");
    let name = ui.add(TextEdit::singleline(&mut typed.name).desired_width(f32::INFINITY)).labelled_by(label.id);
    if ui.memory(|memory| memory.focused().is_none()) && !name.lost_focus() {
        focus_all(ui, &name, &form.name);
    }
    let entered = name.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let label = ui.label("Note");
    ui.add(TextEdit::multiline(&mut typed.note).desired_rows(3).desired_width(f32::INFINITY)).labelled_by(label.id);
    if typed != *form {
        out.push(Action::Dialog(Some(Dialog::Bookmark(Box::new(typed.clone())))));
    }
    ui.horizontal(|ui| {
        let usable = !typed.name.trim().is_empty();
        if (ui.add_enabled(usable, Button::new("Keep")).clicked() || entered) && usable {
            out.push(Action::KeepBookmark(Box::new(typed.clone())));
        }
        if let Some(was) = &typed.was
            && ui.button("Delete").on_hover_text("Removes the bookmark; undo brings it back.").clicked()
        {
            out.push(Action::Dialog(None));
            out.push(Action::RemoveBookmark(was.clone()));
        }
        close_ui(ui, "Cancel", out);
    });
}

/// Draws the list. A click jumps to the bookmark.
pub(crate) fn bookmarks_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Bookmarks").strong().color(cx.tokens.text_strong));
        let hint = format!("{} ({})", Command::SetBookmark.description(), Command::SetBookmark.default_keys());
        if ui.small_button("Bookmark this place…").on_hover_text(hint).clicked() {
            out.push(Action::Command(Command::SetBookmark));
        }
    });
    if cx.session.bookmarks().next().is_none() {
        let text = "None yet. B names the event at the cursor; [ and ] go from one to the next.";
        ui.add(egui::Label::new(RichText::new(text).small().color(cx.tokens.text_weak)).wrap());
    }
    let here = cx.session.bookmark_here().map(|bookmark| bookmark.name.as_str());
    for bookmark in cx.session.bookmarks() {
        bookmark_ui(ui, cx, bookmark, here == Some(&bookmark.name), out);
    }
}

fn bookmark_ui(ui: &mut Ui, cx: Cx<'_>, bookmark: &Bookmark, is_here: bool, out: &mut Actions) {
    let place = cx.session.place_of_bookmark(bookmark);
    let on = place.and_then(|place| cx.session.timeline(place.timeline));
    let text = RichText::new(&bookmark.name);
    let text = if is_here { text.strong().color(cx.tokens.text_strong) } else { text };
    let button = Button::new(text).selected(is_here).frame_when_inactive(false);
    let response = ui.add_enabled(place.is_some(), button).accessible_name(format!("Bookmark {}", bookmark.name));
    if let Some(place) = place.filter(|_| response.clicked()) {
        out.push(Action::Jump(place));
    }
    let hint = match on {
        Some(on) => {
            format!("{}. Click to put the cursor there; right click for more.", cx.text(on.id(), bookmark.event))
        }
        None => "Its event is on no timeline any more; undo the deletion to come back to it.".to_owned(),
    };
    response.on_hover_text(&hint).on_disabled_hover_text(&hint).context_menu(|ui| {
        if ui.button("Rename or note…").clicked() {
            let form = BookmarkForm::of(cx.session, bookmark);
            let form = BookmarkForm { event: on.map_or(form.event, |on| (on.id(), bookmark.event)), ..form };
            out.push(Action::Dialog(Some(Dialog::Bookmark(Box::new(form)))));
            ui.close();
        }
        if ui.button("Delete").clicked() {
            out.push(Action::RemoveBookmark(bookmark.name.clone()));
            ui.close();
        }
    });
    let place = on.map_or_else(|| "on no timeline any more".to_owned(), |on| format!("on {}", on.name()));
    let number = match (cx.view.viewer, on) {
        (None, _) => Some(bookmark.event.0),
        (Some(_), Some(on)) => cx.view.numbers.event(on.id(), bookmark.event),
        (Some(_), None) => None,
    };
    let line = number.map_or_else(|| place.clone(), |number| format!("event {number}, {place}"));
    ui.indent(("bookmark", &bookmark.name), |ui| {
        ui.label(RichText::new(line).small().color(cx.tokens.text_weak));
        if !bookmark.note.is_empty() {
            ui.label(RichText::new(&bookmark.note).small());
        }
    });
}
