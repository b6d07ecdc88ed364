//! Cards in exile that a designation reserves for a later turn
//! ([`Reserving`](crate::card::Reserving)). What they may be cast for is in
//! `derive::cast::reserved`.

use crate::card::{Ability, Definition, Keyword, Marking};
use crate::fact::{AbilityRef, Event, ObjectId, Proposed, Reservation, Zone};
use crate::rule::Rule;
use crate::state::{Object, Reserved};

use crate::rules::engine::work::Work;

/// The keyword ability that cards are given with the designation, if they are.
pub(in crate::rules) fn given(work: &mut Work, keyword: Option<&Keyword>) -> Option<AbilityRef> {
    let ability = Ability::Keyword(keyword?.clone());
    Some(AbilityRef { def: work.intern(Definition::Ability(ability)), index: 0 })
}

/// Gives the designation to cards in exile, by an effect.
pub(in crate::rules) fn reserve(work: &mut Work, cards: &[ObjectId], being: Marking, keyword: Option<&Keyword>) {
    let Some(reserving) = being.reserving() else { return };
    let given = given(work, keyword);
    let turn = work.game.world().turn.number;
    for object in cards {
        if work.game.zone_of(*object) == Some(Zone::Exile) {
            let it = Reservation { object: *object, being, kept: false, by: None, turn, given };
            if let Some(event) = Event::reserved(&it) {
                work.fact(reserving.gives, event);
            }
        }
    }
}

/// The extra event of a move: a card that a player reserves gets the designation as it is exiled,
/// and a permanent keeps that of its spell.
pub(in crate::rules) fn noticed(work: &Work, proposed: &Proposed, moved: &Event) -> Option<(Rule, Event)> {
    let Event::Moved { object, from, became, .. } = moved else { return None };
    let new = became.first()?;
    if let (Zone::Stack, Zone::Battlefield) = (from, new.zone) {
        return stays(work.game.object(*object)?, new.id);
    }
    let (being, by, given) = proposed.action.entering()?.face_down.reserves()?;
    let turn = work.game.world().turn.number;
    let it = Reservation { object: new.id, being, kept: false, by: Some(by), turn, given };
    let event = Event::reserved(&it).filter(|_| new.zone == Zone::Exile)?;
    Some((being.reserving()?.keeps, event))
}

/// The event by which the spell that a reserved card becomes, or the permanent that such a spell
/// becomes, keeps the designation.
pub(in crate::rules) fn stays(before: &Object, becomes: ObjectId) -> Option<(Rule, Event)> {
    let (being, reserved) = (before.reserving()?, before.reserved()?);
    let Reserved { turn, given } = reserved;
    let it = Reservation { object: becomes, being, kept: true, by: None, turn, given };
    Some((being.reserving()?.keeps, Event::reserved(&it)?))
}
