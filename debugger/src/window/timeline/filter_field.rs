//! The field of the event filter, with completions at the caret, as in the fields of the predicate
//! language.

use std::collections::BTreeSet;

use egui::{Context, Id, TextEdit, Ui};

use super::super::action::{Action, Actions};
use super::super::layout::Pane;
use super::super::view::Cx;
use crate::window::expression::{Looks, completing_ui, id_of};
use crate::window::view::typed::{Did, Typed};
use retrace_session::asking::filter::{complete, object_names};

/// The label of the field.
const NAME: &str = "Filter of the events";

/// The width of the field.
const WIDTH_PT: f32 = 250.0;

/// Draws the field.
pub(super) fn field_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let id = id_of(NAME);
    let text = &cx.view.filter;
    let typed = match ui.memory(|memory| memory.has_focus(id)) {
        true => {
            let caret = caret(ui.ctx(), id, text);
            let completions = complete(text, caret, cx.session.current(), &objects(cx));
            let chosen = ui.data(|data| data.get_temp::<usize>(id)).unwrap_or(0);
            Typed::with_completions(text, caret, completions, chosen)
        }
        false => Typed::new(text),
    };
    let hint = "Filter: words, kind:…, player:…, object:…, rule:…";
    let looks = Looks { width_pt: WIDTH_PT, font: None, focus: cx.view.focus == Some(Pane::Events) };
    match completing_ui(ui, NAME, hint, &typed, looks) {
        Some(Did::Typed(typed, _)) => {
            ui.data_mut(|data| data.insert_temp(id, 0_usize));
            if typed != *text {
                out.push(Action::Filter(typed));
            }
        }
        Some(Did::Chose(chosen)) => {
            ui.data_mut(|data| data.insert_temp(id, chosen));
        }
        Some(Did::Entered) | None => {}
    }
}

/// The position of the caret in the field, in bytes.
fn caret(ctx: &Context, id: Id, text: &str) -> usize {
    let range = TextEdit::load_state(ctx, id).and_then(|state| state.cursor.char_range());
    let chars = range.map_or(usize::MAX, |range| range.primary.index.0);
    text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at)
}

/// The names of objects for filters: a player as viewer gets only those of visible objects.
pub(super) fn objects(cx: Cx<'_>) -> Vec<String> {
    if cx.view.viewer.is_none() {
        return cx.session.current().head().map(|head| object_names(head.after())).unwrap_or_default();
    }
    let game = cx.game();
    let objects = game.world().objects.values().filter(|object| cx.sees(object.zone));
    let names: BTreeSet<String> = objects.map(|object| game.name_of(object.id)).collect();
    names.into_iter().collect()
}
