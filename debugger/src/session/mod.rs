//! The session: everything that the window or a headless command does with a game goes through here.
//!
//! It is plain data and functions, with no window and no terminal in it. A [`Session`] holds timelines (persistent chains
//! of commits that share what they have in common), a cursor that stands at a [`Point`] of one of them, and a log of its
//! own operations, so that each can be undone. Moving the cursor changes nothing but the cursor (law 6), and a fork
//! never changes the past that it shares (law 5).
//!
//! - [`commit`], [`timeline`], [`ruler`], [`index`]: the data.
//! - [`command`]: the one list of commands behind keys, menus, palette and help; [`cursor`] moves.
//! - [`decide`]: inputs, forks, automatic payment; [`answers`]: what is offered, and answers in words; [`operations`], [`turning`]:
//!   undo and redo.
//! - [`files`]: opening scenarios, replays and stores, exporting; [`beside`]: another file beside it; [`saving`] and [`importing`]: writing into a store; [`scenarios`] and
//!   [`demo`]: playing a script; [`decks`]: a new game from deck lists.
//! - [`bookmarks`]: names for events; [`link`]: links to them; [`redacted`]: what one player saw, as a file;
//!   [`history`]: what a card was; [`rulebook`]: the text of the rules, if the reader gives one.
//! - [`policy`]: sides that are answered for, and passing; [`shortcut`]: what was done once, so many times more; [`new_game`]: what is settled before a game.
//! - [`edits`]: what-if edits and chances; [`empty`]: a board to be arranged by them; [`moments`]: a moment as a scenario; [`reload`]: card files that change on disk.
//! - [`why`], [`diff`], [`search`], [`tree`], [`describe`], [`seen`], [`telling`]: the questions a person asks, and the answers as text.
//! - [`marks`]: watches and breakpoints; [`traces`], [`plot`]: what they come to along a timeline; [`running`]: to where one is hit.
//! - [`bisect`]: when something turned; [`explore`]: what every answer leads to; [`shrink`]: the least that makes something true;
//!   [`minimal`]: the least that somebody can answer.
//! - [`job`]: work that runs beside, with progress, and can be cancelled.
//! - [`filter`]: which events a person wants to see; [`players`]: players as people name them; [`whole`]: files in full or not at all.

pub mod account;
pub mod answers;
pub mod beside;
pub mod bisect;
pub mod bookmarks;
pub mod command;
pub mod commit;
pub mod cursor;
pub mod decide;
pub mod decks;
pub mod demo;
pub mod describe;
pub mod diff;
pub mod edits;
pub mod empty;
pub mod error;
pub mod explore;
pub mod files;
pub mod filter;
pub mod history;
pub mod importing;
pub mod index;
pub mod job;
pub mod link;
pub mod marks;
pub mod minimal;
pub mod moments;
pub mod new_game;
pub mod numbers;
pub mod operations;
pub mod players;
pub mod plot;
pub mod policy;
pub mod redacted;
pub mod reload;
pub mod rulebook;
pub mod ruler;
pub mod running;
pub mod saving;
pub mod scenarios;
pub mod search;
pub mod seen;
pub mod shortcut;
pub mod shrink;
pub mod telling;
pub mod timeline;
pub mod traces;
pub mod tree;
pub mod turning;
pub mod whole;
pub mod why;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use retrace_core::fact::{Entry, EntryNo, Genesis, PlayerId, Step};
use retrace_core::persist::{Map, Vector};
use retrace_core::rules::{self, Pending};
use retrace_core::state::Game;
use retrace_store::id::EventId;

pub use account::{Account, Considered, Stage};
pub use answers::Offer;
pub use bookmarks::Bookmark;
pub use command::{Command, Group, Outcome};
pub use commit::{Commit, CommitInput};
pub use diff::{Alignment, DiffRow, Field, StateDiff, Subject, TimelineDiff};
pub use error::SessionError;
pub use filter::Filter;
pub use index::{Index, Lane, LaneMark};
pub use job::{Job, Progress};
pub use marks::{Breakpoint, Marks};
pub use numbers::Numbers;
pub use policy::Policy;
pub use reload::CardFiles;
pub use rulebook::Rulebook;
pub use ruler::{Ruler, Span, Spans, TurnMark};
pub use running::Stop;
pub use search::{Direction, Found, Search};
pub use timeline::{Label, Point, Standing, Timeline, TimelineId};
pub use traces::Hit;
pub use why::WhyLink;

