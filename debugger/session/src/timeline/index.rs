//! The index of a timeline: its ruler, its lanes, the owners and names of its objects, which kinds
//! of events and rules occur. It is computed once and grows with its timeline; a fork starts with
//! the shared part.
//!
//! A lane is a row of marks on the timeline: the events of a player and their permanents, of the
//! stack, of triggers, of replacement and prevention effects, of state-based actions. An event can
//! be in several lanes.

use std::collections::HashSet;
use std::convert::Infallible;

use retrace_core::fact::{Course, DefId, Entity, Entry, EntryNo, Event, ObjectId, PlayerId};
use retrace_core::persist::{Map, Vector};
use retrace_core::rule::Rule;

use super::commit::Commit;
use super::line::Timeline;
use super::ruler::{Ruler, partition};

/// A row of marks on a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Lane {
    /// Events that affect a player, or objects under their control.
    Player(PlayerId),
    /// Casting, activating, resolving (CR 405).
    Stack,
    /// Abilities that trigger, and delayed triggered abilities being set up (CR 603).
    Triggers,
    /// Replacement and prevention effects being applied (CR 614–616).
    Replacements,
    /// State-based actions (CR 704).
    StateBased,
}

impl Lane {
    /// The lanes that every game has.
    pub const COMMON: [Lane; 4] = [Lane::Stack, Lane::Triggers, Lane::Replacements, Lane::StateBased];
}

/// An event on a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneMark {
    /// Its place: after this many steps.
    pub place: usize,
    /// The event.
    pub entry: EntryNo,
}

/// The definition of an object, and its controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    def: DefId,
    player: PlayerId,
}

/// The index of a timeline.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// How many commits are indexed.
    commits: usize,
    ruler: Ruler,
    lanes: Map<Lane, Vector<LaneMark>>,
    /// Inputs that are not decisions: what-if changes, fixed random results, new seeds.
    edits: Vector<LaneMark>,
    /// In the order of their ids.
    objects: Vector<(ObjectId, Known)>,
    /// Changes of control: the event, the object, and its previous controller.
    changed_hands: Vector<(EntryNo, ObjectId, PlayerId)>,
    /// The kinds of events that occur, by number, each with its first event.
    kinds: Map<u16, EntryNo>,
    /// The rules that occur, each with its first event.
    rules: Map<Rule, EntryNo>,
    /// Effects whose cause is in an earlier commit: each with its cause, in the order of the
    /// effects.
    late: Vector<(EntryNo, EntryNo)>,
    /// The inverse: each cause with its effect.
    effects: Map<(EntryNo, EntryNo), ()>,
}

impl Index {
    /// The index of a timeline.
    pub(crate) fn of(timeline: &Timeline) -> Index {
        Index::default().extended(timeline)
    }

    /// The index extended with the timeline's further commits.
    pub(crate) fn extended(&self, timeline: &Timeline) -> Index {
        let Ok(index) = self.extended_with(timeline, |_, _| Ok::<(), Infallible>(()));
        index
    }

    /// Like [`Index::extended`]; calls `went_on` before each commit with the number of commits
    /// indexed and their total.
    pub(crate) fn extended_with<E>(
        &self,
        timeline: &Timeline,
        mut went_on: impl FnMut(usize, usize) -> Result<(), E>,
    ) -> Result<Index, E> {
        let mut index = self.clone();
        let mut seen = Seen {
            kinds: index.kinds.keys().copied().collect(),
            rules: index.rules.keys().map(|rule| rule.packed()).collect(),
        };
        for at in self.commits..timeline.commits().len() {
            let Some(commit) = timeline.commits().get(at) else { break };
            went_on(at, timeline.commits().len())?;
            for (step, entry) in commit.entries() {
                // The result of a step exists after it.
                let place = commit.first_step() + step + 1;
                index.note(place, entry, &mut seen);
                if let Some(cause) = entry.cause.filter(|cause| cause.0 < commit.first_entry().0) {
                    index.late.push_back((entry.no, cause));
                    index.effects.insert((cause, entry.no), ());
                }
            }
            index.commits = at + 1;
        }
        index.ruler.end_after(timeline.len_steps());
        Ok(index)
    }

