//! Keeps a session in the user's data folder as it changes, and goes on with a kept one.

use std::path::{Path, PathBuf};

use retrace_core::fact::PlayerId;

use super::folder::{self, KeptSession, STORE, lock, new_folder, now, read_note, remove, write_note};
use crate::base::job::Progress;
use crate::base::place::{Label, Point};
use crate::cards::files::{CardFiles, Source};
use crate::cards::texts::CardFolders;
use crate::files::opening::Reads;
use crate::files::saving::{Stored, Storing};
use crate::files::trouble::salvage;
use crate::held::folder::{Note, ScriptSaid, SessionFolder, VERSION};
use crate::held::policy::Policy;
use crate::session::Session;
use crate::store::attached::{Attached, kept as in_store};
use crate::store::log::{is_store, open_log};
use crate::{SessionError, Timeline};

/// Up to how many commits a session is written into its store at once. More are written by a job.
const AT_ONCE: usize = 5_000;

/// How long moves of the cursor alone may wait to be noted.
const CURSOR_MS: u64 = 1_000;

/// What is to be done so that a session stays kept.
#[derive(Debug)]
pub enum Keep {
    /// Nothing: it is kept.
    Done,
    /// A long session must be written by a job ([`Session::take_kept`]).
    Write(Box<Storing>),
    /// It cannot be kept; why. Told once.
    Failed(String),
}

