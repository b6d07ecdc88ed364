//! Values that a player chooses, and words that text-changing effects replace (CR 607.2d, 612).

use retrace_words::Words;
use serde::{Deserialize, Serialize};

use crate::card::words::card_type::{CardType, Subtype, SubtypeSet};
use crate::card::words::mana_symbol::Color;
use crate::card::words::reads::Reads;
use crate::card::words::zone_kind::ZoneKind;

/// A value: a color, subtype, card type, name or word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
pub enum Value {
    /// A color (CR 105.4).
    Color(Color),
    /// A creature type or a basic land type.
    Subtype(Subtype),
    /// A card type.
    CardType(CardType),
    /// A card name (CR 201.3).
    Name(String),
    /// A word with no other meaning (CR 607.2f, 607.2m).
    Word(String),
}

impl Value {
    /// The name of the value.
    pub fn word(&self) -> String {
        match self {
            Value::Color(color) => color.word().to_owned(),
            Value::Subtype(subtype) => subtype.name().to_owned(),
            Value::CardType(kind) => kind.to_string(),
            Value::Name(name) | Value::Word(name) => name.clone(),
        }
    }
}

/// The objects that a linked ability refers to (CR 607.2). Two abilities are linked if they are
/// printed on one card or granted by one effect; nothing else is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
pub enum Linked {
    /// Cards exiled with the object and still in exile (CR 607.2a-b).
    Exiled,
    /// Permanents put onto the battlefield or created with it (CR 607.2c).
    Put,
    /// Objects chosen for it: "the chosen creature" (CR 607.2d).
    Chosen,
    /// The top card of the face-down pile exiled with it; of several piles, that of each (CR 400.5,
    /// 607.3).
    TopOfPile,
}

impl Linked {
    /// The zones in which they are.
    pub const fn places(self) -> Reads {
        match self {
            Linked::Exiled | Linked::TopOfPile => Reads::zone(ZoneKind::Exile),
            Linked::Put => Reads::BATTLEFIELD,
            Linked::Chosen => Reads::ZONES,
        }
    }
}

/// A characteristic that a copy keeps (CR 707.9c).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
pub enum Kept {
    /// Its name.
    Name,
    /// Its colors.
    Color,
    /// Its power and toughness.
    PowerToughness,
    /// Its abilities, in addition to those that it copies.
    Abilities,
}

/// A kind of word that a text-changing effect replaces (CR 612.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
pub enum WordKind {
    /// A color word.
    Color,
    /// A basic land type.
    BasicLandType,
    /// A creature type.
    CreatureType,
}

impl WordKind {
    /// The words of this kind.
    pub fn words(self) -> Vec<Value> {
        let subtypes = |set: SubtypeSet| set.members().iter().copied().map(Value::Subtype).collect();
        match self {
            WordKind::Color => Color::ALL.into_iter().map(Value::Color).collect(),
            WordKind::BasicLandType => subtypes(SubtypeSet::BasicLand),
            WordKind::CreatureType => subtypes(SubtypeSet::Of(CardType::Creature)),
        }
    }

    /// Whether a word is of this kind.
    pub fn has(self, word: &Value) -> bool {
        self.words().contains(word)
    }

    /// Its name in running text.
    pub const fn word(self) -> &'static str {
        match self {
            WordKind::Color => "color word",
            WordKind::BasicLandType => "basic land type",
            WordKind::CreatureType => "creature type",
        }
    }
}

/// A replacement of words in a text (CR 612.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct Rewording {
    /// The kinds of words; the player chooses one word of these kinds to replace.
    pub from: Vec<WordKind>,
    /// The new word; if left out, the player chooses another word of the same kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Value>,
    /// Words that can't be the new one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not: Vec<Subtype>,
}

impl Rewording {
    /// The words that may be replaced.
    pub fn old(&self) -> Vec<Value> {
        let words = self.from.iter().flat_map(|kind| kind.words());
        words.filter(|word| self.to.as_ref() != Some(word)).collect()
    }

    /// The words that may replace `old`.
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
