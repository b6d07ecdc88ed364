//! Numbers of events, steps and ids as one player sees them.
//!
//! A game's own numbers also count hidden things: an event that only its owner sees, the definition
//! of a card that nobody has seen. So a player's view has its own numbers:
//!
//! - Events of which the player sees at least a part count from 0, and so do the steps with such an
//!   event.
//! - Ids of each kind count from 0, in the order in which the view shows them. Objects keep their
//!   ids: a game assigns the same number of them whatever its cards are, and a view names no hidden
//!   object.
//! - A reference to an event that the player cannot see is left out.
//!
//! A viewer who sees everything gets the game's own numbers.

mod cache;
mod written;

use std::collections::BTreeMap;

use retrace_core::fact::{CardId, DefId, EffectId, Entry, EntryNo, ManaId, PlayerId, Timestamp, TriggerId};
use retrace_core::observe::{self, SeenEntry};
use retrace_core::predicate;
use retrace_core::state::{Game, evolve};
use serde::Serialize;
use serde_json::Value;

use super::seen;
use crate::timeline::commit::Commit;
use crate::timeline::line::Timeline;

pub use cache::NumberCache;

/// The id types that are renumbered, by name.
const RENUMBERED: [&str; 6] =
    [CardId::NAME, DefId::NAME, EffectId::NAME, TriggerId::NAME, ManaId::NAME, Timestamp::NAME];

/// Whether a player sees nothing of an event, not even its player or zones.
pub(crate) fn is_nothing(seen: &SeenEntry) -> bool {
    matches!(seen, SeenEntry::Part { objects, zones: None, player: None, .. } if objects.is_empty())
}

/// The numbers of one player's view, assigned in order.
#[derive(Clone, Debug)]
pub struct Numbering {
    viewer: PlayerId,
    /// The events of which the player sees at least a part.
    events: Vec<EntryNo>,
    /// The steps of those events.
    steps: Vec<usize>,
    given: Given,
}

/// The assigned numbers, by the name of the id type.
type Given = BTreeMap<&'static str, BTreeMap<u64, u64>>;

impl Numbering {
    /// A numbering without any numbers.
    pub const fn new(viewer: PlayerId) -> Numbering {
        Numbering { viewer, events: Vec::new(), steps: Vec::new(), given: BTreeMap::new() }
    }

    /// Numbers the next event, given the game after its step. Returns what the player sees of it,
    /// if anything.
    pub fn pass(&mut self, after: &Game, step: usize, entry: &Entry) -> Option<SeenEntry> {
        let seen = observe::entry(after, self.viewer, entry);
        if is_nothing(&seen) {
            return None;
        }
        self.events.push(entry.no);
        if self.steps.last() != Some(&step) {
            self.steps.push(step);
        }
        Some(seen)
    }

    /// Continues through the events of a commit.
    fn go_through(&mut self, commit: &Commit) {
        let mut game: Game = commit.before().clone();
        for (number, step) in commit.steps().iter().enumerate() {
            evolve(&mut game, step);
            for entry in &step.entries {
                self.pass(&game, commit.first_step() + number, entry);
            }
        }
    }

    /// Forgets the numbers from this event and step on.
    fn forget_from(&mut self, no: EntryNo, step: usize) {
        self.events.truncate(self.events.partition_point(|seen| *seen < no));
        self.steps.truncate(self.steps.partition_point(|seen| *seen < step));
    }

    /// Writes a value as JSON with the player's numbers.
    ///
    /// # Errors
    /// If the value cannot be written as JSON.
    pub fn show(&mut self, shown: &impl Serialize) -> Result<Value, serde_json::Error> {
        shown.serialize(written::Writer { events: &self.events, given: Some(&mut self.given) })
    }

    /// Like [`Numbering::show`], with `…` for ids, whose numbers depend on what was shown before.
    fn show_events(&self, shown: &impl Serialize) -> Result<Value, serde_json::Error> {
        shown.serialize(written::Writer { events: &self.events, given: None })
    }

    /// The player whose numbers these are.
    pub const fn viewer(&self) -> PlayerId {
        self.viewer
    }

    /// The number of a step: how many visible steps precede it.
    pub fn step(&self, step: usize) -> usize {
        self.steps.partition_point(|seen| *seen < step)
    }

    /// The number of an event; `None` if the player sees nothing of it.
    pub fn event(&self, no: EntryNo) -> Option<u64> {
        number_of(&self.events, no)
    }

    /// How many events precede this one.
    fn before(&self, no: EntryNo) -> u64 {
        self.events.partition_point(|seen| *seen < no) as u64
    }

    /// How many events the player has seen, at least in part.
    pub fn events(&self) -> u64 {
        self.events.len() as u64
    }
}

/// The number of an event among the visible ones.
fn number_of(events: &[EntryNo], no: EntryNo) -> Option<u64> {
    events.binary_search(&no).ok().map(|index| index as u64)
}

/// The number of an id.
fn number_given(given: &mut Given, kind: &'static str, id: u64) -> u64 {
    let given = given.entry(kind).or_default();
    let next = given.len() as u64;
    *given.entry(id).or_insert(next)
}

