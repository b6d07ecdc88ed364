//! Files dropped onto the window. While they hover, the window says what dropping them would do;
//! for a dropped replay it asks what to do.

use std::path::{Path, PathBuf};

use egui::{Align2, Area, Context, Frame, Id, Order, RichText, Ui};

use super::action::{Action, Actions};
use super::parts::{close_ui, name};
use super::view::Cx;
use super::view::browse::Purpose;
use retrace_session::files::opening::{Kind, kind};

/// How to handle files dropped together: the first that can be opened is opened, the next is shown
/// beside it, and the others are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) open: Option<PathBuf>,
    pub(crate) beside: Option<PathBuf>,
    pub(crate) left: Vec<PathBuf>,
}

impl Plan {
    pub(crate) fn of(paths: &[PathBuf]) -> Plan {
        let mut plan = Plan::default();
        for path in paths {
            if kind(path) == Kind::Other || plan.beside.is_some() {
                plan.left.push(path.clone());
            } else if plan.open.is_none() {
                plan.open = Some(path.clone());
            } else {
                plan.beside = Some(path.clone());
            }
        }
        plan
    }
}

/// A sentence about files that were left out, to follow another; empty if there are none.
pub(crate) fn not_taken(left: &[PathBuf]) -> String {
    if left.is_empty() {
        return String::new();
    }
    let names: Vec<String> = left.iter().map(|path| name(path)).collect();
    format!(" Not taken: {}.", names.join(", "))
}

/// Shows what dropping the hovering files would do.
pub(crate) fn overlay(ctx: &Context, cx: Cx<'_>) {
    let hovering = hovering(ctx);
    let Some(first) = hovering.first() else { return };
    let screen = ctx.content_rect();
    let Plan { open, beside, left } = Plan::of(&hovering);
    let what = match (&open, &beside) {
        (None, _) => refusal(first),
        (Some(path), Some(beside)) => format!("Drop to open {} and to compare {} with it", name(path), name(beside)),
        (Some(path), None) => match kind(path) {
            Kind::Scenario => format!("Drop to play the scenario {} and open it", name(path)),
            Kind::Store => format!("Drop to open the store {}", name(path)),
            _ => format!("Drop the replay {} to open it, to import it or to compare with it", name(path)),
        },
    };
    let text = match open {
        Some(_) if !left.is_empty() => format!("{what}.{}", not_taken(&left)),
        _ => what,
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

/// Asks what to do with a dropped replay.
pub(crate) fn dropped_ui(ui: &mut Ui, cx: Cx<'_>, path: &Path, out: &mut Actions) {
    ui.heading(name(path));
    ui.label(RichText::new(path.display().to_string()).small().color(cx.tokens.text_weak));
    ui.label("What do you want to do with this replay?");
    let on_store = cx.session.store_folder().is_some();
    let ways = [
        (Purpose::Open, "Open it", "In place of what is open.", true),
        (Purpose::Compare, "Compare with it", "As a timeline beside those of this session.", true),
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

/// The paths of the hovering files.
pub(crate) fn hovering(ctx: &Context) -> Vec<PathBuf> {
    ctx.input(|input| input.raw.hovered_files.iter().filter_map(|file| file.path.clone()).collect())
}

/// Why a dropped file cannot be opened.
pub(crate) fn refusal(path: &Path) -> String {
    format!(
        "Retrace cannot open {}: name a scenario (.ron), a replay (.retrace, .jsonl) or the folder of a store",
        path.display()
    )
}
