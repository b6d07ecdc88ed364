//! Actions of a resolution that a later part refers to as "this way" (CR 608.2c), and ways to
//! change targets (CR 115.7).

use retrace_words::Words;
use serde::{Deserialize, Serialize};

/// An action of the resolving spell or ability: "this way" (CR 608.2c, 608.2h). What others do
/// meanwhile does not count: a mana ability, another spell that is cast, an object that returns by
/// itself, and what a replacement or prevention effect of something else does instead or as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
#[allow(missing_docs, reason = "the names say it")]
#[word(of_no_object)]
pub enum Deed {
    Discarded,
    Sacrificed,
    Destroyed,
    Exiled,
    Milled,
    Drawn,
    Countered,
    Created,
    /// Returned, or moved in any other way than these. `ThisWay(Put, …)` counts for its controller
    /// what was put onto the battlefield, and for its owner what was put elsewhere.
    Put,
    Tapped,
    Untapped,
    CountersPut,
    CountersRemoved,
    DamageDealt,
    LifeGained,
    LifeLost,
    LookedAt,
    Revealed,
    /// A player's own library searched by that player, once for each search.
    Searched,
    /// Mana paid for costs that the resolution asks for (CR 118.12), without what was spent on
    /// other things meanwhile.
    ManaPaid,
}

/// What an instruction, a cost or a replacement could do of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deeds(u32);

impl Deeds {
    pub(crate) const NONE: Deeds = Deeds(0);
    /// A keyword action that stands for others may do anything (CR 701.1).
    pub(crate) const ANY: Deeds = Deeds(u32::MAX);
    pub(crate) const DISCARDED: Deeds = Deeds::of(Deed::Discarded);
    pub(crate) const SACRIFICED: Deeds = Deeds::of(Deed::Sacrificed);
    pub(crate) const DESTROYED: Deeds = Deeds::of(Deed::Destroyed);
    pub(crate) const EXILED: Deeds = Deeds::of(Deed::Exiled);
    pub(crate) const MILLED: Deeds = Deeds::of(Deed::Milled);
    pub(crate) const DRAWN: Deeds = Deeds::of(Deed::Drawn);
    pub(crate) const COUNTERED: Deeds = Deeds::of(Deed::Countered);
    pub(crate) const CREATED: Deeds = Deeds::of(Deed::Created);
    pub(crate) const PUT: Deeds = Deeds::of(Deed::Put);
    pub(crate) const TAPPED: Deeds = Deeds::of(Deed::Tapped);
    pub(crate) const UNTAPPED: Deeds = Deeds::of(Deed::Untapped);
    pub(crate) const COUNTERS_PUT: Deeds = Deeds::of(Deed::CountersPut);
    pub(crate) const COUNTERS_REMOVED: Deeds = Deeds::of(Deed::CountersRemoved);
    pub(crate) const DAMAGE_DEALT: Deeds = Deeds::of(Deed::DamageDealt);
    pub(crate) const LIFE_GAINED: Deeds = Deeds::of(Deed::LifeGained);
    pub(crate) const LIFE_LOST: Deeds = Deeds::of(Deed::LifeLost);
    pub(crate) const LOOKED_AT: Deeds = Deeds::of(Deed::LookedAt);
    pub(crate) const REVEALED: Deeds = Deeds::of(Deed::Revealed);
    pub(crate) const SEARCHED: Deeds = Deeds::of(Deed::Searched);
    pub(crate) const MANA_PAID: Deeds = Deeds::of(Deed::ManaPaid);

    const fn of(deed: Deed) -> Deeds {
        Deeds(1 << deed as u32)
    }

    /// Both.
    pub(crate) const fn and(self, other: Deeds) -> Deeds {
        Deeds(self.0 | other.0)
    }

    /// Whether a deed is among them.
    pub(crate) const fn has(self, deed: Deed) -> bool {
        self.0 & Deeds::of(deed).0 != 0
    }
}

/// How many targets of a spell or ability change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
pub enum Changing {
    /// "Change the target": all or none (CR 115.7a).
    TheTargets,
    /// "Change a target": one (CR 115.7b).
    ATarget,
    /// "Change any targets": any number (CR 115.7c).
    AnyTargets,
    /// "Choose new targets": any number; unchanged ones may be illegal (CR 115.7d).
    NewTargets,
}
