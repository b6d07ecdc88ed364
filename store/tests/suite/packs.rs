//! Tests what other commands do with a store whose commits are in packs.
#![allow(clippy::unwrap_used, reason = "a test may")]

use std::fs;
use std::path::Path;

use crate::common::{copy_folder, fill, wholes};
use retrace_store::{Collect, Durability, Log, Options, Sending, StoreError, backup, fsck, stats};

const QUICK: Options = Options { durability: Durability::AtClose };

fn pack(folder: &Path) {
    let mut log = Log::open(folder, QUICK).unwrap();
    let packed = log.collect(Collect { pack: true, ..Collect::default() }).unwrap();
    assert!(packed.packed > 0);
    log.close().unwrap();
}

#[test]
fn a_packed_store_is_copied_read_beside_counted_sent_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let [store, copy, beside, other, saved] =
        ["store", "copy", "beside", "other", "saved"].map(|name| folder.path().join(name));
    let expected = fill(&store, QUICK, 60);
    let (before, _) = stats(&store).unwrap();
    pack(&store);
    let (after, _) = stats(&store).unwrap();
    assert_eq!((after.commits, after.events, after.other_commits), (before.commits, before.events, 0));
    assert_eq!((after.packs, after.packed_commits), (1, before.commits));
    assert!(2 * after.value_bytes < 3 * after.encoding_bytes, "{after:?}");
    assert!(after.value_bytes <= after.pack_bytes && after.journal_bytes > before.journal_bytes);

    let report = fsck::check(&store).unwrap();
    assert!(report.is_whole(), "{report:#?}");
    assert_eq!((report.packed, report.commits), (before.commits, before.commits));

    let made = backup(&store, &copy).unwrap();
    assert_eq!((made.open_in, made.recovered.len()), (None, 0));
    assert_eq!(wholes(&Log::open(&copy, QUICK).unwrap()).unwrap(), expected);

    let log = Log::open(&store, QUICK).unwrap();
    let made = backup(&store, &beside).unwrap();
    assert_eq!((made.open_in, made.recovered.len()), (Some(Some(std::process::id())), 0));
    let (read, freshness) = fsck::open_to_read(&store).unwrap();
    assert_eq!(wholes(&read).unwrap(), expected);
    assert!(freshness.is_some_and(|freshness| freshness.lost.is_empty()));
    let mut theirs = Log::open(&other, QUICK).unwrap();
    for timeline in log.timelines() {
        log.send(&timeline.name, &mut theirs, Sending::default()).unwrap();
    }
    assert_eq!(wholes(&theirs).unwrap(), expected);
    // Into a store that has them in a pack, nothing has to be sent.
    theirs.close().unwrap();
    pack(&other);
    let mut theirs = Log::open(&other, QUICK).unwrap();
    let sent = log.send("main", &mut theirs, Sending { name: Some("again"), ..Sending::default() }).unwrap();
    assert_eq!(sent.commits, 0, "{sent:?}");
    log.close().unwrap();
    assert_eq!(wholes(&Log::open(&beside, QUICK).unwrap()).unwrap(), expected);

    let (report, _) = fsck::salvage(&store, &saved).unwrap();
    assert!(report.is_whole());
    assert_eq!(wholes(&Log::open(&saved, QUICK).unwrap()).unwrap(), expected);
}

#[test]
fn an_older_version_refuses_a_store_with_packs_by_its_layout() {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path(), QUICK, 12);
    let marker = folder.path().join("retrace-store");
    assert_eq!(fs::read(&marker).unwrap(), b"retrace store, layout 1\n");
    assert_eq!(fs::read(folder.path().join("journal")).unwrap()[16..18], [1, 0]);
    pack(folder.path());
    assert_eq!(fs::read(&marker).unwrap(), b"retrace store, layout 2\n");
    assert_eq!(fs::read(folder.path().join("journal")).unwrap()[16..18], [1, 0]);
    // A newer pack is refused by name as well.
    let newer = tempfile::tempdir().unwrap();
    copy_folder(folder.path(), newer.path());
    let path = newer.path().join("packs/0001.pack");
    let mut bytes = fs::read(&path).unwrap();
    bytes[16] = 9;
    let end = bytes.len() - 8;
    let mut sum = blake3::Hasher::new_derive_key("retrace pack end checksum v1");
    for part in [&bytes[..18], &bytes[end - 25..end]] {
        sum.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    let sum = sum.finalize();
    bytes[end..].copy_from_slice(&sum.as_bytes()[..8]);
    fs::write(&path, bytes).unwrap();
    assert!(matches!(Log::open(newer.path(), QUICK), Err(StoreError::TooNew { found: 9, known: 1, .. })));
    assert!(matches!(fsck::check(newer.path()), Err(StoreError::TooNew { found: 9, .. })));
}
