//! `log`, `show`, `why`, `timelines`: the events of a timeline.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use retrace_core::fact::{Entry, EntryNo, GameResult};
use serde_json::json;

use super::arguments::{AtEvent, Eyes};
use super::call::{Call, Exit, Failure, print_json};
use super::json;
use super::opened::Opened;
use super::stored;
use retrace_session::asking::{seen, telling};
use retrace_session::base::rulebook::Number;
use retrace_session::timeline::index::is_set_up;
use retrace_session::{Filter, Numbers, Rulebook, Standing, Timeline, WhyLink, describe};

/// Lists the events of a timeline.
#[derive(Clone, Debug, Args)]
pub(super) struct LogArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// The timeline [default: the first]
    #[arg(long, short, value_name = "NAME")]
    pub(super) timeline: Option<String>,
    /// List every event, including the set-up and the bookkeeping of the call stack
    #[arg(long)]
    pub(super) all: bool,
    /// List only events that match every part: words, kind:NAME, player:NAME, object:NAME or
    /// object:#NUMBER, rule:NUMBER; commas separate alternatives, a minus excludes
    #[arg(long, value_name = "FILTER", allow_hyphen_values = true)]
    pub(super) filter: Option<String>,
    #[command(flatten)]
    pub(super) eyes: Eyes,
    /// Start at this event
    #[arg(long, value_name = "EVENT")]
    pub(super) from: Option<String>,
    /// The most to list
    #[arg(long, value_name = "NUMBER")]
    pub(super) limit: Option<usize>,
}

/// The file whose timelines to list. What a store has is UNVERIFIED until its inputs are run again.
#[derive(Clone, Debug, Args)]
pub(super) struct TimelinesArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) eyes: Eyes,
}

/// Lists the events of a timeline.
pub(super) fn log(arguments: &LogArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let spot = (arguments.timeline.as_deref(), arguments.from.as_deref());
    let opened = Opened::read_one(&arguments.file, spot, call)?;
    let timeline = opened.timeline(spot.0, spot.1)?;
    let numbers = opened.numbers(timeline, &arguments.eyes)?;
    let from = match &arguments.from {
        Some(text) => opened.event(timeline, &numbers, text)?,
        None => EntryNo(0),
    };
    let viewer = numbers.viewer();
    let filter = Filter::compile(arguments.filter.as_deref().unwrap_or_default(), timeline)?;
    let index = timeline.index();
    let mut any = filter.is_empty();
    let shown = timeline
        .entries_from(from)
        .filter(|(step, entry)| arguments.all || (entry.event.is_story() && !is_set_up(step + 1, &entry.event)))
        .filter(|(_, entry)| viewer.is_none() || seen::text(timeline, viewer, entry.no).is_some())
        .filter(|(_, entry)| filter.passes(timeline, index, viewer, entry))
        .take(arguments.limit.unwrap_or(usize::MAX))
        .inspect(|_| any = true);
    if call.json
        && let Some(mut numbering) = numbers.up_to(timeline, timeline.len_steps())
    {
        let viewer = numbering.viewer().to_string();
        let events = shown.map(|(step, entry)| json::seen_entry(timeline, &mut numbering, step, entry));
        let events: Vec<_> = events.collect();
        print_json(call.out, &json!({ "timeline": timeline.name(), "viewer": viewer, "events": events }))?;
        return Ok(if any { Exit::Yes } else { Exit::No });
    }
    if call.json {
        let entries: Vec<_> = shown.map(|(step, entry)| json::entry(timeline, step, entry)).collect();
        let labels: Vec<_> = timeline
            .labels()
            .iter()
            .map(|label| json!({ "text": label.text, "events": timeline.entries_before_step(label.step) }))
            .collect();
        let origin = timeline.forked().and_then(|point| opened.session.timeline(point.timeline));
        let head = json::timeline(timeline, origin, &numbers);
        let in_part = telling::cards_in_part(&timeline.game_at(timeline.len_steps()));
        let in_part: Vec<_> = in_part.iter().map(|(card, text)| json!({ "card": card, "text": text })).collect();
        let told = json!({ "timeline": head, "labels": labels, "in_part": in_part, "events": entries });
        print_json(call.out, &told)?;
        return Ok(if any { Exit::Yes } else { Exit::No });
    }
    // A hidden card may be among them.
    if viewer.is_none() {
        for (card, text) in telling::cards_in_part(&timeline.game_at(timeline.len_steps())) {
            writeln!(call.out, "      {:8}{card}: {text}", "")?;
        }
    }
    let first = timeline.entry(from).map_or(0, |(step, _)| step);
    let mut labels = timeline.labels().iter().filter(|label| label.step > 0 && label.step >= first).peekable();
    let mut hidden = 0u64;
    if from.0 == 0 && !arguments.all && filter.is_empty() {
        hidden = timeline
            .entries_from(from)
            .take_while(|(step, _)| *step == 0)
            .filter(|(s, e)| is_set_up(s + 1, &e.event) && numbers.event(e.no).is_some())
            .count() as u64;
    }
    for (step, entry) in shown {
        // A script's label for a place may name something hidden.
        while let Some(label) = labels.next_if(|label| viewer.is_none() && label.step <= step) {
            writeln!(call.out, "      {:8}{}", "", label.text)?;
        }
        write!(call.out, "{}", telling::line(timeline, entry, &numbers, &seen::words(viewer)))?;
        if numbers.event(entry.no) == Some(0) && hidden > 0 {
            writeln!(call.out, "      {:8}  … {hidden} events of the set-up; --all lists them", "")?;
        }
    }
    Ok(if any { Exit::Yes } else { Exit::No })
}

