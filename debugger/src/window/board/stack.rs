//! The stack, its top first, and below it the triggered abilities that wait to be put on it.

use egui::{Rect, RichText, Ui, Vec2};
use retrace_core::card::text::ability_text;
use retrace_core::derive::Look;
use retrace_core::fact::{Entity, Frame, ObjectId};
use retrace_core::state::Game;

use crate::session::describe;

use super::super::action::Actions;
use super::super::tokens::{CARD_SIZE_PT, STACK_WIDTH_PT};
use super::super::view::Cx;
use super::super::words;
use super::{Places, object_ui};

/// Draws the column of the stack.
pub(super) fn stack_ui(ui: &mut Ui, cx: Cx<'_>, places: &mut Places, out: &mut Actions) {
    let game = cx.game();
    let stack = &game.world().stack;
    let heading = format!("Stack ({})", stack.len());
    ui.label(RichText::new(heading).strong().color(cx.tokens.text_strong));
    if stack.is_empty() {
        ui.label(RichText::new("Empty").color(cx.tokens.text_weak));
    }
    for (place, id) in stack.iter().rev().enumerate() {
        let whose = game.controller(*id).map(|id| describe::player(game, id)).unwrap_or_default();
        let whose = describe::capitalized(&whose);
        let order = if place == 0 { "resolves next".to_owned() } else { format!("then, {} below", place) };
        ui.label(RichText::new(format!("{whose} · {order}")).small().color(cx.tokens.text_weak));
        let size = Vec2::new(STACK_WIDTH_PT, CARD_SIZE_PT.y - 14.0);
        let (_, rect) = ui.allocate_space(size);
        object_ui(ui, cx, *id, Rect::from_min_size(rect.min, size), places, out);
        let targets = targets(game, *id);
        if !targets.is_empty() {
            let names: Vec<String> = targets.iter().map(|it| words::entity_with_id(game, *it)).collect();
            ui.label(RichText::new(format!("→ {}", names.join(", "))).small().color(cx.tokens.target));
        }
    }
    let waiting = &game.world().waiting;
    if !waiting.is_empty() {
        ui.separator();
        ui.label(RichText::new(format!("Triggered, waiting ({})", waiting.len())).strong());
        for trigger in waiting {
            let name = game.name_of(trigger.source);
            let text = game.ability(trigger.text).map(|it| ability_text(it, &name)).unwrap_or_default();
            ui.label(RichText::new(&name).color(cx.tokens.text_strong)).on_hover_text(text);
        }
    }
}

/// The targets of an object on the stack, including those of an unfinished proposal.
pub(super) fn targets(game: &Game, id: ObjectId) -> Vec<Entity> {
    let proposed = game.world().frames.iter().find_map(|frame| match &**frame {
        Frame::Proposal(proposal) if proposal.object == id => Some(&proposal.announced.targets),
        _ => None,
    });
    let announced = game.object(id).and_then(|object| object.announced.as_ref()).map(|it| &it.targets);
    let targets = announced.filter(|it| !it.is_empty()).or(proposed);
    targets.into_iter().flatten().flatten().copied().collect()
}
