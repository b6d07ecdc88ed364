//! The form of a new game, as far as it is filled in.

use std::path::PathBuf;

use crate::session::files::empty::EmptyBoard;
use crate::session::files::new_game::{Table, TableCheck};

/// What was typed, and what is to be said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    /// What was typed.
    pub(crate) table: Table,
    /// What is to be said of it, worked out when something changes.
    pub(crate) check: TableCheck,
    /// Whether an empty board is begun, not a game from decks.
    pub(in crate::window) empty: bool,
    /// The empty board.
    pub(in crate::window) board: EmptyBoard,
    /// The folder that is looked through for the deck of a seat.
    pub(in crate::window) browsing: Option<(usize, PathBuf)>,
}

impl Form {
    /// A form on a table.
    pub(crate) fn new(table: Table) -> Form {
        let check = table.check();
        Form { table, check, empty: false, board: EmptyBoard::default(), browsing: None }
    }
}
