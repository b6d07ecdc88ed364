//! Labels of places in a store.

use super::*;
use crate::files::importing::Import;

fn labels(session: &Session) -> Vec<(String, Vec<(usize, String)>)> {
    let of = |timeline: &Timeline| timeline.labels().iter().map(|label| (label.step, label.text.clone())).collect();
    session.timelines().map(|timeline| (timeline.name().to_owned(), of(timeline))).collect()
}

fn heads(session: &Session) -> Vec<(String, EventId)> {
    session.timelines().map(|timeline| (timeline.name().to_owned(), timeline.tip())).collect()
}

#[test]
fn a_store_keeps_the_labels_of_its_timelines() {
    let folder = tempfile::tempdir().unwrap();
    let demo = Session::demo().unwrap();
    assert!(labels(&demo).iter().all(|(_, labels)| labels.len() > 1));
    demo.save_to(folder.path()).unwrap();
    let mut session = Session::open(folder.path()).unwrap();
    assert_eq!(labels(&session), labels(&demo));
    // A fork has those before it, as do its later names.
    let end = session.current().len_steps();
    session.fork(Point::new(TimelineId(0), end), Some("fork")).unwrap();
    session.rename(id_of(&session, "fork"), "renamed").unwrap();
    let done = labels(&session);
    assert_eq!(done.last().unwrap().1, labels(&demo)[0].1);
    drop(session);
    let mut session = Session::open(folder.path()).unwrap();
    assert_eq!(labels(&session), done);
    // What the store did before it was opened is undone and done again with them.
    session.undo().unwrap();
    session.undo().unwrap();
    assert_eq!(labels(&session), labels(&demo));
    session.redo().unwrap();
    session.redo().unwrap();
    assert_eq!(labels(&session), done);
}

#[test]
fn an_imported_replay_brings_its_labels_into_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let (store, file) = (folder.path().join("store"), folder.path().join("leap.retrace"));
    let demo = Session::demo().unwrap();
    let leap = id_of(&demo, "mighty-leap");
    demo.export(leap, retrace_store::Detail::Entries, &file).unwrap();
    primer().save_to(&store).unwrap();
    let mut session = Session::open(&store).unwrap();
    session.import(&file, Import::default()).unwrap();
    let brought = labels(&session);
    assert_eq!(brought.last().unwrap().1, labels(&demo).iter().find(|it| it.0 == "mighty-leap").unwrap().1);
    drop(session);
    assert_eq!(labels(&Session::open(&store).unwrap()), brought);
}

/// An operation that changed labels alone is none of the store, so undoing it undoes nothing there.
#[test]
fn undoing_what_changed_a_label_alone_leaves_the_store_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = primer();
    pass_until(&mut session, "assigns combat damage");
    session.move_to_store(&folder.path().join("store")).unwrap();
    session.run(Command::Home).unwrap();
    session.run(Command::ChoiceForward).unwrap();
    let captain = session.game().world().battlefield.iter().copied();
    let captain = captain.into_iter().find(|id| session.game().name_of(*id) == "Dire Fleet Captain").unwrap();
    let inputs = session.read_edits(&format!("Move(what: \"#{}\", to: Graveyard)", captain.0)).unwrap();
    session.edit(&inputs, None).unwrap();
    session.go_on().unwrap();
    let (done, said) = (heads(&session), labels(&session));
    assert!(!said.last().unwrap().1.is_empty(), "it stopped, and says where");
    // It stops at the same place again, without playing anything.
    session.go_on().unwrap();
    assert_eq!((heads(&session), labels(&session)), (done.clone(), said.clone()));
    session.undo().unwrap();
    drop(session);
    let session = Session::open(&folder.path().join("store")).unwrap();
    assert_eq!((heads(&session), labels(&session)), (done, said));
}
