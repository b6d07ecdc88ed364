//! A proposal for which everything is chosen and paid (CR 601.2i, 602.2b, 603.3d).

use std::sync::Arc;

use crate::fact::{Announcement, Event, Frame, ProposalFrame, Proposing, ResolveFrame};
use crate::rule;
use crate::rule::Rule;

use super::stage::{self, Stage};
use super::{activate, cast, modes};
use crate::rules::engine::work::Work;

impl Stage for stage::Finish {
    fn proceed(&self, work: &mut Work, proposal: &ProposalFrame) {
        work.set_cause(Some(proposal.began));
        if proposal.what.is_on_stack() && proposal.announced != Announcement::none() {
            let announced = Arc::clone(&proposal.announced);
            work.fact(rule!("601.2c"), Event::Announced { object: proposal.object, announced });
        }
        modes::note(work, proposal);
        match &proposal.what {
            Proposing::Spell => cast::finish(work, proposal),
            Proposing::Ability | Proposing::ManaAbility { .. } => activate::finish(work, proposal),
            Proposing::Trigger => work.pop(rule!("603.3d")),
            Proposing::Payment => paid(work, proposal),
            // The table of frames hands that to combat: `declared_and_paid`.
            Proposing::Declaration { .. } => {}
        }
    }

    fn rule(&self) -> Rule {
        rule!("601.2i")
    }
}

/// Ends a payment that a resolution has asked for, which goes on (CR 118.12).
pub(in crate::rules) fn paid(work: &mut Work, proposal: &ProposalFrame) {
    work.pop(rule!("118.12"));
    let Some(Frame::Resolve(resolve)) = work.game.frame().cloned() else { return };
    let (x, paid_with) = (proposal.announced.x, &proposal.announced.paid_with);
    // CR 107.3f: an X chosen during payment is the X of the resolving object. What was paid
    // with is that of the resolving object, unless it was paid for itself (CR 118.12).
    let new_paid = resolve.announced.paid_with.is_empty() && !paid_with.is_empty();
    if resolve.announced.x != x || new_paid {
        let mut announced = Announcement { x, ..Announcement::clone(&resolve.announced) };
        if new_paid {
            announced.paid_with.clone_from(paid_with);
        }
        let resolve = ResolveFrame { announced: Arc::new(announced), ..*resolve };
        work.change(rule!("107.3f"), Frame::Resolve(Box::new(resolve)));
    }
}
