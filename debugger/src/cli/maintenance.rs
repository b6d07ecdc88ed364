//! `gc`, `stats`, `backup`: maintenance of a store.

use std::path::PathBuf;

use clap::Args;
use retrace_store::{
    Collect, Collected, Log, Options, Stats, StoreError, backup as store_backup, stats as store_stats, would_collect,
};
use serde_json::json;

use super::arguments::StoreArguments;
use super::call::{Call, Exit, Failure, print_json};
use super::opened::tell_opening;
use super::operations::STORE_REMEDY;
use super::progress::with_progress;
use retrace_session::describe::counted;
use retrace_session::store::log::{check_folder, in_file};
use retrace_session::{Progress, SessionError};

/// A store, and what to remove.
#[derive(Clone, Debug, Args)]
pub(super) struct GcArguments {
    /// A store
    pub(super) store: PathBuf,
    /// Only say what would be removed
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Also remove what only undo can reach; undo ends there
    #[arg(long)]
    pub(super) forget_undo: bool,
    /// Also move all commits into packs, however few there are
    #[arg(long)]
    pub(super) pack: bool,
}

/// A store, and where to copy it.
#[derive(Clone, Debug, Args)]
pub(super) struct BackupArguments {
    /// A store
    pub(super) store: PathBuf,
    /// A folder that is empty or missing
    pub(super) into: PathBuf,
}

/// Removes what nothing reaches, or reports what it would remove.
pub(super) fn gc(arguments: &GcArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let GcArguments { store, dry_run, forget_undo, pack } = arguments;
    let wanted = Collect { dry_run: *dry_run, forget_operations: *forget_undo, pack: *pack };
    let told = |error: StoreError| {
        let name = store.display();
        let room = matches!(error, StoreError::DiskFull { .. }).then(|| {
            format!(
                "; collecting needs room itself: `retrace backup {name} INTO` copies the store to another disk, where \
                 `retrace gc INTO` collects; then put the copy in its place"
            )
        });
        Failure::Told(format!("{}{}", in_file(store, &error), room.unwrap_or_default()))
    };
    check_folder(store, STORE_REMEDY)?;
    let wanted_store = store.clone();
    let open = move |progress: &Progress| Ok(Log::open_with(&wanted_store, Options::default(), &mut progress.watch()));
    let collected = match with_progress("Opening", open)? {
        Err(StoreError::Stopped) => return Err(SessionError::Cancelled.into()),
        // What changes nothing needs nothing to write to.
        Err(StoreError::ReadOnly { .. } | StoreError::DiskFull { .. }) if wanted.dry_run => {
            would_collect(store, wanted).map_err(told)?
        }
        opened => {
            let mut log = opened.map_err(told)?;
            tell_opening(store, &log.told(), call.err);
            let collected = log.collect(wanted).map_err(told)?;
            log.close().map_err(told)?;
            collected
        }
    };
    let Collected { kept, commits, commit_bytes, snapshots, snapshot_bytes, operations, labels, packed, .. } =
        collected;
    let journal = collected.journal_before.saturating_sub(collected.journal_after);
    if call.json {
        let value = json!({
            "dry_run": wanted.dry_run,
            "kept_commits": kept,
            "commits": commits,
            "commit_bytes": commit_bytes,
            "snapshots": snapshots,
            "snapshot_bytes": snapshot_bytes,
            "operations": operations,
            "labels": labels,
            "packed_commits": packed,
            "journal_bytes": { "before": collected.journal_before, "after": collected.journal_after },
        });
        print_json(call.out, &value)?;
        return Ok(Exit::Yes);
    }
    let says = |count, [would, one, several]: [&'static str; 3]| match (wanted.dry_run, count) {
        (true, _) => would,
        (false, 1) => one,
        (false, _) => several,
    };
    if collected.is_empty() {
        let reached = if kept == 1 { "is reached" } else { "are all reached" };
        writeln!(call.out, "Nothing goes: {} {reached}.", counted(kept, "commit"))?;
        return Ok(Exit::Yes);
    }
    writeln!(call.out, "{}:", if wanted.dry_run { "Would go" } else { "Gone" })?;
    writeln!(call.out, "  {}, {}", counted(commits, "commit"), bytes(commit_bytes))?;
    writeln!(call.out, "  {}, {}", counted(snapshots, "snapshot"), bytes(snapshot_bytes))?;
    writeln!(call.out, "  {}, which can then not be undone", counted(operations, "operation"))?;
    writeln!(call.out, "  {} without a place to show", counted(labels, "label"))?;
    writeln!(call.out, "  {} of the journal", bytes(journal))?;
    if packed > 0 {
        writeln!(call.out, "{} {} packed.", counted(packed, "commit"), says(packed, ["would be", "is", "are"]))?;
    }
    writeln!(call.out, "{} {}.", counted(kept, "commit"), says(kept, ["would stay", "stays", "stay"]))?;
    Ok(Exit::Yes)
}

