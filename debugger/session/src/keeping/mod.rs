//! Keeping: everything made in a window is kept in the user's data folder, as it is made, and is
//! there again after a crash, a kill or a plain close.
//!
//! Each session has a folder of its own, locked while a window has it, so windows never write to
//! the same one:
//!
//! ```text
//! $XDG_DATA_HOME/retrace/sessions/12/
//!     lock            locked while a window has the session
//!     session.json    title, file, cursor, pin, watches, breakpoints, labels, who plays at random
//!     store/          an ordinary store with the timelines and bookmarks
//! ```
//!
//! The store is written when something is made that the session's file does not have; until then
//! the file is enough. A session that was opened from a store of the user's writes there itself,
//! and has no second one.
//!
//! | floor | what is in it |
//! |---|---|
//! | [`folder`] | the folders: where they are, their locks, what they say |
//! | [`keep`] | keeping a session, and going on with a kept one |

pub mod folder;
pub mod keep;

pub use folder::{KeptSession, default_root, kept_sessions};
