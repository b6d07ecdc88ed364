//! What a player can read of a game, without its internal numbers; and expectations for it.

use crate::card::{ManaType, ZoneKind};
use crate::derive::Look;
use crate::derive::filter::power_and_toughness;
use crate::fact::{Component, Domain, Entity, GameResult, ManaUnit, ObjectId, Zone};
use crate::rules::{self, Pending};
use crate::state::Game;

use super::writer::quoted;

/// What a player can read of a game, one line each: the turn, the players, every object in its
/// present state, and the pending choice. Two games that read alike may still have different pasts.
pub fn reading(game: &Game) -> String {
    let mut lines = Vec::new();
    let world = game.world();
    let (turn, name) = (&world.turn, |id| game.entity_name(Entity::Player(id)));
    lines.push(format!("turn {} of {}, {:?}, {} lands", turn.number, name(turn.active), turn.step, turn.lands_played));
    lines.extend(world.day_night.map(|time| format!("it is {}", time.word())));
    for player in game.players() {
        let mana = letters(player.mana.iter().map(|unit: &ManaUnit| unit.kind));
        let counters: Vec<String> = player.counters.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        lines.push(format!("{}: {} life, {}, mana {mana}", player.name, player.life, counters.join(", ")));
        for kind in [ZoneKind::Library, ZoneKind::Hand, ZoneKind::Graveyard, ZoneKind::Outside] {
            let ids = game.zone(Zone::of(kind, player.id)).iter();
            let mut names: Vec<String> = ids.map(|id| game.name_of(*id)).collect();
            if kind == ZoneKind::Hand || kind == ZoneKind::Outside {
                names.sort();
            }
            lines.push(format!("{}'s {}: {}", player.name, kind.word(), names.join(", ")));
        }
    }
    for zone in [Zone::Battlefield, Zone::Exile, Zone::Command, Zone::Ante, Zone::Stack] {
        let mut there: Vec<String> = game.zone(zone).iter().map(|id| object(game, *id)).collect();
        there.sort();
        lines.extend(there.into_iter().map(|it| format!("{zone}: {it}")));
    }
    let mut phased_out: Vec<String> = world.phased_out.keys().map(|id| object(game, *id)).collect();
    phased_out.sort();
    lines.extend(phased_out.into_iter().map(|it| format!("phased out: {it}")));
    match rules::pending(game) {
        Pending::Over(result) => lines.push(format!("over: {result:?}")),
        Pending::Running => {}
        Pending::Choices(choices) => {
            for choice in choices {
                let (who, rule) = (name(choice.answered_by), choice.rule);
                let offered = match &choice.domain {
                    Domain::Pick { options, .. } | Domain::Gather { options, .. } | Domain::Order(options) => {
                        let mut words: Vec<String> =
                            options.iter().map(|item| rules::check::describe(game, item)).collect();
                        words.sort();
                        words.join("; ")
                    }
                    _ => String::new(),
                };
                lines.push(format!("{who} is asked by CR {rule}: {offered}"));
            }
        }
    }
    lines.join("\n")
}

fn object(game: &Game, id: ObjectId) -> String {
    let mut said = game.name_of(id);
    let Some(object) = game.object_or_phased_out(id) else { return said };
    let name = |id| game.entity_name(Entity::Player(id));
    let mut say = |words: std::fmt::Arguments<'_>| said.push_str(&words.to_string());
    say(format_args!(", of {}", name(object.owner)));
    if let Some(controller) = game.controller(id) {
        say(format_args!(", under {}", name(controller)));
    }
    if object.component == Component::Token {
        say(format_args!(", a token"));
    }
    if let Some(it) = game.characteristics(id) {
        say(format_args!(", {:?} {:?} {:?}", it.types, it.subtypes, it.colors));
        say(format_args!(", {} abilities", it.abilities.len()));
    }
    if let (Some(power), Some(toughness)) = power_and_toughness(game, id) {
        say(format_args!(", {power}/{toughness}, {} damage", object.damage));
    }
    if object.status.tapped {
        say(format_args!(", tapped"));
    }
    if game.is_summoning_sick(id) {
        say(format_args!(", sick"));
    }
    for (kind, count) in object.counters.iter().filter(|(_, count)| **count > 0) {
        say(format_args!(", {count} {kind}"));
    }
    if let Some(host) = object.attached_to {
        say(format_args!(", attached to {}", game.entity_name(host)));
    }
    said
}

fn letters(kinds: impl Iterator<Item = ManaType>) -> String {
    let mut kinds: Vec<ManaType> = kinds.collect();
    kinds.sort_unstable();
    kinds.into_iter().map(ManaType::letter).collect()
}

/// Expectations that hold in a game: its result, the turn, life totals, the contents of zones.
pub(super) fn expectations(game: &Game) -> Vec<String> {
    let name = |id| quoted(&game.entity_name(Entity::Player(id)));
    let turn = &game.world().turn;
    let mut found = vec![match game.world().result {
        None => "Result(Undecided)".to_owned(),
        Some(GameResult::Draw) => "Result(Draw)".to_owned(),
        Some(GameResult::Won(player)) => format!("Result(Won({}))", name(player)),
    }];
    if let Some(step) = turn.step {
        let time = game.world().day_night.map_or_else(String::new, |time| format!(", day_night: {time:?}"));
        found.push(format!("Turn(number: {}, active: {}, step: {step:?}{time})", turn.number, name(turn.active)));
    }
    for player in game.players() {
        let of = quoted(&player.name);
        found.push(format!("Life(of: {of}, is: {})", player.life));
        found.push(format!("HandSize(of: {of}, is: {})", player.hand.len()));
        found.push(format!("LibrarySize(of: {of}, is: {})", player.library.len()));
        let controlled = game.world().battlefield.iter().filter(|id| game.controller(**id) == Some(player.id));
        let names: Vec<String> = controlled.map(|id| quoted(&game.name_of(*id))).collect();
        found.push(format!("Contents(zone: Battlefield, of: {of}, are: [{}])", names.join(", ")));
        let names: Vec<String> = player.graveyard.iter().rev().map(|id| quoted(&game.name_of(*id))).collect();
        found.push(format!("Contents(zone: Graveyard, of: {of}, are: [{}])", names.join(", ")));
    }
    found
}
