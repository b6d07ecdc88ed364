//! The designations of objects (CR 701.31b, 701.38b, 702.95b, 702.112b, 702.128b, 702.143c).
//!
//! A new one is a variant at the end, with its place in [`Marking::ALL`] and what is told of it.
//! The state, views, scenarios, comparisons and the window read the rest from there.

use retrace_words::Words;
use serde::{Deserialize, Serialize};

use crate::rule;
use crate::rule::Rule;

/// A designation of an object, which is neither an ability nor copiable. An instruction gives it
/// until the object leaves its zone, or an effect for as long as it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
pub enum Marking {
    /// What monstrosity makes a permanent (CR 701.31b).
    Monstrous,
    /// What renown makes a permanent (CR 702.112b).
    Renowned,
    /// What goading makes a creature, until the next turn of whoever goads it (CR 701.38b).
    Goaded,
    /// What soulbond makes two creatures, for as long as they remain so (CR 702.95b).
    Paired,
    /// What a token is that a resolving embalm ability created (CR 702.128b).
    Embalmed,
    /// What foretelling makes a card in exile. The spell that it becomes, and the permanent that
    /// the spell becomes, keep it (CR 702.143c).
    Foretold,
}

/// A designation that reserves a card in exile: from the next turn on its owner may cast it for the
/// cost of a keyword ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reserving {
    /// What a player does who reserves a card: "foretell".
    pub verb: &'static str,
    /// The rule by which a player exiles the card face down.
    pub exiles: Rule,
    /// The rule by which it gets the designation then, and what it becomes keeps it.
    pub keeps: Rule,
    /// The rule by which an effect gives the designation to a card in exile.
    pub gives: Rule,
    /// The rule by which face-down cards with it are revealed at the end of the game.
    pub reveals: Rule,
}

static FORETELLING: Reserving = Reserving {
    verb: "foretell",
    exiles: rule!("702.143a"),
    keeps: rule!("702.143c"),
    gives: rule!("702.143d"),
    reveals: rule!("702.143f"),
};

impl Marking {
    /// All of them.
    pub const ALL: [Marking; 6] =
        [Marking::Monstrous, Marking::Renowned, Marking::Goaded, Marking::Paired, Marking::Embalmed, Marking::Foretold];

    /// Its word in running text.
    pub const fn word(self) -> &'static str {
        match self {
            Marking::Monstrous => "monstrous",
            Marking::Renowned => "renowned",
            Marking::Goaded => "goaded",
            Marking::Paired => "paired",
            Marking::Embalmed => "embalmed",
            Marking::Foretold => "foretold",
        }
    }

    /// The rules and the verb of a designation that reserves a card in exile.
    pub const fn reserving(self) -> Option<&'static Reserving> {
        match self {
            Marking::Foretold => Some(&FORETELLING),
            _ => None,
        }
    }
}
