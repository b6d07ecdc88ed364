//! Tests moving commits into packs: what stays the same, what it costs to read them, and what is
//! left wherever the process dies or the bytes are damaged.

use std::sync::Mutex;

use super::*;
use crate::disk::Medium;
use crate::folder::DATABASE_NEW;
use crate::gc::Collect;
use crate::pack::{Pack, Writer, pack_of};
use crate::packing::check;

const LAZY: Options = Options { durability: Durability::AtClose };

/// Everything a store tells.
fn all(store: &Store) -> impl Clone + PartialEq + std::fmt::Debug + use<> {
    let timelines: Vec<_> = store.timelines().map(|it| (it.clone(), chain_of(store, it.tip))).collect();
    let bookmarks: Vec<_> = store.bookmarks().cloned().collect();
    let operations: Vec<_> = store.operations().cloned().collect();
    (timelines, bookmarks, operations, store.undoable().cloned(), store.redoable().cloned())
}

fn chain_of(store: &Store, tip: EventId) -> Vec<RawCommit> {
    store.commits(tip, 0).map(Result::unwrap).collect()
}

/// A store with two timelines, a bookmark, an undone operation and a chain that no timeline has.
fn filled(folder: &Path, commits: u64) -> Store {
    let mut store = Store::open(folder, LAZY).unwrap();
    grow(&mut store, commits);
    let place = store.commit_number(tip(&store, "main"), commits / 3).unwrap().unwrap();
    store.fork("main", place.end(), "b").unwrap();
    for number in 0..20 {
        store.append("b", tip(&store, "b"), commit(9000 + number, 2)).unwrap();
    }
    store.set_bookmark("here", None, ("b", 5), "a note").unwrap();
    store.append("b", tip(&store, "b"), commit(1 << 20, 2)).unwrap();
    let last = store.undoable().cloned().unwrap();
    store.turn(&last, true).unwrap();
    store.put(&place_after(&store, "main", 77)).unwrap();
    store.sync().unwrap();
    store
}

fn place_after(store: &Store, name: &str, input: u64) -> RawCommit {
    place(name, &store.spine(tip(store, name)).unwrap(), commit(input, 3)).unwrap()
}

fn loose(store: &Store) -> usize {
    store.backend.scan(Tree::Objects, &[], usize::MAX).unwrap().len()
}

/// While no new database can be made, the old one goes on; the next time only what is new is
/// packed.
#[test]
fn a_database_that_cannot_be_made_anew_stays_in_use() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = filled(folder.path(), 300);
    let there = loose(&store);
    // No folder can be removed or made where a file is.
    let in_the_way = folder.path().join(DATABASE_NEW);
    fs::write(&in_the_way, "").unwrap();
    assert!(store.pack(None).unwrap());
    assert_eq!((loose(&store), store.without.as_deref()), (there, None));
    store.append("main", tip(&store, "main"), commit(5000, 2)).unwrap();
    store.set_bookmark("there", None, ("b", 7), "").unwrap();
    store.sync_all().unwrap();
    let before = all(&store);
    let killed = as_if_killed(folder.path());
    for folder in [&folder, &killed] {
        let killed = folder.path() == killed.path();
        let again = killed.then(|| Store::open(folder.path(), LAZY).unwrap());
        let store = match again {
            Some(again) => &mut { again },
            None => &mut store,
        };
        let _gone = fs::remove_file(folder.path().join(DATABASE_NEW));
        assert_eq!(all(store), before);
        assert!(store.pack(None).unwrap());
        let packed: u64 = store.packs.iter().map(|pack| pack.commits).sum();
        assert_eq!((loose(store), packed), (0, there as u64 + 1));
        assert_eq!(all(store), before);
    }
}

