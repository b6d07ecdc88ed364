//! Arguments shared by all commands or by several. Those of a single command are in its own file.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::call::{Failure, told};
use retrace_session::Threads;
use retrace_session::files::decks::SeatingWords;

/// A file, a timeline of it, and a place in the timeline.
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
    /// The timeline [default: the first]
    #[arg(long, short, value_name = "NAME")]
    pub(super) timeline: Option<String>,
    /// After this event: its number, the first digits of its id, or a bookmark [default: the end]
    #[arg(long, value_name = "EVENT")]
    pub(super) at: Option<String>,
}

/// The variant of a new game.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct SeatingArguments {
    /// The variant: a seating such as `free-for-all`, or a casual variant [default: the number of
    /// players decides]
    #[arg(long, value_name = "VARIANT")]
    pub(super) variant: Option<String>,
    /// An option of the variant, such as `attack=left`
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(super) options: Vec<String>,
    /// The sizes of the teams in seating order, such as `2+3` [default: the usual ones]
    #[arg(long, value_name = "SIZES")]
    pub(super) teams: Option<String>,
}

impl SeatingArguments {
    /// Reads the words.
    ///
    /// # Errors
    /// An option without a value, or sizes that are no numbers.
    pub(super) fn words(&self) -> Result<SeatingWords, Failure> {
        let mut options = BTreeMap::new();
        for option in &self.options {
            let Some((name, value)) = option.split_once('=') else {
                return told(format!("`--option {option}` has no value; write NAME=VALUE"));
            };
            if options.insert(name.trim().to_owned(), value.trim().to_owned()).is_some() {
                return told(format!("the option `{}` is given twice", name.trim()));
            }
        }
        let mut teams = Vec::new();
        for size in self.teams.iter().flat_map(|sizes| sizes.split('+')) {
            match size.trim().parse() {
                Ok(size) => teams.push(size),
                Err(_) => return told(format!("`{size}` is no size of a team; write sizes such as 2+3")),
            }
        }
        Ok(SeatingWords { variant: self.variant.clone(), options, teams })
    }

    /// Returns whether it says anything.
    pub(super) fn is_given(&self) -> bool {
        self.variant.is_some() || !self.options.is_empty() || self.teams.is_some()
    }
}

/// The player whose view to show.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Eyes {
    /// Show only what this player may know (a name or a letter)
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
    /// The timeline [default: the first]
    #[arg(long, short, value_name = "NAME")]
    pub(super) timeline: Option<String>,
    #[command(flatten)]
    pub(super) eyes: Eyes,
}

/// A store.
#[derive(Clone, Debug, Args)]
pub(super) struct StoreArguments {
    /// A store
    pub(super) store: PathBuf,
}

/// The number of threads.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct OnThreads {
    /// How many threads to use; the answer is the same for any number [default: one for each core]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl OnThreads {
    /// The threads to use.
    pub(super) fn number(self) -> Threads {
        let wanted = self.threads.and_then(|number| NonZeroUsize::new(usize::from(number)));
        wanted.map_or_else(Threads::available, Threads::new)
    }
}
