//! Tests undo, redo, bookmarks, and writers with outdated expectations.

use super::*;
use crate::bookmark::Bookmark;
use crate::history::{Change, OPERATIONS_KEPT, OperationKind};

type Seen = (Vec<Timeline>, Vec<Bookmark>);

/// Everything an undo restores: the timelines, without their caches, and the bookmarks.
fn seen(store: &Store) -> Seen {
    (store.timelines().cloned().collect(), store.bookmarks().cloned().collect())
}

fn undo(store: &mut Store) {
    let operation = store.undoable().unwrap().clone();
    store.turn(&operation, true).unwrap();
}

fn redo(store: &mut Store) {
    let operation = store.redoable().unwrap().clone();
    store.turn(&operation, false).unwrap();
}

/// Makes one change of each kind; returns the state before the first and after each.
fn every_kind(store: &mut Store) -> Vec<Seen> {
    let mut states = vec![seen(store)];
    let mut done = |store: &Store| states.push(seen(store));
    store.create("main", commit(0, 3)).unwrap();
    done(store);
    let one = store.append("main", tip(store, "main"), commit(1, 2)).unwrap();
    done(store);
    store.append("main", one.id, commit(2, 2)).unwrap();
    done(store);
    store.fork("main", one.events, "b").unwrap();
    done(store);
    store.append("b", one.id, commit(7, 4)).unwrap();
    done(store);
    rename(store, "b", "c").unwrap();
    done(store);
    let made = store.set_bookmark("here", None, ("c", 6), "a note").unwrap();
    done(store);
    let moved = store.set_bookmark("here", Some(&made), ("main", 1), "another note").unwrap();
    done(store);
    store.move_head("main", tip(store, "main"), one.id).unwrap();
    done(store);
    // Onto another branch of the game.
    store.move_head("main", one.id, tip(store, "c")).unwrap();
    done(store);
    delete(store, "c").unwrap();
    done(store);
    store.remove_bookmark(&moved).unwrap();
    done(store);
    states
}

#[test]
fn every_kind_of_change_is_undone_and_done_again() {
    let mut store = Store::in_memory().unwrap();
    let states = every_kind(&mut store);
    assert_eq!(store.operations().count(), states.len() - 1);
    for _ in 0..2 {
        for state in states.iter().rev().skip(1) {
            undo(&mut store);
            assert_eq!(seen(&store), *state);
        }
        assert!(store.undoable().is_none());
        for state in states.iter().skip(1) {
            redo(&mut store);
            assert_eq!(seen(&store), *state);
        }
        assert!(store.redoable().is_none());
    }
}

#[test]
fn the_operation_log_survives_closing_and_dying_at_any_point() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    let states = every_kind(&mut store);
    let mut copy = folder;
    for state in states.iter().rev().skip(1) {
        undo(&mut store);
        let killed = as_if_killed(copy.path());
        drop(store);
        copy = killed;
        store = open(copy.path());
        assert_eq!(seen(&store), *state);
    }
    assert!(store.undoable().is_none());
    for state in states.iter().skip(1) {
        redo(&mut store);
        drop(store);
        store = open(copy.path());
        assert_eq!(seen(&store), *state);
    }
    let kinds: Vec<OperationKind> = store.operations().map(|it| it.kind).collect();
    let changes = states.len() - 1;
    assert!(kinds[..changes].iter().all(|kind| *kind == OperationKind::Change));
    let last = changes as u64 - 1;
    assert_eq!(kinds[changes..changes + 2], [OperationKind::Undo(last), OperationKind::Undo(last - 1)]);
    assert_eq!(kinds[3 * changes - 1], OperationKind::Redo(last));
}

#[test]
fn a_change_after_an_undo_ends_what_could_be_redone() {
    let mut store = chain(4);
    undo(&mut store);
    assert!(store.redoable().is_some());
    store.append("main", tip(&store, "main"), commit(9, 1)).unwrap();
    assert!(store.redoable().is_none());
    undo(&mut store);
    undo(&mut store);
    assert_eq!(store.timeline("main").unwrap().commits, 2);
}

