//! Printed cards, read as card files.

use super::*;

const PASTED: &str = "\
Own Knight {1}{W}
Creature — Human Knight
First strike (It deals combat damage first.)
Whenever Own Knight attacks, another target creature you control gets +1/+1 until end of turn.
2/2

Own Rite {R}
Sorcery
Own Rite deals 3 damage to any target. Frobnicate it.
";

fn in_file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn a_printed_card_is_read_as_a_card_file() {
    let (folder, path) = in_file("cards.txt", PASTED);
    let read = retrace(&["cards", "read", &path, "--name", "own knight"]);
    assert_eq!((read.exit, read.err.as_str()), (Exit::Yes, ""));
    assert!(read.out.starts_with("Card(\n    name: \"Own Knight\","), "{}", read.out);
    // What is written is a card file: it can be checked, and says what the text said.
    let file = folder.path().join("knight.ron");
    fs::write(&file, &read.out).unwrap();
    let checked = retrace(&["cards", "check", file.to_str().unwrap()]);
    assert_eq!(checked.exit, Exit::Yes, "{}", checked.err);
    assert!(checked.out.contains("Whenever Own Knight attacks, another target creature"), "{}", checked.out);
    // The same card as a line of JSON.
    let line = r#"{"name": "Own Knight", "cost": "{1}{W}", "type": "Creature — Human Knight", "pt": "2/2",
 "text": "First strike\nWhenever Own Knight attacks, another target creature you control gets +1/+1 until end of turn."}"#;
    let (_folder, path) = in_file("cards.jsonl", &line.replace('\n', ""));
    assert_eq!(retrace(&["cards", "read", &path]).out, read.out);
}

#[test]
fn what_is_not_read_is_told_with_its_words() {
    let (_folder, path) = in_file("cards.txt", PASTED);
    let read = retrace(&["cards", "read", &path]);
    assert_eq!(read.exit, Exit::No);
    let mark = " ".repeat(39) + "^^^^^^^^^^";
    let line = "    Own Rite deals 3 damage to any target. Frobnicate it.\n    ";
    assert!(read.err.contains(&format!("Own Rite: the text is not understood\n{line}{mark}\n")), "{}", read.err);
    assert!(read.err.ends_with("1 of 2 cards are read\n"), "{}", read.err);
    let json = retrace(&["cards", "read", &path, "--json"]).json();
    assert_eq!((&json["cards"], &json["read"]), (&2.into(), &serde_json::json!(["Own Knight"])));
    assert_eq!((&json["refused"][0]["kind"], &json["refused"][0]["phrase"]), (&"phrase".into(), &"Frobnicate".into()));
    let (_folder, path) =
        in_file("cards.jsonl", "{\"name\": \"Two\", \"type\": \"Sorcery\", \"split\": \"Other\"}\n{\"name\": 3}\n");
    let broken = retrace(&["cards", "read", &path]);
    assert!(broken.err.contains("cards.jsonl:2: it is no printed card"), "{}", broken.err);
}