#[test]
fn a_packed_store_tells_the_same_and_its_database_has_no_commit() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = filled(folder.path(), 700);
    let (ahead, head) = (place_after(&store, "main", 77), tip(&store, "main"));
    store.put_snapshot(head, "1", b"a game").unwrap();
    let before = all(&store);
    assert!(store.pack(None).unwrap());
    assert_eq!(all(&store), before);
    let killed = as_if_killed(folder.path());
    drop(store);
    for folder in [folder.path(), killed.path()] {
        let mut store = Store::open(folder, LAZY).unwrap();
        assert_eq!((loose(&store), all(&store)), (0, before.clone()));
        assert!(store.rebuilds.is_empty() && store.damaged_timelines().next().is_none());
        assert_eq!(store.snapshot(head, "1").unwrap(), Some(b"a game".to_vec()));
        assert_eq!(store.read(ahead.id).unwrap(), ahead);
        for commit in chain_of(&store, head) {
            let id = commit.id.to_string();
            assert_eq!(store.resolve(&id).unwrap(), commit.id);
            assert_eq!(store.resolve(&id[..13]).unwrap(), commit.id);
            assert_eq!(store.resolve(&id[..20]).unwrap(), commit.id);
        }
        assert!(matches!(store.resolve("a"), Err(StoreError::Ambiguous { .. })));
        assert!(!store.contains(EventId::from_bytes([9; 32])).unwrap());
        // The same again writes nothing, and going on writes only what is new.
        let other = store.create("again", commit(0, 3)).unwrap();
        store.append("again", other.id, commit(1, 1 + 7 % 5)).unwrap();
        assert_eq!(loose(&store), 0);
        store.append("main", head, commit(5000, 2)).unwrap();
        assert_eq!(loose(&store), 1);
        let last = store.redoable().cloned();
        assert_eq!(last, None, "a new change ends what could be redone");
    }
}

#[test]
fn packs_are_merged_so_that_there_are_few() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path(), LAZY).unwrap();
    store.pack_at = 16;
    grow(&mut store, 16);
    let mut most = 0;
    for number in 16..16 * 40 {
        store.append("main", tip(&store, "main"), commit(number, 1 + number as usize * 7 % 5)).unwrap();
        store.sync().unwrap();
        if store.is_pack_due() {
            assert!(store.pack(None).unwrap());
            assert_eq!(store.packs.iter().map(|pack| pack.commits).sum::<u64>(), number + 1);
            most = most.max(store.packs.iter().count());
        }
    }
    assert!((2..=5).contains(&most), "{most} packs");
    let names: Vec<_> = fs::read_dir(folder.path().join("packs")).unwrap().map(|it| it.unwrap().file_name()).collect();
    let packs = names.iter().filter(|name| name.to_str().unwrap().ends_with(".pack")).count();
    assert_eq!((packs, names.len() - packs), (store.packs.iter().count(), store.history.packed.journals.len()));
    let expected = chain(16 * 40);
    assert_eq!(chain_of(&store, tip(&store, "main")), chain_of(&expected, tip(&expected, "main")));
    assert_eq!(store.journal.as_ref().unwrap().told().commits, (16 * 40 - 17) % 16);
}

/// Counts the reads of a pack's file.
struct Counted(Box<dyn Medium>, Arc<AtomicUsize>);

impl Medium for Counted {
    fn length(&self) -> std::io::Result<u64> {
        self.0.length()
    }

    fn read_at(&self, at: u64, into: &mut [u8]) -> std::io::Result<usize> {
        self.1.fetch_add(1, Relaxed);
        self.0.read_at(at, into)
    }

    fn write_at(&mut self, _: u64, _: &[u8]) -> std::io::Result<()> {
        Err(std::io::ErrorKind::Unsupported.into())
    }

    fn cut(&mut self, _: u64) -> std::io::Result<()> {
        Err(std::io::ErrorKind::Unsupported.into())
    }

