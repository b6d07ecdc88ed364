//! When two states of a game are the same (CR 104.4b, 725.1b): a key without anything that no rule
//! can read.
//!
//! Ids, timestamps and places in the log only order things, so each is written as its rank among
//! the numbers of its kind in the state. A card stays itself whatever object it becomes, so a state
//! in which a card has left and come back can equal an earlier one. Past events are left out. The
//! number of random results used is not, since a game that goes on by chance repeats nothing.

pub(crate) mod equal;
pub mod fragmented;
mod likeness;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde::ser;

use crate::card::mechanism::Mechanisms;
use crate::card::{Designation, Duration};
use crate::fact::variant::STARTING_LIFE;
use crate::fact::{
    Act, Announcement, Component, DefId, EffectId, Entry, EntryNo, Event, ManaId, ObjectId, Timestamp, TriggerId, Zone,
};
use crate::state::object::{ObjectMemory, Ordinal, Written};
use crate::state::world::Adding;
use crate::state::{
    ContinuousEffect, Game, KeptOtherwise, Marker, Markers, Object, Player, PlayerControl, Schedule, Strand, Turn,
};

use super::object::active::now;
use super::object::overridden::{Overridden, overridden};

pub(crate) use likeness::likeness;

/// The key of a state.
pub type Key = [u8; 32];

/// The key of a game; none if part of it cannot be written, so that it equals no other.
pub fn key(game: &Game) -> Option<Key> {
    let mut writer = Writer::new(game);
    write(game, &mut writer);
    writer.rank();
    writer.key()
}

/// The key of an action with priority; equal for the same card or token, whatever object that is by
/// now.
pub(crate) fn act_key(game: &Game, act: &Act) -> Option<Key> {
    key_of_act(Arc::new(Labels::of(game)), act)
}

fn key_of_act(labels: Arc<Labels>, act: &Act) -> Option<Key> {
    let mut writer = Writer::with(Some(labels));
    writer.put(act);
    writer.key()
}

