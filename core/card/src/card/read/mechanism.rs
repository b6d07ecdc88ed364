//! What this edition has and the reader does not say yet. A text with one of these is refused by
//! its name, and not by the first word that no row says.

use std::fmt;

use crate::card::ast::ability::Face;
use crate::card::words::card_type::CardType;
use crate::rule;
use crate::rule::Rule;

/// A mechanism that is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mechanism {
    what: &'static str,
    rule: Rule,
}

impl Mechanism {
    /// What it is: "abilities of planes".
    pub const fn what(&self) -> &'static str {
        self.what
    }

    /// Its rule.
    pub const fn rule(&self) -> Rule {
        self.rule
    }
}

impl fmt::Display for Mechanism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (CR {}) are not read yet", self.what, self.rule)
    }
}

/// What cards of these types say.
const TYPES: [(CardType, Mechanism); 6] = [
    (CardType::Dungeon, Mechanism { what: "rooms of a dungeon", rule: rule!("309.4") }),
    (CardType::Plane, Mechanism { what: "abilities of planes", rule: rule!("310.4") }),
    (CardType::Phenomenon, Mechanism { what: "abilities of phenomena", rule: rule!("311.5") }),
    (CardType::Vanguard, Mechanism { what: "abilities of vanguards", rule: rule!("312.4") }),
    (CardType::Scheme, Mechanism { what: "abilities of schemes", rule: rule!("313.4") }),
    (CardType::Conspiracy, Mechanism { what: "abilities of conspiracies", rule: rule!("314.5") }),
];

/// The mechanism of what such a face says.
pub(crate) fn of(face: &Face) -> Option<Mechanism> {
    TYPES.iter().find(|(kind, _)| face.types.has(*kind)).map(|(_, mechanism)| *mechanism)
}
