//! `find` and `run --until`: where a predicate holds or becomes true.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use retrace_core::fact::PlayerId;
use retrace_core::predicate::{Asks, Predicate};
use serde_json::json;

use super::arguments::Eyes;
use super::call::{Call, Exit, Failure, print_json};
use super::fork::{check_output, write};
use super::json;
use super::opened::Opened;
use super::progress::with_progress;
use retrace_session::asking::numbers::Numbering;
use retrace_session::base::players::player_named;
use retrace_session::travel::running::Stop;
use retrace_session::{Direction, Found, Numbers, Outcome, Point, Policy, SessionError, Timeline, describe};

/// Lists the events at which a predicate holds.
#[derive(Clone, Debug, Args)]
pub(super) struct FindArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// What must hold, such as 'DamageDealt and event.amount >= 3', or become true, such as 'B.life
    /// < 10'
    pub(super) predicate: String,
    /// The timeline [default: the first]
    #[arg(long, short, value_name = "NAME")]
    pub(super) timeline: Option<String>,
    /// Start at this event
    #[arg(long, value_name = "EVENT")]
    pub(super) from: Option<String>,
    /// List every event at which a predicate about the state holds, not only where it becomes true
    #[arg(long)]
    pub(super) every: bool,
    #[command(flatten)]
    pub(super) eyes: Eyes,
    /// The most to list
    #[arg(long, value_name = "NUMBER")]
    pub(super) limit: Option<usize>,
}

/// Runs to where a predicate becomes true.
#[derive(Clone, Debug, Args)]
pub(super) struct RunArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// What must become true (about a state) or happen (about events); with several, whichever
    /// comes first
    #[arg(long, required = true, value_name = "PREDICATE")]
    pub(super) until: Vec<String>,
    /// The timeline [default: the first]
    #[arg(long, short, value_name = "NAME")]
    pub(super) timeline: Option<String>,
    /// Run from after this event [default: the start; with --back, the head]
    #[arg(long, value_name = "EVENT")]
    pub(super) from: Option<String>,
    /// Run backwards
    #[arg(long)]
    pub(super) back: bool,
    /// Play on beyond the head, with random answers for these players, until another is asked:
    /// names, letters from A or numbers from 1, separated by commas. In a store, what was played is
    /// written
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', conflicts_with = "back")]
    pub(super) random: Vec<String>,
    /// The seed of random answers
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "random")]
    pub(super) seed: u64,
    /// Write the timeline with what was played as a replay (a name that ends in .retrace), or all
    /// of them into a new store (a folder)
    #[arg(long, short, value_name = "FILE", requires = "random")]
    pub(super) output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) eyes: Eyes,
}

/// A predicate for a timeline; errors are reported with their place.
pub(super) fn predicate(
    opened: &Opened,
    timeline: &Timeline,
    viewer: Option<PlayerId>,
    text: &str,
) -> Result<Predicate, Failure> {
    opened.session.predicate_as(timeline.id(), viewer, text).map_err(wrong)
}

/// The error in an expression, with its place.
pub(super) fn wrong(error: SessionError) -> Failure {
    match error {
        SessionError::Predicate(error) => Failure::Predicate(error),
        error => error.into(),
    }
}

