//! The keywords that a game has seen (CR 701, 702).

use std::collections::BTreeSet;

use retrace_core::card::{Keyword, ZoneKind};
use retrace_core::derive::Look;
use retrace_core::fact::{Component, Entry, Event, Manner, ObjectId, Zone};
use retrace_core::message::keywords::{ACTIONS, rule_of};
use retrace_core::play::Played;
use retrace_core::state::Game;

/// The keywords that a game has seen, by name: an ability, if an object had it on the battlefield
/// or on the stack or in another zone where it functions; an action, if it was done.
#[derive(Clone, Debug, Default)]
pub(super) struct Keywords(BTreeSet<&'static str>);

impl Keywords {
    /// Adds what has been seen since the last input.
    pub(super) fn see(&mut self, played: &Played<'_>) {
        for entry in played.steps.iter().flat_map(|step| &step.entries) {
            self.0.extend(actions(entry));
        }
        let game = played.after;
        for zone in [Zone::Battlefield, Zone::Stack, Zone::Exile, Zone::Command] {
            self.abilities(game, zone);
        }
        for player in game.players() {
            self.abilities(game, Zone::Hand(player.id));
            self.abilities(game, Zone::Graveyard(player.id));
        }
    }

    fn abilities(&mut self, game: &Game, zone: Zone) {
        for id in game.zone(zone) {
            self.0.extend(abilities_of(game, *id, zone.kind()));
        }
    }

    /// Their names, in order.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().copied()
    }
}

/// The keyword abilities of an object that function where it is.
fn abilities_of(game: &Game, id: ObjectId, zone: ZoneKind) -> impl Iterator<Item = &'static str> {
    let everywhere = matches!(zone, ZoneKind::Battlefield | ZoneKind::Stack);
    let functions = move |keyword: &&Keyword| {
        everywhere
            || keyword.zone() == zone
            || keyword.activated().is_some_and(|ability| ability.functions_in(zone))
            || keyword.only_cast_from() == Some(zone)
    };
    let keywords = game.characteristics(id).into_iter().flat_map(|it| it.keywords());
    keywords.filter(functions).filter_map(|keyword| rule_of(keyword.word())).map(|(name, _)| name)
}

/// The keyword actions of an event: those whose rule it names, and those that need no rule of their
/// own because other sections say how they are done.
fn actions(entry: &Entry) -> impl Iterator<Item = &'static str> {
    let by_rule = ACTIONS.iter().filter(|(_, rule)| rule.covers(entry.rule)).map(|(name, _)| *name);
    // One rule has both of them (CR 701.21).
    by_rule.filter(|name| !matches!(*name, "tap" | "untap")).chain(by_event(&entry.event))
}

fn by_event(event: &Event) -> Option<&'static str> {
    Some(match event {
        Event::BecameActivated { .. } => "activate",
        Event::BecameCast { .. } => "cast",
        Event::Created { object } if object.component == Component::Token => "create",
        Event::Attached { .. } => "attach",
        Event::Countered { .. } => "counter",
        Event::Tapped { .. } => "tap",
        Event::Untapped { .. } => "untap",
        Event::Revealed { .. } => "reveal",
        Event::Searched { .. } | Event::SearchedZones { .. } => "search",
        Event::Transformed { .. } => "transform",
        Event::Regenerated { .. } => "regenerate",
        Event::Moved { manner, .. } => match manner {
            Manner::Discard => "discard",
            Manner::Mill => "mill",
            Manner::Destroy => "destroy",
            Manner::Sacrifice => "sacrifice",
            Manner::Exile => "exile",
            Manner::Play => "play",
            _ => return None,
        },
        _ => return None,
    })
}
