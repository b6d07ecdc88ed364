//! Controlling another player (CR 718).
//!
//! The schedule of turns knows who controls whom. [`as_asked`] alone turns that into who is asked.
//! The choice still names the controlled player, costs are paid with that player's resources
//! (CR 718.5a), and control of objects does not change (CR 718.3). What the controller gets to see
//! is in `observe`.

use crate::fact::{Choice, Domain, Entity, Event, Item, PlayerId, Prompt, Zone};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::work::Work;

/// Gives a player control of others during the next turn of each. Of several such effects on one
/// player, the one created last works (CR 718.1a).
pub(in crate::rules) fn take(work: &mut Work, who: &[PlayerId], whom: &[PlayerId]) {
    let [by] = who else { return };
    for player in whom {
        work.fact(rule!("718.1"), Event::PlayerControlAwaited { player: *player, by: *by });
    }
}

/// The events as a player's turn begins: control of the last turn ends, control that waited for
/// this one begins (CR 718.1), and its extra turns are added (CR 500.7).
pub(in crate::rules) fn as_turn_begins(game: &Game, player: PlayerId) -> Vec<(Rule, Event)> {
    let schedule = &game.world().schedule;
    let over = schedule.control.now.map(|(player, by)| (rule!("718.1"), Event::PlayerControlEnded { player, by }));
    let awaited = schedule.control.next.iter().find(|(controlled, _)| *controlled == player);
    let begins = awaited.map(|(player, by)| (rule!("718.1"), Event::PlayerControlBegan { player: *player, by: *by }));
    let follow = schedule.after_next.iter().filter(|other| **other == player);
    let follow = follow.map(|player| (rule!("500.7"), Event::ExtraTurnAdded { player: *player }));
    over.into_iter().chain(begins).chain(follow).collect()
}

/// Redirects a choice to the player who controls the one it is for (CR 718.5). Whether a seemingly
/// endless game is a draw stays with the players at the table (CR 718.5b).
pub(in crate::rules) fn as_asked(game: &Game, mut choice: Choice) -> Choice {
    let by = game.decides_for(choice.answered_by);
    if by == choice.answered_by || choice.prompt == Prompt::CallDraw {
        return choice;
    }
    choice.answered_by = by;
    // Only the controlled player sees cards outside the game (CR 718.4), so nobody can name one.
    if let Domain::Pick { options, min, max } = &mut choice.domain {
        let unseen = |item: &Item| match item {
            Item::Entity(Entity::Object(id)) => {
                matches!(game.zone_of(*id), Some(Zone::Outside(_)))
                    && !game.players().any(|player| player.companion == Some(*id))
            }
            _ => false,
        };
        options.retain(|item| !unseen(item));
        let left = u32::try_from(options.len()).unwrap_or(u32::MAX);
        (*min, *max) = ((*min).min(left), (*max).min(left));
    }
    choice
}
