//! Soulshift (CR 702.46).

use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::verb;
use crate::card::words::card_type::Subtype;
use crate::card::words::comparison::Comparison;
use crate::card::words::zone_kind::{Place, ZoneKind};

use super::common::{ability, dies, number, target};
use super::meaning::{Meaning, number, of};

/// CR 702.46a-b.
pub(super) static SOULSHIFT: Meaning = Meaning {
    operand: number!(Keyword::Soulshift),
    triggered: of!(Keyword::Soulshift(most) => {
        let spirit = Subtype::named("Spirit").into_iter().map(Filter::Subtype);
        let yours = [
            Filter::Card,
            Filter::In(ZoneKind::Graveyard),
            Filter::OwnedBy(Players::You),
            Filter::ManaValue(Comparison::AtMost, Box::new(number(*most))),
        ];
        let back = Instruction::Put(verb::Put {
            what: Objects::Target(0),
            into: ZoneKind::Hand,
            place: Place::Top,
            random: false,
        });
        let mut returns = ability(dies(), vec![Instruction::May(verb::May { who: Players::You, then: vec![back] })]);
        returns.body.targets = target(Filter::All(spirit.chain(yours).collect()));
        vec![returns]
    }),
    ..Meaning::named("soulshift")
};
