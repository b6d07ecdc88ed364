//! `find` and `run --until`: where a predicate holds or becomes true.

use std::io::Write;

use retrace_core::fact::PlayerId;
use retrace_core::predicate::{Asks, Predicate};
use serde_json::json;

use super::arguments::{FindArguments, RunArguments};
use super::opened::Opened;
use super::progress::with_progress;
use super::{Exit, Failure, json, print_json};
use crate::session::{Direction, Found, Point, Search, SessionError, Timeline, describe};

/// A predicate on a timeline; what is wrong with it is told with its place.
pub(super) fn predicate(opened: &Opened, timeline: &Timeline, text: &str) -> Result<Predicate, Failure> {
    opened.session.predicate(timeline.id(), text).map_err(|error| match error {
        SessionError::Predicate(error) => Failure::Predicate(error),
        error => error.into(),
    })
}

/// Lists the events of a timeline at which a predicate holds.
pub(super) fn find(
    arguments: &FindArguments,
    json: bool,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit, Failure> {
    let opened = Opened::read(&arguments.file, err)?;
    let timeline = opened.timeline(arguments.timeline.as_deref(), arguments.from.as_deref())?;
    let predicate = predicate(&opened, timeline, &arguments.predicate)?;
    let from = match &arguments.from {
        Some(text) => Point { step: opened.step_of(timeline, text)?, ..Point::new(timeline.id(), 0) },
        None => Point::new(timeline.id(), 0),
    };
    let asks = predicate.expression().asks();
    let mut search = opened.session.search_from(from, predicate, Direction::Forward);
    if arguments.every {
        search = search.every();
    }
    let limit = arguments.limit.unwrap_or(usize::MAX);
    let searched = opened.session.timeline_arc(timeline.id())?;
    // One more than is wanted tells whether there are more.
    let mut found =
        with_progress("Searching", move |progress| search.all(&searched, limit.saturating_add(1), progress))?;
    let more = found.len() > limit;
    found.truncate(limit);
    let exit = if found.is_empty() && !more { Exit::No } else { Exit::Yes };
    if json {
        let events: Vec<_> = found.iter().filter_map(|it| place(timeline, it)).collect();
        let becomes = asks == Asks::State && !arguments.every;
        print_json(
            out,
            &json!({
                "timeline": timeline.name(),
                "predicate": arguments.predicate,
                "found": if becomes { "becomes true" } else { "holds" },
                "events": events,
                "more": more,
            }),
        )?;
        return Ok(exit);
    }
    for it in &found {
        line(out, timeline, it)?;
    }
    if more {
        writeln!(out, "      {:8}  … and more; a larger --limit lists them", "")?;
    }
    if exit == Exit::No {
        let name = timeline.name();
        match asks {
            Asks::State if !arguments.every => writeln!(out, "it never becomes true on {name}")?,
            _ => writeln!(out, "it holds nowhere on {name}")?,
        }
    }
    Ok(exit)
}

/// Runs forwards or backwards to where a predicate becomes true.
pub(super) fn run(
    arguments: &RunArguments,
    json: bool,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit, Failure> {
    let mut opened = Opened::read(&arguments.file, err)?;
    let timeline = opened.timeline(arguments.timeline.as_deref(), arguments.from.as_deref())?;
    let predicates = arguments.until.iter().map(|text| predicate(&opened, timeline, text));
    let predicates = predicates.collect::<Result<Vec<_>, _>>()?;
    let wanted = arguments.until.join(" | ");
    let step = match (&arguments.from, arguments.back) {
        (Some(text), _) => opened.place(timeline, Some(text))?.step,
        (None, true) => timeline.len_steps() + 1,
        (None, false) => 0,
    };
    let (id, name) = (timeline.id(), timeline.name().to_owned());
    let direction = if arguments.back { Direction::Back } else { Direction::Forward };
    let mut search = Search::of(timeline, step, predicates, direction);
    let searched = opened.session.timeline_arc(id)?;
    let Some(found) = with_progress("Running", move |progress| search.first(&searched, progress))? else {
        if json {
            let nothing = json!({ "timeline": name, "predicate": wanted, "found": null });
            print_json(out, &nothing)?;
        } else {
            let way = if arguments.back { "before that" } else { "after that" };
            let way = if arguments.from.is_some() { way } else { "at all" };
            writeln!(out, "it does not become true on {name} {way}")?;
        }
        return Ok(Exit::No);
    };
    let _moved = opened.session.jump(found.point);
    let session = &opened.session;
    let timeline = session.current();
    if json {
        let text = arguments.until.get(found.which);
        let found = place(timeline, &found);
        print_json(out, &json!({ "timeline": name, "predicate": text, "found": found }))?;
        return Ok(Exit::Yes);
    }
    writeln!(out, "event {} on {name}: {}", found.entry.0, when(session.game()))?;
    if arguments.until.len() > 1 {
        let text = arguments.until.get(found.which).map_or("", String::as_str);
        writeln!(out, "{text}")?;
    }
    line(out, timeline, &found)?;
    Ok(Exit::Yes)
}

pub(super) fn line(out: &mut dyn Write, timeline: &Timeline, found: &Found) -> Result<(), Failure> {
    let Some((_, entry)) = timeline.entry(found.entry) else { return Ok(()) };
    super::events::line(out, timeline, entry)
}

/// "turn 5 of player A, combat damage step".
pub(super) fn when(game: &retrace_core::state::Game) -> String {
    let turn = &game.world().turn;
    let whose = |id: PlayerId| describe::player(game, id);
    let step = turn.step.map_or("between turn steps", |step| step.word());
    format!("turn {} of {}, {step}", turn.number, whose(turn.active))
}

/// A place with what happened there and when that is.
pub(super) fn place(timeline: &Timeline, found: &Found) -> Option<serde_json::Value> {
    let (step, entry) = timeline.entry(found.entry)?;
    let mut value = json::entry(timeline, step, entry);
    let game = timeline.game_at(found.point.step);
    let turn = &game.world().turn;
    let object = value.as_object_mut()?;
    object.insert("turn".to_owned(), json!(turn.number));
    object.insert("active".to_owned(), json!(describe::player(&game, turn.active)));
    object.insert("turn_step".to_owned(), json!(turn.step.map(|step| step.word())));
    Some(value)
}
