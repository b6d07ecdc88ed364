//! Moves the cursor: by events, choices, turn steps, turns, and frames of the call stack. Moving
//! changes nothing but the cursor.

use retrace_core::fact::{Entry, EntryNo, Part};
use retrace_core::state::evolve;

use crate::Outcome;
use crate::base::place::{Point, TimelineId};
use crate::session::Session;
use crate::timeline::line::Timeline;

const AT_START: &str = "This is before the first event.";
const AT_HEAD: &str = "This is the head of the timeline.";

impl Session {
    /// Moves the cursor to a place, or to the nearest existing one.
    pub fn seek(&mut self, point: Point) -> Outcome {
        let Some(timeline) = self.timeline(point.timeline) else { return Outcome::Nothing("That timeline is gone.") };
        let to = Point { step: point.step.min(timeline.len_steps()), ..point };
        if to == self.cursor() {
            return Outcome::Nothing("The cursor is there already.");
        }
        self.move_to(to);
        Outcome::Moved
    }

    /// Moves the cursor to a place, or to the nearest existing one; before the first event it says
    /// so.
    pub fn jump(&mut self, point: Point) -> Outcome {
        let Some(timeline) = self.timeline(point.timeline) else { return Outcome::Nothing("That timeline is gone.") };
        let to = Point { step: point.step.min(timeline.len_steps()), ..point };
        if to == self.cursor() {
            return Outcome::Nothing(if to.step == 0 { AT_START } else { "The cursor is there already." });
        }
        self.move_to(to);
        Outcome::Moved
    }

    /// Moves the cursor to the next or previous bookmark on its timeline.
    pub(crate) fn bookmark_by(&mut self, forward: bool) -> Outcome {
        let cursor = self.cursor();
        let places: Vec<usize> = self.bookmarks_on(cursor.timeline).into_iter().map(|(step, _)| step).collect();
        let to = if forward {
            places.iter().find(|step| **step > cursor.step)
        } else {
            places.iter().rev().find(|step| **step < cursor.step)
        };
        match to {
            Some(step) => self.jump(Point { step: *step, ..cursor }),
            None if places.is_empty() => Outcome::Nothing("This timeline has no bookmark; B sets one at the cursor."),
            None if forward => Outcome::Nothing("No bookmark of this timeline comes after this place."),
            None => Outcome::Nothing("No bookmark of this timeline comes before this place."),
        }
    }

    /// Moves the cursor to just after the step with an entry.
    pub fn jump_to_entry(&mut self, id: TimelineId, no: EntryNo) -> Outcome {
        match self.entry(id, no) {
            Some((step, _)) => self.jump(Point::new(id, step + 1)),
            None => Outcome::Nothing("There is no such event."),
        }
    }

    pub(crate) fn step_back(&mut self) -> Outcome {
        let to = stop_before(self.current(), self.cursor().step);
        self.go(to, AT_START)
    }

    pub(crate) fn step_forward(&mut self) -> Outcome {
        let to = stop_after(self.current(), self.cursor().step);
        self.go(to, AT_HEAD)
    }

    pub(crate) fn choice_back(&mut self) -> Outcome {
        let to = self.cursor().step.checked_sub(1).map(|step| self.current().choice_at_or_before(step).unwrap_or(0));
        self.go(to, AT_START)
    }

    pub(crate) fn choice_forward(&mut self) -> Outcome {
        let timeline = self.current();
        let to = timeline.commit_of_step(self.cursor().step).map(|commit| commit.end_step());
        self.go(to, AT_HEAD)
    }

    pub(crate) fn turn_step_back(&mut self) -> Outcome {
        let to = self.current().ruler().turn_steps.start_before(self.cursor().step);
        self.go_back_to(to)
    }

    pub(crate) fn turn_step_forward(&mut self) -> Outcome {
        let to = self.current().ruler().turn_steps.start_after(self.cursor().step);
        self.go_on_to(to)
    }

    pub(crate) fn turn_back(&mut self) -> Outcome {
        let to = self.current().ruler().turns.start_before(self.cursor().step);
        self.go_back_to(to)
    }

    pub(crate) fn turn_forward(&mut self) -> Outcome {
        let to = self.current().ruler().turns.start_after(self.cursor().step);
        self.go_on_to(to)
    }

    pub(crate) fn step_into(&mut self) -> Outcome {
        let step = self.cursor().step + 1;
        self.go((step <= self.current().len_steps()).then_some(step), AT_HEAD)
    }

    pub(crate) fn step_over(&mut self) -> Outcome {
        let depth = self.game().world().frames.len();
        self.run_until_depth(depth)
    }

    pub(crate) fn step_out(&mut self) -> Outcome {
        match self.game().world().frames.len().checked_sub(1) {
            Some(depth) => self.run_until_depth(depth),
            None => self.step_over(),
        }
    }

