//! The state of an object (CR 109).

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::card::{CounterKind, Marking};
use crate::fact::{
    AbilityRef, Announcement, Component, DefId, Entity, EntryNo, ObjectId, Piece, PlayerId, StackAbility, Status,
    Timestamp, Zone,
};
use crate::persist::{Memo, Shared};

/// Rare data that only a few objects have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectMemory {
    /// The entry in which it last transformed (CR 701.28f).
    pub transformed: Option<EntryNo>,
    /// Set if a designation reserves it in exile for a later turn, or did before it was cast.
    pub reserved: Option<Reserved>,
    /// Its components, topmost first, if there are several (CR 723.2). The topmost one is
    /// `component`.
    pub pieces: Vec<Piece>,
    /// Its designations, in the order in which it got them (CR 701.31b, 702.112b).
    pub markings: Vec<Marking>,
    /// On a dungeon: the rooms that its owner's venture marker has been in, by their places, the
    /// present one last (CR 309.4).
    pub rooms: Vec<u8>,
}

/// A card in exile that a designation reserves for a later turn ([`crate::card::Reserving`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Reserved {
    /// The turn in which it got the designation.
    pub turn: u32,
    /// The keyword ability that it was given with it, besides its printed ones.
    pub given: Option<AbilityRef>,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Object {
    /// Its id.
    pub id: ObjectId,
    /// What represents it.
    pub component: Component,
    /// Its owner (CR 108.3).
    pub owner: PlayerId,
    /// Its controller before layer 2 (CR 108.4, 110.2).
    pub controller: Option<PlayerId>,
    /// Its definition.
    pub def: DefId,
    /// Its zone.
    pub zone: Zone,
    /// Its status (CR 110.5), except for the parts stored in other fields.
    pub status: Status,
    /// Whether it is flipped (CR 710.2). It never enters flipped, and stays flipped (CR 710.4).
    pub flipped: bool,
    /// Rare data that only a few objects have.
    pub memory: Option<Shared<ObjectMemory>>,
    /// Its timestamp (CR 613.7).
    pub timestamp: Timestamp,
    /// The entry in which it came into being.
    pub entered: EntryNo,
    /// The entry since which its controller has controlled it continuously (CR 302.6).
    pub controlled_since: EntryNo,
    /// Damage marked on it (CR 120.6).
    pub damage: u32,
    /// Whether a source with deathtouch has damaged it since state-based actions were last checked
    /// (CR 704.5h).
    pub deathtouched: bool,
    /// The counters on it (CR 122).
    #[serde(with = "crate::fact::counter_map")]
    pub counters: BTreeMap<CounterKind, u32>,
    /// The timestamps of counters that change characteristics, by kind (CR 613.7c).
    pub counter_timestamps: Vec<(CounterKind, Timestamp)>,
    /// The object or player it is attached to (CR 301.5, 303.4).
    pub attached_to: Option<Entity>,
    /// For a face-down spell or permanent: its real definition. Its `def` is then that of its
    /// face-down characteristics (CR 708.2).
    pub beneath: Option<DefId>,
    /// In exile: set if it is face down, with the players who may look at it (CR 406.3). In a hand:
    /// set if it was drawn face down (CR 121.8).
    pub face_down: Option<Shared<Vec<PlayerId>>>,
    /// For a card exiled face down: the entry in which the first card of its pile was exiled
    /// (CR 406.4).
    pub pile: Option<Shared<EntryNo>>,
    /// In a library: whether it has been revealed as the top card (CR 401.6).
    pub revealed: bool,
    /// Its announcement, or that of the spell it was (CR 400.7c).
    pub announced: Option<Arc<Announcement>>,
    /// The ability, if it is one.
    pub ability: Option<Arc<StackAbility>>,
    /// Its level, if it has one (CR 717.2b).
    pub level: Option<NonZeroU32>,
    /// What it contributes to the key of a state (`derive::key`).
    #[serde(skip)]
    pub written: Memo<Written>,
}

