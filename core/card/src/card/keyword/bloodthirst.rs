//! Bloodthirst (CR 702.54).

use crate::card::ast::filter::{Condition, Players, Quantity};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::comparison::Comparison;

use super::common::{PLUS_ONE, amount_this_turn, enters_with, number, times_this_turn};
use super::meaning::{Made, Meaning, Operand, Operands, of};

/// CR 702.54a-c: without a number, bloodthirst X.
pub(super) static BLOODTHIRST: Meaning = Meaning {
    operand: Operands {
        of: of!(Keyword::Bloodthirst(n) => n.map_or(Operand::Own, Operand::Number)),
        made: Made::Number(|n| Keyword::Bloodthirst(Some(n))),
    },
    effects: of!(Keyword::Bloodthirst(n) => {
        let count = n.map_or_else(|| amount_this_turn(opponent_dealt_damage()), number);
        vec![enters_with(PLUS_ONE, count)]
    }),
    condition: of!(Keyword::Bloodthirst(Some(_)) => Some(Condition::Compare(
        times_this_turn(opponent_dealt_damage()),
        Comparison::AtLeast,
        Quantity::Fixed(1),
    ))),
    ..Meaning::named("bloodthirst")
};

const fn opponent_dealt_damage() -> TriggerEvent {
    TriggerEvent::IsDealtDamage { what: None, who: Some(Players::Opponents), combat: false, noncombat: false }
}
