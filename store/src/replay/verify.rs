//! Runs a replay again: do today's rules, given the same inputs, lead to the same events?
//!
//! The answer is a [`Verdict`]: exact; recited, if only the cited rules differ; the first
//! difference with both sides, as far as the file's [`Detail`] shows it; or unverified, if an input
//! cannot be run here, which does not show whether it once led to these events. An event's id
//! covers all events before it, so the first different event is the first with a different id.

use std::fmt;
use std::sync::Arc;

use retrace_core::EDITION;
use retrace_core::card::catalogue::Catalogue;
use retrace_core::fact::{Entry, Step, wire};
use retrace_core::rule::Rule;
use retrace_core::state::Game;

use super::budget::{Budget, Reached};
use super::refused::RunError;
use super::{Detail, Replay, ReplayCommit, ReplayError};
use crate::catalogue::Catalogues;
use crate::commit::{NewCommit, RawEntry};
use crate::error::StoreError;
use crate::id::{Chain, EventId, Kind, MARK_BYTES};
use crate::running::{Refused, run_input};
use crate::typed::{CommitInput, Encoder, decode_entry, decode_input};
use crate::watch::{Progress, Watch, tell};

/// The result of running a replay.
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
    /// Every event is the same, but the file cites other rules for some than this engine does. No
    /// id covers the citations; [`Replay::inputs_only`] gives those worked out here, which are safe
    /// to show.
    Recited {
        /// How many commits there are.
        commits: u64,
        /// How many events.
        events: u64,
        /// The id of the last one.
        tip: EventId,
        /// Which citations differ.
        cited: Recited,
    },
    /// An input cannot be run here. Everything before it is the same.
    Unverified(Box<Unverified>),
    /// Something differs.
    Diverged(Box<Divergence>),
}

/// Citations in a file that differ from this engine's. Either a better-citing engine wrote it, or
/// somebody changed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recited {
    /// How many differ.
    pub events: u64,
    /// The number of the first such event.
    pub first: u64,
    /// The rule the file cites for it; none if its number is not a rule's.
    pub file: Option<Rule>,
    /// The rule this engine cites for it.
    pub here: Rule,
}

impl fmt::Display for Recited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Recited { events, first, file, here } = self;
        let what = if *events == 1 { "one event".to_owned() } else { format!("{events} events") };
        write!(f, "the events are the same, but the file cites other rules for {what}: event {first} has ")?;
        match file {
            Some(rule) => write!(f, "CR {rule}")?,
            None => f.write_str("no rule's number")?,
        }
        write!(f, ", and here it is CR {here}")
    }
}

/// Where a replay stops at an input that cannot be run here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unverified {
    /// The number of the commit.
    pub commit: u64,
    /// How many events before it came out the same.
    pub events: u64,
    /// Why it cannot be run.
    pub why: Unrunnable,
    /// The version of the engine that wrote the file.
    pub engine: String,
}

/// Why an input cannot be run here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unrunnable {
    /// The game uses an edition of the rules that this version does not implement.
    Edition {
        /// Its edition.
        found: String,
    },
    /// Its bytes have a newer format than this version knows.
    Format {
        /// Its format.
        found: u16,
    },
    /// It contains something unknown to this version, such as a card of another engine.
    Unreadable {
        /// What is wrong with it.
        why: String,
    },
    /// This version does not play this kind of game, or its catalogue is not available here.
    NotHere {
        /// What is missing, and the remedy.
        why: String,
    },
    /// The inputs before it have used up the budget for a file of this size.
    TooMuch {
        /// The limit that was exceeded.
        reached: Reached,
    },
}

impl fmt::Display for Unrunnable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unrunnable::Edition { found } => {
                write!(f, "the game is of the edition {found}, and this version implements {EDITION}")
            }
            Unrunnable::Format { found } => {
                write!(f, "it has format {found}, and this version knows formats up to {}", wire::FORMAT_VERSION)
            }
            Unrunnable::NotHere { why } => f.write_str(why),
            Unrunnable::Unreadable { why } => write!(f, "this version cannot read it: {why}"),
            Unrunnable::TooMuch { reached } => {
                write!(f, "a replay of this size is run up to {reached}; a file with its entries may have more")
            }
        }
    }
}

