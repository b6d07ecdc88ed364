//! Counters on objects and players (CR 122).

use crate::card::verb;
use crate::card::{CounterKind, Objects, Players};
use crate::derive::filter::{found, players};
use crate::fact::{
    Action, Answer, Choice, Domain, Entity, Frame, Item, ObjectId, PlayerId, Prompt, Proposed, ResolveFrame,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::proliferate::counters_on;
use crate::rules::engine::actions::{amount_for, keeps, of_each, recipients};
use crate::rules::engine::control::ask;
use crate::rules::engine::counters;
use crate::rules::engine::cursor::{go_on, scope};
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::perform;

impl Verb for verb::PutCounters {
    fn actions(&self, game: &Game, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        let (scope, by) = (scope(frame), Some(frame.controller));
        let keeps = keeps(&scope, &self.on);
        let put = |id| {
            let on = Entity::Object(id);
            let count = amount_for(game, &scope, on, keeps, &self.count);
            Action::PutCounters { by, on, kind: self.kind.clone(), count }
        };
        Some((rule!("122.6"), found(game, &scope, &self.on).into_iter().map(put).collect()))
    }

    fn worked_out_for(&self, frame: &ResolveFrame) -> Option<&Objects> {
        (!keeps(&scope(frame), &self.on)).then_some(&self.on)
    }

    fn is_possible(&self, _: &Game, _: &ResolveFrame) -> Option<bool> {
        self.on.is_of_a_description().then_some(true)
    }
}

impl Verb for verb::RemoveCounters {
    fn actions(&self, game: &Game, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        let scope = scope(frame);
        let keeps = keeps(&scope, &self.from);
        let remove = |id| {
            let from = Entity::Object(id);
            let count = amount_for(game, &scope, from, keeps, &self.count);
            Action::RemoveCounters { from, kind: self.kind.clone(), count }
        };
        Some((rule!("122.1"), found(game, &scope, &self.from).into_iter().map(remove).collect()))
    }

    fn worked_out_for(&self, frame: &ResolveFrame) -> Option<&Objects> {
        (!keeps(&scope(frame), &self.from)).then_some(&self.from)
    }

    fn is_possible(&self, _: &Game, _: &ResolveFrame) -> Option<bool> {
        self.from.is_of_a_description().then_some(true)
    }
}

impl Verb for verb::RemoveAllCounters {
    fn actions(&self, game: &Game, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        let each = found(game, &scope(frame), &self.0).into_iter().flat_map(|id| {
            let counters = game.object(id).map(|object| &object.counters).into_iter().flatten();
            let remove = move |(kind, count): (&CounterKind, &u32)| removal(Entity::Object(id), (kind.clone(), *count));
            counters.map(remove)
        });
        Some((rule!("122.1"), each.collect()))
    }

    fn is_possible(&self, _: &Game, _: &ResolveFrame) -> Option<bool> {
        self.0.is_of_a_description().then_some(true)
    }
}

/// Each round is about one of the objects.
impl Verb for verb::RemoveAnyCounters {
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        let (object, options, count) = removable(game, frame, self)?;
        let is_open = options.len() > count as usize;
        let domain = Domain::Pick { options, min: count, max: count };
        is_open.then(|| ask(frame.controller, Prompt::Counters(object), rule!("608.2d"), domain))
    }

    fn decided(&self, game: &Game, frame: &ResolveFrame) -> Option<Answer> {
        removable(game, frame, self).map(|(_, options, _)| Answer::Picked(options))
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        match removable(&work.game, frame, self) {
            Some((object, forced, _)) => remove(work, frame, object, &forced),
            None => go_on(work, frame),
        }
    }

    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        let (Answer::Picked(items), Some((object, ..))) = (answer, removable(&work.game, frame, self)) else { return };
        remove(work, frame, object, items);
    }

    fn worked_out_for(&self, frame: &ResolveFrame) -> Option<&Objects> {
        (!keeps(&scope(frame), &self.from)).then_some(&self.from)
    }

    fn is_possible(&self, game: &Game, frame: &ResolveFrame) -> Option<bool> {
        Some(removable(game, frame, self).is_some())
    }
}

/// The next object that counters can leave, those to choose from, and how many leave it.
fn removable(game: &Game, frame: &ResolveFrame, it: &verb::RemoveAnyCounters) -> Option<(ObjectId, Vec<Item>, u32)> {
    let scope = scope(frame);
    let keeps = keeps(&scope, &it.from);
    found(game, &scope, &it.from).into_iter().find_map(|object| {
        let on = Entity::Object(object);
        let there = game.object(object)?.counters.values().copied().fold(0, u32::saturating_add);
        let count = amount_for(game, &scope, on, keeps, &it.count).min(there);
        (count > 0 && !frame.picked.contains(&on)).then(|| (object, counters::among(game, object, count), count))
    })
}

/// Removes what was chosen of one object, and goes on with the others.
fn remove(work: &mut Work, frame: &ResolveFrame, object: ObjectId, items: &[Item]) {
    let (cause, from) = (work.cause(), Entity::Object(object));
    let proposed = |it| Proposed::new(removal(from, it), cause, rule!("122.1"));
    let actions = counters::by_kind(items).into_iter().map(proposed).collect();
    let mut now = frame.clone();
    now.picked.push(from);
    now.next_round();
    work.change(rule!("608.2d"), Frame::Resolve(Box::new(now)));
    perform(work, actions);
}

fn removal(from: Entity, (kind, count): (CounterKind, u32)) -> Action {
    Action::RemoveCounters { from, kind, count }
}

impl Verb for verb::MoreCounters {
    fn actions(&self, game: &Game, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        let by = Some(frame.controller);
        let more = |on: Entity| {
            let counters = counters_on(game, on).into_iter().flatten();
            counters.map(move |(kind, there)| {
                let count = if self.double { *there } else { 1 };
                Action::PutCounters { by, on, kind: kind.clone(), count }
            })
        };
        let rule = if self.double { rule!("701.9e") } else { rule!("122.6") };
        Some((rule, recipients(game, &scope(frame), &self.on).into_iter().flat_map(more).collect()))
    }
}

impl Verb for verb::GetCounters {
    fn actions(&self, game: &Game, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        let count = of_each(game, frame, &self.who, &self.count);
        let put = |player: PlayerId| {
            let (by, on) = (Some(frame.controller), Entity::Player(player));
            Action::PutCounters { by, on, kind: self.kind.clone(), count: count(player) }
        };
        Some((rule!("122.1"), players(game, &scope(frame), &self.who).into_iter().map(put).collect()))
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.who)
    }
}
