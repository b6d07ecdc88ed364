//! Values that an ability has a player choose, for other abilities to speak of (CR 607.2d-f, 614.12).

use serde::{Deserialize, Serialize};

use super::ability::TargetWhat;
use super::filter::{Filter, Players, Quantity};
use super::mana::Color;
use super::types::{CardType, Subtype};

/// A value: a color, subtype, card type, name or word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Value {
    /// A colour (CR 105.4).
    Color(Color),
    /// A creature type or a basic land type.
    Subtype(Subtype),
    /// A card type.
    CardType(CardType),
    /// A card name (CR 201.3).
    Name(String),
    /// A word that has no other meaning (CR 607.2f, 607.2m).
    Word(String),
}

impl Value {
    /// The value as it is named.
    pub fn word(&self) -> String {
        match self {
            Value::Color(color) => color.word().to_owned(),
            Value::Subtype(subtype) => subtype.name().to_owned(),
            Value::CardType(kind) => kind.to_string(),
            Value::Name(name) | Value::Word(name) => name.clone(),
        }
    }
}

/// A value to choose for linked abilities: "as this enters, choose a color" (CR 607.2d, 614.12).
/// They speak of it as `ChosenColor`, `ChosenSubtype`, `ChosenCardType`, `ChosenName`,
/// `ChosenPlayer`, `ChosenNumber` or `ChosenWord("…")`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Choosing {
    /// A color, or one of these colors (CR 105.4).
    Color(#[serde(default)] Vec<Color>),
    /// A colour that one of the objects which fit has: "a color of a permanent you control" (CR 105.2, 105.4).
    ColorAmong(Filter),
    /// A creature type (CR 205.3m).
    CreatureType,
    /// A basic land type (CR 205.3i).
    BasicLandType,
    /// One of these card types.
    CardType(Vec<CardType>),
    /// One of these players.
    Player(Players),
    /// An object that fits and is no target, which is then `Linked(Chosen)` (CR 614.12a).
    Object(Filter),
    /// A number.
    Number {
        /// The least.
        min: u32,
        /// The greatest.
        max: u32,
    },
    /// The name of a card (CR 201.3).
    Name,
    /// The name of a card that fits as it is printed: "a nonland card name" (CR 201.3a).
    NameOf(Filter),
    /// One of these words: `Word(["Khans", "Dragons"])` (CR 607.2f).
    Word(Vec<String>),
    /// An amount of life, paid as the permanent enters; it is the chosen number (CR 607.2g).
    Life,
    /// Permanents, sacrificed as the permanent enters; how many is the chosen number (CR 607.2g).
    Sacrifice(Filter),
    /// Objects, exiled as the permanent enters; how many is the chosen number (CR 614.13).
    Exile(Filter),
    /// What an Aura is attached to as it is turned face up or transforms (CR 303.4k, 712.16).
    Host {
        /// Which objects or players.
        to: TargetWhat,
        /// Whether it need not be attached to anything.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        may: bool,
    },
}

impl Choosing {
    /// The values that may be chosen, where they are the same in every game: none of players, numbers and names.
    pub fn values(&self) -> Vec<Value> {
        let subtypes = |names: &'static [&'static str]| names.iter().filter_map(|name| Subtype::named(name).ok());
        match self {
            Choosing::Color(colors) if colors.is_empty() => Color::ALL.into_iter().map(Value::Color).collect(),
            Choosing::Color(colors) => colors.iter().copied().map(Value::Color).collect(),
            Choosing::CreatureType => subtypes(&super::subtypes::CREATURE).map(Value::Subtype).collect(),
            Choosing::BasicLandType => {
                let basic = |subtype: &Subtype| super::types::BasicLandType::of(*subtype).is_some();
                subtypes(&super::subtypes::LAND).filter(basic).map(Value::Subtype).collect()
            }
            Choosing::CardType(kinds) => kinds.iter().copied().map(Value::CardType).collect(),
            Choosing::Word(words) => words.iter().cloned().map(Value::Word).collect(),
            Choosing::ColorAmong(_)
            | Choosing::Player(_)
            | Choosing::Object(_)
            | Choosing::Number { .. }
            | Choosing::Name
            | Choosing::NameOf(_)
            | Choosing::Life
            | Choosing::Sacrifice(_)
            | Choosing::Exile(_)
            | Choosing::Host { .. } => Vec::new(),
        }
    }
}

/// A limit on what is chosen together: "with total mana value 8 or less" (CR 601.2c, 608.2d).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Total {
    /// The number of each of them: of an object, which is [`Objects::Affected`](super::Objects::Affected) in it, or of a
    /// player, who is [`Players::They`].
    pub of: Quantity,
    /// The most that their numbers may add up to.
    pub at_most: Quantity,
}

/// Which objects a linked ability speaks of (CR 607.2). Two abilities are linked if they are
/// printed on one card or granted by one effect; nothing else has to be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Linked {
    /// Cards exiled with the object, that are in exile still (CR 607.2a-b).
    Exiled,
    /// Permanents put onto the battlefield or created with it (CR 607.2c).
    Put,
    /// What was chosen for it: "the chosen creature" (CR 607.2d).
    Chosen,
}
