//! `replay`: exports, verifies and imports replays.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use retrace_store::replay::verify_with;
use retrace_store::{Detail, StoreError, Verdict};
use serde_json::{Value, json};

use super::call::{Call, Exit, Failure, complain, print_json};
use super::opened::{Opened, read_log, tell_opening};
use super::operations::STORE_REMEDY;
use super::progress::with_progress;
use retrace_session::base::players::player_named;
use retrace_session::files::importing::{self, Import, Imported, difference};
use retrace_session::files::redacted;
use retrace_session::store::log::{in_file, is_store, of_replay};
use retrace_session::{SessionError, Standing, Timeline};

#[derive(Debug, Subcommand)]
pub(super) enum ReplayVerb {
    /// Writes a timeline as a replay file, or as JSON Lines for other tools if the name ends in
    /// .jsonl
    Export {
        /// A scenario, a replay or a store
        file: PathBuf,
        /// The timeline [default: the first]
        #[arg(long, short, value_name = "NAME")]
        timeline: Option<String>,
        /// The file to write
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        /// What to keep of each event: only the ids of commits, the beginning of each event's id,
        /// or the events
        #[arg(long, value_enum, default_value_t = DetailWord::Entries)]
        detail: DetailWord,
        /// Write only what this player saw (a name or a letter), as JSON Lines (.jsonl); such a
        /// file cannot be run again, so it is always UNVERIFIED
        #[arg(long = "as", value_name = "PLAYER", conflicts_with = "detail")]
        viewer: Option<String>,
    },
    /// Runs replays again and prints EXACT, DIVERGED with the first difference, or UNVERIFIED if
    /// they cannot be run here (exit code 1 unless EXACT)
    Verify {
        /// Replays, or stores
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Runs a replay again and, if it is EXACT, adds it to a store as a timeline (exit code 1 if
    /// not)
    Import {
        /// A replay
        file: PathBuf,
        /// The store; created if the folder is empty or missing
        #[arg(long, short, value_name = "STORE")]
        into: PathBuf,
        /// The name of the timeline [default: the name of the file]
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// Keep the file's own events, even if this version of the rules gives others or cannot run
        /// its inputs
        #[arg(long)]
        diverged: bool,
    },
}

/// What a replay keeps of each event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum DetailWord {
    Ids,
    Marks,
    Entries,
}

/// Exports, verifies or imports replays.
pub(super) fn replay(verb: &ReplayVerb, call: &mut Call<'_>) -> Result<Exit, Failure> {
    match verb {
        ReplayVerb::Export { file, timeline, output, viewer: Some(viewer), .. } => {
            export_seen(file, timeline.as_deref(), output, viewer, call)
        }
        ReplayVerb::Export { file, timeline, output, detail, viewer: None } => {
            export(file, timeline.as_deref(), output, *detail, call)
        }
        ReplayVerb::Import { file, into, name, diverged } => import(file, into, (name.as_deref(), *diverged), call),
        ReplayVerb::Verify { files } => {
            let mut exit = Exit::Yes;
            let mut answers = Vec::new();
            for file in files {
                match verify_file(file, call) {
                    Ok(found) => {
                        for answer in found {
                            let worst = match answer.ended {
                                Ended::Exact => Exit::Yes,
                                Ended::NotExact => Exit::No,
                                Ended::Unread => {
                                    call.out.flush()?;
                                    complain(call.err, &answer.text)
                                }
                            };
                            exit = exit.max(worst);
                            if !call.json && answer.ended != Ended::Unread {
                                writeln!(call.out, "{}", answer.text)?;
                            }
                            answers.push(answer.json);
                        }
                    }
                    Err(Failure::Told(why)) => {
                        answers.push(json!({ "file": file.display().to_string(), "error": why }));
                        call.out.flush()?;
                        exit = exit.max(complain(call.err, &why));
                    }
                    Err(failure) => return Err(failure),
                }
            }
            if call.json {
                print_json(call.out, &Value::Array(answers))?;
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
    call: &mut Call<'_>,
) -> Result<Exit, Failure> {
    let opened = Opened::read_one(file, (timeline, None), call)?;
    let timeline = opened.timeline(timeline, None)?;
    let detail = match detail {
        DetailWord::Ids => Detail::Ids,
        DetailWord::Marks => Detail::Marks,
        DetailWord::Entries => Detail::Entries,
    };
    let (exported, path) = (opened.session.timeline_arc(timeline.id())?, output.to_owned());
    let notes = opened.session.notes_of(timeline.id());
    let events = with_progress("Exporting", move |progress| exported.export(detail, notes, &path, progress))?;
    let (name, tip) = (timeline.name(), timeline.tip());
    let path = output.display().to_string();
    if call.json {
        let value = json!({ "written": path, "timeline": name, "events": events, "tip": tip.to_string() });
        print_json(call.out, &value)?;
    } else {
        writeln!(call.out, "Wrote {path}: {name}, {events} events, tip {}", tip.short())?;
    }
    Ok(Exit::Yes)
}

/// Writes what a player saw.
fn export_seen(
    file: &Path,
    timeline: Option<&str>,
    output: &Path,
    viewer: &str,
    call: &mut Call<'_>,
) -> Result<Exit, Failure> {
    let opened = Opened::read_one(file, (timeline, None), call)?;
    let timeline = opened.timeline(timeline, None)?;
    let viewer = player_named(opened.session.game(), viewer)?;
    let (exported, path) = (opened.session.timeline_arc(timeline.id())?, output.to_owned());
    let told = with_progress("Exporting", move |progress| exported.export_seen(viewer, &path, progress))?;
    let (name, path) = (timeline.name(), output.display().to_string());
    if call.json {
        let value = json!({
            "written": path, "timeline": name, "viewer": viewer.to_string(), "redacted": true,
            "events": told.events,
        });
        print_json(call.out, &value)?;
    } else {
        writeln!(call.out, "Wrote {path}: {name} as player {viewer} saw it, {} events", told.events)?;
    }
    Ok(Exit::Yes)
}

fn import(
    file: &Path,
    store: &Path,
    (name, diverged): (Option<&str>, bool),
    call: &mut Call<'_>,
) -> Result<Exit, Failure> {
    let (into, from, name) = (store.to_owned(), file.to_owned(), name.map(str::to_owned));
    let imported = with_progress("Importing", move |progress| {
        importing::import(&into, &from, Import { name: name.as_deref(), diverged }, progress)
    })?;
    let (path, folder) = (file.display().to_string(), store.display().to_string());
    let (text, value, exit) = match imported {
        Imported::Added { name, events, tip, verdict, told } => {
            tell_opening(store, &told, call.err);
            let standing = Standing::word_of(&verdict);
            let noted = match (&verdict, difference(&verdict)) {
                (_, None) => String::new(),
                (Verdict::Recited { .. }, Some(it)) => format!("; {it}"),
                (_, Some(it)) => format!("; taken as it is: {it}"),
            };
            let text =
                format!("{standing:10} {path}: now `{name}` in {folder}, {events} events, tip {}{noted}", tip.short());
            let value = json!({ "standing": standing, "timeline": name, "events": events, "tip": tip.to_string(), "new": true });
            (text, value, Exit::Yes)
        }
        Imported::Already { name, tip } => {
            let text = format!("EXACT      {path}: is in {folder} already, as `{name}`, tip {}", tip.short());
            (text, json!({ "standing": "EXACT", "timeline": name, "tip": tip.to_string(), "new": false }), Exit::Yes)
        }
        Imported::Refused(verdict) => {
            let (standing, why) = (Standing::word_of(&verdict), difference(&verdict).unwrap_or_default());
            let text =
                format!("{standing:10} {path}: {why}; nothing was written (--diverged takes the events as they are)");
            (text, json!({ "standing": standing, "difference": why, "new": false }), Exit::No)
        }
    };
    if call.json {
        print_json(call.out, &value)?;
    } else {
        writeln!(call.out, "{text}")?;
    }
    Ok(exit)
}

/// How verifying ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// The answer is EXACT.
    Exact,
    /// There is another answer.
    NotExact,
    /// It cannot be read, so there is no answer.
    Unread,
}

struct Verified {
    ended: Ended,
    text: String,
    json: Value,
}

/// Verifies a replay, or each timeline of anything else.
fn verify_file(file: &Path, call: &mut Call<'_>) -> Result<Vec<Verified>, Failure> {
    let name = file.display().to_string();
    if redacted::is_redacted(file) {
        let why = "this is what one player saw (redacted): it has no inputs that could be run again";
        return Ok(vec![Verified {
            ended: Ended::NotExact,
            text: format!("{:10} {name}: {why}", "UNVERIFIED"),
            json: json!({ "file": name, "standing": "UNVERIFIED", "redacted": true, "why": why }),
        }]);
    }
    if !file.is_dir() {
        let wanted = file.to_owned();
        let (_, verdict) = with_progress("Verifying", move |progress| importing::read_and_verified(&wanted, progress))?;
        return Ok(vec![of_verdict(&name, None, &verdict)]);
    }
    if is_store(file) {
        return verify_store(file, call);
    }
    let session = Opened::read(file, call)?.session;
    let of_timeline = |timeline: &Timeline| {
        let wanted = session.timeline_arc(timeline.id())?;
        let verdict = with_progress("Verifying", move |progress| wanted.verify(progress))?;
        Ok(of_verdict(&name, Some(timeline.name()), &verdict))
    };
    session.timelines().map(of_timeline).collect()
}

/// Verifies each timeline of a store. One that cannot be read does not keep the others back.
fn verify_store(store: &Path, call: &mut Call<'_>) -> Result<Vec<Verified>, Failure> {
    let log = read_log(store, STORE_REMEDY, call.err)?;
    let mut all: Vec<_> = log.timelines().map(|it| (it.serial, it.name.clone())).collect();
    all.sort_unstable();
    let damaged = log.store().damaged_timelines().map(|(name, _)| name.to_owned());
    let names: Vec<String> = all.into_iter().map(|(_, name)| name).chain(damaged).collect();
    if names.is_empty() {
        return Err(in_file(store, &StoreError::NoTimelines).into());
    }
    let path = store.to_owned();
    let verdicts = with_progress("Verifying", move |progress| {
        let share = |index: usize| index as f64 / names.len() as f64;
        let verify = |index: usize, name: &str| {
            let progress = progress.part(share(index), share(index + 1));
            let tip = log.timeline(name)?.tip;
            let replay = log.export_with(tip, Detail::Entries, &mut progress.part(0.0, 0.2).watch())?;
            verify_with(&replay, &mut progress.part(0.2, 1.0).watch())
        };
        let mut verdicts = Vec::new();
        for (index, name) in names.iter().enumerate() {
            match verify(index, name).map_err(|error| of_replay(&path, &error)) {
                Err(SessionError::Cancelled) => return Err(SessionError::Cancelled),
                verdict => verdicts.push((name.clone(), verdict)),
            }
        }
        Ok(verdicts)
    })?;
    let place = store.display().to_string();
    let told = |(name, verdict): (String, Result<Verdict, SessionError>)| match verdict {
        Ok(verdict) => of_verdict(&place, Some(&name), &verdict),
        Err(why) => {
            let text = format!("`{name}`: {why}");
            let json = json!({ "file": place, "timeline": name, "error": why.to_string() });
            Verified { ended: Ended::Unread, text, json }
        }
    };
    Ok(verdicts.into_iter().map(told).collect())
}

/// The report on the verdict for a file, or for a timeline of it.
fn of_verdict(file: &str, timeline: Option<&str>, verdict: &Verdict) -> Verified {
    let standing = Standing::word_of(verdict);
    let place = timeline.map_or_else(|| file.to_owned(), |timeline| format!("{file} {timeline}"));
    let told = match verdict {
        Verdict::Exact { events, tip, .. } => format!("{events} events, tip {}", tip.short()),
        Verdict::Recited { cited, .. } if timeline.is_some() => cited.to_string(),
        verdict => difference(verdict).unwrap_or_default(),
    };
    let mut value = json!({ "file": file, "standing": standing });
    if let Some(timeline) = timeline {
        value["timeline"] = json!(timeline);
    }
    let more = match verdict {
        Verdict::Exact { commits, events, tip } => {
            json!({ "commits": commits, "events": events, "tip": tip.to_string() })
        }
        Verdict::Recited { commits, events, tip, cited } => json!({
            "commits": commits,
            "events": events,
            "tip": tip.to_string(),
            "recited": {
                "events": cited.events,
                "first": cited.first,
                "file": cited.file.map(|rule| rule.to_string()),
                "here": cited.here.to_string(),
            },
        }),
        Verdict::Unverified(unverified) => json!({
            "commit": unverified.commit,
            "exact_events": unverified.events,
            "why": unverified.why.to_string(),
            "engine": unverified.engine,
        }),
        Verdict::Diverged(divergence) => json!({
            "commit": divergence.commit,
            "event": divergence.event,
            "expected": divergence.expected.to_string(),
            "found": divergence.found.to_string(),
        }),
    };
    if let (Some(value), Value::Object(more)) = (value.as_object_mut(), more) {
        value.extend(more);
    }
    Verified {
        ended: if matches!(verdict, Verdict::Exact { .. }) { Ended::Exact } else { Ended::NotExact },
        text: format!("{standing:10} {place}: {told}"),
        json: value,
    }
}
