//! Actions with cards of opening hands, once mulligans are over and before the first turn (CR 103.5).

use std::sync::Arc;

use crate::card::{Ability, Body, Definition, Instruction, SpellAbility, StaticAbility, StaticEffect, ZoneKind};
use crate::derive::Look;
use crate::fact::frame::OpeningFrame;
use crate::fact::{
    AbilityRef, Choice, Domain, Entity, Event, Frame, Item, ObjectId, PlayerId, Prompt, ResolveFrame, Zone,
};
use crate::rule;
use crate::state::Game;

use super::work::Work;

/// What a card of an opening hand lets its owner do: whether it is revealed, and what is done then.
fn action_of(game: &Game, card: ObjectId) -> Option<(bool, &[Instruction])> {
    let abilities = &game.characteristics(card)?.abilities;
    abilities.iter().find_map(|instance| match &*instance.ability {
        Ability::Static(StaticAbility {
            effect: StaticEffect::OpeningHand { reveal, then },
            zone: ZoneKind::Hand,
            condition: None,
            elsewhere: false,
        }) => Some((*reveal, then.as_slice())),
        _ => None,
    })
}

/// The cards of a player that something can still be done with.
fn usable(game: &Game, opening: &OpeningFrame, player: PlayerId) -> Vec<ObjectId> {
    let hand = game.zone(Zone::Hand(player)).iter().copied();
    hand.filter(|card| !opening.used.contains(card) && action_of(game, *card).is_some()).collect()
}

/// The starting player first, then the others in turn order (CR 103.5).
fn next(game: &Game, opening: &OpeningFrame) -> Option<PlayerId> {
    let mut players = game.turn_order_from(game.starting_player()).into_iter();
    players.find(|player| !opening.acted.contains(player) && !usable(game, opening, *player).is_empty())
}

/// The card that a player acts with next, or none any more.
pub(super) fn choice(game: &Game, opening: &OpeningFrame) -> Option<Choice> {
    let player = next(game, opening)?;
    let options = usable(game, opening, player).into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
    Some(Choice {
        player,
        answered_by: player,
        prompt: Prompt::OpeningHand,
        rule: rule!("103.5"),
        domain: Domain::Pick { options, min: 0, max: 1 },
        back_out: false,
    })
}

/// The player acts with a card, or is done.
pub(super) fn answered(work: &mut Work, mut opening: OpeningFrame, cards: &[ObjectId]) {
    let Some(player) = next(&work.game, &opening) else { return };
    let Some(card) = cards.first().copied() else {
        opening.acted.push(player);
        return work.change(rule!("103.5"), Frame::Opening(opening));
    };
    let Some((reveal, then)) = action_of(&work.game, card).map(|(reveal, then)| (reveal, then.to_vec())) else {
        return;
    };
    opening.used.push(card);
    work.change(rule!("103.5"), Frame::Opening(opening));
    if reveal && let Some(def) = work.game.object(card).map(|object| object.def) {
        work.fact(rule!("103.5b"), Event::Revealed { player, cards: vec![(card, def)] });
    }
    let body = Body { instructions: then, ..Body::default() };
    let def = work.intern(Definition::Ability(Ability::Spell(SpellAbility { body })));
    let frame = ResolveFrame {
        object: None,
        source: card,
        controller: player,
        origin: None,
        text: Some(AbilityRef { def, index: 0 }),
        announced: Arc::default(),
        trigger: None,
        began: work.cause().unwrap_or_default(),
        cursor: Vec::new(),
        started: false,
        picked: Vec::new(),
        piles: Vec::new(),
        kinds: Vec::new(),
        part: 0,
        first_target: 0,
        applied: Vec::new(),
        those: Vec::new(),
    };
    work.push(rule!("103.5a"), Frame::Resolve(Box::new(frame)));
}
