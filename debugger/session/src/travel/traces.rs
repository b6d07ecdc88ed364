//! Traces: the values of watches and breakpoints along a whole timeline.
//!
//! A watch has a value at every place, drawn as a line; a breakpoint has the places at which it is
//! hit. Both are computed in one pass over the timeline ([`TraceWork`], as a job), and cached. A
//! timeline that has grown, or a fork, starts with the traces of the commits that it shares.

use std::collections::BTreeMap;
use std::sync::Arc;

use retrace_core::fact::{EntryNo, PlayerId};
use retrace_core::predicate::{EvalError, Expression, Predicate, Value};

use super::search::{Passed, Probe, headline, value_of, walk};
use crate::SessionError;
use crate::asking::numbers::Numbers;
use crate::base::job::Progress;
use crate::base::place::TimelineId;
use crate::held::traced::{Hit, Mark, MarkTrace, Traced};
use crate::session::Session;
use crate::timeline::line::Timeline;
use crate::timeline::plot::{self, Plot};
use crate::timeline::shared::shared_commits;

/// The traces to compute for a timeline.
#[derive(Debug)]
pub struct TraceWork {
    timeline: Arc<Timeline>,
    /// The player whose view is used.
    eyes: Option<PlayerId>,
    /// The traces already known.
    lanes: BTreeMap<Mark, MarkTrace>,
    /// The traces to compute, each with the number of commits covered.
    due: Vec<(Mark, MarkTrace, usize)>,
}

impl Session {
    /// The work needed to trace all watches and breakpoints along a timeline; `None` if nothing is
    /// missing.
    pub fn traces_due(&self, id: TimelineId) -> Option<TraceWork> {
        let timeline = self.view.timelines.get(&id)?;
        let known = self.traces.get(&id).filter(|traced| traced.timeline.tip() == timeline.tip());
        let marks = self.marks();
        let wanted = marks.watches.iter().cloned().map(Mark::Watch);
        let wanted = wanted.chain(marks.breakpoints.iter().map(|it| Mark::Break(it.text.clone())));
        let (mut lanes, mut missing) = (BTreeMap::new(), Vec::new());
        for mark in wanted {
            match known.and_then(|traced| traced.lanes.get(&mark)) {
                Some(lane) => drop(lanes.insert(mark, lane.clone())),
                None => missing.push(mark),
            }
        }
        if missing.is_empty() {
            return None;
        }
        let names = self.names(id);
        let mut due = Vec::new();
        for mark in missing {
            let fresh = match &mark {
                Mark::Watch(text) => Expression::compile(text, &names)
                    .map(|it| MarkTrace::Plot(it.asked_by(self.eyes()), Arc::default())),
                Mark::Break(text) => {
                    Predicate::compile(text, &names).map(|it| MarkTrace::Hits(it.asked_by(self.eyes()), Arc::default()))
                }
            };
            match fresh {
                Ok(fresh) => {
                    let (lane, shared) = self.begun(timeline, &mark, &fresh).unwrap_or((fresh, 0));
                    due.push((mark, lane, shared));
                }
                Err(error) => drop(lanes.insert(mark, MarkTrace::Wrong(error.to_string()))),
            }
        }
        Some(TraceWork { timeline: Arc::clone(timeline), eyes: self.eyes(), lanes, due })
    }

    /// The trace of a mark on the timeline that shares most with this one, and the number of
    /// commits that it covers.
    fn begun(&self, timeline: &Timeline, mark: &Mark, fresh: &MarkTrace) -> Option<(MarkTrace, usize)> {
        let known = self.traces.values().filter_map(|traced| {
            let lane = traced.lanes.get(mark)?;
            let same = match (lane, fresh) {
                (MarkTrace::Plot(was, _), MarkTrace::Plot(is, _)) => was == is,
                (MarkTrace::Hits(was, _), MarkTrace::Hits(is, _)) => was == is,
                _ => false,
            };
            same.then(|| (lane, shared_commits(&traced.timeline, timeline)))
        });
        let (lane, shared) = known.max_by_key(|(_, shared)| *shared).filter(|(_, shared)| *shared > 0)?;
        let end = timeline.commits().get(shared - 1)?.end_step();
        Some((lane.up_to(end), shared))
    }