    fn sync(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A pack of these commits.
fn packed(folder: &Path, commits: &[RawCommit]) -> std::path::PathBuf {
    let path = pack_of(folder, 1);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut writer = Writer::new(System.open(&path).unwrap(), &path).unwrap();
    commits.iter().for_each(|commit| writer.add(commit.clone()).unwrap());
    writer.finish().unwrap();
    path
}

#[test]
fn a_look_up_takes_three_reads_and_a_chain_one_for_each_block() {
    let store = chain(5000);
    let commits = chain_of(&store, tip(&store, "main"));
    let folder = tempfile::tempdir().unwrap();
    let path = packed(folder.path(), &commits);
    let reads = Arc::new(AtomicUsize::new(0));
    let file = Counted(System.open_to_read(&path).unwrap(), Arc::clone(&reads));
    let pack = Pack::over(Box::new(file), &path, 1).unwrap();
    assert_eq!(pack.commits, 5000);
    let mut most = 0;
    for commit in &commits {
        reads.store(0, Relaxed);
        let offsets = pack.offsets(commit.id).unwrap();
        assert!(offsets.into_iter().any(|offset| pack.block(offset).unwrap().contains(commit)));
        most = most.max(reads.load(Relaxed));
    }
    assert_eq!(most, 3, "two for the index, one for the block");
    check(&pack).unwrap();
    let bytes = fs::metadata(&path).unwrap().len();
    assert_eq!(bytes, pack.bytes());
    let values: usize = commits.iter().map(|commit| 32 + commit.encode().len()).sum();
    assert!(3 * bytes < 2 * values as u64, "{bytes} bytes in a pack, {values} as keys and values");
}

#[test]
fn any_flipped_bit_and_any_cut_of_a_pack_is_noticed_and_gives_no_other_commit() {
    let store = chain(60);
    let commits = chain_of(&store, tip(&store, "main"));
    let folder = tempfile::tempdir().unwrap();
    let path = packed(folder.path(), &commits);
    let bytes = fs::read(&path).unwrap();
    let open = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        Pack::over(System.open_to_read(&path).unwrap(), &path, 1)
    };
    for at in 0..bytes.len() {
        let mut wrong = bytes.clone();
        wrong[at] ^= 1 << (at % 8);
        let Ok(pack) = open(&wrong) else { continue };
        assert!(check(&pack).is_err(), "byte {at} of {}", bytes.len());
        for commit in &commits {
            let blocks = pack.offsets(commit.id).unwrap_or_default();
            for block in blocks.into_iter().filter_map(|offset| pack.block(offset).ok()) {
                assert!(block.iter().all(|commit| commits.contains(commit)), "byte {at}");
            }
        }
    }
    for at in 0..bytes.len() {
        assert!(open(&bytes[..at]).is_err(), "cut at {at}");
    }
    // A block whose length is wrong hides no other.
    let mut wrong = bytes.clone();
    wrong[18] ^= 2;
    let pack = open(&wrong).unwrap();
    let (mut good, mut bad) = (0, 0);
    let counted = pack.each(&mut |_, _, block| {
        block.map_or_else(|_| bad += 1, |block| good += block.len());
        Ok(())
    });
    counted.unwrap();
    assert_eq!((good, bad), (44, 1));
}

/// The bytes of a pack, which must never change.
#[test]
fn golden_pack() {
    let store = chain(40);
    let folder = tempfile::tempdir().unwrap();
    let path = packed(folder.path(), &chain_of(&store, tip(&store, "main")));
    let bytes = fs::read(path).unwrap();
    let sum = blake3::hash(&bytes).to_string();
    assert_eq!((bytes.len(), &sum[..16]), GOLDEN_PACK);
}

const GOLDEN_PACK: (usize, &str) = (3594, "0a9771e53b747a4a");

#[test]
fn a_damaged_block_is_an_error_that_names_the_commit_and_writing_it_again_repairs_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = filled(folder.path(), 60);
    let commits = chain_of(&store, tip(&store, "main"));
    store.pack(None).unwrap();
    drop(store);
    let path = pack_of(folder.path(), 1);
    let mut bytes = fs::read(&path).unwrap();
    bytes[60] ^= 1;
    fs::write(&path, bytes).unwrap();
    let store = open(folder.path());
    let error = store.read(commits[3].id).unwrap_err();
    assert!(
        matches!(&error, StoreError::Damaged { object: Object::Commit(id), .. } if *id == commits[3].id),
        "{error}"
    );
    assert!(store.verify_chain(tip(&store, "main")).is_err());
    assert_eq!(store.read(commits[40].id).unwrap(), commits[40]);
    for commit in &commits[..16] {
        store.put(commit).unwrap();
    }
    assert_eq!(store.verify_chain(tip(&store, "main")).unwrap(), 60);
}

/// A disk that keeps the folder as it was before each of its calls.
struct Dying {
    folder: std::path::PathBuf,
    on: AtomicBool,
    kept: Mutex<Vec<(String, tempfile::TempDir)>>,
}

impl Dying {
    fn before(&self, call: String) {
        if self.on.load(Relaxed) {
            self.kept.lock().unwrap().push((call, as_if_killed(&self.folder)));
        }
    }
}

