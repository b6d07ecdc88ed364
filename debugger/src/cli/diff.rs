//! `diff`: two timelines, two places, or two files side by side.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use retrace_core::fact::{EntryNo, PlayerId};
use retrace_store::{EventId, StoreError};
use serde_json::{Value, json};

use super::arguments::Eyes;
use super::call::{Call, Exit, Failure, print_json, told};
use super::json;
use super::opened::{Opened, read_log};
use super::progress::with_progress;
use retrace_session::asking::diff::{self, told};
use retrace_session::asking::{seen, telling};
use retrace_session::store::log::{in_file, is_store};
use retrace_session::timeline::shared;
use retrace_session::{Alignment, Numbers, Timeline, TimelineDiff, describe};

/// What to compare.
#[derive(Clone, Debug, Args)]
pub(super) struct DiffArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// A timeline, or a place of one as NAME@EVENT; or another file
    pub(super) left: String,
    /// A timeline, or a place of one as NAME@EVENT
    pub(super) right: Option<String>,
    /// Print only where two timelines part, and the first event of each there; fast, even in a
    /// large store
    #[arg(long)]
    pub(super) first: bool,
    #[command(flatten)]
    pub(super) eyes: Eyes,
}

/// Compares two timelines, places or files.
pub(super) fn diff(arguments: &DiffArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let DiffArguments { file, left, right, first: only_first, eyes } = arguments;
    let right = right.as_deref();
    if *only_first {
        return first(file, left, right, eyes, call);
    }
    let opened = Opened::read(file, call)?;
    let Some(right) = right else {
        let other = Opened::read(Path::new(left), call)?;
        let (a, b) = (opened.timeline(None, None)?, other.timeline(None, None)?);
        let names = (file.display().to_string(), left.to_owned());
        return two_timelines(a, b, &names, opened.viewer(a, eyes)?, call.json, call.out);
    };
    let is_place = |text: &str| text.contains('@') && opened.session.timeline_named(text).is_none();
    if !is_place(left) && !is_place(right) {
        let (a, b) = (opened.timeline(Some(left), None)?, opened.timeline(Some(right), None)?);
        return two_timelines(a, b, &(left.to_owned(), right.to_owned()), opened.viewer(a, eyes)?, call.json, call.out);
    }
    let place = |text: &str| {
        let (name, event) = match text.rsplit_once('@').filter(|_| is_place(text)) {
            Some((name, event)) => (name, Some(event)),
            None => (text, None),
        };
        let timeline = opened.timeline((!name.is_empty()).then_some(name), event)?;
        opened.place(timeline, &opened.numbers(timeline, eyes)?, event)
    };
    let (a, b) = (place(left)?, place(right)?);
    let viewer = match opened.session.timeline(a.timeline) {
        Some(timeline) => opened.viewer(timeline, eyes)?,
        None => None,
    };
    let state = opened.session.diff_points(a, b);
    let state = told::difference(&state, &opened.session.game_at(a), &opened.session.game_at(b), viewer);
    if call.json {
        let value = json!({ "left": left, "right": right, "state": json::state_diff(&state) });
        print_json(call.out, &value)?;
    } else {
        write!(call.out, "{}", telling::state_diff(&state))?;
    }
    Ok(if state.is_empty() { Exit::Yes } else { Exit::No })
}

/// The first event on one side.
struct First {
    no: u64,
    rule: String,
    kind: &'static str,
    text: String,
}

const WITHOUT_PLACES: &str = "--first tells where two timelines part; name timelines, without @";

/// Reports where two timelines part.
fn first(file: &Path, left: &str, right: Option<&str>, eyes: &Eyes, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let (shared, sides) = match right {
        Some(right) if is_store(file) && eyes.viewer.is_none() => of_store(file, left, right, call.err)?,
        right => {
            let opened = Opened::read(file, call)?;
            let other = if right.is_none() { Some(Opened::read(Path::new(left), call)?) } else { None };
            let known =
                |opened: &Opened, name: &str| !name.contains('@') || opened.session.timeline_named(name).is_some();
            if right.is_some_and(|right| !known(&opened, left) || !known(&opened, right)) {
                return told(WITHOUT_PLACES);
            }
            let a = opened.timeline(right.map(|_| left), None)?;
            let b = other.as_ref().unwrap_or(&opened).timeline(right, None)?;
            let viewer = opened.viewer(a, eyes)?;
            let (shared, [left, right]) = shared::parting(a, b);
            let numbers = [a, b].map(|timeline| Numbers::of(timeline, viewer));
            let side = |timeline: &Timeline, numbers: &Numbers, no: Option<EntryNo>| {
                let (_, entry) = timeline.entry(numbers.first_from(no?)?)?;
                let text = seen::words(viewer)(timeline, entry.no);
                let no = numbers.at(entry.no);
                Some(First { no, rule: entry.rule.to_string(), kind: entry.event.name(), text })
            };
            let shared = numbers[0].before(EntryNo(shared));
            (shared, [side(a, &numbers[0], left), side(b, &numbers[1], right)])
        }
    };
    let names =
        right.map_or((file.display().to_string(), left.to_owned()), |right| (left.to_owned(), right.to_owned()));
    let same = sides.iter().all(Option::is_none);
    if call.json {
        let side = |side: &Option<First>| {
            side.as_ref().map(|it| json!({ "event": it.no, "rule": it.rule, "kind": it.kind, "text": it.text }))
        };
        let divergence = json!({ "left": side(&sides[0]), "right": side(&sides[1]) });
        let value =
            json!({ "left": names.0, "right": names.1, "shared_events": shared, "first_divergence": divergence });
        print_json(call.out, &value)?;
    } else if same {
        writeln!(call.out, "{} and {} are the same: {shared} events", names.0, names.1)?;
    } else {
        writeln!(call.out, "{shared} events are shared; then - {} and + {}:", names.0, names.1)?;
        for (mark, side) in ["-", "+"].into_iter().zip(&sides) {
            match side {
                Some(it) => writeln!(call.out, "{mark} {:>5} {:8} {}", it.no, it.rule, it.text)?,
                None => writeln!(call.out, "{mark}       it ends there")?,
            }
        }
    }
    Ok(if same { Exit::Yes } else { Exit::No })
}

