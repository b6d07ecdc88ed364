//! Sets of aspects of a game that words read and derived values depend on.
//!
//! They stand among the words because each word of the card language declares what it reads. Which
//! aspects an event changes, its entry in `fact::event::kinds` declares.

use std::ops::BitOr;
use std::sync::LazyLock;

use super::card_type::{CardType, CardTypes, Subtype, SubtypeSet, Supertype};
use super::chosen::Linked;
use super::comparison::{CoinSide, Comparison, Parity, RollValue};
use super::counter_kind::CounterKind;
use super::designation::Designation;
use super::mana_symbol::{Color, ManaCost, ManaType};
use super::turn_step::{CombatPoint, DayNight, TurnStep};
use super::zone_kind::ZoneKind;

/// A set of aspects of objects and parts of the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reads(u128);

impl Reads {
    /// Nothing at all.
    pub const NOTHING: Reads = Reads(0);
    /// Controllers of objects.
    pub const CONTROL: Reads = Reads(1);
    /// Card types, with one bit each, supertypes and subtypes.
    pub const TYPE: Reads = Reads(Reads::CARD_TYPES.0 | Reads::SUPERTYPE.0 | Reads::SUBTYPES.0);
    /// All card types.
    pub const CARD_TYPES: Reads = Reads(((1 << CardType::ALL.len()) - 1) << 32);
    /// Supertypes.
    pub const SUPERTYPE: Reads = Reads(1 << 48);
    /// All subtypes. They share bits. Two different subtypes on one bit cause a false alarm, which
    /// only costs time.
    pub const SUBTYPES: Reads = Reads(u128::MAX << 64);
    /// Colours.
    pub const COLOR: Reads = Reads(1 << 2);
    /// Abilities of any kind.
    pub const ABILITY: Reads =
        Reads(Reads::EFFECTS.0 | Reads::KEYWORD.0 | Reads::ACTIVATED.0 | Reads::OTHER_ABILITIES.0);
    /// The presence of abilities that generate continuous effects.
    pub const EFFECTS: Reads = Reads(1 << 49);
    /// Keyword abilities.
    pub const KEYWORD: Reads = Reads(1 << 50);
    /// Activated abilities, including those of basic land types.
    pub const ACTIVATED: Reads = Reads(1 << 51);
    /// The object that an effect is being applied to: the effect differs between objects.
    pub const AFFECTED: Reads = Reads(1 << 52);
    /// Power and toughness.
    pub const POWER_TOUGHNESS: Reads = Reads(1 << 4);
    /// Status: tapped or untapped (CR 110.5).
    pub const STATUS: Reads = Reads(1 << 5);
    /// Attackers and blockers, and what they attack and block (CR 506).
    pub const COMBAT: Reads = Reads(1 << 6);
    /// Counters on objects (CR 122).
    pub const COUNTERS: Reads = Reads(1 << 7);
    /// Attachments.
    pub const ATTACHMENT: Reads = Reads(1 << 8);
    /// Life totals and counters of players.
    pub const PLAYERS: Reads = Reads(1 << 9);
    /// The current turn and its player; day and night.
    pub const TURN: Reads = Reads(1 << 10);
    /// The current phase and turn step, and those that have ended this turn.
    pub const STEP: Reads = Reads(1 << 1);
    /// Announcements for objects (CR 601.2b-d).
    pub const ANNOUNCED: Reads = Reads(1 << 11);
    /// What has been announced and paid for spells and abilities, as far as it changes while one is
    /// proposed (CR 601.2, 602.2).
    pub const PROPOSED: Reads = Reads(1 << 25);
    /// Damage, mana and how it was spent, and what is being resolved: everything without a name of
    /// its own. No part of the turn and no priority belongs to it.
    pub const HISTORY: Reads = Reads(1 << 12);
    /// Past events of this turn and the last: zone changes.
    pub const PAST_MOVES: Reads = Reads(1 << 55);
    /// Past damage.
    pub const PAST_DAMAGE: Reads = Reads(1 << 56);
    /// Past attacks and blocks.
    pub const PAST_COMBAT: Reads = Reads(1 << 57);
    /// Spells that were cast.
    pub const PAST_CASTS: Reads = Reads(1 << 58);
    /// What became tapped or untapped.
    pub const PAST_STATUS: Reads = Reads(1 << 59);
    /// Turn steps that began.
    pub const PAST_STEPS: Reads = Reads(1 << 60);
    /// Draws, and life gained and lost.
    pub const PAST_PLAYERS: Reads = Reads(1 << 61);
    /// Mana that was added.
    pub const PAST_MANA: Reads = Reads(1 << 62);
    /// All other past events that a text can ask for.
    pub const PAST_REST: Reads = Reads(1 << 63);
    /// Past events of all kinds.
    pub const PAST: Reads = Reads(0x1ff << 55);
    /// The state as it is, without past events, damage and mana.
    pub const PRESENT: Reads = Reads(!Reads::PAST.0 & !Reads::HISTORY.0);
    /// What single objects are and have: everything but the turn, the players and past events.
    pub const OF_OBJECTS: Reads = Reads(!Reads::PAST.0 & !Reads::TURN.0 & !Reads::STEP.0 & !Reads::PLAYERS.0);
    /// Names and mana costs, which only copy effects and text changes change.
    pub const NAME: Reads = Reads(1 << 13);
    /// The contents of all zones.
    pub const ZONES: Reads = Reads(0xff << 16);
    /// The levels of permanents (CR 717.2b).
    pub const LEVELS: Reads = Reads(1 << 53);
    /// The presence of triggered abilities and spell abilities.
    pub const OTHER_ABILITIES: Reads = Reads(1 << 54);
    /// All aspects. It is always correct, but slow.
    pub const EVERYTHING: Reads = Reads(u128::MAX);
    /// Which objects are on the battlefield.
    pub const BATTLEFIELD: Reads = Reads::zone(ZoneKind::Battlefield);
    /// Which objects are on the stack.
    pub const STACK: Reads = Reads::zone(ZoneKind::Stack);
    /// Which cards are in graveyards, and in which order.
    pub const GRAVEYARD: Reads = Reads::zone(ZoneKind::Graveyard);
    /// Which cards are in hands.
    pub const HAND: Reads = Reads::zone(ZoneKind::Hand);
    /// Which cards are in libraries, and in which order.
    pub const LIBRARY: Reads = Reads::zone(ZoneKind::Library);
    /// What is in public zones (CR 400.2).
    pub const PUBLIC_ZONES: Reads = Reads(Reads::ZONES.0 & !Reads::HAND.0 & !Reads::LIBRARY.0);
    /// Whether an object is a creature.
    pub const CREATURE: Reads = Reads::card_type(CardType::Creature);
    /// Whether an object is an artifact.
    pub const ARTIFACT: Reads = Reads::card_type(CardType::Artifact);

