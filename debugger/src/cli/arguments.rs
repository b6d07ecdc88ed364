//! What may be written on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use retrace_core::deck::Format;

use crate::simulate::MOST;

/// A time-travel debugger for games of Magic: The Gathering.
///
/// Without a command it opens its window: at first on a demonstration, then on what was open last. A FILE is a scenario
/// (RON), a replay (.retrace, .jsonl) or the folder of a store. Exit codes: 0 yes, 1 no, 2 misuse or bad input.
#[derive(Debug, Parser)]
#[command(name = "retrace", version, args_conflicts_with_subcommands = false, disable_help_subcommand = true)]
pub(super) struct Arguments {
    /// Answer as JSON
    #[arg(long, global = true)]
    pub(super) json: bool,
    /// A text of the rules, in any language, each rule beginning with its number: the window, `show` and `rule` tell the
    /// text of a rule from it
    #[arg(long, global = true, value_name = "FILE")]
    pub(super) rules: Option<PathBuf>,
    /// A folder, besides the scenario's own, from which it may name card files; may be repeated
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(super) cards_from: Vec<PathBuf>,
    #[command(subcommand)]
    pub(super) verb: Option<Verb>,
}

/// A file, a timeline of it, and a place in that.
#[derive(Clone, Debug, Args)]
pub(super) struct Place {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) spot: Spot,
}

/// A timeline and a place in it.
#[derive(Clone, Debug, Args)]
pub(super) struct Spot {
    /// The timeline; the first if not given
    #[arg(long, short, value_name = "NAME")]
    pub(super) timeline: Option<String>,
    /// After this event (its number, the first digits of its id, or a bookmark); at the end if not given
    #[arg(long, value_name = "EVENT")]
    pub(super) at: Option<String>,
}

/// What the window shows.
#[derive(Clone, Debug, Args)]
pub(super) struct OpenArguments {
    /// A scenario, a replay, a store, or a link as “Copy link” in the window writes it (retrace:PATH#TIMELINE@EVENT.ID)
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) spot: Spot,
    /// With this object in the inspector: its name, or #NUMBER
    #[arg(long, value_name = "OBJECT")]
    pub(super) object: Option<String>,
    /// A card file, or a folder of them, besides those that the scenario has: when they change on disk, timelines can be run
    /// again with them
    #[arg(long, value_name = "FILE")]
    pub(super) cards: Vec<PathBuf>,
    /// With why this happened in the inspector, and the cursor after it
    #[arg(long, value_name = "EVENT", conflicts_with_all = ["object", "at"])]
    pub(super) why: Option<String>,
}

/// Whose eyes look.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Eyes {
    /// Only what this player may know of it: a name, or a letter
    #[arg(long = "as", value_name = "PLAYER")]
    pub(super) viewer: Option<String>,
}

/// A file and an event in it.
#[derive(Clone, Debug, Args)]
pub(super) struct AtEvent {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// The number of the event, the first digits of its id, or a bookmark
    pub(super) event: String,
    /// The timeline; the first if not given
    #[arg(long, short, value_name = "NAME")]
    pub(super) timeline: Option<String>,
    #[command(flatten)]
    pub(super) eyes: Eyes,
}

/// Lists what happened.
#[derive(Clone, Debug, Args)]
pub(super) struct LogArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// The timeline; the first if not given
    #[arg(long, short, value_name = "NAME")]
    pub(super) timeline: Option<String>,
    /// Every event: the bookkeeping of the call stack and the set-up as well
    #[arg(long)]
    pub(super) all: bool,
    /// Only events that pass all parts of this: words, kind:NAME, player:NAME, object:NAME or object:#NUMBER, rule:NUMBER;
    /// commas between alternatives, a minus in front of what must not fit
    #[arg(long, value_name = "FILTER", allow_hyphen_values = true)]
    pub(super) filter: Option<String>,
    #[command(flatten)]
    pub(super) eyes: Eyes,
    /// Begin with this event
    #[arg(long, value_name = "EVENT")]
    pub(super) from: Option<String>,
    /// List at most so many
    #[arg(long, value_name = "NUMBER")]
    pub(super) limit: Option<usize>,
}

