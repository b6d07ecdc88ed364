//! Equal permanents: exchanging them is a symmetry of the state.
//!
//! Two permanents are equal if they are the same except for ids, timestamps and places in the log,
//! and everything that the state says about one it also says about the other: attachments, effects,
//! waiting abilities, events of this turn and the last. If anything involves both at once, such as
//! combat between them, they do not count as equal.
//!
//! Timestamps only order continuous effects (CR 613.7), so neither permanent may have a continuous
//! effect, and nothing with one may have come between them. No rule reads an id except to put equal
//! things in a fixed order. So handling one permanent before the other leads to the same state as
//! the reverse, up to exchanging the two.
//!
//! The proof writes the whole state as text. It runs only while a question about an order is open,
//! and after a cheap comparison of the permanents themselves.

use std::fmt::Write;
use std::sync::Arc;

use ron::ser::PrettyConfig;
use serde::Serialize;

use crate::card::Objects;
use crate::fact::{Announcement, CardId, Component, Entry, EntryNo, Event, Frame, ObjectId, Timestamp, TriggerId};
use crate::state::{ContinuousEffect, DelayedTrigger, Game, Object, Strand, World};

use crate::derive::look::Look;
use crate::derive::object::active;

/// Whether permanents are equal, each to the next, which covers every order.
pub(crate) fn equal(game: &Game, all: &[ObjectId]) -> bool {
    let mut all = all.to_vec();
    all.sort_unstable();
    let mut pairs = all.iter().zip(all.iter().skip(1));
    if !pairs.clone().all(|(one, other)| alike_now(game, *one, *other)) {
        return false;
    }
    let Some(known) = Known::of(game) else { return false };
    pairs.all(|(one, other)| match (known.said_of(game, *one, *other), known.said_of(game, *other, *one)) {
        (Some(of_one), Some(of_other)) => of_one == of_other,
        _ => false,
    })
}

/// Whether two permanents look the same by themselves.
fn alike_now(game: &Game, one: ObjectId, other: ObjectId) -> bool {
    let (Some(a), Some(b)) = (game.object(one), game.object(other)) else { return false };
    let card = |component: Component| match component {
        Component::Card(card) => game.cards().get(&card).copied(),
        _ => None,
    };
    let changes = |id: ObjectId| {
        let mut found = Vec::new();
        if let Some(object) = game.object(id) {
            active::of_object(game, object, &mut found);
        }
        !found.is_empty()
    };
    let (first, last) = (a.timestamp.min(b.timestamp), a.timestamp.max(b.timestamp));
    // Others of the same kind have no such effects either.
    let phased_out = game.world().phased_out.values().map(|it| &it.object);
    let mut there = game.world().objects.values().chain(phased_out);
    let between = |it: &Object| first < it.timestamp && it.timestamp < last && (it.def != a.def || changes(it.id));
    let mut begun = game.world().effects.values().map(|it| it.timestamp);
    a.is_permanent()
        && b.is_permanent()
        && a.def == b.def
        && std::mem::discriminant(&a.component) == std::mem::discriminant(&b.component)
        && card(a.component) == card(b.component)
        && game.controller(one) == game.controller(other)
        && game.is_summoning_sick(one) == game.is_summoning_sick(other)
        && !there.any(|it| between(it))
        && !begun.any(|it| first < it && it < last)
        && !changes(one)
        && !changes(other)
        // CR 726: a proposal that may be taken back is not compared.
        && game.world().others.checkpoints.is_empty()
}

/// Everything that the state says, part by part, as text.
struct Known {
    parts: Vec<String>,
    /// The events, by entry number.
    happened: Vec<(u64, String)>,
}

