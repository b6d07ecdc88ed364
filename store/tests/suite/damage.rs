//! Tests stores with a bit flipped, an end cut off or a file missing: what `fsck` reports, and what
//! is saved.
//!
//! The long forms: `cargo test -p retrace-store --test suite -- --ignored --nocapture damage`.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may, and the long forms print what they found")]

use std::fs;
use std::path::Path;

use crate::common::{Whole, copy_folder, files, fill, go_on, wholes};
use retrace_core::fact::wire;
use retrace_core::play::Dice;
use retrace_store::{Collect, Durability, Finding, Log, Object, Options, Report, StoreError, Stranger, fsck};

const QUICK: Options = Options { durability: Durability::AtClose };

/// The outcomes of damage.
#[derive(Default, Debug)]
struct Tally {
    places: usize,
    /// It did not matter: fsck finds nothing, and the store is the same.
    nothing: usize,
    named: usize,
    /// How many of the others still open and return everything.
    mended: usize,
    saved_events: u64,
    lost_events: u64,
}

/// Checks a damaged store: nothing panics, nothing wrong is returned, each loss has a name, and
/// everything before it is saved. If the database or the journal is whole, that is everything.
fn assert_sound(folder: &Path, expected: &[Whole], one_is_whole: bool, tally: &mut Tally, place: &str) {
    tally.places += 1;
    let report = fsck::check(folder).unwrap_or_else(|error| panic!("{place}: {error}"));
    let into = tempfile::tempdir().unwrap();
    let (again, saved) = fsck::salvage(folder, into.path()).unwrap_or_else(|error| panic!("{place}: {error}"));
    assert_eq!(again.findings, report.findings, "{place}: checking changed something");
    let rescued = Log::open(into.path(), Options::default()).unwrap();
    assert!(rescued.recovered().is_empty());
    let found = wholes(&rescued).unwrap();
    assert_eq!(found.len(), saved.iter().filter(|saved| saved.events > 0).count(), "{place}");
    for whole in expected {
        let end = whole.commits.last().unwrap().1;
        let rescued = found.iter().find(|found| whole.commits.starts_with(&found.commits) && !found.commits.is_empty());
        let events = rescued.map_or(0, |found| found.commits.last().unwrap().1);
        tally.saved_events += events;
        tally.lost_events += end - events;
        assert!(!one_is_whole || events == end, "{place}: {events} of {end} of {}\n{report:#?}", whole.name);
    }
    rescued.close().unwrap();
    assert!(fsck::check(into.path()).unwrap().is_whole(), "{place}: {:#?}", fsck::check(into.path()).unwrap());

    // Simply opening it gives an error, or what is there.
    let opened = Log::open(folder, Options::default()).and_then(|log| wholes(&log));
    let same = opened.as_ref().is_ok_and(|opened| opened == expected);
    if let Ok(opened) = &opened {
        for timeline in opened {
            let original = expected.iter().find(|whole| whole.commits.starts_with(&timeline.commits));
            assert!(original.is_some(), "{place}: another game came back");
        }
    }
    let on_timelines = |finding: &Finding| matches!(finding.object, Object::Database(_)) && !finding.costs.is_empty();
    assert!(report.carved == 0 || report.findings.iter().any(on_timelines), "{place}: {report:#?}");
    if report.is_whole() {
        tally.nothing += 1;
        assert!(same, "{place}: fsck says yes, and it is not the same: {:?}", opened.err());
    } else {
        tally.named += 1;
        tally.mended += usize::from(same);
        assert!(!report.findings.is_empty(), "{place}: {report:#?}");
        assert!(report.findings.iter().all(|finding| finding.to_string().len() > 20));
    }
}

