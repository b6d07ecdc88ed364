//! Files with many printed cards, in the forms of others.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use super::*;

/// Cards as our own lines of JSON.
fn ours() -> Vec<Value> {
    vec![
        json!({ "name": "Own Bear", "cost": "{1}{G}", "type": "Creature — Bear", "pt": "2/2", "text": "Trample" }),
        json!({ "name": "Own Guard", "cost": "{1}{G}", "type": "Creature — Human Werewolf", "pt": "1/3",
            "text": "{3}{G}: Transform Own Guard.", "back": { "name": "Own Wolf", "type": "Creature — Werewolf",
            "pt": "4/4", "color": "g", "text": "Trample" } }),
        json!({ "name": "Own Left", "cost": "{R}", "type": "Instant", "text": "Draw a card.",
            "faces": [{ "name": "Own Right", "cost": "{U}", "type": "Instant", "text": "You gain 1 life." }] }),
        json!({ "name": "Own Head", "cost": "{W}", "type": "Creature — Angel", "pt": "1/1", "transform": "Own Whole",
            "text": "Vigilance" }),
        json!({ "name": "Own Body", "cost": "{W}", "type": "Creature — Angel", "pt": "1/2", "transform": "Own Whole",
            "text": "Flying" }),
        json!({ "name": "Own Whole", "type": "Creature — Angel", "pt": "5/5", "meld": "Own Head;Own Body", "color": "w",
            "text": "Flying" }),
        json!({ "name": "Own Walker", "cost": "{2}{U}", "type": "Planeswalker — Jace", "loyalty": "3",
            "text": "+1: Draw a card." }),
    ]
}

/// A face with the keys of another form.
fn renamed(face: &Value, keys: [&str; 3]) -> Value {
    let [cost, type_line, text] = keys;
    let letters = face["color"].as_str().map(|it| it.chars().map(|c| c.to_uppercase().to_string()).collect::<Vec<_>>());
    let (power, toughness) = face["pt"].as_str().and_then(|pt| pt.split_once('/')).unzip();
    let indicator = if text == "text" { "colorIndicator" } else { "color_indicator" };
    json!({ "name": face["name"], cost: face["cost"].as_str().unwrap_or_default(), type_line: face["type"],
        text: face["text"], "power": power, "toughness": toughness, "loyalty": face["loyalty"], indicator: letters })
}

fn scryfall() -> Vec<Value> {
    let of = |face: &Value| renamed(face, ["mana_cost", "type_line", "oracle_text"]);
    let mut all: Vec<Value> = ours().iter().map(of).collect();
    let ours = ours();
    for (index, layout, other) in [(1, "transform", &ours[1]["back"]), (2, "split", &ours[2]["faces"][0])] {
        let faces = [all[index].take(), of(other)];
        all[index] =
            json!({ "object": "card", "name": "both", "layout": layout, "type_line": "both", "card_faces": faces });
    }
    let part = |component: &str, name: &str| json!({ "object": "related_card", "component": component, "name": name });
    let parts = [part("meld_part", "Own Head"), part("meld_part", "Own Body"), part("meld_result", "Own Whole")];
    for melds in &mut all[3..6] {
        melds["layout"] = "meld".into();
        melds["all_parts"] = json!(parts);
    }
    all.push(json!({ "object": "card", "name": "Bear", "layout": "token", "type_line": "Token Creature — Bear" }));
    all
}

fn mtgjson() -> Value {
    let of = |face: &Value| renamed(face, ["manaCost", "type", "text"]);
    let side = |face: &Value, side: &str, layout: &str| {
        let mut it = of(face);
        (it["faceName"], it["side"], it["layout"]) = (face["name"].clone(), side.into(), layout.into());
        it["cardParts"] = if layout == "meld" { json!(["Own Head", "Own Body", "Own Whole"]) } else { json!([]) };
        it
    };
    let ours = ours();
    let pair = |one: &Value, other: &Value, layout| json!([side(other, "b", layout), side(one, "a", layout)]);
    json!({ "meta": { "version": "1" }, "data": {
        "Own Bear": [of(&ours[0])],
        "Own Guard // Own Wolf": pair(&ours[1], &ours[1]["back"], "transform"),
        "Own Left // Own Right": pair(&ours[2], &ours[2]["faces"][0], "split"),
        "Own Head // Own Whole": pair(&ours[3], &ours[5], "meld"),
        "Own Body // Own Whole": pair(&ours[4], &ours[5], "meld"),
        "Own Walker": [of(&ours[6])],
    } })
}

