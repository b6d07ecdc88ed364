//! A new game in place of the open session.

use super::App;
use retrace_session::files::new_game::Table;

impl App {
    /// Begins a game in place of the open session.
    pub(super) fn begin(&mut self, table: &Table) {
        match table.begin() {
            Ok(session) => {
                self.replace(session);
                self.tell(format!("A new game, seed {}.", table.seed.trim()), false);
            }
            Err(error) => self.tell(error.to_string(), true),
        }
    }
}
