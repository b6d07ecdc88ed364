//! The wire form of a genesis: a version, followed by named parts.
//!
//! ```text
//! varint   the version of the contract that a reader has to know
//! varint   how many parts
//! then for each part, in the order of PARTS:
//!   text     its name
//!   bytes    its value
//! ```
//!
//! The version is that of the newest part present: a new part gets the next version, and a genesis
//! without it keeps its bytes. An unknown part is refused by name: this version must not misplay a
//! game that started in a way it does not understand. The set-up is written the same way, as parts
//! within a part, column by column. A new status of objects is a new column.

use std::collections::{BTreeMap, VecDeque};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::card::catalogue::CatalogueRef;
use crate::card::{CounterKind, ZoneKind};
use crate::fact::ids::PlayerId;
use crate::fact::wire::{self, GENESIS_VERSION as VERSION, WireError};

use super::{Genesis, Placed, PlacedKind, PlayerSetup, SetUp, each_alone};

/// The parts of a genesis, in their order.
const PARTS: [&str; 19] = [
    "edition",
    "ruleset",
    "variant",
    "seats",
    "teams",
    "first",
    "seed",
    "life",
    "hand sizes",
    "counters",
    "catalogue",
    "cards",
    "decks",
    "sideboards",
    "ante",
    "set-up",
    "commanders",
    "supplements",
    "notes",
];

/// The parts of a set-up, in order. Those after `zones` concern only some objects, each given by
/// its index.
const PARTS_OF_SET_UP: [&str; 15] = [
    "turn",
    "step",
    "time",
    "cards",
    "owners",
    "zones",
    "kinds",
    "controllers",
    "tapped",
    "sick",
    "counters",
    "damage",
    "attached",
    "phased out",
    "commanders",
];

/// The most seats and set-up objects that can be read. Real games have far fewer.
const MOST_SEATS: usize = 256;
const MOST_OBJECTS: usize = 1 << 16;

/// Returns the bytes of a genesis.
pub(super) fn encode(it: &Genesis) -> Result<Vec<u8>, WireError> {
    let of_each = |what: fn(&PlayerSetup) -> &Vec<u32>| it.players.iter().map(what).collect::<Vec<_>>();
    let mut out = Writer::default();
    out.put("edition", &it.edition)?;
    out.put("ruleset", &it.ruleset)?;
    out.put("variant", &it.variant)?;
    out.put("seats", &it.players.iter().map(|player| &player.name).collect::<Vec<_>>())?;
    out.put("teams", &it.all_teams())?;
    out.put("first", &it.starting_player)?;
    out.put("seed", &it.seed)?;
    out.put("life", &it.players.iter().map(|player| player.life).collect::<Vec<_>>())?;
    out.put("hand sizes", &it.players.iter().map(|player| player.hand_size).collect::<Vec<_>>())?;
    out.put("counters", &it.players.iter().map(|player| &player.counters).collect::<Vec<_>>())?;
    out.put("catalogue", &it.catalogue.id())?;
    out.put("cards", &it.cards)?;
    out.put("decks", &of_each(|player| &player.deck))?;
    out.put("sideboards", &of_each(|player| &player.sideboard))?;
    out.put("ante", &it.ante)?;
    if let Some(set_up) = &it.set_up {
        out.put_bytes("set-up", &encode_set_up(set_up)?)?;
    }
    if it.players.iter().any(|player| !player.commanders.is_empty()) {
        out.put("commanders", &of_each(|player| &player.commanders))?;
    }
    if it.players.iter().any(|player| !player.supplement.is_empty()) {
        out.put("supplements", &of_each(|player| &player.supplement))?;
    }
    if it.players.iter().any(|player| !player.notes.is_empty()) {
        out.put("notes", &it.players.iter().map(|player| &player.notes).collect::<Vec<_>>())?;
    }
    let mut bytes = wire::encode(&VERSION)?;
    bytes.extend(out.finish()?);
    Ok(bytes)
}

