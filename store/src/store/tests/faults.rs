//! Tests a store on a disk that is full, read-only, never confirms, or loses power.

use super::*;
use crate::disk::faulty::Faulty;

/// Pseudorandom numbers, the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if limit == 0 { 0 } else { (self.0 >> 33) % limit }
    }
}

fn open_on(disk: &Faulty, folder: &Path) -> Store {
    Store::open_on(Arc::new(disk.clone()), folder, Options::default()).unwrap()
}

/// The ids a store knows for a timeline after opening: those it has, and those it will rebuild.
fn known(store: &Store, name: &str) -> Vec<EventId> {
    let mut known = store.timeline(name).map(|timeline| ids(store, timeline.tip)).unwrap_or_default();
    for rebuild in store.rebuilds.iter().filter(|rebuild| rebuild.timeline.name == name) {
        assert_eq!(rebuild.lost, None);
        if !rebuild.base.is_zero() {
            known = ids(store, rebuild.base);
        }
        known.extend(rebuild.inputs.iter().map(|input| input.id));
    }
    known
}

fn cut_the_power(seed: u64) -> (usize, usize) {
    let mut chance = Chance(seed);
    let folder = tempfile::tempdir().unwrap();
    let mut disk = Faulty::default();
    let mut store = open_on(&disk, folder.path());
    let mut acknowledged = vec![store.create("main", commit(0, 3)).unwrap().id];
    let mut old = as_if_killed(folder.path());
    let (mut rounds, mut whole) = (0, 0);
    loop {
        for _ in 0..1 + chance.below(6) {
            let tip = acknowledged[acknowledged.len() - 1];
            acknowledged.push(store.append("main", tip, commit(chance.0, 2)).unwrap().id);
            if chance.below(8) == 0 {
                assert!(store.pack(None).unwrap());
            }
            if chance.below(3) == 0 {
                old = as_if_killed(folder.path());
            }
        }
        // One more commit is under way: written, not yet synced.
        let timeline = store.timeline("main").unwrap().clone();
        let under_way = place("main", &store.spine(timeline.tip).unwrap(), commit(7, 200)).unwrap();
        store.put(&under_way).unwrap();
        store.tell_commit(&timeline, &under_way);
        store.journal.as_mut().unwrap().write().unwrap();
        disk = disk.power_cut(|limit| chance.below(limit));
        let newest = as_if_killed(folder.path());
        drop(store);
        // The database has synced everything, or only an earlier state, or nothing.
        fs::remove_dir_all(folder.path().join(DATABASE)).unwrap();
        match chance.below(4) {
            0 => {}
            1 => copy_folder(&old.path().join(DATABASE), &folder.path().join(DATABASE)),
            _ => copy_folder(&newest.path().join(DATABASE), &folder.path().join(DATABASE)),
        }
        store = open_on(&disk, folder.path());
        let found = known(&store, "main");
        assert!(
            found.len() >= acknowledged.len(),
            "seed {seed}, round {rounds}: {} are lost",
            acknowledged.len() - found.len()
        );
        assert_eq!(found[..acknowledged.len()], acknowledged, "seed {seed}, round {rounds}");
        rounds += 1;
        whole += usize::from(found.len() > acknowledged.len());
        if !store.rebuilds.is_empty() || rounds == 6 {
            // Continuing needs the rules: `a_lost_database_is_made_again_from_the_journal`.
            return (rounds, whole);
        }
        acknowledged = found;
        old = newest;
    }
}

#[allow(clippy::print_stdout, reason = "the long form says what it found")]
fn cut_the_power_often(seeds: u64) {
    let cuts: Vec<(usize, usize)> = (0..seeds).map(cut_the_power).collect();
    let (rounds, whole): (usize, usize) = cuts.into_iter().fold((0, 0), |sum, cut| (sum.0 + cut.0, sum.1 + cut.1));
    assert!(0 < whole && whole < rounds, "of {rounds} cuts, {whole} left the record that was under way");
    println!("{rounds} power cuts, nothing acknowledged lost; {whole} left the commit that was under way as well");
}

