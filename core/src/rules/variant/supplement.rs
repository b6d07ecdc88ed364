//! Supplementary decks: planar decks (CR 901.4) and scheme decks (CR 904.4). Their cards stay in
//! the command zone, face down in the deck or face up beside it, and become new objects as they
//! are turned over.

use std::sync::Arc;

use crate::card::{CardType, CardTypes};
use crate::derive::look::printed_types;
use crate::fact::{Event, Manner, NewObject, ObjectId, PlayerId, Position, Zone};
use crate::rule;
use crate::rule::Rule;
use crate::state::{Game, Object};

use crate::rules::engine::random;
use crate::rules::engine::work::Work;

/// The supplementary deck that a card with these types belongs to, if it belongs to one.
pub(in crate::rules) fn deck_of(game: &Game, types: CardTypes, owner: PlayerId) -> Option<Zone> {
    if types.is_planar() {
        return Some(game.planar_deck(owner));
    }
    types.has(CardType::Scheme).then_some(Zone::Schemes(owner))
}

/// The face-up cards of the command zone whose types fit.
pub(in crate::rules) fn face_up(game: &Game, fits: impl Fn(CardTypes) -> bool) -> Vec<ObjectId> {
    let there = game.zone(Zone::Command).iter().filter_map(|id| game.object(*id));
    let fits = |object: &&Object| object.face_down.is_none() && fits(printed_types(game, object.id));
    there.filter(fits).map(|object| object.id).collect()
}

/// Shuffles the supplementary decks of players.
pub(in crate::rules) fn shuffle_all(work: &mut Work, players: &[PlayerId]) {
    let mut shuffled: Vec<Zone> = Vec::new();
    for player in players {
        let decks = [(work.game.planar_deck(*player), rule!("901.4")), (Zone::Schemes(*player), rule!("904.4"))];
        for (zone, rule) in decks {
            // CR 901.15c
            if shuffled.contains(&zone) {
                continue;
            }
            shuffled.push(zone);
            let mut order = work.game.zone(zone).to_vec();
            if !order.is_empty() {
                random::mix(work, &mut order);
                work.fact(rule, Event::SupplementShuffled { player: *player, zone, order });
            }
        }
    }
}

/// Turns the top card of a supplementary deck face up. Returns what it becomes.
pub(in crate::rules) fn turn_up(work: &mut Work, rule: Rule, deck: Zone, controller: PlayerId) -> Option<ObjectId> {
    let top = work.game.zone(deck).first().copied()?;
    turn_over(work, rule, top, Zone::Command, Some(controller))
}

/// Puts a face-up card face down on the bottom of its owner's supplementary deck.
pub(in crate::rules) fn put_under(work: &mut Work, rule: Rule, object: ObjectId) {
    let Some(it) = work.game.object(object) else { return };
    if let Some(deck) = deck_of(&work.game, printed_types(&work.game, object), it.owner) {
        turn_over(work, rule, object, deck, None);
    }
}

/// Moves a card within the command zone, into it or out of it, where it becomes a new object.
pub(in crate::rules) fn turn_over(
    work: &mut Work,
    rule: Rule,
    object: ObjectId,
    zone: Zone,
    controller: Option<PlayerId>,
) -> Option<ObjectId> {
    let before = work.game.object(object)?;
    let (component, owner, def, from) = (before.component, before.owner, before.def, before.zone);
    let was = Arc::new(work.game.snapshot(object)?);
    let (id, timestamp) = (work.new_object(), work.new_timestamp());
    let new = NewObject::new(id, component, owner, def, zone, timestamp);
    let became = vec![NewObject { controller, position: Position::Bottom, ..new }];
    work.fact(rule, Event::Moved { object, from, became, manner: Manner::Put, was });
    Some(id)
}
