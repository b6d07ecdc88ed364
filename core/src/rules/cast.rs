//! Casting spells (CR 601): proposing one. What follows is in [`super::proposal`].

use crate::fact::{
    Event, Manner, NewObject, ObjectId, Part, PlayerId, Position, ProposalFrame, Proposing, Status, Zone,
};
use crate::rule;

use super::proposal;
use super::work::Work;

/// CR 601.2a: the card moves to the stack. A checkpoint is kept to come back to (CR 726.1).
pub(super) fn begin(work: &mut Work, player: PlayerId, card: ObjectId) {
    let Some(before) = work.game.object(card).cloned() else { return };
    let Some(was) = work.game.snapshot(card) else { return };
    work.emit(Part::Frame, work.cause(), rule!("601.2"), Event::Checkpointed {});
    let id = work.new_object();
    let became = NewObject {
        id,
        component: before.component,
        owner: before.owner,
        controller: Some(player),
        def: before.def,
        zone: Zone::Stack,
        position: Position::Bottom,
        status: Status::default(),
        counters: std::collections::BTreeMap::new(),
        attached_to: None,
        timestamp: work.new_timestamp(),
        announced: None,
        ability: None,
    };
    let event = Event::Moved {
        object: card,
        from: before.zone,
        became: vec![became],
        manner: Manner::Cast,
        was: std::sync::Arc::new(was),
    };
    let began = work.leading_fact(rule!("601.2a"), event);
    let frame = ProposalFrame::new(Proposing::Spell, player, id, id, began);
    proposal::begin(work, rule!("601.2"), frame);
}

/// CR 601.2i: the spell becomes cast.
pub(super) fn finish(work: &mut Work, proposal: &ProposalFrame) {
    work.set_cause(Some(proposal.began));
    work.fact(rule!("601.2i"), Event::BecameCast { object: proposal.object, player: proposal.player });
    proposal::done(work, proposal.player);
}
