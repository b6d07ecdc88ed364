//! The ruler of a timeline: which of its places belong to which turn, phase and turn step. It grows
//! with its timeline, and timelines share its common part as they share their commits.

use retrace_core::card::{Phase, TurnStep};
use retrace_core::fact::{Event, PlayerId};
use retrace_core::persist::Vector;

/// A range of places: from `from` up to, but not including, `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span<T> {
    /// The first place.
    pub from: usize,
    /// The place after the last.
    pub to: usize,
    /// Its content.
    pub what: T,
}

impl<T> Span<T> {
    /// Whether a place is in the span.
    pub const fn contains(&self, step: usize) -> bool {
        self.from <= step && step < self.to
    }
}

/// Spans in order and without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spans<T: Clone> {
    /// Where each span begins, and its content.
    starts: Vector<(usize, T)>,
    /// The place after the last.
    end: usize,
}

impl<T: Clone> Default for Spans<T> {
    fn default() -> Spans<T> {
        Spans { starts: Vector::new(), end: 0 }
    }
}

impl<T: Clone> Spans<T> {
    /// The number of spans.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there are no spans.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The span with this index, counted from 0.
    pub fn get(&self, index: usize) -> Option<Span<T>> {
        let (from, what) = self.starts.get(index)?.clone();
        let to = self.starts.get(index + 1).map_or(self.end, |(next, _)| *next);
        Some(Span { from, to, what })
    }

    /// All spans in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Span<T>> {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// How many spans begin at or before this place. O(log n).
    pub fn begun(&self, place: usize) -> usize {
        partition(&self.starts, |(from, _)| *from <= place)
    }

    /// The span that contains a place. O(log n).
    pub fn at(&self, place: usize) -> Option<Span<T>> {
        self.get(self.begun(place).checked_sub(1)?).filter(|span| span.contains(place))
    }

    /// The start of the last span that begins before a place. O(log n).
    pub(crate) fn start_before(&self, place: usize) -> Option<usize> {
        let before = partition(&self.starts, |(from, _)| *from < place);
        self.starts.get(before.checked_sub(1)?).map(|(from, _)| *from)
    }

    /// The start of the first span that begins after a place. O(log n).
    pub(crate) fn start_after(&self, place: usize) -> Option<usize> {
        self.starts.get(self.begun(place)).map(|(from, _)| *from)
    }

    /// The index of the first span for whose content something holds; it must hold for all later
    /// ones, too. O(log n).
    pub fn first_from(&self, wanted: impl Fn(&T) -> bool) -> usize {
        partition(&self.starts, |(_, what)| !wanted(what))
    }

    /// The spans that overlap the range between two places, inclusive.
    pub fn between(&self, from: usize, to: usize) -> impl Iterator<Item = Span<T>> {
        let first = self.begun(from).saturating_sub(1);
        (first..self.begun(to)).filter_map(|index| self.get(index))
    }

    /// Ends the last span and begins another. Of several that begin at the same place only the last
    /// is kept.
    fn begin(&mut self, place: usize, what: T) {
        if self.starts.last().is_some_and(|(from, _)| *from == place) {
            self.starts.pop_back();
        }
        self.starts.push_back((place, what));
    }

    /// Begins a span with the content of the one that contains an earlier place.
    fn begin_again(&mut self, place: usize, earlier: usize) {
        let before = self.begun(earlier).checked_sub(1).and_then(|index| self.starts.get(index));
        if let Some((_, what)) = before.cloned() {
            self.begin(place, what);
        }
    }
}

/// A turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnMark {
    /// Its number.
    pub number: u32,
    /// The active player.
    pub player: PlayerId,
}

/// The spans of a timeline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ruler {
    /// The turns.
    pub turns: Spans<TurnMark>,
    /// The phases.
    pub phases: Spans<Phase>,
    /// The turn steps; a main phase counts as one.
    pub turn_steps: Spans<TurnStep>,
    /// Where subgames begin (`true`) and end.
    subgames: Vector<(usize, bool)>,
    /// Where the turns of turn markers were set aside for others (CR 807.4).
    set_aside: Vector<(usize, u32)>,
}

impl Ruler {
    /// Records an event of the step before this place.
    pub(crate) fn note(&mut self, place: usize, event: &Event) {
        match event {
            Event::TurnBegan { player, number } => {
                self.turns.begin(place, TurnMark { number: *number, player: *player });
            }
            Event::PhaseBegan { phase } => self.phases.begin(place, *phase),
            Event::TurnStepBegan { step } => self.turn_steps.begin(place, *step),
            Event::SubgameBegan { .. } => self.subgames.push_back((place, true)),
            Event::SubgameEnded { .. } => self.resume(place),
            Event::TurnTakenUp { marker, from, .. } => self.take_up(place, *marker, *from),
            _ => {}
        }
    }

    /// Goes on with the spans of another turn, which was set aside before, if it has begun
    /// (CR 807.4).
    fn take_up(&mut self, place: usize, marker: u32, from: u32) {
        let mut earlier = (0..self.set_aside.len()).rev().filter_map(|at| self.set_aside.get(at));
        let there = earlier.find(|(_, other)| *other == marker).map(|(place, _)| place.saturating_sub(1));
        self.set_aside.push_back((place, from));
        if let Some(there) = there {
            self.go_on(place, there);
        }
    }

    /// Begins spans with the content of those that contain an earlier place.
    fn go_on(&mut self, place: usize, earlier: usize) {
        self.turns.begin_again(place, earlier);
        self.phases.begin_again(place, earlier);
        self.turn_steps.begin_again(place, earlier);
    }

    /// Goes on with the spans of the main game, in which the subgame that ends began (CR 722.5).
    fn resume(&mut self, place: usize) {
        let mut inside = 0u32;
        let mut earlier = (0..self.subgames.len()).rev().filter_map(|at| self.subgames.get(at));
        let began = earlier.find_map(|(began, begins)| match (begins, inside) {
            (true, 0) => Some(*began),
            (true, _) => {
                inside -= 1;
                None
            }
            (false, _) => {
                inside += 1;
                None
            }
        });
        self.subgames.push_back((place, false));
        if let Some(began) = began {
            self.go_on(place, began);
        }
    }

    /// Ends the last spans after the last place of a timeline with this many steps.
    pub(crate) fn end_after(&mut self, steps: usize) {
        let end = steps + 1;
        (self.turns.end, self.phases.end, self.turn_steps.end) = (end, end, end);
    }

    /// The ruler of the first `steps` steps.
    pub(crate) fn up_to(&self, steps: usize) -> Ruler {
        fn cut<T: Clone>(spans: &Spans<T>, steps: usize) -> Spans<T> {
            Spans { starts: spans.starts.take(spans.begun(steps)), end: steps + 1 }
        }
        Ruler {
            turns: cut(&self.turns, steps),
            phases: cut(&self.phases, steps),
            turn_steps: cut(&self.turn_steps, steps),
            subgames: self.subgames.take(partition(&self.subgames, |(place, _)| *place <= steps)),
            set_aside: self.set_aside.take(partition(&self.set_aside, |(place, _)| *place <= steps)),
        }
    }
}

/// The number of items at the front for which `wanted` holds; it must hold for a prefix.
pub(crate) fn partition<T: Clone>(items: &Vector<T>, wanted: impl Fn(&T) -> bool) -> usize {
    let (mut low, mut high) = (0, items.len());
    while low < high {
        let middle = low + (high - low) / 2;
        if items.get(middle).is_some_and(&wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
