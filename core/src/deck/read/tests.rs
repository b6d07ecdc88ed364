//! Lists as programs export them, and lists that mean nothing.

use super::*;

fn read(text: &str) -> Result<Deck, DeckErrors> {
    Deck::read("deck", text, &Pool::bundled().expect("the pool reads"))
}

fn told(text: &str) -> Vec<String> {
    let errors = read(text).expect_err("it means nothing").0;
    errors.iter().map(|error| format!("{}:{}: {}", error.line, error.column, error.message)).collect()
}

/// The commanders, the deck and the sideboard.
fn parts(text: &str) -> [String; 3] {
    let deck = read(text).unwrap_or_else(|errors| panic!("{errors}"));
    [&deck.commander, &deck.main, &deck.sideboard].map(|lines| {
        let told: Vec<String> = lines.iter().map(|line| format!("{} {}", line.count, line.card.name())).collect();
        told.join(", ")
    })
}

#[test]
fn a_list_of_arena_has_a_companion() {
    let list = "About\nName Cats\n\nCompanion\n1 Kaheera, the Orphanguard (IKO) 224\n\nDeck\n4 Savannah Lions (A25) 33\n\
                2 Fire // Ice (MH2) 290\n1 Kessig Prowler (MID) 163\n";
    let main = "4 Savannah Lions, 2 Fire // Ice, 1 Kessig Prowler";
    assert_eq!(parts(list), ["", main, "1 Kaheera, the Orphanguard"]);
    let twice = format!("{list}\nSideboard\n1 Kaheera, the Orphanguard (IKO) 224\n2 Holy Day (LEG) 23\n");
    assert_eq!(parts(&twice), ["", main, "1 Kaheera, the Orphanguard, 2 Holy Day"]);
    assert_eq!(
        told("Companion\n1 Holy Day\n1 Kaheera, the Orphanguard\n1 Jegantha, the Wellspring\n"),
        [
            "2:3: Holy Day has no companion ability; put it under `Sideboard` (CR 702.139a)",
            "4:3: a player has one companion at most; put the others under `Sideboard` (CR 103.2b)",
        ]
    );
    assert_eq!(
        told("About\n4 Forest\n"),
        ["2:1: `4 Forest` is not the `Name` of a list; write `Deck` above the cards"]
    );
}

#[test]
fn a_list_of_mtgo_has_its_sideboard_below_a_blank_line() {
    let spells = "20 Lightning Bolt\n20 Fire/Ice\n";
    assert_eq!(parts(&format!("{spells}\n3 Holy Day\n"))[2], "3 Holy Day");
    // Lands, less than a deck, several groups, and a list with headings or comments have none.
    for text in [
        format!("{spells}\n20 Plains\n"),
        "39 Forest\n\n3 Holy Day\n".to_owned(),
        format!("{spells}\n3 Holy Day\n\n3 Unsummon\n"),
        format!("Deck\n{spells}\n3 Holy Day\n"),
        format!("// Spells\n{spells}\n3 Holy Day\n"),
    ] {
        assert_eq!(parts(&text)[2], "", "{text}");
    }
    let unclear = told(&format!("{spells}\n12 Holy Day\n4 Unsummon\n"));
    assert!(
        unclear.len() == 1 && unclear[0].starts_with("4:4: the 16 cards below the blank line may be"),
        "{unclear:?}"
    );
}

#[test]
fn what_stands_behind_a_name_is_a_printing_or_an_error() {
    let list = "1 Lightning Bolt (PLST) M10-146 *F*\n1 Lightning Bolt *e*\n1 lightning bolt|M10|2|[146]\n\
                1 Lightning Bolt+|M10+\n1 [M10:146] Lightning Bolt\n1 Holy Day [LEG] 23★ #fog #!tag\n";
    assert_eq!(
        parts(list)[1],
        "1 Lightning Bolt, 1 Lightning Bolt, 1 Lightning Bolt, 1 Lightning Bolt, 1 Lightning Bolt, 1 Holy Day"
    );
    assert_eq!(
        told(
            "1 Lightning Bolt (M10) 146 *CMDR*\n1 Holy Day|LEG|what?\n1 Holy Dya (LEG) 23 *CMDR*\n1 Holy Day (LEG) no\n"
        ),
        [
            "1:28: `*CMDR*` behind Lightning Bolt means nothing here; remove it",
            "2:16: `what?` behind Holy Day means nothing here; remove it",
            "3:3: there is no card “Holy Dya”; did you mean “Holy Day”?",
            "4:18: `no` behind Holy Day means nothing here; remove it",
        ]
    );
}

