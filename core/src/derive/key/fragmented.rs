//! Fragmented loops (CR 725.3): the same state keeps coming back because several players act of
//! their own accord. The record of each player's actions this turn, by state, is
//! [`crate::state::Fragments`].

use std::sync::Arc;

use crate::fact::{Act, PlayerId};
use crate::state::Game;

use super::{Key, Labels, key_of_act};

/// A state in which a player has acted at least twice before.
pub struct Repeated<'a> {
    game: &'a Game,
    player: PlayerId,
    labels: Arc<Labels>,
    /// The player's actions in this state: the places in the record, and the keys.
    acted: Vec<(usize, Key)>,
}

impl<'a> Repeated<'a> {
    /// Returns what the player did before in the state of the game, if they acted twice there.
    pub fn of(game: &'a Game, player: PlayerId) -> Option<Repeated<'a>> {
        let fragments = &game.world().fragments;
        let here = fragments.here?;
        let mut acted = Vec::new();
        let mut place = 0;
        for done in fragments.done.leaves() {
            for (state, by, what) in done {
                if *by == player && *state == here {
                    acted.push((place, *what));
                }
                place += 1;
            }
        }
        (acted.len() >= 2).then(|| Repeated { game, player, labels: Arc::new(Labels::of(game)), acted })
    }

    /// Whether the player has to do something other than this: they did it twice in this very
    /// state, another player takes part in the loop, and they are the active player or, if that
    /// player takes no part, the first in turn order who does.
    pub(crate) fn must_differ_from(&self, act: &Act) -> bool {
        let Some(key) = key_of_act(Arc::clone(&self.labels), act) else { return false };
        let times: Vec<usize> = self.acted.iter().filter(|(_, what)| *what == key).map(|(place, _)| *place).collect();
        let [.., since, _] = times[..] else { return false };
        let done = &self.game.world().fragments.done;
        let part = |who: &PlayerId| done.iter().rev().take(done.len() - since).any(|(_, by, _)| by == who);
        let involved: Vec<PlayerId> = self.game.apnap().into_iter().filter(part).collect();
        involved.len() > 1 && involved.first() == Some(&self.player)
    }
}