/// Writes everything that a rule can read.
fn write(game: &Game, writer: &mut Writer) {
    let world = game.world();
    let labels = writer.labels.clone().unwrap_or_default();
    let mut objects: Vec<(Label, &Object)> = Vec::new();
    for (id, object) in &world.objects {
        objects.extend(labels.label(*id).map(|label| (label, &**object)));
    }
    objects.sort_unstable_by_key(|(label, _)| *label);
    let contributions: Vec<(Label, &Written)> = objects
        .into_iter()
        .map(|(label, object)| (label, object.written.get_or_init(|| written(object, object.memory.as_deref()))))
        .collect();
    writer.reserve(&contributions);
    for (label, contribution) in contributions {
        writer.number(None, label.0.into());
        writer.number(None, label.1.into());
        writer.append(contribution);
    }
    let mut phased_out: Vec<_> =
        world.phased_out.iter().filter_map(|(id, it)| Some((labels.label(*id)?, it))).collect();
    phased_out.sort_by_key(|(label, _)| *label);
    for (label, phased) in phased_out {
        writer.put(&label.0);
        writer.put(&label.1);
        writer.put(phased);
        write_besides(writer, phased.object.memory.as_deref());
    }
    for player in &world.players {
        // No rule reads the order of a hand.
        let mut hand: Vec<ObjectId> = player.hand.iter().copied().collect();
        hand.sort_by_key(|id| labels.label(*id));
        let hand = hand.into();
        writer.put(&Player { hand, ..Player::clone(player) });
        // With the usual values, the key is the same as before players had this field.
        if player.starting_life != STARTING_LIFE {
            writer.put(&player.starting_life);
        }
        if !player.dungeons.is_empty() {
            let dungeons: BTreeSet<DefId> = player.dungeons.iter().copied().collect();
            writer.put(&("dungeons", dungeons));
        }
    }
    // Only a text that counts turns can read how many there were.
    if game.definitions().iter().any(|it| it.counts_turns()) {
        let turns: Vec<u32> = world.players.iter().map(|player| player.turns).collect();
        writer.put(&turns);
    }
    // Only a text that asks for the last upkeep can read when it began.
    if game.has_mechanism(Mechanisms::UPKEEPS) {
        let upkeeps: Vec<_> = world.players.iter().map(|player| player.upkeeps).collect();
        writer.put(&upkeeps);
    }
    if let Some(controller) = world.planar_controllers().next() {
        let rolled =
            world.this_turn().filter(|entry| matches!(entry.event, Event::PlanarDieRolled { action: true, .. }));
        writer.put(&("planar", &world.others.decks, controller, rolled.count()));
    }
    // Without any, the key is the same as before there were commanders.
    for commander in world.commanders().iter() {
        writer.put(&("commander", commander.card, &commander.casts, &commander.damage));
    }
    writer.put(&world.stack);
    // The number of a turn matters only for the first one (CR 103.7a).
    writer.put(&Turn { number: world.turn.number.min(2), ..world.turn.clone() });
    // The number of spells cast in it, up to the second, decides between day and night (CR 724.2).
    if let Some(time) = world.day_night {
        let cast =
            |entry: &&Entry| matches!(&entry.event, Event::BecameCast { player, .. } if *player == world.turn.active);
        writer.put(&(time, world.this_turn().filter(cast).take(2).count()));
    }
    let durations = world.effects.values().map(|it| &*it.duration);
    let delays = world.delayed.values().filter_map(|it| it.until.as_deref());
    let waits_for_added = durations.chain(delays).any(|it| matches!(it, Duration::DuringAdded(..)));
    write_schedule(&world.schedule, waits_for_added, writer);
    // Until the next turn begins, a player who has left may still separate others.
    if game.has_ranges() {
        writer.put(&("ranges", &world.ranges));
    }
    writer.put(&world.combat);
    writer.put(&world.frames);
    // No rule reads an effect whose objects are all gone.
    let applies = |effect: &&Arc<ContinuousEffect>| {
        let exists = |id: ObjectId| game.object(id).is_some() || game.phased_out(id).is_some();
        let there = |id: &ObjectId| exists(now(game, *id));
        effect.objects.as_ref().is_none_or(|objects| objects.iter().any(there))
    };
    // Nor one overridden by later effects.
    let Overridden { effects: left_out, sums } = overridden(game);
    let matters = |effect: &&Arc<ContinuousEffect>| applies(effect) && !left_out.contains(&effect.id);
    let effects: Vec<_> = world.effects.values().filter(matters).collect();
    writer.number(None, effects.len() as u64);
    for effect in effects {
        writer.append(effect.written.get_or_init(|| written(&**effect, None)));
    }
    if !sums.is_empty() {
        writer.put(&sums);
    }
    writer.put(&world.waiting);
    let delayed: Vec<_> = world.delayed.values().collect();
    writer.put(&delayed);
    writer.put(&world.chances);
    // Without a designation, the key is the same as before there could be one.
    for (designation, player) in world.designations.iter() {
        // The monarch, older than the others, is still written as before.
        if designation == Designation::Monarch {
            writer.put(&player);
        } else {
            writer.put(&(designation, player));
        }
    }
    // Without turn markers, the key is the same as before there were any.
    if let Some(markers) = world.markers() {
        let Markers { all, current, effects, delayed, damage, .. } = markers;
        for Marker { number, holder, due, designated, strand, .. } in all {
            writer.put(&("marker", number, number == current, holder, due, designated));
            if let Some(strand) = strand {
                let Strand { frames, turn, stack, combat, waiting, postponed, control, planar_controller, .. } =
                    &**strand;
                writer.put(&(frames, &Turn { number: turn.number.min(2), ..turn.clone() }, stack, combat, waiting));
                writer.put(&(postponed, control, planar_controller));
            }
        }
        let damage: Vec<_> = damage.iter().collect();
        writer.put(&(effects.values().collect::<Vec<_>>(), delayed.values().collect::<Vec<_>>(), damage));
    }
    // Outside of subgames, the key is the same as before there were any.
    if let Some(main) = game.main_game() {
        writer.put(&("main", key(&main)));
    }
    writer.put(&game.counters().draws);
}

