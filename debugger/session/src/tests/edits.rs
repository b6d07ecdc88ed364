//! What-if edits, fixed chances, boards set up by hand, moments as scenarios, and card files that
//! change.

use std::fs;
use std::path::Path;

use retrace_core::derive::Look;
use retrace_core::fact::{Chance, Edit, Input};
use retrace_core::scenario::save::SavedForm;

use super::*;
use crate::cards::texts::CardFolders;
use crate::files::empty::EmptyBoard;

fn edit(session: &mut Session, text: &str) -> Outcome {
    let inputs = session.read_edits(text).unwrap_or_else(|error| panic!("{error}"));
    session.edit(&inputs, None).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn life(session: &Session) -> Vec<i32> {
    session.game().players().map(|player| player.life).collect()
}

#[test]
fn what_was_played_stays_and_a_line_of_edits_goes_on() {
    let mut session = primer();
    let played = session.current().tip();
    // At the head of a played timeline an edit forks; the next edit continues the fork; in the past
    // each edit forks again.
    assert!(session.edit_outlook().unwrap().contains("begins another timeline"));
    assert!(matches!(edit(&mut session, r#"Life(of: "A", is: 5)"#), Outcome::Forked { .. }));
    assert_eq!(session.current().name(), "main~2");
    assert!(session.edit_outlook().unwrap().contains("go on with"));
    assert_eq!(edit(&mut session, r#"Life(of: "B", is: 6)"#), Outcome::Appended);
    assert_eq!(life(&session), [5, 6]);
    session.seek(Point::new(session.cursor().timeline, session.current().forked().unwrap().step));
    assert_eq!(session.edit_ahead().as_deref(), Some("what if: player A's life total becomes 5"));
    assert!(matches!(edit(&mut session, r#"Life(of: "A", is: 7)"#), Outcome::Forked { .. }));
    assert_eq!(session.current().name(), "main~3");
    assert_eq!(session.timeline_named("main").unwrap().tip(), played);
    // The same edit in the past follows the existing timeline.
    session.seek(Point::new(session.cursor().timeline, session.current().forked().unwrap().step));
    assert_eq!(edit(&mut session, r#"Life(of: "A", is: 7)"#), Outcome::Followed);
    assert_eq!(session.timelines().count(), 3);
}

#[test]
fn a_change_joins_only_an_operation_done_since() {
    let mut session = primer();
    let (played, before) = (session.current().tip(), session.operations_done());
    // Nothing was done since, so this is an operation of its own.
    session.joined_since(before, |session| edit(session, r#"Life(of: "A", is: 5)"#));
    assert_eq!(session.operations_done(), before + 1);
    session.joined_since(before, |session| edit(session, r#"Life(of: "B", is: 6)"#));
    assert_eq!((session.operations_done(), life(&session)), (before + 1, vec![5, 6]));
    session.undo().unwrap();
    assert_eq!((session.operations_done(), session.current().tip()), (before, played));
}

#[test]
fn several_edits_are_one_operation_and_all_or_nothing() {
    let mut session = primer();
    let before = session.current().tip();
    let inputs = [Input::Edit(Edit::Life(PlayerId(0), 3)), Input::Chance(Chance::Coin(true)), Input::Reseed(9)];
    session.edit(&inputs, Some("what if")).unwrap();
    assert_eq!((life(&session)[0], session.current().name()), (3, "what if"));
    assert_eq!(session.fixed_chances(), ["The next coin comes up heads"]);
    assert_eq!(session.current().index().edits().count(), 3);
    session.undo().unwrap();
    assert_eq!((session.current().tip(), session.timelines().count()), (before, 1));
    let wrong = [Input::Edit(Edit::Life(PlayerId(0), 3)), Input::Chance(Chance::Die(0))];
    assert!(session.edit(&wrong, None).is_err());
    assert_eq!((session.current().tip(), session.timelines().count()), (before, 1));
}

#[test]
fn where_nobody_has_priority_the_remedy_is_told() {
    let mut session = Session::new(genesis(), "main").unwrap();
    pass_until(&mut session, "declares attackers");
    let error = session.read_edits(r#"Life(of: "A", is: 5)"#).unwrap_err().to_string();
    assert!(error.contains("go to such a choice first"), "{error}");
    let error = session.edit(&[Input::Edit(Edit::Life(PlayerId(0), 5))], None).unwrap_err().to_string();
    assert!(error.contains("go to such a choice first"), "{error}");
    // Random results can be fixed there too.
    assert!(matches!(edit(&mut session, "Chance([Heads])"), Outcome::Forked { .. }));
}

#[test]
fn edits_are_replayed_like_decisions() {
    let mut session = primer();
    for text in [
        r#"Add(card: "Serra Angel", of: "A", to: Battlefield)"#,
        r#"Sick(of: "Serra Angel", is: false)"#,
        r#"Mana(of: "A", is: "BBR")"#,
        r#"Arrange(what: TopOfLibrary("A"), is: Bottom)"#,
        "Chance([Die(3)])",
        "Reseed(77)",
    ] {
        edit(&mut session, text);
    }
    let id = session.cursor().timeline;
    assert!(matches!(session.verify(id).unwrap(), retrace_store::Verdict::Exact { .. }));
    let told: Vec<&str> = session.entries(id).filter_map(|(_, entry)| session.text(id, entry.no)).collect();
    let edits = told.iter().filter(|text| text.starts_with("What if: ")).count();
    assert_eq!(edits, 6 + 1, "six edits, and the card that goes where it was put: {told:?}");
}

#[test]
fn a_card_put_on_top_is_drawn_next() {
    let mut session = Session::new(genesis(), "main").unwrap();
    let pool = session.known_cards().unwrap();
    assert!(pool.get("Mighty Leap").is_some());
    edit(&mut session, r#"Add(card: "Serra Angel", of: "B", to: Library)"#);
    edit(&mut session, r#"Add(card: "Grizzly Bears", of: "B", to: Library)"#);
    edit(&mut session, r#"Arrange(what: "Serra Angel", is: Top)"#);
    let hand = |session: &Session| -> Vec<String> {
        let player = session.game().player(PlayerId(1)).unwrap();
        player.hand.iter().map(|id| session.game().name_of(*id)).collect()
    };
    while hand(&session).len() < 2 {
        let answer = if asked(&session).contains("priority") { "pass" } else { "none" };
        say(&mut session, answer);
    }
    assert_eq!(hand(&session), ["Mighty Leap", "Serra Angel"]);
}

#[test]
fn an_empty_board_is_arranged_saved_and_opened_again() {
    let mut board = EmptyBoard { step: TurnStep::PostcombatMain, ..EmptyBoard::default() };
    board.players[0].1 = 7;
    let mut session = board.begin().unwrap();
    for text in [
        r#"Add(card: "Grizzly Bears", of: "Ann", to: Battlefield)"#,
        r#"Add(card: "Bonesplitter", of: "Ann", to: Battlefield)"#,
        r#"Attach(what: "Bonesplitter", to: "Grizzly Bears")"#,
        r#"Add(card: "Lightning Bolt", of: "Ben", to: Hand)"#,
    ] {
        assert_eq!(edit(&mut session, text), Outcome::Appended, "arranging makes no forks");
    }
    assert_eq!(session.timelines().count(), 1);
    let saved = session.save_moment(session.cursor(), "mine", false).unwrap();
    assert_eq!(saved.form, SavedForm::Board, "{}", saved.text);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    fs::write(&path, &saved.text).unwrap();
    let again = Session::open(&path).unwrap();
    assert_eq!(again.title(), "mine");
    assert_eq!(
        retrace_core::scenario::save::reading(again.game()),
        retrace_core::scenario::save::reading(session.game())
    );
    let mut wrong = EmptyBoard::default();
    wrong.players[1].0 = "ann".to_owned();
    assert!(wrong.begin().unwrap_err().to_string().contains("must differ"));
}

#[test]
fn a_moment_in_a_fight_is_saved_with_what_led_to_it() {
    let session = both_ends();
    for name in ["main", "leap"] {
        let timeline = session.timeline_named(name).unwrap();
        let fight = timeline.decision_points().nth(8).unwrap();
        let saved = session.save_moment(Point::new(timeline.id(), fight), name, true).unwrap();
        assert!(matches!(&saved.form, SavedForm::Whole(why) if why.contains("combat") || why.contains("priority")));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fight.ron");
        fs::write(&path, &saved.text).unwrap();
        let (_, run) = crate::cards::scenario::play(&path, &CardFolders::default(), &Progress::default()).unwrap();
        assert!(run.failures.is_empty());
        let end = timeline.head().unwrap().after();
        let reading = retrace_core::scenario::save::reading;
        assert_eq!(reading(&run.timelines[0].end), reading(end));
    }
    let main = session.timeline_named("main").unwrap().id();
    assert!(session.save_moment(Point::new(main, 0), "before", false).unwrap_err().to_string().contains("no choice"));
}

pub(super) const GOLEM: &str = r#"Card(name: "Stone Golem", cost: "{2}", types: [Artifact, Creature], subtypes: ["Golem"], power: 2, toughness: 2)"#;

/// A scenario with a card file beside it.
pub(super) fn with_card_file(folder: &Path) -> std::path::PathBuf {
    fs::write(folder.join("golem.ron"), GOLEM).unwrap();
    let path = folder.join("scenario.ron");
    let text = r#"Scenario(
        name: "golem", card_files: ["golem.ron"],
        players: [(name: "Ann", battlefield: [(card: "Wastes", count: 2)], hand: ["Stone Golem"]), (name: "Ben")],
        script: [Cast(card: "Stone Golem"), ResolveTop, Expect([PT(of: "Stone Golem", is: (2, 2))])],
    )"#;
    fs::write(&path, text.replace("Wastes", "Mountain")).unwrap();
    path
}

#[test]
fn card_files_that_change_are_read_again_and_timelines_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::open(&with_card_file(folder.path())).unwrap();
    assert!(!session.card_files().is_empty() && !session.card_files().changed_on_disk());
    assert_eq!(session.current().standing(), Standing::Exact);
    let main = session.current().id();
    let played = session.timeline(main).unwrap().tip();
    fs::write(folder.path().join("golem.ron"), GOLEM.replace("power: 2", "power: 13")).unwrap();
    assert!(session.card_files().changed_on_disk());
    assert_eq!(session.reload_cards().unwrap(), ["Stone Golem"]);
    assert!(!session.card_files().changed_on_disk());
    assert_eq!(session.current().standing(), Standing::Unverified);
    let outcome = session.rerun(main, None).unwrap();
    assert!(matches!(&outcome, Outcome::Rerun { stopped: None, done, of, .. } if done == of && *of > 2), "{outcome:?}");
    let golem = session.game().world().battlefield.iter().find(|id| session.game().name_of(**id) == "Stone Golem");
    let power = session.game().characteristics(*golem.unwrap()).unwrap().power;
    assert_eq!((power, session.current().standing()), (Some(13), Standing::Exact));
    assert_eq!(session.timeline(main).unwrap().tip(), played, "what was played stays");
    // Undo removes the new timeline.
    session.undo().unwrap();
    assert_eq!(session.timelines().count(), 1);
}

#[test]
fn an_input_that_no_longer_applies_ends_the_new_timeline() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::open(&with_card_file(folder.path())).unwrap();
    fs::write(folder.path().join("golem.ron"), GOLEM.replace("cost: \"{2}\"", "cost: \"{9}\"")).unwrap();
    session.reload_cards().unwrap();
    let outcome = session.rerun(session.current().id(), Some("dear")).unwrap();
    let Outcome::Rerun { stopped: Some(why), done, of, .. } = &outcome else { panic!("{outcome:?}") };
    assert!(done < of && why.contains("no longer applies"), "{why}");
    assert!(outcome.message(&session).unwrap().contains("It stopped"));
    let again = session.timeline_named("dear").unwrap();
    assert!(again.labels().iter().any(|label| label.text.contains("Stopped here") && label.step == again.len_steps()));
}

#[test]
fn a_card_file_that_is_broken_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::open(&with_card_file(folder.path())).unwrap();
    fs::write(folder.path().join("golem.ron"), "Card(name: \"Stone Golem\"").unwrap();
    let error = session.reload_cards().unwrap_err().to_string();
    assert!(error.contains("golem.ron:"), "{error}");
    assert!(!session.card_files().changed_on_disk(), "it is not complained about each second");
    assert_eq!(session.current().standing(), Standing::Exact);
    assert_eq!(session.card_files().cards().names().count(), 1);
}