/// Writes an event on one line, as far as the viewer may know it.
pub(super) fn line(out: &mut dyn Write, timeline: &Timeline, numbers: &Numbers, entry: &Entry) -> Result<(), Failure> {
    write!(out, "{}", telling::line(timeline, entry, numbers, &seen::words(numbers.viewer())))?;
    Ok(())
}

/// Shows an event.
pub(super) fn show(at: &AtEvent, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let rules = call.rules.clone();
    let rules = rules.as_deref();
    let spot = (at.timeline.as_deref(), Some(at.event.as_str()));
    let opened = Opened::read_one(&at.file, spot, call)?;
    let timeline = opened.timeline(spot.0, spot.1)?;
    let numbers = opened.numbers(timeline, &at.eyes)?;
    let no = opened.event(timeline, &numbers, &at.event)?;
    let Some((step, entry)) = timeline.entry(no) else {
        return opened.told(format!("there is no event {}", no.0));
    };
    let viewer = numbers.viewer();
    let Some(told) = opened.session.tell_event(timeline.id(), no, viewer) else {
        return opened.hidden(&format!("event {}", at.event), timeline, viewer.unwrap_or_default());
    };
    if call.json {
        let mut value = match numbers.up_to(timeline, step + 1) {
            None => json::entry(timeline, step, entry),
            Some(mut numbering) => json::seen_entry(timeline, &mut numbering, step, entry),
        };
        if let Some(object) = value.as_object_mut() {
            let effects = opened.session.brought_about(timeline.id(), no);
            let brought: Vec<_> = effects.iter().filter_map(|it| json::link(timeline, &numbers, it.no)).collect();
            let because_of = entry.cause.and_then(|cause| json::link(timeline, &numbers, cause));
            object.insert("timeline".to_owned(), json!(timeline.name()));
            object.insert("because_of".to_owned(), json!(because_of));
            object.insert("brought_about".to_owned(), json!(brought));
            if let Some(book) = rules {
                object.insert("rule_text".to_owned(), json!(book.text(Number::from(entry.rule))));
            }
            if let Some(viewer) = viewer {
                object.insert("viewer".to_owned(), json!(viewer.to_string()));
            }
            let input = telling::input(timeline, viewer, no);
            object.insert("input".to_owned(), json!(input.filter(|_| seen::sees_whole(timeline, viewer, no))));
        }
        print_json(call.out, &value)?;
        return Ok(Exit::Yes);
    }
    write!(call.out, "{told}")?;
    if let Some(book) = rules {
        let number = Number::from(entry.rule);
        let text = book.text(number).unwrap_or("the text has no rule of this number");
        writeln!(call.out, "\nCR {number}  {text}")?;
    }
    Ok(Exit::Yes)
}

