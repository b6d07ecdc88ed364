//! `push` and `pull`: send timelines from one store to another.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use retrace_store::{Arrival, Log, Object, Options, Sending, Sent, StoreError};
use serde_json::{Value, json};

use super::call::{Call, Exit, Failure, print_json, told};
use super::opened::{read_log, tell_opening};
use super::operations::STORE_REMEDY;
use retrace_session::describe::counted;
use retrace_session::store::log::{about, in_file, is_store};

/// The timelines to send from one store to another, with their bookmarks.
#[derive(Clone, Debug, Args)]
pub(super) struct ExchangeArguments {
    /// A store
    pub(super) store: PathBuf,
    /// Which timelines [default: all]
    #[arg(value_name = "TIMELINE")]
    pub(super) timelines: Vec<String>,
    /// The name of the timeline in the other store
    #[arg(long = "as", value_name = "NAME")]
    pub(super) name: Option<String>,
    /// Run what arrives again; refuse it if this version of the rules gives other events
    #[arg(long)]
    pub(super) run: bool,
}

/// What to send, and where.
#[derive(Clone, Debug, Args)]
pub(super) struct PushArguments {
    #[command(flatten)]
    pub(super) what: ExchangeArguments,
    /// The other store; created if the folder is empty or missing
    #[arg(long, value_name = "STORE")]
    pub(super) to: PathBuf,
}

/// What to fetch, and from where.
#[derive(Clone, Debug, Args)]
pub(super) struct PullArguments {
    #[command(flatten)]
    pub(super) what: ExchangeArguments,
    /// The other store
    #[arg(long, value_name = "STORE")]
    pub(super) from: PathBuf,
}

/// Sends timelines to another store.
pub(super) fn push(arguments: &PushArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let PushArguments { what, to } = arguments;
    exchange(&what.store, to, what, call)
}

/// Fetches timelines from another store.
pub(super) fn pull(arguments: &PullArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let PullArguments { what, from } = arguments;
    exchange(from, &what.store, what, call)
}

fn exchange(from: &Path, to: &Path, arguments: &ExchangeArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let same = matches!((from.canonicalize(), to.canonicalize()), (Ok(from), Ok(to)) if from == to);
    if same {
        return told(format!("{}: this is the same store; name another", to.display()));
    }
    // Two that send in opposite directions at once open the stores in the same order, so neither
    // has the one that the other waits for.
    let first = |folder: &Path| folder.canonicalize().ok().filter(|_| is_store(folder));
    let target_first = matches!((first(to), first(from)), (Some(to), Some(from)) if to < from);
    let open_target = || Log::open(to, Options::default()).map_err(|error| in_file(to, &error));
    let opened = if target_first { Some(open_target()?) } else { None };
    let source = read_log(from, STORE_REMEDY, call.err)?;
    let mut names: Vec<String> = arguments.timelines.clone();
    if names.is_empty() {
        let mut all: Vec<_> = source.timelines().collect();
        // A timeline goes before its forks.
        all.sort_by_key(|timeline| timeline.serial);
        names = all.into_iter().map(|timeline| timeline.name.clone()).collect();
    }
    let mut named = BTreeSet::new();
    names.retain(|name| named.insert(name.clone()));
    if arguments.name.is_some() && names.len() != 1 {
        return told("--as names one timeline; name the one that is to be called so");
    }
    for name in &names {
        source.timeline(name).map_err(|error| match error {
            StoreError::NoTimeline { .. } => {
                let there: Vec<&str> = source.timelines().map(|timeline| timeline.name.as_str()).collect();
                about(from, &format!("{error}; there are: {}", there.join(", ")))
            }
            error => in_file(from, &error),
        })?;
    }
    let mut target = match opened {
        Some(target) => target,
        None => open_target()?,
    };
    tell_opening(to, &target.told(), call.err);
    let sending = Sending { name: arguments.name.as_deref(), run: arguments.run };
    let mut exit = Exit::Yes;
    let mut answers: Vec<Value> = Vec::new();
    // All of them arrive as one operation, and are reported once it is durable.
    let sent = match source.send_all(&names, &mut target, sending) {
        Ok(sent) => sent,
        Err(error) => {
            target.abandon();
            let from_or_to = if is_damaged_in(&source, &error) { from } else { to };
            return Err(in_file(from_or_to, &error).into());
        }
    };
    let none = sent.iter().all(Result::is_err);
    for (name, sent) in names.iter().zip(sent) {
        match sent {
            Ok(sent) if call.json => answers.push(value(name, &sent)),
            Ok(sent) => line(name, &sent, call.out)?,
            Err(why) => {
                exit = Exit::No;
                if call.json {
                    answers.push(json!({ "timeline": name, "refused": why.to_string() }));
                } else {
                    writeln!(call.out, "REFUSED   {name}: {why}")?;
                }
            }
        }
    }
    if none {
        target.abandon();
    } else {
        target.close().map_err(|error| in_file(to, &error))?;
    }
    if call.json {
        print_json(call.out, &Value::Array(answers))?;
    }
    Ok(exit)
}

/// Whether an error is about a commit that this store cannot read, rather than the other.
fn is_damaged_in(store: &Log, error: &StoreError) -> bool {
    match error {
        StoreError::Damaged { object: Object::Commit(id), .. }
        | StoreError::Missing { object: Object::Commit(id), .. } => store.store().read(*id).is_err(),
        _ => false,
    }
}

const fn word(arrival: Arrival) -> &'static str {
    match arrival {
        Arrival::New => "NEW",
        Arrival::FastForward => "GOES ON",
        Arrival::Same => "SAME",
        Arrival::Ahead => "AHEAD",
    }
}

fn line(name: &str, sent: &Sent, out: &mut dyn Write) -> Result<(), Failure> {
    let called = if sent.name == name { String::new() } else { format!(" as {}", sent.name) };
    let Sent { tip, events, commits, .. } = sent;
    writeln!(
        out,
        "{:9} {name}{called}: {}, tip {}, {} sent",
        word(sent.arrival),
        counted(*events, "event"),
        tip.short(),
        counted(*commits, "commit")
    )?;
    if !sent.bookmarks.is_empty() {
        writeln!(out, "          with the bookmarks {}", sent.bookmarks.join(", "))?;
    }
    if !sent.kept_back.is_empty() {
        writeln!(out, "          without the bookmarks {}: there are others of that name", sent.kept_back.join(", "))?;
    }
    Ok(())
}

fn value(name: &str, sent: &Sent) -> Value {
    json!({
        "timeline": name,
        "as": sent.name,
        "arrival": word(sent.arrival),
        "tip": sent.tip.to_string(),
        "events": sent.events,
        "commits_sent": sent.commits,
        "commits_looked_for": sent.looked,
        "bookmarks": sent.bookmarks,
        "bookmarks_kept_back": sent.kept_back,
    })
}
