//! Definitions: cards, tokens, abilities and effects interned in a game by content hash.

use retrace_words::Words;
use serde::{Deserialize, Serialize};

use crate::card::ast::ability::{Ability, Face, FaceDown};
use crate::card::ast::cost::ManaTerm;
use crate::card::ast::effect::StaticEffect;
use crate::card::dialect::CANONICAL;
use crate::card::layout::{Card, Merged, Side};

/// The content hash of a definition: blake3 over a domain tag and its canonical RON.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DefinitionId(pub [u8; 32]);

impl std::fmt::Display for DefinitionId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0[..8].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::fmt::Debug for DefinitionId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

/// A definition that a game refers to by its index in the game's table of definitions.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
pub enum Definition {
    /// A card.
    Card(Card),
    /// A token (CR 111.3).
    Token(Face),
    /// An ability that isn't printed on a card in the table: one that an effect grants or an
    /// instruction creates.
    Ability(Ability),
    /// A continuous effect, with its numbers locked in.
    Effect(StaticEffect),
    /// The terms of mana that an effect added (CR 106.6).
    Terms(Vec<ManaTerm>),
    /// An emblem, which has only abilities (CR 114.3).
    Emblem(Face),
    /// The copiable values of a copy of a spell or card, with exceptions (CR 707.9, 707.10).
    Copy(Face),
    /// The characteristics of a face-down spell or permanent (CR 708.2).
    FaceDown(FaceDown),
    /// A card that shows another set of its characteristics than usual (CR 709.3b, 712.4, 716.3b).
    /// It follows the card in the table.
    Side(Card, Side),
    /// A merged permanent (CR 723.2a).
    Merged(Box<Merged>),
}

impl Definition {
    /// The canonical text: RON without spaces, with fields in declaration order and defaults left
    /// out.
    pub fn canonical(&self) -> Result<String, ron::Error> {
        CANONICAL.options().to_string(self)
    }

    /// Reads a canonical text back.
    pub fn from_canonical(text: &str) -> Result<Definition, ron::error::SpannedError> {
        CANONICAL.options().from_str(text)
    }

    /// The content hash of a canonical text.
    pub fn id_of(canonical: &str) -> DefinitionId {
        let mut hasher = blake3::Hasher::new_derive_key("retrace 2021-09-24 definition v1");
        hasher.update(canonical.as_bytes());
        DefinitionId(*hasher.finalize().as_bytes())
    }

    /// The initial face of an object with this definition, if it can be an object's.
    pub fn face(&self) -> Option<&Face> {
        match self {
            Definition::Card(card) => Some(card.front()),
            Definition::Side(card, side) => card.side(*side),
            Definition::Token(face) | Definition::Emblem(face) | Definition::Copy(face) => Some(face),
            Definition::FaceDown(down) => Some(&down.face),
            Definition::Merged(merged) => Some(&merged.face),
            Definition::Effect(effect) => effect.copiable(),
            Definition::Ability(_) | Definition::Terms(_) => None,
        }
    }
}
