//! Commits: an input and all steps that follow, up to the next choice. They are immutable and
//! shared between timelines.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use retrace_core::fact::wire::{self, FORMAT_VERSION, WireError};
use retrace_core::fact::{Entry, EntryNo, Genesis, Input, PlayerId, Step};
use retrace_core::rules;
use retrace_core::state::{Game, evolve, evolve_entry};
use retrace_store::commit::{CommitId, EntryList, NewCommit, RawCommit};
use retrace_store::id::{EventId, Kind};

use crate::{SessionError, describe};

/// The beginning of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommitInput {
    /// The game itself.
    Genesis(Arc<Genesis>),
    /// An input.
    Input(Input),
}

/// An input and the steps that follow it.
#[derive(Debug)]
pub struct Commit {
    id: EventId,
    /// The format of its id.
    format: u16,
    parent: EventId,
    number: usize,
    input: CommitInput,
    steps: Box<[Step]>,
    first_step: usize,
    first_entry: u64,
    /// The game before it, which is the one after its parent.
    before: Arc<Game>,
    after: Arc<Game>,
    /// How many entries of the commit precede each step.
    firsts: Box<[u32]>,
    /// Data computed on demand, which few commits of a long timeline need.
    asked: OnceLock<Box<Asked>>,
}

/// Data of a commit computed on demand.
#[derive(Debug, Default)]
struct Asked {
    ids: OnceLock<Vec<EventId>>,
    texts: OnceLock<Box<[Box<str>]>>,
    /// The texts for the last player who asked.
    seen: Mutex<Option<(PlayerId, Arc<[Option<String>]>)>>,
    effects: OnceLock<Vec<(EntryNo, EntryNo)>>,
}

impl Commit {
    /// The first commit of a game.
    pub(crate) fn genesis(genesis: Arc<Genesis>, steps: Vec<Step>, after: Game) -> Result<Commit, WireError> {
        Commit::new(None, CommitInput::Genesis(genesis), steps, after)
    }

    /// The commit that follows another.
    pub(crate) fn following(parent: &Commit, input: Input, steps: Vec<Step>, after: Game) -> Result<Commit, WireError> {
        Commit::new(Some(parent), CommitInput::Input(input), steps, after)
    }

    /// The commit that an input makes after another, under the rules.
    ///
    /// # Errors
    /// If the rules refuse the input, or it has no stored form.
    pub fn after_input(parent: &Commit, input: Input) -> Result<Commit, SessionError> {
        let (steps, after) = rules::play(&parent.after, &input)?;
        Ok(Commit::following(parent, input, steps, after)?)
    }

    fn new(parent: Option<&Commit>, input: CommitInput, steps: Vec<Step>, after: Game) -> Result<Commit, WireError> {
        let id = id_after(parent.map_or(EventId::ZERO, |parent| parent.id), &input, &steps)?;
        Ok(Commit::stored(parent, input, steps, after, (FORMAT_VERSION, id)))
    }

    /// A commit that was read, with its known id and format.
    pub(crate) fn stored(
        parent: Option<&Commit>,
        input: CommitInput,
        mut steps: Vec<Step>,
        after: Game,
        (format, id): (u16, EventId),
    ) -> Commit {
        // They are kept as long as the timeline, and never grow.
        steps.iter_mut().for_each(|step| step.entries.shrink_to_fit());
        let first_entry = parent.map_or(0, |parent| parent.after.len());
        let mut next = 0;
        let first = |step: &Step| {
            let first = u32::try_from(next).unwrap_or(u32::MAX);
            next += step.entries.len();
            first
        };
        let firsts = steps.iter().map(first).collect();
        let before = match (parent, &input) {
            (Some(parent), _) => Arc::clone(&parent.after),
            (None, CommitInput::Genesis(genesis)) => Arc::new(Game::before(&genesis.catalogue)),
            (None, CommitInput::Input(_)) => Arc::default(),
        };
        Commit {
            id,
            format,
            parent: parent.map_or(EventId::ZERO, |parent| parent.id),
            number: parent.map_or(0, |parent| parent.number + 1),
            input,
            steps: steps.into(),
            first_step: parent.map_or(0, Commit::end_step),
            first_entry,
            before,
            after: Arc::new(after),
            firsts,
            asked: OnceLock::new(),
        }
    }

