//! The dialog for a new card: its printed text, and beside it what is read of it.

use std::ops::Range;

use egui::text::{CCursor, CCursorRange, LayoutJob, TextFormat, TextWrapping};
use egui::text_edit::TextEditState;
use egui::{
    Button, Frame, Id, Key, Label, Modifiers, RichText, ScrollArea, Stroke, TextBuffer, TextEdit, TextStyle, Ui,
};
use retrace_core::card::Face;
use retrace_core::card::text::type_line;

use super::action::{Action, Actions};
use super::focus::Following as _;
use super::parts::{close_ui, dialog_width_pt};
use super::view::new_card::NewCardForm;
use super::view::{Cx, Dialog};
use super::{mana, symbols};
use retrace_session::cards::reading::{Became, ReadFace, Stop};
use retrace_session::files::trial::Place;

/// The width of the dialog, and the least that has room for two columns.
const WIDTH_PT: f32 = 940.0;
const TWO_COLUMNS_PT: f32 = 700.0;
/// The least and the greatest height of the columns, and that of what is around them.
const LEAST_PT: f32 = 140.0;
const MOST_PT: f32 = 460.0;
const AROUND_PT: f32 = 190.0;
/// The room of the frame of the field.
const MARGINS_PT: f32 = 16.0;

/// A card as people paste it.
const EXAMPLE: &str = "Own Bear {1}{G}\nCreature — Bear\nTrample\nWhenever Own Bear attacks, draw a card.\n2/2";

/// Draws the dialog.
pub(crate) fn new_card_ui(ui: &mut Ui, cx: Cx<'_>, form: &NewCardForm, out: &mut Actions) {
    let width_pt = dialog_width_pt(ui, WIDTH_PT);
    ui.set_width(width_pt);
    ui.heading("New card");
    let about = "Type or paste a card as it is printed. What is read of it stands beside it, as the engine will do it.";
    ui.label(RichText::new(about).color(cx.tokens.text_weak));
    let mut new = None;
    let trial = form.trial();
    // The field would take it as a line break.
    let enter = ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
    // The height does not follow the contents, which change as one types.
    let height_pt = (ui.ctx().content_rect().height() - AROUND_PT).clamp(LEAST_PT, MOST_PT);
    ui.columns(if width_pt < TWO_COLUMNS_PT { 1 } else { 2 }, |columns| {
        if let Some(ui) = columns.first_mut() {
            new = typed_ui(ui, cx, form, height_pt);
        }
        if let Some(ui) = columns.last_mut() {
            let area = ScrollArea::vertical().id_salt("what is read").max_height(height_pt);
            let area = area.min_scrolled_height(height_pt).auto_shrink(false);
            let taken = area.show_following(ui, |ui| read_ui(ui, cx, form)).inner;
            new = taken.map(|text| form.with(text)).or(new.take());
        }
    });
    ui.separator();
    options_ui(ui, cx, form, &mut new);
    ui.horizontal(|ui| {
        let color = if trial.is_some() { cx.tokens.on_accent } else { cx.tokens.text_weak };
        let button = Button::new(RichText::new("Try it").strong().color(color));
        let button = if trial.is_some() { button.fill(cx.tokens.accent) } else { button };
        let hint = "Begins a game on an empty board with this card, and lands for it (Ctrl + Enter)";
        let pressed = ui.add_enabled(trial.is_some(), button).on_hover_text(hint).clicked();
        let outlook = cx.session.edit_outlook();
        let add = ui.add_enabled(trial.is_some() && outlook.is_ok(), Button::new("Add to this game"));
        let add = match &outlook {
            Ok(text) => add.on_hover_text(text),
            Err(why) => add.on_disabled_hover_text(*why),
        };
        out.extend(trial.clone().filter(|_| add.clicked()).map(|trial| Action::AddCard(Box::new(trial))));
        out.extend(trial.filter(|_| pressed || enter).map(|trial| Action::TryCard(Box::new(trial))));
        close_ui(ui, "Close", out);
    });
    out.extend(new.map(|form| Action::Dialog(Some(Dialog::NewCard(Box::new(form))))));
}

