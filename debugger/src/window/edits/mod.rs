//! What-if edits: the dialog with all edits of the selection, the entries in the board's menus
//! (`menu`), adding a card (`add`), fixing chance (`chance`), and saving a moment (`moment`).

pub(crate) mod add;
pub(crate) mod chance;
pub(crate) mod menu;
pub(crate) mod moment;

use egui::{ComboBox, DragValue, Grid, Id, RichText, ScrollArea, TextEdit, Ui};
use retrace_core::card::{CounterKind, DayNight, ManaType, ZoneKind};
use retrace_core::derive::target::attach::hosts;
use retrace_core::fact::{Edit, Entity, Input, ObjectId, PlayerId, Position, Zone};
use retrace_core::state::Object;

use super::action::{Action, Actions};
use super::focus::Following as _;
use super::parts::{close_ui, dialog_width_pt};
use super::view::edit::{Counters, EditForm, count_of};
use super::view::{Cx, Dialog};
use super::words;
use retrace_session::describe;

/// The least and the greatest height of the list of edits, and that of what is around it.
const LEAST_PT: f32 = 140.0;
const MOST_PT: f32 = 400.0;
const AROUND_PT: f32 = 190.0;

/// Draws the dialog.
pub(crate) fn edit_ui(ui: &mut Ui, cx: Cx<'_>, form: &EditForm, out: &mut Actions) {
    ui.set_width(dialog_width_pt(ui, 640.0));
    ui.heading("What if…");
    let outlook = cx.session.edit_outlook();
    match &outlook {
        Ok(text) => ui.label(RichText::new(text).color(cx.tokens.text_weak)),
        Err(why) => ui.label(RichText::new(*why).color(cx.tokens.warn)),
    };
    let mut new = form.clone();
    let mut edits = Vec::new();
    // The height does not follow the contents, which change as one types.
    let height_pt = (ui.ctx().content_rect().height() - AROUND_PT).clamp(LEAST_PT, MOST_PT);
    let area = ScrollArea::vertical().max_height(height_pt).min_scrolled_height(height_pt).auto_shrink(false);
    area.show_following(ui, |ui| {
        ui.add_enabled_ui(outlook.is_ok(), |ui| {
            subject_ui(ui, cx, &mut new, &mut edits);
            day_night_ui(ui, cx, &mut edits);
            ui.separator();
            add::add_ui(ui, cx, &mut new.add, &mut edits, out);
            ui.separator();
            words_ui(ui, cx, &mut new, out);
        });
    });
    let changed = (new != *form).then(|| Dialog::Edit(Box::new(new)));
    ended_ui(ui, cx, form.said.as_ref(), changed, edits, out);
}

/// The end of a dialog of edits: the result of the last edit, and the close button. Sends the
/// requested edits, or keeps the changed form.
fn ended_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    said: Option<&(String, bool)>,
    changed: Option<Dialog>,
    edits: Vec<Input>,
    out: &mut Actions,
) {
    // A line for it, also while there is none.
    let (said, failed) = said.map_or((" ", false), |(said, failed)| (said.as_str(), *failed));
    let text = RichText::new(said).color(if failed { cx.tokens.bad } else { cx.tokens.good });
    ui.add(egui::Label::new(text).truncate());
    close_ui(ui, "Done", out);
    out.extend(changed.map(|dialog| Action::Dialog(Some(dialog))));
    if !edits.is_empty() {
        out.push(Action::Edit(edits));
    }
}

/// The edits that apply to the selection.
fn subject_ui(ui: &mut Ui, cx: Cx<'_>, form: &mut EditForm, edits: &mut Vec<Input>) {
    choose_ui(ui, cx, form);
    let game = cx.game();
    Grid::new("edits").num_columns(2).spacing([10.0, 6.0]).show(ui, |ui| match form.subject {
        Some(Entity::Player(id)) => player_ui(ui, cx, id, form, edits),
        Some(Entity::Object(id)) => {
            if let Some(object) = game.object(id) {
                object_ui(ui, cx, object, form, edits);
            }
        }
        None => {}
    });
}

