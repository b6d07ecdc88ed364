//! Cards with several faces, levels and Classes, in the forms of files and of what people paste.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test says what went wrong by panicking")]

use super::{NotRead, Printed, PrintedCard, printed_cards, read_partly, read_printed};
use crate::card::ast::ability::{Ability, Face};
use crate::card::ast::keyword::Keyword;
use crate::card::layout::Card;
use crate::card::words::mana_symbol::{Color, Colors};

const WOLF: &str = "Own Guard {1}{G}\nCreature — Human Werewolf\nReach\n{3}{G}: Transform Own Guard.\n1/3\n//\nOwn Wolf\nColor \
                    Indicator: Red, Green\nCreature — Werewolf\nWhenever Own Wolf attacks, draw a card.\n4/4";

fn pasted(text: &str) -> Result<Card, NotRead> {
    read_printed(&PrintedCard::pasted(text)).map_err(|refused| refused.why)
}

/// The cards of lines of JSON, or why they are not read.
fn lines(text: &str) -> Vec<Result<Card, NotRead>> {
    let lines: Vec<Printed> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
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
    // The same with the names of both over them, with another line between them, and as a line of JSON.
    let named = format!("Own Guard // Own Wolf\n{}", WOLF.replace("\n//\n", "\n----\n"));
    assert_eq!(pasted(&named).as_ref(), Ok(&card));
    let line = r#"{"name": "Own Guard", "cost": "{1}{G}", "type": "Creature — Human Werewolf", "pt": "1/3",
        "text": "Reach\n{3}{G}: Transform Own Guard.", "back": {"name": "Own Wolf", "type": "Creature — Werewolf",
        "color": "rg", "pt": "4/4", "text": "Whenever Own Wolf attacks, draw a card."}}"#;
    assert_eq!(lines(&line.replace('\n', "")), [Ok(card)]);

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
    let faces = r#""faces": [{"name": "Own Left", "cost": "{R}", "type": "Instant", "text": "Own Left deals 1 damage to any target."},
        {"name": "Own Right", "cost": "{U}", "type": "Instant", "text": "Draw a card."}]"#.replace('\n', "");
    let said = |text: &str| format!("{{\"name\": \"Own Left // Own Right\", \"text\": \"{text}\", {faces}}}");
    assert_eq!(lines(&said("")), [Ok(card.clone())]);
    assert_eq!(lines(&said("Own Left deals 1 damage to any target.\\n//\\nDraw a card.")), [Ok(card)]);
    // What else it says is not left out.
    assert_eq!(lines(&said("Trample")).remove(0).unwrap_err().kind(), "fact");

    // Halves on lines of their own are in no order, unless one says that it is the right one.
    let half = |name: &str, other: &str, text: &str| {
        format!(
            "{{\"name\": \"{name}\", \"cost\": \"{{R}}\", \"type\": \"Instant\", \"split\": \"{other}\", \"text\": \"{text}\"}}"
        )
    };
    let both = |text: &str| {
        lines(&[half("Own Left", "Own Right", "Draw a card."), half("Own Right", "Own Left", text)].join("\n"))
    };
    assert!(
        why(both("Draw two cards.").remove(0)).starts_with("fact: `Own Left // Own Right`"),
        "{:?}",
        both("Draw two cards.")
    );
    let [Ok(card)] = &both("Aftermath\\nDraw two cards.")[..] else { panic!("{:?}", both("Aftermath")) };
    assert_eq!(names(card), ["Own Left", "Own Right"]);
    assert!(
        why(lines(&half("Own Left", "Own Right", "Draw a card.")).remove(0)).contains("the line of its other face")
    );
}

#[test]
fn faces_on_lines_of_their_own_are_one_card() {
    let back = r#"{"name": "Own Bat", "cost": "", "type": "Creature — Bat", "pt": "1/1", "color": "b", "transform": "Own Cave", "text": "Flying"}"#;
    let front = r#"{"name": "Own Cave", "cost": "", "type": "Land", "transform": "Own Bat", "text": "{5}: Transform Own Cave."}"#;
    let [Ok(card @ Card::Transforming(_))] = &lines(&format!("{back}\n{front}"))[..] else { panic!() };
    assert_eq!(names(card), ["Own Cave", "Own Bat"]);
    let flipped = r#"{"name": "Own Master", "cost": "{R}", "type": "Creature — Human", "pt": "3/3", "flip": "Own Pupil", "text": "Haste"}"#;
    let pupil = r#"{"name": "Own Pupil", "cost": "{R}", "type": "Creature — Human", "pt": "1/1", "flip": "Own Master", "text": "{R}: Flip Own Pupil."}"#;
    let [Ok(Card::Card(face))] = &lines(&format!("{flipped}\n{pupil}"))[..] else { panic!() };
    let flipped = face.flipped.as_deref().unwrap();
    assert_eq!((face.name.as_str(), flipped.name.as_str(), flipped.cost.is_none()), ("Own Pupil", "Own Master", true));
    // Each of a meld pair is a card, and what they meld into is none.
    let meld = r#"{"name": "Own Giant", "cost": "", "type": "Creature — Giant", "pt": "9/9", "meld": "Own Head;Own Body", "text": "Trample"}"#;
    let one = |name: &str| {
        format!("{{\"name\": \"{name}\", \"cost\": \"{{3}}\", \"type\": \"Artifact\", \"transform\": \"Own Giant\"}}")
    };
    let read = lines(&[meld, &one("Own Head"), &one("Own Body")].join("\n"));
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
    let several =
        r#"{"name": "Own Half", "cost": "{R}", "type": "Instant", "split": "A", "flip": "B", "text": "Draw a card."}"#;
    assert!(why(lines(several).remove(0)).contains("in several ways"));
    let other = r#"{"name": "Own Half", "cost": "{R}", "type": "Instant", "card_faces": [], "text": "Draw a card."}"#;
    assert!(why(lines(other).remove(0)).contains("`back` or `faces`"));
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

/// What is written of a leveler or a Class reads as the card.
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
    let leveler = "Own Climber {W}\nCreature — Human\nLevel up {1}\nLEVEL 1-3\n2/2\nLEVEL 4+\n4/4\nFlying, vigilance\nWhenever \
                   Own Climber attacks, draw a card.\n1/1";
    assert_eq!(levels(leveler), [(1, 0), (4, 3)]);
    let class = "Own School {G}\nEnchantment — Class\n(A reminder.)\nWhen this Class enters, draw a card.\n{1}{G}: Level 2 — Creatures \
                 you control have reach.\n{3}{G}: Level 3\nWhen this Class becomes level 3, draw a card.\nCreatures you control have haste.";
    assert_eq!(levels(class), [(2, 1), (3, 2)]);
    // A size belongs to a level alone, and a level has one.
    for text in ["LEVEL 1-3\n2/2\n3/3", "LEVEL 1-3\nFlying", "LEVEL 3-1\n2/2", "2/2\nFlying"] {
        assert!(pasted(&format!("Own Climber {{W}}\nCreature — Human\n{text}\nReach\n1/1")).is_err(), "{text}");
    }
    assert!(pasted("Own School {G}\nEnchantment — Class\n{1}: Level 1\nCreatures you control have haste.").is_err());
}

#[test]
fn what_belongs_to_a_level_that_is_not_read_is_not_read_without_it() {
    let class = "Own School {G}\nEnchantment — Class\nCreatures you control have haste.\nFrobnicate: Level 2\nCreatures you control have reach.\n{G}: Level \
                 3\nFrobnicate.\nCreatures you control have flying.";
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
