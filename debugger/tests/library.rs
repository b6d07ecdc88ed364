//! The user's library, with the real program: what is imported is found by name, in games and
//! replays, and games differ by no card that they don't use.
#![allow(clippy::unwrap_used, reason = "a test may")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const BEAR: &str = "Own Bear {1}{G}\nCreature — Bear\nTrample\n2/2\n";
const RITE: &str = "Own Rite {R}\nSorcery\nOwn Rite deals 3 damage to target player.\n";
const SONG: &str = "Own Song {R}\nSorcery\nFrobnicate.\n";

const SCENARIO: &str = "Scenario(
    name: \"It\",
    players: [
        (name: \"Ann\", battlefield: [\"Mountain\"], hand: [\"Own Rite\"]),
        (name: \"Bob\"),
    ],
    script: [Cast(card: \"Own Rite\", targets: [\"Bob\"]), ResolveTop, Expect([Life(of: \"Bob\", is: 17)])],
)";

fn retrace(home: &Path, args: &[&str]) -> (bool, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrace"));
    let Output { status, stdout, stderr } =
        command.args(args).current_dir(home).env("RETRACE_DATA", home.join("data")).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (status.success(), text(stdout), text(stderr))
}

#[test]
fn what_is_imported_is_found_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let write = |name: &str, text: &str| fs::write(home.join(name), text).unwrap();
    write("cards.txt", &[BEAR, RITE, SONG].join("\n"));
    write("it.ron", SCENARIO);
    let (_, list, _) = retrace(home, &["cards", "list"]);
    assert!(!list.contains("Own Bear") && !retrace(home, &["check", "it.ron"]).0);
    let (done, out, err) = retrace(home, &["cards", "import", "cards.txt"]);
    assert!(done, "{err}");
    let said = "2 of 3 cards are read: 2 new, 0 changed, 0 as before\n`--report FOLDER` says what stops the others\n";
    assert!(out.starts_with(said) && out.trim_end().ends_with("library.cards: 2 cards"), "{out}");
    assert!(retrace(home, &["cards", "show", "Own Bear"]).1.contains("Trample"));
    assert!(retrace(home, &["cards", "list"]).1.contains("Own Bear"));
    let (passes, _, err) = retrace(home, &["check", "it.ron"]);
    assert!(passes, "{err}");
    // A replay has the cards that it uses.
    let (done, _, err) = retrace(home, &["replay", "export", "it.ron", "-o", "it.retrace"]);
    assert!(done, "{err}");
    fs::rename(home.join("data"), home.join("away")).unwrap();
    let (verified, out, err) = retrace(home, &["replay", "verify", "it.retrace"]);
    assert!(verified, "{out}{err}");
    fs::rename(home.join("away"), home.join("data")).unwrap();
    // The same import again, and one that changes a card.
    assert!(retrace(home, &["cards", "import", "cards.txt"]).1.contains("0 new, 0 changed, 2 as before"));
    write("bear.txt", &BEAR.replace("Trample", "Reach"));
    let (_, out, _) = retrace(home, &["cards", "import", "bear.txt"]);
    assert!(out.starts_with("1 of 1 cards are read: 0 new, 1 changed, 0 as before\nchanged: Own Bear\n"), "{out}");
    assert!(retrace(home, &["cards", "show", "Own Bear"]).1.contains("Reach"));
    let (_, out, _) = retrace(home, &["cards", "import", "--anew", "bear.txt"]);
    assert!(
        out.contains("not there any more: Own Rite\n") && out.trim_end().ends_with("library.cards: 1 cards"),
        "{out}"
    );
}

#[test]
fn games_differ_by_no_card_that_they_do_not_use() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let bundled = SCENARIO.replace("Own Rite", "Lightning Bolt");
    fs::write(home.join("it.ron"), &bundled).unwrap();
    fs::write(home.join("bear.txt"), BEAR).unwrap();
    let before = retrace(home, &["log", "it.ron", "--json"]);
    assert!(before.0, "{}", before.2);
    assert!(retrace(home, &["cards", "import", "bear.txt"]).0);
    assert_eq!(retrace(home, &["log", "it.ron", "--json"]), before);
}

#[test]
fn a_library_that_cannot_be_read_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    fs::create_dir(home.join("data")).unwrap();
    fs::write(home.join("data/library.cards"), "what is this").unwrap();
    fs::write(home.join("bear.txt"), BEAR).unwrap();
    let (done, _, err) = retrace(home, &["cards", "show", "Forest"]);
    let remedy = "import the cards again with `retrace cards import --anew`, or remove the file";
    assert!(!done && err.contains("library.cards") && err.contains(remedy), "{err}");
    assert!(retrace(home, &["cards", "import", "bear.txt"]).2.contains(remedy));
    assert!(retrace(home, &["cards", "import", "--anew", "bear.txt"]).0);
    assert!(retrace(home, &["cards", "show", "Own Bear"]).0);
}
