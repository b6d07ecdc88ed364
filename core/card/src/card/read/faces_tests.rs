//! Cards with several faces, levels and Classes, in the forms of files and of what people paste.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test says what went wrong by panicking")]

use serde_json::{Value, json};

use super::{NotRead, Printed, PrintedCard, printed_cards, read_partly, read_printed};
use crate::card::ast::ability::{Ability, Face};
use crate::card::ast::keyword::Keyword;
use crate::card::layout::Card;
use crate::card::words::mana_symbol::{Color, Colors};

const WOLF: &str = "\
Own Guard {1}{G}
Creature — Human Werewolf
Reach
{3}{G}: Transform Own Guard.
1/3
//
Own Wolf
Color Indicator: Red, Green
Creature — Werewolf
Whenever Own Wolf attacks, draw a card.
4/4";

fn pasted(text: &str) -> Result<Card, NotRead> {
    read_printed(&PrintedCard::pasted(text)).map_err(|refused| refused.why)
}

/// The cards of lines of JSON, or why they are not read.
fn lines(lines: &[Value]) -> Vec<Result<Card, NotRead>> {
    let lines: Vec<Printed> = lines.iter().map(|line| serde_json::from_value(line.clone()).unwrap()).collect();
    printed_cards(lines).iter().map(|card| read_printed(card).map_err(|refused| refused.why)).collect()
}

fn why(read: Result<Card, NotRead>) -> String {
    let why = read.unwrap_err();
    format!("{}: {why}", why.kind())
}

fn names(card: &Card) -> Vec<&str> {
    card.faces().into_iter().map(|face| face.name.as_str()).collect()
}

#[test]
fn faces_that_were_pasted_are_put_together_as_they_say() {
    let card = pasted(WOLF).unwrap();
    let Card::Transforming(faces) = &card else { panic!("{card:?}") };
    assert_eq!(names(&card), ["Own Guard", "Own Wolf"]);
    assert_eq!(faces.back.color_indicator, Some([Color::Red, Color::Green].into_iter().collect::<Colors>()));
    assert_eq!((faces.front.abilities.len(), faces.back.abilities.len()), (2, 1));
    // The same with the names of both over them, with another line between them, and as JSON.
    let named = format!("Own Guard // Own Wolf\n{}", WOLF.replace("\n//\n", "\n----\n"));
    assert_eq!(pasted(&named).as_ref(), Ok(&card));
    let back = json!({
        "name": "Own Wolf", "type": "Creature — Werewolf", "color": "rg", "pt": "4/4",
        "text": "Whenever Own Wolf attacks, draw a card.",
    });
    let line = json!({
        "name": "Own Guard", "cost": "{1}{G}", "type": "Creature — Human Werewolf", "pt": "1/3",
        "text": "Reach\n{3}{G}: Transform Own Guard.", "back": back,
    });
    assert_eq!(lines(&[line]), [Ok(card)]);

    let adventure =
        "Own Squire {W}\nCreature — Human\nFirst strike\n1/1\n//\nOwn Errand {1}{W}\nSorcery — Adventure\nDraw a card.";
    let card = pasted(adventure).unwrap();
    assert!(matches!(&card, Card::Card(Face { adventure: Some(it), .. }) if it.name == "Own Errand"), "{card:?}");
    let flip = "Own Pupil {R}\nCreature — Human\nWhenever Own Pupil attacks, flip it.\n1/1\n//\nOwn Master\nLegendary \
                Creature — Human\nHaste\n3/3";
    let card = pasted(flip).unwrap();
    assert!(matches!(&card, Card::Card(Face { flipped: Some(it), .. }) if it.name == "Own Master"), "{card:?}");
    let modal = "Own Road\nLand\n{T}: Add {G}.\n//\nOwn River\nLand\n{T}: Add {U}.";
    assert!(matches!(pasted(modal), Ok(Card::Modal(_))));
    let modal = "Own Rite {R}\nSorcery\nOwn Rite deals 2 damage to any target.\n//\nOwn Hill\nLand\n{T}: Add {R}.";
    assert!(matches!(pasted(modal), Ok(Card::Modal(_))));
}

#[test]
fn a_split_card_has_its_halves_in_order() {
    let halves =
        "Own Left {R}\nInstant\nOwn Left deals 1 damage to any target.\n//\nOwn Right {U}\nInstant\nDraw a card.";
    let card = pasted(halves).unwrap();
    assert!(matches!(card, Card::Split(_)) && names(&card) == ["Own Left", "Own Right"], "{card:?}");
    // Names, costs and types of both may stand over the texts.
    let above =
        "Own Left {R} // Own Right {U}\nInstant // Instant\nOwn Left deals 1 damage to any target.\n//\nDraw a card.";
    assert_eq!(pasted(above).as_ref(), Ok(&card));
    let (left_says, right_says) = ("Own Left deals 1 damage to any target.", "Draw a card.");
    let left = json!({ "name": "Own Left", "cost": "{R}", "type": "Instant", "text": left_says });
    let right = json!({ "name": "Own Right", "cost": "{U}", "type": "Instant", "text": right_says });
    let said = |text: &str| json!({ "name": "Own Left // Own Right", "text": text, "faces": [&left, &right] });
    assert_eq!(lines(&[said("")]), [Ok(card.clone())]);
    assert_eq!(lines(&[said(&format!("{left_says}\n//\n{right_says}"))]), [Ok(card)]);
    // What else it says is not left out.
    assert_eq!(lines(&[said("Trample")]).remove(0).unwrap_err().kind(), "fact");
}

