//! `state`: shows the whole state at a place.

use std::io::Write;

use clap::Args;
use retrace_core::card::{CounterKind, Designation};
use retrace_core::derive::Look;
use retrace_core::derive::filter::marking;
use retrace_core::fact::{EntryNo, ObjectId, PlayerId, Zone};
use retrace_core::observe;
use retrace_core::rules::{Pending, pending};
use retrace_core::state::{Game, Marker};
use retrace_store::StoreError;
use serde_json::{Value, json};

use super::arguments::{Eyes, Place};
use super::call::{Call, Exit, Failure, print_json};
use super::json;
use super::opened::{Opened, read_fresh_log, tell_freshness};
use retrace_session::asking::answers;
use retrace_session::asking::telling::{self, permanent};
use retrace_session::store::log::{in_file, is_store};
use retrace_session::{Numbers, describe};

/// A place, and the player whose view to show.
#[derive(Clone, Debug, Args)]
pub(super) struct StateArguments {
    #[command(flatten)]
    pub(super) place: Place,
    #[command(flatten)]
    pub(super) eyes: Eyes,
}

/// Shows the state at a place.
pub(super) fn state(arguments: &StateArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let StateArguments { place, eyes } = arguments;
    if eyes.viewer.is_some() {
        return seen(place, eyes, call);
    }
    let (name, game, asked, events, of) = match in_store(place, call)? {
        Some(found) => found,
        None => {
            let spot = (place.spot.timeline.as_deref(), place.spot.at.as_deref());
            let opened = Opened::read_one(&place.file, spot, call)?;
            let timeline = opened.timeline(spot.0, spot.1)?;
            let asked = spot.1.map(|at| opened.event(timeline, &Numbers::ALL, at)).transpose()?;
            let point = opened.place(timeline, &Numbers::ALL, spot.1)?;
            let events = timeline.entries_before_step(point.step);
            (timeline.name().to_owned(), timeline.game_at(point.step), asked, events, timeline.len_entries())
        }
    };
    if call.json {
        let mut value = as_json(&game);
        if let Some(object) = value.as_object_mut() {
            object.insert("timeline".to_owned(), json!(name));
            object.insert("events".to_owned(), json!(events));
        }
        print_json(call.out, &value)?;
        return Ok(Exit::Yes);
    }
    writeln!(call.out, "{name}, after {events} of {of} events{}", end_of_step(asked.map(|no| no.0), events))?;
    print(call.out, &game)?;
    Ok(Exit::Yes)
}

/// Shows what a player may know of the state at a place. The player's numbers depend on the whole
/// timeline.
fn seen(place: &Place, eyes: &Eyes, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let at = place.spot.at.as_deref();
    let opened = Opened::read_one(&place.file, (place.spot.timeline.as_deref(), at), call)?;
    let timeline = opened.timeline(place.spot.timeline.as_deref(), at)?;
    let numbers = opened.numbers(timeline, eyes)?;
    let step = opened.place(timeline, &numbers, at)?.step;
    let Some(mut numbering) = numbers.up_to(timeline, step) else { return Ok(Exit::No) };
    let (name, game) = (timeline.name(), timeline.game_at(step));
    let asked = at.map(|at| opened.event(timeline, &numbers, at)).transpose()?.map(|no| numbers.at(no));
    let (events, of) = (numbers.before_step(timeline, step), numbers.events(timeline));
    let view = observe::view(&game, numbering.viewer());
    match call.json {
        true => {
            let view = numbering.show(&view).map_err(|error| Failure::Told(error.to_string()))?;
            print_json(call.out, &json!({ "timeline": name, "events": events, "view": view }))?;
        }
        false => {
            writeln!(call.out, "{name}, after {events} of {of} events{}", end_of_step(asked, events))?;
            write!(call.out, "{}", telling::view(&game, &view))?;
        }
    }
    Ok(Exit::Yes)
}

/// Says that the place is the end of a step, if the step goes on after the event asked for.
fn end_of_step(asked: Option<u64>, events: u64) -> String {
    let within = asked.filter(|no| no + 1 < events);
    within.map(|no| format!(": the end of the step that event {no} is in")).unwrap_or_default()
}

