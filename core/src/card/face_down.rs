//! What face-down spells and permanents are (CR 708.2): the characteristics that a rule or an ability lists for them.

use serde::{Deserialize, Serialize};

use super::definition::Face;
use super::mana::{ManaCost, ManaSymbol};
use super::types::CardType;

/// What a face-down spell or permanent is, and what allowed it to be so.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaceDown {
    /// Its characteristics; a 2/2 creature if left out (CR 708.2a).
    #[serde(default = "FaceDown::unlisted", skip_serializing_if = "FaceDown::is_unlisted")]
    pub face: Face,
    /// Whether it was manifested, and so may be turned face up for its mana cost (CR 701.34b).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub manifested: bool,
}

impl Default for FaceDown {
    /// CR 708.2a: what nothing is listed for, and what was cast with a morph ability (CR 702.37c).
    fn default() -> FaceDown {
        FaceDown { face: FaceDown::unlisted(), manifested: false }
    }
}

impl FaceDown {
    /// What is manifested (CR 701.34a).
    pub fn manifested() -> FaceDown {
        FaceDown { manifested: true, ..FaceDown::default() }
    }

    /// A 2/2 creature with no text, no name, no subtypes and no mana cost (CR 708.2a).
    fn unlisted() -> Face {
        Face {
            types: std::iter::once(CardType::Creature).collect(),
            power: Some(2.into()),
            toughness: Some(2.into()),
            ..Face::default()
        }
    }

    fn is_unlisted(face: &Face) -> bool {
        *face == FaceDown::unlisted()
    }

    /// What a spell costs that is cast with a morph ability, rather than its mana cost (CR 702.37a).
    pub fn morph_casting_cost() -> ManaCost {
        ManaCost(vec![ManaSymbol::Generic(3)])
    }
}