/// Reads a genesis.
pub(super) fn decode(bytes: &[u8]) -> Result<Genesis, WireError> {
    let (version, rest): (u16, &[u8]) = wire::decode_first(bytes)?;
    let mut parts = Parts::read("genesis", (version, &PARTS), rest)?;
    if version == 0 || version > VERSION {
        return Err(WireError::UnknownGenesis(version));
    }
    let (edition, ruleset, variant) = (parts.take("edition")?, parts.take("ruleset")?, parts.take("variant")?);
    let names: Vec<String> = parts.rows("seats", MOST_SEATS)?;
    let teams: Vec<Vec<PlayerId>> = parts.take("teams")?;
    let (starting_player, seed) = (parts.take("first")?, parts.take("seed")?);
    let mut players: Vec<PlayerSetup> =
        names.into_iter().map(|name| PlayerSetup { name, ..PlayerSetup::default() }).collect();
    parts.give("life", &mut players, |player, life| player.life = life)?;
    parts.give("hand sizes", &mut players, |player, size| player.hand_size = size)?;
    parts.give("counters", &mut players, |player, counters| player.counters = counters)?;
    let (catalogue, cards) = (CatalogueRef::told(parts.take("catalogue")?), parts.take("cards")?);
    parts.give("decks", &mut players, |player, deck| player.deck = deck)?;
    parts.give("sideboards", &mut players, |player, sideboard| player.sideboard = sideboard)?;
    let ante = parts.take("ante")?;
    let set_up = parts.next("set-up").map(|bytes| decode_set_up(version, bytes)).transpose()?;
    if parts.is_next("commanders") {
        parts.give("commanders", &mut players, |player, commanders| player.commanders = commanders)?;
    }
    if parts.is_next("supplements") {
        parts.give("supplements", &mut players, |player, supplement| player.supplement = supplement)?;
    }
    if parts.is_next("notes") {
        parts.give("notes", &mut players, |player, notes| player.notes = notes)?;
    }
    parts.finish()?;
    let teams = if teams == each_alone(players.len()) { Vec::new() } else { teams };
    Ok(Genesis { edition, ruleset, variant, seed, players, teams, starting_player, cards, catalogue, ante, set_up })
}

fn encode_set_up(it: &SetUp) -> Result<Vec<u8>, WireError> {
    let objects = &it.objects;
    let mut out = Writer::default();
    out.put("turn", &it.turn)?;
    out.put("step", &it.step)?;
    out.put("time", &it.day_night)?;
    out.put("cards", &objects.iter().map(|object| object.card).collect::<Vec<_>>())?;
    out.put("owners", &objects.iter().map(|object| object.owner).collect::<Vec<_>>())?;
    out.put("zones", &objects.iter().map(|object| object.zone).collect::<Vec<_>>())?;
    out.put_some("kinds", objects, |it| (it.kind != PlacedKind::Card).then_some(it.kind))?;
    out.put_some("controllers", objects, |it| it.controller)?;
    out.put_some("tapped", objects, |it| it.tapped.then_some(()))?;
    out.put_some("sick", objects, |it| it.sick.then_some(()))?;
    out.put_some("counters", objects, |it| (!it.counters.is_empty()).then_some(&it.counters))?;
    out.put_some("damage", objects, |it| (it.damage > 0).then_some(it.damage))?;
    out.put_some("attached", objects, |it| it.attached_to)?;
    out.put_some("phased out", objects, |it| it.phased_out.then_some(()))?;
    out.put_some("commanders", objects, |it| it.commander.then_some(()))?;
    out.finish()
}

fn decode_set_up(version: u16, bytes: &[u8]) -> Result<SetUp, WireError> {
    let mut parts = Parts::read("set-up", (version, &PARTS_OF_SET_UP), bytes)?;
    let (turn, step, day_night) = (parts.take("turn")?, parts.take("step")?, parts.take("time")?);
    let cards: Vec<u32> = parts.rows("cards", MOST_OBJECTS)?;
    let mut objects: Vec<Placed> =
        cards.into_iter().map(|card| Placed::plain(card, PlayerId(0), ZoneKind::Battlefield)).collect();
    parts.give("owners", &mut objects, |it, owner| it.owner = owner)?;
    parts.give("zones", &mut objects, |it, zone| it.zone = zone)?;
    parts.give_some("kinds", &mut objects, |it, kind| it.kind = kind)?;
    parts.give_some("controllers", &mut objects, |it, controller| it.controller = Some(controller))?;
    parts.give_some("tapped", &mut objects, |it, ()| it.tapped = true)?;
    parts.give_some("sick", &mut objects, |it, ()| it.sick = true)?;
    parts.give_some("counters", &mut objects, |it, counters: BTreeMap<CounterKind, u32>| it.counters = counters)?;
    parts.give_some("damage", &mut objects, |it, damage| it.damage = damage)?;
    parts.give_some("attached", &mut objects, |it, host| it.attached_to = Some(host))?;
    parts.give_some("phased out", &mut objects, |it, ()| it.phased_out = true)?;
    parts.give_some("commanders", &mut objects, |it, ()| it.commander = true)?;
    parts.finish()?;
    Ok(SetUp { turn, step, day_night, objects })
}

/// A writer of parts.
#[derive(Default)]
struct Writer {
    count: usize,
    bytes: Vec<u8>,
}

impl Writer {
    fn put_bytes(&mut self, name: &str, value: &[u8]) -> Result<(), WireError> {
        wire::encode_into(&name, &mut self.bytes)?;
        wire::encode_into(&value.len(), &mut self.bytes)?;
        self.bytes.extend(value);
        self.count += 1;
        Ok(())
    }

    fn put<T: Serialize>(&mut self, name: &str, value: &T) -> Result<(), WireError> {
        self.put_bytes(name, &wire::encode(value)?)
    }

