//! Parts of a game that what follows from it may hang on, as a set; which of them an event changes is in [`super::cache`].

use std::ops::BitOr;

use crate::card::ZoneKind;

/// A set of aspects of objects and parts of the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reads(u32);

impl Reads {
    /// Nothing at all.
    pub const NOTHING: Reads = Reads(0);
    /// Who controls an object.
    pub const CONTROL: Reads = Reads(1);
    /// Types, subtypes and supertypes.
    pub const TYPE: Reads = Reads(1 << 1);
    /// Colors.
    pub const COLOR: Reads = Reads(1 << 2);
    /// Abilities.
    pub const ABILITY: Reads = Reads(1 << 3);
    /// Power and toughness.
    pub const POWER_TOUGHNESS: Reads = Reads(1 << 4);
    /// Status: tapped or untapped (CR 110.5).
    pub const STATUS: Reads = Reads(1 << 5);
    /// Who attacks and blocks what (CR 506).
    pub const COMBAT: Reads = Reads(1 << 6);
    /// Counters on objects (CR 122).
    pub const COUNTERS: Reads = Reads(1 << 7);
    /// What is attached to what.
    pub const ATTACHMENT: Reads = Reads(1 << 8);
    /// Life totals and counters of players.
    pub const PLAYERS: Reads = Reads(1 << 9);
    /// Whose turn it is, which turn, phase and turn step.
    pub const TURN: Reads = Reads(1 << 10);
    /// What was announced for objects (CR 601.2b-d).
    pub const ANNOUNCED: Reads = Reads(1 << 11);
    /// What happened, damage and mana: whatever no other name stands for.
    pub const HISTORY: Reads = Reads(1 << 12);
    /// Names and mana costs, which only copying and changed texts change.
    pub const NAME: Reads = Reads(1 << 13);
    /// Which objects are in the zones of any kind.
    pub const ZONES: Reads = Reads(0xff << 16);
    /// All of it.
    pub const EVERYTHING: Reads = Reads(u32::MAX);

    /// Which objects are in the zones of a kind.
    pub const fn zone(kind: ZoneKind) -> Reads {
        Reads(1 << (16 + kind as u32))
    }

    /// Both.
    #[must_use]
    pub const fn and(self, other: Reads) -> Reads {
        Reads(self.0 | other.0)
    }

    /// Whether they have something in common.
    pub const fn meets(self, other: Reads) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Reads {
    type Output = Reads;

    fn bitor(self, other: Reads) -> Reads {
        self.and(other)
    }
}