    /// Goes forward until the call stack is at most this deep, or to the head.
    fn run_until_depth(&mut self, depth: usize) -> Outcome {
        let timeline = self.current();
        let mut game = self.game().clone();
        let mut step = self.cursor().step;
        while let Some(next) = timeline.step_at(step) {
            evolve(&mut game, next);
            step += 1;
            if game.world().frames.len() <= depth {
                break;
            }
        }
        self.go((step > self.cursor().step).then_some(step), AT_HEAD)
    }

    /// Goes back to a place, or to the start if there is none.
    fn go_back_to(&mut self, place: Option<usize>) -> Outcome {
        self.go(place.or((self.cursor().step > 0).then_some(0)), AT_START)
    }

    /// Goes forward to a place, or to the head if there is none.
    fn go_on_to(&mut self, place: Option<usize>) -> Outcome {
        let head = self.current().len_steps();
        self.go(place.or((self.cursor().step < head).then_some(head)), AT_HEAD)
    }

    fn go(&mut self, to: Option<usize>, otherwise: &'static str) -> Outcome {
        match to {
            Some(step) if step != self.cursor().step => self.seek(Point { step, ..self.cursor() }),
            _ => Outcome::Nothing(otherwise),
        }
    }

    /// Pins the cursor's place for comparison.
    pub fn pin(&mut self) -> Outcome {
        let here = self.cursor();
        self.operate("pin", |view| view.pinned = Some(here));
        Outcome::Pinned(here)
    }

    /// Switches to another timeline: to the cursor's place if both share it, otherwise to where
    /// they diverge.
    pub fn switch(&mut self, id: TimelineId) -> Outcome {
        if id == self.cursor().timeline {
            return Outcome::Nothing("This is the timeline.");
        }
        let Some(other) = self.timeline(id) else { return Outcome::Nothing("That timeline is gone.") };
        let shared = self.shared_steps(self.cursor().timeline, id);
        let step = if self.cursor().step <= shared { self.cursor().step } else { other.len_steps() };
        self.move_to(Point::new(id, step));
        Outcome::Switched(id)
    }

    pub(crate) fn switch_by(&mut self, forward: bool) -> Outcome {
        let here = self.cursor().timeline;
        let ids: Vec<TimelineId> = self.timelines().map(Timeline::id).collect();
        let next = if forward {
            ids.iter().find(|id| **id > here).or(ids.first())
        } else {
            ids.iter().rev().find(|id| **id < here).or(ids.last())
        };
        match next {
            Some(id) if *id != here => self.switch(*id),
            _ => Outcome::Nothing("There is only one timeline; fork to have another."),
        }
    }

    /// The most informative entry of the step before a place; `None` at the start.
    pub fn headline(&self, point: Point) -> Option<EntryNo> {
        self.timeline(point.timeline)?.headline(point.step)
    }

    /// The place where a frame of the call stack was pushed; `depth` counts from the outermost.
    pub fn frame_began(&self, depth: usize) -> Option<Point> {
        let timeline = self.current();
        if depth >= self.game().world().frames.len() {
            return None;
        }
        // The frame exists after a step if the stack has not been shallower since.
        let mut began = self.cursor().step;
        while began > 0 {
            let commit = timeline.commit_of_step(began - 1)?;
            let mut depths = vec![commit.before().world().frames.len()];
            let mut game = commit.before().clone();
            for step in commit.steps() {
                evolve(&mut game, step);
                depths.push(game.world().frames.len());
            }
            let mut place = began - commit.first_step();
            while place > 0 && depths.get(place - 1).is_some_and(|before| *before > depth) {
                place -= 1;
            }
            began = commit.first_step() + place;
            if place > 0 {
                break;
            }
        }
        Some(Point { step: began, ..self.cursor() })
    }
}

impl Timeline {
    /// The most informative entry of the step before `step`; `None` at the start.
    pub fn headline(&self, step: usize) -> Option<EntryNo> {
        headline_of(self.step_at(step.checked_sub(1)?)?.entries.iter().map(|entry| &**entry))
    }
}

/// The most informative event among those of a step.
pub(crate) fn headline_of<'e>(entries: impl Iterator<Item = &'e Entry> + Clone) -> Option<EntryNo> {
    let story = || entries.clone().filter(|entry| entry.event.is_story());
    let told = story().find(|entry| entry.part == Part::Batch).or_else(|| story().next());
    told.or_else(|| entries.clone().next()).map(|entry| entry.no)
}

/// Whether stepping stops at a place: something happened just before it, or the game waits there.
fn is_stop(timeline: &Timeline, step: usize) -> bool {
    let told =
        |step: usize| timeline.commit_of_step(step).is_some_and(|commit| commit.tells(step - commit.first_step()));
    step == 0 || told(step - 1) || timeline.is_choice(step)
}

fn stop_before(timeline: &Timeline, step: usize) -> Option<usize> {
    (0..step).rev().find(|place| is_stop(timeline, *place))
}

fn stop_after(timeline: &Timeline, step: usize) -> Option<usize> {
    (step + 1..=timeline.len_steps()).find(|place| is_stop(timeline, *place))
}
