//! Tests what-if changes, each as events with a cause, and the language for them.

use std::sync::Arc;

use crate::card::pool::Pool;
use crate::fact::{Chance, Edit, Event, Input, PlayerId};
use crate::rules;

use super::{GameToChange, Run, Scenario, changes};

fn run(cards: &str, script: &str) -> Result<Run, String> {
    let text = format!(
        "Scenario(name: \"edits\", players: [(name: \"Ann\", {cards}), (name: \"Bob\", battlefield: [(card: \"Grizzly Bears\", as: \"Other\")])], script: [{script}])"
    );
    let pool = Pool::bundled().map_err(|error| error.to_string())?;
    let run = Scenario::read("edits.ron", &text).and_then(|it| it.run(&pool)).map_err(|error| error.to_string())?;
    match run.failures.first() {
        None => Ok(run),
        Some(failure) => Err(failure.to_string()),
    }
}

fn holds(cards: &str, script: &str) -> Run {
    run(cards, script).unwrap_or_else(|error| panic!("{error}"))
}

const BEAR: &str = r#"battlefield: [(card: "Grizzly Bears", as: "Bear"), "Bonesplitter", (card: "Soul Warden", as: "Warden")], library: ["Forest", "Lightning Bolt", "Island"]"#;

#[test]
fn each_kind_of_change_does_what_it_says() {
    let bear = &BEAR.replace(r#", (card: "Soul Warden", as: "Warden")"#, "");
    for (change, expected) in [
        (r#"Life(of: "Bob", is: 3)"#, r#"Life(of: "Bob", is: 3)"#),
        (r#"Counters(on: "Bob", kind: Poison, is: 4)"#, r#"Counters(on: "Bob", kind: Poison, is: 4)"#),
        (r#"Counters(on: "Bear", kind: PowerToughness(1, 1), is: 2)"#, r#"PT(of: "Bear", is: (4, 4))"#),
        (r#"Tapped(of: "Bear", is: true)"#, r#"Tapped("Bear")"#),
        (r#"Move(what: "Bear", to: Exile)"#, r#"Contents(zone: Exile, are: ["Grizzly Bears"])"#),
        (
            r#"Arrange(what: "Island", is: Top)"#,
            r#"Contents(zone: Library, of: "Ann", are: ["Island", "Forest", "Lightning Bolt"])"#,
        ),
        (
            r#"Arrange(what: "Forest", is: FromTop(2))"#,
            r#"Contents(zone: Library, of: "Ann", are: ["Lightning Bolt", "Forest", "Island"])"#,
        ),
        (r#"Attach(what: "Bonesplitter", to: "Bear")"#, r#"PT(of: "Bear", is: (4, 2))"#),
        (r#"Damage(on: "Bear", is: 1)"#, r#"Damage(on: "Bear", is: 1)"#),
        (r#"Control(of: "Bear", is: "Bob")"#, r#"Controller(of: "Bear", is: "Bob")"#),
        (r#"Sick(of: "Bear", is: true)"#, r#"Sick("Bear")"#),
        (r#"Mana(of: "Ann", is: "GGR")"#, r#"Mana(of: "Ann", is: "RGG")"#),
        (r#"Add(card: "Serra Angel", of: "Ann", to: Hand)"#, r#"HandSize(of: "Ann", is: 1)"#),
        (
            r#"Add(card: "Serra Angel", of: "Ann", to: Battlefield, controller: "Bob", as: "Angel")"#,
            r#"Contents(zone: Battlefield, of: "Bob", are: ["Grizzly Bears", "Serra Angel"])"#,
        ),
        (r#"Add(card: "Forest", of: "Ann", to: Library)"#, r#"LibrarySize(of: "Ann", is: 4)"#),
    ] {
        let run = holds(bear, &format!("Expect([Not({expected})]), Edit({change}), Expect([{expected}])"));
        // It is marked as an edit, and its consequences name it as their cause.
        let end = &run.timelines[0];
        let [Input::Edit(_)] = end.inputs.as_slice() else { panic!("{change} is one edit") };
        let (game, _) = rules::start(&run.genesis).unwrap();
        let done = rules::decide(&game, &end.inputs[0]).unwrap();
        let first = &done[0].entries[0];
        assert!(matches!(first.event, Event::Edited { .. }) && first.cause.is_none(), "{change}");
        assert!(done[0].entries[1..].iter().all(|entry| entry.cause.is_some()), "{change}");
    }
}

#[test]
fn changes_can_be_taken_back_by_changes() {
    holds(
        BEAR,
        r#"Edit(Attach(what: "Bonesplitter", to: "Bear")), Edit(Unattach("Bonesplitter")), Expect([Unattached("Bonesplitter")]),
        Edit(Damage(on: "Bear", is: 1)), Edit(Damage(on: "Bear", is: 0)), Expect([Damage(on: "Bear", is: 0)]),
        Edit(Sick(of: "Bear", is: true)), Edit(Sick(of: "Bear", is: false)), Expect([Not(Sick("Bear"))]),
        Edit(Mana(of: "Ann", is: "GGR")), Edit(Mana(of: "Ann", is: "G")), Expect([Mana(of: "Ann", is: "G")]),
        Edit(Control(of: "Bear", is: "Bob")), Expect([Sick("Bear")]), Edit(Control(of: "Bear", is: "Ann")),
        Expect([Controller(of: "Bear", is: "Ann")])"#,
    );
}

#[test]
fn what_is_added_enters_like_anything_else() {
    // The Warden sees it, state-based actions see the damage, and a token is one.
    holds(
        BEAR,
        r#"Edit(Add(card: "Serra Angel", of: "Bob", to: Battlefield)), Expect([Stack(["Warden"])]), ResolveAll,
        Expect([Life(of: "Ann", is: 21), Sick("Serra Angel"), Owner(of: "Serra Angel", is: "Bob")]),
        Edit(Add(card: "Savannah Lions", of: "Ann", to: Battlefield, token: true, as: "Lions")), ResolveAll,
        Edit(Move(what: "Lions", to: Graveyard)), Expect([Gone("Lions"), Contents(zone: Graveyard, of: "Ann", are: [])]),
        Edit(Damage(on: "Bear", is: 2)), Expect([Gone("Bear")])"#,
    );
}

#[test]
fn lands_played_count() {
    holds(
        r#"hand: ["Forest"]"#,
        r#"Edit(LandsPlayed(1)), Illegal(step: PlayLand(card: "Forest"), rule: "305.2"), Edit(LandsPlayed(0)), PlayLand(card: "Forest")"#,
    );
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    for (change, why) in [
        (r#"Add(card: "Lightning Bolt", of: "Ann", to: Battlefield)"#, "no permanent card"),
        (r#"Add(card: "Forest", of: "Ann", to: Stack)"#, "add it to a hand and cast it"),
        (r#"Add(card: "Forest", of: "Ann", to: Hand, token: true)"#, "CR 111.7"),
        (r#"Add(card: "Forrest", of: "Ann", to: Hand)"#, "did you mean Forest"),
        (r#"Add(card: "Forest", of: "Ann", to: Ante)"#, "not played for ante"),
        (r#"Attach(what: "Bear", to: "Other")"#, "cannot be attached"),
        (r#"Arrange(what: "Bear", is: Top)"#, "in a library"),
        (r#"Mana(of: "Ann", is: "GX")"#, "`X` is no mana"),
        (r#"Move(what: "Lightning Bolt", to: Battlefield)"#, "only permanents"),
    ] {
        let error = run(BEAR, &format!("Edit({change})")).expect_err(change);
        assert!(error.contains(why), "{change}: {error}");
    }
}

#[test]
fn a_fixed_shuffle_outlives_a_card_that_leaves_the_library() {
    let cards = r#"battlefield: ["Forest"], hand: ["Lay of the Land"], library: [(card: "Plains", count: 30), "Lightning Bolt", (card: "Island", as: "Isle")]"#;
    let run = run(
        cards,
        r#"Chance([Shuffle(of: "Ann", top: ["Isle", "Lightning Bolt"])]), Cast(card: "Lay of the Land"), ResolveTop,
        Choose(Pick(["Isle"])), Expect([LibrarySize(of: "Ann", is: 31), Name(of: TopOfLibrary("Ann"), is: "Lightning Bolt")])"#,
    );
    run.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn edits_are_said_of_any_game() {
    let run = holds(BEAR, "Pass");
    let game = &run.timelines[0].end;
    let names = run.timelines[0].names.clone();
    let past = GameToChange { game, names: &names, pool: Arc::new(Pool::bundled().unwrap()) };
    let said = |text: &str| changes(&past, std::iter::empty(), text);
    assert_eq!(said(r#"Life(of: "Ann", is: 5)"#).unwrap(), [Input::Edit(Edit::Life(PlayerId(0), 5))]);
    assert_eq!(
        said("Chance([Heads, Die(6)])").unwrap(),
        [Input::Chance(Chance::Coin(true)), Input::Chance(Chance::Die(6))]
    );
    assert_eq!(said("Reseed(7)").unwrap(), [Input::Reseed(7)]);
    let bear = names.iter().find(|(name, _)| name == "Bear").unwrap().1;
    assert_eq!(said(&format!("Tapped(of: \"{bear}\", is: true)")).unwrap(), [Input::Edit(Edit::Tapped(bear, true))]);
    for (text, why) in [
        ("Life(of: \"Ann\")", "at column"),
        ("Jump", "such as"),
        ("Life(of: \"Cleo\", is: 5)", "there is no player `Cleo`"),
        ("Tapped(of: \"#999\", is: true)", "there is no object #999"),
        ("Pass", "write a change"),
    ] {
        let error = said(text).expect_err(text);
        assert!(error.contains(why), "{text}: {error}");
    }
}
