//! Bookmarks: names for events, with a note. A bookmark names the commit that holds its event, so
//! it means the same event on every timeline that has it. Setting, renaming, annotating and
//! removing a bookmark are operations like any other: they can be undone, and a session on a store
//! writes them there.

use retrace_core::fact::EntryNo;
use retrace_store::StoreError;
use retrace_store::bookmark::{check_bookmark_name, check_note};

use crate::SessionError;
use crate::base::place::{Point, TimelineId};
use crate::held::bookmark::Bookmark;
use crate::session::Session;
use crate::timeline::line::Timeline;

impl Session {
    /// The bookmarks by name.
    pub fn bookmarks(&self) -> impl Iterator<Item = &Bookmark> {
        self.view.bookmarks.values()
    }

    /// A bookmark by name.
    pub fn bookmark(&self, name: &str) -> Option<&Bookmark> {
        self.view.bookmarks.get(name)
    }

    /// The timeline that holds the event of a bookmark: the wanted one if it does, otherwise the
    /// first that does.
    pub fn timeline_of_bookmark(&self, bookmark: &Bookmark, wanted: Option<TimelineId>) -> Option<&Timeline> {
        let mut timelines = self.timelines().filter(|timeline| wanted.is_none_or(|wanted| wanted == timeline.id()));
        timelines.find(|timeline| bookmark.is_on(timeline))
    }

    /// The place of a bookmark: after the step with its event, on the current timeline if possible,
    /// otherwise on the first that has it.
    pub fn place_of_bookmark(&self, bookmark: &Bookmark) -> Option<Point> {
        let here = Some(self.current()).filter(|timeline| bookmark.is_on(timeline));
        let timeline = here.or_else(|| self.timeline_of_bookmark(bookmark, None))?;
        let (step, _) = timeline.entry(bookmark.event)?;
        Some(Point::new(timeline.id(), step + 1))
    }

    /// The bookmarks on a timeline in the order of their places, each with the step before its
    /// place.
    pub fn bookmarks_on(&self, id: TimelineId) -> Vec<(usize, &Bookmark)> {
        let Some(timeline) = self.timeline(id) else { return Vec::new() };
        let on = self.bookmarks().filter(|bookmark| bookmark.is_on(timeline));
        let mut places: Vec<_> = on.filter_map(|it| Some((timeline.entry(it.event)?.0 + 1, it))).collect();
        places.sort_by_key(|(step, _)| *step);
        places
    }

    /// The bookmark at the cursor, if any.
    pub fn bookmark_here(&self) -> Option<&Bookmark> {
        let cursor = self.cursor();
        self.bookmarks_on(cursor.timeline).into_iter().find(|(step, _)| *step == cursor.step).map(|(_, it)| it)
    }

    /// An unused name for a bookmark at the cursor: the turn and its step.
    pub fn bookmark_name(&self) -> String {
        let turn = &self.game().world().turn;
        let base = match turn.step {
            Some(step) => format!("turn {}, {}", turn.number, step.word()),
            None => format!("turn {}", turn.number),
        };
        let numbered = (2usize..).map(|number| format!("{base} ({number})"));
        let mut names = std::iter::once(base.clone()).chain(numbered);
        names.find(|name| self.bookmark(name).is_none()).unwrap_or(base)
    }

    /// Adds a bookmark, or moves or annotates an existing one.
    ///
    /// # Errors
    /// If the name is invalid, the note too long, or the event missing; or if writing fails.
    pub fn set_bookmark(
        &mut self,
        name: &str,
        timeline: TimelineId,
        event: EntryNo,
        note: &str,
    ) -> Result<&Bookmark, SessionError> {
        check_bookmark_name(name)?;
        check_note(note)?;
        let on = self.timeline_arc(timeline)?;
        let Some(commit) = on.commit_of_entry(event) else {
            let (timeline, events) = (on.name().to_owned(), on.len_entries());
            return Err(SessionError::NoEvent { wanted: event.0, timeline, events });
        };
        let bookmark = Bookmark { name: name.to_owned(), commit: commit.id(), event, note: note.to_owned() };
        if self.bookmark(name) != Some(&bookmark) {
            let what = if self.bookmark(name).is_some() { "change of a bookmark" } else { "bookmark" };
            self.alter(what, |view| drop(view.bookmarks.insert(name.to_owned(), bookmark)))?;
        }
        self.bookmark(name).ok_or_else(|| no_bookmark(name))
    }

    /// Changes a bookmark's name and note.
    ///
    /// # Errors
    /// If there is no such bookmark, or its event is on no timeline any more; if the name is taken
    /// or invalid, or the note too long; or if writing fails.
    pub fn edit_bookmark(&mut self, was: &str, name: &str, note: &str) -> Result<(), SessionError> {
        let before = self.bookmark(was).ok_or_else(|| no_bookmark(was))?.clone();
        check_bookmark_name(name)?;
        check_note(note)?;
        if name != was && self.bookmark(name).is_some() {
            return Err(SessionError::File(format!("there is a bookmark `{name}` already; choose another name")));
        }
        if self.timeline_of_bookmark(&before, None).is_none() {
            return Err(SessionError::File(format!(
                "the event of bookmark `{was}` is on no timeline any more; undo the deletion first, or delete the bookmark"
            )));
        }
        let after = Bookmark { name: name.to_owned(), note: note.to_owned(), ..before.clone() };
        if after == before {
            return Ok(());
        }
        self.alter("change of a bookmark", |view| {
            view.bookmarks.remove(was);
            view.bookmarks.insert(name.to_owned(), after);
        })
    }

    /// Removes a bookmark.
    ///
    /// # Errors
    /// If there is no such bookmark, or writing fails.
    pub fn remove_bookmark(&mut self, name: &str) -> Result<Bookmark, SessionError> {
        let removed = self.bookmark(name).ok_or_else(|| no_bookmark(name))?.clone();
        self.alter("deletion of a bookmark", |view| drop(view.bookmarks.remove(name)))?;
        Ok(removed)
    }
}

fn no_bookmark(name: &str) -> SessionError {
    StoreError::NoBookmark { name: name.to_owned() }.into()
}
