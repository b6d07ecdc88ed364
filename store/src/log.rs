//! The log: games as the engine knows them, in a store of bytes.
//!
//! ```text
//! let mut log = Log::open("games", Options::default())?;
//! let (game, steps) = rules::start(&genesis)?;
//! let mut tip = log.create("main", &genesis, &steps)?.id;
//! let (steps, game) = rules::play(&game, &input)?;
//! tip = log.append("main", tip, &input, &steps)?.id;
//! ```
//!
//! The log decides nothing. It keeps the answers of the rules and returns them unchanged.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use retrace_core::fact::wire;
use retrace_core::fact::{Genesis, Input, Step};
use retrace_core::message::counted;
use retrace_core::state::{Game, evolve, evolve_entry};

use crate::backend::memory::Memory;
use crate::catalogue::{Carried, Catalogues};
use crate::commit::{NewCommit, RawCommit};
use crate::error::StoreError;
use crate::folder::empty;
use crate::history::JournalCommit;
use crate::id::{EventId, Kind};
use crate::jumps::Spine;
use crate::label::Labels;
use crate::lock::PATIENCE;
use crate::replay::{Detail, Notes, Replay, ReplayCommit};
use crate::running::run_input;
use crate::seek::Parting;
use crate::snapshot::{SNAPSHOT_EVERY, is_due};
use crate::store::{Appended, Made, Options, Rebuild, Renewed, Store};
use crate::timeline::Timeline;
use crate::typed::{Commit, ENGINE, Encoder, decode_input, decode_steps};
use crate::watch::{Stopped, Watch, nobody, tell};

/// A timeline that opening a store recovered from its journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// The timeline.
    pub timeline: String,
    /// How many of its commits were rebuilt.
    pub commits: u64,
    /// Why it ends too early, if it does.
    pub lost: Option<String>,
}

/// A store of games. Only one process can have it open.
pub struct Log {
    pub(crate) store: Store,
    encoder: Encoder,
    recovered: Vec<Recovered>,
    pub(crate) catalogues: Arc<Catalogues>,
    pub(crate) labels: Labels,
}

impl Log {
    /// Opens or creates a folder. Commits that only the decision journal has are rebuilt.
    ///
    /// # Errors
    /// [`StoreError::Locked`] if another process has the store and does not let go within a second;
    /// nothing in it is changed then. [`StoreError::NotAStore`] for a folder that holds something
    /// else, [`StoreError::NotAFolder`] for a file; errors of files and of the database.
    pub fn open(folder: impl AsRef<Path>, options: Options) -> Result<Log, StoreError> {
        Log::open_with(folder, options, &mut nobody)
    }

    /// Like [`Log::open`], with progress and cancelling: rebuilding commits may take long.
    ///
    /// # Errors
    /// As for [`Log::open`], and [`StoreError::Stopped`]; the next opening starts over with what is
    /// missing.
    pub fn open_with(folder: impl AsRef<Path>, options: Options, watch: Watch<'_>) -> Result<Log, StoreError> {
        Log::open_patiently(folder.as_ref(), options, PATIENCE, watch)
    }

    /// Like [`Log::open_with`], but waits up to `patience` for another process that has the store.
    pub(crate) fn open_patiently(
        folder: &Path,
        options: Options,
        patience: Duration,
        watch: Watch<'_>,
    ) -> Result<Log, StoreError> {
        let mut log = Log::over(Store::open_waiting(folder, options, patience)?);
        let rebuilds = std::mem::take(&mut log.store.rebuilds);
        let of = rebuilds.iter().map(|rebuild| rebuild.inputs.len() as u64).sum();
        let mut done = 0;
        for rebuild in rebuilds {
            let end = done + rebuild.inputs.len() as u64;
            let recovered = log.rebuild(rebuild, &mut |events| {
                done = (done + 1).min(end);
                tell(watch, done, of, events)
            })?;
            done = end;
            log.recovered.push(recovered);
        }
        log.store.sync()?;
        let all = log.recovered.iter().all(|recovered| recovered.lost.is_none());
        log.store.finish_renewal(all)?;
        log.labels.set_right();
        Ok(log)
    }

    /// A log that lives only in memory.
    ///
    /// # Errors
    /// None that a caller can cause.
    pub fn in_memory() -> Result<Log, StoreError> {
        Ok(Log::over(Store::in_memory()?))
    }

