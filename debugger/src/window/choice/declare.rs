//! Declaring attackers and blockers: for each creature, what it attacks or blocks, if anything.
//! Clicking the creature on the board does the same, as does dragging it onto its target.

use egui::{ComboBox, RichText, Ui};
use retrace_core::derive::Look as _;
use retrace_core::fact::{Declarable, Domain, Entity, Prompt};

use super::super::action::{Action, Actions};
use super::super::draft::DraftEdit;
use super::super::parts::text_pt;
use super::super::words;
use super::Asked;
use super::option::{Look, option_ui};

/// The width from which several creatures share a line.
const NARROW_PT: f32 = 420.0;

/// So many creatures are few.
const FEW: usize = 6;

/// Draws the creatures that may be declared.
pub(super) fn declare_ui(ui: &mut Ui, asked: Asked<'_>, out: &mut Actions) {
    let choice = asked.choice;
    let Domain::Declare { options } = &choice.domain else { return };
    let attacking = choice.prompt == Prompt::Attackers;
    // In a narrow panel each creature has a line of its own.
    let narrow = ui.available_width() < NARROW_PT;
    // Behind many creatures the buttons for all of them would be out of sight.
    let first = options.len() > FEW && !narrow;
    if narrow {
        for (index, option) in options.iter().enumerate() {
            ui.horizontal_wrapped(|ui| creature_ui(ui, asked, index, option, out));
        }
    }
    ui.horizontal_wrapped(|ui| {
        if first {
            marks_ui(ui, attacking, out);
        }
        for (index, option) in options.iter().enumerate().filter(|_| !narrow) {
            // A creature and its targets stay together.
            let left_pt = ui.available_size_before_wrap().x;
            if left_pt < width_pt(ui, asked, option) {
                ui.end_row();
            }
            ui.horizontal(|ui| creature_ui(ui, asked, index, option, out));
        }
        if options.len() > 1 && !first {
            marks_ui(ui, attacking, out);
        }
    });
    if options.is_empty() {
        ui.label(if attacking { "No creature can attack." } else { "No creature can block." });
    }
}

/// The buttons that mark all creatures, and none.
fn marks_ui(ui: &mut Ui, attacking: bool, out: &mut Actions) {
    let all = if attacking { "Mark all" } else { "Mark all, each for the first it may block" };
    if ui.button(all).clicked() {
        out.push(Action::Draft(DraftEdit::DeclareAll));
    }
    if ui.button("Mark none").clicked() {
        out.push(Action::Draft(DraftEdit::DeclareNone));
    }
}

/// The width of the list of what a creature may attack or block.
const TARGETS_PT: f32 = 160.0;

/// The width that a creature needs with its targets.
fn width_pt(ui: &Ui, asked: Asked<'_>, option: &Declarable) -> f32 {
    let game = asked.cx.game();
    let name = |entity: Entity| words::entity_with_id(game, entity);
    let targets_pt = match option.to.as_slice() {
        _ if option.at_most > 1 => option.to.iter().map(|to| text_pt(ui, name(*to)) + 34.0).sum(),
        [only] => text_pt(ui, format!("→ {}", name(*only))),
        _ => TARGETS_PT + 40.0,
    };
    text_pt(ui, format!("{} 0/0", name(Entity::Object(option.object)))) + 42.0 + targets_pt
}

/// One creature: a checkbox, and which target if there are several.
fn creature_ui(ui: &mut Ui, asked: Asked<'_>, index: usize, option: &Declarable, out: &mut Actions) {
    let Asked { cx, draft, .. } = asked;
    let game = cx.game();
    let now = draft.declared(option.object).to_vec();
    let size = game.characteristics(option.object).and_then(words::power_toughness).unwrap_or_default();
    let label = format!("{} {size}", words::entity_with_id(game, Entity::Object(option.object)));
    let look = Look { label: &label, chosen: !now.is_empty(), ..Look::default() };
    if option_ui(ui, cx, index, &look).on_hover_text("Marks it, or goes on to the next thing that it may do").clicked()
    {
        out.push(Action::Draft(DraftEdit::CycleDeclaration(option.object)));
    }
    let name = |entity: Entity| words::entity_with_id(game, entity);
    if option.at_most > 1 {
        for to in &option.to {
            let mut marked = now.contains(to);
            if ui.checkbox(&mut marked, name(*to)).changed() {
                let mut to_now = now.clone();
                to_now.retain(|other| other != to);
                if marked {
                    to_now.push(*to);
                }
                out.push(Action::Draft(DraftEdit::Declare(option.object, to_now)));
            }
        }
        return;
    }
    if let [only] = option.to.as_slice() {
        ui.label(RichText::new(format!("→ {}", name(*only))).color(cx.tokens.text_weak));
        return;
    }
    let shown = now.first().map_or_else(|| "nothing".to_owned(), |to| name(*to));
    ui.label("→");
    let what = format!("What {label} is declared for");
    let combo = ComboBox::from_id_salt(("declare", option.object.0)).selected_text(shown).width(TARGETS_PT);
    let response = combo.show_ui(ui, |ui| {
        if ui.selectable_label(now.is_empty(), "nothing").clicked() {
            out.push(Action::Draft(DraftEdit::Declare(option.object, Vec::new())));
        }
        for to in &option.to {
            if ui.selectable_label(now.contains(to), name(*to)).clicked() {
                out.push(Action::Draft(DraftEdit::Declare(option.object, vec![*to])));
            }
        }
    });
    response.response.accessible_name(what);
}
