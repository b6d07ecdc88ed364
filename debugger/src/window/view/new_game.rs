//! The form of the new game dialog.

use std::path::PathBuf;

use retrace_session::files::empty::EmptyBoard;
use retrace_session::files::new_game::{Table, TableCheck};
use retrace_session::files::seating::Refusals;

/// A list that is chosen for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The deck.
    Deck(usize),
    /// The planar or scheme deck.
    Beside(usize),
}

impl Wanted {
    /// The seat.
    pub(in crate::window) const fn place(self) -> usize {
        match self {
            Wanted::Deck(place) | Wanted::Beside(place) => place,
        }
    }
}

/// The typed data of the dialog, and its errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewGameForm {
    /// The settings as typed.
    pub(crate) table: Table,
    /// The result of checking them, updated on every change.
    pub(crate) check: TableCheck,
    /// Whether to begin with an empty board instead of decks.
    pub(in crate::window) empty: bool,
    /// The settings of the empty board.
    pub(in crate::window) board: EmptyBoard,
    /// What the rules refuse of its seating.
    pub(in crate::window) refused: Refusals,
    /// The list that is being chosen, and the folder being browsed.
    pub(in crate::window) browsing: Option<(Wanted, PathBuf)>,
}

impl NewGameForm {
    /// A form for a table.
    pub(crate) fn new(table: Table) -> NewGameForm {
        let check = table.check();
        let (board, refused) = (EmptyBoard::default(), Refusals::default());
        NewGameForm { table, check, empty: false, board, refused, browsing: None }
    }
}
