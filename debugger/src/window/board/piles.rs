//! What lies on what: a permanent with the Auras, Equipment and Fortifications that are attached to it (CR 301.5, 303.4), as
//! players lay them out: behind it, each with its title in sight. Whoever controls them, they lie where their host is.

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

/// How much narrower what lies behind a card is, on each side.
const INSET_PT: f32 = 5.0;

/// A permanent with what is attached to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pile {
    /// What lies in front.
    pub(super) host: ObjectId,
    /// What is attached to it, and to that, from the nearest on.
    pub(super) attached: Vec<ObjectId>,
}

/// The permanents that a player controls, lands or others, each with what is attached to it. What is attached to another
/// permanent is there, and has no place of its own.
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
        // What is attached to something attached: nothing is twice in it, since it is attached to one thing.
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

/// How much higher than a card a row of piles is.
pub(super) fn strips_pt(row: &[Pile]) -> f32 {
    row.iter().map(|pile| pile.attached.len()).max().unwrap_or(0) as f32 * STRIP_PT
}

/// Draws a pile: `card` is where its host lies, and what is attached to it peeks out above.
pub(super) fn pile_ui(ui: &mut Ui, cx: Cx<'_>, pile: &Pile, card: Rect, places: &mut Places, out: &mut Actions) {
    for (index, id) in pile.attached.iter().enumerate().rev() {
        let top = card.top() - (index + 1) as f32 * STRIP_PT;
        let min = Pos2::new(card.left() + INSET_PT, top);
        let seen = Rect::from_min_size(min, Vec2::new(card.width() - 2.0 * INSET_PT, STRIP_PT));
        // Whose it is, where that is not who has the host.
        let game = cx.game();
        let whose = game.controller(*id).filter(|whose| Some(*whose) != game.controller(pile.host));
        let whose = whose.map(|whose| describe::player(game, whose));
        let drawn = Drawn::Strip { behind: seen.with_max_y(seen.bottom() + BEHIND_PT), whose: whose.as_deref() };
        object_in(ui, cx, *id, seen, drawn, places, out);
    }
    let drawn = Drawn::Whole { attached: &pile.attached };
    object_in(ui, cx, pile.host, card, drawn, places, out);
}

/// Draws piles of which only the titles are shown beside one another, with a bar between what is attached and its host.
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

/// What a host is said to have on it, for whoever does not see the board.
pub(super) fn words(game: &Game, attached: &[ObjectId]) -> String {
    attached.iter().map(|id| format!(", with {} {id}", game.name_of(*id))).collect()
}
