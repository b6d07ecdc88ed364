//! Files: opens what a person names, exports replays, runs a timeline's inputs again.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use retrace_core::fact::{EntryNo, ObjectId};
use retrace_core::persist::Vector;
use retrace_core::plain::plain;
use retrace_core::rules;
use retrace_core::scenario::Run;
use retrace_store::replay::format::{MAGIC, is_lines};
use retrace_store::replay::{Labelled, MOST_NOTES, Noted, Notes, verify_with};
use retrace_store::{Detail, EventId, Freshness, Log, Replay, RunError, StoreError, Verdict};

use super::redacted;
use crate::base::job::Progress;
use crate::base::place::{Label, Point, Standing, TimelineId};
use crate::cards::texts::CardFolders;
use crate::held::bookmark::Bookmark;
use crate::session::Session;
use crate::store::attached::{self, Attached};
use crate::store::log::{CommitCounter, STORE_REMEDY, chain, in_file, is_store, of_replay, open_log, open_log_to_read};
use crate::timeline::commit::Commit;
use crate::timeline::line::Timeline;
use crate::{Outcome, SessionError};

impl Session {
    /// Opens a path: a scenario, a replay file, or the folder of a store, to which the session then
    /// writes its changes.
    ///
    /// # Errors
    /// If it is missing, of no known kind, damaged or in use: names the file, the place in it, and
    /// the remedy.
    pub fn open(path: &Path) -> Result<Session, SessionError> {
        Session::open_with(path, &CardFolders::default(), &Progress::default())
    }

    /// Like [`Session::open`]; a scenario may also name card files of these folders. Reports
    /// progress.
    ///
    /// # Errors
    /// As [`Session::open`], and [`SessionError::Cancelled`].
    pub fn open_with(path: &Path, folders: &CardFolders, progress: &Progress) -> Result<Session, SessionError> {
        Session::open_part(path, folders, &Reads::All, progress)
    }

    /// Like [`Session::open_with`], with these timelines of a store. The others stay as they are.
    ///
    /// # Errors
    /// As [`Session::open_with`].
    pub fn open_part(
        path: &Path,
        folders: &CardFolders,
        reads: &Reads,
        progress: &Progress,
    ) -> Result<Session, SessionError> {
        progress.check()?;
        let opened = match path.is_dir() {
            true => Session::open_store(path, reads, progress),
            false => Session::read_file(path, folders, progress),
        };
        Ok(opened?.with_path(path).with_card_folders(folders))
    }

    /// Like [`Session::open_with`], for display: also computes the index of each timeline.
    ///
    /// # Errors
    /// As [`Session::open_with`].
    pub fn open_to_show(path: &Path, folders: &CardFolders, progress: &Progress) -> Result<Session, SessionError> {
        let session = Session::open_with(path, folders, &progress.part(0.0, 0.9))?;
        session.work_out(&progress.part(0.9, 1.0))?;
        Ok(session)
    }

    /// Computes the index of each timeline ahead of time, so that displaying it need not wait.
    ///
    /// # Errors
    /// [`SessionError::Cancelled`].
    pub(crate) fn work_out(&self, progress: &Progress) -> Result<(), SessionError> {
        let total = self.timelines().count().max(1) as f64;
        for (number, timeline) in self.timelines().enumerate() {
            let part = progress.part(number as f64 / total, (number + 1) as f64 / total);
            let origin = timeline.forked().and_then(|point| self.timeline(point.timeline));
            timeline.work_out(origin, &part)?;
        }
        Ok(())
    }

