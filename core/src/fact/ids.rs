//! Ids. A game gives out each number once and never reuses it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::card::ZoneKind;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($number:ty), $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub $number);

        impl $name {
            /// The name of the type, which serializers are told.
            pub const NAME: &str = stringify!($name);

            /// Returns the next id.
            #[must_use]
            pub const fn next(self) -> $name {
                $name(self.0 + 1)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

id! {
    /// An object (CR 109.1). A zone change makes it a new object (CR 400.7).
    ObjectId(u32), "#"
}

id! {
    /// A physical card of the game. Different objects represent it over time.
    CardId(u32), "card "
}
id! {
    /// An index in the game's table of definitions.
    DefId(u32), "definition "
}
id! {
    /// A continuous effect begun by a resolution, not by a static ability.
    EffectId(u32), "effect "
}
id! {
    /// A triggered or delayed triggered ability.
    TriggerId(u32), "trigger "
}
id! {
    /// One mana in a pool.
    ManaId(u32), "mana "
}
id! {
    /// A timestamp (CR 613.7).
    Timestamp(u64), "t"
}
id! {
    /// The index of an entry in the game's history, counted from 0.
    EntryNo(u64), "@"
}

impl DefId {
    /// The definition of an object without one, such as an ability on the stack, which has a text
    /// instead.
    pub const NONE: DefId = DefId(u32::MAX);
}

/// A player, by seat; seat 0 is `A`.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PlayerId(pub u8);

impl PlayerId {
    /// Returns the ids of so many players, in seating order.
    pub fn seats(players: usize) -> impl Iterator<Item = PlayerId> {
        (0..=u8::MAX).take(players).map(PlayerId)
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 26 { write!(f, "{}", (b'A' + self.0) as char) } else { write!(f, "P{}", self.0) }
    }
}

impl fmt::Debug for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl ObjectId {
    /// No object: the source of mana from a what-if change, or of an ability without a source
    /// (CR 720.2). A game never gives out this number.
    pub const NONE: ObjectId = ObjectId(u32::MAX);
}

/// An object or a player: anything that can be targeted, damaged or attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Entity {
    /// A player.
    Player(PlayerId),
    /// An object.
    Object(ObjectId),
}

impl Entity {
    /// Returns the object, if it is one.
    pub const fn object(self) -> Option<ObjectId> {
        match self {
            Entity::Object(object) => Some(object),
            Entity::Player(_) => None,
        }
    }

    /// Returns the player, if it is one.
    pub const fn player(self) -> Option<PlayerId> {
        match self {
            Entity::Player(player) => Some(player),
            Entity::Object(_) => None,
        }
    }
}

impl fmt::Display for Entity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entity::Player(player) => write!(f, "player {player}"),
            Entity::Object(object) => write!(f, "{object}"),
        }
    }
}

/// A zone of the game; each player has some of their own (CR 400.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each variant is named as the rule book names it")]
pub enum Zone {
    Library(PlayerId),
    Hand(PlayerId),
    Graveyard(PlayerId),
    Battlefield,
    Stack,
    Exile,
    Command,
    /// Outside the game (CR 400.11): the cards this player owns there.
    Outside(PlayerId),
    /// CR 407.2
    Ante,
    /// The face-down part of the command zone that is this player's planar deck (CR 901.4). What
    /// asks for the command zone does not mean it: no ability of its cards functions there.
    Planar(PlayerId),
    /// Likewise this player's scheme deck (CR 904.4).
    Schemes(PlayerId),
}

impl Zone {
    /// Returns whether it is a face-down deck in the command zone (CR 901.4, 904.4).
    pub(crate) const fn is_supplementary(self) -> bool {
        matches!(self, Zone::Planar(_) | Zone::Schemes(_))
    }

    /// Returns its kind.
    pub const fn kind(self) -> ZoneKind {
        match self {
            Zone::Library(_) => ZoneKind::Library,
            Zone::Hand(_) => ZoneKind::Hand,
            Zone::Graveyard(_) => ZoneKind::Graveyard,
            Zone::Battlefield => ZoneKind::Battlefield,
            Zone::Stack => ZoneKind::Stack,
            Zone::Exile => ZoneKind::Exile,
            Zone::Command => ZoneKind::Command,
            Zone::Outside(_) | Zone::Planar(_) | Zone::Schemes(_) => ZoneKind::Outside,
            Zone::Ante => ZoneKind::Ante,
        }
    }

    /// Returns the zone of a kind, using `owner` if each player has one (CR 400.3).
    pub const fn of(kind: ZoneKind, owner: PlayerId) -> Zone {
        match kind {
            ZoneKind::Library => Zone::Library(owner),
            ZoneKind::Hand => Zone::Hand(owner),
            ZoneKind::Graveyard => Zone::Graveyard(owner),
            ZoneKind::Battlefield => Zone::Battlefield,
            ZoneKind::Stack => Zone::Stack,
            ZoneKind::Exile => Zone::Exile,
            ZoneKind::Command => Zone::Command,
            ZoneKind::Outside => Zone::Outside(owner),
            ZoneKind::Ante => Zone::Ante,
        }
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Zone::Library(player) | Zone::Hand(player) | Zone::Graveyard(player) => {
                write!(f, "{player}'s {}", self.kind().word())
            }
            Zone::Outside(_) => f.write_str("outside the game"),
            Zone::Exile => f.write_str("exile"),
            Zone::Planar(player) => write!(f, "{player}'s planar deck"),
            Zone::Schemes(player) => write!(f, "{player}'s scheme deck"),
            _ => write!(f, "the {}", self.kind().word()),
        }
    }
}

/// Why a player lost the game (CR 104.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum LossReason {
    /// CR 104.3a
    Conceded,
    /// CR 704.5a
    Life,
    /// CR 704.5b
    EmptyLibrary,
    /// CR 704.5c
    Poison,
    /// CR 104.3e
    Effect,
    /// CR 704.6c
    CommanderDamage,
    /// The player's team lost (CR 809.5b, 810.8a).
    Team,
}
