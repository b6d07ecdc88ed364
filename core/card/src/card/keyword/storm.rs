//! Storm (CR 702.40).

use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{CopyTargets, Instruction};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;

use super::common::ability;
use super::meaning::Meaning;

/// CR 702.40a.
pub(super) static STORM: Meaning = Meaning {
    triggered: |_| {
        vec![ability(
            TriggerEvent::Casts(Players::You, Filter::This),
            vec![Instruction::CopySpell(verb::CopySpell {
                who: Players::You,
                of: Objects::ThatObject,
                count: Quantity::CastBefore(Objects::ThatObject),
                except: Vec::new(),
                targets: CopyTargets::MayChoose,
            })],
        )]
    },
    ..Meaning::alone("storm", || Keyword::Storm)
};
