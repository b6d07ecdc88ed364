//! Nothing that was made is lost: whatever ends the window, the next one goes on there.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use retrace_core::fact::Casual;
use retrace_core::rules::Pending;
use retrace_core::rules::variant::seating;

use super::super::action::Action;
use super::marks::{says, settle};
use super::new_game::write_decks;
use super::*;
use crate::shown::Shown;
use crate::window::view::browse::Purpose;
use crate::window::view::explore;
use crate::window::view::watching::{self, WatchWish};
use retrace_session::Command;
use retrace_session::files::new_game::Table;
use retrace_session::keeping::kept_sessions;

const ROOT: &str = "RETRACE_TEST_ROOT";
const OPERATION: &str = "RETRACE_TEST_OPERATION";

/// A window that keeps its session under a folder.
fn window_on(root: &Path, session: Session, shown: Shown) -> Window {
    let root = root.to_owned();
    let mut window = window_with(session, move |app| app.keeping(Some(root)).showing(shown));
    settle(&mut window);
    window
}

/// A window that starts without arguments.
fn next_start(root: &Path) -> Window {
    window_on(root, Session::demo().unwrap(), Shown::Demonstration)
}

fn ask(window: &mut Window, action: Action) {
    let ctx = window.ctx.clone();
    window.state_mut().as_mut().unwrap().apply(action, &ctx);
    settle(window);
}

/// The scenario that is opened, in the folder of the kept sessions.
fn scenario(root: &Path) -> PathBuf {
    let file = root.join("opened.ron");
    if !file.exists() {
        let text = r#"Scenario(name: "opened", players: [(name: "Ann"), (name: "Bob")])"#;
        std::fs::create_dir_all(root).unwrap();
        std::fs::write(&file, text).unwrap();
    }
    file
}

/// A scenario with an ability that can be activated again and again.
fn counters(root: &Path) -> PathBuf {
    let file = root.join("counters.ron");
    let text = r#"Scenario(name: "counters", players: [
        (name: "Ann", battlefield: [(card: "Triskelion", counters: {PowerToughness(1, 1): 9})]),
        (name: "Bob"),
    ])"#;
    std::fs::write(&file, text).unwrap();
    file
}

/// Does something in a window, as a person would.
fn operate(window: &mut Window, operation: &str, root: &Path) {
    match operation {
        "fork" => key(window, Modifiers::NONE, Key::F),
        "answer" => {
            // Nobody blocks, which is not what happened.
            key(window, Modifiers::NONE, Key::Num1);
            key(window, Modifiers::NONE, Key::Num2);
            key(window, Modifiers::NONE, Key::Enter);
        }
        "go on" => {
            operate(window, "answer", root);
            key(window, Modifiers::SHIFT, Key::F);
            settle(window);
        }
        "edit" => {
            key(window, Modifiers::SHIFT, Key::ArrowLeft);
            ask(window, Action::EditInWords("Life(of: \"Attacker\", is: 1)".to_owned()));
        }
        "chance" => {
            key(window, Modifiers::SHIFT, Key::ArrowLeft);
            ask(window, Action::EditInWords("Chance([Heads, Die(6)])".to_owned()));
        }
        "random" => {
            let policy = retrace_session::Policy::Random { seed: 7 };
            ask(window, Action::SetPolicy(B, Some(policy)));
        }
        "note" => {
            let mut form = crate::window::view::bookmark::BookmarkForm::here(session(window)).unwrap();
            form.note = "where it turned".to_owned();
            ask(window, Action::KeepBookmark(Box::new(form)));
        }
        "bookmark" => {
            key(window, Modifiers::NONE, Key::B);
            window.event(egui::Event::Text("the fight".to_owned()));
            window.run();
            key(window, Modifiers::NONE, Key::Enter);
        }
        "watch" => {
            let typed = crate::window::view::typed::Typed::new("A.life");
            window.state_mut().as_mut().unwrap().view.watching.typed = typed;
            ask(window, Action::Watching(Box::new(WatchWish::Watch)));
        }
        "breakpoint" => key(window, Modifiers::NONE, Key::F9),
        "pin" => key(window, Modifiers::NONE, Key::D),
        "rename" => {
            let id = session(window).cursor().timeline;
            ask(window, Action::Rename(id, "mine".to_owned()));
        }
        "undo" => {
            key(window, Modifiers::NONE, Key::F);
            key(window, Modifiers::NONE, Key::F);
            key(window, ctrl(), Key::Z);
        }
        "redo" => {
            operate(window, "undo", root);
            key(window, ctrl() | Modifiers::SHIFT, Key::Z);
        }
        "play" => {
            operate(window, "game", root);
            (0..3).for_each(|_| key(window, Modifiers::NONE, Key::R));
        }
        "delete" => {
            key(window, Modifiers::NONE, Key::F);
            key(window, Modifiers::NONE, Key::F);
            ask(window, Action::Command(Command::DeleteTimeline));
        }
        "game" => ask(window, Action::Begin(Box::new(Table::new(7)))),
        "board" => ask(window, Action::BeginBoard(Box::default())),
        "open" => ask(window, Action::OpenFile(scenario(root))),
        "close" => {
            key(window, Modifiers::NONE, Key::F);
            key(window, Modifiers::NONE, Key::Home);
            let ctx = window.ctx.clone();
            window.state_mut().as_mut().unwrap().keep(&ctx, true);
        }
        other => operate_on_games(window, other, root),
    }
}