impl Known {
    fn of(game: &Game) -> Option<Known> {
        // Every field is named, so that a new one gets considered here.
        let World {
            players,
            objects,
            battlefield: _,
            phased_out,
            stack,
            exile,
            command,
            ante,
            for_ante: _,
            ranges: _,
            turn: _,
            schedule,
            watch: _,
            fragments: _,
            combat,
            frames,
            // Other games name no permanent of this one (CR 722.1b).
            others: _,
            effects,
            waiting,
            delayed,
            untils,
            notes,
            departed,
            history,
            designations: _,
            bonds,
            drawn,
            chances,
            result: _,
            day_night: _,
        } = game.world();
        let mut parts = Vec::new();
        each(&mut parts, players)?;
        each(&mut parts, objects)?;
        each(&mut parts, &**phased_out)?;
        each(&mut parts, [stack, exile, command, ante])?;
        each(&mut parts, [&**schedule])?;
        each(&mut parts, combat)?;
        // An order of abilities that is being asked for says nothing yet.
        let asked = matches!(frames.last().map(|it| &**it), Some(Frame::PutTriggers { ordered: 0, .. }));
        each(&mut parts, frames.iter().take(frames.len() - usize::from(asked)))?;
        for Strand { stack, combat, frames, waiting, .. } in game.world().strands() {
            each(&mut parts, [stack])?;
            each(&mut parts, combat)?;
            each(&mut parts, frames)?;
            each(&mut parts, &**waiting)?;
        }
        // A statement about a set of objects counts for each of them.
        for effect in effects.values() {
            let mut effect = ContinuousEffect::clone(effect);
            let named = of_effect(&mut effect.objects, &mut effect.announced);
            each(&mut parts, [&effect])?;
            each(&mut parts, named.into_iter().map(|named| (named, &effect)))?;
        }
        for trigger in delayed.values() {
            let mut trigger = DelayedTrigger::clone(trigger);
            let named = of_announcement(&mut trigger.announced);
            each(&mut parts, [&trigger])?;
            each(&mut parts, named.into_iter().map(|named| (named, &trigger)))?;
        }
        each(&mut parts, &**waiting)?;
        each(&mut parts, &**untils)?;
        each(&mut parts, notes)?;
        each(&mut parts, departed)?;
        each(&mut parts, bonds)?;
        each(&mut parts, drawn)?;
        each(&mut parts, &**chances)?;
        let mut happened = Vec::new();
        for entry in history.iter() {
            // What was done for several one after another counts by what was done.
            if matches!(entry.event, Event::AppliedFor { .. }) {
                continue;
            }
            // An answer counts only by its results: no rule looks back at it.
            if matches!(entry.event, Event::Decided { .. }) {
                happened.push((entry.no.0, String::new()));
                continue;
            }
            let (entry, named) = began(entry);
            happened.push((entry.no.0, written(&entry)?));
            each(&mut parts, named.into_iter().map(|named| (named, &entry)))?;
        }
        Some(Known { parts, happened })
    }

    /// What it says about a permanent to be exchanged for another; none if it says something about
    /// both at once.
    fn said_of(&self, game: &Game, one: ObjectId, other: ObjectId) -> Option<Vec<String>> {
        let (mine, theirs) = (Names::of(game, one), Names::of(game, other));
        // Places in the log count only relative to other events.
        let besides = self.happened.iter().filter(|(_, text)| !mine.are_in(text) && !theirs.are_in(text));
        let besides: Vec<u64> = besides.map(|(no, _)| *no).collect();
        let mut said = Vec::new();
        for text in self.parts.iter().chain(self.happened.iter().map(|(_, text)| text)) {
            if mine.are_in(text) {
                if theirs.are_in(text) {
                    return None;
                }
                said.push(mine.without(text, &besides));
            }
        }
        said.push(mine.without(&written(&game.characteristics(one))?, &besides));
        Some(said)
    }
}

/// An object of a set, and the reference that names the set.
type Named = (Option<Objects>, ObjectId);

/// Takes the sets of objects out of an announcement.
fn of_announcement(announced: &mut Arc<Announcement>) -> Vec<Named> {
    let rest = Arc::make_mut(announced);
    let mut named: Vec<Named> = rest.created.drain(..).map(|id| (Some(Objects::Created), id)).collect();
    if let Some(memory) = &mut rest.further.memory {
        let sets = std::mem::take(&mut Arc::make_mut(memory).objects);
        named.extend(
            sets.into_iter().flat_map(|(what, ids)| ids.into_iter().map(move |id| (Some((*what).clone()), id))),
        );
    }
    named
}

