//! The commands: one list that keys, menus, the palette, tooltips and the help sheet are made of.

use retrace_core::fact::EntryNo;

use super::job::Progress;
use super::running::Stop;
use super::search::Direction;
use super::timeline::{Point, Standing, TimelineId};
use super::{Session, SessionError};

/// Something that a person can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "each variant is told by its label and description")]
pub enum Command {
    StepBack,
    StepForward,
    ChoiceBack,
    ChoiceForward,
    TurnStepBack,
    TurnStepForward,
    TurnBack,
    TurnForward,
    Into,
    Over,
    Out,
    Home,
    End,
    Play,
    Fork,
    TimelinePrevious,
    TimelineNext,
    RenameTimeline,
    DeleteTimeline,
    Pin,
    ComparePinned,
    CompareTimelines,
    SetBookmark,
    BookmarkPrevious,
    BookmarkNext,
    Why,
    PayAutomatically,
    Pass,
    PassOn,
    Repeat,
    AnswerAtRandom,
    Verify,
    Undo,
    Redo,
    NewGame,
    Open,
    OpenDemo,
    ExportReplay,
    SaveStore,
    ImportReplay,
    CopyLink,
    CopyInspector,
    CopyRow,
    CopyComparison,
    RunOn,
    RunBack,
    ToggleBreakpoint,
    HitNext,
    HitPrevious,
    Explore,
    Find,
    Palette,
    ZoomIn,
    ZoomOut,
    ZoomAll,
    PanBack,
    PanForward,
    Help,
    ResetLayout,
}

/// The part of a menu that a command stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Files.
    File,
    /// Taking back and doing again.
    Edit,
    /// Answering choices.
    Play,
    /// Moving the cursor.
    Go,
    /// Forks and their comparison.
    Timelines,
    /// The window itself.
    View,
}

impl Group {
    /// All of them in the order of a menu bar.
    pub const ALL: [Group; 6] = [Group::File, Group::Edit, Group::Play, Group::Go, Group::Timelines, Group::View];

    /// Its name in a menu bar.
    pub const fn label(self) -> &'static str {
        match self {
            Group::File => "File",
            Group::Edit => "Edit",
            Group::Play => "Play",
            Group::Go => "Go",
            Group::Timelines => "Timelines",
            Group::View => "View",
        }
    }
}

