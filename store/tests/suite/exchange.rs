//! Tests sending timelines from one store to another, and copying an open store.
#![allow(clippy::unwrap_used, reason = "a test may")]

use std::fs;

use retrace_core::card::pool::Pool;
use retrace_core::fact::{Canonical, Genesis, Input, PlayerId, PlayerSetup};
use retrace_core::rules;
use retrace_store::{Arrival, Collect, EventId, Log, Options, Sending, StoreError, backup};

fn genesis(seed: u64) -> Genesis {
    let forest = Pool::bundled().unwrap().get("Forest").map(|card| Canonical::new((**card).clone())).unwrap();
    let player = |name: &str| PlayerSetup { name: name.to_owned(), deck: vec![0; 20], ..Default::default() };
    Genesis {
        seed,
        players: vec![player("Ann"), player("Bob")],
        starting_player: PlayerId(0),
        cards: vec![forest],
        ..Genesis::default()
    }
}

fn begin(log: &mut Log, name: &str, seed: u64) -> EventId {
    let (_, steps) = rules::start(&genesis(seed)).unwrap();
    log.create(name, &genesis(seed), &steps).unwrap().id
}

/// Continues a timeline by giving the game new seeds.
fn go_on(log: &mut Log, name: &str, seeds: std::ops::Range<u64>) -> EventId {
    let mut tip = log.timeline(name).unwrap().tip;
    let mut game = log.fold(tip).unwrap();
    for seed in seeds {
        let input = Input::Reseed(seed);
        let (steps, after) = rules::play(&game, &input).unwrap();
        tip = log.append(name, tip, &input, &steps).unwrap().id;
        game = after;
    }
    tip
}

fn ours() -> Log {
    let mut log = Log::in_memory().unwrap();
    begin(&mut log, "main", 1);
    go_on(&mut log, "main", 0..40);
    let place = log.store().commit_number(log.timeline("main").unwrap().tip, 30).unwrap().unwrap().end();
    log.fork("main", place, "what if").unwrap();
    go_on(&mut log, "what if", 500..510);
    log.set_bookmark("the bug", None, ("what if", place + 2), "why does this happen?").unwrap();
    log
}

#[test]
fn a_timeline_arrives_with_its_past_its_fork_and_its_bookmarks() {
    let (ours, mut theirs) = (ours(), Log::in_memory().unwrap());
    let main = ours.send("main", &mut theirs, Sending::default()).unwrap();
    assert_eq!((main.arrival, main.commits, main.bookmarks.len()), (Arrival::New, 41, 0));
    let fork = ours.send("what if", &mut theirs, Sending { run: true, ..Sending::default() }).unwrap();
    // Only what the other lacks.
    assert_eq!((fork.arrival, fork.commits, &fork.bookmarks[..]), (Arrival::New, 10, &["the bug".to_owned()][..]));
    for name in ["main", "what if"] {
        let (mine, arrived) = (ours.timeline(name).unwrap(), theirs.timeline(name).unwrap());
        assert_eq!((mine.tip, mine.events, mine.commits), (arrived.tip, arrived.events, arrived.commits));
        assert_eq!(mine.forked, arrived.forked);
        assert_eq!(theirs.store().verify_chain(arrived.tip).unwrap(), arrived.commits);
        assert!(ours.fold(mine.tip).unwrap() == theirs.fold(arrived.tip).unwrap());
    }
    assert_eq!(theirs.store().bookmark("the bug").unwrap(), ours.store().bookmark("the bug").unwrap());
    let again = ours.send("what if", &mut theirs, Sending::default()).unwrap();
    assert_eq!((again.arrival, again.commits), (Arrival::Same, 0));
    // Each arrival is one operation; undoing it removes the bookmark as well.
    assert_eq!(theirs.store().operations().count(), 2);
    theirs.undo().unwrap();
    assert!(theirs.timeline("what if").is_err() && theirs.store().bookmarks().count() == 0);
}

