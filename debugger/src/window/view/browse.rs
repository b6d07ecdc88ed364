//! Choosing a file: the purpose, the folder, and the typed name.

use std::path::PathBuf;

use retrace_core::fact::PlayerId;
use retrace_store::Detail;

/// The contents of an exported file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// The game, with this much detail about each event.
    Replay(Detail),
    /// What a player saw of the game.
    Seen(PlayerId),
}

/// The purpose of choosing a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Open it in place of the open one.
    Open,
    /// Write an export to it.
    Export(Holds),
    /// Make the folder a store with this session.
    SaveStore,
    /// Import the replay into the open store.
    Import,
    /// Compare with this replay or other file.
    Compare,
    /// Load it as the text of the rules.
    Rules,
    /// Write the choice at or before the cursor as a scenario; `true` includes what follows as its
    /// script.
    Moment(bool),
}

impl Purpose {
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Purpose::Open => "Open a scenario, a replay or a store",
            Purpose::Export(_) => "Export this timeline",
            Purpose::SaveStore => "Save into a new store",
            Purpose::Import => "Import a replay into the store",
            Purpose::Compare => "Compare with a file",
            Purpose::Rules => "A text of the rules",
            Purpose::Moment(_) => "Save this moment as a scenario",
        }
    }

    pub(in crate::window) const fn verb(self) -> &'static str {
        match self {
            Purpose::Open => "Open",
            Purpose::Export(_) => "Export",
            Purpose::SaveStore | Purpose::Moment(_) => "Save",
            Purpose::Import => "Import",
            Purpose::Compare => "Compare",
            Purpose::Rules => "Read",
        }
    }

    /// The extensions of suitable files.
    pub(crate) const fn endings(self) -> &'static [&'static str] {
        match self {
            Purpose::Open | Purpose::Compare => &["ron", "retrace", "jsonl"],
            Purpose::Export(Holds::Replay(_)) | Purpose::Import => &["retrace", "jsonl"],
            Purpose::Export(Holds::Seen(_)) => &["jsonl"],
            Purpose::SaveStore => &[],
            Purpose::Moment(_) => &["ron"],
            Purpose::Rules => &["txt"],
        }
    }

    /// Whether it writes something new.
    pub(crate) const fn writes(self) -> bool {
        matches!(self, Purpose::Export(_) | Purpose::SaveStore | Purpose::Moment(_))
    }

    /// Whether it has more options than a name, so that the window's own browser is shown first.
    pub(crate) const fn asks_more(self) -> bool {
        matches!(self, Purpose::Export(_) | Purpose::Moment(_))
    }
}

/// The file browser: the purpose, the folder, and the typed name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Browse {
    pub(crate) purpose: Purpose,
    pub(crate) folder: PathBuf,
    pub(crate) typed: String,
}
