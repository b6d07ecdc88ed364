//! A store of random games, for tests that damage it.
#![allow(dead_code, clippy::unwrap_used, reason = "each test takes what it needs, and may")]

use std::fs;
use std::path::{Path, PathBuf};

use retrace_core::fact::Input;
use retrace_core::play::{Dice, decide_at_random};
use retrace_core::rules::{self, Pending};
use retrace_core::state::Game;
use retrace_store::{EventId, Log, Options, StoreError};

pub(crate) use crate::games::genesis;

/// A random answer to the current choice; a new seed once the game is over.
pub(crate) fn answer(game: &Game, dice: &mut Dice) -> Input {
    match rules::pending(game) {
        Pending::Choices(choices) => decide_at_random(game, &choices[0], dice),
        Pending::Over(_) | Pending::Running => Input::Reseed(dice.below(1000) as u64),
    }
}

/// Continues a timeline by this many commits; returns the game and the ids.
pub(crate) fn go_on(
    log: &mut Log,
    name: &str,
    mut game: Game,
    commits: usize,
    dice: &mut Dice,
) -> (Game, Vec<EventId>) {
    let mut ids = Vec::new();
    for _ in 0..commits {
        let input = answer(&game, dice);
        let Ok((steps, after)) = rules::play(&game, &input) else { break };
        let tip = log.timeline(name).unwrap().tip;
        ids.push(log.append(name, tip, &input, &steps).unwrap().id);
        game = after;
    }
    (game, ids)
}

/// A store with a game of this many commits, a fork in the middle of it, and another game.
pub(crate) fn fill(folder: &Path, options: Options, commits: usize) -> Vec<Whole> {
    let mut log = Log::open(folder, options).unwrap();
    let mut dice = Dice::new(7);
    let (game, steps) = rules::start(&genesis(1)).unwrap();
    log.create("main", &genesis(1), &steps).unwrap();
    let (middle, _) = go_on(&mut log, "main", game, commits / 2, &mut dice);
    go_on(&mut log, "main", middle.clone(), commits / 2, &mut dice);
    log.fork("main", middle.len(), "what if").unwrap();
    go_on(&mut log, "what if", middle, commits / 3, &mut dice);
    let (game, steps) = rules::start(&genesis(2)).unwrap();
    log.create("second", &genesis(2), &steps).unwrap();
    go_on(&mut log, "second", game, commits / 4, &mut dice);
    let whole = wholes(&log).unwrap();
    log.close().unwrap();
    whole
}

/// The content of a timeline: its name, and the ids of its commits in order with the number of
/// events up to each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Whole {
    pub(crate) name: String,
    pub(crate) commits: Vec<(EventId, u64)>,
}

/// All timelines of a log, each commit of them read and verified.
pub(crate) fn wholes(log: &Log) -> Result<Vec<Whole>, StoreError> {
    let timelines = log.timelines().map(|timeline| {
        let commits = log.commits(timeline.tip, 0).map(|commit| commit.map(|commit| (commit.id, commit.end())));
        Ok(Whole { name: timeline.name.clone(), commits: commits.collect::<Result<_, _>>()? })
    });
    timelines.collect()
}

pub(crate) fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() { copy_folder(&entry.path(), &target) } else { drop(fs::copy(entry.path(), target)) }
    }
}

/// The files of a store, named from its folder.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { found.push(path.strip_prefix(folder).unwrap().to_owned()) }
        }
    }
    found.sort();
    found
}
