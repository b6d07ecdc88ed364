//! Paying mana: automatically, or by first marking mana of the pool and activating mana abilities.

use egui::{RichText, Ui};
use retrace_core::card::ManaSymbol;
use retrace_core::derive::mana::plan_with;
use retrace_core::fact::{Answer, Domain, Item};

use retrace_session::{Command, describe};

use super::super::action::{Action, Actions};
use super::super::draft::{Draft, DraftEdit, mana_kinds, numbered};
use super::super::mana::{cost_ui, mana_ui};
use super::super::words;
use super::option::{Look, key_of, option_ui};
use super::{Asked, amount_ui};

/// Draws the cost and the ways to pay it.
pub(super) fn pay_ui(ui: &mut Ui, asked: Asked<'_>, out: &mut Actions) {
    let Asked { cx, choice, draft, .. } = asked;
    let (Domain::Pay { cost, pool, sources, help, .. }, Draft::Pay(units)) = (&choice.domain, draft) else { return };
    let game = cx.game();
    let payable = plan_with(game, choice.player, cost, help).is_some();
    ui.horizontal_wrapped(|ui| {
        ui.label("To pay:");
        cost_ui(ui, cost);
        let caution = if payable { "" } else { "mana is short" };
        let response =
            option_ui(ui, cx, 0, &Look { label: Command::PayAutomatically.label(), caution, ..Look::default() });
        if response.on_hover_text(Command::PayAutomatically.description()).clicked() {
            out.push(Action::Command(Command::PayAutomatically));
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Or tap for mana first:").color(cx.tokens.text_weak));
        if sources.is_empty() {
            ui.label(RichText::new("there are no mana abilities to activate").color(cx.tokens.text_weak));
        }
        let items: Vec<Item> = sources.iter().cloned().map(Item::Act).collect();
        for (index, (act, label)) in sources.iter().zip(words::items(game, &items)).enumerate() {
            let response = option_ui(ui, cx, index + 1, &Look { label: &label, ..Look::default() });
            if response.on_hover_text(words::act_in_full(game, act)).clicked() {
                out.push(Action::Answer(Answer::Mana(Box::new(act.clone()))));
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
                if option_ui(ui, cx, sources.len() + index + 1, &look).clicked() {
                    out.push(Action::Answer(answer));
                }
            }
        });
    }
    let kinds = mana_kinds(pool);
    let first = numbered(choice) - kinds.len();
    if !kinds.is_empty() {
        ui.label("Spend from the pool:");
    }
    ui.horizontal_wrapped(|ui| {
        for (place, kind) in kinds.into_iter().enumerate() {
            let of_kind: Vec<_> = kind.among(pool).collect();
            let spent = of_kind.iter().filter(|unit| units.contains(&unit.id)).count();
            ui.horizontal(|ui| {
                if let Some(key) = key_of(cx, first + place) {
                    ui.label(RichText::new(key).monospace().small().color(cx.tokens.text_weak));
                }
                let sources: Vec<String> = of_kind.iter().map(|unit| game.name_of(unit.source)).collect();
                mana_ui(ui, kind.kind, &format!("{} in the pool, from {}", kind.word(), sources.join(", ")));
                let most = u32::try_from(of_kind.len()).unwrap_or(u32::MAX);
                if let Some(count) = amount_ui(ui, u32::try_from(spent).unwrap_or(most), 0, most, &kind.word()) {
                    out.push(Action::Draft(DraftEdit::Spend(kind, count as usize)));
                }
                ui.label(RichText::new(format!("of {most}")).color(cx.tokens.text_weak));
            });
        }
    });
    if cost.0.iter().any(|symbol| matches!(symbol, ManaSymbol::Phyrexian(_))) {
        let text = "A Phyrexian symbol that no mana is spent for is paid with 2 life (CR 107.4f).";
        ui.label(RichText::new(text).small().color(cx.tokens.text_weak));
    }
}
