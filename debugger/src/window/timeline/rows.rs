//! The events that the table shows. A long timeline is scanned in slices, one per frame, so that
//! the window stays responsive; results are kept for the part that the next timeline shares.

use std::sync::Arc;
use std::time::{Duration, Instant};

use retrace_core::fact::{EntryNo, PlayerId};
use retrace_core::persist::Vector;

use super::super::view::Cx;
use retrace_session::asking::seen;
use retrace_session::base::error::FilterError;
use retrace_session::timeline::shared::shared_with;
use retrace_session::{Commit, Filter, Timeline};

/// How long a frame may scan events.
const SLICE: Duration = Duration::from_millis(5);
/// How many commits a frame scans at least.
const COMMITS: usize = 32;

/// How much of a timeline a frame scans.
#[derive(Clone, Copy, Debug)]
struct Pace {
    time: Duration,
    commits: usize,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { time: SLICE, commits: COMMITS }
    }
}

/// The settings that determine which events are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Wanted {
    filter: String,
    bookkeeping: bool,
    viewer: Option<PlayerId>,
}

/// The rows of the table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    wanted: Wanted,
    /// The compiled filter; if the text has an error, the previous filter stays.
    filter: Filter,
    error: Option<FilterError>,
    /// The commits of the timeline, and how many of them have been scanned.
    commits: Vector<Arc<Commit>>,
    done: usize,
    shown: Vec<EntryNo>,
    pace: Pace,
}

impl Rows {
    /// Continues scanning the current timeline for events that pass the filter, for one slice.
    pub(crate) fn refresh(&mut self, cx: Cx<'_>) {
        let timeline = cx.session.current();
        let view = cx.view;
        let wanted = Wanted { filter: view.filter.clone(), bookkeeping: view.bookkeeping, viewer: view.viewer };
        if wanted != self.wanted {
            if let Some(filter) = self.understand(&wanted.filter, timeline) {
                self.filter = filter;
            }
            self.wanted = wanted;
            self.start_again(0);
        }
        if self.commits.last().map(|last| last.id()) != timeline.head().map(|head| head.id()) {
            let shared = shared_with(&self.commits, timeline.commits());
            self.commits = timeline.commits().clone();
            self.start_again(shared.min(self.done));
            // New commits may have added names that the filter uses.
            if let Some(filter) = self.understand(&view.filter, timeline).filter(|filter| *filter != self.filter) {
                self.filter = filter;
                self.start_again(0);
            }
        }
        if self.is_at_work() {
            self.go_on(timeline);
        }
    }

    fn understand(&mut self, text: &str, timeline: &Timeline) -> Option<Filter> {
        let read = Filter::compile(text, timeline);
        self.error = read.as_ref().err().cloned();
        read.ok()
    }

    /// Goes back to where this many commits were scanned.
    fn start_again(&mut self, done: usize) {
        let end = done.checked_sub(1).and_then(|last| self.commits.get(last)).map_or(0, |last| last.end_entry());
        let keep = self.shown.partition_point(|no| no.0 < end);
        self.shown.truncate(keep);
        self.done = done;
    }

    fn go_on(&mut self, timeline: &Timeline) {
        let began = Instant::now();
        let Rows { wanted, filter, commits, done, shown, pace, .. } = self;
        let index = timeline.index();
        // Each frame gets on.
        let from = *done;
        while *done < commits.len() && (*done - from < pace.commits || began.elapsed() < pace.time) {
            if let Some(commit) = commits.get(*done) {
                let entries = commit.entries();
                let entries = entries.filter(|(_, entry)| wanted.bookkeeping || entry.event.is_story());
                // Events that say nothing to the viewer are left out.
                let entries = entries.filter(|(_, entry)| {
                    wanted.viewer.is_none() || seen::text(timeline, wanted.viewer, entry.no).is_some()
                });
                let entries = entries.map(|(_, entry)| entry);
                let entries = entries.filter(|entry| filter.passes(timeline, index, wanted.viewer, entry));
                shown.extend(entries.map(|entry| entry.no));
            }
            *done += 1;
        }
    }

