//! Beginning a proposal for what resolves or has triggered (CR 118.12, 603.3c-d).

use std::sync::Arc;

use crate::fact::{
    Announcement, EntryNo, Event, Frame, ObjectId, Part, PlayerId, ProposalFrame, ProposalStage, Proposing,
    ResolveFrame,
};
use crate::rule;
use crate::state::WaitingTrigger;

use super::stage::begin_proposal;
use crate::rules::engine::cursor;
use crate::rules::engine::work::Work;

/// Begins to pay a cost that a resolving instruction asks for (CR 118.12), with a checkpoint to
/// return to.
pub(in crate::rules) fn begin_payment(work: &mut Work, player: PlayerId, resolve: &ResolveFrame) {
    work.emit(Part::Frame, work.cause(), rule!("118.12"), Event::Checkpointed {});
    work.change(rule!("118.12"), Frame::Resolve(Box::new(cursor::paid_for(resolve))));
    let object = resolve.object.unwrap_or(resolve.source);
    let mut frame = ProposalFrame::new(Proposing::Payment, player, object, resolve.source, resolve.began);
    if let Some(x) = cursor::own_x(&work.game, resolve) {
        frame.announce().x = Some(x);
    }
    begin_proposal(work, rule!("118.12"), frame);
}

/// Begins to put a triggered ability onto the stack (CR 603.3c-d).
pub(in crate::rules) fn begin_trigger(
    work: &mut Work,
    waiting: &WaitingTrigger,
    object: ObjectId,
    began: EntryNo,
    announced: Arc<Announcement>,
) {
    let frame = ProposalFrame {
        origin: waiting.origin.clone(),
        stage: ProposalStage::Modes,
        announced,
        ..ProposalFrame::new(Proposing::Trigger, waiting.controller, object, waiting.source, began)
    };
    begin_proposal(work, rule!("603.3d"), frame);
}
