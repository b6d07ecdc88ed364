//! The status bar: timeline, event, its short id, whether the events are what the rules make of the
//! inputs; and the notice.

use egui::{ProgressBar, RichText, Role, Ui, WidgetInfo};

use super::action::{Action, Actions};
use super::parts::short;
use super::view::{Cx, Working};
use retrace_session::{Standing, describe};

/// Below this width of the window, a notice has the room of the turn step.
const NARROW_PT: f32 = 1000.0;

/// Draws the status bar.
pub(crate) fn status_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let tokens = cx.tokens;
    let timeline = cx.session.current();
    let cursor = cx.session.cursor();
    ui.horizontal(|ui| {
        ui.label(RichText::new(timeline.name()).strong().color(tokens.track_here)).on_hover_text("The timeline");
        let last = timeline.entries_before_step(cursor.step);
        let (here, all) = (cx.events_before(cursor.timeline, cursor.step), cx.events(cursor.timeline));
        let counted = match cx.view.viewer {
            None => "Events up to the cursor",
            Some(_) => "Events up to the cursor, of those that the player whose eyes are chosen sees",
        };
        ui.label(format!("event {here} of {all}")).on_hover_text(counted);
        // An id covers everything before it, including hidden cards.
        let last = Some(last).filter(|_| cx.view.viewer.is_none());
        let id =
            last.and_then(|last| last.checked_sub(1)).and_then(|no| timeline.event_id(retrace_core::fact::EntryNo(no)));
        if let Some(id) = id {
            let text = RichText::new(short(&id.to_string())).monospace().color(tokens.text_weak);
            ui.label(text).on_hover_text(format!("The id of the last event before the cursor: {id}"));
        }
        let (color, meaning) = match timeline.standing() {
            Standing::Exact => (tokens.good, "The events are what the rules make of the inputs.".to_owned()),
            Standing::Unverified => {
                (tokens.warn, "The events were read; the inputs have not been run again (V does it).".to_owned())
            }
            Standing::Diverged(no) => {
                let no = cx.number(cursor.timeline, no);
                let meaning = format!("Under the rules of this version the inputs lead elsewhere from event {no} on.");
                (tokens.bad, meaning)
            }
        };
        let checking = timeline.standing() == Standing::Unverified && cx.view.is_checking();
        let word = if checking { "CHECKING" } else { timeline.standing().word() };
        ui.label(RichText::new(word).strong().color(color)).on_hover_text(meaning);
        ui.separator();
        if let Some(working) = cx.view.working.iter().rev().find(|working| working.asked) {
            return working_ui(ui, cx, working, out);
        }
        // What stands at the right has its room first, so that a long notice is cut and not it.
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let turn = &cx.game().world().turn;
            // In a narrow window a notice has the room; the board says the turn step, too.
            let narrow = ui.ctx().content_rect().width() < NARROW_PT && cx.view.notice.is_some();
            if let Some(step) = turn.step.filter(|_| !narrow) {
                ui.label(describe::capitalized(step.word()));
                ui.label(RichText::new(format!("Turn {} ·", turn.number)).color(tokens.text_weak));
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| notice_ui(ui, cx, out));
        });
    });
}

/// A requested job: its name, its progress, and a cancel button.
fn working_ui(ui: &mut Ui, cx: Cx<'_>, working: &Working, out: &mut Actions) {
    ui.label(RichText::new(working.what).color(cx.tokens.text_strong));
    let share = working.progress.share();
    let bar = ProgressBar::new(share.unwrap_or(0.0)).desired_width(220.0).desired_height(14.0);
    let bar = share.map_or_else(|| ProgressBar::new(0.0).desired_width(220.0).text("…"), |_| bar.show_percentage());
    let percent = share.map_or(0.0, |share| f64::from((share * 100.0).round()));
    let response = ui.add(bar);
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ProgressIndicator, true, working.what);
        info.value = Some(percent);
        info
    });
    if ui.small_button("Cancel").on_hover_text("Ends it (Esc)").clicked() {
        out.push(Action::CancelJob(working.what));
    }
}

fn notice_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let Some(notice) = &cx.view.notice else {
        let text = RichText::new("? for keys · Ctrl+K for all commands").color(cx.tokens.text_weak);
        ui.add(egui::Label::new(text).truncate());
        return;
    };
    let (lead, color) = if notice.is_error { ("Not done: ", cx.tokens.bad) } else { ("", cx.tokens.text_strong) };
    if ui.small_button("Dismiss").clicked() {
        out.push(Action::DismissNotice);
    }
    for offer in &notice.offers {
        if ui.small_button(offer.label()).on_hover_text(offer.hint()).clicked() {
            out.push(Action::Take(offer.clone()));
        }
    }
    let text = format!("{lead}{}", notice.text);
    ui.add(egui::Label::new(RichText::new(text).color(color)).truncate());
}
