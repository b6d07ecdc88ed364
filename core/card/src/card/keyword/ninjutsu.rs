//! Ninjutsu and commander ninjutsu (CR 702.49).

use crate::card::ast::ability::{ActivatedAbility, ActivationLimit};
use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Condition, Filter, Objects, Players};
use crate::card::ast::instruction::{Instruction, Joining};
use crate::card::ast::keyword::Keyword;
use crate::card::verb;
use crate::card::words::card_type::CardType;
use crate::card::words::turn_step::CombatPoint;
use crate::card::words::zone_kind::ZoneKind;

use super::common::body;
use super::meaning::{Meaning, cost, of};

/// CR 702.49a.
pub(super) static NINJUTSU: Meaning = Meaning {
    operand: cost!(Keyword::Ninjutsu),
    activated: of!(Keyword::Ninjutsu(cost) => Some(sneaks_in(cost, Filter::In(ZoneKind::Hand), None))),
    ..Meaning::named("ninjutsu")
};

/// CR 702.49d.
pub(super) static COMMANDER_NINJUTSU: Meaning = Meaning {
    operand: cost!(Keyword::CommanderNinjutsu),
    activated: of!(Keyword::CommanderNinjutsu(cost) => {
        let from = Filter::AnyOf(vec![Filter::In(ZoneKind::Hand), Filter::In(ZoneKind::Command)]);
        Some(sneaks_in(cost, from, Some(ActivationLimit::AlsoIn(ZoneKind::Command))))
    }),
    variant_of: Some("ninjutsu"),
    ..Meaning::named("commander ninjutsu")
};

/// The activated ability. Before blockers are declared no attacker is unblocked (CR 509.1h,
/// 702.49c).
fn sneaks_in(cost: &[Cost], from: Filter, also: Option<ActivationLimit>) -> ActivatedAbility {
    let unblocked =
        Filter::All(vec![Filter::Type(CardType::Creature), Filter::Attacking, Filter::Not(Box::new(Filter::Blocked))]);
    let more = [Cost::Reveal(1, Filter::This), Cost::Return(1, unblocked)];
    let declared = Condition::Combat { during: Some(Players::Each), before: None, after: Some(CombatPoint::Blockers) };
    ActivatedAbility {
        cost: cost.iter().cloned().chain(more).collect(),
        body: body(vec![attacks(from)]),
        limits: std::iter::once(ActivationLimit::If(declared)).chain(also).collect(),
        zone: ZoneKind::Hand,
        ..ActivatedAbility::default()
    }
}

/// It attacks what the returned creature was attacking.
fn attacks(from: Filter) -> Instruction {
    Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
        what: Objects::Among(Box::new(Objects::This), Box::new(from)),
        control: Players::You,
        tapped: true,
        joining: Some(Joining::AttackingLike(Objects::PaidWith)),
        attached_to: None,
        counters: Vec::new(),
        being: Vec::new(),
        face_down: None,
        transformed: false,
    })
}
