//! Cards beside what a file tells of them.

use super::*;

const OURS: [(&str, &str); 4] = [
    (
        "drawer.ron",
        "Card(name: \"Own Drawer\", cost: \"{1}{U}\", types: [Sorcery], abilities: [Spell(body: (instructions: [\
         May(then: [Draw(count: Fixed(2))])]))])",
    ),
    (
        "taxer.ron",
        "Card(name: \"Own Taxer, the Wise\", cost: \"{B}\", types: [Sorcery], abilities: [Spell(body: (instructions: [\
         LoseLife(who: Opponents, amount: Fixed(2))]))])",
    ),
    (
        "bear.ron",
        "Card(name: \"Own Bear\", cost: \"{1}{G}\", types: [Creature], subtypes: [\"Bear\"], power: 2, toughness: 2)",
    ),
    ("nobody.ron", "Card(name: \"Own Nobody\", types: [Creature], power: 1, toughness: 1)"),
];

const TOLD: &str = r#"{"name": "Own Drawer", "cost": "{1}{U}", "type": "Sorcery", "text": "Draw 2 cards. (You may not like them.)"}
{"name": "Own Taxer, the Wise", "cost": "{B}", "type": "Sorcery", "text": "Own Taxer makes each opponent lose two life."}

{"name": "Front", "back": {"name": "Own Bear", "cost": "{G}{1}", "type": "Creature — Bear", "pt": "2/3", "text": ""}}
"#;

struct Compared {
    folder: tempfile::TempDir,
}

impl Compared {
    fn new(told: &str) -> Compared {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("cards")).unwrap();
        OURS.iter().for_each(|(name, text)| fs::write(folder.path().join("cards").join(name), text).unwrap());
        fs::write(folder.path().join("told.jsonl"), told).unwrap();
        Compared { folder }
    }

    fn run(&self, more: &[&str]) -> Ran {
        let path = |name: &str| self.folder.path().join(name).to_str().unwrap().to_owned();
        let (told, cards) = (path("told.jsonl"), path("cards"));
        retrace(&[&["cards", "compare", told.as_str(), "--cards", cards.as_str()], more].concat())
    }
}

#[test]
fn what_stands_in_only_one_of_two_texts_is_listed_the_most_suspicious_first() {
    let compared = Compared::new(TOLD);
    let ran = compared.run(&[]);
    assert_eq!((ran.exit, ran.err.as_str()), (Exit::Yes, ""));
    // A printed fact comes before all words; what is said in parentheses and by name says nothing.
    let expected = "  0  Own Bear
     power and toughness: “2/3” is official, “2/2” is written
 13  Own Drawer
     only in the written text: may, your
2 differ, 1 are alike, 1 are in no file
";
    assert_eq!(ran.out, expected);
    let texts = compared.run(&["--texts"]).out;
    assert!(texts.contains("     written:  You may draw two cards.\n"), "{texts}");

    let told: Value = serde_json::from_str(&compared.run(&["--json"]).out).unwrap();
    assert_eq!((told["alike"].as_u64(), &told["unknown"][0]), (Some(1), &Value::from("Own Nobody")));
    assert_eq!(told["differences"][0]["facts"][0]["fact"], "power and toughness");
    assert_eq!(told["differences"][1]["only_written"][0], "may");
}

#[test]
fn a_file_without_cards_is_told_with_its_line() {
    let told = Compared::new("{\"name\": \"Own Bear\"}\n{\"text\": \"\"}\n").run(&[]);
    assert_ne!(told.exit, Exit::Yes);
    assert!(told.err.contains("told.jsonl:2: it has no `name`"), "{}", told.err);
    let told = Compared::new("Own Bear").run(&[]);
    assert!(told.err.contains("told.jsonl:1: it is no JSON object"), "{}", told.err);
}
