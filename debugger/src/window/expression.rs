//! A field for an expression of the predicate language, with completions at the caret, accepted
//! with Tab or a click; an error is marked under its place in the text.

use egui::text::{CCursor, CCursorRange};
use egui::{Button, Id, Key, Modifiers, Popup, PopupCloseBehavior, RichText, TextEdit, TextStyle, Ui};
use retrace_core::predicate::{Completion, PredicateError};

use super::view::Cx;
use super::view::typed::{Did, Typed, bytes};

/// The minimum width of the list of completions.
const LIST_PT: f32 = 380.0;

/// The appearance of a field.
#[derive(Clone, Debug)]
pub(crate) struct Looks {
    /// Its width.
    pub(crate) width_pt: f32,
    /// Its font, if not the usual one.
    pub(crate) font: Option<TextStyle>,
    /// Whether it takes the focus.
    pub(crate) focus: bool,
}

/// The id of the field with this name.
pub(crate) fn id_of(name: &str) -> Id {
    Id::unique(("expression", name))
}

/// Draws the field, with its error below. Returns what the user did. Each field needs a unique
/// name; with `focus` it takes the focus.
pub(crate) fn expression_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    name: &str,
    hint: &str,
    typed: &Typed,
    focus: bool,
) -> Option<Did> {
    let looks = Looks { width_pt: f32::INFINITY, font: Some(TextStyle::Monospace), focus };
    let done = completing_ui(ui, name, hint, typed, looks);
    // While somebody types, unfinished text is not an error yet.
    let focused = ui.memory(|memory| memory.has_focus(id_of(name)));
    let unfinished = |error: &PredicateError| error.span.start >= typed.text.trim_end().len();
    if let Some(error) = typed.error.as_ref().filter(|error| !focused || !unfinished(error)) {
        error_ui(ui, cx, error);
    }
    done
}

/// Draws a field with completions at its caret, accepted with Tab or a click.
pub(crate) fn completing_ui(ui: &mut Ui, name: &str, hint: &str, typed: &Typed, looks: Looks) -> Option<Did> {
    let id = id_of(name);
    let offered = typed.offered();
    let focused = ui.memory(|memory| memory.has_focus(id));
    let mut done = None;
    let mut taken = None;
    if focused && !offered.is_empty() {
        let pressed = |ui: &mut Ui, key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if pressed(ui, Key::Tab) {
            taken = offered.get(typed.chosen);
        } else if pressed(ui, Key::ArrowDown) {
            done = Some(Did::Chose((typed.chosen + 1) % offered.len()));
        } else if pressed(ui, Key::ArrowUp) {
            done = Some(Did::Chose((typed.chosen + offered.len() - 1) % offered.len()));
        }
    }
    let mut text = typed.text.clone();
    let edit = TextEdit::singleline(&mut text).id(id).hint_text(hint).desired_width(looks.width_pt);
    let edit = match looks.font {
        Some(font) => edit.font(font),
        None => edit,
    };
    let output = edit.lock_focus(!offered.is_empty()).show(ui);
    let response = output.response.response;
    let response = response.accessible_name(name);
    if looks.focus {
        response.request_focus();
    }
    if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
        done = Some(Did::Entered);
    }
    let caret = output.cursor_range.map(|range| bytes(&text, range.primary.index.0));
    if let Some(caret) = caret.filter(|caret| text != typed.text || *caret != typed.caret) {
        done = Some(Did::Typed(text, caret));
    } else if text != typed.text {
        let end = text.len();
        done = Some(Did::Typed(text, end));
    }
    if (focused || response.has_focus()) && !offered.is_empty() {
        let width_pt = response.rect.width().max(LIST_PT);
        let popup = Popup::from_response(&response).id(id.with("completions")).open(true).width(width_pt);
        let popup = popup.close_behavior(PopupCloseBehavior::IgnoreClicks).gap(2.0).accessible_name("Completions");
        let clicked = popup.show(|ui| offered_ui(ui, offered, typed.chosen));
        taken = taken.or(clicked.and_then(|clicked| clicked.inner).and_then(|index| offered.get(index)));
    }
    if let Some(completion) = taken {
        let (text, caret) = typed.with(completion);
        let mut state = output.state;
        let at = CCursor::new(text[..caret].chars().count());
        state.cursor.set_char_range(Some(CCursorRange::one(at)));
        state.store(ui.ctx(), id);
        ui.memory_mut(|memory| memory.request_focus(id));
        done = Some(Did::Typed(text, caret));
    }
    done
}

/// The list of completions. Returns the one clicked.
fn offered_ui(ui: &mut Ui, offered: &[Completion], chosen: usize) -> Option<usize> {
    let mut clicked = None;
    for (index, completion) in offered.iter().enumerate() {
        let label = RichText::new(&completion.text).monospace();
        let button = Button::new(label).right_text(RichText::new(completion.meaning).small()).truncate();
        let button = button.selected(index == chosen).min_size(egui::vec2(ui.available_width(), 0.0));
        if ui.add(button).accessible_name(format!("Complete: {}", completion.text)).clicked() {
            clicked = Some(index);
        }
    }
    ui.label(RichText::new("Tab takes the marked one; ↑ and ↓ mark another.").small());
    clicked
}

/// The error, and a mark at its place under the text.
fn error_ui(ui: &mut Ui, cx: Cx<'_>, error: &PredicateError) {
    let caret = error.caret();
    ui.add(egui::Label::new(RichText::new(caret).monospace().color(cx.tokens.text_weak)).extend());
    let text = super::words::sentence(&error.problem.to_string());
    ui.add(egui::Label::new(RichText::new(text).color(cx.tokens.bad)).wrap());
}
