//! Exploring: tries every legal answer at a choice, each on its own fork, and shows a table of the
//! outcomes. A click makes one of the forks a timeline.

use egui::{Button, ComboBox, DragValue, RichText, ScrollArea, Ui};
use retrace_core::fact::PlayerId;

use super::action::{Action, Actions};
use super::expression::expression_ui;
use super::parts::spaced;
use super::view::Cx;
use super::view::explore::Wish;
use super::view::typed::{Did, Typed};
use super::words;
use crate::session::travel::explore::{Explored, Others, Reached};
use crate::session::{Command, describe};

/// How many changes the row of an outcome shows.
const TOLD_CHANGES: usize = 3;

/// The width from which all settings fit in one row.
const WIDE_PT: f32 = 860.0;

/// The height of a field's label.
const LABEL_PT: f32 = 14.0;

/// Draws the panel.
pub(crate) fn explore_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    if let Some(who) = cx.viewer_name() {
        return asks_of_all_ui(ui, cx, &who, out);
    }
    let form = &cx.view.exploring;
    let mut wishes = Vec::new();
    let mut command = false;
    let asked = |ui: &mut Ui, wishes: &mut Vec<Wish>| {
        let hint = format!("{} ({})", Command::Explore.description(), spaced(Command::Explore.default_keys()));
        let clicked = ui.button("Explore").on_hover_text(hint).clicked();
        let label = ui.label("Answers in a row");
        let mut depth = form.depth;
        if ui.add(DragValue::new(&mut depth).range(1..=20)).labelled_by(label.id).changed() {
            wishes.push(Wish::Depth(depth));
        }
        whose_ui(ui, cx, wishes);
        clicked
    };
    // One row if it fits: the table below needs every line.
    let wide = ui.available_width() >= WIDE_PT;
    if !wide {
        command = ui.horizontal_wrapped(|ui| asked(ui, &mut wishes)).inner;
    }
    ui.horizontal_top(|ui| {
        if wide {
            let ask = ui.vertical(|ui| {
                ui.add_space(LABEL_PT);
                ui.horizontal(|ui| asked(ui, &mut wishes)).inner
            });
            command |= ask.inner;
        }
        let width_pt = (ui.available_width() / 2.0 - 8.0).max(120.0);
        let field = |ui: &mut Ui, name: &str, hint: &str, typed: &Typed| {
            ui.vertical(|ui| {
                ui.set_width(width_pt);
                ui.label(RichText::new(name).small().color(cx.tokens.text_weak));
                expression_ui(ui, cx, name, hint, typed)
            })
            .inner
        };
        if let Some(did) = field(ui, "Pass until", "step = end_of_combat", &form.until) {
            command |= did == Did::Entered;
            wishes.push(Wish::Until(did));
        }
        if let Some(did) = field(ui, "Evaluate for each outcome", "B.life, or count(A.creatures)", &form.asked) {
            command |= did == Did::Entered;
            wishes.push(Wish::Asked(did));
        }
    });
    ui.separator();
    match &form.explored {
        Some(explored) => table_ui(ui, cx, explored, &mut wishes),
        None => {
            let text = "Go to a choice and press Explore (X): every legal answer is tried on a fork of its own, and what \
                        comes of each stands here. A click makes one of them a timeline.";
            ui.add(egui::Label::new(RichText::new(text).color(cx.tokens.text_weak)).wrap());
        }
    }
    out.extend(wishes.into_iter().map(|wish| Action::Exploring(Box::new(wish))));
    if command {
        out.push(Action::Command(Command::Explore));
    }
}

