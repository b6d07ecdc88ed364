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
    newer[16] += 1;
    fs::write(&journal, &newer).unwrap();
    let error = Store::open(folder.path(), Options::default()).err().unwrap();
    assert!(matches!(error, StoreError::TooNew { .. }), "{error}");
    assert_eq!(fs::read(&journal).unwrap(), newer, "it was left as it is");
    // With records of this version after it, the number is wrong.
    fs::write(&journal, [&newer[..], &bytes[18..]].concat()).unwrap();
    let error = Store::open(folder.path(), Options::default()).err().unwrap();
    assert!(matches!(error, StoreError::Damaged { object: Object::Journal(_), .. }), "{error}");
    fs::write(&journal, &bytes).unwrap();

    fs::write(folder.path().join(MARKER), "retrace store, layout 2\n").unwrap();
    let error = Store::open(folder.path(), Options::default()).err().unwrap();
    assert!(matches!(error, StoreError::TooNew { found: 2, known: 1, .. }), "{error}");
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
