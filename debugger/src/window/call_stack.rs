//! The call stack of the rules at the cursor, the innermost frame first; a click jumps to where a
//! frame began.

use egui::{RichText, ScrollArea, Ui};
use retrace_core::fact::{Frame, TurnStepStage};

use retrace_session::asking::seen;
use retrace_session::describe;

use super::action::{Action, Actions};
use super::focus::Following as _;
use super::view::Cx;

/// Draws the frames.
pub(crate) fn call_stack_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let game = &seen::game(cx.game(), cx.view.viewer);
    let frames = &game.world().frames;
    ScrollArea::vertical().id_salt("call stack").auto_shrink(false).show_following(ui, |ui| {
        if frames.is_empty() {
            ui.label(RichText::new("No frames: between turns, or before the game. Step forward with → to see what the rules are in the middle of.").color(cx.tokens.text_weak));
        }
        for (depth, frame) in frames.iter().enumerate().rev() {
            let is_innermost = depth + 1 == frames.len();
            let said = describe::capitalized(&describe::frame(game, frame));
            let text = RichText::new(&said);
            let text = if is_innermost { text.strong().color(cx.tokens.text_strong) } else { text };
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(format!("{depth}")).monospace().small().color(cx.tokens.text_weak));
                let hint = "Go to where this frame began";
                let button = ui.add(egui::Button::new(text).frame(false).wrap()).on_hover_text(hint);
                if button.accessible_name(format!("Frame {depth}: {said}")).clicked()
                    && let Some(point) = cx.session.frame_began(depth)
                {
                    out.push(Action::Jump(point));
                }
            });
            let stage = stage(frame);
            if !stage.is_empty() {
                ui.indent(("stage", depth), |ui| ui.label(RichText::new(stage).small().color(cx.tokens.text_weak)));
            }
        }
    });
}

/// How far along a frame is.
fn stage(frame: &Frame) -> String {
    match frame {
        Frame::TurnStep { stage, .. } => match stage {
            TurnStepStage::Begin => "about to begin".to_owned(),
            TurnStepStage::Actions(n) => format!("turn-based action {}", n + 1),
            TurnStepStage::Order { .. } => "damage assignment order".to_owned(),
            TurnStepStage::Assigned(_) => "one side has assigned its damage".to_owned(),
            TurnStepStage::Draws { remaining } => format!("{} more players of the team draw", remaining.len()),
            TurnStepStage::Priority => "players receive priority".to_owned(),
            TurnStepStage::End => "about to end".to_owned(),
            TurnStepStage::EndAndAgain => "about to end, and to begin again (CR 514.3a)".to_owned(),
        },
        Frame::Priority { passes, .. } if *passes > 0 => format!("{passes} passed in succession"),
        Frame::Resolve(resolve) => match resolve.cursor.last() {
            Some(cursor) => format!("instruction {}", cursor.index + 1),
            None if resolve.started => "its instructions are done".to_owned(),
            None => "about to begin".to_owned(),
        },
        _ => String::new(),
    }
}
