//! What was noted as cards were drafted (CR 905.2b): a player's notes for cards of a name.

use crate::card::{Color, Noting};
use crate::derive::look::names;
use crate::fact::{Characteristics, DefId, Noted, PlayerId};
use crate::state::{DraftNote, Game};

fn notes_of<'a>(game: &'a Game, player: PlayerId, name: &'a str) -> impl Iterator<Item = &'a DraftNote> {
    game.draft_notes().iter().filter(move |it| it.player == player && it.card == name)
}

/// The highest number that a player noted; 0 if there is none.
pub fn highest(game: &Game, player: PlayerId, name: &str) -> u32 {
    let number = |it: &DraftNote| if let Noted::Number(number) = it.noted { Some(number) } else { None };
    notes_of(game, player, name).filter_map(number).max().unwrap_or(0)
}

/// The players that a player noted.
pub fn players<'a>(game: &'a Game, player: PlayerId, name: &'a str) -> impl Iterator<Item = PlayerId> + 'a {
    notes_of(game, player, name).filter_map(|it| if let Noted::Player(noted) = it.noted { Some(noted) } else { None })
}

/// The colors that were chosen as a player drafted, each once.
pub fn colors(game: &Game, player: PlayerId, name: &str) -> impl Iterator<Item = Color> {
    let chosen: Vec<Color> = notes_of(game, player, name)
        .filter_map(|it| if let Noted::Color(color) = it.noted { Some(color) } else { None })
        .collect();
    Color::ALL.into_iter().filter(move |color| chosen.contains(color))
}

/// Whether characteristics include something of a kind that was noted.
pub fn has(game: &Game, player: PlayerId, (what, name): (Noting, &str), object: &Characteristics) -> bool {
    notes_of(game, player, name).any(|it| match (what, &it.noted) {
        (Noting::Color, Noted::Color(color)) => object.colors.has(*color),
        (Noting::Name, Noted::Name(name)) => names::has(game, object, name),
        (Noting::CreatureType, Noted::CreatureType(kind)) => object.has_subtype(*kind),
        _ => false,
    })
}

/// The cards that a player removed from the draft.
pub fn removed<'a>(game: &'a Game, player: PlayerId, name: &'a str) -> impl Iterator<Item = DefId> + 'a {
    notes_of(game, player, name).filter_map(|it| it.def)
}

/// Whether a player guessed right.
pub fn guessed(game: &Game, player: PlayerId, name: &str) -> bool {
    notes_of(game, player, name).any(|it| it.noted == Noted::GuessedRight)
}
