//! Why something happened: the chain of causes back to the input that led to it, and its direct
//! consequences.

use retrace_core::fact::{EntryNo, Part};
use retrace_core::rule::Rule;

use crate::base::place::TimelineId;
use crate::session::Session;
use crate::timeline::line::Timeline;

/// One link of a chain of causes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyLink {
    /// The entry.
    pub no: EntryNo,
    /// The step that it belongs to.
    pub step: usize,
    /// The part of its step.
    pub part: Part,
    /// The rule that made it happen.
    pub rule: Rule,
    /// Its text, in one line of English.
    pub text: String,
}

impl Session {
    /// The chain of causes of an entry: the entry itself, then its cause, and so on, back to the
    /// input or the genesis. Empty if there is no such entry.
    pub fn why(&self, id: TimelineId, no: EntryNo) -> Vec<WhyLink> {
        let Some(timeline) = self.timeline(id) else { return Vec::new() };
        let mut links: Vec<WhyLink> = Vec::new();
        let mut next = Some(no);
        while let Some(no) = next {
            // A cause is always earlier.
            if links.last().is_some_and(|last| no >= last.no) {
                break;
            }
            links.extend(link(timeline, no));
            next = timeline.entry(no).and_then(|(_, entry)| entry.cause);
        }
        links
    }

    /// The direct consequences of an entry.
    pub fn brought_about(&self, id: TimelineId, no: EntryNo) -> Vec<WhyLink> {
        let Some(timeline) = self.timeline(id) else { return Vec::new() };
        caused_by(timeline, no).filter_map(|effect| link(timeline, effect)).collect()
    }
}

/// The direct consequences of an entry, in order. Those in its own commit are found there, the
/// others in the index of the timeline, so the following events, perhaps a million, are never
/// scanned.
pub(crate) fn caused_by(timeline: &Timeline, no: EntryNo) -> impl Iterator<Item = EntryNo> {
    let own = timeline.commit_of_entry(no).into_iter().flat_map(move |commit| commit.caused_by(no));
    own.chain(timeline.index().later_effects(no))
}

fn link(timeline: &Timeline, no: EntryNo) -> Option<WhyLink> {
    let (step, entry) = timeline.entry(no)?;
    let text = timeline.text(no).unwrap_or_default().to_owned();
    Some(WhyLink { no, step, part: entry.part, rule: entry.rule, text })
}