#[test]
fn halves_on_lines_of_their_own_are_in_no_order() {
    let half = |name: &str, other: &str, text: &str| json!({ "name": name, "cost": "{R}", "type": "Instant", "split": other, "text": text });
    let left = half("Own Left", "Own Right", "Draw a card.");
    let both = |text: &str| lines(&[left.clone(), half("Own Right", "Own Left", text)]);
    let refused = why(both("Draw two cards.").remove(0));
    assert!(refused.contains("which half is the left one is not told"), "{refused}");
    // Unless one says that it is the right one.
    let [Ok(card)] = &both("Aftermath\nDraw two cards.")[..] else { panic!("{:?}", both("Aftermath")) };
    assert_eq!(names(card), ["Own Left", "Own Right"]);
    assert!(why(lines(&[left]).remove(0)).contains("the line of its other face"));
}

#[test]
fn faces_on_lines_of_their_own_are_one_card() {
    let creature = |name: &str, text: &str, key: &str, other: &str| {
        let mut line = json!({ "name": name, "type": "Creature — Human", "pt": "1/1", "text": text });
        line[key] = other.into();
        line
    };
    let mut back = creature("Own Bat", "Flying", "transform", "Own Cave");
    back["color"] = "b".into();
    let front =
        json!({ "name": "Own Cave", "type": "Land", "transform": "Own Bat", "text": "{5}: Transform Own Cave." });
    let [Ok(card @ Card::Transforming(_))] = &lines(&[back, front])[..] else { panic!() };
    assert_eq!(names(card), ["Own Cave", "Own Bat"]);

    let mut flipped = creature("Own Master", "Haste", "flip", "Own Pupil");
    let mut pupil = creature("Own Pupil", "{R}: Flip Own Pupil.", "flip", "Own Master");
    for half in [&mut flipped, &mut pupil] {
        half["cost"] = "{R}".into();
    }
    let [Ok(Card::Card(face))] = &lines(&[flipped, pupil])[..] else { panic!() };
    let flipped = face.flipped.as_deref().unwrap();
    assert_eq!((face.name.as_str(), flipped.name.as_str()), ("Own Pupil", "Own Master"));
    assert!(face.cost.is_some() && flipped.cost.is_none());

    // Each of a meld pair is a card, and what they meld into is none.
    let meld = creature("Own Giant", "Trample", "meld", "Own Head;Own Body");
    let one = |name: &str| json!({ "name": name, "cost": "{3}", "type": "Artifact", "transform": "Own Giant" });
    let read = lines(&[meld, one("Own Head"), one("Own Body")]);
    let [Ok(Card::Meld(head)), Ok(Card::Meld(body))] = &read[..] else { panic!("{read:?}") };
    assert_eq!((head.with.as_str(), body.with.as_str()), ("Own Body", "Own Head"));
    assert!(head.melded.is_none() && body.melded.is_none());
}

#[test]
fn a_layout_that_is_not_told_is_refused() {
    let refused = |text: &str, said: &str| {
        let why = why(pasted(text));
        assert!(why.starts_with("fact: ") && why.contains(said), "{why}");
    };
    refused(&WOLF.replace("Color Indicator: Red, Green\n", ""), "needs its color indicator (CR 204)");
    refused(&WOLF.replace("Red, Green", "Pink"), "a color indicator is as");
    refused(&WOLF.replace("\n{3}{G}: Transform Own Guard.", ""), "does not say how a card turns to this face");
    refused(
        "Own Errand {W}\nInstant — Adventure\nDraw a card.\n//\nOwn Squire {W}\nCreature — Human\n1/1",
        "stands after its card",
    );
    refused(&format!("{WOLF}\n//\nOwn Hill\nLand\n{{T}}: Add {{R}}."), "one face or two");
    let half = |key: &str, value: Value| {
        let mut line = json!({ "name": "Own Half", "cost": "{R}", "type": "Instant", "text": "Draw a card." });
        line["split"] = "A".into();
        line[key] = value;
        why(lines(&[line]).remove(0))
    };
    assert!(half("flip", "B".into()).contains("in several ways"));
    assert!(half("card_faces", json!([])).contains("`back` or `faces`"));
    let back = json!({ "name": "Own Wolf", "type": "Land", "back": { "name": "Own Bear", "type": "Land" } });
    let nested = json!({ "name": "Own Guard", "type": "Land", "back": back });
    assert!(why(lines(&[nested]).remove(0)).contains("in several ways"));
    // A word of a later edition is told before all else, on whichever face it stands.
    assert_eq!(
        pasted(&WOLF.replace("Reach", "Frobnicate.").replace("draw a card", "it connives")).unwrap_err().kind(),
        "edition"
    );
    assert_eq!(
        pasted("Own Door {R}\nEnchantment — Room\n//\nOwn Hall {U}\nEnchantment — Room").unwrap_err().kind(),
        "edition"
    );
}

