//! Renown (CR 702.112).

use crate::card::ast::ability::TriggeredAbility;
use crate::card::ast::filter::{Condition, Filter, Objects};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::verb;
use crate::card::words::marking::Marking;

use super::common::{PLUS_ONE, ability, damages_a_player, number, put};
use super::meaning::{Meaning, number, of};

/// CR 702.112a, 702.112c: an instance that resolves later finds it renowned (CR 603.4).
pub(super) static RENOWN: Meaning = Meaning {
    operand: number!(Keyword::Renown),
    triggered: of!(Keyword::Renown(count) => {
        let renowned = Condition::Is(Objects::This, Filter::Marked(Marking::Renowned));
        let becomes = Instruction::Mark(verb::Mark { what: Objects::This, being: Marking::Renowned, number: None, gaining: None });
        vec![TriggeredAbility {
            condition: Some(Condition::Not(Box::new(renowned))),
            ..ability(damages_a_player(), vec![put(Objects::This, PLUS_ONE, number(*count)), becomes])
        }]
    }),
    ..Meaning::named("renown")
};
