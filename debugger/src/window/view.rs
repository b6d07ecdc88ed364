//! What the window remembers besides the session: the selection, open dialogs, drafts and
//! comparisons. None of it is part of the game, and none of it can be undone.

pub(crate) mod bookmark;
pub(crate) mod browse;
pub(crate) mod chance;
pub(crate) mod copied;
pub(crate) mod edit;
pub(crate) mod explore;
pub(crate) mod new_card;
pub(crate) mod new_game;
pub(crate) mod tour;
pub(crate) mod typed;
pub(crate) mod watching;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use retrace_core::fact::{Answer, Choice, Entity, EntryNo, Event, Input, ObjectId, PlayerId, Step, Zone};
use retrace_core::observe;
use retrace_core::rules::{Pending, pending};
use retrace_core::state::Game;
use retrace_store::id::EventId;

use super::draft::{Draft, is_one_click};
use super::layout::{Arrangement, Pane};
use super::tokens::Tokens;
use browse::Browse;
use chance::ChanceForm;
use edit::EditForm;
use new_card::NewCardForm;
use new_game::NewGameForm;
use retrace_session::asking::diff::abreast::Meeting;
use retrace_session::asking::numbers::NumberCache;
use retrace_session::asking::seen;
use retrace_session::base::rulebook::Number;
use retrace_session::files::trouble::Trouble;
use retrace_session::keeping::KeptSession;
use retrace_session::session::Session;
use retrace_session::{
    Command, CommitInput, DiffRow, Label, Lane, Point, Progress, StateDiff, Subject, TimelineDiff, TimelineId, describe,
};
use tour::Tour;

/// The tabs of the inspector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum InspectorTab {
    /// The selected object or player.
    #[default]
    Object,
    /// The selected event.
    Event,
    /// Its causes.
    Why,
    /// The whole state as a tree.
    State,
    /// What changed.
    Changes,
}

/// One of the two timelines that are shown one below the other while comparing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Track {
    /// The current timeline; the only one unless comparing.
    Here,
    /// The one below it.
    Other,
}

impl Track {
    /// Both.
    pub(crate) const ALL: [Track; 2] = [Track::Here, Track::Other];
}

/// Which state the inspector compares the cursor's with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Against {
    /// The state before the last step.
    #[default]
    Event,
    /// The state at the previous choice.
    Decision,
    /// The state at the pin.
    Pin,
}

impl Against {
    /// All of them in order.
    pub(crate) const ALL: [Against; 3] = [Against::Event, Against::Decision, Against::Pin];

    /// Its name.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Against::Event => "the previous event",
            Against::Decision => "the previous decision",
            Against::Pin => "the pin",
        }
    }
}

impl InspectorTab {
    /// All of them in order.
    pub(crate) const ALL: [InspectorTab; 5] =
        [InspectorTab::Object, InspectorTab::Event, InspectorTab::Why, InspectorTab::State, InspectorTab::Changes];

    /// Its title.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            InspectorTab::Object => "Object",
            InspectorTab::Event => "Event",
            InspectorTab::Why => "Why",
            InspectorTab::State => "State",
            InspectorTab::Changes => "Changes",
        }
    }
}

/// The part of a timeline that the ruler shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Zoom {
    /// Its first step.
    pub(crate) from: f32,
    /// How many steps it has.
    pub(crate) span: f32,
}

impl Zoom {
    /// The minimum number of visible steps.
    const LEAST: f32 = 12.0;

    /// A zoom on a timeline of `len` steps, enlarged around a step, which stays where it is on the
    /// screen; `None` if it covers all.
    pub(crate) fn enlarged(zoom: Option<Zoom>, len: usize, around: f32, factor: f32) -> Option<Zoom> {
        let len = len.max(1) as f32;
        let now = zoom.unwrap_or(Zoom { from: 0.0, span: len });
        let span = (now.span / factor).max(Zoom::LEAST);
        if span >= len {
            return None;
        }
        let share = (around - now.from) / now.span;
        Some(Zoom { from: around - share * span, span }.within(len))
    }

