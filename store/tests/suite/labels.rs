//! Tests the labels of a store: what they outlive, and that damage to them is named.
#![allow(clippy::unwrap_used, reason = "a test may")]

use std::fs;

use retrace_core::play::Dice;
use retrace_core::rules;
use retrace_store::replay::Labelled;
use retrace_store::{EventId, Log, Object, Options, Sending, StoreError, backup, fsck};

use crate::common::{genesis, go_on};

fn label(events: u64, text: &str) -> Labelled {
    Labelled { events, text: text.to_owned() }
}

/// `main` with labels at its beginning, in the middle and at its end; `fork` with one of its own at
/// the place where it was forked.
fn labelled(mut log: Log) -> (Log, [u64; 2]) {
    let genesis = genesis(3);
    let (game, steps) = rules::start(&genesis).unwrap();
    log.create("main", &genesis, &steps).unwrap();
    let middle = log.timeline("main").unwrap().events;
    go_on(&mut log, "main", game.clone(), 6, &mut Dice::new(1));
    log.fork("main", middle, "fork").unwrap();
    go_on(&mut log, "fork", game, 4, &mut Dice::new(2));
    let end = log.timeline("main").unwrap().events;
    log.set_labels("main", &[label(0, "the beginning"), label(middle, "1."), label(end, "the end")]).unwrap();
    log.set_labels("fork", &[label(middle, "1'.")]).unwrap();
    (log, [middle, end])
}

fn texts(log: &Log, name: &str) -> Vec<String> {
    log.labels(name).unwrap().into_iter().map(|label| label.text).collect()
}

fn assert_all(log: &Log, [middle, end]: [u64; 2]) {
    let all = [label(0, "the beginning"), label(middle, "1."), label(end, "the end")];
    assert_eq!(log.labels("main").unwrap(), all);
    assert_eq!(log.labels("fork").unwrap(), [label(middle, "1'.")]);
}

fn tip(log: &Log, name: &str) -> EventId {
    log.timeline(name).unwrap().tip
}

#[test]
fn labels_stay_with_their_timelines_when_a_store_is_closed_copied_sent_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (log, places) = labelled(Log::open(path("store"), Options::default()).unwrap());
    assert_all(&log, places);
    // While it is open: a copy, and what another process reads.
    backup(&path("store"), &path("copy")).unwrap();
    assert_all(&Log::open(path("copy"), Options::default()).unwrap(), places);
    let (beside, freshness) = fsck::open_to_read(&path("store")).unwrap();
    assert!(freshness.is_some());
    assert_all(&beside, places);
    let mut theirs = Log::in_memory().unwrap();
    log.send("main", &mut theirs, Sending::default()).unwrap();
    log.send("fork", &mut theirs, Sending::default()).unwrap();
    assert_all(&theirs, places);
    log.close().unwrap();
    assert_all(&Log::open(path("store"), Options::default()).unwrap(), places);
    assert!(fsck::check(&path("store")).unwrap().is_whole());
    // A database that is lost does not take them along.
    fs::remove_dir_all(path("store").join("sled")).unwrap();
    fsck::salvage(&path("store"), &path("saved")).unwrap();
    assert_all(&Log::open(path("saved"), Options::default()).unwrap(), places);
    assert_all(&Log::open(path("store"), Options::default()).unwrap(), places);
}

#[test]
fn a_label_shows_while_its_place_is_on_its_timeline() {
    let (mut log, [middle, _]) = labelled(Log::in_memory().unwrap());
    let (all, before) = (texts(&log, "main"), tip(&log, "main"));
    let genesis = log.commit_at(before, 0).unwrap().id;
    log.move_head("main", before, genesis).unwrap();
    assert_eq!(texts(&log, "main"), ["the beginning", "1."]);
    // What is changed meanwhile changes nothing of what is not there.
    log.set_labels("main", &[label(middle, "2.")]).unwrap();
    log.undo().unwrap();
    assert_eq!(texts(&log, "main"), ["2.", "the end"]);
    log.set_labels("main", &[label(0, "the beginning"), label(middle, "1.")]).unwrap();
    assert_eq!(texts(&log, "main"), all[..2]);
    log.rename("fork", tip(&log, "fork"), "other").unwrap();
    assert_eq!(texts(&log, "other"), ["1'."]);
    log.delete("other", tip(&log, "other")).unwrap();
    assert!(matches!(log.labels("other"), Err(StoreError::NoTimeline { .. })));
    log.undo().unwrap();
    assert_eq!(texts(&log, "other"), ["1'."]);
}

#[test]
fn what_cannot_be_a_label_changes_nothing() {
    let (mut log, places) = labelled(Log::in_memory().unwrap());
    for (label, told) in [
        (label(0, "\u{1b}[31m"), "steers a terminal"),
        (label(0, &"x".repeat(5000)), "too long"),
        (label(1 << 40, "far"), "event"),
    ] {
        let error = log.set_labels("main", &[label]).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
        assert_all(&log, places);
    }
}

#[test]
fn damaged_labels_are_named_and_cost_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let (log, _) = labelled(Log::open(folder.path(), Options::default()).unwrap());
    let events = log.timeline("main").unwrap().events;
    log.close().unwrap();
    let file = folder.path().join("labels");
    let mut bytes = fs::read(&file).unwrap();
    bytes[20] ^= 4;
    fs::write(&file, bytes).unwrap();
    let report = fsck::check(folder.path()).unwrap();
    let [finding] = &report.findings[..] else { panic!("{report:?}") };
    assert_eq!(finding.object, Object::Labels(file));
    assert!(finding.costs.is_empty() && report.timelines.iter().all(fsck::Saved::is_whole));
    let mut log = Log::open(folder.path(), Options::default()).unwrap();
    assert_eq!((log.timeline("main").unwrap().events, texts(&log, "main").len()), (events, 0));
    log.set_labels("main", &[label(0, "again")]).unwrap();
    log.close().unwrap();
    assert!(fsck::check(folder.path()).unwrap().is_whole());
}
