//! Scavenge (CR 702.97).

use crate::card::ast::ability::Body;
use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Filter, Objects, Quantity};
use crate::card::ast::keyword::Keyword;
use crate::card::words::card_type::CardType;
use crate::card::words::zone_kind::ZoneKind;

use super::common::{PLUS_ONE, and, as_sorcery, put, target};
use super::meaning::{Meaning, cost, of};

/// CR 702.97a.
pub(super) static SCAVENGE: Meaning = Meaning {
    operand: cost!(Keyword::Scavenge),
    activated: of!(Keyword::Scavenge(cost) => {
        let body = Body {
            targets: target(Filter::Type(CardType::Creature)),
            instructions: vec![put(Objects::Target(0), PLUS_ONE, Quantity::Power(Objects::This))],
            ..Body::default()
        };
        Some(as_sorcery(and(cost, Cost::ExileThis), ZoneKind::Graveyard, body))
    }),
    ..Meaning::named("scavenge")
};
