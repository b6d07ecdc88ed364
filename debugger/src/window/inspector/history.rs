//! The history of the selected card: its earlier and later objects, each with its zone and the
//! event that put it there, as far as the viewer could follow it.

use egui::{RichText, Ui};
use retrace_core::fact::{Entity, ObjectId};
use retrace_store::id::EventId;

use super::super::action::{Action, Actions};
use super::super::view::{Cx, InspectorTab};
use super::sections::part_ui;
use retrace_session::timeline::history::{Chapter, chapters};
use retrace_session::{TimelineId, describe};

/// The history, recomputed only when its inputs change.
#[derive(Debug, Default)]
pub(crate) struct History {
    key: Option<(ObjectId, TimelineId, EventId)>,
    chapters: Vec<Chapter>,
}

impl History {
    /// Updates the history, if it is visible.
    pub(crate) fn refresh(&mut self, cx: Cx<'_>) {
        let Some(Entity::Object(id)) = cx.view.selected.filter(|_| cx.view.tab == InspectorTab::Object) else { return };
        let timeline = cx.session.current();
        let key = (id, timeline.id(), timeline.tip());
        if self.key != Some(key) {
            self.chapters = chapters(timeline, id);
            self.key = Some(key);
        }
    }
}

/// Draws the history. A click jumps to where the object appeared.
pub(super) fn history_ui(ui: &mut Ui, cx: Cx<'_>, id: ObjectId, history: &History, out: &mut Actions) {
    let timeline = cx.session.current();
    // In a hidden zone, the viewer cannot tell which object a card is, nor where it came from.
    let seen = |chapter: &&Chapter| cx.sees(chapter.zone);
    let shown: Vec<&Chapter> = history.chapters.iter().filter(seen).collect();
    if shown.is_empty() || !cx.sees_object(id) {
        return;
    }
    part_ui(ui, cx, "History of this card");
    if cx.view.to_history > 0 {
        ui.scroll_to_cursor(Some(egui::Align::Min));
    }
    let now = timeline.entries_before_step(cx.session.cursor().step);
    for chapter in shown {
        let (no, step, rule) = chapter.came;
        let place = describe::capitalized(&describe::zone(cx.game(), chapter.zone));
        let mark = if chapter.id == id { "▶" } else { "•" };
        let when = if no.0 >= now { ", later" } else { "" };
        let line = RichText::new(format!("{mark} {place}, as {}", chapter.id));
        let line = if chapter.id == id { line.strong().color(cx.tokens.text_strong) } else { line };
        let button = ui.add(egui::Button::new(line).frame(false).wrap());
        let label = format!("History: {place}, as {}{when}", chapter.id);
        if button.on_hover_text("Click to put the cursor there").accessible_name(label).clicked() {
            out.push(Action::JumpToEntry(timeline.id(), no));
            out.push(Action::Select(Entity::Object(chapter.id)));
        }
        let (number, step) = (cx.number(timeline.id(), no), cx.view.numbers.step(timeline.id(), step));
        let text = format!("event {number}, step {step}, CR {rule}{when}: {}", cx.text(timeline.id(), no));
        ui.indent(("chapter", no.0, chapter.id.0), |ui| {
            ui.label(RichText::new(text).small().color(cx.tokens.text_weak));
        });
    }
}