    /// Caches computed traces.
    pub fn keep_traces(&mut self, traced: Traced) {
        let timelines = &self.view.timelines;
        self.traces.retain(|id, _| timelines.contains_key(id));
        // Traces computed for another viewer are discarded.
        if timelines.contains_key(&traced.timeline.id()) && traced.eyes == self.eyes() {
            self.traces.insert(traced.timeline.id(), traced);
        }
    }

    /// The traces of a timeline, and the last place that they cover.
    fn traced(&self, id: TimelineId) -> Option<(&Traced, usize)> {
        let (timeline, traced) = (self.timeline(id)?, self.traces.get(&id)?);
        if traced.timeline.tip() == timeline.tip() {
            return Some((traced, timeline.len_steps()));
        }
        let shared = shared_commits(&traced.timeline, timeline).checked_sub(1)?;
        Some((traced, timeline.commits().get(shared)?.end_step()))
    }

    /// The places at which enabled breakpoints are hit on a timeline, sorted and without
    /// duplicates, as far as they are computed ([`Session::traces_due`]).
    pub fn hits(&self, id: TimelineId) -> Vec<usize> {
        let enabled = self.marks().breakpoints.iter().enumerate().filter(|(_, it)| it.enabled);
        let all = enabled.filter_map(|(index, _)| self.hits_of(id, index));
        let mut steps: Vec<usize> = all.flatten().map(|hit| hit.step).collect();
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    /// The hits of one breakpoint on a timeline, in order; `None` if not computed.
    pub fn hits_of(&self, id: TimelineId, breakpoint: usize) -> Option<&[Hit]> {
        let text = &self.marks().breakpoints.get(breakpoint)?.text;
        let (traced, end) = self.traced(id)?;
        match traced.lanes.get(&Mark::Break(text.clone()))? {
            MarkTrace::Hits(_, hits) => hits.get(..hits.partition_point(|hit| hit.step <= end)),
            _ => None,
        }
    }

    /// The number to plot for a watch at each place of a timeline, from 0 steps on; `None` if not
    /// computed.
    pub fn plot_of(&self, id: TimelineId, watch: usize) -> Option<plot::Part<'_>> {
        let text = self.marks().watches.get(watch)?;
        let (traced, end) = self.traced(id)?;
        match traced.lanes.get(&Mark::Watch(text.clone()))? {
            MarkTrace::Plot(_, plot) => Some(plot.first(end + 1)),
            _ => None,
        }
    }

    /// Why a watch or breakpoint cannot be evaluated along a timeline, if that is known.
    pub fn trace_error(&self, id: TimelineId, text: &str) -> Option<&str> {
        let (traced, _) = self.traced(id)?;
        let lanes = [Mark::Watch(text.to_owned()), Mark::Break(text.to_owned())];
        lanes.iter().find_map(|mark| match traced.lanes.get(mark) {
            Some(MarkTrace::Wrong(why)) => Some(why.as_str()),
            _ => None,
        })
    }
}

/// A place at which the value of an expression changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The place: after this many steps.
    pub step: usize,
    /// The headline of the step; `None` at the start.
    pub entry: Option<EntryNo>,
    /// The value from there on.
    pub value: Value,
    /// The value as text.
    pub shown: String,
}

