//! Running a replay again: do today's rules, given the same inputs, lead to the same events?
//!
//! The answer is [`Verdict::Exact`], or the first difference with both sides, as far as the file's
//! [`Detail`] lets one see it. An event's id covers all that went before it, so the first event that differs is the
//! first one whose id does.

use std::fmt;
use std::ops::ControlFlow;

use retrace_core::fact::Entry;
use retrace_core::state::Game;

use super::{Detail, Replay, ReplayCommit, ReplayError};
use crate::commit::{NewCommit, RawEntry};
use crate::error::StoreError;
use crate::id::{Chain, EventId, Kind, MARK_BYTES};
use crate::log::run_input;
use crate::typed::{Encoder, decode_entry, decode_input};

/// How far running a replay has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many commits have been run.
    pub commits: u64,
    /// How many there are.
    pub of: u64,
    /// How many events came of them.
    pub events: u64,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every event is the same.
    Exact {
        /// How many commits there are.
        commits: u64,
        /// How many events.
        events: u64,
        /// The id of the last one.
        tip: EventId,
    },
    /// Something differs.
    Diverged(Box<Divergence>),
}

/// One side of the first difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// An event.
    Event {
        /// The beginning of its id.
        mark: [u8; MARK_BYTES],
        /// Its id, if the file tells.
        id: Option<EventId>,
        /// What it is and whether it begins a step, if the file tells and this version can read it.
        entry: Option<(Box<Entry>, bool)>,
    },
    /// No event: the commit is over.
    Nothing,
    /// All that is known is the commit as a whole.
    Commit {
        /// The id of its last event.
        id: EventId,
        /// How many events it has.
        events: u64,
    },
    /// The rules refuse the input.
    Refused {
        /// Why.
        why: String,
    },
}

/// The first difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The number of the commit.
    pub commit: u64,
    /// The number of the first event of that commit.
    pub first_event: u64,
    /// The number of the event, if the file has the detail to tell.
    pub event: Option<u64>,
    /// What the file has.
    pub expected: Side,
    /// What today's rules lead to.
    pub found: Side,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hex = |f: &mut fmt::Formatter<'_>, bytes: &[u8]| bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"));
        match self {
            Side::Event { mark, entry, .. } => {
                match entry {
                    Some((entry, begins)) => {
                        write!(
                            f,
                            "{:?} (CR {}{})",
                            entry.event,
                            entry.rule,
                            if *begins { ", begins a step" } else { "" }
                        )?;
                    }
                    None => f.write_str("an event")?,
                }
                f.write_str(" [")?;
                hex(f, &mark[..4])?;
                f.write_str("]")
            }
            Side::Nothing => f.write_str("nothing more before the next choice"),
            Side::Commit { id, events } => write!(f, "{events} events up to [{}]", id.short()),
            Side::Refused { why } => write!(f, "the input is refused: {why}"),
        }
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.event {
            Some(event) => write!(f, "event {event} (commit {}) differs", self.commit)?,
            None => write!(f, "commit {} (from event {}) differs", self.commit, self.first_event)?,
        }
        write!(f, "; expected: {}; found: {}", self.expected, self.found)
    }
}

/// Runs a replay's inputs under today's rules and compares.
///
/// # Errors
/// [`ReplayError::Contradiction`] for a file whose events do not hash to its ids; [`StoreError::Wire`] and
/// [`StoreError::TooNew`] for inputs that cannot be read.
pub fn verify(replay: &Replay) -> Result<Verdict, StoreError> {
    run(replay, &mut |_, _| {})
}

/// The same, telling how far it has come after each commit; none if it is told to stop.
///
/// # Errors
/// Those of [`verify()`].
pub fn verify_with(
    replay: &Replay,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Option<Verdict>, StoreError> {
    let mut runner = Runner::new(replay)?;
    while runner.next < replay.commits.len() {
        if let Err(divergence) = runner.commit()? {
            return Ok(Some(Verdict::Diverged(divergence)));
        }
        if progress(runner.progress()).is_break() {
            return Ok(None);
        }
    }
    Ok(Some(runner.exact()))
}

/// The same, handing over each commit that came out as expected.
pub(crate) fn run(replay: &Replay, made: &mut dyn FnMut(u64, &NewCommit)) -> Result<Verdict, StoreError> {
    let mut runner = Runner::new(replay)?;
    while runner.next < replay.commits.len() {
        let number = runner.next as u64;
        match runner.commit()? {
            Ok(commit) => made(number, &commit),
            Err(divergence) => return Ok(Verdict::Diverged(divergence)),
        }
    }
    Ok(runner.exact())
}

struct Runner<'r> {
    replay: &'r Replay,
    encoder: Encoder,
    next: usize,
    game: Option<Game>,
    tip: EventId,
    events: u64,
}

