//! Adds a timeline of another file to the session, for comparison.
//!
//! It shares the memory of the commits that it has in common with existing timelines, so a replay
//! that continues the current game diverges from it like a fork. A timeline of another game simply
//! shares nothing. Such a timeline is a guest: it is displayed, but never written into the
//! session's store. Forks of it are.

use std::path::Path;
use std::sync::Arc;

use retrace_core::persist::Vector;
use retrace_core::plain::steers;

use crate::base::place::{Point, TimelineId};
use crate::cards::texts::CardFolders;
use crate::files::opening::Reads;
use crate::session::Session;
use crate::timeline::commit::Commit;
use crate::timeline::line::Timeline;
use crate::timeline::shared::shared_commits;
use crate::{Progress, SessionError};

/// A timeline read from another file.
#[derive(Debug)]
pub struct Guest {
    timeline: Arc<Timeline>,
    /// The name of the file.
    file: String,
    /// Whether the file has other timelines.
    of_several: bool,
}

impl Guest {
    /// Reads a timeline of a file, the first if no name is given.
    ///
    /// # Errors
    /// As [`Session::open_to_read`]; if the file does not have the timeline;
    /// [`SessionError::Cancelled`].
    pub fn read(
        path: &Path,
        folders: &CardFolders,
        timeline: Option<&str>,
        progress: &Progress,
    ) -> Result<Guest, SessionError> {
        let (other, _) = Session::open_to_read(path, folders, &Reads::All, &progress.part(0.0, 0.9))?;
        let found = match timeline {
            None => other.timelines().next(),
            Some(name) => other.timeline_named(name),
        };
        let Some(found) = found else {
            let known: Vec<&str> = other.timelines().map(Timeline::name).collect();
            let name = timeline.unwrap_or_default().to_owned();
            return Err(SessionError::NoTimelineNamed { name, known: known.join(", ") });
        };
        found.work_out(None, &progress.part(0.9, 1.0))?;
        let timeline = other.timeline_arc(found.id())?;
        Ok(Guest { timeline, file: other.title().to_owned(), of_several: other.timelines().count() > 1 })
    }
}

impl Session {
    /// Adds a timeline of another file synchronously, as a guest.
    ///
    /// # Errors
    /// As [`Guest::read`].
    #[cfg(test)]
    pub(crate) fn add_from(&mut self, path: &Path, timeline: Option<&str>) -> Result<TimelineId, SessionError> {
        Ok(self.take_guest(&Guest::read(path, &self.folders, timeline, &Progress::default())?))
    }

    /// Adds a timeline of another file, as a guest; this can be undone. The cursor stays.
    pub fn take_guest(&mut self, guest: &Guest) -> TimelineId {
        let name = self.name_beside(&guest.file, guest.timeline.name(), guest.of_several);
        self.add_guest(&guest.timeline, &name)
    }

    /// A name for a timeline of another file: the file's name, and the timeline's own if the file
    /// has several.
    fn name_beside(&self, file: &str, timeline: &str, of_several: bool) -> String {
        let whole = if of_several { format!("{file} {timeline}") } else { file.to_owned() };
        let plain: String = whole.chars().filter(|letter| !steers(*letter)).take(60).collect();
        let plain = if plain.trim().is_empty() { "another file" } else { plain.trim() };
        if self.check_free_name(plain).is_ok() { plain.to_owned() } else { self.free_name(plain) }
    }

    fn add_guest(&mut self, found: &Timeline, name: &str) -> TimelineId {
        let (commits, forked) = self.sharing(found);
        let id = self.operations.new_id();
        let timeline = Timeline {
            forked,
            labels: found.labels.clone(),
            aliases: found.aliases.clone(),
            guest: true,
            index: found.index.clone(),
            ..Timeline::new(id, name, commits, found.standing)
        };
        self.operate("opening beside", |view| {
            view.timelines.insert(id, Arc::new(timeline));
        });
        id
    }

    /// The commits of a timeline that was read, sharing memory with the session's equal commits;
    /// and where it forks from the timeline that shares most.
    pub(crate) fn sharing(&self, found: &Timeline) -> (Vector<Arc<Commit>>, Option<Point>) {
        let nearest = self.timelines().map(|here| (shared_commits(here, found), here));
        let nearest = nearest.reduce(|best, other| if other.0 > best.0 { other } else { best });
        match nearest.filter(|(shared, _)| *shared > 0) {
            None => (found.commits.clone(), None),
            Some((shared, here)) => {
                let mut commits = here.commits.take(shared);
                commits.extend(found.commits.iter().skip(shared).map(Arc::<Commit>::clone));
                let last = commits.get(shared - 1).map_or(0, |last| last.end_step());
                (commits, Some(Point::new(here.id, last)))
            }
        }
    }
}
