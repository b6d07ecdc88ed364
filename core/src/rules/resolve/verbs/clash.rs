//! Clashing (CR 701.23).

use crate::card::{Instruction, Players};
use crate::derive::filter::mana_value;
use crate::fact::{
    Action, Answer, Choice, Domain, Entering, Entity, Event, Frame, Item, Manner, ObjectId, PlayerId, Position, Prompt,
    Proposed, ResolveFrame, Zone,
};
use crate::rule;
use crate::state::Game;

use super::super::verb::Verb;
use crate::rules::engine::actions::show;
use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::{go_on, one_player, paid};
use crate::rules::engine::paid_with::objects_of;
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::perform;

pub(super) static CLASH: Verb = Verb { choice, execute, answered };

/// The clashing players in APNAP order: the controller and an opponent (CR 701.23b-c).
fn clashing(game: &Game, frame: &ResolveFrame) -> Vec<PlayerId> {
    let opponent = one_player(game, frame, &Players::Opponents);
    game.apnap().into_iter().filter(|id| *id == frame.controller || Some(*id) == opponent).collect()
}

/// The card on top of a player's library.
fn top(game: &Game, player: PlayerId) -> Option<ObjectId> {
    game.zone(Zone::Library(player)).first().copied()
}

/// The players with a card to put somewhere, in the order in which they decide.
fn deciding(game: &Game, frame: &ResolveFrame) -> Vec<(PlayerId, ObjectId)> {
    clashing(game, frame).into_iter().filter_map(|player| Some((player, top(game, player)?))).collect()
}

/// Asks each player who revealed a card whether it goes to the bottom (CR 701.23a, 701.23c).
fn choice(game: &Game, frame: &ResolveFrame, _: &Instruction) -> Option<Choice> {
    let round = usize::from(frame.cursor.last()?.round).checked_sub(1)?;
    let (player, card) = *deciding(game, frame).get(round)?;
    let prompt = Prompt::ToBottom(frame.object.unwrap_or(frame.source));
    let options = vec![Item::Entity(Entity::Object(card))];
    Some(ask(player, prompt, rule!("701.23a"), Domain::Pick { options, min: 0, max: 1 }))
}

/// Reveals the cards, all at once (CR 701.23c).
fn execute(work: &mut Work, frame: &ResolveFrame, _: &Instruction) {
    let cards: Vec<ObjectId> = deciding(&work.game, frame).into_iter().map(|(_, card)| card).collect();
    if cards.is_empty() {
        return conclude(work, frame);
    }
    work.change(rule!("701.23c"), Frame::Resolve(Box::new(paid(frame))));
    show(work, &cards);
}

/// Takes a player's decision; the cards move once all have decided (CR 701.23c).
fn answered(work: &mut Work, frame: &ResolveFrame, _: &Instruction, answer: &Answer) {
    let Answer::Picked(items) = answer else { return };
    let mut now = frame.clone();
    now.picked.extend(objects_of(items).into_iter().map(Entity::Object));
    if let Some(level) = now.cursor.last_mut() {
        level.round += 1;
    }
    if usize::from(now.cursor.last().map_or(0, |level| level.round)) <= deciding(&work.game, frame).len() {
        return work.change(rule!("701.23c"), Frame::Resolve(Box::new(now)));
    }
    conclude(work, &now);
}

/// Says who won (CR 701.23d), and puts the chosen cards on the bottom.
fn conclude(work: &mut Work, frame: &ResolveFrame) {
    let game = &work.game;
    let clashing = clashing(game, frame);
    let value = |player: &PlayerId| top(game, *player).and_then(|card| mana_value(game, card));
    let most = clashing.iter().filter_map(value).max();
    let mut first = clashing.iter().filter(|player| most.is_some() && value(player) == most);
    let winner = first.next().copied().filter(|_| first.next().is_none());
    let Some(opponent) = clashing.iter().copied().find(|id| *id != frame.controller) else {
        return go_on(work, frame);
    };
    let to_bottom = |card: ObjectId| Action::Move {
        object: card,
        to: Zone::Library(game.object(card).map(|object| object.owner).unwrap_or_default()),
        position: Position::Bottom,
        manner: Manner::Put,
        entering: Entering::default(),
    };
    let moved: Vec<Action> = frame.picked.iter().filter_map(|it| it.object()).map(to_bottom).collect();
    go_on(work, frame);
    work.fact(rule!("701.23d"), Event::Clashed { player: frame.controller, opponent, winner });
    let cause = Some(frame.began);
    perform(work, moved.into_iter().map(|action| Proposed::new(action, cause, rule!("701.23c"))).collect());
}
