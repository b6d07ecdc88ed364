//! The tab of the new game dialog for an empty board: names, life totals, the active player, the
//! turn and its step.

use egui::{ComboBox, DragValue, Grid, RichText, TextEdit, Ui};

use super::seating::{Change, seating_ui, seats_ui};
use super::view::Cx;
use retrace_session::describe;
use retrace_session::files::empty::{EmptyBoard, STEPS};
use retrace_session::files::seating::Refusals;

/// Draws the tab.
pub(super) fn empty_board_ui(ui: &mut Ui, cx: Cx<'_>, refused: &Refusals, board: &mut EmptyBoard) {
    let about = "Players and nothing else. Cards come onto it with Edit… (E), one after another, and all of it is a \
                 game that can be played on, forked and saved.";
    ui.label(RichText::new(about).color(cx.tokens.text_weak));
    if let Some(count) = seats_ui(ui, cx, board.players.len()) {
        board.set_seats(count);
    }
    let names: Vec<String> = board.players.iter().map(|(name, _)| name.clone()).collect();
    match seating_ui(ui, cx, &names, refused, &mut board.seating) {
        Some(Change::Seating(seat)) => board.set_seating(seat),
        Some(Change::Casual(casual)) => board.set_casual(casual),
        None => {}
    }
    Grid::new("empty board").num_columns(2).spacing([10.0, 6.0]).show(ui, |ui| {
        for (place, (name, life)) in board.players.iter_mut().enumerate() {
            let number = place + 1;
            ui.label(RichText::new(format!("Player {number}")).strong().color(cx.tokens.text_strong));
            ui.horizontal(|ui| {
                let field = ui.add(TextEdit::singleline(name).desired_width(160.0));
                field.accessible_name(format!("Name of player {number}"));
                ui.label("Life");
                ui.add(DragValue::new(life).range(1..=9999)).accessible_name(format!("Life of player {number}"));
            });
            ui.end_row();
        }
        ui.label("Turn of");
        ui.horizontal_wrapped(|ui| {
            for (place, (name, _)) in board.players.iter().enumerate() {
                let radio = ui.radio(board.active == place, name);
                if radio.accessible_name(format!("Turn of {name}")).clicked() {
                    board.active = place;
                }
            }
            ui.label("number");
            ui.add(DragValue::new(&mut board.turn).range(1..=999)).accessible_name("Number of the turn");
        });
        ui.end_row();
        ui.label("Turn step");
        let word = |step: retrace_core::card::TurnStep| describe::capitalized(step.word());
        let combo = ComboBox::new("turn step", "").selected_text(word(board.step)).show_ui(ui, |ui| {
            for step in STEPS {
                ui.selectable_value(&mut board.step, step, word(step));
            }
        });
        combo.response.accessible_name("Turn step");
        ui.end_row();
        ui.label("Libraries");
        let hint = "Without it they are empty, and whoever draws loses (CR 704.5b)";
        ui.checkbox(&mut board.libraries, "30 Plains each").on_hover_text(hint);
        ui.end_row();
    });
    if let Some(wrong) = board.wrong() {
        ui.label(RichText::new(wrong).small().color(cx.tokens.bad));
    }
}
