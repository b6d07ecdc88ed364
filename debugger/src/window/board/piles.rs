//! Piles: a permanent with the Auras, Equipment and Fortifications attached to it (CR 301.5,
//! 303.4), as players lay them out: behind it, each with its title visible. They lie with their
//! host, whoever controls them.

use std::collections::BTreeMap;

use egui::{Pos2, Rect, Stroke, Ui, Vec2};
use retrace_core::derive::Look as _;
use retrace_core::fact::{ObjectId, PlayerId};
use retrace_core::state::Game;

use crate::session::describe;

use super::super::action::Actions;
use super::super::tokens::{BEHIND_PT, STRIP_PT};
use super::super::view::Cx;
use super::{Drawn, Places, object_in, permanents};

/// How much narrower a card behind another is, on each side.
const INSET_PT: f32 = 5.0;

/// A permanent with its attachments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pile {
    /// The permanent in front.
    pub(super) host: ObjectId,
    /// Its direct and indirect attachments, the nearest first.
    pub(super) attached: Vec<ObjectId>,
}

/// The permanents that a player controls, lands or others, each with its attachments. A permanent
/// attached to another is listed only there.
pub(super) fn piles(cx: Cx<'_>, player: PlayerId, lands: bool) -> Vec<Pile> {
    let game = cx.game();
    let mut on: BTreeMap<ObjectId, Vec<ObjectId>> = BTreeMap::new();
    for id in &game.world().battlefield {
        if let Some(host) = host(game, *id) {
            on.entry(host).or_default().push(*id);
        }
    }
    let roots = permanents(cx, player, lands).into_iter().filter(|id| host(game, *id).is_none());
    let pile = |host: ObjectId| {
        let mut attached = on.get(&host).cloned().unwrap_or_default();
        let mut next = 0;
        // Attachments of attachments. Nothing appears twice, since each is attached to one thing.
        while let Some(id) = attached.get(next) {
            attached.extend(on.get(id).cloned().unwrap_or_default());
            next += 1;
        }
        Pile { host, attached }
    };
    roots.map(pile).collect()
}

/// The permanent that another is attached to.
fn host(game: &Game, id: ObjectId) -> Option<ObjectId> {
    let host = game.object(id)?.attached_to?.object()?;
    game.object(host).filter(|host| host.is_permanent() && host.id != id).map(|host| host.id)
}

/// The height that attachments add to a row of piles.
pub(super) fn strips_pt(row: &[Pile]) -> f32 {
    row.iter().map(|pile| pile.attached.len()).max().unwrap_or(0) as f32 * STRIP_PT
}

/// Draws a pile: `card` is the rectangle of the host; attachments peek out above it.
pub(super) fn pile_ui(ui: &mut Ui, cx: Cx<'_>, pile: &Pile, card: Rect, places: &mut Places, out: &mut Actions) {
    for (index, id) in pile.attached.iter().enumerate().rev() {
        let top = card.top() - (index + 1) as f32 * STRIP_PT;
        let min = Pos2::new(card.left() + INSET_PT, top);
        let seen = Rect::from_min_size(min, Vec2::new(card.width() - 2.0 * INSET_PT, STRIP_PT));
        // The controller, if not that of the host.
        let game = cx.game();
        let whose = game.controller(*id).filter(|whose| Some(*whose) != game.controller(pile.host));
        let whose = whose.map(|whose| describe::player(game, whose));
        let drawn = Drawn::Strip { behind: seen.with_max_y(seen.bottom() + BEHIND_PT), whose: whose.as_deref() };
        object_in(ui, cx, *id, seen, drawn, places, out);
    }
    let drawn = Drawn::Whole { attached: &pile.attached };
    object_in(ui, cx, pile.host, card, drawn, places, out);
}

/// Draws a pile as titles side by side, with a bar between attachments and host.
pub(super) fn titles_ui(ui: &mut Ui, cx: Cx<'_>, pile: &Pile, size: Vec2, places: &mut Places, out: &mut Actions) {
    let (_, mut last) = ui.allocate_space(size);
    object_in(ui, cx, pile.host, last, Drawn::Whole { attached: &pile.attached }, places, out);
    for id in &pile.attached {
        let (_, rect) = ui.allocate_space(size);
        if rect.top() == last.top() {
            let bar = [last.right_center(), rect.left_center()];
            ui.painter().line_segment(bar, Stroke::new(4.0, cx.tokens.line_strong));
        }
        object_in(ui, cx, *id, rect, Drawn::Whole { attached: &[] }, places, out);
        last = rect;
    }
}

/// The attachments of a host in words, for a screen reader.
pub(super) fn words(game: &Game, attached: &[ObjectId]) -> String {
    attached.iter().map(|id| format!(", with {} {id}", game.name_of(*id))).collect()
}