/// Takes the sets of objects out of an effect.
fn of_effect(objects: &mut Option<Arc<Vec<ObjectId>>>, announced: &mut Option<Arc<Announcement>>) -> Vec<Named> {
    let locked = objects.as_mut().map(|all| std::mem::take(Arc::make_mut(all)));
    let locked = locked.into_iter().flatten().map(|id| (None, id));
    locked.chain(announced.iter_mut().flat_map(of_announcement)).collect()
}

/// An entry, and the sets of objects of the effect or delayed ability that it began.
fn began(entry: &Entry) -> (Entry, Vec<Named>) {
    let mut entry = entry.clone();
    let named = match &mut entry.event {
        Event::EffectBegan { objects, announced, .. } => of_effect(objects, announced),
        Event::TriggerDelayed { announced, .. } => of_announcement(announced),
        _ => Vec::new(),
    };
    (entry, named)
}

fn each<T: Serialize>(parts: &mut Vec<String>, all: impl IntoIterator<Item = T>) -> Option<()> {
    for it in all {
        parts.push(written(&it)?);
    }
    Some(())
}

/// A value as text, each number prefixed with the name of its type.
fn written<T: Serialize + ?Sized>(it: &T) -> Option<String> {
    let form = PrettyConfig::new().struct_names(true).new_line("").indentor("");
    ron::ser::to_string_pretty(it, form).ok()
}

/// A permanent's own numbers: its card, its earlier objects, its waiting abilities.
struct Names {
    objects: Vec<ObjectId>,
    card: Option<u32>,
    waiting: Vec<TriggerId>,
}

impl Names {
    fn of(game: &Game, id: ObjectId) -> Names {
        let mut objects = vec![id];
        let before = |id: ObjectId| game.world().departed.iter().find(|(_, it)| it.became == [id]).map(|(was, _)| *was);
        while let Some(was) = objects.last().copied().and_then(before).filter(|was| !objects.contains(was)) {
            objects.push(was);
        }
        let card = match game.object(id).map(|it| it.component) {
            Some(Component::Card(card)) => Some(card.0),
            _ => None,
        };
        let waiting = game.world().waiting.iter().filter(|it| it.source == id).map(|it| it.id).collect();
        Names { objects, card, waiting }
    }

    /// The index of a number of a kind among these names.
    fn place(&self, kind: &str, number: u64) -> Option<usize> {
        match kind {
            ObjectId::NAME => self.objects.iter().position(|id| u64::from(id.0) == number),
            TriggerId::NAME => self.waiting.iter().position(|id| u64::from(id.0) == number),
            CardId::NAME => self.card.filter(|card| u64::from(*card) == number).map(|_| 0),
            _ => None,
        }
    }

    fn are_in(&self, text: &str) -> bool {
        numbers(text).any(|(_, kind, number, _)| self.place(kind, number).is_some())
    }

    /// A text with these names made anonymous.
    fn without(&self, text: &str, besides: &[u64]) -> String {
        let (mut told, mut from) = (String::new(), 0);
        for (at, kind, number, end) in numbers(text) {
            let instead = match kind {
                EntryNo::NAME => Some(besides.iter().filter(|no| **no < number).count()),
                Timestamp::NAME => Some(0),
                _ => self.place(kind, number),
            };
            let Some(instead) = instead else { continue };
            told.push_str(text.get(from..at).unwrap_or_default());
            // Writing into a string cannot fail.
            let _ = write!(told, "{kind}[{instead}]");
            from = end;
        }
        told.push_str(text.get(from..).unwrap_or_default());
        told
    }
}

/// The kinds of numbers considered.
const KINDS: [&str; 5] = [ObjectId::NAME, CardId::NAME, TriggerId::NAME, EntryNo::NAME, Timestamp::NAME];

/// The numbers of these kinds in a text: start, kind, value and end of each.
fn numbers(text: &str) -> impl Iterator<Item = (usize, &str, u64, usize)> {
    text.match_indices('(').filter_map(move |(open, _)| {
        let before = text.get(..open)?;
        let begin = before.rfind(|it: char| !it.is_ascii_alphanumeric()).map_or(0, |at| at + 1);
        let kind = before.get(begin..).filter(|kind| KINDS.contains(kind))?;
        let rest = text.get(open + 1..)?;
        let close = rest.find(')')?;
        Some((begin, kind, rest.get(..close)?.parse().ok()?, open + close + 2))
    })
}