/// Takes another way at a choice.
#[derive(Clone, Debug, Args)]
pub(super) struct ForkArguments {
    /// A scenario, a replay or a store; into a store the fork is written
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) spot: Spot,
    /// What to answer, by name or number; several answer one choice after another. Without any the choice is shown
    #[arg(long = "answer", short, value_name = "ANSWER")]
    pub(super) answers: Vec<String>,
    #[command(flatten)]
    pub(super) eyes: Eyes,
    /// What to call the new timeline
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,
    /// Write the new timeline as a replay (a name that ends in .retrace), or all timelines into a new store (a folder)
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

/// Plays a game in the terminal, or goes on with one. Answers are read from the standard input, so that a pipe can play, too.
#[derive(Clone, Debug, Args)]
pub(super) struct PlayArguments {
    /// Two deck lists, or one scenario, replay or store; the bundled decks if none are given
    #[arg(value_name = "FILE", num_args = 0..=2)]
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) spot: Spot,
    /// The seed of all that is random in a new game; any if not given
    #[arg(long, short, value_name = "NUMBER")]
    pub(super) seed: Option<u64>,
    /// What a deck may be: freeform, constructed or limited
    #[arg(long, short, value_name = "FORMAT", default_value_t)]
    pub(super) format: Format,
    /// The players' names, with a comma between
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(super) names: Vec<String>,
    /// Players who are answered for at random: names, letters from A or numbers from 1, with commas between
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',')]
    pub(super) random: Vec<String>,
    /// Who takes the first turn; the seed decides if not given
    #[arg(long, value_name = "PLAYER")]
    pub(super) starting: Option<String>,
    /// Show everything: both hands, and what is drawn
    #[arg(long)]
    pub(super) open: bool,
    /// Play in the window instead of the terminal
    #[arg(long)]
    pub(super) window: bool,
    /// Keep the game: as a replay when it is left (NAME.retrace), or in a new store, answer by answer (a folder)
    #[arg(long, value_name = "FILE")]
    pub(super) save: Option<PathBuf>,
    /// A card file, or a folder of them, whose cards the decks may name
    #[arg(long, value_name = "FILE")]
    pub(super) cards: Vec<PathBuf>,
}

/// Plays random legal games. Prints how they ended, how fast they were played, and an id of them all, which is the same for
/// the same seed. The first game in which a law does not hold is saved as a replay; exit code 1.
#[derive(Clone, Debug, Args)]
pub(super) struct SimulateArguments {
    /// Two deck lists; the bundled ones if none are given
    #[arg(value_name = "DECK")]
    pub(super) decks: Vec<PathBuf>,
    /// Each game has other decks, drawn at random from all cards: two colors, 17 basic lands, 23 other cards
    #[arg(long, conflicts_with = "decks")]
    pub(super) drawn: bool,
    /// How many games
    #[arg(long, short = 'n', value_name = "NUMBER", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) games: u64,
    /// The seed of the first game; the next has the next
    #[arg(long, short, value_name = "NUMBER", default_value_t = 1)]
    pub(super) seed: u64,
    /// Leave a game that has not ended after so many inputs
    #[arg(long, value_name = "NUMBER", default_value_t = MOST.inputs as u64, value_parser = clap::value_parser!(u64).range(1..=MOST.inputs as u64))]
    pub(super) inputs: u64,
    /// Now and then something is changed that no player could change: life, zones, cards, chances and whatever else can be
    #[arg(long)]
    pub(super) edits: bool,
    /// The laws to check: all, none, or numbers from 1 to 9 with commas between
    #[arg(long, value_name = "LAWS", default_value = "all")]
    pub(super) laws: String,
    /// Keep the games in a store, each as a timeline; it is made if the folder is empty or not there
    #[arg(long, value_name = "STORE")]
    pub(super) store: Option<PathBuf>,
    /// The folder that a failing game is saved into
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub(super) save: PathBuf,
    /// What a deck may be: freeform, constructed or limited
    #[arg(long, short, value_name = "FORMAT", default_value_t)]
    pub(super) format: Format,
    /// A card file, or a folder of them, whose cards the decks may name
    #[arg(long, value_name = "FILE")]
    pub(super) cards: Vec<PathBuf>,
}