/// Writes future turns and control of players. Without what came later, the key is the same as
/// before that existed.
fn write_schedule(schedule: &Schedule, waits_for_added: bool, writer: &mut Writer) {
    let Schedule { extra, taking, regular, postponed, control, after_next, stand_ins, named, held, order, .. } =
        schedule;
    // Whom an instruction under way has still to ask is of no moment where players have priority.
    let Schedule { adding, turns: _, .. } = schedule;
    writer.put(&(extra, taking, regular, postponed));
    if *control != PlayerControl::default() || !after_next.is_empty() {
        writer.put(&(control, after_next));
    }
    if !stand_ins.is_empty() || !named.is_empty() {
        writer.put(&("stand-ins", stand_ins, named));
    }
    if !held.is_empty() {
        writer.put(&("held", held));
    }
    if let Some(order) = order {
        writer.put(&("order", order));
    }
    // Only what waits for one of them makes a difference between extra turns, or phases.
    if waits_for_added && *adding != Adding::default() {
        writer.put(&("adding", adding));
    }
}

/// The label of an object: its card, or its index among tokens or on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Label(u8, u32);

/// The labels of all objects, by id.
#[derive(Default)]
struct Labels {
    /// In the order of the ids.
    all: Vec<(ObjectId, Label)>,
    /// The place in that list of each id from the first to the last, one more than it is: zero is
    /// for an id between them that no object has. Empty if that would be much longer than the list.
    places: Vec<u32>,
}

/// How many ids there may be for each object.
const SPREAD: usize = 16;

impl Labels {
    fn of(game: &Game) -> Labels {
        let world = game.world();
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let mut on_stack: Vec<(ObjectId, usize)> = world.stacks().zip(0..).collect();
        on_stack.sort_unstable();
        let on_stack = |id: &ObjectId| {
            let at = on_stack.binary_search_by_key(id, |(on_stack, _)| *on_stack).ok()?;
            on_stack.get(at).map(|(_, place)| *place)
        };
        let phased_out = world.phased_out.iter().map(|(id, phased)| (id, &phased.object));
        let mut objects: Vec<(&ObjectId, &Arc<Object>)> = world.objects.iter().chain(phased_out).collect();
        objects.sort_unstable_by_key(|(id, _)| **id);
        let mut labels = Vec::with_capacity(objects.len());
        let mut tokens = 0;
        for (id, object) in objects {
            let label = match object.component {
                Component::Card(card) => Label(0, card.0),
                Component::Ability if object.zone == Zone::Stack => Label(2, place(on_stack(id).unwrap_or(usize::MAX))),
                _ => {
                    tokens += 1;
                    Label(1, tokens)
                }
            };
            labels.push((*id, label));
        }
        let mut places = Vec::new();
        if let [(first, _), .., (last, _)] = labels[..]
            && ((last.0 - first.0) as usize) < SPREAD * labels.len()
        {
            places.resize((last.0 - first.0) as usize + 1, 0);
            for (at, (id, _)) in (1u32..).zip(&labels) {
                if let Some(place) = places.get_mut((id.0 - first.0) as usize) {
                    *place = at;
                }
            }
        }
        Labels { all: labels, places }
    }

    fn label(&self, id: ObjectId) -> Option<Label> {
        let at = if self.places.is_empty() {
            self.all.binary_search_by_key(&id, |(id, _)| *id).ok()?
        } else {
            let (first, _) = self.all.first()?;
            let place = self.places.get(id.0.checked_sub(first.0)? as usize)?;
            place.checked_sub(1)? as usize
        };
        self.all.get(at).map(|(_, label)| *label)
    }
}

impl Ordinal {
    const COUNT: usize = 6;

