//! Tests collecting and counting.

use std::collections::BTreeSet;

use super::*;
use crate::bookmark::Bookmark;
use crate::disk::faulty::Faulty;
use crate::gc::{Collect, Collected};
use crate::history::Operation;

const DRY: Collect = Collect { dry_run: true, forget_operations: false, pack: false };
const ALL: Collect = Collect { dry_run: false, forget_operations: false, pack: false };
const FORGET: Collect = Collect { dry_run: false, forget_operations: true, pack: false };

type Seen = (Vec<Timeline>, Vec<Bookmark>);

fn seen(store: &Store) -> Seen {
    (store.timelines().cloned().collect(), store.bookmarks().cloned().collect())
}

fn objects(store: &Store) -> BTreeSet<Vec<u8>> {
    store.backend.scan(Tree::Objects, &[], usize::MAX).unwrap().into_iter().map(|(key, _)| key).collect()
}

/// Two timelines that share a beginning, a deleted one, and a bookmark on another deleted one.
fn busy(store: &mut Store) {
    grow(store, 30);
    let place =
        |store: &Store, name: &str, number| store.commit_number(tip(store, name), number).unwrap().unwrap().end();
    for (name, at, more) in [("b", 10, 5), ("lost", 12, 7), ("marked", 20, 3)] {
        store.fork("main", place(store, "main", at), name).unwrap();
        for number in 0..more {
            store.append(name, tip(store, name), commit(1000 * at + number, 2)).unwrap();
        }
    }
    let events = store.timeline("marked").unwrap().events;
    store.set_bookmark("here", None, ("marked", events - 3), "one before the last").unwrap();
    delete(store, "lost").unwrap();
    delete(store, "marked").unwrap();
}

#[test]
fn nothing_goes_that_an_operation_reaches_and_what_nothing_reaches_does() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    busy(&mut store);
    let (before, all) = (seen(&store), objects(&store));
    assert!(store.collect(ALL).unwrap().is_empty());
    assert_eq!(objects(&store), all);

    // Commits that were written but came into no timeline, as after an interrupted import.
    let spine = store.spine(tip(&store, "main")).unwrap();
    let stray = store.put_after("nowhere", &spine, commit(5555, 9)).unwrap();
    store.put_snapshot(stray.id, "1", b"a game").unwrap();
    let dry = store.collect(DRY).unwrap();
    assert_eq!((dry.commits, dry.snapshots, dry.operations), (1, 1, 0));
    assert!(dry.commit_bytes > 9 * 18 && dry.snapshot_bytes > 38);
    assert!(store.contains(stray.id).unwrap());
    assert_eq!(store.collect(ALL).unwrap(), dry);
    assert_eq!((objects(&store), seen(&store)), (all, before));
    assert!(store.collect(ALL).unwrap().is_empty());
}

#[test]
fn without_operations_only_timelines_and_bookmarks_hold_on_to_commits() {
    for on_disk in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let mut store = if on_disk { open(folder.path()) } else { Store::in_memory().unwrap() };
        busy(&mut store);
        let (before, count) = (seen(&store), store.history.count());
        let dry = store.collect(Collect { dry_run: true, ..FORGET }).unwrap();
        assert_eq!(store.history.count(), count);
        assert!(store.undoable().is_some());
        // Kept: 30, 5 of the fork, and two of the bookmark's three. Removed: its last one, and the
        // seven of the deleted timeline.
        assert_eq!((dry.kept, dry.commits, dry.operations), (37, 8, count));
        assert_eq!(dry.journal_after < dry.journal_before, on_disk);
        assert_eq!(store.collect(FORGET).unwrap(), dry);
        assert_eq!(seen(&store), before);
        assert!(store.undoable().is_none() && store.redoable().is_none());
        assert_eq!((store.operations().count(), store.operations_forgotten()), (0, count));
        assert!(store.collect(FORGET).unwrap().is_empty());
        let marked = store.bookmark("here").unwrap().commit;
        for tip in [tip(&store, "main"), tip(&store, "b"), marked] {
            store.verify_chain(tip).unwrap();
        }
        // The timeline can continue from there.
        store.append("b", tip(&store, "b"), commit(42, 1)).unwrap();
        assert_eq!(store.undoable().unwrap().number, count);
        if !on_disk {
            continue;
        }
        let (after, left) = (seen(&store), objects(&store));
        assert_eq!(fs::metadata(folder.path().join(JOURNAL)).unwrap().len(), store.journal.as_ref().unwrap().len());
        let killed = as_if_killed(folder.path());
        drop(store);
        for folder in [folder.path(), killed.path()] {
            let mut store = open(folder);
            assert_eq!((seen(&store), objects(&store)), (after.clone(), left.clone()));
            // No serial is given out again, not even one the journal no longer mentions.
            assert_eq!(store.fork("main", 3, "new").unwrap().serial, 4);
        }
    }
}

