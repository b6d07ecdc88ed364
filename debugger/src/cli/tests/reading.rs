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

#[test]
fn a_new_card_has_all_that_is_read_and_comments_where_it_is_not() {
    let (_folder, path) = in_file("cards.txt", PASTED);
    // What is read as a whole is what `cards read` writes.
    let knight = retrace(&["cards", "new", "Own Knight", "--text", &path]);
    assert_eq!((knight.exit, knight.err.as_str()), (Exit::Yes, ""));
    assert_eq!(knight.out, retrace(&["cards", "read", &path, "--name", "Own Knight"]).out);
    let bear = "{1}{G}\nCreature — Bear\nTrample\nWhen Own Bear enters, frobnicate each player.\nReach\n\
                Choose one —\n• Draw a card.\n• Frobnicate.\n2/2\n";
    let (folder, path) = in_file("bear.txt", bear);
    let new = retrace(&["cards", "new", "Own Bear", "--text", &path]);
    assert_eq!(new.exit, Exit::No);
    assert_eq!(new.err, "Own Bear: 2 paragraphs are not read; comments in the file say where they stand\n");
    let lines: Vec<&str> = new.out.lines().map(str::trim_end).collect();
    let at = |words: &str| lines.iter().position(|line| line.contains(words)).unwrap_or_else(|| panic!("{}", new.out));
    assert_eq!(lines[at("frobnicate")], "        // not read: \"When Own Bear enters, frobnicate each player.\"");
    let mark = format!("        // {}^^^^^^^^^^ here could stand: ", " ".repeat(11 + 22));
    assert!(lines[at("frobnicate") + 1].starts_with(&mark), "{}", new.out);
    assert!(at("Trample") < at("frobnicate") && at("frobnicate") < at("Reach") && at("Reach") < at("Choose one"));
    assert_eq!(lines[at("• Draw")], "        //            • Draw a card.");
    // It is a card file as it is.
    let file = folder.path().join("bear.ron");
    fs::write(&file, &new.out).unwrap();
    let checked = retrace(&["cards", "check", file.to_str().unwrap()]);
    assert_eq!(checked.exit, Exit::Yes, "{}", checked.err);
    let json = retrace(&["cards", "new", "Own Bear", "--text", &path, "--json"]).json();
    assert_eq!((&json["card"], &json["not_read"][0]["kind"]), (&new.out.clone().into(), &"phrase".into()));
    assert_eq!(json["not_read"][1]["paragraph"], "Choose one —\n• Draw a card.\n• Frobnicate.");
    // Nothing of it is read, and it gets another name than it is printed with.
    let (folder, path) = in_file("rite.txt", "Own Rite {R}\nSorcery\nFrobnicate it \"now\".\n");
    let new = retrace(&["cards", "new", "Other Rite", "--text", &path]);
    assert!(new.out.contains("// not read: \"Frobnicate it \"now\".\""), "{}", new.out);
    assert_eq!(new.err, "Other Rite: 1 paragraph is not read; a comment in the file says where it stands\n");
    let file = folder.path().join("rite.ron");
    fs::write(&file, &new.out).unwrap();
    let checked = retrace(&["cards", "check", file.to_str().unwrap()]);
    assert!(checked.exit == Exit::Yes && checked.out.contains("Other Rite"), "{}{}", checked.err, new.out);
}

#[test]
fn a_new_card_without_facts_or_text_is_refused() {
    let (_folder, path) = in_file("cards.txt", "Own Rite {R}\nSorcerie\nDraw a card.\n");
    let new = retrace(&["cards", "new", "Own Rite", "--text", &path]);
    assert_eq!((new.exit, new.out.as_str()), (Exit::No, ""));
    assert!(new.err.contains("`Sorcerie` is not known"), "{}", new.err);
    let (_folder, path) = in_file("cards.txt", PASTED);
    let none = retrace(&["cards", "new", "Own Bear", "--text", &path]);
    assert!(none.complaint().contains("2 printed cards, and none of them is named “Own Bear”"), "{}", none.err);
    assert!(retrace(&["cards", "new", "Own Bear"]).err.contains("--text <FILE>"));
    let missing = retrace(&["cards", "new", "Own Bear", "--text", "/no/such/file"]);
    assert!(missing.complaint().contains("/no/such/file: it cannot be read"), "{}", missing.err);
}

