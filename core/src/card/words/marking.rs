//! The designations of permanents (CR 701.31b, 701.38b, 702.95b, 702.112b, 702.128b).
//!
//! A new one is a variant at the end, with its place in [`Marking::ALL`] and its word. The state,
//! views, scenarios, comparisons and the window read the rest from there.

use serde::{Deserialize, Serialize};

/// A designation of a permanent, which is neither an ability nor copiable. An instruction gives it
/// until the permanent leaves the battlefield, or an effect for as long as it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Marking {
    /// What monstrosity makes a permanent (CR 701.31b).
    Monstrous,
    /// What renown makes a permanent (CR 702.112b).
    Renowned,
    /// What goading makes a creature, until the next turn of whoever goads it (CR 701.38b).
    Goaded,
    /// What soulbond makes two creatures, for as long as they remain so (CR 702.95b).
    Paired,
    /// What a token is that a resolving embalm ability created (CR 702.128b).
    Embalmed,
}

impl Marking {
    /// All of them.
    pub const ALL: [Marking; 5] =
        [Marking::Monstrous, Marking::Renowned, Marking::Goaded, Marking::Paired, Marking::Embalmed];

    /// Its word in running text.
    pub const fn word(self) -> &'static str {
        match self {
            Marking::Monstrous => "monstrous",
            Marking::Renowned => "renowned",
            Marking::Goaded => "goaded",
            Marking::Paired => "paired",
            Marking::Embalmed => "embalmed",
        }
    }
}