impl Disk for Arc<Dying> {
    fn create_folder(&self, path: &Path) -> std::io::Result<()> {
        self.before(format!("create {}", path.display()));
        System.create_folder(path)
    }

    fn open_lock(&self, path: &Path) -> std::io::Result<fs::File> {
        System.open_lock(path)
    }

    fn write_small(&self, path: &Path, text: &str) -> std::io::Result<()> {
        self.before(format!("write {}", path.display()));
        System.write_small(path, text)
    }

    fn open(&self, path: &Path) -> std::io::Result<Box<dyn Medium>> {
        self.before(format!("open {}", path.display()));
        System.open(path)
    }

    fn open_to_read(&self, path: &Path) -> std::io::Result<Box<dyn Medium>> {
        System.open_to_read(path)
    }

    fn link(&self, from: &Path, to: &Path) -> std::io::Result<()> {
        self.before(format!("link {}", to.display()));
        System.link(from, to)
    }

    fn copy(&self, from: &Path, to: &Path) -> std::io::Result<()> {
        System.copy(from, to)
    }

    fn rename(&self, from: &Path, to: &Path) -> std::io::Result<()> {
        self.before(format!("rename to {}", to.display()));
        System.rename(from, to)
    }

    fn rename_folder(&self, from: &Path, to: &Path) -> std::io::Result<()> {
        self.before(format!("rename folder to {}", to.display()));
        System.rename_folder(from, to)
    }

    fn remove(&self, path: &Path) -> std::io::Result<()> {
        self.before(format!("remove {}", path.display()));
        System.remove(path)
    }

    fn sync_folder(&self, folder: &Path) -> std::io::Result<()> {
        self.before(format!("sync {}", folder.display()));
        System.sync_folder(folder)
    }
}

#[test]
fn wherever_packing_dies_the_store_is_the_same_and_packs_again() {
    // The first pack, one that is merged, and one of what is kept.
    for case in 0..3 {
        let folder = tempfile::tempdir().unwrap();
        let (on, kept) = (AtomicBool::new(false), Mutex::default());
        let disk = Arc::new(Dying { folder: folder.path().to_owned(), on, kept });
        drop(filled(folder.path(), 40));
        let mut store = Store::open_on(Arc::new(Arc::clone(&disk)), folder.path(), LAZY).unwrap();
        if case > 0 {
            store.pack(None).unwrap();
            for number in 0..40 {
                store.append("main", tip(&store, "main"), commit(800 + number, 2)).unwrap();
            }
            store.sync().unwrap();
        }
        let before = all(&store);
        let (reached, packed) = (store.kept(false).unwrap(), store.history.packed.clone());
        disk.on.store(true, Relaxed);
        assert!(store.pack((case == 2).then_some(&reached)).unwrap());
        disk.on.store(false, Relaxed);
        let after = as_if_killed(folder.path());
        let steps: Vec<_> = disk.kept.lock().unwrap().drain(..).chain([("the end".to_owned(), after)]).collect();
        assert!(steps.len() > 10, "{}", steps.len());
        for (call, died) in steps {
            let mut store = Store::open(died.path(), LAZY).unwrap();
            assert!(store.rebuilds.is_empty() && store.damaged_timelines().next().is_none(), "{case}, {call}");
            assert_eq!(all(&store), before, "{case}, before {call}");
            let packed = store.history.packed != packed;
            assert!(!packed || loose(&store) == 0, "{case}, before {call}");
            assert!(store.pack(Some(&reached)).unwrap(), "{case}, before {call}");
            assert_eq!((all(&store), loose(&store)), (before.clone(), 0), "{case}, before {call}");
            drop(store);
            let store = Store::open(died.path(), LAZY).unwrap();
            assert_eq!(all(&store), before, "{case}, before {call}, again");
            let mut names: Vec<_> =
                fs::read_dir(died.path().join("packs")).unwrap().map(|it| it.unwrap().path()).collect();
            names.sort();
            assert_eq!(names.len(), 2, "{case}, before {call}: {names:?}");
            assert!(!died.path().join("sled.old").exists() && !died.path().join("sled.new").exists());
        }
    }
}

