//! Tests that two abilities of one object that trigger on one event can be told apart wherever they
//! are shown, and that an order is written as it is shown.

use std::fs;

use super::*;

const WOLF: &str = r#"Scenario(
    name: "wolf",
    cards: [
        Card(
            name: "Stubborn Wolf", cost: "{G}", types: [Creature], power: 2, toughness: 2,
            abilities: [
                Keyword(Undying),
                Keyword(Persist),
                Triggered(
                    when: Moves(what: This, from: Battlefield, to: Graveyard),
                    body: (instructions: [GainLife(who: You, amount: Fixed(1))]),
                ),
            ],
        ),
        Card(
            name: "Ruin", types: [Sorcery], cost: "{0}",
            abilities: [Spell(body: (instructions: [Destroy(Each(Type(Creature)))]))],
        ),
    ],
    players: [(name: "Ann", battlefield: ["Stubborn Wolf"], hand: ["Ruin"]), (name: "Bob")],
    script: [
        Cast(card: "Ruin"),
        ResolveTop,
        OrderTriggers([Says("undying"), Says("persist"), Says("gain 1 life")]),
        ResolveAll,
    ],
)"#;

#[test]
fn abilities_of_one_object_are_told_apart_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wolf.ron");
    fs::write(&path, WOLF).unwrap();
    let path = path.to_str().unwrap();
    let log = retrace(&["log", path]);
    let said = ["(\u{201c}Undying\u{201d})", "(\u{201c}Persist\u{201d})", "gain 1 life.\u{201d})"];
    for said in said {
        // The ability triggers, goes on the stack, resolves, ceases to exist, and is named in the
        // order.
        let lines: Vec<&str> = log.out.lines().filter(|line| line.contains(said)).collect();
        assert_eq!(lines.len(), 5, "{said}\n{}", log.out);
    }
    let plain =
        ["of Stubborn Wolf triggers", "of Stubborn Wolf goes", "Wolf's ability resolves", "Wolf's ability ceases"];
    assert!(!plain.iter().any(|plain| log.out.contains(plain)), "{}", log.out);
    let decided = log.out.lines().find(|line| line.contains("Ann decides: put")).unwrap();
    let at: u64 = decided.split_whitespace().next().unwrap().parse().unwrap();
    let at = (at - 1).to_string();
    for command in ["state", "fork"] {
        let shown = retrace(&[command, path, "--at", &at]);
        assert!(said.iter().all(|said| shown.out.contains(said)), "{}", shown.out);
    }
    let found = retrace(&["find", path, "Triggered"]);
    assert!(said.iter().all(|said| found.out.contains(said)), "{}", found.out);
    // Each order is written as `fork` takes it.
    let explored = retrace(&["explore", path, "--at", &at, "--json"]).json();
    let outcomes = explored["outcomes"].as_array().unwrap();
    assert_eq!(outcomes.len(), 6, "{explored}");
    for outcome in outcomes {
        let answer = outcome["answer"].as_str().unwrap();
        let forked = retrace(&["fork", path, "--at", &at, "-a", answer, "--json"]).json();
        let decided = forked["events"][0]["text"].as_str().unwrap().to_lowercase();
        assert_eq!(decided, format!("ann decides: {}", outcome["answers"][0].as_str().unwrap().to_lowercase()));
        let named = retrace(&["explore", path, "--at", &at]);
        assert!(named.out.contains(&format!("fork --answer {answer}\n")), "{}", named.out);
    }
}
