//! Foretell (CR 702.143): exiling cards face down for a later turn. What a foretold card may be cast for, and the special
//! action, are in `derive::foretell`.

use crate::card::{Ability, Definition, ForetellCost, Instruction, Keyword, ZoneKind};
use crate::fact::{AbilityRef, Action, EntersFaceDown, Event, Frame, Manner, ObjectId, Proposed, ResolveFrame, Zone};
use crate::rule;
use crate::rule::Rule;
use crate::state::{Foretold, Game};

use super::super::instructions::{act, go_on, move_to};
use super::super::work::Work;

/// The ability with a foretell cost that a card is given.
fn ability(cost: &ForetellCost) -> Definition {
    Definition::Ability(Ability::Keyword(Keyword::Foretell(cost.clone())))
}

/// CR 702.143a: a player exiles cards face down, and may look at them. They are foretold as they get there ([`foretold`]).
pub(in crate::rules) fn foretell(
    work: &mut Work,
    frame: &ResolveFrame,
    cards: &[ObjectId],
    cost: Option<&ForetellCost>,
) {
    if let Some(cost) = cost {
        work.intern(ability(cost));
    }
    let exile = |id: &ObjectId| {
        let mut action = move_to(&work.game, *id, ZoneKind::Exile, Manner::Exile);
        if let Action::Move { entering, .. } = &mut action {
            entering.face_down = EntersFaceDown::ToLookAt(vec![frame.controller]);
        }
        action
    };
    let actions = cards.iter().map(exile).collect();
    act(work, frame, rule!("702.143a"), actions);
}

/// CR 702.143d: cards in exile become foretold.
pub(in crate::rules) fn become_foretold(
    work: &mut Work,
    frame: &ResolveFrame,
    cards: &[ObjectId],
    cost: Option<&ForetellCost>,
) {
    let given = cost.map(|cost| AbilityRef { def: work.intern(ability(cost)), index: 0 });
    let turn = work.game.world().turn.number;
    go_on(work, frame);
    for object in cards {
        if work.game.zone_of(*object) == Some(Zone::Exile) {
            work.fact(rule!("702.143d"), Event::BecameForetold { object: *object, by: None, turn, given });
        }
    }
}

/// What is told of a move besides: that what a player foretells is foretold, and that a permanent was as it was a spell.
pub(super) fn foretold(work: &Work, proposed: &Proposed, moved: &Event) -> Option<(Rule, Event)> {
    let Event::Moved { object, from, became, .. } = moved else { return None };
    let new = became.first()?;
    if let (Zone::Stack, Zone::Battlefield) = (from, new.zone) {
        return work.game.object(*object)?.foretold().map(|foretold| was(new.id, foretold));
    }
    let foretells = proposed.rule == rule!("702.143a") && new.zone == Zone::Exile;
    let (player, given) = foretelling(&work.game).filter(|_| foretells)?;
    let turn = work.game.world().turn.number;
    Some((rule!("702.143c"), Event::BecameForetold { object: new.id, by: Some(player), turn, given }))
}

/// Who foretells in the resolution that is under way, and what the card is given.
fn foretelling(game: &Game) -> Option<(crate::fact::PlayerId, Option<AbilityRef>)> {
    let mut frames = game.world().frames.iter().rev().map(|frame| &**frame);
    let Some(Frame::Resolve(frame)) = frames.find(|frame| matches!(frame, Frame::Resolve(_))) else { return None };
    let Some(Ability::Activated(special)) = frame.text.and_then(|text| game.ability(text)) else { return None };
    special.body.instructions.iter().find_map(|instruction| match instruction {
        Instruction::Foretell { cost, .. } => {
            let def = cost.as_ref().and_then(|cost| game.find_definition(&ability(cost)));
            Some((frame.controller, def.map(|def| AbilityRef { def, index: 0 })))
        }
        _ => None,
    })
}

/// CR 702.143c: a spell was a foretold card before it was cast, or a permanent such a spell.
pub(in crate::rules) fn was(object: ObjectId, foretold: Foretold) -> (Rule, Event) {
    let Foretold { turn, given } = foretold;
    (rule!("702.143c"), Event::WasForetold { object, turn, given })
}