/// Flips bits and cuts files all over a store.
fn damage(commits: usize, flips: usize, cuts: usize, packed: bool) -> Tally {
    let original = tempfile::tempdir().unwrap();
    let mut expected = fill(original.path(), QUICK, commits);
    if packed {
        expected = pack(original.path());
    }
    assert!(fsck::check(original.path()).unwrap().is_whole(), "{:#?}", fsck::check(original.path()).unwrap());
    let all = files(original.path());
    let used = |path: &Path| {
        let bytes = fs::read(original.path().join(path)).unwrap();
        bytes.iter().rposition(|byte| *byte != 0).map_or(0, |at| at + 1)
    };
    // Each file in proportion to its content, and every file at least a few times.
    let total: usize = all.iter().map(|path| used(path)).sum();
    let mut tally = Tally::default();
    for file in &all {
        let length = used(file);
        if length == 0 {
            continue;
        }
        let bytes = fs::read(original.path().join(file)).unwrap();
        for (count, cut) in [(flips, false), (cuts, true)] {
            let here = (count * length).div_ceil(total).max(2).min(length);
            for number in 0..here {
                let at = (2 * number + 1) * length / (2 * here);
                let copy = tempfile::tempdir().unwrap();
                copy_folder(original.path(), copy.path());
                let mut wrong = bytes.clone();
                if cut {
                    wrong.truncate(at)
                } else {
                    wrong[at] ^= 1 << (at % 8)
                }
                fs::write(copy.path().join(file), wrong).unwrap();
                let place = format!("{} {} {at}", file.display(), if cut { "cut at" } else { "flipped at" });
                assert_sound(copy.path(), &expected, true, &mut tally, &place);
            }
        }
    }
    tally
}

/// Packs a store, and adds a timeline to it.
fn pack(folder: &Path) -> Vec<Whole> {
    let mut log = Log::open(folder, QUICK).unwrap();
    log.collect(Collect { pack: true, ..Collect::default() }).unwrap();
    assert_eq!(log.store().stats().unwrap().packs, 1);
    let genesis = crate::common::genesis(5);
    let (game, steps) = retrace_core::rules::start(&genesis).unwrap();
    log.create("later", &genesis, &steps).unwrap();
    go_on(&mut log, "later", game, 3, &mut Dice::new(3));
    let whole = wholes(&log).unwrap();
    log.close().unwrap();
    whole
}

#[test]
fn damage_of_a_packed_store_is_named_or_means_nothing_and_everything_is_saved() {
    let tally = damage(24, 20, 8, true);
    assert!(tally.named > 0 && tally.nothing > 0 && tally.lost_events == 0, "{tally:?}");
}

/// Removes a file or a folder.
fn remove(path: &Path) {
    if path.is_dir() { fs::remove_dir_all(path).unwrap() } else { fs::remove_file(path).unwrap() }
}

#[test]
fn without_a_pack_or_its_journal_everything_is_saved() {
    let original = tempfile::tempdir().unwrap();
    fill(original.path(), QUICK, 30);
    let expected = pack(original.path());
    assert!(fsck::check(original.path()).unwrap().is_whole());
    for gone in ["sled", "journal", "packs/0001.pack", "packs/0001.journal"] {
        let copy = tempfile::tempdir().unwrap();
        copy_folder(original.path(), copy.path());
        remove(&copy.path().join(gone));
        let mut tally = Tally::default();
        assert_sound(copy.path(), &expected, true, &mut tally, gone);
        // What opening the store mends, it mends for good.
        assert_eq!(wholes(&Log::open(copy.path(), QUICK).unwrap()).unwrap(), expected, "{gone}");
    }
}

#[test]
fn a_flipped_bit_or_a_cut_is_named_or_means_nothing_and_everything_is_saved() {
    let tally = damage(24, 14, 8, false);
    assert!(tally.named > 0 && tally.nothing > 0 && tally.lost_events == 0, "{tally:?}");
}

#[test]
#[ignore = "the long form"]
fn many_flipped_bits_and_cuts() {
    for (commits, packed) in [(24, false), (600, false), (24, true), (600, true)] {
        let tally = damage(commits, 160, 60, packed);
        println!("{commits} commits, packed {packed}: {tally:?}");
        assert!(tally.places >= 200 && tally.lost_events == 0);
    }
}

