//! Flashback and aftermath: spells cast from a graveyard (CR 702.34, 702.127).

use crate::card::ast::cost::Cost;
use crate::card::ast::effect::{Instead, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Filter, Players};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::{CastingCost, Permission};
use crate::card::words::card_type::CardType;
use crate::card::words::zone_kind::ZoneKind;

use super::meaning::{Meaning, Operands};

/// CR 702.34a.
pub(super) static FLASHBACK: Meaning = Meaning {
    operand: Operands::OWN,
    about_casting: true,
    permission: |keyword, mana_cost| {
        let Keyword::Flashback(cost) = keyword else { return None };
        // CR 118.6: a mana cost that is not there can't be paid.
        let cost = match cost {
            Some(cost) => cost.clone(),
            None => vec![Cost::Mana(mana_cost?.clone())],
        };
        Some(Permission::Cast {
            who: Players::You,
            what: Filter::All(vec![
                Filter::This,
                Filter::In(ZoneKind::Graveyard),
                Filter::AnyOf(vec![Filter::Type(CardType::Instant), Filter::Type(CardType::Sorcery)]),
            ]),
            cost: CastingCost::Instead(cost),
            exile: true,
            instead: None,
        })
    },
    ..Meaning::named("flashback")
};

/// CR 702.127a: the zone to cast it from, and the exile afterward.
pub(super) static AFTERMATH: Meaning = Meaning {
    zone: ZoneKind::Stack,
    about_casting: true,
    effects: |_| {
        vec![StaticEffect::Replace(Replacement {
            would: Would::Move {
                what: Filter::All(vec![Filter::This, Filter::CastFrom(ZoneKind::Graveyard)]),
                from: Some(ZoneKind::Stack.into()),
                to: None,
            },
            instead: Instead::GoTo(ZoneKind::Exile),
        })]
    },
    permission: |_, _| {
        Some(Permission::Cast {
            who: Players::You,
            what: Filter::All(vec![Filter::This, Filter::In(ZoneKind::Graveyard)]),
            cost: CastingCost::Usual,
            exile: false,
            instead: None,
        })
    },
    only_cast_from: Some(ZoneKind::Graveyard),
    ..Meaning::alone("aftermath", || Keyword::Aftermath)
};
