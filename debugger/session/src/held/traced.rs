//! Cached values of watches and breakpoints along timelines.

use std::collections::BTreeMap;
use std::sync::Arc;

use retrace_core::fact::{EntryNo, PlayerId};
use retrace_core::predicate::{Expression, Predicate};

use crate::base::place::TimelineId;
use crate::timeline::line::Timeline;
use crate::timeline::plot::Plot;

/// What is traced: a watch or a breakpoint.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mark {
    Watch(String),
    Break(String),
}

/// A hit of a breakpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The place: after this many steps.
    pub step: usize,
    /// The event.
    pub entry: EntryNo,
}

/// The values of a mark along a timeline.
#[derive(Clone, Debug)]
pub(crate) enum MarkTrace {
    /// The number to plot at each place, from 0 steps on; `None` where there is nothing to plot.
    Plot(Expression, Arc<Plot>),
    /// The hits in order.
    Hits(Predicate, Arc<Vec<Hit>>),
    /// The mark cannot be evaluated here, and why.
    Wrong(String),
}

impl MarkTrace {
    /// The values up to a place.
    pub(crate) fn up_to(&self, end: usize) -> MarkTrace {
        match self {
            MarkTrace::Plot(expression, plot) => MarkTrace::Plot(expression.clone(), Arc::new(plot.up_to(end + 1))),
            MarkTrace::Hits(predicate, hits) => {
                let known = hits.get(..hits.partition_point(|hit| hit.step <= end)).unwrap_or_default();
                MarkTrace::Hits(predicate.clone(), Arc::new(known.to_vec()))
            }
            MarkTrace::Wrong(why) => MarkTrace::Wrong(why.clone()),
        }
    }
}

/// The cached values of a timeline.
#[derive(Clone, Debug)]
pub struct Traced {
    pub(crate) timeline: Arc<Timeline>,
    pub(crate) eyes: Option<PlayerId>,
    pub(crate) lanes: BTreeMap<Mark, MarkTrace>,
}

/// The cached values of every timeline.
pub(crate) type Traces = BTreeMap<TimelineId, Traced>;
