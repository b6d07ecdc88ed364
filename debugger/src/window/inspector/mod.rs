//! The inspector: the selected object, the selected event or the one at the cursor, its causes, the
//! whole state, and what changed.

mod changes;
mod event;
mod history;
mod object;
mod player;
mod printed;
mod sections;
mod state;
mod why;

use egui::{RichText, ScrollArea, Ui};
use retrace_core::fact::Entity;

use super::action::{Action, Actions};
use super::focus::Following as _;
use super::parts::spaced;
use super::view::watching::WatchWish;
use super::view::{Cx, InspectorTab};
use retrace_session::{Command, StateDiff};

/// Cached data of the inspector.
#[derive(Debug, Default)]
pub(crate) struct InspectorCache {
    rows: state::StateRows,
    changes: changes::Changes,
    history: history::History,
    printed: printed::Printed,
}

impl InspectorCache {
    /// The changes that the tab shows.
    pub(crate) const fn changes(&self) -> &StateDiff {
        self.changes.diff()
    }

    /// Updates the visible parts.
    pub(crate) fn refresh(&mut self, cx: Cx<'_>) {
        self.rows.refresh(cx);
        self.changes.refresh(cx);
        self.history.refresh(cx);
        self.printed.refresh(cx);
    }
}

/// Draws the inspector.
pub(crate) fn inspector_ui(ui: &mut Ui, cx: Cx<'_>, kept: &InspectorCache, out: &mut Actions) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for tab in InspectorTab::ALL {
            if ui.selectable_label(cx.view.tab == tab, tab.label()).clicked() {
                out.push(Action::Inspect(tab));
            }
        }
        let command = Command::CopyInspector;
        let hint = format!("{} ({})", command.description(), spaced(command.default_keys()));
        if ui.small_button("Copy").on_hover_text(hint).accessible_name(command.label()).clicked() {
            out.push(Action::Command(command));
        }
    });
    ui.separator();
    // These two scroll by themselves, so that their header stays visible.
    match cx.view.tab {
        InspectorTab::State => return state::state_ui(ui, cx, &kept.rows, out),
        InspectorTab::Changes => return changes::changes_ui(ui, cx, &kept.changes, out),
        _ => {}
    }
    ScrollArea::vertical().id_salt(("inspector", cx.view.tab)).auto_shrink(false).show_following(ui, |ui| {
        match cx.view.tab {
            InspectorTab::Event => event::event_ui(ui, cx, out),
            InspectorTab::Why => why::why_ui(ui, cx, out),
            _ => selected_ui(ui, cx, kept, out),
        }
    });
}

fn selected_ui(ui: &mut Ui, cx: Cx<'_>, kept: &InspectorCache, out: &mut Actions) {
    match cx.view.selected {
        Some(Entity::Object(id)) => {
            object::object_ui(ui, cx, id, out);
            printed::printed_ui(ui, cx, id, &kept.printed);
            history::history_ui(ui, cx, id, &kept.history, out);
        }
        Some(Entity::Player(id)) => player::player_ui(ui, cx, id, out),
        None => hint_ui(ui, cx, "Click a card or a player on the board: what it is, and how it came to be so."),
    }
}

/// A hint where there is nothing to show.
fn hint_ui(ui: &mut Ui, cx: Cx<'_>, text: &str) {
    ui.label(RichText::new(text).color(cx.tokens.text_weak));
}

/// A name and its value, in a grid of two columns.
fn fact_ui(ui: &mut Ui, cx: Cx<'_>, name: &str, value: impl Into<String>) {
    ui.label(RichText::new(name).color(cx.tokens.text_weak));
    ui.add(egui::Label::new(RichText::new(value.into()).color(cx.tokens.text_strong)).wrap());
    ui.end_row();
}

/// A grid of facts.
fn facts_ui(ui: &mut Ui, salt: &str, add: impl FnOnce(&mut Ui)) {
    egui::Grid::new(salt).num_columns(2).spacing([12.0, 3.0]).show(ui, add);
}

/// A button for a breakpoint with this predicate, on what is said; one that is set is removed.
fn break_ui(ui: &mut Ui, cx: Cx<'_>, predicate: String, on: &str, hint: &str, out: &mut Actions) {
    let set = cx.session.marks().has_breakpoint(&predicate);
    let label = if set { format!("Remove the break on {on}") } else { format!("Break on {on}") };
    if ui.small_button(label).on_hover_text(hint).clicked() {
        out.push(Action::Watching(Box::new(WatchWish::Toggle(predicate))));
    }
}
