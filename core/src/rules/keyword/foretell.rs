//! Foretell (CR 702.143): exiling cards face down for a later turn. The special action, and what a
//! foretold card may be cast for, are in `derive::cast::foretell`.

use crate::card::{Ability, Definition, ForetellCost, Keyword};
use crate::fact::{AbilityRef, EntersFaceDown, Event, ObjectId, Proposed, ResolveFrame, Zone};
use crate::rule;
use crate::rule::Rule;
use crate::state::Foretold;

use crate::rules::engine::cursor::go_on;
use crate::rules::engine::work::Work;

/// The ability with a foretell cost that an effect gives to cards, if it does.
pub(in crate::rules) fn given(work: &mut Work, cost: Option<&ForetellCost>) -> Option<AbilityRef> {
    let ability = Ability::Keyword(Keyword::Foretell(cost?.clone()));
    Some(AbilityRef { def: work.intern(Definition::Ability(ability)), index: 0 })
}

/// Makes cards in exile foretold (CR 702.143d).
pub(in crate::rules) fn become_foretold(
    work: &mut Work,
    frame: &ResolveFrame,
    cards: &[ObjectId],
    cost: Option<&ForetellCost>,
) {
    let given = given(work, cost);
    let turn = work.game.world().turn.number;
    go_on(work, frame);
    for object in cards {
        if work.game.zone_of(*object) == Some(Zone::Exile) {
            work.fact(rule!("702.143d"), Event::BecameForetold { object: *object, by: None, turn, given });
        }
    }
}

/// The extra event of a move for foretold cards: a card that a player foretells becomes foretold,
/// and a permanent was foretold if its spell was.
pub(in crate::rules) fn foretold(work: &Work, proposed: &Proposed, moved: &Event) -> Option<(Rule, Event)> {
    let Event::Moved { object, from, became, .. } = moved else { return None };
    let new = became.first()?;
    if let (Zone::Stack, Zone::Battlefield) = (from, new.zone) {
        return work.game.object(*object)?.foretold().map(|foretold| was(new.id, foretold));
    }
    let EntersFaceDown::Foretold { by, given } = proposed.action.entering()?.face_down else { return None };
    let turn = work.game.world().turn.number;
    let event = Event::BecameForetold { object: new.id, by: Some(by), turn, given };
    (new.zone == Zone::Exile).then_some((rule!("702.143c"), event))
}

/// The event that records that a spell was a foretold card before it was cast, or a permanent such
/// a spell (CR 702.143c).
pub(in crate::rules) fn was(object: ObjectId, foretold: Foretold) -> (Rule, Event) {
    let Foretold { turn, given } = foretold;
    (rule!("702.143c"), Event::WasForetold { object, turn, given })
}