#[test]
fn what_can_never_be_read_is_refused_by_its_name() {
    let (_folder, path) = in_file("cards.txt", "Own Bear {G}\nCreature — Bear\nFlying\nToxic 1\n2/2\n");
    let read = retrace(&["cards", "read", &path]);
    let said = "Own Bear: the text is not understood: “toxic” is a word of February 2023; this edition of the rules is of \
                September 2021, so say what it does in other words\n    Toxic 1\n    ^^^^^^^\n";
    assert_eq!((read.exit, read.err.as_str()), (Exit::No, said));
    let kind = |text: &str| {
        let (_folder, path) = in_file("cards.txt", text);
        retrace(&["cards", "read", &path, "--json"]).json()["refused"][0]["kind"].clone()
    };
    assert_eq!(kind("Own Ship {1}\nArtifact — Spacecraft\nFlying\n"), "edition");
    assert_eq!(kind("Own Plane\nPlane — Dominaria\nFrobnicate.\n"), "mechanism");
    assert_eq!(kind("Own Bear {1}\nCreature — Bare\n2/2\n"), "fact");
    let (_folder, path) = in_file("cards.txt", "Own Plane\nPlane — Dominaria\nFrobnicate.\n");
    let new = retrace(&["cards", "new", "Own Plane", "--text", &path]).out;
    let said = "    abilities: [\n        // not read: \"Frobnicate.\"\n        //            ^^^^^^^^^^^\n        //            \
                the text is not understood: abilities of planes (CR 310.4) are not read yet; write them by hand, as \
                docs/card-format.md says\n    ],\n";
    assert!(new.contains(said), "{new}");
}

const FACES: &str = "\
Own Guard {1}{G}
Creature — Human Werewolf
Reach
{3}{G}: Transform Own Guard.
1/3

//

Own Wolf
Color Indicator: Green
Creature — Werewolf
Whenever Own Wolf attacks, draw a card.
4/4

Own Left {R} // Own Right {U}
Instant // Instant
Own Left deals 1 damage to any target.
---
Draw a card.
";

#[test]
fn a_card_with_several_faces_is_read_whole() {
    let (folder, path) = in_file("cards.txt", FACES);
    let read = retrace(&["cards", "read", &path]);
    assert_eq!((read.exit, read.err.as_str()), (Exit::Yes, "2 of 2 cards are read\n"));
    let begins = |text: &str, begin: &str| assert!(text.starts_with(begin), "{text}");
    let wolf = retrace(&["cards", "read", &path, "--name", "own wolf"]).out;
    begins(&wolf, "Transforming(\n    front: (\n        name: \"Own Guard\",");
    begins(&retrace(&["cards", "read", &path, "--name", "Own Left // Own Right"]).out, "Split(\n    left: (");
    let file = folder.path().join("wolf.ron");
    fs::write(&file, &wolf).unwrap();
    let checked = retrace(&["cards", "check", file.to_str().unwrap()]);
    assert!(checked.exit == Exit::Yes && checked.out.contains("Whenever Own Wolf attacks"), "{}", checked.err);
    // The same card as lines of JSON that name each other.
    let other = serde_json::json!({
        "name": "Own Wolf", "type": "Creature — Werewolf", "pt": "4/4", "color": "g", "transform": "Own Guard",
        "text": "Whenever Own Wolf attacks, draw a card.",
    });
    let guard = serde_json::json!({
        "name": "Own Guard", "cost": "{1}{G}", "type": "Creature — Human Werewolf", "pt": "1/3", "transform": "Own Wolf",
        "text": "Reach\n{3}{G}: Transform Own Guard.",
    });
    let (_folder, path) = in_file("cards.jsonl", &format!("{other}\n{guard}\n"));
    assert_eq!(retrace(&["cards", "read", &path]).out, wolf);
}

#[test]
fn a_face_that_is_not_read_is_told_with_its_words() {
    let (_folder, path) = in_file("cards.txt", &FACES.replace("draw a card", "frobnicate"));
    let read = retrace(&["cards", "read", &path]);
    let line = "    Whenever Own Wolf attacks, frobnicate.\n    ";
    let mark = " ".repeat(27) + "^^^^^^^^^^";
    let said = format!("Own Guard // Own Wolf: the text is not understood\n{line}{mark}\n");
    assert!(read.exit == Exit::No && read.err.contains(&said), "{}", read.err);
    let json = retrace(&["cards", "read", &path, "--json"]).json();
    let refused = &json["refused"][0];
    assert_eq!((&refused["name"], &refused["face"]), (&"Own Guard // Own Wolf".into(), &"Own Wolf".into()));
    assert_eq!(refused["phrase"], "frobnicate");
}

