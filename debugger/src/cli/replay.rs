//! `replay`: exporting, verifying and importing.

use std::io::Write;
use std::path::Path;

use retrace_store::{Detail, Replay, Verdict, verify};
use serde_json::{Value, json};

use super::arguments::{DetailWord, ReplayVerb};
use super::opened::Opened;
use super::{Exit, Failure, complain, print_json};
use crate::session::importing::{self, Import, Imported};
use crate::session::{Session, Standing, TimelineId};

/// Exports, verifies or imports.
pub(super) fn replay(verb: &ReplayVerb, json: bool, out: &mut dyn Write, err: &mut dyn Write) -> Result<Exit, Failure> {
    match verb {
        ReplayVerb::Export { file, timeline, output, detail } => {
            export(file, timeline.as_deref(), output, *detail, json, out, err)
        }
        ReplayVerb::Import { file, into, name, diverged } => {
            let wanted = Import { name: name.as_deref(), diverged: *diverged };
            import(file, into, wanted, json, out)
        }
        ReplayVerb::Verify { files } => {
            let mut exit = Exit::Yes;
            let mut answers = Vec::new();
            for file in files {
                match verify_file(file, err) {
                    Ok(found) => {
                        for answer in found {
                            exit = exit.max(if answer.exact { Exit::Yes } else { Exit::No });
                            if !json {
                                writeln!(out, "{}", answer.text)?;
                            }
                            answers.push(answer.json);
                        }
                    }
                    Err(Failure::Told(why)) => {
                        answers.push(json!({ "file": file.display().to_string(), "error": why }));
                        out.flush()?;
                        exit = exit.max(complain(err, &why));
                    }
                    Err(failure) => return Err(failure),
                }
            }
            if json {
                print_json(out, &Value::Array(answers))?;
            }
            Ok(exit)
        }
    }
}

fn export(
    file: &Path,
    timeline: Option<&str>,
    output: &Path,
    detail: DetailWord,
    json: bool,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit, Failure> {
    let opened = Opened::read(file, err)?;
    let timeline = opened.timeline(timeline, None)?;
    let detail = match detail {
        DetailWord::Ids => Detail::Ids,
        DetailWord::Marks => Detail::Marks,
        DetailWord::Entries => Detail::Entries,
    };
    let replay = opened.session.replay_of(timeline.id(), detail)?;
    replay.write(output).map_err(|error| Failure::Told(error.to_string()))?;
    let (name, events, tip) = (timeline.name(), replay.events(), replay.tip());
    let path = output.display().to_string();
    if json {
        let value = json!({ "written": path, "timeline": name, "events": events, "tip": tip.to_string() });
        print_json(out, &value)?;
    } else {
        writeln!(out, "Wrote {path}: {name}, {events} events, tip {}", tip.short())?;
    }
    Ok(Exit::Yes)
}

fn import(file: &Path, store: &Path, wanted: Import<'_>, json: bool, out: &mut dyn Write) -> Result<Exit, Failure> {
    let imported = importing::import(store, file, wanted)?;
    let (path, folder) = (file.display().to_string(), store.display().to_string());
    let (text, value, exit) = match imported {
        Imported::Added { name, events, tip, diverged } => {
            let standing = if diverged.is_some() { "DIVERGED" } else { "EXACT" };
            let noted = diverged.as_ref().map(|it| format!("; taken as it is: {it}")).unwrap_or_default();
            let text =
                format!("{standing:9} {path}: now `{name}` in {folder}, {events} events, tip {}{noted}", tip.short());
            let value = json!({ "standing": standing, "timeline": name, "events": events, "tip": tip.to_string(), "new": true });
            (text, value, Exit::Yes)
        }
        Imported::Already { name, tip } => {
            let text = format!("EXACT     {path}: is in {folder} already, as `{name}`, tip {}", tip.short());
            (text, json!({ "standing": "EXACT", "timeline": name, "tip": tip.to_string(), "new": false }), Exit::Yes)
        }
        Imported::Refused(divergence) => {
            let text = format!(
                "DIVERGED  {path}: {divergence}; nothing was written (--diverged takes the events as they are)"
            );
            (text, json!({ "standing": "DIVERGED", "difference": divergence.to_string(), "new": false }), Exit::No)
        }
    };
    if json {
        print_json(out, &value)?;
    } else {
        writeln!(out, "{text}")?;
    }
    Ok(exit)
}

struct Verified {
    exact: bool,
    text: String,
    json: Value,
}

/// Verifies a replay, or each timeline of anything else.
fn verify_file(file: &Path, err: &mut dyn Write) -> Result<Vec<Verified>, Failure> {
    let name = file.display().to_string();
    let replay = if file.is_dir() { None } else { Some(Replay::read(file)) };
    match replay {
        Some(Ok(replay)) => {
            let verdict = verify(&replay).map_err(|error| Failure::Told(format!("{name}: {error}")))?;
            Ok(vec![of_verdict(&name, &verdict)])
        }
        Some(Err(error)) => {
            let text = error.to_string();
            Err(Failure::Told(if text.contains(&name) { text } else { format!("{name}: {text}") }))
        }
        None => {
            let mut session = Opened::read(file, err)?.session;
            let ids: Vec<TimelineId> = session.timelines().map(|timeline| timeline.id()).collect();
            ids.into_iter().map(|id| of_timeline(&name, &mut session, id)).collect()
        }
    }
}

fn of_verdict(file: &str, verdict: &Verdict) -> Verified {
    match verdict {
        Verdict::Exact { commits, events, tip } => Verified {
            exact: true,
            text: format!("EXACT     {file}: {events} events, tip {}", tip.short()),
            json: json!({
                "file": file, "standing": "EXACT", "commits": commits, "events": events, "tip": tip.to_string(),
            }),
        },
        Verdict::Diverged(divergence) => Verified {
            exact: false,
            text: format!("DIVERGED  {file}: {divergence}"),
            json: json!({
                "file": file,
                "standing": "DIVERGED",
                "commit": divergence.commit,
                "event": divergence.event,
                "expected": divergence.expected.to_string(),
                "found": divergence.found.to_string(),
            }),
        },
    }
}

fn of_timeline(file: &str, session: &mut Session, id: TimelineId) -> Result<Verified, Failure> {
    let standing = session.verify(id)?;
    let Some(timeline) = session.timeline(id) else { return super::told(format!("{file}: the timeline is gone")) };
    let (name, events, word) = (timeline.name(), timeline.len_entries(), standing.word());
    let diverged = match standing {
        Standing::Diverged(no) => Some(no),
        Standing::Exact | Standing::Unverified => None,
    };
    let place = diverged.map(|no| {
        let recorded = timeline.text(no).unwrap_or("nothing");
        format!("; event {} differs; expected: {recorded}", no.0)
    });
    Ok(Verified {
        exact: diverged.is_none(),
        text: format!(
            "{word:9} {file} {name}: {events} events, tip {}{}",
            timeline.tip().short(),
            place.unwrap_or_default()
        ),
        json: json!({
            "file": file,
            "timeline": name,
            "standing": word,
            "events": events,
            "tip": timeline.tip().to_string(),
            "event": diverged.map(|no| no.0),
        }),
    })
}
