//! The folder of the user's data in which a session is kept, and what is noted there.

use std::fs::File;
use std::path::PathBuf;

use retrace_core::fact::ObjectId;
use serde::{Deserialize, Serialize};

use super::marks::Marks;
use super::view::View;

/// The version of a [`Note`].
pub(in crate::session) const VERSION: u16 = 1;

/// The folder in which a session is kept. It is locked until this is dropped.
#[derive(Debug)]
pub(in crate::session) struct Kept {
    pub(in crate::session) folder: PathBuf,
    pub(in crate::session) _lock: File,
    /// What was last written there.
    pub(in crate::session) note: Note,
    /// The view when the session began; what differs was made since.
    pub(in crate::session) began: View,
    /// Why the session is no longer kept, if it cannot be written.
    pub(in crate::session) trouble: Option<String>,
    /// Up to how many commits the session is written at once, rather than by a job.
    pub(in crate::session) at_once: usize,
}

/// What a kept session has besides its timelines and bookmarks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::session) struct Note {
    /// The version of this form.
    pub(in crate::session) version: u16,
    /// The title of the session.
    pub(in crate::session) title: String,
    /// The file or folder that it was opened from.
    pub(in crate::session) path: Option<PathBuf>,
    /// Whether it began as the bundled demonstration.
    pub(in crate::session) demo: bool,
    /// When it was last changed, in milliseconds since 1970.
    pub(in crate::session) used: u64,
    /// How many timelines it has.
    pub(in crate::session) timelines: usize,
    /// The names of the timelines with labels or aliases of a script.
    pub(in crate::session) said: Vec<Said>,
    /// The place of the cursor: its timeline, and how many steps come before.
    pub(in crate::session) cursor: (String, usize),
    /// The pinned place.
    pub(in crate::session) pinned: Option<(String, usize)>,
    /// Watches and breakpoints.
    pub(in crate::session) marks: Marks,
    /// The seeds of the players who answer at random.
    pub(in crate::session) random: Vec<(u8, u64)>,
    /// The card files that it was opened with.
    pub(in crate::session) cards: Vec<PathBuf>,
    /// Whether it was discarded; it can be brought back until another window starts.
    pub(in crate::session) discarded: bool,
}

impl Note {
    /// Whether there are no watches, breakpoints or pin, and nobody answers at random.
    pub(in crate::session) fn is_plain(&self) -> bool {
        self.marks == Marks::default() && self.pinned.is_none() && self.random.is_empty()
    }
}

/// What a script said of a timeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::session) struct Said {
    /// The name of the timeline.
    pub(in crate::session) timeline: String,
    /// The labels: after how many steps, and the text.
    pub(in crate::session) labels: Vec<(usize, String)>,
    /// The names of objects.
    pub(in crate::session) aliases: Vec<(String, ObjectId)>,
}