/// The name of a timeline, the game, the event asked for, the number of events up to the game, and
/// of all events.
type Found = (String, Game, Option<EntryNo>, u64, u64);

/// A place straight from a store. It folds from the nearest snapshot instead of reading the whole
/// timeline. None unless the place is a store's event, given by number or bookmark.
fn in_store(place: &Place, call: &mut Call<'_>) -> Result<Option<Found>, Failure> {
    let Some(at) = place.spot.at.as_deref().filter(|_| is_store(&place.file)) else {
        return Ok(None);
    };
    let told = |error: StoreError| Failure::from(in_file(&place.file, &error));
    let (log, freshness) = read_fresh_log(&place.file, "name a store")?;
    let bookmark = log.store().bookmark(at).ok();
    let marked = bookmark.map(|it| log.store().timeline_of_bookmark(it)).transpose().map_err(told)?.flatten();
    let number = at.trim_start_matches('@').parse::<u64>().ok();
    let event = number.or(bookmark.filter(|_| place.spot.timeline.is_none()).map(|bookmark| bookmark.event));
    let first = marked.or_else(|| log.timelines().min_by_key(|timeline| timeline.serial));
    let first = first.map(|timeline| timeline.name.clone());
    let (Some(event), Some(name)) = (event, place.spot.timeline.clone().or(first)) else { return Ok(None) };
    // An unknown name or number is reported by the code that knows the existing ones.
    let Ok(timeline) = log.timeline(&name) else { return Ok(None) };
    if event >= timeline.events || bookmark.is_some() && marked.is_none() {
        return Ok(None);
    }
    let (game, events) = log.game_after_step_of(timeline.tip, event).map_err(told)?;
    if let Some(freshness) = freshness {
        tell_freshness(&place.file, &freshness, call.err);
    }
    Ok(Some((name, game, Some(EntryNo(event)), events, timeline.events)))
}

/// What a player noted as they drafted, a line for each card name (CR 905.2b).
fn noted(game: &Game, player: PlayerId) -> Vec<String> {
    let mut cards: Vec<(&str, Vec<String>)> = Vec::new();
    for note in game.draft_notes().iter().filter(|it| it.player == player) {
        let told = describe::noted(game, &note.noted);
        match cards.iter_mut().find(|(card, _)| *card == note.card) {
            Some((_, all)) => all.push(told),
            None => cards.push((&note.card, vec![told])),
        }
    }
    cards.into_iter().map(|(card, told)| format!("noted for {card}: {}", told.join(", "))).collect()
}

