//! The table of events: only the visible rows are drawn, those of the step at the cursor are
//! marked, and a click jumps to one. A filter only removes rows: the cursor moves as before, and a
//! line between two rows shows where it is.

use egui::{Id, Label, RichText, Sense, Ui};
use egui_extras::{Column, TableBuilder, TableRow};
use retrace_core::fact::{Entity, Entry, EntryNo};

use super::super::action::{Action, Actions};
use super::super::focus::{self, Following as _};
use super::super::symbols;
use super::super::tokens::ROW_PT;
use super::super::view::Cx;
use super::super::words;
use super::filter_field;
use super::rows::Rows;
use crate::window::view::copied::Copied;
use retrace_session::asking::filter::{Key, without};
use retrace_session::describe;

/// The maximum height of a menu of filter values.
const MENU_PT: f32 = 320.0;

/// Where the cursor is among the rows.
#[derive(Clone, Copy, Debug)]
struct Here {
    /// The first event of the step at the cursor, and the one after the last.
    begin: u64,
    end: u64,
    /// The first row after the cursor, if no row belongs to the step at the cursor.
    gap: Option<usize>,
}

/// Draws the table.
pub(crate) fn table_ui(ui: &mut Ui, cx: Cx<'_>, rows: &Rows, out: &mut Actions) {
    filter_ui(ui, cx, rows, out);
    if rows.len() == 0 && !rows.is_at_work() && !cx.view.filter.is_empty() {
        let text = "No event passes the filter. Clear it, or shorten it.";
        ui.label(RichText::new(text).color(cx.tokens.text_weak));
        return;
    }
    let cursor = cx.session.cursor();
    let current = cx.session.current();
    let end = current.entries_before_step(cursor.step);
    let begin = cursor.step.checked_sub(1).map_or(0, |step| current.entries_before_step(step));
    let (first, after) = (rows.before(begin), rows.before(end));
    let here = Here { begin, end, gap: (first == after).then_some(after) };
    let width_pt = ui.available_width();
    let (with_rule, with_kind) = (width_pt >= WITH_RULE_PT, width_pt >= WITH_KIND_PT);
    // A row in sight stays there when its table becomes lower.
    let (room_pt, id) = (ui.available_height(), Id::unique("the room of the rows"));
    let (before_pt, in_sight) = ui.data(|data| data.get_temp::<(f32, bool)>(id)).unwrap_or((room_pt, false));
    let follows = cx.view.follow_cursor > 0 || in_sight && (room_pt - before_pt).abs() > 0.5;
    let wanted = follows.then(|| wanted_row(ui, first, after));
    let (pitch_pt, ctx) = (ROW_PT + ui.spacing().item_spacing.y, ui.ctx().clone());
    let mut table = TableBuilder::new(ui)
        .id_salt("events")
        .striped(true)
        .sense(Sense::CLICK)
        .auto_shrink(false)
        .min_scrolled_height(0.0)
        .animate_scrolling(false)
        .column(Column::exact(16.0))
        .column(Column::initial(52.0).at_least(44.0))
        .column(Column::remainder().clip(true).at_least(120.0));
    if with_rule {
        table = table.column(Column::exact(62.0));
    }
    if with_kind {
        table = table.column(Column::initial(150.0).clip(true).at_least(60.0).resizable(true));
    }
    if let Some(wanted) = wanted {
        table = table.scroll_to_row(wanted, None);
    }
    let header = |row: &mut TableRow<'_, '_>| {
        let titles = ["", "Event", "What happened", "Rule", "Kind"];
        for title in titles.into_iter().take(3 + usize::from(with_rule) + usize::from(with_kind)) {
            row.col(|ui| {
                ui.label(RichText::new(title).small().color(cx.tokens.text_weak));
            });
        }
    };
    let shown = table.header(ROW_PT - 2.0, |mut row| header(&mut row)).body(|body| {
        body.rows(ROW_PT, rows.len(), |mut row| {
            if let Some(no) = rows.get(row.index()) {
                event_row(&mut row, cx, no, here, [with_rule, with_kind], out);
            }
        });
    });
    let top_pt = after.saturating_sub(1) as f32 * pitch_pt - shown.state.clamped_offset().y;
    let in_sight = follows || top_pt > -1.0 && top_pt + ROW_PT < shown.inner_rect.height() + 1.0;
    ctx.data_mut(|data| data.insert_temp(id, (room_pt, in_sight)));
}