impl fmt::Display for Unverified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unverified { commit, events, why, engine } = self;
        let what = if *commit == 0 { "the genesis".to_owned() } else { format!("the input of commit {commit}") };
        if *events > 0 {
            write!(f, "the first {events} events are the same; ")?;
        }
        match why {
            Unrunnable::TooMuch { .. } => write!(f, "{what} is not run: {why} (`replay export --detail entries`)"),
            _ => write!(f, "{what} cannot be run: {why}; verify it with the version that wrote it, {engine}"),
        }
    }
}

/// One side of the first difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// An event.
    Event {
        /// The first bytes of its id.
        mark: [u8; MARK_BYTES],
        /// Its id, if the file gives it.
        id: Option<EventId>,
        /// The entry and whether it begins a step, if the file gives it and this version can read
        /// it.
        entry: Option<(Box<Entry>, bool)>,
    },
    /// No event: the commit ends here.
    Nothing,
    /// Only the commit as a whole is known.
    Commit {
        /// The id of its last event.
        id: EventId,
        /// How many events it has.
        events: u64,
    },
    /// The rules refuse the input.
    Refused {
        /// The reason.
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
    /// The number of the event, if the file has enough detail.
    pub event: Option<u64>,
    /// The file's side.
    pub expected: Side,
    /// The side of today's rules.
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

/// Runs the inputs of a replay under the rules of this program, and compares each commit with the
/// one in the replay. That they differ is no error but a verdict.
///
/// # Errors
/// [`ReplayError::Contradiction`] for a file whose events do not hash to its ids; a catalogue in it
/// that cannot be read.
pub fn verify(replay: &Replay) -> Result<Verdict, RunError> {
    run(replay, &mut |_, _| Ok(()))
}

/// Like [`verify()`], for a program with other cards than this one.
///
/// # Errors
/// As for [`verify()`].
pub fn verify_among(replay: &Replay, cards: &Arc<Catalogue>) -> Result<Verdict, RunError> {
    let catalogues = Catalogues::brought_by(Arc::clone(cards));
    run_within(replay, catalogues, Budget::of(replay), &mut |_, _| Ok(()))
}

/// Like [`verify()`], with progress and cancelling.
///
/// # Errors
/// Those of [`verify()`], and [`StoreError::Stopped`].
pub fn verify_with(replay: &Replay, watch: Watch<'_>) -> Result<Verdict, RunError> {
    run(replay, &mut |_, at| Ok(tell(watch, at.commits, at.of, at.events)?))
}

/// Like [`verify_with`], passing each commit that came out as expected to a callback.
pub(crate) fn run(
    replay: &Replay,
    made: &mut dyn FnMut(NewCommit, Progress) -> Result<(), RunError>,
) -> Result<Verdict, RunError> {
    run_within(replay, Catalogues::default(), Budget::of(replay), made)
}

fn run_within(
    replay: &Replay,
    catalogues: Catalogues,
    budget: Budget,
    made: &mut dyn FnMut(NewCommit, Progress) -> Result<(), RunError>,
) -> Result<Verdict, RunError> {
    let mut runner = Runner::new(replay, catalogues, budget)?;
    while runner.next < replay.commits.len() {
        match runner.commit()? {
            Ok(commit) => made(commit, runner.progress())?,
            Err(verdict) => return Ok(verdict),
        }
    }
    Ok(runner.exact())
}

struct Runner<'r> {
    replay: &'r Replay,
    catalogues: Catalogues,
    encoder: Encoder,
    next: usize,
    game: Option<Game>,
    tip: EventId,
    events: u64,
    recited: Option<Recited>,
    budget: Budget,
    reached: Option<Reached>,
}