    pub(crate) fn over(store: Store) -> Log {
        let catalogues = Arc::new(Catalogues::of_store(store.folder()));
        let labels = Labels::of_store(&store);
        Log { store, encoder: Encoder::default(), recovered: Vec::new(), catalogues, labels }
    }

    /// Closes it after something failed. Removes the store if opening it created it and nothing was
    /// done in it since.
    pub fn abandon(mut self) {
        let made = self.store.made;
        let unused = self.store.history.count() == 0 && self.timelines().next().is_none();
        let folder = self.store.folder.clone().filter(|_| unused);
        // Kept, so that nobody opens the store meanwhile.
        let _lock = self.store.lock.take();
        drop(self);
        // The failure before this is reported; a failure to remove is not.
        if let Some(folder) = folder {
            let _removed = match made {
                Made::Before => Ok(()),
                Made::InFolder => empty(&folder),
                Made::WithFolder => std::fs::remove_dir_all(&folder),
            };
        }
    }

    /// The store of bytes underneath, for reading.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// What opening recovered from the journal; empty after a normal shutdown.
    pub fn recovered(&self) -> &[Recovered] {
        &self.recovered
    }

    /// How opening replaced a database that did not open.
    pub fn renewed(&self) -> Option<&Renewed> {
        self.store.renewed.as_ref()
    }

    /// What to tell the user about the opening, one line each: that the database was rebuilt, and
    /// what is lost.
    pub fn told(&self) -> Vec<String> {
        let lost = |recovered: &Recovered| {
            let why = recovered.lost.as_ref()?;
            Some(format!("timeline `{}` ends before it should: {why}", recovered.timeline))
        };
        let mut told: Vec<String> = self.recovered.iter().filter_map(lost).collect();
        let run: u64 = self.recovered.iter().map(|recovered| recovered.commits).sum();
        told.extend(self.renewed().map(|renewed| {
            let Renewed { why, commits, kept } = renewed;
            let taken = format!("{} from its files, {run} by running their inputs", counted(*commits, "commit"));
            match kept {
                None => format!("the database did not open and was made again from the journal ({taken}); nothing is lost ({why})"),
                Some(kept) => format!(
                    "the database did not open and was made again from the journal ({taken}); its files are kept in {} ({why})",
                    kept.display()
                ),
            }
        }));
        told
    }

    /// The timelines, by name.
    pub fn timelines(&self) -> impl Iterator<Item = &Timeline> {
        self.store.timelines()
    }

    /// The timeline of this name.
    ///
    /// # Errors
    /// [`StoreError::NoTimeline`]; [`StoreError::Damaged`] or [`StoreError::Missing`] for one that
    /// cannot be used.
    pub fn timeline(&self, name: &str) -> Result<&Timeline, StoreError> {
        self.store.timeline(name)
    }

    /// Creates a timeline from a genesis and the steps up to the first choice.
    ///
    /// # Errors
    /// [`StoreError::TimelineExists`], [`StoreError::BadName`], and errors of writing.
    pub fn create(&mut self, name: &str, genesis: &Genesis, steps: &[Step]) -> Result<Appended, StoreError> {
        self.create_in(wire::FORMAT_VERSION, name, genesis, steps)
    }

    /// Like [`Log::create`], in a given format, so that existing ids stay valid.
    ///
    /// # Errors
    /// As for [`Log::create`], and [`StoreError::TooNew`] or [`StoreError::Wire`] for an unknown
    /// format.
    pub fn create_in(
        &mut self,
        format: u16,
        name: &str,
        genesis: &Genesis,
        steps: &[Step],
    ) -> Result<Appended, StoreError> {
        let commit = self.encoder.genesis(format, genesis, steps)?;
        // Before anything that needs it.
        if let Some(catalogue) = genesis.catalogue.content() {
            self.catalogues.keep(catalogue)?;
        }
        self.store.create(name, commit)
    }

    /// Appends an input and its steps to a timeline after the commit `expected`, which must be its
    /// head. If the timeline already has the commit, nothing is done: that is not an error, and
    /// [`Appended::already`] says so.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the head is another one, with nothing written;
    /// [`StoreError::Wire`] if the numbers of the steps do not continue from there; errors of
    /// timelines and of writing.
    pub fn append(
        &mut self,
        timeline: &str,
        expected: EventId,
        input: &Input,
        steps: &[Step],
    ) -> Result<Appended, StoreError> {
        self.append_in(wire::FORMAT_VERSION, timeline, expected, input, steps)
    }

