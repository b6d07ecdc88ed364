//! Activating activated abilities (CR 602): announcing one. What follows is in [`super::proposal`].

use std::borrow::Cow;
use std::sync::Arc;

use crate::card::Ability;
use crate::fact::{
    AbilityInstance, Announcement, Canonical, Event, Frame, ObjectId, Origin, Part, PlayerId, ProposalFrame,
    ProposalStage, Proposing, ResolveFrame, StackAbility,
};
use crate::rule;

use super::work::Work;
use super::{proposal, triggers};

/// CR 602.2a: the ability is put onto the stack; a mana ability is not (CR 605.3b). A checkpoint is kept (CR 726.1).
pub(super) fn begin(work: &mut Work, player: PlayerId, source: ObjectId, origin: &Origin) {
    let Some(ability) = work.game.activated(source, origin).map(Cow::into_owned) else { return };
    let mana = ability.is_mana();
    let instance = AbilityInstance { origin: origin.clone(), ability: Canonical::new(Ability::Activated(ability)) };
    let text = work.ability_ref(&instance);
    work.emit(Part::Frame, work.cause(), rule!("602.2"), Event::Checkpointed {});
    let (what, object, began) = if mana {
        // The announcement of a mana ability is the decision itself.
        (Proposing::ManaAbility { text }, source, work.cause())
    } else {
        let on_stack = StackAbility { source, origin: Some(origin.clone()), text, trigger: None, id: None };
        let (id, no) = triggers::create_ability(work, player, on_stack, work.cause(), rule!("602.2a"));
        work.set_cause(Some(no));
        (Proposing::Ability, id, Some(no))
    };
    let frame = ProposalFrame {
        what,
        player,
        object,
        source,
        origin: Some(origin.clone()),
        stage: ProposalStage::X,
        announced: Announcement::default(),
        began: began.unwrap_or_default(),
        activations: Vec::new(),
        paid_at: None,
    };
    work.push(rule!("602.2"), Frame::Proposal(Box::new(frame)));
}

/// CR 602.2b: the ability becomes activated; a mana ability resolves at once (CR 605.3b).
pub(super) fn finish(work: &mut Work, proposal: &ProposalFrame) {
    let Some(origin) = proposal.origin.clone() else { return };
    work.set_cause(Some(proposal.began));
    let event = Event::BecameActivated { source: proposal.source, origin, player: proposal.player };
    let activated = work.leading_fact(rule!("602.2b"), event);
    proposal::done(work, proposal.player);
    if let Proposing::ManaAbility { text } = proposal.what {
        let frame = ResolveFrame {
            object: None,
            source: proposal.source,
            controller: proposal.player,
            origin: proposal.origin.clone(),
            text: Some(text),
            announced: Arc::new(proposal.announced.clone()),
            trigger: None,
            began: activated,
            cursor: Vec::new(),
            started: false,
            picked: Vec::new(),
        };
        work.push(rule!("605.3b"), Frame::Resolve(Box::new(frame)));
    }
}