use operations::{Operations, View};
use saving::Attached;

/// A game under the debugger. See the module.
#[derive(Debug)]
pub struct Session {
    view: View,
    operations: Operations,
    /// The timeline that the cursor stands in.
    current: Arc<Timeline>,
    /// The game at the cursor.
    game: Game,
    /// What the session was opened from, for a title.
    title: String,
    /// The file or folder that it was opened from.
    path: Option<std::path::PathBuf>,
    /// Who is answered for, and how.
    policies: std::collections::BTreeMap<PlayerId, Policy>,
    /// The text of the rules, if the reader has given one.
    rulebook: Option<Arc<Rulebook>>,
    /// The store that it writes into, if it was opened from one.
    store: Option<Attached>,
    /// The card files that it was opened with.
    card_files: CardFiles,
    /// What watches and breakpoints come to along the timelines.
    traces: traces::Traces,
    /// Whose eyes look; none for somebody who sees everything.
    eyes: Option<PlayerId>,
    /// What is wrong with the script that it was opened from.
    script_errors: Vec<retrace_core::scenario::ScriptError>,
}

impl Session {
    /// Looks with the eyes of a player, or with those of somebody who sees everything: what is asked from now on in the
    /// predicate language (watches, breakpoints, searches) is asked by them.
    pub fn look_as(&mut self, eyes: Option<PlayerId>) {
        if self.eyes != eyes {
            self.eyes = eyes;
            self.traces.clear();
        }
    }

    /// Whose eyes look; none for somebody who sees everything.
    pub const fn eyes(&self) -> Option<PlayerId> {
        self.eyes
    }

    /// A session on a new game: its first timeline has the genesis and stands at the first choice.
    ///
    /// # Errors
    /// A genesis that cannot start, and one that has no stored form.
    pub fn new(genesis: Genesis, name: &str) -> Result<Session, SessionError> {
        let genesis = Arc::new(genesis);
        let (after, steps) = rules::start(&genesis)?;
        let commit = Commit::genesis(genesis, steps, after)?;
        Ok(Session::of_commits(name, [Arc::new(commit)].into_iter().collect(), Standing::Exact))
    }

    /// A session on one timeline, with the cursor at its head.
    pub(super) fn of_commits(name: &str, commits: Vector<Arc<Commit>>, standing: Standing) -> Session {
        let timeline = Timeline::new(TimelineId(0), name, commits, standing);
        let cursor = Point::new(TimelineId(0), timeline.len_steps());
        let game = timeline.game_at(cursor.step);
        let current = Arc::new(timeline);
        let timelines = Map::unit(TimelineId(0), Arc::clone(&current));
        let view = View { timelines, cursor, pinned: None, bookmarks: Map::new(), marks: Arc::default() };
        Session {
            view,
            operations: Operations::default(),
            current,
            game,
            title: name.to_owned(),
            path: None,
            policies: Default::default(),
            rulebook: None,
            store: None,
            card_files: CardFiles::default(),
            traces: Default::default(),
            eyes: None,
            script_errors: Vec::new(),
        }
    }

    /// The text of the rules, if the reader has given one.
    pub fn rulebook(&self) -> Option<&Arc<Rulebook>> {
        self.rulebook.as_ref()
    }

    /// The same session with a text of the rules, if there is one.
    #[must_use]
    pub fn with_rulebook(self, rulebook: Option<Arc<Rulebook>>) -> Session {
        Session { rulebook, ..self }
    }

    /// Gives the session a text of the rules to read in, or takes it away.
    pub fn set_rulebook(&mut self, rulebook: Option<Arc<Rulebook>>) {
        self.rulebook = rulebook;
    }

