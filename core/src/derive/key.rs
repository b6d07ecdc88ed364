//! When two states of a game are the same (CR 104.4b, 725.1b): a key that leaves out what no rule can read.
//!
//! Ids, timestamps and places in the log only order things, so only their order counts: each is written as its rank among
//! those of its kind that the state holds. A card is itself whatever object it has become, so a state in which a card has
//! left and come back can be the state of before. What happened earlier is left out; how many random results were used up
//! is not, since a game that goes on by chance repeats nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde::ser;

use crate::fact::{Act, Component, ObjectId, Zone};
use crate::persist::Vector;
use crate::state::{ContinuousEffect, Game, Object, Player, Turn};

use super::active::now;

/// A key of a state.
pub type Key = [u8; 32];

/// The key of a game as it is; none if something of it cannot be written, so that it equals no other.
pub fn key(game: &Game) -> Option<Key> {
    let mut writer =
        Writer { ranks: Ranks::default(), labels: labels(game), bytes: Vec::new(), collecting: true, failed: false };
    write(game, &mut writer);
    writer.ranks.settle();
    writer.bytes.clear();
    writer.collecting = false;
    write(game, &mut writer);
    (!writer.failed).then(|| *blake3::hash(&writer.bytes).as_bytes())
}

/// The key of something that a player may do with priority: that of the same card or token, whatever object it is by now,
/// is the same.
pub fn act_key(game: &Game, act: &Act) -> Option<Key> {
    let mut writer =
        Writer { ranks: Ranks::default(), labels: labels(game), bytes: Vec::new(), collecting: false, failed: false };
    writer.put(act);
    (!writer.failed).then(|| *blake3::hash(&writer.bytes).as_bytes())
}

/// Writes everything that a rule can read, twice: first to see which numbers there are, then their ranks.
fn write(game: &Game, writer: &mut Writer) {
    let world = game.world();
    let mut objects: Vec<(&Label, &Object)> = Vec::new();
    let labels = writer.labels.clone();
    for (id, object) in &world.objects {
        if let Some(label) = labels.get(id) {
            objects.push((label, object));
        }
    }
    objects.sort_by_key(|(label, _)| **label);
    for (label, object) in objects {
        writer.put(&label.0);
        writer.put(&label.1);
        writer.put(object);
    }
    let mut phased_out: Vec<_> = world.phased_out.iter().filter_map(|(id, it)| Some((labels.get(id)?, it))).collect();
    phased_out.sort_by_key(|(label, _)| **label);
    for (label, phased) in phased_out {
        writer.put(&label.0);
        writer.put(&label.1);
        writer.put(phased);
    }
    for player in &world.players {
        // The order of a hand is nobody's business.
        let mut hand: Vec<ObjectId> = player.hand.iter().copied().collect();
        hand.sort_by_key(|id| labels.get(id).copied());
        let hand = hand.into_iter().collect::<Vector<ObjectId>>().into();
        writer.put(&Player { hand, ..Player::clone(player) });
    }
    writer.put(&world.stack);
    // The number of a turn only tells the first from the others (CR 103.7a).
    writer.put(&Turn { number: world.turn.number.min(2), ..world.turn.clone() });
    writer.put(&world.schedule);
    writer.put(&world.combat);
    writer.put(&world.frames);
    // What applies to nothing that there is any more, no rule reads.
    let applies = |effect: &&Arc<ContinuousEffect>| {
        let there = |id: &ObjectId| game.object(now(game, *id)).is_some() || game.phased_out(*id).is_some();
        effect.objects.as_ref().is_none_or(|objects| objects.iter().any(there))
    };
    let effects: Vec<_> = world.effects.values().filter(applies).collect();
    writer.put(&effects);
    writer.put(&world.waiting);
    let delayed: Vec<_> = world.delayed.values().collect();
    writer.put(&delayed);
    writer.put(&world.chances);
    writer.put(&game.counters().draws);
}

/// What an object is called: the card that it is, or which of the tokens or of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label(u8, u32);

