//! Bookmarks: asks for a name, adds and removes them.

use super::super::view::Dialog;
use super::App;
use crate::window::view::bookmark::BookmarkForm;

impl App {
    /// Asks for the name of a bookmark at the cursor.
    pub(super) fn ask_bookmark(&mut self) {
        match BookmarkForm::here(&self.session) {
            Some(form) => self.view.dialog = Some(Dialog::Bookmark(Box::new(form))),
            None => self.tell("Nothing has happened yet: go on to an event first.", false),
        }
    }

    /// Adds or changes a bookmark; on an error the dialog stays open.
    pub(super) fn keep_bookmark(&mut self, form: &BookmarkForm) {
        match form.keep(&mut self.session) {
            Ok(told) => {
                self.view.dialog = None;
                self.tell(told, false);
            }
            Err(why) => self.tell(why, true),
        }
    }

    /// Removes a bookmark.
    pub(super) fn remove_bookmark(&mut self, name: &str) {
        match self.session.remove_bookmark(name) {
            Ok(_) => self.tell(format!("Deleted the bookmark “{name}”; undo brings it back."), false),
            Err(error) => self.tell(error.to_string(), true),
        }
    }
}