    /// The zoom moved by a number of steps.
    pub(crate) fn moved(self, len: usize, by: f32) -> Zoom {
        Zoom { from: self.from + by, ..self }.within(len.max(1) as f32)
    }

    /// The zoom moved so that a step is visible.
    pub(crate) fn showing(self, len: usize, step: usize) -> Zoom {
        let step = step as f32;
        if (self.from..=self.from + self.span).contains(&step) {
            return self;
        }
        Zoom { from: step - self.span / 2.0, ..self }.within(len.max(1) as f32)
    }

    fn within(self, len: f32) -> Zoom {
        Zoom { from: self.from.clamp(0.0, (len - self.span).max(0.0)), ..self }
    }
}

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compared {
    /// The states at two places.
    Points(Point, Point),
    /// Two timelines.
    Timelines(TimelineId, TimelineId),
}

/// A computed comparison.
#[derive(Clone, Debug)]
pub(crate) struct Comparison {
    /// What is compared.
    pub(crate) what: Compared,
    /// The tips of the two timelines when it was computed.
    pub(crate) tips: (EventId, EventId),
    /// The difference of the timelines, if timelines are compared.
    pub(crate) timelines: Option<Arc<TimelineDiff>>,
    /// The two places whose states are compared, the left one first.
    pub(crate) places: (Point, Point),
    /// How the states there differ.
    pub(crate) states: Arc<StateDiff>,
    /// The place that is compared with the cursor's, and the game there.
    pub(crate) beside: Option<(Point, Game)>,
    /// Where two timelines have equal states again; found in the background.
    pub(crate) meetings: Arc<Vec<Meeting>>,
}

impl Comparison {
    /// Whether a place is one of the two.
    fn shows(&self, at: Point) -> bool {
        at == self.places.0 || at == self.places.1
    }

    /// The objects and players that differ at a place, which is one of the two.
    fn differing(&self, at: Point) -> Vec<Entity> {
        let left = at == self.places.0;
        let entity = |row: &DiffRow| match &row.subject {
            Subject::Game => None,
            Subject::Player(id, _) => Some(Entity::Player(*id)),
            Subject::Object { left: l, right: r, .. } => if left { *l } else { *r }.map(Entity::Object),
        };
        let mut found: Vec<Entity> = self.states.rows.iter().filter_map(entity).collect();
        found.dedup();
        found
    }
}

/// An open dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Dialog {
    /// The keys and what they do.
    Help,
    /// The command palette.
    Palette(Palette),
    /// Renaming a timeline.
    Rename(TimelineId, String),
    /// A bookmark's name and note.
    Bookmark(Box<bookmark::BookmarkForm>),
    /// A new game.
    NewGame(Box<NewGameForm>),
    /// A card from its printed text.
    NewCard(Box<NewCardForm>),
    /// Edits of the selection.
    Edit(Box<EditForm>),
    /// Fixing chance.
    Chance(Box<ChanceForm>),
    /// Choosing a file.
    Browse(Box<Browse>),
    /// A replay that was dropped onto the window.
    Dropped(PathBuf),
}

/// The command palette.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Palette {
    /// What was typed.
    pub(crate) typed: String,
    /// Which of the entries found Enter takes, from 0.
    pub(crate) at: usize,
}

/// A notice, shown until the next action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    /// Its text.
    pub(crate) text: String,
    /// Whether it reports an error.
    pub(crate) is_error: bool,
    /// What may be useful now.
    pub(crate) offers: Vec<Offer>,
}

/// What a notice offers to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Offer {
    /// Compare.
    Compare(Compared),
    /// Go on with the same answers as on the timeline that was forked.
    GoOnAlike,
    /// Discard what was made in this session and kept.
    Discard,
    /// Bring back the discarded session of this folder.
    BringBack(PathBuf),
    /// Go on with the kept session of this folder.
    GoOn(PathBuf),
}

