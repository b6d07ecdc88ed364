//! Who is about to receive priority (CR 117.3): the frame, not what comes before it.

use crate::fact::{Frame, PlayerId};
use crate::rule;

use super::work::Work;

/// Gives a player priority once state-based actions and waiting triggers have been seen to (CR 117.5).
pub(in crate::rules) fn begin(work: &mut Work, player: PlayerId) {
    work.push(rule!("117.3a"), waiting(player, 0));
}

/// After something was played, cast or activated: its player receives priority again (CR 117.3c).
pub(in crate::rules) fn again(work: &mut Work, player: PlayerId) {
    work.change(rule!("117.3c"), waiting(player, 0));
}

pub(in crate::rules) const fn waiting(player: PlayerId, passes: u8) -> Frame {
    Frame::Priority { player, received: false, passes }
}
