//! Long work: wherever it is cancelled, everything is unchanged.

use std::fmt::Debug;
use std::fs;
use std::path::Path;

use retrace_store::Detail;

use super::edits::{GOLEM, with_card_file};
use super::*;
use crate::cards::texts::CardFolders;
use crate::files::beside::Guest;
use crate::files::importing::{self, Import, Imported};

/// Runs work again and again, cancelled later each time, until it finishes; checks after each run
/// that nothing has changed.
fn stopped_everywhere<T: Debug>(
    what: &str,
    work: impl Fn(&Progress) -> Result<T, SessionError>,
    as_it_was: impl Fn(),
) -> T {
    let (mut looks, mut stopped) = (0, 0);
    loop {
        let progress = Progress::cancelled_after(looks);
        match work(&progress) {
            Err(SessionError::Cancelled) => {
                assert_eq!(progress.looks(), looks + 1, "{what}: it ends where it looks");
                as_it_was();
                stopped += 1;
            }
            done => {
                let looked = progress.looks();
                assert!(looked > 20, "{what}: it looks at every commit, not {looked} times in all");
                assert!(stopped > 3, "{what}: stopped only {stopped} times");
                return done.unwrap_or_else(|error| panic!("{what}: {error}"));
            }
        }
        looks += 1 + looks / 2;
    }
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|it| it.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn names(session: &Session) -> Vec<String> {
    session.timelines().map(|timeline| timeline.name().to_owned()).collect()
}

fn unchanged() {}

#[test]
fn opening_stops_wherever_it_is_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let all = both_ends();
    let leap = id_of(&all, "leap");
    let place = |name: &str| folder.path().join(name);
    for (name, detail) in
        [("all.retrace", Detail::Entries), ("ids.retrace", Detail::Ids), ("lines.jsonl", Detail::Marks)]
    {
        all.export(leap, detail, &place(name)).unwrap();
    }
    all.save_to(&place("store")).unwrap();
    let primer = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/combat-primer.ron");
    for path in [place("all.retrace"), place("ids.retrace"), place("lines.jsonl"), place("store"), primer] {
        let what = path.display().to_string();
        let opened = stopped_everywhere(
            &what,
            |progress| Session::open_to_show(&path, &CardFolders::default(), progress),
            unchanged,
        );
        // The data for the first frame is computed already, and correct.
        for timeline in opened.timelines() {
            let index = timeline.index.get().unwrap_or_else(|| panic!("{what}: {} has no index", timeline.name()));
            super::index::assert_same(index, &Index::of(timeline), timeline);
        }
        drop(opened);
        let read = |progress: &Progress| Guest::read(&path, &CardFolders::default(), None, progress);
        let guest = stopped_everywhere(&what, read, unchanged);
        let mut session = super::primer();
        let id = session.take_guest(&guest);
        assert!(session.timeline(id).unwrap().index.get().is_some());
    }
}

#[test]
fn a_cancelled_export_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let session = both_ends();
    let timeline = session.timeline_named("leap").unwrap();
    let nothing = || assert!(files(folder.path()).is_empty(), "{:?}", files(folder.path()));
    for name in ["leap.retrace", "leap.jsonl"] {
        let path = folder.path().join(name);
        let export = |progress: &Progress| timeline.export(Detail::Entries, Default::default(), &path, progress);
        assert_eq!(stopped_everywhere(name, export, nothing), timeline.len_entries());
        assert_eq!(Session::open(&path).unwrap().current().tip(), timeline.tip());
        // The old file stays until the new one is complete.
        let before = fs::read(&path).unwrap();
        stopped_everywhere(name, export, || assert_eq!(fs::read(&path).unwrap(), before));
        fs::remove_file(&path).unwrap();
    }
    let path = folder.path().join("seen.jsonl");
    let told = stopped_everywhere("seen", |progress| timeline.export_seen(PlayerId(0), &path, progress), nothing);
    assert!(told.events > 0 && told.events < timeline.len_entries());
    assert_eq!(files(folder.path()).len(), 1);
}