/// Begins games of variants.
fn operate_on_games(window: &mut Window, operation: &str, root: &Path) {
    match operation {
        "variant" => {
            let mut table = Table::new(7);
            table.set_seats(4);
            table.set_casual(Some(Casual::Commander));
            ask(window, Action::Begin(Box::new(table)));
            (0..3).for_each(|_| key(window, Modifiers::NONE, Key::R));
        }
        "teams" => {
            let mut table = Table::new(7);
            table.set_seats(4);
            table.set_seating(seating("two-headed-giant").unwrap());
            ask(window, Action::Begin(Box::new(table)));
            (0..3).for_each(|_| key(window, Modifiers::NONE, Key::R));
        }
        "schemes" => {
            let mut table = Table::new(7);
            table.set_seats(3);
            table.set_casual(Some(Casual::Archenemy));
            ask(window, Action::Begin(Box::new(table)));
            (0..3).for_each(|_| key(window, Modifiers::NONE, Key::R));
        }
        "others" => {
            let mut table = Table { starting: Some(0), ..Table::new(7) };
            table.set_seats(3);
            let decks = write_decks(root);
            table.seats.iter_mut().zip(decks.iter().cycle()).for_each(|(seat, deck)| seat.deck.clone_from(deck));
            ask(window, Action::Begin(Box::new(table)));
            ask(window, Action::Concede(A));
            assert!(matches!(session(window).pending(), Pending::Over(_)), "the others have played to the end");
        }
        other => operate_further(window, other, root),
    }
}

