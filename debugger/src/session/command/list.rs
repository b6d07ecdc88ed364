//! The commands: one list from which keys, menus, the palette, tooltips and the help sheet are
//! made.

/// The menu that a command belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Files.
    File,
    /// Undo and redo.
    Edit,
    /// Answering choices.
    Play,
    /// Moving the cursor.
    Go,
    /// Forking and comparing.
    Timelines,
    /// The window itself.
    View,
}

impl Group {
    /// All groups in the order of the menu bar.
    pub const ALL: [Group; 6] = [Group::File, Group::Edit, Group::Play, Group::Go, Group::Timelines, Group::View];

    /// The name shown in the menu bar.
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

/// Makes the commands from a table: by group, in menu order, each with its keys (empty if none),
/// its name and what it does.
macro_rules! commands {
    ($($group:ident { $($command:ident: $keys:literal, $label:literal, $description:literal;)+ })+) => {
        /// Something that a person can ask for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Command {
            $($(#[doc = $description] $command,)+)+
        }

        impl Command {
            /// All commands in the order of the menus.
            pub const ALL: &'static [Command] = &[$($(Command::$command,)+)+];

            /// Its name in menus and in the palette. An ellipsis means that the command asks for
            /// more first.
            pub const fn label(self) -> &'static str {
                match self { $($(Command::$command => $label,)+)+ }
            }

            /// What the command does, in a sentence, for tooltips and help.
            pub const fn description(self) -> &'static str {
                match self { $($(Command::$command => $description,)+)+ }
            }

            /// Its default keys as people write them; empty if none.
            pub const fn default_keys(self) -> &'static str {
                match self { $($(Command::$command => $keys,)+)+ }
            }

            /// The menu that the command belongs to.
            pub const fn group(self) -> Group {
                match self { $($(Command::$command)|+ => Group::$group,)+ }
            }
        }
    };
}