#[test]
fn after_collecting_the_journal_rebuilds_what_is_there_and_brings_nothing_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    busy(&mut store);
    store.collect(FORGET).unwrap();
    let main = ids(&store, tip(&store, "main"));
    let b = ids(&store, tip(&store, "b"));
    let kept = objects(&store);
    drop(store);
    let journal = fs::read(folder.path().join(JOURNAL)).unwrap();
    assert!(!folder.path().join("journal.new").exists());
    fs::remove_dir_all(folder.path().join(DATABASE)).unwrap();
    let store = open(folder.path());
    let rebuilt: Vec<(&str, Vec<EventId>)> = store
        .rebuilds
        .iter()
        .map(|it| (it.timeline.name.as_str(), it.inputs.iter().map(|input| input.id).collect()))
        .collect();
    assert_eq!(rebuilt, [("main", main.clone()), ("b", b.clone())]);
    let known = store.journal.as_ref().unwrap().commits().unwrap();
    let known: BTreeSet<Vec<u8>> = known.keys().map(|id| id.as_bytes().to_vec()).collect();
    assert!(main.iter().chain(&b).all(|id| known.contains(&id.as_bytes()[..])));
    assert!(known.is_subset(&kept));
    assert!(journal.len() > known.len() * 40);
}

#[test]
fn a_journal_that_is_written_anew_tells_the_same_operations() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    busy(&mut store);
    rename(&mut store, "b", "c").unwrap();
    for undo in [true, true, true, false] {
        let operation = if undo { store.undoable() } else { store.redoable() }.unwrap().clone();
        store.turn(&operation, undo).unwrap();
    }
    // More operations than are kept, so that the first are forgotten and the journal holds more
    // than it needs.
    for number in 0..1000 {
        store.append("main", tip(&store, "main"), commit(number, 1)).unwrap();
        if number % 100 == 0 {
            let operation = store.undoable().unwrap().clone();
            store.turn(&operation, true).unwrap();
            store.append("main", tip(&store, "main"), commit(number + 5000, 1)).unwrap();
        }
    }
    let told = |store: &Store| -> Vec<Operation> { store.operations().cloned().collect() };
    let next = |store: &Store| (store.undoable().cloned(), store.redoable().cloned());
    let before = (seen(&store), told(&store), next(&store), store.operations_forgotten());
    let history = store.tell_anew(false, &Packed::default(), &|_| Ok(false), &mut |_| {}).unwrap();
    store.history = history;
    assert_eq!((seen(&store), told(&store), next(&store), store.operations_forgotten()), before);

    let collected = store.collect(ALL).unwrap();
    assert_eq!(collected.operations, 0);
    assert_eq!((seen(&store), told(&store), next(&store), store.operations_forgotten()), before);
    drop(store);
    let mut store = open(folder.path());
    assert_eq!((seen(&store), told(&store), next(&store), store.operations_forgotten()), before);
    while let Some(operation) = store.undoable().cloned() {
        store.turn(&operation, true).unwrap();
        store.verify_chain(tip(&store, "main")).unwrap();
        if store.operations_forgotten() > before.3 + 400 {
            break;
        }
    }
}