    /// The index of the first `commits` commits, of which `last` is the last.
    pub(crate) fn up_to(&self, commits: usize, last: &Commit) -> Index {
        if commits >= self.commits {
            return self.clone();
        }
        let (steps, entries) = (last.end_step(), last.end_entry());
        let cut = |marks: &Vector<LaneMark>| marks.take(partition(marks, |mark| mark.place <= steps));
        let born = last.after().counters().object;
        let mut objects = self.objects.take(partition(&self.objects, |(id, _)| *id < born));
        let kept = partition(&self.changed_hands, |(no, ..)| no.0 < entries);
        for at in (kept..self.changed_hands.len()).rev() {
            let Some((_, id, before)) = self.changed_hands.get(at).copied() else { continue };
            if let Some((_, known)) = place_of(&objects, id).and_then(|place| objects.get_mut(place)) {
                known.player = before;
            }
        }
        let earlier = |first: &EntryNo| first.0 < entries;
        let late = self.late.take(partition(&self.late, |(effect, _)| effect.0 < entries));
        let effects = match self.late.len() - late.len() {
            // Rebuild or remove, whichever is cheaper.
            gone if gone > late.len() => late.iter().map(|(effect, cause)| ((*cause, *effect), ())).collect(),
            _ => {
                let mut effects = self.effects.clone();
                for (effect, cause) in self.late.iter().skip(late.len()) {
                    effects.remove(&(*cause, *effect));
                }
                effects
            }
        };
        Index {
            late,
            effects,
            commits,
            ruler: self.ruler.up_to(steps),
            lanes: self.lanes.iter().map(|(lane, marks)| (*lane, cut(marks))).collect(),
            edits: cut(&self.edits),
            objects,
            changed_hands: self.changed_hands.take(kept),
            kinds: self.kinds.iter().filter(|(_, first)| earlier(first)).map(|(kind, no)| (*kind, *no)).collect(),
            rules: self.rules.iter().filter(|(_, first)| earlier(first)).map(|(rule, no)| (*rule, *no)).collect(),
        }
    }

    /// The spans of turns, phases and turn steps.
    pub const fn ruler(&self) -> &Ruler {
        &self.ruler
    }

    /// The lanes that have marks: players first, in their order.
    pub fn lanes(&self) -> impl Iterator<Item = Lane> {
        self.lanes.iter().filter(|(_, marks)| !marks.is_empty()).map(|(lane, _)| *lane)
    }

    /// How many marks of a lane are at or before this place. O(log n).
    pub fn marks_up_to(&self, lane: Lane, place: usize) -> usize {
        self.lanes.get(&lane).map_or(0, |marks| partition(marks, |mark| mark.place <= place))
    }

    /// The mark of a lane with this index, counted from 0.
    pub fn mark(&self, lane: Lane, index: usize) -> Option<LaneMark> {
        self.lanes.get(&lane)?.get(index).copied()
    }

    /// The number of marks in a lane.
    pub fn len(&self, lane: Lane) -> usize {
        self.lanes.get(&lane).map_or(0, Vector::len)
    }

    /// Whether no events are indexed.
    pub fn is_empty(&self) -> bool {
        self.commits == 0
    }

    /// The first mark of a lane after a place, or the last before it.
    pub fn mark_beside(&self, lane: Lane, place: usize, after: bool) -> Option<LaneMark> {
        let marks = self.lanes.get(&lane)?;
        match after {
            true => marks.get(partition(marks, |mark| mark.place <= place)).copied(),
            false => marks.get(partition(marks, |mark| mark.place < place).checked_sub(1)?).copied(),
        }
    }

    /// Whether an event is on a lane. O(log n).
    pub(crate) fn is_on(&self, lane: Lane, entry: EntryNo) -> bool {
        let Some(marks) = self.lanes.get(&lane) else { return false };
        marks.get(partition(marks, |mark| mark.entry < entry)).is_some_and(|mark| mark.entry == entry)
    }

    /// The inputs that are not decisions, in order: what-if changes, fixed random results, new
    /// seeds.
    pub fn edits(&self) -> impl DoubleEndedIterator<Item = LaneMark> {
        self.edits.iter().copied()
    }

    /// How many of these are at or before this place. O(log n).
    pub fn edits_up_to(&self, place: usize) -> usize {
        partition(&self.edits, |mark| mark.place <= place)
    }

    /// The one with this index, counted from 0.
    pub fn edit(&self, index: usize) -> Option<LaneMark> {
        self.edits.get(index).copied()
    }

