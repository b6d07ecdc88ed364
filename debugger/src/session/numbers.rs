//! The numbers that a player is shown.
//!
//! The numbers that a game gives out count what is hidden as well: an event that nobody but its owner sees, a definition
//! that only a card in a library has. So a player's view of a timeline has numbers of its own. Events of which the player
//! sees something count from 0, and so do the steps that have one; ids of every other kind are numbered by their kind as they
//! first appear in what the player is shown. What refers to an event that the player sees nothing of refers to nothing.
//! Objects keep their ids: a game gives out as many whatever its cards are, and a view names none that is hidden.
//!
//! Somebody who sees everything is shown the numbers of the game.

mod kept;
mod written;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Place;

use retrace_core::fact::{Entry, EntryNo, PlayerId};
use retrace_core::observe::{self, SeenEntry};
use retrace_core::predicate;
use retrace_core::state::{Game, evolve};
use serde::Serialize;
use serde_json::Value;

use super::commit::Commit;
use super::seen;
use super::timeline::Timeline;

pub use kept::Kept;

/// The types of ids that are numbered anew, by their names.
const RENUMBERED: [&str; 6] = ["CardId", "DefId", "EffectId", "TriggerId", "ManaId", "Timestamp"];

/// Whether a player sees nothing at all of an event: not even that it is somebody's, or between which zones.
pub(super) fn is_nothing(seen: &SeenEntry) -> bool {
    matches!(seen, SeenEntry::Part { objects, zones: None, player: None, .. } if objects.is_empty())
}

/// A player's numbers, given out one after another.
#[derive(Clone, Debug)]
pub struct Numbering {
    viewer: PlayerId,
    /// The events that the player sees something of.
    events: Vec<EntryNo>,
    /// The steps that they are in.
    steps: Vec<usize>,
    /// The numbers of ids, by the names of their types.
    given: BTreeMap<&'static str, BTreeMap<u64, u64>>,
    /// Whether ids are left out, since what was shown before is not known.
    masks: bool,
}

impl Numbering {
    /// None yet.
    pub const fn new(viewer: PlayerId) -> Numbering {
        Numbering { viewer, events: Vec::new(), steps: Vec::new(), given: BTreeMap::new(), masks: false }
    }

    /// Goes on to an event, given the game after its step: what the player sees of it, if that is anything.
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

    /// Goes on through the events of a commit.
    fn go_through(&mut self, commit: &Commit) {
        let mut game: Game = commit.before().clone();
        for (number, step) in commit.steps().iter().enumerate() {
            evolve(&mut game, step);
            for entry in &step.entries {
                self.pass(&game, commit.first_step() + number, entry);
            }
        }
    }

    /// Goes back to before an event and a step.
    fn forget_from(&mut self, no: EntryNo, step: usize) {
        self.events.truncate(self.events.partition_point(|seen| *seen < no));
        self.steps.truncate(self.steps.partition_point(|seen| *seen < step));
    }

    /// Something that the player is shown, with the player's numbers in it.
    ///
    /// # Errors
    /// Those of writing it as JSON.
    pub fn show(&mut self, shown: &impl Serialize) -> Result<Value, serde_json::Error> {
        shown.serialize(written::Writer { numbers: self })
    }

    /// Whose they are.
    pub const fn viewer(&self) -> PlayerId {
        self.viewer
    }

    /// The number of a step: how many that the player sees something of are before it.
    pub fn step(&self, step: usize) -> usize {
        self.steps.partition_point(|seen| *seen < step)
    }

    /// The number of an event; none if the player sees nothing of it.
    pub fn event(&self, no: EntryNo) -> Option<u64> {
        self.events.binary_search(&no).ok().map(|index| index as u64)
    }

    /// How many events are before one.
    fn before(&self, no: EntryNo) -> u64 {
        self.events.partition_point(|seen| *seen < no) as u64
    }

    /// How many events the player has seen something of.
    pub fn events(&self) -> u64 {
        self.events.len() as u64
    }

