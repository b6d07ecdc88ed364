//! Fragmented loops (CR 725.3): the same state keeps coming back because several players act of
//! their own accord. The record of each player's actions this turn, by state, is
//! [`crate::state::Fragments`].

use crate::fact::{Act, PlayerId};
use crate::state::Game;

use super::act_key;

/// Whether a player has to do something other than this: they did it twice in this very state,
/// another player takes part in the loop, and they are the active player or, if that player takes
/// no part, the first in turn order who does.
pub fn must_differ(game: &Game, player: PlayerId, act: &Act) -> bool {
    let fragments = &game.world().fragments;
    let Some(here) = fragments.here else { return false };
    let done = &fragments.done;
    let times = |wanted: Option<&[u8; 32]>| {
        let same = |(state, by, what): &([u8; 32], PlayerId, [u8; 32])| {
            *state == here && *by == player && wanted.is_none_or(|wanted| what == wanted)
        };
        done.iter().enumerate().filter(|(_, it)| same(it)).map(|(place, _)| place).collect::<Vec<_>>()
    };
    if times(None).len() < 2 {
        return false;
    }
    let Some(key) = act_key(game, act) else { return false };
    let [.., since, _] = times(Some(&key))[..] else { return false };
    let part = |who: &PlayerId| done.iter().skip(since).any(|(_, by, _)| by == who);
    let involved: Vec<PlayerId> = game.apnap().into_iter().filter(part).collect();
    involved.len() > 1 && involved.first() == Some(&player)
}
