//! Beginning a subgame (CR 722.1-722.4): the game waits, as it is, and its players begin another
//! one with the cards of their libraries.

use crate::fact::{CardId, Component, Event, Frame, NewObject, PlayerId, ResolveFrame, Zone};
use crate::rule;
use crate::rule::Rule;
use crate::state::{Game, Object};

use super::restart::{STARTING_LIFE, opening};
use crate::rules::engine::cursor::go_on;
use crate::rules::engine::random;
use crate::rules::engine::work::Work;

/// Begins a subgame. The resolution that creates it waits at its next instruction (CR 722.5).
pub(in crate::rules) fn begin(work: &mut Work, frame: &ResolveFrame) {
    go_on(work, frame);
    let decks = cards(&work.game, |object| matches!(object.zone, Zone::Library(_)));
    // CR 722.4: everything else is outside the subgame.
    let outside = cards(&work.game, |object| !matches!(object.zone, Zone::Library(_)) && is_known(object));
    let players = work.game.apnap();
    let Some(starting_player) = random::starting_player(work, &players) else { return };
    work.leading_fact(rule!("722.2"), Event::SubgameBegan { starting_player, life: STARTING_LIFE });
    create(work, &decks, rule!("722.2"), Zone::Library);
    create(work, &outside, rule!("722.4"), Zone::Outside);
    let opening = opening(&work.game);
    work.push(rule!("722.2"), Frame::Opening(Box::new(opening)));
}

/// The cards of some objects of the game, in order. Only an object that is a single card can be
/// taken as one.
fn cards(game: &Game, of: impl Fn(&Object) -> bool) -> Vec<CardId> {
    let single = |object: &&Object| object.memory.as_ref().is_none_or(|memory| memory.pieces.is_empty());
    let objects = game.world().objects.values().map(|object| &**object).filter(single).filter(|it| of(it));
    let mut cards: Vec<CardId> = objects.filter_map(|object| object.component.card()).collect();
    cards.sort_unstable();
    cards
}

/// Whether its owner knows a card of the main game, so that they can name it in the subgame: not
/// one that is face down in exile, or under another player's control.
fn is_known(object: &Object) -> bool {
    match &object.face_down {
        Some(seen_by) => seen_by.contains(&object.owner),
        None => !object.is_face_down() || object.controller == Some(object.owner),
    }
}

/// Creates cards in a zone of their owners.
fn create(work: &mut Work, cards: &[CardId], rule: Rule, zone: fn(PlayerId) -> Zone) {
    for card in cards {
        let Some(record) = work.game.cards().get(card).copied() else { continue };
        let (id, timestamp) = (work.new_object(), work.new_timestamp());
        let (component, owner) = (Component::Card(*card), record.owner);
        let object = NewObject::new(id, component, owner, record.def, zone(owner), timestamp);
        work.fact(rule, Event::Created { object: Box::new(object) });
    }
}
