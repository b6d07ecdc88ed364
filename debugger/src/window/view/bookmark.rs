//! The form of the bookmark dialog.

use retrace_core::fact::EntryNo;

use retrace_session::session::Session;
use retrace_session::{Bookmark, TimelineId};

/// The typed data of a bookmark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BookmarkForm {
    /// The name of the bookmark to change; `None` for a new one.
    pub(in crate::window) was: Option<String>,
    /// The event of a new one.
    pub(in crate::window) event: (TimelineId, EntryNo),
    pub(in crate::window) name: String,
    pub(in crate::window) note: String,
}

impl BookmarkForm {
    /// The form for the bookmark at the cursor, or for a new one; `None` before the first event.
    pub(crate) fn here(session: &Session) -> Option<BookmarkForm> {
        let cursor = session.cursor();
        let event = (cursor.timeline, session.headline(cursor)?);
        Some(match session.bookmark_here() {
            Some(bookmark) => BookmarkForm::of(session, bookmark),
            None => BookmarkForm { was: None, event, name: session.bookmark_name(), note: String::new() },
        })
    }

    pub(in crate::window) fn of(session: &Session, bookmark: &Bookmark) -> BookmarkForm {
        BookmarkForm {
            was: Some(bookmark.name.clone()),
            event: (session.cursor().timeline, bookmark.event),
            name: bookmark.name.clone(),
            note: bookmark.note.clone(),
        }
    }

    /// Adds or changes the bookmark, and returns a notice.
    ///
    /// # Errors
    /// Why the session refuses, in words.
    pub(crate) fn keep(&self, session: &mut Session) -> Result<String, String> {
        let (name, note) = (self.name.trim(), self.note.trim());
        let kept = match &self.was {
            Some(was) => session.edit_bookmark(was, name, note),
            None if session.bookmark(name).is_some() => {
                return Err(format!("there is a bookmark `{name}` already; choose another name"));
            }
            None => session.set_bookmark(name, self.event.0, self.event.1, note).map(drop),
        };
        kept.map(|()| format!("Bookmarked “{name}”.")).map_err(|error| error.to_string())
    }
}