impl Command {
    /// All commands in the order of the menus.
    pub const ALL: &'static [Command] = &[
        Command::NewGame,
        Command::Open,
        Command::OpenDemo,
        Command::ExportReplay,
        Command::SaveStore,
        Command::ImportReplay,
        Command::CopyLink,
        Command::Undo,
        Command::Redo,
        Command::CopyInspector,
        Command::CopyRow,
        Command::CopyComparison,
        Command::StepBack,
        Command::StepForward,
        Command::ChoiceBack,
        Command::ChoiceForward,
        Command::TurnStepBack,
        Command::TurnStepForward,
        Command::TurnBack,
        Command::TurnForward,
        Command::Into,
        Command::Over,
        Command::Out,
        Command::Home,
        Command::End,
        Command::Play,
        Command::RunOn,
        Command::RunBack,
        Command::HitNext,
        Command::HitPrevious,
        Command::ToggleBreakpoint,
        Command::Fork,
        Command::Explore,
        Command::TimelinePrevious,
        Command::TimelineNext,
        Command::RenameTimeline,
        Command::DeleteTimeline,
        Command::Pin,
        Command::ComparePinned,
        Command::CompareTimelines,
        Command::SetBookmark,
        Command::BookmarkPrevious,
        Command::BookmarkNext,
        Command::Why,
        Command::Verify,
        Command::Pass,
        Command::PassOn,
        Command::Repeat,
        Command::PayAutomatically,
        Command::AnswerAtRandom,
        Command::Find,
        Command::ZoomIn,
        Command::ZoomOut,
        Command::ZoomAll,
        Command::PanBack,
        Command::PanForward,
        Command::Palette,
        Command::Help,
        Command::ResetLayout,
    ];

    /// Its name in menus and in the palette. An ellipsis means that it asks for something first.
    pub const fn label(self) -> &'static str {
        match self {
            Command::StepBack => "Step back",
            Command::StepForward => "Step forward",
            Command::ChoiceBack => "Previous choice",
            Command::ChoiceForward => "Next choice",
            Command::TurnStepBack => "Previous turn step",
            Command::TurnStepForward => "Next turn step",
            Command::TurnBack => "Previous turn",
            Command::TurnForward => "Next turn",
            Command::Into => "Step into",
            Command::Over => "Step over",
            Command::Out => "Step out",
            Command::Home => "To the beginning",
            Command::End => "To the head",
            Command::Play => "Play or pause",
            Command::Fork => "Fork here",
            Command::TimelinePrevious => "Previous timeline",
            Command::TimelineNext => "Next timeline",
            Command::RenameTimeline => "Rename timeline…",
            Command::DeleteTimeline => "Delete timeline",
            Command::Pin => "Pin for comparison",
            Command::ComparePinned => "Compare with the pin",
            Command::CompareTimelines => "Compare timelines",
            Command::SetBookmark => "Bookmark…",
            Command::BookmarkPrevious => "Previous bookmark",
            Command::BookmarkNext => "Next bookmark",
            Command::Why => "Why?",
            Command::PayAutomatically => "Pay automatically",
            Command::Pass => "Pass",
            Command::PassOn => "Pass until something happens",
            Command::Repeat => "Do it again",
            Command::AnswerAtRandom => "Answer at random",
            Command::Verify => "Verify",
            Command::Undo => "Undo",
            Command::Redo => "Redo",
            Command::NewGame => "New game…",
            Command::Open => "Open…",
            Command::OpenDemo => "Open the demonstration",
            Command::ExportReplay => "Export replay…",
            Command::SaveStore => "Save into a new store…",
            Command::ImportReplay => "Import a replay…",
            Command::CopyLink => "Copy link",
            Command::CopyInspector => "Copy what the inspector shows",
            Command::CopyRow => "Copy the event’s row",
            Command::CopyComparison => "Copy the comparison",
            Command::RunOn => "Run on",
            Command::RunBack => "Run back",
            Command::ToggleBreakpoint => "Breakpoint on the selection",
            Command::HitNext => "Next hit",
            Command::HitPrevious => "Previous hit",
            Command::Explore => "Explore",
            Command::Find => "Find events…",
            Command::Palette => "All commands…",
            Command::ZoomIn => "Zoom the timeline in",
            Command::ZoomOut => "Zoom the timeline out",
            Command::ZoomAll => "Show all of the timeline",
            Command::PanBack => "Move the timeline back",
            Command::PanForward => "Move the timeline on",
            Command::Help => "Keys and help",
            Command::ResetLayout => "Reset layout",
        }
    }

    /// What it does, in a sentence, for tooltips and help.
    pub const fn description(self) -> &'static str {
        match self {
            Command::StepBack => "Goes back to before the last thing that happened.",
            Command::StepForward => "Goes on to after the next thing that happens.",
            Command::ChoiceBack => "Goes back to the choice before.",
            Command::ChoiceForward => "Goes on to the next choice.",
            Command::TurnStepBack => "Goes back to where the turn step began, or to the one before it.",
            Command::TurnStepForward => "Goes on to where the next turn step begins.",
            Command::TurnBack => "Goes back to where the turn began, or to the one before it.",
            Command::TurnForward => "Goes on to where the next turn begins.",
            Command::Into => "Goes on by exactly one step, into whatever the rules do next.",
            Command::Over => "Goes on until the rules are done with what they do next.",
            Command::Out => "Goes on until the innermost frame of the call stack is gone.",
            Command::Home => "Goes to before the first event.",
            Command::End => "Goes to after the last event of the timeline.",
            Command::Play => "Steps forward by itself, or stops doing so.",
            Command::Fork => "Begins another timeline at the choice at or before the cursor.",
            Command::TimelinePrevious => {
                "Switches to the timeline before this one, at the same place where both have it."
            }
            Command::TimelineNext => "Switches to the timeline after this one, at the same place where both have it.",
            Command::RenameTimeline => "Gives this timeline another name.",
            Command::DeleteTimeline => "Removes this timeline; undo brings it back.",
            Command::Pin => "Remembers this place, to compare others with it.",
            Command::ComparePinned => "Shows how the state here differs from the pinned one.",
            Command::CompareTimelines => {
                "Shows where this timeline and the one it was forked from part, and how they end."
            }
            Command::SetBookmark => "Gives the event at the cursor a name and a note, or changes those that it has.",
            Command::BookmarkPrevious => "Goes back to the bookmark before, on this timeline.",
            Command::BookmarkNext => "Goes on to the next bookmark of this timeline.",
            Command::Why => "Shows what brought the selected event about, back to the decision that led to it.",
            Command::PayAutomatically => {
                "Pays the cost that is asked for with the mana there is, tapping what is needed."
            }
            Command::Pass => "Passes priority once.",
            Command::PassOn => {
                "Passes priority until there is something else to choose, or something happens that one would want to see."
            }
            Command::Repeat => {
                "Makes the choices again since the player with priority last had it and did something (CR 725.2)."
            }
            Command::AnswerAtRandom => "Answers the choice here at random, whoever is asked.",
            Command::Verify => {
                "Runs the inputs of this timeline again, and tells whether they lead to the same events."
            }
            Command::Undo => {
                "Takes the last decision, fork, name, pin or bookmark back; of a store also what was done before it was opened."
            }
            Command::Redo => "Does again what was taken back last.",
            Command::NewGame => "Begins a game from two deck lists.",
            Command::Open => "Opens a scenario, a replay or a store.",
            Command::OpenDemo => "Opens the bundled demonstration: the combat primer.",
            Command::ExportReplay => {
                "Writes this timeline as a replay file, which anybody can open and verify; or only what a player saw of it."
            }
            Command::SaveStore => {
                "Writes all timelines and bookmarks into a folder, where what is done from then on is kept."
            }
            Command::ImportReplay => {
                "Takes a replay file into the store that is open, if its inputs lead to its events."
            }
            Command::CopyLink => {
                "Puts a link to this place on the clipboard; `retrace open LINK` and Open… lead there."
            }
            Command::CopyInspector => {
                "Puts it on the clipboard as text, in the words of the headless commands: the object, the event, why, the state or the changes."
            }
            Command::CopyRow => {
                "Puts the selected event on the clipboard as a line of text, as `retrace log` prints it."
            }
            Command::CopyComparison => "Puts the comparison on the clipboard as text, as `retrace diff` prints it.",
            Command::RunOn => "Runs on to a breakpoint; at the head, on for as long as only policies are asked.",
            Command::RunBack => "Runs back to a breakpoint, or to the beginning.",
            Command::ToggleBreakpoint => {
                "Sets a breakpoint on the selected object, or on the kind of the selected event and its object; or removes it."
            }
            Command::HitNext => {
                "Goes to the next event that the filter shows; without a filter, to the next breakpoint hit."
            }
            Command::HitPrevious => {
                "Goes back to an event that the filter shows; without a filter, to the breakpoint hit before."
            }
            Command::Explore => "Tries every legal answer at the choice here, and shows what comes of each.",
            Command::Find => "Shows only the events that pass a filter: words, a kind, a player, an object, a rule.",
            Command::Palette => "Lists all commands, to be found by typing.",
            Command::ZoomIn => "Shows fewer steps of the timeline, more of each; the cursor stays where it is.",
            Command::ZoomOut => "Shows more steps of the timeline.",
            Command::ZoomAll => "Shows the timeline from its beginning to its head.",
            Command::PanBack => "Shows what is before the part of the timeline that is in sight.",
            Command::PanForward => "Shows what is after the part of the timeline that is in sight.",
            Command::Help => "Shows the keys and what each does.",
            Command::ResetLayout => "Puts every panel back where it was at first.",
        }
    }

    /// Its keys, as people write them; empty if it has none.
    pub const fn default_keys(self) -> &'static str {
        match self {
            Command::StepBack => "←",
            Command::StepForward => "→",
            Command::ChoiceBack => "Shift+←",
            Command::ChoiceForward => "Shift+→",
            Command::TurnStepBack => "Ctrl+←",
            Command::TurnStepForward => "Ctrl+→",
            Command::TurnBack => "Ctrl+Shift+←",
            Command::TurnForward => "Ctrl+Shift+→",
            Command::Into => "Alt+→",
            Command::Over => "Alt+Shift+→",
            Command::Out => "Alt+←",
            Command::Home => "Home",
            Command::End => "End",
            Command::Play => "Space",
            Command::Fork => "F",
            Command::TimelinePrevious => "Alt+↑",
            Command::TimelineNext => "Alt+↓",
            Command::RenameTimeline => "F2",
            Command::DeleteTimeline => "",
            Command::Pin => "D",
            Command::ComparePinned => "Shift+D",
            Command::CompareTimelines => "C",
            Command::SetBookmark => "B",
            Command::BookmarkPrevious => "[",
            Command::BookmarkNext => "]",
            Command::Why => "W",
            Command::PayAutomatically => "P",
            Command::Pass => ".",
            Command::PassOn => "G",
            Command::Repeat => "Shift+G",
            Command::AnswerAtRandom => "R",
            Command::Verify => "V",
            Command::Undo => "Ctrl+Z",
            Command::Redo => "Ctrl+Shift+Z",
            Command::NewGame => "Ctrl+N",
            Command::Open => "Ctrl+O",
            Command::OpenDemo => "",
            Command::ExportReplay => "Ctrl+S",
            Command::SaveStore => "Ctrl+Shift+S",
            Command::ImportReplay => "",
            Command::CopyLink => "Ctrl+L",
            Command::CopyInspector => "Shift+C",
            Command::CopyRow => "",
            Command::CopyComparison => "",
            Command::RunOn => "F5",
            Command::RunBack => "Shift+F5",
            Command::ToggleBreakpoint => "F9",
            Command::HitNext => "N",
            Command::HitPrevious => "Shift+N",
            Command::Explore => "X",
            Command::Find => "Ctrl+F",
            Command::Palette => "Ctrl+K",
            Command::ZoomIn => "+",
            Command::ZoomOut => "-",
            Command::ZoomAll => "Z",
            Command::PanBack => "PageUp",
            Command::PanForward => "PageDown",
            Command::Help => "?",
            Command::ResetLayout => "",
        }
    }

    /// The menu that it stands in.
    pub const fn group(self) -> Group {
        match self {
            Command::NewGame
            | Command::Open
            | Command::OpenDemo
            | Command::ExportReplay
            | Command::SaveStore
            | Command::ImportReplay
            | Command::CopyLink => Group::File,
            Command::Pass | Command::PassOn | Command::Repeat | Command::PayAutomatically | Command::AnswerAtRandom => {
                Group::Play
            }
            Command::Undo | Command::Redo | Command::CopyInspector | Command::CopyRow | Command::CopyComparison => {
                Group::Edit
            }
            Command::StepBack
            | Command::StepForward
            | Command::ChoiceBack
            | Command::ChoiceForward
            | Command::TurnStepBack
            | Command::TurnStepForward
            | Command::TurnBack
            | Command::TurnForward
            | Command::Into
            | Command::Over
            | Command::Out
            | Command::Home
            | Command::End
            | Command::RunOn
            | Command::RunBack
            | Command::ToggleBreakpoint
            | Command::HitNext
            | Command::HitPrevious
            | Command::Play => Group::Go,
            Command::Fork
            | Command::TimelinePrevious
            | Command::TimelineNext
            | Command::RenameTimeline
            | Command::DeleteTimeline
            | Command::Explore
            | Command::Pin
            | Command::ComparePinned
            | Command::CompareTimelines
            | Command::SetBookmark
            | Command::BookmarkPrevious
            | Command::BookmarkNext
            | Command::Why
            | Command::Verify => Group::Timelines,
            Command::Find
            | Command::ZoomIn
            | Command::ZoomOut
            | Command::ZoomAll
            | Command::PanBack
            | Command::PanForward
            | Command::Palette
            | Command::Help
            | Command::ResetLayout => Group::View,
        }
    }
}

