//! Turn markers: several players take turns at the same time (CR 807.4, 807.5).
//!
//! Each marker stands for a turn, and for a stack. What belongs to one turn is its *strand*: the
//! call stack, the turn, its stack, combat, what waits for that stack. The strand of the present
//! marker is in the world, where every rule finds it. The others are set aside here until their
//! turns are taken up ([`Event::TurnTakenUp`](crate::fact::Event::TurnTakenUp)).

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::fact::{Afterward, EffectId, EntryNo, Frame, ObjectId, PlayerId, TriggerId};
use crate::persist::{Shared, Stack};

use super::combat::Combat;
use super::world::{Fragments, Turn, WaitingTrigger, Watch};

/// What belongs to the turn of one marker, set aside.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strand {
    /// The call stack, innermost frame last; empty between turns.
    pub frames: Stack<Arc<Frame>>,
    /// The turn.
    pub turn: Turn,
    /// The objects on the stack of the marker, top last (CR 807.5).
    pub stack: Shared<Vec<ObjectId>>,
    /// The combat phase, if any.
    pub combat: Option<Arc<Combat>>,
    /// Triggered abilities waiting to be put onto the stack.
    pub waiting: Shared<Vec<Arc<WaitingTrigger>>>,
    /// Detects loops of mandatory actions.
    pub watch: Shared<Watch>,
    /// Detects loops that involve several players.
    pub fragments: Shared<Fragments>,
    /// What to do first in the next turn step (CR 614.10b).
    pub postponed: Vec<Arc<Afterward>>,
    /// Who is controlled during the turn, and by whom (CR 718.1).
    pub control: Option<(PlayerId, PlayerId)>,
    /// The planar controller of the turn, in a Planechase game (CR 901.14a).
    pub planar_controller: Option<PlayerId>,
    /// The entry with which it was set aside.
    pub since: EntryNo,
}

/// A turn marker (CR 807.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    /// Its number (CR 807.4b).
    pub number: u32,
    /// The player who holds it, even one who has left during their turn (CR 807.4c).
    pub holder: PlayerId,
    /// Whether that player has yet to take the turn for which they received it.
    pub due: bool,
    /// Whether that player is known to wait for their turn (CR 807.4d).
    pub waits: bool,
    /// How many times it is designated for removal (CR 807.4e).
    pub designated: u32,
    /// The number of the turn before the latest one with it.
    pub before: u32,
    /// Its strand; `None` for the present marker.
    pub strand: Option<Arc<Strand>>,
}

/// The turn markers of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Markers {
    /// The markers by number.
    pub all: Vec<Marker>,
    /// The number of the present marker.
    pub current: u32,
    /// The number of the turn that began last, with whatever marker.
    pub latest: u32,
    /// Whether something has resolved, or a turn or part of a turn has begun or ended, since its
    /// turn was taken up. Then it is time for the next.
    pub moved: bool,
    /// The turns that effects came about in, by the marker, if they last until the turn or a part
    /// of it ends.
    pub effects: BTreeMap<EffectId, u32>,
    /// Likewise the turns that delayed triggered abilities came about in.
    pub delayed: BTreeMap<TriggerId, u32>,
    /// The damage marked on permanents in turns of other markers, and of this one.
    pub damage: BTreeMap<(ObjectId, u32), u32>,
    /// The waiting abilities whose controllers have chosen a stack (CR 807.5b).
    pub settled: Vec<TriggerId>,
}

impl Markers {
    /// Returns a marker.
    pub fn get(&self, number: u32) -> Option<&Marker> {
        self.all.iter().find(|marker| marker.number == number)
    }

    /// Returns a marker for modification.
    pub(super) fn get_mut(&mut self, number: u32) -> Option<&mut Marker> {
        self.all.iter_mut().find(|marker| marker.number == number)
    }

    /// Returns the present marker.
    pub fn present(&self) -> Option<&Marker> {
        self.get(self.current)
    }

    /// Returns the strands that are set aside.
    pub fn strands(&self) -> impl Iterator<Item = &Strand> {
        self.all.iter().filter_map(|marker| marker.strand.as_deref())
    }

    /// Returns how many markers are not designated for removal (CR 807.4f).
    pub fn lasting(&self) -> usize {
        let designated: u32 = self.all.iter().map(|marker| marker.designated).sum();
        self.all.len().saturating_sub(usize::try_from(designated).unwrap_or(usize::MAX))
    }
}
