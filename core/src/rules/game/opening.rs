//! What players do before the first turn: revealing companions before decks are shuffled
//! (CR 103.2b), and actions with cards of opening hands, instead of a mulligan (CR 103.4b) and
//! after mulligans (CR 103.5).

use crate::card::{Ability, Body, Definition, Instruction, SpellAbility, StaticAbility, StaticEffect, ZoneKind};
use crate::derive::Look;
use crate::derive::cast::companion;
use crate::derive::filter::players;
use crate::fact::frame::OpeningFrame;
use crate::fact::{
    AbilityRef, Choice, Domain, Entity, Event, Frame, Item, ObjectId, PlayerId, Prompt, ResolveFrame, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::random;
use crate::rules::engine::work::Work;
use crate::rules::variant::planes;

/// The cards among which a player can reveal a companion, if there are any and the player has not
/// been asked (CR 103.2b).
pub(in crate::rules) fn companions(game: &Game, opening: &OpeningFrame, player: PlayerId) -> Option<Vec<ObjectId>> {
    let asked = opening.companions.contains(&player);
    Some(companion::revealable(game, player)).filter(|cards| !asked && !cards.is_empty())
}

/// A player reveals a companion or declines (CR 103.2b).
pub(in crate::rules) fn reveal_companion(
    work: &mut Work,
    mut opening: OpeningFrame,
    player: PlayerId,
    cards: &[ObjectId],
) {
    opening.companions.push(player);
    if let Some(card) = cards.first() {
        work.fact(rule!("103.2b"), Event::CompanionRevealed { player, card: *card });
    }
    work.change(rule!("103.2b"), Frame::Opening(Box::new(opening)));
}

/// Makes the player the starting player whom an effect says to be, in place of the one who was
/// determined before (CR 103.1c, 314.5a). With shared turns it is the team that begins (CR 103.1a).
pub(in crate::rules) fn name_starting_player(work: &mut Work) {
    let game = &work.game;
    let says =
        |effect: &StaticEffect| if let StaticEffect::StartingPlayer(who) = effect { Some(who.clone()) } else { None };
    let all = game.derived().functioning.others();
    let named = all.filter_map(|it| says(&it.effect).map(|who| players(game, &it.scope(), &who))).flatten();
    let named = game.primaries(&named.collect::<Vec<PlayerId>>());
    let one =
        if named.len() > 1 { random::starting_player(work, rule!("103.1c"), &named) } else { named.first().copied() };
    let Some(player) = one.filter(|player| *player != work.game.starting_player()) else { return };
    work.fact(rule!("103.1c"), Event::StartingPlayerNamed { player });
    planes::take_control(work, player);
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

/// Asks a player which card to act with next, if any (CR 103.5).
pub(in crate::rules) fn opening_action_choice(game: &Game, opening: &OpeningFrame, player: PlayerId) -> Option<Choice> {
    let cards = usable(game, opening, player);
    (!cards.is_empty() && !opening.acted.contains(&player)).then(|| to_act_with(player, cards, rule!("103.5")))
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