    /// Like [`Log::append`], in a given format, so that existing ids stay valid.
    ///
    /// # Errors
    /// As for [`Log::append`], and [`StoreError::TooNew`] or [`StoreError::Wire`] for an unknown
    /// format.
    pub fn append_in(
        &mut self,
        format: u16,
        timeline: &str,
        expected: EventId,
        input: &Input,
        steps: &[Step],
    ) -> Result<Appended, StoreError> {
        let head = self.store.timeline(timeline)?;
        let first_event = if head.tip == expected {
            head.events
        } else if self.store.contains(expected)? {
            self.store.read(expected)?.end()
        } else {
            return Err(StoreError::Conflict { timeline: timeline.to_owned(), expected, found: head.tip });
        };
        let commit = self.encoder.input(format, first_event, input, steps)?;
        self.store.append(timeline, expected, commit)
    }

    /// Creates a timeline that shares the past of another for its first `events` events, where a
    /// commit must end. One small write.
    ///
    /// # Errors
    /// [`StoreError::InsideCommit`] and [`StoreError::NoEvent`] for any other place, and errors of
    /// names and timelines.
    pub fn fork(&mut self, from: &str, events: u64, name: &str) -> Result<Timeline, StoreError> {
        self.store.fork(from, events, name)
    }

    /// Makes everything so far durable.
    ///
    /// # Errors
    /// Errors of writing; the next call retries what failed.
    pub fn sync(&mut self) -> Result<(), StoreError> {
        self.store.sync()?;
        if self.pack_if_due() { self.store.sync() } else { Ok(()) }
    }

    /// Moves commits into packs if there are many new ones; returns whether it tried. That saves
    /// room and time; if it fails, the store goes on without, or the next sync reports why it
    /// cannot.
    fn pack_if_due(&mut self) -> bool {
        let due = self.store.is_pack_due();
        if due {
            let _packed = self.in_other_database(|log| log.store.pack(None));
        }
        due
    }

    /// Runs what may replace the database.
    pub(crate) fn in_other_database<T>(&mut self, run: impl FnOnce(&mut Log) -> T) -> T {
        self.labels.go_on_in(Arc::new(Memory::default()));
        let done = run(self);
        self.labels.go_on_in(Arc::clone(&self.store.backend));
        done
    }

    /// Makes everything durable and closes the store. `Drop` does the same but ignores errors.
    ///
    /// # Errors
    /// Errors of writing; [`StoreError::Behind`] if all is kept, but only in the journal.
    pub fn close(mut self) -> Result<(), StoreError> {
        self.store.sync_all()?;
        if self.pack_if_due() { self.store.sync_all() } else { Ok(()) }
    }

    /// Reads a commit.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Damaged`], [`StoreError::TooNew`],
    /// [`StoreError::Wire`], and errors of the database.
    pub fn commit(&self, id: EventId) -> Result<Commit, StoreError> {
        self.typed(&self.store.read(id)?)
    }

    /// Reads the commit that holds the event of this number in the chain that ends at `tip`. O(log
    /// n) reads.
    ///
    /// # Errors
    /// [`StoreError::NoEvent`] beyond the tip, and those of [`Log::commit`].
    pub fn commit_at(&self, tip: EventId, event: u64) -> Result<Commit, StoreError> {
        self.typed(&self.store.commit_at(tip, event)?)
    }

    /// The commits of the chain that ends at `tip`, oldest first, from the one of this number on.
    /// Only a bounded number is held at a time. Ends after an error.
    pub fn commits(&self, tip: EventId, from: u64) -> impl Iterator<Item = Result<Commit, StoreError>> {
        self.store.commits(tip, from).map(|raw| self.typed(&raw?))
    }

    fn typed(&self, raw: &RawCommit) -> Result<Commit, StoreError> {
        let commit = Commit::from_raw(raw)?;
        Ok(Commit { input: self.catalogues.supplied_input(commit.input), ..commit })
    }

    /// Where two chains part. O(log n) reads.
    ///
    /// # Errors
    /// [`StoreError`] for a chain that cannot be read.
    pub fn parting(&self, left: EventId, right: EventId) -> Result<Parting, StoreError> {
        self.store.parting(left, right)
    }