    /// Whether there is more to scan.
    pub(crate) fn is_at_work(&self) -> bool {
        self.done < self.commits.len()
    }

    /// The share that has been scanned, from 0 to 1.
    pub(crate) fn progress(&self) -> f32 {
        self.done as f32 / self.commits.len().max(1) as f32
    }

    /// The error in the filter, which is then not applied.
    pub(crate) const fn error(&self) -> Option<&FilterError> {
        self.error.as_ref()
    }

    /// The applied filter.
    pub(crate) const fn filter(&self) -> &Filter {
        &self.filter
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.shown.len()
    }

    /// The event in a row.
    pub(crate) fn get(&self, row: usize) -> Option<EntryNo> {
        self.shown.get(row).copied()
    }

    /// How many rows have an event with a lower number.
    pub(crate) fn before(&self, no: u64) -> usize {
        self.shown.partition_point(|shown| shown.0 < no)
    }
}

#[cfg(test)]
impl Rows {
    /// Rows of which each frame reads those of one commit.
    pub(crate) fn slow() -> Rows {
        Rows { pace: Pace { time: Duration::ZERO, commits: 1 }, ..Rows::default() }
    }
}

impl Rows {
    /// The first shown event with this number or a higher one.
    pub(crate) fn first_from(&self, no: u64) -> Option<EntryNo> {
        self.shown.get(self.before(no)).copied()
    }

    /// The last shown event with a lower number.
    pub(crate) fn last_before(&self, no: u64) -> Option<EntryNo> {
        self.shown.get(self.before(no).checked_sub(1)?).copied()
    }
}

#[cfg(test)]
mod tests {
    use retrace_core::fact::EntryNo;

    use super::Rows;
    use crate::window::tokens::Tokens;
    use crate::window::view::{AtCursor, Cx, View};
    use retrace_session::TimelineId;
    use retrace_session::session::Session;

    /// The rows after as many frames as it takes.
    fn refreshed(rows: &mut Rows, session: &Session, view: &View) -> Vec<EntryNo> {
        let at = AtCursor::of(session, view);
        let cx = Cx { session, view, tokens: Tokens::for_theme(true), at: &at };
        loop {
            rows.refresh(cx);
            if !rows.is_at_work() {
                return rows.shown.clone();
            }
        }
    }

    #[test]
    fn what_is_kept_from_one_timeline_to_the_next_is_what_is_found_anew() {
        let mut session = Session::demo().unwrap();
        let mut rows = Rows::default();
        let timelines: Vec<TimelineId> = session.timelines().map(|timeline| timeline.id()).collect();
        assert!(timelines.len() > 1);
        let mut view = View::default();
        for filter in ["", "kind:DamageDealt,Moved", "-kind:PriorityPassed miner", "kind:Nonsense", "rule:704"] {
            filter.clone_into(&mut view.filter);
            for id in timelines.iter().chain(&timelines) {
                session.switch(*id);
                let kept = refreshed(&mut rows, &session, &view);
                let mut anew = Rows::default();
                if filter == "kind:Nonsense" {
                    // It is not applied; the previous one is.
                    assert!(rows.error().is_some());
                    "-kind:PriorityPassed miner".clone_into(&mut view.filter);
                }
                assert_eq!(kept, refreshed(&mut anew, &session, &view), "{filter}");
                filter.clone_into(&mut view.filter);
            }
        }
        assert!(rows.error().is_none());
        // And after undo, which leaves fewer commits.
        view.filter.clear();
        session.answer_at_random().ok();
        refreshed(&mut rows, &session, &view);
        session.undo().unwrap();
        assert_eq!(refreshed(&mut rows, &session, &view), refreshed(&mut Rows::default(), &session, &view));
    }
}
