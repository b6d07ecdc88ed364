//! Tests that no word for a player tells what is face down: two scenarios that differ only in the
//! card that is put there look the same to the opponent, in every command's output.

use std::collections::BTreeSet;

use super::*;

/// How a card of Ann's becomes hidden from Bob in a public zone, with `CARD` in place of its name.
const WAYS: [(&str, [&str; 2], &str); 5] = [
    (
        "foretold",
        ["Saw It Coming", "Behold the Multiverse"],
        r#"players: [(name: "Ann", hand: [(card: "CARD", as: "it")], battlefield: [(card: "Island", count: 4)]), (name: "Bob")],
        script: [Choose(Pick([Special("it")])), Pay(Auto), AdvanceTo(step: Upkeep)]"#,
    ),
    (
        "hidden away",
        ["Serra Angel", "Lightning Bolt"],
        r#"players: [(name: "Ann", hand: [(card: "Mosswort Bridge", as: "land")],
            library: [(card: "CARD", as: "it"), (card: "Memnite", as: "1"), (card: "Island", as: "2"), (card: "Swamp", as: "3")]),
            (name: "Bob")],
        script: [PlayLand(card: "land"), ResolveTop, Choose(Pick(["it"])), Choose(Order(["1", "2", "3"])), AdvanceTo(step: End)]"#,
    ),
    (
        "manifested",
        ["Lightning Bolt", "Giant Growth"],
        r#"players: [(name: "Ann", hand: ["Soul Summons"], battlefield: [(card: "Plains", count: 2)], library: [(card: "CARD", as: "it")]),
            (name: "Bob")],
        script: [Cast(card: "Soul Summons"), ResolveTop, AdvanceTo(step: End)]"#,
    ),
    (
        "a face-down permanent",
        ["Grinning Demon", "Exalted Angel"],
        r#"players: [(name: "Ann", battlefield: [(card: "CARD", as: "it", face_down: true)]), (name: "Bob")],
        script: [AdvanceTo(step: End)]"#,
    ),
    (
        "exiled face down, and back in the hand",
        ["Serra Angel", "Grizzly Bears"],
        r#"cards: [
            Card(name: "Bury", cost: "{0}", types: [Sorcery],
                abilities: [Spell(body: (instructions: [ExileFaceDown(what: TopOfLibrary(You, 1), look: You)]))]),
            Card(name: "Unearth It", cost: "{0}", types: [Sorcery],
                abilities: [Spell(body: (instructions: [Put(what: Each(In(Exile)), into: Hand)]))]),
        ],
        players: [(name: "Ann", hand: ["Bury", "Unearth It"], library: [(card: "CARD", as: "it")]), (name: "Bob")],
        script: [Cast(card: "Bury"), ResolveTop, Cast(card: "Unearth It"), ResolveTop]"#,
    ),
];

/// Everything that Bob can ask about a scenario, in text and JSON.
fn told(file: &str, out: &str) -> Vec<(String, String)> {
    let mut told = Vec::new();
    let mut ask = |words: &[&str]| {
        let ran = retrace(words);
        assert_ne!(ran.exit, Exit::Misuse, "{words:?}: {}", ran.err);
        told.push((words.join(" "), format!("{}{}", ran.out, ran.err)));
        told.last().map(|(_, text)| text.clone()).unwrap_or_default()
    };
    let log = ask(&["log", file, "--all", "--as", "Bob"]);
    let numbers: BTreeSet<&str> = log.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let numbers = numbers.into_iter().filter(|word| word.parse::<u64>().is_ok());
    for number in numbers {
        for command in ["show", "why", "explain"] {
            let place: &[&str] = if command == "explain" { &["--event", number] } else { &[number] };
            ask(&[&[command, file], place, &["--as", "Bob"]].concat());
            ask(&[&[command, file], place, &["--as", "Bob", "--json"]].concat());
        }
        ask(&["state", file, "--at", number, "--as", "Bob"]);
        ask(&["state", file, "--at", number, "--as", "Bob", "--json"]);
    }
    ask(&["log", file, "--all", "--as", "Bob", "--json"]);
    ask(&["timelines", file, "--as", "Bob"]);
    ask(&["turns", file]);
    ask(&["find", file, "any(objects where zone = exile)", "--as", "Bob"]);
    ask(&["replay", "export", file, "-o", out, "--as", "Bob"]);
    told.push(("the redacted file".to_owned(), std::fs::read_to_string(out).unwrap()));
    told
}

#[test]
fn no_word_tells_what_is_face_down() {
    for (way, cards, scenario) in WAYS {
        let folder = tempfile::tempdir().unwrap();
        let (file, out) = (folder.path().join("game.ron"), folder.path().join("seen.jsonl"));
        let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
        let [one, other] = cards.map(|card| {
            let text = format!("Scenario(name: \"{way}\", {})", scenario.replace("CARD", card));
            std::fs::write(file, text).unwrap();
            // The game does have the card, and the whole log names it.
            let whole = retrace(&["log", file, "--all"]);
            assert!(whole.out.contains(card), "{way}: {}{}", whole.out, whole.err);
            let told = told(file, out);
            std::fs::remove_file(out).unwrap();
            told
        });
        assert!(one.len() > 50, "{way}");
        for ((question, one), (_, other)) in one.iter().zip(&other) {
            assert_eq!(one, other, "{way}: {question}");
            for card in cards {
                assert!(!one.contains(card), "{way}: {question} names {card}: {one}");
            }
        }
        assert_eq!(one.len(), other.len(), "{way}");
    }
}
