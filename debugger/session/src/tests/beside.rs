//! Adding a timeline of a second file.

use std::fs;
use std::path::PathBuf;

use super::*;

fn exported(folder: &tempfile::TempDir, session: &Session, timeline: &str, name: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, session.replay_of(id_of(session, timeline), retrace_store::Detail::Entries).unwrap().to_bytes())
        .unwrap();
    path
}

#[test]
fn a_replay_of_the_same_game_parts_from_what_is_open_as_a_fork_does() {
    let folder = tempfile::tempdir().unwrap();
    let all = both_ends();
    let (main, leap) =
        (exported(&folder, &all, "main", "main.retrace"), exported(&folder, &all, "leap", "other.retrace"));
    let mut session = Session::open(&main).unwrap();
    let before = session.cursor();
    let first = before.timeline;
    let added = session.add_from(&leap, None).unwrap();
    assert_eq!(session.cursor(), before);
    let guest = session.timeline(added).unwrap();
    assert_eq!((guest.name(), guest.is_guest()), ("other", true));
    assert_eq!(guest.tip(), all.timeline_named("leap").unwrap().tip());
    let shared = all.shared_steps(id_of(&all, "main"), id_of(&all, "leap"));
    assert_eq!(session.shared_steps(first, added), shared);
    assert_eq!(guest.forked(), Some(Point::new(first, shared)));
    let (here, there) = (session.timeline(first).unwrap().commits(), guest.commits());
    assert!(Arc::ptr_eq(here.get(0).unwrap(), there.get(0).unwrap()), "what they share is there once");
    let diff = session.diff_timelines(first, added).unwrap();
    let expected = all.diff_timelines(id_of(&all, "main"), id_of(&all, "leap")).unwrap();
    assert_eq!(
        (diff.first_divergence, diff.rows, diff.state),
        (expected.first_divergence, expected.rows, expected.state)
    );
    // The same file a second time gets another name, and undo removes it.
    let again = session.add_from(&leap, Some("main")).unwrap();
    assert_eq!(session.timeline(again).unwrap().name(), "other~2");
    session.undo().unwrap();
    session.undo().unwrap();
    assert_eq!(session.timelines().count(), 1);
}

#[test]
fn a_replay_of_another_game_shares_nothing_and_can_be_compared() {
    let folder = tempfile::tempdir().unwrap();
    let mut genesis = genesis();
    genesis.seed = 2;
    let other = exported(&folder, &Session::new(genesis, "main").unwrap(), "main", "other.retrace");
    let mut session = both_ends();
    let main = id_of(&session, "main");
    let added = session.add_from(&other, None).unwrap();
    assert_eq!(session.timeline(added).unwrap().forked(), None);
    let diff = session.diff_timelines(main, added).unwrap();
    assert_eq!((diff.shared_entries, diff.shared_steps), (0, 0));
    assert_eq!(diff.first_divergence, (Some(EntryNo(0)), Some(EntryNo(0))));
    let (a, b) = (Point::new(main, session.len_steps(main)), Point::new(added, session.len_steps(added)));
    let rows = session.diff_points(a, b).rows;
    assert!(rows.iter().any(|row| row.subject.to_string() == "Aethergeode Miner"), "{rows:#?}");
    // The cursor can go there, continue it, and fork it.
    session.switch(added);
    say(&mut session, "pass");
    assert!(session.at_head() && session.current().is_guest());
    session.fork(session.cursor(), Some("mine")).unwrap();
    assert!(!session.current().is_guest());
}

#[test]
fn what_is_no_game_is_refused_and_a_timeline_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text.retrace");
    fs::write(&path, "no replay").unwrap();
    let mut session = primer();
    assert!(matches!(session.add_from(&path, None), Err(SessionError::File(_))));
    both_ends().save_to(&folder.path().join("store")).unwrap();
    let refused = session.add_from(&folder.path().join("store"), Some("nowhere")).unwrap_err().to_string();
    assert_eq!(refused, "there is no timeline `nowhere`; there are: main, leap");
    assert_eq!(session.timelines().count(), 1);
    let added = session.add_from(&folder.path().join("store"), Some("leap")).unwrap();
    assert_eq!(session.timeline(added).unwrap().name(), "store leap");
}

#[test]
fn a_guest_is_not_written_into_the_store_but_a_fork_of_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    primer().save_to(&store).unwrap();
    let other = exported(&folder, &both_ends(), "leap", "leap.retrace");
    let mut session = Session::open(&store).unwrap();
    let guest = session.add_from(&other, None).unwrap();
    session.fork(Point::new(guest, session.len_steps(guest)), Some("kept")).unwrap();
    drop(session);
    let again = Session::open(&store).unwrap();
    assert_eq!(again.timelines().map(Timeline::name).collect::<Vec<_>>(), ["main", "kept"]);
    assert_eq!(again.timeline_named("kept").unwrap().tip(), both_ends().timeline_named("leap").unwrap().tip());
}

#[test]
fn a_guest_stays_when_the_store_undoes_what_was_done_before_it_was_opened() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    primer().save_to(&store).unwrap();
    let mut session = Session::open(&store).unwrap();
    say(&mut session, "pass");
    drop(session);
    let mut session = Session::open(&store).unwrap();
    let long = session.len_steps(session.cursor().timeline);
    let guest = session.add_from(&exported(&folder, &both_ends(), "leap", "leap.retrace"), None).unwrap();
    session.undo().unwrap();
    assert!(session.timeline(guest).is_none(), "that was done last");
    session.redo().unwrap();
    assert!(session.timeline(guest).is_some());
    assert_eq!(session.len_steps(session.cursor().timeline), long);
}