/// What a session does beyond answers, and what is written elsewhere.
fn operate_further(window: &mut Window, operation: &str, root: &Path) {
    match operation {
        "repeat" => {
            ask(window, Action::OpenFile(counters(root)));
            let choice = session(window).choice().unwrap();
            let Domain::Pick { options, .. } = choice.domain else { panic!("an act is asked for") };
            let acts = options.into_iter().find(|item| *item != Item::Act(Act::Pass)).unwrap();
            ask(window, Action::Answer(Answer::Picked(vec![acts])));
            ask(window, Action::Answer(Answer::Picked(vec![Item::Entity(Entity::Player(B))])));
            (0..2).for_each(|_| ask(window, Action::Command(Command::Pass)));
            ask(window, Action::Command(Command::Repeat));
            assert_eq!(session(window).game().player(B).unwrap().life, 18);
        }
        "run on" => {
            key(window, Modifiers::NONE, Key::End);
            for player in [A, B] {
                ask(window, Action::SetPolicy(player, Some(retrace_session::Policy::Random { seed: 7 })));
            }
            let typed = crate::window::view::typed::Typed::new("turn > 4");
            window.state_mut().as_mut().unwrap().view.watching.typed = typed;
            ask(window, Action::Watching(Box::new(WatchWish::Break)));
            key(window, Modifiers::NONE, Key::F5);
            settle(window);
            assert!(session(window).game().world().turn.number > 3);
        }
        "explore" => {
            key(window, Modifiers::NONE, Key::X);
            settle(window);
            ask(window, Action::Exploring(Box::new(explore::ExploreWish::Take(1))));
            assert!(session(window).timelines().count() > 2);
        }
        "shrink" => {
            let wish = WatchWish::Shrink("any(creatures where damage > 0)".to_owned());
            ask(window, Action::Watching(Box::new(wish)));
            assert!(session(window).timelines().count() > 2);
        }
        "unmark" => {
            operate(window, "bookmark", root);
            operate(window, "watch", root);
            ask(window, Action::RemoveBookmark("the fight".to_owned()));
            assert_eq!(session(window).bookmarks().count(), 0);
            ask(window, Action::Watching(Box::new(WatchWish::Remove(watching::MarkIndex::Watch(0)))));
            assert!(session(window).marks().watches.is_empty());
        }
        "store" => {
            ask(window, Action::Chosen(Purpose::SaveStore, root.join("games")));
            operate(window, "fork", root);
            operate(window, "bookmark", root);
            assert!(session(window).store_folder().is_some());
        }
        "import" => {
            operate(window, "store", root);
            let (file, primer) = (root.join("sent.retrace"), primer());
            primer.export(TimelineId(0), retrace_store::Detail::Entries, &file).unwrap();
            ask(window, Action::Chosen(Purpose::Import, file));
            assert!(names(window).contains(&"sent".to_owned()));
        }
        other => panic!("there is no operation {other}"),
    }
}

const OPERATIONS: [&str; 31] = [
    "variant",
    "teams",
    "schemes",
    "others",
    "repeat",
    "run on",
    "explore",
    "shrink",
    "unmark",
    "store",
    "import",
    "fork",
    "answer",
    "go on",
    "edit",
    "chance",
    "random",
    "bookmark",
    "note",
    "watch",
    "breakpoint",
    "pin",
    "rename",
    "undo",
    "redo",
    "delete",
    "game",
    "play",
    "board",
    "open",
    "close",
];

/// What there is to lose.
fn all_of(window: &Window) -> String {
    let session = session(window);
    let timelines: Vec<_> = session
        .timelines()
        .map(|it| (it.name(), it.tip(), it.forked(), it.labels().to_vec(), it.aliases().to_vec()))
        .collect();
    let bookmarks: Vec<_> = session.bookmarks().collect();
    let random: Vec<_> = session.game().players().map(|player| session.policy(player.id)).collect();
    let (cursor, pinned, marks) = (session.cursor(), session.pinned(), session.marks());
    format!("{}\n{timelines:?}\n{bookmarks:?}\n{random:?}\n{cursor:?} {pinned:?} {marks:?}", session.title())
        .replace('\n', " | ")
}

/// Not a test but the other process: it does something, says what there is now, and waits to be
/// killed.
#[test]
#[ignore = "the other test starts it"]
#[allow(clippy::print_stdout, reason = "the other test reads what it says")]
fn child() {
    let (Some(root), Ok(operation)) = (std::env::var_os(ROOT), std::env::var(OPERATION)) else { return };
    let mut window = window_on(Path::new(&root), Session::demo().unwrap(), Shown::Usual);
    operate(&mut window, &operation, Path::new(&root));
    println!("\nhas {}", all_of(&window));
    std::thread::sleep(std::time::Duration::from_secs(300));
}

