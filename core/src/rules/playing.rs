//! Casting spells and playing lands because a resolving spell or ability says so (CR 305.2b, 305.3, 608.2g).

use crate::card::{CastingCost, Filter, Instruction, Permission, Players};
use crate::derive::casting::{self, Casting, Way};
use crate::derive::face_down;
use crate::derive::filter::found;
use crate::derive::permit;
use crate::fact::{Act, Frame, ObjectId, PlayerId, ResolveFrame, Zone};
use crate::rule;
use crate::state::Game;

use super::resolve::scope;
use super::work::Work;
use super::{cast, zones};

/// What a player may cast or play now: the timing of its type doesn't matter, but what can't be done is not offered.
pub(super) fn options(game: &Game, frame: &ResolveFrame, player: PlayerId, instruction: &Instruction) -> Vec<Act> {
    let Instruction::MayPlay { what, count, lands, cost, .. } = instruction else { return Vec::new() };
    let done = frame.cursor.last().map_or(0, |level| level.round);
    if count.is_some_and(|count| done >= u16::from(count)) {
        return Vec::new();
    }
    let act = |id: ObjectId| -> Option<Act> {
        if *lands && casting::may_play_land(game, player, id).is_ok() {
            return Some(Act::Play(id));
        }
        // CR 107.3b: what is cast without paying its mana cost has an X of 0.
        let x = (*cost != CastingCost::Usual).then_some(0);
        let casting = Casting { x, ..Casting::of_card(game, player, id)? };
        let may = permit::is_castable(game, &casting).is_ok() && casting::prohibited(game, &casting).is_ok();
        may.then_some(Act::Cast(id))
    };
    // What has been played meanwhile is no card to play any more.
    let to_play =
        |id: &ObjectId| game.zone_of(*id).is_some_and(|zone| !matches!(zone, Zone::Stack | Zone::Battlefield));
    // CR 702.37c: paying what a morph ability says is an alternative cost, so that there is no other (CR 118.9a).
    let face_down = |id: ObjectId| {
        let may = *cost == CastingCost::Usual && face_down::may_be_cast(game, player, id).is_ok();
        may.then_some(Act::CastFaceDown(id))
    };
    let cards = found(game, &scope(frame), what).into_iter().filter(to_play);
    cards.flat_map(|id| act(id).into_iter().chain(face_down(id))).collect()
}

/// Whether a player who is told to do something "if able" has no choice (CR 118.8c).
pub(super) fn has_to(game: &Game, player: PlayerId, act: &Act, cost: &CastingCost) -> bool {
    match act {
        Act::Play(_) => true,
        Act::Cast(id) => permit::has_to_cast(game, player, *id, cost),
        Act::Pass | Act::Activate(..) | Act::Special(..) | Act::CastFaceDown(_) => false,
    }
}

/// Casts a spell or plays a land; the resolution goes on afterwards.
pub(super) fn begin(work: &mut Work, frame: &ResolveFrame, player: PlayerId, act: &Act, cost: &CastingCost) {
    let mut next = frame.clone();
    if let Some(level) = next.cursor.last_mut() {
        level.round += 1;
    }
    let next = Frame::Resolve(Box::new(next));
    match act {
        Act::Play(id) => {
            work.change(rule!("608.2g"), next);
            zones::play_land(work, player, *id);
        }
        Act::Cast(id) => {
            let permission =
                Permission::Cast { who: Players::You, what: Filter::This, cost: cost.clone(), exile: false };
            let way = Way { by: None, permission: Some(permission) };
            cast::propose(work, player, *id, vec![way], Some(next));
        }
        Act::CastFaceDown(id) => {
            let (who, what) = (Players::You, Filter::This);
            let permission = Permission::Cast { who, what, cost: face_down::casting_cost(), exile: false };
            let way = Way { by: None, permission: Some(permission) };
            cast::propose_as(work, player, *id, vec![way], Some(next), true);
        }
        Act::Pass | Act::Activate(..) | Act::Special(..) => {}
    }
}
