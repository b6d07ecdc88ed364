//! What effects allow a player to do as they cascade (CR 702.85b).

use crate::card::{Ability, Body, Definition, Instruction, Keyword, SpellAbility, StaticEffect};
use crate::fact::{AbilityRef, Frame, ObjectId, ResolveFrame};
use crate::rule;

use super::stands_for;
use crate::rules::engine::work::Work;

/// Has these texts carried out, one after another, as a cascade ability has finished exiling cards.
/// What they say was exiled is what that ability has exiled.
pub(in crate::rules) fn has_exiled(work: &mut Work, cascading: &ResolveFrame) {
    let theirs = work.game.derived().functioning.others().filter(|it| it.controller == cascading.controller);
    let texts = theirs.filter_map(|it| match &*it.effect {
        StaticEffect::AsYouCascade(then) => Some((it.source, then.clone())),
        _ => None,
    });
    let texts: Vec<(ObjectId, Vec<Instruction>)> = texts.collect();
    if texts.is_empty() || !stands_for(&work.game, cascading, &Keyword::Cascade) {
        return;
    }
    // The frame that is pushed last comes first.
    for (source, instructions) in texts.into_iter().rev() {
        let body = Body { instructions, ..Body::default() };
        let def = work.intern(Definition::Ability(Ability::Spell(SpellAbility { body })));
        let frame = ResolveFrame {
            text: Some(AbilityRef { def, index: 0 }),
            ..ResolveFrame::new(source, cascading.controller, cascading.began)
        };
        work.push(rule!("702.85b"), Frame::Resolve(Box::new(frame)));
    }
}
