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
        Discard: "", "Discard what was made here",
            "Forgets everything made since the file was opened, and opens it as it is; it can be brought back.";
        ExportReplay: "Ctrl+S", "Export replay…",
            "Writes this timeline to a replay file that anyone can open and verify, or only what one player saw of it.";
        SaveMoment: "Ctrl+Shift+E", "Save this moment as a scenario…",
            "Writes the choice at the cursor as a scenario, optionally with the later choices as its script.";
        RunWithNewCards: "", "Run again with the new cards",
            "Runs the inputs of this timeline with the current card files, on a new timeline.";
        SaveStore: "Ctrl+Shift+S", "Save into a new store…",
            "Writes all timelines and bookmarks to a folder, and saves later changes there.";
        ImportReplay: "", "Import a replay…",
            "Adds a replay file to the open store, if its inputs lead to its events.";
        CompareFile: "", "Compare with a file…",
            "Compares this timeline with the first one of another file, event by event.";
        CopyLink: "Ctrl+L", "Copy link",
            "Copies a link to this place; `retrace open LINK` and Open… go there.";
    }
    Edit {
        Undo: "Ctrl+Z", "Undo",
            "Undoes the last decision, fork, name, pin or bookmark; in a store also changes made before it was opened.";
        Redo: "Ctrl+Shift+Z", "Redo", "Redoes what was undone last.";
        WhatIf: "E", "Edit…",
            "Changes the selected object or adds a card as a what-if, on a timeline of its own.";
        NewCard: "Ctrl+Shift+N", "New card…",
            "Reads a card that is typed or pasted as it is printed, and puts it on a board to try it.";
        NextRandom: "Shift+E", "Next random result…",
            "Fixes the next coin flip, die roll, draw or shuffle, or reseeds all of them.";
        CopyInspector: "Shift+C", "Copy what the inspector shows",
            "Copies the object, event, why, state or changes as text, as the command line prints them.";
        CopyRow: "", "Copy the event’s row",
            "Copies the selected event as a line of text, as `retrace log` prints it.";
        CopyComparison: "", "Copy the comparison",
            "Copies the comparison as text, as `retrace diff` prints it.";
    }
    Go {
        StepBack: "←", "Step back", "Goes back by one step.";
        StepForward: "→", "Step forward", "Goes forward by one step.";
        ChoiceBack: "Shift+←", "Previous choice", "Goes back to the previous choice.";
        ChoiceForward: "Shift+→", "Next choice", "Goes forward to the next choice.";
        TurnStepBack: "Ctrl+←", "Previous turn step",
            "Goes back to the start of the turn step, or of the one before.";
        TurnStepForward: "Ctrl+→", "Next turn step", "Goes forward to the start of the next turn step.";
        TurnBack: "Ctrl+Shift+←", "Previous turn", "Goes back to the start of the turn, or of the one before.";
        TurnForward: "Ctrl+Shift+→", "Next turn", "Goes forward to the start of the next turn.";
        Into: "Alt+→", "Step into", "Goes forward by exactly one step, into nested work of the rules.";
        Over: "Alt+Shift+→", "Step over", "Goes forward until the next piece of work of the rules is done.";
        Out: "Alt+←", "Step out", "Goes forward until the innermost frame of the call stack is done.";
        Home: "Home", "To the beginning", "Goes to the place before the first event.";
        End: "End", "To the head", "Goes to the place after the last event of the timeline.";
        Play: "Space", "Play or pause", "Starts or stops stepping forward automatically.";
        RunOn: "F5", "Run on", "Runs forward to a breakpoint; at the head, plays on while only policies have to answer.";
        RunBack: "Shift+F5", "Run back", "Runs back to a breakpoint or to the beginning.";
        HitNext: "N", "Next hit",
            "Goes to the next event that passes the filter; without a filter, to the next breakpoint hit.";
        HitPrevious: "Shift+N", "Previous hit",
            "Goes to the previous event that passes the filter; without a filter, to the previous breakpoint hit.";
        ToggleBreakpoint: "F9", "Breakpoint on the selection",
            "Sets or removes a breakpoint on the selected object, or on the selected event's kind and object.";
    }
    Timelines {
        Fork: "F", "Fork here", "Starts a new timeline at the choice at or before the cursor.";
        GoOnAlike: "Shift+F", "Go on with the same answers",
            "Plays the later decisions of the timeline that this was forked from again, as far as they mean the same.";
        Explore: "X", "Explore", "Tries every legal answer to this choice and shows each outcome.";
        TimelinePrevious: "Alt+↑", "Previous timeline",
            "Switches to the previous timeline in the list, at the same place if it has that.";
        TimelineNext: "Alt+↓", "Next timeline",
            "Switches to the next timeline in the list, at the same place if it has that.";
        RenameTimeline: "F2", "Rename timeline…", "Renames this timeline.";
        DeleteTimeline: "", "Delete timeline", "Deletes this timeline; undo restores it.";
        Pin: "D", "Pin for comparison", "Marks this place, to compare others with it.";
        ComparePinned: "Shift+D", "Compare with the pin", "Shows how the state here differs from the pinned state.";
        CompareTimelines: "C", "Compare timelines",
            "Shows where this timeline and its origin part, and how they end.";
        SetBookmark: "B", "Bookmark…", "Names the event at the cursor and adds a note, or changes both.";
        BookmarkPrevious: "[", "Previous bookmark", "Goes back to the previous bookmark of this timeline.";
        BookmarkNext: "]", "Next bookmark", "Goes forward to the next bookmark of this timeline.";
        Why: "W", "Why?", "Shows the causes of the selected event, back to the decision that led to it.";
        Verify: "V", "Verify",
            "Runs the inputs of this timeline again and checks that they lead to the same events.";
    }
    Play {
        Pass: ".", "Pass", "Passes priority once.";
        PassOn: "G", "Pass until something happens",
            "Passes priority until there is another choice to make, or something notable happens.";
        Repeat: "Shift+G", "Do it again",
            "Repeats the choices since the player with priority last acted (CR 725.2).";
        PayAutomatically: "P", "Pay automatically",
            "Pays the current cost with the available mana, and taps what it needs.";
        AnswerAtRandom: "R", "Answer at random", "Answers the current choice at random, for either player.";
    }
    View {
        Find: "Ctrl+F", "Find events…",
            "Shows only events that pass a filter: words, a kind, a player, an object or a rule.";
        ZoomIn: "+", "Zoom the timeline in",
            "Shows fewer steps of the timeline, in more detail; the cursor stays in place.";
        ZoomOut: "-", "Zoom the timeline out", "Shows more steps of the timeline.";
        ZoomAll: "Z", "Show all of the timeline", "Shows the whole timeline.";
        PanBack: "PageUp", "Move the timeline back", "Shows the part of the timeline before the visible one.";
        PanForward: "PageDown", "Move the timeline on",
            "Shows the part of the timeline after the visible one.";
        Palette: "Ctrl+K", "All commands…", "Lists all commands; type to find one.";
        Help: "?", "Keys and help", "Lists all keys and their commands.";
        Tour: "", "Guided tour", "Opens the demonstration and guides you through it in five steps.";
        Rules: "Shift+W", "Rule of the event", "Shows the rule behind the selected event.";
        RulesFile: "", "Rules file…",
            "Loads a text of the rules, in any language, to show the text of an event’s rule.";
        Larger: "Ctrl++", "Larger", "Enlarges everything in the window.";
        Smaller: "Ctrl+-", "Smaller", "Shrinks everything in the window.";
        UsualSize: "Ctrl+0", "Usual size", "Resets the size of everything in the window.";
        Read: "T", "Read the card",
            "Shows the card under the pointer, or the selected one, large and with all of its text.";
        LayoutPlay: "Ctrl+1", "Layout: play", "Gives the board nearly all the room.";
        LayoutDebug: "Ctrl+2", "Layout: debug", "Shows the board, and around it what explains it.";
        LayoutCompare: "Ctrl+3", "Layout: compare", "Shows the board, and below it the comparison.";
        Maximize: "M", "Panel to the full window",
            "Gives the panel under the pointer the whole window, or all panels their places again.";
        ResetLayout: "", "Reset layout", "Puts every panel of this layout back to its original place.";
    }
}

/// Keys of the window that are not commands, and what they do, for the help sheet.
pub const OTHER_KEYS: &[(&str, &str)] = &[
    ("1 – 9", "Marks an option of the choice, or focuses it if only one is needed."),
    ("0", "Numbers the next nine options if there are more than nine."),
    ("Enter", "Gives the answer, or presses the focused control. Ctrl+Enter always gives the answer."),
    ("Tab", "Moves to the next control; Shift+Tab moves back."),
    ("Esc", "Cancels a long job, closes what is open, stops playing, or clears the selection."),
];

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
