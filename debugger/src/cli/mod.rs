//! The command line: everything the window can do, without a window.
//!
//! [`run`] takes the arguments and two writers, so that tests call it as a shell would; `play`
//! reads the standard input. Exit codes: 0 for yes, 1 for no (a failed expectation, a difference),
//! 2 for misuse or bad input, which is reported on one line with the file, the place and the
//! remedy. Every command that answers something can also answer as JSON (`--json`).

mod arguments;
mod bisect;
mod bookmarks;
mod call;
mod cards;
mod check;
mod compare;
mod completions;
mod decks;
mod diff;
mod drafting;
mod edit;
mod events;
mod exchange;
mod exercise;
mod explain;
mod explore;
mod find;
mod fork;
mod fsck;
mod json;
mod keys;
mod lines;
mod maintenance;
mod open;
mod opened;
mod operations;
mod plain;
mod play;
mod progress;
mod reading;
mod replay;
mod report;
mod rerun;
mod rules;
mod scenario;
mod simulate;
mod state;
mod stored;
mod turns;
mod watch;
mod wording;
mod words;

#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;

use crate::shown::Shown;
use arguments::{AtEvent, StoreArguments};
use call::{Call, Failure, Window, complain, told};
use lines::{Lines, Standard};
use plain::Plain;
use retrace_session::Rulebook;
use retrace_session::base::rulebook::Language;
use retrace_session::cards::library;
use retrace_session::cards::texts::CardFolders;
use retrace_session::session::Session;

pub use call::Exit;

/// A time-travel debugger for games of Magic: The Gathering.
///
/// Without a command it opens its window: on a demonstration the first time, then on what was open
/// last. A FILE is a scenario (RON), a replay (.retrace, .jsonl) or the folder of a store. Exit
/// codes: 0 yes, 1 no, 2 misuse or bad input.
#[derive(Debug, Parser)]
#[command(name = "retrace", version, args_conflicts_with_subcommands = false, disable_help_subcommand = true)]
struct Arguments {
    /// Answer as JSON
    #[arg(long, global = true)]
    json: bool,
    /// A text of the rules, in any language, in which each rule starts with its number; `show`,
    /// `why`, `rule` and the window quote it
    #[arg(long, global = true, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// The language to quote from a text of the rules in several
    #[arg(long, global = true, value_name = "LANGUAGE")]
    language: Option<Language>,
    /// A further folder from which a scenario may load card files; may be repeated
    #[arg(long, global = true, value_name = "FOLDER")]
    cards_from: Vec<PathBuf>,
    #[command(subcommand)]
    verb: Option<Verb>,
}

