//! Tests the labels of a store: what they outlive, and that damage to them is named.
#![allow(clippy::unwrap_used, reason = "a test may")]

use std::fs;
use std::path::Path;

use retrace_core::play::Dice;
use retrace_core::rules;
use retrace_store::{Collect, EventId, Label, Log, Object, Options, Sending, StoreError, backup, fsck};

use crate::common::{genesis, go_on};

/// A label of the place after so many events of a timeline.
fn label(log: &Log, name: &str, events: u64, text: &str) -> Label {
    let tip = log.timeline(name).unwrap().tip;
    let commit = log.commit_at(tip, events.saturating_sub(1)).unwrap().id;
    Label { timeline: name.to_owned(), commit, events, text: text.to_owned() }
}

/// `main` with labels at its beginning, in the middle and at its end; `fork` with one of its own at
/// the place where it was forked, and one at its end.
fn labelled(mut log: Log) -> Log {
    let genesis = genesis(3);
    let (game, steps) = rules::start(&genesis).unwrap();
    log.create("main", &genesis, &steps).unwrap();
    let middle = log.timeline("main").unwrap().events;
    go_on(&mut log, "main", game.clone(), 6, &mut Dice::new(1));
    log.fork("main", middle, "fork").unwrap();
    go_on(&mut log, "fork", game, 4, &mut Dice::new(2));
    let ends = ["main", "fork"].map(|name| log.timeline(name).unwrap().events);
    let labels = [
        label(&log, "main", 0, "the beginning"),
        label(&log, "main", middle, "1."),
        label(&log, "main", ends[0], "the end"),
        label(&log, "fork", middle, "1'."),
        label(&log, "fork", ends[1], "2'."),
    ];
    log.change_labels([], labels).unwrap();
    log
}

fn texts(log: &Log, name: &str) -> Vec<String> {
    log.labels(name).unwrap().into_iter().map(|label| label.text).collect()
}

fn assert_all(log: &Log) {
    assert_eq!(texts(log, "main"), ["the beginning", "1.", "the end"]);
    assert_eq!(texts(log, "fork"), ["1'.", "2'."]);
}

fn tip(log: &Log, name: &str) -> EventId {
    log.timeline(name).unwrap().tip
}

#[test]
fn labels_stay_with_their_timelines_when_a_store_is_closed_copied_sent_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let log = labelled(Log::open(path("store"), Options::default()).unwrap());
    assert_all(&log);
    // While it is open: a copy, and what another process reads.
    backup(&path("store"), &path("copy")).unwrap();
    assert_all(&Log::open(path("copy"), Options::default()).unwrap());
    let (beside, freshness) = fsck::open_to_read(&path("store")).unwrap();
    assert!(freshness.is_some());
    assert_all(&beside);
    let mut theirs = Log::in_memory().unwrap();
    log.send("main", &mut theirs, Sending::default()).unwrap();
    log.send("fork", &mut theirs, Sending::default()).unwrap();
    assert_all(&theirs);
    log.send("fork", &mut theirs, Sending { name: Some("another"), ..Sending::default() }).unwrap();
    assert_eq!(texts(&theirs, "another"), texts(&log, "fork"));
    log.close().unwrap();
    assert_all(&Log::open(path("store"), Options::default()).unwrap());
    assert!(fsck::check(&path("store")).unwrap().is_whole());
    // A database that is lost does not take them along.
    fs::remove_dir_all(path("store").join("sled")).unwrap();
    fsck::salvage(&path("store"), &path("saved")).unwrap();
    assert_all(&Log::open(path("saved"), Options::default()).unwrap());
    assert_all(&Log::open(path("store"), Options::default()).unwrap());
}

#[test]
fn a_label_shows_while_its_timeline_has_its_event() {
    let mut log = labelled(Log::in_memory().unwrap());
    let before = tip(&log, "main");
    let genesis = log.commit_at(before, 0).unwrap().id;
    log.move_head("main", before, genesis).unwrap();
    assert_eq!(texts(&log, "main"), ["the beginning", "1."]);
    // What is changed meanwhile changes nothing of what is not there.
    let first = log.labels("main").unwrap().remove(1);
    let second = Label { text: "2.".to_owned(), ..first.clone() };
    log.change_labels([&first], [second.clone()]).unwrap();
    log.undo().unwrap();
    assert_eq!(texts(&log, "main"), ["the beginning", "2.", "the end"]);
    log.change_labels([&second], [first]).unwrap();
    assert_all(&log);
    log.delete("fork", tip(&log, "fork")).unwrap();
    assert!(matches!(log.labels("fork"), Err(StoreError::NoTimeline { .. })));
    log.undo().unwrap();
    assert_all(&log);
    // A timeline with another name has those that it is given.
    log.rename("fork", tip(&log, "fork"), "other").unwrap();
    assert!(texts(&log, "other").is_empty());
    log.undo().unwrap();
    assert_all(&log);
}

#[test]
fn what_cannot_be_a_label_changes_nothing() {
    let mut log = labelled(Log::in_memory().unwrap());
    let first = log.labels("main").unwrap().remove(0);
    for (text, told) in [("\u{1b}[31m".to_owned(), "steers a terminal"), ("x".repeat(5000), "too long")] {
        let error = log.change_labels([&first], [Label { text, ..first.clone() }]).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
        assert_all(&log);
    }
}

/// What can become of the file of the labels.
const LOSSES: [(&str, fn(&Path, &[u8])); 4] = [
    ("damaged", |file, _| {
        let mut bytes = fs::read(file).unwrap();
        bytes[20] ^= 4;
        fs::write(file, bytes).unwrap();
    }),
    ("it is not there", |file, _| fs::remove_file(file).unwrap()),
    ("it is older", |file, older| fs::write(file, older).unwrap()),
    ("irectory", |file, _| {
        fs::remove_file(file).unwrap();
        fs::create_dir(file).unwrap();
    }),
];

