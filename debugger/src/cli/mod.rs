//! The command line: everything that the window can do, without a window.
//!
//! [`run`] takes the arguments and two writers, so that tests call it as a shell would; `play` reads the standard input. Exit codes: 0 for yes, 1 for no
//! (a failed expectation, a difference), 2 for misuse or bad input, which is told in one line with the file, the place
//! and the remedy. Every command that answers something does so as JSON, too (`--json`).

mod arguments;
mod bisect;
mod bookmarks;
mod cards;
mod check;
mod decks;
mod diff;
mod edit;
mod events;
mod exchange;
mod explain;
mod explore;
mod find;
mod fork;
mod fsck;
mod history;
mod json;
mod keys;
mod maintenance;
mod open;
mod opened;
mod plain;
mod play;
mod progress;
mod replay;
mod rerun;
mod rules;
mod scenario;
mod simulate;
mod state;
mod watch;
mod words;

#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory, Parser};
use retrace_core::plain::plain_json;
use retrace_core::predicate::PredicateError;

use crate::session::base::error::FilterError;
use crate::session::cards::texts;
use crate::session::session::Session;
use crate::session::{Rulebook, SessionError};
use crate::window::Shown;
use arguments::{Arguments, Verb};
use plain::Plain;
use play::lines::{Lines, Standard};

/// What the program says by its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0
    Yes,
    /// 1
    No,
    /// 2
    Misuse,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        match exit {
            Exit::Yes => ExitCode::SUCCESS,
            Exit::No => ExitCode::from(1),
            Exit::Misuse => ExitCode::from(2),
        }
    }
}

/// Why a command could not answer.
#[derive(Debug)]
enum Failure {
    /// What is told, in one line.
    Told(String),
    /// Several things, each told in a line.
    Several(Vec<String>),
    /// A predicate that is none, told with its text and the place in it.
    Predicate(PredicateError),
    /// The answer could not be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Failure {
        match error {
            SessionError::Deck(errors) => Failure::Several(errors.0.iter().map(ToString::to_string).collect()),
            SessionError::Scenario(errors) => Failure::Several(errors.iter().map(ToString::to_string).collect()),
            error => Failure::Told(error.to_string()),
        }
    }
}

impl From<FilterError> for Failure {
    fn from(error: FilterError) -> Failure {
        Failure::Told(error.to_string())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::Output(error.into())
    }
}

fn told<T>(why: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Told(why.into()))
}

/// What shows a session in a window; it comes back when the window is closed, or says why there is none.
type Window<'a> = &'a mut dyn FnMut(Session, Shown) -> Result<(), String>;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let mut out = io::BufWriter::new(io::stdout().lock());
    run(std::env::args_os(), &mut out, &mut io::stderr().lock()).into()
}

/// Runs the program: `args` begin with its own name.
pub fn run(args: impl IntoIterator<Item = OsString>, out: &mut dyn Write, err: &mut dyn Write) -> Exit {
    run_with(args, &mut Standard::default(), out, err, &mut show)
}