fn as_json(game: &Game) -> Value {
    let world = game.world();
    let zone = |zone: Zone| game.zone(zone).iter().map(|id| json::object(game, *id)).collect::<Vec<_>>();
    let players: Vec<Value> = game
        .players()
        .map(|player| {
            let counters: serde_json::Map<String, Value> =
                player.counters.iter().map(|(kind, count)| (kind.to_string(), json!(count))).collect();
            let notes = game.draft_notes().iter().filter(|it| it.player == player.id);
            let notes: Vec<Value> =
                notes.map(|it| json!({ "card": it.card, "noted": describe::noted(game, &it.noted) })).collect();
            let mut told = json!({
                "name": describe::player(game, player.id),
                "life": player.life,
                "counters": counters,
                "mana": player.mana.iter().map(|unit| unit.kind.letter()).collect::<String>(),
                "library": zone(Zone::Library(player.id)),
                "hand": zone(Zone::Hand(player.id)),
                "graveyard": zone(Zone::Graveyard(player.id)),
                "left": player.left,
            });
            if !notes.is_empty() {
                told["notes"] = json!(notes);
            }
            told
        })
        .collect();
    let mut stack = zone(Zone::Stack);
    stack.reverse();
    let (choices, result) = match pending(game) {
        Pending::Choices(choices) => (choices, None),
        Pending::Over(result) => (Vec::new(), Some(json::result(game, result))),
        Pending::Running => (Vec::new(), None),
    };
    let mut state = json!({
        "turn": world.turn.number,
        "active": describe::player(game, world.turn.active),
        "controlled": world.schedule.control.now.map(|(player, by)| {
            json!({ "player": describe::player(game, player), "by": describe::player(game, by) })
        }),
        "phase": world.turn.phase.map(|phase| phase.word()),
        "turn_step": world.turn.step.map(|step| step.word()),
        "day_night": world.day_night.map(|time| time.word()),
        "players": players,
        "battlefield": zone(Zone::Battlefield),
        "phased_out": world.phased_out.keys().map(|id| json::object(game, *id)).collect::<Vec<_>>(),
        "stack": stack,
        "exile": zone(Zone::Exile),
        "command": zone(Zone::Command),
        "ante": zone(Zone::Ante),
        "combat": combat(game),
        "call_stack": world.frames.iter().map(|frame| describe::frame(game, frame)).collect::<Vec<_>>(),
        "choices": choices.iter().map(|choice| json::choice(game, choice)).collect::<Vec<_>>(),
        "result": result,
    });
    for designation in Designation::ALL {
        let mut holders = game.designations().holders(designation).map(|id| json!(describe::player(game, id)));
        state[designation.word()] = match designation.is_of_one() {
            true => holders.next().unwrap_or(Value::Null),
            false => holders.collect(),
        };
    }
    if let Some(markers) = world.markers() {
        state["turn_markers"] = markers.all.iter().map(|it| marker(game, it)).collect();
    }
    state
}

/// A turn marker, and the turn that is under way with it (CR 807.4).
fn marker(game: &Game, marker: &Marker) -> Value {
    let turn = marker.strand.as_deref().map_or(&game.world().turn, |strand| &strand.turn);
    json!({
        "number": marker.number,
        "player": describe::player(game, marker.holder),
        "turn": turn.under_way.then_some(turn.number),
        "turn_step": turn.step.map(|step| step.word()),
        "designated": marker.designated,
    })
}

fn combat(game: &Game) -> Option<Value> {
    let combat = game.world().combat.as_deref()?;
    let names = |ids: &[ObjectId]| ids.iter().map(|id| game.name_of(*id)).collect::<Vec<_>>();
    let attackers: Vec<Value> = combat
        .attackers
        .iter()
        .map(|it| {
            json!({
                "id": it.object.0,
                "name": game.name_of(it.object),
                "attacks": it.target.map(|target| describe::entity(game, target)),
                "blocked": it.blocked,
                "blockers": names(&it.blockers),
            })
        })
        .collect();
    Some(json!({
        "attacking": describe::player(game, combat.attacking_player),
        "defending": describe::player(game, combat.defending_player),
        "attackers": attackers,
    }))
}