#[test]
fn a_new_card_has_comments_on_each_of_its_faces() {
    let text = FACES.replace("Reach", "Frobnicate.").replace("draw a card", "frobnicate");
    let (folder, path) = in_file("cards.txt", &text);
    let new = retrace(&["cards", "new", "Own Guard", "--text", &path]);
    assert_eq!(new.err, "Own Guard: 2 paragraphs are not read; comments in the file say where they stand\n");
    let lines: Vec<&str> = new.out.lines().collect();
    let at = |words: &str| lines.iter().position(|line| line.contains(words)).unwrap_or_else(|| panic!("{}", new.out));
    assert_eq!(lines[at("Frobnicate")], "            // not read: \"Frobnicate.\"");
    assert!(at("front: (") < at("Frobnicate") && at("Frobnicate") < at("Activated("), "{}", new.out);
    // A face with nothing that is read gets a list for what is missing.
    let list = lines[at("Own Wolf attacks") - 1];
    assert!(at("back: (") < at("Own Wolf attacks") && list == "        abilities: [", "{}", new.out);
    let file = folder.path().join("guard.ron");
    fs::write(&file, &new.out).unwrap();
    let checked = retrace(&["cards", "check", file.to_str().unwrap()]);
    assert_eq!(checked.exit, Exit::Yes, "{}", checked.err);
    // The same for a card with other characteristics in its own frame.
    let squire =
        "Own Squire {W}\nCreature — Human\nFrobnicate.\n1/1\n//\nOwn Errand {W}\nSorcery — Adventure\nFrobnicate it.\n";
    let (folder, path) = in_file("squire.txt", squire);
    let new = retrace(&["cards", "new", "Own Squire", "--text", &path]).out;
    let place = |words: &str| new.find(words).unwrap_or_else(|| panic!("{new}"));
    assert!(place("Frobnicate.") < place("adventure: (") && place("adventure: (") < place("Frobnicate it."), "{new}");
    let file = folder.path().join("squire.ron");
    fs::write(&file, &new).unwrap();
    let checked = retrace(&["cards", "check", file.to_str().unwrap()]);
    assert_eq!(checked.exit, Exit::Yes, "{}{new}", checked.err);
}

#[test]
fn a_sentence_shows_the_rows_that_read_it() {
    let read = retrace(&["cards", "words", "Whenever ~ attacks, you gain 3 life."]);
    assert_eq!(read.exit, Exit::Yes, "{}", read.err);
    let has = |out: &str, words: &str| assert!(out.contains(words), "no {words}: {out}");
    has(&read.out, "is read as an ability of a permanent:\n\n    Triggered(\n        when: Attacks(");
    has(&read.out, "    event: “~ attacks”\n");
    has(&read.out, "=> \"{who:player} gain<who> {amount:figure} life\"");
    has(&read.out, "GainLife(who: {who}, amount: {amount})");
    has(&read.out, "card/src/card/wording/rows/actions.rs:");
    // The full stop can be left out, and nobody needs to say for what kind of card it is.
    let spell = retrace(&["cards", "words", "draw two cards", "--json"]).json();
    assert_eq!((&spell["sentence"], &spell["of_a_spell"]), (&"draw two cards.".into(), &true.into()));
    assert!(spell["readings"][0]["abilities"][0].as_str().unwrap().starts_with("Spell("), "{spell}");
    let phrases = spell["readings"][0]["phrases"].as_array().unwrap();
    assert!(phrases.iter().any(|it| it["row"]["term"].as_str().is_some_and(|it| it.contains("Draw"))), "{spell}");
    // Words to look for are still looked for.
    assert_eq!(retrace(&["cards", "words", "enters with counters", "--json"]).json()[0]["word"], "EnterWithCounters");
    assert!(retrace(&["cards", "words", "first strike"]).out.starts_with("FirstStrike  ("));
}

#[test]
fn a_sentence_that_is_not_read_shows_the_nearest_rows() {
    let not = retrace(&["cards", "words", "Whenever ~ attacks, you gain three lives."]);
    assert_eq!(not.exit, Exit::No);
    let has = |words: &str| assert!(not.out.contains(words), "no {words}: {}", not.out);
    has(&format!("Whenever ~ attacks, you gain three lives.\n{}^^^^^\n", " ".repeat(29)));
    has("the text is not understood\nhere could stand: ");
    has("The nearest rows, and what each expects there:\n\n    clause: “you gain …” then ");
    has("    clause: “you gain …” then a number\n");
    let later = retrace(&["cards", "words", "When ~ enters, it connives.", "--json"]).json();
    assert_eq!((&later["not_read"]["kind"], &later["not_read"]["phrase"]), (&"edition".into(), &"connives".into()));
}

#[test]
fn a_sentence_is_one_paragraph_and_may_have_the_name_of_its_card() {
    let named = retrace(&["cards", "words", "--name", "Own Bear", "When Own Bear dies, draw a card."]);
    assert!(named.out.contains("event: “Own Bear dies”"), "{}{}", named.out, named.err);
    let two = retrace(&["cards", "words", "Flying.\nDraw a card."]);
    assert_eq!(two.exit, Exit::Misuse);
    assert!(two.err.contains("“Draw a card.” begins a second paragraph: give one at a time"), "{}", two.err);
    assert!(retrace(&["cards", "words", "--name", "Own Bear", ""]).err.contains("there is no sentence"));
}

