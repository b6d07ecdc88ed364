//! Partner and partner with (CR 702.124). Both change how Commander decks are built
//! (`card::identity`); partner with has a triggered ability, too.

use crate::card::ast::ability::{Ability, Body, TargetSpec, TargetWhat, TriggeredAbility};
use crate::card::ast::filter::{Filter, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::zone_kind::ZoneKind;

use super::common::ability;
use super::meaning::{Meaning, Operands, of};

/// CR 702.124a
pub(super) static PARTNER: Meaning = Meaning::alone("partner", || Keyword::Partner);

/// The name that a "partner with" ability says.
pub(crate) fn partner_of(ability: &Ability) -> Option<&str> {
    match ability {
        Ability::Keyword(Keyword::PartnerWith(name)) => Some(name),
        _ => None,
    }
}

/// CR 702.124f: the second of the two abilities.
pub(super) static PARTNER_WITH: Meaning = Meaning {
    operand: Operands::OWN,
    triggered: of!(Keyword::PartnerWith(name) => vec![TriggeredAbility {
        body: Body {
            targets: vec![TargetSpec::one(TargetWhat::Player(Players::Each))],
            instructions: vec![Instruction::May(verb::May {
                who: Players::Target(0),
                then: Instruction::searches(
                    &Players::Target(0),
                    Filter::Named(name.to_owned()),
                    true,
                    ZoneKind::Hand,
                ),
            })],
            ..Body::default()
        },
        ..ability(
            TriggerEvent::Moves { what: Filter::This, from: None, to: Some(ZoneKind::Battlefield.into()) },
            Vec::new(),
        )
    }]),
    variant_of: Some("partner"),
    ..Meaning::named("partner with")
};
