//! Announcing activated abilities (CR 602). The rest is in [`super::proposal`].

use std::borrow::Cow;
use std::sync::Arc;

use crate::card::{Ability, ActivatedAbility, Body, Definition};
use crate::fact::{
    AbilityInstance, AbilityRef, Applied, Canonical, Event, Frame, ObjectId, Origin, Part, PlayerId, ProposalFrame,
    Proposing, ResolveFrame, StackAbility,
};
use crate::fact::{Component, DefId, EntryNo, NewObject, Zone};
use crate::rule;

use super::stage;
use crate::rules::engine::actions;
use crate::rules::engine::work::Work;
use crate::rules::permanent::face_down;
use crate::rules::replace::drawing;

/// Puts the ability onto the stack (CR 602.2a). A mana ability is activated in the same way
/// (CR 605.3), but does not use the stack (CR 605.3b). Keeps a checkpoint (CR 726.1).
pub(in crate::rules) fn begin_activating(work: &mut Work, player: PlayerId, source: ObjectId, origin: &Origin) {
    let Some(found) = work.game.ability_of(source, origin) else { return };
    let Some(ability) = found.activated() else { return };
    let mana = ability.is_mana();
    let instance = match ability {
        Cow::Borrowed(_) => found.clone(),
        Cow::Owned(ability) => {
            AbilityInstance { origin: origin.clone(), ability: Canonical::new(Ability::Activated(ability)) }
        }
    };
    let text = work.ability_ref(&instance);
    work.emit(Part::Frame, work.cause(), rule!("602.2"), Event::Checkpointed {});
    let (what, object, began) = if mana {
        // The decision itself announces a mana ability.
        (Proposing::ManaAbility { text }, source, work.cause())
    } else {
        let on_stack = StackAbility { source, origin: Some(origin.clone()), text, trigger: None, id: None };
        let (id, no) = create_ability(work, player, on_stack, work.cause(), rule!("602.2a"));
        work.set_cause(Some(no));
        (Proposing::Ability, id, Some(no))
    };
    // CR 602.2a: a card in a hidden zone is revealed.
    if work.game.object(source).is_some_and(|object| !object.zone.kind().is_public()) {
        actions::show(work, &[source]);
    }
    let frame = ProposalFrame {
        origin: Some(origin.clone()),
        ..ProposalFrame::new(what, player, object, source, began.unwrap_or_default())
    };
    stage::begin_proposal(work, rule!("602.2"), frame);
}

/// Begins a special action that an effect or a companion allows (CR 116.2c-e, 116.2g). Its cost is
/// paid like that of an ability, but nothing is activated and the stack is not used.
pub(in crate::rules) fn begin_special(work: &mut Work, player: PlayerId, by: &Applied) {
    let Some(special) = crate::derive::permit::special::special_actions(&work.game, player).find(|it| it.by == *by)
    else {
        return;
    };
    let source = special.source;
    let ability = Ability::Activated(ActivatedAbility {
        cost: special.cost.clone(),
        body: Body { instructions: special.then.clone(), x_limits: special.x_limits.clone(), ..Body::default() },
        ..ActivatedAbility::default()
    });
    let text = AbilityRef { def: work.intern(Definition::Ability(ability)), index: 0 };
    work.emit(Part::Frame, work.cause(), rule!("116.2"), Event::Checkpointed {});
    let began = work.cause().unwrap_or_default();
    face_down::show_cost(work, player, &special);
    let frame = ProposalFrame::new(Proposing::ManaAbility { text }, player, source, source, began);
    stage::begin_proposal(work, rule!("116.2"), frame);
}

/// The ability becomes activated (CR 602.2b); a mana ability resolves at once (CR 605.3b), and a
/// special action takes effect.
pub(in crate::rules) fn finish(work: &mut Work, proposal: &ProposalFrame) {
    work.set_cause(Some(proposal.began));
    let activated = match proposal.origin.clone() {
        Some(origin) => {
            let event = Event::BecameActivated { source: proposal.source, origin, player: proposal.player };
            work.leading_fact(rule!("602.2b"), event)
        }
        None => proposal.began,
    };
    stage::done(work, proposal.player);
    if let Proposing::ManaAbility { text } = proposal.what {
        let frame = ResolveFrame {
            origin: proposal.origin.clone(),
            text: Some(text),
            announced: Arc::clone(&proposal.announced),
            ..ResolveFrame::new(proposal.source, proposal.player, activated)
        };
        work.push(rule!("605.3b"), Frame::Resolve(Box::new(frame)));
    }
    drawing::turn_up(work);
}

/// Puts an ability onto the stack as an object that is not a card (CR 113.1c, 602.2a, 603.3).
pub(in crate::rules) fn create_ability(
    work: &mut Work,
    controller: PlayerId,
    ability: StackAbility,
    cause: Option<EntryNo>,
    rule: crate::rule::Rule,
) -> (ObjectId, EntryNo) {
    let id = work.new_object();
    let object = NewObject {
        controller: Some(controller),
        ability: Some(Arc::new(ability)),
        ..NewObject::new(id, Component::Ability, controller, DefId::NONE, Zone::Stack, work.new_timestamp())
    };
    let no = work.emit(Part::Batch, cause, rule, Event::Created { object: Box::new(object) });
    (id, no)
}