/// The labels of all objects.
pub fn labels(game: &Game) -> BTreeMap<ObjectId, Label> {
    let world = game.world();
    let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let mut labels = BTreeMap::new();
    let mut tokens = 0;
    let phased_out = world.phased_out.iter().map(|(id, phased)| (id, &phased.object));
    let mut objects: Vec<(&ObjectId, &Arc<Object>)> = world.objects.iter().chain(phased_out).collect();
    objects.sort_unstable_by_key(|(id, _)| **id);
    for (id, object) in objects {
        let label = match object.component {
            Component::Card(card) => Label(0, card.0),
            Component::Ability if object.zone == Zone::Stack => {
                Label(2, place(world.stack.iter().position(|on_stack| on_stack == id).unwrap_or(usize::MAX)))
            }
            _ => {
                tokens += 1;
                Label(1, tokens)
            }
        };
        labels.insert(*id, label);
    }
    labels
}

/// The numbers of each kind that were met, and their ranks.
#[derive(Default)]
struct Ranks {
    met: BTreeMap<&'static str, BTreeSet<u64>>,
    ranks: BTreeMap<&'static str, BTreeMap<u64, u64>>,
}

impl Ranks {
    fn settle(&mut self) {
        let ranked = |numbers: &BTreeSet<u64>| numbers.iter().copied().zip(0..).collect();
        self.ranks = self.met.iter().map(|(kind, numbers)| (*kind, ranked(numbers))).collect();
    }

    fn rank(&self, kind: &'static str, number: u64) -> u64 {
        self.ranks.get(kind).and_then(|ranks| ranks.get(&number)).copied().unwrap_or(u64::MAX)
    }
}

/// The kinds of numbers that only order things.
fn ordinal(name: &'static str) -> bool {
    matches!(name, "ObjectId" | "EffectId" | "TriggerId" | "ManaId" | "Timestamp" | "EntryNo")
}

struct Writer {
    ranks: Ranks,
    labels: BTreeMap<ObjectId, Label>,
    bytes: Vec<u8>,
    collecting: bool,
    failed: bool,
}

impl Writer {
    fn put<T: Serialize + ?Sized>(&mut self, value: &T) {
        let written = value.serialize(Form { writer: self, kind: None });
        self.failed |= written.is_err();
    }

    fn number(&mut self, kind: Option<&'static str>, number: u64) {
        match kind {
            Some(kind) if self.collecting => {
                self.ranks.met.entry(kind).or_default().insert(number);
            }
            Some(kind) => {
                let label = match kind {
                    "ObjectId" => {
                        u32::try_from(number).ok().and_then(|number| self.labels.get(&ObjectId(number)).copied())
                    }
                    _ => None,
                };
                match label {
                    Some(Label(sort, number)) => {
                        self.bytes.push(sort);
                        self.bytes.extend(number.to_be_bytes());
                    }
                    None => {
                        self.bytes.push(u8::MAX);
                        self.bytes.extend(self.ranks.rank(kind, number).to_be_bytes());
                    }
                }
            }
            None => self.bytes.extend(number.to_be_bytes()),
        }
    }
}

/// A value on its way into the key; of an ordinal number, its kind is known from the newtype around it.
struct Form<'w> {
    writer: &'w mut Writer,
    kind: Option<&'static str>,
}

/// What cannot be written into a key.
#[derive(Debug)]
struct Unwritable(String);

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unwritable {}

impl ser::Error for Unwritable {
    fn custom<T: fmt::Display>(message: T) -> Unwritable {
        Unwritable(message.to_string())
    }
}

macro_rules! numbers {
    ($($function:ident($type:ty)),+) => {
        $(fn $function(self, value: $type) -> Result<(), Unwritable> {
            #[allow(clippy::cast_sign_loss, reason = "only whether two are the same counts")]
            self.writer.number(self.kind, value as u64);
            Ok(())
        })+
    };
}

impl<'w> ser::Serializer for Form<'w> {
    type Ok = ();
    type Error = Unwritable;
    type SerializeSeq = Parts<'w>;
    type SerializeTuple = Parts<'w>;
    type SerializeTupleStruct = Parts<'w>;
    type SerializeTupleVariant = Parts<'w>;
    type SerializeMap = Parts<'w>;
    type SerializeStruct = Parts<'w>;
    type SerializeStructVariant = Parts<'w>;

    numbers!(
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
        serialize_u8(u8),
        serialize_u16(u16),
        serialize_u32(u32),
        serialize_u64(u64)
    );

