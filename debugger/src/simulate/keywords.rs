//! The keywords that a game has seen (CR 701, 702).

use std::collections::BTreeSet;

use retrace_core::card::{Keyword, ZoneKind};
use retrace_core::derive::Look;
use retrace_core::fact::{Component, Entry, Event, Manner, ObjectId, Part, Zone};
use retrace_core::message::keywords::{ACTIONS, rule_of};
use retrace_core::play::Played;
use retrace_core::rule::Rule;
use retrace_core::rules::actions_under_way;
use retrace_core::state::{Game, evolve_entry};

/// The keywords that a game has seen, by name: an ability, if an object had it on the battlefield
/// or on the stack or in another zone where it functions; an action, if it was done.
#[derive(Debug, Default)]
pub(super) struct Keywords {
    names: BTreeSet<&'static str>,
    /// The game as it was seen last.
    game: Option<Game>,
}

impl Keywords {
    /// Adds what has been seen since the last input.
    pub(super) fn see(&mut self, played: &Played<'_>) {
        for entry in played.steps.iter().flat_map(|step| &step.entries) {
            self.names.extend(actions(entry));
            let Some(game) = &mut self.game else { continue };
            // What it stands for is done by the rules of that.
            if entry.part == Part::Batch {
                self.names.extend(actions_under_way(game).into_iter().flat_map(actions_of));
            }
            evolve_entry(game, entry);
        }
        self.game = Some(played.after.clone());
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
            self.names.extend(abilities_of(game, *id, zone.kind()));
        }
    }

    /// Their names, in order.
    pub(super) fn into_names(self) -> BTreeSet<&'static str> {
        self.names
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
    // One rule has both of them (CR 701.21).
    actions_of(entry.rule).filter(|name| !matches!(*name, "tap" | "untap")).chain(by_event(&entry.event))
}

/// The keyword actions of a rule.
fn actions_of(of: Rule) -> impl Iterator<Item = &'static str> {
    ACTIONS.iter().filter(move |(_, rule)| rule.covers(of)).map(|(name, _)| *name)
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
        Event::Planeswalked { .. } => "planeswalk",
        Event::SetInMotion { .. } => "set in motion",
        Event::SchemeAbandoned { .. } => "abandon",
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