#[test]
fn a_power_cut_takes_nothing_that_was_acknowledged() {
    cut_the_power_often(12);
}

/// The long form: `cargo test -p retrace-store -- --ignored --nocapture power_cuts`.
#[test]
#[ignore = "the long form"]
fn many_power_cuts_take_nothing_that_was_acknowledged() {
    cut_the_power_often(200);
}

#[test]
fn without_a_sync_a_power_cut_would_be_noticed_by_these_tests() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Faulty::default();
    let options = Options { durability: Durability::AtClose };
    let mut store = Store::open_on(Arc::new(disk.clone()), folder.path(), options).unwrap();
    grow(&mut store, 5);
    store.journal.as_mut().unwrap().write().unwrap();
    let after = disk.power_cut(|_| 0);
    assert!(after.bytes(&folder.path().join(JOURNAL)).len() < disk.bytes(&folder.path().join(JOURNAL)).len());
}

#[test]
fn on_a_full_disk_nothing_is_acknowledged_until_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Faulty::default();
    let mut store = open_on(&disk, folder.path());
    let mut tip = store.create("main", commit(0, 3)).unwrap().id;
    for room in [0, 1, 30] {
        disk.fill_up(Some(room));
        for _ in 0..2 {
            let error = store.append("main", tip, commit(room, 2)).unwrap_err();
            assert!(matches!(error, StoreError::DiskFull { .. }), "{error}");
            assert!(error.to_string().contains("make room"), "{error}");
            disk.fill_up(Some(0));
        }
        disk.fill_up(None);
        // The same append again, and now it is durable, even if half of it had been written.
        let appended = store.append("main", tip, commit(room, 2)).unwrap();
        assert!(appended.already);
        tip = appended.id;
    }
    let disk = disk.power_cut(|_| 0);
    drop(store);
    assert_eq!(open_on(&disk, folder.path()).timeline("main").unwrap().tip, tip);
}

#[test]
fn a_new_store_on_a_full_disk_or_in_a_read_only_folder_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Faulty::default();
    disk.fill_up(Some(0));
    let error = Store::open_on(Arc::new(disk.clone()), folder.path(), Options::default()).err().unwrap();
    assert!(matches!(error, StoreError::DiskFull { .. }), "{error}");
    let disk = Faulty::default();
    disk.read_only(true);
    for folder in [folder.path().join("new"), folder.path().to_owned()] {
        let error = Store::open_on(Arc::new(disk.clone()), &folder, Options::default()).err().unwrap();
        assert!(matches!(error, StoreError::ReadOnly { .. }), "{error}");
        assert!(error.to_string().contains("permissions"), "{error}");
    }
}

#[test]
fn a_folder_that_becomes_read_only_stops_every_change() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Faulty::default();
    let mut store = open_on(&disk, folder.path());
    grow(&mut store, 3);
    disk.read_only(true);
    let head = tip(&store, "main");
    assert!(matches!(store.append("main", head, commit(9, 1)), Err(StoreError::ReadOnly { .. })));
    assert!(matches!(store.fork("main", 3, "b"), Err(StoreError::ReadOnly { .. })));
    drop(store);
    assert!(matches!(
        Store::open_on(Arc::new(disk.clone()), folder.path(), Options::default()),
        Err(StoreError::ReadOnly { .. })
    ));
    disk.read_only(false);
    let store = open_on(&disk, folder.path());
    assert_eq!((tip(&store, "main"), store.timelines().count()), (head, 1));
}

