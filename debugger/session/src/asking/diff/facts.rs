//! The fields of objects and players that a difference compares, as people read them.

use std::collections::BTreeMap;

use retrace_core::card::text::{ability_text, type_line};
use retrace_core::card::{Ability, CounterKind, Designation};
use retrace_core::derive::Look;
use retrace_core::derive::filter::marking;
use retrace_core::fact::ObjectId;
use retrace_core::state::{Game, Player};

use super::rows::Field;
use crate::describe;

/// The fields of an object that have a value.
pub(super) fn of_object(game: &Game, id: ObjectId) -> Vec<(Field, String)> {
    let Some(object) = game.object_or_phased_out(id) else { return Vec::new() };
    let phased_out = if game.phased_out(id).is_some() { ", phased out" } else { "" };
    let mut facts = vec![(Field::Zone, format!("{}{phased_out}", describe::zone(game, object.zone)))];
    let mut add = |field: Field, value: Option<String>| facts.extend(value.map(|value| (field, value)));
    add(Field::Name, Some(game.name_of(id)));
    let controller = game.controller(id).filter(|player| *player != object.owner);
    add(Field::Controller, controller.map(|player| describe::player(game, player)));
    if let Some(it) = game.characteristics(id) {
        let types = type_line(it.supertypes, it.types, &it.subtypes);
        add(Field::Types, (!types.is_empty()).then_some(types));
        let colors: Vec<&str> = it.colors.iter().map(|color| color.word()).collect();
        add(Field::Colors, (!colors.is_empty()).then(|| colors.join(", ")));
        add(Field::PowerToughness, it.power.zip(it.toughness).map(|(power, toughness)| format!("{power}/{toughness}")));
    }
    add(Field::Damage, (object.damage > 0).then(|| object.damage.to_string()));
    add(Field::Components, (!object.pieces().is_empty()).then(|| describe::components(game, object)));
    add(Field::Level, object.level.map(|level| level.to_string()));
    let markings = marking::words(game, id);
    add(Field::Markings, (!markings.is_empty()).then(|| markings.join(", ")));
    add(Field::Tapped, object.status.tapped.then(|| "tapped".to_owned()));
    add(Field::Counters, counters(&object.counters));
    add(Field::Attached, object.attached_to.map(|to| describe::entity(game, to)));
    if let Some(combat) = game.world().combat.as_deref() {
        if let Some(attacker) = combat.attacker(id) {
            let target = attacker.target.map_or_else(|| "nothing".to_owned(), |it| describe::entity(game, it));
            add(Field::Attacking, Some(target));
            let blockers: Vec<String> = attacker.blockers.iter().map(|it| describe::object(game, *it)).collect();
            let blocked = match attacker.blocked {
                None => None,
                Some(false) => Some("unblocked".to_owned()),
                Some(true) if blockers.is_empty() => Some("blocked".to_owned()),
                Some(true) => Some(format!("blocked by {}", blockers.join(", then "))),
            };
            add(Field::Blocked, blocked);
        }
        if let Some(blocker) = combat.blocker(id) {
            let attackers: Vec<String> = blocker.attackers.iter().map(|it| describe::object(game, *it)).collect();
            add(Field::Blocking, Some(describe::list(&attackers)));
        }
    }
    facts
}

/// The value of an unset field for an object in its zone: untapped for a permanent, or under its
/// owner's control.
pub(super) fn default_of(game: &Game, id: ObjectId, field: Field) -> Option<String> {
    let object = game.object_or_phased_out(id).filter(|object| object.is_permanent())?;
    match field {
        Field::Tapped => Some("untapped".to_owned()),
        Field::Controller => Some(describe::player(game, object.owner)),
        _ => None,
    }
}

/// The abilities of an object as text.
pub(super) fn abilities(game: &Game, id: ObjectId) -> Vec<String> {
    let Some(it) = game.characteristics(id) else { return Vec::new() };
    let text = |ability: &Ability| match ability {
        Ability::Keyword(keyword) => keyword.word().to_owned(),
        ability => format!("“{}”", ability_text(ability, &it.name)),
    };
    it.abilities.iter().map(|instance| text(&instance.ability)).collect()
}

/// The fields of a player.
pub(super) fn of_player(player: &Player) -> Vec<(Field, String)> {
    let mut facts = vec![(Field::Life, player.life.to_string())];
    facts.extend(counters(&player.counters).map(|counters| (Field::Counters, counters)));
    if !player.mana.is_empty() {
        let mana: String = player.mana.iter().map(|unit| format!("{{{}}}", unit.kind.letter())).collect();
        facts.push((Field::Mana, mana));
    }
    for (field, count) in [
        (Field::Library, player.library.len()),
        (Field::Hand, player.hand.len()),
        (Field::Graveyard, player.graveyard.len()),
    ] {
        facts.push((field, if count == 1 { "1 card".to_owned() } else { format!("{count} cards") }));
    }
    facts.push((Field::Standing, if player.left { "has left" } else { "is in the game" }.to_owned()));
    facts
}

fn counters(counters: &BTreeMap<CounterKind, u32>) -> Option<String> {
    let kinds: Vec<String> = counters.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    (!kinds.is_empty()).then(|| kinds.join(", "))
}

/// The fields of the game as a whole.
pub(super) fn of_game(game: &Game) -> Vec<(Field, String)> {
    let world = game.world();
    let mut facts =
        vec![(Field::Turn, format!("turn {} of {}", world.turn.number, describe::player(game, world.turn.active)))];
    facts.extend(world.turn.step.map(|step| (Field::TurnStep, step.word().to_owned())));
    facts.extend(world.day_night.map(|time| (Field::DayNight, time.word().to_owned())));
    for designation in Designation::ALL {
        let holders: Vec<String> =
            game.designations().holders(designation).map(|id| describe::player(game, id)).collect();
        facts.extend((!holders.is_empty()).then(|| (Field::Designation(designation), describe::list(&holders))));
    }
    facts.extend(world.schedule.control.now.map(|now| (Field::Controlled, describe::controlled(game, now))));
    if !world.stack.is_empty() {
        let stack: Vec<String> = world.stack.iter().rev().map(|id| describe::object(game, *id)).collect();
        facts.push((Field::Stack, stack.join(", then ")));
    }
    match retrace_core::rules::pending(game) {
        retrace_core::rules::Pending::Choices(choices) => {
            let asked: Vec<String> = choices.iter().map(|choice| describe::prompt(game, choice)).collect();
            facts.push((Field::Waiting, asked.join(" ")));
        }
        retrace_core::rules::Pending::Over(result) => {
            let result = match result {
                retrace_core::fact::GameResult::Won(player) => {
                    format!("{} has won", describe::winner(game, player))
                }
                retrace_core::fact::GameResult::Draw => "a draw".to_owned(),
            };
            facts.push((Field::Result, result));
        }
        retrace_core::rules::Pending::Running => {}
    }
    facts
}
