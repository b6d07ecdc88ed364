//! The monarch (CR 720). The abilities that come with it are in `derive::monarch`, and trigger like
//! all others (`triggers`).

use crate::fact::{Event, PlayerId};
use crate::rule;

use crate::rules::engine::work::Work;

/// Makes a player the monarch in place of the present one (CR 720.3). No effect if that player is
/// already the monarch.
pub(in crate::rules) fn become_monarch(work: &mut Work, player: PlayerId) {
    let was = work.game.monarch();
    if was != Some(player) && work.game.plays(player) {
        work.fact(rule!("720.3"), Event::BecameMonarch { player, was });
    }
}

/// If the monarch leaves the game, the active player becomes the monarch; if that player leaves or
/// has left, the next player in turn order does (CR 720.4).
pub(in crate::rules) fn pass_on(work: &mut Work, losers: &[PlayerId]) {
    let was = work.game.monarch();
    let active = work.game.world().turn.active;
    if was.is_some_and(|monarch| losers.contains(&monarch))
        && let Some(player) = work.game.player_from(active)
    {
        work.fact(rule!("720.4"), Event::BecameMonarch { player, was });
    }
}
