//! The folder of the user's data in which a session is kept, and what is noted there.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::PathBuf;

use retrace_core::fact::ObjectId;
use serde::{Deserialize, Serialize};

use super::marks::Marks;
use super::view::View;

/// The version of a [`Note`].
pub(crate) const VERSION: u16 = 1;

/// The folder in which a session is kept. It is locked until this is dropped.
#[derive(Debug)]
pub(crate) struct SessionFolder {
    pub(crate) folder: PathBuf,
    pub(crate) _lock: File,
    /// What was last written there.
    pub(crate) note: Note,
    /// The view when the session began; what differs was made since.
    pub(crate) began: View,
    /// Why the session is no longer kept, if it cannot be written.
    pub(crate) trouble: Option<String>,
    /// Up to how many commits the session is written at once, rather than by a job.
    pub(crate) at_once: usize,
}

/// What a kept session has besides its timelines and bookmarks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Note {
    /// The version of this form.
    pub(crate) version: u16,
    /// The title of the session.
    pub(crate) title: String,
    /// The file or folder that it was opened from.
    pub(crate) path: Option<PathBuf>,
    /// Whether it began as the bundled demonstration.
    pub(crate) demo: bool,
    /// When it was last changed, in milliseconds since 1970.
    pub(crate) used: u64,
    /// How many timelines it has.
    pub(crate) timelines: usize,
    /// The names of the timelines with labels or aliases of a script.
    pub(crate) said: Vec<ScriptSaid>,
    /// The place of the cursor: its timeline, and how many steps come before.
    pub(crate) cursor: (String, usize),
    /// The pinned place.
    pub(crate) pinned: Option<(String, usize)>,
    /// Watches and breakpoints.
    pub(crate) marks: Marks,
    /// The seeds of the players who answer at random.
    pub(crate) random: Vec<(u8, u64)>,
    /// The card files that it was opened with.
    pub(crate) cards: Vec<PathBuf>,
    /// The printed texts of cards that were read from them, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) texts: BTreeMap<String, String>,
    /// Whether it was discarded; it can be brought back until another window starts.
    pub(crate) discarded: bool,
}

impl Note {
    /// Whether there are no watches, breakpoints or pin, and nobody answers at random.
    pub(crate) fn is_plain(&self) -> bool {
        self.marks == Marks::default() && self.pinned.is_none() && self.random.is_empty()
    }
}

/// What a script said of a timeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ScriptSaid {
    /// The name of the timeline.
    pub(crate) timeline: String,
    /// The labels: after how many steps, and the text.
    pub(crate) labels: Vec<(usize, String)>,
    /// The names of objects.
    pub(crate) aliases: Vec<(String, ObjectId)>,
}