/// The same with something else in place of the standard input and the window.
fn run_with(
    args: impl IntoIterator<Item = OsString>,
    lines: &mut dyn Lines,
    out: &mut dyn Write,
    err: &mut dyn Write,
    window: Window<'_>,
) -> Exit {
    let (out, err): (&mut dyn Write, &mut dyn Write) = (&mut Plain::over(out), &mut Plain::over(err));
    let arguments = match Arguments::try_parse_from(args) {
        Ok(arguments) => arguments,
        Err(error) => {
            let misused = error.use_stderr();
            let text = whole_alone(error).render();
            // Nobody is left to be told if this cannot be written.
            let _written = if misused { write!(err, "{text}") } else { write!(out, "{text}") };
            let _flushed = out.flush();
            return if misused { Exit::Misuse } else { Exit::Yes };
        }
    };
    let answered = answer(arguments, lines, out, err, window).and_then(|exit| {
        out.flush()?;
        Ok(exit)
    });
    match answered {
        Ok(exit) => exit,
        // Whoever read the answer has seen enough of it.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Yes,
        Err(Failure::Output(error)) => complain(err, &format!("the answer could not be written: {error}")),
        Err(Failure::Told(why)) => {
            let _flushed = out.flush();
            complain(err, &why)
        }
        Err(Failure::Several(all)) => {
            let _flushed = out.flush();
            all.iter().map(|why| complain(err, why)).fold(Exit::Misuse, Exit::max)
        }
        Err(Failure::Predicate(error)) => {
            let _flushed = out.flush();
            let exit = complain(err, &format!("in the predicate, {error}"));
            // Nobody is left to be told if this cannot be written.
            error.caret().lines().for_each(|line| drop(writeln!(err, "    {line}")));
            exit
        }
    }
}

