//! Another file beside what is open: a timeline of it becomes one of the session, to be compared with the others.
//!
//! What it has in common with a timeline that is there already is the same in memory, so that a replay that goes on from
//! here parts from it as a fork does. One of another game simply shares nothing. Such a timeline is a guest: it is looked
//! at, but not written into the store that the session may write into. What is forked from it is.

use std::path::Path;
use std::sync::Arc;

use retrace_core::persist::Vector;
use retrace_core::plain::steers;

use crate::session::base::place::{Point, TimelineId};
use crate::session::cards::texts::CardFolders;
use crate::session::session::Session;
use crate::session::timeline::commit::Commit;
use crate::session::timeline::line::Timeline;
use crate::session::timeline::shared::shared_commits;
use crate::session::{Progress, SessionError};

/// A timeline of another file that has been read.
#[derive(Debug)]
pub struct Guest {
    timeline: Arc<Timeline>,
    /// What the file is called.
    file: String,
    /// Whether the file has others.
    of_several: bool,
}

impl Guest {
    /// Reads a timeline of a file, the first if no name is given.
    ///
    /// # Errors
    /// As [`Session::open_to_read`], and a timeline that the file does not have; [`SessionError::Cancelled`].
    pub fn read(
        path: &Path,
        folders: &CardFolders,
        timeline: Option<&str>,
        progress: &Progress,
    ) -> Result<Guest, SessionError> {
        let (other, _) = Session::open_to_read(path, folders, &progress.part(0.0, 0.9))?;
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
    /// Adds a timeline of another file at once, as a guest.
    ///
    /// # Errors
    /// As [`Guest::read`].
    pub fn add_from(&mut self, path: &Path, timeline: Option<&str>) -> Result<TimelineId, SessionError> {
        Ok(self.take_guest(&Guest::read(path, &self.folders, timeline, &Progress::default())?))
    }

    /// Adds a timeline of another file, as a guest. It can be undone. The cursor stays.
    pub fn take_guest(&mut self, guest: &Guest) -> TimelineId {
        let name = self.name_beside(&guest.file, guest.timeline.name(), guest.of_several);
        self.add_guest(&guest.timeline, &name)
    }

    /// A name for a timeline of another file: that of the file, with its own where it is one of several.
    fn name_beside(&self, file: &str, timeline: &str, of_several: bool) -> String {
        let whole = if of_several { format!("{file} {timeline}") } else { file.to_owned() };
        let plain: String = whole.chars().filter(|letter| !steers(*letter)).take(60).collect();
        let plain = if plain.trim().is_empty() { "another file" } else { plain.trim() };
        if self.check_name(plain).is_ok() { plain.to_owned() } else { self.free_name(plain) }
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

    /// The commits of a timeline that was read, those that another of the session has as well being the same in memory; and
    /// where it goes off from the one that has most of them.
    pub(in crate::session) fn sharing(&self, found: &Timeline) -> (Vector<Arc<Commit>>, Option<Point>) {
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