impl Offer {
    /// The label of its button.
    pub(crate) const fn label(&self) -> &'static str {
        match self {
            Offer::Compare(_) => "Compare the two",
            Offer::GoOnAlike => "Go on with the same answers",
            Offer::Discard => "Discard it",
            Offer::BringBack(_) => "Bring it back",
            Offer::GoOn(_) => "Go on there",
        }
    }

    /// What it does, in a sentence.
    pub(crate) const fn hint(&self) -> &'static str {
        match self {
            Offer::Compare(_) => "Shows where the two part, and how they end.",
            Offer::GoOnAlike => Command::GoOnAlike.description(),
            Offer::Discard => "Opens the file as it is. What was made can be brought back until the next start.",
            Offer::BringBack(_) => "Goes on with what was discarded.",
            Offer::GoOn(_) => "Goes on with what was made; it stays under Recent otherwise.",
        }
    }
}

/// A running job, as shown.
#[derive(Clone, Debug)]
pub(crate) struct Working {
    /// Its name, as in "Searching".
    pub(crate) what: &'static str,
    /// Its progress.
    pub(crate) progress: Progress,
    /// Whether somebody requested it and waits.
    pub(crate) asked: bool,
}

/// A stack that somebody has opened: equal permanents of this name under this player's control.
pub(crate) type OpenedStack = (PlayerId, String);

/// The state of the window besides the session.
#[derive(Debug)]
pub(crate) struct View {
    /// The selected object or player.
    pub(crate) selected: Option<Entity>,
    /// The selected event; if `None`, the headline of the step at the cursor.
    pub(crate) entry: Option<(TimelineId, EntryNo)>,
    /// The tab of the inspector.
    pub(crate) tab: InspectorTab,
    /// What the changes are compared with.
    pub(crate) against: Against,
    /// The open rows of the state tree, by path.
    pub(crate) open_nodes: BTreeSet<String>,
    /// The filter of the state's tree.
    pub(crate) state_filter: String,
    /// Which of several simultaneous choices is shown.
    pub(crate) choice: usize,
    /// Which group of nine options has the number keys, from 0.
    pub(crate) nine: usize,
    /// The draft of its answer, and the choice that it belongs to.
    pub(crate) draft: Option<(Point, usize, Draft)>,
    /// What the spell or ability that was begun by dragging is to target.
    pub(crate) aim: Option<Entity>,
    /// The zone whose cards are shown.
    pub(crate) zone: Option<Zone>,
    /// The stacks of equal permanents that are laid out side by side.
    pub(crate) opened_stacks: BTreeSet<OpenedStack>,
    /// The card that is shown large.
    pub(crate) reading: Option<ObjectId>,
    /// What the layout of the panels is for.
    pub(crate) arrangement: Arrangement,
    /// Whether the inspector keeps its room with nothing to inspect.
    pub(crate) keeps_inspector: bool,
    /// Whether the line of the turn stands beside the titles of panels, rather than on the board.
    pub(crate) turn_apart: bool,
    /// The player at the bottom.
    pub(crate) bottom: PlayerId,
    /// The player whose view is shown; `None` shows everything.
    pub(crate) viewer: Option<PlayerId>,
    /// The viewer's numbers of events.
    pub(crate) numbers: NumberCache,
    /// The comparison.
    pub(crate) comparison: Option<Comparison>,
    /// Whether two timelines are compared at their ends, rather than at the cursor's moment.
    pub(crate) compare_ends: bool,
    /// The open dialog.
    pub(crate) dialog: Option<Dialog>,
    /// The form of the panel of watches.
    pub(crate) watching: watching::WatchForm,
    /// The form of the panel for exploring, with its results.
    pub(crate) exploring: explore::ExploreForm,
    /// The running jobs.
    pub(crate) working: Vec<Working>,
    /// The notice.
    pub(crate) notice: Option<Notice>,
    /// The file that could not be opened, while its page is shown.
    pub(crate) trouble: Option<Box<Trouble>>,
    /// The kept sessions that can be gone on with, the last used first.
    pub(crate) recent: Vec<KeptSession>,
    /// The timelines that were checked in the background, as they were then.
    pub(crate) checked: BTreeSet<(TimelineId, EventId)>,
    /// The commands given in this window, the last one last.
    pub(crate) used: Vec<Command>,
    /// The part of the timeline that the ruler shows; `None` shows all of it.
    pub(crate) zoom: Option<Zoom>,
    /// The rule to show; `None` shows that of the selected event.
    pub(crate) rule: Option<Number>,
    /// The printed text of a new card, as it was typed last.
    pub(crate) typed_card: String,
    /// For how many more frames the inspector scrolls to the history of the object.
    pub(crate) to_history: u8,
    /// The tour, while somebody follows it.
    pub(crate) tour: Option<Tour>,
    /// The lanes of the timeline that are hidden.
    pub(crate) hidden_lanes: BTreeSet<Lane>,
    /// Whether each [`Track`] shows lanes while comparing; `None` decides by the room.
    pub(crate) lanes_compared: [Option<bool>; 2],
    /// The filter of the event table.
    pub(crate) filter: String,
    /// The panel whose field takes the focus in the next frame.
    pub(crate) focus: Option<Pane>,
    /// Whether the event table shows the bookkeeping of the call stack.
    pub(crate) bookkeeping: bool,
    /// Whether playback is running.
    pub(crate) playing: bool,
    /// The playback speed, in steps per second.
    pub(crate) steps_per_second: f32,
    /// Whether the system has dialogs for files.
    pub(crate) system_dialogs: bool,
    /// For how many more frames the event table scrolls to the cursor: new rows appear only in the
    /// second.
    pub(crate) follow_cursor: u8,
}

