//! What panels send. A panel reads the session and the view and changes neither; the app carries its actions out after
//! everything is drawn.

use std::path::PathBuf;

use retrace_core::fact::{Answer, Entity, EntryNo, Input, ObjectId, PlayerId, Zone};

use super::draft::DraftEdit;
use super::layout::Pane;
use super::view::browse::{Browse, Purpose};
use super::view::copied::Copied;
use super::view::{Against, Compared, Dialog, InspectorTab, Track, Zoom, bookmark, explore, watching};
use crate::session::base::rulebook::Number;
use crate::session::files::empty::EmptyBoard;
use crate::session::files::new_game::Table;
use crate::session::{Command, Lane, Point, Policy, TimelineId};

/// Something that a panel asks for.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// Carry a command out.
    Command(Command),
    /// Move the cursor, as part of a longer movement.
    Seek(Point),
    /// Put the cursor somewhere.
    Jump(Point),
    /// Put the cursor at a person's choice in the middle of the timeline.
    ToMiddle,
    /// Put the cursor after the step with an entry, and select the entry.
    JumpToEntry(TimelineId, EntryNo),
    /// Show an event in the inspector, without moving the cursor.
    SelectEntry(TimelineId, EntryNo),
    /// Select an object or player.
    Select(Entity),
    /// Show a tab of the inspector.
    Inspect(InspectorTab),
    /// Show the changes against something else.
    Against(Against),
    /// Open or close a row of the state's tree.
    ToggleNode(String),
    /// Close all of them.
    CloseNodes,
    /// Show only what has these words in the state's tree.
    FilterState(String),
    /// Put the cursor into another timeline.
    Switch(TimelineId),
    /// Change the draft of the answer.
    Draft(DraftEdit),
    /// Give this answer to the choice at the cursor.
    Answer(Answer),
    /// A player concedes.
    Concede(PlayerId),
    /// Give the draft as the answer, if the rules accept it.
    Submit,
    /// Give the number keys to the next nine options.
    NextNine,
    /// Show another of several choices that are open at once.
    ShowChoice(usize),
    /// Show the cards of a zone, or hide them.
    ShowZone(Option<Zone>),
    /// Show the players the other way up.
    SwapSides,
    /// See the board with the eyes of a player, or everything.
    See(Option<PlayerId>),
    /// Show two places or timelines side by side.
    Compare(Compared),
    /// Align all events of the two timelines.
    CompareMore,
    /// Show only a part of the timeline on the ruler; none for all.
    Zoom(Option<Zoom>),
    /// Show one timeline alone.
    StopComparing,
    /// Give a timeline another name.
    Rename(TimelineId, String),
    /// Remove a timeline.
    Delete(TimelineId),
    /// Ask for something first, or stop asking.
    Dialog(Option<Dialog>),
    /// Set or change a bookmark.
    KeepBookmark(Box<bookmark::Form>),
    /// Remove a bookmark.
    RemoveBookmark(String),
    /// Begin a game.
    Begin(Box<Table>),
    /// Begin with an empty board.
    BeginBoard(Box<EmptyBoard>),
    /// Make edits at the cursor.
    Edit(Vec<Input>),
    /// Make an edit in the words of scenarios.
    EditInWords(String),
    /// Give a player a policy, or leave the player to a person.
    SetPolicy(PlayerId, Option<Policy>),
    /// Open a file.
    OpenFile(PathBuf),
    /// Do with a file what it was asked for.
    Chosen(Purpose, PathBuf),
    /// Show a rule; none for that of the selected event.
    ShowRule(Option<Number>),
    /// Show what an object was before and became later.
    ShowHistory(ObjectId),
    /// No more of the tour.
    EndTour,
    /// Copy something as text.
    Copy(Copied),
    /// Ask with the dialog of the system instead.
    AskSystem(Browse),
    /// Show only the events that pass this filter.
    Filter(String),
    /// Add a part to the filter, and show the table.
    FilterBy(String),
    /// Show a lane of the timeline, or hide it.
    ShowLane(Lane, bool),
    /// Shows lanes while two timelines are compared, or does not: of the one with the cursor, or of the one under it.
    ShowLanesOf(Track, bool),
    /// Show the bookkeeping of the call stack among the events.
    ShowBookkeeping(bool),
    /// Show a panel, or hide it.
    ShowPane(Pane, bool),
    /// Give every panel a title, by which it can be dragged.
    ShowTitles(bool),
    /// Dark or light.
    Theme(egui::ThemePreference),
    /// How many steps a second playing takes.
    Speed(f32),
    /// What the panel of watches and breakpoints asks for.
    Watching(Box<watching::Wish>),
    /// What the panel of exploring asks for.
    Exploring(Box<explore::Wish>),
    /// Cancel the jobs of this name.
    CancelJob(&'static str),
    /// Put the notice away.
    DismissNotice,
}

/// The actions of a frame, in the order in which they were sent.
pub(crate) type Actions = Vec<Action>;