    fn named(name: &'static str) -> Option<Ordinal> {
        match name {
            ObjectId::NAME => Some(Ordinal::Object),
            EffectId::NAME => Some(Ordinal::Effect),
            TriggerId::NAME => Some(Ordinal::Trigger),
            ManaId::NAME => Some(Ordinal::Mana),
            Timestamp::NAME => Some(Ordinal::Timestamp),
            EntryNo::NAME => Some(Ordinal::Entry),
            _ => None,
        }
    }
}

/// Writes the designations of an object, and the rooms of a dungeon. Without any, the key is the
/// same as before there could be.
fn write_besides(writer: &mut Writer, memory: Option<&ObjectMemory>) {
    let Some(ObjectMemory { markings, rooms, .. }) = memory else { return };
    if !markings.is_empty() {
        writer.put(markings);
    }
    // No rule reads the way to the present room.
    if let Some(room) = rooms.last() {
        writer.put(&("room", room));
    }
}

/// What an object or an effect contributes to a key, for any state that it is in.
fn written<T: Serialize>(part: &T, memory: Option<&ObjectMemory>) -> Written {
    let mut writer = Writer::with(None);
    writer.put(part);
    write_besides(&mut writer, memory);
    Written { bytes: writer.bytes, open: writer.open, failed: writer.failed }
}

/// What objects and effects are kept to contribute to the key of a state, where that is not what
/// they are (law 10).
pub(crate) fn kept_otherwise(game: &Game) -> Vec<KeptOtherwise> {
    let world = game.world();
    let objects = world.objects.values().filter_map(|object| {
        let kept = object.written.known()?;
        let anew = written(&**object, object.memory.as_deref());
        (*kept != anew).then(|| KeptOtherwise::new("Object.written", &(object.id, kept), &anew))
    });
    let effects = world.effects.values().filter_map(|effect| {
        let kept = effect.written.known()?;
        let anew = written(&**effect, None);
        (*kept != anew).then(|| KeptOtherwise::new("ContinuousEffect.written", &(effect.id, kept), &anew))
    });
    objects.chain(effects).collect()
}

/// A key being written. A number's rank is known only once all numbers have been met, so its place
/// stays open until then.
struct Writer {
    /// The labels of objects; `None` if the numbers that only order things are left open, without
    /// any bytes.
    labels: Option<Arc<Labels>>,
    bytes: Vec<u8>,
    /// The numbers met, by kind, each with the place that is open for its rank, if it needs one.
    met: [Vec<(u64, Option<usize>)>; Ordinal::COUNT],
    /// The numbers that are left open, with their places.
    open: Vec<(usize, Ordinal, u64)>,
    /// Whether the next number is a byte.
    narrow: bool,
    failed: bool,
}

impl Writer {
    fn new(game: &Game) -> Writer {
        Writer::with(Some(Arc::new(Labels::of(game))))
    }

    fn with(labels: Option<Arc<Labels>>) -> Writer {
        Writer { labels, bytes: Vec::new(), met: Default::default(), open: Vec::new(), narrow: false, failed: false }
    }

    /// Makes room for what objects contribute, and for the rest.
    fn reserve(&mut self, contributions: &[(Label, &Written)]) {
        let (bytes, open) =
            contributions.iter().fold((0, 0), |(bytes, open), (_, it)| (bytes + it.bytes.len(), open + it.open.len()));
        let ordinal = 1 + size_of::<u64>();
        self.bytes.reserve(2 * (bytes + open * ordinal + contributions.len() * 2 * size_of::<u64>()));
        for met in [Ordinal::Object, Ordinal::Timestamp, Ordinal::Entry] {
            if let Some(met) = self.met.get_mut(met as usize) {
                met.reserve(open);
            }
        }
    }

    fn put<T: Serialize + ?Sized>(&mut self, value: &T) {
        let written = value.serialize(Form { writer: self, kind: None });
        self.failed |= written.is_err();
    }

