//! The bodies of the fuzz targets. The suite runs the kept corpora through the same functions
//! (`tests/suite/corpus.rs`), without libFuzzer.
//!
//! A wrong checksum or id is detected at once, and the code behind those checks would never be
//! reached. So both are made right first, as a hostile file would have them.

use retrace_store::commit::NewCommit;
use retrace_store::{Detail, ENGINE, EventId, Log, Replay, Verdict, verify};

/// Longer games are not run: their cost is the game's.
const MOST_COMMITS: usize = 200;

/// Reads, writes, runs, imports and folds a `.retrace` file.
pub fn replay_import(bytes: &[u8]) {
    let as_it_is = Replay::from_bytes(bytes);
    let Some((body, _)) = bytes.split_last_chunk::<32>() else { return };
    let mut sealed = body.to_vec();
    if let Some(length) = sealed.get_mut(10..18) {
        length.copy_from_slice(&(bytes.len() as u64).to_le_bytes());
    }
    sealed.extend(blake3::derive_key("retrace replay v1", &sealed));
    match Replay::from_bytes(&sealed) {
        Ok(replay) => {
            assert_eq!(replay.to_bytes(), sealed, "a file has one way to be written");
            take(replay);
        }
        Err(_) => assert!(as_it_is.is_err()),
    }
}

/// The same for a JSON Lines file.
pub fn lines_import(bytes: &[u8]) {
    drop(Replay::read_lines(bytes));
    // The last line begins after the end of the line before it.
    let end = bytes.len() - bytes.iter().rev().skip(1).take_while(|byte| **byte != b'\n').count();
    let (lines, last) = bytes.split_at(end.saturating_sub(1).min(bytes.len()));
    let mut sealed = lines.to_vec();
    let sum = EventId::from_bytes(blake3::derive_key("retrace replay lines v1", lines));
    let last = String::from_utf8_lossy(last);
    match last.split_once("\"checksum\":\"") {
        Some((before, _)) => sealed.extend(format!("{before}\"checksum\":\"{sum}\"}}\n").bytes()),
        None => sealed.extend(last.bytes()),
    }
    let Ok(replay) = Replay::read_lines(&*sealed) else { return };
    // What was read can be written by this engine, and reads back the same.
    let own = Replay { engine: ENGINE.to_owned(), ..replay.clone() };
    let mut written = Vec::new();
    own.write_lines(&mut written).expect("what was read can be written");
    assert_eq!(Replay::read_lines(&*written).expect("what was written can be read"), own);
    assert_eq!(Replay::from_bytes(&own.to_bytes()).expect("both forms take the same"), own);
    take(replay);
}

/// Runs and imports a replay whose ids match.
fn take(mut replay: Replay) {
    if replay.commits.len() > MOST_COMMITS {
        return;
    }
    if replay.detail == Detail::Entries {
        let mut parent = EventId::ZERO;
        for commit in &mut replay.commits {
            let new = NewCommit { format: commit.format, input: commit.input.clone(), entries: commit.entries.clone() };
            commit.id = new.id_after(parent);
            parent = commit.id;
        }
    }
    let verdict = verify(&replay);
    let Ok(mut log) = Log::in_memory() else { return };
    match log.import("theirs", &replay) {
        Ok(timeline) => {
            assert_eq!(timeline.tip, replay.tip());
            let game = log.fold(timeline.tip).expect("what was imported can be folded");
            assert_eq!(game.len(), timeline.events);
            let middle = log.game_at(timeline.tip, timeline.events / 2).expect("so can a part of it");
            assert_eq!(middle.len(), timeline.events / 2);
            let again = log.export(timeline.tip, replay.detail).expect("and exported");
            assert_eq!(again.commits, replay.commits);
        }
        // Nothing that was refused is stored, and a replay that comes out the same is not refused.
        Err(error) => {
            assert_eq!(log.timelines().count(), 0);
            assert!(!matches!(verdict, Ok(Verdict::Exact { .. })), "{error}");
        }
    }
}