/// Lists the events of a timeline at which a predicate holds.
pub(super) fn find(arguments: &FindArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let spot = (arguments.timeline.as_deref(), arguments.from.as_deref());
    let opened = Opened::read_one(&arguments.file, spot, call)?;
    let timeline = opened.timeline(spot.0, spot.1)?;
    let numbers = opened.numbers(timeline, &arguments.eyes)?;
    let predicate = predicate(&opened, timeline, numbers.viewer(), &arguments.predicate)?;
    let from = match &arguments.from {
        Some(text) => Point { step: opened.step_of(timeline, &numbers, text)?, ..Point::new(timeline.id(), 0) },
        None => Point::new(timeline.id(), 0),
    };
    let asks = predicate.expression().asks();
    let mut search = opened.session.search_from(from, predicate, Direction::Forward);
    if arguments.every {
        search = search.every();
    }
    let limit = arguments.limit.unwrap_or(usize::MAX);
    let searched = opened.session.timeline_arc(timeline.id())?;
    // One more than requested shows whether there are more.
    let mut found =
        with_progress("Searching", move |progress| search.all(&searched, limit.saturating_add(1), progress))?;
    let more = found.len() > limit;
    found.truncate(limit);
    let exit = if found.is_empty() && !more { Exit::No } else { Exit::Yes };
    if call.json {
        let mut numbering = numbers.up_to(timeline, timeline.len_steps());
        let events: Vec<_> = found.iter().filter_map(|it| place(timeline, numbering.as_mut(), it)).collect();
        let becomes = asks == Asks::State && !arguments.every;
        print_json(
            call.out,
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
        line(call.out, timeline, &numbers, it)?;
    }
    if more {
        writeln!(call.out, "      {:8}  … and more; a larger --limit lists them", "")?;
    }
    if exit == Exit::No {
        let name = timeline.name();
        match asks {
            Asks::State if !arguments.every => writeln!(call.out, "it never becomes true on {name}")?,
            _ => writeln!(call.out, "it holds nowhere on {name}")?,
        }
    }
    Ok(exit)
}

/// Runs forwards or backwards to where a predicate becomes true. Beyond the head it goes on while
/// only players with random answers are asked.
pub(super) fn run(arguments: &RunArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let mut opened = match arguments.random.is_empty() {
        true => Opened::read_one(&arguments.file, (arguments.timeline.as_deref(), arguments.from.as_deref()), call)?,
        false => Opened::open(&arguments.file, call)?,
    };
    if let Some(output) = &arguments.output {
        check_output(output)?;
    }
    let timeline = opened.timeline(arguments.timeline.as_deref(), arguments.from.as_deref())?;
    let numbers = opened.numbers(timeline, &arguments.eyes)?;
    let viewer = numbers.viewer();
    let predicates = arguments.until.iter().map(|text| predicate(&opened, timeline, viewer, text));
    let predicates = predicates.collect::<Result<Vec<_>, _>>()?;
    let step = match (&arguments.from, arguments.back) {
        (Some(text), _) => opened.place(timeline, &numbers, Some(text))?.step,
        (None, true) => timeline.len_steps() + 1,
        (None, false) => 0,
    };
    let (id, name) = (timeline.id(), timeline.name().to_owned());
    let end = timeline.game_at(timeline.len_steps());
    for name in &arguments.random {
        opened.session.set_policy(player_named(&end, name)?, Some(Policy::Random { seed: arguments.seed }));
    }
    let direction = if arguments.back { Direction::Back } else { Direction::Forward };
    let timeline = opened.session.timeline_arc(id)?;
    let run = opened.session.run_from(timeline, step, predicates, direction, Stop::AtEnd);
    let ran = with_progress("Running", move |progress| run.go(progress))?;
    let found = ran.found();
    let answers = ran.answers();
    let outcome = opened.session.ran(ran)?;
    write(&opened, arguments.output.as_deref())?;
    let timeline = opened.session.current();
    // The timeline may have grown.
    let numbers = Numbers::of(timeline, viewer);
    if call.json {
        let text = found.and_then(|found| arguments.until.get(found.which));
        let text = text.cloned().unwrap_or_else(|| arguments.until.join(" | "));
        let mut numbering = numbers.up_to(timeline, timeline.len_steps());
        let found = found.and_then(|found| place(timeline, numbering.as_mut(), &found));
        print_json(call.out, &json!({ "timeline": name, "predicate": text, "found": found, "answers": answers }))?;
    } else if let Some(found) = &found {
        writeln!(call.out, "event {} on {name}: {}", numbers.at(found.entry), when(opened.session.game()))?;
        if arguments.until.len() > 1 {
            let text = arguments.until.get(found.which).map_or("", String::as_str);
            writeln!(call.out, "{text}")?;
        }
        line(call.out, timeline, &numbers, found)?;
    } else {
        let way = match (arguments.from.is_some(), arguments.back) {
            (false, _) => " at all",
            (true, true) => " before that",
            (true, false) => " after that",
        };
        let why = match outcome {
            Outcome::RanOut { why, .. } if !arguments.random.is_empty() => format!(": {why}"),
            _ => String::new(),
        };
        writeln!(call.out, "it does not become true on {name}{way}{why}")?;
    }
    if !call.json {
        match answers {
            0 => {}
            1 => writeln!(call.out, "1 answer was given beyond the head")?,
            answers => writeln!(call.out, "{answers} answers were given beyond the head")?,
        }
        if let Some(output) = &arguments.output {
            writeln!(call.out, "Wrote {}", output.display())?;
        }
    }
    Ok(if found.is_some() { Exit::Yes } else { Exit::No })
}

pub(super) fn line(out: &mut dyn Write, timeline: &Timeline, numbers: &Numbers, found: &Found) -> Result<(), Failure> {
    let Some((_, entry)) = timeline.entry(found.entry) else { return Ok(()) };
    super::events::line(out, timeline, numbers, entry)
}

/// The place in the turn: "turn 5 of player A, combat damage step".
pub(super) fn when(game: &retrace_core::state::Game) -> String {
    let turn = &game.world().turn;
    let whose = |id: PlayerId| describe::player(game, id);
    let step = turn.step.map_or("between turn steps", |step| step.word());
    format!("turn {} of {}, {step}", turn.number, whose(turn.active))
}

/// Prints a place with its event and its time.
pub(super) fn place(
    timeline: &Timeline,
    numbering: Option<&mut Numbering>,
    found: &Found,
) -> Option<serde_json::Value> {
    let (step, entry) = timeline.entry(found.entry)?;
    let mut value = match numbering {
        None => json::entry(timeline, step, entry),
        Some(numbering) => json::seen_entry(timeline, numbering, step, entry),
    };
    let game = timeline.game_at(found.point.step);
    let turn = &game.world().turn;
    let object = value.as_object_mut()?;
    object.insert("turn".to_owned(), json!(turn.number));
    object.insert("active".to_owned(), json!(describe::player(&game, turn.active)));
    object.insert("turn_step".to_owned(), json!(turn.step.map(|step| step.word())));
    Some(value)
}