#[test]
fn a_color_indicator_is_read() {
    let card = pasted("Own Vision\nColor Indicator: Blue\nSorcery\nDraw three cards.").unwrap();
    assert_eq!(card.front().color_indicator, Some(Colors::COLORLESS.with(Color::Blue)));
    let card = pasted(&WOLF.replace("Red, Green", "none")).unwrap();
    assert_eq!(card.faces()[1].color_indicator, None);
}

/// The levels of a leveler or a Class, each with the number of its abilities.
fn levels(text: &str) -> Vec<(usize, usize)> {
    let card = pasted(text).unwrap();
    let levels = card.front().abilities.iter().filter_map(|ability| match ability {
        Ability::Keyword(Keyword::Level(level)) => Some((level.from as usize, level.abilities.len())),
        Ability::Keyword(Keyword::ClassLevel(level)) => Some((level.level as usize, level.abilities.len())),
        _ => None,
    });
    levels.collect()
}

#[test]
fn a_level_has_the_abilities_after_it() {
    let leveler = "Own Climber {W}\nCreature — Human\nLevel up {1}\nLEVEL 1-3\n2/2\nLEVEL 4+\n4/4\nFlying, vigilance\n\
                   Whenever Own Climber attacks, draw a card.\n1/1";
    assert_eq!(levels(leveler), [(1, 0), (4, 3)]);
    let class = "Own School {G}\nEnchantment — Class\n(A reminder.)\nWhen this Class enters, draw a card.\n\
                 {1}{G}: Level 2 — Creatures you control have reach.\n{3}{G}: Level 3\n\
                 When this Class becomes level 3, draw a card.\nCreatures you control have haste.";
    assert_eq!(levels(class), [(2, 1), (3, 2)]);
    // A size belongs to a level alone, and a level has one.
    for text in ["LEVEL 1-3\n2/2\n3/3", "LEVEL 1-3\nFlying", "LEVEL 3-1\n2/2", "2/2\nFlying"] {
        assert!(pasted(&format!("Own Climber {{W}}\nCreature — Human\n{text}\nReach\n1/1")).is_err(), "{text}");
    }
    assert!(pasted("Own School {G}\nEnchantment — Class\n{1}: Level 1\nCreatures you control have haste.").is_err());
}

#[test]
fn what_belongs_to_a_level_that_is_not_read_is_not_read_without_it() {
    let class = "Own School {G}\nEnchantment — Class\nCreatures you control have haste.\nFrobnicate: Level 2\n\
                 Creatures you control have reach.\n{G}: Level 3\nFrobnicate.\nCreatures you control have flying.";
    let read = read_partly(&PrintedCard::pasted(class)).unwrap();
    let unread: Vec<_> = read.unread.iter().map(|it| (it.text.as_str(), it.before)).collect();
    let lost = "Creatures you control have reach.";
    assert_eq!(unread, [("Frobnicate: Level 2", 1), (lost, 1), ("Frobnicate.", 2)]);
    assert_eq!(read.card.front().abilities.len(), 2);
    // A level that means nothing takes what belongs to it along.
    let class = class.replace("Frobnicate: Level 2", "{G}: Level 1").replace("\nFrobnicate.", "");
    let read = read_partly(&PrintedCard::pasted(&class)).unwrap();
    let unread: Vec<_> = read.unread.iter().map(|it| (it.text.as_str(), it.why.kind())).collect();
    assert_eq!(unread, [("{G}: Level 1", "meaningless"), (lost, "meaningless")]);
    assert_eq!(read.card.front().abilities.len(), 2);
}

#[test]
fn several_faces_are_read_in_part() {
    let text = WOLF.replace("Reach", "Frobnicate.").replace("draw a card", "frobnicate");
    let read = read_partly(&PrintedCard::pasted(&text)).unwrap();
    let unread: Vec<_> = read.unread.iter().map(|it| (it.face, it.before)).collect();
    assert!(matches!(read.card, Card::Transforming(_)) && unread == [(0, 0), (1, 0)], "{unread:?}");
    // Whether a land on the back is one that a card transforms into is not known.
    let text = "Own Rite {R}\nSorcery\nFrobnicate.\n//\nOwn Hill\nLand\n{T}: Add {R}.";
    assert_eq!(read_partly(&PrintedCard::pasted(text)).unwrap_err().why.kind(), "fact");
}
