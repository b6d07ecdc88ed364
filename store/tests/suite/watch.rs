//! Tests that long work on a store reports progress and can be stopped, leaving everything
//! unchanged.
#![allow(clippy::unwrap_used, reason = "a test may")]

use std::ops::ControlFlow;

use crate::games::play;
use retrace_store::{Detail, Log, Options, Progress, Replay, ReplayError, RunError, StoreError, fsck};

/// A callback that stops the work after this many commits.
fn stop_at(commits: u64) -> impl FnMut(Progress) -> ControlFlow<()> {
    move |at| if at.commits >= commits { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

fn files(folder: &std::path::Path) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}

#[test]
fn reading_and_writing_a_replay_are_watched_and_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", 5, 12);
    for detail in [Detail::Ids, Detail::Entries] {
        for name in ["a.retrace", "a.jsonl"] {
            let path = folder.path().join(name);
            assert!(matches!(log.export_with(played.tip(), detail, &mut stop_at(3)), Err(StoreError::Stopped)));
            let replay = log.export(played.tip(), detail).unwrap();
            let of = replay.commits.len() as u64;
            let before = files(folder.path());
            for at in [3, of] {
                assert!(matches!(replay.write_with(&path, &mut stop_at(at)), Err(ReplayError::Stopped)), "{name} {at}");
                assert_eq!(files(folder.path()), before, "nothing is left of it");
            }
            let mut seen = Vec::new();
            replay.write(&path).unwrap();
            let read = Replay::read_with(&path, &mut |at| {
                seen.push((at.commits, at.of));
                ControlFlow::Continue(())
            });
            assert_eq!(read.unwrap(), replay);
            assert_eq!(seen, (1..=of).map(|number| (number, of)).collect::<Vec<_>>());
            assert!(matches!(Replay::read_with(&path, &mut stop_at(3)), Err(ReplayError::Stopped)));
            std::fs::remove_file(&path).unwrap();
        }
    }
}

#[test]
fn an_import_that_is_stopped_leaves_no_timeline_and_can_be_done_later() {
    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", 5, 12);
    for detail in [Detail::Marks, Detail::Entries] {
        let folder = tempfile::tempdir().unwrap();
        let replay = log.export(played.tip(), detail).unwrap();
        let mut other = Log::open(folder.path(), Options::default()).unwrap();
        assert!(matches!(
            other.import_with("game", &replay, &mut stop_at(5)),
            Err(RunError::Store(StoreError::Stopped))
        ));
        assert_eq!((other.timelines().count(), other.store().operations().count()), (0, 0));
        drop(other);
        let mut other = Log::open(folder.path(), Options::default()).unwrap();
        assert_eq!(other.timelines().count(), 0);
        assert_eq!(other.import("game", &replay).unwrap().tip, played.tip());
    }
}

#[test]
fn what_is_written_ahead_from_another_thread_becomes_a_timeline_when_it_is_adopted() {
    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", 5, 12);
    let replay = log.export(played.tip(), Detail::Entries).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut other = Log::open(folder.path(), Options::default()).unwrap();
    assert!(matches!(other.adopt("game", replay.tip()), Err(StoreError::Missing { .. })), "it is not there yet");
    let ahead = other.ahead().unwrap();
    let writing = std::thread::spawn(move || {
        let stopped = ahead.put(&replay, &mut stop_at(4));
        assert!(matches!(stopped, Err(RunError::Store(StoreError::Stopped))));
        ahead.put(&replay, &mut stop_at(u64::MAX)).unwrap();
        ahead.keep_snapshots(replay.tip(), &mut stop_at(u64::MAX)).unwrap();
        assert_eq!(ahead.commits(replay.tip()).map(Result::unwrap).count(), replay.commits.len());
    });
    // Meanwhile the owner of the log continues.
    let mine = play(&mut other, "mine", 6, 4);
    writing.join().unwrap();
    assert_eq!(other.timelines().count(), 1, "no timeline knows of it");
    other.adopt("game", played.tip()).unwrap();
    assert!(matches!(other.adopt("game", played.tip()), Err(StoreError::TimelineExists { .. })));
    other.close().unwrap();
    let again = Log::open(folder.path(), Options::default()).unwrap();
    let tips = ["game", "mine"].map(|name| again.timeline(name).unwrap().tip);
    assert_eq!(tips, [played.tip(), mine.tip()]);
    assert_eq!(again.fold(played.tip()).unwrap(), log.fold(played.tip()).unwrap());
}

#[test]
fn a_store_stays_locked_while_somebody_writes_ahead() {
    let folder = tempfile::tempdir().unwrap();
    let log = Log::open(folder.path(), Options::default()).unwrap();
    let ahead = log.ahead().unwrap();
    drop(log);
    assert!(matches!(Log::open(folder.path(), Options::default()), Err(StoreError::Locked { .. })));
    drop(ahead);
    Log::open(folder.path(), Options::default()).unwrap();
}

#[test]
fn what_an_opening_makes_again_can_be_stopped_and_is_made_later() {
    let folder = tempfile::tempdir().unwrap();
    let mut log = Log::open(folder.path(), Options::default()).unwrap();
    let played = [play(&mut log, "main", 5, 12), play(&mut log, "other", 6, 8)];
    // Read while another process has it: rebuilt from the journal.
    for at in [1, 7, 15] {
        assert!(matches!(fsck::open_to_read_with(folder.path(), &mut stop_at(at)), Err(StoreError::Stopped)));
    }
    let (beside, freshness) = fsck::open_to_read_with(folder.path(), &mut stop_at(u64::MAX)).unwrap();
    assert!(freshness.is_some() && beside.timeline("main").unwrap().tip == played[0].tip());
    log.close().unwrap();
    // The database is lost, and the journal has everything.
    std::fs::remove_dir_all(folder.path().join("sled")).unwrap();
    for at in [1, 7, 15] {
        let opened = Log::open_with(folder.path(), Options::default(), &mut stop_at(at));
        assert!(matches!(opened, Err(StoreError::Stopped)), "{at}");
    }
    let again = Log::open(folder.path(), Options::default()).unwrap();
    for (name, played) in ["main", "other"].into_iter().zip(&played) {
        assert_eq!(again.timeline(name).unwrap().tip, played.tip());
        assert_eq!(again.fold(played.tip()).unwrap(), played.commits.last().unwrap().2);
    }
    assert!(again.recovered().iter().all(|recovered| recovered.lost.is_none()), "{:?}", again.recovered());
}
