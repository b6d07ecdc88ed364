//! Flanking (CR 702.25).

use crate::card::ast::filter::{Filter, Objects};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;

use super::common::{ability, grows};
use super::meaning::Meaning;

/// CR 702.25a.
pub(super) static FLANKING: Meaning = Meaning {
    triggered: |_| {
        vec![ability(
            TriggerEvent::BecomesBlockedBy {
                what: Filter::This,
                by: Filter::Not(Box::new(Filter::Keyword(Keyword::Flanking))),
            },
            vec![grows(Objects::ThatObject, -1)],
        )]
    },
    ..Meaning::alone("flanking", || Keyword::Flanking)
};