/// Counts what a store holds.
pub(super) fn stats(arguments: &StoreArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let store = &arguments.store;
    check_folder(store, STORE_REMEDY)?;
    let (stats, told) = store_stats(store).map_err(|error| in_file(store, &error))?;
    tell_opening(store, &told, call.err);
    let Stats { timelines, commits, events, commits_told, events_told, encoding_bytes, .. } = stats;
    let disk =
        stats.database_bytes + stats.journal_bytes + stats.pack_bytes + stats.catalogue_bytes + stats.label_bytes;
    let ratio = |bytes: u64| if encoding_bytes == 0 { 0.0 } else { bytes as f64 / encoding_bytes as f64 };
    let shared = if events_told == 0 { 0.0 } else { 100.0 * (1.0 - events as f64 / events_told as f64) };
    if call.json {
        let value = json!({
            "timelines": timelines,
            "bookmarks": stats.bookmarks,
            "operations": stats.operations,
            "commits": commits,
            "events": events,
            "commits_of_all_timelines": commits_told,
            "events_of_all_timelines": events_told,
            "shared_percent": shared,
            "other_commits": stats.other_commits,
            "snapshots": stats.snapshots,
            "packs": stats.packs,
            "packed_commits": stats.packed_commits,
            "bytes": {
                "encoding": encoding_bytes,
                "commits": stats.value_bytes,
                "other_commits": stats.other_bytes,
                "snapshots": stats.snapshot_bytes,
                "database": stats.database_bytes,
                "journal": stats.journal_bytes,
                "packs": stats.pack_bytes,
                "catalogues": stats.catalogue_bytes,
                "labels": stats.label_bytes,
                "disk": disk,
            },
            "ratio_to_encoding": ratio(disk),
        });
        print_json(call.out, &value)?;
        return Ok(Exit::Yes);
    }
    let named = [(timelines, "timeline"), (stats.bookmarks, "bookmark"), (stats.operations, "operation")];
    writeln!(call.out, "{}", named.map(|(count, noun)| counted(count, noun)).join(", "))?;
    let (of_commits, of_events) = (counted(commits, "commit"), counted(events, "event"));
    writeln!(call.out, "{of_commits} with {of_events}, each counted once")?;
    writeln!(call.out, "{events_told} events in all timelines together: {shared:.1} % of them are shared")?;
    writeln!(call.out, "{} on no timeline, {}", counted(stats.other_commits, "commit"), bytes(stats.other_bytes))?;
    writeln!(call.out, "encoding of events and inputs  {:>12}", bytes(encoding_bytes))?;
    writeln!(
        call.out,
        "values of the commits          {:>12}  {:.1} times that",
        bytes(stats.value_bytes),
        ratio(stats.value_bytes)
    )?;
    writeln!(call.out, "snapshots ({:>6})             {:>12}", stats.snapshots, bytes(stats.snapshot_bytes))?;
    writeln!(call.out, "database on disk, all of it    {:>12}", bytes(stats.database_bytes))?;
    writeln!(call.out, "journal on disk                {:>12}", bytes(stats.journal_bytes))?;
    if stats.packs > 0 {
        let told = format!("{} packs of {} commits", stats.packs, stats.packed_commits);
        writeln!(call.out, "{told:30} {:>12}", bytes(stats.pack_bytes))?;
    }
    writeln!(call.out, "catalogues and labels          {:>12}", bytes(stats.catalogue_bytes + stats.label_bytes))?;
    writeln!(call.out, "all                            {:>12}  {:.1} times the encoding", bytes(disk), ratio(disk))?;
    Ok(Exit::Yes)
}

/// Copies a store.
pub(super) fn backup(arguments: &BackupArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let BackupArguments { store, into } = arguments;
    let made = store_backup(store, into).map_err(|error| in_file(store, &error))?;
    let lost = made.recovered.iter().filter_map(|it| Some((&it.timeline, it.lost.as_ref()?)));
    let lost: Vec<_> = lost.chain(made.unread.iter().map(|(name, why)| (name, why))).collect();
    let whole = lost.is_empty() && !made.damaged;
    if call.json {
        let value = json!({
            "into": into.display().to_string(),
            "open_elsewhere": made.open_in.is_some(),
            "process": made.open_in.flatten(),
            "timelines": made.timelines,
            "events": made.events,
            "operations": made.operations,
            "last_operation": made.last_operation,
            "journal_damaged": made.damaged,
            "lost": lost.iter().map(|(name, why)| json!({ "timeline": name, "why": why })).collect::<Vec<_>>(),
        });
        print_json(call.out, &value)?;
        return Ok(if whole { Exit::Yes } else { Exit::No });
    }
    writeln!(
        call.out,
        "Copied {} with {} into {}",
        counted(made.timelines, "timeline"),
        counted(made.events, "event"),
        into.display()
    )?;
    if let Some(pid) = made.open_in {
        let who = pid.map(|pid| format!(" ({pid})")).unwrap_or_default();
        writeln!(call.out, "Another process{who} has the store open: the copy was made from its journal.")?;
    }
    let last = made.last_operation.as_deref().unwrap_or("nothing was done yet");
    writeln!(call.out, "It stands after operation {}: {last}", made.operations.saturating_sub(1))?;
    if made.damaged {
        writeln!(call.out, "The journal is damaged: what comes after the damage is not in the copy.")?;
    }
    for (name, why) in lost {
        writeln!(call.out, "LOST      {name}: {why}")?;
    }
    Ok(if whole { Exit::Yes } else { Exit::No })
}

/// A number of bytes in readable units.
fn bytes(count: u64) -> String {
    match count {
        0..10_000 => format!("{count} B"),
        10_000..10_000_000 => format!("{:.1} kB", count as f64 / 1e3),
        _ => format!("{:.1} MB", count as f64 / 1e6),
    }
}
