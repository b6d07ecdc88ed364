//! Parts of a game that what follows from it may hang on, as a set; which of them an event changes is in [`super::cache`].

use std::ops::BitOr;
use std::sync::LazyLock;

use crate::card::{CardType, Subtype, SubtypeSet, ZoneKind};

/// A set of aspects of objects and parts of the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reads(u128);

impl Reads {
    /// Nothing at all.
    pub const NOTHING: Reads = Reads(0);
    /// Who controls an object.
    pub const CONTROL: Reads = Reads(1);
    /// Card types, a bit for each, supertypes and subtypes.
    pub const TYPE: Reads = Reads(Reads::CARD_TYPES.0 | Reads::SUPERTYPE.0 | Reads::SUBTYPES.0);
    /// All card types.
    pub const CARD_TYPES: Reads = Reads(((1 << CardType::ALL.len()) - 1) << 32);
    /// Supertypes.
    pub const SUPERTYPE: Reads = Reads(1 << 48);
    /// All subtypes. They share bits: what two different ones have in common is an untrue alarm, and only costs time.
    pub const SUBTYPES: Reads = Reads(u128::MAX << 64);
    /// Colors.
    pub const COLOR: Reads = Reads(1 << 2);
    /// Abilities of whatever kind.
    pub const ABILITY: Reads =
        Reads(Reads::EFFECTS.0 | Reads::KEYWORD.0 | Reads::ACTIVATED.0 | Reads::OTHER_ABILITIES.0);
    /// Abilities that generate continuous effects: whether these exist.
    pub const EFFECTS: Reads = Reads(1 << 49);
    /// Keyword abilities.
    pub const KEYWORD: Reads = Reads(1 << 50);
    /// Activated abilities, those of basic land types among them.
    pub const ACTIVATED: Reads = Reads(1 << 51);
    /// What an effect is being applied to: it does other things to other objects.
    pub const AFFECTED: Reads = Reads(1 << 52);
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
    /// The levels of permanents (CR 717.2b).
    pub const LEVELS: Reads = Reads(1 << 53);
    /// Triggered abilities and spell abilities: whether there are any.
    pub const OTHER_ABILITIES: Reads = Reads(1 << 54);
    /// All of it.
    pub const EVERYTHING: Reads = Reads(u128::MAX);

    /// Which objects are in the zones of a kind.
    pub const fn zone(kind: ZoneKind) -> Reads {
        Reads(1 << (16 + kind as u32))
    }

    /// Whether an object has a card type.
    pub const fn card_type(kind: CardType) -> Reads {
        Reads(1 << (32 + kind as u32))
    }

    /// Whether an object has a subtype.
    pub const fn subtype(subtype: Subtype) -> Reads {
        Reads(1 << (64 + subtype.index() as u32 % 64))
    }

    /// Whether an object has subtypes of a set.
    pub fn subtypes(set: SubtypeSet) -> Reads {
        static OF: LazyLock<Vec<Reads>> =
            LazyLock::new(|| CardType::ALL.iter().map(|kind| Reads::all_in(SubtypeSet::Of(*kind))).collect());
        match set {
            SubtypeSet::Of(kind) => OF.get(kind as usize).copied().unwrap_or(Reads::SUBTYPES),
            SubtypeSet::BasicLand => Reads::all_in(set),
        }
    }

    fn all_in(set: SubtypeSet) -> Reads {
        set.members().iter().fold(Reads::NOTHING, |all, subtype| all | Reads::subtype(*subtype))
    }

    /// Both.
    #[must_use]
    pub const fn and(self, other: Reads) -> Reads {
        Reads(self.0 | other.0)
    }

    /// The first without the second.
    #[must_use]
    pub const fn without(self, other: Reads) -> Reads {
        Reads(self.0 & !other.0)
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