/// Lists the events at which a predicate holds.
#[derive(Clone, Debug, Args)]
pub(super) struct FindArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// What must hold, such as 'DamageDealt and event.amount >= 3', or become true, such as 'B.life < 10'
    pub(super) predicate: String,
    /// The timeline; the first if not given
    #[arg(long, short, value_name = "NAME")]
    pub(super) timeline: Option<String>,
    /// Begin with this event
    #[arg(long, value_name = "EVENT")]
    pub(super) from: Option<String>,
    /// Where a predicate about the state holds, not only where it becomes true
    #[arg(long)]
    pub(super) every: bool,
    #[command(flatten)]
    pub(super) eyes: Eyes,
    /// List at most so many
    #[arg(long, value_name = "NUMBER")]
    pub(super) limit: Option<usize>,
}

/// Runs to where a predicate becomes true.
#[derive(Clone, Debug, Args)]
pub(super) struct RunArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// What must become true; of a predicate about events, hold. Of several, whichever comes first
    #[arg(long, required = true, value_name = "PREDICATE")]
    pub(super) until: Vec<String>,
    /// The timeline; the first if not given
    #[arg(long, short, value_name = "NAME")]
    pub(super) timeline: Option<String>,
    /// Run from after this event; from the start if not given, backwards from the head
    #[arg(long, value_name = "EVENT")]
    pub(super) from: Option<String>,
    /// Run backwards
    #[arg(long)]
    pub(super) back: bool,
    /// Play on beyond the head for as long as only these are asked, who are answered for at random: names, letters from A or
    /// numbers from 1, with commas between. Into a store what was played is written
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', conflicts_with = "back")]
    pub(super) random: Vec<String>,
    /// The seed of what is answered at random
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "random")]
    pub(super) seed: u64,
    /// Write the timeline with what was played as a replay (a name that ends in .retrace), or all of them into a new store (a
    /// folder)
    #[arg(long, short, value_name = "FILE", requires = "random")]
    pub(super) output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) eyes: Eyes,
}

/// Shows what expressions are.
#[derive(Clone, Debug, Args)]
pub(super) struct WatchArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// What to watch, such as 'B.life' or 'count(creatures where tapped)'
    #[arg(required = true, value_name = "EXPRESSION")]
    pub(super) expressions: Vec<String>,
    #[command(flatten)]
    pub(super) spot: Spot,
    /// List where each becomes another value, too
    #[arg(long)]
    pub(super) changes: bool,
    #[command(flatten)]
    pub(super) eyes: Eyes,
}

/// Finds when something turned.
#[derive(Clone, Debug, Args)]
pub(super) struct BisectArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// What did not hold at first and holds at the end, such as 'B.life < 10'
    pub(super) predicate: String,
    /// The timeline; the first if not given
    #[arg(long, short, value_name = "NAME")]
    pub(super) timeline: Option<String>,
    /// After this event it does not hold yet; the first choice of the game if not given
    #[arg(long, value_name = "EVENT")]
    pub(super) good: Option<String>,
    /// After this event it holds; the end if not given
    #[arg(long, value_name = "EVENT")]
    pub(super) bad: Option<String>,
    /// Look at every step, not only at as many as it takes: finds the first turn if there are several
    #[arg(long)]
    pub(super) first: bool,
    #[command(flatten)]
    pub(super) eyes: Eyes,
}

/// Shrinks a game.
#[derive(Clone, Debug, Args)]
pub(super) struct ShrinkArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// What must become true, or happen, in what is left
    pub(super) predicate: String,
    /// The timeline; the first if not given
    #[arg(long, short, value_name = "NAME")]
    pub(super) timeline: Option<String>,
    /// The replay to write what is left into (.retrace)
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: PathBuf,
}

