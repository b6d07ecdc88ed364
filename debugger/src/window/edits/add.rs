//! Adding a card that was not in the game: found by typing a part of its name.

use std::sync::Arc;

use egui::{ComboBox, RichText, TextEdit, Ui};
use retrace_core::card::ZoneKind;
use retrace_core::card::pool::Pool;
use retrace_core::fact::{Addition, Canonical, Edit, Input, PlayerId, Zone};

use super::super::view::Cx;
use super::ZONES;
use crate::session::describe;
use crate::session::session::Session;

/// So many names are shown at most.
const MOST_SHOWN: usize = 6;

/// What was typed.
#[derive(Clone, Debug)]
pub(crate) struct AddForm {
    typed: String,
    to: ZoneKind,
    owner: PlayerId,
    token: bool,
    /// The cards that there are.
    pool: Arc<Pool>,
}

/// The pool does not change while a form is open.
impl PartialEq for AddForm {
    fn eq(&self, other: &AddForm) -> bool {
        (&self.typed, self.to, self.owner, self.token) == (&other.typed, other.to, other.owner, other.token)
    }
}

impl Eq for AddForm {}

impl AddForm {
    pub(super) fn new(session: &Session, owner: PlayerId) -> AddForm {
        let pool = session.known_cards().unwrap_or_default();
        AddForm { typed: String::new(), to: ZoneKind::Battlefield, owner, token: false, pool }
    }

    /// The names that have what is typed, those that begin with it first.
    fn found(&self) -> Vec<String> {
        let wanted = self.typed.trim().to_lowercase();
        if wanted.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<&str> = self.pool.names().filter(|name| name.to_lowercase().contains(&wanted)).collect();
        found.sort_by_key(|name| !name.to_lowercase().starts_with(&wanted));
        found.into_iter().take(MOST_SHOWN).map(str::to_owned).collect()
    }
}

/// Draws the part of the dialog.
pub(super) fn add_ui(ui: &mut Ui, cx: Cx<'_>, form: &mut AddForm, edits: &mut Vec<Input>) {
    ui.label(RichText::new("Add a card").strong().color(cx.tokens.text_strong));
    ui.horizontal_wrapped(|ui| {
        let label = ui.label("Card");
        let hint = "a part of its name";
        ui.add(TextEdit::singleline(&mut form.typed).hint_text(hint).desired_width(180.0)).labelled_by(label.id);
        ui.label("to");
        let word = ZONES.iter().find(|(_, kind)| *kind == form.to).map_or("", |(word, _)| *word);
        let combo = ComboBox::new("add to", "").selected_text(word).show_ui(ui, |ui| {
            for (word, kind) in ZONES {
                ui.selectable_value(&mut form.to, kind, word);
            }
        });
        combo.response.accessible_name("Zone to add it to");
        ui.label("of");
        for player in cx.game().players() {
            let name = describe::capitalized(&describe::player(cx.game(), player.id));
            let radio = ui.radio(form.owner == player.id, &name);
            if radio.accessible_name(format!("Add it for {name}")).clicked() {
                form.owner = player.id;
            }
        }
        let battlefield = form.to == ZoneKind::Battlefield;
        let check = ui.add_enabled(battlefield, egui::Checkbox::new(&mut form.token, "as a token"));
        check.on_hover_text("With what is printed on the card, but no card (CR 111)");
    });
    let found = form.found();
    if found.is_empty() && !form.typed.trim().is_empty() {
        ui.label(RichText::new("No card has this in its name.").color(cx.tokens.warn));
    }
    ui.horizontal_wrapped(|ui| {
        for name in found {
            let Some(card) = form.pool.get(&name) else { continue };
            if ui.button(format!("Add {name}")).clicked() {
                let addition = Addition {
                    card: Canonical::from(Arc::clone(card)),
                    owner: form.owner,
                    zone: Zone::of(form.to, form.owner),
                    controller: None,
                    token: form.token && form.to == ZoneKind::Battlefield,
                };
                edits.push(Input::Edit(Edit::Add(Box::new(addition))));
            }
        }
    });
}
