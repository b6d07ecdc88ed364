//! `diff`: two timelines, two places, or two files side by side.

use std::io::Write;
use std::path::Path;

use retrace_core::fact::EntryNo;
use serde_json::{Value, json};

use super::opened::Opened;
use super::{Exit, Failure, json, print_json};
use crate::session::{Alignment, StateDiff, Timeline, TimelineDiff, diff};

/// Compares.
pub(super) fn diff(
    file: &Path,
    left: &str,
    right: Option<&str>,
    json: bool,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit, Failure> {
    let opened = Opened::read(file, err)?;
    let Some(right) = right else {
        let other = Opened::read(Path::new(left), err)?;
        let (a, b) = (opened.timeline(None, None)?, other.timeline(None, None)?);
        let names = (file.display().to_string(), left.to_owned());
        return two_timelines(a, b, &names, json, out);
    };
    if !left.contains('@') && !right.contains('@') {
        let (a, b) = (opened.timeline(Some(left), None)?, opened.timeline(Some(right), None)?);
        return two_timelines(a, b, &(left.to_owned(), right.to_owned()), json, out);
    }
    let place = |text: &str| {
        let (name, event) = match text.split_once('@') {
            Some((name, event)) => (name, Some(event)),
            None => (text, None),
        };
        let timeline = opened.timeline((!name.is_empty()).then_some(name), event)?;
        opened.place(timeline, event)
    };
    let state = opened.session.diff_points(place(left)?, place(right)?);
    if json {
        let value = json!({ "left": left, "right": right, "state": json::state_diff(&state) });
        print_json(out, &value)?;
    } else {
        print_state(out, &state)?;
    }
    Ok(if state.is_empty() { Exit::Yes } else { Exit::No })
}

fn two_timelines(
    a: &Timeline,
    b: &Timeline,
    names: &(String, String),
    json: bool,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let found = diff::timelines(a, b);
    let same = found.first_divergence == (None, None) && found.state.is_empty();
    if json {
        print_json(out, &as_json(a, b, names, &found))?;
    } else if same {
        writeln!(out, "{} and {} are the same: {} events", names.0, names.1, found.shared_entries)?;
    } else {
        print(out, a, b, names, &found)?;
    }
    Ok(if same { Exit::Yes } else { Exit::No })
}

fn as_json(a: &Timeline, b: &Timeline, names: &(String, String), found: &TimelineDiff) -> Value {
    let side = |timeline: &Timeline, no: Option<EntryNo>| no.map(|no| json::link(timeline, no));
    let row = |row: &Alignment| json!({ "left": side(a, row.left), "right": side(b, row.right) });
    json!({
        "left": names.0,
        "right": names.1,
        "shared_events": found.shared_entries,
        "shared_steps": found.shared_steps,
        "first_divergence": {
            "left": side(a, found.first_divergence.0),
            "right": side(b, found.first_divergence.1),
        },
        "events": found.rows.iter().map(row).collect::<Vec<_>>(),
        "state": json::state_diff(&found.state),
    })
}

fn print(
    out: &mut dyn Write,
    a: &Timeline,
    b: &Timeline,
    names: &(String, String),
    found: &TimelineDiff,
) -> Result<(), Failure> {
    writeln!(out, "{} events are shared; then - {} and + {}:", found.shared_entries, names.0, names.1)?;
    for row in &found.rows {
        let (mark, timeline, no) = match (row.left, row.right) {
            (Some(no), Some(_)) => (" ", a, no),
            (Some(no), None) => ("-", a, no),
            (None, Some(no)) => ("+", b, no),
            (None, None) => continue,
        };
        let rule = timeline.entry(no).map(|(_, entry)| entry.rule.to_string()).unwrap_or_default();
        writeln!(out, "{mark} {:>5} {rule:8} {}", no.0, timeline.text(no).unwrap_or_default())?;
    }
    writeln!(out, "\nAt their ends:")?;
    print_state(out, &found.state)
}

/// The state difference, grouped by what it is about.
fn print_state(out: &mut dyn Write, state: &StateDiff) -> Result<(), Failure> {
    if state.is_empty() {
        writeln!(out, "  no difference")?;
    }
    let mut subject = None;
    for row in &state.rows {
        if subject != Some(&row.subject) {
            writeln!(out, "  {}", row.subject)?;
            subject = Some(&row.subject);
        }
        let value = |side: &Option<String>| side.clone().unwrap_or_else(|| "nothing".to_owned());
        writeln!(out, "    {}: {} -> {}", row.field.word(), value(&row.left), value(&row.right))?;
    }
    Ok(())
}
