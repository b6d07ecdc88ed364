//! What mana effects add, and on what terms (CR 106).

use serde::{Deserialize, Serialize};

use super::ability::Body;
use super::effect::{Duration, StaticEffect};
use super::filter::{Filter, Quantity};
use super::mana::{ManaCost, ManaType};

/// The mana that an effect adds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ManaOutput {
    /// This mana: `Units([Green])`.
    Units(Vec<ManaType>),
    /// So much mana of one of these types, which the player chooses: `OneOf([Red, Green],
    /// Fixed(1))` (CR 106.1).
    OneOf(Vec<ManaType>, Quantity),
    /// So much mana of the chosen color; none if none was chosen (CR 607.2d, 607.5a).
    Chosen(Quantity),
    /// So much mana in any combination of these types.
    Combination(Vec<ManaType>, Quantity),
    /// The mana that symbols stand for: `Symbols("{U/B}{2}")`. Of a hybrid symbol the player
    /// chooses a half (CR 106.8-11).
    Symbols(ManaCost),
    /// So much mana of one type that permanents could produce (CR 106.7).
    CouldProduce {
        /// Which permanents.
        what: Filter,
        /// How much.
        count: Quantity,
        /// Whether only colors count, not {C}.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        colors: bool,
    },
    /// So much mana of a colour that one of the objects which fit has: "choose a color of a permanent you control", "one mana
    /// of any color among permanents you control" (CR 105.2, 106.1a). None if all of them are colourless (CR 106.5).
    ColorAmong {
        /// Which objects.
        what: Filter,
        /// How much.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        count: Quantity,
        /// Whether it is so much for each of the colours: "for each color among permanents you control".
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        each: bool,
    },
    /// So much mana of one type that was produced by the tapping that triggered the ability (CR
    /// 106.12a).
    Produced(Quantity),
    /// As much mana of each type as the player has unspent (CR 106.6).
    AsMuchAgain,
}

/// What is said of mana: what it may be spent on, and what follows if it is (CR 106.6).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ManaTerm {
    /// It may be spent only so.
    Only(Vec<SpentOn>),
    /// If it is spent so, an effect begins; `ThatObject` is the spell, or the source of the
    /// ability.
    Gives {
        /// On what.
        on: Vec<SpentOn>,
        /// What begins; characteristics are changed of that object.
        effect: Box<StaticEffect>,
        /// For how long.
        duration: Duration,
    },
    /// When it is spent so, a delayed triggered ability triggers; `ThatObject` is the spell, or the
    /// source of the ability (CR 603.7a).
    When {
        /// On what.
        on: Vec<SpentOn>,
        /// What it does.
        body: Box<Body>,
    },
    /// Until end of turn, it is not lost as steps and phases end (CR 500.4).
    Keeps,
    /// It can't be spent to pay generic mana costs, X among them (CR 106.6, 107.4b).
    NotOnGeneric,
    /// It may be spent only on X in a cost (CR 106.6).
    OnlyOnX,
}

/// What mana is spent on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SpentOn {
    /// Casting a spell that fits.
    Cast(Filter),
    /// Activating an ability of a source that fits.
    Activate(Filter),
    /// A cost that contains {X}.
    CostWithX,
}

const fn one() -> Quantity {
    Quantity::Fixed(1)
}

fn is_one(count: &Quantity) -> bool {
    *count == one()
}