    /// The game after all events up to `tip`, folded from the genesis without snapshots.
    ///
    /// # Errors
    /// Those of [`Log::commit`].
    pub fn fold(&self, tip: EventId) -> Result<Game, StoreError> {
        let mut game = Game::empty();
        for raw in self.store.commits(tip, 0) {
            let raw = raw?;
            fold_commit(&mut game, &raw, raw.end())?;
        }
        Ok(self.catalogues.among(game))
    }

    /// The game after the first `events` events of the chain that ends at `tip`. O(log n) reads;
    /// folds from the nearest snapshot.
    ///
    /// # Errors
    /// [`StoreError::NoEvent`] beyond the tip, and those of [`Log::commit`].
    pub fn game_at(&self, tip: EventId, events: u64) -> Result<Game, StoreError> {
        let Some(last) = events.checked_sub(1) else { return Ok(Game::empty()) };
        let commit = self.store.commit_at(tip, last)?;
        let (mut game, next) = self.start_before(&commit, events)?;
        for raw in self.store.commits(commit.id, next) {
            fold_commit(&mut game, &raw?, events)?;
        }
        Ok(self.catalogues.among(game))
    }

    /// The game of the latest usable snapshot with at most `events` events, where those end in
    /// `commit`; and the number of the commit to continue from.
    fn start_before(&self, commit: &RawCommit, events: u64) -> Result<(Game, u64), StoreError> {
        let from = match commit.number {
            _ if commit.end() <= events => Some(commit.clone()),
            0 => None,
            _ => Some(self.store.parent_of(commit)?),
        };
        let Some(from) = from else { return Ok((Game::empty(), 0)) };
        if let Some((at, bytes)) = self.store.nearest_snapshot(from, ENGINE)?
            && let Ok(game) = wire::decode::<Game>(&bytes)
            && game.len() == at.end()
        {
            return Ok((game, at.number + 1));
        }
        Ok((Game::empty(), 0))
    }

    /// Keeps the snapshots that are due in the chain that ends at `tip`, after the last one there;
    /// returns how many it made. Folds the commits after that. One is due at each
    /// [`SNAPSHOT_EVERY`]th commit; of large games, at fewer of these.
    ///
    /// # Errors
    /// Those of [`Log::commit`] and of the database.
    pub fn keep_snapshots(&self, tip: EventId) -> Result<u64, StoreError> {
        self.keep_snapshots_with(tip, &mut nobody)
    }

    /// Like [`Log::keep_snapshots`], with progress and cancelling.
    ///
    /// # Errors
    /// As for [`Log::keep_snapshots`], and [`StoreError::Stopped`]; snapshots already made stay.
    pub fn keep_snapshots_with(&self, tip: EventId, watch: Watch<'_>) -> Result<u64, StoreError> {
        let last = self.store.read(tip)?;
        let newest = last.number - last.number % SNAPSHOT_EVERY;
        if newest == 0 {
            return Ok(0);
        }
        let newest = self.store.back_to(last, newest)?;
        let end = newest.end();
        let (mut game, next) = self.start_before(&newest, end)?;
        let mut made = 0;
        for raw in self.store.commits(newest.id, next) {
            let raw = raw?;
            fold_commit(&mut game, &raw, end)?;
            made += u64::from(self.keep_due_snapshot(raw.id, raw.number, &game)?);
            tell(watch, raw.number + 1, newest.number + 1, raw.end())?;
        }
        Ok(made)
    }

    /// Keeps the game after the commit of this number as a snapshot if one is due there; returns
    /// whether one is.
    ///
    /// # Errors
    /// As for [`Log::keep_snapshot`].
    pub fn keep_due_snapshot(&self, after: EventId, number: u64, game: &Game) -> Result<bool, StoreError> {
        // Most commits need no encoding to tell.
        if !is_due(number, 0) {
            return Ok(false);
        }
        let bytes = encode_game(game)?;
        let due = is_due(number, bytes.len());
        if due {
            self.put_snapshot(after, game, &bytes)?;
        }
        Ok(due)
    }

    /// Keeps the game after a commit as a snapshot, so that seeking can start there.
    ///
    /// # Errors
    /// [`StoreError::BadSnapshot`] for a game that does not follow that commit, and errors of the
    /// database.
    pub fn keep_snapshot(&self, after: EventId, game: &Game) -> Result<(), StoreError> {
        self.put_snapshot(after, game, &encode_game(game)?)
    }

