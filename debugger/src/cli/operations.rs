//! `undo`, `redo`, `operations`: the changes to the timelines and bookmarks of a store.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use retrace_store::{Change, Log, Operation, OperationKind};
use serde_json::{Value, json};

use super::arguments::StoreArguments;
use super::call::{Call, Exit, Failure, print_json};
use super::opened::{read_log, tell_opening};
use super::progress::with_progress;
use retrace_session::store::log::{in_file, open_log};

/// A store, and how many of its operations to list.
#[derive(Clone, Debug, Args)]
pub(super) struct OperationsArguments {
    /// A store
    pub(super) store: PathBuf,
    /// The most to list
    #[arg(long, value_name = "NUMBER")]
    pub(super) limit: Option<usize>,
}

/// The remedy where there is no store.
pub(super) const STORE_REMEDY: &str = "name the folder of a store";

/// Opens a store for a command that changes it.
pub(super) fn open(store: &Path, err: &mut dyn Write) -> Result<Log, Failure> {
    let wanted = store.to_owned();
    let log = with_progress("Opening", move |progress| open_log(&wanted, STORE_REMEDY, progress))?;
    tell_opening(store, &log.told(), err);
    Ok(log)
}

/// Undoes the last operation.
pub(super) fn undo(arguments: &StoreArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    turn(&arguments.store, true, call)
}

/// Redoes the operation undone last.
pub(super) fn redo(arguments: &StoreArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    turn(&arguments.store, false, call)
}

fn turn(store: &Path, undo: bool, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let mut log = open(store, call.err)?;
    let turned = if undo { log.undo() } else { log.redo() };
    let turned = turned.map_err(|error| in_file(store, &error))?;
    let next = if undo { log.undoable() } else { log.redoable() };
    let verb = if undo { "undo" } else { "redo" };
    if call.json {
        print_json(
            call.out,
            &json!({ "done": verb, "operation": turned.as_ref().map(value), "next": next.map(value) }),
        )?;
    } else {
        match &turned {
            Some(operation) if undo => writeln!(call.out, "Undid {}: {operation}", operation.number)?,
            Some(operation) => writeln!(call.out, "Did {} again: {operation}", operation.number)?,
            None => writeln!(call.out, "There is nothing to {verb}.")?,
        }
        if let Some(next) = next {
            writeln!(call.out, "The next {verb}: {}: {next}", next.number)?;
        }
    }
    let exit = if turned.is_some() { Exit::Yes } else { Exit::No };
    log.close().map_err(|error| in_file(store, &error))?;
    Ok(exit)
}

/// Lists the operations, the latest first.
pub(super) fn operations(arguments: &OperationsArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let OperationsArguments { store, limit } = arguments;
    let log = read_log(store, STORE_REMEDY, call.err)?;
    let (undoable, redoable) = (log.undoable(), log.redoable());
    let listed = log.store().operations().rev().take(limit.unwrap_or(usize::MAX));
    if call.json {
        let number = |operation: Option<&Operation>| operation.map(|it| it.number);
        let value = json!({
            "operations": listed.map(value).collect::<Vec<_>>(),
            "forgotten": log.store().operations_forgotten(),
            "undo": number(undoable),
            "redo": number(redoable),
        });
        print_json(call.out, &value)?;
        return Ok(Exit::Yes);
    }
    for operation in listed {
        let mark = match operation.number {
            it if undoable.is_some_and(|next| next.number == it) => "undo →",
            it if redoable.is_some_and(|next| next.number == it) => "redo →",
            _ => "",
        };
        writeln!(call.out, "{mark:6} {:>5}  {operation}", operation.number)?;
    }
    let forgotten = log.store().operations_forgotten();
    if forgotten > 0 {
        writeln!(call.out, "{forgotten} before these are forgotten")?;
    }
    Ok(Exit::Yes)
}

fn value(operation: &Operation) -> Value {
    let (kind, of) = match operation.kind {
        OperationKind::Change => ("change", None),
        OperationKind::Undo(of) => ("undo", Some(of)),
        OperationKind::Redo(of) => ("redo", Some(of)),
    };
    let change = |change: &Change| match change {
        Change::Timeline { serial, before, after, commits } => {
            let head = |head: &Option<retrace_store::NamedHead>| {
                head.as_ref().map(|it| json!({ "name": it.name, "tip": it.tip.to_string() }))
            };
            let (before, after) = (head(before), head(after));
            json!({ "timeline": serial, "before": before, "after": after, "commits": commits })
        }
        Change::Bookmark { name, before, after } => {
            let place = |it: &Option<retrace_store::Bookmark>| {
                it.as_ref().map(|it| json!({ "event": it.event, "commit": it.commit.to_string(), "note": it.note }))
            };
            json!({ "bookmark": name, "before": place(before), "after": place(after) })
        }
    };
    json!({
        "operation": operation.number,
        "kind": kind,
        "of": of,
        "text": operation.to_string(),
        "changes": operation.changes.iter().map(change).collect::<Vec<_>>(),
    })
}
