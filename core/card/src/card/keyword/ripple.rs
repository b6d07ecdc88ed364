//! Ripple (CR 702.60).

use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::CastingCost;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::deed::Deed;
use crate::card::words::zone_kind::{Place, ZoneKind};

use super::common::ability;
use super::meaning::{Meaning, number, of};

/// CR 702.60a-b.
pub(super) static RIPPLE: Meaning = Meaning {
    operand: number!(Keyword::Ripple),
    triggered: of!(Keyword::Ripple(count) => vec![ability(
        TriggerEvent::Casts(Players::You, Filter::This),
        vec![Instruction::May(verb::May { who: Players::You, then: ripples(*count) })],
    )]),
    ..Meaning::named("ripple")
};

fn ripples(count: u32) -> Vec<Instruction> {
    let among = |filter| Objects::Among(Box::new(Objects::ThisWay(Deed::Revealed)), Box::new(filter));
    let same = Filter::All(vec![Filter::In(ZoneKind::Library), Filter::SameName(Objects::This)]);
    vec![
        Instruction::Reveal(verb::Reveal(Objects::TopOfLibrary(Players::You, count))),
        Instruction::MayPlay(verb::MayPlay {
            who: Players::You,
            what: among(same),
            count: None,
            lands: false,
            cost: CastingCost::Free,
            must: false,
            instead: None,
        }),
        Instruction::Put(verb::Put {
            what: among(Filter::In(ZoneKind::Library)),
            into: ZoneKind::Library,
            place: Place::Bottom,
            random: false,
        }),
    ]
}
