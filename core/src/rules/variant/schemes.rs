//! Archenemy (CR 904): setting schemes in motion (CR 701.25) and abandoning them (CR 701.26).

use crate::card::{CardType, Supertype};
use crate::derive::Look;
use crate::derive::look::printed_types;
use crate::fact::{Casual, Event, ObjectId, PlayerId, Zone};
use crate::rule;
use crate::state::Game;

use super::planes::is_at_work;
use super::supplement::{self, put_under, turn_up};
use crate::rules::engine::work::Work;

/// Whether a player is an archenemy (CR 904.2a, 904.12b).
pub(in crate::rules) fn is_archenemy(game: &Game, player: PlayerId) -> bool {
    game.seating().is_some_and(|seating| seating.variant.is_archenemy(player, &seating.teams))
}

/// Who may take the first turn of a subgame: the archenemy, if there are teams (CR 904.6).
pub(in crate::rules) fn may_begin(game: &Game, players: Vec<PlayerId>) -> Vec<PlayerId> {
    match players.iter().find(|player| game.has_teams() && is_archenemy(game, **player)) {
        Some(archenemy) => vec![*archenemy],
        None => players,
    }
}

/// An archenemy sets the top card of their scheme deck in motion as a turn-based action (CR 505.3,
/// 701.25b, 904.9).
pub(in crate::rules) fn set_in_motion(work: &mut Work, player: PlayerId) {
    if !is_archenemy(&work.game, player) {
        return;
    }
    if let Some(scheme) = turn_up(work, rule!("701.25b"), Zone::Schemes(player), player) {
        work.fact(rule!("904.9"), Event::SetInMotion { player, scheme });
    }
}

/// Face-up ongoing schemes are abandoned (CR 701.26).
pub(in crate::rules) fn abandon(work: &mut Work, schemes: &[ObjectId]) {
    for scheme in face_up(&work.game) {
        let Some(player) = work.game.controller(scheme) else { continue };
        if schemes.contains(&scheme) && is_ongoing(&work.game, scheme) {
            work.fact(rule!("701.26b"), Event::SchemeAbandoned { player, scheme });
            put_under(work, rule!("701.26b"), scheme);
        }
    }
}

/// The face-up schemes that are over: all but ongoing ones, once no triggered ability of any scheme
/// waits or is on the stack (CR 313.6, 704.6e).
pub(in crate::rules) fn over(game: &Game) -> Vec<ObjectId> {
    if !game.is_played_as(Casual::Archenemy) {
        return Vec::new();
    }
    let mut schemes = face_up(game);
    schemes.retain(|scheme| !is_ongoing(game, *scheme));
    if !schemes.is_empty() && is_at_work(game, |source| printed_types(game, source).has(CardType::Scheme)) {
        schemes.clear();
    }
    schemes
}

fn face_up(game: &Game) -> Vec<ObjectId> {
    supplement::face_up(game, |types| types.has(CardType::Scheme))
}

/// CR 205.4h
fn is_ongoing(game: &Game, scheme: ObjectId) -> bool {
    let face = game.object(scheme).and_then(|object| game.face(object.def));
    face.is_some_and(|face| face.supertypes.has(Supertype::Ongoing))
}
