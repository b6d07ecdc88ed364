//! Limits on running a replay, by the size of its file.
//!
//! The rules bound a single input ([`MOST_EVENTS`](retrace_core::rules::MOST_EVENTS)), but a few
//! kilobytes hold a hundred inputs. A game that was played has about one event for each byte of its
//! shortest replay. The limits are a hundred times that, plus an allowance for small files.

use std::fmt;
use std::time::{Duration, Instant};

use super::{Replay, ReplayCommit};
use crate::id::MARK_BYTES;

/// For each limit, the allowance of any file, and what each byte of the file adds.
const EVENTS: (u64, u64) = (1_000_000, 100);
const EVENT_BYTES: (u64, u64) = (32 << 20, 256);
const MILLISECONDS: (u64, u64) = (60_000, 10);

/// The limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// This many events.
    Events(u64),
    /// This many bytes of events.
    Bytes(u64),
    /// This much time.
    Time(Duration),
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reached::Events(most) => write!(f, "{most} events"),
            Reached::Bytes(most) => write!(f, "{} MiB of events", most >> 20),
            Reached::Time(most) => write!(f, "{} seconds", most.as_secs()),
        }
    }
}

/// The limits of one run, and how much of them it has used.
pub(super) struct Budget {
    /// The most events.
    pub(super) events: u64,
    /// The most bytes of events.
    pub(super) bytes: u64,
    /// The most time.
    pub(super) time: Duration,
    spent: (u64, u64),
    since: Instant,
}

impl Budget {
    /// The budget of a replay.
    pub(super) fn of(replay: &Replay) -> Budget {
        let size = |commit: &ReplayCommit| {
            commit.input.len() + commit.marks.len() * MARK_BYTES + commit.entries.bytes() + size_of_val(&commit.id)
        };
        Budget::of_bytes(replay.commits.iter().map(|commit| size(commit) as u64).sum())
    }

    fn of_bytes(size: u64) -> Budget {
        let most = |(base, each): (u64, u64)| size.saturating_mul(each).saturating_add(base);
        Budget {
            events: most(EVENTS),
            bytes: most(EVENT_BYTES),
            time: Duration::from_millis(most(MILLISECONDS)),
            spent: (0, 0),
            since: Instant::now(),
        }
    }

    /// Counts a commit. Returns the limit that is now exceeded, if any; then the next commit is not
    /// run.
    pub(super) fn spend(&mut self, events: u64, bytes: usize) -> Option<Reached> {
        self.spent.0 += events;
        self.spent.1 += bytes as u64;
        if self.spent.0 > self.events {
            Some(Reached::Events(self.events))
        } else if self.spent.1 > self.bytes {
            Some(Reached::Bytes(self.bytes))
        } else if self.since.elapsed() > self.time {
            Some(Reached::Time(self.time))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each limit grows with the size, and is reported by itself.
    #[test]
    fn what_may_be_spent_grows_with_the_file() {
        for size in [0, 5_000, 10_000] {
            let (events, bytes, time) =
                (1_000_000 + 100 * size, (32 << 20) + 256 * size, Duration::from_millis(60_000 + 10 * size));
            assert_eq!(Budget::of_bytes(size).spend(events, 0), None);
            assert_eq!(Budget::of_bytes(size).spend(events + 1, 0), Some(Reached::Events(events)));
            let mut half = Budget::of_bytes(size);
            assert_eq!(half.spend(1, bytes as usize / 2), None);
            assert_eq!(half.spend(1, bytes as usize / 2 + 2), Some(Reached::Bytes(bytes)));
            let mut late = Budget { time: Duration::ZERO, ..Budget::of_bytes(size) };
            assert_eq!(late.spend(1, 1), Some(Reached::Time(Duration::ZERO)));
            assert_eq!(Budget::of_bytes(size).time, time);
        }
        assert_eq!(Budget::of_bytes(u64::MAX).events, u64::MAX);
    }
}