#[test]
fn a_cancelled_store_is_not_there_and_one_that_is_done_has_what_was_done_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = both_ends();
    for (name, empty) in [("new", false), ("empty", true)] {
        let path = folder.path().join(name);
        if empty {
            fs::create_dir(&path).unwrap();
        }
        let before = files(folder.path());
        let as_it_was = || {
            assert_eq!(files(folder.path()), before);
            assert!(!empty || files(&path).is_empty());
        };
        let stored = stopped_everywhere(name, |progress| session.storing(&path).run(progress), as_it_was);
        // The session went on while the store was written.
        say(&mut session, "concede");
        assert!(session.take_stored(stored).unwrap().is_empty());
        assert_eq!(session.store_folder(), Some(path.as_path()));
        let tips: Vec<_> = session.timelines().map(|timeline| (timeline.name().to_owned(), timeline.tip())).collect();
        session.detach();
        let again = Session::open(&path).unwrap();
        let stored: Vec<_> = again.timelines().map(|timeline| (timeline.name().to_owned(), timeline.tip())).collect();
        assert_eq!(stored, tips);
        session.undo().unwrap();
    }
    // Never into a folder that contains something else.
    fs::write(folder.path().join("text"), "mine").unwrap();
    let error = session.save_to(folder.path()).unwrap_err().to_string();
    assert!(error.contains("something else in this folder"), "{error}");
    assert_eq!(fs::read(folder.path().join("text")).unwrap(), b"mine");
}

#[test]
fn a_cancelled_import_leaves_the_store_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let (store, file) = (folder.path().join("store"), folder.path().join("leap.retrace"));
    let all = both_ends();
    all.export(id_of(&all, "leap"), Detail::Entries, &file).unwrap();
    primer().save_to(&store).unwrap();
    let mut session = Session::open(&store).unwrap();
    let operations = session.operations_done();
    let run = |progress: &Progress| session.importing(&file, Import::default())?.run(progress);
    let brought = stopped_everywhere("import", run, || assert_eq!(names(&session), ["main"]));
    assert_eq!(session.operations_done(), operations);
    // The name was taken while the file was read.
    session.fork(session.cursor(), Some("leap")).unwrap();
    let Imported::Added { name, tip, .. } = session.take_import(brought).unwrap() else { panic!("it is new") };
    assert_eq!((name.as_str(), tip), ("leap~2", all.timeline_named("leap").unwrap().tip()));
    assert!(session.current().index.get().is_some(), "nobody waits for it in the next frame");
    assert_eq!(session.current().standing(), Standing::Exact);
    let (here, there) = (session.timeline_named("main").unwrap(), session.current());
    assert!(Arc::ptr_eq(&here.commits()[0], &there.commits()[0]), "what they share is there once");
    assert!(matches!(session.import(&file, Import::default()).unwrap(), Imported::Already { .. }));
    session.undo().unwrap();
    assert_eq!(names(&session), ["main", "leap"]);
    session.redo().unwrap();
    drop(session);
    assert_eq!(names(&Session::open(&store).unwrap()), ["main", "leap", "leap~2"]);
    // Likewise without a session on the store.
    let store = folder.path().join("other");
    all.save_to(&store).unwrap();
    let mut wanted = Session::open(&store).unwrap();
    wanted.delete(id_of(&wanted, "leap")).unwrap();
    drop(wanted);
    let import = |progress: &Progress| importing::import(&store, &file, Import::default(), progress);
    let imported = stopped_everywhere("import", import, || {
        assert_eq!(names(&Session::open(&store).unwrap()), ["main"]);
    });
    assert!(matches!(imported, Imported::Added { .. }));
    assert_eq!(names(&Session::open(&store).unwrap()), ["main", "leap"]);
}

#[test]
fn running_again_and_saving_a_moment_and_verifying_stop_wherever_they_are_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let session = both_ends();
    let main = id_of(&session, "main");
    let timeline = session.timeline_arc(main).unwrap();
    let verdict = stopped_everywhere("verify", |progress| timeline.verify(progress), unchanged);
    assert!(matches!(verdict, retrace_store::Verdict::Exact { .. }));
    let moment = session.moment(Point::new(main, session.len_steps(main) / 2), "mine", true).unwrap();
    let saved = stopped_everywhere("moment", |progress| moment.run(progress), unchanged);
    assert!(saved.text.contains("mine"));
    // With a store and without one.
    let plain = Session::open(&with_card_file(folder.path())).unwrap();
    let store = folder.path().join("store");
    plain.save_to(&store).unwrap();
    fs::write(folder.path().join("golem.ron"), GOLEM.replace("power: 2", "power: 13")).unwrap();
    let stored = Session::open(&store).unwrap();
    for mut session in [plain, stored] {
        let is_stored = session.store_folder().is_some();
        session.use_cards_as_well(&[folder.path().join("golem.ron")]).unwrap();
        let id = session.cursor().timeline;
        assert_eq!(session.outdated_cards(id), ["Stone Golem"]);
        let mut looks = 0;
        while let Err(error) = session.rerunning(id, None).unwrap().run(&Progress::cancelled_after(looks)) {
            assert!(matches!(error, SessionError::Cancelled), "{error}");
            assert_eq!(names(&session), ["main"]);
            looks += 1;
        }
        assert!(looks as usize > session.current().commits().len(), "it looks at every input");
        let reran = session.rerunning(id, None).unwrap().run(&Progress::default()).unwrap();
        session.take_rerun(reran).unwrap();
        assert_eq!(names(&session), ["main", "main~2"]);
        assert!(session.current().index.get().is_some());
        let tip = session.current().tip();
        session.undo().unwrap();
        session.redo().unwrap();
        drop(session);
        if is_stored {
            let again = Session::open(&store).unwrap();
            assert_eq!(again.timeline_named("main~2").unwrap().tip(), tip);
        }
    }
}