/// How those answer whom nobody explores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum OthersWord {
    /// The least that they can: they pass, and decline
    Pass,
    /// At random
    Random,
    /// Every answer of theirs is tried as well
    Explore,
}

/// Tries every answer.
#[derive(Clone, Debug, Args)]
pub(super) struct ExploreArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) spot: Spot,
    /// So many answers after one another
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub(super) depth: u8,
    /// Try at most so many answers
    #[arg(long, value_name = "NUMBER", default_value_t = 1000)]
    pub(super) limit: usize,
    /// Only the answers of this player (by name, or a letter from A); everybody's if not given
    #[arg(long, value_name = "PLAYER")]
    pub(super) player: Option<String>,
    /// How the others answer
    #[arg(long, value_enum, default_value_t = OthersWord::Pass, requires = "player")]
    pub(super) others: OthersWord,
    /// The seed of the others' answers at random
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(super) seed: u64,
    /// After the last answer everybody passes until this holds, such as 'step = end_of_combat'
    #[arg(long, value_name = "PREDICATE")]
    pub(super) until: Option<String>,
    /// What to ask of each outcome, such as 'B.life < 5' or 'count(A.creatures)'
    #[arg(long = "where", value_name = "EXPRESSION")]
    pub(super) condition: Option<String>,
    /// Which outcome to write as a replay: its number in the table
    #[arg(long, value_name = "NUMBER", requires = "output")]
    pub(super) take: Option<usize>,
    /// Write the line that leads to an outcome as a replay (.retrace)
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// Opens the window on a file
    Open(OpenArguments),
    /// Plays scenarios and checks what they expect
    Check {
        /// Scenarios, or folders of them
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Tell every list and all events in full
        #[arg(long)]
        all: bool,
    },
    /// Lists what happened on a timeline
    Log(LogArguments),
    /// Shows an event: its facts, its id, its rule, its cause
    Show {
        #[command(flatten)]
        at: AtEvent,
    },
    /// Tells why something happened, back to the decision that led to it
    Why {
        #[command(flatten)]
        at: AtEvent,
    },
    /// Shows the whole state at a place
    State {
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        eyes: Eyes,
    },
    /// Derives the characteristics of an object, layer by layer; or tells how an action came to be what it was
    Explain {
        #[command(flatten)]
        place: Place,
        /// The object: its name, or #NUMBER
        #[arg(required_unless_present = "event")]
        object: Option<String>,
        /// What happened, instead of an object: which replacement and prevention effects could apply, who chose, what
        /// each made of it
        #[arg(long, value_name = "EVENT", conflicts_with_all = ["object", "at"])]
        event: Option<String>,
        #[command(flatten)]
        eyes: Eyes,
    },
    /// Compares two timelines of a file, two places (NAME@EVENT), or two files; exit code 1 if they differ
    Diff {
        /// A scenario, a replay or a store
        file: PathBuf,
        /// A timeline, or a place of one as NAME@EVENT; or another file
        left: String,
        /// A timeline, or a place of one as NAME@EVENT
        right: Option<String>,
        /// Only where two timelines part, and the first event of each there; of a store this reads a few commits
        #[arg(long)]
        first: bool,
        #[command(flatten)]
        eyes: Eyes,
    },
    /// Lists the events at which a predicate holds or becomes true (docs/predicates.md); exit code 1 if there are none
    Find(FindArguments),
    /// Runs forwards or backwards to where a predicate becomes true; exit code 1 if it never does
    Run(RunArguments),
    /// Shows what expressions are at a place, and where they change
    Watch(WatchArguments),
    /// Finds the event at which a predicate about the state turned, with few questions; exit code 1 if it did not
    Bisect(BisectArguments),
    /// Tries every legal answer at the choice at or before an event, with outcomes merged by state
    Explore(ExploreArguments),
    /// Finds the shortest game in which a predicate becomes true; exit code 1 if it never does
    Shrink(ShrinkArguments),
    /// Takes another way at the choice at or before an event
    Fork(ForkArguments),
    /// Makes what-if edits at a choice where a player has priority, or fixes what chance gives next
    Edit(EditArguments),
    /// Writes a moment of a timeline as a scenario
    Scenario {
        #[command(subcommand)]
        verb: ScenarioVerb,
    },
    /// Runs the inputs of a timeline again with other cards; exit code 1 if one of them no longer applies
    Rerun(RerunArguments),
    /// Replay files: one timeline in one file, which anybody can run again
    Replay {
        #[command(subcommand)]
        verb: ReplayVerb,
    },
    /// Checks every byte of a store, and says what is lost if something is (exit code 1). It changes nothing
    Fsck {
        /// A store, however damaged
        store: PathBuf,
        /// Write what verifies of each timeline into a new store
        #[arg(long, value_name = "NEW")]
        salvage: Option<PathBuf>,
    },
    /// Lists the timelines of a file
    Timelines {
        /// A scenario, a replay or a store
        file: PathBuf,
        #[command(flatten)]
        eyes: Eyes,
    },
    /// Names for events, with notes, kept in a store; they can be written wherever an event can
    Bookmark {
        #[command(subcommand)]
        verb: BookmarkVerb,
    },
    /// Shows a rule with its parts, from the text that --rules names; exit code 1 if the text has no such rule
    Rule {
        /// Its number: a section (508), a rule (508.1) or a subrule (508.1d)
        number: String,
    },
    /// Takes the last change of timelines or bookmarks of a store back; exit code 1 if there is none
    Undo {
        /// A store
        store: PathBuf,
    },
    /// Does again what was undone last; exit code 1 if there is nothing
    Redo {
        /// A store
        store: PathBuf,
    },
    /// Lists the changes of timelines and bookmarks of a store, the latest first, and which are undone
    Operations {
        /// A store
        store: PathBuf,
        /// List at most so many
        #[arg(long, value_name = "NUMBER")]
        limit: Option<usize>,
    },
    /// Removes what neither timelines nor bookmarks nor what can be undone reach
    Gc {
        /// A store
        store: PathBuf,
        /// Only tell what would go
        #[arg(long)]
        dry_run: bool,
        /// Forget what can be undone, so that what only that reaches goes as well
        #[arg(long)]
        forget_undo: bool,
    },
    /// Counts what a store holds, and what it takes on disk
    Stats {
        /// A store
        store: PathBuf,
    },
    /// Copies a store, also while another process has it open; exit code 1 if the copy lacks something
    Backup {
        /// A store
        store: PathBuf,
        /// A folder that is empty or not there
        into: PathBuf,
    },
    /// Sends timelines to another store, only what that lacks; exit code 1 if one is refused
    Push {
        #[command(flatten)]
        what: ExchangeArguments,
        /// The other store; it is made if the folder is empty or not there
        #[arg(long, value_name = "STORE")]
        to: PathBuf,
    },
    /// Gets timelines from another store, only what is lacking; exit code 1 if one is refused
    Pull {
        #[command(flatten)]
        what: ExchangeArguments,
        /// The other store
        #[arg(long, value_name = "STORE")]
        from: PathBuf,
    },
    /// The cards that the engine knows
    Cards {
        #[command(subcommand)]
        verb: CardsVerb,
    },
    /// Plays a game in the terminal
    Play(PlayArguments),
    /// Plays random legal games: figures, and whether the laws hold in each
    Simulate(SimulateArguments),
    /// Deck lists: a count and a name a line
    Decks {
        #[command(subcommand)]
        verb: DecksVerb,
    },
    /// Lists the commands of the window and their keys, as docs/keys.md
    Keys,
    /// Writes completions for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}