#[test]
fn what_goes_on_is_moved_and_what_differs_is_refused_or_comes_under_another_name() {
    let (mut ours, mut theirs) = (ours(), Log::in_memory().unwrap());
    ours.send("main", &mut theirs, Sending::default()).unwrap();
    let serial = theirs.timeline("main").unwrap().serial;
    let on = go_on(&mut ours, "main", 100..103);
    let sent = ours.send("main", &mut theirs, Sending::default()).unwrap();
    assert_eq!((sent.arrival, sent.commits, sent.tip), (Arrival::FastForward, 3, on));
    assert_eq!(theirs.timeline("main").unwrap().serial, serial);
    let further = go_on(&mut theirs, "main", 103..105);
    let sent = ours.send("main", &mut theirs, Sending::default()).unwrap();
    assert_eq!((sent.arrival, sent.commits, sent.tip), (Arrival::Ahead, 0, further));

    go_on(&mut ours, "main", 200..202);
    let before: Vec<_> = theirs.timelines().cloned().collect();
    let clash = ours.send("main", &mut theirs, Sending::default()).unwrap_err();
    assert!(matches!(clash, StoreError::Clash { theirs, .. } if theirs == further), "{clash}");
    assert!(clash.to_string().contains("another name"));
    assert_eq!(theirs.timelines().cloned().collect::<Vec<_>>(), before);
    let sent = ours.send("main", &mut theirs, Sending { name: Some("ours"), run: true }).unwrap();
    assert_eq!((sent.arrival, sent.commits, &sent.name[..]), (Arrival::New, 2, "ours"));

    let mut stranger = Log::in_memory().unwrap();
    begin(&mut stranger, "main", 77);
    assert!(matches!(stranger.send("main", &mut theirs, Sending::default()), Err(StoreError::Clash { .. })));
    assert!(matches!(stranger.send("none", &mut theirs, Sending::default()), Err(StoreError::NoTimeline { .. })));
    let bad = stranger.send("main", &mut theirs, Sending { name: Some(""), run: false });
    assert!(matches!(bad, Err(StoreError::BadName { .. })));
}

#[test]
fn a_bookmark_whose_name_is_taken_stays_behind() {
    let (ours, mut theirs) = (ours(), Log::in_memory().unwrap());
    ours.send("main", &mut theirs, Sending::default()).unwrap();
    let mine = theirs.set_bookmark("the bug", None, ("main", 1), "another").unwrap();
    let sent = ours.send("what if", &mut theirs, Sending::default()).unwrap();
    assert_eq!((sent.bookmarks.len(), &sent.kept_back[..]), (0, &["the bug".to_owned()][..]));
    assert_eq!(*theirs.store().bookmark("the bug").unwrap(), mine);
}

#[test]
fn events_that_the_rules_do_not_make_arrive_unless_they_are_run() {
    let mut ours = Log::in_memory().unwrap();
    begin(&mut ours, "main", 1);
    let tip = go_on(&mut ours, "main", 0..5);
    let game = ours.fold(tip).unwrap();
    // The rules' answer to a seed of 8, under an input with a seed of 9.
    let (steps, _) = rules::play(&game, &Input::Reseed(8)).unwrap();
    ours.append("main", tip, &Input::Reseed(9), &steps).unwrap();
    let mut theirs = Log::in_memory().unwrap();
    let refused = ours.send("main", &mut theirs, Sending { run: true, ..Sending::default() }).unwrap_err();
    assert!(matches!(refused, StoreError::CannotRun { commit: 6, .. }), "{refused}");
    assert_eq!(theirs.timelines().count(), 0);
    // The commits that had arrived before do no harm, and can be collected.
    assert_eq!(theirs.collect(Collect::default()).unwrap().commits, 6);
    assert_eq!(ours.send("main", &mut theirs, Sending::default()).unwrap().arrival, Arrival::New);
}

