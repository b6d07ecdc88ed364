//! The symbols of text boxes that are striated (CR 107.8, 107.15, 107.16, 711, 715, 717): keyword abilities that stand for
//! other abilities.

use serde::{Deserialize, Serialize};

use super::ability::{Ability, ActivatedAbility, ActivationLimit, Body, TriggeredAbility};
use super::cost::Cost;
use super::effect::{Modification, StaticEffect};
use super::filter::{Comparison, Condition, Filter, Objects, Quantity};
use super::instruction::Instruction;
use super::trigger::TriggerEvent;
use super::words::{CounterKind, ZoneKind};

/// What a level symbol stands for: while a creature has so many level counters, it has these base power and toughness and
/// these abilities (CR 711.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelSymbol {
    /// At least so many level counters.
    pub from: u32,
    /// At most so many; without it the symbol is "LEVEL 6+" (CR 711.2b).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
    /// The base power.
    pub power: i32,
    /// The base toughness.
    pub toughness: i32,
    /// The abilities of its striation, in printed order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<Ability>,
}

/// The counters that level up puts on a permanent (CR 702.87a).
pub fn level_counter() -> CounterKind {
    CounterKind::Named("level".to_owned())
}

impl LevelSymbol {
    /// CR 711.2a-b: the number of level counters.
    pub fn condition(&self) -> Condition {
        let counters = || Quantity::Counters(level_counter(), Objects::This);
        let compare = |comparison, number: u32| Condition::Compare(counters(), comparison, fixed(number));
        let least = compare(Comparison::AtLeast, self.from);
        match self.to {
            Some(most) => Condition::All(vec![least, compare(Comparison::AtMost, most)]),
            None => least,
        }
    }

    /// CR 711.2a-b: base power and toughness, and the abilities.
    pub fn effect(&self) -> StaticEffect {
        let base = Modification::SetPowerToughness(Quantity::Fixed(self.power), Quantity::Fixed(self.toughness));
        let modifications = std::iter::once(base).chain(gained(&self.abilities)).collect();
        StaticEffect::Modify { what: Filter::This, modifications, defining: false }
    }
}

/// CR 702.87a: for a cost, a level counter, at the time of a sorcery.
pub(super) fn level_up(cost: &[Cost]) -> ActivatedAbility {
    let put = Instruction::PutCounters { on: Objects::This, kind: level_counter(), count: Quantity::Fixed(1) };
    ActivatedAbility {
        cost: cost.to_vec(),
        body: Body { instructions: vec![put], ..Body::default() },
        limits: vec![ActivationLimit::AsSorcery],
        zone: ZoneKind::Battlefield,
    }
}

/// The abilities of a striation, as its static ability gives them.
fn gained(abilities: &[Ability]) -> impl Iterator<Item = Modification> {
    abilities.iter().cloned().map(|ability| Modification::Gain(Box::new(ability)))
}

fn fixed(number: u32) -> Quantity {
    Quantity::Fixed(i32::try_from(number).unwrap_or(i32::MAX))
}

/// Chapter symbols of a Saga and the effect beside them, which triggers as the number of lore
/// counters is reached (CR 715.2). That a Saga gets its counters and is sacrificed in the end
/// follows from its subtype.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChapterSymbols {
    /// The numerals: `[1, 2]` (CR 715.2c).
    pub at: Vec<u32>,
    /// What the chapter does.
    pub body: Body,
}

/// The counters that a Saga's progress is kept with (CR 715.3).
pub fn lore_counter() -> CounterKind {
    CounterKind::Named("lore".to_owned())
}

impl ChapterSymbols {
    /// CR 715.2b-c: a triggered ability for each numeral.
    pub fn abilities(&self) -> impl Iterator<Item = TriggeredAbility> {
        self.at.iter().map(|number| TriggeredAbility {
            when: TriggerEvent::Chapter(*number),
            condition: None,
            body: self.body.clone(),
            zone: ZoneKind::Battlefield,
            limit: None,
            uncounterable: false,
        })
    }
}

/// A class level bar: for a cost, as a sorcery, the level becomes this from the one before, and
/// from then on the Class has these abilities (CR 717.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassLevelBar {
    /// What is paid for the level.
    pub cost: Vec<Cost>,
    /// The level.
    pub level: u32,
    /// The abilities of its section, in printed order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<Ability>,
}

impl ClassLevelBar {
    /// CR 717.2a: for the cost its level becomes this, from the one before, at the time of a sorcery.
    pub fn activated(&self) -> ActivatedAbility {
        let before = self.compared(Comparison::Equal, self.level.saturating_sub(1));
        ActivatedAbility {
            cost: self.cost.clone(),
            body: Body {
                instructions: vec![Instruction::SetLevel { what: Objects::This, level: self.level }],
                ..Body::default()
            },
            limits: vec![ActivationLimit::If(before), ActivationLimit::AsSorcery],
            zone: ZoneKind::Battlefield,
        }
    }

    /// CR 717.2a: the level from which on it has the abilities.
    pub fn condition(&self) -> Condition {
        self.compared(Comparison::AtLeast, self.level)
    }

    /// CR 717.2a: the abilities.
    pub fn effect(&self) -> StaticEffect {
        StaticEffect::Modify { what: Filter::This, modifications: gained(&self.abilities).collect(), defining: false }
    }

    fn compared(&self, comparison: Comparison, level: u32) -> Condition {
        Condition::Compare(Quantity::Level(Objects::This), comparison, fixed(level))
    }
}