    /// Opens a path for reading only, with these timelines of a store. If another process has the
    /// store open, or it is read-only, reads its journal and reports how current that is; such a
    /// session saves nothing.
    ///
    /// # Errors
    /// As [`Session::open_with`], except for a store in use.
    pub fn open_to_read(
        path: &Path,
        folders: &CardFolders,
        reads: &Reads,
        progress: &Progress,
    ) -> Result<(Session, Option<Freshness>), SessionError> {
        progress.check()?;
        if path.is_dir() {
            let (log, freshness) = open_log_to_read(path, STORE_REMEDY, &progress.part(0.0, 0.3))?;
            let progress = &progress.part(0.3, 1.0);
            let session = match freshness {
                None => Session::with_store(path, log, reads, progress)?,
                Some(_) => Session::named_after(path, &log, reads, progress)?,
            };
            return Ok((session.with_path(path).with_card_folders(folders), freshness));
        }
        Ok((Session::read_file(path, folders, progress)?.with_path(path).with_card_folders(folders), None))
    }

    fn with_path(self, path: &Path) -> Session {
        // A relative path means something else in another run.
        Session { path: Some(std::path::absolute(path).unwrap_or_else(|_| path.to_owned())), ..self }
    }

    fn read_file(path: &Path, folders: &CardFolders, progress: &Progress) -> Result<Session, SessionError> {
        let name = path.display();
        let mut beginning = [0; MAGIC.len()];
        let read = fs::File::open(path).and_then(|mut file| {
            let mut read = 0;
            while read < beginning.len() {
                match std::io::Read::read(&mut file, &mut beginning[read..])? {
                    0 => break,
                    more => read += more,
                }
            }
            Ok(read)
        });
        let read = read.map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => {
                SessionError::File(format!("{name}: there is no such file; name a scenario, a replay or a store"))
            }
            _ => SessionError::File(format!("{name}: {error}")),
        })?;
        // Three letters after the first byte survive a transfer as text, too.
        let replay = read >= 4 && (beginning[..read] == MAGIC[..read] || &beginning[1..4] == b"RTR");
        // No scenario begins with a brace, but every line of JSON Lines does.
        let replay = replay || beginning[..read].first() == Some(&b'{');
        let named_so = is_lines(path) || path.extension().is_some_and(|extension| extension == "retrace");
        if redacted::is_redacted(path) {
            return Err(redacted::refusal(path));
        }
        let mut session = match replay || named_so {
            true => Session::open_replay(path, progress)?,
            false => Session::open_scenario(path, folders, progress)?,
        };
        let title = path.file_stem().map_or_else(|| name.to_string(), |stem| stem.to_string_lossy().into_owned());
        session.set_title(&title);
        Ok(session)
    }

    fn open_store(path: &Path, reads: &Reads, progress: &Progress) -> Result<Session, SessionError> {
        let log = open_log(path, STORE_REMEDY, &progress.part(0.0, 0.3))?;
        Session::with_store(path, log, reads, &progress.part(0.3, 1.0))
    }

    /// A session on the timelines of a store, which is not kept open.
    fn named_after(path: &Path, log: &Log, reads: &Reads, progress: &Progress) -> Result<Session, SessionError> {
        let mut session = Session::of_log(log, reads, progress).map_err(|error| in_file(path, &error))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        session.title = name.unwrap_or_else(|| path.display().to_string());
        Ok(session)
    }

    pub(crate) fn with_store(
        path: &Path,
        log: Log,
        reads: &Reads,
        progress: &Progress,
    ) -> Result<Session, SessionError> {
        let mut session = Session::named_after(path, &log, reads, &progress.part(0.0, 0.9))?;
        for timeline in session.timelines() {
            // Snapshots may be missing: deleted, or written by another version of the engine.
            let kept = log.keep_snapshots_with(timeline.tip(), &mut progress.part(0.9, 1.0).watch());
            kept.map_err(|error| in_file(path, &error))?;
        }
        session.store = Some(Attached::new(log, &session.view));
        Ok(session)
    }

    fn open_replay(path: &Path, progress: &Progress) -> Result<Session, SessionError> {
        let replay = Replay::read_with(path, &mut progress.part(0.0, 0.1).watch());
        let replay = replay.map_err(|error| of_replay(path, &error.into()))?;
        Session::of_replay(&replay, &progress.part(0.1, 1.0)).map_err(|error| of_replay(path, &error))
    }

    /// A session on a replay: on the events that it carries, or on those that its inputs lead to.
    /// Its timeline records whether these are the same.
    ///
    /// # Errors
    /// If parts of the replay contradict each other, or it has no events and its inputs now lead
    /// elsewhere; [`StoreError::Stopped`].
    pub fn of_replay(replay: &Replay, progress: &Progress) -> Result<Session, RunError> {
        let verdict = verify_with(replay, &mut progress.part(0.0, 0.6).watch())?;
        let recited = matches!(verdict, Verdict::Recited { .. }).then(|| replay.clone().inputs_only());
        let replay = recited.as_ref().unwrap_or(replay);
        let mut log = Log::in_memory()?;
        log.import_with("main", replay, &mut progress.part(0.6, 0.8).watch())?;
        let mut session = Session::of_log(&log, &Reads::All, &progress.part(0.8, 1.0))?;
        session.set_standing(TimelineId(0), Standing::of(&verdict));
        session.take_notes(&replay.notes);
        session.go_to_start();
        Ok(session)
    }

    /// A session on the readable ones among these timelines of a log.
    fn of_log(log: &Log, reads: &Reads, progress: &Progress) -> Result<Session, StoreError> {
        let mut stored = reads.of(log);
        let total: u64 = stored.iter().map(|timeline| timeline.commits).sum();
        let mut counted = CommitCounter::of(progress, usize::try_from(total).unwrap_or(usize::MAX));
        stored.sort_by_key(|timeline| timeline.serial);
        let mut known: HashMap<EventId, Arc<Commit>> = HashMap::new();
        let mut session: Option<Session> = None;
        let mut ids: HashMap<u64, TimelineId> = HashMap::new();
        for timeline in &stored {
            let commits = chain(log.commits(timeline.tip, 0), &mut known, &mut counted)?;
            let id = match &mut session {
                None => {
                    session = Some(Session::of_commits(&timeline.name, commits, Standing::Unverified));
                    TimelineId(0)
                }
                Some(session) => {
                    let fork = timeline.forked.and_then(|fork| {
                        let from = *ids.get(&fork.from)?;
                        Some(Point::new(from, known.get(&fork.tip)?.end_step()))
                    });
                    session.add(&timeline.name, commits, fork, Vec::new(), Standing::Unverified)
                }
            };
            ids.insert(timeline.serial, id);
        }
        match (session, log.store().damaged_timelines().next()) {
            (Some(mut session), _) => {
                for timeline in stored {
                    session.set_labelled(&timeline.name, log.labels(&timeline.name)?);
                }
                session.view.bookmarks = attached::bookmarks_of(log);
                Ok(session)
            }
            (None, Some((name, _))) => {
                log.timeline(name)?;
                Err(StoreError::NoTimeline { name: name.to_owned() })
            }
            (None, None) => Err(StoreError::NoTimelines),
        }
    }

    /// A session on a scenario's run: the genesis, and each timeline with its inputs and labels.
    ///
    /// # Errors
    /// If the genesis cannot start or the rules refuse an input, which a run never produces;
    /// [`SessionError::Cancelled`].
    pub(crate) fn from_run(run: &Run, progress: &Progress) -> Result<Session, SessionError> {
        let total = run.timelines.iter().map(|played| played.inputs.len()).sum();
        let mut done = 0;
        let first = run.timelines.first().map_or("main".into(), |timeline| plain(&timeline.name));
        let mut session = Session::new(run.genesis.clone(), &first)?;
        for (index, played) in run.timelines.iter().enumerate() {
            let origin = played.forked_from.as_ref();
            let origin = origin.and_then(|fork| Some((session.timeline_named(&plain(&fork.timeline))?, fork.inputs)));
            let (from, shared) = origin.unwrap_or((session.current(), 0));
            let mut commits = from.commits.take(shared + 1);
            let fork = commits.last().map(|last| Point::new(from.id, last.end_step()));
            for input in played.inputs.iter().skip(shared) {
                let Some(parent) = commits.last() else { break };
                progress.step(done, total)?;
                done += 1;
                let (steps, after) = rules::play(parent.after(), input)?;
                let commit = Commit::following(parent, input.clone(), steps, after)?;
                commits.push_back(Arc::new(commit));
            }
            let label = |label: &retrace_core::scenario::Label| {
                let commit = commits.get(label.inputs)?;
                Some(Label { step: commit.end_step(), text: plain(&label.name).into_owned() })
            };
            let labels: Vec<Label> = played.labels.iter().filter_map(label).collect();
            if index == 0 {
                session.replace_first(commits, labels);
            } else {
                session.add(&plain(&played.name), commits, fork, labels, Standing::Exact);
            }
            session.set_aliases(&plain(&played.name), &played.names);
        }
        session.go_to_start();
        Ok(session)
    }

    /// Adds a timeline that was read; not an operation.
    fn add(
        &mut self,
        name: &str,
        commits: Vector<Arc<Commit>>,
        forked: Option<Point>,
        labels: Vec<Label>,
        standing: Standing,
    ) -> TimelineId {
        let id = self.operations.new_id();
        let timeline = Timeline { forked, labels, ..Timeline::new(id, name, commits, standing) };
        self.view.timelines.insert(id, Arc::new(timeline));
        id
    }

    /// Gives the first timeline its commits; not an operation.
    fn replace_first(&mut self, commits: Vector<Arc<Commit>>, labels: Vec<Label>) {
        let first = Timeline { labels, ..Timeline::new(self.current.id, &self.current.name, commits, Standing::Exact) };
        self.current = Arc::new(first);
        self.view.timelines.insert(self.current.id, Arc::clone(&self.current));
    }

    /// Records the script aliases of a timeline; not an operation.
    fn set_aliases(&mut self, name: &str, aliases: &[(String, ObjectId)]) {
        let Some(timeline) = self.timeline_named(name) else { return };
        let timeline = Arc::new(Timeline { aliases: aliases.to_vec(), ..timeline.clone() });
        if timeline.id == self.current.id {
            self.current = Arc::clone(&timeline);
        }
        self.view.timelines.insert(timeline.id, timeline);
    }

    /// Adds a label to a timeline; not an operation.
    pub(crate) fn add_label(&mut self, id: TimelineId, label: Label) {
        let Some(timeline) = self.timeline(id) else { return };
        let mut labels = timeline.labels.clone();
        labels.push(label);
        let timeline = Arc::new(Timeline { labels, ..timeline.clone() });
        if id == self.current.id {
            self.current = Arc::clone(&timeline);
        }
        self.view.timelines.insert(id, timeline);
    }

    pub(crate) fn set_standing(&mut self, id: TimelineId, standing: Standing) {
        if let Some(timeline) = self.view.timelines.get(&id) {
            let timeline = Arc::new(Timeline { standing, ..Timeline::clone(timeline) });
            if id == self.current.id {
                self.current = Arc::clone(&timeline);
            }
            self.view.timelines.insert(id, timeline);
        }
    }

    /// Gives a timeline the labels and aliases that it had; not an operation.
    pub(crate) fn set_said(&mut self, name: &str, labels: Vec<Label>, aliases: Vec<(String, ObjectId)>) {
        let Some(timeline) = self.timeline_named(name) else { return };
        let timeline = Arc::new(Timeline { labels, aliases, ..timeline.clone() });
        if timeline.id == self.current.id {
            self.current = Arc::clone(&timeline);
        }
        self.view.timelines.insert(timeline.id, timeline);
    }

    /// Gives a timeline the labels that a file has of it; not an operation.
    fn set_labelled(&mut self, name: &str, labelled: Vec<retrace_store::Label>) {
        if let Some(timeline) = self.timeline_named(name).filter(|_| !labelled.is_empty()) {
            let labelled = labelled.into_iter().map(|it| (it.events, it.text));
            let (labels, aliases) = (timeline.labels_of(labelled), timeline.aliases.clone());
            self.set_said(name, labels, aliases);
        }
    }

    /// Moves the cursor to the first choice of the first timeline; not an operation.
    fn go_to_start(&mut self) {
        if let Some((id, timeline)) = self.view.timelines.get_min() {
            let start = timeline.commits.front().map_or(0, |genesis| genesis.end_step());
            self.view.cursor = Point::new(*id, start);
            self.current = Arc::clone(timeline);
            self.game = timeline.game_at(start);
        }
    }

    /// Runs the inputs of a timeline again under this version's rules, and records whether they
    /// lead to its events.
    ///
    /// # Errors
    /// If the timeline does not exist, or a value has no stored form.
    pub fn verify(&mut self, id: TimelineId) -> Result<Verdict, SessionError> {
        let verdict = self.timeline_arc(id)?.verify(&Progress::default())?;
        self.set_standing(id, Standing::of(&verdict));
        Ok(verdict)
    }

    /// Records the verdict of running a timeline's inputs again, if the timeline is still the same.
    pub fn note_verdict(&mut self, was: &Timeline, verdict: &Verdict) -> Outcome {
        match self.timeline(was.id()) {
            Some(timeline) if timeline.tip() == was.tip() => {
                let standing = Standing::of(verdict);
                self.set_standing(was.id(), standing);
                Outcome::Verified(standing)
            }
            _ => Outcome::Nothing("The timeline has changed since; verify it again."),
        }
    }

    /// A timeline as a replay, with its bookmarks and labels.
    ///
    /// # Errors
    /// If the timeline does not exist, or a value has no stored form.
    pub fn replay_of(&self, id: TimelineId, detail: Detail) -> Result<Replay, SessionError> {
        let replay = self.timeline_arc(id)?.replay(detail, &Progress::default())?;
        Ok(Replay { notes: self.notes_of(id), ..replay })
    }

    /// The bookmarks and labels of a timeline, as a replay carries them. What is too long for one
    /// is left out.
    pub fn notes_of(&self, id: TimelineId) -> Notes {
        let Some(timeline) = self.timeline(id) else { return Notes::default() };
        let bookmarks = self.bookmarks().filter(|it| it.is_on(timeline)).take(MOST_NOTES);
        let bookmark = |it: &Bookmark| Noted { name: it.name.clone(), event: it.event.0, note: it.note.clone() };
        let labels = timeline.labelled().into_iter().map(|it| Labelled { events: it.events, text: it.text });
        Notes { bookmarks: bookmarks.map(bookmark).collect(), labels: labels.collect() }
    }

    /// Gives the first timeline the bookmarks and labels of a replay; not an operation.
    fn take_notes(&mut self, notes: &Notes) {
        let timeline = self.current_arc();
        for Noted { name, event, note } in &notes.bookmarks {
            let Some(commit) = timeline.commit_of_entry(EntryNo(*event)) else { continue };
            let bookmark =
                Bookmark { name: name.clone(), commit: commit.id(), event: EntryNo(*event), note: note.clone() };
            self.view.bookmarks.insert(name.clone(), bookmark);
        }
        for label in timeline.labels_of(notes.labels.iter().map(|it| (it.events, it.text.clone()))) {
            self.add_label(timeline.id(), label);
        }
    }

    /// Writes a replay file of a timeline, completely or not at all; as JSON Lines if its name ends
    /// that way. Returns the number of events.
    ///
    /// # Errors
    /// As [`Session::replay_of`], and if writing fails.
    pub fn export(&self, id: TimelineId, detail: Detail, path: &Path) -> Result<u64, SessionError> {
        self.timeline_arc(id)?.export(detail, self.notes_of(id), path, &Progress::default())
    }
}

