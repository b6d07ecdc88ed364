//! Aura swap (CR 702.65).

use crate::card::ast::ability::{ActivatedAbility, TargetWhat};
use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::verb;
use crate::card::words::card_type::Subtype;
use crate::card::words::zone_kind::ZoneKind;

use super::common::body;
use super::meaning::{Meaning, cost, of};

/// CR 702.65a-b.
pub(super) static AURA_SWAP: Meaning = Meaning {
    operand: cost!(Keyword::AuraSwap),
    activated: of!(Keyword::AuraSwap(cost) => Some(ActivatedAbility {
        cost: cost.clone(),
        body: body(swaps()),
        ..ActivatedAbility::default()
    })),
    ..Meaning::named("aura swap")
};

fn swaps() -> Vec<Instruction> {
    let aura = Filter::Subtype(Subtype::AURA);
    let in_hand = vec![aura, Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(Players::You)];
    vec![
        Instruction::choose(TargetWhat::Object(Filter::All(in_hand)), true, 0),
        Instruction::ExchangeCards(verb::ExchangeCards {
            what: Objects::This,
            from: ZoneKind::Battlefield,
            with: Objects::Chosen(0),
            and: ZoneKind::Hand,
        }),
    ]
}
