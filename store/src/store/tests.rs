//! Tests the store of bytes against simple models.

mod faults;
mod gc;
mod history;
mod model;
mod packs;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use super::*;
use crate::backend::KeyChange;
use crate::branching::place;
use crate::commit::{EntryList, NewCommit};
use crate::error::Damage;
use crate::folder::{DATABASE, JOURNAL, MARKER};
use crate::history::Packed;
use crate::journal::Stands;
use crate::jumps::Spine;
use crate::timeline::Fork;
use std::fs;

/// A commit with distinct bytes.
fn commit(input: u64, events: usize) -> NewCommit {
    let mut entries = EntryList::new();
    for event in 0..events {
        entries.push(1127, &[input.to_le_bytes(), (event as u64).to_le_bytes()].concat());
    }
    NewCommit { format: 1, input: input.to_le_bytes().to_vec(), entries }
}

/// A store with a timeline `main` of this many commits of different sizes.
fn chain(commits: u64) -> Store {
    let mut store = Store::in_memory().unwrap();
    grow(&mut store, commits);
    store
}

fn grow(store: &mut Store, commits: u64) {
    let mut tip = store.create("main", commit(0, 3)).unwrap().id;
    for number in 1..commits {
        tip = store.append("main", tip, commit(number, 1 + number as usize * 7 % 5)).unwrap().id;
    }
}

fn ids(store: &Store, tip: EventId) -> Vec<EventId> {
    store.commits(tip, 0).map(|commit| commit.unwrap().id).collect()
}

fn tip(store: &Store, name: &str) -> EventId {
    store.timeline(name).unwrap().tip
}

/// Renames a timeline, whatever its head.
fn rename(store: &mut Store, name: &str, to: &str) -> Result<(), StoreError> {
    let expected = store.timeline(name)?.tip;
    store.rename(name, expected, to)
}

/// Deletes a timeline, whatever its head.
fn delete(store: &mut Store, name: &str) -> Result<(), StoreError> {
    let expected = store.timeline(name)?.tip;
    store.delete(name, expected)
}

fn open(folder: &Path) -> Store {
    Store::open(folder, Options::default()).unwrap()
}

/// The folder as another process would find it if this one died now.
fn as_if_killed(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    copy_folder(folder, copy.path());
    copy
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() { copy_folder(&entry.path(), &target) } else { drop(fs::copy(entry.path(), target)) }
    }
}

#[test]
fn what_is_appended_is_read_back() {
    let store = chain(10);
    let main = store.timeline("main").unwrap().clone();
    assert_eq!(main.commits, 10);
    let commits: Vec<RawCommit> = store.commits(main.tip, 0).map(Result::unwrap).collect();
    assert_eq!(commits.len(), 10);
    let mut events = 0;
    for (number, read) in (0u64..).zip(&commits) {
        let expected = commit(number, read.entries.len());
        assert_eq!((read.number, read.first_event), (number, events));
        assert_eq!((&read.input, &read.entries), (&expected.input, &expected.entries));
        events = read.end();
    }
    assert_eq!(main.events, events);
}

/// The ids of a small chain, which must never change. If this fails, the format changed and needs a
/// new version.
#[test]
fn golden_ids() {
    let store = chain(5);
    let ids: Vec<String> = ids(&store, tip(&store, "main")).iter().map(EventId::to_string).collect();
    assert_eq!(ids, GOLDEN);
}

const GOLDEN: [&str; 5] = [
    "e22a56c44f3e8fb928035cff7f340011221d1b01b9fe8e1227432a30b27ee1a4",
    "c880cfe616ce8f7ad9d5677f322123642e3c09e6bd7c24217fb1460da96f9d1f",
    "9877acb25dcd843183c0f899e5bf3912e5961d2cd9fc48dd46d8283f54b2562e",
    "b6604892fc15a7197f5a4708e4754b496532cf113e15d4908e5c7de5f3c9578d",
    "d4a916db41b22b40d848b8bacd19d15d9f01fa0dcdd1ca83af6dd8cced67f22a",
];