    /// Its id: that of its last event.
    pub const fn id(&self) -> EventId {
        self.id
    }

    /// The wire format of its id and of those of its events.
    pub const fn format(&self) -> u16 {
        self.format
    }

    /// The id of the previous commit; [`EventId::ZERO`] for a genesis.
    pub const fn parent(&self) -> EventId {
        self.parent
    }

    /// How many commits precede it.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// The input that it begins with.
    pub const fn input(&self) -> &CommitInput {
        &self.input
    }

    /// The steps that follow the input.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How many steps of the timeline precede it.
    pub(crate) const fn first_step(&self) -> usize {
        self.first_step
    }

    /// How many steps of the timeline there are, up to and including its own.
    pub fn end_step(&self) -> usize {
        self.first_step + self.steps.len()
    }

    /// How many entries of the timeline precede it.
    pub(crate) const fn first_entry(&self) -> EntryNo {
        EntryNo(self.first_entry)
    }

    /// How many entries of the timeline there are, up to and including its own.
    pub fn end_entry(&self) -> u64 {
        self.after.len()
    }

    /// The game before it.
    pub fn before(&self) -> &Game {
        &self.before
    }

    /// The game after it.
    pub fn after(&self) -> &Game {
        &self.after
    }

    /// The game after `steps` of its steps. Folds at most the steps of this commit.
    pub fn game_after(&self, steps: usize) -> Game {
        if steps >= self.steps.len() {
            return Game::clone(&self.after);
        }
        let mut game = Game::clone(&self.before);
        self.steps.iter().take(steps).for_each(|step| evolve(&mut game, step));
        game
    }

    /// The step that an entry belongs to, counted within the commit.
    pub fn step_of(&self, entry: EntryNo) -> Option<usize> {
        if entry.0 < self.first_entry || entry.0 >= self.end_entry() {
            return None;
        }
        let within = entry.0 - self.first_entry;
        Some(self.firsts.partition_point(|first| u64::from(*first) <= within).saturating_sub(1))
    }

    /// An entry, and the step of the commit that it belongs to.
    pub fn entry(&self, no: EntryNo) -> Option<(usize, &Entry)> {
        let step = self.step_of(no)?;
        let offset = usize::try_from(no.0 - self.first_entry - u64::from(*self.firsts.get(step)?)).ok()?;
        Some((step, self.steps.get(step)?.entries.get(offset)?))
    }

    fn asked(&self) -> &Asked {
        self.asked.get_or_init(Box::default)
    }

    /// Its entries, each with its step within the commit.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = (usize, &Entry)> {
        let steps = self.steps.iter().enumerate();
        steps.flat_map(|(index, step)| step.entries.iter().map(move |entry| (index, &**entry)))
    }

    /// The ids of its events, computed when first asked for.
    pub(crate) fn event_ids(&self) -> &[EventId] {
        self.asked().ids.get_or_init(|| {
            let Ok(commit) = new_commit(self.format, &self.input, &self.steps) else { return Vec::new() };
            let raw = RawCommit {
                id: self.id,
                format: commit.format,
                kind: if self.parent.is_zero() { Kind::Genesis } else { Kind::Input },
                parent: self.parent,
                jump: EventId::ZERO,
                jump_end: 0,
                number: self.number as u64,
                first_event: self.first_entry,
                input: commit.input,
                entries: commit.entries,
            };
            raw.event_ids()
        })
    }

    /// The texts of its entries, one line of English each, computed when first asked for.
    pub fn texts(&self) -> &[Box<str>] {
        self.asked().texts.get_or_init(|| {
            let mut game = Game::clone(&self.before);
            let mut texts = Vec::new();
            for entry in self.steps.iter().flat_map(|step| &step.entries) {
                texts.push(describe::entry(&game, entry).into_boxed_str());
                evolve_entry(&mut game, entry);
            }
            texts.into()
        })
    }

    /// The texts of its entries for one player, `None` for hidden ones. Those of the last player
    /// who asked are kept.
    pub(crate) fn texts_for(&self, viewer: PlayerId) -> Arc<[Option<String>]> {
        let mut kept = self.asked().seen.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((of, texts)) if *of == viewer => Arc::clone(texts),
            _ => {
                let texts: Arc<[Option<String>]> = describe::seen(&self.before, &self.steps, viewer).into();
                *kept = Some((viewer, Arc::clone(&texts)));
                texts
            }
        }
    }

    /// The entries of this commit with the given cause.
    pub(crate) fn caused_by(&self, cause: EntryNo) -> impl Iterator<Item = EntryNo> {
        let effects = self.asked().effects.get_or_init(|| {
            let caused = self.entries().filter_map(|(_, entry)| entry.cause.map(|cause| (cause, entry.no)));
            let mut effects: Vec<(EntryNo, EntryNo)> = caused.collect();
            effects.sort_unstable();
            effects
        });
        let from = effects.partition_point(|(other, _)| *other < cause);
        effects[from..].iter().take_while(move |(other, _)| *other == cause).map(|(_, no)| *no)
    }

    /// Whether a step of the commit contains an event that describes the course of the game.
    pub(crate) fn tells(&self, step: usize) -> bool {
        self.steps.get(step).is_some_and(|step| step.entries.iter().any(|entry| entry.event.is_story()))
    }
}