/// What came of a command or an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing, and why.
    Nothing(&'static str),
    /// The cursor moved.
    Moved,
    /// The input was appended to the timeline, which stood at its head.
    Appended,
    /// The input is the one that the timeline has here already; the cursor went on.
    Followed,
    /// Priority was passed, or the only answer given, so many times, until something happened.
    Passed {
        /// How many times.
        times: usize,
        /// What happened, as a clause.
        why: String,
    },
    /// Choices were made again (CR 725.2).
    Repeated {
        /// How many a round has.
        choices: usize,
        /// How many rounds.
        times: u32,
        /// The name of the timeline that was begun for it, where it was done in the past.
        forked: Option<String>,
        /// Why there were not as many rounds as were asked for, as a clause.
        stopped: Option<String>,
    },
    /// Another timeline was begun, and the cursor stands in it.
    Forked {
        /// The new timeline.
        timeline: TimelineId,
        /// Its name.
        name: String,
        /// The name of the timeline that it was forked from.
        from: String,
        /// The place that both share.
        at: usize,
        /// Whether the place is before the one that was asked for, which was in the middle of a commit.
        earlier: bool,
    },
    /// The cursor stands in another timeline.
    Switched(TimelineId),
    /// A timeline has another name.
    Renamed,
    /// A timeline is gone.
    Deleted(String),
    /// The cursor's place is pinned.
    Pinned(Point),
    /// The inputs of the timeline were run again.
    Verified(Standing),
    /// Watches or breakpoints are other ones: what was done.
    Marked(String),
    /// A breakpoint was hit.
    Hit {
        /// The breakpoint.
        predicate: String,
        /// The event.
        entry: EntryNo,
    },
    /// Running came to an end without a breakpoint.
    RanOut {
        /// How many answers policies gave on the way.
        answers: usize,
        /// Why it ended there, as a clause.
        why: String,
    },
    /// An operation was taken back.
    Undone(String),
    /// An operation was done again.
    Redone(String),
    /// The states at two places are to be shown side by side.
    ComparePoints(Point, Point),
    /// Two timelines are to be shown side by side.
    CompareTimelines(TimelineId, TimelineId),
    /// The causes of an entry are to be shown.
    Why(TimelineId, EntryNo),
    /// It is for the window, or for whoever calls, to do.
    Elsewhere(Command),
}