/// The stored values of commits, which must never change: one that jumps further than to its parent
/// and one that does not.
#[test]
fn golden_values() {
    let store = chain(4);
    let all = ids(&store, tip(&store, "main"));
    let hex = |id| store.read(id).unwrap().encode().iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    assert_eq!([hex(all[1]), hex(all[3])], GOLDEN_VALUES);
}

const GOLDEN_VALUES: [&str; 2] = [
    "01010100e22a56c44f3e8fb928035cff7f340011221d1b01b9fe8e1227432a30b27ee1a4010308010000000000000003e708\
     1001000000000000000000000000000000e7081001000000000000000100000000000000e708100100000000000000020000\
     0000000000c059d86189423932",
    "010101009877acb25dcd843183c0f899e5bf3912e5961d2cd9fc48dd46d8283f54b2562e030be22a56c44f3e8fb928035cff\
     7f340011221d1b01b9fe8e1227432a30b27ee1a40308030000000000000002e7081003000000000000000000000000000000\
     e70810030000000000000001000000000000004619d9c01ccbc1e6",
];

#[test]
fn appending_again_changes_nothing() {
    let mut store = chain(5);
    let before = store.timeline("main").unwrap().clone();
    let all = ids(&store, before.tip);
    for number in 1..5 {
        let again = commit(number, 1 + number as usize * 7 % 5);
        let appended = store.append("main", all[number as usize - 1], again).unwrap();
        assert!(appended.already);
        assert_eq!((appended.id, appended.number), (all[number as usize], number));
    }
    assert_eq!(*store.timeline("main").unwrap(), before);
}

#[test]
fn an_append_to_a_head_that_moved_is_a_conflict_and_changes_nothing() {
    let mut store = chain(5);
    let before = store.timeline("main").unwrap().clone();
    let old = ids(&store, before.tip)[2];
    let error = store.append("main", old, commit(77, 1)).unwrap_err();
    assert!(matches!(error, StoreError::Conflict { expected, found, .. } if expected == old && found == before.tip));
    assert_eq!(*store.timeline("main").unwrap(), before);
}

#[test]
fn a_fork_shares_every_commit_and_writes_one_record() {
    let mut store = chain(50);
    let objects = |store: &Store| store.backend.scan(Tree::Objects, &[], usize::MAX).unwrap();
    let heads = |store: &Store| store.backend.scan(Tree::Heads, b"t", usize::MAX).unwrap();
    store.sync().unwrap();
    let (objects_before, heads_before) = (objects(&store), heads(&store));
    let place = store.commit_number(tip(&store, "main"), 20).unwrap().unwrap();
    let fork = store.fork("main", place.end(), "what if").unwrap();
    store.sync().unwrap();
    assert_eq!(objects(&store), objects_before);
    let new: Vec<_> = heads(&store).into_iter().filter(|head| !heads_before.contains(head)).collect();
    assert_eq!(new.len(), 1);
    assert!(new[0].0.len() + new[0].1.len() < 200);
    assert_eq!(fork.forked, Some(Fork { from: 0, tip: place.id, events: place.end() }));

    // The same input on both is one commit; another input leaves the other timeline alone.
    let main = tip(&store, "main");
    store.append("what if", fork.tip, commit(21, 1 + 21 * 7 % 5)).unwrap();
    assert_eq!(objects(&store), objects_before);
    let fork = tip(&store, "what if");
    store.append("what if", fork, commit(1000, 2)).unwrap();
    assert_eq!(tip(&store, "main"), main);
    let parting = store.parting(main, tip(&store, "what if")).unwrap();
    assert_eq!(parting.common, Some(fork));
    assert_eq!(parting.first_different, Some(parting.common_events));
}

#[test]
fn forking_inside_a_commit_names_the_places_around_it() {
    let mut store = chain(3);
    assert!(matches!(store.fork("main", 2, "x"), Err(StoreError::InsideCommit { events: 2, before: 0, after: 3 })));
    assert!(matches!(store.fork("main", 0, "x"), Err(StoreError::InsideCommit { after: 3, .. })));
    assert!(matches!(store.fork("main", 99, "x"), Err(StoreError::NoEvent { .. })));
    assert!(matches!(store.fork("none", 3, "x"), Err(StoreError::NoTimeline { .. })));
    assert!(matches!(store.fork("main", 3, "main"), Err(StoreError::TimelineExists { .. })));
    assert!(matches!(store.fork("main", 3, ""), Err(StoreError::BadName { .. })));
}