    fn put_snapshot(&self, after: EventId, game: &Game, bytes: &[u8]) -> Result<(), StoreError> {
        let commit = self.store.read(after)?;
        if game.len() != commit.end() {
            let why = format!("the game has {} events, and the commit ends after {}", game.len(), commit.end());
            return Err(StoreError::BadSnapshot { commit: after, why });
        }
        self.store.put_snapshot(after, ENGINE, bytes)
    }

    /// What a list told of the game with its head at `tip`, if that was kept.
    pub fn summary(&self, tip: EventId) -> Option<Vec<u8>> {
        self.store.summary(tip, ENGINE).ok().flatten()
    }

    /// Keeps what a list tells of the game with its head at `tip`. It is a cache: if it cannot be
    /// written, the next list reads the game again.
    pub fn keep_summary(&self, tip: EventId, summary: &[u8]) {
        let _again = self.store.put_summary(tip, ENGINE, summary);
    }

    /// The game at the end of the step that contains an event, in the chain that ends at `tip`, and
    /// the number of events up to there. Like [`Log::game_at`], for when that number is unknown.
    ///
    /// # Errors
    /// [`StoreError::NoEvent`] beyond the tip, and those of [`Log::commit`].
    pub fn game_after_step_of(&self, tip: EventId, event: u64) -> Result<(Game, u64), StoreError> {
        let commit = self.commit_at(tip, event)?;
        let last = |step: &Step| step.entries.last().map_or(0, |entry| entry.no.0);
        let end = commit.steps.iter().map(last).find(|last| *last >= event).unwrap_or(event) + 1;
        Ok((self.game_at(tip, end)?, end))
    }

    /// Deletes all snapshots. Only time is lost.
    ///
    /// # Errors
    /// Errors of the database.
    pub fn clear_snapshots(&self) -> Result<(), StoreError> {
        self.store.clear_snapshots()
    }

    /// The chain that ends at `tip` as a replay.
    ///
    /// # Errors
    /// [`StoreError`] for a chain that cannot be read.
    pub fn export(&self, tip: EventId, detail: Detail) -> Result<Replay, StoreError> {
        self.export_with(tip, detail, &mut nobody)
    }

    /// Like [`Log::export`], with progress and cancelling.
    ///
    /// # Errors
    /// As for [`Log::export`], and [`StoreError::Stopped`].
    pub fn export_with(&self, tip: EventId, detail: Detail, watch: Watch<'_>) -> Result<Replay, StoreError> {
        let of = self.store.read(tip)?.number + 1;
        let commits = self.store.commits(tip, 0).map(|raw| {
            let raw = raw?;
            tell(watch, raw.number, of, raw.first_event)?;
            let marks = match detail {
                Detail::Marks => raw.event_ids().iter().map(EventId::mark).collect(),
                Detail::Ids | Detail::Entries => Vec::new(),
            };
            let events = raw.entries.len() as u64;
            let entries = if detail == Detail::Entries { raw.entries } else { Default::default() };
            Ok(ReplayCommit { format: raw.format, input: raw.input, events, marks, entries, id: raw.id })
        });
        let commits: Vec<ReplayCommit> = commits.collect::<Result<_, StoreError>>()?;
        let game = self.game_at(tip, commits.iter().map(|commit| commit.events).sum())?;
        let catalogue = Carried::for_game(&game);
        Ok(Replay { engine: ENGINE.to_owned(), detail, catalogue, commits, notes: Notes::default() })
    }

    /// Writes a commit if it has the expected id.
    pub(crate) fn put_expected(
        &self,
        timeline: &str,
        spine: &mut Spine,
        commit: NewCommit,
        id: EventId,
    ) -> Result<Option<RawCommit>, StoreError> {
        let parent = spine.tip().map_or(EventId::ZERO, |tip| tip.id);
        if commit.id_after(parent) != id {
            return Ok(None);
        }
        let commit = self.store.put_after(timeline, spine, commit)?;
        *spine = spine.with(commit.node());
        Ok(Some(commit))
    }