/// Declares the commands from a table: for each, its arguments and the function that runs it. A
/// command is a line here, and a file with its arguments and its function.
macro_rules! verbs {
    ($($(#[$attribute:meta])* $verb:ident($arguments:ty) => $function:path;)+) => {
        /// The commands.
        #[derive(Debug, clap::Subcommand)]
        enum Verb {
            $($(#[$attribute])* $verb($arguments),)+
        }

        impl Verb {
            fn run(&self, call: &mut Call<'_>) -> Result<Exit, Failure> {
                match self { $(Verb::$verb(arguments) => $function(arguments, call),)+ }
            }
        }
    };
}

verbs! {
    /// Opens the window on a file
    Open(open::OpenArguments) => open::open;
    /// Plays scenarios and checks what they expect
    Check(check::CheckArguments) => check::check;
    /// Lists what happened on a timeline
    Log(events::LogArguments) => events::log;
    /// Shows an event: its facts, its id, its rule, its cause
    Show(AtEvent) => events::show;
    /// Says why something happened, back to the decision that led to it
    Why(AtEvent) => events::why;
    /// Shows the whole state at a place
    State(state::StateArguments) => state::state;
    /// Explains an object's characteristics layer by layer, or how an action was replaced (--event)
    Explain(explain::ExplainArguments) => explain::explain;
    /// Compares two timelines of a file, two places (NAME@EVENT), or two files; exit code 1 if they
    /// differ
    Diff(diff::DiffArguments) => diff::diff;
    /// Lists the events at which a predicate holds or becomes true (docs/predicates.md); exit code
    /// 1 if there are none
    Find(find::FindArguments) => find::find;
    /// Runs forwards or backwards to where a predicate becomes true; exit code 1 if it never does
    Run(find::RunArguments) => find::run;
    /// Shows the values of expressions at a place, and where they change
    Watch(watch::WatchArguments) => watch::watch;
    /// Lists the turns of a timeline, with what each player did in them; exit code 1 if there is no
    /// such turn
    Turns(turns::TurnsArguments) => turns::turns;
    /// Finds the event at which a predicate about the state became true, by bisection; exit code 1
    /// if it did not
    Bisect(bisect::BisectArguments) => bisect::bisect;
    /// Tries every legal answer at the choice at or before an event, with outcomes merged by state
    Explore(explore::ExploreArguments) => explore::explore;
    /// Finds the shortest game in which a predicate becomes true; exit code 1 if it never does
    Shrink(bisect::ShrinkArguments) => bisect::shrink;
    /// Gives another answer at the choice at or before an event, on a new timeline
    Fork(fork::ForkArguments) => fork::fork;
    /// Makes what-if edits at a choice where a player has priority, or fixes what chance gives next
    Edit(edit::EditArguments) => edit::edit;
    /// Writes a moment of a timeline as a scenario
    #[command(subcommand)]
    Scenario(scenario::ScenarioVerb) => scenario::scenario;
    /// Runs the inputs of a timeline again with other cards; exit code 1 if one of them no longer
    /// applies
    Rerun(rerun::RerunArguments) => rerun::rerun;
    /// Exports, verifies and imports replays: a timeline in a file that anybody can run again
    #[command(subcommand)]
    Replay(replay::ReplayVerb) => replay::replay;
    /// Checks every byte of a store and says what is lost (exit code 1 if anything is); changes
    /// nothing
    Fsck(fsck::FsckArguments) => fsck::fsck;
    /// Lists the timelines of a file; those of a store are UNVERIFIED, since this runs nothing
    /// again (`replay verify` does)
    Timelines(events::TimelinesArguments) => events::timelines;
    /// Names events of a store, with notes; a bookmark can be given wherever an event can
    #[command(subcommand)]
    Bookmark(bookmarks::BookmarkVerb) => bookmarks::bookmark;
    /// Shows a rule with its parts, from the text that --rules names, or compares a text with the
    /// edition (--check); exit code 1 if the text has no such rule
    Rule(rules::RuleArguments) => rules::rule;
    /// Undoes the last change to the timelines or bookmarks of a store; exit code 1 if there is
    /// none
    Undo(StoreArguments) => operations::undo;
    /// Redoes what was undone last; exit code 1 if there is nothing
    Redo(StoreArguments) => operations::redo;
    /// Lists the changes to the timelines and bookmarks of a store, latest first, with those undone
    Operations(operations::OperationsArguments) => operations::operations;
    /// Removes data that no timeline, bookmark or undo can reach
    Gc(maintenance::GcArguments) => maintenance::gc;
    /// Shows what a store holds and its size on disk
    Stats(StoreArguments) => maintenance::stats;
    /// Copies a store, even while another process has it open; exit code 1 if the copy is
    /// incomplete
    Backup(maintenance::BackupArguments) => maintenance::backup;
    /// Sends timelines to another store, only what is missing there; exit code 1 if one is refused
    Push(exchange::PushArguments) => exchange::push;
    /// Fetches timelines from another store, only what is missing here; exit code 1 if one is
    /// refused
    Pull(exchange::PullArguments) => exchange::pull;
    /// Lists, shows and checks cards, and explains the words they are written with
    #[command(subcommand)]
    Cards(cards::CardsVerb) => cards::cards;
    /// Plays a game in the terminal
    Play(play::PlayArguments) => play::play;
    /// Plays random legal games: prints figures, and checks the laws in each
    Simulate(simulate::SimulateArguments) => simulate::simulate;
    /// Checks deck lists (a count and a name on each line)
    #[command(subcommand)]
    Decks(decks::DecksVerb) => decks::decks;
    /// Lists the commands of the window and their keys, as docs/keys.md
    Keys(keys::KeysArguments) => keys::keys;
    /// Prints completions for a shell
    Completions(completions::CompletionsArguments) => completions::completions;
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    if let Some(path) = library::default_path() {
        library::make_used(path);
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    run(std::env::args_os(), &mut out, &mut io::stderr().lock()).into()
}

/// Runs the program; the first of `args` is its own name.
pub fn run(args: impl IntoIterator<Item = OsString>, out: &mut dyn Write, err: &mut dyn Write) -> Exit {
    run_with(args, &mut Standard::default(), out, err, &mut show)
}

/// Like [`run`], with substitutes for the standard input and the window.
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
            if misused {
                // If this cannot be written, there is nobody left to tell.
                let _written = write!(err, "{text}");
                return Exit::Misuse;
            }
            return match write!(out, "{text}").and_then(|()| out.flush()) {
                Err(error) => unwritten(err, &error),
                Ok(()) => Exit::Yes,
            };
        }
    };
    let answered = answer(&arguments, lines, out, err, window).and_then(|exit| {
        out.flush()?;
        Ok(exit)
    });
    match answered {
        Ok(exit) => exit,
        Err(Failure::Output(error)) => unwritten(err, &error),
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
            // If this cannot be written, there is nobody left to tell.
            error.caret().lines().for_each(|line| drop(writeln!(err, "    {line}")));
            exit
        }
    }
}

/// Tells that the answer could not be written.
fn unwritten(err: &mut dyn Write, error: &io::Error) -> Exit {
    match error.kind() {
        // The reader of the output has seen enough and closed it.
        io::ErrorKind::BrokenPipe => Exit::Yes,
        _ => complain(err, &format!("the answer could not be written: {error}")),
    }
}

/// Adds a remedy to the error about `--as` on a command for whole games.
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

fn answer(
    arguments: &Arguments,
    lines: &mut dyn Lines,
    out: &mut dyn Write,
    err: &mut dyn Write,
    window: Window<'_>,
) -> Result<Exit, Failure> {
    if let Some(folder) = arguments.cards_from.iter().find(|folder| !folder.is_dir()) {
        return told(format!("{}: --cards-from names a folder of card files, and this is none", folder.display()));
    }
    let folders = CardFolders::of(&arguments.cards_from);
    let rules = arguments.rules.as_deref().map(Rulebook::read).transpose()?;
    let rules = match (rules, arguments.language) {
        (Some(book), Some(language)) => Some(book.in_language(language)?),
        (None, Some(_)) => {
            return told("--language chooses among the languages of a text of the rules; name it with --rules FILE");
        }
        (rules, None) => rules,
    };
    let rules = rules.map(Arc::new);
    let mut call = Call { json: arguments.json, out, err, lines, window, rules, folders };
    match &arguments.verb {
        None => call.show(Session::demo()?, Shown::Demonstration),
        Some(verb) => verb.run(&mut call),
    }
}

/// Shows a session in the real window.
#[cfg(feature = "window")]
fn show(session: Session, shown: Shown) -> Result<(), String> {
    crate::window::run(session, shown).map_err(|error| error.to_string())
}

/// Says that there is no window.
#[cfg(not(feature = "window"))]
fn show(_: Session, _: Shown) -> Result<(), String> {
    let why = "this program was built without its window; use a headless command instead, such as `retrace log`, or \
               build it with the feature `window`";
    Err(why.to_owned())
}
