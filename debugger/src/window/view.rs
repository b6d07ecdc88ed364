//! What the window remembers besides the session: what is selected, open, marked and compared. It is never part of the
//! game, and nothing of it can be undone.

pub(crate) mod bookmark;
pub(crate) mod browse;
pub(crate) mod chance;
pub(crate) mod copied;
pub(crate) mod edit;
pub(crate) mod explore;
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
use retrace_core::rules::Pending;
use retrace_core::state::Game;
use retrace_store::id::EventId;

use super::draft::{Draft, is_one_click};
use super::tokens::Tokens;
use crate::session::asking::numbers::Kept;
use crate::session::asking::seen;
use crate::session::base::rulebook::Number;
use crate::session::session::Session;
use crate::session::{CommitInput, Label, Lane, Point, Progress, StateDiff, TimelineDiff, TimelineId, describe};
use browse::Browse;
use chance::ChanceForm;
use edit::EditForm;
use new_game::Form;
use tour::Tour;

/// The tabs of the inspector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum InspectorTab {
    /// The selected object or player.
    #[default]
    Object,
    /// The selected event.
    Event,
    /// What brought it about.
    Why,
    /// The whole state as a tree.
    State,
    /// What changed.
    Changes,
}

/// One of the two timelines that are shown below one another while they are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Track {
    /// That with the cursor; the only one where nothing is compared.
    Here,
    /// The one under it.
    Other,
}

impl Track {
    /// Both.
    pub(crate) const ALL: [Track; 2] = [Track::Here, Track::Other];
}

/// What the state at the cursor is compared with in the inspector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Against {
    /// The state before the last step.
    #[default]
    Event,
    /// The state at the choice before.
    Decision,
    /// The state at the pin.
    Pin,
}

impl Against {
    /// All of them in order.
    pub(crate) const ALL: [Against; 3] = [Against::Event, Against::Decision, Against::Pin];

    /// What it is called.
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

/// A part of a timeline that the ruler shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Zoom {
    /// Its first step.
    pub(crate) from: f32,
    /// How many steps it has.
    pub(crate) span: f32,
}

impl Zoom {
    /// The fewest steps that are shown.
    const LEAST: f32 = 12.0;

    /// A part of a timeline of so many steps: enlarged around a step, so that this stays where it is; none if it is all.
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

    /// The same, moved by so many steps.
    pub(crate) fn moved(self, len: usize, by: f32) -> Zoom {
        Zoom { from: self.from + by, ..self }.within(len.max(1) as f32)
    }

    /// The same, moved so that a step is in it.
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

/// What is shown side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compared {
    /// The states at two places.
    Points(Point, Point),
    /// Two timelines.
    Timelines(TimelineId, TimelineId),
}

/// A comparison that has been worked out.
#[derive(Clone, Debug)]
pub(crate) struct Comparison {
    /// What is compared.
    pub(crate) what: Compared,
    /// The tips of the two timelines when it was worked out.
    pub(crate) tips: (EventId, EventId),
    /// The timelines event by event, if they are two.
    pub(crate) timelines: Option<Arc<TimelineDiff>>,
    /// How the states differ.
    pub(crate) states: Arc<StateDiff>,
}

/// What the window asks for first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Dialog {
    /// The keys and what they do.
    Help,
    /// All commands, by typing.
    Palette(String),
    /// Another name for a timeline.
    Rename(TimelineId, String),
    /// A bookmark's name and note.
    Bookmark(Box<bookmark::Form>),
    /// A new game.
    NewGame(Box<Form>),
    /// Edits of what is selected.
    Edit(Box<EditForm>),
    /// What chance gives next.
    Chance(Box<ChanceForm>),
    /// A file.
    Browse(Box<Browse>),
    /// A replay that was dropped onto the window.
    Dropped(PathBuf),
}

/// Something to tell, until the next thing is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    /// What it says.
    pub(crate) text: String,
    /// Whether something went wrong.
    pub(crate) is_error: bool,
    /// A comparison that may be of interest now.
    pub(crate) offer: Option<Compared>,
}

/// A job that runs, as it is shown.
#[derive(Clone, Debug)]
pub(crate) struct Working {
    /// What is done, as in "Searching".
    pub(crate) what: &'static str,
    /// How far it is.
    pub(crate) progress: Progress,
    /// Whether somebody asked for it and waits.
    pub(crate) asked: bool,
}

