//! The session itself: what it holds, and the accessors.

use std::collections::BTreeMap;
use std::sync::Arc;

use retrace_core::fact::{Choice, Entry, EntryNo, Genesis, PlayerId, Step};
use retrace_core::persist::{Map, Vector};
use retrace_core::rules::{self, Pending};
use retrace_core::state::Game;
use retrace_store::id::EventId;

use super::base::error::SessionError;
use super::base::place::{Label, Point, Standing, TimelineId};
use super::base::rulebook::Rulebook;
use super::cards::files::CardFiles;
use super::cards::library;
use super::cards::texts::CardFolders;
use super::held::folder::SessionFolder;
use super::held::policy::{MOST_ANSWERS, Policy};
use super::held::traced::Traces;
use super::held::view::{Operations, View};
use super::store::attached::Attached;
use super::timeline::commit::Commit;
use super::timeline::index::Index;
use super::timeline::line::Timeline;

/// A game under the debugger. See the [module](super).
#[derive(Debug)]
pub struct Session {
    pub(crate) view: View,
    pub(crate) operations: Operations,
    /// The timeline that the cursor stands in.
    pub(crate) current: Arc<Timeline>,
    /// The game at the cursor.
    pub(crate) game: Game,
    /// What the session was opened from, shown as the title.
    pub(crate) title: String,
    /// The file or folder that the session was opened from.
    pub(crate) path: Option<std::path::PathBuf>,
    /// Which players have a policy that answers for them.
    pub(crate) policies: BTreeMap<PlayerId, Policy>,
    /// How many answers in a row policies give at once.
    pub(crate) patience: usize,
    /// Whether they have given so many, and more are asked.
    pub(crate) out_of_patience: bool,
    /// The text of the rules, if the reader has loaded one.
    pub(crate) rulebook: Option<Arc<Rulebook>>,
    /// The store that the session writes to, if it was opened from one.
    pub(crate) store: Option<Attached>,
    /// The folder of the user's data in which the session is kept, if it is.
    pub(crate) kept: Option<SessionFolder>,
    /// Whether it began as the bundled demonstration.
    pub(crate) demo: bool,
    /// The card files that the session was opened with.
    pub(crate) card_files: CardFiles,
    /// Folders, besides its own, in which an opened scenario may name card files.
    pub(crate) folders: CardFolders,
    /// Cached values of watches and breakpoints along the timelines.
    pub(crate) traces: Traces,
    /// The player whose view is shown; `None` shows everything.
    pub(crate) eyes: Option<PlayerId>,
    /// Errors in the script that the session was opened from.
    pub(crate) script_errors: Vec<retrace_core::scenario::ScriptError>,
    /// The printed texts of cards that were read from them, as they were typed, by name.
    pub(crate) texts: BTreeMap<String, String>,
}

impl Session {
    /// Looks through the eyes of a player, or of an observer who sees everything. From now on
    /// predicates (watches, breakpoints, searches) are evaluated with that player's knowledge.
    pub fn look_as(&mut self, eyes: Option<PlayerId>) {
        if self.eyes != eyes {
            self.eyes = eyes;
            self.traces.clear();
        }
    }

    /// The player whose view is shown; `None` shows everything.
    pub const fn eyes(&self) -> Option<PlayerId> {
        self.eyes
    }

    /// The card files that the session was opened with.
    pub const fn card_files(&self) -> &CardFiles {
        &self.card_files
    }

    /// A timeline as an `Arc` that a job can keep.
    ///
    /// # Errors
    /// If the timeline does not exist.
    pub fn timeline_arc(&self, id: TimelineId) -> Result<Arc<Timeline>, SessionError> {
        self.view.timelines.get(&id).cloned().ok_or(SessionError::NoTimeline(id))
    }

    /// The first pending choice at the cursor, if the game waits for one.
    pub fn choice(&self) -> Option<Choice> {
        self.current().is_choice(self.cursor().step).then(|| rules::choice(self.game()))?
    }