fn whose_ui(ui: &mut Ui, cx: Cx<'_>, wishes: &mut Vec<Wish>) {
    let form = &cx.view.exploring;
    let game = cx.game();
    let name = |player: PlayerId| describe::capitalized(&describe::player(game, player));
    let label = ui.label("of");
    let shown = form.player.map_or_else(|| "everybody".to_owned(), name);
    let combo = ComboBox::from_id_salt("whose").selected_text(shown).show_ui(ui, |ui| {
        if ui.selectable_label(form.player.is_none(), "everybody").clicked() {
            wishes.push(Wish::Whose(None, form.others));
        }
        for player in game.players() {
            if ui.selectable_label(form.player == Some(player.id), name(player.id)).clicked() {
                wishes.push(Wish::Whose(Some(player.id), form.others));
            }
        }
    });
    combo.response.labelled_by(label.id);
    if form.player.is_some() {
        let label = ui.label("the others");
        let said = |others: Others| match others {
            Others::Explored => "are explored as well",
            Others::Least => "pass and decline",
            Others::Policy(_) => "answer at random",
        };
        let random = Others::Policy(crate::session::Policy::Random { seed: 1 });
        let combo = ComboBox::from_id_salt("others").selected_text(said(form.others)).show_ui(ui, |ui| {
            for others in [Others::Least, random, Others::Explored] {
                if ui.selectable_label(form.others == others, said(others)).clicked() {
                    wishes.push(Wish::Whose(form.player, others));
                }
            }
        });
        combo.response.labelled_by(label.id);
    }
}

fn table_ui(ui: &mut Ui, cx: Cx<'_>, explored: &Explored, wishes: &mut Vec<Wish>) {
    let name = explored.timeline.name();
    let events = explored.timeline.entries_before_step(explored.at.step);
    let mut said = format!(
        "On {name} after {events} events: {} tried, {}.",
        words::count(explored.tried, "answer"),
        words::count(explored.outcomes.len(), "outcome")
    );
    if explored.cut {
        said.push_str(" The limit was reached.");
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&explored.prompt).strong().color(cx.tokens.text_strong));
        ui.label(RichText::new(said).small().color(cx.tokens.text_weak));
    });
    for prompt in &explored.sampled {
        let text = format!("Only some answers were tried for: {prompt}");
        ui.add(egui::Label::new(RichText::new(text).small().color(cx.tokens.warn)).wrap());
    }
    ScrollArea::vertical().id_salt("outcomes").auto_shrink(false).show(ui, |ui| {
        for (index, reached) in explored.outcomes.iter().enumerate() {
            outcome_ui(ui, cx, index, reached, wishes);
        }
    });
}

fn outcome_ui(ui: &mut Ui, cx: Cx<'_>, index: usize, reached: &Reached, wishes: &mut Vec<Wish>) {
    let answers = if reached.answers.is_empty() { "Nothing".to_owned() } else { reached.answers.join("; ") };
    ui.horizontal(|ui| {
        let hint = "Make this a timeline, and go to its end";
        let button = ui.add(Button::new("Fork").small()).on_hover_text(hint);
        if button.accessible_name(format!("Fork {}: {answers}", index + 1)).clicked() {
            wishes.push(Wish::Take(index));
        }
        if reached.lines > 1 {
            let lines = usize::try_from(reached.lines).unwrap_or(usize::MAX);
            let others: Vec<String> = reached.others.iter().map(|other| other.join("; ")).collect();
            let label = RichText::new(words::count(lines, "line")).small().color(cx.tokens.accent);
            ui.label(label).on_hover_text(format!("Also:\n{}", others.join("\n")));
        }
        let text = RichText::new(&answers).strong().color(cx.tokens.text_strong);
        ui.add(egui::Label::new(text).truncate()).on_hover_text(&answers);
    });
    ui.horizontal(|ui| {
        ui.add_space(40.0);
        let text = RichText::new(reached.in_short(TOLD_CHANGES)).small().color(cx.tokens.text);
        let changes = reached.told_changes();
        let response = ui.add(egui::Label::new(text).wrap());
        if !changes.is_empty() {
            response.on_hover_text(changes.join("\n"));
        }
    });
    ui.add_space(2.0);
}

/// Shown with a player's view, instead of results that would reveal hidden information.
fn asks_of_all_ui(ui: &mut Ui, cx: Cx<'_>, who: &str, out: &mut Actions) {
    let text = format!("Exploring looks at the whole game and would reveal more than {who} may know.");
    ui.add(egui::Label::new(RichText::new(text).color(cx.tokens.text_weak)).wrap());
    if ui.button("See everything").clicked() {
        out.push(Action::See(None));
    }
}
