//! What the choices of the proposal in progress are called.

use crate::card::{Instruction, Mode, OptionalCost, text, verb};
use crate::derive::cast::cost::Pricing;
use crate::derive::mana;
use crate::derive::object::telling_apart;
use crate::derive::pay::production::Purpose;
use crate::fact::{Applied, CostItem, EffectKey, Frame, Intent, ProposalFrame, ProposalStage};
use crate::state::Game;

use super::intent::optional;
use super::pay;
use super::text::{body, with_pricing};
use crate::rules::engine::cursor::{instruction, parts};
use crate::rules::permanent::copying;

/// The proposal in progress.
fn under_way(game: &Game) -> Option<&ProposalFrame> {
    game.world().frames.iter().rev().find_map(|frame| match &**frame {
        Frame::Proposal(proposal) => Some(&**proposal),
        _ => None,
    })
}

/// Whether a choice about costs of the current proposal looks payable: a label, like
/// [`permit::outlook`](crate::derive::permit::outlook).
pub(crate) fn looks_payable(game: &Game, item: &CostItem) -> bool {
    let Some(proposal) = under_way(game) else { return false };
    let mut proposal = proposal.clone();
    match item {
        CostItem::Alternative(by) => proposal.announce().alternative = Some(by.clone()),
        CostItem::Optional(what, nth) => {
            proposal.announce().optional.push(Intent { what: *what, nth: *nth, times: 1 });
        }
        CostItem::Option(nth) => proposal.announce().either.push(*nth),
        CostItem::Symbols(paid) => proposal.announce().symbols.push(paid.clone()),
        CostItem::ManaCost | CostItem::Reduction(..) | CostItem::Half(_) | CostItem::Part(_) => {}
    }
    with_pricing(game, &proposal, |it| it.total(&[], &[])).flatten().is_some_and(|total| {
        pay::can_pay_other_costs(game, &proposal, &total.other)
            && (total.mana.0.is_empty()
                || mana::plan_for(game, proposal.player, &total.mana, &Purpose::of(&proposal)).is_some())
    })
}

/// A readable name for a mode of the current proposal.
pub(in crate::rules) fn describe_mode(game: &Game, mode: u8) -> String {
    let number = u32::from(mode) + 1;
    if let Some(text) = copying::describe_option(game, mode).or_else(|| describe_list(game, mode)) {
        return text;
    }
    let text = under_way(game).and_then(|proposal| {
        let mode = body(game, proposal)?.modes.as_ref()?.of.get(usize::from(mode))?;
        Some(text::mode_text(mode, &game.name_of(proposal.source)))
    });
    text.unwrap_or_else(|| format!("mode {number}"))
}

/// One of the lists of instructions that are chosen from as something resolves (CR 608.2d).
fn describe_list(game: &Game, place: u8) -> Option<String> {
    let Some(Frame::Resolve(frame)) = game.frame() else { return None };
    let followed = instruction(game, frame)?;
    let Instruction::Either(verb::Either { of, .. }) = &*followed else { return None };
    let targets = parts(game, frame).get(usize::from(frame.part))?.0.to_vec();
    let list = Mode { targets, instructions: of.get(usize::from(place))?.clone(), ..Mode::default() };
    Some(text::mode_text(&list, &game.name_of(frame.source)))
}

/// A readable name for a choice about costs of the current proposal.
pub(in crate::rules) fn describe_cost(game: &Game, item: &CostItem) -> String {
    let proposal = under_way(game);
    let source = |by: &Applied| match by {
        Applied::Ability { object, .. } | Applied::Effect(EffectKey::Static { object, .. }) => game.name_of(*object),
        Applied::Effect(EffectKey::Begun(id)) => {
            let effect = game.world().effects.get(id);
            effect.map_or_else(|| "an effect".to_owned(), |effect| game.name_of(effect.source))
        }
        Applied::Effect(_) | Applied::Own(..) => "an effect".to_owned(),
    };
    match item {
        CostItem::ManaCost => "the mana cost".to_owned(),
        CostItem::Alternative(by) => {
            let offered = |it: &Pricing<'_>| {
                it.alternatives().into_iter().find(|(other, _)| other == by).map(|(_, cost)| text::cost_text(cost))
            };
            let keyword = telling_apart::keyword_of(game, by).map(|word| format!("{word} ")).unwrap_or_default();
            match proposal.and_then(|it| with_pricing(game, it, offered).flatten()) {
                Some(cost) => format!("{keyword}{cost} (alternative cost by {})", source(by)),
                None => format!("the alternative {keyword}cost by {}", source(by)),
            }
        }
        CostItem::Optional(what, nth) => {
            let flash = |it: &ProposalFrame| with_pricing(game, it, |it| it.flash_costs()).unwrap_or_default();
            let offered = proposal.map(|it| if *what == OptionalCost::Flash { flash(it) } else { optional(game, it) });
            let offered = offered.unwrap_or_default();
            let offer = offered.iter().find(|it| it.what == *what && it.nth == *nth);
            let cost = offer.map(|it| text::cost_text(&it.cost)).unwrap_or_default();
            format!("{} {cost}", what.word())
        }
        CostItem::Option(nth) => {
            let ProposalStage::Either(index) = proposal.map_or(ProposalStage::Finish, |it| it.stage.clone()) else {
                return format!("cost {}", nth + 1);
            };
            let several = proposal.and_then(|it| with_pricing(game, it, |it| it.either())).unwrap_or_default();
            let cost = several.get(usize::from(index)).and_then(|all| all.get(usize::from(*nth)));
            cost.map_or_else(|| format!("cost {}", nth + 1), |cost| text::cost_text(cost))
        }
        CostItem::Symbols(paid) => match (paid.mana.0.is_empty(), paid.life) {
            (true, life) => format!("{life} life"),
            (false, 0) => paid.mana.to_string(),
            (false, life) => format!("{} and {life} life", paid.mana),
        },
        CostItem::Reduction(by, _) => format!("the reduction by {}", source(by)),
        CostItem::Half(symbol) => symbol.to_string(),
        CostItem::Part(index) => {
            let part = proposal.and_then(|it| it.total.get(usize::from(*index)));
            let name = proposal.map_or_else(String::new, |it| game.name_of(it.source));
            let written = |part| text::cost_text_of(std::slice::from_ref(part), &name);
            part.map_or_else(|| format!("part {}", index + 1), written)
        }
    }
}
