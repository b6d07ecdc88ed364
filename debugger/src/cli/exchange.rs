//! `push` and `pull`: timelines from one store to another.

use std::io::Write;
use std::path::Path;

use retrace_store::{Arrival, Log, Options, Sending, Sent, StoreError};
use serde_json::{Value, json};

use super::arguments::ExchangeArguments;
use super::history::STORE_REMEDY;
use super::opened::{read_log, tell_opening};
use super::{Exit, Failure, print_json, told};
use crate::session::store::log::in_file;

/// Sends timelines of a store to another.
pub(super) fn push(
    arguments: &ExchangeArguments,
    other: &Path,
    json: bool,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit, Failure> {
    exchange(&arguments.store, other, arguments, json, out, err)
}

/// Gets timelines from another store.
pub(super) fn pull(
    arguments: &ExchangeArguments,
    other: &Path,
    json: bool,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit, Failure> {
    exchange(other, &arguments.store, arguments, json, out, err)
}

fn exchange(
    from: &Path,
    to: &Path,
    arguments: &ExchangeArguments,
    json: bool,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit, Failure> {
    let same = matches!((from.canonicalize(), to.canonicalize()), (Ok(from), Ok(to)) if from == to);
    if same {
        return told(format!("{}: this is the same store; name another", to.display()));
    }
    let source = read_log(from, STORE_REMEDY, err)?;
    let mut names: Vec<String> = arguments.timelines.clone();
    if names.is_empty() {
        let mut all: Vec<_> = source.timelines().collect();
        // What others were forked from goes before them.
        all.sort_by_key(|timeline| timeline.serial);
        names = all.into_iter().map(|timeline| timeline.name.clone()).collect();
    }
    if arguments.name.is_some() && names.len() != 1 {
        return told("--as names one timeline; name the one that is to be called so");
    }
    for name in &names {
        source.timeline(name).map_err(|error| in_file(from, &error))?;
    }
    let mut target = Log::open(to, Options::default()).map_err(|error| in_file(to, &error))?;
    tell_opening(to, &target.told(), err);
    let sending = Sending { name: arguments.name.as_deref(), run: arguments.run };
    let mut exit = Exit::Yes;
    let mut answers: Vec<Value> = Vec::new();
    for name in &names {
        match source.send(name, &mut target, sending) {
            Ok(sent) if json => answers.push(value(name, &sent)),
            Ok(sent) => line(name, &sent, out)?,
            Err(error @ (StoreError::Clash { .. } | StoreError::CannotRun { .. })) => {
                exit = Exit::No;
                if json {
                    answers.push(json!({ "timeline": name, "refused": error.to_string() }));
                } else {
                    writeln!(out, "REFUSED   {name}: {error}")?;
                }
            }
            Err(error) => return Err(in_file(to, &error).into()),
        }
    }
    target.close().map_err(|error| in_file(to, &error))?;
    if json {
        print_json(out, &Value::Array(answers))?;
    }
    Ok(exit)
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
        "{:9} {name}{called}: {events} events, tip {}, {commits} commits sent",
        word(sent.arrival),
        tip.short()
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