#[test]
fn a_commit_without_events_is_refused() {
    let mut store = chain(3);
    let head = tip(&store, "main");
    assert!(matches!(store.append("main", head, commit(9, 0)), Err(StoreError::BadCommit { .. })));
}

#[test]
fn a_flipped_bit_in_a_stored_commit_is_an_error_that_names_it() {
    let store = chain(12);
    let head = tip(&store, "main");
    for id in ids(&store, head) {
        let value = store.backend.get(Tree::Objects, id.as_bytes()).unwrap().unwrap();
        for at in (0..value.len()).step_by(3) {
            let mut wrong = value.clone();
            wrong[at] ^= 0x10;
            store.backend.put(Tree::Objects, id.as_bytes(), &wrong).unwrap();
            let error = store.commits(head, 0).find_map(Result::err).unwrap();
            assert!(
                matches!(&error, StoreError::Damaged { object: Object::Commit(named), .. } if *named == id),
                "{error}"
            );
            assert!(error.to_string().contains(&id.to_string()));
        }
        store.backend.put(Tree::Objects, id.as_bytes(), &value).unwrap();
    }
    assert_eq!(store.verify_chain(head).unwrap(), 12);
}

#[test]
fn a_missing_commit_is_an_error_that_names_it_and_what_needs_it() {
    let store = chain(3);
    let all = ids(&store, tip(&store, "main"));
    store.backend.apply(Tree::Objects, &[(all[1].as_bytes().to_vec(), None)]).unwrap();
    let error = store.verify_chain(all[2]).unwrap_err();
    let StoreError::Missing { object, wanted_by } = error else { panic!("{error}") };
    assert_eq!((object, wanted_by), (Object::Commit(all[1]), Some(Object::Commit(all[2]))));
}

#[test]
fn writing_a_commit_again_repairs_it() {
    let mut store = chain(3);
    let all = ids(&store, tip(&store, "main"));
    store.backend.put(Tree::Objects, all[2].as_bytes(), b"rubbish").unwrap();
    assert!(store.read(all[2]).is_err());
    let end = store.read(all[1]).unwrap().end();
    store.fork("main", end, "again").unwrap_err();
    store.heads.set(
        Timeline { tip: all[1], events: end, commits: 2, ..store.timeline("main").unwrap().clone() },
        Spine::default(),
    );
    assert!(!store.append("main", all[1], commit(2, 1 + 14 % 5)).unwrap().already);
    assert_eq!(store.read(all[2]).unwrap().id, all[2]);
}

#[test]
fn ids_are_found_by_their_beginning() {
    let store = chain(200);
    let head = tip(&store, "main");
    assert_eq!(store.resolve(&head.to_string()).unwrap(), head);
    assert_eq!(store.resolve(&head.to_string()[..11].to_uppercase()).unwrap(), head);
    assert!(matches!(store.resolve("a"), Err(StoreError::Ambiguous { .. })));
    assert!(matches!(store.resolve("xyz"), Err(StoreError::NoSuchId { .. })));
    assert!(matches!(store.resolve(""), Err(StoreError::NoSuchId { .. })));
}

#[test]
fn an_event_in_the_middle_of_a_commit_is_found_by_the_beginning_of_its_id() {
    let store = chain(40);
    let main = tip(&store, "main");
    for commit in store.commits(main, 0).map(Result::unwrap) {
        for (no, id) in (commit.first_event..).zip(commit.event_ids()) {
            assert_eq!(store.event_with_id(main, &id.to_string()[..12].to_uppercase()).unwrap(), no);
        }
    }
    assert!(matches!(store.event_with_id(main, "a"), Err(StoreError::Ambiguous { .. })));
    for nothing in ["", "xyz", "000000000000"] {
        assert!(matches!(store.event_with_id(main, nothing), Err(StoreError::NoSuchId { .. })));
    }
}

#[test]
fn a_second_opener_is_told_who_has_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let Err(error) = Store::open(folder.path(), Options::default()) else { panic!("it opened twice") };
    assert!(matches!(error, StoreError::Locked { pid, .. } if pid == Some(std::process::id())));
    assert!(error.to_string().contains("another process"));
    drop(store);
    open(folder.path());
}

