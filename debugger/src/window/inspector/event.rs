//! The event at the cursor, or the selected one: its text, number, id, rule, cause and fields.

use egui::{RichText, Ui};
use retrace_core::fact::{Entity, Entry, Part};

use super::super::action::{Action, Actions};
use super::super::timeline::event_table::parts_of;
use super::super::tokens::TEXT_SMALL_PT;
use super::super::view::{Cx, InspectorTab};
use super::super::words;
use super::sections::part_ui;
use super::{break_ui, fact_ui, facts_ui, hint_ui};
use crate::window::parts::short;
use retrace_session::travel::marks::breakpoint_on_rule;
use retrace_session::{Command, TimelineId};

/// Draws the event.
pub(super) fn event_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let Some((timeline, no)) = cx.at.entry else {
        return hint_ui(ui, cx, "Before the first event.");
    };
    let Some((step, entry)) = cx.session.entry(timeline, no) else { return };
    let text = cx.text(timeline, no);
    ui.label(RichText::new(text).size(15.0).strong().color(cx.tokens.text_strong));
    facts_ui(ui, "event", |ui| {
        fact_ui(ui, cx, "Event", format!("{} of {}", cx.number(timeline, no), cx.events(timeline)));
        fact_ui(ui, cx, "Kind", entry.event.name());
        fact_ui(ui, cx, "Rule", format!("CR {}", entry.rule));
        fact_ui(ui, cx, "Step", format!("{}: {}", cx.view.numbers.step(timeline, step), part_word(entry.part)));
        let name = cx.session.timeline(timeline).map_or("", |it| it.name());
        fact_ui(ui, cx, "Timeline", name);
    });
    // An id covers everything before it, including hidden cards.
    let id = cx.session.event_id(timeline, no).filter(|_| cx.view.viewer.is_none());
    if let Some(id) = id {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Id").color(cx.tokens.text_weak));
            let id = id.to_string();
            ui.label(RichText::new(short(&id)).monospace()).on_hover_text(&id);
            if ui.small_button("Copy").accessible_name("Copy the id").clicked() {
                ui.ctx().copy_text(id);
            }
        });
    }
    ui.horizontal_wrapped(|ui| {
        if let Some(cause) = entry.cause
            && ui.button("Go to its cause").on_hover_text(cx.text(timeline, cause)).clicked()
        {
            out.push(Action::JumpToEntry(timeline, cause));
        }
        if ui.button("Rule").on_hover_text(Command::Rules.description()).clicked() {
            out.push(Action::Command(Command::Rules));
        }
        if ui.button("Why?").clicked() {
            out.push(Action::Inspect(InspectorTab::Why));
        }
        ui.menu_button("Only such events", |ui| {
            for (label, part) in parts_of(cx, entry) {
                if ui.button(label).clicked() {
                    out.push(Action::FilterBy(part));
                    ui.close();
                }
            }
        });
    });
    breaks_ui(ui, cx, timeline, entry, out);
    let objects: Vec<_> = entry.event.objects().into_iter().filter(|id| cx.sees_object(*id)).collect();
    if !objects.is_empty() {
        part_ui(ui, cx, "Objects");
        ui.horizontal_wrapped(|ui| {
            for id in objects {
                if ui.link(words::entity_with_id(cx.game(), Entity::Object(id))).clicked() {
                    out.push(Action::Select(Entity::Object(id)));
                    out.push(Action::Inspect(InspectorTab::Object));
                }
            }
        });
    }
    part_ui(ui, cx, "Facts");
    if !cx.sees_whole(timeline, no) {
        let who = cx.viewer_name().unwrap_or_default();
        return hint_ui(ui, cx, &format!("{who} may not know all of this event."));
    }
    let fields = match cx.view.numbers.show(timeline, &entry.event) {
        None if cx.view.viewer.is_some() => return,
        None => format!("{:#?}", entry.event),
        Some(shown) => format!("{shown:#}"),
    };
    ui.add(egui::Label::new(RichText::new(fields).font(egui::FontId::monospace(TEXT_SMALL_PT))).wrap());
}

/// Breakpoints for an event: on its kind, and on its rule.
fn breaks_ui(ui: &mut Ui, cx: Cx<'_>, timeline: TimelineId, entry: &Entry, out: &mut Actions) {
    let Some(kind) = cx.session.breakpoint_on_kind(timeline, entry.no) else { return };
    let (name, rule) = (entry.event.name(), entry.rule);
    ui.horizontal_wrapped(|ui| {
        for (text, what) in [(kind, name.to_owned()), (breakpoint_on_rule(rule), format!("CR {rule}"))] {
            break_ui(ui, cx, text, &what, "Running (F5) stops at every such event", out);
        }
    });
}

/// The name of a part of a step.
const fn part_word(part: Part) -> &'static str {
    match part {
        Part::Input => "what came from outside",
        Part::Replacement => "replaced on the way",
        Part::Batch => "what happened at once",
        Part::Consequence => "what follows from what is derived",
        Part::Trigger => "what triggered on it",
        Part::Frame => "the call stack",
    }
}