/// Edits whether it is day or night (CR 724.1).
fn day_night_ui(ui: &mut Ui, cx: Cx<'_>, edits: &mut Vec<Input>) {
    let now = cx.game().world().day_night;
    ui.horizontal(|ui| {
        ui.label(match now {
            None => "It is neither day nor night",
            Some(DayNight::Day) => "It is day",
            Some(DayNight::Night) => "It is night",
        });
        for (text, time) in [("Make it day", DayNight::Day), ("Make it night", DayNight::Night)] {
            if now != Some(time) && ui.button(text).clicked() {
                edits.push(Input::Edit(Edit::DayNight(time)));
            }
        }
    });
}

/// The subject of the edit: a player, or the selection on the board.
fn choose_ui(ui: &mut Ui, cx: Cx<'_>, form: &mut EditForm) {
    let game = cx.game();
    let selected = cx.view.selected.filter(|it| it.object().is_some_and(|id| game.object(id).is_some()));
    let current = form.subject.filter(|it| it.object().is_some());
    let mut entities: Vec<Entity> = game.players().map(|player| Entity::Player(player.id)).collect();
    entities.extend(current.or(selected));
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Edit").strong().color(cx.tokens.text_strong));
        for entity in entities {
            let name = words::entity_with_id(game, entity);
            if ui.radio(form.subject == Some(entity), &name).accessible_name(format!("Edit {name}")).clicked() {
                let add = form.add.clone();
                *form = EditForm { add, words: form.words.clone(), ..EditForm::new(cx.session, Some(entity)) };
            }
        }
        if form.subject.is_none() {
            let text = "Select a card or a player on the board, or pick a player here.";
            ui.label(RichText::new(text).small().color(cx.tokens.text_weak));
        }
    });
}

fn player_ui(ui: &mut Ui, cx: Cx<'_>, id: PlayerId, form: &mut EditForm, edits: &mut Vec<Input>) {
    let label = ui.label("Life");
    ui.horizontal(|ui| {
        ui.add(DragValue::new(&mut form.life)).labelled_by(label.id);
        if ui.button("Set life").clicked() {
            edits.push(Input::Edit(Edit::Life(id, form.life)));
        }
    });
    ui.end_row();
    counters_ui(ui, cx, Entity::Player(id), &mut form.counters, edits);
    let label = ui.label("Mana pool");
    ui.horizontal(|ui| {
        let hint = "such as GGR";
        ui.add(TextEdit::singleline(&mut form.mana).hint_text(hint).desired_width(120.0)).labelled_by(label.id);
        let mana = mana_of(&form.mana);
        if ui.add_enabled(mana.is_some(), egui::Button::new("Set mana")).clicked() {
            edits.extend(mana.map(|mana| Input::Edit(Edit::Mana(id, mana))));
        }
        ui.label(RichText::new("Letters of WUBRGC").small().color(cx.tokens.text_weak));
    });
    ui.end_row();
    if cx.game().world().turn.active == id {
        let label = ui.label("Lands played");
        ui.horizontal(|ui| {
            ui.add(DragValue::new(&mut form.lands).range(0..=99)).labelled_by(label.id);
            if ui.button("Set lands played").clicked() {
                edits.push(Input::Edit(Edit::LandsPlayed(form.lands)));
            }
        });
        ui.end_row();
    }
}

/// Mana as letters.
fn mana_of(letters: &str) -> Option<Vec<ManaType>> {
    let kind = |letter: char| ManaType::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase());
    letters.chars().filter(|letter| !letter.is_whitespace()).map(kind).collect()
}