#[test]
fn a_folder_with_something_else_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("thesis.txt"), "years of work").unwrap();
    assert!(matches!(Store::open(folder.path(), Options::default()), Err(StoreError::NotAStore { .. })));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn timelines_survive_closing_and_dying() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    grow(&mut store, 20);
    store.fork("main", 3, "b").unwrap();
    rename(&mut store, "b", "c").unwrap();
    store.fork("main", 3, "d").unwrap();
    delete(&mut store, "d").unwrap();
    let expected: Vec<Timeline> = store.timelines().cloned().collect();
    let killed = as_if_killed(folder.path());
    drop(store);
    for folder in [folder.path(), killed.path()] {
        let mut store = open(folder);
        assert_eq!(store.timelines().cloned().collect::<Vec<_>>(), expected);
        assert_eq!(store.verify_chain(tip(&store, "main")).unwrap(), 20);
        // A serial is never given out again, even after its timeline is gone.
        assert_eq!(store.fork("main", 3, "e").unwrap().serial, 3);
    }
}

#[test]
fn with_lazy_durability_what_was_not_synced_is_lost_whole() {
    let folder = tempfile::tempdir().unwrap();
    let lazy = Durability::Every(NonZeroU32::new(8).unwrap());
    let mut store = Store::open(folder.path(), Options { durability: lazy }).unwrap();
    grow(&mut store, 20);
    let killed = as_if_killed(folder.path());
    let store = open(killed.path());
    assert_eq!(store.timeline("main").unwrap().commits, 16);
    assert_eq!(store.verify_chain(tip(&store, "main")).unwrap(), 16);
}

#[test]
fn heads_that_only_the_journal_moved_are_moved_when_the_store_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    grow(&mut store, 5);
    let old = as_if_killed(folder.path());
    store.durability = Durability::AtClose;
    let head = tip(&store, "main");
    let end = store.append("main", head, commit(5, 2)).unwrap().events;
    store.fork("main", end, "b").unwrap();
    rename(&mut store, "main", "c").unwrap();
    delete(&mut store, "b").unwrap();
    let expected: Vec<Timeline> = store.timelines().cloned().collect();
    // Killed in between: the journal and the commits are written, the heads are not.
    store.journal.as_mut().unwrap().sync().unwrap();
    store.backend.flush().unwrap();
    let killed = as_if_killed(folder.path());
    let store = open(killed.path());
    assert_eq!(store.timelines().cloned().collect::<Vec<_>>(), expected);
    assert!(store.rebuilds.is_empty());
    assert_eq!(open(old.path()).timeline("main").unwrap().commits, 5);
}

#[test]
fn a_write_that_failed_is_told_and_tried_again() {
    let mut store = chain(3);
    store.durability = Durability::EveryCommit;
    store.sync().unwrap();
    let watch = Watch::over(&mut store);
    let head = tip(&store, "main");
    for flush in 1..=2 {
        watch.fail_at.store(flush, Relaxed);
        assert!(store.append("main", head, commit(3, 2)).is_err());
        assert!(store.unsynced > 0);
    }
    assert!(store.append("main", head, commit(3, 2)).unwrap().already);
    assert_eq!(store.unsynced, 0);
    let heads = Heads::load(&*store.backend).unwrap();
    assert_eq!(heads.get("main").unwrap().timeline, *store.timeline("main").unwrap());
}

#[test]
fn a_journal_that_lost_its_end_is_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    grow(&mut store, 8);
    store.fork("main", 3, "b").unwrap();
    let expected: Vec<Timeline> = store.timelines().cloned().collect();
    drop(store);
    let journal = fs::read(folder.path().join(JOURNAL)).unwrap();
    let cuts = (0..journal.len()).step_by(29).map(|at| journal[..at].to_vec());
    let flips = (20..journal.len()).step_by(31).map(|at| {
        let mut wrong = journal.clone();
        wrong[at] ^= 4;
        wrong
    });
    for wrong in cuts.chain(flips) {
        fs::write(folder.path().join(JOURNAL), wrong).unwrap();
        let store = open(folder.path());
        assert_eq!(store.timelines().cloned().collect::<Vec<_>>(), expected);
        let known = store.journal.as_ref().unwrap().commits().unwrap();
        assert!(ids(&store, tip(&store, "main")).iter().all(|id| known.contains_key(id)));
        assert!(store.rebuilds.is_empty());
    }
}