#[test]
fn what_is_done_together_is_one_operation_and_is_undone_as_a_whole() {
    let mut store = chain(2);
    let (before, operations) = (seen(&store), store.operations().count());
    store.grouped(|store| {
        for number in 0..500 {
            store.append("main", tip(store, "main"), commit(number, 2)).unwrap();
        }
        store.fork("main", 3, "b").unwrap();
    });
    assert_eq!(store.operations().count(), operations + 1);
    let last = store.operations().next_back().unwrap();
    assert!(matches!(last.changes[..], [Change::Timeline { commits: 500, .. }, Change::Timeline { commits: 0, .. }]));
    undo(&mut store);
    assert_eq!(seen(&store), before);
}

#[test]
fn being_undoable_costs_an_append_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    grow(&mut store, 2);
    let watch = Watch::over(&mut store);
    let length = |folder: &Path| fs::metadata(folder.join(JOURNAL)).unwrap().len();
    let before = length(folder.path());
    for number in 0..50 {
        store.append("main", tip(&store, "main"), commit(number, 2)).unwrap();
    }
    // The commit's value, the head's, and the tally: the operation log adds no writes to the
    // database.
    assert_eq!(watch.writes.load(Relaxed), 150);
    // The frame (12), the kind, the serial, the id, the format and the input, all of which the
    // record has anyway.
    assert_eq!(length(folder.path()) - before, 50 * (12 + 1 + 1 + 32 + 2 + 8));
}

#[test]
fn operations_beyond_those_that_are_kept_are_forgotten_and_the_rest_is_undone() {
    let mut store = chain(2 + OPERATIONS_KEPT as u64);
    assert_eq!((store.operations().count(), store.operations_forgotten()), (OPERATIONS_KEPT, 2));
    while store.undoable().is_some() {
        undo(&mut store);
        if store.timeline("main").unwrap().commits <= 500 {
            break;
        }
    }
    // The undo is recorded as well, and displaces the oldest operation.
    assert_eq!(store.operations().count(), OPERATIONS_KEPT);
    assert!(store.timeline("main").unwrap().commits <= 502);
}

#[test]
fn every_change_of_what_is_elsewhere_by_now_is_a_conflict_and_changes_nothing() {
    let mut store = chain(5);
    let all = ids(&store, tip(&store, "main"));
    let made = store.set_bookmark("here", None, ("main", 4), "").unwrap();
    let noted = store.set_bookmark("here", Some(&made), ("main", 4), "noted").unwrap();
    let before = seen(&store);
    let operations = store.operations().count();
    let old = all[3];
    let conflict = |result: Result<(), StoreError>| {
        let error = result.unwrap_err();
        assert!(
            matches!(error, StoreError::Conflict { expected, found, .. } if expected == old && found == all[4]),
            "{error}"
        );
    };
    conflict(store.append("main", old, commit(77, 1)).map(|_| ()));
    conflict(store.rename("main", old, "x"));
    conflict(store.delete("main", old));
    conflict(store.move_head("main", old, all[1]).map(|_| ()));
    let changed = |result: Result<(), StoreError>| {
        assert!(matches!(result, Err(StoreError::BookmarkConflict { there: true, .. })));
    };
    changed(store.set_bookmark("here", None, ("main", 1), "").map(|_| ()));
    changed(store.set_bookmark("here", Some(&made), ("main", 1), "").map(|_| ()));
    changed(store.remove_bookmark(&made));
    assert_eq!(seen(&store), before);
    assert_eq!(store.operations().count(), operations);
    store.remove_bookmark(&noted).unwrap();
    let gone = store.set_bookmark("here", Some(&noted), ("main", 1), "");
    assert!(matches!(gone, Err(StoreError::BookmarkConflict { there: false, .. })));
}

#[test]
fn an_undo_that_finds_something_else_is_refused_and_changes_nothing() {
    let mut store = chain(4);
    let operation = store.undoable().unwrap().clone();
    store.append("main", tip(&store, "main"), commit(9, 1)).unwrap();
    let before = seen(&store);
    let error = store.turn(&operation, true).unwrap_err();
    assert!(matches!(error, StoreError::CannotTurn { undo: true, .. }), "{error}");
    assert_eq!(seen(&store), before);
    let gone = ids(&store, tip(&store, "main"))[3];
    store.backend.apply(Tree::Objects, &[(gone.as_bytes().to_vec(), None)]).unwrap();
    let operation = store.undoable().unwrap().clone();
    assert!(matches!(store.turn(&operation, true), Err(StoreError::Missing { .. })));
    assert_eq!(seen(&store), before);
}

