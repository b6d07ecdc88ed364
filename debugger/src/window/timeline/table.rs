//! The table of events: only the rows in sight are drawn, those of the step at the cursor are marked, a click puts the
//! cursor there.

use egui::{Label, RichText, Sense, Ui};
use egui_extras::{Column, TableBuilder, TableRow};
use retrace_core::fact::{EntryNo, PlayerId};

use crate::session::TimelineId;

use super::super::action::{Action, Actions};
use super::super::app::copying::Copied;
use super::super::tokens::ROW_PT;
use super::super::view::Cx;

/// The events that are shown, worked out anew only when what they depend on changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    key: Option<(TimelineId, u64, String, bool, Option<PlayerId>)>,
    shown: Vec<EntryNo>,
}

impl Rows {
    /// The events of the current timeline that pass the filter.
    pub(crate) fn refresh(&mut self, cx: Cx<'_>) {
        let timeline = cx.session.current();
        let tip = (timeline.id(), timeline.len_entries(), cx.view.filter.clone(), cx.view.bookkeeping, cx.view.viewer);
        if self.key.as_ref() == Some(&tip) {
            return;
        }
        let wanted = cx.view.filter.to_lowercase();
        let words: Vec<&str> = wanted.split_whitespace().collect();
        let passes = |no: EntryNo, rule: String| {
            // Looking for words must not tell what the text does not.
            let text = cx.text(timeline.id(), no).to_lowercase();
            words.iter().all(|word| text.contains(word) || rule.starts_with(word))
        };
        self.shown = timeline
            .entries_from(EntryNo(0))
            .filter(|(_, entry)| cx.view.bookkeeping || entry.event.is_story())
            .filter(|(_, entry)| words.is_empty() || passes(entry.no, entry.rule.to_string()))
            .map(|(_, entry)| entry.no)
            .collect();
        self.key = Some(tip);
    }
}

impl Rows {
    /// The first event that is shown with this number or a higher one.
    pub(crate) fn first_from(&self, no: u64) -> Option<EntryNo> {
        self.shown.get(self.shown.partition_point(|shown| shown.0 < no)).copied()
    }

    /// The last event that is shown with a lower number.
    pub(crate) fn last_before(&self, no: u64) -> Option<EntryNo> {
        self.shown.get(self.shown.partition_point(|shown| shown.0 < no).checked_sub(1)?).copied()
    }
}

/// Draws the table.
pub(crate) fn table_ui(ui: &mut Ui, cx: Cx<'_>, rows: &Rows, out: &mut Actions) {
    filter_ui(ui, cx, rows, out);
    let cursor = cx.session.cursor();
    let current = cx.session.current();
    let end = current.entries_before_step(cursor.step);
    let begin = cursor.step.checked_sub(1).map_or(0, |step| current.entries_before_step(step));
    let last = rows.shown.partition_point(|no| no.0 < end).saturating_sub(1);
    let is_now = move |no: EntryNo| (begin..end).contains(&no.0);
    let mut table = TableBuilder::new(ui)
        .id_salt("events")
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .min_scrolled_height(0.0)
        .animate_scrolling(false)
        .column(Column::exact(16.0))
        .column(Column::exact(44.0))
        .column(Column::remainder().clip(true).at_least(160.0))
        .column(Column::exact(62.0))
        .column(Column::initial(150.0).clip(true).at_least(60.0));
    if cx.view.follow_cursor > 0 {
        table = table.scroll_to_row(last, None);
    }
    let header = |row: &mut TableRow<'_, '_>| {
        for title in ["", "Event", "What happened", "Rule", "Kind"] {
            row.col(|ui| {
                ui.label(RichText::new(title).small().color(cx.tokens.text_weak));
            });
        }
    };
    table.header(ROW_PT - 2.0, |mut row| header(&mut row)).body(|body| {
        body.rows(ROW_PT, rows.shown.len(), |mut row| {
            if let Some(no) = rows.shown.get(row.index()) {
                event_row(&mut row, cx, *no, is_now(*no), no.0 >= end, out);
            }
        });
    });
}

fn filter_ui(ui: &mut Ui, cx: Cx<'_>, rows: &Rows, out: &mut Actions) {
    ui.horizontal(|ui| {
        let mut filter = cx.view.filter.clone();
        let edit =
            egui::TextEdit::singleline(&mut filter).hint_text("Filter: words or a rule number").desired_width(240.0);
        let response = ui.add(edit);
        if cx.view.focus_filter {
            response.request_focus();
        }
        if response.changed() {
            out.push(Action::Filter(filter.clone()));
        }
        if !filter.is_empty() && ui.small_button("Clear").accessible_name("Clear the filter").clicked() {
            out.push(Action::Filter(String::new()));
        }
        let mut bookkeeping = cx.view.bookkeeping;
        let hint = "Show the changes of the call stack and other bookkeeping among the events";
        if ui.checkbox(&mut bookkeeping, "Bookkeeping").on_hover_text(hint).changed() {
            out.push(Action::ShowBookkeeping(bookkeeping));
        }
        let total = cx.session.current().len_entries();
        let text = format!("{} of {total} events", rows.shown.len());
        ui.label(RichText::new(text).small().color(cx.tokens.text_weak));
    });
}

fn event_row(row: &mut TableRow<'_, '_>, cx: Cx<'_>, no: EntryNo, is_now: bool, is_ahead: bool, out: &mut Actions) {
    let timeline = cx.session.cursor().timeline;
    let Some((_, entry)) = cx.session.entry(timeline, no) else { return };
    row.set_selected(cx.at.entry == Some((timeline, no)));
    let color = match (is_now, is_ahead) {
        (true, _) => cx.tokens.changed,
        (_, true) => cx.tokens.text_weak,
        _ => cx.tokens.text,
    };
    let mut cell = |text: String, color: egui::Color32| {
        row.col(|ui| {
            ui.add(Label::new(RichText::new(text).color(color)).truncate().selectable(false));
        });
    };
    cell(if is_now { "▶".to_owned() } else { String::new() }, cx.tokens.changed);
    cell(no.0.to_string(), cx.tokens.text_weak);
    let text = cx.text(timeline, no);
    let spoken = format!("Event {}: {text}", no.0);
    cell(text, color);
    cell(entry.rule.to_string(), cx.tokens.text_weak);
    cell(entry.event.name().to_owned(), cx.tokens.text_weak);
    let response = row.response();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &spoken));
    if response.clicked() {
        out.push(Action::JumpToEntry(timeline, no));
    }
    response.context_menu(|ui| {
        if ui.button("Copy this row").clicked() {
            out.push(Action::Copy(Copied::Row(timeline, no)));
            ui.close();
        }
    });
}
