//! Everything that imports, writes or runs a whole timeline shows a bar, and if cancelled leaves
//! everything unchanged.

use std::path::{Path, PathBuf};

use retrace_store::Detail;

use super::marks::{says, settle};
use super::*;
use crate::window::action::Action;
use crate::window::view::browse::{Holds, Purpose};
use retrace_session::CardFiles;

/// A request, and the name shown while it runs.
struct Asked {
    action: Action,
    bar: &'static str,
}

fn chosen(purpose: Purpose, path: &Path, bar: &'static str) -> Asked {
    Asked { action: Action::Chosen(purpose, path.to_owned()), bar }
}

/// A session on a store, with a card file that differs from the cards of its timeline; and a replay
/// of another game.
fn with_everything(folder: &Path) -> (Session, PathBuf) {
    let replay = folder.join("other.retrace");
    let other = primer();
    other.export(other.current().id(), Detail::Entries, &replay).unwrap();
    let store = folder.join("games");
    primer_board().save_to(&store).unwrap();
    let mut session = Session::open(&store).unwrap();
    let card = folder.join("captain.ron");
    let text = r#"Card(name: "Dire Fleet Captain", types: [Creature], subtypes: ["Pirate"], power: 9, toughness: 9)"#;
    std::fs::write(&card, text).unwrap();
    session.use_cards(CardFiles::read(&[card]).unwrap());
    (session, replay)
}

fn ask(window: &mut Window, action: Action) {
    let ctx = window.ctx.clone();
    window.state_mut().as_mut().unwrap().apply(action, &ctx);
    window.run();
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn all_of_them(folder: &Path, replay: &Path) -> Vec<Asked> {
    vec![
        Asked { action: Action::OpenFile(replay.to_owned()), bar: "Opening" },
        chosen(Purpose::Compare, replay, "Opening it beside"),
        chosen(Purpose::Import, replay, "Importing"),
        chosen(Purpose::Export(Holds::Replay(Detail::Entries)), &folder.join("out.retrace"), "Exporting"),
        chosen(Purpose::Export(Holds::Seen(A)), &folder.join("out.jsonl"), "Exporting"),
        chosen(Purpose::SaveStore, &folder.join("new"), "Saving into a store"),
        chosen(Purpose::Moment(false), &folder.join("out.ron"), "Saving this moment"),
        Asked {
            action: Action::Command(retrace_session::Command::RunWithNewCards),
            bar: "Running again with the new cards",
        },
        Asked { action: Action::Command(retrace_session::Command::Verify), bar: "Running the inputs again" },
    ]
}

#[test]
fn whatever_takes_long_shows_a_bar_and_cancelled_leaves_everything_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let (session_, replay) = with_everything(folder.path());
    let mut window = open(session_);
    settle(&mut window);
    let state = |window: &Window| {
        let session = session(window);
        let standing = session.current().standing();
        (session.title().to_owned(), session.cursor(), names(window), standing, session.operations_done())
    };
    let before = (state(&window), files(folder.path()));
    for (number, Asked { action, bar }) in all_of_them(folder.path(), &replay).into_iter().enumerate() {
        let held = window.state().as_ref().unwrap().held.clone();
        held.set(true);
        ask(&mut window, action);
        window.get_by_role_and_label(Role::ProgressIndicator, bar);
        // The user can look around meanwhile.
        key(&mut window, Modifiers::NONE, Key::Home);
        key(&mut window, Modifiers::NONE, Key::End);
        match number % 2 {
            0 => click(&mut window, "Cancel"),
            _ => key(&mut window, Modifiers::NONE, Key::Escape),
        }
        assert!(window.query_by_role(Role::ProgressIndicator).is_none(), "{bar}");
        assert!(says(&window, &format!("Cancelled: {bar}.")));
        held.set(false);
        // It ends at its next check, and removes what it has begun.
        let begun = std::time::Instant::now();
        std::thread::sleep(std::time::Duration::from_millis(60));
        while files(folder.path()) != before.1 && begun.elapsed() < std::time::Duration::from_secs(60) {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        settle(&mut window);
        assert_eq!((state(&window), files(folder.path())), before, "{bar}");
    }
}

#[test]
fn what_was_asked_for_is_done_when_it_is_let_go() {
    let folder = tempfile::tempdir().unwrap();
    let (session_, replay) = with_everything(folder.path());
    let mut window = open(session_);
    let mut all = all_of_them(folder.path(), &replay);
    // The request that replaces the session comes last.
    all.rotate_left(1);
    for Asked { action, bar } in all {
        let held = window.state().as_ref().unwrap().held.clone();
        held.set(true);
        ask(&mut window, action);
        window.get_by_role_and_label(Role::ProgressIndicator, bar);
        held.set(false);
        settle(&mut window);
        assert!(window.state().as_ref().unwrap().view.notice.as_ref().is_some_and(|notice| !notice.is_error), "{bar}");
        let has = |name: &str| folder.path().join(name).exists();
        match bar {
            "Opening" => assert_eq!((session(&window).title(), names(&window).len()), ("other", 1)),
            "Opening it beside" => assert!(session(&window).timeline_named("other").unwrap().is_guest()),
            "Importing" => assert_eq!(names(&window).len(), 3),
            "Exporting" => assert!(has("out.retrace")),
            "Saving into a store" => assert_eq!(session(&window).title(), "new"),
            "Saving this moment" => assert!(has("out.ron")),
            "Running again with the new cards" => assert!(says(&window, "again with the new cards as")),
            _ => assert!(says(&window, "EXACT: the inputs lead to these very events.")),
        }
    }
    assert!(folder.path().join("out.jsonl").exists());
    assert!(!files(folder.path()).iter().any(|path| path.extension().is_some_and(|ending| ending == "part")));
}

#[test]
fn a_window_that_closes_ends_what_runs_and_leaves_nothing_half_written() {
    let folder = tempfile::tempdir().unwrap();
    let (session_, _) = with_everything(folder.path());
    let mut window = open(session_);
    let before = files(folder.path());
    let held = window.state().as_ref().unwrap().held.clone();
    held.set(true);
    let export = Purpose::Export(Holds::Replay(Detail::Entries));
    ask(&mut window, chosen(export, &folder.path().join("out.retrace"), "").action);
    let letting_go = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(30));
        held.set(false);
    });
    window.state_mut().as_mut().unwrap().end_jobs();
    assert!(letting_go.is_finished(), "it waits until the work has ended");
    letting_go.join().unwrap();
    assert_eq!(files(folder.path()), before);
}

