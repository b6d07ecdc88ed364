//! A subgame inside its game (CR 722): the ruler, the state tree, saving a moment.

use std::collections::BTreeSet;

use retrace_core::fact::{Event, PlayerId};
use retrace_core::scenario::Scenario;
use retrace_core::scenario::save::SavedForm;

use super::*;

const GAME: &str = r#"Scenario(
    name: "a subgame",
    players: [
        (
            name: "Ann",
            life: 13,
            battlefield: [(card: "Plains", count: 2)],
            hand: ["Shahrazad", "Lightning Bolt"],
            library: [(card: "Plains", count: 10)],
        ),
        (name: "Bob", hand: ["Giant Growth"], library: [(card: "Island", count: 10)]),
    ],
    script: [
        Chance([Starts("Bob")]),
        Cast(card: "Shahrazad"),
        ResolveTop,
        Keep,
        Keep,
        AdvanceTo(step: Upkeep, turn: 2),
        Concede("Bob"),
        AdvanceTo(step: End),
    ],
)"#;

fn session() -> Session {
    let scenario = Scenario::read("subgame.ron", GAME).unwrap();
    let run = scenario.run(&Pool::bundled().unwrap()).unwrap();
    Session::from_run(&run, &Progress::default()).unwrap()
}

/// The place after the first event of a kind.
fn place(session: &Session, is: impl Fn(&Event) -> bool) -> usize {
    let found = session.current().entries_from(EntryNo(0)).find(|(_, entry)| is(&entry.event)).map(|(step, _)| step);
    found.expect("it happens") + 1
}

#[test]
fn the_ruler_goes_on_with_the_turn_of_the_main_game() {
    let session = session();
    let began = place(&session, |event| matches!(event, Event::SubgameBegan { .. }));
    let ended = place(&session, |event| matches!(event, Event::SubgameEnded { .. }));
    let turns = &session.current().index().ruler().turns;
    let number = |at: usize| turns.at(at).map(|span| (span.what.number, span.what.player));
    assert_eq!(number(began), number(ended));
    assert_eq!(number(ended - 1), Some((2, PlayerId(0))));
    assert_eq!(number(session.current().len_steps()), number(began));
}

#[test]
fn the_state_tree_has_the_main_game_as_a_branch() {
    let mut session = session();
    let ended = place(&session, |event| matches!(event, Event::SubgameEnded { .. }));
    let has_branch =
        |session: &Session| tree::rows(session.game(), &BTreeSet::new(), "").iter().any(|row| row.label == "Main game");
    assert!(!has_branch(&session));
    session.seek(Point::new(session.current().id(), ended - 1));
    assert!(has_branch(&session));
    let labels = |rows: Vec<tree::TreeRow>| -> Vec<String> {
        rows.into_iter().filter(|row| row.depth > 0).map(|row| row.label).collect()
    };
    let found = labels(tree::rows(session.game(), &BTreeSet::new(), "main game bolt"));
    assert!(found.iter().any(|label| label.starts_with("Lightning Bolt")), "{found:?}");
    // Only Ann sees her hand there, too.
    let seen = |viewer: u8, name: &str| {
        let rows = tree::rows_seen(session.game(), PlayerId(viewer), &BTreeSet::new(), &format!("main game {name}"));
        labels(rows).iter().any(|label| label.to_lowercase().contains(name))
    };
    assert!(seen(0, "bolt") && !seen(1, "bolt"));
    assert!(seen(1, "growth") && !seen(0, "growth"));
}

#[test]
fn a_moment_of_a_subgame_is_no_board() {
    let session = session();
    // Where a player simply has priority.
    let in_subgame = std::cell::Cell::new(false);
    let place = place(&session, |event| {
        in_subgame.set(in_subgame.get() || matches!(event, Event::SubgameBegan { .. }));
        in_subgame.get() && matches!(event, Event::PriorityReceived { .. })
    });
    let saved = session.save_moment(Point::new(session.current().id(), place), "inside", false);
    // It is written with what led to it.
    let saved = saved.unwrap();
    assert!(matches!(&saved.form, SavedForm::Whole(why) if why.contains("subgame")), "{:?}", saved.form);
    let run = Scenario::read("saved.ron", &saved.text).unwrap().run(&Pool::bundled().unwrap()).unwrap();
    let mut inside = Session::from_run(&run, &Progress::default()).unwrap();
    inside.seek(Point::new(inside.current().id(), inside.current().len_steps()));
    assert!(inside.game().world().main().is_some());
}
