use super::*;
use crate::card::file::read_card;
use crate::card::pool::Pool;

fn pool() -> Pool {
    Pool::bundled().expect("the pool reads")
}

fn read(text: &str) -> Result<Deck, DeckErrors> {
    Deck::read("deck.txt", text, &pool())
}

fn listed(lines: &[DeckLine]) -> Vec<(u32, &str)> {
    lines.iter().map(|line| (line.count, line.card.name())).collect()
}

#[test]
fn a_list_reads_in_every_form_that_the_field_writes() {
    let text = "\u{feff}About\r\nName Some deck\r\n\r\nDeck\r\n// burn\n# more\n4 Lightning Bolt (M10) 146\n\
                2x giant growth\n1X  Swords to Plowshares [ICE]\n3 [M10:146] Lightning Bolt\n1 Doom Blade|M10|1\n\
                1 Forest (UST) 216 *F*\n1 Island # blue\n SB: 1 Holy Day\n\nSideboard (2)\n2 Unsummon\n[Main]\n5 Plains\n";
    let deck = read(text).expect("it reads");
    let main = [
        (4, "Lightning Bolt"),
        (2, "Giant Growth"),
        (1, "Swords to Plowshares"),
        (3, "Lightning Bolt"),
        (1, "Doom Blade"),
        (1, "Forest"),
        (1, "Island"),
        (5, "Plains"),
    ];
    assert_eq!(listed(&deck.main), main);
    assert_eq!(listed(&deck.sideboard), [(1, "Holy Day"), (2, "Unsummon")]);
    assert_eq!((deck.len(), deck.sideboard_len(), deck.cards().count()), (18, 3, 18));
    assert_eq!((deck.main[1].line, deck.main[1].column), (8, 4));
}

#[test]
fn each_wrong_line_is_told_with_its_place_and_remedy() {
    let text = "Lightning Bolt\n0 Forest\n4 Lightning Bolb\n4\n  4Forest\n1001 Forest\n99999999999 Forest\n2 Xyzzyqux (ABC) 3\n";
    let errors = read(text).expect_err("nothing in it is right").to_string();
    let told = [
        "deck.txt:1:1: `Lightning Bolt` has no count; write how many before the name: `1 Lightning Bolt`",
        "deck.txt:2:1: 0 of Forest are none; write at least 1, or remove the line",
        "deck.txt:3:3: there is no card “Lightning Bolb”; did you mean “Lightning Bolt”?",
        "deck.txt:4:1: `4` has no name; write `4 NAME`, or remove the line",
        "deck.txt:5:3: `4Forest` does not begin with a count and a space; write `4 NAME`",
        "deck.txt:6:1: 1001 of Forest are too many; a list has 1000 cards at most",
        "deck.txt:7:1: 99999999999 of Forest are too many; a list has 1000 cards at most",
        "deck.txt:8:3: there is no card “Xyzzyqux”; take a card that there is, or give its card file as well",
    ];
    assert_eq!(errors.lines().collect::<Vec<_>>(), told);
}

#[test]
fn a_list_is_bounded_as_a_whole_and_has_a_card() {
    let many = "600 Forest\n".repeat(50);
    let errors = read(&many).expect_err("too many").0;
    assert_eq!((errors.len(), errors[0].line), (1, 2));
    assert!(errors[0].message.contains("1200 cards are too many"), "{}", errors[0]);
    let wrong = read(&"?\n".repeat(500)).expect_err("no list").0;
    assert_eq!(wrong.len(), 20);
    for empty in ["", "\n\n// nothing\nSideboard\n1 Forest\n"] {
        assert!(read(empty).expect_err("no card").to_string().contains("there is no card in this list"));
    }
}

/// CR 100.2a, 100.4a: at least 60 cards, at most four of a name in deck and sideboard except basic
/// lands, and at most 15 in the sideboard. All errors are reported.
#[test]
fn constructed_tells_every_violation_with_its_rule() {
    let check = |text: &str| Format::Constructed.check(&read(text).expect("it reads"));
    assert_eq!(check("56 Forest\n4 Grizzly Bears\nSideboard\n15 Island\n"), Ok(()));
    let errors = check("5 Lightning Bolt\n3 Unsummon\n10 Forest\nSideboard\n2 Unsummon\n20 Island\n");
    let told: Vec<String> = errors.expect_err("illegal").0.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "deck.txt:1:3: a constructed deck has at most 4 Lightning Bolt, its sideboard included, and this has 5; \
             remove 1 (CR 100.2a)",
            "deck.txt:3:4: a constructed deck has at least 60 cards, and this has 18; add 42 (CR 100.2a)",
            "deck.txt:5:3: a constructed deck has at most 4 Unsummon, its sideboard included, and this has 5; \
             remove 1 (CR 100.4a)",
            "deck.txt:6:4: a constructed sideboard has at most 15 cards, and this has 22; remove 7 (CR 100.4a)",
        ]
    );
}