fn counters_ui(ui: &mut Ui, cx: Cx<'_>, on: Entity, counters: &mut Counters, edits: &mut Vec<Input>) {
    let kinds: &[(&str, CounterKind)] = match on {
        Entity::Player(_) => &[("poison", CounterKind::Poison), ("energy", CounterKind::Energy)],
        Entity::Object(_) => &[
            ("+1/+1", CounterKind::PowerToughness(1, 1)),
            ("-1/-1", CounterKind::PowerToughness(-1, -1)),
            ("loyalty", CounterKind::Loyalty),
        ],
    };
    let label = ui.label("Counters");
    ui.horizontal(|ui| {
        let named = matches!(counters.kind, CounterKind::Named(_));
        let word = kinds.iter().find(|(_, kind)| *kind == counters.kind).map_or("another kind", |(word, _)| *word);
        let before = counters.kind.clone();
        let combo = ComboBox::new("counter kind", "").selected_text(word).show_ui(ui, |ui| {
            for (word, kind) in kinds {
                ui.selectable_value(&mut counters.kind, kind.clone(), *word);
            }
            if ui.selectable_label(named, "another kind").clicked() {
                counters.kind = CounterKind::Named(counters.named.clone());
            }
        });
        combo.response.accessible_name("Kind of counter");
        if matches!(counters.kind, CounterKind::Named(_)) {
            let field = ui.add(TextEdit::singleline(&mut counters.named).desired_width(90.0));
            field.accessible_name("Name of the counters");
            counters.kind = CounterKind::Named(counters.named.trim().to_owned());
        }
        if counters.kind != before {
            counters.count = count_of(cx.game(), Some(on), &counters.kind);
        }
        ui.add(DragValue::new(&mut counters.count).range(0..=9999)).labelled_by(label.id);
        if ui.button("Set counters").clicked() {
            edits.push(Input::Edit(Edit::Counters(on, counters.kind.clone(), counters.count)));
        }
    });
    ui.end_row();
}

fn object_ui(ui: &mut Ui, cx: Cx<'_>, object: &Object, form: &mut EditForm, edits: &mut Vec<Input>) {
    let (game, id) = (cx.game(), object.id);
    if object.is_permanent() {
        ui.label("Status");
        ui.horizontal(|ui| {
            let (text, tapped) = if object.status.tapped { ("Untap", false) } else { ("Tap", true) };
            if ui.button(text).clicked() {
                edits.push(Input::Edit(Edit::Tapped(id, tapped)));
            }
            let sick = game.is_summoning_sick(id);
            let text = if sick { "Free of summoning sickness" } else { "Summoning sick" };
            if ui.button(text).clicked() {
                edits.push(Input::Edit(Edit::Rested(id, sick)));
            }
            if let Some((text, back)) = menu::transformed(game, id)
                && ui.button(describe::capitalized(text)).clicked()
            {
                edits.push(Input::Edit(Edit::BackUp(id, back)));
            }
        });
        ui.end_row();
        let label = ui.label("Damage");
        ui.horizontal(|ui| {
            ui.add(DragValue::new(&mut form.damage).range(0..=9999)).labelled_by(label.id);
            if ui.button("Set damage").clicked() {
                edits.push(Input::Edit(Edit::Damage(id, form.damage)));
            }
        });
        ui.end_row();
        control_ui(ui, cx, id, edits);
        attach_ui(ui, cx, object, form, edits);
    }
    counters_ui(ui, cx, Entity::Object(id), &mut form.counters, edits);
    ui.label("Put into");
    ui.horizontal_wrapped(|ui| {
        for (text, zone) in menu::zones(object) {
            if ui.button(text).clicked() {
                edits.push(Input::Edit(Edit::Move(id, zone)));
            }
        }
    });
    ui.end_row();
    if let Zone::Library(_) = object.zone {
        let label = ui.label("Place in the library");
        ui.horizontal(|ui| {
            ui.add(DragValue::new(&mut form.place).range(1..=999)).labelled_by(label.id);
            if ui.button("Put there").on_hover_text("Counted from the top").clicked() {
                edits.push(Input::Edit(Edit::Arrange(id, Position::FromTop(form.place))));
            }
            if ui.button("Draw it next").clicked() {
                edits.push(retrace_session::play::edits::draw_next(id));
            }
            if ui.button("To the bottom").clicked() {
                edits.push(Input::Edit(Edit::Arrange(id, Position::Bottom)));
            }
        });
        ui.end_row();
    }
}

