//! The rule of the selected event: its number, and its text if the reader has loaded one, with
//! links to its parts and neighbours.

use egui::{Button, RichText, ScrollArea, Ui};

use super::action::{Action, Actions};
use super::focus::Following as _;
use super::view::Cx;
use retrace_session::Command;
use retrace_session::base::rulebook::{Number, Rulebook};

/// Draws the panel.
pub(crate) fn rules_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let entry = cx.at.entry.and_then(|(timeline, no)| Some(cx.session.entry(timeline, no)?.1.rule));
    let of_event = entry.map(Number::from);
    let Some(number) = cx.view.rule.or(of_event) else {
        let text = "Step to an event: the rule that made it happen is shown here.";
        ui.label(RichText::new(text).color(cx.tokens.text_weak));
        return;
    };
    ui.horizontal_wrapped(|ui| {
        ui.heading(format!("CR {number}"));
        match of_event {
            Some(of_event) if of_event == number => {
                ui.label(RichText::new("the rule of the selected event").small().color(cx.tokens.text_weak));
            }
            Some(of_event)
                if ui.small_button(format!("Back to {of_event}, the rule of the selected event")).clicked() =>
            {
                out.push(Action::ShowRule(None));
            }
            _ => {}
        }
    });
    let Some(book) = cx.session.rulebook() else { return empty_ui(ui, cx, out) };
    ways_ui(ui, book, number, out);
    languages_ui(ui, book, out);
    ui.separator();
    ScrollArea::vertical().id_salt("rules").auto_shrink(false).show_following(ui, |ui| {
        match book.text(number) {
            Some(text) => {
                ui.add(egui::Label::new(RichText::new(text).color(cx.tokens.text_strong)).wrap());
            }
            None => {
                let text =
                    "Your text has no rule of this number: it may be of another edition than the engine, 2021-09-24.";
                ui.label(RichText::new(text).color(cx.tokens.warn));
            }
        }
        for (part, text) in book.parts(number) {
            ui.add_space(4.0);
            let text = RichText::new(format!("{part}  {text}")).color(cx.tokens.text);
            let button = ui.add(Button::new(text).frame(false).wrap());
            if button.on_hover_text(format!("Show {part} alone")).clicked() {
                out.push(Action::ShowRule(Some(part)));
            }
        }
    });
}

/// Links to the rule above it, and to the previous and next rules.
fn ways_ui(ui: &mut Ui, book: &Rulebook, number: Number, out: &mut Actions) {
    let (before, after) = book.neighbours(number);
    ui.horizontal_wrapped(|ui| {
        for (lead, to) in [("Up to", number.parent()), ("Before:", before), ("After:", after)] {
            if let Some(to) = to
                && ui.small_button(format!("{lead} {to}")).clicked()
            {
                out.push(Action::ShowRule(Some(to)));
            }
        }
    });
}

/// The languages of a text that has several, to choose one.
fn languages_ui(ui: &mut Ui, book: &Rulebook, out: &mut Actions) {
    let [shown, others @ ..] = book.languages() else { return };
    if others.is_empty() {
        return;
    }
    // In an order that stays when another one is chosen.
    let mut all = book.languages().to_vec();
    all.sort();
    ui.horizontal_wrapped(|ui| {
        for language in all {
            if ui.selectable_label(language == *shown, language.name()).clicked() {
                out.push(Action::ShowRulesIn(language));
            }
        }
    });
}

/// How to load a text of the rules.
fn empty_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let text = "No text of the rules is bundled. Give one in any language, as a file of text in which each rule begins with \
                its number: here, or with `retrace --rules FILE`. It is remembered.";
    ui.label(RichText::new(text).color(cx.tokens.text_weak));
    if ui.button(Command::RulesFile.label()).on_hover_text(Command::RulesFile.description()).clicked() {
        out.push(Action::Command(Command::RulesFile));
    }
}
