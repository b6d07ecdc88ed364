//! The monarch (CR 720). The abilities that come with it are in `derive::monarch`, and trigger as all others do
//! (`triggers`). With two players nobody is left to become the monarch where the monarch leaves the game: it is over
//! (CR 104.2a, 720.4).

use crate::fact::{Event, PlayerId};
use crate::rule;

use crate::rules::engine::work::Work;

/// A player becomes the monarch, and the one who was ceases to be (CR 720.3). Who is already does not become it.
pub(in crate::rules) fn become_monarch(work: &mut Work, player: PlayerId) {
    let was = work.game.monarch();
    if was != Some(player) && work.game.player(player).is_some_and(|it| !it.left) {
        work.fact(rule!("720.3"), Event::BecameMonarch { player, was });
    }
}
