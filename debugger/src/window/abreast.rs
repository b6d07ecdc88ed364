//! The board; while comparing, the boards of both places side by side, the left timeline on the
//! left, with what differs marked.

use egui::{Align, Label, Layout, Rect, RichText, Ui, UiBuilder};

use super::action::{Action, Actions};
use super::board::board_ui;
use super::tokens::ROW_PT;
use super::view::Cx;
use super::words;
use retrace_session::{Point, describe};

/// The width from which two boards stand side by side.
const WIDE_PT: f32 = 560.0;
/// The space between two boards.
const GAP_PT: f32 = 8.0;

/// Draws the board, or both.
pub(crate) fn boards_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let (Some(beside), Some(comparison)) = (&cx.at.beside, &cx.view.comparison) else { return board_ui(ui, cx, out) };
    let area = ui.available_rect_before_wrap();
    if area.width() < WIDE_PT {
        return board_ui(ui, cx, out);
    }
    let there = Cx { at: beside, ..cx };
    let is_left = comparison.places.0 == cx.session.cursor();
    let sides = if is_left { [cx, there] } else { [there, cx] };
    let middle = area.center().x;
    let halves = [area.with_max_x(middle - GAP_PT / 2.0), area.with_min_x(middle + GAP_PT / 2.0)];
    let places = [comparison.places.0, comparison.places.1];
    for ((side, half), place) in sides.into_iter().zip(halves).zip(places) {
        side_ui(ui, side, half, place, out);
    }
    ui.painter().vline(middle, area.y_range(), ui.visuals().widgets.noninteractive.bg_stroke);
    ui.advance_cursor_after_rect(area);
}

/// One of two boards, below its name and moment. A click on the one where the cursor is not goes
/// there.
fn side_ui(ui: &mut Ui, cx: Cx<'_>, rect: Rect, place: Point, out: &mut Actions) {
    let elsewhere = cx.is_elsewhere();
    ui.scope_builder(UiBuilder::new().id_salt(("side", elsewhere)).max_rect(rect), |ui| {
        ui.set_clip_rect(rect.intersect(ui.clip_rect()));
        ui.horizontal(|ui| {
            ui.set_height(ROW_PT);
            // The right end first: the moment has what is left, and the board is never wider.
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if elsewhere && ui.small_button("Go there").on_hover_text("Puts the cursor on this timeline").clicked()
                {
                    out.push(Action::Jump(place));
                }
                let differing = cx.at.changed.len();
                let text = match differing {
                    0 => "equal".to_owned(),
                    _ => format!("{} marked", words::count(differing, "difference")),
                };
                ui.label(RichText::new(text).small().color(cx.tokens.changed));
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let name = cx.session.timeline(place.timeline).map_or("", |timeline| timeline.name());
                    let name = RichText::new(name).strong().color(cx.track_color(place.timeline));
                    ui.add(Label::new(name).truncate());
                    ui.add(Label::new(RichText::new(moment(cx)).color(cx.tokens.text_weak)).truncate());
                });
            });
        });
        let mut asked = Actions::new();
        board_ui(ui, cx, &mut asked);
        match elsewhere {
            false => out.append(&mut asked),
            true if asked.iter().any(|action| matches!(action, Action::Select(_))) => out.push(Action::Jump(place)),
            true => {}
        }
    });
}

/// The moment of a board: "turn 5, declare blockers".
fn moment(cx: Cx<'_>) -> String {
    let turn = &cx.game().world().turn;
    match turn.step {
        Some(step) => describe::capitalized(&format!("turn {}, {}", turn.number, step.word())),
        None => describe::capitalized(&format!("turn {}", turn.number)),
    }
}
