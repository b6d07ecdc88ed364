//! Copying as data (CR 707): what may be copied, what of the copy is otherwise, what becomes of targets. And the words that a
//! text-changing effect changes (CR 612).

use serde::{Deserialize, Serialize};

use super::ability::{Body, TargetWhat};
use super::choosing::Value;
use super::effect::Modification;
use super::filter::{Filter, Quantity};
use super::instruction::Recipients;
use super::mana::Color;
use super::types::{CardType, Subtype, SubtypeSet};
use super::words::CounterKind;

/// What a copy effect says after "except" (CR 707.9).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Exception {
    /// A characteristic is different, or there is one more ability: `But(AddType(Enchantment))`. It
    /// is part of the copy's copiable values (CR 707.9a-b, 707.9d).
    But(Modification),
    /// The copy has this very ability (CR 707.9a).
    HasThisAbility,
    /// The copy keeps its own, which is not copied (CR 707.9c).
    Keeps(Kept),
    /// It has no mana cost (CR 707.9b).
    NoManaCost,
    /// The copy enters with these counters besides (CR 707.9e).
    EntersWith(CounterKind, Quantity),
    /// Exceptions that apply only if the copy would be such without them: `If(Type(Creature), […])`
    /// (CR 707.9f).
    If(Filter, Vec<Exception>),
}

/// What of its own a copy keeps (CR 707.9c).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kept {
    /// Its name.
    Name,
    /// Its colours.
    Color,
    /// Its power and toughness.
    PowerToughness,
    /// Its abilities, besides those that it copies.
    Abilities,
}

/// "You may have it enter as a copy of any creature": `EnterAs(of: Type(Creature))` (CR 707.5).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnterAs {
    /// Of what; the controller of what enters chooses one, which is no target.
    pub of: Filter,
    /// Whether they may choose none.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub may: bool,
    /// Whether it enters tapped if it enters as a copy.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tapped: bool,
    /// Exceptions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<Exception>,
    /// "When you do": a triggered ability; `ThatObject` is what was copied (CR 603.11, 707.9g).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Box<Body>>,
}

const fn yes() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
const fn is_yes(yes: &bool) -> bool {
    *yes
}

/// What the targets of a copy of a spell or ability are (CR 707.10).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CopyTargets {
    /// Those of what is copied.
    #[default]
    Same,
    /// The copy's controller may choose new ones (CR 707.10c).
    MayChoose,
    /// One copy for each of these that the spell or ability could target (CR 707.10d).
    ForEach(TargetWhat),
    /// Each of these; there is a copy for each that it could target (CR 707.10e).
    These(Recipients),
}

impl CopyTargets {
    /// Whether the copy has the targets of what is copied.
    pub fn is_same(&self) -> bool {
        *self == CopyTargets::Same
    }
}

/// A kind of word that a text-changing effect changes (CR 612.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum WordKind {
    /// A colour word.
    Color,
    /// A basic land type.
    BasicLandType,
    /// A creature type.
    CreatureType,
}

impl WordKind {
    /// The words of the kind.
    pub fn words(self) -> Vec<Value> {
        let subtypes = |set: SubtypeSet| set.members().iter().copied().map(Value::Subtype).collect();
        match self {
            WordKind::Color => Color::ALL.into_iter().map(Value::Color).collect(),
            WordKind::BasicLandType => subtypes(SubtypeSet::BasicLand),
            WordKind::CreatureType => subtypes(SubtypeSet::Of(CardType::Creature)),
        }
    }

    /// Whether a word is of the kind.
    pub fn has(self, word: &Value) -> bool {
        self.words().contains(word)
    }

    /// What it is called.
    pub const fn word(self) -> &'static str {
        match self {
            WordKind::Color => "color word",
            WordKind::BasicLandType => "basic land type",
            WordKind::CreatureType => "creature type",
        }
    }
}

/// Which words of a text become which (CR 612.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rewording {
    /// One word of one of these kinds is replaced; the player chooses which.
    pub from: Vec<WordKind>,
    /// By this word; if none is given, by another of its kind, which the player chooses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Value>,
    /// But not by these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not: Vec<Subtype>,
}

impl Rewording {
    /// The words that may be replaced.
    pub fn old(&self) -> Vec<Value> {
        let words = self.from.iter().flat_map(|kind| kind.words());
        words.filter(|word| self.to.as_ref() != Some(word)).collect()
    }

    /// The words that may stand in place of one.
    pub fn new_for(&self, old: &Value) -> Vec<Value> {
        if let Some(to) = &self.to {
            return vec![to.clone()];
        }
        let Some(kind) = self.from.iter().find(|kind| kind.has(old)) else { return Vec::new() };
        let allowed = |word: &Value| match word {
            Value::Subtype(subtype) => !self.not.contains(subtype),
            _ => true,
        };
        kind.words().into_iter().filter(|word| word != old && allowed(word)).collect()
    }
}
