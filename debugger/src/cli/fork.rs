//! `fork`: another answer at a choice.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use retrace_core::fact::{Choice, EntryNo, PlayerId};
use retrace_store::Detail;
use serde_json::json;

use super::arguments::{Eyes, Spot};
use super::call::{Call, Exit, Failure, print_json};
use super::json;
use super::opened::Opened;
use super::progress::with_progress;
use super::state::print_choice;
use retrace_session::asking::{answers, seen};
use retrace_session::{Numbers, Outcome, SessionError, describe};

/// Gives another answer at a choice.
#[derive(Clone, Debug, Args)]
pub(super) struct ForkArguments {
    /// A scenario, a replay or a store; a store gets the fork
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) spot: Spot,
    /// The answers, by name or number, one for each choice in turn; without any, the choice is
    /// shown
    #[arg(long = "answer", short, value_name = "ANSWER")]
    pub(super) answers: Vec<String>,
    #[command(flatten)]
    pub(super) eyes: Eyes,
    /// Then play the later decisions again, as far as they mean the same; exit code 1 if one does
    /// not
    #[arg(long, requires = "answers")]
    pub(super) go_on: bool,
    /// The name of the new timeline
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,
    /// Write the new timeline as a replay (a name that ends in .retrace), or all timelines into a
    /// new store (a folder)
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

/// Gives another answer at the choice at or before an event, or shows the choice.
pub(super) fn fork(arguments: &ForkArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let mut opened = Opened::open(&arguments.file, call)?;
    let timeline = opened.timeline(arguments.spot.timeline.as_deref(), arguments.spot.at.as_deref())?;
    let numbers = opened.numbers(timeline, &arguments.eyes)?;
    let viewer = numbers.viewer();
    let place = opened.choice(timeline, &numbers, arguments.spot.at.as_deref())?;
    let from = timeline.name().to_owned();
    let events = timeline.entries_before_step(place.step);
    let told = numbers.before_step(timeline, place.step);
    opened.session.seek(place);
    if opened.session.choice().is_none() {
        return opened.told(format!("the game is over after event {}; fork before it", told.saturating_sub(1)));
    }
    if arguments.answers.is_empty() {
        return show(&opened, viewer, &from, told, call.json, call.out);
    }
    if arguments.go_on && viewer.is_some() {
        return opened.told("--go-on plays the decisions of every player again: leave out --as");
    }
    if let Some(output) = &arguments.output {
        check_output(output)?;
    }
    let mut said = Vec::new();
    let before = opened.session.operations_done();
    for (index, answer) in arguments.answers.iter().enumerate() {
        if index > 0 {
            opened.session.let_it_go_on_before(answer)?;
        }
        let Some(choice) = opened.session.choice() else {
            return opened.told(format!("`{answer}` is one answer too many: the game is over"));
        };
        theirs(&opened, viewer, &choice)?;
        said.push(describe::prompt(opened.session.game(), &choice));
        let name = if index == 0 { arguments.name.as_deref() } else { None };
        // All of it is one operation, so that one undo takes it back.
        match opened.session.joined_since(before, |session| session.say(answer, name)) {
            Ok(outcome) => said.extend(note(&outcome, index, &opened)),
            Err(error @ SessionError::Store(_)) => return Err(error.into()),
            Err(error) => return opened.told(error),
        }
    }
    opened.session.let_it_go_on()?;
    let went_on = arguments.go_on.then(|| go_on(&mut opened, before)).transpose()?;
    write(&opened, arguments.output.as_deref())?;
    let told = Told { said, from: &from, events, went_on, output: arguments.output.as_deref(), viewer };
    tell(&opened, &told, call.json, call.out)
}

/// Refuses a choice of another player, since its options show what they have.
fn theirs(opened: &Opened, viewer: Option<PlayerId>, choice: &Choice) -> Result<(), Failure> {
    match viewer.filter(|viewer| *viewer != choice.answered_by) {
        Some(viewer) => opened.hidden("what another player chooses here", opened.session.current(), viewer),
        None => Ok(()),
    }
}

/// Plays the later decisions of the origin again at the head of the current timeline, as part of
/// the operation done since there were `before` of them, if there is one.
pub(super) fn go_on(opened: &mut Opened, before: usize) -> Result<Outcome, Failure> {
    match opened.session.going_on(opened.session.current().id()) {
        Err(why) => Ok(Outcome::Nothing(why)),
        Ok(going) => {
            let gone = with_progress("Going on", move |progress| going.run(progress))?;
            Ok(opened.session.joined_since(before, |session| session.take_gone_on(gone))?)
        }
    }
}

/// What to report after a timeline was changed.
pub(super) struct Told<'a> {
    /// Lines to print first.
    pub(super) said: Vec<String>,
    /// The timeline it was forked from.
    pub(super) from: &'a str,
    /// How many events it had before.
    pub(super) events: u64,
    /// What came of playing the later decisions again, if that was asked for.
    pub(super) went_on: Option<Outcome>,
    /// The file that was written.
    pub(super) output: Option<&'a Path>,
    /// The viewer; none for everything.
    pub(super) viewer: Option<PlayerId>,
}

