//! Devoid (CR 702.114).

use crate::card::ast::effect::{Modification, StaticEffect};
use crate::card::ast::filter::Filter;
use crate::card::ast::keyword::Keyword;
use crate::card::words::mana_symbol::Colors;

use super::meaning::Meaning;

/// CR 702.114a: a characteristic-defining ability (CR 604.3).
pub(super) static DEVOID: Meaning = Meaning {
    effects: |_| {
        vec![StaticEffect::Modify {
            what: Filter::This,
            modifications: vec![Modification::SetColors(Colors::COLORLESS)],
            defining: true,
        }]
    },
    ..Meaning::alone("devoid", || Keyword::Devoid)
};
