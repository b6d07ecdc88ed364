//! The stack, its top first, and below it the triggered abilities that wait to be put on it. With
//! little room its objects are compressed, the top one last. Where several turns go on at the same
//! time (CR 807.5), their stacks follow the present one.

use egui::{Rect, RichText, Sense, Ui, UiBuilder, vec2};
use retrace_core::derive::Look;
use retrace_core::derive::object::telling_apart;
use retrace_core::fact::{Entity, Frame, ObjectId, PlayerId};
use retrace_core::state::Game;

use retrace_session::describe;

use super::super::action::Actions;
use super::super::tokens::{CARD_RADIUS_PT, TEXT_SMALL_PT};
use super::super::view::Cx;
use super::super::words;
use super::arrange::{self, MOST_WAITING, WAITING_PT};
use super::card::cut;
use super::{Drawn, Places, object_in};

/// The lines above and below an object: whose it is, and its targets.
const LINE_PT: f32 = 14.0;
/// From these heights on, an object has the line above it, and the one below.
const WITH_WHOSE_PT: f32 = 60.0;
const WITH_TARGETS_PT: f32 = 40.0;

/// An object on a stack.
pub(super) struct Stacked {
    /// The object.
    pub(super) id: ObjectId,
    /// Its place on its stack, from the top.
    place: usize,
    /// Whose turn the stack belongs to, unless it is the present one.
    turn: Option<PlayerId>,
}

/// The objects on all stacks, the present one first, each from its top.
pub(super) fn stacked(game: &Game) -> Vec<Stacked> {
    let of = |stack: &[ObjectId], turn: Option<PlayerId>| -> Vec<Stacked> {
        stack.iter().rev().enumerate().map(|(place, id)| Stacked { id: *id, place, turn }).collect()
    };
    let others = game.world().strands().flat_map(|strand| of(&strand.stack, Some(strand.turn.active)));
    of(&game.world().stack, None).into_iter().chain(others).collect()
}

/// Draws the column of the stacks. `places` are those of the objects from the top.
pub(super) fn stack_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    column: Rect,
    objects: &[Rect],
    places: &mut Places,
    out: &mut Actions,
) {
    let game = cx.game();
    let stack = stacked(game);
    ui.painter().rect_filled(column, CARD_RADIUS_PT, cx.tokens.panel);
    let inner = column.shrink(arrange::stack_margin_pt(column));
    let slim = arrange::is_slim(column);
    let mut child = ui.new_child(UiBuilder::new().max_rect(inner).id_salt("stack"));
    child.set_clip_rect(column.intersect(ui.clip_rect()));
    child.spacing_mut().item_spacing.y = 2.0;
    let hidden = stack.len().saturating_sub(objects.len());
    let word = if stack.iter().any(|it| it.turn.is_some()) { "Stacks" } else { "Stack" };
    let heading = match hidden {
        0 => format!("{word} ({})", stack.len()),
        _ if slim => format!("{word} ({} of {})", objects.len(), stack.len()),
        _ => format!("{word} ({}), {hidden} more below", stack.len()),
    };
    child.add(egui::Label::new(RichText::new(heading).strong().color(cx.tokens.text_strong)).truncate());
    for (it, rect) in stack.iter().zip(objects) {
        entry_ui(ui, cx, it, *rect, places, out);
    }
    let waiting = &game.world().waiting;
    if waiting.is_empty() {
        return;
    }
    let lines = waiting.len().min(MOST_WAITING + 1);
    let height_pt = 20.0 + lines as f32 * WAITING_PT;
    let below = inner.with_min_y((inner.bottom() - height_pt).max(inner.top()));
    let mut child = ui.new_child(UiBuilder::new().max_rect(below).id_salt("waiting"));
    child.set_clip_rect(column.intersect(ui.clip_rect()));
    child.spacing_mut().item_spacing.y = 1.0;
    let word = if slim { "Waiting" } else { "Triggered, waiting" };
    child.add(egui::Label::new(RichText::new(format!("{word} ({})", waiting.len())).strong()).truncate());
    for (index, trigger) in waiting.iter().enumerate() {
        if index == MOST_WAITING {
            let text = format!("and {} more", waiting.len() - MOST_WAITING);
            child.label(RichText::new(text).small().color(cx.tokens.text_weak));
            break;
        }
        let name = game.name_of(trigger.source);
        let text =
            telling_apart::in_full(game, trigger.source, trigger.origin.as_ref(), trigger.text).unwrap_or_default();
        let label = egui::Label::new(RichText::new(&name).small().color(cx.tokens.text_strong)).truncate();
        child.add(label).on_hover_text(text);
    }
}

/// An object with whose it is and its targets, as far as there is room.
fn entry_ui(ui: &mut Ui, cx: Cx<'_>, stacked: &Stacked, rect: Rect, places: &mut Places, out: &mut Actions) {
    let game = cx.game();
    let id = stacked.id;
    let whose = game.controller(id).map(|id| describe::player(game, id)).unwrap_or_default();
    let whose = describe::capitalized(&whose);
    let order = match stacked.place {
        0 => "resolves next".to_owned(),
        place => format!("{} from the top", place + 1),
    };
    let order = match stacked.turn {
        Some(active) => format!("{order} in {}'s turn", describe::player(game, active)),
        None => order,
    };
    let names: Vec<String> = targets(game, id).iter().map(|it| words::entity_with_id(game, *it)).collect();
    let mut card = rect;
    let line = |rect: Rect, text: &str, color: egui::Color32| {
        let galley = cut(ui.painter(), text, TEXT_SMALL_PT, color, rect.width(), 1);
        let response = ui.interact(rect, ui.scope_id().with(("stack line", id.0, rect.top() as i32)), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text));
        ui.painter().galley(rect.min, galley, color);
        response.on_hover_text(text);
    };
    if rect.height() >= WITH_WHOSE_PT {
        card = card.with_min_y(card.top() + LINE_PT);
        line(rect.with_max_y(card.top()), &format!("{whose} · {order}"), cx.tokens.text_weak);
    }
    if !names.is_empty() && rect.height() >= WITH_TARGETS_PT {
        card = card.with_max_y(card.bottom() - LINE_PT);
        line(rect.with_min_y(card.bottom() + 1.0), &format!("→ {}", names.join(", ")), cx.tokens.target);
    }
    object_in(ui, cx, id, Rect::from_min_size(card.min, vec2(rect.width(), card.height())), Drawn::Alone, places, out);
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