    /// The number of an id.
    fn id(&mut self, kind: &'static str, id: u64) -> u64 {
        let given = self.given.entry(kind).or_default();
        let next = given.len() as u64;
        match given.entry(id) {
            Place::Occupied(there) => *there.get(),
            Place::Vacant(free) => *free.insert(next),
        }
    }
}

/// The numbers of a timeline that whoever looks is shown.
#[derive(Clone, Debug)]
pub struct Numbers(Option<Numbering>);

impl Numbers {
    /// Those of the game: somebody sees everything.
    pub const ALL: Numbers = Numbers(None);

    /// Those of whoever looks at a timeline.
    pub fn of(timeline: &Timeline, viewer: Option<PlayerId>) -> Numbers {
        Numbers(viewer.map(|viewer| {
            let mut numbering = Numbering::new(viewer);
            timeline.commits().iter().for_each(|commit| numbering.go_through(commit));
            numbering
        }))
    }

    /// Whose they are; none for somebody who sees everything.
    pub fn viewer(&self) -> Option<PlayerId> {
        self.0.as_ref().map(|numbering| numbering.viewer)
    }

    /// The same, with the numbers of all ids that the player was shown up to a place, one choice after another; none for
    /// somebody who sees everything.
    pub fn up_to(&self, timeline: &Timeline, place: usize) -> Option<Numbering> {
        let mut numbering = self.0.clone()?;
        // What is shown is numbered in the order in which it is written: `redacted`.
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

    /// The number of an event; none if the viewer sees nothing of it.
    pub fn event(&self, no: EntryNo) -> Option<u64> {
        self.0.as_ref().map_or(Some(no.0), |numbering| numbering.event(no))
    }

    /// The number of an event or, if the viewer sees nothing of it, of the last before it that they see something of.
    pub fn at(&self, no: EntryNo) -> u64 {
        let Some(numbering) = &self.0 else { return no.0 };
        (numbering.events.partition_point(|seen| *seen <= no) as u64).saturating_sub(1)
    }

    /// How many events of a timeline there are.
    pub fn events(&self, timeline: &Timeline) -> u64 {
        self.0.as_ref().map_or_else(|| timeline.len_entries(), Numbering::events)
    }

    /// How many events are before one.
    pub fn before(&self, no: EntryNo) -> u64 {
        self.0.as_ref().map_or(no.0, |numbering| numbering.before(no))
    }

    /// How many events of a timeline are before a step.
    pub fn before_step(&self, timeline: &Timeline, step: usize) -> u64 {
        self.before(EntryNo(timeline.entries_before_step(step)))
    }

    /// The number of a step.
    pub fn step(&self, step: usize) -> usize {
        self.0.as_ref().map_or(step, |numbering| numbering.step(step))
    }

    /// Whether the viewer sees something of a step.
    pub fn sees_step(&self, step: usize) -> bool {
        self.0.as_ref().is_none_or(|numbering| numbering.steps.binary_search(&step).is_ok())
    }

    /// The place after the last step, of so many, that the viewer sees something of: it looks as the place after them all.
    pub fn last_place(&self, place: usize) -> usize {
        let Some(numbering) = &self.0 else { return place };
        let seen = numbering.step(place).checked_sub(1).and_then(|last| numbering.steps.get(last));
        seen.map_or(0, |step| step + 1)
    }

    /// The event of a number.
    pub fn named(&self, timeline: &Timeline, number: u64) -> Option<EntryNo> {
        match &self.0 {
            None => (number < timeline.len_entries()).then_some(EntryNo(number)),
            Some(numbering) => numbering.events.get(usize::try_from(number).ok()?).copied(),
        }
    }

    /// The first event from one on that the viewer sees something of.
    pub fn first_from(&self, no: EntryNo) -> Option<EntryNo> {
        let Some(numbering) = &self.0 else { return Some(no) };
        numbering.events.get(numbering.events.partition_point(|seen| *seen < no)).copied()
    }

    /// What an expression came to, with these numbers: an event that says nothing to the viewer is none.
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