impl Session {
    /// Keeps the session in a new folder from now on.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn begin_keeping(&mut self, root: &Path) -> Result<(), SessionError> {
        let told =
            |error: std::io::Error| SessionError::File(format!("{}: nothing is kept there: {error}", root.display()));
        let (folder, file) = new_folder(root).map_err(told)?;
        let note = self.note();
        write_note(&folder, &note).map_err(told)?;
        self.kept = Some(SessionFolder {
            folder,
            _lock: file,
            note,
            began: self.view.clone(),
            trouble: None,
            at_once: AT_ONCE,
        });
        Ok(())
    }

    /// Up to how many commits the session is written into its store at once, rather than by a job:
    /// 5,000, unless set here.
    pub fn keep_at_once_up_to(&mut self, commits: usize) {
        self.kept.iter_mut().for_each(|kept| kept.at_once = commits);
    }

    /// The folder in which the session is kept.
    pub fn kept_folder(&self) -> Option<&Path> {
        self.kept.as_ref().map(|kept| kept.folder.as_path())
    }

    /// Whether it is the bundled demonstration.
    pub const fn is_demo(&self) -> bool {
        self.demo && self.path.is_none()
    }

    /// Whether the session has something that its file does not have.
    pub fn has_made(&self) -> bool {
        let Some(kept) = &self.kept else { return false };
        if self.store.as_ref().is_some_and(|store| store.own) || (self.path.is_none() && !self.demo) {
            return true;
        }
        let (was, is) = (&kept.began, &self.view);
        let timelines = |view| in_store(view).map(|(_, timeline)| (timeline.name().to_owned(), timeline.tip()));
        was.bookmarks != is.bookmarks || !timelines(was).eq(timelines(is))
    }

    /// Brings the folder in which the session is kept up to date. Moves of the cursor alone are
    /// noted after a while, and a long session is given back to be written in the background; not
    /// so `at_once`, after which nothing is left to do.
    pub fn keep(&mut self, at_once: bool) -> Keep {
        let Some(kept) = &self.kept else { return Keep::Done };
        if let Some(why) = &kept.trouble {
            let why = why.clone();
            self.kept = None;
            return Keep::Failed(why);
        }
        let note = self.note();
        let moved = Note { cursor: kept.note.cursor.clone(), used: kept.note.used, ..note.clone() } == kept.note;
        let same = moved && note.cursor == kept.note.cursor;
        // Whoever plays at the end goes on there.
        let waits = moved && !at_once && !self.at_head();
        if !(same || waits && note.used < kept.note.used + CURSOR_MS) {
            match write_note(&kept.folder, &note) {
                Ok(()) => self.kept.iter_mut().for_each(|kept| kept.note = note.clone()),
                Err(error) => {
                    self.kept = None;
                    return Keep::Failed(error.to_string());
                }
            }
        }
        if self.store.is_some() || !self.has_made() {
            return Keep::Done;
        }
        let Some(store) = self.kept_folder().map(|folder| folder.join(STORE)) else { return Keep::Done };
        let storing = self.storing_operations(&store);
        let most = self.kept.as_ref().map_or(AT_ONCE, |kept| kept.at_once);
        if !at_once && self.timelines().map(|timeline| timeline.commits().len()).sum::<usize>() > most {
            return Keep::Write(Box::new(storing));
        }
        let written = storing.run(&Progress::default()).and_then(|stored| self.take_own(stored));
        match written {
            Ok(operations) => {
                self.operations.enter_store(&operations);
                Keep::Done
            }
            Err(error) => {
                self.kept = None;
                Keep::Failed(error.to_string())
            }
        }
    }

    /// Takes the store that a job has written for the session.
    ///
    /// # Errors
    /// If what was done meanwhile cannot be written.
    pub fn take_kept(&mut self, stored: Stored) -> Result<(), SessionError> {
        match self.store {
            // The user has named another store meanwhile.
            Some(_) => Ok(()),
            None => self.take_own(stored).map(|_| ()),
        }
    }

    /// Lets go of the folder in which the session was kept. It stays unless it has nothing that
    /// could be gone on with.
    pub fn stop_keeping(&mut self) {
        let _written = self.keep(true);
        let plain = self.kept.as_ref().is_some_and(|kept| kept.note.is_plain());
        let empty = self.demo && self.path.is_none() && !self.has_made() && plain;
        if self.store.as_ref().is_some_and(|store| store.own) {
            self.store = None;
        }
        if let Some(kept) = self.kept.take() {
            let folder = kept.folder.clone();
            drop(kept);
            if empty {
                remove(&folder);
            }
        }
    }

    /// Discards what was kept of the session. Returns its folder, with which it can be brought back
    /// ([`bring_back`]) until another window starts.
    pub fn discard_kept(&mut self) -> Option<PathBuf> {
        let _written = self.keep(true);
        let kept = self.kept.take()?;
        if self.store.as_ref().is_some_and(|store| store.own) {
            self.store = None;
            self.operations.leave_store();
        }
        mark_discarded(&kept.folder, &kept.note, true).ok()?;
        Some(kept.folder.clone())
    }

    /// What to note of the session as it is now.
    fn note(&self) -> Note {
        let place = |point: Point| Some((self.timeline(point.timeline)?.name().to_owned(), point.step));
        let said = |timeline: &Timeline| ScriptSaid {
            timeline: timeline.name().to_owned(),
            labels: timeline.labels().iter().map(|label| (label.step, label.text.clone())).collect(),
            aliases: timeline.aliases().to_vec(),
        };
        let own = |timeline: &&Timeline| !timeline.is_guest();
        let has = |timeline: &&Timeline| !timeline.labels().is_empty() || !timeline.aliases().is_empty();
        let cards = self.card_files.sources.iter().filter_map(|source| match source {
            Source::Cards(path) => Some(path.clone()),
            Source::Scenario(..) => None,
        });
        let cursor = self.cursor();
        Note {
            version: VERSION,
            title: self.title.clone(),
            path: self.path.clone(),
            demo: self.demo,
            used: now(),
            timelines: self.timelines().filter(own).count(),
            said: self.timelines().filter(own).filter(has).map(said).collect(),
            cursor: place(cursor).unwrap_or_default(),
            pinned: self.pinned().and_then(place),
            marks: (**self.marks()).clone(),
            random: self.policies.iter().map(|(id, Policy::Random { seed })| (id.0, *seed)).collect(),
            cards: cards.collect(),
            texts: self.texts.clone(),
            discarded: false,
        }
    }

    /// Takes over what a note says, as far as there is a place for it.
    fn take_note(&mut self, note: &Note) {
        for ScriptSaid { timeline, labels, aliases } in &note.said {
            let labels = labels.iter().map(|(step, text)| Label { step: *step, text: text.clone() });
            self.set_said(timeline, labels.collect(), aliases.clone());
        }
        self.title.clone_from(&note.title);
        self.demo = note.demo;
        self.texts.clone_from(&note.texts);
        self.set_marks(note.marks.clone());
        for (id, seed) in &note.random {
            self.set_policy(PlayerId(*id), Some(Policy::Random { seed: *seed }));
        }
        let place = |session: &Session, (name, step): &(String, usize)| {
            let timeline = session.timeline_named(name)?;
            Some(Point::new(timeline.id(), (*step).min(timeline.len_steps())))
        };
        self.view.pinned = note.pinned.as_ref().and_then(|pinned| place(self, pinned));
        if let Some(point) = place(self, &note.cursor) {
            self.jump(point);
        }
    }
}