/// Where the value of an expression changes along a timeline, including its first value, for the
/// viewer of `numbers`. A step that is hidden from a player changes nothing for them.
///
/// # Errors
/// If the expression is too expensive; [`SessionError::Cancelled`].
pub fn changes(
    timeline: &Timeline,
    numbers: &Numbers,
    expression: &Expression,
    progress: &Progress,
) -> Result<Vec<Change>, SessionError> {
    let first = numbers.value(timeline, timeline.value_at(0, expression)?);
    let shown = first.show(&timeline.game_at(0));
    let mut found = vec![Change { step: 0, entry: None, value: first, shown }];
    let total = timeline.commits().len();
    for (index, commit) in timeline.commits().iter().enumerate() {
        progress.step(index, total)?;
        walk(commit, |passed| {
            if !numbers.sees_step(passed.place - 1) {
                return Ok(());
            }
            let value = numbers.value(timeline, value_of(timeline, expression, &passed)?);
            if found.last().is_none_or(|last| last.value != value) {
                let (step, shown) = (passed.place, value.show(passed.after));
                let entry = headline(timeline, numbers.viewer(), &passed);
                found.push(Change { step, entry, value, shown });
            }
            Ok::<(), EvalError>(())
        })?;
    }
    Ok(found)
}

/// Computes one lane.
enum Tracer {
    Plot(Expression, Plot),
    Hits(Predicate, Vec<Hit>),
    Wrong(String),
}

impl TraceWork {
    /// Computes the traces in one pass over the timeline.
    ///
    /// # Errors
    /// [`SessionError::Cancelled`]. An expression that is too expensive is recorded with its mark.
    pub fn run(self, progress: &Progress) -> Result<Traced, SessionError> {
        let TraceWork { timeline, eyes, mut lanes, due } = self;
        let mut tracers: Vec<(Mark, Tracer, usize)> = Vec::new();
        for (mark, lane, shared) in due {
            let tracer = match lane {
                MarkTrace::Plot(expression, plot) => {
                    let mut plot = Arc::unwrap_or_clone(plot);
                    match timeline.value_at(0, &expression) {
                        Ok(value) if plot.is_empty() => plot.push(value.plotted()),
                        _ => {}
                    }
                    Tracer::Plot(expression, plot)
                }
                MarkTrace::Hits(predicate, hits) => Tracer::Hits(predicate, Arc::unwrap_or_clone(hits)),
                MarkTrace::Wrong(why) => Tracer::Wrong(why),
            };
            tracers.push((mark, tracer, shared));
        }
        let total = timeline.commits().len();
        let first = tracers.iter().map(|(_, _, shared)| *shared).min().unwrap_or(total);
        for index in first..total {
            progress.step(index - first, total - first)?;
            let Some(commit) = timeline.commits().get(index) else { continue };
            for (_, tracer, shared) in &mut tracers {
                if *shared <= index
                    && let Err(error) = tracer.go_on(&timeline, commit)
                {
                    *tracer = Tracer::Wrong(error.to_string());
                }
            }
        }
        for (mark, tracer, _) in tracers {
            let lane = match tracer {
                Tracer::Plot(expression, plot) => MarkTrace::Plot(expression, Arc::new(plot)),
                Tracer::Hits(predicate, hits) => MarkTrace::Hits(predicate, Arc::new(hits)),
                Tracer::Wrong(why) => MarkTrace::Wrong(why),
            };
            lanes.insert(mark, lane);
        }
        Ok(Traced { timeline, eyes, lanes })
    }
}

impl Tracer {
    fn go_on(&mut self, timeline: &Timeline, commit: &crate::Commit) -> Result<(), EvalError> {
        match self {
            Tracer::Wrong(_) => Ok(()),
            Tracer::Plot(expression, plot) => walk(commit, |passed: Passed<'_>| {
                plot.push(value_of(timeline, expression, &passed)?.plotted());
                Ok(())
            }),
            Tracer::Hits(predicate, hits) => {
                let mut probe = Probe::new(predicate, false);
                probe.begin(timeline, commit)?;
                walk(commit, |passed: Passed<'_>| {
                    let step = passed.place;
                    for entry in probe.at(timeline, &passed)? {
                        let entry = entry.or_else(|| timeline.headline(step)).unwrap_or_default();
                        hits.push(Hit { step, entry });
                    }
                    Ok(())
                })
            }
        }
    }
}