#[test]
fn without_the_database_everything_is_saved_from_the_journal_and_the_other_way_round() {
    let original = tempfile::tempdir().unwrap();
    let expected = fill(original.path(), QUICK, 30);
    for (gone, object) in [("sled", "database"), ("journal", "journal"), ("retrace-store", "retrace-store")] {
        let copy = tempfile::tempdir().unwrap();
        copy_folder(original.path(), copy.path());
        remove(&copy.path().join(gone));
        let into = tempfile::tempdir().unwrap();
        let (report, saved) = fsck::salvage(copy.path(), into.path()).unwrap();
        assert!(!report.is_whole(), "{gone}");
        let told: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
        assert!(told.iter().any(|told| told.contains(object)), "{told:?}");
        assert!(saved.iter().all(|saved| saved.is_whole()));
        assert_eq!(saved.iter().any(|saved| saved.from_journal > 0), gone == "sled", "{saved:?}");
        assert_eq!(wholes(&Log::open(into.path(), QUICK).unwrap()).unwrap(), expected);
    }
}

/// Where each half of a store has lost something, the verified part before that is saved.
#[test]
fn what_neither_has_ends_the_timeline_there_and_says_where() {
    let original = tempfile::tempdir().unwrap();
    let expected = fill(original.path(), QUICK, 40);
    let main = expected.iter().find(|whole| whole.name == "main").unwrap();
    fs::remove_file(original.path().join("journal")).unwrap();
    let database = fs::read(original.path().join("sled/db")).unwrap();
    // The stored value of a commit in the middle of `main` contains the id of its parent.
    let (parent, end) = main.commits[24];
    let mut wrong = database.clone();
    let mut hit = 0;
    for at in 0..wrong.len().saturating_sub(40) {
        if &wrong[at..at + 32] == parent.as_bytes()
            && at > 4
            && database[at - 4..at - 1] == [1, 1, wire::FORMAT_VERSION as u8]
        {
            wrong[at + 34] ^= 1;
            hit += 1;
        }
    }
    assert!(hit > 0);
    let copy = tempfile::tempdir().unwrap();
    copy_folder(original.path(), copy.path());
    fs::write(copy.path().join("sled/db"), wrong).unwrap();
    let into = tempfile::tempdir().unwrap();
    let (report, saved) = fsck::salvage(copy.path(), into.path()).unwrap();
    // sled may not open at all after that; then its bytes give the chains, but their names are
    // lost.
    let all = main.commits.last().unwrap().1;
    let of_main = saved.iter().find(|saved| saved.of == Some(all)).unwrap_or_else(|| panic!("{saved:#?} {report:#?}"));
    assert_eq!(of_main.events, end, "{report:#?}");
    assert!(of_main.lost.is_some());
    let second = expected.iter().find(|whole| whole.name == "second").unwrap().commits.last().unwrap().1;
    assert!(saved.iter().any(|saved| saved.is_whole() && saved.events == second));
    let costs: Vec<_> = report.findings.iter().flat_map(|finding| &finding.costs).collect();
    assert!(costs.iter().any(|cost| cost.from == end && cost.to == Some(all) && !cost.in_journal), "{report:#?}");
    let log = Log::open(into.path(), QUICK).unwrap();
    assert_eq!(log.timeline(&of_main.timeline).unwrap().tip, parent);
    assert_eq!(log.fold(parent).unwrap().len(), end);
}

/// Copies a file or folder of one store over that of another.
fn take(name: &str, from: &Path, to: &Path) {
    remove(&to.join(name));
    let from = from.join(name);
    if from.is_dir() {
        copy_folder(&from, &to.join(name));
    } else {
        fs::copy(from, to.join(name)).unwrap();
    }
}

