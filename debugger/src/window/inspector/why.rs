//! Why: the chain of causes of the event, back to the decision, each with its rule; how an action
//! took its final form; and its direct consequences.

use egui::{RichText, Ui};
use retrace_core::fact::EntryNo;
use retrace_core::rule::Rule;

use super::super::action::{Action, Actions};
use super::super::view::Cx;
use super::hint_ui;
use super::sections::part_ui;
use retrace_session::asking::account;
use retrace_session::{Account, TimelineId, WhyLink, describe};

/// Draws the chain.
pub(super) fn why_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let Some((timeline, no)) = cx.at.entry else {
        return hint_ui(ui, cx, "Before the first event.");
    };
    if let Some(account) = account::account(cx.session, timeline, no, cx.view.viewer) {
        part_ui(ui, cx, "How it came to be this (CR 614 to 616)");
        account_ui(ui, cx, timeline, &account, out);
        part_ui(ui, cx, "Why it happened");
    }
    let chain = cx.session.why(timeline, no);
    for (depth, link) in chain.iter().enumerate() {
        let lead = match depth {
            0 => "This happened",
            _ if depth + 1 == chain.len() => "all because",
            _ => "because",
        };
        link_ui(ui, cx, timeline, link, lead, out);
    }
    let effects = cx.session.brought_about(timeline, no);
    if !effects.is_empty() {
        part_ui(ui, cx, "What it caused");
        for link in &effects {
            link_ui(ui, cx, timeline, link, "then", out);
        }
    }
}

/// The proposed action, which effects could apply and who chose, and the result of each effect
/// (CR 616.1).
fn account_ui(ui: &mut Ui, cx: Cx<'_>, timeline: TimelineId, account: &Account, out: &mut Actions) {
    ui.label(RichText::new(format!("Proposed: {}", account.proposed)).color(cx.tokens.text_strong));
    for stage in &account.stages {
        if let Some(it) = &stage.choice {
            let text = format!("{} chooses among {}", it.by, describe::list(&it.among));
            entry_ui(ui, cx, timeline, (it.no, it.rule, &text), "several could apply", out);
        }
        let after = match stage.after.is_empty() {
            true => "nothing happens".to_owned(),
            false => describe::list(&stage.after),
        };
        entry_ui(ui, cx, timeline, (stage.no, stage.rule, &after), &stage.applied, out);
    }
}

/// A link of the chain; a click jumps to it.
fn link_ui(ui: &mut Ui, cx: Cx<'_>, timeline: TimelineId, link: &WhyLink, lead: &str, out: &mut Actions) {
    entry_ui(ui, cx, timeline, (link.no, link.rule, &cx.text(timeline, link.no)), lead, out);
}

/// An entry; a click jumps to it.
fn entry_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    timeline: TimelineId,
    (no, rule, text): (EntryNo, Rule, &str),
    lead: &str,
    out: &mut Actions,
) {
    egui::Frame::new().fill(cx.tokens.inset).corner_radius(4).inner_margin(6).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            ui.label(RichText::new(lead).small().color(cx.tokens.text_weak));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.label(RichText::new(format!("CR {rule}")).small().color(cx.tokens.accent));
                ui.label(
                    RichText::new(format!("event {}", cx.number(timeline, no))).small().color(cx.tokens.text_weak),
                );
            });
        });
        let text = RichText::new(text).color(cx.tokens.text_strong);
        let button = egui::Button::new(text).frame(false).wrap();
        if ui.add(button).on_hover_text("Click to put the cursor there").clicked() {
            out.push(Action::JumpToEntry(timeline, no));
        }
    });
}
