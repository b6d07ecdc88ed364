//! Suspend (CR 702.62).

use std::borrow::Cow;

use crate::card::ast::ability::{Ability, TriggeredAbility};
use crate::card::ast::effect::{Duration, Modification};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::CastingCost;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::card_type::CardType;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::turn_step::TurnStep;
use crate::card::words::zone_kind::ZoneKind;

use super::common::ability;
use super::meaning::{Made, Meaning, Operand, Operands, SpecialAction, SpecialTiming};

/// CR 702.62a: the special action (CR 116.2f), and the second and third abilities.
pub(super) static SUSPEND: Meaning = Meaning {
    operand: Operands {
        of: |keyword| match keyword {
            Keyword::Suspend { count, cost, x_limits } if x_limits.is_empty() => {
                Operand::NumberAndCost(Cow::Borrowed(count), cost)
            }
            _ => Operand::Own,
        },
        made: Made::NumberAndCost(|count, cost| Some(Keyword::Suspend { count, cost, x_limits: Vec::new() })),
    },
    special_action: |keyword, _| {
        let Keyword::Suspend { count, cost, x_limits } = keyword else { return None };
        let counters =
            Instruction::PutCounters(verb::PutCounters { on: Objects::This, kind: time(), count: count.clone() });
        Some(SpecialAction {
            when: SpecialTiming::AsCast,
            cost: cost.clone(),
            then: vec![Instruction::Exile(verb::Exile(Objects::This)), counters],
            x_limits: x_limits.clone(),
        })
    },
    triggered: |_| {
        let in_exile = |when, condition, instructions| TriggeredAbility {
            condition: Some(condition),
            zone: ZoneKind::Exile,
            ..ability(when, instructions)
        };
        let remove = Instruction::RemoveCounters(verb::RemoveCounters {
            from: Objects::This,
            kind: time(),
            count: Quantity::Fixed(1),
        });
        let last = TriggerEvent::CountersRemoved { from: Filter::This, kind: Some(time()), last: true };
        let exiled = || Condition::Exists(Filter::All(vec![Filter::This, Filter::In(ZoneKind::Exile)]));
        let suspended = Condition::All(vec![exiled(), Condition::Is(Objects::This, Filter::HasCounter(time()))]);
        vec![
            in_exile(TriggerEvent::BeginningOf(TurnStep::Upkeep, Players::You), suspended, vec![remove]),
            in_exile(last, exiled(), plays()),
        ]
    },
    ..Meaning::named("suspend")
};

/// Time counters (CR 702.62a).
fn time() -> CounterKind {
    CounterKind::Named("time".to_owned())
}

/// CR 702.62a: the card is played if able; a creature spell has haste while the player controls it.
fn plays() -> Vec<Instruction> {
    let spell = Filter::All(vec![Filter::Type(CardType::Creature), Filter::In(ZoneKind::Stack)]);
    vec![
        Instruction::MayPlay(verb::MayPlay {
            who: Players::You,
            what: Objects::This,
            count: Some(1),
            lands: true,
            cost: CastingCost::Free,
            must: true,
            instead: None,
        }),
        Instruction::Modify(verb::Modify {
            what: Objects::Among(Box::new(Objects::This), Box::new(spell)),
            modifications: vec![Modification::Gain(Box::new(Ability::Keyword(Keyword::Haste)))],
            duration: Duration::WhileControlled,
        }),
    ]
}