/// The field for the text, with the places marked where reading stops. Returns the form with
/// another text, if it is changed.
fn typed_ui(ui: &mut Ui, cx: Cx<'_>, form: &NewCardForm, height_pt: f32) -> Option<NewCardForm> {
    let (mut text, id) = (form.typed.clone(), field());
    let plain =
        TextFormat { font_id: TextStyle::Body.resolve(ui.style()), color: cx.tokens.text, ..TextFormat::default() };
    let marked = TextFormat { underline: Stroke::new(2.0, cx.tokens.bad), color: cx.tokens.bad, ..plain.clone() };
    let marks: Vec<Range<usize>> = form.reading.stops.iter().filter_map(|stop| stop.marked(&form.typed)).collect();
    let mut layouter = |ui: &Ui, buffer: &dyn TextBuffer, wrap_pt: f32| {
        // What has just been typed is read before the next frame.
        let marks = if buffer.as_str() == form.typed { marks.as_slice() } else { &[] };
        ui.painter().layout_job(job(buffer.as_str(), marks, [&plain, &marked], wrap_pt))
    };
    let rows = ((height_pt - MARGINS_PT) / ui.text_style_height(&TextStyle::Body)) as usize;
    let area = ScrollArea::vertical().id_salt("what is typed").max_height(height_pt).min_scrolled_height(height_pt);
    let response = area.show_following(ui, |ui| {
        let edit = TextEdit::multiline(&mut text).id(id).hint_text(EXAMPLE).desired_width(f32::INFINITY);
        ui.add(edit.desired_rows(rows).layouter(&mut layouter)).accessible_name("The card as it is printed")
    });
    let response = response.inner;
    // At first; afterwards it goes where Tab leads.
    if ui.memory(|memory| memory.focused().is_none()) && !response.lost_focus() {
        response.request_focus();
    }
    response.changed().then(|| form.with(text))
}

/// The id of the field.
fn field() -> Id {
    Id::unique("the card as it is printed")
}

/// A text with places marked in it.
fn job(text: &str, marks: &[Range<usize>], [plain, marked]: [&TextFormat; 2], wrap_pt: f32) -> LayoutJob {
    let wrap = TextWrapping::wrap_at_width(wrap_pt);
    let mut job = LayoutJob { wrap, keep_trailing_whitespace: true, ..LayoutJob::default() };
    let mut from = 0;
    for mark in marks {
        job.append(text.get(from..mark.start).unwrap_or_default(), 0.0, plain.clone());
        job.append(text.get(mark.clone()).unwrap_or_default(), 0.0, marked.clone());
        from = mark.end;
    }
    job.append(text.get(from..).unwrap_or_default(), 0.0, plain.clone());
    job
}

/// What is read. Returns the text with an offered word, if one is clicked.
fn read_ui(ui: &mut Ui, cx: Cx<'_>, form: &NewCardForm) -> Option<String> {
    let reading = &form.reading;
    if form.typed.trim().is_empty() {
        let hint = "A name and cost, a type line, the text, and power and toughness: each on a line of its own.";
        ui.label(RichText::new(hint).color(cx.tokens.text_weak));
    }
    if let Some(wrong) = &reading.wrong {
        ui.add(Label::new(RichText::new(wrong).color(cx.tokens.bad)).wrap());
    }
    let mut taken = None;
    for face in &reading.faces {
        face_ui(ui, cx, face, |ui, stop| {
            let stop = reading.stops.get(stop);
            taken = stop.and_then(|stop| stop_ui(ui, cx, &form.typed, stop)).or(taken.take());
        });
    }
    // Without faces they belong to no paragraph.
    for stop in reading.stops.iter().filter(|_| reading.faces.is_empty()) {
        taken = stop_ui(ui, cx, &form.typed, stop).or(taken);
    }
    taken
}

/// A face: its facts, and what each paragraph became; `stopped` draws the place with an index where
/// reading stops.
fn face_ui(ui: &mut Ui, cx: Cx<'_>, face: &ReadFace, mut stopped: impl FnMut(&mut Ui, usize)) {
    let ReadFace { face, paragraphs } = face;
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&face.name).strong().color(cx.tokens.text_strong));
        if let Some(cost) = &face.cost {
            mana::cost_ui(ui, cost);
        }
    });
    let kind = type_line(face.supertypes, face.types, &face.subtypes);
    ui.label(RichText::new(kind).color(cx.tokens.text_weak));
    for paragraph in paragraphs {
        match &paragraph.became {
            Became::Abilities { text, data } => became_ui(ui, cx, text, data),
            Became::Stopped(stop) => stopped(ui, *stop),
        }
    }
    if let Some(size) = size(face) {
        ui.label(RichText::new(size).strong().color(cx.tokens.text_strong));
    }
    ui.add_space(6.0);
}

