//! Keyword abilities that let a card be cast from a graveyard: retrace, jump-start, escape
//! (CR 118.8, 118.9).

use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Filter, Players};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::{CastingCost, Permission};
use crate::card::words::card_type::CardType;
use crate::card::words::zone_kind::ZoneKind;

use super::meaning::{Meaning, cost};

/// CR 702.81a.
pub(super) static RETRACE: Meaning = Meaning {
    about_casting: true,
    permission: |_, _| {
        let cost = CastingCost::With(vec![Cost::Discard(1, Filter::Type(CardType::Land))]);
        Some(from_graveyard(Vec::new(), cost, false))
    },
    ..Meaning::alone("retrace", || Keyword::Retrace)
};

/// CR 702.133a.
pub(super) static JUMP_START: Meaning = Meaning {
    about_casting: true,
    permission: |_, _| {
        let spell = Filter::AnyOf(vec![Filter::Type(CardType::Instant), Filter::Type(CardType::Sorcery)]);
        Some(from_graveyard(vec![spell], CastingCost::With(vec![Cost::Discard(1, Filter::Any)]), true))
    },
    ..Meaning::alone("jump-start", || Keyword::JumpStart)
};

/// CR 702.138a: `PaidAs("escape")` is "it escaped" (CR 702.138b).
pub(super) static ESCAPE: Meaning = Meaning {
    operand: cost!(Keyword::Escape),
    about_casting: true,
    permission: |keyword, _| {
        let Keyword::Escape(cost) = keyword else { return None };
        Some(from_graveyard(Vec::new(), CastingCost::Instead(cost.clone()), false))
    },
    ..Meaning::named("escape")
};

fn from_graveyard(more: Vec<Filter>, cost: CastingCost, exile: bool) -> Permission {
    let here = [Filter::This, Filter::In(ZoneKind::Graveyard)];
    let what = Filter::All(here.into_iter().chain(more).collect());
    Permission::Cast { who: Players::You, what, cost, exile, instead: None }
}
