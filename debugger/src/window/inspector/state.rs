//! The whole state at the cursor as a tree with a filter. Only visible rows are drawn, and only
//! open ones computed; see [`tree`].

use std::collections::BTreeSet;

use egui::{Align2, FontId, Id, Role, ScrollArea, Sense, TextEdit, Ui, Vec2, WidgetInfo};
use retrace_core::fact::PlayerId;
use retrace_store::id::EventId;

use super::super::action::{Action, Actions};
use super::super::focus;
use super::super::tokens::{ROW_PT, TEXT_PT};
use super::super::view::{Cx, InspectorTab};
use super::hint_ui;
use retrace_session::Point;
use retrace_session::asking::tree::{self, TreeRow};

/// How far a row is indented.
const INDENT_PT: f32 = 14.0;

/// The visible rows, recomputed only when their inputs change.
#[derive(Debug, Default)]
pub(crate) struct StateRows {
    key: Option<(Point, EventId, BTreeSet<String>, String, Option<PlayerId>)>,
    shown: Vec<TreeRow>,
}

impl StateRows {
    /// Updates the rows, if they are visible.
    pub(crate) fn refresh(&mut self, cx: Cx<'_>) {
        if cx.view.tab != InspectorTab::State {
            return;
        }
        let (open, filter) = (&cx.view.open_nodes, &cx.view.state_filter);
        let key = (cx.session.cursor(), cx.session.current().tip(), open.clone(), filter.clone(), cx.view.viewer);
        if self.key.as_ref() != Some(&key) {
            self.shown = match cx.view.viewer {
                None => tree::rows(cx.game(), open, filter),
                Some(viewer) => tree::rows_seen(cx.game(), viewer, open, filter),
            };
            self.key = Some(key);
        }
    }
}

/// Draws the tree.
pub(super) fn state_ui(ui: &mut Ui, cx: Cx<'_>, rows: &StateRows, out: &mut Actions) {
    ui.horizontal(|ui| {
        let mut filter = cx.view.state_filter.clone();
        let edit = TextEdit::singleline(&mut filter).hint_text("Filter the state").desired_width(180.0);
        let response = ui.add(edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Filter the state"));
        if response.changed() {
            out.push(Action::FilterState(filter.clone()));
        }
        if !filter.is_empty() && ui.small_button("Clear").accessible_name("Clear the filter of the state").clicked() {
            out.push(Action::FilterState(String::new()));
        }
        if !cx.view.open_nodes.is_empty() && ui.small_button("Close all").clicked() {
            out.push(Action::CloseNodes);
        }
    });
    if rows.shown.is_empty() {
        return hint_ui(ui, cx, "Nothing in the state has these words.");
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = ScrollArea::vertical().id_salt("state").auto_shrink(false);
    area.show_rows(ui, ROW_PT, rows.shown.len(), |ui, range| {
        for row in rows.shown.get(range).unwrap_or_default() {
            row_ui(ui, cx, row, out);
        }
        focus::follow(ui);
    });
}

fn row_ui(ui: &mut Ui, cx: Cx<'_>, row: &TreeRow, out: &mut Actions) {
    let (_, rect) = ui.allocate_space(Vec2::new(ui.available_width(), ROW_PT));
    let sense = if row.open.is_some() || row.entity.is_some() { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, Id::unique(("state row", &row.path)), sense);
    let spoken = match row.open {
        Some(true) => format!("{}: {}, open", row.label, row.value),
        Some(false) => format!("{}: {}, closed", row.label, row.value),
        None => format!("{}: {}", row.label, row.value),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::TreeItem, true, &spoken));
    let painter = ui.painter_at(rect);
    if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, 2, cx.tokens.raised_hover);
    }
    let mut x = rect.left() + row.depth as f32 * INDENT_PT;
    let font = FontId::proportional(TEXT_PT);
    let mark = match row.open {
        Some(true) => "▼",
        Some(false) => "▶",
        None => "",
    };
    let middle = rect.center().y;
    painter.text(egui::pos2(x, middle), Align2::LEFT_CENTER, mark, FontId::proportional(9.0), cx.tokens.text_weak);
    x += 14.0;
    let color = if row.open.is_some() { cx.tokens.text_strong } else { cx.tokens.text };
    let label = painter.text(egui::pos2(x, middle), Align2::LEFT_CENTER, &row.label, font.clone(), color);
    let at = egui::pos2(label.right() + 8.0, middle);
    painter.text(at, Align2::LEFT_CENTER, &row.value, font, cx.tokens.text_weak);
    if response.clicked() {
        out.push(Action::ToggleNode(row.path.clone()));
    }
    let is_cut = at.x + row.value.len() as f32 * 6.0 > rect.right();
    let response = if is_cut { response.on_hover_text(&row.value) } else { response };
    if let Some(entity) = row.entity {
        response.context_menu(|ui| {
            if ui.button(format!("Inspect {}", row.label)).clicked() {
                out.push(Action::Select(entity));
                ui.close();
            }
        });
    }
}
