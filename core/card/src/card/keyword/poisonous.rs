//! Poisonous (CR 702.70).

use crate::card::ast::filter::Players;
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::verb;
use crate::card::words::counter_kind::CounterKind;

use super::common::{ability, damages_a_player, number};
use super::meaning::{Meaning, number, of};

/// CR 702.70a-b.
pub(super) static POISONOUS: Meaning = Meaning {
    operand: number!(Keyword::Poisonous),
    triggered: of!(Keyword::Poisonous(count) => vec![ability(
        damages_a_player(),
        vec![Instruction::GetCounters(verb::GetCounters {
            who: Players::ThatPlayer,
            kind: CounterKind::Poison,
            count: number(*count),
        })],
    )]),
    ..Meaning::named("poisonous")
};