/// Opens a kept session and keeps it on in the same folder.
///
/// # Errors
/// If another window has it, or it cannot be read: says why, and names the folder;
/// [`SessionError::Cancelled`].
pub fn open_kept(folder: &Path, folders: &CardFolders, progress: &Progress) -> Result<Session, SessionError> {
    let told = |why: String| SessionError::File(format!("{}: {why}", folder.display()));
    let file = lock(folder).map_err(|error| told(error.to_string()))?;
    let file = file.ok_or_else(|| told("another window has this session; go on there".to_owned()))?;
    let note = read_note(folder)?;
    let store = folder.join(STORE);
    let mut session = match (is_store(&store), &note.path) {
        (true, _) => {
            let log = open_log(&store, "start afresh", &progress.part(0.0, 0.3))?;
            let mut session = Session::with_store(&store, log, &Reads::All, &progress.part(0.3, 0.9))?;
            session.path.clone_from(&note.path);
            session.work_out(&progress.part(0.9, 1.0))?;
            session
        }
        (false, Some(path)) => Session::open_to_show(path, folders, progress)?,
        (false, None) if note.demo => Session::demo()?,
        (false, None) => return Err(told("there is nothing in this folder to go on with".to_owned())),
    };
    session.take_note(&note);
    if let Some(attached) = session.store.take_if(|_| is_store(&store)) {
        // The labels made other timelines of them, which are no change.
        let mut attached = Attached::new(attached.log, &session.view);
        attached.own = true;
        session.store = Some(attached);
    }
    if !note.cards.is_empty()
        && let Ok(files) = CardFiles::read(&note.cards)
    {
        session.use_cards(files);
    }
    // What was open last is gone on with, even if nothing is changed in it.
    let note = Note { used: now(), discarded: false, ..note };
    write_note(folder, &note).map_err(|error| told(error.to_string()))?;
    let began = session.view.clone();
    session.kept =
        Some(SessionFolder { folder: folder.to_owned(), _lock: file, note, began, trouble: None, at_once: AT_ONCE });
    Ok(session)
}

/// The folder of the kept session that has a store, if it is that of one.
pub fn kept_folder_of(store: &Path) -> Option<&Path> {
    let folder = store.parent()?;
    (store.file_name()? == STORE && read_note(folder).is_ok()).then_some(folder)
}

/// Puts what verifies of the damaged store of a kept session in its place; the damaged one stays
/// beside it. Returns what was saved, a line for each timeline.
///
/// # Errors
/// If a window has the session, nothing can be saved, or the folder cannot be written.
pub fn salvage_kept(folder: &Path) -> Result<Vec<String>, SessionError> {
    let told = |error: std::io::Error| SessionError::File(format!("{}: {error}", folder.display()));
    let taken = || SessionError::File(format!("{}: another window has this session", folder.display()));
    let _lock = lock(folder).map_err(told)?.ok_or_else(taken)?;
    let (store, saved) = (folder.join(STORE), folder.join("saved"));
    if saved.exists() {
        std::fs::remove_dir_all(&saved).map_err(told)?;
    }
    let lines = salvage(&store, &saved)?;
    let mut damaged = (1u32..).map(|number| folder.join(format!("damaged-{number}")));
    let damaged = damaged.find(|path| !path.exists()).unwrap_or_default();
    std::fs::rename(&store, damaged).map_err(told)?;
    std::fs::rename(&saved, &store).map_err(told)?;
    Ok(lines)
}

/// The kept session to go on with: the last that no window has.
pub fn last_kept(root: &Path) -> Option<KeptSession> {
    folder::kept_sessions(root).into_iter().find(|session| !session.in_use && !session.discarded)
}

/// Brings back a session that was discarded.
///
/// # Errors
/// If it is gone by now, or a window has it.
pub fn bring_back(folder: &Path) -> Result<(), SessionError> {
    let note = read_note(folder)?;
    mark_discarded(folder, &note, false)
        .map_err(|error| SessionError::File(format!("{}: it cannot be brought back: {error}", folder.display())))
}

fn mark_discarded(folder: &Path, note: &Note, discarded: bool) -> std::io::Result<()> {
    write_note(folder, &Note { discarded, used: now(), ..note.clone() })
}
