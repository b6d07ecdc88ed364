//! The guided tour of the demonstration: in five steps the reader steps, rewinds, forks, compares
//! and asks why. Each step notices by itself when it is done; nobody has to follow the tour, and it
//! does not block keys or clicks.

use egui::{Align2, Context, Id, RichText, Window};

use super::action::{Action, Actions};
use super::parts::spaced;
use super::view::Cx;
use super::view::tour::STOPS;

/// Draws the tour, if there is one.
pub(crate) fn tour_ui(ctx: &Context, cx: Cx<'_>, out: &mut Actions) {
    let Some(tour) = cx.view.tour else { return };
    // Over the lower part of the inspector, where it hides least of what the tour is about.
    let screen = ctx.content_rect();
    let at = egui::pos2(screen.right() - 12.0, screen.top() + screen.height() * 0.54);
    let window = Window::new("Guided tour").id(Id::unique("tour")).collapsible(false).resizable(false);
    window.pivot(Align2::RIGHT_BOTTOM).default_pos(at).show(ctx, |ui| {
        ui.set_width(310.0);
        let Some(stop) = STOPS.get(tour.done) else {
            ui.label(RichText::new("That is the tour.").strong().color(cx.tokens.text_strong));
            let text = "You have stepped, rewound, forked, compared and asked why. ? lists all keys, Ctrl+K all commands; \
                        the tour is in the Help menu.";
            ui.label(text);
            if ui.button("Close the tour").clicked() {
                out.push(Action::EndTour);
            }
            return;
        };
        let place = format!("Step {} of {}", tour.done + 1, STOPS.len());
        ui.horizontal(|ui| {
            ui.label(RichText::new(place).small().color(cx.tokens.text_weak));
            ui.label(RichText::new(stop.title()).strong().color(cx.tokens.text_strong));
        });
        let (text, command) = stop.task();
        ui.label(text);
        if let Some(command) = command {
            let keys = format!("{}: {}", command.label(), spaced(command.default_keys()));
            ui.label(RichText::new(keys).color(cx.tokens.accent));
        }
        for done in STOPS.iter().take(tour.done) {
            ui.label(RichText::new(format!("Done: {}", done.title())).small().color(cx.tokens.good));
        }
        ui.horizontal(|ui| {
            if let Some(command) = command
                && ui.button("Do it for me").on_hover_text(command.description()).clicked()
            {
                out.push(Action::Command(command));
            }
            if ui.button("Skip the tour").clicked() {
                out.push(Action::EndTour);
            }
        });
    });
}
