//! How a policy answers for a player.

use retrace_core::fact::{Choice, Input};
use retrace_core::play::{Dice, decide_at_random};
use retrace_core::state::Game;
use retrace_store::id::EventId;

/// How many answers in a row policies give before they wait to be asked to go on, so that an
/// endless game does not run forever.
pub(crate) const MOST_ANSWERS: usize = 5_000;

/// How many answers in a row policies give while a window waits to be drawn.
pub const AT_ONCE: usize = 48;

/// How a policy answers for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// With a random legal answer ([`decide_at_random`]).
    Random {
        /// The seed, separate from that of the game.
        seed: u64,
    },
}

impl Policy {
    /// The policy's answer to a choice after the event with this id.
    pub(crate) fn input(self, game: &Game, choice: &Choice, after: Option<EventId>) -> Input {
        let Policy::Random { seed } = self;
        let first = |id: EventId| id.as_bytes().iter().take(8).fold(0u64, |mix, byte| mix << 8 | u64::from(*byte));
        decide_at_random(game, choice, &mut Dice::new(seed ^ after.map_or(0, first)))
    }
}
