//! Rampage (CR 702.23).

use crate::card::ast::effect::{Duration, Modification};
use crate::card::ast::filter::{Condition, Filter, Objects, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::comparison::Comparison;

use super::common::{ability, signed};
use super::meaning::{Meaning, number, of};

/// CR 702.23a-c.
pub(super) static RAMPAGE: Meaning = Meaning {
    operand: number!(Keyword::Rampage),
    triggered: of!(Keyword::Rampage(amount) => {
        let blockers = || Quantity::Count(Box::new(Filter::BlockingThat(Objects::This)));
        let beyond = Quantity::Sum(vec![blockers(), Quantity::Fixed(-1)]);
        let more = Quantity::Times(signed(*amount), Box::new(beyond));
        let grows = Instruction::Modify(verb::Modify {
            what: Objects::This,
            modifications: vec![Modification::AddPowerToughness(more.clone(), more)],
            duration: Duration::EndOfTurn,
        });
        // If the blockers are gone, no creature is "beyond the first".
        vec![ability(
            TriggerEvent::BecomesBlocked(Filter::This),
            vec![Instruction::If(verb::If {
                condition: Condition::Compare(blockers(), Comparison::AtLeast, Quantity::Fixed(2)),
                then: vec![grows],
                otherwise: Vec::new(),
            })],
        )]
    }),
    ..Meaning::named("rampage")
};