#[test]
fn a_missing_or_damaged_object_stops_it_before_anything_is_changed() {
    let mut store = chain(10);
    store.fork("main", 3, "b").unwrap();
    delete(&mut store, "b").unwrap();
    let all = ids(&store, tip(&store, "main"));
    let spine = store.spine(all[4]).unwrap();
    store.put_after("nowhere", &spine, commit(5555, 9)).unwrap();
    let value = store.backend.get(Tree::Objects, all[5].as_bytes()).unwrap().unwrap();
    store.backend.apply(Tree::Objects, &[(all[5].as_bytes().to_vec(), None)]).unwrap();
    let before = objects(&store);
    let error = store.collect(FORGET).unwrap_err();
    assert!(
        matches!(&error, StoreError::Missing { object: Object::Commit(id), wanted_by: Some(Object::Commit(by)) } if (*id, *by) == (all[5], all[6])),
        "{error}"
    );
    assert_eq!(objects(&store), before);
    assert!(store.undoable().is_some());
    let mut wrong = value.clone();
    wrong[40] ^= 1;
    store.backend.put(Tree::Objects, all[5].as_bytes(), &wrong).unwrap();
    assert!(matches!(store.collect(ALL), Err(StoreError::Damaged { .. })));
    store.backend.put(Tree::Objects, all[5].as_bytes(), &value).unwrap();
    assert_eq!(store.collect(ALL).unwrap().commits, 1);
}

#[test]
fn cut_short_between_the_journal_and_the_database_it_is_finished_by_doing_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    busy(&mut store);
    let before = seen(&store);
    // The old database with the new journal, as if the process had died in between.
    let old = as_if_killed(folder.path());
    let collected = store.collect(FORGET).unwrap();
    drop(store);
    fs::copy(folder.path().join(JOURNAL), old.path().join(JOURNAL)).unwrap();
    let mut store = open(old.path());
    assert_eq!(seen(&store), before);
    let again = store.collect(FORGET).unwrap();
    assert_eq!((again.commits, again.kept), (collected.commits, collected.kept));
    assert!(store.collect(FORGET).unwrap().is_empty());
    // A leftover journal that never replaced the old one does no harm.
    fs::write(old.path().join("journal.new"), "half a journ").unwrap();
    delete(&mut store, "b").unwrap();
    let last = store.collect(FORGET).unwrap();
    assert_eq!(last, Collected { commits: 5, ..last });
    assert!(!old.path().join("journal.new").exists());
}

#[test]
fn stats_count_what_there_is_once_and_what_is_shared() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    busy(&mut store);
    store.put_snapshot(tip(&store, "main"), "1", b"a game").unwrap();
    let stats = store.stats().unwrap();
    let (main, b) = (store.timeline("main").unwrap(), store.timeline("b").unwrap());
    assert_eq!((stats.timelines, stats.bookmarks, stats.snapshots), (2, 1, 1));
    assert_eq!((stats.commits, stats.commits_told), (35, main.commits + b.commits));
    assert_eq!((stats.events, stats.events_told), (main.events + 10, main.events + b.events));
    // 16 bytes per event and 8 per input.
    assert_eq!(stats.encoding_bytes, 16 * stats.events + 8 * stats.commits);
    assert_eq!(stats.other_commits, 10);
    assert!(stats.value_bytes > stats.encoding_bytes && stats.other_bytes > 0);
    assert!(stats.database_bytes > 0 && stats.journal_bytes > 0);
    assert_eq!(stats.operations, store.history.count());
}

#[test]
fn a_full_disk_or_a_failed_sync_leaves_everything_as_it_was_and_a_power_cut_what_was_collected() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Faulty::default();
    let on = |disk: &Faulty| Store::open_on(Arc::new(disk.clone()), folder.path(), Options::default()).unwrap();
    let mut store = on(&disk);
    busy(&mut store);
    let before = (seen(&store), objects(&store), store.history.clone());
    disk.fill_up(Some(100));
    assert!(store.collect(FORGET).is_err());
    disk.fill_up(None);
    assert_eq!((seen(&store), objects(&store), store.history.clone()), before);
    disk.fail_syncs(1);
    assert!(store.collect(FORGET).is_err());
    disk.fail_syncs(0);
    assert_eq!((seen(&store), objects(&store), store.history.clone()), before);
    drop(store);
    let mut store = on(&disk);
    assert_eq!((seen(&store), objects(&store)), (before.0, before.1));
    assert_eq!(store.collect(FORGET).unwrap().commits, 8);
    store.append("b", tip(&store, "b"), commit(42, 1)).unwrap();
    let (after, left) = (seen(&store), objects(&store));
    let disk = disk.power_cut(|_| 0);
    drop(store);
    let mut store = on(&disk);
    assert_eq!((seen(&store), objects(&store)), (after, left));
    assert!(store.rebuilds.is_empty() && store.collect(DRY).unwrap().is_empty());
}