#[test]
fn a_store_that_came_between_does_not_lose_what_was_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::open(&with_card_file(folder.path())).unwrap();
    fs::write(folder.path().join("golem.ron"), GOLEM.replace("power: 2", "power: 13")).unwrap();
    session.reload_cards().unwrap();
    let reran =
        session.rerunning(session.cursor().timeline, Some("strong")).unwrap().run(&Progress::default()).unwrap();
    let store = folder.path().join("store");
    session.move_to_store(&store).unwrap();
    session.take_rerun(reran).unwrap();
    let tip = session.current().tip();
    drop(session);
    assert_eq!(Session::open(&store).unwrap().timeline_named("strong").unwrap().tip(), tip);
}

#[test]
fn what_a_store_did_before_it_was_opened_is_read_beside_to_be_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    both_ends().save_to(folder.path()).unwrap();
    let mut before = Session::open(folder.path()).unwrap();
    let leap = before.timeline_named("leap").unwrap().clone();
    before.delete(leap.id()).unwrap();
    drop(before);
    let mut session = Session::open(folder.path()).unwrap();
    let operations = session.operations_done();
    let turning = |session: &Session, undo| session.turning(undo).unwrap().map(|question| question.operation());
    assert!(turning(&session, true).is_some() && turning(&session, false).is_none());
    // The session's own operations come first, and need no reading.
    session.pin();
    assert!(turning(&session, true).is_none());
    session.undo().unwrap();
    let run = |progress: &Progress| session.turning(true)?.unwrap().run(progress);
    let turned = stopped_everywhere("undo", run, || assert_eq!(names(&session), ["main"]));
    assert_eq!(session.operations_done(), operations);
    let Outcome::Undone(what) = session.take_turned(&turned).unwrap() else { panic!("it is undone") };
    assert!(what.starts_with("deleted `leap`"), "{what}");
    let back = session.timeline_named("leap").unwrap();
    assert_eq!((back.tip(), back.forked().map(|it| it.step)), (leap.tip(), leap.forked().map(|it| it.step)));
    assert!(back.index.get().is_some(), "nobody waits for it in the next frame");
    let main = session.timeline_named("main").unwrap();
    assert!(Arc::ptr_eq(&main.commits()[0], &back.commits()[0]), "what they share is there once");
    assert_eq!(session.redo().unwrap(), Outcome::Redone(what));
    assert_eq!(names(&session), ["main"]);
    drop(session);
    // Something else was done meanwhile: that is undone first.
    let mut session = Session::open(folder.path()).unwrap();
    let turned = session.turning(true).unwrap().unwrap().run(&Progress::default()).unwrap();
    session.pin();
    assert_eq!(session.take_turned(&turned).unwrap(), Outcome::Undone("pin".to_owned()));
    assert_eq!(names(&session), ["main"]);
}

#[test]
fn a_head_that_goes_back_is_not_read_again() {
    let folder = tempfile::tempdir().unwrap();
    primer().save_to(folder.path()).unwrap();
    let mut before = Session::open(folder.path()).unwrap();
    let tip = before.current().tip();
    before.seek(Point::new(before.current().id(), before.current().len_steps()));
    say(&mut before, "pass");
    drop(before);
    let mut session = Session::open(folder.path()).unwrap();
    session.current().index();
    let longer = session.current().clone();
    assert!(session.turning(true).unwrap().is_none(), "nothing comes back that is not there");
    assert!(matches!(session.undo().unwrap(), Outcome::Undone(_)));
    let shorter = session.current();
    assert_eq!(shorter.tip(), tip);
    assert!(shorter.commits().iter().zip(longer.commits()).all(|(one, other)| Arc::ptr_eq(one, other)));
    assert!(shorter.index.get().is_some(), "what was known of it is known still");
    assert_eq!(shorter.len_steps(), shorter.commits().last().unwrap().end_step());
}
