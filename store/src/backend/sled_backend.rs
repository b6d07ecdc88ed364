//! Maps in files, using sled 0.34. No other module knows sled.
//!
//! sled's `flush` writes to the file without syncing it, so it protects against the death of the
//! process but not against a power cut. A damaged file can make sled panic, at open or at any later
//! call. This module catches the panic and returns an error. From then on it refuses every call,
//! since the panic may have left anything behind.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Once, OnceLock, mpsc};
use std::thread::{Builder, sleep};
use std::time::Duration;

use super::{Backend, KeyChange, Tree};
use crate::error::StoreError;

/// How much of the file sled keeps in memory at most. More is no faster (`docs/store.md`); sled's
/// default is 1 GiB.
const CACHE_BYTES: u64 = 16 << 20;

/// How long to wait until the threads of a store this process has just closed let go of the file.
const PATIENCE: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(5);

/// How long to wait for sled to write before asking again, and how long in all.
const NUDGE: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(30);

thread_local! {
    /// Whether this thread is inside sled, whose panics are caught and returned as errors.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Runs a call of sled. A panic in it, or in one of sled's threads, is not printed.
fn quietly<T>(call: impl FnOnce() -> T) -> std::thread::Result<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let others = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let of_sled = std::thread::current().name().is_some_and(|name| name.starts_with("sled"));
            if !of_sled && !INSIDE.get() {
                others(panic);
            }
        }));
    });
    let before = INSIDE.replace(true);
    let result = catch_unwind(AssertUnwindSafe(call));
    INSIDE.set(before);
    result
}

/// The database described at the top of the module.
pub(crate) struct Sled {
    db: Option<sled::Db>,
    trees: Vec<sled::Tree>,
    broken: OnceLock<String>,
    path: PathBuf,
}

impl Sled {
    /// Opens or creates the files in a folder.
    pub(crate) fn open(path: &Path) -> Result<Sled, StoreError> {
        let doing = "open";
        let config = || sled::Config::new().path(path).cache_capacity(CACHE_BYTES).mode(sled::Mode::LowSpace);
        let mut waited = Duration::ZERO;
        let opened = quietly(|| {
            let db = loop {
                match config().open() {
                    // We hold our own lock, so whoever holds sled's is about to exit.
                    Err(sled::Error::Io(error)) if is_lock(&error) && waited < PATIENCE => {
                        sleep(PAUSE);
                        waited += PAUSE;
                    }
                    other => break other?,
                }
            };
            let trees = Tree::ALL.iter().map(|tree| db.open_tree(tree.name())).collect::<sled::Result<Vec<_>>>()?;
            Ok((db, trees))
        });
        match opened {
            Ok(Ok((db, trees))) => Ok(Sled { db: Some(db), trees, broken: OnceLock::new(), path: path.to_owned() }),
            Ok(Err(sled::Error::Io(error))) if is_lock(&error) => {
                Err(StoreError::Locked { path: path.to_owned(), pid: None })
            }
            Ok(Err(error)) => Err(refused(path, doing, error)),
            Err(panic) => Err(StoreError::DatabasePanicked { doing, why: message(&*panic) }),
        }
    }

    fn call<T>(
        &self,
        tree: Tree,
        doing: &'static str,
        call: impl FnOnce(&sled::Tree) -> sled::Result<T>,
    ) -> Result<T, StoreError> {
        if let Some(why) = self.broken.get() {
            return Err(StoreError::DatabasePanicked { doing, why: why.clone() });
        }
        match quietly(|| call(&self.trees[tree as usize])) {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) => Err(refused(&self.path, doing, error)),
            Err(panic) => {
                let why = message(&*panic);
                Err(StoreError::DatabasePanicked { doing, why: self.broken.get_or_init(|| why).clone() })
            }
        }
    }
}

impl Drop for Sled {
    fn drop(&mut self) {
        let trees = std::mem::take(&mut self.trees);
        let db = self.db.take();
        if self.broken.get().is_some() {
            // Letting it write now could only make things worse; its lock ends with the process.
            std::mem::forget((trees, db));
            return;
        }
        // Closing flushes. Call `flush` first to see its errors.
        let first = trees.first().cloned();
        if let Some(tree) = first
            && !matches!(patiently(move || tree.flush().map(|_| ())), Some(Ok(Ok(_))))
        {
            // What could not be written yet never will be, and sled may wait for it forever.
            std::mem::forget((trees, db));
            return;
        }
        let _closed = quietly(move || drop((trees, db)));
    }
}