/// Abilities as the engine writes them; pointing at them shows them as a card file has them.
pub(super) fn became_ui(ui: &mut Ui, cx: Cx<'_>, text: &[String], data: &str) {
    if text.is_empty() {
        let hint = "Only reminds of rules";
        ui.label(RichText::new(hint).small().color(cx.tokens.text_weak));
    }
    for line in text {
        let response = symbols::label_ui(ui, line, cx.tokens.text);
        response.on_hover_text(RichText::new(data).monospace());
    }
}

/// The size of a creature, or the loyalty of a planeswalker.
fn size(face: &Face) -> Option<String> {
    let size = face.power.zip(face.toughness).map(|(power, toughness)| format!("{power}/{toughness}"));
    size.or_else(|| Some(format!("Loyalty: {}", face.loyalty?)))
}

/// A place where reading stops: why, and what could stand there. Returns the text with an offered
/// word, if one is clicked.
fn stop_ui(ui: &mut Ui, cx: Cx<'_>, typed: &str, stop: &Stop) -> Option<String> {
    let quoted = if stop.words.is_empty() { "where it ends".to_owned() } else { format!("“{}”", stop.words) };
    let mut taken = None;
    Frame::new().fill(cx.tokens.inset).corner_radius(4).inner_margin(6).show(ui, |ui| {
        ui.set_width(ui.available_width());
        // What is not told of a card has no place.
        let heading = match stop.place.is_none() && stop.words.is_empty() {
            true => stop.heading().to_owned(),
            false => format!("{}: {quoted}", stop.heading()),
        };
        ui.add(Label::new(RichText::new(heading).color(cx.tokens.bad)).wrap());
        if let Some(told) = stop.told() {
            ui.add(Label::new(told).wrap());
        }
        for reading in stop.readings() {
            symbols::label_ui(ui, &format!("Either: {reading}"), cx.tokens.text);
        }
        if !(stop.offered.is_empty() && stop.others.is_empty()) {
            ui.label(RichText::new("Here could stand").small().color(cx.tokens.text_weak));
        }
        ui.horizontal_wrapped(|ui| {
            for word in &stop.offered {
                let name = format!("Put “{word}” in place of {quoted}");
                let better = stop.with(typed, word);
                let button = ui.add_enabled(better.is_some(), Button::new(word).small()).accessible_name(name);
                if let Some((text, end)) = better.filter(|_| button.clicked()) {
                    place_caret(ui, &text, end);
                    taken = Some(text);
                }
            }
        });
        if !stop.others.is_empty() {
            let others = RichText::new(stop.others.join(", ")).small().color(cx.tokens.text_weak);
            ui.add(Label::new(others).wrap());
        }
    });
    taken
}

/// Gives the field the focus, with the caret at a place in its text.
fn place_caret(ui: &Ui, text: &str, at: usize) {
    let mut state = TextEditState::load(ui.ctx(), field()).unwrap_or_default();
    let caret = CCursor::new(text.get(..at).map_or(0, |before| before.chars().count()));
    state.cursor.set_char_range(Some(CCursorRange::one(caret)));
    state.store(ui.ctx(), field());
    ui.memory_mut(|memory| memory.request_focus(field()));
}

/// Where the card begins, and whether it will do in part.
fn options_ui(ui: &mut Ui, cx: Cx<'_>, form: &NewCardForm, new: &mut Option<NewCardForm>) {
    let (mut place, mut in_part) = (form.place, form.in_part);
    ui.horizontal_wrapped(|ui| {
        ui.label("It begins");
        for (it, text) in [(Place::Hand, "in hand"), (Place::Battlefield, "on the battlefield")] {
            let is_offered = form.places().contains(&it);
            ui.add_enabled_ui(is_offered, |ui| ui.radio_value(&mut place, it, text));
        }
        if form.reading.taken(true).is_some() && form.places().is_empty() {
            let text = "A card of this type is in no hand, so it cannot be tried here.";
            ui.label(RichText::new(text).color(cx.tokens.warn));
        }
    });
    if form.reading.in_part.is_some() {
        let hint = "The text of the ability that is not read stands on the card, marked as not executed";
        ui.checkbox(&mut in_part, "In part: without the ability that is not read").on_hover_text(hint);
    } else if form.reading.stops.len() > 1 {
        let text = "A card can be tried in part if all but one of its abilities are read.";
        ui.label(RichText::new(text).small().color(cx.tokens.text_weak));
    }
    if (place, in_part) != (form.place, form.in_part) {
        let form = new.take().unwrap_or_else(|| form.clone());
        *new = Some(NewCardForm { place, in_part, ..form });
    }
}
