//! Cascade (CR 702.85).

use crate::card::ast::filter::{Again, Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::CastingCost;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::card_type::CardType;
use crate::card::words::comparison::Comparison;
use crate::card::words::deed::Deed;
use crate::card::words::zone_kind::{Place, ZoneKind};

use super::common::{ability, may_cast};
use super::meaning::Meaning;

/// CR 702.85a.
pub(super) static CASCADE: Meaning = Meaning {
    triggered: |_| vec![ability(TriggerEvent::Casts(Players::You, Filter::This), cascades())],
    ..Meaning::alone("cascade", || Keyword::Cascade)
};

/// CR 702.85a: exiles cards until one matches, offers to cast it, and puts the rest on the bottom
/// in a random order.
fn cascades() -> Vec<Instruction> {
    let library = Filter::All(vec![Filter::In(ZoneKind::Library), Filter::OwnedBy(Players::You)]);
    let exiled = || Objects::ThisWay(Deed::Exiled);
    let fits = || {
        Filter::All(vec![
            Filter::In(ZoneKind::Exile),
            Filter::Not(Box::new(Filter::Type(CardType::Land))),
            Filter::ManaValue(Comparison::Less, Box::new(Quantity::ManaValue(Objects::This))),
        ])
    };
    // The card that ended it, and the spell that it would be.
    let found = Objects::Among(Box::new(exiled()), Box::new(fits()));
    let castable = Objects::Among(Box::new(found), Box::new(fits()));
    let such = Filter::All(vec![Filter::Is(exiled()), fits()]);
    let none = Condition::Not(Box::new(Condition::Exists(such)));
    let left = Objects::Among(Box::new(exiled()), Box::new(Filter::In(ZoneKind::Exile)));
    vec![
        Instruction::Repeat(verb::Repeat {
            then: vec![Instruction::Exile(verb::Exile(Objects::TopOfLibrary(Players::You, 1)))],
            again: Again::While(Condition::All(vec![none, Condition::Exists(library)])),
        }),
        may_cast(castable, Players::You, CastingCost::Free),
        Instruction::Put(verb::Put { what: left, into: ZoneKind::Library, place: Place::Bottom, random: true }),
    ]
}
