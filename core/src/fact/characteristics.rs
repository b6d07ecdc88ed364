//! Characteristics (CR 109.3) as values, and the identity of abilities.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::card::BasicLandType;
use crate::card::{
    Ability, ActivatedAbility, CardTypes, Colors, CounterKind, Filter, Keyword, ManaCost, Subtype, Supertypes,
};

use super::canonical::Canonical;
use super::ids::{DefId, EffectId, ObjectId};

/// Which continuous effect this is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum EffectKey {
    /// One that a resolution began.
    Begun(EffectId),
    /// One of the effects that a static ability generates.
    Static {
        /// The object with the ability.
        object: ObjectId,
        /// Which of its abilities.
        origin: Box<Origin>,
        /// Which of the effects that a keyword stands for.
        part: u8,
    },
    /// The counters of a kind on an object (CR 122.1a-b, 613.7c).
    Counters(ObjectId, CounterKind),
}

/// Where an object has an ability from. With the object it is the identity of the ability: changing its text keeps it.
///
/// On the wire a chain of grants (an ability granted by an ability that was granted ...) is a list, so that reading one
/// from a stranger takes no deeper a stack than any other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "FlatOrigin", try_from = "FlatOrigin")]
pub enum Origin {
    /// Printed, under these copiable values.
    Printed {
        /// The definition.
        def: DefId,
        /// Its place among the printed abilities.
        index: u16,
    },
    /// Granted by a continuous effect.
    Granted {
        /// The effect.
        by: EffectKey,
        /// Its place among what the effect grants.
        index: u16,
    },
    /// The mana ability of a basic land type (CR 305.6).
    Intrinsic(BasicLandType),
    /// Loyalty counters as it enters (CR 306.5b).
    EntersWithLoyalty,
    /// The lore counter that its controller puts on a Saga as it enters (CR 715.3a).
    EntersWithLore,
    /// Printed on a component of a merged permanent that merged with it (CR 702.140e).
    Merged {
        /// What the component was before it merged.
        component: ObjectId,
        /// Its definition.
        def: DefId,
        /// The place among the printed abilities.
        index: u16,
    },
    /// One of the abilities that are inherent in there being a monarch, which are of no object (CR 720.2).
    Monarch(u8),
}

/// Which pair of linked abilities something belongs to: those printed together on one definition, or granted together by one
/// effect (CR 607.1, 607.5).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Link {
    /// Printed on this definition.
    Printed(DefId),
    /// Granted by this effect.
    Granted(EffectKey),
    /// Printed on this definition, as a component of a merged permanent that was this object before it merged.
    Merged(ObjectId, DefId),
}

impl Origin {
    /// The pair that an ability from here belongs to; none for what rules give.
    pub fn link(&self) -> Option<Link> {
        match self {
            Origin::Printed { def, .. } => Some(Link::Printed(*def)),
            Origin::Granted { by, .. } => Some(Link::Granted(by.clone())),
            Origin::Merged { component, def, .. } => Some(Link::Merged(*component, *def)),
            _ => None,
        }
    }
}

/// The longest chain of grants that is read.
const LONGEST_CHAIN: usize = 32;

/// An [`Origin`] with its chain of grants as a list: the innermost first.
#[derive(Clone, Serialize, Deserialize)]
struct FlatOrigin {
    root: Root,
    grants: Vec<Grant>,
}

#[derive(Clone, Serialize, Deserialize)]
enum Root {
    Printed { def: DefId, index: u16 },
    Intrinsic(BasicLandType),
    EntersWithLoyalty,
    GrantedByResolution { effect: EffectId, index: u16 },
    GrantedByCounters { object: ObjectId, kind: CounterKind, index: u16 },
    EntersWithLore,
    Merged { component: ObjectId, def: DefId, index: u16 },
    Monarch(u8),
}

/// The static ability so far, of this object, grants the ability that follows.
#[derive(Clone, Serialize, Deserialize)]
struct Grant {
    object: ObjectId,
    part: u8,
    index: u16,
}

impl From<Origin> for FlatOrigin {
    fn from(origin: Origin) -> FlatOrigin {
        let mut grants = Vec::new();
        let mut inner = origin;
        let root = loop {
            inner = match inner {
                Origin::Printed { def, index } => break Root::Printed { def, index },
                Origin::Intrinsic(kind) => break Root::Intrinsic(kind),
                Origin::EntersWithLoyalty => break Root::EntersWithLoyalty,
                Origin::EntersWithLore => break Root::EntersWithLore,
                Origin::Merged { component, def, index } => break Root::Merged { component, def, index },
                Origin::Monarch(index) => break Root::Monarch(index),
                Origin::Granted { by: EffectKey::Begun(effect), index } => {
                    break Root::GrantedByResolution { effect, index };
                }
                Origin::Granted { by: EffectKey::Counters(object, kind), index } => {
                    break Root::GrantedByCounters { object, kind, index };
                }
                Origin::Granted { by: EffectKey::Static { object, origin, part }, index } => {
                    grants.push(Grant { object, part, index });
                    *origin
                }
            };
        };
        grants.reverse();
        FlatOrigin { root, grants }
    }
}

