//! Clashing (CR 701.23).

use std::cmp::Ordering;

use crate::card::Players;
use crate::card::verb;
use crate::derive::filter::mana_value;
use crate::fact::{
    Action, Answer, Choice, Domain, Entering, Entity, Event, Frame, Item, Manner, ObjectId, PlayerId, Position, Prompt,
    Proposed, ResolveFrame, Zone,
};
use crate::rule;
use crate::state::Game;

use crate::rules::engine::actions::show;
use crate::rules::engine::apnap::{Turns, in_turn};
use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::{go_on, one_opponent, paid};
use crate::rules::engine::paid_with::objects_of;
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::perform;

impl Verb for verb::Clash {
    /// Asks each player who revealed a card whether it goes to the bottom (CR 701.23a, 701.23c).
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        let round = usize::from(frame.cursor.last()?.round).checked_sub(1)?;
        let player = *revealing(game, frame).get(round)?;
        let card = top(game, player)?;
        let prompt = Prompt::ToBottom(frame.object.unwrap_or(frame.source));
        let options = vec![Item::Entity(Entity::Object(card))];
        Some(ask(player, prompt, rule!("701.23a"), Domain::Pick { options, min: 0, max: 1 }))
    }

    /// Reveals the cards, all at once (CR 701.23c).
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let cards: Vec<ObjectId> =
            revealing(&work.game, frame).into_iter().filter_map(|player| top(&work.game, player)).collect();
        // Nobody has a card, or whoever was to decide has left.
        if cards.is_empty() || frame.cursor.last().is_none_or(|level| level.round > 0) {
            return conclude(work, frame);
        }
        work.change(rule!("701.23c"), Frame::Resolve(Box::new(paid(frame))));
        show(work, &cards);
    }

    /// Takes a player's decision; the cards move once all have decided (CR 701.23c).
    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        let mut now = frame.clone();
        now.picked.extend(objects_of(items).into_iter().map(Entity::Object));
        now.next_round();
        if usize::from(now.cursor.last().map_or(0, |level| level.round)) <= revealing(&work.game, frame).len() {
            return work.change(rule!("701.23c"), Frame::Resolve(Box::new(now)));
        }
        conclude(work, &now);
    }

    fn turns(&self, game: &Game, frame: &ResolveFrame) -> Option<Turns> {
        let done = usize::from(frame.cursor.last()?.round).checked_sub(1)?;
        Some(Turns { players: revealing(game, frame), done })
    }

    fn ones(&self, _: &Game, frame: &ResolveFrame) -> Vec<&Players> {
        if frame.round() == 0 { vec![&Players::Opponents] } else { Vec::new() }
    }
}

/// The clashing players in APNAP order: the controller and an opponent (CR 701.23b-c).
fn clashing(game: &Game, frame: &ResolveFrame) -> Vec<PlayerId> {
    let opponent = one_opponent(game, frame);
    game.apnap().into_iter().filter(|id| *id == frame.controller || Some(*id) == opponent).collect()
}

/// The card on top of a player's library.
fn top(game: &Game, player: PlayerId) -> Option<ObjectId> {
    game.zone(Zone::Library(player)).first().copied()
}

/// The players with a card to put somewhere, in the order in which they decide.
pub(super) fn revealing(game: &Game, frame: &ResolveFrame) -> Vec<PlayerId> {
    let any = |player: &PlayerId| top(game, *player).is_some();
    in_turn(game, frame, || clashing(game, frame).into_iter().filter(any).collect())
}

/// Says who won (CR 701.23d), and puts the chosen cards on the bottom. What a player who has left
/// revealed is remembered (CR 800.4i).
fn conclude(work: &mut Work, frame: &ResolveFrame) {
    let game = &work.game;
    let Some(opponent) = one_opponent(game, frame) else { return go_on(work, frame) };
    let value = |player: &PlayerId| match top(game, *player) {
        Some(card) => mana_value(game, card),
        None => revealed_before(game, frame, *player),
    };
    let (own, other) = (value(&frame.controller), value(&opponent));
    let winner = match own.cmp(&other) {
        Ordering::Greater => Some(frame.controller),
        Ordering::Less => Some(opponent),
        Ordering::Equal => None,
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

/// The mana value of the card that a player who has left revealed for this resolution.
fn revealed_before(game: &Game, frame: &ResolveFrame, player: PlayerId) -> Option<i32> {
    let since = game.world().history.latest().take_while(|entry| entry.no >= frame.began);
    let shown = since.map(|entry| &entry.event).find_map(|event| match event {
        Event::Revealed { player: who, cards } if *who == player => cards.first().map(|(_, def)| *def),
        _ => None,
    });
    let printed = game.printed(shown.filter(|_| !game.plays(player))?)?;
    let value = printed.characteristics.cost.as_ref().map_or(0, |cost| cost.mana_value(0));
    i32::try_from(value).ok()
}