/// What belongs to another store, or to an earlier time of this one, is refused, and nothing is
/// lost.
#[test]
fn what_does_not_belong_to_the_store_is_refused_and_costs_nothing() {
    for packed in [false, true] {
        let (own, other, early) =
            (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for folder in [own.path(), other.path()] {
            fill(folder, QUICK, 20);
            if packed {
                pack(folder);
            }
        }
        let mut log = Log::open(other.path(), QUICK).unwrap();
        for name in ["main", "second", "what if"] {
            let tip = log.timeline(name).unwrap().tip;
            log.rename(name, tip, &format!("{name} there")).unwrap();
        }
        log.close().unwrap();
        let mut log = Log::open(own.path(), QUICK).unwrap();
        let here = log.set_bookmark("here", None, ("main", 5), "").unwrap();
        log.close().unwrap();
        copy_folder(own.path(), early.path());
        let mut log = Log::open(own.path(), QUICK).unwrap();
        log.set_bookmark("here", Some(&here), ("main", 9), "").unwrap();
        log.collect(Collect { forget_operations: true, ..Collect::default() }).unwrap();
        let expected = (wholes(&log).unwrap(), log.store().bookmarks().cloned().collect::<Vec<_>>());
        log.close().unwrap();
        let cases: [(&[&str], &Path, Option<Stranger>); 5] = [
            (&["journal"], other.path(), Some(Stranger::Journal)),
            (&["sled"], other.path(), Some(Stranger::Database)),
            (&["journal"], early.path(), Some(Stranger::EarlierJournal)),
            (&["journal", "acknowledged"], early.path(), Some(Stranger::EarlierJournal)),
            (&["acknowledged"], other.path(), None),
        ];
        for (names, from, stranger) in cases {
            let place = format!("{names:?}, {stranger:?}, packed {packed}");
            let copy = tempfile::tempdir().unwrap();
            copy_folder(own.path(), copy.path());
            names.iter().for_each(|name| take(name, from, copy.path()));
            let has = |folder: &Path| {
                let log = Log::open(folder, QUICK).unwrap_or_else(|error| panic!("{place}: {error}"));
                (wholes(&log).unwrap(), log.store().bookmarks().cloned().collect::<Vec<_>>())
            };
            if let Some(stranger) = stranger {
                let report = fsck::check(copy.path()).unwrap();
                assert!(
                    !report.is_kept() && report.timelines.iter().all(fsck::Saved::is_whole),
                    "{place}: {report:#?}"
                );
                let told = report.findings[0].to_string();
                assert!(told.contains(&stranger.to_string()) && told.contains("away"), "{place}: {told}");
                let saved = tempfile::tempdir().unwrap();
                fsck::salvage(copy.path(), saved.path()).unwrap();
                let (timelines, bookmarks) = has(saved.path());
                assert_eq!(timelines, expected.0, "{place}");
                assert_eq!(bookmarks[0].event, expected.1[0].event, "{place}");
                let journal = fs::read(copy.path().join("journal")).unwrap();
                for refused in [Log::open(copy.path(), QUICK).map(drop), fsck::open_to_read(copy.path()).map(drop)] {
                    let error = refused.unwrap_err();
                    assert!(matches!(error, StoreError::Stranger { what, .. } if what == stranger), "{place}: {error}");
                }
                assert!(fs::read(copy.path().join("journal")).unwrap() == journal, "{place}");
                remove(&copy.path().join(names[0]));
            }
            assert_eq!(has(copy.path()), expected, "{place}");
            assert!(fsck::check(copy.path()).unwrap().is_whole(), "{place}");
        }
    }
}

/// After damage, `fsck` and a salvage go by the same names as opening does.
#[test]
fn a_bookmark_that_was_removed_stays_so_when_the_journal_loses_that() {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path(), QUICK, 8);
    let mut log = Log::open(folder.path(), Options::default()).unwrap();
    let here = log.set_bookmark("here", None, ("main", 5), "").unwrap();
    log.remove_bookmark(&here).unwrap();
    log.close().unwrap();
    let journal = fs::read(folder.path().join("journal")).unwrap();
    fs::write(folder.path().join("journal"), &journal[..journal.len() - 5]).unwrap();
    let report = fsck::check(folder.path()).unwrap();
    assert!(report.is_kept() && report.findings.len() == 1, "{report:#?}");
    let saved = tempfile::tempdir().unwrap();
    fsck::salvage(folder.path(), saved.path()).unwrap();
    for folder in [saved.path(), folder.path()] {
        assert_eq!(Log::open(folder, QUICK).unwrap().store().bookmarks().count(), 0);
    }
    assert!(fsck::check(folder.path()).unwrap().is_whole());
}

