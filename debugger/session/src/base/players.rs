//! Finding players by name, letter or seat.

use retrace_core::fact::PlayerId;
use retrace_core::state::{Game, Player};

use crate::SessionError;

/// Finds a player by name, else by letter, else by seat (from 1), ignoring case.
///
/// # Errors
/// If there is none; the error lists the players.
pub fn player_named(game: &Game, name: &str) -> Result<PlayerId, SessionError> {
    let name = name.trim();
    let by = |is: &dyn Fn(&Player) -> bool| game.players().find(|player| is(player)).map(|player| player.id);
    by(&|player| player.name.eq_ignore_ascii_case(name))
        .or_else(|| by(&|player| player.id.to_string().eq_ignore_ascii_case(name)))
        .or_else(|| by(&|player| (usize::from(player.id.0) + 1).to_string() == name))
        .ok_or_else(|| {
            let told = |it: &Player| match it.id.to_string() {
                letter if letter == it.name => letter,
                letter => format!("{letter} ({})", it.name),
            };
            let known: Vec<String> = game.players().map(told).collect();
            SessionError::NoPlayer { name: name.to_owned(), known: known.join(", ") }
        })
}
