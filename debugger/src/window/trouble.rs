//! The page for a file that could not be opened: the places in its text where something is wrong,
//! or what a damaged store has lost, with a button that saves the rest.

use egui::{Button, Frame, Label, RichText, ScrollArea, Ui};

use super::action::{Action, Actions};
use super::focus::Following as _;
use super::parts::name;
use super::view::Cx;
use crate::session::Command;
use crate::session::files::trouble::{Misread, Trouble, What};

/// Draws the page.
pub(crate) fn trouble_ui(ui: &mut Ui, cx: Cx<'_>, trouble: &Trouble, out: &mut Actions) {
    Frame::new().fill(cx.tokens.panel).inner_margin(16).show(ui, |ui| {
        ui.set_min_size(ui.available_size());
        let title = match trouble.what {
            What::Text { .. } => format!("{} cannot be played as it is", name(&trouble.path)),
            What::Store { .. } => format!("{} is damaged", name(&trouble.path)),
        };
        ui.heading(RichText::new(title).color(cx.tokens.text_strong));
        let path = RichText::new(trouble.path.display().to_string()).small().color(cx.tokens.text_weak);
        ui.add(Label::new(path).wrap());
        ui.add_space(6.0);
        ui.horizontal_wrapped(|ui| buttons_ui(ui, cx, trouble, out));
        ui.separator();
        match &trouble.what {
            What::Text { text, places } => text_ui(ui, cx, text, places),
            What::Store { findings, timelines, .. } => store_ui(ui, cx, trouble, findings, timelines),
        }
    });
}

fn buttons_ui(ui: &mut Ui, cx: Cx<'_>, trouble: &Trouble, out: &mut Actions) {
    match &trouble.what {
        What::Store { can_save, .. } => {
            let into = trouble.salvage_folder();
            let text = RichText::new("Save what verifies into a new store").strong().color(cx.tokens.on_accent);
            let hint = format!("Writes {} and opens it. The damaged store stays as it is.", into.display());
            let button = ui.add_enabled(*can_save, Button::new(text).fill(cx.tokens.accent));
            if button.on_hover_text(hint).clicked() {
                out.push(Action::Salvage(trouble.path.clone(), into));
            }
        }
        What::Text { .. } => {
            let hint = "Reads the file again; it is enough to change it in any editor.";
            if ui.button("Read it again").on_hover_text(hint).clicked() {
                out.push(Action::OpenFile(trouble.path.clone()));
            }
        }
    }
    if ui.button(Command::Open.label()).on_hover_text(Command::Open.description()).clicked() {
        out.push(Action::Command(Command::Open));
    }
    let rest = format!("Go on with {}", cx.session.title());
    if ui.button(rest).on_hover_text("Closes this page").clicked() {
        out.push(Action::CloseTrouble);
    }
}

/// The text with its lines numbered, and each message below its place.
fn text_ui(ui: &mut Ui, cx: Cx<'_>, text: &str, places: &[Misread]) {
    let tokens = cx.tokens;
    let count = places.len();
    let lead = if count == 1 { "One thing is wrong:".to_owned() } else { format!("{count} things are wrong:") };
    ui.label(RichText::new(lead).strong().color(tokens.text_strong));
    let lines: Vec<&str> = text.lines().collect();
    // The page opens at the first message.
    let first = places.iter().map(|place| place.line).min().unwrap_or(1);
    let height_pt = ui.text_style_height(&egui::TextStyle::Monospace) + ui.spacing().item_spacing.y;
    let offset_pt = (first.saturating_sub(8) as f32) * height_pt;
    let mut area = ScrollArea::both().id_salt("text of a bad file").auto_shrink(false);
    let opened = egui::Id::unique(("trouble seen", text.len(), first));
    if ui.data_mut(|data| data.get_temp::<bool>(opened)).is_none() {
        ui.data_mut(|data| data.insert_temp(opened, true));
        area = area.vertical_scroll_offset(offset_pt);
    }
    area.show_following(ui, |ui| {
        for (index, line) in lines.iter().chain(std::iter::once(&"")).enumerate() {
            let number = index + 1;
            let here: Vec<&Misread> = places
                .iter()
                .filter(|place| place.line == number || (number == lines.len() + 1 && place.line > lines.len()))
                .collect();
            if number > lines.len() && here.is_empty() {
                continue;
            }
            ui.horizontal(|ui| {
                let color = if here.is_empty() { tokens.text_weak } else { tokens.bad };
                ui.label(RichText::new(format!("{number:>5}")).monospace().color(color));
                let color = if here.is_empty() { tokens.text } else { tokens.text_strong };
                ui.add(Label::new(RichText::new(*line).monospace().color(color)).extend());
            });
            for place in here {
                ui.horizontal(|ui| {
                    let caret = format!("{}^", " ".repeat(6 + place.column.saturating_sub(1)));
                    ui.label(RichText::new(caret).monospace().color(tokens.bad));
                    ui.add(Label::new(RichText::new(&place.why).color(tokens.bad)).extend());
                });
            }
        }
    });
}

/// What is damaged, and what is left of each timeline.
fn store_ui(ui: &mut Ui, cx: Cx<'_>, trouble: &Trouble, findings: &[String], timelines: &[(String, bool, String)]) {
    let tokens = cx.tokens;
    ScrollArea::vertical().auto_shrink(false).show_following(ui, |ui| {
        ui.add(Label::new(RichText::new(&trouble.error).color(tokens.bad)).wrap());
        ui.add_space(8.0);
        ui.label(RichText::new("What is left").strong().color(tokens.text_strong));
        for (name, whole, left) in timelines {
            ui.horizontal_wrapped(|ui| {
                let (word, color) = if *whole { ("WHOLE", tokens.good) } else { ("LOST", tokens.bad) };
                ui.label(RichText::new(word).monospace().color(color));
                ui.label(RichText::new(name).strong().color(tokens.text_strong));
                ui.label(left);
            });
        }
        if timelines.is_empty() {
            ui.label("Nothing of it verifies.");
        }
        ui.add_space(8.0);
        ui.label(RichText::new("What is damaged").strong().color(tokens.text_strong));
        for finding in findings {
            ui.add(Label::new(finding).wrap());
        }
    });
}
