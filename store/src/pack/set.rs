//! The packs of a store, read as one.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::{PACKS, Pack};
use crate::commit::RawCommit;
use crate::disk::Disk;
use crate::error::{Damage, Object, StoreError};
use crate::id::EventId;

/// How many blocks stay decoded: chains are read one commit after another.
const BLOCKS: usize = 16;

/// The packs in force.
#[derive(Default)]
pub(crate) struct Packs {
    all: Vec<Pack>,
    /// Those that cannot be read, with the reason.
    pub(crate) wrong: BTreeMap<u32, StoreError>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The blocks read last, the latest first.
    blocks: VecDeque<Vec<RawCommit>>,
    /// Which pack had the last commit.
    last: usize,
}

/// The path of a pack.
pub(crate) fn pack_of(store: &Path, number: u32) -> PathBuf {
    store.join(PACKS).join(format!("{number:04}.pack"))
}

/// The path of the journal that was closed with a pack.
pub(crate) fn journal_of(store: &Path, number: u32) -> PathBuf {
    store.join(PACKS).join(format!("{number:04}.journal"))
}

/// The numbers of the packs, and of the journals, that a store has files for.
pub(crate) fn files_in(store: &Path) -> (Vec<u32>, Vec<u32>) {
    let names = fs::read_dir(store.join(PACKS)).into_iter().flatten().flatten();
    let (mut packs, mut journals) = (Vec::new(), Vec::new());
    for name in names.map(|file| file.file_name()) {
        match name.to_str().and_then(|name| name.split_once('.')) {
            Some((number, "pack")) => packs.extend(number.parse::<u32>()),
            Some((number, "journal")) => journals.extend(number.parse::<u32>()),
            _ => {}
        }
    }
    packs.sort_unstable();
    journals.sort_unstable();
    (packs, journals)
}

impl Packs {
    /// Opens packs by number. Those that are missing or damaged are left out.
    ///
    /// # Errors
    /// Errors of the system, and [`StoreError::TooNew`].
    pub(crate) fn open(disk: &dyn Disk, store: &Path, numbers: &[u32]) -> Result<Packs, StoreError> {
        let mut packs = Packs::default();
        for number in numbers {
            let path = pack_of(store, *number);
            let opened = match disk.open_to_read(&path) {
                Ok(file) => Pack::over(file, &path, *number),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                    Err(StoreError::Missing { object: Object::Pack(path), wanted_by: None })
                }
                Err(error) => Err(StoreError::io("read", path)(error)),
            };
            match opened {
                Ok(pack) => packs.all.push(pack),
                Err(error @ (StoreError::Missing { .. } | StoreError::Damaged { .. })) => {
                    packs.wrong.insert(*number, error);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(packs)
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Pack> {
        self.all.iter()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty() && self.wrong.is_empty()
    }

    /// Reads a commit and checks every byte of it.
    pub(crate) fn read(&self, id: EventId) -> Result<Option<RawCommit>, StoreError> {
        if self.all.is_empty() {
            return Ok(None);
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let known = state.blocks.iter().flatten().find(|commit| commit.id == id);
        if let Some(commit) = known {
            return Ok(Some(commit.clone()));
        }
        let mut wrong = None;
        for at in self.order(state.last) {
            let pack = &self.all[at];
            let blocks = pack.offsets(id).map(|offsets| offsets.into_iter().map(|offset| pack.block(offset)));
            let blocks: Result<Vec<_>, _> = blocks.and_then(Iterator::collect);
            match blocks {
                Ok(blocks) => {
                    for block in blocks {
                        let found = block.iter().find(|commit| commit.id == id).cloned();
                        if found.is_some() {
                            state.blocks.truncate(BLOCKS - 1);
                            state.blocks.push_front(block);
                            state.last = at;
                            return Ok(found);
                        }
                    }
                }
                Err(StoreError::Damaged { why, .. }) => wrong = Some(why),
                Err(error) => return Err(error),
            }
        }
        wrong.map_or(Ok(None), |why| Err(StoreError::damaged(id, why)))
    }

    /// The packs to look in: first the one that had the last commit, then from the newest on.
    fn order(&self, last: usize) -> impl Iterator<Item = usize> + use<> {
        let last = last.min(self.all.len().saturating_sub(1));
        std::iter::once(last).chain((0..self.all.len()).rev().filter(move |at| *at != last))
    }

    /// Whether a commit can be read.
    pub(crate) fn contains(&self, id: EventId) -> Result<bool, StoreError> {
        match self.read(id) {
            Err(StoreError::Damaged { .. }) => Ok(false),
            read => Ok(read?.is_some()),
        }
    }

    /// Whether an index names a commit, by the first 8 bytes of its id. Reads no commit.
    pub(crate) fn names(&self, id: EventId) -> Result<bool, StoreError> {
        let last = self.state.lock().unwrap_or_else(PoisonError::into_inner).last;
        for at in self.order(last).take(self.all.len()) {
            match self.all[at].offsets(id) {
                Ok(offsets) if offsets.is_empty() => {}
                Ok(_) => {
                    self.state.lock().unwrap_or_else(PoisonError::into_inner).last = at;
                    return Ok(true);
                }
                Err(StoreError::Damaged { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }

    /// The ids that begin with these bytes, at least `limit` if there are as many.
    pub(crate) fn beginning_with(&self, prefix: &[u8], limit: usize) -> Result<Vec<EventId>, StoreError> {
        let mut found = Vec::new();
        for pack in &self.all {
            found.extend(pack.beginning_with(prefix, limit)?);
        }
        Ok(found)
    }

    /// Passes every commit to a callback, with the bytes that it takes.
    pub(crate) fn each(&self, found: &mut dyn FnMut(RawCommit, u64)) -> Result<(), StoreError> {
        for pack in &self.all {
            pack.each(&mut |_, length, block| {
                let block = block?;
                let count = block.len() as u64;
                for (at, commit) in (0u64..).zip(block) {
                    // What a block has in common counts for its first commit.
                    let rest = if at == 0 { length % count } else { 0 };
                    found(commit, length / count + rest + super::ENTRY_BYTES as u64);
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// What is wrong with a pack, as a clause.
pub(crate) fn why(error: &StoreError) -> String {
    match error {
        StoreError::Missing { .. } => "it is not there".to_owned(),
        StoreError::Damaged { why: Damage::Misplaced(why), .. } => (*why).to_owned(),
        StoreError::Damaged { why, .. } => why.to_string(),
        error => error.to_string(),
    }
}
