//! Tests that no interface asks for an order that cannot matter, and that one may be given all the
//! same.

use std::fs;

use super::*;

/// Two permanents, equal or not, each with an ability that triggers on the same event.
fn herd(more: &str) -> String {
    format!(
        r#"Scenario(
    name: "herd",
    cards: [
        Card(name: "Growth", types: [Creature], power: 1, toughness: 1, abilities: [
            Triggered(
                when: Moves(what: Subtype("Sheep"), to: Battlefield),
                body: (instructions: [PutCounters(on: This, kind: PowerToughness(1, 1))]),
            ),
        ]),
        Card(name: "Flock", cost: "{{0}}", types: [Sorcery], abilities: [
            Spell(body: (instructions: [
                CreateTokens(token: (types: [Creature], subtypes: ["Sheep"], power: 0, toughness: 1)),
            ])),
        ]),
    ],
    players: [
        (name: "Ann", battlefield: [(card: "Growth", as: "One"), (card: "Growth", as: "Two")], hand: ["Flock"]),
        (name: "Bob"),
    ],
    script: [{more} Cast(card: "Flock")],
)"#
    )
}

fn fork(file: &str, answers: &[&str]) -> serde_json::Value {
    let mut args = vec!["fork", file, "--json"];
    args.extend(answers.iter().flat_map(|answer| ["-a", answer]));
    retrace(&args).json()
}

#[test]
fn an_order_that_cannot_matter_is_asked_for_by_no_front() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let equal = write("equal.ron", &herd(""));
    let priority = "Ann has priority.";
    assert_eq!(fork(&equal, &["pass", "pass"])["next"]["asks"], priority);
    // What follows is answered next, and the order too if one is given.
    let resolved = fork(&equal, &["pass", "pass", "pass", "pass"]);
    assert_eq!(resolved["next"]["asks"], priority, "{resolved}");
    let given = fork(&equal, &["pass", "pass", "2, 1", "pass", "pass"]);
    assert_eq!(given["next"]["asks"], priority, "{given}");
    let unlike = write("unlike.ron", &herd(r#"Edit(Tapped(of: "One", is: true)),"#));
    let asked = fork(&unlike, &["pass", "pass"]);
    assert_eq!(asked["next"]["rule"], "603.3b", "{asked}");
}
