//! The session: the window and the headless commands do everything to a game through it.
//!
//! It is plain data and functions, with no window and no terminal. A [`Session`] holds timelines
//! (persistent chains of commits that share their common part), a cursor that stands at a [`Point`]
//! of one of them, and a log of its own operations, so that each can be undone. Moving the cursor
//! changes nothing but the cursor (law 6), and a fork never changes the past that it shares (law
//! 5).
//!
//! Its rooms are ordered floors, the lowest first. A file imports from its own room and from floors
//! below; methods of [`Session`] stand in the room that they belong to.
//!
//! | floor | what is in it |
//! |---|---|
//! | [`describe`] | events, frames, choices and answers in plain English |
//! | [`base`] | errors, places, jobs with progress, threads, atomic file writes, the text of the rules |
//! | [`timeline`] | commits, timelines, their rulers, lanes and plots |
//! | [`cards`] | the bundled pool, card files, reading scenarios |
//! | [`held`] | data a session holds: view, operations, marks, bookmarks, policies, traces |
//! | [`store`] | how a session uses a store |
//! | [`session`] | [`Session`] itself |
//! | [`command`] | the list of commands and their outcomes |
//! | [`asking`] | causes, differences, player views, the state tree, filters, answers as people write them |
//! | [`play`] | decisions, edits, answers in words, policies, bookmarks, undo |
//! | [`travel`] | the cursor, search, breakpoints, bisecting, exploring, shrinking |
//! | [`files`] | opening and writing files, new games, links |
//! | [`keeping`] | keeping everything that is made in the user's data folder, as it is made |
//! | [`run`] | carrying out commands |

// rustdoc asks whether the persistent containers of a session are Send, which recurses deeply
// through their types.
#![recursion_limit = "256"]

pub mod asking;
pub mod base;
pub mod cards;
pub mod command;
pub mod describe;
pub mod files;
pub mod held;
pub mod keeping;
pub mod play;
pub mod run;
#[allow(clippy::module_inception, reason = "the room is named for it")]
pub mod session;
pub mod store;
pub mod timeline;
pub mod travel;

#[cfg(test)]
mod tests;

pub use asking::account::{Account, Considered, Stage};
pub use asking::answers::Offer;
pub use asking::diff::rows::{DiffRow, Field, StateDiff, Subject};
pub use asking::diff::{Alignment, TimelineDiff};
pub use asking::filter::Filter;
pub use asking::numbers::Numbers;
pub use asking::why::WhyLink;
pub use base::error::SessionError;
pub use base::job::{Job, Progress};
pub use base::place::{Label, Point, Standing, TimelineId};
pub use base::rulebook::Rulebook;
pub use base::threads::Threads;
pub use cards::files::CardFiles;
pub use command::{Command, Group, Outcome};
pub use files::opening::Reads;
pub use held::bookmark::Bookmark;
pub use held::marks::{Breakpoint, Marks};
pub use held::policy::Policy;
pub use held::traced::Hit;
pub use session::Session;
pub use timeline::commit::{Commit, CommitInput};
pub use timeline::index::{Index, Lane, LaneMark};
pub use timeline::line::Timeline;
pub use timeline::ruler::{Ruler, Span, Spans, TurnMark};
pub use travel::running::Stop;
pub use travel::search::{Direction, Found, Search};
