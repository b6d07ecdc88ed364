//! Split second (CR 702.61).

use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::{Filter, Players};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::Restriction;
use crate::card::words::zone_kind::ZoneKind;

use super::meaning::Meaning;

/// CR 702.61a-b: it functions only on the stack. Special actions aren't abilities and triggered
/// abilities aren't activated, so no exceptions are needed.
pub(super) static SPLIT_SECOND: Meaning = Meaning {
    zone: ZoneKind::Stack,
    effects: |_| {
        let others = Filter::Not(Box::new(Filter::This));
        vec![
            StaticEffect::Restrict(Restriction::CantCast { who: Players::Each, what: others, except: None }),
            StaticEffect::Restrict(Restriction::CantActivate {
                who: Players::Each,
                what: Filter::Any,
                unless_mana: true,
                except: None,
            }),
        ]
    },
    ..Meaning::alone("split second", || Keyword::SplitSecond)
};