    /// Rebuilds what only the journal has, as far as today's rules give the same ids.
    fn rebuild(
        &mut self,
        rebuild: Rebuild,
        went_on: &mut dyn FnMut(u64) -> Result<(), Stopped>,
    ) -> Result<Recovered, StoreError> {
        let name = rebuild.timeline.name.clone();
        let (tip, commits, lost) = match rebuild.lost {
            Some(id) => (EventId::ZERO, 0, Some(format!("nobody knows how commit {id} was made"))),
            None => self.run_again(&name, rebuild.base, rebuild.inputs, went_on)?,
        };
        if tip.is_zero() {
            let object = crate::error::Object::Commit(rebuild.timeline.tip);
            self.store.heads.set_damaged(&name, StoreError::Missing { object, wanted_by: None });
        } else {
            self.store.adopt(&rebuild.timeline, tip)?;
        }
        Ok(Recovered { timeline: name, commits, lost })
    }

    /// Runs inputs after a stored commit and writes the resulting commits while they have the
    /// expected ids. Returns the last stored commit, how many were made, and why it stopped early,
    /// if it did.
    pub(crate) fn run_again(
        &mut self,
        name: &str,
        base: EventId,
        inputs: Vec<JournalCommit>,
        went_on: &mut dyn FnMut(u64) -> Result<(), Stopped>,
    ) -> Result<(EventId, u64, Option<String>), StoreError> {
        // Rebuilding another timeline may have brought back the beginning of this one.
        let there = inputs.iter().take_while(|input| self.store.read(input.id).is_ok()).count();
        let mut tip = inputs[..there].last().map_or(base, |input| input.id);
        let mut game = None;
        let mut spine = Spine::default();
        if !tip.is_zero() {
            match self.fold(tip) {
                Ok(folded) => game = Some(folded),
                Err(error) if error.is_of_the_database() => return Err(error),
                Err(error) => return Ok((tip, 0, Some(error.to_string()))),
            }
            spine = self.store.spine(tip)?;
        }
        let mut commits = 0;
        for input in inputs.into_iter().skip(there) {
            went_on(spine.tip().map_or(0, |tip| tip.end))?;
            match self.remake(name, game.as_ref(), &mut spine, &input)? {
                Ok(after) => {
                    game = Some(after);
                    tip = input.id;
                    commits += 1;
                }
                Err(why) => {
                    return Ok((tip, commits, Some(format!("commit {} could not be made again: {why}", input.id))));
                }
            }
        }
        Ok((tip, commits, None))
    }

    /// Runs an input and writes the resulting commit if it has the expected id; returns the game
    /// after it, or why not.
    ///
    /// # Errors
    /// Errors of writing.
    pub(crate) fn remake(
        &mut self,
        timeline: &str,
        game: Option<&Game>,
        spine: &mut Spine,
        commit: &JournalCommit,
    ) -> Result<Result<Game, String>, StoreError> {
        let kind = if game.is_none() { Kind::Genesis } else { Kind::Input };
        let input = decode_input(commit.format, kind, &commit.input, || "its input".to_owned());
        let input = match input {
            Ok(input) => input,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let first_event = spine.tip().map_or(0, |tip| tip.end);
        let (steps, after) = match run_input(&self.catalogues, game, &input) {
            Ok(ran) => ran,
            Err(refused) => return Ok(Err(refused.to_string())),
        };
        let new = match self.encoder.commit(commit.format, first_event, commit.input.clone(), &steps) {
            Ok(new) => new,
            Err(error) => return Ok(Err(error.to_string())),
        };
        match self.put_expected(timeline, spine, new, commit.id) {
            Ok(Some(_)) => Ok(Ok(after)),
            Ok(None) => Ok(Err("under today's rules its input leads to other events".to_owned())),
            Err(error) if error.is_of_the_database() => Err(error),
            Err(error) => Ok(Err(error.to_string())),
        }
    }
}

fn encode_game(game: &Game) -> Result<Vec<u8>, StoreError> {
    wire::encode(game).map_err(|source| StoreError::Wire { place: "the game".to_owned(), source })
}

/// Folds the events of a commit into the game, up to `events` in all.
pub(crate) fn fold_commit(game: &mut Game, raw: &RawCommit, events: u64) -> Result<(), StoreError> {
    let steps = decode_steps(raw.format, raw.first_event, &raw.entries)?;
    for step in &steps {
        let whole = step.entries.last().is_some_and(|entry| entry.no.0 < events);
        if whole {
            evolve(game, step);
        } else {
            step.entries.iter().filter(|entry| entry.no.0 < events).for_each(|entry| evolve_entry(game, entry));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_log_may_go_to_another_thread_and_be_read_from_several() {
        fn check<T: Send + Sync>() {}
        check::<super::Log>();
        check::<retrace_core::state::Game>();
    }
}