impl Default for View {
    fn default() -> View {
        View {
            selected: None,
            entry: None,
            tab: InspectorTab::default(),
            against: Against::default(),
            open_nodes: BTreeSet::new(),
            state_filter: String::new(),
            choice: 0,
            nine: 0,
            draft: None,
            aim: None,
            zone: None,
            opened_stacks: BTreeSet::new(),
            reading: None,
            arrangement: Arrangement::default(),
            keeps_inspector: false,
            turn_apart: false,
            bottom: PlayerId(0),
            viewer: None,
            numbers: NumberCache::default(),
            comparison: None,
            compare_ends: false,
            dialog: None,
            watching: watching::WatchForm::default(),
            exploring: explore::ExploreForm::default(),
            working: Vec::new(),
            notice: None,
            trouble: None,
            recent: Vec::new(),
            checked: BTreeSet::new(),
            used: Vec::new(),
            zoom: None,
            rule: None,
            typed_card: String::new(),
            to_history: 0,
            tour: None,
            hidden_lanes: BTreeSet::new(),
            lanes_compared: [None; 2],
            filter: String::new(),
            focus: None,
            bookkeeping: false,
            playing: false,
            steps_per_second: 4.0,
            system_dialogs: false,
            follow_cursor: 2,
        }
    }
}

/// What a panel reads: the session, the view, and data that every panel needs, computed once per
/// frame.
#[derive(Clone, Copy)]
pub(crate) struct Cx<'a> {
    /// The session.
    pub(crate) session: &'a Session,
    /// The view.
    pub(crate) view: &'a View,
    /// The colours.
    pub(crate) tokens: &'static Tokens,
    /// Data about the cursor.
    pub(crate) at: &'a AtCursor,
}

