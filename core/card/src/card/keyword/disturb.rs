//! Disturb (CR 702.146).

use crate::card::ast::filter::{Filter, Players};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::{CastingCost, Permission};
use crate::card::words::zone_kind::ZoneKind;

use super::meaning::{Meaning, cost};

/// CR 702.146a.
pub(super) static DISTURB: Meaning = Meaning {
    operand: cost!(Keyword::Disturb),
    permission: |keyword, _| {
        let Keyword::Disturb(cost) = keyword else { return None };
        Some(Permission::Cast {
            who: Players::You,
            what: Filter::All(vec![Filter::This, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(Players::You)]),
            cost: CastingCost::Instead(cost.clone()),
            exile: false,
            instead: None,
        })
    },
    transformed: true,
    ..Meaning::named("disturb")
};