impl<'r> Runner<'r> {
    fn new(replay: &'r Replay) -> Result<Runner<'r>, StoreError> {
        check_own_ids(replay)?;
        Ok(Runner { replay, encoder: Encoder::default(), next: 0, game: None, tip: EventId::ZERO, events: 0 })
    }

    fn progress(&self) -> Progress {
        Progress { commits: self.next as u64, of: self.replay.commits.len() as u64, events: self.events }
    }

    fn exact(&self) -> Verdict {
        Verdict::Exact { commits: self.next as u64, events: self.events, tip: self.tip }
    }

    /// Runs the next commit.
    fn commit(&mut self) -> Result<Result<NewCommit, Box<Divergence>>, StoreError> {
        let expected = &self.replay.commits[self.next];
        let number = self.next as u64;
        let kind = if self.next == 0 { Kind::Genesis } else { Kind::Input };
        let input = decode_input(expected.format, kind, &expected.input, || {
            format!("the input of commit {number} of the replay")
        })?;
        let (steps, game) = match run_input(self.game.as_ref(), &input) {
            Ok(ran) => ran,
            Err(why) => {
                let detail = self.replay.detail;
                return Ok(Err(Box::new(Divergence {
                    commit: number,
                    first_event: self.events,
                    event: (detail != Detail::Ids).then_some(self.events),
                    expected: self.expected_side(expected, 0),
                    found: Side::Refused { why },
                })));
            }
        };
        let found = self.encoder.commit(self.events, expected.input.clone(), &steps)?;
        if let Some(divergence) = self.compare(expected, &found, kind) {
            return Ok(Err(Box::new(divergence)));
        }
        self.tip = expected.id;
        self.events += expected.events;
        self.game = Some(game);
        self.next += 1;
        Ok(Ok(found))
    }

    fn compare(&self, expected: &ReplayCommit, found: &NewCommit, kind: Kind) -> Option<Divergence> {
        let mut chain = Chain::begin(found.format, self.tip, kind, &found.input);
        let ids: Vec<EventId> = found.entries.iter().map(|entry| chain.event(entry.bytes)).collect();
        let at = match self.replay.detail {
            Detail::Ids => None,
            Detail::Marks => first_difference(&expected.marks, &ids.iter().map(EventId::mark).collect::<Vec<_>>()),
            Detail::Entries => {
                let bytes = |entry: RawEntry<'_>| entry.bytes.to_vec();
                let expected: Vec<_> = expected.entries.iter().map(bytes).collect();
                first_difference(&expected, &found.entries.iter().map(bytes).collect::<Vec<_>>())
            }
        };
        let same = at.is_none() && ids.len() as u64 == expected.events && chain.tip() == expected.id;
        if same {
            return None;
        }
        let found = match at {
            Some(at) => self.found_side(found, &ids, at),
            None => Side::Commit { id: chain.tip(), events: ids.len() as u64 },
        };
        let whole = Side::Commit { id: expected.id, events: expected.events };
        Some(Divergence {
            commit: self.next as u64,
            first_event: self.events,
            event: at.map(|at| self.events + at as u64),
            expected: at.map_or(whole, |at| self.expected_side(expected, at)),
            found,
        })
    }

    fn expected_side(&self, expected: &ReplayCommit, at: usize) -> Side {
        match self.replay.detail {
            Detail::Ids => Side::Commit { id: expected.id, events: expected.events },
            Detail::Marks => match expected.marks.get(at) {
                Some(mark) => Side::Event { mark: *mark, id: None, entry: None },
                None => Side::Nothing,
            },
            Detail::Entries => {
                let kind = if self.next == 0 { Kind::Genesis } else { Kind::Input };
                let mut chain = Chain::begin(expected.format, self.tip, kind, &expected.input);
                let ids: Vec<EventId> = expected.entries.iter().map(|entry| chain.event(entry.bytes)).collect();
                self.side(expected.entries.iter().nth(at), ids.get(at), at)
            }
        }
    }

    fn found_side(&self, found: &NewCommit, ids: &[EventId], at: usize) -> Side {
        self.side(found.entries.iter().nth(at), ids.get(at), at)
    }

    fn side(&self, entry: Option<RawEntry<'_>>, id: Option<&EventId>, at: usize) -> Side {
        let (Some(entry), Some(id)) = (entry, id) else { return Side::Nothing };
        // An entry that this version cannot read is shown by its id alone.
        let entry = decode_entry(self.events + at as u64, entry).ok();
        Side::Event { mark: id.mark(), id: Some(*id), entry: entry.map(|(entry, begins)| (Box::new(entry), begins)) }
    }
}

fn first_difference<T: PartialEq>(expected: &[T], found: &[T]) -> Option<usize> {
    let same = expected.iter().zip(found).take_while(|(expected, found)| expected == found).count();
    (same < expected.len().max(found.len())).then_some(same)
}

/// Checks that the entries of a file hash to its ids, and its marks are those of its ids.
fn check_own_ids(replay: &Replay) -> Result<(), ReplayError> {
    let mut parent = EventId::ZERO;
    for (number, commit) in (0u64..).zip(&replay.commits) {
        let fits = match replay.detail {
            Detail::Ids => true,
            Detail::Marks => commit.marks.last() == Some(&commit.id.mark()),
            Detail::Entries => {
                let new =
                    NewCommit { format: commit.format, input: commit.input.clone(), entries: commit.entries.clone() };
                new.id_after(parent) == commit.id
            }
        };
        if !fits {
            return Err(ReplayError::Contradiction { commit: number });
        }
        parent = commit.id;
    }
    Ok(())
}
