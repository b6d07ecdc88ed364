//! Looking for a file: what for, where, and what is typed.

use std::path::PathBuf;

use retrace_core::fact::PlayerId;
use retrace_store::Detail;

/// What an exported file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// The game, with so much of each event.
    Replay(Detail),
    /// What a player saw of it.
    Seen(PlayerId),
}

/// What a file is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To be opened in place of what is open.
    Open,
    /// To be written.
    Export(Holds),
    /// A folder that becomes a store with this session.
    SaveStore,
    /// A replay to be taken into the store that is open.
    Import,
    /// A replay, or anything else, to be compared with.
    Compare,
    /// A text of the rules.
    Rules,
    /// To be written: the choice at or before the cursor as a scenario, with what follows as its script or not.
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

    /// The endings of the files that come into question.
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

    /// Whether something new is written.
    pub(crate) const fn writes(self) -> bool {
        matches!(self, Purpose::Export(_) | Purpose::SaveStore | Purpose::Moment(_))
    }

    /// Whether more is asked than the name, so that the window's own browser is shown first.
    pub(crate) const fn asks_more(self) -> bool {
        matches!(self, Purpose::Export(_) | Purpose::Moment(_))
    }
}

/// The browser: for what, where, and what is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Browse {
    pub(crate) purpose: Purpose,
    pub(crate) folder: PathBuf,
    pub(crate) typed: String,
}
