//! What replaces the session or leaves the window: a new game, a file that is opened, a replay that is written.

use std::path::Path;

use crate::session::Session;
use crate::session::new_game::Table;

use super::App;

impl App {
    /// Begins a game in place of what is open.
    pub(super) fn begin(&mut self, table: &Table) {
        match table.begin() {
            Ok(session) => {
                self.replace(session);
                self.tell(format!("A new game, seed {}.", table.seed.trim()), false);
            }
            Err(error) => self.tell(error.to_string(), true),
        }
    }

    /// Opens a file in place of what is open.
    pub(super) fn open(&mut self, path: &Path) {
        match Session::open(path) {
            Ok(session) => {
                self.replace(session);
                self.tell(format!("Opened {}.", path.display()), false);
            }
            Err(error) => self.tell(error.to_string(), true),
        }
    }

    /// Writes the current timeline as a replay, in full or not at all, and never over another file.
    pub(super) fn export(&mut self, path: &Path) {
        if path.exists() {
            return self.tell(format!("{} exists already; choose another name", path.display()), true);
        }
        let bytes = match self.session.export_replay(self.session.cursor().timeline) {
            Ok(bytes) => bytes,
            Err(error) => return self.tell(error.to_string(), true),
        };
        let mut beside = path.as_os_str().to_owned();
        beside.push(".new");
        match std::fs::write(&beside, &bytes).and_then(|()| std::fs::rename(&beside, path)) {
            Ok(()) => self.tell(format!("Wrote {} ({} bytes).", path.display(), bytes.len()), false),
            Err(error) => self.tell(format!("{} cannot be written: {error}", path.display()), true),
        }
    }
}
