//! What players do before the first turn: revealing companions before decks are shuffled
//! (CR 103.2b), and actions with cards of opening hands, instead of a mulligan (CR 103.4b) and
//! after mulligans (CR 103.5).

use crate::card::{Ability, Body, Definition, Instruction, SpellAbility, StaticAbility, StaticEffect, ZoneKind};
use crate::derive::Look;
use crate::derive::cast::companion;
use crate::fact::frame::OpeningFrame;
use crate::fact::{
    AbilityRef, Choice, Domain, Entity, Event, Frame, Item, ObjectId, PlayerId, Prompt, ResolveFrame, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::work::Work;

/// The next player who could reveal a companion, starting player first, and the cards to choose
/// from (CR 103.2b).
pub(in crate::rules) fn next_companion(game: &Game, opening: &OpeningFrame) -> Option<(PlayerId, Vec<ObjectId>)> {
    let open = |player: &PlayerId| !opening.companions.contains(player);
    let players = game.turn_order_from(game.starting_player()).into_iter().filter(open);
    players.map(|player| (player, companion::revealable(game, player))).find(|(_, cards)| !cards.is_empty())
}

/// A player reveals a companion or declines (CR 103.2b).
pub(in crate::rules) fn reveal_companion(work: &mut Work, mut opening: OpeningFrame, cards: &[ObjectId]) {
    let Some((player, _)) = next_companion(&work.game, &opening) else { return };
    opening.companions.push(player);
    if let Some(card) = cards.first() {
        work.fact(rule!("103.2b"), Event::CompanionRevealed { player, card: *card });
    }
    work.change(rule!("103.2b"), Frame::Opening(Box::new(opening)));
}

/// The action that a card in an opening hand allows: whether the card is revealed, and what is
/// done. It differs during mulligans (CR 103.4b).
fn action_of(game: &Game, card: ObjectId, while_mulligans: bool) -> Option<(bool, &[Instruction])> {
    let abilities = &game.characteristics(card)?.abilities;
    abilities.iter().find_map(|instance| match &*instance.ability {
        Ability::Static(StaticAbility {
            effect: StaticEffect::OpeningHand { mulligan, reveal, then },
            zone: ZoneKind::Hand,
            condition: None,
            elsewhere: false,
        }) if *mulligan == while_mulligans => Some((*reveal, then.as_slice())),
        _ => None,
    })
}

/// The cards that a player can still act with.
fn usable(game: &Game, opening: &OpeningFrame, player: PlayerId) -> Vec<ObjectId> {
    let hand = game.zone(Zone::Hand(player)).iter().copied();
    hand.filter(|card| !opening.used.contains(card) && action_of(game, *card, !opening.acting).is_some()).collect()
}

/// Asks a player for an action before they decide on a mulligan (CR 103.4b), until they are done.
pub(in crate::rules) fn before_mulligan(game: &Game, opening: &OpeningFrame, player: PlayerId) -> Option<Choice> {
    let cards = usable(game, opening, player);
    (!cards.is_empty() && !opening.acted.contains(&player)).then(|| to_act_with(player, cards, rule!("103.4b")))
}

/// The next player to act: the starting player first, then in turn order (CR 103.5).
pub(in crate::rules) fn next(game: &Game, opening: &OpeningFrame) -> Option<PlayerId> {
    let mut players = game.turn_order_from(game.starting_player()).into_iter();
    players.find(|player| !opening.acted.contains(player) && !usable(game, opening, *player).is_empty())
}

/// Asks a player which card to act with next, if any.
pub(in crate::rules) fn choice(game: &Game, opening: &OpeningFrame) -> Option<Choice> {
    let player = next(game, opening)?;
    Some(to_act_with(player, usable(game, opening, player), rule!("103.5")))
}

fn to_act_with(player: PlayerId, cards: Vec<ObjectId>, rule: Rule) -> Choice {
    let options = cards.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
    Choice {
        player,
        answered_by: player,
        prompt: Prompt::OpeningHand,
        rule,
        domain: Domain::Pick { options, min: 0, max: 1 },
        back_out: false,
    }
}

/// A player acts with a card of their hand, or is done.
pub(in crate::rules) fn answered(work: &mut Work, mut opening: OpeningFrame, player: PlayerId, cards: &[ObjectId]) {
    let rule = if opening.acting { rule!("103.5") } else { rule!("103.4b") };
    let Some(card) = cards.first().copied() else {
        opening.acted.push(player);
        return work.change(rule, Frame::Opening(Box::new(opening)));
    };
    let action = action_of(&work.game, card, !opening.acting).map(|(reveal, then)| (reveal, then.to_vec()));
    let Some((reveal, then)) = action else { return };
    opening.used.push(card);
    work.change(rule, Frame::Opening(Box::new(opening)));
    if reveal && let Some(def) = work.game.object(card).map(|object| object.def) {
        work.fact(rule!("103.5b"), Event::Revealed { player, cards: vec![(card, def)] });
    }
    let body = Body { instructions: then, ..Body::default() };
    let def = work.intern(Definition::Ability(Ability::Spell(SpellAbility { body })));
    let frame = ResolveFrame {
        text: Some(AbilityRef { def, index: 0 }),
        ..ResolveFrame::new(card, player, work.cause().unwrap_or_default())
    };
    work.push(rule, Frame::Resolve(Box::new(frame)));
}
