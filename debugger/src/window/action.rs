//! Actions that panels send. A panel reads the session and the view and changes neither; the app
//! carries out its actions after everything is drawn.

use std::path::PathBuf;

use retrace_core::fact::{Answer, Entity, EntryNo, Input, ObjectId, PlayerId, Zone};

use super::draft::DraftEdit;
use super::layout::Pane;
use super::view::browse::{Browse, Purpose};
use super::view::copied::Copied;
use super::view::{
    Against, Compared, Dialog, InspectorTab, Offer, OpenedStack, Track, Zoom, bookmark, explore, watching,
};
use retrace_session::base::rulebook::{Language, Number};
use retrace_session::files::empty::EmptyBoard;
use retrace_session::files::new_game::Table;
use retrace_session::files::trial::Trial;
use retrace_session::{Command, Lane, Point, Policy, TimelineId};

/// Something that a panel asks for.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// Carry out a command.
    Command(Command),
    /// Move the cursor, as part of a longer movement.
    Seek(Point),
    /// Jump to a place.
    Jump(Point),
    /// Jump to a person's choice near the middle of the timeline.
    ToMiddle,
    /// Jump to just after the step with an entry, and select the entry.
    JumpToEntry(TimelineId, EntryNo),
    /// Show an event in the inspector, without moving the cursor.
    SelectEntry(TimelineId, EntryNo),
    /// Select an object or player.
    Select(Entity),
    /// Show a tab of the inspector.
    Inspect(InspectorTab),
    /// Compare the state with another one in the changes tab.
    Against(Against),
    /// Open or close a row of the state tree.
    ToggleNode(String),
    /// Close all rows of the state tree.
    CloseNodes,
    /// Filter the state tree by these words.
    FilterState(String),
    /// Switch to another timeline.
    Switch(TimelineId),
    /// Change the draft of the answer.
    Draft(DraftEdit),
    /// Give this answer to the choice at the cursor.
    Answer(Answer),
    /// Give this answer, and choose this as the target of what it begins.
    AnswerAt(Answer, Option<Entity>),
    /// A player concedes.
    Concede(PlayerId),
    /// Lets the players with a policy play on.
    LetOthersPlay,
    /// Submit the draft as the answer, if the rules accept it.
    Submit,
    /// Move the number keys on to the next nine options.
    NextNine,
    /// Show another of several simultaneous choices.
    ShowChoice(usize),
    /// Show the cards of a zone, or hide them.
    ShowZone(Option<Zone>),
    /// Lay a stack of equal permanents out side by side, or stack them again.
    OpenStack(OpenedStack, bool),
    /// Turn the table: the next player has the bottom of the board.
    SwapSides,
    /// Give a player the bottom of the board.
    SitAt(PlayerId),
    /// See the board through a player's eyes, or everything.
    See(Option<PlayerId>),
    /// Show two places or timelines side by side.
    Compare(Compared),
    /// Compare two timelines at their ends, or at the cursor's moment.
    CompareEnds(bool),
    /// Align all events of the two timelines.
    CompareMore,
    /// Show only this part of the timeline on the ruler; `None` shows all of it.
    Zoom(Option<Zoom>),
    /// Stop comparing.
    StopComparing,
    /// Rename a timeline.
    Rename(TimelineId, String),
    /// Delete a timeline.
    Delete(TimelineId),
    /// Open a dialog, or close it.
    Dialog(Option<Dialog>),
    /// Add or change a bookmark.
    KeepBookmark(Box<bookmark::BookmarkForm>),
    /// Remove a bookmark.
    RemoveBookmark(String),
    /// Begin a new game.
    Begin(Box<Table>),
    /// Begin with an empty board.
    BeginBoard(Box<EmptyBoard>),
    /// Try a card on an empty board.
    TryCard(Box<Trial>),
    /// Add a card to the game at the cursor.
    AddCard(Box<Trial>),
    /// Apply edits at the cursor.
    Edit(Vec<Input>),
    /// Apply an edit written in the words of scenarios.
    EditInWords(String),
    /// Give a player a policy, or let a person play.
    SetPolicy(PlayerId, Option<Policy>),
    /// Open a file.
    OpenFile(PathBuf),
    /// Use the chosen file for its purpose.
    Chosen(Purpose, PathBuf),
    /// Show a rule; `None` shows that of the selected event.
    ShowRule(Option<Number>),
    /// Show the text of the rules in this one of its languages.
    ShowRulesIn(Language),
    /// Show the earlier and later objects of an object's card.
    ShowHistory(ObjectId),
    /// End the tour.
    EndTour,
    /// Copy something as text.
    Copy(Copied),
    /// Show the dialog of the system instead.
    AskSystem(Browse),
    /// Filter the events.
    Filter(String),
    /// Add a part to the filter, and show the table.
    FilterBy(String),
    /// Show a lane of the timeline, or hide it.
    ShowLane(Lane, bool),
    /// Show the lanes of one of two compared timelines, or hide them.
    ShowLanesOf(Track, bool),
    /// Show the bookkeeping of the call stack among the events.
    ShowBookkeeping(bool),
    /// Show a panel, or hide it.
    ShowPane(Pane, bool),
    /// Give a panel the whole window; `None` gives all panels their places again.
    Maximize(Option<Pane>),
    /// Leave the inspector its room even with nothing to inspect.
    KeepInspector,
    /// Show a card large, or close it.
    Read(Option<ObjectId>),
    /// Show the titles of all panels, by which they can be dragged.
    ShowTitles(bool),
    /// Set the theme: dark, light, or that of the system.
    Theme(egui::ThemePreference),
    /// Set the playback speed, in steps per second.
    Speed(f32),
    /// A request of the panel of watches and breakpoints.
    Watching(Box<watching::WatchWish>),
    /// A request of the panel for exploring.
    Exploring(Box<explore::ExploreWish>),
    /// Cancel the jobs with this name.
    CancelJob(&'static str),
    /// Do what the notice offers.
    Take(Offer),
    /// Go on with the kept session of this folder.
    GoOn(PathBuf),
    /// Write what verifies of the damaged store of the first folder into the second, and open it.
    Salvage(PathBuf, PathBuf),
    /// Close the page about a file that could not be opened.
    CloseTrouble,
    /// Dismiss the notice.
    DismissNotice,
}

/// The actions of a frame, in the order in which they were sent.
pub(crate) type Actions = Vec<Action>;
