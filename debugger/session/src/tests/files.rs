//! Stores and replays.

use std::fs;

use retrace_store::{Detail, Verdict};

use super::*;

fn names(session: &Session) -> Vec<(String, EventId)> {
    session.timelines().map(|it| (it.name().to_owned(), it.tip())).collect()
}

#[test]
fn a_store_gives_back_every_timeline() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let session = both_ends();
    session.save_to(&path).unwrap();
    assert!(matches!(session.save_to(&path), Err(SessionError::File(_))));
    let mut again = Session::open(&path).unwrap();
    assert_eq!(names(&again), names(&session));
    let (main, leap) = (id_of(&again, "main"), id_of(&again, "leap"));
    assert_eq!(again.timeline(leap).unwrap().forked().unwrap().timeline, main);
    assert_eq!(again.shared_steps(main, leap), session.shared_steps(id_of(&session, "main"), id_of(&session, "leap")));
    assert_eq!(again.current().standing(), Standing::Unverified);
    assert!(matches!(again.verify(main).unwrap(), Verdict::Exact { .. }));
    assert_eq!(again.timeline(main).unwrap().standing(), Standing::Exact);
    assert_eq!(again.game(), session.timeline_named(again.current().name()).unwrap().head().unwrap().after());
}

#[test]
fn a_store_keeps_which_timeline_another_was_forked_from() {
    let folder = tempfile::tempdir().unwrap();
    let session = Session::demo().unwrap();
    session.save_to(folder.path()).unwrap();
    let again = Session::open(folder.path()).unwrap();
    let forks = |session: &Session| -> Vec<(String, Option<(String, usize)>)> {
        let origin = |point: Point| (session.timeline(point.timeline).unwrap().name().to_owned(), point.step);
        session.timelines().map(|it| (it.name().to_owned(), it.forked().map(origin))).collect()
    };
    assert_eq!(forks(&again), forks(&session));
}

#[test]
fn what_is_done_to_an_opened_store_is_in_it() {
    let folder = tempfile::tempdir().unwrap();
    primer().save_to(folder.path()).unwrap();
    let mut session = Session::open(folder.path()).unwrap();
    assert_eq!(session.store_folder(), Some(folder.path()));
    let start = session.cursor();
    say(&mut session, "pass");
    session.fork(start, Some("other")).unwrap();
    say(&mut session, "concede");
    session.rename(id_of(&session, "other"), "given up").unwrap();
    let done = names(&session);
    drop(session);
    let mut session = Session::open(folder.path()).unwrap();
    assert_eq!(names(&session), done);
    session.switch(id_of(&session, "main"));
    say(&mut session, "pass");
    session.undo().unwrap();
    session.delete(id_of(&session, "given up")).unwrap();
    let done = names(&session);
    drop(session);
    let mut session = Session::open(folder.path()).unwrap();
    assert_eq!(names(&session), done);
    say(&mut session, "pass");
    say(&mut session, "pass");
    session.undo().unwrap();
    session.undo().unwrap();
    session.redo().unwrap();
    let done = names(&session);
    drop(session);
    assert_eq!(names(&Session::open(folder.path()).unwrap()), done);
}

#[test]
fn a_store_that_is_open_is_refused_with_the_way_out() {
    let folder = tempfile::tempdir().unwrap();
    primer().save_to(folder.path()).unwrap();
    let _open = Session::open(folder.path()).unwrap();
    let error = Session::open(folder.path()).unwrap_err().to_string();
    assert!(error.contains("is open in another process") && error.contains("replay"), "{error}");
}

#[test]
fn a_replay_gives_back_the_timeline_and_is_exact() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("leap.retrace");
    let session = both_ends();
    let leap = id_of(&session, "leap");
    for detail in [Detail::Ids, Detail::Marks, Detail::Entries] {
        session.replay_of(leap, detail).unwrap().write(&path).unwrap();
        let again = Session::open(&path).unwrap();
        assert_eq!(again.current().tip(), session.timeline(leap).unwrap().tip());
        assert_eq!(again.current().standing(), Standing::Exact);
        assert_eq!(again.title(), "leap");
        assert!(again.current().is_choice(again.cursor().step));
    }
    assert_eq!(fs::read(&path).unwrap(), session.replay_of(leap, retrace_store::Detail::Entries).unwrap().to_bytes());
}