/// Of a command that is about a whole game and is asked as a player: what to do.
fn whole_alone(mut error: clap::Error) -> clap::Error {
    use clap::error::{ContextKind, ContextValue};
    let asked = matches!(error.get(ContextKind::InvalidArg), Some(ContextValue::String(word)) if word == "--as");
    if asked {
        let tip = "this is about the whole game, hidden cards as well: leave out --as, and write the numbers that are \
                   shown without it; a bookmark means the same event to everybody";
        error.remove(ContextKind::SuggestedArg);
        let _none = error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// Tells what is wrong in one line.
fn complain(err: &mut dyn Write, why: &str) -> Exit {
    let line = why.split('\n').map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let line = shortened(&line);
    // Nobody is left to be told if this cannot be written.
    let _written = writeln!(err, "retrace: {line}");
    Exit::Misuse
}

/// The longest line that is told, in characters: one that nobody reads to its end says nothing.
const LONGEST_LINE: usize = 1600;

/// The beginning and the end of a long line: the end has what to do about it.
fn shortened(line: &str) -> String {
    let length = line.chars().count();
    if length <= LONGEST_LINE {
        return line.to_owned();
    }
    let part = LONGEST_LINE / 2;
    let (first, last): (String, String) =
        (line.chars().take(part).collect(), line.chars().skip(length - part).collect());
    format!("{first} … ({} characters left out) … {last}", length - 2 * part)
}

fn answer(
    arguments: Arguments,
    lines: &mut dyn Lines,
    out: &mut dyn Write,
    err: &mut dyn Write,
    window: Window<'_>,
) -> Result<Exit, Failure> {
    let json = arguments.json;
    for folder in &arguments.cards_from {
        if !folder.is_dir() {
            let why = "--cards-from names a folder of card files, and this is none";
            return Err(Failure::Told(format!("{}: {why}", folder.display())));
        }
        texts::permit(folder);
    }
    let rules = arguments.rules.as_deref().map(Rulebook::read).transpose()?.map(Arc::new);
    match arguments.verb {
        None => open_window(Session::demo()?.with_rulebook(rules), Shown::Demonstration, window),
        Some(Verb::Open(open)) => {
            let (session, shown) = open::open(&open, err)?;
            open_window(session.with_rulebook(rules), shown, window)
        }
        Some(Verb::Check { files, all }) => check::check(&files, all, json, out, err),
        Some(Verb::Log(log)) => events::log(&log, json, out, err),
        Some(Verb::Show { at }) => events::show(&at, rules.as_deref(), json, out, err),
        Some(Verb::Rule { number }) => rules::rule(&number, rules.as_deref(), json, out),
        Some(Verb::Why { at }) => events::why(&at, json, out, err),
        Some(Verb::State { place, eyes }) => state::state(&place, &eyes, json, out, err),
        Some(Verb::Explain { object, event, place, eyes }) => match (object, event) {
            (_, Some(event)) => explain::action(&event, &place, &eyes, json, out, err),
            (object, None) => explain::explain(&object.unwrap_or_default(), &place, &eyes, json, out, err),
        },
        Some(Verb::Diff { file, left, right, first, eyes }) => {
            let diff = if first { diff::first } else { diff::diff };
            diff(&file, &left, right.as_deref(), &eyes, json, out, err)
        }
        Some(Verb::Find(find)) => find::find(&find, json, out, err),
        Some(Verb::Run(run)) => find::run(&run, json, out, err),
        Some(Verb::Watch(watch)) => watch::watch(&watch, json, out, err),
        Some(Verb::Bisect(bisect)) => bisect::bisect(&bisect, json, out, err),
        Some(Verb::Explore(explore)) => explore::explore(&explore, json, out, err),
        Some(Verb::Shrink(shrink)) => bisect::shrink(&shrink, json, out, err),
        Some(Verb::Fork(fork)) => fork::fork(&fork, json, out, err),
        Some(Verb::Edit(edit)) => edit::edit(&edit, json, out, err),
        Some(Verb::Scenario { verb }) => scenario::scenario(&verb, json, out, err),
        Some(Verb::Rerun(rerun)) => rerun::rerun(&rerun, json, out, err),
        Some(Verb::Replay { verb }) => replay::replay(&verb, json, out, err),
        Some(Verb::Fsck { store, salvage }) => fsck::fsck(&store, salvage.as_deref(), json, out),
        Some(Verb::Timelines { file, eyes }) => events::timelines(&file, &eyes, json, out, err),
        Some(Verb::Bookmark { verb }) => bookmarks::bookmark(&verb, json, out, err),
        Some(Verb::Undo { store }) => history::turn(&store, true, json, out, err),
        Some(Verb::Redo { store }) => history::turn(&store, false, json, out, err),
        Some(Verb::Operations { store, limit }) => history::operations(&store, limit, json, out, err),
        Some(Verb::Gc { store, dry_run, forget_undo }) => {
            let wanted = retrace_store::Collect { dry_run, forget_operations: forget_undo };
            maintenance::gc(&store, wanted, json, out, err)
        }
        Some(Verb::Stats { store }) => maintenance::stats(&store, json, out, err),
        Some(Verb::Backup { store, into }) => maintenance::backup(&store, &into, json, out),
        Some(Verb::Push { what, to }) => exchange::push(&what, &to, json, out, err),
        Some(Verb::Pull { what, from }) => exchange::pull(&what, &from, json, out, err),
        Some(Verb::Cards { verb }) => cards::cards(&verb, json, out, err),
        Some(Verb::Decks { verb }) => decks::decks(&verb, json, out, err),
        Some(Verb::Play(arguments)) if arguments.window => {
            open_window(play::for_window(&arguments, out)?.with_rulebook(rules), Shown::Usual, window)
        }
        Some(Verb::Play(arguments)) => play::play(&arguments, json, lines, out),
        Some(Verb::Simulate(simulation)) => simulate::simulate(&simulation, json, out, err),
        Some(Verb::Keys) => keys::keys(json, out),
        Some(Verb::Completions { shell }) => {
            clap_complete::generate(shell, &mut Arguments::command(), "retrace", &mut &mut *out);
            Ok(Exit::Yes)
        }
    }
}

fn open_window(session: Session, shown: Shown, window: Window<'_>) -> Result<Exit, Failure> {
    window(session, shown).map(|()| Exit::Yes).map_err(Failure::Told)
}

/// Shows a session in the real window.
fn show(session: Session, shown: Shown) -> Result<(), String> {
    crate::window::run(session, shown).map_err(|error| error.to_string())
}

/// Writes a JSON document.
fn print_json(out: &mut dyn Write, value: &serde_json::Value) -> Result<(), Failure> {
    writeln!(out, "{}", plain_json(&serde_json::to_string_pretty(value)?))?;
    Ok(())
}
