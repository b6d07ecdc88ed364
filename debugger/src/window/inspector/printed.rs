//! The printed text of the selected card, each paragraph beside the abilities that it became.

use egui::{Frame, RichText, Ui};
use retrace_core::fact::{Entity, ObjectId};

use super::super::new_card::became_ui;
use super::super::symbols;
use super::super::view::{Cx, InspectorTab};
use super::sections::part_ui;
use retrace_session::cards::reading::{Became, ReadFace, Reading};

/// What was read of a printed text, read anew only for another text.
#[derive(Debug, Default)]
pub(crate) struct Printed {
    text: String,
    reading: Reading,
}

impl Printed {
    /// Reads the text of the selected card, if it is visible and known.
    pub(crate) fn refresh(&mut self, cx: Cx<'_>) {
        let Some(Entity::Object(id)) = cx.view.selected.filter(|_| cx.view.tab == InspectorTab::Object) else { return };
        let text = text(cx, id).unwrap_or_default();
        if self.text != text {
            self.reading = Reading::of(text);
            text.clone_into(&mut self.text);
        }
    }
}

/// The printed text of an object's card.
fn text<'a>(cx: Cx<'a>, id: ObjectId) -> Option<&'a str> {
    let game = cx.game();
    cx.session.text_of(game.card_of(game.object(id)?.def)?.name())
}

/// Draws the text of the face that the object shows.
pub(super) fn printed_ui(ui: &mut Ui, cx: Cx<'_>, id: ObjectId, printed: &Printed) {
    let game = cx.game();
    let Some(card) = game.object(id).and_then(|object| game.card_of(object.def)) else { return };
    // Another card may have its name, and a face-down one is none of it.
    let is_it = cx.sees_object(id) && text(cx, id) == Some(printed.text.as_str());
    let is_it = is_it && [&printed.reading.card, &printed.reading.in_part].into_iter().flatten().any(|it| it == card);
    let face = printed.reading.faces.iter().find(|it| is_it && it.face.name == game.name_of(id));
    let Some(ReadFace { paragraphs, .. }) = face.filter(|it| !it.paragraphs.is_empty()) else { return };
    part_ui(ui, cx, "As printed, and what each sentence became");
    for paragraph in paragraphs {
        Frame::new().fill(cx.tokens.inset).corner_radius(4).inner_margin(6).show(ui, |ui| {
            ui.set_width(ui.available_width());
            symbols::label_ui(ui, &paragraph.printed, cx.tokens.text_weak);
            match &paragraph.became {
                Became::Abilities { text, data } => became_ui(ui, cx, text, data),
                Became::Stopped(_) => {
                    ui.label(RichText::new("Not executed").color(cx.tokens.warn));
                }
            }
        });
    }
}