    /// The names of the kinds of events that occur, in alphabetical order.
    pub fn kinds(&self) -> Vec<&'static str> {
        let occurs = Event::KINDS.iter().filter(|(number, _)| self.kinds.contains_key(number));
        let mut names: Vec<&'static str> = occurs.map(|(_, name)| *name).collect();
        names.sort_unstable();
        names
    }

    /// The rules that occur, in order.
    pub fn rules(&self) -> impl Iterator<Item = Rule> {
        self.rules.keys().copied()
    }

    /// The consequences of an event in later commits than its own, in order. O(log n + k) for k
    /// results.
    pub(crate) fn later_effects(&self, cause: EntryNo) -> impl Iterator<Item = EntryNo> {
        self.effects.range((cause, EntryNo(0))..=(cause, EntryNo(u64::MAX))).map(|((_, effect), ())| *effect)
    }

    /// The definition of an object, if the timeline has it.
    pub(crate) fn definition_of(&self, id: ObjectId) -> Option<DefId> {
        self.known(id).map(|known| known.def)
    }

    fn known(&self, id: ObjectId) -> Option<Known> {
        place_of(&self.objects, id).and_then(|place| self.objects.get(place)).map(|(_, known)| *known)
    }

    fn note(&mut self, place: usize, entry: &Entry, seen: &mut Seen) {
        let event = &entry.event;
        self.ruler.note(place, event);
        if seen.kinds.insert(event.number()) {
            self.kinds.insert(event.number(), entry.no);
        }
        if seen.rules.insert(entry.rule.packed()) {
            self.rules.insert(entry.rule, entry.no);
        }
        match event {
            Event::Created { object } => self.born(object.id, object.def, object.controller.unwrap_or(object.owner)),
            Event::Moved { became, .. } => {
                for new in became {
                    self.born(new.id, new.def, new.controller.unwrap_or(new.owner));
                }
            }
            Event::ControlChanged { object, from, to } => {
                if let Some((_, known)) = place_of(&self.objects, *object).and_then(|at| self.objects.get_mut(at)) {
                    known.player = *to;
                    self.changed_hands.push_back((entry.no, *object, *from));
                }
            }
            _ => {}
        }
        if !event.is_story() || is_set_up(place, event) {
            return;
        }
        let mark = LaneMark { place, entry: entry.no };
        if matches!(event, Event::Edited { .. } | Event::ChanceFixed { .. } | Event::Reseeded { .. }) {
            self.edits.push_back(mark);
        }
        if let Some(lane) = lane_of(event) {
            self.lanes.entry(lane).or_default().push_back(mark);
        }
        if entry.rule.section() == 704 {
            self.lanes.entry(Lane::StateBased).or_default().push_back(mark);
        }
        // Receiving or passing priority changes nothing that a person would look for.
        if matches!(event, Event::PriorityReceived { .. } | Event::PriorityPassed { .. }) {
            return;
        }
        let about = event.about();
        let players = about.iter().filter_map(|it| match it {
            Entity::Player(player) => Some(*player),
            Entity::Object(id) => self.known(*id).map(|known| known.player),
        });
        let mut players: Vec<PlayerId> = players.collect();
        players.sort_unstable();
        players.dedup();
        for player in players {
            self.lanes.entry(Lane::Player(player)).or_default().push_back(mark);
        }
    }

    fn born(&mut self, id: ObjectId, def: DefId, player: PlayerId) {
        // Ids are assigned in order; an id out of order comes from untrusted data and is ignored.
        if self.objects.last().is_none_or(|(last, _)| *last < id) {
            self.objects.push_back((id, Known { def, player }));
        }
    }
}

/// What the index has seen of a timeline while it is built.
struct Seen {
    kinds: HashSet<u16>,
    rules: HashSet<u32>,
}

/// The position of an object in a list sorted by id. Ids have few gaps, so the guess is close.
fn place_of(objects: &Vector<(ObjectId, Known)>, id: ObjectId) -> Option<usize> {
    let guess = usize::try_from(id.0.checked_sub(objects.front()?.0.0)?).ok()?;
    if objects.get(guess).is_some_and(|(there, _)| *there == id) {
        return Some(guess);
    }
    objects.binary_search_by(|(there, _)| there.cmp(&id)).ok()
}

/// The lane of an event by its kind, apart from the lanes of players and of state-based actions.
const fn lane_of(event: &Event) -> Option<Lane> {
    match event.course() {
        Some(Course::Stack) => Some(Lane::Stack),
        Some(Course::Triggers) => Some(Lane::Triggers),
        Some(Course::Replacements) => Some(Lane::Replacements),
        None => None,
    }
}

/// Whether an event of the first step only states the initial situation; `place` is the one after
/// its step.
pub const fn is_set_up(place: usize, event: &Event) -> bool {
    place == 1 && matches!(event, Event::CardIntroduced { .. } | Event::Created { .. })
}
