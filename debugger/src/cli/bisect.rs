//! `bisect`: the event at which a predicate became true. `shrink`: the shortest game in which it
//! does.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use retrace_store::Detail;
use serde_json::json;

use super::arguments::{Eyes, OnThreads};
use super::call::{Call, Exit, Failure, print_json, told};
use super::find::{line, place, predicate, when};
use super::opened::Opened;
use super::progress::with_progress;
use retrace_session::travel::bisect::{Bisection, Only, Turn};
use retrace_session::{Numbers, Timeline};

/// Finds when a predicate became true.
#[derive(Clone, Debug, Args)]
pub(super) struct BisectArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// A predicate that is false at first and true at the end, such as 'B.life < 10'
    pub(super) predicate: String,
    /// The timeline [default: the first]
    #[arg(long, short, value_name = "NAME")]
    pub(super) timeline: Option<String>,
    /// It is still false after this event [default: the first choice of the game]
    #[arg(long, value_name = "EVENT")]
    pub(super) good: Option<String>,
    /// It is true after this event [default: the end]
    #[arg(long, value_name = "EVENT")]
    pub(super) bad: Option<String>,
    /// Look at every step instead of bisecting: finds the first change if there are several
    #[arg(long)]
    pub(super) first: bool,
    #[command(flatten)]
    pub(super) threads: OnThreads,
    #[command(flatten)]
    pub(super) eyes: Eyes,
}

/// Shrinks a game.
#[derive(Clone, Debug, Args)]
pub(super) struct ShrinkArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// What must still become true, or happen
    pub(super) predicate: String,
    /// The timeline [default: the first]
    #[arg(long, short, value_name = "NAME")]
    pub(super) timeline: Option<String>,
    /// Write the shortened game as a replay (.retrace)
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: PathBuf,
    #[command(flatten)]
    pub(super) threads: OnThreads,
}

/// Finds the event at which a predicate about states became true.
pub(super) fn bisect(arguments: &BisectArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let opened = Opened::read(&arguments.file, call)?;
    let named = arguments.good.as_deref().or(arguments.bad.as_deref());
    let timeline = opened.timeline(arguments.timeline.as_deref(), named)?;
    let numbers = opened.numbers(timeline, &arguments.eyes)?;
    let viewer = numbers.viewer();
    let predicate = predicate(&opened, timeline, viewer, &arguments.predicate)?;
    let good = match &arguments.good {
        Some(text) => opened.place(timeline, &numbers, Some(text))?.step,
        None => timeline.first_choice(),
    };
    let bad = opened.place(timeline, &numbers, arguments.bad.as_deref())?.step;
    if bad < good {
        return told("--good has to come before --bad; exchange the two");
    }
    let question = opened.session.bisect(timeline.id(), predicate, good, bad)?;
    let mut question = question.on(arguments.threads.number());
    // The choice of probed places depends on their number, which reveals hidden events. So for a
    // player every place is probed.
    if arguments.first || viewer.is_some() {
        question = question.first();
    }
    let bisection = with_progress("Bisecting", move |progress| question.run(progress))?;
    let event = |step: usize| numbers.before_step(timeline, step).checked_sub(1);
    let after = |step: usize| event(step).map_or_else(|| "at the start".to_owned(), |no| format!("after event {no}"));
    let name = timeline.name();
    if call.json {
        let (turned, why) = match &bisection {
            Bisection::Turned(turn) => (Some(turn), None),
            Bisection::HoldsAlready(step) => (None, Some(format!("it holds {} already", after(*step)))),
            Bisection::NeverHolds(step) => (None, Some(format!("it does not hold {}", after(*step)))),
        };
        let only = |turn: &Turn| match turn.only {
            Only::Turns(times) => json!({ "known": true, "times": times }),
            Only::Unrefuted => json!({ "known": false }),
            Only::Refuted { step, holds } => json!({ "known": true, "but": { "event": event(step), "holds": holds } }),
        };
        let mut numbering = numbers.up_to(timeline, timeline.len_steps());
        let value = json!({
            "timeline": name,
            "predicate": arguments.predicate,
            "turned": turned.and_then(|turn| place(timeline, numbering.as_mut(), &turn.found)),
            "asked": turned.filter(|_| viewer.is_none()).map(|turn| turn.asked),
            "only": turned.map(only),
            "why_not": why,
        });
        print_json(call.out, &value)?;
    } else {
        match &bisection {
            Bisection::Turned(turn) => print_turn(call.out, timeline, turn, &numbers, &after)?,
            Bisection::HoldsAlready(step) => {
                writeln!(call.out, "it holds {} already; name an earlier place with --good", after(*step))?;
            }
            Bisection::NeverHolds(step) => {
                let remedy = "name another place with --bad, or look with `find`";
                writeln!(call.out, "it does not hold {} on {name}; {remedy}", after(*step))?;
            }
        }
    }
    Ok(if matches!(bisection, Bisection::Turned(_)) { Exit::Yes } else { Exit::No })
}