#[test]
fn an_undo_after_packing_survives_dying_before_the_database_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = filled(folder.path(), 30);
    store.pack(None).unwrap();
    let last = store.undoable().cloned().unwrap();
    store.turn(&last, true).unwrap();
    let expected = all(&store);
    // The journal has it, the database does not.
    store.journal.as_mut().unwrap().sync().unwrap();
    let killed = as_if_killed(folder.path());
    assert_eq!(all(&open(killed.path())), expected);
    // Without a database, everything is in the journal and the packs.
    fs::remove_dir_all(killed.path().join(DATABASE)).unwrap();
    let store = open(killed.path());
    assert!(store.rebuilds.is_empty());
    assert_eq!(all(&store), expected);
}

#[test]
fn without_the_journal_or_without_a_pack_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = filled(folder.path(), 30);
    store.pack(None).unwrap();
    let (packed, head) = (as_if_killed(folder.path()), tip(&store, "main"));
    store.append("main", head, commit(800, 2)).unwrap();
    let expected: Vec<Timeline> = store.timelines().cloned().collect();
    let chain = chain_of(&store, tip(&store, "main"));
    drop(store);
    let without = as_if_killed(folder.path());
    fs::remove_file(without.path().join(JOURNAL)).unwrap();
    for _ in 0..2 {
        let store = open(without.path());
        assert_eq!(store.timelines().cloned().collect::<Vec<_>>(), expected);
        assert_eq!(chain_of(&store, tip(&store, "main")), chain);
        assert_eq!(store.history.packed.packs, [1]);
    }
    fs::remove_file(pack_of(packed.path(), 1)).unwrap();
    let store = open(packed.path());
    let inputs: Vec<EventId> = store.rebuilds.iter().flat_map(|it| it.inputs.iter().map(|input| input.id)).collect();
    assert!(chain.iter().take(30).all(|commit| inputs.contains(&commit.id)), "{:?}", store.rebuilds);
}

#[test]
fn collecting_from_packs_leaves_one_pack_of_what_is_kept() {
    let dry = Collect { dry_run: true, ..Collect::default() };
    let forget = Collect { forget_operations: true, ..Collect::default() };
    let folder = tempfile::tempdir().unwrap();
    let mut store = filled(folder.path(), 60);
    let wanted = Collect { pack: true, ..Collect::default() };
    let told = store.collect(Collect { dry_run: true, ..wanted }).unwrap();
    let done = store.collect(wanted).unwrap();
    assert_eq!((done, loose(&store)), (told, 0));
    assert!(done.packed > 80 && done.commits == 1, "{done:?}");
    let head = tip(&store, "main");
    store.append("main", head, commit(800, 2)).unwrap();
    store.sync().unwrap();
    // Operations hold on to everything.
    assert_eq!(store.collect(dry).unwrap().commits, 0);
    let b = tip(&store, "b");
    store.delete("b", b).unwrap();
    let bookmark = store.bookmark("here").unwrap().clone();
    store.remove_bookmark(&bookmark).unwrap();
    store.sync().unwrap();
    assert_eq!(store.collect(dry).unwrap().commits, 0);
    let told = store.collect(Collect { dry_run: true, ..forget }).unwrap();
    let done = store.collect(forget).unwrap();
    assert_eq!(done, told);
    assert_eq!((done.commits, done.packed, loose(&store)), (21, 1, 0));
    assert!(store.collect(Collect::default()).unwrap().is_empty());
    assert_eq!((&store.history.packed.packs[..], store.timelines().count()), (&[2][..], 1));
    let chain = chain_of(&store, tip(&store, "main"));
    assert_eq!(chain.len(), 61);
    drop(store);
    // The journals rebuild what is there and no more.
    for gone in [DATABASE, "packs/0002.pack"] {
        let copy = as_if_killed(folder.path());
        let path = copy.path().join(gone);
        if path.is_dir() {
            fs::remove_dir_all(path).unwrap()
        } else {
            fs::remove_file(path).unwrap()
        }
        let store = open(copy.path());
        let known = store.rebuilds.first().map(|rebuild| rebuild.inputs.iter().map(|it| it.id).collect());
        let known = known.unwrap_or_else(|| ids(&store, tip(&store, "main")));
        assert_eq!(known, chain.iter().map(|commit| commit.id).collect::<Vec<_>>(), "{gone}");
    }
}
