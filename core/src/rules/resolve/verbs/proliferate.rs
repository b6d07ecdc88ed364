//! Proliferating (CR 701.27).

use std::collections::{BTreeMap, BTreeSet};

use crate::card::verb;
use crate::card::{CounterKind, Filter, Players};
use crate::derive::filter::{all_matching, players};
use crate::fact::{Action, Answer, Choice, Domain, Entity, Frame, Item, PlayerId, Prompt, ResolveFrame};
use crate::rule;
use crate::state::Game;

use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::scope;
use crate::rules::engine::paid_with::entities;
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::act;

impl Verb for verb::Proliferate {
    /// Asks for any number of the permanents and players with a counter (CR 701.27a); then, of each
    /// team that shares its poison counters, which of several chosen players is given another
    /// (CR 701.27b).
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        let prompt = Prompt::Objects(frame.object.unwrap_or(frame.source));
        match frame.cursor.last()?.round.checked_sub(1) {
            None => {
                let options: Vec<Item> = candidates(game, frame).into_iter().map(Item::Entity).collect();
                let max = u32::try_from(options.len()).unwrap_or(u32::MAX);
                (max > 0)
                    .then(|| ask(frame.controller, prompt, rule!("701.27a"), Domain::Pick { options, min: 0, max }))
            }
            Some(team) => {
                let sharing = sharing_poison(game, &frame.picked).into_iter().nth(usize::from(team))?;
                let options = sharing.into_iter().map(|player| Item::Entity(Entity::Player(player))).collect();
                Some(ask(frame.controller, prompt, rule!("701.27b"), Domain::Pick { options, min: 1, max: 1 }))
            }
        }
    }

    /// Keeps what is chosen, and adds the counters once all is.
    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        let mut now = frame.clone();
        let teams = match frame.cursor.last().map(|level| level.round) {
            Some(0) | None => {
                now.picked = entities(items);
                now.set_round(1);
                0
            }
            Some(teams) => {
                // Who is given another counter comes before the others of the team.
                let given = entities(items);
                now.picked.retain(|it| !given.contains(it));
                now.picked.splice(0..0, given);
                now.set_round(teams.saturating_add(1));
                usize::from(teams)
            }
        };
        if sharing_poison(&work.game, &now.picked).len() > teams {
            return work.change(rule!("701.27b"), Frame::Resolve(Box::new(now)));
        }
        add(work, frame, &now.picked);
    }
}

/// Adds one counter of each kind that is already there (CR 701.27a).
fn add(work: &mut Work, frame: &ResolveFrame, on: &[Entity]) {
    let game = &work.game;
    let by = Some(frame.controller);
    let more = |on: Entity| {
        let kinds = counters_on(game, on).map(|counters| counters.keys().cloned().collect::<Vec<_>>());
        kinds.unwrap_or_default().into_iter().map(move |kind| Action::PutCounters { by, on, kind, count: 1 })
    };
    // CR 701.27b: of a team that shares its poison counters, only one player is given another.
    let given = game.once_a_total(poisoned(game, on));
    let mut actions: Vec<Action> = on.iter().copied().flat_map(more).collect();
    actions.retain(|action| match action {
        Action::PutCounters { on: Entity::Player(player), kind: CounterKind::Poison, .. } => given.contains(player),
        _ => true,
    });
    act(work, frame, rule!("701.27a"), actions);
}

/// The players among these with a poison counter.
fn poisoned(game: &Game, on: &[Entity]) -> Vec<PlayerId> {
    let is = |player: &PlayerId| counters_on(game, Entity::Player(*player)).is_some_and(is_poisoned);
    on.iter().filter_map(|it| it.player()).filter(is).collect()
}

/// The poisoned players among these, by team, of each team that shares its poison counters and has
/// several of them there.
fn sharing_poison(game: &Game, on: &[Entity]) -> Vec<Vec<PlayerId>> {
    if !game.shares_life() {
        return Vec::new();
    }
    let mut found: Vec<Vec<PlayerId>> = Vec::new();
    for player in poisoned(game, on).into_iter().collect::<BTreeSet<_>>() {
        match found.iter_mut().find(|team| team.iter().all(|other| !game.are_opponents(*other, player))) {
            Some(team) => team.push(player),
            None => found.push(vec![player]),
        }
    }
    found.retain(|team| team.len() > 1);
    found
}

fn is_poisoned(counters: &BTreeMap<CounterKind, u32>) -> bool {
    counters.contains_key(&CounterKind::Poison)
}

fn candidates(game: &Game, frame: &ResolveFrame) -> Vec<Entity> {
    let scope = scope(frame);
    let permanents = all_matching(game, &scope, &Filter::Any).into_iter().map(Entity::Object);
    let all = permanents.chain(players(game, &scope, &Players::Each).into_iter().map(Entity::Player));
    all.filter(|it| counters_on(game, *it).is_some_and(|counters| counters.values().any(|count| *count > 0))).collect()
}

pub(super) fn counters_on(game: &Game, on: Entity) -> Option<&BTreeMap<CounterKind, u32>> {
    match on {
        Entity::Object(id) => game.object(id).map(|object| &object.counters),
        Entity::Player(id) => game.player(id).map(|player| &player.counters),
    }
}
