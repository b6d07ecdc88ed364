//! Soulbond (CR 702.95).

use crate::card::ast::ability::{TargetWhat, TriggeredAbility};
use crate::card::ast::effect::{Duration, Modification};
use crate::card::ast::filter::{Condition, Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::card_type::CardType;
use crate::card::words::marking::Marking;
use crate::card::words::zone_kind::ZoneKind;

use super::common::{ability, enters};
use super::meaning::Meaning;

/// CR 702.95a: an effect pairs the two for as long as both remain creatures under your control
/// (CR 702.95e).
pub(super) static SOULBOND: Meaning = Meaning {
    triggered: |_| {
        let another = || Filter::All(vec![unpaired(), Filter::Not(Box::new(Filter::This))]);
        let there = |what: Filter| Condition::Exists(Filter::All(vec![what, unpaired()]));
        let this = || there(Filter::This);
        let choice = Instruction::choose(TargetWhat::Object(another()), false, 0);
        let may = |then| vec![Instruction::May(verb::May { who: Players::You, then })];
        let either = TriggeredAbility {
            condition: Some(Condition::All(vec![this(), Condition::Exists(another())])),
            ..ability(enters(), may(vec![choice, pair(Objects::Chosen(0))]))
        };
        let arrives = TriggerEvent::Moves {
            what: Filter::All(vec![
                Filter::Type(CardType::Creature),
                Filter::ControlledBy(Players::You),
                Filter::Not(Box::new(Filter::This)),
            ]),
            from: None,
            to: Some(ZoneKind::Battlefield.into()),
        };
        let other = TriggeredAbility {
            condition: Some(Condition::All(vec![this(), there(Filter::Is(Objects::ThatObject))])),
            ..ability(arrives, may(vec![pair(Objects::ThatObject)]))
        };
        vec![either, other]
    },
    ..Meaning::alone("soulbond", || Keyword::Soulbond)
};

/// An unpaired creature of yours (CR 702.95b).
fn unpaired() -> Filter {
    Filter::All(vec![
        Filter::Type(CardType::Creature),
        Filter::ControlledBy(Players::You),
        Filter::Not(Box::new(Filter::Marked(Marking::Paired))),
    ])
}

/// Pairs this creature with another, unless one of the two is no longer such a creature
/// (CR 702.95c-d).
fn pair(with: Objects) -> Instruction {
    let both = Filter::AnyOf(vec![Filter::Is(Objects::This), Filter::Is(with.clone())]);
    let yours = || Filter::All(vec![Filter::Type(CardType::Creature), Filter::ControlledBy(Players::You)]);
    let remain = vec![Condition::Is(Objects::This, yours()), Condition::Is(with.clone(), yours())];
    let able = [Filter::This, Filter::Is(with)];
    let able = able.into_iter().map(|what| Condition::Exists(Filter::All(vec![what, unpaired()])));
    Instruction::If(verb::If {
        condition: Condition::All(able.collect()),
        then: vec![Instruction::Modify(verb::Modify {
            what: Objects::Each(Box::new(both)),
            modifications: vec![Modification::Mark(Marking::Paired)],
            duration: Duration::AsLongAs(Condition::All(remain)),
        })],
        otherwise: Vec::new(),
    })
}