#[test]
fn nothing_is_checked_or_saved_where_there_is_no_store_or_into_one() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(fsck::check(folder.path()), Err(StoreError::NoStore { .. })));
    assert!(matches!(fsck::check(&folder.path().join("none")), Err(StoreError::NoStore { .. })));
    fill(folder.path(), QUICK, 4);
    assert!(matches!(fsck::salvage(folder.path(), folder.path()), Err(StoreError::NotEmpty { .. })));
    let full = tempfile::tempdir().unwrap();
    fs::write(full.path().join("thesis"), "years").unwrap();
    assert!(matches!(fsck::salvage(folder.path(), full.path()), Err(StoreError::NotEmpty { .. })));
    fs::write(folder.path().join("retrace-store"), "retrace store, layout 9\n").unwrap();
    assert!(matches!(fsck::check(folder.path()), Err(StoreError::TooNew { found: 9, .. })));
}

#[test]
fn a_store_that_another_has_open_is_checked_and_read_from_its_journal() {
    let folder = tempfile::tempdir().unwrap();
    let expected = fill(folder.path(), QUICK, 30);
    let owner = Log::open(folder.path(), Options::default()).unwrap();
    let Report { in_use, findings, timelines, .. } = fsck::check(folder.path()).unwrap();
    assert_eq!((in_use, findings.len()), (Some(Some(std::process::id())), 0));
    assert!(timelines.iter().all(|saved| saved.is_whole() && saved.from_database == 0));

    let (beside, fresh) = fsck::read_beside(folder.path(), Some(7)).unwrap();
    assert_eq!(wholes(&beside).unwrap(), expected);
    let commits: usize = expected.iter().map(|whole| whole.commits.len()).sum();
    assert!(fresh.commits < commits as u64 && fresh.commits > 30, "shared commits count once: {}", fresh.commits);
    assert_eq!((fresh.pid, fresh.lost), (Some(7), Vec::new()));
    assert!(fresh.written.is_some());
    let forks: Vec<_> = owner.timelines().map(|timeline| timeline.forked).collect();
    assert_eq!(beside.timelines().map(|timeline| timeline.forked).collect::<Vec<_>>(), forks);
    // Nothing in it was changed.
    owner.close().unwrap();
    assert!(fsck::check(folder.path()).unwrap().is_whole());
}

#[test]
fn damage_of_the_journal_in_the_middle_leaves_what_is_after_it_to_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let expected = fill(folder.path(), QUICK, 30);
    fs::remove_dir_all(folder.path().join("sled")).unwrap();
    let path = folder.path().join("journal");
    let mut bytes = fs::read(&path).unwrap();
    let at = bytes.len() * 3 / 10;
    bytes[at] ^= 8;
    fs::write(&path, bytes).unwrap();
    let into = tempfile::tempdir().unwrap();
    let (report, saved) = fsck::salvage(folder.path(), into.path()).unwrap();
    assert!(report.findings.iter().any(|finding| matches!(finding.object, Object::Journal(_))));
    // One input is lost, on one timeline; the other game, which comes after it, is not.
    let events = |name: &str| expected.iter().find(|whole| whole.name == name).unwrap().commits.last().unwrap().1;
    let of = |name: &str| saved.iter().find(|saved| saved.timeline == name).unwrap();
    assert_eq!(of("second").events, events("second"));
    assert!(saved.iter().any(|saved| !saved.is_whole()), "{saved:?}");
}

