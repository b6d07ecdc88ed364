//! Persist and undying (CR 702.79, 702.93).

use crate::card::ast::ability::{Body, TriggeredAbility};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::zone_kind::ZoneKind;

use super::common::{MINUS_ONE, PLUS_ONE, dies};
use super::meaning::Meaning;

/// CR 702.79a.
pub(super) static PERSIST: Meaning =
    Meaning { triggered: |_| vec![returns(dies(), MINUS_ONE)], ..Meaning::alone("persist", || Keyword::Persist) };

/// CR 702.93a.
pub(super) static UNDYING: Meaning =
    Meaning { triggered: |_| vec![returns(dies(), PLUS_ONE)], ..Meaning::alone("undying", || Keyword::Undying) };

/// CR 702.79a, 702.93a: the object that died returns with a counter if it had none of the kind.
fn returns(dies: TriggerEvent, kind: CounterKind) -> TriggeredAbility {
    let had = Condition::Is(Objects::ThatObject, Filter::HasCounter(kind.clone()));
    let back = Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
        transformed: false,
        what: Objects::ThatObject,
        control: Players::OwnerOf(Box::new(Objects::ThatObject)),
        tapped: false,
        attached_to: None,
        counters: vec![(kind, Quantity::Fixed(1))],
        being: Vec::new(),
        face_down: None,
        joining: None,
    });
    TriggeredAbility {
        when: dies,
        condition: Some(Condition::Not(Box::new(had))),
        limit: None,
        uncounterable: false,
        body: Body { instructions: vec![back], ..Body::default() },
        zone: ZoneKind::Battlefield,
    }
}