#[test]
fn what_was_open_is_opened_again_and_what_is_gone_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (settings, replay) = (folder.path().join("window.json"), folder.path().join("mine.retrace"));
    let other = primer();
    other.export(other.current().id(), Detail::Entries, &replay).unwrap();
    let start = |session: Session| {
        let (mut session, settings) = (Some(session), settings.clone());
        let data = settings.with_file_name("data");
        let mut window: Window =
            Harness::builder().with_size([1600.0, 1000.0]).with_max_steps(30).with_step_dt(0.1).build_ui_state(
                move |ui, app: &mut Option<App>| {
                    if let Some(session) = session.take() {
                        let app_ = App::new(ui.ctx(), session, Some(settings.clone()));
                        let app_ = app_.keeping(Some(data.clone()));
                        *app = Some(app_.showing(crate::shown::Shown::Demonstration));
                    }
                    app.as_mut().unwrap().show(ui);
                },
                None,
            );
        settle(&mut window);
        window
    };
    // The first time, there is the tour.
    let mut window = start(Session::demo().unwrap());
    click(&mut window, "Skip the tour");
    ask(&mut window, Action::OpenFile(replay.clone()));
    settle(&mut window);
    drop(window);
    let mut window = start(Session::demo().unwrap());
    assert_eq!(session(&window).title(), "mine");
    // After going back to the demonstration, it opens the next time.
    ask(&mut window, Action::Command(retrace_session::Command::OpenDemo));
    drop(window);
    let mut window = start(Session::demo().unwrap());
    assert_eq!(session(&window).title(), "The combat primer");
    ask(&mut window, Action::OpenFile(replay.clone()));
    settle(&mut window);
    drop(window);
    std::fs::remove_file(&replay).unwrap();
    let window = start(Session::demo().unwrap());
    assert_eq!(session(&window).title(), "The combat primer");
    assert!(says(&window, "there is no such file"));
}
