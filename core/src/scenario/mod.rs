//! Scenarios: a board, a script and expectations, for tests and for people.
//!
//! A scenario is one RON text. [`Scenario::read`] reads it. [`Scenario::run`] builds its game and
//! plays its script through the same inputs as anybody else, so a script's game can be logged,
//! scrubbed and forked. A choice that the script does not answer is an error that shows the choice.
//! An expectation that does not hold is a [`Failure`], and the script goes on.
//!
//! | module | what |
//! |---|---|
//! | `file` | the text: its top level, its places, its errors |
//! | `refs` | what names a thing: an alias, a name, what an object became |
//! | `step`, `expectation` | what a script may say |
//! | `set_up` | from the board to a genesis |
//! | `run` | timelines, and which step does what |
//! | `timeline`, `act`, `announce`, `answer`, `passing` | playing one timeline: names, casting, answering, going on |
//! | `pinned`, `moved`, `pieces` | what a name means: as a line begins, after a change of zones, among components |
//! | `interchangeable`, `forced`, `settle` | what need not be said: which of equal objects, what was decided by itself, an order that cannot matter |
//! | `change` | what-if changes and fixed chances, in a script or said of any game |
//! | `save` | writing a moment of a game as a scenario |
//! | `check` | whether an expectation holds |
//! | `tell` | choices and events, for people |
//! | `words` | where a misplaced word belongs |
//! | `recovery` | what can be read of a script with a slip |
//!
//! Nothing here does I/O: the caller passes the text, and the text of card files through
//! [`Scenario::load_cards`]. The format is described in `docs/scenario-format.md`.

mod act;
mod announce;
mod answer;
#[cfg(test)]
mod asked_while_derived_tests;
mod change;
#[cfg(test)]
mod change_tests;
mod check;
mod error;
#[cfg(test)]
mod every_word_tests;
mod expectation;
mod file;
mod forced;
mod interchangeable;
mod moved;
mod passing;
mod pay;
mod pieces;
mod pinned;
mod recovery;
mod refs;
mod run;
pub mod save;
mod set_up;
mod settle;
mod step;
mod tell;
#[cfg(test)]
mod tests;
mod timeline;
mod unasked;
mod words;

pub use change::{GameToChange, changes};
pub use error::{Failure, ScenarioError};
pub use expectation::{EventPattern, Expectation, Explained, Outcome, TurnIs};
pub use file::{At, Expected, Scenario, ScriptItem};
pub use refs::{Cited, OfferedItem, Ref};
pub use run::{ForkPoint, Label, Run, RunTimeline, ScriptError};
pub use step::{Change, Luck, Payment, Reply, Step, Targets, WhichAbility};
pub use tell::{tell_choice, tell_entry};