#[test]
fn what_is_common_is_found_in_few_looks() {
    let mut ours = Log::in_memory().unwrap();
    let mut theirs = Log::in_memory().unwrap();
    begin(&mut ours, "main", 1);
    go_on(&mut ours, "main", 0..700);
    let mut most = 0;
    for shared in [0, 1, 2, 255, 256, 400, 511, 699, 700] {
        let name = format!("to {shared}");
        let tip = ours.timeline("main").unwrap().tip;
        let place = ours.store().commit_number(tip, shared).unwrap().unwrap().end();
        ours.fork("main", place, &name).unwrap();
        ours.send(&name, &mut theirs, Sending::default()).unwrap();
        let all = ours.send("main", &mut Log::in_memory().unwrap(), Sending::default()).unwrap();
        assert_eq!(all.commits, 701);
        ours.fork("main", ours.timeline("main").unwrap().events, "whole").unwrap();
        let sent = ours.send("whole", &mut theirs, Sending::default()).unwrap();
        most = most.max(sent.looked);
        assert_eq!(sent.commits, 700 - shared);
        ours.delete("whole", tip).unwrap();
        // So that the next case finds nothing extra.
        theirs.delete("whole", tip).unwrap();
        theirs.delete(&name, theirs.timeline(&name).unwrap().tip).unwrap();
        theirs.collect(Collect { forget_operations: true, ..Collect::default() }).unwrap();
    }
    assert!(most <= 32, "{most} looks to find what is common among 700 commits");
}

#[test]
fn a_store_that_is_open_is_copied_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (store, copy, other) = (folder.path().join("games"), folder.path().join("copy"), folder.path().join("other"));
    let mut log = Log::open(&store, Options::default()).unwrap();
    begin(&mut log, "main", 1);
    let tip = go_on(&mut log, "main", 0..20);
    log.set_bookmark("here", None, ("main", 3), "a note").unwrap();
    let made = backup(&store, &copy).unwrap();
    assert_eq!(made.open_in, Some(Some(std::process::id())));
    assert_eq!((made.timelines, made.operations, made.damaged), (1, 22, false));
    assert_eq!(made.last_operation.as_deref(), Some("made bookmark `here` at event 3"));
    go_on(&mut log, "main", 20..25);
    let told = log.store().operations().count();
    log.close().unwrap();

    let mut copied = Log::open(&copy, Options::default()).unwrap();
    assert_eq!(copied.timeline("main").unwrap().tip, tip);
    assert_eq!(copied.store().verify_chain(tip).unwrap(), 21);
    assert_eq!(copied.store().bookmarks().count(), 1);
    assert!(copied.recovered().is_empty(), "it was opened once already");
    copied.undo().unwrap();
    copied.undo().unwrap();
    assert_eq!(copied.timeline("main").unwrap().commits, 20);

    // No process has it open: all of it is copied, and nothing is run.
    let made = backup(&store, &other).unwrap();
    assert_eq!((made.open_in, &made.recovered[..]), (None, &[][..]));
    let other = Log::open(&other, Options::default()).unwrap();
    assert_eq!((other.timeline("main").unwrap().commits, other.store().operations().count()), (26, told));

    assert!(matches!(backup(&store, &copy), Err(StoreError::NotEmpty { .. })));
    assert!(matches!(backup(&folder.path().join("none"), &copy), Err(StoreError::NoStore { .. })));
    assert!(!folder.path().join("none").exists());
}

#[test]
fn a_copy_of_a_journal_that_ends_in_the_middle_of_a_record_has_what_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let (store, copy) = (folder.path().join("games"), folder.path().join("copy"));
    let mut log = Log::open(&store, Options::default()).unwrap();
    begin(&mut log, "main", 1);
    let tip = go_on(&mut log, "main", 0..6);
    // Another process is in the middle of writing a record.
    let journal = store.join("journal");
    let whole = fs::read(&journal).unwrap();
    fs::write(&journal, [&whole[..], &[60, 0, 0, 0, 2, 0, 9]].concat()).unwrap();
    let made = backup(&store, &copy).unwrap();
    assert!(!made.damaged);
    assert_eq!(fs::read(copy.join("journal")).unwrap(), whole);
    assert_eq!(Log::open(&copy, Options::default()).unwrap().timeline("main").unwrap().tip, tip);
    // Damage is different, and is reported.
    let mut hit = whole.clone();
    hit[whole.len() - 30] ^= 1;
    fs::write(&journal, &hit).unwrap();
    let made = backup(&store, &folder.path().join("other")).unwrap();
    assert!(made.damaged && made.timelines == 1);
    fs::write(&journal, whole).unwrap();
}
