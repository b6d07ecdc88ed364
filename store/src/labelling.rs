//! The labels of a log's timelines.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::StoreError;
use crate::history::Change;
use crate::id::EventId;
use crate::label::{Label, wrong};
use crate::log::Log;

impl Log {
    /// The labels of a timeline, in the order of their places.
    ///
    /// # Errors
    /// Errors of timelines, and [`StoreError`] for a chain that cannot be read.
    pub fn labels(&self, timeline: &str) -> Result<Vec<Label>, StoreError> {
        let tip = self.timeline(timeline)?.tip;
        let mut found = Vec::new();
        for label in self.labels_named(timeline) {
            if self.store().reaches(tip, label.commit)? {
                found.push(label.clone());
            }
        }
        found.sort_by(|a, b| (a.events, &a.text).cmp(&(b.events, &b.text)));
        Ok(found)
    }

    /// The labels kept for a timeline of this name, also those of places that it does not have now.
    pub fn labels_named(&self, timeline: &str) -> impl Iterator<Item = &Label> {
        self.labels.kept.all.iter().filter(move |label| label.timeline == timeline)
    }

    /// The labels that show nowhere, and that no undo or redo can show again: no timeline of their
    /// name has their commit, neither now nor before or after an operation that is kept.
    pub(crate) fn stale_labels(&self, forget_operations: bool) -> Result<Vec<Label>, StoreError> {
        if self.labels.kept.all.is_empty() {
            return Ok(Vec::new());
        }
        let mut tips: BTreeMap<&str, BTreeSet<EventId>> = BTreeMap::new();
        for timeline in self.store().timelines() {
            tips.entry(&timeline.name).or_default().insert(timeline.tip);
        }
        let operations = self.store().operations().filter(|_| !forget_operations);
        for change in operations.flat_map(|operation| &operation.changes) {
            let Change::Timeline { before, after, .. } = change else { continue };
            for head in [before, after].into_iter().flatten().filter(|head| !head.tip.is_zero()) {
                tips.entry(&head.name).or_default().insert(head.tip);
            }
        }
        let mut stale = Vec::new();
        for label in &self.labels.kept.all {
            let mut shows = false;
            for tip in tips.get(label.timeline.as_str()).into_iter().flatten() {
                shows = shows || self.store().reaches(*tip, label.commit)?;
            }
            if !shows {
                stale.push(label.clone());
            }
        }
        Ok(stale)
    }

    /// Removes labels and adds others, in one write. This is no operation of its own: call it
    /// before the operation that brings the timelines and commits of the new labels.
    ///
    /// # Errors
    /// [`StoreError::BadLabel`] and errors of writing; nothing has changed then.
    pub fn change_labels<'a>(
        &mut self,
        removed: impl IntoIterator<Item = &'a Label>,
        added: impl IntoIterator<Item = Label>,
    ) -> Result<(), StoreError> {
        let mut all = self.labels.kept.all.clone();
        for label in removed {
            all.remove(label);
        }
        for label in added {
            if let Some(why) = wrong(&label.text) {
                return Err(StoreError::BadLabel { text: label.text, why });
            }
            all.insert(label);
        }
        self.labels.set(all)
    }
}
