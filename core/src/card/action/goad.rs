//! Goading (CR 701.38).

use crate::card::ast::effect::{Duration, Modification, StaticEffect};
use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::restriction::Requirement;
use crate::card::words::marking::Marking;
use crate::card::words::turn_step::TurnPart;
use crate::rule;

use super::{Operand, Performance};

/// CR 701.38a-c: a player who has goaded a creature does not goad it again (CR 701.38d).
pub(super) static GOAD: Performance = Performance {
    verb: "goad",
    rule: rule!("701.38a"),
    operand: |instruction| match instruction {
        Instruction::Goad(what) => Operand::Objects(what),
        _ => Operand::Nothing,
    },
    instructions: |instruction| {
        let Instruction::Goad(what) = instruction else { return Vec::new() };
        let goaded = Filter::MarkedBy { being: Marking::Goaded, by: Players::You };
        let newly = || Objects::Among(Box::new(what.clone()), Box::new(Filter::Not(Box::new(goaded.clone()))));
        let until = || Duration::Until(TurnPart::Turn, Players::You);
        let those = || Filter::Is(Objects::Those);
        // CR 701.38b: a teammate of whoever goads it is another player.
        let others = Players::OtherThan(Box::new(Players::Each), Box::new(Players::You));
        let others = Requirement::AttackThat { what: those(), players: Some(others), objects: None };
        let require = |requirement| Instruction::Establish {
            effect: StaticEffect::Require(requirement),
            duration: until(),
            of: Some(newly()),
            apiece: false,
        };
        vec![
            require(Requirement::Attack(those())),
            require(others),
            Instruction::Modify {
                what: newly(),
                modifications: vec![Modification::Mark(Marking::Goaded)],
                duration: until(),
            },
        ]
    },
};