/// From these widths on the table has a column for the rule, and one for the kind.
const WITH_RULE_PT: f32 = 320.0;
const WITH_KIND_PT: f32 = 560.0;

/// The row to be brought into sight: the last of the step at the cursor, or its first if the cursor
/// has gone back, since the rows then come in from above.
fn wanted_row(ui: &Ui, first: usize, after: usize) -> usize {
    let id = egui::Id::unique("the rows followed last");
    let kept = ui.data(|data| data.get_temp::<[(usize, usize); 2]>(id)).unwrap_or_default();
    // A row is followed for several frames, in which it is the same movement.
    let [before, now] = if kept[1] == (first, after) { kept } else { [kept[1], (first, after)] };
    ui.data_mut(|data| data.insert_temp(id, [before, now]));
    if first < before.0 { first } else { after.saturating_sub(1) }
}

fn filter_ui(ui: &mut Ui, cx: Cx<'_>, rows: &Rows, out: &mut Actions) {
    let text = &cx.view.filter;
    ui.horizontal_wrapped(|ui| {
        filter_field::field_ui(ui, cx, out);
        if !text.is_empty() && ui.small_button("Clear").accessible_name("Clear the filter").clicked() {
            out.push(Action::Filter(String::new()));
        }
        menus_ui(ui, cx, out);
        let mut bookkeeping = cx.view.bookkeeping;
        let hint = "Show the changes of the call stack and other bookkeeping among the events";
        if ui.checkbox(&mut bookkeeping, "Bookkeeping").on_hover_text(hint).changed() {
            out.push(Action::ShowBookkeeping(bookkeeping));
        }
        let total = cx.events(cx.session.cursor().timeline);
        let count = format!("{} of {total} events", rows.len());
        let count = RichText::new(count).small().color(cx.tokens.text_weak);
        ui.add(Label::new(count).extend());
        if rows.is_at_work() {
            let share = rows.progress();
            let bar = egui::ProgressBar::new(share).desired_width(70.0).desired_height(10.0);
            ui.add(bar).accessible_name(format!("Filtering, {:.0} percent", share * 100.0));
        }
    });
    if let Some(error) = rows.error() {
        ui.label(RichText::new(format!("Not applied: {error}")).color(cx.tokens.bad));
    } else if !rows.filter().is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for part in rows.filter().parts(text) {
                let chip = egui::Button::new(RichText::new(format!("{part}  ×")).small()).corner_radius(8.0);
                let spoken = format!("Take {part} out of the filter");
                if ui.add(chip).on_hover_text(&spoken).accessible_name(spoken).clicked() {
                    out.push(Action::Filter(without(text, part)));
                }
            }
        });
    }
}

/// A menu for each key of a filter, with the values that occur on the timeline.
fn menus_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    for key in Key::ALL {
        let title = describe::capitalized(key.word());
        let menu = ui.menu_button(RichText::new(format!("{title}…")).small(), |ui| {
            egui::ScrollArea::vertical().max_height(MENU_PT).show_following(ui, |ui| {
                for (value, label) in values(cx, key) {
                    if ui.button(label).clicked() {
                        out.push(Action::FilterBy(key.part(&value)));
                        ui.close();
                    }
                }
            });
        });
        menu.response.accessible_name(format!("Filter by {}", key.word())).on_hover_text(match key {
            Key::Kind => "Only events of a kind, of those that occur",
            Key::Player => "Only what happens to a player, or to what is theirs",
            Key::Object => "Only what is about objects of a name",
            Key::Rule => "Only what a section of the rules made happen",
        });
    }
}

/// The values for a filter on this timeline: the text to insert, and the text to show.
fn values(cx: Cx<'_>, key: Key) -> Vec<(String, String)> {
    let index = cx.session.current().index();
    let same = |value: String| (value.clone(), value);
    match key {
        Key::Kind => index.kinds().into_iter().map(|kind| same(kind.to_owned())).collect(),
        Key::Player => {
            let players = cx.game().players();
            players
                .map(|player| (player.id.to_string(), words::entity_with_id(cx.game(), Entity::Player(player.id))))
                .collect()
        }
        Key::Object => filter_field::objects(cx).into_iter().map(same).collect(),
        Key::Rule => {
            let mut sections: Vec<u16> = index.rules().map(|rule| rule.section()).collect();
            sections.dedup();
            sections.into_iter().map(|section| same(section.to_string())).collect()
        }
    }
}

