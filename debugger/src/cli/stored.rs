//! What a store tells of its timelines without reading their events.

use std::path::Path;

use retrace_store::{Log, StoreError, Timeline};
use serde_json::{Value, json};

use super::call::{Call, Exit, Failure, print_json};
use super::opened::read_log;
use retrace_session::Standing;
use retrace_session::store::log::{STORE_REMEDY, in_file};
use retrace_session::store::summary::Summary;

/// Lists the timelines of a store. None if there are timelines and none of them can be read.
pub(super) fn timelines(store: &Path, call: &mut Call<'_>) -> Result<Option<Exit>, Failure> {
    let log = read_log(store, STORE_REMEDY, call.err)?;
    let mut all: Vec<&Timeline> = log.timelines().collect();
    if all.is_empty() && log.store().damaged_timelines().next().is_some() {
        return Ok(None);
    }
    all.sort_by_key(|timeline| timeline.serial);
    let told = |error: StoreError| Failure::from(in_file(store, &error));
    if call.json {
        let all = all.iter().map(|timeline| as_json(&log, timeline)).collect::<Result<Vec<_>, _>>().map_err(told)?;
        let title = store.file_name().map_or_else(|| store.display().to_string(), |it| it.to_string_lossy().into());
        print_json(call.out, &json!({ "title": title, "timelines": all }))?;
        return Ok(Some(Exit::Yes));
    }
    let width = all.iter().map(|timeline| timeline.name.chars().count()).max().unwrap_or(0);
    for timeline in &all {
        let Timeline { name, tip, events, commits, .. } = timeline;
        let mut text = format!("{events:>6} events, {:>4} choices", commits.saturating_sub(1));
        if let Some((origin, shared)) = origin(&log, timeline) {
            text += &format!(", forked from {} after {shared} events", origin.name);
        }
        text += &Summary::read(&log, timeline, false).map_err(told)?.ended;
        let standing = Standing::Unverified.word();
        writeln!(call.out, "{name:width$}  {} {standing:10} {text}", tip.short())?;
    }
    if all.is_empty() {
        writeln!(call.out, "no timelines yet")?;
    }
    Ok(Some(Exit::Yes))
}

/// A timeline as [`json::timeline`] tells it.
fn as_json(log: &Log, timeline: &Timeline) -> Result<Value, StoreError> {
    let summary = Summary::read(log, timeline, true)?;
    let forked = origin(log, timeline);
    Ok(json!({
        "name": timeline.name,
        "forked": forked.map(|(origin, events)| json!({ "timeline": origin.name, "events": events })),
        "events": timeline.events,
        "steps": summary.steps,
        "choices": timeline.commits.saturating_sub(1),
        "result": summary.result,
        "standing": Standing::Unverified.word(),
        "diverged_at": Value::Null,
        "tip": timeline.tip.to_string(),
    }))
}

/// The timeline that it was forked from, and how many events both have.
fn origin<'l>(log: &'l Log, timeline: &Timeline) -> Option<(&'l Timeline, u64)> {
    let fork = timeline.forked?;
    Some((log.store().timeline_by_serial(fork.from)?, fork.events))
}