/// Data about the cursor.
#[derive(Debug)]
pub(crate) struct AtCursor {
    /// What the game waits for.
    pub(crate) pending: Pending,
    /// Whether it can be answered here: the cursor is at the end of a commit.
    pub(crate) answerable: bool,
    /// The objects and players that the step at the cursor affects.
    pub(crate) changed: Vec<Entity>,
    /// The entry that the inspector shows.
    pub(crate) entry: Option<(TimelineId, EntryNo)>,
    /// The draft of the answer to the shown choice.
    draft: Option<Draft>,
    /// If this is not the cursor's place: the place, and the game there. Nothing is answered there.
    pub(crate) elsewhere: Option<(Point, Game)>,
    /// The same for the place that is compared with the cursor's.
    pub(crate) beside: Option<Box<AtCursor>>,
}

/// The name of the background job that runs the inputs of timelines again that were only read.
pub(crate) const CHECKING: &str = "Checking what was read";

/// Over how many steps of bookkeeping what happened before them is sought.
const MOST_BOOKKEEPING: usize = 100;

/// How long a frame may number the events of a timeline.
const NUMBERING: Duration = Duration::from_millis(5);

impl View {
    /// Whether timelines that were only read are being checked in the background.
    pub(crate) fn is_checking(&self) -> bool {
        self.working.iter().any(|working| working.what == CHECKING)
    }

    /// Whether the inspector has nothing to show.
    pub(crate) fn is_inspector_empty(&self) -> bool {
        self.tab == InspectorTab::Object && self.selected.is_none()
    }

    /// Continues computing the viewer's numbers for the visible timelines.
    pub(crate) fn number(&mut self, session: &Session) {
        let compared = match self.comparison.as_ref().map(|comparison| comparison.what) {
            Some(Compared::Timelines(a, b)) => [Some(a), Some(b)],
            Some(Compared::Points(a, b)) => [Some(a.timeline), Some(b.timeline)],
            None => [None, None],
        };
        let here = [Some(session.cursor().timeline), self.entry.map(|(id, _)| id)];
        let ids: BTreeSet<TimelineId> = here.into_iter().chain(compared).flatten().collect();
        let timelines = ids.into_iter().filter_map(|id| session.timeline(id));
        self.numbers.refresh(timelines, self.viewer, NUMBERING);
    }
}

impl AtCursor {
    /// Computes the data about the cursor of a session.
    pub(crate) fn of(session: &Session, view: &View) -> AtCursor {
        let cursor = session.cursor();
        let step = cursor.step.checked_sub(1).and_then(|step| session.step_at(cursor.timeline, step));
        let there = |(timeline, no): &(TimelineId, EntryNo)| session.entry(*timeline, *no).is_some();
        let pending = session.pending();
        let answerable = session.current().is_choice(cursor.step);
        let draft = shown(&pending, answerable, view).map(|choice| match &view.draft {
            Some((point, index, draft)) if *point == cursor && *index == view.choice => draft.clone(),
            _ => match taken(session) {
                Some(answer) if !is_one_click(choice) => Draft::of(choice, answer),
                _ => Draft::first(session.game(), choice),
            },
        });
        let compared = view.comparison.as_ref().filter(|it| it.beside.is_some() && it.shows(cursor));
        let changed = || step.map(|step| touched(session.game(), step)).unwrap_or_default();
        AtCursor {
            pending,
            answerable,
            draft,
            // Beside another board, what differs from it is marked.
            changed: compared.map_or_else(changed, |it| it.differing(cursor)),
            elsewhere: None,
            beside: compared.and_then(AtCursor::beside).map(Box::new),
            entry: view.entry.filter(there).or_else(|| Some((cursor.timeline, session.headline(cursor)?))),
        }
    }
}

impl AtCursor {
    /// The data about the place that is compared with the cursor's.
    fn beside(comparison: &Comparison) -> Option<AtCursor> {
        let (point, game) = comparison.beside.clone()?;
        Some(AtCursor {
            pending: pending(&game),
            answerable: false,
            changed: comparison.differing(point),
            entry: None,
            draft: None,
            elsewhere: Some((point, game)),
            beside: None,
        })
    }
}