/// The numbers of a timeline for one viewer.
#[derive(Clone, Debug)]
pub struct Numbers(Option<Numbering>);

impl Numbers {
    /// The game's own numbers, for a viewer who sees everything.
    pub const ALL: Numbers = Numbers(None);

    /// The numbers of a timeline for a viewer; `None` sees everything.
    pub fn of(timeline: &Timeline, viewer: Option<PlayerId>) -> Numbers {
        Numbers(viewer.map(|viewer| {
            let mut numbering = Numbering::new(viewer);
            timeline.commits().iter().for_each(|commit| numbering.go_through(commit));
            numbering
        }))
    }

    /// The viewer; `None` sees everything.
    pub fn viewer(&self) -> Option<PlayerId> {
        self.0.as_ref().map(|numbering| numbering.viewer)
    }

    /// The numbering with the ids that the view has shown up to a place, choice by choice; `None`
    /// for a viewer who sees everything.
    pub fn up_to(&self, timeline: &Timeline, place: usize) -> Option<Numbering> {
        let mut numbering = self.0.clone()?;
        // Numbers follow the order in which `redacted` writes the values.
        for commit in timeline.commits() {
            let mut game: Game = commit.before().clone();
            for (number, step) in commit.steps().iter().enumerate() {
                if commit.first_step() + number >= place {
                    return Some(numbering);
                }
                evolve(&mut game, step);
                for entry in &step.entries {
                    let seen = observe::entry(&game, numbering.viewer, entry);
                    if !is_nothing(&seen) {
                        let _shown = numbering.show(&seen);
                    }
                }
            }
            let _shown = numbering.show(&observe::view(commit.after(), numbering.viewer));
        }
        Some(numbering)
    }

    /// The number of an event; `None` if the viewer sees nothing of it.
    pub fn event(&self, no: EntryNo) -> Option<u64> {
        self.0.as_ref().map_or(Some(no.0), |numbering| numbering.event(no))
    }

    /// The number of an event or, if the viewer sees nothing of it, of the last visible event
    /// before it.
    pub fn at(&self, no: EntryNo) -> u64 {
        let Some(numbering) = &self.0 else { return no.0 };
        (numbering.events.partition_point(|seen| *seen <= no) as u64).saturating_sub(1)
    }

    /// The number of events in a timeline.
    pub fn events(&self, timeline: &Timeline) -> u64 {
        self.0.as_ref().map_or_else(|| timeline.len_entries(), Numbering::events)
    }

    /// How many events precede this one.
    pub fn before(&self, no: EntryNo) -> u64 {
        self.0.as_ref().map_or(no.0, |numbering| numbering.before(no))
    }

    /// How many events of a timeline precede a step.
    pub fn before_step(&self, timeline: &Timeline, step: usize) -> u64 {
        self.before(EntryNo(timeline.entries_before_step(step)))
    }

    /// The number of a step.
    pub fn step(&self, step: usize) -> usize {
        self.0.as_ref().map_or(step, |numbering| numbering.step(step))
    }

    /// Whether the viewer sees anything of a step.
    pub(crate) fn sees_step(&self, step: usize) -> bool {
        self.0.as_ref().is_none_or(|numbering| numbering.steps.binary_search(&step).is_ok())
    }

    /// The place after the last visible step before `place`. To the viewer both look the same.
    pub fn last_place(&self, place: usize) -> usize {
        let Some(numbering) = &self.0 else { return place };
        let seen = numbering.step(place).checked_sub(1).and_then(|last| numbering.steps.get(last));
        seen.map_or(0, |step| step + 1)
    }

    /// The event with this number.
    pub fn named(&self, timeline: &Timeline, number: u64) -> Option<EntryNo> {
        match &self.0 {
            None => (number < timeline.len_entries()).then_some(EntryNo(number)),
            Some(numbering) => numbering.events.get(usize::try_from(number).ok()?).copied(),
        }
    }

    /// The first event from `no` on of which the viewer sees at least a part.
    pub fn first_from(&self, no: EntryNo) -> Option<EntryNo> {
        let Some(numbering) = &self.0 else { return Some(no) };
        numbering.events.get(numbering.events.partition_point(|seen| *seen < no)).copied()
    }

    /// The value of an expression in these numbers. An event that the viewer cannot see becomes
    /// nothing.
    pub fn value(&self, timeline: &Timeline, value: predicate::Value) -> predicate::Value {
        use predicate::Value as Came;
        if self.0.is_none() {
            return value;
        }
        match value {
            Came::Event(no) => match (self.event(no), seen::text(timeline, self.viewer(), no)) {
                (Some(number), Some(_)) => Came::Event(EntryNo(number)),
                _ => Came::Nothing,
            },
            Came::List(values) => {
                let values = values.into_iter().map(|value| self.value(timeline, value));
                Came::List(values.filter(|value| *value != Came::Nothing).collect())
            }
            value => value,
        }
    }
}
