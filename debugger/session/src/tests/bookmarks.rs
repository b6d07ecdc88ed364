//! Bookmarks, and undo past the opening of a store.

use retrace_core::fact::EntryNo;

use super::*;

fn marked(session: &Session) -> Vec<(String, u64, String)> {
    session.bookmarks().map(|it| (it.name.clone(), it.event.0, it.note.clone())).collect()
}

fn mark(session: &mut Session, name: &str, event: u64, note: &str) {
    let timeline = session.current().id();
    session.set_bookmark(name, timeline, EntryNo(event), note).unwrap();
}

#[test]
fn bookmarks_are_set_changed_gone_between_and_undone_without_a_store() {
    let mut session = primer();
    let head = session.current().len_entries() - 1;
    mark(&mut session, "the end", head, "");
    mark(&mut session, "middle", head / 2, "look");
    let cursor = session.cursor();
    assert_eq!(session.bookmark_here().map(|it| it.name.as_str()), Some("the end"));
    session.run(Command::BookmarkPrevious).unwrap();
    assert_eq!(session.bookmark_here().map(|it| it.name.as_str()), Some("middle"));
    assert!(matches!(session.run(Command::BookmarkPrevious).unwrap(), Outcome::Nothing(_)));
    session.run(Command::BookmarkNext).unwrap();
    assert_eq!(session.cursor(), cursor);
    session.edit_bookmark("middle", "the middle", "look here").unwrap();
    let edited = marked(&session);
    assert_eq!(edited[1], ("the middle".to_owned(), head / 2, "look here".to_owned()));
    session.remove_bookmark("the middle").unwrap();
    assert_eq!(marked(&session).len(), 1);
    session.undo().unwrap();
    assert_eq!(marked(&session), edited);
    session.undo().unwrap();
    assert_eq!(marked(&session)[0].0, "middle");
    session.redo().unwrap();
    assert_eq!(marked(&session), edited);
    for (name, why) in [("12", "could be a number"), ("the end", "already")] {
        let refused = session.edit_bookmark("the middle", name, "").unwrap_err().to_string();
        assert!(refused.contains(why), "{refused}");
    }
    let timeline = session.current().id();
    assert!(session.set_bookmark("x", timeline, EntryNo(head + 1), "").is_err());
    assert!(session.set_bookmark("x", timeline, EntryNo(0), &"x".repeat(5000)).is_err());
    assert_eq!(marked(&session), edited, "what is refused changes nothing");
}

#[test]
fn bookmarks_go_into_a_new_store_and_are_the_stores_from_then_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = both_ends();
    mark(&mut session, "x marks it", 3, "note");
    session.save_to(folder.path()).unwrap();
    let mut stored = Session::open(folder.path()).unwrap();
    assert_eq!(marked(&stored), marked(&session));
    stored.edit_bookmark("x marks it", "y marks it", "other").unwrap();
    stored.remove_bookmark("y marks it").unwrap();
    stored.undo().unwrap();
    drop(stored);
    let stored = Session::open(folder.path()).unwrap();
    assert_eq!(marked(&stored), [("y marks it".to_owned(), 3, "other".to_owned())]);
}

#[test]
fn undo_goes_on_with_what_the_store_did_before_it_was_opened() {
    let folder = tempfile::tempdir().unwrap();
    primer().save_to(folder.path()).unwrap();
    let tip = {
        let mut session = Session::open(folder.path()).unwrap();
        let tip = session.current().tip();
        say(&mut session, "pass");
        session.fork(session.cursor(), Some("other")).unwrap();
        mark(&mut session, "here", 3, "");
        tip
    };
    let mut session = Session::open(folder.path()).unwrap();
    let main = id_of(&session, "main");
    let done = (session.timeline(main).unwrap().tip(), session.timelines().count(), marked(&session));
    session.pin();
    assert_eq!(session.undoable().as_deref(), Some("pin"), "its own operations come first");
    session.undo().unwrap();
    assert!(session.undoable().unwrap().contains("here"), "{:?}", session.undoable());
    session.undo().unwrap();
    assert_eq!(marked(&session), []);
    let Outcome::Undone(what) = session.undo().unwrap() else { panic!("undone") };
    assert!(what.starts_with("forked `other`"), "{what}");
    assert_eq!(session.timelines().count(), 1);
    session.undo().unwrap();
    assert_eq!((session.timeline(main).unwrap().tip(), session.cursor().timeline), (tip, main));
    // The operation that made the only timeline stays.
    assert_eq!(session.undoable(), None);
    assert_eq!(session.undo().unwrap(), Outcome::Nothing("There is nothing to undo."));
    (0..3).for_each(|_| drop(session.redo().unwrap()));
    let now = (session.timeline(main).unwrap().tip(), session.timelines().count(), marked(&session));
    assert_eq!(now, done);
    // Undo once more; then another session redoes what this one undid.
    session.undo().unwrap();
    drop(session);
    let mut session = Session::open(folder.path()).unwrap();
    assert_eq!(marked(&session), []);
    session.redo().unwrap();
    assert_eq!(marked(&session), done.2);
    say(&mut session, "pass");
    assert_eq!(session.redoable(), None);
}

#[test]
fn moving_the_cursor_is_no_operation() {
    let mut session = both_ends();
    let done = session.operations_done();
    let undoable = session.undoable().map(|it| it.into_owned());
    session.run(Command::Home).unwrap();
    session.run(Command::StepForward).unwrap();
    session.switch(id_of(&session, "main"));
    assert_eq!((session.operations_done(), session.undoable().map(|it| it.into_owned())), (done, undoable));
}
