//! Packs of cards, as a shell makes and uses them.

use retrace_core::card::catalogue::CatalogueId;

use super::*;
use retrace_session::files::decks::{DeckText, NewGame};

const CARDS: [(&str, &str); 3] = [
    ("golem.ron", "Card(name: \"Own Golem\", cost: \"{3}\", types: [Artifact, Creature], power: 3, toughness: 3)"),
    (
        "bolt.ron",
        "Card(name: \"Own Bolt\", cost: \"{R}\", types: [Instant], abilities: [Spell(body: (instructions: [Draw]))])",
    ),
    ("forest.ron", "Card(name: \"Grizzly Bears\", types: [Creature], power: 4, toughness: 4)"),
];

struct Packs {
    folder: tempfile::TempDir,
}

impl Packs {
    fn new() -> Packs {
        let packs = Packs { folder: tempfile::tempdir().unwrap() };
        fs::create_dir(packs.path("cards")).unwrap();
        CARDS.iter().for_each(|(name, text)| packs.write(&format!("cards/{name}"), text));
        packs.write("deck.txt", "30 Own Golem\n10 Own Bolt\n10 Grizzly Bears\n10 Forest\n");
        packs
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn pack(&self) -> Ran {
        retrace(&["cards", "pack", &self.path("cards"), "-o", &self.path("my.cards")])
    }

    fn catalogue(&self, cards: &str) -> CatalogueId {
        let mut game = NewGame::of(vec![DeckText::open(Path::new(&self.path("deck.txt"))).unwrap(); 2], 1);
        game.names = vec!["Ann".to_owned(), "Bob".to_owned()];
        game.cards = vec![self.path(cards).into()];
        let mut session = game.begin().unwrap();
        assert!(session.choice().is_some());
        session.use_cards_as_well(&[self.path(cards).into()]).unwrap();
        assert_eq!(session.known_cards().unwrap().get("Grizzly Bears").unwrap().front().power.unwrap().value(), 4);
        game.genesis().unwrap().catalogue.id()
    }
}

#[test]
fn a_pack_serves_as_its_card_files_do() {
    let packs = Packs::new();
    let told = packs.pack();
    assert_eq!((told.exit, told.err.as_str()), (Exit::Yes, ""));
    assert!(told.out.contains("my.cards: 3 cards, "), "{}", told.out);
    assert_eq!(packs.catalogue("my.cards"), packs.catalogue("cards"), "the same cards are the same game");

    let (pack, deck) = (packs.path("my.cards"), packs.path("deck.txt"));
    let shown = retrace(&["cards", "show", "own golem", "--cards", &pack]);
    assert!(shown.out.starts_with("Own Golem  {3}\n"), "{}{}", shown.out, shown.err);
    let checked = retrace(&["cards", "check", &pack]);
    assert_eq!(checked.exit, Exit::Yes, "{}", checked.err);
    assert!(checked.out.contains("my.cards (Own Bolt)\n     Own Bolt  {R}"), "{}", checked.out);
    assert_eq!(retrace(&["decks", "check", &deck, "--cards", &pack]).exit, Exit::Yes);
    let drawn = retrace(&["simulate", "--games", "1", "--drawn", "--cards", &pack, "--laws", "none"]);
    assert_eq!(drawn.exit, Exit::Yes, "{}", drawn.err);
    let again = retrace(&["cards", "pack", &pack, "-o", &packs.path("again.cards"), "--json"]).json();
    assert_eq!(again["cards"], 3);
    assert_eq!(fs::read(packs.path("again.cards")).unwrap(), fs::read(&pack).unwrap());

    let scenario = "Scenario(name: \"x\", card_files: [\"my.cards\"], players: [(name: \"A\", \
                    battlefield: [(card: \"Own Golem\")]), (name: \"B\")])";
    packs.write("own.ron", scenario);
    let run = retrace(&["check", &packs.path("own.ron")]);
    assert_eq!(run.exit, Exit::Yes, "{}{}", run.out, run.err);
}

#[test]
fn what_cannot_be_packed_is_told_and_nothing_is_written() {
    let packs = Packs::new();
    packs.write("cards/wrong.ron", "Card(name: \"X\", types: [Creature])");
    packs.write("cards/twice.ron", CARDS[0].1);
    let told = packs.pack();
    assert_eq!(told.exit, Exit::Misuse);
    assert!(told.err.contains("wrong.ron:1:") && told.err.contains("power and toughness"), "{}", told.err);
    let twice = "golem.ron has a card named “Own Golem” as well; remove one of the two";
    assert!(told.err.contains("twice.ron: ") && told.err.contains(twice), "{}", told.err);
    assert!(!Path::new(&packs.path("my.cards")).exists());
    fs::create_dir(packs.path("none")).unwrap();
    let none = retrace(&["cards", "pack", &packs.path("none"), "-o", &packs.path("my.cards")]);
    assert!(none.complaint().contains("there is no card to pack; name card files"), "{}", none.err);
}

#[test]
fn a_damaged_pack_is_told_wherever_it_is_named() {
    let packs = Packs::new();
    packs.pack();
    let whole = fs::read(packs.path("my.cards")).unwrap();
    let (pack, deck) = (packs.path("my.cards"), packs.path("deck.txt"));
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    let newer = [&whole[..8], &[9, 0], &whole[10..]].concat();
    for (bytes, why) in [
        (&whole[..whole.len() - 3], "bytes and has"),
        (&flipped, "it is damaged: its checksum is not that of its bytes; copy it again, or pack"),
        (&newer, "use one that knows version 9, or pack the card files again with this one"),
    ] {
        fs::write(&pack, bytes).unwrap();
        for arguments in [
            &["simulate", "--games", "1", "--cards", &pack][..],
            &["decks", "check", &deck, "--cards", &pack],
            &["cards", "show", "Own Bolt", "--cards", &pack],
            &["open", primer().to_str().unwrap(), "--cards", &pack],
        ] {
            let told = retrace(arguments);
            assert!(told.complaint().contains("my.cards: ") && told.err.contains(why), "{arguments:?}: {}", told.err);
        }
        let checked = retrace(&["cards", "check", &pack]);
        assert!(checked.exit == Exit::Misuse && checked.err.contains(why), "{}", checked.err);
    }
}