/// The bytes of a value in the key of a state, with places left open for numbers whose form depends
/// on the rest of the state.
#[derive(Debug, Default, PartialEq)]
pub struct Written {
    /// The bytes between the open places.
    pub bytes: Vec<u8>,
    /// The open places: the number of bytes before, and the number.
    pub open: Vec<(usize, Ordinal, u64)>,
    /// Whether a part of it cannot be written.
    pub failed: bool,
}

/// The kinds of numbers that only order things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordinal {
    /// [`ObjectId`].
    Object,
    /// [`crate::fact::EffectId`].
    Effect,
    /// [`crate::fact::TriggerId`].
    Trigger,
    /// [`crate::fact::ManaId`].
    Mana,
    /// [`Timestamp`].
    Timestamp,
    /// [`EntryNo`].
    Entry,
}

impl Object {
    /// Returns the number of its counters of a kind.
    pub fn counters_of(&self, kind: &CounterKind) -> u32 {
        self.counters.get(kind).copied().unwrap_or(0)
    }

    /// Returns the timestamp of its counters of a kind (CR 613.7c).
    pub(crate) fn counter_timestamp(&self, kind: &CounterKind) -> Timestamp {
        self.counter_timestamps.iter().find(|(of, _)| of == kind).map_or(self.timestamp, |(_, timestamp)| *timestamp)
    }

    /// Returns its components, topmost first, if there are several (CR 723.2).
    pub fn pieces(&self) -> &[Piece] {
        self.memory.as_deref().map_or(&[], |memory| memory.pieces.as_slice())
    }

    /// Returns the entry in which it last transformed (CR 701.28f).
    pub fn transformed(&self) -> Option<EntryNo> {
        self.memory.as_deref().and_then(|memory| memory.transformed)
    }

    /// Returns its designations (CR 701.31b, 702.112b).
    pub fn markings(&self) -> &[Marking] {
        self.memory.as_deref().map_or(&[], |memory| memory.markings.as_slice())
    }

    /// Returns the rooms of a dungeon that its owner's venture marker has been in, by their places,
    /// the present one last (CR 309.4).
    pub fn rooms(&self) -> &[u8] {
        self.memory.as_deref().map_or(&[], |memory| memory.rooms.as_slice())
    }

    /// Returns it as a component of a merged permanent (CR 723.2).
    pub(crate) fn as_piece(&self) -> Piece {
        Piece {
            was: self.id,
            component: self.component,
            def: self.face_up_def(),
            listed: self.beneath.map(|_| self.def),
            half: false,
            since: self.timestamp,
        }
    }

    /// Returns its components: one, unless it is a merged permanent (CR 723.2).
    pub fn components(&self) -> impl Iterator<Item = Component> + '_ {
        let alone = self.pieces().is_empty().then_some(self.component);
        alone.into_iter().chain(self.pieces().iter().map(|piece| piece.component))
    }

    /// Returns its face-up definition, for the battlefield or as it leaves (CR 708.8).
    pub fn face_up_def(&self) -> DefId {
        self.beneath.unwrap_or(self.def)
    }

    /// Returns since when it is reserved in exile, or was before it was cast.
    pub(crate) fn reserved(&self) -> Option<Reserved> {
        self.memory.as_ref().and_then(|memory| memory.reserved)
    }

    /// Returns the designation that reserves it, or did before it was cast.
    pub(crate) fn reserving(&self) -> Option<Marking> {
        self.reserved()?;
        self.markings().iter().copied().find(|being| being.reserving().is_some())
    }

    /// Returns whether it is a face-down spell or permanent (CR 708).
    pub const fn is_face_down(&self) -> bool {
        self.beneath.is_some()
    }

    /// Returns whether it is a permanent: on the battlefield (CR 110.1).
    pub fn is_permanent(&self) -> bool {
        self.zone == Zone::Battlefield
    }

    /// Returns whether it is a spell: on the stack, and not an ability (CR 112.1).
    pub(crate) fn is_spell(&self) -> bool {
        self.zone == Zone::Stack && self.component != Component::Ability
    }
}

/// Returns an object for modification. If another game shares it, it is copied first.
pub(super) fn changed(object: &mut Arc<Object>) -> &mut Object {
    let object = Arc::make_mut(object);
    object.written.forget();
    object
}
