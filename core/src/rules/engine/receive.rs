//! The frame in which a player is about to receive priority (CR 117.3), without what comes first.

use crate::fact::{Frame, PlayerId};
use crate::rule;

use super::work::Work;

/// Gives a player, or with shared turns the player's team, priority (CR 805.5), after state-based
/// actions and waiting triggers (CR 117.5).
pub(in crate::rules) fn receive_priority(work: &mut Work, player: PlayerId) {
    let player = work.game.primary(player);
    work.push(rule!("117.3a"), waiting(player, 0));
}

/// Gives priority back to a player who has played, cast or activated something (CR 117.3c).
pub(in crate::rules) fn again(work: &mut Work, player: PlayerId) {
    let player = work.game.primary(player);
    work.change(rule!("117.3c"), waiting(player, 0));
}

pub(in crate::rules) const fn waiting(player: PlayerId, passes: u8) -> Frame {
    Frame::Priority { player, received: false, passes }
}