/// A closed store with labels, and the file of its labels as it was before the last change.
fn closed(path: &Path) -> Vec<u8> {
    let mut log = labelled(Log::open(path, Options::default()).unwrap());
    let first = log.labels("main").unwrap().remove(0);
    log.change_labels([&first], []).unwrap();
    let older = fs::read(path.join("labels")).unwrap();
    log.change_labels([], [first]).unwrap();
    log.close().unwrap();
    older
}

#[test]
fn labels_that_were_lost_or_replaced_are_named_and_taken_from_the_copy() {
    for (told, lose) in LOSSES {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store");
        let file = path.join("labels");
        lose(&file, &closed(&path));
        let report = fsck::check(&path).unwrap();
        let [finding] = &report.findings[..] else { panic!("{told}: {report:?}") };
        assert_eq!(finding.object, Object::Labels(file.clone()), "{told}");
        let why = finding.why.as_str();
        assert!(why.contains(told) || told == "damaged" && why.contains("checksum"), "{told}: {why}");
        assert!(finding.to_string().contains("--salvage"), "{told}: {finding}");
        assert_eq!(report.is_kept(), !file.is_dir(), "{told}");
        fsck::salvage(&path, &folder.path().join("saved")).unwrap();
        assert_all(&Log::open(folder.path().join("saved"), Options::default()).unwrap());
        if file.is_dir() {
            fs::remove_dir(&file).unwrap();
        }
        let log = Log::open(&path, Options::default()).unwrap();
        assert_all(&log);
        log.close().unwrap();
        assert!(fsck::check(&path).unwrap().is_whole(), "{told}");
    }
}

#[test]
fn the_copy_of_the_labels_follows_the_file() {
    let folder = tempfile::tempdir().unwrap();
    closed(folder.path());
    let newer = fs::read(folder.path().join("labels")).unwrap();
    let mut log = Log::open(folder.path(), Options::default()).unwrap();
    let all: Vec<Label> = log.labels_named("main").chain(log.labels_named("fork")).cloned().collect();
    log.change_labels(&all, []).unwrap();
    log.close().unwrap();
    // Labels that were removed do not come back.
    let log = Log::open(folder.path(), Options::default()).unwrap();
    assert_eq!(kept(&log), 0);
    log.close().unwrap();
    assert!(fsck::check(folder.path()).unwrap().is_whole());
    fs::write(folder.path().join("labels"), newer).unwrap();
    assert!(!fsck::check(folder.path()).unwrap().is_whole());
    // A database that was lost gets the copy again.
    fs::remove_dir_all(folder.path().join("sled")).unwrap();
    Log::open(folder.path(), Options::default()).unwrap().close().unwrap();
    fs::remove_file(folder.path().join("labels")).unwrap();
    let log = Log::open(folder.path(), Options::default()).unwrap();
    assert_all(&log);
}

#[test]
fn damaged_labels_without_a_copy_are_named_and_cost_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    closed(folder.path());
    let events = Log::open(folder.path(), Options::default()).unwrap().timeline("main").unwrap().events;
    fs::remove_dir_all(folder.path().join("sled")).unwrap();
    let file = folder.path().join("labels");
    LOSSES[0].1(&file, &[]);
    let report = fsck::check(folder.path()).unwrap();
    let found: Vec<&Object> = report.findings.iter().map(|finding| &finding.object).collect();
    assert!(found.contains(&&Object::Labels(file)), "{report:?}");
    assert!(!report.is_kept() && report.timelines.iter().all(fsck::Saved::is_whole));
    let mut log = Log::open(folder.path(), Options::default()).unwrap();
    assert_eq!((log.timeline("main").unwrap().events, texts(&log, "main").len()), (events, 0));
    let again = label(&log, "main", 0, "again");
    log.change_labels([], [again]).unwrap();
    log.close().unwrap();
    assert!(fsck::check(folder.path()).unwrap().is_whole());
}

/// How many labels the file of a store has for both timelines, shown or not.
fn kept(log: &Log) -> usize {
    log.labels_named("main").chain(log.labels_named("fork")).count()
}

#[test]
fn labels_that_nothing_can_show_again_are_collected() {
    let folder = tempfile::tempdir().unwrap();
    let mut log = labelled(Log::open(folder.path(), Options::default()).unwrap());
    let before = tip(&log, "main");
    let genesis = log.commit_at(before, 0).unwrap().id;
    log.move_head("main", before, genesis).unwrap();
    log.delete("fork", tip(&log, "fork")).unwrap();
    // As long as undo can show them, they stay.
    assert_eq!((log.collect(Collect::default()).unwrap().labels, kept(&log)), (0, 5));
    let forget = Collect { forget_operations: true, ..Collect::default() };
    // A dry run counts them and leaves them; that of the genesis still shows.
    let dry = log.collect(Collect { dry_run: true, ..forget }).unwrap();
    assert_eq!((dry.labels, kept(&log)), (3, 5));
    log.undo().unwrap();
    log.undo().unwrap();
    assert_all(&log);
    log.redo().unwrap();
    log.redo().unwrap();
    let collected = log.collect(forget).unwrap();
    assert_eq!((collected.labels, kept(&log)), (3, 2));
    assert_eq!(texts(&log, "main"), ["the beginning", "1."]);
    assert!(log.collect(forget).unwrap().is_empty());
    log.close().unwrap();
    let log = Log::open(folder.path(), Options::default()).unwrap();
    assert_eq!((kept(&log), texts(&log, "main").len()), (2, 2));
    log.close().unwrap();
    assert!(fsck::check(folder.path()).unwrap().is_whole());
}
