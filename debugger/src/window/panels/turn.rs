//! This turn: what each player did in it up to the cursor, counted; and the triggered abilities
//! that wait. A click on a count goes to the first event of it.

use std::sync::Arc;

use egui::{Button, Grid, Id, RichText, ScrollArea, Ui};
use retrace_core::fact::ObjectId;
use retrace_store::EventId;

use super::super::focus::Following as _;
use crate::window::action::{Action, Actions};
use crate::window::view::Cx;
use retrace_session::asking::tally::{Counted, Tally};
use retrace_session::{TurnMark, describe};

/// What was counted last: for which timeline, as far as which place.
#[derive(Clone)]
struct Kept {
    tip: EventId,
    place: usize,
    counted: Option<Arc<(TurnMark, Tally)>>,
}

/// Draws the panel.
pub(crate) fn turn_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    ScrollArea::vertical().id_salt("this turn").auto_shrink(false).show_following(ui, |ui| {
        match counted(ui, cx) {
            Some(counted) => counts_ui(ui, cx, counted.0, &counted.1, out),
            None => weak(ui, cx, "No turn has begun yet. Step forward with →."),
        }
        waiting_ui(ui, cx);
    });
}

/// The counts up to the cursor. They go through the events of the turn, so they are kept until the
/// cursor moves.
fn counted(ui: &Ui, cx: Cx<'_>) -> Option<Arc<(TurnMark, Tally)>> {
    let timeline = cx.session.current();
    let (tip, place, id) = (timeline.tip(), cx.session.cursor().step, Id::unique("counts of this turn"));
    if let Some(kept) = ui.data(|data| data.get_temp::<Kept>(id))
        && (kept.tip, kept.place) == (tip, place)
    {
        return kept.counted;
    }
    let counted = Tally::at(timeline, place).map(Arc::new);
    ui.data_mut(|data| data.insert_temp(id, Kept { tip, place, counted: counted.clone() }));
    counted
}

fn counts_ui(ui: &mut Ui, cx: Cx<'_>, turn: TurnMark, tally: &Tally, out: &mut Actions) {
    let game = cx.game();
    let whose = describe::player(game, turn.player);
    ui.label(RichText::new(format!("Turn {}, {whose}", turn.number)).strong().color(cx.tokens.text_strong));
    if tally.is_empty() {
        weak(ui, cx, "Nothing that is counted has happened in it yet.");
        return;
    }
    let players: Vec<_> = game.players().map(|player| player.id).collect();
    Grid::new("counts of this turn").striped(true).min_col_width(60.0).show(ui, |ui| {
        ui.label("");
        for player in &players {
            ui.label(RichText::new(describe::player(game, *player)).small().color(cx.tokens.text_weak));
        }
        ui.end_row();
        for counted in Counted::ALL {
            if players.iter().all(|player| tally.get(*player, counted).is_none()) {
                continue;
            }
            ui.label(describe::capitalized(counted.word()));
            for player in &players {
                match tally.get(*player, counted) {
                    None => weak(ui, cx, "–"),
                    Some(count) => {
                        let name = format!("{}: {} {}", describe::player(game, *player), count.count, counted.word());
                        let button = ui.add(Button::new(count.count.to_string()).small());
                        let button = button.on_hover_text("Go to the first of these events");
                        if button.accessible_name(name).clicked() {
                            out.push(Action::JumpToEntry(cx.session.cursor().timeline, count.first));
                        }
                    }
                }
            }
            ui.end_row();
        }
    });
}

/// The triggered abilities that wait to be put onto the stack, and delayed ones that wait for their
/// event (CR 603.3, 603.7).
fn waiting_ui(ui: &mut Ui, cx: Cx<'_>) {
    let world = cx.game().world();
    let named = |source: ObjectId| match cx.sees_object(source) {
        true => describe::object(cx.game(), source),
        false => "a hidden object".to_owned(),
    };
    let waiting: Vec<String> = world.waiting.iter().map(|it| named(it.source)).collect();
    let delayed: Vec<String> = world.delayed.values().map(|it| named(it.source)).collect();
    for (title, sources) in [("Triggered, not yet on the stack", waiting), ("Delayed triggers", delayed)] {
        if !sources.is_empty() {
            ui.add_space(6.0);
            weak(ui, cx, title);
            for source in sources {
                ui.label(source);
            }
        }
    }
}

fn weak(ui: &mut Ui, cx: Cx<'_>, text: &str) {
    ui.label(RichText::new(text).color(cx.tokens.text_weak));
}
