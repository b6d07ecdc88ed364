//! Writes what one player saw of a timeline as JSON Lines, for somebody who may not know what was
//! hidden from that player.
//!
//! It contains exactly what `observe` shows the player: no genesis and no inputs, since both reveal
//! hidden information, and no event ids, since an id covers hidden cards, which could be guessed
//! from it. Its numbers are the player's (`numbers`), since those of the game count hidden things.
//! So it cannot be run again: it is UNVERIFIED by design, and says so. `docs/replay-format.md`
//! describes each line.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use retrace_core::fact::PlayerId;
use retrace_core::observe;
use retrace_core::plain::plain_json;
use retrace_core::state::{Game, evolve};
use retrace_store::Stopped;
use retrace_store::typed::ENGINE;
use serde_json::{Value, json};

use crate::asking::numbers::Numbering;
use crate::base::whole::write_whole;
use crate::session::Session;
use crate::timeline::line::Timeline;
use crate::{Progress, SessionError, TimelineId};

/// The word in the head that identifies such a file.
const WORD: &str = "redacted";
/// The version of the format.
const VERSION: u32 = 1;
/// The maximum length of a head.
const MAX_HEAD_BYTES: u64 = 64 * 1024;

/// The result of writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Redacted {
    /// How many events the player saw, at least in part. The total would reveal how many the player
    /// did not see.
    pub events: u64,
}

/// Why such a file was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It was cancelled.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Writes what a player saw of a timeline.
///
/// # Errors
/// If writing fails, or it was cancelled.
pub fn write(
    timeline: &Timeline,
    viewer: PlayerId,
    out: &mut dyn Write,
    progress: &Progress,
) -> Result<Redacted, WriteError> {
    let name = timeline.head().and_then(|head| head.after().player(viewer)).map(|player| player.name.clone());
    line(
        out,
        &json!({
            "retrace": WORD,
            "version": VERSION,
            "engine": ENGINE,
            "standing": "UNVERIFIED",
            "viewer": viewer.to_string(),
            "name": name,
            "timeline": timeline.name(),
            "says": "What one player saw. It has no inputs, so it cannot be run again, verified or imported.",
        }),
    )?;
    let mut numbering = Numbering::new(viewer);
    for (number, commit) in timeline.commits().iter().enumerate() {
        progress.tell(number, timeline.commits().len())?;
        let mut game: Game = commit.before().clone();
        for (number, step) in commit.steps().iter().enumerate() {
            evolve(&mut game, step);
            let number = commit.first_step() + number;
            for entry in &step.entries {
                // Events that the player sees nothing of are left out.
                let Some(seen) = numbering.pass(&game, number, entry) else { continue };
                let says = timeline.text_for(viewer, entry.no);
                let seen = numbering.show(&seen).map_err(io::Error::from)?;
                let (event, step) = (numbering.event(entry.no), numbering.step(number));
                line(out, &json!({ "event": event, "step": step, "says": says, "seen": seen }))?;
            }
        }
        let view = numbering.show(&observe::view(commit.after(), viewer)).map_err(io::Error::from)?;
        let step = numbering.step(commit.end_step());
        line(out, &json!({ "choice": commit.number(), "step": step, "view": view }))?;
    }
    let told = Redacted { events: numbering.events() };
    line(out, &json!({ "end": told.events }))?;
    Ok(told)
}

fn line(out: &mut dyn Write, value: &Value) -> io::Result<()> {
    writeln!(out, "{}", plain_json(&serde_json::to_string(value)?))
}

/// Whether a file is a redacted one, by its head.
pub fn is_redacted(path: &Path) -> bool {
    let Ok(file) = std::fs::File::open(path) else { return false };
    let mut head = String::new();
    let read = BufReader::new(file.take(MAX_HEAD_BYTES)).read_line(&mut head);
    let word = || Some(serde_json::from_str::<Value>(&head).ok()?.get("retrace")?.as_str()? == WORD);
    head.starts_with('{') && read.is_ok() && word() == Some(true)
}

/// The error for opening a redacted file.
pub(crate) fn refusal(path: &Path) -> SessionError {
    SessionError::File(format!(
        "{}: this is what one player saw (redacted): it has no inputs, so it cannot be opened, run or verified; ask for the \
         replay itself, or read it as JSON Lines",
        path.display()
    ))
}

impl Session {
    /// Writes what a player saw of a timeline to a file, completely or not at all.
    ///
    /// # Errors
    /// If the timeline or player does not exist, the name does not end in `.jsonl`, or writing
    /// fails.
    pub fn export_seen(&self, id: TimelineId, viewer: PlayerId, path: &Path) -> Result<Redacted, SessionError> {
        self.timeline_arc(id)?.export_seen(viewer, path, &Progress::default())
    }
}

impl Timeline {
    /// Writes what a player saw of the timeline to a file, completely or not at all.
    ///
    /// # Errors
    /// If the player does not exist, the name does not end in `.jsonl`, or writing fails;
    /// [`SessionError::Cancelled`].
    pub fn export_seen(&self, viewer: PlayerId, path: &Path, progress: &Progress) -> Result<Redacted, SessionError> {
        let name = path.display();
        if !retrace_store::replay::format::is_lines(path) {
            let why = "what one player saw is written as JSON Lines; end the name in .jsonl";
            return Err(SessionError::File(format!("{name}: {why}")));
        }
        if self.head().is_none_or(|head| head.after().player(viewer).is_none()) {
            return Err(SessionError::File(format!("there is no player {viewer}")));
        }
        write_whole(path, |out| write(self, viewer, out, progress)).map_err(|error| match error {
            WriteError::Stopped(_) => SessionError::Cancelled,
            WriteError::Io(error) => SessionError::File(format!("{name} cannot be written: {error}")),
        })
    }
}
