//! Exploring (CR 701.40).

use crate::card::verb;
use crate::card::{CardType, CounterKind, Objects, ZoneKind};
use crate::derive::Look;
use crate::derive::filter::{objects, where_now};
use crate::fact::{
    Action, Answer, Choice, Domain, Entity, Event, Frame, Item, Manner, ObjectId, PlayerId, Prompt, Proposed,
    ResolveFrame, Zone,
};
use crate::rule;
use crate::state::{Game, Object};

use crate::rules::engine::actions::{move_to, show, to_graveyard};
use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::{go_on, scope};
use crate::rules::engine::paid_with::objects_of;
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::perform;

impl Verb for verb::Explore {
    /// The choice to put the revealed card into the graveyard (CR 701.40a).
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        if frame.cursor.last()?.round != ASKING {
            return None;
        }
        let card = frame.picked.last()?.object()?;
        let Some(Zone::Library(player)) = game.zone_of(card) else { return None };
        let prompt = Prompt::ToGraveyard(frame.object.unwrap_or(frame.source));
        let options = vec![Item::Entity(Entity::Object(card))];
        Some(ask(player, prompt, rule!("701.40a"), Domain::Pick { options, min: 0, max: 1 }))
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let verb::Explore(what) = self;
        let mut now = frame.clone();
        match frame.cursor.last().map(|level| level.round) {
            Some(FIRST) => {
                now.picked = explorers(&work.game, frame, what).into_iter().map(Entity::Object).collect();
                explore(work, now);
            }
            Some(NEXT) => explore(work, now),
            // There is nothing to choose: the card is no longer in the library.
            Some(ASKING) => {
                now.picked.pop();
                go_to(work, now, DONE, Vec::new());
            }
            _ => explored(work, now),
        }
    }

    /// Puts the revealed card into the graveyard, or leaves it.
    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        let away = objects_of(items).into_iter().map(|card| to_graveyard(&work.game, card, Manner::Put)).collect();
        let mut now = frame.clone();
        now.picked.pop();
        go_to(work, now, DONE, away);
    }
}

/// The round before the first permanent explores. In later rounds the frame has picked the
/// permanents that have not finished, the exploring one first, and a revealed nonland card last.
const FIRST: u16 = 0;
/// The round that offers to put the card into the graveyard.
const ASKING: u16 = 1;
/// The round after a permanent has explored.
const DONE: u16 = 2;
/// The round in which the next permanent explores.
const NEXT: u16 = 3;

/// The permanents that explore, players in APNAP order. A permanent that has left the battlefield
/// still explores (CR 701.40c).
fn explorers(game: &Game, frame: &ResolveFrame, what: &Objects) -> Vec<ObjectId> {
    let scope = scope(frame);
    let is_permanent = |id: &ObjectId| game.object(*id).is_some_and(Object::is_permanent);
    let was_permanent =
        |id: ObjectId| game.world().departed.get(&id).is_some_and(|departed| departed.was.zone == Zone::Battlefield);
    let there = |id: ObjectId| {
        let now = where_now(game, &scope, what, id).into_iter().find(is_permanent);
        now.or_else(|| was_permanent(id).then_some(id))
    };
    let mut explorers: Vec<ObjectId> = objects(game, &scope, what).into_iter().filter_map(there).collect();
    let order = game.apnap();
    let place = |id: ObjectId| order.iter().position(|player| game.controller(id) == Some(*player));
    explorers.sort_by_key(|id| place(*id));
    explorers.retain(|id| place(*id).is_some());
    explorers
}

/// Reveals a card for the first permanent, and puts a land into its controller's hand. Otherwise,
/// even without a card, the permanent gets a +1/+1 counter if it is still there (CR 701.40a).
fn explore(work: &mut Work, mut now: ResolveFrame) {
    let explorer = now.picked.first().and_then(|it| it.object());
    let Some((explorer, player)) = explorer.and_then(|id| Some((id, work.game.controller(id)?))) else {
        return go_on(work, &now);
    };
    let card = work.game.zone(Zone::Library(player)).iter().next().copied();
    let land = card.filter(|id| work.game.has_type(*id, CardType::Land));
    show(work, card.as_slice());
    if let Some(land) = land {
        let take = move_to(&work.game, land, ZoneKind::Hand, Manner::Put);
        return go_to(work, now, DONE, vec![take]);
    }
    let there = work.game.object(explorer).is_some_and(Object::is_permanent);
    let counter = there.then(|| plus_one(player, explorer));
    now.picked.extend(card.map(Entity::Object));
    let round = if card.is_some() { ASKING } else { DONE };
    go_to(work, now, round, counter.into_iter().collect());
}

const fn plus_one(player: PlayerId, explorer: ObjectId) -> Action {
    let kind = CounterKind::PowerToughness(1, 1);
    Action::PutCounters { by: Some(player), on: Entity::Object(explorer), kind, count: 1 }
}

/// The first permanent has explored, whatever of it was possible (CR 701.40b). The next one
/// explores, if there is one.
fn explored(work: &mut Work, mut now: ResolveFrame) {
    if now.picked.is_empty() {
        return go_on(work, &now);
    }
    let object = now.picked.remove(0).object();
    let explored = object.and_then(|object| Some(Event::Explored { object, player: work.game.controller(object)? }));
    if now.picked.is_empty() {
        go_on(work, &now);
    } else {
        go_to(work, now, NEXT, Vec::new());
    }
    if let Some(event) = explored {
        work.fact(rule!("701.40b"), event);
    }
}

/// Performs actions; afterwards the instruction goes on in a round.
fn go_to(work: &mut Work, mut now: ResolveFrame, round: u16, actions: Vec<Action>) {
    let cause = Some(now.began);
    now.set_round(round);
    work.change(rule!("701.40a"), Frame::Resolve(Box::new(now)));
    perform(work, actions.into_iter().map(|action| Proposed::new(action, cause, rule!("701.40a"))).collect());
}
