//! What creatures can do as though they were otherwise than they are (CR 609.4).

use serde::{Deserialize, Serialize};

use super::filter::{Filter, Players};
use super::keyword::Keyword;

/// What creatures can do, or may be done with objects, as though they were otherwise: `Attack(what:
/// This, they: (lacking: [Defender]))` is "can attack as though it didn't have defender" (CR
/// 609.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum AsThough {
    /// Creatures can attack as though they were otherwise (CR 508.1a, 508.1c).
    Attack {
        /// Which creatures.
        what: Filter,
        /// What they are then.
        they: Otherwise,
    },
    /// Creatures can block as though they, or what they block, were otherwise (CR 509.1a-b).
    Block {
        /// Which creatures.
        what: Filter,
        /// Only these attacking creatures.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attackers: Option<Filter>,
        /// What the blocking creatures are then.
        #[serde(default, skip_serializing_if = "Otherwise::is_nothing")]
        they: Otherwise,
        /// What the attacking creatures are then.
        #[serde(default, skip_serializing_if = "Otherwise::is_nothing")]
        those: Otherwise,
    },
    /// Objects can be the targets of spells and abilities as though they were otherwise (CR 115.2).
    Target {
        /// Which objects.
        what: Filter,
        /// Of whose spells and abilities.
        by: Players,
        /// What they are then.
        they: Otherwise,
    },
    /// Abilities of creatures can be activated as though they were otherwise (CR 602.5a).
    Activate {
        /// Of which creatures.
        what: Filter,
        /// What they are then.
        they: Otherwise,
    },
    /// Damage is dealt as though its source had, or didn't have, keyword abilities that change what damage does
    /// (CR 120.3): infect, wither, lifelink, deathtouch.
    Damage {
        /// Damage of which sources.
        #[serde(default = "any", skip_serializing_if = "is_any")]
        source: Filter,
        /// To which players; to anything if neither players nor objects are given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// To which objects.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
        /// What the sources are then.
        they: Otherwise,
    },
}

const fn any() -> Filter {
    Filter::Any
}

fn is_any(filter: &Filter) -> bool {
    *filter == Filter::Any
}

/// What creatures are taken to be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Otherwise {
    /// As though they had these keywords.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub having: Vec<Keyword>,
    /// As though they didn't have these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacking: Vec<Keyword>,
    /// As though they were untapped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untapped: bool,
}

impl Otherwise {
    /// Whether it says nothing.
    pub fn is_nothing(&self) -> bool {
        *self == Otherwise::default()
    }
}