    /// A session on a new game: its first timeline has the genesis and stands at the first choice.
    ///
    /// # Errors
    /// If the genesis cannot start, or has no stored form.
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
            patience: MOST_ANSWERS,
            out_of_patience: false,
            rulebook: None,
            store: None,
            kept: None,
            demo: false,
            card_files: CardFiles::default(),
            folders: CardFolders::default(),
            traces: Default::default(),
            eyes: None,
            script_errors: Vec::new(),
            texts: BTreeMap::new(),
        }
    }

    /// The text of the rules, if the reader has loaded one.
    pub fn rulebook(&self) -> Option<&Arc<Rulebook>> {
        self.rulebook.as_ref()
    }

    /// Sets the text of the rules, builder style.
    #[must_use]
    pub fn with_rulebook(self, rulebook: Option<Arc<Rulebook>>) -> Session {
        Session { rulebook, ..self }
    }

    /// Folders, besides its own, in which an opened scenario may name card files.
    pub const fn card_folders(&self) -> &CardFolders {
        &self.folders
    }

    /// The printed text from which a card with this name was read, here or into the library.
    pub fn text_of(&self, name: &str) -> Option<&str> {
        self.texts.get(name).map(String::as_str).or_else(|| library::text_of(name))
    }

    /// Adds folders in which scenarios may name card files, builder style.
    #[must_use]
    pub fn with_card_folders(self, folders: &CardFolders) -> Session {
        Session { folders: folders.clone(), ..self }
    }

    /// Sets the text of the rules, or removes it.
    pub fn set_rulebook(&mut self, rulebook: Option<Arc<Rulebook>>) {
        self.rulebook = rulebook;
    }

    /// What the session was opened from, shown as the title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The absolute path of the file or folder that the session was opened from.
    pub fn path(&self) -> Option<&std::path::Path> {
        self.path.as_deref()
    }

    /// Sets the title of the session.
    pub fn set_title(&mut self, title: &str) {
        title.clone_into(&mut self.title);
    }

    /// The timelines in the order in which they were created.
    pub fn timelines(&self) -> impl Iterator<Item = &Timeline> {
        self.view.timelines.values().map(|timeline| &**timeline)
    }

    /// The timeline with this id.
    pub fn timeline(&self, id: TimelineId) -> Option<&Timeline> {
        self.view.timelines.get(&id).map(|timeline| &**timeline)
    }

    /// The timeline with this name.
    pub fn timeline_named(&self, name: &str) -> Option<&Timeline> {
        self.timelines().find(|timeline| timeline.name == name)
    }

    /// The timeline that the cursor stands in.
    pub fn current(&self) -> &Timeline {
        &self.current
    }

    /// Like [`Session::current`], as an `Arc` that a job can keep.
    pub fn current_arc(&self) -> Arc<Timeline> {
        Arc::clone(&self.current)
    }

    /// The number of steps in a timeline.
    pub fn len_steps(&self, id: TimelineId) -> usize {
        self.timeline(id).map_or(0, Timeline::len_steps)
    }

    /// The number of entries in a timeline.
    pub fn len_entries(&self, id: TimelineId) -> u64 {
        self.timeline(id).map_or(0, Timeline::len_entries)
    }

    /// The game at a place; an empty one if there is no such timeline. Folds the steps of at most
    /// one commit and changes nothing.
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

    /// An entry and the step that it belongs to. O(log n).
    pub fn entry(&self, id: TimelineId, no: EntryNo) -> Option<(usize, &Entry)> {
        self.timeline(id)?.entry(no)
    }

    /// The id of an event.
    pub fn event_id(&self, id: TimelineId, no: EntryNo) -> Option<EventId> {
        self.timeline(id)?.event_id(no)
    }

    /// An entry in one line of English.
    pub fn text(&self, id: TimelineId, no: EntryNo) -> Option<&str> {
        self.timeline(id)?.text(no)
    }

    /// The places in a timeline where the game waits for an input or is over.
    pub fn decision_points(&self, id: TimelineId) -> Vec<usize> {
        self.timeline(id).map(|timeline| timeline.decision_points().collect()).unwrap_or_default()
    }

    /// The labels that a script attached to a timeline.
    pub fn labels(&self, id: TimelineId) -> &[Label] {
        self.timeline(id).map_or(&[], |timeline| &timeline.labels)
    }

    /// The index of a timeline: the spans of its turns, its lanes.
    pub fn index(&self, id: TimelineId) -> Arc<Index> {
        self.timeline(id).map(|timeline| Arc::clone(timeline.index())).unwrap_or_default()
    }

    /// Where the cursor stands.
    pub const fn cursor(&self) -> Point {
        self.view.cursor
    }

    /// The place pinned for comparison.
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