#[test]
fn a_database_that_lost_everything_leaves_the_inputs_to_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    grow(&mut store, 8);
    let all = ids(&store, tip(&store, "main"));
    drop(store);
    fs::remove_dir_all(folder.path().join(DATABASE)).unwrap();
    let store = open(folder.path());
    assert_eq!(store.timelines().count(), 0);
    let [rebuild] = &store.rebuilds[..] else { panic!("{:?}", store.rebuilds) };
    assert_eq!(rebuild.timeline.name, "main");
    assert!(rebuild.base.is_zero());
    assert_eq!(rebuild.inputs.iter().map(|input| input.id).collect::<Vec<_>>(), all);
    assert!((0u64..).zip(&rebuild.inputs).all(|(number, input)| input.input == number.to_le_bytes()));
}

#[test]
fn a_journal_without_a_database_gives_what_it_has_wherever_it_is_cut() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    grow(&mut store, 4);
    let all = ids(&store, tip(&store, "main"));
    drop(store);
    let journal = fs::read(folder.path().join(JOURNAL)).unwrap();
    fs::remove_dir_all(folder.path().join(DATABASE)).unwrap();
    let mut most = 0;
    for cut in (0..=journal.len()).step_by(11).chain([journal.len()]) {
        let copy = as_if_killed(folder.path());
        fs::write(copy.path().join(JOURNAL), &journal[..cut]).unwrap();
        if cut < journal.len() {
            // The loss of something acknowledged is detected, and nothing is written that would
            // hide it.
            let before = fs::read(copy.path().join(JOURNAL)).unwrap();
            let refused = Store::open(copy.path(), Options::default()).err().unwrap();
            assert!(matches!(refused, StoreError::Lost { commits: 4, last, .. } if last == all[3]), "{refused}");
            assert_eq!(fs::read(copy.path().join(JOURNAL)).unwrap(), before);
            assert!(!crate::fsck::check(copy.path()).unwrap().is_whole());
        }
        // As in an older store, which has no tally.
        fs::remove_file(copy.path().join("acknowledged")).unwrap();
        let store = open(copy.path());
        let inputs: Vec<EventId> =
            store.rebuilds.iter().flat_map(|rebuild| &rebuild.inputs).map(|input| input.id).collect();
        assert_eq!(inputs, all[..inputs.len()]);
        assert!(inputs.len() >= most && store.rebuilds.len() == usize::from(!inputs.is_empty()));
        most = inputs.len();
    }
    assert_eq!(most, 4);
}

#[test]
fn a_database_from_before_the_first_commit_does_not_hide_what_a_damaged_journal_has_lost() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path()));
    let early = as_if_killed(folder.path());
    let mut store = open(folder.path());
    grow(&mut store, 8);
    let last = tip(&store, "main");
    drop(store);
    fs::remove_dir_all(folder.path().join(DATABASE)).unwrap();
    copy_folder(&early.path().join(DATABASE), &folder.path().join(DATABASE));
    // Whole, the journal has everything.
    assert_eq!(open(as_if_killed(folder.path()).path()).rebuilds.len(), 1);
    let journal = fs::read(folder.path().join(JOURNAL)).unwrap();
    for damaged in [journal[..journal.len() / 2].to_vec(), flipped(&journal, journal.len() * 6 / 10)] {
        fs::write(folder.path().join(JOURNAL), &damaged).unwrap();
        let refused = Store::open(folder.path(), Options::default()).err().unwrap();
        assert!(matches!(refused, StoreError::Lost { commits: 8, last: lost, .. } if lost == last), "{refused}");
        assert_eq!(fs::read(folder.path().join(JOURNAL)).unwrap(), damaged);
    }
}

/// Bytes that are others from a place on.
fn flipped(bytes: &[u8], from: usize) -> Vec<u8> {
    bytes.iter().enumerate().map(|(at, byte)| if at < from { *byte } else { byte ^ 0x5a }).collect()
}