/// `fsck` says that opening sets everything right exactly where it does: whether the journal is
/// damaged within what was acknowledged or after it, and whether the database can stand in or not.
#[test]
fn what_fsck_says_of_a_damaged_journal_is_what_opening_does() {
    let original = tempfile::tempdir().unwrap();
    let expected = fill(original.path(), Options::default(), 12);
    let journal = fs::read(original.path().join("journal")).unwrap();
    let flipped = |at: usize| {
        let mut wrong = journal.clone();
        wrong[at] ^= 8;
        wrong
    };
    let middle = journal.len() / 2;
    let mut wrongs: Vec<(String, Vec<u8>)> =
        (0..journal.len()).step_by(131).chain([middle]).map(|at| (format!("flipped at {at}"), flipped(at))).collect();
    // A record of four bytes whose checksum is wrong.
    let torn = [&[4, 0, 0, 0][..], b"torn", &[7; 8]].concat();
    wrongs.push(("torn after its end".to_owned(), [&journal[..], &torn].concat()));
    wrongs.push(("flipped and torn".to_owned(), [&flipped(middle)[..], &torn].concat()));
    let (mut kept, mut refused) = (0, 0);
    for (what, wrong) in &wrongs {
        for database in [true, false] {
            let place = format!("the journal {what}, with a database: {database}");
            let copy = tempfile::tempdir().unwrap();
            copy_folder(original.path(), copy.path());
            fs::write(copy.path().join("journal"), wrong).unwrap();
            if !database {
                fs::remove_dir_all(copy.path().join("sled")).unwrap();
            }
            let report = fsck::check(copy.path()).unwrap();
            assert!(!report.is_whole(), "{place}");
            match Log::open(copy.path(), Options::default()) {
                Ok(log) => {
                    kept += 1;
                    assert_eq!(wholes(&log).unwrap(), expected, "{place}");
                    assert!(report.is_kept(), "{place}: {report:#?}");
                    log.close().unwrap();
                    assert!(fsck::check(copy.path()).unwrap().is_whole(), "{place}");
                }
                Err(error) => {
                    refused += 1;
                    assert!(!report.is_kept(), "{place}: {error}\n{report:#?}");
                }
            }
        }
    }
    assert!(kept > wrongs.len() * 3 / 4 && refused > wrongs.len() * 3 / 4, "{kept} kept, {refused} refused");
}

#[test]
fn what_a_kill_leaves_of_a_snapshot_of_sled_opens_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let expected = fill(folder.path(), QUICK, 30);
    for (round, left) in [&b""[..], b"torn", &[0; 40]].into_iter().enumerate() {
        fs::write(folder.path().join("sled/snap.FFFFFFFFFFFFFFFF.generating"), left).unwrap();
        let log = Log::open(folder.path(), QUICK).unwrap();
        assert_eq!(wholes(&log).unwrap(), expected, "round {round}");
        let told = log.told();
        assert!(told.len() == 1 && told[0].contains("made again from the journal"), "{told:?}");
        assert!(told[0].contains("nothing is lost"), "{told:?}");
        log.close().unwrap();
        // Nothing is left of the old one, and nothing more is reported.
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
        assert!(names.iter().all(|name| !name.to_string_lossy().contains("aside")), "{names:?}");
        let log = Log::open(folder.path(), QUICK).unwrap();
        assert_eq!((wholes(&log).unwrap(), log.told()), (expected.clone(), Vec::new()));
    }
}

/// Two damages at once: the journal cut, at the end of a record or anywhere, and the database
/// missing, cut or damaged.
#[test]
fn of_two_damages_a_loss_is_told_before_and_after_opening() {
    let original = tempfile::tempdir().unwrap();
    let expected = fill(original.path(), Options::default(), 24);
    let journal = fs::read(original.path().join("journal")).unwrap();
    let mut ends = vec![0usize, 5, 18];
    while let Some(size) = journal.get(ends[ends.len() - 1]..).filter(|_| ends.len() > 2).and_then(|rest| rest.get(..4))
    {
        ends.push(ends[ends.len() - 1] + 12 + u32::from_le_bytes(size.try_into().unwrap()) as usize);
    }
    let cuts: Vec<usize> = ends.iter().step_by(4).copied().chain((0..journal.len()).step_by(397)).collect();
    let database = fs::read(original.path().join("sled/db")).unwrap();
    let used = database.iter().rposition(|byte| *byte != 0).unwrap();
    type Hurt<'a> = Box<dyn Fn(&Path) + 'a>;
    let hurts: Vec<(&str, Hurt<'_>)> = vec![
        ("gone", Box::new(|folder| fs::remove_dir_all(folder.join("sled")).unwrap())),
        ("empty", Box::new(|folder| fs::write(folder.join("sled/db"), b"").unwrap())),
        ("half", Box::new(|folder| fs::write(folder.join("sled/db"), &database[..used / 2]).unwrap())),
        (
            "hit",
            Box::new(|folder| {
                let mut wrong = database.clone();
                (0..used).step_by(211).for_each(|at| wrong[at] ^= 16);
                fs::write(folder.join("sled/db"), wrong).unwrap();
            }),
        ),
        (
            "no snapshot",
            Box::new(|folder| {
                let snapshot = folder.join("sled/snap.FFFFFFFFFFFFFFFF.generating");
                fs::write(snapshot, b"").unwrap();
            }),
        ),
    ];
    let (mut all, mut refused) = (0, 0);
    for (what, hurt) in &hurts {
        for cut in &cuts {
            let place = format!("the journal cut at {cut}, the database {what}");
            let copy = tempfile::tempdir().unwrap();
            copy_folder(original.path(), copy.path());
            fs::write(copy.path().join("journal"), &journal[..*cut]).unwrap();
            hurt(copy.path());
            let before = fsck::check(copy.path()).unwrap();
            let opened = Log::open(copy.path(), Options::default()).and_then(|log| wholes(&log));
            match opened {
                Ok(opened) => assert_eq!(opened, expected, "{place}: it opens with less, and does not say so"),
                Err(error) => {
                    refused += 1;
                    let told = error.to_string();
                    assert!(told.contains("nothing was changed") && told.contains("fsck"), "{place}: {told}");
                    assert!(!before.is_whole() && !before.is_kept(), "{place}: {before:#?}");
                    let after = fsck::check(copy.path()).unwrap();
                    assert_eq!(after.findings, before.findings, "{place}: opening hid it");
                    assert_eq!(fs::read(copy.path().join("journal")).unwrap(), &journal[..*cut], "{place}");
                }
            }
            all += 1;
        }
    }
    println!("{all} double damages; {refused} refused, the others open whole");
    assert!(refused * 2 > all);
}

