//! Changes: each changed field of the state, before and after, compared with the previous event,
//! the previous decision or a pinned place; and the events in between.

use egui::{RichText, ScrollArea, Ui};
use retrace_core::fact::PlayerId;
use retrace_store::id::EventId;

use super::super::action::{Action, Actions};
use super::super::diff::lines_ui;
use super::super::focus::Following as _;
use super::super::view::{Against, Cx, InspectorTab};
use super::hint_ui;
use super::sections::part_ui;
use retrace_session::asking::diff::told;
use retrace_session::{Command, Point, StateDiff};

/// How many events in between to list; the table of events has all of them.
const MOST_EVENTS: usize = 60;

/// The difference, recomputed only when its inputs change.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    key: Option<(Point, EventId, Point, EventId, Option<PlayerId>)>,
    diff: StateDiff,
}

impl Changes {
    /// Updates the difference, if it is visible.
    pub(crate) fn refresh(&mut self, cx: Cx<'_>) {
        let Some(before) = before(cx).filter(|_| cx.view.tab == InspectorTab::Changes) else { return };
        let tip = |point: Point| cx.session.timeline(point.timeline).map(|timeline| timeline.tip()).unwrap_or_default();
        let cursor = cx.session.cursor();
        let key = (before, tip(before), cursor, tip(cursor), cx.view.viewer);
        if self.key != Some(key) {
            let diff = cx.session.diff_points(before, cursor);
            self.diff = told::difference(&diff, &cx.session.game_at(before), cx.game(), cx.view.viewer);
            self.key = Some(key);
        }
    }
}

impl Changes {
    /// The difference.
    pub(crate) const fn diff(&self) -> &StateDiff {
        &self.diff
    }
}

/// The place to compare with.
fn before(cx: Cx<'_>) -> Option<Point> {
    let cursor = cx.session.cursor();
    match cx.view.against {
        Against::Event => Some(Point { step: cursor.step.checked_sub(1)?, ..cursor }),
        Against::Decision => {
            let step = cx.session.current().choice_at_or_before(cursor.step.checked_sub(1)?).unwrap_or(0);
            Some(Point { step, ..cursor })
        }
        Against::Pin => cx.session.pinned().filter(|pinned| cx.session.timeline(pinned.timeline).is_some()),
    }
}

/// Draws the changes.
pub(super) fn changes_ui(ui: &mut Ui, cx: Cx<'_>, changes: &Changes, out: &mut Actions) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Against").color(cx.tokens.text_weak));
        for against in Against::ALL {
            if ui.selectable_label(cx.view.against == against, against.label()).clicked() {
                out.push(Action::Against(against));
            }
        }
    });
    ScrollArea::vertical().id_salt("changes").auto_shrink(false).show_following(ui, |ui| {
        let Some(before) = before(cx) else {
            return match cx.view.against {
                Against::Pin => {
                    hint_ui(ui, cx, "Nothing is pinned.");
                    if ui.button("Pin this place").clicked() {
                        out.push(Action::Command(Command::Pin));
                    }
                }
                _ => hint_ui(ui, cx, "Before the first event."),
            };
        };
        let cursor = cx.session.cursor();
        if before == cursor {
            return hint_ui(ui, cx, "The pin is at this very place; move on.");
        }
        lines_ui(ui, cx, &changes.diff, out);
        if before.timeline == cursor.timeline && before.step < cursor.step {
            events_ui(ui, cx, before.step, cursor.step, out);
        }
    });
}

/// The events of the steps between two places of the current timeline.
fn events_ui(ui: &mut Ui, cx: Cx<'_>, from: usize, to: usize, out: &mut Actions) {
    let timeline = cx.session.cursor().timeline;
    part_ui(ui, cx, if to - from == 1 { "Its events" } else { "The events in between" });
    let is_long = to - from > 1;
    let entries = (from..to).filter_map(|step| cx.session.step_at(timeline, step)).flat_map(|step| &step.entries);
    let mut entries = entries.filter(|entry| !is_long || entry.event.is_story());
    for entry in entries.by_ref().take(MOST_EVENTS) {
        let text = cx.text(timeline, entry.no);
        let text = RichText::new(format!("{}  {text}", cx.number(timeline, entry.no)));
        let is_story = entry.event.is_story();
        let text = if is_story { text.color(cx.tokens.text) } else { text.small().color(cx.tokens.text_weak) };
        if ui.add(egui::Button::new(text).frame(false).wrap()).clicked() {
            out.push(Action::SelectEntry(timeline, entry.no));
        }
    }
    if entries.next().is_some() {
        hint_ui(ui, cx, "… and more: the table of events has all of them.");
    }
}
