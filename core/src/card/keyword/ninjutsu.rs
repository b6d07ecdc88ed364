//! Ninjutsu (CR 702.49).

use crate::card::ast::ability::{ActivatedAbility, ActivationLimit};
use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Condition, Filter, Objects, Players};
use crate::card::ast::instruction::{Instruction, Joining};
use crate::card::ast::keyword::Keyword;
use crate::card::words::card_type::CardType;
use crate::card::words::turn_step::CombatPoint;
use crate::card::words::zone_kind::ZoneKind;

use super::common::body;
use super::meaning::{Meaning, Operand, of};

/// CR 702.49a, 702.49c: before blockers are declared no attacker is unblocked (CR 509.1h).
pub(super) static NINJUTSU: Meaning = Meaning {
    operand: of!(Keyword::Ninjutsu(cost) => Operand::Cost(cost)),
    activated: of!(Keyword::Ninjutsu(cost) => {
        let unblocked = Filter::All(vec![
            Filter::Type(CardType::Creature),
            Filter::Attacking,
            Filter::Not(Box::new(Filter::Blocked)),
        ]);
        let more = [Cost::Reveal(1, Filter::This), Cost::Return(1, unblocked)];
        let declared = Condition::Combat { during: Some(Players::Each), before: None, after: Some(CombatPoint::Blockers) };
        Some(ActivatedAbility {
            cost: cost.iter().cloned().chain(more).collect(),
            body: body(vec![attacks()]),
            limits: vec![ActivationLimit::If(declared)],
            zone: ZoneKind::Hand,
        })
    }),
    ..Meaning::named("ninjutsu")
};

/// It attacks what the returned creature was attacking.
fn attacks() -> Instruction {
    Instruction::PutOntoBattlefield {
        what: Objects::Among(Box::new(Objects::This), Box::new(Filter::In(ZoneKind::Hand))),
        control: Players::You,
        tapped: true,
        joining: Some(Joining::AttackingLike(Objects::PaidWith)),
        attached_to: None,
        counters: Vec::new(),
        being: Vec::new(),
        face_down: None,
        transformed: false,
    }
}