impl TryFrom<FlatOrigin> for Origin {
    type Error = &'static str;

    fn try_from(flat: FlatOrigin) -> Result<Origin, &'static str> {
        if flat.grants.len() > LONGEST_CHAIN {
            return Err("a chain of granted abilities is too long");
        }
        let root = match flat.root {
            Root::Printed { def, index } => Origin::Printed { def, index },
            Root::Intrinsic(kind) => Origin::Intrinsic(kind),
            Root::EntersWithLoyalty => Origin::EntersWithLoyalty,
            Root::EntersWithLore => Origin::EntersWithLore,
            Root::Merged { component, def, index } => Origin::Merged { component, def, index },
            Root::Monarch(index) => Origin::Monarch(index),
            Root::GrantedByResolution { effect, index } => Origin::Granted { by: EffectKey::Begun(effect), index },
            Root::GrantedByCounters { object, kind, index } => {
                Origin::Granted { by: EffectKey::Counters(object, kind), index }
            }
        };
        Ok(flat.grants.into_iter().fold(root, |inner, grant| Origin::Granted {
            by: EffectKey::Static { object: grant.object, origin: Box::new(inner), part: grant.part },
            index: grant.index,
        }))
    }
}

/// An ability that an object has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AbilityInstance {
    /// Where from.
    pub origin: Origin,
    /// What it says.
    pub ability: Canonical<Ability>,
}

impl AbilityInstance {
    /// The activated ability that it is, or that its keyword stands for (CR 702).
    pub fn activated(&self) -> Option<Cow<'_, ActivatedAbility>> {
        match &*self.ability {
            Ability::Activated(ability) => Some(Cow::Borrowed(ability)),
            Ability::Keyword(keyword) => keyword.activated().map(Cow::Owned),
            Ability::Spell(_) | Ability::Triggered(_) | Ability::Static(_) => None,
        }
    }

    /// It, or the triggered abilities that its keyword stands for, if it is one (CR 702).
    pub fn triggered(&self) -> Vec<AbilityInstance> {
        match &*self.ability {
            Ability::Triggered(_) => vec![self.clone()],
            Ability::Keyword(keyword) => {
                let instance = |ability| AbilityInstance {
                    origin: self.origin.clone(),
                    ability: Canonical::new(Ability::Triggered(ability)),
                };
                keyword.triggered().into_iter().map(instance).collect()
            }
            Ability::Spell(_) | Ability::Activated(_) | Ability::Static(_) => Vec::new(),
        }
    }
}

/// The characteristics of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Characteristics {
    /// The name (CR 201).
    pub name: Arc<str>,
    /// The mana cost (CR 202).
    pub cost: Option<ManaCost>,
    /// Colours (CR 105).
    pub colors: Colors,
    /// Supertypes (CR 205.4).
    pub supertypes: Supertypes,
    /// Card types (CR 205.2).
    pub types: CardTypes,
    /// Subtypes (CR 205.3), in printed order, those that an effect added last.
    pub subtypes: Vec<Subtype>,
    /// Abilities (CR 113), in the order in which the object came by them.
    pub abilities: Vec<AbilityInstance>,
    /// Power (CR 208).
    pub power: Option<i32>,
    /// Toughness (CR 208).
    pub toughness: Option<i32>,
    /// The printed loyalty (CR 209.1); on the battlefield the counters count (CR 306.5c).
    pub loyalty: Option<u32>,
    /// It has besides the names of all cards of the reference that are printed so (CR 612.6).
    pub more_names: Vec<Canonical<Filter>>,
}

impl Characteristics {
    /// Whether it has a keyword ability.
    pub fn has_keyword(&self, keyword: &Keyword) -> bool {
        self.keywords().any(|has| has.is(keyword))
    }

    /// Its keyword abilities.
    pub fn keywords(&self) -> impl Iterator<Item = &Keyword> {
        self.abilities.iter().filter_map(|instance| match &*instance.ability {
            Ability::Keyword(keyword) => Some(keyword),
            _ => None,
        })
    }

    /// Whether it has a subtype.
    pub fn has_subtype(&self, subtype: Subtype) -> bool {
        self.subtypes.contains(&subtype)
    }
}
