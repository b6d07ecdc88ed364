//! The scenarios and decks that a program brings along, as texts.

/// A file: its path from the root of the project, for errors, and its text.
pub type File = (&'static str, &'static str);

macro_rules! file {
    ($name:literal) => {
        (concat!("examples/", $name), include_str!($name))
    };
}

/// The demonstration: a lesson about combat.
pub const PRIMER: File = file!("combat-primer.ron");

/// A deck of two colors.
pub const RED_WHITE: File = file!("decks/red-white.txt");

/// A deck of two colors.
pub const BLACK_GREEN: File = file!("decks/black-green.txt");

/// A Commander deck.
pub const COMMANDER_WEREWOLVES: File = file!("decks/commander-werewolves.txt");

/// A Commander deck with two partners.
pub const COMMANDER_PARTNERS: File = file!("decks/commander-partners.txt");

/// A Brawl deck.
pub const BRAWL_GARRUK: File = file!("decks/brawl-garruk.txt");

/// A Brawl deck.
pub const BRAWL_ISAMARU: File = file!("decks/brawl-isamaru.txt");

/// A deck with a vanguard.
pub const VANGUARD_SERRA: File = file!("decks/vanguard-serra.txt");

/// A deck with a vanguard.
pub const VANGUARD_TITANIA: File = file!("decks/vanguard-titania.txt");

/// A deck with planes.
pub const PLANECHASE: File = file!("decks/planechase.txt");

/// A deck with schemes.
pub const ARCHENEMY: File = file!("decks/archenemy.txt");

/// A deck with conspiracies.
pub const CONSPIRACY: File = file!("decks/conspiracy.txt");
