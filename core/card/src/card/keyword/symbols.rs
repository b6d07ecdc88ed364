//! The symbols of striated text boxes (CR 107.8, 107.15, 107.16, 711, 715, 717): keyword abilities
//! that stand for other abilities.

use crate::card::ast::ability::{
    Ability, ActivatedAbility, ActivationLimit, Body, ChapterSymbols, ClassLevelBar, LevelSymbol, TriggeredAbility,
};
use crate::card::ast::cost::Cost;
use crate::card::ast::effect::{Modification, StaticEffect};
use crate::card::ast::filter::{Condition, Filter, Objects, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::comparison::Comparison;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::zone_kind::ZoneKind;

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

/// CR 702.87a: for a cost, a level counter, at sorcery speed.
pub(crate) fn level_up(cost: &[Cost]) -> ActivatedAbility {
    let put = Instruction::PutCounters(verb::PutCounters {
        on: Objects::This,
        kind: level_counter(),
        count: Quantity::Fixed(1),
    });
    ActivatedAbility {
        cost: cost.to_vec(),
        body: Body { instructions: vec![put], ..Body::default() },
        limits: vec![ActivationLimit::AsSorcery],
        ..ActivatedAbility::default()
    }
}

/// The abilities of a striation, as granted by its static ability.
fn gained(abilities: &[Ability]) -> impl Iterator<Item = Modification> {
    abilities.iter().cloned().map(|ability| Modification::Gain(Box::new(ability)))
}

fn fixed(number: u32) -> Quantity {
    Quantity::Fixed(i32::try_from(number).unwrap_or(i32::MAX))
}

/// The counters that track a Saga's progress (CR 715.3).
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

impl ClassLevelBar {
    /// CR 717.2a: for the cost, the level goes from the previous one to this one, at sorcery speed.
    pub fn activated(&self) -> ActivatedAbility {
        let before = self.compared(Comparison::Equal, self.level.saturating_sub(1));
        ActivatedAbility {
            cost: self.cost.clone(),
            body: Body {
                instructions: vec![Instruction::SetLevel(verb::SetLevel { what: Objects::This, level: self.level })],
                ..Body::default()
            },
            limits: vec![ActivationLimit::If(before), ActivationLimit::AsSorcery],
            ..ActivatedAbility::default()
        }
    }

    /// CR 717.2a: the level has been reached, so that it has the abilities.
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