/// Starts the other process. Returns it and what there was to lose.
fn started(root: &Path, operation: &str) -> (Child, String) {
    let mut child = Process::new(std::env::current_exe().unwrap())
        .args(["--exact", "window::tests::keeping::child", "--ignored", "--nocapture"])
        .env(ROOT, root)
        .env(OPERATION, operation)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut lines = lines.map_while(Result::ok).filter_map(|line| line.strip_prefix("has ").map(str::to_owned));
    let has = lines.next().unwrap_or_else(|| panic!("the process of `{operation}` said nothing"));
    (child, has)
}

#[test]
fn after_a_kill_the_next_start_goes_on_with_everything_whatever_was_done_last() {
    for operation in OPERATIONS {
        let root = tempfile::tempdir().unwrap();
        let (mut child, had) = started(root.path(), operation);
        // It is locked while that window is there.
        assert!(kept_sessions(root.path()).iter().any(|it| it.in_use), "{operation}");
        // It stops at the choice that belongs to a blocker, and a label says so.
        assert!(operation != "go on" || had.contains("no longer applies"), "{had}");
        child.kill().unwrap();
        child.wait().unwrap();
        let window = next_start(root.path());
        assert_eq!(all_of(&window), had, "{operation}");
        assert!(says(&window, "Going on with"), "{operation}: it is told");
    }
}

/// Whether the window has the timeline that the operation "fork" makes.
fn has_fork(window: &Window) -> bool {
    names(window).contains(&"main~2".to_owned())
}

#[test]
fn what_was_kept_is_discarded_and_brought_back() {
    let root = tempfile::tempdir().unwrap();
    let mut window = window_on(root.path(), Session::demo().unwrap(), Shown::Usual);
    operate(&mut window, "fork", root.path());
    let had = all_of(&window);
    drop(window);
    let mut window = next_start(root.path());
    assert_eq!(all_of(&window), had);
    // Undo goes on before the start; what it needs is read in the background.
    key(&mut window, ctrl(), Key::Z);
    settle(&mut window);
    assert!(!has_fork(&window), "{:?}", names(&window));
    key(&mut window, ctrl() | Modifiers::SHIFT, Key::Z);
    settle(&mut window);
    assert!(has_fork(&window), "{:?}", names(&window));
    ask(&mut window, Action::Command(Command::Discard));
    assert!(!has_fork(&window), "{:?}", names(&window));
    click(&mut window, "Bring it back");
    settle(&mut window);
    assert!(has_fork(&window), "{:?}", names(&window));
    // Discarded and not brought back, it is gone at the next start.
    ask(&mut window, Action::Command(Command::Discard));
    drop(window);
    let window = next_start(root.path());
    assert_eq!(session(&window).title(), "The combat primer");
    assert!(kept_sessions(root.path()).iter().all(|it| !it.made));
}

#[test]
fn opening_something_else_drops_nothing_and_recent_leads_back() {
    let root = tempfile::tempdir().unwrap();
    let mut window = window_on(root.path(), Session::demo().unwrap(), Shown::Usual);
    operate(&mut window, "bookmark", root.path());
    let had = all_of(&window);
    operate(&mut window, "open", root.path());
    assert_eq!(session(&window).title(), "opened");
    key(&mut window, ctrl(), Key::K);
    window.event(egui::Event::Text("recent".to_owned()));
    window.run();
    window.get_by_label_contains("Recent: The combat primer");
    key(&mut window, Modifiers::NONE, Key::Enter);
    settle(&mut window);
    assert_eq!(all_of(&window), had);
    // A second window does not take it away from the first, and keeps its own.
    let mut other = next_start(root.path());
    assert_eq!(session(&other).title(), "opened", "the last that no window has");
    key(&mut other, Modifiers::NONE, Key::F);
    let both: Vec<_> = kept_sessions(root.path()).into_iter().filter(|it| it.in_use && it.made).collect();
    assert_eq!(both.len(), 2);
    assert_ne!(both[0].folder, both[1].folder);
    let taken = both.iter().find(|it| it.title == "The combat primer").unwrap().folder.clone();
    ask(&mut other, Action::GoOn(taken));
    assert!(says(&other, "another window has this session"));
    assert_eq!(session(&other).title(), "opened");
}

