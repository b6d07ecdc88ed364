//! What an ability or effect remembers of the resolution that created it (CR 603.7c, 608.2h): what
//! its words referred to then, and what has become of those objects.
//!
//! It is stored as the last part of the announcement. On the wire that is one byte, which
//! originally said only whether a spell was cast untimely. Further bits say which other parts
//! follow.

use std::sync::Arc;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::AlternativeOf;
use crate::card::{Objects, Players, Quantity};

use super::canonical::Canonical;
use super::characteristics::Origin;
use super::ids::{ObjectId, PlayerId};
use super::object::Note;

/// What the words of an ability or effect referred to when it was created. Most need no memory,
/// because they carry the announcement and the trigger event anyway.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Memory {
    /// References to objects, and the objects.
    pub objects: Vec<(Canonical<Objects>, Vec<ObjectId>)>,
    /// References to players, and the players.
    pub players: Vec<(Canonical<Players>, Vec<PlayerId>)>,
    /// Quantities, and their values.
    pub numbers: Vec<(Canonical<Quantity>, i32)>,
    /// Objects that had already left, and the objects they had become in a public zone (CR 400.7).
    pub moved: Vec<(ObjectId, Vec<ObjectId>)>,
    /// What linked abilities had chosen and noted, latest last (CR 607.2d).
    pub notes: Vec<Note>,
}

impl Memory {
    /// Returns the objects of a reference.
    pub fn objects(&self, reference: &Objects) -> Option<&[ObjectId]> {
        self.objects.iter().find(|(its, _)| **its == *reference).map(|(_, ids)| ids.as_slice())
    }

    /// Returns the players of a reference.
    pub fn players(&self, reference: &Players) -> Option<&[PlayerId]> {
        self.players.iter().find(|(its, _)| **its == *reference).map(|(_, ids)| ids.as_slice())
    }

    /// Returns the value of a quantity.
    pub fn number(&self, number: &Quantity) -> Option<i32> {
        self.numbers.iter().find(|(its, _)| **its == *number).map(|(_, value)| *value)
    }

    /// Returns all objects in it, and what they had become.
    pub(crate) fn all_objects(&self) -> impl Iterator<Item = ObjectId> + '_ {
        let named = self.objects.iter().flat_map(|(_, ids)| ids.iter().copied());
        named.chain(self.moved.iter().flat_map(|(id, became)| std::iter::once(*id).chain(became.iter().copied())))
    }

    /// Returns what an object had become, if it had left.
    pub fn moved(&self, id: ObjectId) -> Option<&[ObjectId]> {
        self.moved.iter().find(|(its, _)| *its == id).map(|(_, became)| became.as_slice())
    }
}

/// The last parts of an announcement.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Further {
    /// Whether the spell was cast when a sorcery couldn't be cast (CR 307.5a).
    pub untimely: bool,
    /// The memory of something that a resolution left behind (CR 603.7c, 608.2h).
    pub memory: Option<Arc<Memory>>,
    /// The keyword ability whose alternative cost was paid, from any source (CR 118.9, 702.34a).
    pub paid_as: Option<AlternativeOf>,
    /// For whom targets were chosen, where the text has some for each of several players
    /// (CR 601.2c).
    pub apiece: Vec<Apiece>,
    /// The ability whose resolution left this behind: what this does is linked as if that ability
    /// did it (CR 607.1, 607.2).
    pub left_by: Option<Arc<Origin>>,
    /// The creatures that convoked the spell, among what it was paid with (CR 702.51c).
    pub convoked: Vec<ObjectId>,
}

/// The targets that were chosen for one of several players (CR 601.2c).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Apiece {
    /// The index of the instance of "target".
    pub instance: u8,
    /// The player.
    pub player: PlayerId,
    /// How many of its targets, after those for the players before.
    pub count: u8,
}

const UNTIMELY: u8 = 1;
const REMEMBERS: u8 = 2;
const PAID_AS: u8 = 4;
const APIECE: u8 = 8;
const LEFT_BY: u8 = 16;
const CONVOKED: u8 = 32;

impl Serialize for Further {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (remembers, paid_as, apiece) = (self.memory.is_some(), self.paid_as.is_some(), !self.apiece.is_empty());
        let (left_by, convoked) = (self.left_by.is_some(), !self.convoked.is_empty());
        let flags = u8::from(self.untimely) * UNTIMELY
            + u8::from(remembers) * REMEMBERS
            + u8::from(paid_as) * PAID_AS
            + u8::from(apiece) * APIECE
            + u8::from(left_by) * LEFT_BY
            + u8::from(convoked) * CONVOKED;
        let more = [remembers, paid_as, apiece, left_by, convoked].map(usize::from).iter().sum::<usize>();
        if more == 0 {
            return serializer.serialize_u8(flags);
        }
        let mut tuple = serializer.serialize_tuple(1 + more)?;
        tuple.serialize_element(&flags)?;
        if let Some(memory) = &self.memory {
            tuple.serialize_element(memory)?;
        }
        if let Some(keyword) = &self.paid_as {
            tuple.serialize_element(keyword)?;
        }
        if apiece {
            tuple.serialize_element(&self.apiece)?;
        }
        if let Some(origin) = &self.left_by {
            tuple.serialize_element(origin)?;
        }
        if convoked {
            tuple.serialize_element(&self.convoked)?;
        }
        tuple.end()
    }
}

impl<'de> Deserialize<'de> for Further {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Further, D::Error> {
        deserializer.deserialize_tuple(6, Flags)
    }
}

struct Flags;

impl<'de> Visitor<'de> for Flags {
    type Value = Further;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the last of what was announced")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Further, A::Error> {
        let flags: u8 = parts.next_element()?.unwrap_or_default();
        if flags & !(UNTIMELY | REMEMBERS | PAID_AS | APIECE | LEFT_BY | CONVOKED) != 0 {
            return Err(A::Error::custom(format!("{flags} says more of what was announced than there is to say")));
        }
        let memory = if flags & REMEMBERS == 0 { None } else { parts.next_element()? };
        let paid_as = if flags & PAID_AS == 0 { None } else { parts.next_element()? };
        let apiece = if flags & APIECE == 0 { None } else { parts.next_element()? };
        let left_by = if flags & LEFT_BY == 0 { None } else { parts.next_element()? };
        let convoked = if flags & CONVOKED == 0 { None } else { parts.next_element()? };
        Ok(Further {
            untimely: flags & UNTIMELY != 0,
            memory,
            paid_as,
            apiece: apiece.unwrap_or_default(),
            left_by,
            convoked: convoked.unwrap_or_default(),
        })
    }
}
