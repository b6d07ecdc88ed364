//! Goading (CR 701.38).

use crate::card::ast::effect::{Duration, Modification, StaticEffect};
use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::restriction::Requirement;
use crate::card::verb;
use crate::card::words::marking::Marking;
use crate::card::words::turn_step::TurnPart;
use crate::rule;
use crate::rule::Rule;

use super::KeywordAction;

/// CR 701.38a-c: a player who has goaded a creature does not goad it again (CR 701.38d).
impl KeywordAction for verb::Goad {
    fn rule(&self) -> Rule {
        rule!("701.38a")
    }

    fn instructions(&self) -> Vec<Instruction> {
        let verb::Goad(what) = self;
        let goaded = Filter::MarkedBy { being: Marking::Goaded, by: Players::You };
        let newly = || Objects::Among(Box::new(what.clone()), Box::new(Filter::Not(Box::new(goaded.clone()))));
        let until = || Duration::Until(TurnPart::Turn, Players::You);
        let those = || Filter::Is(Objects::Those);
        // CR 701.38b: a teammate of whoever goads it is another player.
        let others = Players::OtherThan(Box::new(Players::Each), Box::new(Players::You));
        let others = Requirement::AttackThat { what: those(), players: Some(others), objects: None };
        let require = |requirement| {
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Require(requirement),
                duration: until(),
                of: Some(newly()),
                apiece: false,
            })
        };
        vec![
            require(Requirement::Attack(those())),
            require(others),
            Instruction::Modify(verb::Modify {
                what: newly(),
                modifications: vec![Modification::Mark(Marking::Goaded)],
                duration: until(),
            }),
        ]
    }
}
