//! Offering (CR 702.48).

use crate::card::ast::cost::{Cost, CostChange, CostEffect, Costly, OptionalCost};
use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::{Filter, Objects};
use crate::card::ast::keyword::Keyword;
use crate::card::words::zone_kind::ZoneKind;

use super::meaning::{Meaning, Operands, of};

/// CR 702.48a-c: the permanent is chosen with the cost, as the reduction refers to it.
pub(super) static OFFERING: Meaning = Meaning {
    operand: Operands::OWN,
    zone: ZoneKind::Stack,
    about_casting: true,
    effects: of!(Keyword::Offering(subtype) => {
        let subtype = Filter::Subtype(*subtype);
        let offered = Filter::All(vec![Filter::This, Filter::Paid { what: OptionalCost::Offering, nth: None }]);
        let sacrifice = CostChange::MayCostWithFlash(vec![Cost::Sacrifice(1, subtype.clone())]);
        let less = CostChange::LessBy(Objects::Among(Box::new(Objects::PaidWith), Box::new(subtype)));
        let effect = |of, change| StaticEffect::Cost(CostEffect { of: Costly::Spells(of), change });
        vec![effect(Filter::This, sacrifice), effect(offered, less)]
    }),
    ..Meaning::named("offering")
};