    /// Writes a column with only the rows that have a value, each with its index; no part if there
    /// are none.
    fn put_some<'r, R, T: Serialize>(
        &mut self,
        name: &str,
        rows: &'r [R],
        what: impl Fn(&'r R) -> Option<T>,
    ) -> Result<(), WireError> {
        let column: Vec<(u32, T)> = (0..).zip(rows).filter_map(|(row, it)| Some((row, what(it)?))).collect();
        if column.is_empty() { Ok(()) } else { self.put(name, &column) }
    }

    fn finish(self) -> Result<Vec<u8>, WireError> {
        let mut bytes = wire::encode(&self.count)?;
        bytes.extend(self.bytes);
        Ok(bytes)
    }
}

/// A reader of parts, taken by name in the order they were written.
struct Parts<'a> {
    /// What the parts belong to.
    of: &'static str,
    left: VecDeque<(&'static str, &'a [u8])>,
}

impl<'a> Parts<'a> {
    /// Reads the parts, and refuses unknown ones.
    fn read(
        of: &'static str,
        (version, known): (u16, &[&'static str]),
        bytes: &'a [u8],
    ) -> Result<Parts<'a>, WireError> {
        let (count, mut rest): (usize, _) = wire::decode_first(bytes)?;
        let mut left = VecDeque::new();
        for _ in 0..count {
            let (name, after): (String, _) = wire::decode_first(rest)?;
            let (length, after): (usize, _) = wire::decode_first(after)?;
            let cut = || WireError::Decode(format!("the part `{name}` of the {of} is cut"));
            let (value, after) = after.split_at_checked(length).ok_or_else(cut)?;
            let Some(name) = known.iter().find(|known| **known == name) else {
                return Err(WireError::UnknownPart { of, part: name, version });
            };
            left.push_back((*name, value));
            rest = after;
        }
        match rest.len() {
            0 => Ok(Parts { of, left }),
            over => Err(WireError::LeftOver(over)),
        }
    }

    /// Returns whether the next part has this name.
    fn is_next(&self, name: &str) -> bool {
        self.left.front().is_some_and(|(next, _)| *next == name)
    }

    /// Takes the next part, if it has this name.
    fn next(&mut self, name: &str) -> Option<&'a [u8]> {
        self.is_next(name).then(|| self.left.pop_front().map(|(_, value)| value)).flatten()
    }

    fn value<T: DeserializeOwned>(&self, name: &str, bytes: &[u8]) -> Result<T, WireError> {
        let wrong = |error| WireError::Decode(format!("the part `{name}` of the {}: {error}", self.of));
        wire::decode(bytes).map_err(wrong)
    }

    fn take_bytes(&mut self, name: &str) -> Result<&'a [u8], WireError> {
        let of = self.of;
        let missing = || WireError::Decode(format!("the {of} has no part `{name}` where one belongs"));
        self.next(name).ok_or_else(missing)
    }

    fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, WireError> {
        let bytes = self.take_bytes(name)?;
        self.value(name, bytes)
    }

    /// Takes a column with a limited number of rows.
    fn rows<T: DeserializeOwned>(&mut self, name: &str, most: usize) -> Result<Vec<T>, WireError> {
        let bytes = self.take_bytes(name)?;
        let (count, _): (usize, _) = wire::decode_first(bytes)?;
        if count > most {
            return Err(WireError::Decode(format!("the part `{name}` tells of {count}, and {most} is the most")));
        }
        self.value(name, bytes)
    }

    /// Assigns the values of a column to the rows.
    fn give<R, T: DeserializeOwned>(
        &mut self,
        name: &str,
        rows: &mut [R],
        mut give: impl FnMut(&mut R, T),
    ) -> Result<(), WireError> {
        let column: Vec<T> = self.take(name)?;
        if column.len() != rows.len() {
            let (found, wanted) = (column.len(), rows.len());
            return Err(WireError::Decode(format!("the part `{name}` tells of {found}, and there are {wanted}")));
        }
        rows.iter_mut().zip(column).for_each(|(row, value)| give(row, value));
        Ok(())
    }

    /// Like `give`, for a column with only some of the rows, in order.
    fn give_some<R, T: DeserializeOwned>(
        &mut self,
        name: &str,
        rows: &mut [R],
        mut give: impl FnMut(&mut R, T),
    ) -> Result<(), WireError> {
        let Some(bytes) = self.next(name) else { return Ok(()) };
        let column: Vec<(u32, T)> = self.value(name, bytes)?;
        let (mut next, many) = (0, rows.len());
        for (row, value) in column {
            let at = row as usize;
            let Some(it) = rows.get_mut(at).filter(|_| at >= next) else {
                return Err(WireError::Decode(format!("the part `{name}` tells of number {row} among {many}")));
            };
            next = at + 1;
            give(it, value);
        }
        Ok(())
    }

    /// Refuses parts that are left over, because they are out of place.
    fn finish(&self) -> Result<(), WireError> {
        match self.left.front() {
            Some((name, _)) => Err(WireError::Decode(format!("the part `{name}` of the {} is out of place", self.of))),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
#[path = "parts_tests.rs"]
mod tests;