#[test]
fn a_name_has_several_spellings() {
    for (written, name) in [
        ("Fire // Ice", "Fire // Ice"),
        ("fire/ice", "Fire // Ice"),
        ("Fire / Ice", "Fire // Ice"),
        ("Fire /// Ice", "Fire // Ice"),
        ("Fire", "Fire // Ice"),
        ("Kessig Prowler // Sinuous Predator", "Kessig Prowler"),
        ("Kessig Prowler/Sinuous Predator", "Kessig Prowler"),
        ("Murderous Rider // Swift End", "Murderous Rider"),
        ("Llanöwar Elves", "Llanowar Elves"),
        ("Llano\u{302}war Elves", "Llanowar Elves"),
        ("Freyalise, Llanowar’s Fury", "Freyalise, Llanowar's Fury"),
    ] {
        assert_eq!(parts(&format!("1 {written} (ABC) 1\n"))[1], format!("1 {name}"), "{written}");
    }
    for wrong in ["Fire // Away", "Kessig Prowler // Ice", "Fire // Ice // Fire"] {
        assert!(told(&format!("1 {wrong}"))[0].contains("there is no card"), "{wrong}");
    }
}

#[test]
fn all_cards_of_a_deck_that_are_unknown_are_told() {
    let unknown: String = (0..150).map(|number| format!("1 Nobody's Card {number}\n")).collect();
    assert_eq!(told(&unknown).len(), 100);
    assert_eq!(told(&"?\n".repeat(50)).len(), 20);
}

#[test]
fn headings_stand_in_comments_and_brackets() {
    let commented = "// 40 Maindeck\n// 40 Creature\n40 Savannah Lions\n\n// 2 Sideboard\nSB: 2 Holy Day\n//Main\n1 Plains\n\
                     #Sideboard\n1 Unsummon\n";
    assert_eq!(parts(commented), ["", "40 Savannah Lions, 1 Plains", "2 Holy Day, 1 Unsummon"]);
    let forge = "[metadata]\nName=Kings\nDeck Type=commander\n[Commander]\n1 Isamaru, Hound of Konda|CHK|1\n[Main]\n\
                 4 Savannah Lions|A25\n[Sideboard]\n1 Holy Day|LEG|1\n[Conspiracy]\n1 Brago's Favor|CNS\n";
    let read = ["1 Isamaru, Hound of Konda", "4 Savannah Lions", "1 Holy Day, 1 Brago's Favor"];
    assert_eq!(parts(forge), read.map(str::to_owned));
    assert_eq!(
        told(
            "[metadata]\n4 Forest\n[Conspiracy]\n1 Forest\n[Attractions]\n// Maybeboard\n1 Forest\n1 Island\n[Main]\nLands (20)\n"
        ),
        [
            "2:1: `4 Forest` is no `KEY=VALUE`; write `[Main]` above the cards",
            "4:3: Forest is no conspiracy; move it out of the part with this heading",
            "7:1: the cards under `maybeboard` are in no deck here; remove them and the heading",
            "10:1: `Lands (20)` is no part of a deck; make it a comment: `// Lands (20)`",
        ]
    );
}