impl<'a> Cx<'a> {
    /// The game at the cursor, or at the place that is compared with it.
    pub(crate) fn game(&self) -> &'a Game {
        self.at.elsewhere.as_ref().map_or_else(|| self.session.game(), |(_, game)| game)
    }

    /// Whether this is about the place that is compared with the cursor's.
    pub(crate) const fn is_elsewhere(&self) -> bool {
        self.at.elsewhere.is_some()
    }

    /// Tells the game that is shown from others: the tip of its timeline, and the step.
    pub(crate) fn version(&self) -> (EventId, usize) {
        let place = self.at.elsewhere.as_ref().map_or_else(|| self.session.cursor(), |(place, _)| *place);
        let timeline = self.session.timeline(place.timeline).unwrap_or_else(|| self.session.current());
        (timeline.tip(), place.step)
    }

    /// The choices that can be answered here.
    pub(crate) fn choices(&self) -> &'a [Choice] {
        open(&self.at.pending, self.at.answerable)
    }

    /// The shown choice, with the draft of its answer.
    pub(crate) fn choice(&self) -> Option<(&'a Choice, &'a Draft)> {
        let choice = shown(&self.at.pending, self.at.answerable, self.view).filter(|choice| !self.hides(choice));
        choice.zip(self.at.draft.as_ref())
    }

    /// A choice of a player other than the viewer, which is not shown.
    pub(crate) fn hidden_choice(&self) -> Option<&'a Choice> {
        shown(&self.at.pending, self.at.answerable, self.view).filter(|choice| self.hides(choice))
    }

    fn hides(&self, choice: &Choice) -> bool {
        self.view.viewer.is_some_and(|viewer| viewer != choice.answered_by)
    }

    /// The answer at the cursor, if the timeline goes on from here.
    pub(crate) fn taken(&self) -> Option<&'a Answer> {
        taken(self.session)
    }

    /// The text of an event for the viewer.
    pub(crate) fn text(&self, id: TimelineId, no: EntryNo) -> String {
        let timeline = self.session.timeline(id);
        let seen = timeline.and_then(|timeline| seen::text(timeline, self.view.viewer, no));
        seen.unwrap_or_else(|| seen::HIDDEN.to_owned())
    }

    /// What has just happened at a place, for the viewer. Bookkeeping of the rules, which players
    /// see nothing of, is passed over.
    pub(crate) fn headline(&self, point: Point) -> Option<String> {
        let of_step = |step: usize| self.session.headline(Point { step, ..point });
        if self.view.viewer.is_none() {
            return of_step(point.step).map(|no| self.text(point.timeline, no));
        }
        let story =
            |no: &EntryNo| self.session.entry(point.timeline, *no).is_some_and(|(_, entry)| entry.event.is_story());
        let told = (1..=point.step).rev().take(MOST_BOOKKEEPING).filter_map(of_step).find(story);
        told.or_else(|| of_step(point.step)).map(|no| self.text(point.timeline, no))
    }

    /// The number of an event for the viewer; `…` if the viewer sees nothing of it, or it is not
    /// known yet.
    pub(crate) fn number(&self, id: TimelineId, no: EntryNo) -> String {
        self.view.numbers.event(id, no).map_or_else(|| "…".to_owned(), |number| number.to_string())
    }

    /// The number of a step for the viewer.
    pub(crate) fn step(&self, id: TimelineId, step: usize) -> usize {
        self.view.numbers.step(id, step)
    }

    /// How many events of a timeline precede a step, for the viewer.
    pub(crate) fn events_before(&self, id: TimelineId, step: usize) -> u64 {
        let before = self.session.timeline(id).map_or(0, |timeline| timeline.entries_before_step(step));
        self.view.numbers.before(id, EntryNo(before))
    }

    /// The number of events in a timeline, for the viewer.
    pub(crate) fn events(&self, id: TimelineId) -> u64 {
        self.view.numbers.before(id, EntryNo(self.session.len_entries(id)))
    }

    /// The script labels of a timeline, only for a viewer who sees everything: their author knew
    /// all hands and libraries, so they may name hidden cards.
    pub(crate) fn labels(&self, id: TimelineId) -> &[Label] {
        if self.view.viewer.is_some() { &[] } else { self.session.labels(id) }
    }

    /// Whether the viewer sees what an object at the cursor is.
    pub(crate) fn sees_object(&self, id: ObjectId) -> bool {
        seen::sees(self.game(), self.view.viewer, id)
    }

    /// The card beneath a face-down object at the cursor, for a viewer who may look at it
    /// (CR 708.5).
    pub(crate) fn beneath(&self, id: ObjectId) -> Option<&str> {
        seen::beneath(self.game(), self.view.viewer, id)
    }

    /// Whether the viewer sees all of an event.
    pub(crate) fn sees_whole(&self, id: TimelineId, no: EntryNo) -> bool {
        let timeline = self.session.timeline(id);
        timeline.is_some_and(|timeline| seen::sees_whole(timeline, self.view.viewer, no))
    }

    /// The viewer's name, capitalized; `None` for a viewer who sees everything.
    pub(crate) fn viewer_name(&self) -> Option<String> {
        let viewer = self.view.viewer?;
        Some(describe::capitalized(&describe::player(self.game(), viewer)))
    }

    /// Whether the viewer may see the cards of a zone.
    pub(crate) fn sees(&self, zone: Zone) -> bool {
        self.view.viewer.is_none_or(|viewer| observe::may_see(self.game(), viewer, zone))
    }

    /// The colour of a timeline: of the current one, or of the one that it is compared with.
    pub(crate) fn track_color(&self, id: TimelineId) -> egui::Color32 {
        if self.session.cursor().timeline == id { self.tokens.track_here } else { self.tokens.track_other }
    }

    /// Whether the step at the cursor affects an object or player.
    pub(crate) fn changed(&self, entity: Entity) -> bool {
        self.at.changed.contains(&entity)
    }
}