commands! {
    File {
        NewGame: "Ctrl+N", "New game…", "Begins a game from two deck lists.";
        Open: "Ctrl+O", "Open…", "Opens a scenario, a replay or a store.";
        OpenDemo: "", "Open the demonstration", "Opens the bundled demonstration: the combat primer.";
        ExportReplay: "Ctrl+S", "Export replay…",
            "Writes this timeline as a replay file, which anybody can open and verify; or only what a player saw of it.";
        SaveMoment: "Ctrl+Shift+E", "Save this moment as a scenario…",
            "Writes the choice at the cursor as a scenario, with what follows as its script if wanted.";
        RunWithNewCards: "", "Run again with the new cards",
            "Runs the inputs of this timeline with the card files as they are by now, as another timeline.";
        SaveStore: "Ctrl+Shift+S", "Save into a new store…",
            "Writes all timelines and bookmarks to a folder, and saves later changes there.";
        ImportReplay: "", "Import a replay…",
            "Takes a replay file into the store that is open, if its inputs lead to its events.";
        CompareFile: "", "Compare with a file…",
            "Shows this timeline beside the first of another file, event by event.";
        CopyLink: "Ctrl+L", "Copy link",
            "Puts a link to this place on the clipboard; `retrace open LINK` and Open… lead there.";
    }
    Edit {
        Undo: "Ctrl+Z", "Undo",
            "Undoes the last decision, fork, name, pin or bookmark; in a store also changes made before it was opened.";
        Redo: "Ctrl+Shift+Z", "Redo", "Redoes what was undone last.";
        WhatIf: "E", "Edit…",
            "Changes what is selected, or adds a card, as a what-if: on another timeline than what was played.";
        NextRandom: "Shift+E", "Next random result…",
            "Fixes the next coin, die, draw or shuffle, or rolls everything again.";
        CopyInspector: "Shift+C", "Copy what the inspector shows",
            "Puts it on the clipboard as text, in the words of the headless commands: the object, the event, why, the state or the changes.";
        CopyRow: "", "Copy the event's row",
            "Puts the selected event on the clipboard as a line of text, as `retrace log` prints it.";
        CopyComparison: "", "Copy the comparison",
            "Puts the comparison on the clipboard as text, as `retrace diff` prints it.";
    }
    Go {
        StepBack: "←", "Step back", "Goes back to before the last thing that happened.";
        StepForward: "→", "Step forward", "Goes on to after the next thing that happens.";
        ChoiceBack: "Shift+←", "Previous choice", "Goes back to the choice before.";
        ChoiceForward: "Shift+→", "Next choice", "Goes on to the next choice.";
        TurnStepBack: "Ctrl+←", "Previous turn step",
            "Goes back to where the turn step began, or to the one before it.";
        TurnStepForward: "Ctrl+→", "Next turn step", "Goes on to where the next turn step begins.";
        TurnBack: "Ctrl+Shift+←", "Previous turn", "Goes back to where the turn began, or to the one before it.";
        TurnForward: "Ctrl+Shift+→", "Next turn", "Goes on to where the next turn begins.";
        Into: "Alt+→", "Step into", "Goes on by exactly one step, into whatever the rules do next.";
        Over: "Alt+Shift+→", "Step over", "Goes on until the rules are done with what they do next.";
        Out: "Alt+←", "Step out", "Goes on until the innermost frame of the call stack is gone.";
        Home: "Home", "To the beginning", "Goes to before the first event.";
        End: "End", "To the head", "Goes to after the last event of the timeline.";
        Play: "Space", "Play or pause", "Steps forward by itself, or stops doing so.";
        RunOn: "F5", "Run on", "Runs on to a breakpoint; at the head, as long as only policies are asked.";
        RunBack: "Shift+F5", "Run back", "Runs back to a breakpoint, or to the beginning.";
        HitNext: "N", "Next hit",
            "Goes to the next event that the filter shows; without a filter, to the next breakpoint hit.";
        HitPrevious: "Shift+N", "Previous hit",
            "Goes back to an event that the filter shows; without a filter, to the breakpoint hit before.";
        ToggleBreakpoint: "F9", "Breakpoint on the selection",
            "Sets a breakpoint on the selected object, or on the kind of the selected event and its object; or removes it.";
    }
    Timelines {
        Fork: "F", "Fork here", "Begins another timeline at the choice at or before the cursor.";
        Explore: "X", "Explore", "Tries every legal answer at the choice here, and shows what comes of each.";
        TimelinePrevious: "Alt+↑", "Previous timeline",
            "Switches to the timeline before this one, at the same place where both have it.";
        TimelineNext: "Alt+↓", "Next timeline",
            "Switches to the timeline after this one, at the same place where both have it.";
        RenameTimeline: "F2", "Rename timeline…", "Gives this timeline another name.";
        DeleteTimeline: "", "Delete timeline", "Removes this timeline; undo brings it back.";
        Pin: "D", "Pin for comparison", "Remembers this place, to compare others with it.";
        ComparePinned: "Shift+D", "Compare with the pin", "Shows how the state here differs from the pinned one.";
        CompareTimelines: "C", "Compare timelines",
            "Shows where this timeline and the one it was forked from part, and how they end.";
        SetBookmark: "B", "Bookmark…", "Gives the event at the cursor a name and a note, or changes those that it has.";
        BookmarkPrevious: "[", "Previous bookmark", "Goes back to the bookmark before, on this timeline.";
        BookmarkNext: "]", "Next bookmark", "Goes on to the next bookmark of this timeline.";
        Why: "W", "Why?", "Shows what brought the selected event about, back to the decision that led to it.";
        Verify: "V", "Verify",
            "Runs the inputs of this timeline again, and tells whether they lead to the same events.";
    }
    Play {
        Pass: ".", "Pass", "Passes priority once.";
        PassOn: "G", "Pass until something happens",
            "Passes priority until there is something else to choose, or something happens that one would want to see.";
        Repeat: "Shift+G", "Do it again",
            "Repeats the choices since the player with priority last acted (CR 725.2).";
        PayAutomatically: "P", "Pay automatically",
            "Pays the cost that is asked for with the mana there is, tapping what is needed.";
        AnswerAtRandom: "R", "Answer at random", "Answers the choice here at random, whoever is asked.";
    }
    View {
        Find: "Ctrl+F", "Find events…",
            "Shows only the events that pass a filter: words, a kind, a player, an object, a rule.";
        ZoomIn: "+", "Zoom the timeline in",
            "Shows fewer steps of the timeline, more of each; the cursor stays where it is.";
        ZoomOut: "-", "Zoom the timeline out", "Shows more steps of the timeline.";
        ZoomAll: "Z", "Show all of the timeline", "Shows the timeline from its beginning to its head.";
        PanBack: "PageUp", "Move the timeline back", "Shows what is before the part of the timeline that is in sight.";
        PanForward: "PageDown", "Move the timeline on",
            "Shows what is after the part of the timeline that is in sight.";
        Palette: "Ctrl+K", "All commands…", "Lists all commands, to be found by typing.";
        Help: "?", "Keys and help", "Shows the keys and what each does.";
        Tour: "", "Guided tour", "Opens the demonstration, and leads through it in five steps.";
        Rules: "Shift+W", "Rule of the event", "Shows the rule that made the selected event happen.";
        RulesFile: "", "Rules file…",
            "Reads a text of the rules, in any language, to show the text of an event's rule.";
        Larger: "Ctrl++", "Larger", "Makes everything in the window larger.";
        Smaller: "Ctrl+-", "Smaller", "Makes everything in the window smaller.";
        UsualSize: "Ctrl+0", "Usual size", "Gives everything in the window its usual size again.";
        ResetLayout: "", "Reset layout", "Puts every panel back where it was at first.";
    }
}

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
}