fn print_turn(
    out: &mut dyn Write,
    timeline: &Timeline,
    turn: &Turn,
    numbers: &Numbers,
    after: &dyn Fn(usize) -> String,
) -> Result<(), Failure> {
    let game = timeline.game_at(turn.found.point.step);
    writeln!(out, "it turned at event {} on {}: {}", numbers.at(turn.found.entry), timeline.name(), when(&game))?;
    line(out, timeline, numbers, &turn.found)?;
    let places = turn.asked;
    let all = match numbers.viewer() {
        None => format!("{places} places looked at, which are all"),
        Some(_) => "all places looked at".to_owned(),
    };
    match turn.only {
        Only::Turns(1) => writeln!(out, "{all}: it turns once")?,
        Only::Turns(times) => writeln!(out, "{all}: it turns {times} times; this is the first")?,
        Only::Unrefuted => {
            writeln!(
                out,
                "{places} places looked at, none of which says that it turned elsewhere as well; --first looks at all"
            )?;
        }
        Only::Refuted { step, holds } => {
            let but = if holds { "holds" } else { "does not hold" };
            writeln!(
                out,
                "{places} places looked at; it is not the only turn: it {but} {}; --first finds the first",
                after(step)
            )?;
        }
    }
    Ok(())
}

/// Finds the shortest game in which a predicate becomes true, and writes it as a replay.
pub(super) fn shrink(arguments: &ShrinkArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    if arguments.output.extension().is_none_or(|extension| extension != "retrace") {
        return told(format!("{}: a replay ends in .retrace; name such a file", arguments.output.display()));
    }
    let mut opened = Opened::read(&arguments.file, call)?;
    opened.session.detach();
    let timeline = opened.timeline(arguments.timeline.as_deref(), None)?;
    let name = timeline.name().to_owned();
    let predicate = predicate(&opened, timeline, None, &arguments.predicate)?;
    let question = opened.session.shrink(timeline.id(), predicate)?.on(arguments.threads.number());
    let Some(shrunk) = with_progress("Shrinking", move |progress| question.run(progress))? else {
        if call.json {
            print_json(call.out, &json!({ "timeline": name, "predicate": arguments.predicate, "found": null }))?;
        } else {
            writeln!(call.out, "it does not become true on {name} at all")?;
        }
        return Ok(Exit::No);
    };
    opened.session.take_shrunk(&shrunk, None)?;
    let small = opened.session.current();
    let replay = opened.session.replay_of(small.id(), Detail::Entries)?;
    replay.write(&arguments.output).map_err(|error| Failure::Told(error.to_string()))?;
    let ((inputs, events), (left, events_left)) = (shrunk.before, shrunk.after);
    if call.json {
        let value = json!({
            "timeline": name,
            "predicate": arguments.predicate,
            "found": place(small, None, &shrunk.found),
            "inputs": { "before": inputs, "after": left },
            "events": { "before": events, "after": events_left },
            "runs": shrunk.runs,
            "is_least": shrunk.is_least,
            "written": arguments.output.display().to_string(),
        });
        print_json(call.out, &value)?;
        return Ok(Exit::Yes);
    }
    writeln!(call.out, "{left} inputs and {events_left} events are left of {inputs} and {events}")?;
    line(call.out, small, &Numbers::ALL, &shrunk.found)?;
    let least =
        if shrunk.is_least { "no single input can be left out" } else { "it may be possible to leave out more" };
    writeln!(call.out, "played again {} times: {least}", shrunk.runs)?;
    writeln!(call.out, "Wrote {}", arguments.output.display())?;
    Ok(Exit::Yes)
}