#[test]
fn what_cannot_be_opened_is_told_with_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.ron");
    let error = Session::open(&missing).unwrap_err().to_string();
    assert!(error.contains("missing.ron: there is no such file"), "{error}");
    let error = Session::open(folder.path()).unwrap_err().to_string();
    assert!(error.contains("this folder is no store"), "{error}");
    let session = both_ends();
    let bytes = session.replay_of(id_of(&session, "main"), retrace_store::Detail::Entries).unwrap().to_bytes();
    let path = folder.path().join("cut.retrace");
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let error = Session::open(&path).unwrap_err().to_string();
    assert!(error.contains("cut.retrace") && error.contains("was cut"), "{error}");
    let mut altered = bytes.clone();
    altered[bytes.len() / 2] ^= 1;
    fs::write(&path, altered).unwrap();
    let error = Session::open(&path).unwrap_err().to_string();
    assert!(error.contains("was altered"), "{error}");
}

#[test]
fn the_demonstration_opens_at_the_choice_of_blockers_with_its_forks() {
    let session = Session::demo().unwrap();
    let main = session.current();
    assert_eq!((main.name(), main.standing(), session.title()), ("main", Standing::Exact, "The combat primer"));
    assert!(asked(&session).contains("declares blockers"));
    assert_eq!(session.game().world().turn.step, Some(TurnStep::DeclareBlockers));
    let leap = session.timeline_named("mighty-leap").unwrap();
    let fork = leap.forked().unwrap();
    // After the fork, the attacker passes on both timelines, so they share a little more.
    assert_eq!(fork.timeline, main.id());
    assert!(main.is_choice(fork.step) && fork.step < session.shared_steps(main.id(), leap.id()));
    assert!(main.commits().iter().zip(leap.commits()).take(3).all(|(a, b)| Arc::ptr_eq(a, b)));
    assert_eq!(main.labels()[0].text, "1. declare attackers");
    assert!(main.labels().windows(2).all(|pair| pair[0].step <= pair[1].step));
    assert!(main.labels().iter().all(|label| main.is_choice(label.step)));
    assert_eq!(session.undoable(), None);
}

#[test]
fn a_scenario_that_cannot_be_read_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.ron");
    fs::write(&path, "Scenario(\n    name: \"x\",\n    oops: 1,\n)").unwrap();
    let error = Session::open(&path).unwrap_err().to_string();
    assert!(error.contains("wrong.ron:3:") && !error.contains('\n'), "{error}");
    fs::write(&path, [0xff, 0xfe, 0x00]).unwrap();
    let error = Session::open(&path).unwrap_err().to_string();
    assert!(error.contains("it is not a text"), "{error}");
}

#[test]
fn what_the_session_does_is_one_operation_of_its_store_and_is_undone_there() {
    let folder = tempfile::tempdir().unwrap();
    primer().save_to(folder.path()).unwrap();
    let mut session = Session::open(folder.path()).unwrap();
    let before = names(&session);
    say(&mut session, "pass");
    session.fork(session.cursor(), Some("other")).unwrap();
    session.rename(id_of(&session, "other"), "another").unwrap();
    let done = names(&session);
    (0..3).for_each(|_| drop(session.undo().unwrap()));
    assert_eq!(names(&session), before);
    drop(session);
    let log = retrace_store::Log::open(folder.path(), retrace_store::Options::default()).unwrap();
    let told: Vec<String> = log.store().operations().map(ToString::to_string).collect();
    assert_eq!(told[1], "appended 1 commit to `main`");
    assert!(told[2].starts_with("forked `other` after"), "{told:?}");
    assert_eq!(told[3], "renamed `other` to `another`");
    assert_eq!(told[4..], ["undid 3", "undid 2", "undid 1"]);
    drop(log);
    // Somebody who opens it outside the session can continue where the session was.
    let mut log = retrace_store::Log::open(folder.path(), retrace_store::Options::default()).unwrap();
    while log.redo().unwrap().is_some() {}
    drop(log);
    assert_eq!(names(&Session::open(folder.path()).unwrap()), done);
}