/// CR 101.1: a card can say how many of it a deck can have.
#[test]
fn a_card_says_how_many_of_it_there_can_be() {
    let most = |abilities: &str| {
        let text = format!("Card(name: \"Rats\", types: [Creature], power: 1, toughness: 1, abilities: [{abilities}])");
        format::most_of(&read_card("rats.ron", &text).expect("it reads"), 4)
    };
    assert_eq!(most(""), Some(4));
    assert_eq!(most("Static(effect: CopiesInDeck(None))"), None);
    assert_eq!(most("Static(effect: CopiesInDeck(Some(7)))"), Some(7));
}

/// CR 101.1: the formats go by what the card says.
#[test]
fn formats_go_by_what_a_card_says_of_its_number() {
    let rats = |number: &str| {
        let text = format!(
            "Card(name: \"Rats\", types: [Creature], power: 1, toughness: 1, abilities: \
             [Static(effect: CopiesInDeck({number}))])"
        );
        Arc::new(read_card("rats.ron", &text).expect("it reads"))
    };
    let told = |format: Format, list: &str, number: &str| {
        let mut deck = read(list).expect("it reads");
        deck.main[0].card = rats(number);
        let errors = format.check(&deck).err().map(|errors| errors.0).unwrap_or_default();
        errors.iter().map(|error| error.message.clone()).collect::<Vec<_>>()
    };
    let constructed = "8 Savannah Lions\n52 Plains\n";
    assert_eq!(told(Format::Constructed, constructed, "None"), [""; 0]);
    assert_eq!(
        told(Format::Constructed, constructed, "Some(7)"),
        ["a constructed deck has at most 7 Rats, its sideboard included, and this has 8; remove 1"]
    );
    let commander = "Commander\n1 Isamaru, Hound of Konda\nDeck\n8 Savannah Lions\n91 Plains\n";
    assert_eq!(told(Format::Commander, commander, "None"), [""; 0]);
    assert_eq!(
        told(Format::Commander, commander, "Some(7)"),
        ["a commander deck has at most 7 Rats, and this has more; remove the others"]
    );
}

/// CR 100.2b: a limited deck has at least 40 cards, and any number of a name. Freeform forbids
/// nothing.
#[test]
fn limited_and_freeform() {
    let bolts = |count: u32| read(&format!("{count} Lightning Bolt")).expect("it reads");
    assert_eq!(Format::Limited.check(&bolts(40)), Ok(()));
    let errors = Format::Limited.check(&bolts(39)).expect_err("too few").0;
    assert_eq!(errors[0].rule.map(|rule| rule.to_string()).as_deref(), Some("100.2b"));
    assert_eq!(Format::Freeform.check(&bolts(1)), Ok(()));
    assert_eq!("Limited".parse(), Ok(Format::Limited));
    assert!("standard".parse::<Format>().expect_err("unknown").to_string().contains("freeform, constructed, limited"));
}

fn told(format: Format, text: &str) -> Vec<String> {
    let checked = format.check(&read(text).expect("it reads"));
    checked.err().map_or_else(Vec::new, |errors| errors.0.iter().map(ToString::to_string).collect())
}

