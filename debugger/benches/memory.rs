//! The memory that a timeline takes when it is held for scrubbing, in total and by part. It prints
//! the tables of `docs/performance.md`:
//!
//! ```text
//! cargo bench -p retrace --bench memory -- 1000 10000 100000 1000000
//! ```
//!
//! The figures are bytes requested from the allocator, per choice; they are the same in every
//! profile. *All* is the whole session. A part is measured by keeping only it a second time: the
//! events read again from their wire forms; the versions of the game at every choice, folded again
//! from existing events (memory that a version shares with those is not counted); for a field, that
//! field of every version.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench says what it finds, and stops if it cannot")]

mod common;

use std::collections::BTreeMap;
use std::sync::Arc;

use peak_alloc::PeakAlloc;
use retrace_core::fact::wire::{self, FORMAT_VERSION};
use retrace_core::fact::{Entry, EntryNo, Step};
use retrace_core::persist::Vector;
use retrace_core::state::{Game, Object, Player, World, evolve};
use retrace_session::{Commit, CommitInput, Lane, Session};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The result of `make`, and the bytes that it allocated and kept.
fn taken<T>(make: impl FnOnce() -> T) -> (f64, T) {
    let before = MEMORY.current_usage();
    let made = make();
    (MEMORY.current_usage() as f64 - before as f64, made)
}

/// The steps of a commit, read again from their wire forms, as from a store.
fn read_again(commit: &Commit) -> Vec<Step> {
    let mut buffer = Vec::new();
    let again = |entry: &Entry, buffer: &mut Vec<u8>| {
        buffer.clear();
        wire::encode_entry(FORMAT_VERSION, entry, false, buffer).unwrap();
        wire::decode_entry(FORMAT_VERSION, buffer, entry.no, entry.rule).unwrap().0
    };
    let steps = commit.steps().iter();
    steps
        .map(|step| Step { entries: step.entries.iter().map(|entry| Arc::new(again(entry, &mut buffer))).collect() })
        .collect()
}

/// A part of the game after each commit, folded again.
fn fold<T>(commits: &[Vec<Step>], keep: impl Fn(&Game) -> T) -> Vec<T> {
    let mut game = Game::empty();
    let mut kept = Vec::with_capacity(commits.len());
    for steps in commits {
        steps.iter().for_each(|step| evolve(&mut game, step));
        kept.push(keep(&game));
    }
    kept
}

/// The commits as a session makes them by running the inputs, instead of reading them from a store.
fn play_again(commits: &Vector<Arc<Commit>>) -> Vec<Arc<Commit>> {
    let mut played = vec![Arc::clone(&commits[0])];
    for commit in commits.iter().skip(1) {
        let CommitInput::Input(input) = commit.input() else { panic!("a genesis in the middle") };
        let next = Commit::after_input(played.last().unwrap(), input.clone()).unwrap();
        assert_eq!(next.id(), commit.id(), "played again it is what it was");
        played.push(Arc::new(next));
    }
    played
}

/// The memory of each field of the world, kept in every version.
fn fields(steps: &[Vec<Step>]) -> Vec<(&'static str, f64)> {
    let mut found = Vec::new();
    macro_rules! each {
        ($($field:ident)*) => {$(
            let (bytes, kept) = taken(|| fold(steps, |game| game.world().$field.clone()));
            drop(kept);
            found.push((stringify!($field), bytes));
        )*};
    }
    each!(players objects battlefield stack exile command ante schedule watch fragments combat frames others
        effects waiting delayed untils notes departed history bonds drawn chances);
    found
}

/// The memory of the entries of each kind of event, including what they point to.
fn kinds(commits: &Vector<Arc<Commit>>) -> Vec<(&'static str, f64)> {
    let mut kinds: BTreeMap<&'static str, f64> = BTreeMap::new();
    for (_, entry) in commits.iter().flat_map(|commit| commit.entries()) {
        let bytes = wire::encode_event(&entry.event).unwrap();
        let (heap, event) = taken(|| wire::decode_event(&bytes).unwrap());
        drop(event);
        *kinds.entry(entry.event.name()).or_default() += heap + size_of::<Entry>() as f64;
    }
    kinds.into_iter().collect()
}

/// Prints the parts, the largest first, without those below `least` bytes per choice.
fn print(parts: Vec<(&'static str, f64)>, choices: f64, least: f64) {
    let mut parts: Vec<(&str, f64)> = parts.into_iter().map(|(name, bytes)| (name, bytes / choices)).collect();
    parts.sort_by(|a, b| b.1.total_cmp(&a.1));
    for (name, bytes) in parts.into_iter().filter(|(_, bytes)| *bytes >= least) {
        println!("      {name:24} {bytes:8.0}");
    }
}

fn main() {
    let sizes: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![1_000, 10_000] } else { sizes };
    let (commit, game, world) = (size_of::<Commit>(), size_of::<Game>(), size_of::<World>());
    println!(
        "bytes of a commit {commit}, a game {game}, a world {world}, an object {}, a player {}, a step {}, an entry {}",
        size_of::<Object>(),
        size_of::<Player>(),
        size_of::<Step>(),
        size_of::<Entry>()
    );
    for wanted in sizes {
        let folder = tempfile::tempdir().unwrap();
        common::write(folder.path(), wanted);
        let (all, session) = taken(|| Session::open(folder.path()).unwrap());
        let timeline = session.current();
        let commits = timeline.commits();
        let choices = commits.len() as f64;
        println!("{} events, {} choices; bytes for each choice:", timeline.len_entries(), commits.len());
        let line = |what: &str, bytes: f64| println!("  {what:28} {:8.0}", bytes / choices);
        line("all, opened from a store", all);
        let (bytes, played) = taken(|| play_again(commits));
        drop(played);
        line("all, as it was played", bytes);
        let (bytes, steps) = taken(|| commits.iter().map(|commit| read_again(commit)).collect::<Vec<_>>());
        line("events", bytes);
        print(kinds(commits), choices, 50.0);
        let (bytes, kept) = taken(|| fold(&steps, Game::clone));
        drop(kept);
        line("versions", bytes);
        print(fields(&steps), choices, 50.0);
        let (bytes, _) = taken(|| timeline.index().len(Lane::Stack));
        line("index", bytes);
        let numbers = (0..timeline.len_entries()).map(EntryNo);
        let (bytes, _) = taken(|| numbers.filter_map(|no| timeline.text(no)).map(str::len).sum::<usize>());
        line("what all events say", bytes);
    }
}