/// Which timelines of a store to read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Reads {
    /// All of them.
    #[default]
    All,
    /// Only what the choice of a timeline and a place needs: the timeline of this
    /// name; otherwise the one of the bookmark, if the place is one; otherwise the first.
    One {
        /// The name of the timeline.
        timeline: Option<String>,
        /// The place.
        at: Option<String>,
    },
}

impl Reads {
    /// These timelines of a log. All of them if the choice does not name one, so that what is wrong
    /// with it can be told.
    fn of<'l>(&self, log: &'l Log) -> Vec<&'l retrace_store::Timeline> {
        let one = match self {
            Reads::All => None,
            Reads::One { timeline, at } => Reads::one(log, timeline.as_deref(), at.as_deref()),
        };
        let Some(one) = one else { return log.timelines().collect() };
        // A fork tells where it was forked.
        let origin = one.forked.and_then(|fork| log.store().timeline_by_serial(fork.from));
        std::iter::once(one).chain(origin).collect()
    }

    fn one<'l>(log: &'l Log, timeline: Option<&str>, at: Option<&str>) -> Option<&'l retrace_store::Timeline> {
        let bookmark = at.and_then(|at| log.store().bookmark(at).ok());
        let has = |timeline: &retrace_store::Timeline| {
            bookmark.is_none_or(|it| log.store().reaches(timeline.tip, it.commit).unwrap_or(false))
        };
        match timeline {
            Some(name) => log.timeline(name).ok().filter(|timeline| has(timeline)),
            None => {
                let mut all: Vec<_> = log.timelines().collect();
                all.sort_by_key(|timeline| timeline.serial);
                all.into_iter().find(|timeline| has(timeline))
            }
        }
    }
}

