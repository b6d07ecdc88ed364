//! Why something happened: the chain of causes, back to the input that led to it, and what it brought about itself.

use retrace_core::fact::{EntryNo, Part};
use retrace_core::rule::Rule;

use crate::session::base::place::TimelineId;
use crate::session::session::Session;
use crate::session::timeline::line::Timeline;

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
    /// What it says, in one line of English.
    pub text: String,
}

impl Session {
    /// The chain of causes of an entry: the entry first, then what brought it about, and so on, to the input or the
    /// genesis at its end. Empty if there is no such entry.
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

    /// The entries that an entry brought about itself.
    pub fn brought_about(&self, id: TimelineId, no: EntryNo) -> Vec<WhyLink> {
        let Some(timeline) = self.timeline(id) else { return Vec::new() };
        caused_by(timeline, no).filter_map(|effect| link(timeline, effect)).collect()
    }
}

/// The entries that an entry brought about itself, in order. Of its own commit they are looked up there, the others in the
/// index of the timeline: nobody goes through what follows, which may be a million events.
pub(in crate::session) fn caused_by(timeline: &Timeline, no: EntryNo) -> impl Iterator<Item = EntryNo> {
    let own = timeline.commit_of_entry(no).into_iter().flat_map(move |commit| commit.caused_by(no));
    own.chain(timeline.index().later_effects(no))
}

fn link(timeline: &Timeline, no: EntryNo) -> Option<WhyLink> {
    let (step, entry) = timeline.entry(no)?;
    let text = timeline.text(no).unwrap_or_default().to_owned();
    Some(WhyLink { no, step, part: entry.part, rule: entry.rule, text })
}