#[test]
fn after_a_sync_that_failed_nothing_is_acknowledged_again() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Faulty::default();
    let mut store = open_on(&disk, folder.path());
    grow(&mut store, 4);
    let head = tip(&store, "main");
    disk.fail_syncs(1);
    for _ in 0..3 {
        // The disk would confirm the second time, but the system has forgotten what it did not
        // write.
        let error = store.append("main", head, commit(9, 1)).unwrap_err();
        assert!(matches!(error, StoreError::Unconfirmed { .. }), "{error}");
        assert!(store.fork("main", 3, "b").is_err() && store.sync().is_err());
    }
    drop(store);
    disk.fail_syncs(1);
    let error = Store::open_on(Arc::new(disk.clone()), folder.path(), Options::default()).err().unwrap();
    assert!(matches!(error, StoreError::Unconfirmed { .. }), "{error}");
    assert!(folder.path().join("journal.unconfirmed").exists());

    // Whoever opens it again continues from what the disk has, and that stays.
    let mut store = open_on(&disk, folder.path());
    assert!(!folder.path().join("journal.unconfirmed").exists());
    let found = tip(&store, "main");
    let next = store.append("main", found, commit(10, 1)).unwrap().id;
    let expected = ids(&store, next);
    let disk = disk.power_cut(|_| 0);
    drop(store);
    fs::remove_dir_all(folder.path().join(DATABASE)).unwrap();
    assert_eq!(known(&open_on(&disk, folder.path()), "main"), expected);
}

#[test]
fn a_store_of_a_newer_layout_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    grow(&mut store, 3);
    let all = ids(&store, tip(&store, "main"));
    let mut value = store.backend.get(Tree::Objects, all[1].as_bytes()).unwrap().unwrap();
    value[0] += 1;
    store.backend.put(Tree::Objects, all[1].as_bytes(), &value).unwrap();
    let error = store.verify_chain(all[2]).unwrap_err();
    assert!(matches!(error, StoreError::Damaged { why: Damage::Layout { .. }, .. }), "{error}");
    assert!(error.to_string().contains("use a newer one"), "{error}");
    drop(store);

    let journal = folder.path().join(JOURNAL);
    let bytes = fs::read(&journal).unwrap();
    let mut newer = bytes[..18].to_vec();
    newer[16] += 2;
    fs::write(&journal, &newer).unwrap();
    let error = Store::open(folder.path(), Options::default()).err().unwrap();
    assert!(matches!(error, StoreError::TooNew { .. }), "{error}");
    assert_eq!(fs::read(&journal).unwrap(), newer, "it was left as it is");
    // With records of this version after it, the number is wrong.
    fs::write(&journal, [&newer[..], &bytes[18..]].concat()).unwrap();
    let error = Store::open(folder.path(), Options::default()).err().unwrap();
    assert!(matches!(error, StoreError::Damaged { object: Object::Journal(_), .. }), "{error}");
    fs::write(&journal, &bytes).unwrap();

    fs::write(folder.path().join(MARKER), "retrace store, layout 3\n").unwrap();
    let error = Store::open(folder.path(), Options::default()).err().unwrap();
    assert!(matches!(error, StoreError::TooNew { found: 3, known: 2, .. }), "{error}");
    fs::write(folder.path().join(MARKER), "retrace store, lay").unwrap();
    let error = Store::open(folder.path(), Options::default()).err().unwrap();
    assert!(matches!(error, StoreError::Damaged { object: Object::Marker(_), .. }), "{error}");
}