/// CR 903.3, 903.5: each violation names the card and the rule.
#[test]
fn commander_tells_every_violation_with_its_rule() {
    let isamaru = |rest: &str| format!("Commander\n1 Isamaru, Hound of Konda\nDeck\n{rest}");
    assert_eq!(told(Format::Commander, &isamaru("99 Plains\n")), Vec::<String>::new());
    let text = isamaru("2 Savannah Lions\n1 Lightning Bolt\n1 Holy Day\n1 Forest\n90 Plains\n");
    let found = told(Format::Commander, &text);
    for wanted in [
        "deck.txt:4:3: a commander deck has at most 1 Savannah Lions, and this has more; remove the others (CR 903.5b)",
        "deck.txt:5:3: Lightning Bolt has red in its color identity, and the commander of this deck has not; leave it \
         out (CR 903.5c)",
        "deck.txt:7:3: Forest could produce green mana by its basic land types, and the color identity of the commander \
         has not; leave it out (CR 903.5d)",
        "deck.txt:8:4: a commander deck has exactly 100 cards with its commander, and this has 96; add 4 (CR 903.5a)",
    ] {
        assert!(found.iter().any(|it| it == wanted), "{wanted} is not among {found:#?}");
    }
    assert!(told(Format::Commander, "100 Plains\n")[0].contains("this deck has no commander"));
    let bear = told(Format::Commander, "Commander\n1 Grizzly Bears\nDeck\n99 Forest\n");
    assert!(bear[0].contains("Grizzly Bears is no legendary creature") && bear[0].ends_with("(CR 903.3)"), "{bear:?}");
    let garruk = "Commander\n1 Garruk Wildspeaker\nDeck\n99 Forest\n";
    assert!(told(Format::Commander, garruk)[0].contains("Garruk Wildspeaker is no legendary creature"));
    // CR 903.3a
    let freyalise = "Commander\n1 Freyalise, Llanowar's Fury\nDeck\n99 Forest\n";
    assert_eq!(told(Format::Commander, freyalise), Vec::<String>::new());
}

/// CR 702.124: two partners, with the combined color identity.
#[test]
fn partners_lead_a_deck_together() {
    let of = |one: &str, other: &str, land: &str| {
        told(Format::Commander, &format!("Commander\n1 {one}\n1 {other}\nDeck\n98 {land}\n"))
    };
    let none = Vec::<String>::new();
    assert_eq!(of("Ishai, Ojutai Dragonspeaker", "Bruse Tarl, Boorish Herder", "Mountain"), none);
    assert_eq!(of("Pir, Imaginative Rascal", "Toothy, Imaginary Friend", "Island"), none);
    for (one, other) in [
        ("Ishai, Ojutai Dragonspeaker", "Isamaru, Hound of Konda"),
        ("Pir, Imaginative Rascal", "Ishai, Ojutai Dragonspeaker"),
    ] {
        let found = of(one, other, "Plains");
        assert!(
            found.iter().any(|it| it.contains("two that are partners") && it.ends_with("(CR 702.124a)")),
            "{found:?}"
        );
    }
}

/// 60 cards, planeswalkers as commanders (CR 903.12c-d), and basic lands of one type for a
/// colorless commander (CR 903.12e).
#[test]
fn brawl_has_rules_of_its_own() {
    let of = |commander: &str, rest: &str| told(Format::Brawl, &format!("Commander\n1 {commander}\nDeck\n{rest}"));
    let none = Vec::<String>::new();
    assert_eq!(of("Garruk Wildspeaker", "59 Forest\n"), none);
    assert!(of("Garruk Wildspeaker", "99 Forest\n")[0].ends_with("remove 40 (CR 903.12d)"));
    assert_eq!(of("Karn Liberated", "59 Island\n"), none);
    let two = of("Karn Liberated", "39 Island\n20 Forest\n");
    assert!(two.len() == 1 && two[0].ends_with("(CR 903.5d)"), "{two:?}");
    assert!(!told(Format::Commander, "Commander\n1 Hope of Ghirapur\nDeck\n99 Island\n").is_empty());
}

#[test]
fn a_genesis_names_each_card_once_and_starts() {
    let one = read("3 Forest\n2 Grizzly Bears\n1 Forest\nSideboard\n1 Island\n").expect("it reads");
    let other = read("2 Grizzly Bears\n8 Mountain\n").expect("it reads");
    let genesis = genesis(&[("Ann".to_owned(), &one), ("Bob".to_owned(), &other)], PlayerId(1), 7, &pool());
    let names: Vec<&str> = genesis.cards.iter().map(|card| card.name()).collect();
    assert_eq!(names, ["Forest", "Grizzly Bears", "Island", "Mountain"]);
    assert_eq!(genesis.players[0].deck, [0, 0, 0, 1, 1, 0]);
    // CR 400.11a: the sideboard is outside the game.
    assert_eq!(genesis.players[0].sideboard, [2]);
    let (game, _) = crate::rules::start(&genesis).expect("it starts");
    assert_eq!(game.cards().len(), 17);
    assert_eq!(game.zone(crate::fact::Zone::Outside(PlayerId(0))).len(), 1);
}