    /// Returns the aspect for the contents of the zones of a kind.
    pub const fn zone(kind: ZoneKind) -> Reads {
        Reads(1 << (16 + kind as u32))
    }

    /// Returns the aspect for a card type.
    pub const fn card_type(kind: CardType) -> Reads {
        Reads(1 << (32 + kind as u32))
    }

    /// Returns the aspect for a subtype.
    pub const fn subtype(subtype: Subtype) -> Reads {
        Reads(1 << (64 + subtype.index() as u32 % 64))
    }

    /// Returns the aspects for a set of subtypes.
    pub fn subtypes(set: SubtypeSet) -> Reads {
        static OF: LazyLock<Vec<Reads>> =
            LazyLock::new(|| CardType::ALL.iter().map(|kind| Reads::all_in(SubtypeSet::Of(*kind))).collect());
        match set {
            SubtypeSet::Of(kind) => OF.get(kind as usize).copied().unwrap_or(Reads::SUBTYPES),
            SubtypeSet::BasicLand => Reads::all_in(set),
        }
    }

    /// Returns the card types that a subtype belongs to: only an object with one of them can get it
    /// (CR 205.3d).
    pub fn types_with(subtype: Subtype) -> Reads {
        let kinds = CardType::ALL.iter().copied().filter(|kind| subtype.belongs_to(CardTypes::NONE.with(*kind)));
        kinds.fold(Reads::NOTHING, |all, kind| all | Reads::card_type(kind))
    }

