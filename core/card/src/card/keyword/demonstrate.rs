//! Demonstrate (CR 702.144).

use crate::card::ast::ability::TargetWhat;
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{CopyTargets, Instruction};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;

use super::common::ability;
use super::meaning::Meaning;

/// CR 702.144a.
pub(super) static DEMONSTRATE: Meaning = Meaning {
    triggered: |_| {
        let copy = |who| {
            Instruction::CopySpell(verb::CopySpell {
                who,
                of: Objects::ThatObject,
                count: Quantity::Fixed(1),
                except: Vec::new(),
                targets: CopyTargets::MayChoose,
            })
        };
        let opponent = Instruction::choose(TargetWhat::Player(Players::Opponents), false, 0);
        let then = vec![copy(Players::You), opponent, copy(Players::Chosen(0))];
        vec![ability(
            TriggerEvent::Casts(Players::You, Filter::This),
            vec![Instruction::May(verb::May { who: Players::You, then })],
        )]
    },
    ..Meaning::alone("demonstrate", || Keyword::Demonstrate)
};