#[test]
fn a_damaged_database_file_is_an_error_or_harmless_and_never_a_panic_or_another_game() {
    // sled loses the end of a small file and panics on the middle of a large one. How it lays out a
    // file depends on its threads, so a larger one is tried if the first caused no panic.
    let (lost, _) = damage_the_database(60, 24);
    let refused = [4000, 8000, 16_000].into_iter().map(|commits| damage_the_database(commits, 16).1).find(|it| *it > 0);
    assert!(lost > 0 && refused.is_some(), "the damage was not where it was meant to be: {lost}, {refused:?}");
}

/// Flips single bits all over the database file; returns how often the journal had to help, and how
/// often the database did not open and was rebuilt.
fn damage_the_database(commits: u64, flips: usize) -> (usize, usize) {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path(), Options { durability: Durability::AtClose }).unwrap();
    grow(&mut store, commits);
    let all = ids(&store, tip(&store, "main"));
    drop(store);
    let file = Path::new(DATABASE).join("db");
    let bytes = fs::read(folder.path().join(&file)).unwrap();
    let used = bytes.iter().rposition(|byte| *byte != 0).unwrap();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let (mut lost, mut refused) = (0, 0);
    for at in (0..used).step_by(used / flips) {
        let damaged = as_if_killed(folder.path());
        let mut wrong = bytes.clone();
        wrong[at] ^= 1 << (at % 8);
        fs::write(damaged.path().join(&file), wrong).unwrap();
        let store = Store::open(damaged.path(), Options::default()).unwrap();
        refused += usize::from(store.renewed.is_some());
        match store.timeline("main") {
            Ok(main) => {
                let read: Result<Vec<EventId>, StoreError> =
                    store.commits(main.tip, 0).map(|commit| commit.map(|commit| commit.id)).collect();
                assert!(read.is_err() || read.is_ok_and(|read| read == all), "another game came back");
            }
            Err(_) => {
                let [rebuild] = &store.rebuilds[..] else { panic!("{:?}", store.rebuilds) };
                assert!(rebuild.lost.is_none() && rebuild.inputs.last().unwrap().id == all[all.len() - 1]);
                lost += 1;
            }
        }
    }
    std::panic::set_hook(hook);
    (lost, refused)
}

#[test]
fn a_snapshot_is_found_from_later_commits_and_can_be_forgotten() {
    let store = chain(40);
    let head = store.read(tip(&store, "main")).unwrap();
    assert_eq!(store.nearest_snapshot(head.clone(), "1").unwrap(), None);
    let at = store.commit_number(head.id, 12).unwrap().unwrap();
    store.put_snapshot(at.id, "1", b"a game").unwrap();
    let (found, game) = store.nearest_snapshot(head.clone(), "1").unwrap().unwrap();
    assert_eq!((found, &game[..]), (at.clone(), &b"a game"[..]));
    assert_eq!(store.nearest_snapshot(head.clone(), "2").unwrap(), None);
    let before = store.commit_number(head.id, 11).unwrap().unwrap();
    assert_eq!(store.nearest_snapshot(before, "1").unwrap(), None);

    let mut value = store.backend.get(Tree::Snapshots, at.id.as_bytes()).unwrap().unwrap();
    value[6] ^= 1;
    store.backend.put(Tree::Snapshots, at.id.as_bytes(), &value).unwrap();
    assert_eq!(store.nearest_snapshot(head.clone(), "1").unwrap(), None);
    store.put_snapshot(at.id, "1", b"a game").unwrap();
    store.clear_snapshots().unwrap();
    assert_eq!(store.nearest_snapshot(head, "1").unwrap(), None);
}

#[test]
fn seeking_reads_few_commits() {
    let mut store = chain(3000);
    let watch = Watch::over(&mut store);
    let main = store.timeline("main").unwrap().clone();
    let mut most = 0;
    for event in (0..main.events).step_by(97) {
        watch.reads.store(0, Relaxed);
        store.commit_at(main.tip, event).unwrap();
        most = most.max(watch.reads.load(Relaxed));
    }
    assert!(most <= 36, "{most} reads to find an event among 3000 commits");
}