#[test]
fn what_was_refused_is_not_there_when_the_store_is_opened_again() {
    type Change = fn(&mut Store) -> Result<(), StoreError>;
    let changes: [(&str, Change); 5] = [
        ("append", |store| store.append("main", tip(store, "main"), commit(9, 200)).map(|_| ())),
        ("fork", |store| store.fork("main", 3, "b").map(|_| ())),
        ("bookmark", |store| store.set_bookmark("here", None, ("main", 4), &"x".repeat(300)).map(|_| ())),
        ("undo", |store| {
            let last = store.undoable().cloned().unwrap();
            store.turn(&last, true)
        }),
        ("two at once", |store| {
            store.grouped(|store| store.fork("main", 3, "b").and_then(|_| store.fork("main", 3, "c")))?;
            store.settle()
        }),
    ];
    for (name, change) in changes {
        for room in [0, 1, 40, 90, 130] {
            let folder = tempfile::tempdir().unwrap();
            let disk = Faulty::default();
            let mut store = open_on(&disk, folder.path());
            grow(&mut store, 4);
            let before = disk.bytes(&folder.path().join(JOURNAL));
            let (timelines, bookmarks): (Vec<_>, Vec<_>) =
                (store.timelines().cloned().collect(), store.bookmarks().cloned().collect());
            disk.fill_up(Some(room));
            let refused = change(&mut store);
            let length = disk.bytes(&folder.path().join(JOURNAL)).len() - before.len();
            if refused.is_ok() {
                assert!(length as u64 <= room && length > 0, "{name}");
                continue;
            }
            assert!(matches!(refused, Err(StoreError::DiskFull { .. })), "{name}");
            // Space becomes free before the process ends.
            disk.fill_up(None);
            drop(store);
            let store = open_on(&disk, folder.path());
            assert_eq!(store.timelines().cloned().collect::<Vec<_>>(), timelines, "{name}, room for {room}");
            assert_eq!(store.bookmarks().cloned().collect::<Vec<_>>(), bookmarks, "{name}, room for {room}");
            assert_eq!(disk.bytes(&folder.path().join(JOURNAL)), before, "{name}, room for {room}");
        }
    }
}

/// Makes a timeline over a chain that is already written, as an import does.
fn import(store: &mut Store, name: &str, commits: u64) -> Result<(), StoreError> {
    let (mut spine, mut tip) = (Spine::default(), EventId::ZERO);
    for number in 0..commits {
        let put = store.put_after(name, &spine, commit(100 + number, 2))?;
        spine = spine.with(put.node());
        tip = put.id;
    }
    store.create_over(name, tip, None).map(|_| ())
}

/// Where the records of a journal begin, after some bytes of it.
fn records(journal: &[u8], after: usize) -> Vec<usize> {
    let mut found = vec![after];
    while let Some(size) = journal.get(found[found.len() - 1]..).and_then(|rest| rest.first_chunk::<4>()) {
        found.push(found[found.len() - 1] + u32::from_le_bytes(*size) as usize + 12);
    }
    found
}

/// A process dies in the middle of writing the journal: at any place within and between records.
#[test]
fn a_torn_write_leaves_an_operation_whole_or_not_there() {
    type Change = fn(&mut Store) -> Result<(), StoreError>;
    let changes: [(&str, usize, Change); 6] = [
        ("append", 1, |store| store.append("main", tip(store, "main"), commit(9, 20)).map(|_| ())),
        ("create", 2, |store| store.create("another", commit(9, 20)).map(|_| ())),
        ("import", 7, |store| import(store, "imported", 6)),
        ("move", 6, |store| {
            let (from, there) = (tip(store, "main"), store.commit_number(tip(store, "far"), 5)?);
            let to = there.map_or(EventId::ZERO, |commit| commit.id);
            store.move_head("main", from, to).map(|_| ())
        }),
        ("undo", 2, |store| {
            let last = store.undoable().cloned().unwrap();
            store.turn(&last, true)
        }),
        ("several", 9, |store| {
            import(store, "imported", 6)?;
            store.set_bookmark("here", None, ("imported", 4), "a note")?;
            delete(store, "main")
        }),
    ];
    type Has = (Vec<Timeline>, Vec<crate::bookmark::Bookmark>, usize);
    let has = |store: &Store| -> Has {
        let (timelines, bookmarks) = (store.timelines().cloned(), store.bookmarks().cloned());
        (timelines.collect(), bookmarks.collect(), store.operations().count())
    };
    for (name, told, change) in changes {
        let folder = tempfile::tempdir().unwrap();
        let mut store = open(folder.path());
        grow(&mut store, 4);
        store.fork("main", 3, "far").unwrap();
        for number in 0..5 {
            store.append("far", tip(&store, "far"), commit(50 + number, 2)).unwrap();
        }
        let (before, begins) = (has(&store), store.journal.as_ref().unwrap().len() as usize);
        // The commits may be in the database before the journal is written; the heads are not.
        store.grouping = Grouping::First;
        change(&mut store).unwrap();
        store.backend.flush().unwrap();
        let died = as_if_killed(folder.path());
        store.grouping = Grouping::Each;
        store.settle().unwrap();
        let after = has(&store);
        drop(store);
        let journal = fs::read(folder.path().join(JOURNAL)).unwrap();
        let mut cuts = records(&journal, begins);
        assert_eq!((cuts.len() - 1, cuts[cuts.len() - 1]), (told, journal.len()), "{name}");
        let within: Vec<usize> =
            cuts.windows(2).flat_map(|record| [record[0] + 1, usize::midpoint(record[0], record[1])]).collect();
        cuts.extend(within);
        for cut in cuts {
            let folder = as_if_killed(died.path());
            fs::write(folder.path().join(JOURNAL), &journal[..cut]).unwrap();
            let mut store = open(folder.path());
            assert!(store.rebuilds.is_empty(), "{name}, {cut}");
            if cut < journal.len() {
                assert_eq!(has(&store), before, "{name}, {} of {} bytes", cut - begins, journal.len() - begins);
                change(&mut store).unwrap();
                store.settle().unwrap();
            }
            let (timelines, bookmarks, _) = has(&store);
            assert_eq!((&timelines, &bookmarks), (&after.0, &after.1), "{name}, {cut}");
            drop(store);
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), fs::read_dir(died.path()).unwrap().count());
        }
    }
}

