//! Replays the inputs that fuzzing found worth keeping, without libFuzzer. Each file of a target's
//! corpus goes through the same function that the target calls. The corpus also holds fixed bugs,
//! so that they stay fixed (docs/fuzzing.md).

#![allow(clippy::print_stdout, reason = "what fails tells which file it was")]

use std::fs;
use std::path::Path;

#[path = "../../core/fuzz/src/lib.rs"]
#[allow(unreachable_pub, reason = "it is the library of a crate of its own")]
mod core_targets;
#[path = "../../store/fuzz/src/lib.rs"]
#[allow(unreachable_pub, reason = "it is the library of a crate of its own")]
mod store_targets;

/// Replays a corpus, and returns its number of files.
fn replay(folder: &str, target: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in &files {
        let bytes = fs::read(file).unwrap();
        println!("{}", file.display());
        target(&bytes);
    }
    assert!(files.len() >= 10, "{} has only {} files", folder.display(), files.len());
}

#[test]
fn card_files() {
    replay("core/fuzz/corpus/card_file", core_targets::card_file);
}

#[test]
fn card_packs() {
    replay("core/fuzz/corpus/card_pack", core_targets::card_pack);
}

#[test]
fn scenario_files() {
    replay("core/fuzz/corpus/scenario_file", core_targets::scenario_file);
}

#[test]
fn geneses() {
    replay("core/fuzz/corpus/genesis", core_targets::genesis);
}

#[test]
fn predicates() {
    replay("core/fuzz/corpus/predicate", core_targets::predicate);
}

#[test]
fn replay_imports() {
    replay("store/fuzz/corpus/replay_import", store_targets::replay_import);
}

#[test]
fn lines_imports() {
    replay("store/fuzz/corpus/lines_import", store_targets::lines_import);
}