impl Outcome {
    /// A sentence for a status line, where there is something to say.
    pub fn message(&self, session: &Session) -> Option<String> {
        match self {
            Outcome::Nothing(why) => Some((*why).to_owned()),
            Outcome::Followed => Some("That is what happened here already; went on.".to_owned()),
            Outcome::Forked { name, from, earlier, .. } => {
                let place = if *earlier { " at the choice before" } else { "" };
                Some(format!("Forked “{name}” from “{from}”{place}."))
            }
            Outcome::Passed { times: 1, why } => Some(format!("Passed: {why}")),
            Outcome::Passed { times, why } => Some(format!("Passed {times} times: {why}")),
            Outcome::Repeated { choices, times, forked, stopped } => {
                let fork = forked.as_ref().map_or_else(String::new, |name| format!(" on “{name}”"));
                let more = stopped.as_ref().map_or_else(String::new, |why| format!(", and stopped: {why}"));
                let (choice, time) =
                    (if *choices == 1 { "choice" } else { "choices" }, if *times == 1 { "time" } else { "times" });
                Some(format!("Made {choices} {choice} {times} {time} more{fork}{more}."))
            }
            Outcome::Switched(id) => session.timeline(*id).map(|it| format!("Switched to “{}”.", it.name())),
            Outcome::Deleted(name) => Some(format!("Deleted “{name}”.")),
            Outcome::Pinned(_) => Some("Pinned this place for comparison.".to_owned()),
            Outcome::Verified(Standing::Diverged(no)) => {
                Some(format!("DIVERGED: today's rules lead elsewhere from event {} on.", no.0))
            }
            Outcome::Verified(standing) => Some(format!("{}: the inputs lead to these very events.", standing.word())),
            Outcome::Hit { predicate, entry } => Some(format!("Event {}: {predicate}", entry.0)),
            Outcome::RanOut { answers: 0, why } => Some(format!("No breakpoint: {why}.")),
            Outcome::RanOut { answers: 1, why } => Some(format!("No breakpoint after 1 answer more: {why}.")),
            Outcome::RanOut { answers, why } => Some(format!("No breakpoint after {answers} answers more: {why}.")),
            Outcome::Undone(what) => Some(format!("Undid: {what}.")),
            Outcome::Redone(what) => Some(format!("Did again: {what}.")),
            Outcome::Moved
            | Outcome::Appended
            | Outcome::Renamed
            | Outcome::Marked(_)
            | Outcome::ComparePoints(..)
            | Outcome::CompareTimelines(..)
            | Outcome::Why(..)
            | Outcome::Elsewhere(_) => None,
        }
    }
}

