//! Keyword abilities that offer an alternative cost if something happened this turn: prowl, surge,
//! spectacle (CR 118.9).

use crate::card::ast::cost::{Cost, CostChange, CostEffect, Costly};
use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::card_type::{CardType, SubtypeSet};
use crate::card::words::comparison::Comparison;
use crate::card::words::zone_kind::ZoneKind;

use super::common::times_this_turn;
use super::meaning::{Meaning, cost, of};

/// CR 702.76a: the source is described as it dealt the damage.
pub(super) static PROWL: Meaning = Meaning {
    operand: cost!(Keyword::Prowl),
    zone: ZoneKind::Stack,
    about_casting: true,
    effects: of!(Keyword::Prowl(cost) => offers(cost)),
    condition: |_| {
        let like_this = Filter::SharesSubtype(SubtypeSet::Of(CardType::Creature), Objects::This);
        happened(TriggerEvent::DealsDamage {
            source: Filter::All(vec![Filter::ControlledBy(Players::You), like_this]),
            combat: true,
            noncombat: false,
            to_players: Some(Players::Each),
            to_objects: None,
        })
    },
    ..Meaning::named("prowl")
};

/// CR 702.117a.
pub(super) static SURGE: Meaning = Meaning {
    operand: cost!(Keyword::Surge),
    zone: ZoneKind::Stack,
    about_casting: true,
    effects: of!(Keyword::Surge(cost) => offers(cost)),
    condition: |_| happened(TriggerEvent::Casts(Players::YourTeam, Filter::Not(Box::new(Filter::This)))),
    ..Meaning::named("surge")
};

/// CR 702.137a.
pub(super) static SPECTACLE: Meaning = Meaning {
    operand: cost!(Keyword::Spectacle),
    zone: ZoneKind::Stack,
    about_casting: true,
    effects: of!(Keyword::Spectacle(cost) => offers(cost)),
    condition: |_| happened(TriggerEvent::LosesLife(Players::Opponents)),
    ..Meaning::named("spectacle")
};

fn offers(cost: &[Cost]) -> Vec<StaticEffect> {
    let change = CostChange::Instead(cost.to_vec());
    vec![StaticEffect::Cost(CostEffect { of: Costly::Spells(Filter::This), change })]
}

fn happened(event: TriggerEvent) -> Option<Condition> {
    Some(Condition::Compare(times_this_turn(event), Comparison::AtLeast, Quantity::Fixed(1)))
}
