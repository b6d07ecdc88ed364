//! Bookmarks, undo, files, links, copying, and the first start.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use super::marks::settle;
use super::{click, ctrl, key, open, primer, session};
use retrace_session::cards::texts::CardFolders;

fn typed(window: &mut super::Window, text: &str) {
    window.event(egui::Event::Text(text.to_owned()));
    window.run();
}

#[test]
fn a_bookmark_is_named_gone_to_renamed_deleted_and_brought_back() {
    let mut window = open(primer());
    let head = session(&window).cursor();
    key(&mut window, Modifiers::NONE, Key::B);
    window.get_by_label("New bookmark");
    key(&mut window, ctrl(), Key::A);
    typed(&mut window, "the fight");
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(session(&window).bookmark_here().map(|it| it.name.as_str()), Some("the fight"));
    key(&mut window, Modifiers::NONE, Key::Home);
    key(&mut window, Modifiers::NONE, Key::CloseBracket);
    assert_eq!(session(&window).cursor(), head);
    key(&mut window, Modifiers::NONE, Key::Home);
    click(&mut window, "Bookmark the fight");
    assert_eq!(session(&window).cursor(), head);
    // B at a bookmark changes it.
    key(&mut window, Modifiers::NONE, Key::B);
    window.get_by_label("Note").focus();
    window.run();
    typed(&mut window, "who dies?");
    click(&mut window, "Keep");
    assert_eq!(session(&window).bookmark("the fight").unwrap().note, "who dies?");
    window.get_by_label("who dies?");
    window.get_by_label("Bookmark the fight").click_secondary();
    window.run();
    click(&mut window, "Delete");
    assert_eq!(session(&window).bookmarks().count(), 0);
    key(&mut window, ctrl(), Key::Z);
    assert_eq!(session(&window).bookmarks().count(), 1);
    click(&mut window, "Edit");
    window.get_by_label_contains("Undo: change of a bookmark");
}

/// A file that is dropped onto the window, or hovers over it.
#[derive(Debug)]
struct Dropped(std::path::PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &std::path::Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

fn hover(window: &mut super::Window, paths: &[&std::path::Path]) {
    let file = |path: &&std::path::Path| egui::HoveredFile { path: Some(path.to_path_buf()), ..Default::default() };
    window.input_mut().hovered_files = paths.iter().map(file).collect();
    (0..3).for_each(|_| window.step());
}

fn let_go(window: &mut super::Window, paths: &[&std::path::Path]) {
    let file = |path: &&std::path::Path| -> std::sync::Arc<dyn egui::DroppedFile + Send + Sync> {
        std::sync::Arc::new(Dropped(path.to_path_buf()))
    };
    window.input_mut().hovered_files.clear();
    window.input_mut().dropped_files = paths.iter().map(file).collect();
    window.step();
    window.input_mut().dropped_files.clear();
    window.run();
}

fn name_in(window: &mut super::Window, label: &str, text: &str) {
    window.get_by_role_and_label(Role::TextInput, label).focus();
    window.run();
    key(window, ctrl(), Key::A);
    typed(window, text);
}

#[test]
fn a_timeline_is_exported_and_dropped_again_and_what_would_happen_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open(primer());
    let tip = session(&window).current().tip();
    key(&mut window, ctrl(), Key::S);
    let file = folder.path().join("primer.retrace");
    name_in(&mut window, "File", file.to_str().unwrap());
    pick(&mut window, "A replay with marks");
    click(&mut window, "Export");
    settle(&mut window);
    window.get_by_label_contains("Wrote");
    // Never over an existing file.
    key(&mut window, ctrl(), Key::S);
    name_in(&mut window, "File", file.to_str().unwrap());
    click(&mut window, "Export");
    settle(&mut window);
    window.get_by_label_contains("exists already");
    hover(&mut window, &[&file]);
    window.get_by_label_contains("Drop the replay primer.retrace");
    hover(&mut window, &[&folder.path().join("x.png")]);
    window.get_by_label_contains("Retrace cannot open");
    let_go(&mut window, &[&file]);
    click(&mut window, "Open it");
    settle(&mut window);
    assert_eq!((session(&window).title(), session(&window).current().tip()), ("primer", tip));
    assert_eq!(session(&window).current().standing(), retrace_session::Standing::Exact);
    // It is compared with the open file.
    key(&mut window, Modifiers::NONE, Key::Home);
    let_go(&mut window, &[&file]);
    click(&mut window, "Compare with it");
    settle(&mut window);
    assert_eq!(session(&window).timelines().count(), 2);
    window.get_by_label("Stop comparing");
    window.get_by_label_contains("Beside it now:");
    key(&mut window, ctrl(), Key::Z);
    assert_eq!(session(&window).timelines().count(), 1);
    // A redacted file has another format, and cannot be opened.
    key(&mut window, ctrl(), Key::S);
    pick(&mut window, "What Ann saw (redacted)");
    let seen = folder.path().join("seen.jsonl");
    name_in(&mut window, "File", seen.to_str().unwrap());
    click(&mut window, "Export");
    settle(&mut window);
    window.get_by_label_contains("as player A saw them");
    let_go(&mut window, &[&seen]);
    click(&mut window, "Open it");
    settle(&mut window);
    window.get_by_label_contains("what one player saw (redacted)");
    assert_eq!(session(&window).title(), "primer");
}

