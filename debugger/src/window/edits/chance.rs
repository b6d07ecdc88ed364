//! Fixing chance: the next coin, die, draw or shuffle can be fixed, or everything rolled again.

use egui::{ComboBox, DragValue, RichText, ScrollArea, TextEdit, Ui};
use retrace_core::fact::{Chance, Input, ObjectId, PlayerId, Zone};

use super::super::action::Actions;
use super::super::focus::Following as _;
use super::super::parts::dialog_width_pt;
use super::super::view::{Cx, Dialog};
use super::super::words;
use crate::window::view::chance::ChanceForm;
use retrace_session::describe;
use retrace_session::play::edits::draw_next;

/// Draws the dialog.
pub(crate) fn chance_ui(ui: &mut Ui, cx: Cx<'_>, form: &ChanceForm, out: &mut Actions) {
    ui.set_width(dialog_width_pt(ui, 640.0));
    ui.heading("Next random result");
    let mut new = form.clone();
    let mut inputs = Vec::new();
    let about = "What is fixed here waits until something asks for it: the next coin that is tossed, the next die with so \
                 many sides, the next shuffle of that library.";
    ui.label(RichText::new(about).color(cx.tokens.text_weak));
    let fixed = cx.session.fixed_chances();
    if !fixed.is_empty() {
        let text = format!("Fixed so far, in this order: {}.", fixed.join("; "));
        ui.label(RichText::new(text).color(cx.tokens.text_strong));
    }
    let over = cx.game().world().result.is_some() || !cx.session.current().is_choice(cx.session.cursor().step);
    if over {
        let text = "Nothing can be fixed here: go to a choice first (Shift+← and Shift+→).";
        ui.label(RichText::new(text).color(cx.tokens.warn));
    }
    ui.add_enabled_ui(!over, |ui| {
        ui.horizontal(|ui| {
            ui.label("Next coin");
            for (text, heads) in [("Heads", true), ("Tails", false)] {
                if ui.button(text).clicked() {
                    inputs.push(Input::Chance(Chance::Coin(heads)));
                }
            }
            ui.separator();
            let label = ui.label("Next die shows");
            ui.add(DragValue::new(&mut new.die).range(1..=100)).labelled_by(label.id);
            if ui.button("Fix the die").clicked() {
                inputs.push(Input::Chance(Chance::Die(new.die)));
            }
        });
        ui.horizontal(|ui| {
            let label = ui.label("Seed");
            ui.add(DragValue::new(&mut new.seed)).labelled_by(label.id);
            let hint = "Restarts the generator from this seed, which changes every result that is not fixed";
            if ui.button("Roll again").on_hover_text(hint).clicked() {
                inputs.push(Input::Reseed(new.seed));
            }
        });
        ui.separator();
        library_ui(ui, cx, &mut new, &mut inputs);
    });
    let changed = (new != *form).then(|| Dialog::Chance(Box::new(new)));
    super::ended_ui(ui, cx, form.said.as_ref(), changed, inputs, out);
}

/// The next draw and the next shuffle of a library.
fn library_ui(ui: &mut Ui, cx: Cx<'_>, form: &mut ChanceForm, inputs: &mut Vec<Input>) {
    let game = cx.game();
    let whose = |id: PlayerId| describe::capitalized(&describe::player(game, id));
    ui.horizontal(|ui| {
        ui.label("Library of");
        let combo = ComboBox::new("library", "").selected_text(whose(form.player)).show_ui(ui, |ui| {
            for player in game.players() {
                if ui.selectable_value(&mut form.player, player.id, whose(player.id)).clicked() {
                    form.on_top.clear();
                }
            }
        });
        combo.response.accessible_name("Whose library");
        let field = TextEdit::singleline(&mut form.filter).hint_text("a part of a name").desired_width(180.0);
        ui.add(field).accessible_name("Cards with this in their name");
    });
    if !cx.sees(Zone::Library(form.player)) && cx.view.viewer.is_some() {
        ui.label("Hidden from whoever looks; “Sees” above the board shows everything.");
        return;
    }
    let may_edit = cx.session.edit_outlook();
    if let Err(why) = may_edit {
        ui.label(RichText::new(format!("For the next draw: {why}")).small().color(cx.tokens.text_weak));
    }
    let text = "A button puts its card on top now, to be drawn next; a mark has it on top after the next shuffle.";
    ui.label(RichText::new(text).small().color(cx.tokens.text_weak));
    let wanted = form.filter.trim().to_lowercase();
    let cards: Vec<ObjectId> = game.zone(Zone::Library(form.player)).to_vec();
    let fits = |id: &&ObjectId| game.name_of(**id).to_lowercase().contains(&wanted);
    let shown: Vec<ObjectId> = cards.iter().filter(fits).copied().collect();
    let height_pt = (ui.ctx().content_rect().height() - 420.0).clamp(120.0, 300.0);
    ScrollArea::vertical().id_salt("library").max_height(height_pt).auto_shrink([false, true]).show_following(
        ui,
        |ui| {
            if shown.is_empty() {
                ui.label("No card of this library has this in its name.");
            }
            for id in shown {
                ui.horizontal(|ui| {
                    let name = format!("{} {id}", game.name_of(id));
                    let draw = egui::Button::new("Draw next");
                    let draw =
                        ui.add_enabled(may_edit.is_ok(), draw).on_hover_text("Put on top; the rest stays as it is");
                    if draw.accessible_name(format!("Draw next: {name}")).clicked() {
                        inputs.push(draw_next(id));
                    }
                    let place = form.on_top.iter().position(|it| *it == id);
                    let mut marked = place.is_some();
                    let check = ui.checkbox(&mut marked, place.map_or(String::new(), |place| (place + 1).to_string()));
                    let hint = "On top after the next shuffle, in the order in which they are marked";
                    if check.on_hover_text(hint).accessible_name(format!("On top after a shuffle: {name}")).changed() {
                        match place {
                            Some(place) => drop(form.on_top.remove(place)),
                            None => form.on_top.push(id),
                        }
                    }
                    ui.label(name);
                });
            }
        },
    );
    let button = egui::Button::new(format!("Fix the next shuffle: {} on top", words::count(form.on_top.len(), "card")));
    if ui.add_enabled(!form.on_top.is_empty(), button).clicked() {
        inputs.push(Input::Chance(Chance::Shuffle(form.player, form.on_top.clone())));
    }
}