/// Explains why an event happened.
pub(super) fn why(at: &AtEvent, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let rules = call.rules.clone();
    let spot = (at.timeline.as_deref(), Some(at.event.as_str()));
    let opened = Opened::read_one(&at.file, spot, call)?;
    let timeline = opened.timeline(spot.0, spot.1)?;
    let numbers = opened.numbers(timeline, &at.eyes)?;
    let no = opened.event(timeline, &numbers, &at.event)?;
    let viewer = numbers.viewer();
    let Some(told) = opened.session.tell_why(timeline.id(), no, viewer) else {
        return opened.hidden(&format!("event {}", at.event), timeline, viewer.unwrap_or_default());
    };
    let chain = opened.session.why(timeline.id(), no);
    let effects = opened.session.brought_about(timeline.id(), no);
    // The rules of the links that are shown, each once, in the order of the numbers.
    let shown = chain.iter().chain(&effects).filter(|it| numbers.event(it.no).is_some());
    let cited: BTreeSet<Number> = shown.map(|it| Number::from(it.rule)).collect();
    let quoted = |book: &Rulebook| -> Vec<(Number, String)> {
        cited.iter().filter_map(|it| Some((*it, book.text(*it)?.to_owned()))).collect()
    };
    let quoted = rules.as_deref().map(quoted);
    if call.json {
        let links = |links: &[WhyLink]| -> Vec<_> {
            links.iter().filter_map(|it| json::link(timeline, &numbers, it.no)).collect()
        };
        let mut value =
            json!({ "timeline": timeline.name(), "chain": links(&chain), "brought_about": links(&effects) });
        if let (Some(object), Some(quoted)) = (value.as_object_mut(), quoted) {
            let quoted: Vec<_> =
                quoted.iter().map(|(rule, text)| json!({ "rule": rule.to_string(), "text": text })).collect();
            object.insert("rule_texts".to_owned(), json!(quoted));
        }
        print_json(call.out, &value)?;
        return Ok(Exit::Yes);
    }
    write!(call.out, "{told}")?;
    for (number, text) in quoted.unwrap_or_default() {
        writeln!(call.out, "\nCR {number}  {text}")?;
    }
    Ok(Exit::Yes)
}

/// Lists the timelines of a file.
pub(super) fn timelines(arguments: &TimelinesArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let TimelinesArguments { file, eyes } = arguments;
    // A player's numbers follow from the events, and so does what a scenario or a replay holds.
    if eyes.viewer.is_none()
        && file.is_dir()
        && let Some(exit) = stored::timelines(file, call)?
    {
        return Ok(exit);
    }
    let opened = Opened::read(file, call)?;
    let viewer = opened.viewer(opened.timeline(None, None)?, eyes)?;
    let session = &opened.session;
    let origin = |timeline: &Timeline| timeline.forked().and_then(|point| session.timeline(point.timeline));
    if call.json {
        let all = session.timelines().map(|it| json::timeline(it, origin(it), &Numbers::of(it, viewer)));
        let all: Vec<_> = all.collect();
        print_json(call.out, &json!({ "title": session.title(), "timelines": all }))?;
        return Ok(Exit::Yes);
    }
    let width = session.timelines().map(|timeline| timeline.name().chars().count()).max().unwrap_or(0);
    for timeline in session.timelines() {
        let numbers = Numbers::of(timeline, viewer);
        let mut told = format!("{:>6} events, {:>4} choices", numbers.events(timeline), json::choices(timeline));
        if let (Some(point), Some(origin)) = (timeline.forked(), origin(timeline)) {
            let shared = numbers.before_step(timeline, point.step);
            told += &format!(", forked from {} after {shared} events", origin.name());
        }
        let game = timeline.game_at(timeline.len_steps());
        match timeline.result() {
            Some(GameResult::Won(player)) => told += &format!(", {} has won", describe::winner(&game, player)),
            Some(GameResult::Draw) => told += ", a draw",
            None => {}
        }
        if let Standing::Diverged(no) = timeline.standing() {
            told += &format!(", from event {} on otherwise today", numbers.at(no));
        }
        let standing = timeline.standing().word();
        // An id covers hidden cards, which could be guessed from it.
        let tip = if viewer.is_none() { format!("{} ", timeline.tip().short()) } else { String::new() };
        writeln!(call.out, "{:width$}  {tip}{standing:10} {told}", timeline.name())?;
    }
    Ok(Exit::Yes)
}