/// The apparent kind of a path, by its name and what is there; opening it is conclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A scenario.
    Scenario,
    /// A replay.
    Replay,
    /// The folder of a store.
    Store,
    /// Anything else.
    Other,
}

/// The apparent kind of a path.
pub fn kind(path: &Path) -> Kind {
    let ending = path.extension().map(|it| it.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    match ending.as_str() {
        _ if path.is_dir() => match is_store(path) {
            true => Kind::Store,
            false => Kind::Other,
        },
        "ron" => Kind::Scenario,
        "retrace" | "jsonl" => Kind::Replay,
        _ => Kind::Other,
    }
}

impl Timeline {
    /// The timeline as a replay.
    ///
    /// # Errors
    /// If a value has no stored form; [`SessionError::Cancelled`].
    pub fn replay(&self, detail: Detail, progress: &Progress) -> Result<Replay, SessionError> {
        let mut log = Log::in_memory()?;
        attached::append_all(
            &mut log,
            self,
            "main",
            0,
            &mut CommitCounter::of(&progress.part(0.0, 0.7), self.commits().len()),
        )?;
        Ok(log.export_with(self.tip(), detail, &mut progress.part(0.7, 1.0).watch())?)
    }

    /// Writes the timeline with bookmarks and labels as a replay file, completely or not at all; as
    /// JSON Lines if the file's name ends that way. Returns the number of events.
    ///
    /// # Errors
    /// If a value has no stored form, or writing fails; [`SessionError::Cancelled`]. The path is
    /// then unchanged.
    pub fn export(&self, detail: Detail, notes: Notes, path: &Path, progress: &Progress) -> Result<u64, SessionError> {
        let replay = Replay { notes, ..self.replay(detail, &progress.part(0.0, 0.5))? };
        let written = replay.write_with(path, &mut progress.part(0.5, 1.0).watch());
        written.map_err(|error| of_replay(path, &error.into()))?;
        Ok(replay.events())
    }

    /// Runs the timeline's inputs again under this version's rules.
    ///
    /// # Errors
    /// If a value has no stored form; [`SessionError::Cancelled`].
    pub fn verify(&self, progress: &Progress) -> Result<Verdict, SessionError> {
        progress.check()?;
        let replay = self.replay(Detail::Entries, &progress.part(0.0, 0.2))?;
        Ok(verify_with(&replay, &mut progress.part(0.2, 1.0).watch())?)
    }
}