#[test]
fn a_session_is_saved_into_a_store_which_replays_are_imported_into() {
    let folder = tempfile::tempdir().unwrap();
    let (store, file) = (folder.path().join("games"), folder.path().join("other.retrace"));
    let mut other = super::primer_board();
    let id = other.current().id();
    other.export(id, retrace_store::Detail::Entries, &file).unwrap();
    super::pass(&mut other);
    let mut window = open(primer());
    key(&mut window, ctrl(), Key::L);
    window.get_by_label_contains("save it into a store first");
    let before = session(&window).cursor();
    key(&mut window, ctrl() | Modifiers::SHIFT, Key::S);
    name_in(&mut window, "New folder", store.to_str().unwrap());
    click(&mut window, "Save");
    settle(&mut window);
    window.get_by_label_contains("Saved to the store");
    assert_eq!((session(&window).cursor(), session(&window).store_folder()), (before, Some(store.as_path())));
    // Later changes are saved there.
    key(&mut window, Modifiers::NONE, Key::F);
    let_go(&mut window, &[&file]);
    click(&mut window, "Import it into the store");
    settle(&mut window);
    window.get_by_label_contains("Imported");
    assert_eq!(super::names(&window), ["main", "main~2", "other"]);
    assert_eq!(session(&window).current().name(), "other");
    key(&mut window, ctrl(), Key::Z);
    assert_eq!(super::names(&window), ["main", "main~2"]);
    key(&mut window, ctrl() | Modifiers::SHIFT, Key::Z);
    assert_eq!(super::names(&window), ["main", "main~2", "other"]);
    // A link leads back to its place.
    let link = copied(&mut window, ctrl(), Key::L);
    assert!(link.starts_with("retrace:") && link.contains("games#other@"), "{link}");
    key(&mut window, Modifiers::NONE, Key::Home);
    key(&mut window, ctrl(), Key::O);
    name_in(&mut window, "File, or a link to a place in one", &link);
    key(&mut window, Modifiers::NONE, Key::Enter);
    settle(&mut window);
    window.get_by_label_contains("Opened the link");
    assert_eq!(session(&window).link().unwrap().to_string(), link);
    drop(window);
    let again = retrace_session::session::Session::open(&store).unwrap();
    assert_eq!(again.timelines().count(), 3);
}

/// The text that a key copies to the clipboard.
fn copied(window: &mut super::Window, modifiers: Modifiers, key: Key) -> String {
    let (physical_key, pressed, repeat) = (None, true, false);
    window.event(egui::Event::Key { key, physical_key, pressed, repeat, modifiers });
    window.step();
    let commands = window.output().platform_output.commands.iter();
    let text = commands.filter_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let texts: Vec<String> = text.collect();
    window.run();
    assert_eq!(texts.len(), 1, "one text was copied");
    texts[0].clone()
}

/// A click on a radio button or a checkbox.
fn pick(window: &mut super::Window, label: &str) {
    window.get_by_label(label).click();
    window.run();
}

#[test]
fn what_the_inspector_shows_is_copied_in_the_words_of_the_headless_commands() {
    use retrace_session::asking::telling;
    let mut window = open(primer());
    let cursor = session(&window).cursor();
    let no = session(&window).headline(cursor).unwrap();
    key(&mut window, Modifiers::NONE, Key::W);
    let why = copied(&mut window, Modifiers::SHIFT, Key::C);
    assert_eq!(why, session(&window).tell_why(cursor.timeline, no, None).unwrap());
    assert!(why.contains("\nbecause "), "{why}");
    let captain = super::object(&super::primer_board(), "Dire Fleet Captain");
    key(&mut window, Modifiers::NONE, Key::Home);
    key(&mut window, Modifiers::SHIFT, Key::ArrowRight);
    click(&mut window, &format!("Dire Fleet Captain {captain}"));
    let object = copied(&mut window, Modifiers::SHIFT, Key::C);
    let derived = telling::explanation(session(&window).game(), captain, None).unwrap();
    assert!(object.starts_with("Dire Fleet Captain (") && object.ends_with(&derived), "{object}");
    window.get_by_label_contains("Copied ");
}

#[test]
fn what_is_copied_is_no_more_than_the_player_knows() {
    let mut window = open(primer());
    let leap = session(&window).game().zone(retrace_core::fact::Zone::Hand(super::B))[0];
    let select = super::super::action::Action::Select(retrace_core::fact::Entity::Object(leap));
    let ctx = window.ctx.clone();
    window.state_mut().as_mut().unwrap().apply(select, &ctx);
    assert!(copied(&mut window, Modifiers::SHIFT, Key::C).contains("Mighty Leap"));
    window.state_mut().as_mut().unwrap().apply(super::super::action::Action::See(Some(super::A)), &ctx);
    window.run();
    key(&mut window, Modifiers::SHIFT, Key::C);
    window.get_by_label_contains("nothing here to copy");
    window.get_by_label_contains("is hidden from Ann");
}

