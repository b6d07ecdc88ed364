//! The timeline: transport, and the ruler of its turns with what is marked on it; a second one under it when comparing.

mod ruler;
pub(crate) mod table;

use egui::{RichText, Ui};

use crate::session::Command;

use super::action::{Action, Actions};
use super::dialogs::spaced;
use super::icons::{Icon, icon_button};
use super::view::{Compared, Cx, Zoom};

/// Draws the panel.
pub(crate) fn timeline_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    transport_ui(ui, cx, out);
    ui.add_space(2.0);
    let here = cx.session.cursor().timeline;
    let (other, divergence) = match cx.view.comparison.as_ref() {
        Some(comparison) => match comparison.what {
            Compared::Timelines(a, b) => {
                let other = if a == here { Some(b) } else { Some(a) };
                (other.filter(|id| *id != here), comparison.timelines.as_ref().map(|diff| diff.shared_steps))
            }
            Compared::Points(..) => (None, None),
        },
        None => (None, None),
    };
    let len = cx.session.len_steps(here).max(other.map_or(0, |id| cx.session.len_steps(id)));
    ruler::ruler_ui(ui, cx, here, len, divergence, out);
    if let Some(other) = other {
        ui.add_space(2.0);
        ruler::ruler_ui(ui, cx, other, len, divergence, out);
    }
}

/// The buttons that move the cursor, and where it stands.
fn transport_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let cursor = cx.session.cursor();
    let len = cx.session.current().len_steps();
    let (back, on) = (cursor.step > 0, cursor.step < len);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let mut button = |ui: &mut Ui, command: Command, icon: Icon, enabled: bool| {
            let response = ui.add_enabled_ui(enabled, |ui| icon_button(ui, icon, command.label())).inner;
            let hint = format!("{} ({})", command.description(), spaced(command.default_keys()));
            if response.on_hover_text(hint).clicked() {
                out.push(Action::Command(command));
            }
        };
        button(ui, Command::Home, Icon::First, back);
        button(ui, Command::TurnBack, Icon::TurnBack, back);
        button(ui, Command::TurnStepBack, Icon::TurnStepBack, back);
        button(ui, Command::ChoiceBack, Icon::ChoiceBack, back);
        button(ui, Command::StepBack, Icon::StepBack, back);
        button(ui, Command::Play, if cx.view.playing { Icon::Pause } else { Icon::Play }, on || cx.view.playing);
        button(ui, Command::StepForward, Icon::StepForward, on);
        button(ui, Command::ChoiceForward, Icon::ChoiceForward, on);
        button(ui, Command::TurnStepForward, Icon::TurnStepForward, on);
        button(ui, Command::TurnForward, Icon::TurnForward, on);
        button(ui, Command::End, Icon::Last, on);
        ui.add_space(8.0);
        let mut speed = cx.view.steps_per_second;
        let slider = egui::Slider::new(&mut speed, 0.5..=50.0).logarithmic(true).suffix(" steps/s").max_decimals(1);
        let response = ui.scope(|ui| {
            ui.spacing_mut().slider_width = 80.0;
            ui.add(slider)
        });
        if response.inner.accessible_name("Speed of playing").changed() {
            out.push(Action::Speed(speed));
        }
        ui.add_space(8.0);
        for (text, spoken, factor) in [("−", "Zoom the timeline out", 0.5), ("+", "Zoom the timeline in", 2.0)] {
            let button = ui.add_enabled(factor > 1.0 || cx.view.zoom.is_some(), egui::Button::new(text).small());
            if button.on_hover_text(spoken).accessible_name(spoken).clicked() {
                out.push(Action::Zoom(Zoom::enlarged(cx.view.zoom, len, cursor.step as f32, factor)));
            }
        }
        ui.add_space(8.0);
        place_ui(ui, cx);
    });
}

/// What has just happened, in words.
fn place_ui(ui: &mut Ui, cx: Cx<'_>) {
    let cursor = cx.session.cursor();
    let len = cx.session.current().len_steps();
    ui.label(RichText::new(format!("Step {} of {len}", cursor.step)).strong().color(cx.tokens.text_strong));
    if let Some(label) = cx.session.labels(cursor.timeline).iter().rev().find(|label| label.step <= cursor.step) {
        ui.label(RichText::new(&label.text).color(cx.tokens.accent));
    }
    if let Some(text) = cx.session.headline(cursor).map(|no| cx.text(cursor.timeline, no)) {
        let text = RichText::new(text).color(cx.tokens.text);
        ui.add(egui::Label::new(text).truncate());
    }
}