/// What the window remembers.
#[derive(Debug)]
pub(crate) struct View {
    /// The selected object or player.
    pub(crate) selected: Option<Entity>,
    /// The selected event; without one, that of the step at the cursor.
    pub(crate) entry: Option<(TimelineId, EntryNo)>,
    /// The tab of the inspector.
    pub(crate) tab: InspectorTab,
    /// What the changes are shown against.
    pub(crate) against: Against,
    /// The rows of the state's tree that are open, by path.
    pub(crate) open_nodes: BTreeSet<String>,
    /// The filter of the state's tree.
    pub(crate) state_filter: String,
    /// Which of several open choices is shown.
    pub(crate) choice: usize,
    /// Which nine of its options have the number keys, from 0.
    pub(crate) nine: usize,
    /// The draft of the answer to it, and where it belongs.
    pub(crate) draft: Option<(Point, usize, Draft)>,
    /// The zone whose cards are shown.
    pub(crate) zone: Option<Zone>,
    /// The player at the bottom.
    pub(crate) bottom: PlayerId,
    /// Whose eyes the board, the choice and the events are seen with; none for everything.
    pub(crate) viewer: Option<PlayerId>,
    /// The numbers that whoever looks is shown.
    pub(crate) numbers: Kept,
    /// The comparison.
    pub(crate) comparison: Option<Comparison>,
    /// The dialog.
    pub(crate) dialog: Option<Dialog>,
    /// What is typed in the panel of watches.
    pub(crate) watching: watching::Form,
    /// What is to be explored, and what came of it.
    pub(crate) exploring: explore::Form,
    /// The jobs that run.
    pub(crate) working: Vec<Working>,
    /// The notice.
    pub(crate) notice: Option<Notice>,
    /// The steps of the timeline that the ruler shows; none for all.
    pub(crate) zoom: Option<Zoom>,
    /// The rule that is shown; none for that of the selected event.
    pub(crate) rule: Option<Number>,
    /// For how many more frames the inspector is to scroll to the history of the object.
    pub(crate) to_history: u8,
    /// The tour, while somebody follows it.
    pub(crate) tour: Option<Tour>,
    /// The lanes of the timeline that are hidden.
    pub(crate) hidden_lanes: BTreeSet<Lane>,
    /// Whether there are lanes while two timelines are compared, of each [`Track`]; as there is room where nobody has said.
    pub(crate) lanes_compared: [Option<bool>; 2],
    /// The filter of the event table.
    pub(crate) filter: String,
    /// Whether the filter is to get the focus.
    pub(crate) focus_filter: bool,
    /// Whether the event table has the bookkeeping of the call stack.
    pub(crate) bookkeeping: bool,
    /// Whether the window plays.
    pub(crate) playing: bool,
    /// How fast, in steps a second.
    pub(crate) steps_per_second: f32,
    /// Whether the system has dialogs for files.
    pub(crate) system_dialogs: bool,
    /// For how many more frames the event table is to scroll to the cursor: rows that are new are there in the second.
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
            zone: None,
            bottom: PlayerId(0),
            viewer: None,
            numbers: Kept::default(),
            comparison: None,
            dialog: None,
            watching: watching::Form::default(),
            exploring: explore::Form::default(),
            working: Vec::new(),
            notice: None,
            zoom: None,
            rule: None,
            to_history: 0,
            tour: None,
            hidden_lanes: BTreeSet::new(),
            lanes_compared: [None; 2],
            filter: String::new(),
            focus_filter: false,
            bookkeeping: false,
            playing: false,
            steps_per_second: 4.0,
            system_dialogs: false,
            follow_cursor: 2,
        }
    }
}

/// What a panel reads: the session, the view, and what every panel asks of them, worked out once a frame.
#[derive(Clone, Copy)]
pub(crate) struct Cx<'a> {
    /// The session.
    pub(crate) session: &'a Session,
    /// The view.
    pub(crate) view: &'a View,
    /// The colours.
    pub(crate) tokens: &'static Tokens,
    /// What is open at the cursor.
    pub(crate) at: &'a AtCursor,
}

/// What stands at the cursor.
#[derive(Debug)]
pub(crate) struct AtCursor {
    /// What the game waits for.
    pub(crate) pending: Pending,
    /// Whether it can be answered here: the cursor stands where a commit ends.
    pub(crate) answerable: bool,
    /// The objects and players that the step at the cursor is about.
    pub(crate) changed: Vec<Entity>,
    /// The entry that the inspector shows.
    pub(crate) entry: Option<(TimelineId, EntryNo)>,
    /// The draft of the answer to the choice that is shown.
    draft: Option<Draft>,
}

/// For so long at most a frame works out the numbers of a timeline.
const NUMBERING: Duration = Duration::from_millis(5);

impl View {
    /// Goes on with the numbers that whoever looks is shown, of the timelines in sight.
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
    /// What stands at the cursor of a session.
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
        AtCursor {
            pending,
            answerable,
            draft,
            changed: step.map(|step| touched(session.game(), step)).unwrap_or_default(),
            entry: view.entry.filter(there).or_else(|| Some((cursor.timeline, session.headline(cursor)?))),
        }
    }
}