fn control_ui(ui: &mut Ui, cx: Cx<'_>, id: ObjectId, edits: &mut Vec<Input>) {
    use retrace_core::derive::Look;
    let game = cx.game();
    ui.label("Controller");
    ui.horizontal(|ui| {
        for player in game.players().filter(|player| game.controller(id) != Some(player.id)) {
            let name = describe::capitalized(&describe::player(game, player.id));
            if ui.button(format!("Give {name} control")).clicked() {
                edits.push(Input::Edit(Edit::Control(id, player.id)));
            }
        }
    });
    ui.end_row();
}

/// Attaching, only for permanents that can be attached.
fn attach_ui(ui: &mut Ui, cx: Cx<'_>, object: &Object, form: &mut EditForm, edits: &mut Vec<Input>) {
    let game = cx.game();
    let able: Vec<Entity> =
        hosts(game, object.id).into_iter().filter(|host| object.attached_to != Some(*host)).collect();
    if able.is_empty() && object.attached_to.is_none() {
        return;
    }
    ui.label("Attached to");
    ui.horizontal(|ui| {
        let name = |entity: Entity| words::entity_with_id(game, entity);
        if let Some(host) = object.attached_to {
            ui.label(name(host));
            if ui.button("Unattach").clicked() {
                edits.push(Input::Edit(Edit::Attach(object.id, None)));
            }
        }
        let chosen = form.host.filter(|host| able.contains(host)).or(able.first().copied());
        if let Some(chosen) = chosen {
            let combo = ComboBox::new("host", "").selected_text(name(chosen)).show_ui(ui, |ui| {
                for host in &able {
                    ui.selectable_value(&mut form.host, Some(*host), name(*host));
                }
            });
            combo.response.accessible_name("What to attach it to");
            if ui.button("Attach").clicked() {
                edits.push(Input::Edit(Edit::Attach(object.id, Some(chosen))));
            }
        }
    });
    ui.end_row();
}

/// Whether the dialog was not there in the frame before.
fn is_fresh(ui: &Ui) -> bool {
    let (id, frame) = (Id::unique("edits were drawn"), ui.ctx().cumulative_frame_nr());
    let before = ui.data_mut(|data| {
        let before: Option<u64> = data.get_temp(id);
        data.insert_temp(id, frame);
        before
    });
    before.is_none_or(|before| before + 1 < frame)
}

/// Edits as scenarios write them.
fn words_ui(ui: &mut Ui, cx: Cx<'_>, form: &mut EditForm, out: &mut Actions) {
    let label = ui.label("In words, as scenarios write them");
    ui.horizontal(|ui| {
        let name = cx.game().players().next().map_or("Ann", |player| player.name.as_str());
        let hint = format!("Life(of: \"{name}\", is: 5)");
        let field =
            TextEdit::singleline(&mut form.words).hint_text(hint).desired_width(dialog_width_pt(ui, 640.0) - 160.0);
        let field = ui.add(field).labelled_by(label.id);
        if is_fresh(ui) {
            // Whoever opened the dialog with a key can type what to do.
            field.request_focus();
        }
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let usable = !form.words.trim().is_empty();
        if (ui.add_enabled(usable, egui::Button::new("Do it")).clicked() || entered) && usable {
            out.push(Action::EditInWords(form.words.clone()));
        }
    });
    let more = "Also Chance([Heads, Die(6)]) and Reseed(7); #12 names the object with that number.";
    ui.label(RichText::new(more).small().color(cx.tokens.text_weak));
}

/// The zones that a card can be moved to, as a person reads them.
pub(crate) const ZONES: [(&str, ZoneKind); 6] = [
    ("Battlefield", ZoneKind::Battlefield),
    ("Hand", ZoneKind::Hand),
    ("Graveyard", ZoneKind::Graveyard),
    ("Library", ZoneKind::Library),
    ("Exile", ZoneKind::Exile),
    ("Command zone", ZoneKind::Command),
];