    fn number(&mut self, kind: Option<Ordinal>, number: u64) {
        if std::mem::take(&mut self.narrow) {
            return self.bytes.extend(u8::try_from(number));
        }
        match kind {
            Some(kind) => self.ordinal(kind, number),
            None => self.bytes.extend_from_slice(&number.to_be_bytes()),
        }
    }

    fn ordinal(&mut self, kind: Ordinal, number: u64) {
        let Some(labels) = &self.labels else { return self.open.push((self.bytes.len(), kind, number)) };
        let id = u32::try_from(number).ok().filter(|_| kind == Ordinal::Object).map(ObjectId);
        let label = id.and_then(|id| labels.label(id));
        let Some(met) = self.met.get_mut(kind as usize) else { return };
        match label {
            Some(Label(sort, place)) => {
                met.push((number, None));
                let [a, b, c, d] = place.to_be_bytes();
                self.bytes.extend_from_slice(&[sort, a, b, c, d]);
            }
            None => {
                met.push((number, Some(self.bytes.len() + 1)));
                self.bytes.extend_from_slice(&[u8::MAX; 1 + size_of::<u64>()]);
            }
        }
    }

    /// Appends what was written by itself.
    fn append(&mut self, written: &Written) {
        let mut from = 0;
        for (to, kind, number) in &written.open {
            self.bytes.extend_from_slice(written.bytes.get(from..*to).unwrap_or_default());
            self.ordinal(*kind, *number);
            from = *to;
        }
        self.bytes.extend_from_slice(written.bytes.get(from..).unwrap_or_default());
        self.failed |= written.failed;
    }

    /// Fills in the ranks.
    fn rank(&mut self) {
        for met in &mut self.met {
            if met.iter().all(|(_, open)| open.is_none()) {
                continue;
            }
            met.sort_unstable_by_key(|(number, _)| *number);
            let (mut rank, mut last) = (0u64, None);
            for (number, open) in met {
                if last.is_some_and(|last| last != *number) {
                    rank += 1;
                }
                last = Some(*number);
                if let Some(place) = open.and_then(|at| self.bytes.get_mut(at..at + size_of::<u64>())) {
                    place.copy_from_slice(&rank.to_be_bytes());
                }
            }
        }
    }

    fn key(&self) -> Option<Key> {
        (!self.failed).then(|| *blake3::hash(&self.bytes).as_bytes())
    }
}

/// A serializer for the key; the newtype around an ordinal number tells its kind.
struct Form<'w> {
    writer: &'w mut Writer,
    kind: Option<Ordinal>,
}

/// A value that cannot be written into a key.
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
        value.serialize(Form { writer: self.writer, kind: Ordinal::named(name) })
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
        Ok(Parts(self.writer, None))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'w>, Unwritable> {
        Ok(Parts(self.writer, None))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'w>, Unwritable> {
        Ok(Parts(self.writer, None))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Parts<'w>, Unwritable> {
        self.writer.number(None, u64::from(index));
        Ok(Parts(self.writer, None))
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Parts<'w>, Unwritable> {
        self.serialize_seq(len)
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Parts<'w>, Unwritable> {
        Ok(Parts(self.writer, ODD.iter().find(|it| it.of == name)))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Parts<'w>, Unwritable> {
        self.writer.number(None, u64::from(index));
        Ok(Parts(self.writer, None))
    }
}

/// Fields of a struct that are not written as the others are.
struct Odd {
    of: &'static str,
    fields: &'static [&'static str],
    /// Whether each is written as a byte; else they are written separately, if they matter.
    narrow: bool,
}

/// The odd fields of a struct, by the names that serializers are told. Fields that are not there do
/// not compile.
macro_rules! odd {
    ($of:ident { $($field:ident),+ }, narrow: $narrow:literal) => {{
        $(let _ = std::mem::offset_of!($of, $field);)+
        Odd { of: stringify!($of), fields: &[$(stringify!($field)),+], narrow: $narrow }
    }};
}