#[test]
fn a_bookmark_names_its_event_wherever_that_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    grow(&mut store, 12);
    let made = store.set_bookmark("the bug", None, ("main", 20), "why?\nreally").unwrap();
    let commit_of = store.commit_at(tip(&store, "main"), 20).unwrap();
    assert_eq!((made.commit, made.event), (commit_of.id, 20));
    assert_eq!(store.timeline_of_bookmark(&made).unwrap().unwrap().name, "main");
    store.fork("main", commit_of.end(), "b").unwrap();
    delete(&mut store, "main").unwrap();
    assert_eq!(store.timeline_of_bookmark(&made).unwrap().unwrap().name, "b");
    delete(&mut store, "b").unwrap();
    assert_eq!(store.timeline_of_bookmark(&made).unwrap(), None);
    drop(store);
    let store = open(folder.path());
    assert_eq!(*store.bookmark("the bug").unwrap(), made);
    assert!(matches!(store.bookmark("none"), Err(StoreError::NoBookmark { .. })));
}

#[test]
fn bookmarks_are_checked() {
    let mut store = chain(3);
    let mut set = |name: &str, place, note: &str| store.set_bookmark(name, None, place, note).map(|_| ());
    assert!(matches!(set("12", ("main", 1), ""), Err(StoreError::BadName { .. })));
    assert!(matches!(set("x", ("main", 999), ""), Err(StoreError::NoEvent { .. })));
    assert!(matches!(set("x", ("none", 1), ""), Err(StoreError::NoTimeline { .. })));
    assert!(matches!(set("x", ("main", 1), &"n".repeat(4097)), Err(StoreError::LongNote { most: 4096, bytes: 4097 })));
    set("x", ("main", 1), &"n".repeat(4096)).unwrap();
}

#[test]
fn bookmarks_come_back_from_the_journal_and_from_the_database() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    grow(&mut store, 6);
    let made = store.set_bookmark("here", None, ("main", 4), "a note").unwrap();
    let other = store.set_bookmark("there", None, ("main", 5), "").unwrap();
    store.remove_bookmark(&other).unwrap();
    drop(store);

    // A damaged record is rewritten from the journal.
    let store = open(folder.path());
    store.backend.put(Tree::Heads, b"bhere", b"rubbish").unwrap();
    drop(store);
    let store = open(folder.path());
    assert_eq!(store.bookmarks().collect::<Vec<_>>(), [&made]);
    drop(store);

    // A journal damaged in its first record knows nothing, but the database does.
    let mut journal = fs::read(folder.path().join(JOURNAL)).unwrap();
    journal[30] ^= 1;
    fs::write(folder.path().join(JOURNAL), journal).unwrap();
    let store = open(folder.path());
    assert_eq!(store.bookmarks().collect::<Vec<_>>(), [&made]);
    drop(store);
    fs::remove_dir_all(folder.path().join(DATABASE)).unwrap();
    let store = open(folder.path());
    assert_eq!(store.bookmarks().collect::<Vec<_>>(), [&made]);
}

#[test]
fn what_opening_repairs_is_one_operation() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    grow(&mut store, 3);
    let early = fs::read(folder.path().join(JOURNAL)).unwrap();
    for number in 3..8 {
        store.append("main", tip(&store, "main"), commit(number, 2)).unwrap();
    }
    let after = seen(&store);
    drop(store);
    // The journal is older than the database, as if an old copy had been restored.
    fs::write(folder.path().join(JOURNAL), &early).unwrap();
    let mut store = open(folder.path());
    assert_eq!(seen(&store), after);
    assert_eq!(store.operations().count(), 4);
    undo(&mut store);
    assert_eq!(store.timeline("main").unwrap().commits, 3);
    drop(store);
    assert_eq!(open(folder.path()).timeline("main").unwrap().commits, 3);
}
