//! What is noted while cards are drafted (CR 905.2b).

use retrace_words::Words;
use serde::{Deserialize, Serialize};

/// A kind of characteristic that is noted while a card is drafted, or chosen then (CR 905.2b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
pub enum Noting {
    /// A color.
    Color,
    /// A card name.
    Name,
    /// A creature type.
    CreatureType,
}

/// What can be noted for a card while it is drafted, and told of it during the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoteKind {
    /// A number.
    Number,
    /// A player.
    Player,
    /// A characteristic.
    Of(Noting),
    /// A card that was removed from the draft.
    Removed,
    /// A right guess.
    Guess,
}

impl NoteKind {
    /// Its name in running text.
    pub const fn word(self) -> &'static str {
        match self {
            NoteKind::Number => "number",
            NoteKind::Player => "player",
            NoteKind::Of(Noting::Color) => "color",
            NoteKind::Of(Noting::Name) => "card name",
            NoteKind::Of(Noting::CreatureType) => "creature type",
            NoteKind::Removed => "removed card",
            NoteKind::Guess => "right guess",
        }
    }
}
