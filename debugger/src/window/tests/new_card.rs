//! New cards: typed, read, put right, tried.

use retrace_core::fact::Zone;

use super::super::view::Dialog;
use super::*;
use retrace_session::Progress;
use retrace_session::cards::reading::Reading;
use retrace_session::cards::texts::CardFolders;
use retrace_session::files::trial::{Place, Trial};
use retrace_session::keeping::keep::open_kept;

const BEAR: &str = "Own Bear {1}{G}\nCreature — Bear\nTrample\nWhenever Own Bear attacks, draw a card.\n2/2\n";

/// Types a card in place of what the dialog has.
fn type_card(window: &mut Window, text: &str) {
    window.get_by_role_and_label(Role::MultilineTextInput, "The card as it is printed").focus();
    window.run();
    key(window, ctrl(), Key::A);
    window.event(egui::Event::Text(text.to_owned()));
    window.run();
}

fn typed(window: &Window) -> String {
    match &window.state().as_ref().unwrap().view.dialog {
        Some(Dialog::NewCard(form)) => form.typed.clone(),
        other => panic!("{other:?}"),
    }
}

fn open_dialog(window: &mut Window) {
    key(window, ctrl() | Modifiers::SHIFT, Key::N);
}

/// The text that is underlined in the dialog's field.
fn underlined(window: &Window) -> Vec<String> {
    let mut found = Vec::new();
    for it in &window.output().shapes {
        if let egui::Shape::Text(text) = &it.shape {
            let job = &text.galley.job;
            let marked = job.sections.iter().filter(|it| it.format.underline.width > 0.0);
            found.extend(marked.map(|it| job.text[it.byte_range.start.0..it.byte_range.end.0].to_owned()));
        }
    }
    found
}

#[test]
fn a_typed_card_is_read_put_right_with_a_click_and_tried() {
    let mut window = open(primer_board());
    open_dialog(&mut window);
    // The field has the focus.
    window.event(egui::Event::Text(BEAR.replace("a card", "a crad")));
    window.run();
    window.get_by_label("Creature — Bear");
    window.get_by_label("Trample");
    window.get_by_label("These words are not known: “crad”");
    assert_eq!(underlined(&window), ["crad"]);
    assert!(control(&window, "Try it").accesskit_node().is_disabled());
    click(&mut window, "Put “card” in place of “crad”");
    assert_eq!(typed(&window), BEAR);
    assert!(underlined(&window).is_empty());
    window.get_by_label("Whenever Own Bear attacks, draw a card.");
    click(&mut window, "Try it");
    let game = session(&window).game();
    let hand = game.zone(Zone::Hand(A));
    assert_eq!(hand.iter().map(|id| game.name_of(*id)).collect::<Vec<_>>(), ["Own Bear"]);
    assert_eq!(session(&window).title(), "Trying Own Bear");
    // It is opened in the inspector, each sentence beside what it became.
    window.get_by_label("As printed, and what each sentence became");
    let sentence = "Whenever Own Bear attacks, draw a card.";
    assert!(window.query_all_by_label(sentence).count() >= 3, "as printed, as read, and among its abilities");
    // The dialog still has the card.
    open_dialog(&mut window);
    assert_eq!(typed(&window), BEAR);
    key(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Try it").is_none());
}

#[test]
fn a_card_comes_into_the_open_game_or_onto_the_battlefield() {
    let mut window = open(primer_board());
    // It is offered where no card has a name.
    key(&mut window, Modifiers::NONE, Key::E);
    window.get_by_role_and_label(Role::TextInput, "Card").focus();
    window.run();
    window.event(egui::Event::Text("Own Bear".to_owned()));
    window.run();
    click(&mut window, "New card…");
    type_card(&mut window, BEAR);
    window.get_by_role_and_label(Role::RadioButton, "on the battlefield").click();
    window.run();
    click(&mut window, "Add to this game");
    let bear = object(session(&window), "Own Bear");
    assert_eq!(session(&window).game().controller(bear), Some(A));
    assert_eq!(names(&window), ["main"]);
    window.get_by_label("As printed, and what each sentence became");
    // What cannot be there begins in hand.
    open_dialog(&mut window);
    type_card(&mut window, "Own Rite {R}\nSorcery\nDraw two cards.\n");
    let radio = window.get_by_role_and_label(Role::RadioButton, "on the battlefield");
    assert!(radio.accesskit_node().is_disabled());
    key(&mut window, ctrl(), Key::Enter);
    assert_eq!(session(&window).game().zone(Zone::Hand(A)).len(), 1);
}

#[test]
fn a_card_is_tried_in_part_only_if_that_is_asked_for() {
    let mut window = open(primer_board());
    open_dialog(&mut window);
    type_card(&mut window, BEAR);
    let in_part = "In part: without the ability that is not read";
    assert!(window.query_by_label(in_part).is_none());
    type_card(&mut window, &BEAR.replace("draw a card", "frobnicate"));
    assert!(control(&window, "Try it").accesskit_node().is_disabled());
    window.get_by_label(in_part).click();
    window.run();
    click(&mut window, "Try it");
    window.get_by_label("Not executed");
    assert!(window.query_all_by_label_contains("Not executed: \"Whenever Own Bear attacks, frobnicate.\"").count() > 0);
}

#[test]
fn what_was_typed_is_kept_with_its_session() {
    let root = tempfile::tempdir().unwrap();
    let trial = Trial { card: Reading::of(BEAR).card.unwrap(), typed: BEAR.to_owned(), place: Place::Hand };
    let mut session = trial.begin().unwrap();
    session.begin_keeping(root.path()).unwrap();
    session.keep(true);
    let folder = session.kept_folder().unwrap().to_owned();
    drop(session);
    let again = open_kept(&folder, &CardFolders::default(), &Progress::default()).unwrap();
    assert_eq!(again.text_of("Own Bear"), Some(BEAR));
}

#[test]
fn why_a_card_is_refused_is_told_beside_it() {
    let mut window = open(primer_board());
    open_dialog(&mut window);
    let says = |window: &Window, text: &str| assert!(window.query_by_label_contains(text).is_some(), "{text}");
    type_card(&mut window, "Own Bear {1}{G}\nCreature — Baer\n2/2");
    says(&window, "The card is not told by its facts: “Baer”");
    says(&window, "`Baer` is not known");
    type_card(&mut window, &BEAR.replace("Trample", "Toxic 1"));
    says(&window, "“toxic” is a word of February 2023");
    assert_eq!(underlined(&window), ["Toxic 1"]);
    type_card(&mut window, &format!("{BEAR}\n{BEAR}"));
    says(&window, "These are 2 cards, since an empty line stands between two.");
    // In a small window the dialog has one column and scrolls.
    window.set_size(egui::vec2(683.0, 384.0));
    type_card(&mut window, BEAR);
    window.get_by_label("Whenever Own Bear attacks, draw a card.");
}