/// A whole database stands where the journal has lost what was acknowledged, wherever it ends now.
#[test]
fn a_journal_that_lost_its_end_takes_no_acknowledged_change_back() {
    type Change = fn(&mut Store) -> Result<(), StoreError>;
    let changes: [(&str, Change); 7] = [
        ("a bookmark is removed", |store| {
            let there = store.bookmark("there")?.clone();
            store.remove_bookmark(&there)
        }),
        ("a bookmark is moved", |store| {
            let there = store.bookmark("there")?.clone();
            store.set_bookmark("there", Some(&there), ("main", 9), "later").map(|_| ())
        }),
        ("a timeline is deleted", |store| delete(store, "far")),
        ("a timeline is renamed", |store| rename(store, "far", "near")),
        ("a head is moved back", |store| {
            let (from, there) = (tip(store, "main"), store.commit_number(tip(store, "main"), 1)?);
            store.move_head("main", from, there.map_or(EventId::ZERO, |commit| commit.id)).map(|_| ())
        }),
        ("an undo", |store| {
            let last = store.undoable().cloned().unwrap();
            store.turn(&last, true)
        }),
        ("an append", |store| store.append("main", tip(store, "main"), commit(9, 20)).map(|_| ())),
    ];
    let has = |store: &Store| {
        let (timelines, bookmarks) = (store.timelines().cloned(), store.bookmarks().cloned());
        (timelines.collect::<Vec<_>>(), bookmarks.collect::<Vec<_>>())
    };
    for (name, change) in changes {
        let folder = tempfile::tempdir().unwrap();
        let mut store = open(folder.path());
        grow(&mut store, 6);
        store.set_bookmark("there", None, ("main", 5), "").unwrap();
        store.fork("main", store.timeline("main").unwrap().events, "far").unwrap();
        let begins = store.journal.as_ref().unwrap().len() as usize;
        change(&mut store).unwrap();
        let after = has(&store);
        drop(store);
        let journal = fs::read(folder.path().join(JOURNAL)).unwrap();
        for cut in (0..begins).step_by(61).chain((begins..journal.len()).step_by(7)) {
            let copy = as_if_killed(folder.path());
            fs::write(copy.path().join(JOURNAL), &journal[..cut]).unwrap();
            for _ in 0..2 {
                assert_eq!(has(&open(copy.path())), after, "{name}, cut at {cut} of {}", journal.len());
            }
            // What was repaired is in the journal as well.
            fs::remove_dir_all(copy.path().join(DATABASE)).unwrap();
            let store = open(copy.path());
            assert!(has(&store).1 == after.1 && store.rebuilds.len() == after.0.len(), "{name}, {cut}");
        }
    }
}