#[test]
fn where_two_timelines_part_is_found_in_few_reads() {
    let mut store = chain(3000);
    let main = tip(&store, "main");
    let mut most = 0;
    for at in [0, 1, 2, 500, 1023, 1024, 1500, 2046, 2047, 2998, 2999] {
        let place = store.commit_number(main, at).unwrap().unwrap().end();
        let name = format!("from {at}");
        let mut other = store.fork("main", place, &name).unwrap().tip;
        for number in 0..3000 - at {
            other = store.append(&name, other, commit(1 << 40 | number, 2)).unwrap().id;
        }
        let watch = Watch::over(&mut store);
        let parting = store.parting(main, other).unwrap();
        most = most.max(watch.reads.load(Relaxed));
        assert_eq!((parting.common_events, parting.first_different), (place, Some(place)));
        store.delete(&name, other).unwrap();
    }
    // Each side goes back to the fork point in about twice the logarithm of the distance.
    assert!(most <= 64, "{most} reads to find where two timelines of 3000 commits part");
}

/// What cannot be read at the moment is not missing: it does not say who is ahead.
#[test]
fn a_database_that_fails_to_read_is_not_brought_together() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path(), Options { durability: Durability::AtClose }).unwrap();
    grow(&mut store, 5);
    store.sync().unwrap();
    let mut theirs = store.history.clone();
    theirs.timelines.values_mut().for_each(|it| it.tip = store.commit_number(it.tip, 2).unwrap().unwrap().id);
    let packed = theirs.packed.clone();
    let watch = Watch::over(&mut store);
    watch.unreadable.store(true, Relaxed);
    let failed = store.reconcile(theirs, Stands::Journal, &packed);
    assert!(matches!(failed, Err(StoreError::Database { doing: "read", .. })), "{failed:?}");
    assert!(store.rebuilds.is_empty());
}

/// Counts reads and written keys, and on request fails all reads, or a flush: at 1 the next, at 2
/// the one after.
#[derive(Default)]
struct Watch {
    reads: AtomicUsize,
    writes: AtomicUsize,
    fail_at: AtomicUsize,
    unreadable: AtomicBool,
}

impl Watch {
    fn over(store: &mut Store) -> Arc<Watch> {
        let watch = Arc::new(Watch::default());
        let inner = std::mem::replace(&mut store.backend, Arc::new(Memory::default()));
        store.backend = Arc::new(Watched { inner, watch: Arc::clone(&watch) });
        watch
    }
}

struct Watched {
    inner: Arc<dyn Backend>,
    watch: Arc<Watch>,
}

impl Backend for Watched {
    fn get(&self, tree: Tree, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.watch.reads.fetch_add(1, Relaxed);
        if self.watch.unreadable.load(Relaxed) {
            return Err(StoreError::Database { doing: "read", why: "told to fail".to_owned() });
        }
        self.inner.get(tree, key)
    }

    fn put(&self, tree: Tree, key: &[u8], value: &[u8]) -> Result<(), StoreError> {
        self.watch.writes.fetch_add(1, Relaxed);
        self.inner.put(tree, key, value)
    }

    fn put_new(&self, tree: Tree, key: &[u8], value: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.watch.writes.fetch_add(1, Relaxed);
        self.inner.put_new(tree, key, value)
    }

    fn apply(&self, tree: Tree, changes: &[KeyChange]) -> Result<(), StoreError> {
        self.watch.writes.fetch_add(changes.len(), Relaxed);
        self.inner.apply(tree, changes)
    }

    fn scan(&self, tree: Tree, prefix: &[u8], limit: usize) -> Result<Vec<(Vec<u8>, Vec<u8>)>, StoreError> {
        self.inner.scan(tree, prefix, limit)
    }

    fn clear(&self, tree: Tree) -> Result<(), StoreError> {
        self.inner.clear(tree)
    }

    fn flush(&self) -> Result<(), StoreError> {
        match self.watch.fail_at.load(Relaxed) {
            0 => self.inner.flush(),
            left => {
                self.watch.fail_at.store(left - 1, Relaxed);
                match left {
                    1 => Err(StoreError::Database { doing: "write", why: "told to fail".to_owned() }),
                    _ => self.inner.flush(),
                }
            }
        }
    }
}