fn lines(all: &[Value]) -> String {
    all.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_same_cards_are_read_of_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        retrace(&["cards", "read", path.to_str().unwrap()])
    };
    let ours = read("ours.jsonl", lines(&ours()).as_bytes());
    assert_eq!((ours.exit, ours.err.as_str()), (Exit::Yes, "6 of 6 cards are read\n"));
    let left_out = "6 of 6 cards are read\nleft out, since they are no cards (tokens, emblems, art): 1\n";
    let list = json!(scryfall());
    for (name, text) in [
        ("list.json", list.to_string()),
        ("pretty.json", serde_json::to_string_pretty(&list).unwrap()),
        ("mark.json", format!("\u{FEFF}\n{list}")),
        ("found.json", json!({ "object": "list", "data": list }).to_string()),
        ("lines.jsonl", lines(&scryfall())),
    ] {
        let it = read(name, text.as_bytes());
        assert_eq!((it.exit, it.out, it.err.as_str()), (Exit::Yes, ours.out.clone(), left_out), "{name}");
    }
    let atomic = mtgjson().to_string();
    assert_eq!(read("atomic.json", atomic.as_bytes()).out, ours.out);
    let pretty = serde_json::to_string_pretty(&mtgjson()).unwrap();
    assert_eq!(read("atomic2.json", pretty.as_bytes()).out, ours.out);
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(atomic.as_bytes()).unwrap();
    assert_eq!(read("atomic.json.gz", &packed.finish().unwrap()).out, ours.out);
}

#[test]
fn a_file_that_is_none_says_where_and_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        retrace(&["cards", "read", path.to_str().unwrap()]).err
    };
    assert!(refused("it.zip", b"PK\x03\x04rest").contains("compressed with zip; unpack it first, or take it as .gz"));
    let broken = refused("it.json", b"[\n{\"name\": \"Own Bear\", \"type\": \"Creature\"},\n{\"name\": 3}\n]");
    assert!(broken.contains("it is no printed card: card 2: invalid type"), "{broken}");
    let cut = refused("cut.json", b"[{\"name\": \"Own Bear\",\n \"type\": \"Creature\"},");
    assert!(cut.contains("cut.json:2: it is no printed card: EOF"), "{cut}");
    let number = refused("number.json", b"[{\"name\": \"Own Bear\"}, 3]");
    assert!(number.contains("number.json:1: it is no printed card"), "{number}");
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&[b'x'; 9_000]).unwrap();
    let whole = packed.finish().unwrap();
    assert!(refused("cut.gz", &whole[..whole.len() / 2]).contains("cut.gz: it cannot be read"));
}

#[test]
fn a_report_says_what_stops_cards_and_how_many() {
    let folder = tempfile::tempdir().unwrap();
    let card = |name: &str, text: &str| json!({ "name": name, "cost": "{R}", "type": "Sorcery", "text": text });
    let all = [
        card("Own Rite", "Draw a card."),
        card("Own Chant", "Draw a card, then frobnicate each player."),
        card("Own Song", "Frobnicate each player.\nDraw a card, then frobnicate each player."),
        card("Own Hymn", "Draw a card, then frobnicate each player."),
        card("Own Wail", "You get {E}{E}, then it connives."),
    ];
    let path = folder.path().join("cards.jsonl");
    fs::write(&path, lines(&all)).unwrap();
    let report = folder.path().join("report");
    let read = retrace(&["cards", "read", path.to_str().unwrap(), "--json", "--report", report.to_str().unwrap()]);
    assert_eq!((read.exit, &read.json()["read"]), (Exit::No, &json!(["Own Rite"])));
    let table = |name: &str| fs::read_to_string(report.join(name)).unwrap();
    let obstacles = table("obstacles.tsv");
    let rows: Vec<&str> = obstacles.lines().skip(1).collect();
    assert_eq!(rows[0], "2\t3\tphrase\ta card, then\tfrobnicate each player.\tOwn Chant");
    assert!(rows.contains(&"0\t1\tphrase\t\tFrobnicate each player.\tOwn Song"), "{obstacles}");
    assert!(rows.iter().any(|row| row.starts_with("1\t1\tedition\t\t") && row.ends_with("\tOwn Wail")), "{obstacles}");
    let cards = table("cards.tsv");
    assert!(cards.contains("Own Rite\tread\t\t\n"), "{cards}");
    assert_eq!(cards.matches("Own Song\tphrase\t").count(), 2, "{cards}");
}
