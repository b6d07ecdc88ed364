//! Dredge (CR 702.52).

use crate::card::ast::effect::{Instead, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::verb;
use crate::card::words::comparison::Comparison;
use crate::card::words::zone_kind::{Place, ZoneKind};

use super::common::signed;
use super::meaning::{Meaning, number, of};

/// CR 702.52a-b.
pub(super) static DREDGE: Meaning = Meaning {
    operand: number!(Keyword::Dredge),
    zone: ZoneKind::Graveyard,
    effects: of!(Keyword::Dredge(count) => {
        let back =
            Instruction::Put(verb::Put { what: Objects::This, into: ZoneKind::Hand, place: Place::Top, random: false });
        let mill = Instruction::Mill(verb::Mill { who: Players::You, count: Quantity::Fixed(signed(*count)) });
        vec![StaticEffect::Replace(Replacement {
            would: Would::Draw(Players::You),
            instead: Instead::May(Box::new(Instead::Do(vec![mill, back]))),
        })]
    }),
    condition: of!(Keyword::Dredge(count) => {
        let library = vec![Filter::In(ZoneKind::Library), Filter::OwnedBy(Players::You)];
        let cards = Quantity::Count(Box::new(Filter::All(library)));
        Some(Condition::Compare(cards, Comparison::AtLeast, Quantity::Fixed(signed(*count))))
    }),
    ..Meaning::named("dredge")
};