    /// What the session was opened from.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The file or folder that it was opened from, from the root.
    pub fn path(&self) -> Option<&std::path::Path> {
        self.path.as_deref()
    }

    /// Sets what the session is called.
    pub fn set_title(&mut self, title: &str) {
        title.clone_into(&mut self.title);
    }

    /// The timelines in the order in which they came.
    pub fn timelines(&self) -> impl Iterator<Item = &Timeline> {
        self.view.timelines.values().map(|timeline| &**timeline)
    }

    /// A timeline.
    pub fn timeline(&self, id: TimelineId) -> Option<&Timeline> {
        self.view.timelines.get(&id).map(|timeline| &**timeline)
    }

    /// A timeline by name.
    pub fn timeline_named(&self, name: &str) -> Option<&Timeline> {
        self.timelines().find(|timeline| timeline.name == name)
    }

    /// The timeline that the cursor stands in.
    pub fn current(&self) -> &Timeline {
        &self.current
    }

    /// The same, to be kept by a job.
    pub fn current_arc(&self) -> Arc<Timeline> {
        Arc::clone(&self.current)
    }

    /// How many steps a timeline has.
    pub fn len_steps(&self, id: TimelineId) -> usize {
        self.timeline(id).map_or(0, Timeline::len_steps)
    }

    /// How many entries a timeline has.
    pub fn len_entries(&self, id: TimelineId) -> u64 {
        self.timeline(id).map_or(0, Timeline::len_entries)
    }

    /// The game at a place. It folds at most the steps of one commit, and nothing else changes.
    pub fn game_at(&self, point: Point) -> Game {
        match self.timeline(point.timeline) {
            Some(_) if point == self.view.cursor => self.game.clone(),
            Some(timeline) => timeline.game_at(point.step),
            None => Game::empty(),
        }
    }

    /// A step of a timeline, counted from 0.
    pub fn step_at(&self, id: TimelineId, step: usize) -> Option<&Step> {
        self.timeline(id)?.step_at(step)
    }

    /// The entries of a timeline in order, each with the step that it belongs to.
    pub fn entries(&self, id: TimelineId) -> impl Iterator<Item = (usize, &Entry)> {
        self.timeline(id).into_iter().flat_map(|timeline| timeline.entries_from(EntryNo(0)))
    }

    /// An entry with the step that it belongs to. O(log n).
    pub fn entry(&self, id: TimelineId, no: EntryNo) -> Option<(usize, &Entry)> {
        self.timeline(id)?.entry(no)
    }

    /// The id of an event.
    pub fn event_id(&self, id: TimelineId, no: EntryNo) -> Option<EventId> {
        self.timeline(id)?.event_id(no)
    }

    /// What an entry says, in one line of English.
    pub fn text(&self, id: TimelineId, no: EntryNo) -> Option<&str> {
        self.timeline(id)?.text(no)
    }

    /// The places of a timeline where the game waits for an input or is over.
    pub fn decision_points(&self, id: TimelineId) -> Vec<usize> {
        self.timeline(id).map(|timeline| timeline.decision_points().collect()).unwrap_or_default()
    }

    /// The lines that a script attached to a timeline.
    pub fn labels(&self, id: TimelineId) -> &[Label] {
        self.timeline(id).map_or(&[], |timeline| &timeline.labels)
    }

    /// What is known of a timeline as a whole: the spans of its turns, its lanes.
    pub fn index(&self, id: TimelineId) -> Arc<Index> {
        self.timeline(id).map(|timeline| Arc::clone(timeline.index())).unwrap_or_default()
    }

    /// Where the cursor stands.
    pub const fn cursor(&self) -> Point {
        self.view.cursor
    }

    /// The place that is pinned for comparison.
    pub const fn pinned(&self) -> Option<Point> {
        self.view.pinned
    }

    /// The game at the cursor.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// What the game at the cursor waits for.
    pub fn pending(&self) -> Pending {
        rules::pending(&self.game)
    }

    /// Whether the cursor stands at the head of its timeline.
    pub fn at_head(&self) -> bool {
        self.view.cursor.step >= self.current().len_steps()
    }
}