#[test]
fn a_permanent_is_taken_in_part_only_if_that_is_asked_for() {
    let bear = "Own Bear {1}{G}\nCreature — Bear\nTrample\nWhenever Own Bear attacks, frobnicate it.\n2/2\n";
    let (folder, path) = in_file("cards.txt", &format!("{bear}\nOwn Rite {{R}}\nSorcery\nFrobnicate.\n"));
    let refused = retrace(&["cards", "read", &path]);
    assert_eq!((refused.exit, refused.out.as_str()), (Exit::No, ""));
    let read = retrace(&["cards", "read", &path, "--partial"]);
    // It is still told as not read.
    assert_eq!(read.exit, Exit::No);
    assert!(read.err.contains("Own Bear: the text is not understood"), "{}", read.err);
    assert!(read.err.contains("read in part, with an ability that is not executed: Own Bear\n"), "{}", read.err);
    let file = folder.path().join("bear.ron");
    fs::write(&file, &read.out).unwrap();
    let file = file.to_str().unwrap();
    let shown = retrace(&["cards", "show", file]);
    assert!(shown.out.contains("Not executed: \"Whenever Own Bear attacks, frobnicate it.\""), "{}", shown.out);
    let json = retrace(&["cards", "read", &path, "--partial", "--json"]).json();
    assert_eq!((json["read"].as_array().map(Vec::len), json["in_part"][0].as_str()), (Some(0), Some("Own Bear")));
    assert_eq!(json["refused"].as_array().map(Vec::len), Some(2));
    // It is played, and told of wherever the game is, in a replay too.
    let played = retrace(&["cards", "exercise", "Own Bear", "--cards", file, "--laws", "1,3,4", "--inputs", "60"]);
    assert_eq!((played.exit, played.err.as_str()), (Exit::Yes, ""));
    let scenario = folder.path().join("bear-attacks.ron");
    let board = "Scenario(name: \"Attack\", card_files: [\"bear.ron\"], players: [\
        (name: \"Ann\", battlefield: [(card: \"Own Bear\", as: \"Bear\")]), (name: \"Bob\")], \
        script: [Attack([(\"Bear\", \"Bob\")])])";
    fs::write(&scenario, board).unwrap();
    let replay = folder.path().join("bear.retrace");
    let [scenario, replay] = [&scenario, &replay].map(|path| path.to_str().unwrap());
    assert_eq!(retrace(&["replay", "export", scenario, "-o", replay]).exit, Exit::Yes);
    let text = "not executed: \"Whenever Own Bear attacks, frobnicate it.\"";
    for file in [scenario, replay] {
        let log = retrace(&["log", file]).out;
        assert!(log.trim_start().starts_with(&format!("Own Bear: {text}\n")), "{log}");
        assert_eq!(retrace(&["log", file, "--json"]).json()["in_part"][0]["text"].as_str(), Some(text));
        assert!(retrace(&["state", file]).out.contains(text));
        assert!(retrace(&["explain", file, "Own Bear"]).out.contains(&format!("with trample, {text}")));
    }
}

#[test]
fn a_card_is_exercised_and_what_it_never_does_is_listed() {
    let card = r#"Card(name: "Own Idler", cost: "{G}", types: [Creature], power: 1, toughness: 1, abilities: [
        Activated(cost: [Tap], body: (instructions: [GainLife(who: You, amount: Fixed(1))])),
        Triggered(when: Moves(what: Named("Nobody"), to: Battlefield), body: (instructions: [Draw(who: You, count: Fixed(1))])),
    ])"#;
    let (_folder, path) = in_file("idler.ron", card);
    let told = retrace(&["cards", "exercise", "--cards", &path, "--laws", "4"]);
    assert_eq!((told.exit, told.err.as_str()), (Exit::Yes, ""));
    let idle = "never cast, activated or triggered:\n  Own Idler: Whenever a permanent named Nobody enters the battlefield, draw a \
                card.\n";
    assert!(told.out.starts_with(idle), "{}", told.out);
    assert!(told.out.ends_with("abilities    1 of 2 did something\n"), "{}", told.out);
    let json = retrace(&["cards", "exercise", "--cards", &path, "--laws", "4", "--json"]).json();
    assert_eq!((json["abilities"]["did"].as_u64(), json["idle"][0]["became"].as_str()), (Some(1), Some("never")));
    assert_eq!(retrace(&["cards", "exercise", "--laws", "12"]).exit, Exit::Misuse);
}