/// Prints the whole state.
pub(super) fn print(out: &mut dyn Write, game: &Game) -> Result<(), Failure> {
    let turn = &game.world().turn;
    let step = turn.step.map(|step| format!(", {}", step.word())).unwrap_or_default();
    writeln!(out, "Turn {}, {}{step}", turn.number, describe::whose_turn(game))?;
    for player in game.players() {
        let mut told = vec![format!("{} life", player.life)];
        for (kind, count) in &player.counters {
            let what = if *kind == CounterKind::Energy { "energy".to_owned() } else { format!("{kind} counters") };
            told.push(format!("{count} {what}"));
        }
        if !player.mana.is_empty() {
            let mana: String = player.mana.iter().map(|unit| format!("{{{}}}", unit.kind.letter())).collect();
            told.push(format!("{mana} in the pool"));
        }
        told.extend(game.designations().of(player.id).map(|it| it.noun().to_owned()));
        let dungeons = player.dungeons.iter().filter_map(|def| game.face(*def));
        told.extend(dungeons.map(|dungeon| format!("completed {}", dungeon.name)));
        for it in game.world().commanders() {
            told.extend(Some(it.damage_to(player.id)).filter(|damage| *damage > 0).map(|damage| {
                let name = game.cards().get(&it.card).and_then(|card| game.face(card.def));
                format!("{damage} commander damage from {}", name.map_or("a commander", |face| face.name.as_str()))
            }));
        }
        if game.decides_for(player.id) != player.id {
            told.push(format!("controlled by {}", describe::player(game, game.decides_for(player.id))));
        }
        told.push(format!("{} in library", player.library.len()));
        if player.left {
            told.push("has left the game".to_owned());
        }
        writeln!(out, "\n{}: {}", describe::capitalized(&describe::player(game, player.id)), told.join(", "))?;
        for line in noted(game, player.id) {
            writeln!(out, "  {line}")?;
        }
        for id in controlled(game, player.id) {
            writeln!(out, "  {}", permanent(game, id))?;
        }
        let phased_out = game.world().phased_out.iter().filter(|(_, phased)| phased.controller == player.id);
        let phased_out: Vec<String> = phased_out.map(|(id, _)| game.name_of(*id)).collect();
        if !phased_out.is_empty() {
            writeln!(out, "  phased out: {}", phased_out.join(", "))?;
        }
        for (name, zone) in [("hand", Zone::Hand(player.id)), ("graveyard", Zone::Graveyard(player.id))] {
            let names: Vec<String> = game.zone(zone).iter().map(|id| game.name_of(*id)).collect();
            if !names.is_empty() {
                writeln!(out, "  {name}: {}", names.join(", "))?;
            }
        }
    }
    let exiled = |id: &ObjectId| {
        let designations = marking::words(game, *id);
        let told = if designations.is_empty() { String::new() } else { format!(" ({})", designations.join(", ")) };
        format!("{}{told}", game.name_of(*id))
    };
    let exile: Vec<String> = game.zone(Zone::Exile).iter().map(exiled).collect();
    if !exile.is_empty() {
        writeln!(out, "\nExile: {}", exile.join(", "))?;
    }
    let command = telling::command_zone(game);
    if !command.is_empty() {
        writeln!(out, "\nCommand: {command}")?;
    }
    let stack: Vec<String> = game.zone(Zone::Stack).iter().rev().map(|id| on_stack(game, *id)).collect();
    if !stack.is_empty() {
        writeln!(out, "\nStack, top first: {}", stack.join("; "))?;
    }
    match pending(game) {
        Pending::Choices(choices) => {
            for choice in choices {
                writeln!(out)?;
                print_choice(out, game, &choice)?;
            }
        }
        Pending::Over(_) => writeln!(out, "\nThe game is over.")?,
        Pending::Running => writeln!(out, "\nThe rules go on from here by themselves.")?,
    }
    Ok(())
}

/// The permanents a player controls.
pub(super) fn controlled(game: &Game, player: PlayerId) -> Vec<ObjectId> {
    let all = game.world().battlefield.iter().copied();
    all.filter(|id| game.controller(*id) == Some(player)).collect()
}

/// An object on the stack, in a few words.
pub(super) fn on_stack(game: &Game, id: ObjectId) -> String {
    let targets = game
        .object(id)
        .and_then(|object| object.announced.as_ref())
        .map(|announced| announced.targets.iter().flatten().map(|to| describe::entity(game, *to)).collect::<Vec<_>>());
    match targets {
        Some(targets) if !targets.is_empty() => format!("{} targeting {}", game.name_of(id), describe::list(&targets)),
        _ => game.name_of(id),
    }
}

/// Prints a choice with its numbered options.
pub(super) fn print_choice(
    out: &mut dyn Write,
    game: &Game,
    choice: &retrace_core::fact::Choice,
) -> Result<(), Failure> {
    writeln!(out, "{} (CR {})", describe::prompt(game, choice), choice.rule)?;
    for (index, offer) in answers::offers(game, choice).iter().enumerate() {
        let warning = offer.warning().map(|warning| format!(" ({warning})")).unwrap_or_default();
        writeln!(out, "  {}. {}{warning}", index + 1, offer.label)?;
    }
    if choice.back_out {
        writeln!(out, "  or `back` to take it back")?;
    }
    Ok(())
}