/// Finds where two timelines of a store part by the ids of commits, without reading the rest.
fn of_store(file: &Path, left: &str, right: &str, err: &mut dyn Write) -> Result<(u64, [Option<First>; 2]), Failure> {
    let log = read_log(file, "name a scenario, a replay or a store", err)?;
    let told = |error: StoreError| Failure::from(in_file(file, &error));
    let tip = |name: &str| match log.timeline(name) {
        Err(StoreError::NoTimeline { .. }) if name.contains('@') => super::call::told(WITHOUT_PLACES),
        found => found.map(|timeline| timeline.tip).map_err(told),
    };
    let (left, right) = (tip(left)?, tip(right)?);
    let parting = log.parting(left, right).map_err(told)?;
    let Some(no) = parting.first_different else { return Ok((parting.common_events, [None, None])) };
    let side = |commit: Option<EventId>, tip: EventId| -> Result<Option<First>, StoreError> {
        let Some(commit) = commit else { return Ok(None) };
        let commit = log.commit(commit)?;
        let Some(entry) = commit.entries().find(|entry| entry.no.0 == no) else { return Ok(None) };
        let text = describe::entry(&log.game_at(tip, no)?, entry);
        Ok(Some(First { no, rule: entry.rule.to_string(), kind: entry.event.name(), text }))
    };
    Ok((no, [side(parting.left, left).map_err(told)?, side(parting.right, right).map_err(told)?]))
}

fn two_timelines(
    a: &Timeline,
    b: &Timeline,
    names: &(String, String),
    viewer: Option<PlayerId>,
    json: bool,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let (left, right) = (Arc::new(a.clone()), Arc::new(b.clone()));
    let found = with_progress("aligning the events", move |p| diff::timelines(&left, &right, viewer, usize::MAX, p))?;
    let same = found.first_divergence == (None, None) && found.state.is_empty();
    let numbers = [a, b].map(|timeline| Numbers::of(timeline, viewer));
    if json {
        print_json(out, &as_json(a, b, names, numbers.each_ref(), &found))?;
    } else if same {
        let shared = numbers[0].before(EntryNo(found.shared_entries));
        writeln!(out, "{} and {} are the same: {shared} events", names.0, names.1)?;
    } else {
        let (names, said) = ((names.0.as_str(), names.1.as_str()), seen::words(viewer));
        let told = telling::timelines_diff(a, b, names, &found, &found.state, numbers.each_ref(), &said);
        write!(out, "{told}")?;
    }
    Ok(if same { Exit::Yes } else { Exit::No })
}

fn as_json(
    a: &Timeline,
    b: &Timeline,
    names: &(String, String),
    [left, right]: [&Numbers; 2],
    found: &TimelineDiff,
) -> Value {
    let side = |timeline: &Timeline, numbers: &Numbers, no: Option<EntryNo>| json::link(timeline, numbers, no?);
    let first = |timeline: &Timeline, numbers: &Numbers, no: Option<EntryNo>| {
        side(timeline, numbers, no.and_then(|no| numbers.first_from(no)))
    };
    let row = |row: &Alignment| json!({ "left": side(a, left, row.left), "right": side(b, right, row.right) });
    json!({
        "left": names.0,
        "right": names.1,
        "shared_events": left.before(EntryNo(found.shared_entries)),
        "shared_steps": left.step(found.shared_steps),
        "first_divergence": {
            "left": first(a, left, found.first_divergence.0),
            "right": first(b, right, found.first_divergence.1),
        },
        "events": found.rows.iter().map(row).collect::<Vec<_>>(),
        "state": json::state_diff(&found.state),
    })
}
