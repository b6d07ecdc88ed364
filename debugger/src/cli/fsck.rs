//! `fsck`: checks a store, and saves what it can of a damaged one.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use retrace_store::{Cost, Finding, Report, Saved, fsck};
use serde_json::{Value, json};

use super::call::{Call, Exit, Failure, print_json};
use retrace_session::describe::counted;
use retrace_session::files::trouble::{left_of, word_of};
use retrace_session::store::log::in_file;

/// A store to check.
#[derive(Clone, Debug, Args)]
pub(super) struct FsckArguments {
    /// A store, however damaged
    pub(super) store: PathBuf,
    /// Write the verified part of each timeline into a new store
    #[arg(long, value_name = "NEW")]
    pub(super) salvage: Option<PathBuf>,
}

/// Checks a store; with `into`, writes its verified part into a new one.
pub(super) fn fsck(arguments: &FsckArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let (store, into) = (&arguments.store, arguments.salvage.as_deref());
    let told = |error| Failure::from(in_file(store, &error));
    let report = match into {
        None => fsck::check(store).map_err(told)?,
        Some(into) => fsck::salvage(store, into).map_err(told)?.0,
    };
    if call.json {
        print_json(call.out, &as_json(&report, into))?;
    } else {
        print(call.out, store, into, &report)?;
    }
    Ok(if report.is_kept() { Exit::Yes } else { Exit::No })
}

fn print(out: &mut dyn Write, store: &Path, into: Option<&Path>, report: &Report) -> Result<(), Failure> {
    let Report { commits, events, snapshots, inputs, in_use, findings, timelines, .. } = report;
    match in_use {
        Some(pid) => {
            let who = pid.map(|pid| format!(" ({pid})")).unwrap_or_default();
            writeln!(
                out,
                "{}: another process{who} has it open, so only its journal was checked: {}",
                store.display(),
                counted(*inputs, "input")
            )?;
        }
        None => writeln!(
            out,
            "{}: {} with {}, {} in the journal, {}",
            store.display(),
            counted(*commits, "commit"),
            counted(*events, "event"),
            counted(*inputs, "input"),
            counted(*snapshots, "snapshot")
        )?,
    }
    for finding in findings {
        writeln!(out, "{:8} {finding}", if report.is_kept() && finding.by_opening { "BEHIND" } else { "DAMAGED" })?;
    }
    let width = timelines.iter().map(|saved| saved.timeline.chars().count()).max().unwrap_or(0);
    for saved in timelines {
        writeln!(out, "{:8} {:width$}  {}", word_of(saved), saved.timeline, left_of(saved))?;
    }
    match into {
        Some(into) => writeln!(out, "Written to {}", into.display())?,
        None if report.is_kept() && !report.is_whole() => {
            writeln!(out, "Nothing is lost: the next command that opens the store sets it right")?;
        }
        None if !report.is_whole() => {
            writeln!(out, "retrace fsck {} --salvage NEW writes what verifies into a new store", store.display())?;
        }
        None => {}
    }
    Ok(())
}

fn as_json(report: &Report, into: Option<&Path>) -> Value {
    let cost = |cost: &Cost| json!({ "timeline": cost.timeline, "from": cost.from, "to": cost.to, "in_journal": cost.in_journal });
    let finding = |finding: &Finding| {
        json!({
            "object": finding.object.to_string(),
            "why": finding.why,
            "costs": finding.costs.iter().map(cost).collect::<Vec<_>>(),
            "remark": finding.remark,
            "by_opening": finding.by_opening,
        })
    };
    let saved = |saved: &Saved| {
        json!({
            "timeline": saved.timeline,
            "events": saved.events,
            "of": saved.of,
            "from_database": saved.from_database,
            "from_journal": saved.from_journal,
            "lost": saved.lost,
        })
    };
    json!({
        "whole": report.is_whole(),
        "kept": report.is_kept(),
        "in_use": report.in_use.is_some(),
        "pid": report.in_use.flatten(),
        "commits": report.commits,
        "events": report.events,
        "inputs": report.inputs,
        "snapshots": report.snapshots,
        "carved": report.carved,
        "packed": report.packed,
        "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
        "timelines": report.timelines.iter().map(saved).collect::<Vec<_>>(),
        "written": into.map(|into| into.display().to_string()),
    })
}
