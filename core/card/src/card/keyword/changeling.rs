//! Changeling (CR 702.73).

use crate::card::ast::effect::{Modification, StaticEffect};
use crate::card::ast::filter::Filter;
use crate::card::ast::keyword::Keyword;
use crate::card::words::card_type::{CardType, SubtypeSet};

use super::meaning::Meaning;

/// CR 702.73a.
pub(super) static CHANGELING: Meaning = Meaning {
    effects: |_| {
        vec![StaticEffect::Modify {
            what: Filter::This,
            modifications: vec![Modification::AddEverySubtype(SubtypeSet::Of(CardType::Creature))],
            defining: true,
        }]
    },
    ..Meaning::alone("changeling", || Keyword::Changeling)
};