    fn serialize_bool(self, value: bool) -> Result<(), Unwritable> {
        self.writer.bytes.push(u8::from(value));
        Ok(())
    }

    fn serialize_f32(self, _: f32) -> Result<(), Unwritable> {
        Err(ser::Error::custom("a state holds no fractions"))
    }

    fn serialize_f64(self, _: f64) -> Result<(), Unwritable> {
        Err(ser::Error::custom("a state holds no fractions"))
    }

    fn serialize_char(self, value: char) -> Result<(), Unwritable> {
        self.writer.number(None, u64::from(u32::from(value)));
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), Unwritable> {
        self.serialize_bytes(value.as_bytes())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Unwritable> {
        self.writer.number(None, value.len() as u64);
        self.writer.bytes.extend(value);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Unwritable> {
        self.writer.bytes.push(0);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unwritable> {
        self.writer.bytes.push(1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Unwritable> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Unwritable> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> Result<(), Unwritable> {
        self.writer.number(None, u64::from(index));
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<(), Unwritable> {
        value.serialize(Form { writer: self.writer, kind: ordinal(name).then_some(name) })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Unwritable> {
        self.writer.number(None, u64::from(index));
        value.serialize(Form { writer: self.writer, kind: None })
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Parts<'w>, Unwritable> {
        self.writer.number(None, len.map_or(u64::MAX, |len| len as u64));
        Ok(Parts(self.writer))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'w>, Unwritable> {
        Ok(Parts(self.writer))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'w>, Unwritable> {
        Ok(Parts(self.writer))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Parts<'w>, Unwritable> {
        self.writer.number(None, u64::from(index));
        Ok(Parts(self.writer))
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Parts<'w>, Unwritable> {
        self.serialize_seq(len)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'w>, Unwritable> {
        Ok(Parts(self.writer))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Parts<'w>, Unwritable> {
        self.writer.number(None, u64::from(index));
        Ok(Parts(self.writer))
    }
}

/// The parts of a value, one after another.
struct Parts<'w>(&'w mut Writer);

impl Parts<'_> {
    fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        value.serialize(Form { writer: self.0, kind: None })
    }
}

macro_rules! parts {
    ($($trait:ident::$function:ident),+) => {
        $(impl ser::$trait for Parts<'_> {
            type Ok = ();
            type Error = Unwritable;

            fn $function<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
                self.part(value)
            }

            fn end(self) -> Result<(), Unwritable> {
                Ok(())
            }
        })+
    };
}

parts!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

impl ser::SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unwritable> {
        self.part(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        self.part(value)
    }

    fn end(self) -> Result<(), Unwritable> {
        Ok(())
    }
}

macro_rules! fields {
    ($($trait:ident),+) => {
        $(impl ser::$trait for Parts<'_> {
            type Ok = ();
            type Error = Unwritable;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Result<(), Unwritable> {
                self.part(value)
            }

            fn end(self) -> Result<(), Unwritable> {
                Ok(())
            }
        })+
    };
}

fields!(SerializeStruct, SerializeStructVariant);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fact::{Entry, EntryNo, Event, Part, PlayerId};
    use crate::rule;

    fn after(game: &Game, event: Event) -> Game {
        let mut game = game.clone();
        let entry = Entry { no: game.counters().entry, part: Part::Batch, cause: None, rule: rule!("104.4b"), event };
        crate::state::evolve_entry(&mut game, &entry);
        game
    }

    #[test]
    fn a_state_that_comes_back_has_its_key_again() {
        let players = vec![("Ann".to_owned(), 20), ("Bob".to_owned(), 20)];
        let game = after(&Game::empty(), Event::Began { players, starting_player: PlayerId(0), seed: 0 });
        let less = after(&game, Event::LifeLost { player: PlayerId(1), amount: 3 });
        let back = after(&less, Event::LifeGained { player: PlayerId(1), amount: 3 });
        assert_ne!(key(&game), key(&less));
        assert_eq!(key(&game), key(&back));
        assert_ne!(game, back);
        // A game that goes on by chance repeats nothing.
        assert_ne!(key(&game), key(&after(&game, Event::RandomUsed { draws: 1 })));
        assert_eq!(key(&game).map(|key| key.len()), Some(32));
        assert!(back.counters().entry > EntryNo(0));
    }
}
