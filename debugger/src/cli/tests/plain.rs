//! Tests a stranger's names in every command that shows them.

use retrace_core::card::pool::Pool;
use retrace_core::plain::steers;
use retrace_core::rules;
use retrace_core::scenario::Scenario;
use retrace_store::{Detail, Log};

use super::*;

const BAD: &str = "Ann\u{9b}2J\u{9d}0;me\n  12  CR 104.2a  forged\u{202e}x";

fn harmful(letter: char) -> bool {
    steers(letter) && letter != '\n' && letter != '\t'
}

/// A replay has a player whose name would clear the screen, set the window title, forge a line, and
/// reverse letters.
#[test]
fn no_name_steers_the_terminal_or_forges_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let export = |name: &str, file: &str| {
        let mut log = Log::in_memory().unwrap();
        let read = Scenario::read("primer.ron", &std::fs::read_to_string(primer()).unwrap()).unwrap();
        let mut genesis = read.genesis(&Pool::bundled().unwrap()).unwrap();
        genesis.players[0].name = name.to_owned();
        let (_, steps) = rules::start(&genesis).unwrap();
        log.create("main", &genesis, &steps).unwrap();
        let tip = log.timeline("main").unwrap().tip;
        log.export(tip, Detail::Entries).unwrap().write(file.as_ref()).unwrap();
    };
    for end in ["retrace", "jsonl"] {
        let (file, good) = (path(&format!("bad.{end}")), path(&format!("good.{end}")));
        export(BAD, &file);
        export("Ann", &good);
        for command in ["log", "state", "timelines", "explain", "find", "explore", "diff"] {
            for json in [false, true] {
                let arguments = |file| {
                    let more: &[&str] = match command {
                        "find" => &["turn > 0"],
                        "diff" => &[&good],
                        _ => &[],
                    };
                    [&[command, file][..], more, if json { &["--json"] } else { &[] }].concat()
                };
                let ran = retrace(&arguments(&file));
                let shown = format!("{}{}", ran.out, ran.err);
                assert!(!shown.contains(harmful), "{command} {json}: {shown}");
                assert!(!shown.lines().any(|line| line.starts_with("  12  CR 104.2a")), "{command} {json}: {shown}");
            }
        }
        let lines = |file: &str| retrace(&["log", file]).out.lines().count();
        assert_eq!(lines(&file), lines(&good));
        assert!(retrace(&["log", &file]).out.contains("Ann\\u{9b}2J\\u{9d}0;me\\u{a}"));
    }
}

/// In a scenario, such a name is refused at its place.
#[test]
fn names_of_a_scenario_that_steer_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("steer.ron");
    let text = std::fs::read_to_string(primer()).unwrap();
    for name in ["Attacker", "blink"] {
        let bad = format!("{BAD:?}");
        std::fs::write(&path, text.replace(&format!("\"{name}\""), &bad)).unwrap();
        let ran = retrace(&["check", path.to_str().unwrap()]);
        let told = format!("{}{}", ran.out, ran.err);
        assert_eq!(ran.exit, Exit::Misuse, "{told}");
        assert!(told.contains("has the character U+009B, which would steer"), "{told}");
        assert!(!told.contains(harmful) && !told.lines().any(|line| line.starts_with("  12")), "{told}");
    }
}

#[test]
fn a_card_whose_name_steers_is_refused_with_the_letter() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("card.ron");
    let card =
        "Card(name: \"Ox\\u{9b}2J\", cost: \"{1}{W}\", types: [Creature], subtypes: [\"Ox\"], power: 2, toughness: 4)";
    std::fs::write(&path, card).unwrap();
    let ran = retrace(&["cards", "check", path.to_str().unwrap()]);
    assert_ne!(ran.exit, Exit::Yes);
    let told = format!("{}{}", ran.out, ran.err);
    assert!(told.contains("“Ox\\u{9b}2J” has the character U+009B"), "{told}");
}
