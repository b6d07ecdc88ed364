//! Differences as text, the way that the command line prints them and the window copies them.

use std::fmt::Write as _;

use retrace_core::fact::EntryNo;

use super::{StateDiff, TimelineDiff};
use crate::session::timeline::Timeline;

/// How two timelines of these names differ: what they share, the events after that side by side, and how they end. `say`
/// tells what an event says.
pub fn timelines_text(
    a: &Timeline,
    b: &Timeline,
    names: (&str, &str),
    found: &TimelineDiff,
    say: impl Fn(&Timeline, EntryNo) -> String,
) -> String {
    let mut text = format!("{} events are shared; then - {} and + {}:\n", found.shared_entries, names.0, names.1);
    for row in &found.rows {
        let (mark, timeline, no) = match (row.left, row.right) {
            (Some(no), Some(_)) => (" ", a, no),
            (Some(no), None) => ("-", a, no),
            (None, Some(no)) => ("+", b, no),
            (None, None) => continue,
        };
        let rule = timeline.entry(no).map(|(_, entry)| entry.rule.to_string()).unwrap_or_default();
        line(&mut text, format_args!("{mark} {:>5} {rule:8} {}", no.0, say(timeline, no)));
    }
    if found.cut {
        text.push_str("… only the first events of each are aligned\n");
    }
    text.push_str("\nAt their ends:\n");
    text + &states_text(&found.state)
}

/// How two states differ, grouped by what it is about.
pub fn states_text(state: &StateDiff) -> String {
    if state.is_empty() {
        return "  no difference\n".to_owned();
    }
    let mut text = String::new();
    let mut subject = None;
    for row in &state.rows {
        if subject != Some(&row.subject) {
            line(&mut text, format_args!("  {}", row.subject));
            subject = Some(&row.subject);
        }
        let value = |side: &Option<String>| side.clone().unwrap_or_else(|| "nothing".to_owned());
        line(&mut text, format_args!("    {}: {} -> {}", row.field.word(), value(&row.left), value(&row.right)));
    }
    text
}

fn line(text: &mut String, words: std::fmt::Arguments<'_>) {
    // Writing into a string cannot fail.
    let _written = writeln!(text, "{words}");
}