#[test]
fn what_was_only_read_is_checked_in_the_background() {
    let root = tempfile::tempdir().unwrap();
    let store = root.path().join("games");
    primer().save_to(&store).unwrap();
    let read = Session::open(&store).unwrap();
    assert_eq!(read.current().standing(), retrace_session::Standing::Unverified);
    let mut window = open(read);
    settle(&mut window);
    assert!(session(&window).timelines().all(|it| it.standing() == retrace_session::Standing::Exact));
    // Nothing runs any more.
    window.run();
    assert!(window.state().as_ref().unwrap().view.working.is_empty());
}

#[test]
fn what_was_made_with_a_file_before_is_offered_when_it_is_opened_again() {
    let root = tempfile::tempdir().unwrap();
    let file = scenario(root.path());
    let mut window = window_on(root.path(), Session::open(&file).unwrap(), Shown::Usual);
    operate(&mut window, "fork", root.path());
    let had = all_of(&window);
    drop(window);
    let mut window = window_on(root.path(), Session::open(&file).unwrap(), Shown::Usual);
    assert_eq!(session(&window).timelines().count(), 1, "the file as it is");
    assert!(says(&window, "With this file before: 2 timelines"));
    click(&mut window, "Go on there");
    settle(&mut window);
    assert_eq!(all_of(&window), had);
}

#[test]
fn a_kept_session_that_is_damaged_is_saved_in_its_place() {
    let root = tempfile::tempdir().unwrap();
    let mut window = window_on(root.path(), Session::demo().unwrap(), Shown::Usual);
    operate(&mut window, "fork", root.path());
    drop(window);
    let store = kept_sessions(root.path())[0].folder.join("store");
    damage(&store);
    let mut window = next_start(root.path());
    window.get_by_label("store is damaged");
    click(&mut window, "Save what verifies into a new store");
    settle(&mut window);
    assert!(says(&window, "Saved into this session"));
    assert!(session(&window).timelines().count() > 0 && session(&window).store_folder().is_none());
    // It is kept on, and the damaged store stays beside it.
    operate(&mut window, "fork", root.path());
    let had = all_of(&window);
    drop(window);
    assert!(store.with_file_name("damaged-1").is_dir());
    assert_eq!(all_of(&next_start(root.path())), had);
}

/// Whether the session is being written in the background.
fn is_writing(window: &Window) -> bool {
    let working = &window.state().as_ref().unwrap().view.working;
    working.iter().any(|working| working.what == "Keeping what was made")
}

/// A window with a session that is too long to be written at once, of which something was made: it
/// is being written, and something else is made meanwhile. Returns what there is to lose.
fn being_written(root: &Path) -> (Window, String) {
    let mut window = window_on(root, Session::demo().unwrap(), Shown::Usual);
    let app = window.state_mut().as_mut().unwrap();
    app.keep_at_once_up_to(3);
    app.held.set(true);
    key(&mut window, Modifiers::NONE, Key::F);
    assert!(is_writing(&window), "more than three decisions are written by a job");
    assert!(!kept_sessions(root)[0].made, "there is no store yet");
    operate(&mut window, "bookmark", root);
    key(&mut window, Modifiers::NONE, Key::F);
    assert!(is_writing(&window) && names(&window).len() > 2);
    let had = all_of(&window);
    (window, had)
}

/// Lets the writing go while something waits for it.
fn let_go_soon(window: &Window) -> std::thread::JoinHandle<()> {
    let held = window.state().as_ref().unwrap().held.clone();
    std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(30));
        held.set(false);
    })
}