impl<'a> Cx<'a> {
    /// The game at the cursor.
    pub(crate) fn game(&self) -> &'a Game {
        self.session.game()
    }

    /// The choices that can be answered here.
    pub(crate) fn choices(&self) -> &'a [Choice] {
        open(&self.at.pending, self.at.answerable)
    }

    /// The choice that is shown, with the draft of its answer.
    pub(crate) fn choice(&self) -> Option<(&'a Choice, &'a Draft)> {
        let choice = shown(&self.at.pending, self.at.answerable, self.view).filter(|choice| !self.hides(choice));
        choice.zip(self.at.draft.as_ref())
    }

    /// The choice of somebody else than whoever looks, which is not shown.
    pub(crate) fn hidden_choice(&self) -> Option<&'a Choice> {
        shown(&self.at.pending, self.at.answerable, self.view).filter(|choice| self.hides(choice))
    }

    fn hides(&self, choice: &Choice) -> bool {
        self.view.viewer.is_some_and(|viewer| viewer != choice.answered_by)
    }

    /// What was answered at the cursor, if the timeline goes on from here.
    pub(crate) fn taken(&self) -> Option<&'a Answer> {
        taken(self.session)
    }

    /// What an event says to whoever looks.
    pub(crate) fn text(&self, id: TimelineId, no: EntryNo) -> String {
        let timeline = self.session.timeline(id);
        let seen = timeline.and_then(|timeline| seen::text(timeline, self.view.viewer, no));
        seen.unwrap_or_else(|| seen::HIDDEN.to_owned())
    }

    /// The number of an event for whoever looks; none where they see nothing of it, or it is not
    /// known yet.
    pub(crate) fn number(&self, id: TimelineId, no: EntryNo) -> String {
        self.view.numbers.event(id, no).map_or_else(|| "…".to_owned(), |number| number.to_string())
    }

    /// The number of a step for whoever looks.
    pub(crate) fn step(&self, id: TimelineId, step: usize) -> usize {
        self.view.numbers.step(id, step)
    }

    /// How many events of a timeline are before a step, for whoever looks.
    pub(crate) fn events_before(&self, id: TimelineId, step: usize) -> u64 {
        let before = self.session.timeline(id).map_or(0, |timeline| timeline.entries_before_step(step));
        self.view.numbers.before(id, EntryNo(before))
    }

    /// How many events of a timeline there are for whoever looks.
    pub(crate) fn events(&self, id: TimelineId) -> u64 {
        self.view.numbers.before(id, EntryNo(self.session.len_entries(id)))
    }

    /// What a script says of places of a timeline, for somebody who sees everything: whoever wrote it knew all hands and
    /// libraries, so that it may name what is hidden from a player.
    pub(crate) fn labels(&self, id: TimelineId) -> &[Label] {
        if self.view.viewer.is_some() { &[] } else { self.session.labels(id) }
    }

    /// Whether whoever looks sees what an object at the cursor is.
    pub(crate) fn sees_object(&self, id: ObjectId) -> bool {
        seen::sees(self.game(), self.view.viewer, id)
    }

    /// What is beneath a face-down object at the cursor, for whoever may look at it (CR 708.5).
    pub(crate) fn beneath(&self, id: ObjectId) -> Option<&str> {
        seen::beneath(self.game(), self.view.viewer, id)
    }

    /// Whether whoever looks sees all of an event.
    pub(crate) fn sees_whole(&self, id: TimelineId, no: EntryNo) -> bool {
        let timeline = self.session.timeline(id);
        timeline.is_some_and(|timeline| seen::sees_whole(timeline, self.view.viewer, no))
    }

    /// Who looks, with a capital; none for somebody who sees everything.
    pub(crate) fn viewer_name(&self) -> Option<String> {
        let viewer = self.view.viewer?;
        Some(describe::capitalized(&describe::player(self.game(), viewer)))
    }

    /// Whether the cards of a zone may be seen by whoever looks.
    pub(crate) fn sees(&self, zone: Zone) -> bool {
        self.view.viewer.is_none_or(|viewer| observe::may_see(self.game(), viewer, zone))
    }

    /// The colour of a timeline: of the one with the cursor, or of the one that it is compared with.
    pub(crate) fn track_color(&self, id: TimelineId) -> egui::Color32 {
        if self.session.cursor().timeline == id { self.tokens.track_here } else { self.tokens.track_other }
    }

    /// Whether the step at the cursor is about an object or player.
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

/// The one of them that is shown.
fn shown<'a>(pending: &'a Pending, answerable: bool, view: &View) -> Option<&'a Choice> {
    let choices = open(pending, answerable);
    choices.get(view.choice).or(choices.first())
}

/// What was answered at the cursor, if the timeline goes on from there.
fn taken(session: &Session) -> Option<&Answer> {
    let timeline = session.current();
    let next = timeline.commits().get(timeline.commits_up_to_step(session.cursor().step))?;
    match next.input() {
        CommitInput::Input(Input::Decision { answer, .. }) => Some(answer),
        _ => None,
    }
}

/// The objects and players that a step is about, as they are after it.
fn touched(game: &Game, step: &Step) -> Vec<Entity> {
    let mut touched: Vec<Entity> = Vec::new();
    // What everything is set up with would light up the entire board.
    if step.entries.iter().any(|entry| matches!(entry.event, Event::Began { .. } | Event::BeganAmong { .. })) {
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
        // Having priority and answering change nothing that the board shows of a player.
        if !matches!(entry.event, Event::PriorityReceived { .. } | Event::PriorityPassed { .. } | Event::Decided { .. })
        {
            let about = entry.event.about().into_iter();
            about.filter(|entity| entity.player().is_some()).for_each(&mut add);
        }
    }
    touched
}
