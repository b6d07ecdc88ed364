//! The page for a file that could not be opened: the places in its text where something is wrong,
//! or what a damaged store has lost, with a button that saves the rest.

use egui::{Button, Frame, Label, RichText, ScrollArea, Ui};

use super::action::{Action, Actions};
use super::focus::Following as _;
use super::parts::{name, text_pt};
use super::view::Cx;
use retrace_session::Command;
use retrace_session::files::trouble::{Misread, Trouble, What};

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
    let room_pt = ui.available_width() - SCROLL_BAR_PT;
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
                message_ui(ui, cx, place, room_pt);
            }
        }
    });
}

/// The room of the bar at the right with which the text scrolls.
const SCROLL_BAR_PT: f32 = 16.0;
/// The columns of the numbers before the lines.
const NUMBER_COLUMNS: usize = 6;

/// A message at its place, in sight without scrolling to the right: if it has no room beside the
/// caret, it begins at the left.
fn message_ui(ui: &mut Ui, cx: Cx<'_>, place: &Misread, room_pt: f32) {
    let font = egui::TextStyle::Monospace.resolve(ui.style());
    let column_pt = ui.painter().layout_no_wrap("0".to_owned(), font, cx.tokens.bad).size().x;
    let before = NUMBER_COLUMNS + place.column.saturating_sub(1);
    let caret_pt = (before + 1) as f32 * column_pt + 2.0 * ui.spacing().item_spacing.x;
    let beside = caret_pt + text_pt(ui, &place.why) <= room_pt;
    let why = RichText::new(&place.why).color(cx.tokens.bad);
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("{}^", " ".repeat(before))).monospace().color(cx.tokens.bad));
        if beside {
            ui.add(Label::new(why.clone()).extend());
        }
    });
    if !beside {
        ui.horizontal(|ui| {
            let indent_pt = NUMBER_COLUMNS as f32 * column_pt;
            ui.add_space(indent_pt);
            ui.scope(|ui| {
                ui.set_max_width((room_pt - indent_pt - 2.0 * ui.spacing().item_spacing.x).max(80.0));
                ui.add(Label::new(why).wrap());
            });
        });
    }
}

/// What is damaged, and what is left of each timeline.
fn store_ui(ui: &mut Ui, cx: Cx<'_>, trouble: &Trouble, findings: &[String], timelines: &[(String, &str, String)]) {
    let tokens = cx.tokens;
    ScrollArea::vertical().auto_shrink(false).show_following(ui, |ui| {
        ui.add(Label::new(RichText::new(&trouble.error).color(tokens.bad)).wrap());
        ui.add_space(8.0);
        ui.label(RichText::new("What is left").strong().color(tokens.text_strong));
        for (name, word, left) in timelines {
            ui.horizontal_wrapped(|ui| {
                let color = if *word == "WHOLE" { tokens.good } else { tokens.bad };
                ui.label(RichText::new(*word).monospace().color(color));
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
