//! What this edition has and the reader does not say yet. A text with one of these is refused by
//! its name, and not by the first word that no row says.

use std::fmt;

use super::later::stands;
use crate::card::ast::ability::Face;
use crate::card::wording::tokens::Token;
use crate::card::words::card_type::{CardType, Subtype};
use crate::rule;
use crate::rule::Rule;

/// A mechanism that is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mechanism {
    what: &'static str,
    rule: Rule,
}

impl Mechanism {
    /// What it is: "levels".
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

const LEVELS: Mechanism = Mechanism { what: "levels", rule: rule!("711.2") };
const CLASSES: Mechanism = Mechanism { what: "levels of a Class", rule: rule!("717.2") };

/// What cards of these types say.
const TYPES: [(CardType, Mechanism); 6] = [
    (CardType::Dungeon, Mechanism { what: "rooms of a dungeon", rule: rule!("309.4") }),
    (CardType::Plane, Mechanism { what: "abilities of planes", rule: rule!("310.4") }),
    (CardType::Phenomenon, Mechanism { what: "abilities of phenomena", rule: rule!("311.5") }),
    (CardType::Vanguard, Mechanism { what: "abilities of vanguards", rule: rule!("312.4") }),
    (CardType::Scheme, Mechanism { what: "abilities of schemes", rule: rule!("313.4") }),
    (CardType::Conspiracy, Mechanism { what: "abilities of conspiracies", rule: rule!("314.5") }),
];

/// The mechanism of a paragraph with these words on such a face, and which words say so; all of
/// them if it is the type line.
pub(crate) fn of(face: &Face, words: &[Token]) -> Option<(Mechanism, usize, usize)> {
    let is_a = |name: &str| Subtype::named(name).is_ok_and(|subtype| face.subtypes.contains(&subtype));
    let level = |said: &str| (0..words.len()).find_map(|at| Some((at, stands(words, at, said)?)));
    if is_a("Class") {
        return level(": level #").map(|(from, end)| (CLASSES, from + 1, end));
    }
    let levels = level("^ level up").or_else(|| level("^ level #"));
    if let Some((from, end)) = levels {
        return Some((LEVELS, from, end));
    }
    let (_, mechanism) = TYPES.iter().find(|(kind, _)| face.types.has(*kind))?;
    Some((*mechanism, 0, words.len()))
}
