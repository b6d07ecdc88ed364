//! `log`, `show`, `why`, `timelines`: what happened.

use std::io::Write;
use std::path::Path;

use retrace_core::fact::{Entry, EntryNo, GameResult};
use retrace_core::observe;
use serde_json::json;

use super::arguments::{AtEvent, LogArguments};
use super::opened::Opened;
use super::{Exit, Failure, json, print_json};
use crate::session::index::is_set_up;
use crate::session::players::player_named;
use crate::session::rulebook::{Number, Rulebook};
use crate::session::{Filter, Standing, Timeline, WhyLink, describe, seen, telling};

/// Lists what happened on a timeline.
pub(super) fn log(
    arguments: &LogArguments,
    json: bool,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit, Failure> {
    let opened = Opened::read(&arguments.file, err)?;
    let timeline = opened.timeline(arguments.timeline.as_deref(), arguments.from.as_deref())?;
    let from = match &arguments.from {
        Some(text) => opened.event(timeline, text)?,
        None => EntryNo(0),
    };
    let viewer = arguments.viewer.as_deref().map(|name| player_named(opened.session.game(), name)).transpose()?;
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
    if let Some(viewer) = viewer.filter(|_| json) {
        let event = |(step, entry): (usize, &Entry)| {
            let seen = observe::entry(&timeline.game_at(step + 1), viewer, entry);
            let says = seen::text(timeline, Some(viewer), entry.no);
            json!({ "event": entry.no.0, "step": step, "says": says, "seen": seen })
        };
        let events: Vec<_> = shown.map(event).collect();
        print_json(out, &json!({ "timeline": timeline.name(), "viewer": viewer.to_string(), "events": events }))?;
        return Ok(if any { Exit::Yes } else { Exit::No });
    }
    if json {
        let entries: Vec<_> = shown.map(|(step, entry)| json::entry(timeline, step, entry)).collect();
        let labels: Vec<_> = timeline
            .labels()
            .iter()
            .map(|label| json!({ "text": label.text, "events": timeline.entries_before_step(label.step) }))
            .collect();
        let origin = timeline.forked().and_then(|point| opened.session.timeline(point.timeline));
        let head = json::timeline(timeline, origin);
        print_json(out, &json!({ "timeline": head, "labels": labels, "events": entries }))?;
        return Ok(if any { Exit::Yes } else { Exit::No });
    }
    let first = timeline.entry(from).map_or(0, |(step, _)| step);
    let mut labels = timeline.labels().iter().filter(|label| label.step > 0 && label.step >= first).peekable();
    let mut hidden = 0u64;
    if from.0 == 0 && !arguments.all && filter.is_empty() {
        hidden = timeline
            .entries_from(from)
            .take_while(|(step, _)| *step == 0)
            .filter(|(s, e)| is_set_up(s + 1, &e.event))
            .count() as u64;
    }
    for (step, entry) in shown {
        // What a script says of a place may name what is hidden.
        while let Some(label) = labels.next_if(|label| viewer.is_none() && label.step <= step) {
            writeln!(out, "      {:8}{}", "", label.text)?;
        }
        let said = |timeline: &Timeline, no| seen::text(timeline, viewer, no).unwrap_or_default();
        write!(out, "{}", telling::line(timeline, entry, &said))?;
        if entry.no.0 == 0 && hidden > 0 {
            writeln!(out, "      {:8}  … {hidden} events of the set-up; --all lists them", "")?;
        }
    }
    Ok(if any { Exit::Yes } else { Exit::No })
}

pub(super) fn line(out: &mut dyn Write, timeline: &Timeline, entry: &Entry) -> Result<(), Failure> {
    write!(out, "{}", telling::line(timeline, entry, &telling::whole))?;
    Ok(())
}

/// Shows an event.
pub(super) fn show(
    at: &AtEvent,
    rules: Option<&Rulebook>,
    json: bool,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit, Failure> {
    let opened = Opened::read(&at.file, err)?;
    let timeline = opened.timeline(at.timeline.as_deref(), Some(&at.event))?;
    let no = opened.event(timeline, &at.event)?;
    let Some((step, entry)) = timeline.entry(no) else {
        return opened.told(format!("there is no event {}", no.0));
    };
    let effects = opened.session.brought_about(timeline.id(), no);
    if json {
        let mut value = json::entry(timeline, step, entry);
        if let Some(object) = value.as_object_mut() {
            let brought: Vec<_> = effects.iter().map(|effect| json::link(timeline, effect.no)).collect();
            object.insert("timeline".to_owned(), json!(timeline.name()));
            object.insert("because_of".to_owned(), json!(entry.cause.map(|cause| json::link(timeline, cause))));
            object.insert("brought_about".to_owned(), json!(brought));
            if let Some(book) = rules {
                object.insert("rule_text".to_owned(), json!(book.text(Number::from(entry.rule))));
            }
            object.insert("input".to_owned(), json!(telling::input(timeline, no)));
        }
        print_json(out, &value)?;
        return Ok(Exit::Yes);
    }
    let told = opened.session.tell_event(timeline.id(), no, &telling::whole, true).unwrap_or_default();
    write!(out, "{told}")?;
    if let Some(book) = rules {
        let number = Number::from(entry.rule);
        let text = book.text(number).unwrap_or("the text has no rule of this number");
        writeln!(out, "\nCR {number}  {text}")?;
    }
    Ok(Exit::Yes)
}

/// Tells why an event happened.
pub(super) fn why(at: &AtEvent, json: bool, out: &mut dyn Write, err: &mut dyn Write) -> Result<Exit, Failure> {
    let opened = Opened::read(&at.file, err)?;
    let timeline = opened.timeline(at.timeline.as_deref(), Some(&at.event))?;
    let no = opened.event(timeline, &at.event)?;
    if json {
        let chain = opened.session.why(timeline.id(), no);
        let effects = opened.session.brought_about(timeline.id(), no);
        let links = |links: &[WhyLink]| links.iter().map(|it| json::link(timeline, it.no)).collect::<Vec<_>>();
        let value = json!({ "timeline": timeline.name(), "chain": links(&chain), "brought_about": links(&effects) });
        print_json(out, &value)?;
        return Ok(Exit::Yes);
    }
    write!(out, "{}", opened.session.tell_why(timeline.id(), no, &telling::whole))?;
    Ok(Exit::Yes)
}

/// Lists the timelines of a file.
pub(super) fn timelines(file: &Path, json: bool, out: &mut dyn Write, err: &mut dyn Write) -> Result<Exit, Failure> {
    let opened = Opened::read(file, err)?;
    let session = &opened.session;
    let origin = |timeline: &Timeline| timeline.forked().and_then(|point| session.timeline(point.timeline));
    if json {
        let all: Vec<_> = session.timelines().map(|it| json::timeline(it, origin(it))).collect();
        print_json(out, &json!({ "title": session.title(), "timelines": all }))?;
        return Ok(Exit::Yes);
    }
    let width = session.timelines().map(|timeline| timeline.name().chars().count()).max().unwrap_or(0);
    for timeline in session.timelines() {
        let mut told = format!("{:>6} events, {:>4} choices", timeline.len_entries(), timeline.commits().len());
        if let (Some(point), Some(origin)) = (timeline.forked(), origin(timeline)) {
            told += &format!(", forked from {} after {} events", origin.name(), origin.entries_before_step(point.step));
        }
        let game = timeline.game_at(timeline.len_steps());
        match timeline.result() {
            Some(GameResult::Won(player)) => told += &format!(", {} has won", describe::player(&game, player)),
            Some(GameResult::Draw) => told += ", a draw",
            None => {}
        }
        if let Standing::Diverged(no) = timeline.standing() {
            told += &format!(", from event {} on otherwise today", no.0);
        }
        let standing = timeline.standing().word();
        writeln!(out, "{:width$}  {} {standing:10} {told}", timeline.name(), timeline.tip().short())?;
    }
    Ok(Exit::Yes)
}