/// The id of the commit that an input and its steps make after a parent.
pub(crate) fn id_after(parent: EventId, input: &CommitInput, steps: &[Step]) -> Result<EventId, WireError> {
    let input = input_bytes(FORMAT_VERSION, input)?;
    let mut id = CommitId::begin(FORMAT_VERSION, parent, &input);
    each_entry(FORMAT_VERSION, steps, |bytes| id.entry(bytes))?;
    Ok(id.finish())
}

/// The ids of commits as they follow one another, without keeping the commits.
#[derive(Default)]
pub struct Tips {
    id: Option<CommitId>,
    bytes: Vec<u8>,
}

impl Tips {
    /// Begins with a genesis and its steps.
    ///
    /// # Errors
    /// [`WireError`] for what has no wire form.
    pub fn begin(genesis: &Genesis, steps: &[Step]) -> Result<Tips, WireError> {
        let mut id = CommitId::begin(FORMAT_VERSION, EventId::ZERO, &genesis.encode(FORMAT_VERSION)?);
        each_entry(FORMAT_VERSION, steps, |bytes| id.entry(bytes))?;
        Ok(Tips { id: Some(id), bytes: Vec::new() })
    }

    /// Goes on with an input and its steps.
    ///
    /// # Errors
    /// [`WireError`] for what has no wire form.
    pub fn next(&mut self, input: &Input, steps: &[Step]) -> Result<(), WireError> {
        let Some(id) = &mut self.id else { return Ok(()) };
        self.bytes.clear();
        wire::encode_into(input, &mut self.bytes)?;
        id.next(&self.bytes);
        for step in steps {
            for (index, entry) in step.entries.iter().enumerate() {
                self.bytes.clear();
                wire::encode_entry(FORMAT_VERSION, entry, index == 0, &mut self.bytes)?;
                id.entry(&self.bytes);
            }
        }
        Ok(())
    }

    /// The id of the last event so far.
    pub fn tip(&self) -> EventId {
        self.id.as_ref().map_or(EventId::ZERO, CommitId::finish)
    }
}

/// The bytes of a commit in a format, as stored in the log.
fn new_commit(format: u16, input: &CommitInput, steps: &[Step]) -> Result<NewCommit, WireError> {
    let input = input_bytes(format, input)?;
    let mut entries = EntryList::new();
    // The citation does not enter the id.
    each_entry(format, steps, |bytes| entries.push(0, bytes))?;
    Ok(NewCommit { format, input, entries })
}

fn input_bytes(format: u16, input: &CommitInput) -> Result<Vec<u8>, WireError> {
    match input {
        CommitInput::Genesis(genesis) => genesis.encode(format),
        CommitInput::Input(input) => wire::encode(input),
    }
}

/// Calls back with the bytes of each entry.
fn each_entry(format: u16, steps: &[Step], mut each: impl FnMut(&[u8])) -> Result<(), WireError> {
    let mut buffer = Vec::new();
    for step in steps {
        for (index, entry) in step.entries.iter().enumerate() {
            buffer.clear();
            wire::encode_entry(format, entry, index == 0, &mut buffer)?;
            each(&buffer);
        }
    }
    Ok(())
}