/// Lets sled write in a separate thread. After a failed write sled may not wake those waiting for
/// it until another call asks for the same, so this asks again now and then, and gives up in the
/// end.
fn patiently<T: Send + 'static>(call: impl Fn() -> T + Clone + Send + 'static) -> Option<std::thread::Result<T>> {
    let (done, wait) = mpsc::channel();
    let mut waited = Duration::ZERO;
    while waited < LONGEST {
        let (done, call) = (done.clone(), call.clone());
        let begun = Builder::new().name("sled, written by us".to_owned()).spawn(move || {
            // The waiting thread may have given up.
            let _told = done.send(quietly(call));
        });
        if begun.is_err() {
            return None;
        }
        let pause = NUDGE.max(waited);
        match wait.recv_timeout(pause) {
            Ok(result) => return Some(result),
            Err(_) => waited += pause,
        }
    }
    None
}

impl Backend for Sled {
    fn get(&self, tree: Tree, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.call(tree, "read", |tree| Ok(tree.get(key)?.map(|value| value.to_vec())))
    }

    fn put(&self, tree: Tree, key: &[u8], value: &[u8]) -> Result<(), StoreError> {
        self.call(tree, "write", |tree| tree.insert(key, value).map(|_| ()))
    }

    fn put_new(&self, tree: Tree, key: &[u8], value: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.call(tree, "read or write", |tree| {
            let swapped = tree.compare_and_swap(key, None::<&[u8]>, Some(value))?;
            Ok(swapped.err().and_then(|there| there.current).map(|there| there.to_vec()))
        })
    }

    fn apply(&self, tree: Tree, changes: &[KeyChange]) -> Result<(), StoreError> {
        let mut batch = sled::Batch::default();
        for (key, value) in changes {
            match value {
                Some(value) => batch.insert(key.as_slice(), value.as_slice()),
                None => batch.remove(key.as_slice()),
            }
        }
        self.call(tree, "write", |tree| tree.apply_batch(batch))
    }

    fn scan(&self, tree: Tree, prefix: &[u8], limit: usize) -> Result<Vec<(Vec<u8>, Vec<u8>)>, StoreError> {
        self.call(tree, "read", |tree| {
            let found = tree.scan_prefix(prefix).take(limit);
            found.map(|found| found.map(|(key, value)| (key.to_vec(), value.to_vec()))).collect()
        })
    }

    fn clear(&self, tree: Tree) -> Result<(), StoreError> {
        self.call(tree, "remove", sled::Tree::clear)
    }

    fn flush(&self) -> Result<(), StoreError> {
        let doing = "write";
        if let Some(why) = self.broken.get() {
            return Err(StoreError::DatabasePanicked { doing, why: why.clone() });
        }
        let tree = self.trees[Tree::Objects as usize].clone();
        let why = match patiently(move || tree.flush().map(|_| ())) {
            Some(Ok(flushed)) => return flushed.map_err(|error| refused(&self.path, doing, error)),
            Some(Err(panic)) => message(&*panic),
            None => "it did not come to an end".to_owned(),
        };
        Err(StoreError::DatabasePanicked { doing, why: self.broken.get_or_init(|| why).clone() })
    }
}

fn is_lock(error: &std::io::Error) -> bool {
    error.to_string().contains("could not acquire lock")
}

/// sled's error, in the operating system's words where that caused it.
fn refused(path: &Path, doing: &'static str, error: sled::Error) -> StoreError {
    match error {
        sled::Error::Io(error) => match StoreError::io(doing, path)(error) {
            StoreError::Io { source, .. } => StoreError::Database { doing, why: source.to_string() },
            named => named,
        },
        sled::Error::Corruption { .. } => {
            StoreError::Database { doing, why: "its files are not as they should be".to_owned() }
        }
        error => StoreError::Database { doing, why: error.to_string() },
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.map_or_else(|| "a panic without words".to_owned(), |text| in_words(&text))
}

/// A message in which errors of the operating system that stand as Rust prints them for programmers
/// are in the system's words.
fn in_words(text: &str) -> String {
    let (begins, says, ends) = ("Os { code: ", "message: \"", "\" }");
    let Some((before, rest)) = text.split_once(begins) else { return text.to_owned() };
    match rest.split_once(says).and_then(|(_, rest)| rest.split_once(ends)) {
        Some((message, after)) => format!("{before}{message}{}", in_words(after)),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_system_are_told_in_its_words() {
        let error = std::io::Error::from_raw_os_error(30);
        let told = in_words(&format!("it said {error:?}, and {error:?}."));
        assert!(!told.contains("Os {") && !told.contains("code"), "{told}");
        assert!(told.starts_with("it said ") && told.ends_with('.'), "{told}");
        assert_eq!(in_words("nothing of the kind"), "nothing of the kind");
    }
}
