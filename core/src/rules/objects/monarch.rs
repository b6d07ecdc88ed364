//! The monarch (CR 720). The abilities that come with it are in `derive::monarch`, and trigger like
//! all others (`triggers`). In a two-player game no monarch is left behind: when the monarch
//! leaves, the game is over (CR 104.2a, 720.4).

use crate::fact::{Event, PlayerId};
use crate::rule;

use crate::rules::engine::work::Work;

/// Makes a player the monarch in place of the present one (CR 720.3). No effect if that player is
/// already the monarch.
pub(in crate::rules) fn become_monarch(work: &mut Work, player: PlayerId) {
    let was = work.game.monarch();
    if was != Some(player) && work.game.player(player).is_some_and(|it| !it.left) {
        work.fact(rule!("720.3"), Event::BecameMonarch { player, was });
    }
}