/// The choices that can be answered.
fn open(pending: &Pending, answerable: bool) -> &[Choice] {
    match pending {
        Pending::Choices(choices) if answerable => choices,
        _ => &[],
    }
}

/// The choice that is shown.
fn shown<'a>(pending: &'a Pending, answerable: bool, view: &View) -> Option<&'a Choice> {
    let choices = open(pending, answerable);
    choices.get(view.choice).or(choices.first())
}

/// The answer at the cursor, if the timeline goes on from there.
fn taken(session: &Session) -> Option<&Answer> {
    let timeline = session.current();
    let next = timeline.commits().get(timeline.commits_up_to_step(session.cursor().step))?;
    match next.input() {
        CommitInput::Input(Input::Decision { answer, .. }) => Some(answer),
        _ => None,
    }
}

/// The objects and players that a step affects, as they are after it.
fn touched(game: &Game, step: &Step) -> Vec<Entity> {
    let mut touched: Vec<Entity> = Vec::new();
    // The setup would highlight the entire board.
    if step.entries.iter().any(|entry| matches!(entry.event, Event::Began { .. })) {
        return touched;
    }
    let mut add = |entity: Entity| {
        if !touched.contains(&entity) {
            touched.push(entity);
        }
    };
    for entry in &step.entries {
        let there = |id: &ObjectId| game.object(*id).is_some();
        entry.event.objects().iter().filter(|id| there(id)).for_each(|id| add(Entity::Object(*id)));
        // Priority and answers change nothing that the board shows of a player.
        if !matches!(entry.event, Event::PriorityReceived { .. } | Event::PriorityPassed { .. } | Event::Decided { .. })
        {
            let about = entry.event.about().into_iter();
            about.filter(|entity| entity.player().is_some()).for_each(&mut add);
        }
    }
    touched
}