impl Session {
    /// Carries a command out.
    ///
    /// # Errors
    /// What the session refuses; it is then as it was.
    pub fn run(&mut self, command: Command) -> Result<Outcome, SessionError> {
        Ok(match command {
            Command::StepBack => self.step_back(),
            Command::StepForward => self.step_forward(),
            Command::ChoiceBack => self.choice_back(),
            Command::ChoiceForward => self.choice_forward(),
            Command::TurnStepBack => self.turn_step_back(),
            Command::TurnStepForward => self.turn_step_forward(),
            Command::TurnBack => self.turn_back(),
            Command::TurnForward => self.turn_forward(),
            Command::Into => self.step_into(),
            Command::Over => self.step_over(),
            Command::Out => self.step_out(),
            Command::Home => self.jump(Point { step: 0, ..self.cursor() }),
            Command::End => self.jump(Point { step: self.current().len_steps(), ..self.cursor() }),
            Command::Fork => return self.fork(self.cursor(), None),
            Command::BookmarkPrevious => self.bookmark_by(false),
            Command::BookmarkNext => self.bookmark_by(true),
            Command::TimelinePrevious => self.switch_by(false),
            Command::TimelineNext => self.switch_by(true),
            Command::DeleteTimeline => return self.delete(self.cursor().timeline),
            Command::Pin => self.pin(),
            Command::ComparePinned => match self.pinned() {
                None => Outcome::Nothing("Nothing is pinned; pin a place first."),
                Some(pinned) if pinned == self.cursor() => Outcome::Nothing("The pin is at this very place; move on."),
                Some(pinned) => Outcome::ComparePoints(pinned, self.cursor()),
            },
            Command::CompareTimelines => self.compare_timelines(),
            Command::Why => match self.headline(self.cursor()) {
                Some(no) => Outcome::Why(self.cursor().timeline, no),
                None => Outcome::Nothing("Nothing has happened yet."),
            },
            Command::PayAutomatically => return self.pay_automatically(),
            Command::Pass => return self.pass(),
            Command::PassOn => return self.pass_on(),
            Command::Repeat => return self.repeat(None, 1),
            Command::AnswerAtRandom => return self.answer_at_random(),
            Command::Verify => Outcome::Verified(Standing::of(&self.verify(self.cursor().timeline)?)),
            Command::Undo => return self.undo(),
            Command::Redo => return self.redo(),
            Command::RunOn => return self.run_to_hit(Direction::Forward, Stop::AtEnd),
            Command::RunBack => return self.run_to_hit(Direction::Back, Stop::AtEnd),
            Command::HitNext => return self.run_to_hit(Direction::Forward, Stop::OnlyAtHit),
            Command::HitPrevious => return self.run_to_hit(Direction::Back, Stop::OnlyAtHit),
            Command::Play
            | Command::ToggleBreakpoint
            | Command::Explore
            | Command::RenameTimeline
            | Command::SetBookmark
            | Command::NewGame
            | Command::Open
            | Command::OpenDemo
            | Command::ExportReplay
            | Command::SaveStore
            | Command::ImportReplay
            | Command::CopyLink
            | Command::CopyInspector
            | Command::CopyRow
            | Command::CopyComparison
            | Command::Find
            | Command::ZoomIn
            | Command::ZoomOut
            | Command::ZoomAll
            | Command::PanBack
            | Command::PanForward
            | Command::Palette
            | Command::Help
            | Command::ResetLayout => Outcome::Elsewhere(command),
        })
    }
}

impl Session {
    /// Runs to a breakpoint at once; a window does it as a job.
    fn run_to_hit(&mut self, direction: Direction, stop: Stop) -> Result<Outcome, SessionError> {
        match self.run_to(direction, stop) {
            None => Ok(Outcome::Nothing(NO_BREAKPOINT)),
            Some(run) => {
                let ran = run.go(&Progress::default())?;
                self.ran(ran)
            }
        }
    }
}

/// What is said where there is nothing to run to.
pub const NO_BREAKPOINT: &str = "No breakpoint is set here; select an event or an object, and set one with F9.";

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Command;

    #[test]
    fn no_two_commands_share_keys_or_names() {
        let labels: BTreeSet<_> = Command::ALL.iter().map(|command| command.label()).collect();
        assert_eq!(labels.len(), Command::ALL.len());
        let keys: Vec<_> =
            Command::ALL.iter().map(|command| command.default_keys()).filter(|it| !it.is_empty()).collect();
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len());
    }

    #[test]
    fn every_command_is_listed_once() {
        let listed: BTreeSet<_> = Command::ALL.iter().collect();
        assert_eq!(listed.len(), Command::ALL.len());
        assert_eq!(listed.len(), Command::ResetLayout as usize + 1);
    }
}