#[test]
fn a_folder_in_the_place_of_a_file_is_named_or_costs_nothing() {
    let original = tempfile::tempdir().unwrap();
    let expected = fill(original.path(), QUICK, 24);
    for name in ["journal", "lock.pid", "acknowledged"] {
        let copy = tempfile::tempdir().unwrap();
        copy_folder(original.path(), copy.path());
        let place = copy.path().join(name);
        fs::remove_file(&place).unwrap();
        fs::create_dir(&place).unwrap();
        let mut tally = Tally::default();
        assert_sound(copy.path(), &expected, true, &mut tally, name);
        assert_eq!((tally.named, tally.lost_events), (usize::from(name == "journal"), 0), "{name}");
    }
}

/// A folder in the place of a file, or a file in the place of a folder, keeps nothing back.
#[test]
fn what_stands_in_the_place_of_a_file_is_named_and_everything_is_saved() {
    let folders = ["journal", "lock", "lock.pid", "acknowledged", "labels", "retrace-store", "journal.unconfirmed"];
    let files = ["sled", "sled.aside", "catalogues"];
    let original = tempfile::tempdir().unwrap();
    let expected = fill(original.path(), QUICK, 6);
    for (name, is_folder) in folders.map(|name| (name, true)).into_iter().chain(files.map(|name| (name, false))) {
        let folder = tempfile::tempdir().unwrap();
        copy_folder(original.path(), folder.path());
        let place = folder.path().join(name);
        if place.is_dir() {
            fs::remove_dir_all(&place).unwrap();
        } else if place.exists() {
            fs::remove_file(&place).unwrap();
        }
        if is_folder {
            fs::create_dir(&place).unwrap()
        } else {
            fs::write(&place, "text").unwrap()
        }
        let saved = tempfile::tempdir().unwrap();
        let (_, all) = fsck::salvage(folder.path(), saved.path()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(all.iter().all(fsck::Saved::is_whole), "{name}: {all:?}");
        assert_eq!(wholes(&Log::open(saved.path(), Options::default()).unwrap()).unwrap(), expected, "{name}");
        // Opening it gives everything, or says what to do; then it does.
        if let Err(error) = Log::open(folder.path(), Options::default()) {
            assert!(error.to_string().contains("move it away"), "{name}: {error}");
            fs::remove_dir(&place).unwrap();
            if name == "retrace-store" {
                continue;
            }
        }
        let log = Log::open(folder.path(), Options::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(wholes(&log).unwrap(), expected, "{name}");
    }
}