/// Timelines that go from one store to another, with the bookmarks on them.
#[derive(Clone, Debug, Args)]
pub(super) struct ExchangeArguments {
    /// A store
    pub(super) store: PathBuf,
    /// Which timelines; all if none are given
    #[arg(value_name = "TIMELINE")]
    pub(super) timelines: Vec<String>,
    /// What to call the timeline where it arrives
    #[arg(long = "as", value_name = "NAME")]
    pub(super) name: Option<String>,
    /// Run the inputs of what arrives again: its events must come out the same under the rules of today
    #[arg(long)]
    pub(super) run: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum BookmarkVerb {
    /// Makes a bookmark, or with --move sets one that is there to another event
    Add {
        /// A store
        store: PathBuf,
        /// What to call it
        name: String,
        /// The event: its number, the first digits of its id, or another bookmark
        event: String,
        /// The timeline; the first if not given
        #[arg(long, short, value_name = "NAME")]
        timeline: Option<String>,
        /// What to note about it
        #[arg(long, value_name = "TEXT", default_value = "")]
        note: String,
        /// Move the bookmark if there is one of this name
        #[arg(long = "move")]
        moved: bool,
    },
    /// Lists the bookmarks
    List {
        /// A store
        store: PathBuf,
        #[command(flatten)]
        eyes: Eyes,
    },
    /// Notes something about a bookmark, in place of what was noted before
    Note {
        /// A store
        store: PathBuf,
        /// The bookmark
        name: String,
        /// What to note
        note: String,
    },
    /// Removes a bookmark
    Remove {
        /// A store
        store: PathBuf,
        /// The bookmark
        name: String,
    },
}

#[derive(Debug, Subcommand)]
pub(super) enum ReplayVerb {
    /// Writes a timeline as a replay file; one whose name ends in .jsonl as JSON Lines, for other tools
    Export {
        /// A scenario, a replay or a store
        file: PathBuf,
        /// The timeline; the first if not given
        #[arg(long, short, value_name = "NAME")]
        timeline: Option<String>,
        /// The file to write
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        /// What to keep of each event: only the ids of commits, the beginning of each event's id, or the events
        #[arg(long, value_enum, default_value_t = DetailWord::Entries)]
        detail: DetailWord,
        /// Only what this player saw, without anything that was hidden: as JSON Lines (.jsonl), and UNVERIFIED by design,
        /// since it cannot be run again. A name, or a letter
        #[arg(long = "as", value_name = "PLAYER", conflicts_with = "detail")]
        viewer: Option<String>,
    },
    /// Runs replays again: EXACT; DIVERGED with the first difference, or UNVERIFIED where that cannot be said here (exit
    /// code 1)
    Verify {
        /// Replays, or stores
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Runs a replay again, and makes a timeline of it in a store if it is EXACT (exit code 1 if not)
    Import {
        /// A replay
        file: PathBuf,
        /// The store; it is made if the folder is empty or not there
        #[arg(long, short, value_name = "STORE")]
        into: PathBuf,
        /// What to call the timeline; as the file if not given
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// Take the events that the file carries, also where today's rules lead elsewhere or cannot run its inputs
        #[arg(long)]
        diverged: bool,
    },
}

/// What a replay keeps of each event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum DetailWord {
    Ids,
    Marks,
    Entries,
}

#[derive(Debug, Subcommand)]
pub(super) enum CardsVerb {
    /// Lists all cards
    List,
    /// Shows a card with the rules text that the engine makes of it
    Show {
        /// Its name; or a card file or scenario, all of whose cards are shown
        name: String,
        /// A scenario, card file, or folder of card files to look for the card in first
        #[arg(long, value_name = "FILE")]
        cards: Vec<PathBuf>,
        /// Write it as a card file, to begin another one with
        #[arg(long, conflicts_with = "json")]
        ron: bool,
    },
    /// Reads card files, and the cards of scenarios, and says whether they are right
    Check {
        /// Card files, folders of them, or scenarios
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Tell every list in full
        #[arg(long)]
        all: bool,
    },
    /// Looks up the words that cards are written with: by name, by meaning, or by what players call it
    #[command(after_help = "Example: retrace cards words enters with counters")]
    Words {
        /// What to look for, such as `sacrifice`, or the name of a kind of words; without it the kinds are listed
        search: Vec<String>,
        /// Print the whole reference as a page, docs/card-words.md
        #[arg(long, conflicts_with_all = ["search", "json"])]
        markdown: bool,
    },
}

#[derive(Debug, Subcommand)]
pub(super) enum DecksVerb {
    /// Reads deck lists and says what is wrong with them
    Check {
        /// Deck lists
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// What a deck may be: freeform, constructed or limited
        #[arg(long, short, value_name = "FORMAT", default_value_t)]
        format: Format,
        /// A card file, or a folder of them, whose cards the decks may name
        #[arg(long, value_name = "FILE")]
        cards: Vec<PathBuf>,
    },
}

/// Makes what-if edits. They go onto another timeline, unless they go on with one that was begun by an edit.
#[derive(Clone, Debug, Args)]
pub(super) struct EditArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// The edits in order, as scenarios write them: 'Life(of: "Ann", is: 5)', 'Add(card: "Forest", of: "Ann", to: Hand)',
    /// 'Arrange(what: "Forest", is: Top)' for the next draw, 'Chance([Heads, Die(6)])', 'Reseed(7)'; #NUMBER names an object.
    /// Without any, what could be edited is shown
    #[arg(value_name = "EDIT")]
    pub(super) edits: Vec<String>,
    #[command(flatten)]
    pub(super) spot: Spot,
    /// What to call the new timeline
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,
    /// Write a replay (a name that ends in .retrace), or all timelines into a new store (a folder)
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(super) enum ScenarioVerb {
    /// Writes the choice at or before an event as a scenario: its board, or where no board can say it the beginning of the game
    /// and what was done since. It is read and run again before it is written
    Save(SaveMomentArguments),
    /// Writes a scenario of an empty board, to be arranged with `edit` or in the window
    New(NewBoardArguments),
}

/// An empty board, and where to write it.
#[derive(Clone, Debug, Args)]
pub(super) struct NewBoardArguments {
    /// The file to write
    #[arg(long, short, value_name = "FILE.ron")]
    pub(super) output: PathBuf,
    /// The players' names, with a comma between
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "Ann,Ben")]
    pub(super) names: Vec<String>,
    /// Their life totals, with a comma between
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', default_value = "20,20")]
    pub(super) life: Vec<i32>,
    /// Whose turn it is, by name; the first player's if not given
    #[arg(long, value_name = "NAME")]
    pub(super) active: Option<String>,
    /// The number of the turn
    #[arg(long, value_name = "NUMBER", default_value_t = 3)]
    pub(super) turn: u32,
    /// The turn step: upkeep, draw, precombat-main, beginning-of-combat, postcombat-main or end
    #[arg(long, value_name = "STEP", default_value = "precombat-main")]
    pub(super) step: String,
    /// Empty libraries; otherwise each is thirty Plains
    #[arg(long)]
    pub(super) no_libraries: bool,
}

/// A moment, and where to write it.
#[derive(Clone, Debug, Args)]
pub(super) struct SaveMomentArguments {
    #[command(flatten)]
    pub(super) place: Place,
    /// The file to write
    #[arg(long, short, value_name = "FILE.ron")]
    pub(super) output: PathBuf,
    /// What follows on the timeline as the script, with what holds at its end: a test
    #[arg(long)]
    pub(super) test: bool,
    /// What to call the scenario; as the file if not given
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,
}

/// Runs a timeline again.
#[derive(Clone, Debug, Args)]
pub(super) struct RerunArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// A card file, or a folder of them, whose cards take the place of those of their names; the scenario's own if not given
    #[arg(long, value_name = "FILE")]
    pub(super) cards: Vec<PathBuf>,
    /// The timeline; the first if not given
    #[arg(long, short, value_name = "NAME")]
    pub(super) timeline: Option<String>,
    /// What to call the new timeline
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,
    /// Write a replay (a name that ends in .retrace), or all timelines into a new store (a folder)
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}
