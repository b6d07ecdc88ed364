//! Paying mana: automatically, or by marking the mana of the pool and activating mana abilities first.

use egui::{RichText, Ui};
use retrace_core::derive::mana::plan_with;
use retrace_core::fact::{Act, Answer, Domain};

use crate::session::{Command, describe};

use super::super::action::{Action, Actions};
use super::super::draft::{Draft, DraftEdit};
use super::super::mana::{cost_ui, mana_button};
use super::super::words;
use super::Asked;
use super::option::{Look, option_ui};

/// Draws what there is to pay, and with what.
pub(super) fn pay_ui(ui: &mut Ui, asked: Asked<'_>, out: &mut Actions) {
    let Asked { cx, choice, draft, .. } = asked;
    let (Domain::Pay { cost, pool, sources, help }, Draft::Pay(units)) = (&choice.domain, draft) else { return };
    let game = cx.game();
    let payable = plan_with(game, choice.player, cost, help).is_some();
    ui.horizontal_wrapped(|ui| {
        ui.label("To pay:");
        cost_ui(ui, cost);
        let caution = if payable { "" } else { "mana is short" };
        let response = option_ui(ui, 0, &Look { label: Command::PayAutomatically.label(), caution, ..Look::default() });
        if response.on_hover_text(Command::PayAutomatically.description()).clicked() {
            out.push(Action::Command(Command::PayAutomatically));
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Or tap for mana first:").color(cx.tokens.text_weak));
        if sources.is_empty() {
            ui.label(RichText::new("there are no mana abilities to activate").color(cx.tokens.text_weak));
        }
        for (index, act) in sources.iter().enumerate() {
            let label = describe::capitalized(&describe::act(game, act));
            let label = match act {
                Act::Activate(id, _) => format!("{label} ({id})"),
                _ => label,
            };
            let response = option_ui(ui, index + 1, &Look { label: &label, ..Look::default() });
            if response.on_hover_text(words::act_in_full(game, act)).clicked() {
                out.push(Action::Answer(Answer::Mana(act.clone())));
            }
        }
    });
    if !help.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Or let a creature help:").color(cx.tokens.text_weak));
            let ways = help.iter().flat_map(|it| it.pays.iter().map(|symbol| Answer::Helped(it.object, *symbol)));
            for (index, answer) in ways.enumerate() {
                let label = describe::capitalized(&describe::answer(game, choice, &answer));
                let look = Look { label: &label, ..Look::default() };
                if option_ui(ui, sources.len() + index + 1, &look).clicked() {
                    out.push(Action::Answer(answer));
                }
            }
        });
    }
    ui.horizontal_wrapped(|ui| {
        if !pool.is_empty() {
            ui.label("Spend from the pool:");
        }
        for unit in pool {
            let chosen = units.contains(&unit.id);
            let label = format!("{{{}}} from {}, {}", unit.kind.letter(), game.name_of(unit.source), unit.id);
            if mana_button(ui, unit.kind, &label, chosen).clicked() {
                out.push(Action::Draft(DraftEdit::ToggleMana(unit.id)));
            }
        }
    });
}
