//! Counters on objects and players (CR 122).

use crate::card::verb;
use crate::card::{Objects, Players};
use crate::derive::filter::{found, players};
use crate::fact::{Action, Entity, PlayerId, ResolveFrame};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::actions::{amount_for, keeps, of_each};
use crate::rules::engine::cursor::scope;
use crate::rules::engine::verb::Verb;

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
