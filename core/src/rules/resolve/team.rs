//! The order in which the players of a team choose and draw, where turns are shared: whatever order
//! the team likes (CR 121.2d, 805.6, 805.6a).
//!
//! A team is asked who is next as long as that is open. Its answers hold for one instruction
//! ([`Game::apnap`] reads them), so it may answer otherwise for the next one.

use crate::derive::filter::players;
use crate::fact::{Choice, PlayerId, Prompt, ResolveFrame};
use crate::state::Game;

use crate::rules::engine::apnap::in_turn;
use crate::rules::engine::control::one_among;
use crate::rules::engine::cursor::scope;
use crate::rules::engine::verb::Verb;

/// Asks a team which of its players is the next to do what an instruction asks of several of them.
pub(super) fn team_choice(game: &Game, frame: &ResolveFrame, it: &dyn Verb) -> Option<Choice> {
    if !game.shares_turns() {
        return None;
    }
    let round = usize::from(frame.cursor.last()?.round);
    let (who, at_once) = it.in_any_order()?;
    let order = in_turn(game, frame, || players(game, &scope(frame), who));
    // One player after another, or a list that is made once.
    let next = if at_once { order.as_slice() } else { order.get(round..=round)? };
    if at_once && round > 0 {
        return None;
    }
    let said = game.noted_order(frame);
    let has_part = |player: &PlayerId| it.takes_part(game, frame, &order, *player);
    let object = frame.object.unwrap_or(frame.source);
    next.iter().find_map(|first| {
        if said.contains(first) {
            return None;
        }
        let of_the_team = |player: &&PlayerId| game.acts_with(**player, *first) && !said.contains(player);
        let open: Vec<PlayerId> = order.iter().filter(of_the_team).copied().filter(has_part).collect();
        let asked = || one_among(game.primary(*first), Prompt::Which(object), it.rule_of_order(), &open);
        (open.len() > 1).then(asked)
    })
}