#[test]
fn a_long_session_is_written_in_the_background_with_what_is_made_meanwhile() {
    let root = tempfile::tempdir().unwrap();
    let (mut window, had) = being_written(root.path());
    window.state().as_ref().unwrap().held.set(false);
    settle(&mut window);
    assert!(kept_sessions(root.path())[0].made);
    // As after a kill: nothing is written when the window goes.
    drop(window);
    assert_eq!(all_of(&next_start(root.path())), had);
}

#[test]
fn closing_the_window_writes_a_long_session_first() {
    let root = tempfile::tempdir().unwrap();
    let (mut window, had) = being_written(root.path());
    let letting_go = let_go_soon(&window);
    window.state_mut().as_mut().unwrap().close();
    assert!(letting_go.is_finished(), "it waits until the writing has ended");
    drop(window);
    assert_eq!(all_of(&next_start(root.path())), had);
}

#[test]
fn a_long_session_that_is_just_written_when_the_window_closes_has_what_was_made_since() {
    let root = tempfile::tempdir().unwrap();
    let (mut window, had) = being_written(root.path());
    window.state().as_ref().unwrap().held.set(false);
    let store = kept_sessions(root.path())[0].folder.join("store");
    let begun = std::time::Instant::now();
    while !store.join("retrace-store").exists() {
        assert!(begun.elapsed() < std::time::Duration::from_secs(60), "it is not written");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    // The window has not noticed yet.
    window.state_mut().as_mut().unwrap().close();
    drop(window);
    assert_eq!(all_of(&next_start(root.path())), had);
}

#[test]
fn opening_something_else_writes_a_long_session_first() {
    let root = tempfile::tempdir().unwrap();
    let (mut window, had) = being_written(root.path());
    let (folder, file) = (kept_sessions(root.path())[0].folder.clone(), scenario(root.path()));
    let other = Session::open(&file).unwrap();
    let letting_go = let_go_soon(&window);
    window.state_mut().as_mut().unwrap().replace(other);
    assert!(letting_go.is_finished() && !is_writing(&window));
    settle(&mut window);
    assert_eq!(session(&window).title(), "opened");
    ask(&mut window, Action::GoOn(folder));
    assert_eq!(all_of(&window), had);
}

#[test]
fn the_demonstration_hides_nothing_that_was_made_before() {
    let root = tempfile::tempdir().unwrap();
    let file = scenario(root.path());
    let mut window = window_on(root.path(), Session::open(&file).unwrap(), Shown::Usual);
    operate(&mut window, "fork", root.path());
    let had = all_of(&window);
    // In the same window.
    ask(&mut window, Action::Command(Command::OpenDemo));
    assert!(says(&window, "Made before: “opened”, 2 timelines"));
    drop(window);
    // It was in the window last, so the next start shows it, and leads back with one step.
    let mut window = next_start(root.path());
    assert_eq!(session(&window).title(), "The combat primer");
    assert!(says(&window, "Made before: “opened”, 2 timelines"));
    click(&mut window, "Go on there");
    settle(&mut window);
    assert_eq!(all_of(&window), had);
}

#[test]
fn a_pin_alone_is_listed_among_the_recent_and_outlives_other_starts() {
    let root = tempfile::tempdir().unwrap();
    let file = scenario(root.path());
    let mut window = window_on(root.path(), Session::open(&file).unwrap(), Shown::Usual);
    operate(&mut window, "pin", root.path());
    let had = all_of(&window);
    drop(window);
    drop(window_on(root.path(), Session::open(&file).unwrap(), Shown::Usual));
    let mut window = window_on(root.path(), Session::open(&file).unwrap(), Shown::Usual);
    assert_eq!(session(&window).pinned(), None, "the file as it is");
    key(&mut window, ctrl(), Key::K);
    window.event(egui::Event::Text("recent".to_owned()));
    window.run();
    window.get_by_label_contains("Recent: opened");
    key(&mut window, Modifiers::NONE, Key::Enter);
    settle(&mut window);
    assert_eq!(all_of(&window), had);
}