/// Reports the events on the cursor's timeline, and what is asked next.
pub(super) fn tell(opened: &Opened, told: &Told<'_>, json: bool, out: &mut dyn Write) -> Result<Exit, Failure> {
    let Told { said, from, events, went_on, output, viewer } = told;
    let session = &opened.session;
    let current = session.current();
    let numbers = Numbers::of(current, *viewer);
    let exit = match went_on {
        Some(Outcome::WentOn { stopped: Some(_), .. } | Outcome::Nothing(_)) => Exit::No,
        _ => Exit::Yes,
    };
    let next = session.choice();
    let asked = next.filter(|choice| viewer.is_none_or(|viewer| viewer == choice.answered_by));
    let entries = current.entries_from(EntryNo(*events)).map(|(_, entry)| entry);
    let entries = entries.filter(|entry| entry.event.is_story());
    let seen = entries.filter(|entry| viewer.is_none() || seen::text(current, *viewer, entry.no).is_some());
    if json {
        let origin = current.forked().and_then(|point| session.timeline(point.timeline));
        let next = asked.map(|choice| json::choice(session.game(), &choice));
        let events: Vec<_> = seen.map(|entry| json::link(current, &numbers, entry.no)).collect();
        let written = output.map(|path| path.display().to_string());
        let value = json!({
            "timeline": json::timeline(current, origin, &numbers),
            "new": current.name() != *from,
            "events": events,
            "went_on": went_on.as_ref().map(went_on_json),
            "next": next,
            "written": written,
        });
        print_json(out, &value)?;
        return Ok(exit);
    }
    for line in said {
        writeln!(out, "{line}")?;
    }
    for entry in seen {
        let text = seen::words(*viewer)(current, entry.no);
        writeln!(out, "{:>5} {:8} {text}", numbers.at(entry.no), entry.rule.to_string())?;
    }
    if let Some(told) = went_on.as_ref().and_then(|outcome| outcome.message(session)) {
        writeln!(out, "{told}")?;
    }
    if let Some(choice) = asked {
        print_choice(out, session.game(), &choice)?;
    }
    if let Some(output) = output {
        writeln!(out, "Wrote {}", output.display())?;
    }
    Ok(exit)
}

fn went_on_json(outcome: &Outcome) -> serde_json::Value {
    match outcome {
        Outcome::WentOn { done, of, passed, left_out, stopped, .. } => {
            json!({ "decisions": of, "applied": done, "passed": passed, "left_out": left_out, "stopped": stopped })
        }
        Outcome::Nothing(why) => json!({ "decisions": 0, "applied": 0, "stopped": why }),
        _ => serde_json::Value::Null,
    }
}

/// A note on an answer: that it made a fork, or that it made none.
fn note(outcome: &Outcome, index: usize, opened: &Opened) -> Option<String> {
    match outcome {
        Outcome::Forked { .. } | Outcome::Followed => outcome.message(&opened.session),
        _ if index == 0 => Some(format!("Went on with {}.", opened.session.current().name())),
        _ => None,
    }
}

fn show(
    opened: &Opened,
    viewer: Option<PlayerId>,
    from: &str,
    events: u64,
    json: bool,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let session = &opened.session;
    let Some(choice) = session.choice() else { return Ok(Exit::Yes) };
    theirs(opened, viewer, &choice)?;
    if json {
        let value = json!({
            "timeline": from,
            "events": events,
            "choice": json::choice(session.game(), &choice),
        });
        print_json(out, &value)?;
        return Ok(Exit::Yes);
    }
    writeln!(out, "The choice on {from} after {events} events:")?;
    print_choice(out, session.game(), &choice)?;
    writeln!(out, "With --answer: {}.", answers::how(&choice.domain))?;
    Ok(Exit::Yes)
}

/// Refuses to overwrite something else, before anything is done.
pub(super) fn check_output(output: &Path) -> Result<(), Failure> {
    if is_replay(output) || !output.join("retrace-store").exists() {
        return Ok(());
    }
    super::call::told(format!("{}: there is a store already; name a new folder", output.display()))
}

fn is_replay(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "retrace")
}

/// Writes the cursor's timeline as a replay, or all timelines into a store.
pub(super) fn write(opened: &Opened, output: Option<&Path>) -> Result<(), Failure> {
    let Some(output) = output else { return Ok(()) };
    let session = &opened.session;
    let written = if is_replay(output) {
        let (timeline, output) = (session.current_arc(), output.to_owned());
        let notes = session.notes_of(timeline.id());
        with_progress("Writing", move |progress| timeline.export(Detail::Entries, notes, &output, progress)).map(drop)
    } else {
        let storing = session.storing(output);
        with_progress("Writing", move |progress| storing.write(progress))
    };
    written.map_err(|failure| match (failure, session.store_folder()) {
        (Failure::Told(why), Some(store)) => {
            Failure::Told(format!("{} has it by now, and {} does not: {why}", store.display(), output.display()))
        }
        (failure, _) => failure,
    })
}