static ODD: [Odd; 3] = [
    odd!(Player { starting_life, turns, upkeeps, dungeons }, narrow: false),
    // These are written after the object.
    odd!(ObjectMemory { markings, rooms }, narrow: false),
    // This field was once a boolean.
    odd!(Announcement { further }, narrow: true),
];

/// The parts of a value, one after another; with the odd fields, if it has any.
struct Parts<'w>(&'w mut Writer, Option<&'static Odd>);

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

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Unwritable> {
                if let Some(odd) = self.1.filter(|it| it.fields.contains(&name)) {
                    if !odd.narrow {
                        return Ok(());
                    }
                    self.0.narrow = true;
                }
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
    use crate::derive::layers::boards::board;
    use crate::fact::wire;
    use crate::fact::{Part, PlayerId};
    use crate::play::{Dice, Played, decide_at_random, game as play};
    use crate::rule;

    fn after(game: &Game, event: Event) -> Game {
        let mut game = game.clone();
        let entry = Entry { no: game.counters().entry, part: Part::Batch, cause: None, rule: rule!("104.4b"), event };
        crate::state::evolve_entry(&mut game, &Arc::new(entry));
        game
    }

    #[test]
    fn a_state_that_comes_back_has_its_key_again() {
        let players = vec![("Ann".to_owned(), 20), ("Bob".to_owned(), 20)];
        let catalogue = Box::new(Game::empty().catalogue_ref().id());
        let game = after(&Game::empty(), Event::Began { players, starting_player: PlayerId(0), seed: 0, catalogue });
        let less = after(&game, Event::LifeLost { player: PlayerId(1), amount: 3 });
        let back = after(&less, Event::LifeGained { player: PlayerId(1), amount: 3 });
        assert_ne!(key(&game), key(&less));
        assert_eq!(key(&game), key(&back));
        assert_ne!(likeness(&game), likeness(&less));
        assert_eq!(likeness(&game), likeness(&back));
        assert_ne!(game, back);
        // A game that goes on by chance repeats nothing.
        assert_ne!(key(&game), key(&after(&game, Event::RandomUsed { draws: 1 })));
        assert_eq!(key(&game).map(|key| key.len()), Some(32));
        assert!(back.counters().entry > EntryNo(0));
    }

    /// States with the same key look alike; others, with few exceptions, do not.
    #[test]
    fn states_with_the_same_key_look_alike() {
        let (mut keys, mut seen) = (BTreeSet::new(), BTreeSet::new());
        for seed in 0..8 {
            let mut dice = Dice::new(seed);
            let policy = |game: &Game, choice: &_| decide_at_random(game, choice, &mut dice);
            play(&board(seed, 4), 300.into(), policy, |Played { after: game, .. }| {
                let less = after(game, Event::LifeLost { player: PlayerId(0), amount: 1 });
                let back = after(&less, Event::LifeGained { player: PlayerId(0), amount: 1 });
                assert_eq!(key(game), key(&back), "seed {seed}");
                assert_eq!(likeness(game), likeness(&back), "seed {seed}");
                assert_ne!(likeness(game), likeness(&less), "seed {seed}");
                keys.insert(key(game));
                seen.insert(likeness(game));
            })
            .unwrap();
        }
        assert!(seen.len() > 1_000 && seen.len() * 10 > keys.len() * 9, "{} of {}", seen.len(), keys.len());
    }

    /// What objects contribute is kept with them; a game without any of it has the same keys.
    #[test]
    fn what_is_kept_of_an_object_is_what_it_contributes() {
        let mut compared = 0;
        for seed in 0..8 {
            let mut dice = Dice::new(seed);
            let policy = |game: &Game, choice: &_| decide_at_random(game, choice, &mut dice);
            play(&board(seed, 4), 300.into(), policy, |Played { after, .. }| {
                let bytes = wire::encode(after).unwrap();
                let fresh: Game = wire::decode(&bytes).unwrap();
                assert_eq!(key(after), key(&fresh), "seed {seed}");
                compared += 1;
            })
            .unwrap();
        }
        assert!(compared > 1000, "{compared}");
    }
}