#[test]
fn the_example_of_the_page_reads() {
    let page = include_str!("../../../docs/decks.md");
    let example =
        page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("there is an example");
    let deck = read(example).expect("it reads");
    assert_eq!((deck.len(), deck.sideboard_len()), (27, 2));
}

/// CR 903.13f: at least 60 cards, and any number of a name.
#[test]
fn a_commander_draft_deck_may_have_copies() {
    let deck = |count: u32| format!("Commander\n1 Isamaru, Hound of Konda\nDeck\n{count} Savannah Lions\n30 Plains\n");
    assert_eq!(told(Format::CommanderDraft, &deck(40)), Vec::<String>::new());
    let few = told(Format::CommanderDraft, &deck(10));
    assert_eq!(few.len(), 1, "{few:?}");
    assert!(few[0].contains("at least 60 cards, and this has 41; add 19 (CR 903.13f)"), "{few:?}");
}

/// CR 314.1, 314.3, 905.4: conspiracies are in the sideboards of limited decks.
#[test]
fn conspiracies_are_in_limited_sideboards() {
    let list = "40 Forest\nSideboard\n1 Brago's Favor\n1 Grizzly Bears\n";
    assert_eq!(told(Format::Limited, list), Vec::<String>::new());
    let constructed = told(Format::Constructed, &list.replace("40", "60"));
    assert_eq!(constructed.len(), 1, "{constructed:?}");
    assert!(constructed[0].contains("only limited play has some; remove it (CR 314.1)"), "{constructed:?}");
    let main = read("1 Brago's Favor\n").unwrap_err().to_string();
    assert!(main.contains("put it into the sideboard (CR 905.4)"), "{main}");
}

/// CR 905.2b: what was noted as cards were drafted goes from the list into the game.
#[test]
fn notes_of_a_draft_are_read() {
    let list = "40 Forest\n1 Animus of Predation\nNotes\nAnimus of Predation: removed serra angel\n\
                cogwork tracker: player 2\nPyretic Hunter: number 4\n";
    let deck = read(list).unwrap_or_else(|errors| panic!("{errors}"));
    let noted = |it: &DeckNote| (it.card.name().to_owned(), it.noted.written());
    let told = [
        ("Animus of Predation", "removed Serra Angel"),
        ("Cogwork Tracker", "player 2"),
        ("Pyretic Hunter", "number 4"),
    ];
    let all: Vec<(String, String)> = deck.notes.iter().map(noted).collect();
    assert_eq!(all, told.map(|(card, note)| (card.to_owned(), note.to_owned())));
    let players = [("Ann".to_owned(), &deck), ("Bob".to_owned(), &deck)];
    let genesis = genesis(&players, PlayerId(0), 1, &pool());
    assert!(genesis.cards.iter().any(|card| card.name() == "Serra Angel"), "the game knows what was removed");
    let (game, _) = crate::rules::start(&genesis).expect("it starts");
    assert_eq!(game.draft_notes().len(), 6);
    assert!(game.draft_notes().iter().filter(|it| it.card == "Animus of Predation").all(|it| it.def.is_some()));
}

/// CR 905.2b: only what can be noted for a card is.
#[test]
fn wrong_notes_are_told() {
    for (line, why) in [
        ("Pyretic Hunter", "`Pyretic Hunter` is no note; write the card and what was noted"),
        ("Pyretic Huntress: number 3", "there is no card “Pyretic Huntress”; did you mean “Pyretic Hunter”"),
        ("Pyretic Hunter: three", "`three` is no note; write `number 3`"),
        ("Pyretic Hunter: color red", "no color is noted for Pyretic Hunter, only a number (CR 905.2b)"),
        ("Grizzly Bears: number 3", "nothing is noted for Grizzly Bears as it is drafted; remove the note"),
        ("Animus of Predation: removed Serra Angle", "there is no card “Serra Angle”; did you mean “Serra Angel”"),
    ] {
        let told = read(&format!("40 Forest\nNotes\n{line}\n")).unwrap_err().to_string();
        assert!(told.starts_with("deck.txt:3:") && told.contains(why), "{told}");
    }
}
