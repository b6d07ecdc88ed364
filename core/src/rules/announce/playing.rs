//! Casting spells and playing lands on the instruction of a resolving spell or ability (CR 305.2b,
//! 305.3, 608.2g).

use crate::card::verb;
use crate::card::{CastingCost, Filter, Objects, Permission, Players, Side};
use crate::derive::cast::casting;
use crate::derive::cast::casting::{Casting, WayToCast};
use crate::derive::cast::face_down;
use crate::derive::filter::found;
use crate::derive::object::faces;
use crate::derive::permit;
use crate::fact::{Act, Applied, Frame, ObjectId, PlayerId, ResolveFrame, Zone};
use crate::rule;
use crate::state::Game;

use super::cast;
use crate::rules::engine::cursor::scope;
use crate::rules::engine::work::Work;
use crate::rules::zones::zone_changes;

/// What a player may cast or play now. The timing of card types does not matter, but what can't be
/// done is not offered.
pub(in crate::rules) fn options(game: &Game, frame: &ResolveFrame, player: PlayerId, it: &verb::MayPlay) -> Vec<Act> {
    let verb::MayPlay { what, count, lands, cost, .. } = it;
    let done = frame.cursor.last().map_or(0, |level| level.round);
    let in_game = game.plays(player);
    if count.is_some_and(|count| done >= u16::from(count)) || !in_game {
        return Vec::new();
    }
    // CR 107.3b: a spell cast without paying its mana cost has an X of 0.
    let x = cost.is_instead().then_some(0);
    let may = |act: &Act| {
        let Some((view, plain)) = faces::seen_by(game, player, act) else { return false };
        match plain {
            Act::Play(id) => *lands && casting::may_play_land(&view, player, id).is_ok(),
            Act::Cast(id) => Casting::of_card(&view, player, id).is_some_and(|casting| {
                let casting = Casting { x, ..casting };
                crate::derive::cast::casting::is_castable(&view, &casting).is_ok()
                    && casting::prohibited(&view, &casting).is_ok()
                    // No other alternative cost can be chosen that needs no targets (CR 118.9a).
                    && (!cost.is_instead() || permit::could_have_targets(&view, player, id, cost))
            }),
            _ => false,
        }
    };
    // A card played meanwhile is no longer offered.
    let to_play =
        |id: &ObjectId| game.zone_of(*id).is_some_and(|zone| !matches!(zone, Zone::Stack | Zone::Battlefield));
    let scope = scope(frame);
    let either = |play: Act, cast: Act| [play, cast].into_iter().find(&may);
    let usual = found(game, &scope, what).into_iter().filter(to_play);
    // CR 702.37c: a morph cost is an alternative cost, which excludes any other (CR 118.9a).
    let face_down = |id: ObjectId| {
        let may = *cost == CastingCost::Usual && face_down::may_be_cast(game, player, id).is_ok();
        may.then_some(Act::CastFaceDown(id))
    };
    let usual = usual.flat_map(|id| either(Act::Play(id), Act::Cast(id)).into_iter().chain(face_down(id)));
    // A description applies to a card with several sides as that side would be (CR 601.3e, 709.3a,
    // 712.7a, 716.3a): the outermost one, while those within it name the card.
    let named: Option<Vec<ObjectId>> = match what {
        Objects::Among(inner, _) => Some(found(game, &scope, inner)),
        _ => None,
    };
    let sided = game.world().objects.keys().copied().filter(to_play);
    let sided = sided.flat_map(|id| faces::sides(game, player, id).into_iter().map(move |side| (id, side)));
    let fits = |(id, side): &(ObjectId, Side)| {
        named.as_ref().is_none_or(|named| named.contains(id))
            && faces::with_side(game, *id, Some(*side)).is_some_and(|view| found(&*view, &scope, what).contains(id))
    };
    let sided = sided.filter(fits).filter_map(|(id, side)| either(Act::PlayAs(id, side), Act::CastAs(id, side)));
    usual.chain(sided).collect()
}

/// Whether a player who is to do something "if able" has to (CR 118.8c).
pub(in crate::rules) fn has_to(game: &Game, player: PlayerId, act: &Act, cost: &CastingCost) -> bool {
    match act {
        Act::Play(_) | Act::PlayAs(..) => true,
        Act::Cast(id) => permit::has_to_cast(game, player, *id, cost),
        Act::CastAs(id, side) => {
            faces::with_side(game, *id, Some(*side)).is_some_and(|view| permit::has_to_cast(&view, player, *id, cost))
        }
        Act::Pass | Act::Activate(..) | Act::Special(..) | Act::CastFaceDown(_) => false,
    }
}

/// Casts a spell or plays a land; the resolution goes on afterwards.
pub(in crate::rules) fn begin_playing(
    work: &mut Work,
    frame: &ResolveFrame,
    player: PlayerId,
    act: &Act,
    it: &verb::MayPlay,
) {
    let verb::MayPlay { cost, instead, .. } = it;
    let instead = instead.clone();
    let mut next = frame.clone();
    next.next_round();
    let next = Frame::Resolve(Box::new(next));
    if let Some((id, side)) = act.plays() {
        work.change(rule!("608.2g"), next);
        zone_changes::play_land(work, player, id, side);
    } else if let Some(card) = act.casts() {
        let permission =
            Permission::Cast { who: Players::You, what: Filter::This, cost: cost.clone(), exile: false, instead };
        let object = frame.source;
        let by = frame.origin.clone().map(|origin| Applied::Ability { object, origin });
        let way = WayToCast { by, permission: Some(permission) };
        cast::propose(work, player, card, vec![way], Some(next));
    } else if let Act::CastFaceDown(id) = act {
        let (who, what) = (Players::You, Filter::This);
        let permission = Permission::Cast { who, what, cost: face_down::casting_cost(), exile: false, instead };
        let way = WayToCast { by: None, permission: Some(permission) };
        cast::propose_as(work, player, (*id, None), vec![way], Some(next), true);
    }
}