impl<'r> Runner<'r> {
    fn new(replay: &'r Replay, catalogues: Catalogues, budget: Budget) -> Result<Runner<'r>, RunError> {
        check_own_ids(replay)?;
        Ok(Runner {
            replay,
            catalogues: catalogues.with(replay.read_catalogue()?),
            encoder: Encoder::default(),
            next: 0,
            game: None,
            tip: EventId::ZERO,
            events: 0,
            recited: None,
            budget,
            reached: None,
        })
    }

    fn progress(&self) -> Progress {
        Progress { commits: self.next as u64, of: self.replay.commits.len() as u64, events: self.events }
    }

    fn exact(&self) -> Verdict {
        let (commits, events, tip) = (self.next as u64, self.events, self.tip);
        match self.recited {
            None => Verdict::Exact { commits, events, tip },
            Some(cited) => Verdict::Recited { commits, events, tip, cited },
        }
    }

    /// Records events for which the file cites another rule.
    fn compare_citations(&mut self, expected: &ReplayCommit, steps: &[Step]) {
        let here = steps.iter().flat_map(|step| &step.entries);
        for (no, (raw, here)) in (self.events..).zip(expected.entries.iter().zip(here)) {
            if raw.citation != here.rule.packed() {
                let first = Recited { events: 0, first: no, file: Rule::from_packed(raw.citation), here: here.rule };
                self.recited.get_or_insert(first).events += 1;
            }
        }
    }

    /// Runs the next commit; returns the verdict if it differs.
    fn commit(&mut self) -> Result<Result<NewCommit, Verdict>, StoreError> {
        let expected = &self.replay.commits[self.next];
        let kind = if self.next == 0 { Kind::Genesis } else { Kind::Input };
        let input = match self.reached {
            Some(reached) => Err(Unrunnable::TooMuch { reached }),
            None => self.input(expected, kind),
        };
        let input = match input {
            Ok(input) => input,
            Err(why) => return Ok(Err(self.unverified(why))),
        };
        let (found, steps, game) = match self.attempt(expected, kind, &input)? {
            Ok(ran) => ran,
            Err(verdict) => return Ok(Err(verdict)),
        };
        self.compare_citations(expected, &steps);
        self.reached = self.budget.spend(expected.events, found.entries.bytes());
        self.tip = expected.id;
        self.events += expected.events;
        self.game = Some(game);
        self.next += 1;
        Ok(Ok(found))
    }

    /// Runs the input of a commit; returns the result, or how it differs.
    fn attempt(
        &mut self,
        expected: &ReplayCommit,
        kind: Kind,
        input: &CommitInput,
    ) -> Result<Result<(NewCommit, Vec<Step>, Game), Verdict>, StoreError> {
        let (steps, game) = match run_input(&self.catalogues, self.game.as_ref(), input) {
            Ok(ran) => ran,
            Err(Refused::Here(why)) => return Ok(Err(self.unverified(Unrunnable::NotHere { why }))),
            Err(Refused::ByRules(why)) => {
                let detail = self.replay.detail;
                return Ok(Err(Verdict::Diverged(Box::new(Divergence {
                    commit: self.next as u64,
                    first_event: self.events,
                    event: (detail != Detail::Ids).then_some(self.events),
                    expected: self.expected_side(expected, 0),
                    found: Side::Refused { why },
                }))));
            }
        };
        let found = self.encoder.commit(expected.format, self.events, expected.input.clone(), &steps)?;
        Ok(match self.compare(expected, &found, kind) {
            Some(divergence) => Err(Verdict::Diverged(Box::new(divergence))),
            None => Ok((found, steps, game)),
        })
    }

    /// The verdict if the next commit cannot be run here.
    fn unverified(&self, why: Unrunnable) -> Verdict {
        let (commit, engine) = (self.next as u64, self.replay.engine.clone());
        Verdict::Unverified(Box::new(Unverified { commit, events: self.events, why, engine }))
    }

    /// Decodes the input of a commit, if it can be run here.
    fn input(&self, commit: &ReplayCommit, kind: Kind) -> Result<CommitInput, Unrunnable> {
        let input = decode_input(commit.format, kind, &commit.input, String::new);
        let input = input.map_err(|error| match error {
            StoreError::TooNew { found, .. } => Unrunnable::Format { found },
            StoreError::Wire { source, .. } => Unrunnable::Unreadable { why: source.to_string() },
            error => Unrunnable::Unreadable { why: error.to_string() },
        })?;
        match input {
            CommitInput::Genesis(genesis) if genesis.edition != EDITION => {
                Err(Unrunnable::Edition { found: genesis.edition })
            }
            input => Ok(input),
        }
    }

    fn compare(&self, expected: &ReplayCommit, found: &NewCommit, kind: Kind) -> Option<Divergence> {
        let mut chain = Chain::begin(found.format, self.tip, kind, &found.input);
        let ids: Vec<EventId> = found.entries.iter().map(|entry| chain.event(entry.bytes)).collect();
        let at = match self.replay.detail {
            Detail::Ids => None,
            Detail::Marks => first_difference(&expected.marks, &ids.iter().map(EventId::mark).collect::<Vec<_>>()),
            Detail::Entries => {
                let expected: Vec<&[u8]> = expected.entries.iter().map(|entry| entry.bytes).collect();
                first_difference(&expected, &found.entries.iter().map(|entry| entry.bytes).collect::<Vec<_>>())
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
                self.side(expected.format, expected.entries.iter().nth(at), ids.get(at), at)
            }
        }
    }

    fn found_side(&self, found: &NewCommit, ids: &[EventId], at: usize) -> Side {
        self.side(found.format, found.entries.iter().nth(at), ids.get(at), at)
    }

    fn side(&self, format: u16, entry: Option<RawEntry<'_>>, id: Option<&EventId>, at: usize) -> Side {
        let (Some(entry), Some(id)) = (entry, id) else { return Side::Nothing };
        // An entry this version cannot read is shown by its id alone.
        let entry = decode_entry(format, self.events + at as u64, entry).ok();
        Side::Event { mark: id.mark(), id: Some(*id), entry: entry.map(|(entry, begins)| (Box::new(entry), begins)) }
    }
}

fn first_difference<T: PartialEq>(expected: &[T], found: &[T]) -> Option<usize> {
    let same = expected.iter().zip(found).take_while(|(expected, found)| expected == found).count();
    (same < expected.len().max(found.len())).then_some(same)
}

/// Checks that the entries and marks of a file match its ids.
fn check_own_ids(replay: &Replay) -> Result<(), ReplayError> {
    let mut parent = EventId::ZERO;
    for (number, commit) in (0u64..).zip(&replay.commits) {
        let fits = match replay.detail {
            Detail::Ids => true,
            Detail::Marks => commit.marks.last() == Some(&commit.id.mark()),
            Detail::Entries => {
                let kind = if parent.is_zero() { Kind::Genesis } else { Kind::Input };
                let mut chain = Chain::begin(commit.format, parent, kind, &commit.input);
                for entry in commit.entries.iter() {
                    chain.event(entry.bytes);
                }
                chain.tip() == commit.id
            }
        };
        if !fits {
            return Err(ReplayError::Contradiction { commit: number });
        }
        parent = commit.id;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::games;
    use crate::log::Log;

    #[test]
    fn a_small_replay_is_run_up_to_its_budget() {
        let mut log = Log::in_memory().unwrap();
        let tip = games::play(&mut log, "main", 1, 12).tip();
        let replay = log.export(tip, Detail::Ids).unwrap();
        let ran = |events, bytes, time| {
            let mut budget = Budget::of(&replay);
            (budget.events, budget.bytes, budget.time) = (events, bytes, time);
            run_within(&replay, Catalogues::default(), budget, &mut |_, _| Ok(())).unwrap()
        };
        let (all, minute) = (replay.events(), Duration::from_secs(60));
        assert!(matches!(ran(all, 1 << 20, minute), Verdict::Exact { .. }));
        let few = all - replay.commits[12].events;
        for (events, bytes, time, reached) in [
            (few - 1, 1 << 20, minute, Reached::Events(few - 1)),
            (all, 100, minute, Reached::Bytes(100)),
            (all, 1 << 20, Duration::ZERO, Reached::Time(Duration::ZERO)),
        ] {
            let Verdict::Unverified(unverified) = ran(events, bytes, time) else { panic!("{reached} is not told") };
            assert_eq!(unverified.why, Unrunnable::TooMuch { reached });
            assert!(unverified.to_string().contains("is run up to"), "{unverified}");
        }
    }
}
