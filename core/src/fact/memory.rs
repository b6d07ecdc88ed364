//! What a lasting text locks in of the resolution that created it (CR 603.7c, 608.2h): what its words named there, and what
//! has become of that.
//!
//! It travels with what was announced, as the last of it. On the wire that is one byte, which once said only whether a spell
//! was cast untimely; bits of it say that a memory follows, and a keyword.

use std::sync::Arc;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::AlternativeOf;
use crate::card::{Objects, Players, Quantity};

use super::canonical::Canonical;
use super::ids::{ObjectId, PlayerId};
use super::object::Note;

/// What the words of a lasting text named as it was created. Most texts need none: what was announced and what the trigger
/// event was about go with them anyway.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Memory {
    /// References to objects, and what each named.
    pub objects: Vec<(Canonical<Objects>, Vec<ObjectId>)>,
    /// References to players, and whom each named.
    pub players: Vec<(Canonical<Players>, Vec<PlayerId>)>,
    /// Numbers, and what each was.
    pub numbers: Vec<(Canonical<Quantity>, i32)>,
    /// Objects that had left by then, and what they had become where everybody can see it (CR 400.7).
    pub moved: Vec<(ObjectId, Vec<ObjectId>)>,
    /// What linked abilities had chosen and noted, the latest last (CR 607.2d).
    pub notes: Vec<Note>,
}

impl Memory {
    /// The objects that a reference named.
    pub fn objects(&self, reference: &Objects) -> Option<&[ObjectId]> {
        self.objects.iter().find(|(its, _)| **its == *reference).map(|(_, ids)| ids.as_slice())
    }

    /// The players that a reference named.
    pub fn players(&self, reference: &Players) -> Option<&[PlayerId]> {
        self.players.iter().find(|(its, _)| **its == *reference).map(|(_, ids)| ids.as_slice())
    }

    /// What a number was.
    pub fn number(&self, number: &Quantity) -> Option<i32> {
        self.numbers.iter().find(|(its, _)| **its == *number).map(|(_, value)| *value)
    }

    /// What an object had become, if it had left.
    pub fn moved(&self, id: ObjectId) -> Option<&[ObjectId]> {
        self.moved.iter().find(|(its, _)| *its == id).map(|(_, became)| became.as_slice())
    }
}

/// The last of what was announced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Further {
    /// Whether the spell was cast when a sorcery couldn't have been cast (CR 307.5a).
    pub untimely: bool,
    /// What was locked in as it was created, for what a resolution left behind (CR 603.7c, 608.2h).
    pub memory: Option<Arc<Memory>>,
    /// The keyword ability whose alternative cost was paid, whatever offered it (CR 118.9, 702.34a).
    pub paid_as: Option<AlternativeOf>,
}

const UNTIMELY: u8 = 1;
const REMEMBERS: u8 = 2;
const PAID_AS: u8 = 4;

impl Serialize for Further {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (remembers, paid_as) = (self.memory.is_some(), self.paid_as.is_some());
        let flags = u8::from(self.untimely) * UNTIMELY + u8::from(remembers) * REMEMBERS + u8::from(paid_as) * PAID_AS;
        if !remembers && !paid_as {
            return serializer.serialize_u8(flags);
        }
        let mut tuple = serializer.serialize_tuple(1 + usize::from(remembers) + usize::from(paid_as))?;
        tuple.serialize_element(&flags)?;
        if let Some(memory) = &self.memory {
            tuple.serialize_element(memory)?;
        }
        if let Some(keyword) = &self.paid_as {
            tuple.serialize_element(keyword)?;
        }
        tuple.end()
    }
}

impl<'de> Deserialize<'de> for Further {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Further, D::Error> {
        deserializer.deserialize_tuple(3, Flags)
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
        if flags & !(UNTIMELY | REMEMBERS | PAID_AS) != 0 {
            return Err(A::Error::custom(format!("{flags} says more of what was announced than there is to say")));
        }
        let memory = if flags & REMEMBERS == 0 { None } else { parts.next_element()? };
        let paid_as = if flags & PAID_AS == 0 { None } else { parts.next_element()? };
        Ok(Further { untimely: flags & UNTIMELY != 0, memory, paid_as })
    }
}
