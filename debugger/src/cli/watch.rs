//! `watch`: the values of expressions at a place, and where along a timeline they change.

use std::path::PathBuf;

use clap::Args;
use retrace_core::predicate::{Expression, Value};
use serde_json::json;

use super::arguments::{Eyes, Spot};
use super::call::{Call, Exit, Failure, print_json};
use super::find::wrong;
use super::opened::Opened;
use super::progress::with_progress;
use retrace_session::asking::seen;
use retrace_session::travel::traces::{Change, changes};
use retrace_session::{Numbers, Point, Timeline};

/// Shows the values of expressions.
#[derive(Clone, Debug, Args)]
pub(super) struct WatchArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// What to watch, such as 'B.life' or 'count(creatures where tapped)'
    #[arg(required = true, value_name = "EXPRESSION")]
    pub(super) expressions: Vec<String>,
    #[command(flatten)]
    pub(super) spot: Spot,
    /// Also list where each value changes
    #[arg(long)]
    pub(super) changes: bool,
    #[command(flatten)]
    pub(super) eyes: Eyes,
}

/// Shows the values of expressions.
pub(super) fn watch(arguments: &WatchArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let at = arguments.spot.at.as_deref();
    let opened = Opened::read_one(&arguments.file, (arguments.spot.timeline.as_deref(), at), call)?;
    let timeline = opened.timeline(arguments.spot.timeline.as_deref(), at)?;
    let numbers = opened.numbers(timeline, &arguments.eyes)?;
    let (place, viewer) = (opened.place(timeline, &numbers, at)?, numbers.viewer());
    let place = Point { step: numbers.last_place(place.step), ..place };
    let mut watched = Vec::new();
    for text in &arguments.expressions {
        let expression = opened.session.expression_as(timeline.id(), viewer, text).map_err(wrong)?;
        watched.push((text, expression));
    }
    let mut shown = Vec::new();
    for (text, expression) in watched {
        let value = numbers.value(timeline, opened.session.value_at(place, &expression)?);
        let along = if arguments.changes { Some(along(&opened, timeline, &numbers, expression)?) } else { None };
        shown.push((text, value, along));
    }
    let event = numbers.before_step(timeline, place.step).checked_sub(1);
    let game = timeline.game_at(place.step);
    if call.json {
        let one = |(text, value, along): &(&String, Value, Option<Vec<Change>>)| {
            let changes = along.as_ref().map(|changes| {
                let change = |it: &Change| json!({ "event": it.entry.map(|no| numbers.at(no)), "value": it.shown, "number": it.value.plotted() });
                changes.iter().map(change).collect::<Vec<_>>()
            });
            json!({ "expression": text, "value": value.show(&game), "number": value.plotted(), "changes": changes })
        };
        let watches: Vec<_> = shown.iter().map(one).collect();
        print_json(call.out, &json!({ "timeline": timeline.name(), "event": event, "watches": watches }))?;
        return Ok(Exit::Yes);
    }
    for (text, value, along) in &shown {
        writeln!(call.out, "{text} = {}", value.show(&game))?;
        for change in along.iter().flatten() {
            let no = change.entry.map_or_else(|| "start".to_owned(), |no| numbers.at(no).to_string());
            let said = change.entry.map(|no| seen::words(viewer)(timeline, no)).unwrap_or_default();
            writeln!(call.out, "  {no:>6}  {:12} {said}", change.shown)?;
        }
    }
    Ok(Exit::Yes)
}

fn along(
    opened: &Opened,
    timeline: &Timeline,
    numbers: &Numbers,
    expression: Expression,
) -> Result<Vec<Change>, Failure> {
    let (timeline, numbers) = (opened.session.timeline_arc(timeline.id())?, numbers.clone());
    with_progress("Watching", move |progress| changes(&timeline, &numbers, &expression, progress))
}