#[test]
fn of_several_dropped_files_the_first_is_opened_the_second_compared_and_the_others_are_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let (one, other, third, text) = (place("one.retrace"), place("other.retrace"), place("third.ron"), place("x.png"));
    let mut longer = super::primer_board();
    let id = longer.current().id();
    longer.export(id, retrace_store::Detail::Entries, &one).unwrap();
    super::pass(&mut longer);
    longer.export(id, retrace_store::Detail::Entries, &other).unwrap();
    std::fs::write(&third, "").unwrap();
    std::fs::write(&text, "").unwrap();
    let mut window = open(primer());
    hover(&mut window, &[&text, &one, &other, &third]);
    window.get_by_label("Drop to open one.retrace and to compare other.retrace with it. Not taken: x.png, third.ron.");
    let_go(&mut window, &[&text, &one, &other, &third]);
    settle(&mut window);
    assert_eq!((session(&window).title(), super::names(&window)), ("one", vec!["main".to_owned(), "other".to_owned()]));
    window.get_by_label("Stop comparing");
    window.get_by_label("Beside it now: “other”. Not taken: x.png, third.ron.");
    // For a replay that can be opened the window asks as usual; a drop of other files is refused.
    let_go(&mut window, &[&text, &other]);
    window.get_by_label("Not taken: x.png.");
    click(&mut window, "Open it");
    settle(&mut window);
    assert_eq!(session(&window).title(), "other");
    let_go(&mut window, &[&text, &text]);
    window.get_by_label_contains("Retrace cannot open");
    // The first is opened, and the error in the second is shown.
    let_go(&mut window, &[&one, &third]);
    settle(&mut window);
    assert_eq!(session(&window).title(), "one");
    window.get_by_label_contains("third.ron");
    assert_eq!(super::names(&window), ["main"]);
}

#[test]
fn a_moment_is_saved_with_the_browser_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().join("mine");
    std::fs::create_dir(&into).unwrap();
    std::fs::write(into.join("old.ron"), "mine").unwrap();
    let mut window = open(primer());
    key(&mut window, ctrl(), Key::ArrowLeft);
    key(&mut window, ctrl() | Modifiers::SHIFT, Key::E);
    window.get_by_label("Save this moment as a scenario");
    // The browser begins in some folder; an absolute path finds the wanted one.
    let ctx = window.ctx.clone();
    let browse = match &window.state().as_ref().unwrap().view.dialog {
        Some(super::super::view::Dialog::Browse(browse)) => browse.clone(),
        other => panic!("{other:?}"),
    };
    assert!(browse.typed.starts_with("main-") && browse.typed.ends_with(".ron"), "{}", browse.typed);
    let there = crate::window::view::browse::Browse { folder: folder.path().to_owned(), ..*browse };
    let dialog = super::super::view::Dialog::Browse(Box::new(there));
    window.state_mut().as_mut().unwrap().apply(super::super::action::Action::Dialog(Some(dialog)), &ctx);
    // The dialog settles in its position.
    window.run_steps(3);
    click(&mut window, "mine/");
    click(&mut window, "old.ron");
    click(&mut window, "Save");
    settle(&mut window);
    window.get_by_label_contains("exists already");
    assert_eq!(std::fs::read(into.join("old.ron")).unwrap(), b"mine");
    key(&mut window, ctrl() | Modifiers::SHIFT, Key::E);
    pick(&mut window, "With what follows, as a test");
    let file = into.join("fight.ron");
    name_in(&mut window, "File", file.to_str().unwrap());
    key(&mut window, Modifiers::NONE, Key::Enter);
    settle(&mut window);
    window.get_by_label_contains("Wrote ");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("Expect("), "{text}");
    let (_, run) =
        retrace_session::cards::scenario::play(&file, &CardFolders::default(), &retrace_session::Progress::default())
            .unwrap();
    assert!(run.failures.is_empty(), "{:?}", run.failures);
}

/// A scenario with an error in its script opens at the error, and shows it.
#[test]
fn a_script_with_an_error_opens_at_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("half.ron");
    let text = r#"Scenario(
        name: "half",
        players: [(name: "Ann", battlefield: [(card: "Grizzly Bears", as: "Bear")]), (name: "Bob")],
        script: [Attack([("Bear", "Bob")]), Attack([("Bera", "Bob")])],
    )"#;
    std::fs::write(&file, text).unwrap();
    let opened = retrace_session::session::Session::open_to_show(
        &file,
        &CardFolders::default(),
        &retrace_session::Progress::default(),
    )
    .unwrap();
    let mut window = open(opened);
    settle(&mut window);
    window.get_by_label_contains("The script has an error; its timeline ends there.");
    let there = session(&window);
    assert_eq!(there.cursor().step, there.current().len_steps());
    assert!(there.game().world().combat.is_some());
}
