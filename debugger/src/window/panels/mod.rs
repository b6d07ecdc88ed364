//! Which function draws which panel.

mod turn;

use egui::Ui;

use super::action::Actions;
use super::layout::Pane;
use super::timeline::rows::Rows;
use super::view::Cx;
use super::{abreast, call_stack, choice, diff, explore, inspector, rules, timeline, timelines, watches};

/// Data kept for panels from frame to frame.
#[derive(Clone, Copy)]
pub(crate) struct PanelCaches<'a> {
    /// The rows of the table of events.
    pub(crate) rows: &'a Rows,
    /// The cached data of the inspector.
    pub(crate) inspected: &'a inspector::InspectorCache,
    /// The values of watches.
    pub(crate) watched: &'a watches::Values,
}

/// Draws a panel.
pub(crate) fn panel_ui(ui: &mut Ui, pane: Pane, cx: Cx<'_>, kept: PanelCaches<'_>, out: &mut Actions) {
    match pane {
        Pane::Timelines => timelines::timelines_ui(ui, cx, out),
        Pane::CallStack => call_stack::call_stack_ui(ui, cx, out),
        Pane::Board => abreast::boards_ui(ui, cx, out),
        Pane::Choice => choice::choice_ui(ui, cx, out),
        Pane::Inspector => inspector::inspector_ui(ui, cx, kept.inspected, out),
        Pane::Timeline => timeline::timeline_ui(ui, cx, out),
        Pane::Events => timeline::event_table::table_ui(ui, cx, kept.rows, out),
        Pane::Turn => turn::turn_ui(ui, cx, out),
        Pane::Diff => diff::diff_ui(ui, cx, out),
        Pane::Rules => rules::rules_ui(ui, cx, out),
        Pane::Watches => watches::watches_ui(ui, cx, kept.watched, out),
        Pane::Explore => explore::explore_ui(ui, cx, out),
    }
}