#[test]
fn lists_in_xml_are_read() {
    let mtgo = "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Deck xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\">\n\
                <NetDeckID>0</NetDeckID>\n<PreconstructedDeckID>0</PreconstructedDeckID>\n\
                <Cards CatID=\"1\" Quantity=\"4\" Sideboard=\"false\" Name=\"Fire/Ice\" Annotation=\"0\" />\n\
                <Cards CatID=\"2\" Quantity=\"1\" Sideboard=\"true\" Name=\"Isamaru, Hound of Konda\" Annotation=\"16777728\" />\n\
                <Cards CatID=\"3\" Quantity=\"2\" Sideboard=\"true\" Name=\"Freyalise, Llanowar&apos;s Fury\" />\n</Deck>\n";
    assert_eq!(parts(mtgo), ["1 Isamaru, Hound of Konda", "4 Fire // Ice", "2 Freyalise, Llanowar's Fury"]);
    let cockatrice = "<?xml version=\"1.0\"?>\n<cockatrice_deck version=\"1\">\n <deckname>D</deckname>\n <comments>c</comments>\n \
                      <zone name=\"main\">\n  <card number=\"3\" price=\"0\" name=\"Kessig Prowler\"/>\n  <!-- lands -->\n  \
                      <card number=\"9\" name=\"Forest\" setShortName=\"M10\" collectorNumber=\"1\" uuid=\"x\"/>\n </zone>\n \
                      <zone name=\"side\"><card number=\"1\" name=\"Holy Day\"/></zone>\n \
                      <zone name=\"tokens\"><card number=\"1\" name=\"Soldier\"/></zone>\n</cockatrice_deck>\n";
    assert_eq!(parts(cockatrice), ["", "3 Kessig Prowler, 9 Forest", "1 Holy Day"]);
}

#[test]
fn xml_that_means_nothing_is_refused_with_its_place() {
    let told = |text: &str| told(text).join("; ");
    for (text, error) in [
        ("<Deck>\n<Cards Quantity=\"0\" Name=\"Forest\"/></Deck>", "2:1: 0 of Forest are none"),
        ("<Deck>\n<Cards Quantity=\"-1\" Name=\"Forest\"/></Deck>", "2:1: `-1` is no number of copies"),
        ("<Deck><Cards Quantity=\"1\"/></Deck>", "1:7: `<Cards>` has no `Name`"),
        ("<Deck>\n <Cards Quantity=\"1\" Name=\"Forrest\"/></Deck>", "2:28: there is no card “Forrest”; did you mean"),
        (
            "<Deck>\n <Cards Quantity=\"1\" Name=\"Forest\" Foil=\"1\"/></Deck>",
            "2:36: `Foil` of `<Cards>` means nothing",
        ),
        (
            "<Deck><Cards Quantity=\"1\" Name=\"Forest\" Annotation=\"7\"/></Deck>",
            "`Annotation=\"7\"` means nothing here",
        ),
        ("<Deck>4 Forest</Deck>", "1:7: `4 Forest` means nothing in a deck list"),
        ("<Deck><Card/></Deck>", "1:7: `<Card>` means nothing in a deck list"),
        ("<Deck></Deck>", "there is no card in this list"),
        ("<Deck>\n<Cards", "1:1: the XML of this list is broken: "),
        ("<html></html>", "1:1: `<html>` is no deck list"),
        ("<!DOCTYPE d [<!ENTITY a \"b\">]><Deck>&a;</Deck>", "the XML of this list is broken: "),
        ("<cockatrice_deck><zone name=\"hand\"/></cockatrice_deck>", "1:18: a deck has no zone `hand`"),
        (
            "<cockatrice_deck><zone name=\"main\"><card number=\"1001\" name=\"Forest\"/></zone></cockatrice_deck>",
            "1:36: 1001 of Forest are too many",
        ),
    ] {
        assert!(told(text).contains(error), "{text}: {}", told(text));
    }
    let long = format!("<Deck>{}</Deck>", " ".repeat(300_000));
    assert!(told(&long).contains("no list in XML longer than 262144 bytes is read"));
    let deep = "<a>".repeat(80_000);
    assert!(told(&deep).contains("is broken"));
    let rows = "<Cards Quantity=\"600\" Name=\"Forest\"/>".repeat(50);
    assert!(told(&format!("<Deck>{rows}</Deck>")).contains("1200 cards are too many"));
}
