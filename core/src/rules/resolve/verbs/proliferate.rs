//! Proliferating (CR 701.27).

use std::collections::BTreeMap;

use crate::card::{CounterKind, Filter, Instruction, Players};
use crate::derive::filter::{all_matching, players};
use crate::fact::{Action, Answer, Choice, Domain, Entity, Item, Prompt, ResolveFrame};
use crate::rule;
use crate::state::Game;

use super::super::verb::Verb;
use crate::rules::announce::proposal::entities;
use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::{go_on, scope};
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::act;

pub(super) static PROLIFERATE: Verb = Verb { choice, execute, answered };

/// Asks for any number of the permanents and players with a counter (CR 701.27a).
fn choice(game: &Game, frame: &ResolveFrame, _: &Instruction) -> Option<Choice> {
    let options: Vec<Item> = candidates(game, frame).into_iter().map(Item::Entity).collect();
    let max = u32::try_from(options.len()).unwrap_or(u32::MAX);
    let prompt = Prompt::Objects(frame.object.unwrap_or(frame.source));
    (max > 0).then(|| ask(frame.controller, prompt, rule!("701.27a"), Domain::Pick { options, min: 0, max }))
}

/// Does nothing, as there are no counters.
fn execute(work: &mut Work, frame: &ResolveFrame, _: &Instruction) {
    go_on(work, frame);
}

/// Adds one counter of each kind that is already there (CR 701.27a).
fn answered(work: &mut Work, frame: &ResolveFrame, _: &Instruction, answer: &Answer) {
    let Answer::Picked(items) = answer else { return };
    let game = &work.game;
    let by = Some(frame.controller);
    let more = |on: Entity| {
        let kinds = counters_on(game, on).map(|counters| counters.keys().cloned().collect::<Vec<_>>());
        kinds.unwrap_or_default().into_iter().map(move |kind| Action::PutCounters { by, on, kind, count: 1 })
    };
    let entities = entities(items);
    // CR 701.27b: of a team that shares its poison counters, only one player is given another.
    let poisoned = |on: &Entity| on.player().filter(|_| counters_on(game, *on).is_some_and(is_poisoned));
    let given = game.once_a_total(entities.iter().filter_map(poisoned).collect());
    let mut actions: Vec<Action> = entities.into_iter().flat_map(more).collect();
    actions.retain(|action| match action {
        Action::PutCounters { on: Entity::Player(player), kind: CounterKind::Poison, .. } => given.contains(player),
        _ => true,
    });
    act(work, frame, rule!("701.27a"), actions);
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

fn counters_on(game: &Game, on: Entity) -> Option<&BTreeMap<CounterKind, u32>> {
    match on {
        Entity::Object(id) => game.object(id).map(|object| &object.counters),
        Entity::Player(id) => game.player(id).map(|player| &player.counters),
    }
}