    /// Returns the same for all subtypes of a set, which belong to the same card types.
    pub fn types_with_set(set: SubtypeSet) -> Reads {
        set.members().first().map_or(Reads::NOTHING, |one| Reads::types_with(*one))
    }

    /// Returns the same for any of these subtypes.
    pub fn types_with_any(subtypes: &[Subtype]) -> Reads {
        subtypes.iter().fold(Reads::NOTHING, |all, subtype| all | Reads::types_with(*subtype))
    }

    /// Returns what setting the subtypes of a card type changes. Setting land types removes
    /// abilities (CR 305.7).
    pub fn set_subtypes(of: CardType) -> Reads {
        let lost = if of == CardType::Land { Reads::ABILITY } else { Reads::NOTHING };
        Reads::subtypes(SubtypeSet::Of(of)) | lost
    }

    fn all_in(set: SubtypeSet) -> Reads {
        set.members().iter().fold(Reads::NOTHING, |all, subtype| all | Reads::subtype(*subtype))
    }

    /// Returns the union.
    #[must_use]
    pub const fn and(self, other: Reads) -> Reads {
        Reads(self.0 | other.0)
    }

    /// Returns the first set without the second.
    #[must_use]
    pub const fn without(self, other: Reads) -> Reads {
        Reads(self.0 & !other.0)
    }

    /// Returns these aspects if so, and none otherwise.
    #[must_use]
    pub const fn when(self, so: bool) -> Reads {
        if so { self } else { Reads::NOTHING }
    }

    /// Returns whether they have an aspect in common.
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

impl FromIterator<Reads> for Reads {
    fn from_iter<I: IntoIterator<Item = Reads>>(parts: I) -> Reads {
        parts.into_iter().fold(Reads::NOTHING, Reads::and)
    }
}

/// What a part of a text reads of a game. `#[derive(Words)]` implements it from the declaration.
pub trait Asking {
    /// Returns the aspects that it reads.
    fn reads(&self) -> Reads {
        Reads::NOTHING
    }

    /// Whether it reads only the object that it is about, and things that change only when
    /// everything is recomputed: who its players are, and notes. `false` is always correct.
    fn is_of_the_object_alone(&self) -> bool {
        true
    }
}

/// Implements [`Asking`] for words that contain no others: the word around them reads for them.
macro_rules! read_nothing {
    ($($type:ty),+) => { $(impl $crate::card::words::reads::Asking for $type {})+ };
}
pub(crate) use read_nothing;

read_nothing!(
    bool,
    u8,
    u32,
    i32,
    String,
    CardType,
    Subtype,
    SubtypeSet,
    Supertype,
    Color,
    ManaCost,
    ManaType,
    CounterKind
);
read_nothing!(ZoneKind, Comparison, Parity, CoinSide, RollValue, TurnStep, CombatPoint, DayNight, Designation, Linked);

impl<T: Asking> Asking for Box<T> {
    fn reads(&self) -> Reads {
        (**self).reads()
    }

    fn is_of_the_object_alone(&self) -> bool {
        (**self).is_of_the_object_alone()
    }
}

impl<T: Asking> Asking for Option<T> {
    fn reads(&self) -> Reads {
        self.as_ref().map_or(Reads::NOTHING, T::reads)
    }

    fn is_of_the_object_alone(&self) -> bool {
        self.as_ref().is_none_or(T::is_of_the_object_alone)
    }
}

impl<T: Asking> Asking for Vec<T> {
    fn reads(&self) -> Reads {
        self.iter().fold(Reads::NOTHING, |all, part| all | part.reads())
    }

    fn is_of_the_object_alone(&self) -> bool {
        self.iter().all(T::is_of_the_object_alone)
    }
}