fn event_row(
    row: &mut TableRow<'_, '_>,
    cx: Cx<'_>,
    no: EntryNo,
    here: Here,
    [with_rule, with_kind]: [bool; 2],
    out: &mut Actions,
) {
    let timeline = cx.session.cursor().timeline;
    let Some((_, entry)) = cx.session.entry(timeline, no) else { return };
    row.set_selected(cx.at.entry == Some((timeline, no)));
    let (is_now, is_ahead) = ((here.begin..here.end).contains(&no.0), no.0 >= here.end);
    let touches = cx.view.selected.is_some_and(|selected| touches(entry, selected));
    let color = match (is_now, is_ahead) {
        (true, _) => cx.tokens.changed,
        _ if touches => cx.tokens.accent,
        (_, true) => cx.tokens.text_weak,
        _ => cx.tokens.text,
    };
    let mark = match (is_now, touches) {
        (true, _) => "▶",
        (_, true) => "●",
        _ => "",
    };
    let is_after_gap = here.gap == Some(row.index());
    let mut pressed = false;
    // The cell that says what happened has the focus for the whole row.
    let mut cell = |text: String, color: egui::Color32, spoken: Option<&str>| {
        row.col(|ui| {
            if let Some(spoken) = spoken {
                pressed = focus::stop(ui, ui.max_rect(), Id::unique(("event row", timeline, no)), spoken);
            }
            if is_after_gap {
                let rect = ui.max_rect().expand2(egui::Vec2::new(ui.spacing().item_spacing.x, 0.0));
                ui.painter().hline(rect.x_range(), rect.top(), egui::Stroke::new(2.0, cx.tokens.changed));
            }
            if symbols::has_symbols(&text) {
                symbols::line_ui(ui, &text, color);
            } else {
                ui.add(Label::new(RichText::new(text).color(color)).truncate().selectable(false));
            }
        });
    };
    cell(mark.to_owned(), if is_now { cx.tokens.changed } else { cx.tokens.accent }, None);
    let number = cx.number(timeline, no);
    cell(number.clone(), cx.tokens.text_weak, None);
    let text = cx.text(timeline, no);
    let about = if touches { ", about what is selected" } else { "" };
    let after = if is_after_gap { ", the cursor is before this" } else { "" };
    let spoken = format!("Event {number}: {text}{about}{after}");
    cell(text, color, Some(&spoken));
    if with_rule {
        cell(entry.rule.to_string(), cx.tokens.text_weak, None);
    }
    if with_kind {
        cell(entry.event.name().to_owned(), cx.tokens.text_weak, None);
    }
    let response = row.response();
    response.context_menu(|ui| {
        for (label, part) in parts_of(cx, entry) {
            if ui.button(label).clicked() {
                out.push(Action::FilterBy(part));
                ui.close();
            }
        }
        ui.separator();
        if ui.button("Show without going there").clicked() {
            out.push(Action::SelectEntry(timeline, no));
            ui.close();
        }
        if ui.button("Copy this row").clicked() {
            out.push(Action::Copy(Copied::Row(timeline, no)));
            ui.close();
        }
    });
    if response.clicked() || pressed {
        out.push(Action::JumpToEntry(timeline, no));
    }
}

/// Whether an event is about an object or player.
fn touches(entry: &Entry, what: Entity) -> bool {
    entry.event.about().contains(&what) || what.object().is_some_and(|id| entry.event.objects().contains(&id))
}

/// The filter parts that match an event, each with the label of its button.
pub(crate) fn parts_of(cx: Cx<'_>, entry: &Entry) -> Vec<(String, String)> {
    let mut parts = vec![
        (format!("Only {}", entry.event.name()), Key::Kind.part(entry.event.name())),
        (format!("Not {}", entry.event.name()), format!("-{}", Key::Kind.part(entry.event.name()))),
        (format!("Only rule {}", entry.rule), Key::Rule.part(&entry.rule.to_string())),
    ];
    for entity in entry.event.about() {
        parts.push(part_of(cx, entity));
    }
    parts
}

/// The filter part for an object or a player, with the label of its button.
pub(crate) fn part_of(cx: Cx<'_>, entity: Entity) -> (String, String) {
    let label = format!("Only what is about {}", words::entity_with_id(cx.game(), entity));
    match entity {
        Entity::Object(id) => (label, Key::Object.part(&id.to_string())),
        Entity::Player(id) => (label, Key::Player.part(&id.to_string())),
    }
}
