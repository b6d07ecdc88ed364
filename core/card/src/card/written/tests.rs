use crate::card::file::{read_card, write_card};
use crate::card::pool::{bundled_cards, bundled_texts};

use super::*;

fn spell(body: &str) -> String {
    format!("Card(name: \"X\", types: [Sorcery], abilities: [Spell(body: ({body}))])")
}

fn refused(body: &str) -> String {
    read_card("x.ron", &spell(body)).expect_err(body).to_string()
}

/// A text with names means the same as one with positions.
#[test]
fn names_are_positions() {
    let same = |named: &str, numbered: &str| {
        let read = |body: &str| read_card("x.ron", &spell(body)).unwrap_or_else(|error| panic!("{error}\n{body}"));
        assert_eq!(read(named), read(numbered));
    };
    same(
        "targets: [(as: \"one\", what: AnyTarget), (what: AnyTarget, other: true), (what: AnyTarget, as: \"three\")],
         instructions: [DealDamage(source: This, amount: Fixed(1), to: Target(\"three\")), Destroy(Target(\"one\"))]",
        "targets: [(what: AnyTarget), (what: AnyTarget, other: true), (what: AnyTarget)],
         instructions: [DealDamage(source: This, amount: Fixed(1), to: Target(2)), Destroy(Target(0))]",
    );
    // A choice gets the first free number; choices in two branches may share a name.
    same(
        "instructions: [
            Choose(who: You, what: Object(Any), count: Fixed(1), into: \"a\"),
            Choose(who: You, what: Object(Any), count: Fixed(1), into: 0),
            If(condition: TurnOf(You),
               then: [Choose(who: You, what: Object(Any), count: Fixed(1), into: \"b\")],
               otherwise: [Choose(who: Opponents, what: Object(Any), count: Fixed(1), into: \"b\")]),
            Destroy(Chosen(\"b\")), Exile(Chosen(\"a\"))]",
        "instructions: [
            Choose(who: You, what: Object(Any), count: Fixed(1), into: 1),
            Choose(who: You, what: Object(Any), count: Fixed(1), into: 0),
            If(condition: TurnOf(You),
               then: [Choose(who: You, what: Object(Any), count: Fixed(1), into: 2)],
               otherwise: [Choose(who: Opponents, what: Object(Any), count: Fixed(1), into: 2)]),
            Destroy(Chosen(2)), Exile(Chosen(1))]",
    );
    // A mode has its own targets; a delayed ability without any refers to those of its creator.
    same(
        "modes: (of: [
            (targets: [(as: \"it\", what: AnyTarget)], instructions: [Destroy(Target(\"it\"))]),
            (targets: [(what: AnyTarget), (as: \"it\", what: AnyTarget)], instructions: [
                Delay(when: BeginningOf(End, Each), body: (instructions: [Destroy(Target(\"it\"))])),
            ]),
        ])",
        "modes: (of: [
            (targets: [(what: AnyTarget)], instructions: [Destroy(Target(0))]),
            (targets: [(what: AnyTarget), (what: AnyTarget)], instructions: [
                Delay(when: BeginningOf(End, Each), body: (instructions: [Destroy(Target(1))])),
            ]),
        ])",
    );
}

#[test]
fn a_name_that_means_nothing_is_refused_with_its_place_and_the_remedy() {
    let one = "targets: [(as: \"victim\", what: AnyTarget)], ";
    let says = |body: &str, what: &str| {
        let told = refused(body);
        assert!(told.contains(what), "{told}\n{body}");
    };
    says(&format!("{one}instructions: [Destroy(Target(\"victm\"))]"), "did you mean `victim`?");
    says(&format!("{one}instructions: [Destroy(Target(\"spoils\"))]"), "there is `victim`");
    says("instructions: [Destroy(Target(\"spoils\"))]", "name it in `targets`");
    says("targets: [(as: \"a\", what: AnyTarget), (as: \"a\", what: AnyTarget)]", "two targets here are called `a`");
    says("targets: [(as: \"\", what: AnyTarget)]", "empty");
    says("targets: [(as: victim, what: AnyTarget)]", "quotation marks");
    says(&format!("{one}modes: (of: [(instructions: [Destroy(Target(\"victim\"))])])"), "another part of the card");
    says(&format!("{one}instructions: [Destroy(Chosen(\"victim\"))]"), "no choice, but a target");
    let choose = "Choose(who: You, what: Object(Any), count: Fixed(1), into: \"a\")";
    says(&format!("instructions: [{choose}, Destroy(Target(\"a\"))]"), "no target, but a choice");
    says(&format!("instructions: [{choose}, {choose}]"), "already");
    says(&format!("instructions: [{choose}, If(condition: TurnOf(You), then: [{choose}])]"), "already");
    says(&format!("instructions: [{choose}, Destroy(Chosen(\"aa\"))]"), "nothing is chosen into `aa`");
    let granted =
        "Modify(what: This, modifications: [Gain(Static(effect: Restrict(CantBlock(Is(Target(\"victim\"))))))],
                   duration: EndOfTurn)";
    says(&format!("{one}instructions: [{granted}]"), "another part of the card");
    // The error is at the name.
    let told = refused(&format!("{one}\n  instructions: [Destroy(Target(\"nobody\"))]"));
    assert!(told.starts_with("x.ron:2:33: "), "{told}");
}

/// An error keeps its place, even if names before it are longer than numbers, and omitted values
/// shorter.
#[test]
fn errors_stand_where_they_are_in_the_text() {
    let body = "targets: [(as: \"a\", what: Object(WasCast))], instructions: [Destroy(Target(\"a\")), Destry(This)]";
    let text = spell(body);
    let told = read_card("x.ron", &text).expect_err("it is misspelt");
    let at = text.find("Destry").unwrap() + 1;
    assert!((at..=at + "Destry".len()).contains(&told.column), "{told} is not about column {at}");
}

/// A word with only optional operands may stand without parentheses.
#[test]
fn optional_operands_may_be_left_out() {
    for (short, long) in [
        ("Destroy(Each(WasCast))", "Destroy(Each(WasCast(None)))"),
        ("Destroy(Each(WasCast()))", "Destroy(Each(WasCast(None)))"),
        (
            "Put(what: This, into: Hand), Draw(who: You, count: ThisWay(Put))",
            "Put(what: This, into: Hand), Draw(who: You, count: ThisWay(Put, None))",
        ),
        ("ChooseValue(Color)", "ChooseValue(Color([]))"),
        ("Delay(when: ItBecomes, body: ())", "Delay(when: ItBecomes(changes: false), body: ())"),
        (
            "Modify(what: This, modifications: [Gain(Keyword(Flashback))], duration: EndOfTurn)",
            "Modify(what: This, modifications: [Gain(Keyword(Flashback(None)))], duration: EndOfTurn)",
        ),
        (
            "Search(what: Card, count: Fixed(1), into: Hand)",
            "Search(what: Card, count: Fixed(1), reveal: false, into: Hand)",
        ),
    ] {
        let read = |one: &str| read_card("x.ron", &spell(&format!("instructions: [{one}]")));
        let (short, long) =
            (read(short).unwrap_or_else(|it| panic!("{it}")), read(long).unwrap_or_else(|it| panic!("{it}")));
        assert_eq!(short, long);
        let written = write_card(&long).unwrap();
        assert!(!written.contains("None") && !written.contains("false"), "{written}");
        assert_eq!(read_card("y.ron", &written).as_ref(), Ok(&long));
    }
}

/// The canonical text never changes, so that definitions in old logs keep their ids.
#[test]
fn the_canonical_text_says_everything() {
    let card = read_card(
        "x.ron",
        &spell("instructions: [Put(what: This, into: Hand), Draw(who: You, count: ThisWay(Put)), ChooseValue(Color)]"),
    )
    .unwrap();
    let text = crate::card::Definition::Card(card).canonical().unwrap();
    assert!(text.contains("ThisWay(Put,None)") && text.contains("Color([])"), "{text}");
}

/// Removing what is redundant changes no card.
#[test]
fn bundled_cards_are_the_same_without_what_is_needless() {
    for (file, text) in bundled_texts() {
        let short = plain(text);
        assert_eq!(read_card(file, &short), read_card(file, text), "{file}");
        assert_eq!(plain(&short), short, "{file}");
    }
}

/// Bundled cards contain nothing redundant. `UPDATE=1` removes it.
#[test]
fn bundled_cards_say_nothing_needless() {
    let mut wordy = Vec::new();
    for (file, text) in bundled_texts().filter(|(_, text)| plain(text) != *text) {
        wordy.push(file);
        if std::env::var_os("UPDATE").is_some() {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
            std::fs::write(path, plain(text)).unwrap();
        }
    }
    assert!(
        wordy.is_empty() || std::env::var_os("UPDATE").is_some(),
        "what is so if it is left out needn't be said; leave it out with\n\n    \
         UPDATE=1 cargo test -p retrace-card --lib say_nothing_needless\n\nin {wordy:?}"
    );
}

/// The text of a scenario with `plain` applied to its cards.
fn with_plain_cards(text: &str) -> String {
    // The rest may contain maps, which no card does.
    let head = text.split("\n    players:").next().unwrap().split("\n    options:").next().unwrap();
    let tree = parse(&format!("{head})")).expect("what stands before the players is RON");
    let cards = match tree.field("cards").map(|it| &it.form) {
        Some(Form::List(cards)) => cards.as_slice(),
        _ => &[],
    };
    let mut out = text.to_owned();
    for card in cards.iter().rev() {
        out.replace_range(card.span.clone(), &plain(&text[card.span.clone()]));
    }
    out
}

/// Cards in scenarios contain nothing redundant either.
#[test]
fn cards_of_scenarios_say_nothing_needless() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenarios");
    let mut wordy = Vec::new();
    let within = |folder: &std::path::Path| -> Vec<_> {
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    for path in within(&folder).iter().flat_map(|section| within(section)) {
        let text = std::fs::read_to_string(&path).unwrap();
        let short = with_plain_cards(&text);
        if short != text {
            wordy.push(path.file_name().unwrap().to_string_lossy().into_owned());
            if std::env::var_os("UPDATE").is_some() {
                std::fs::write(&path, short).unwrap();
            }
        }
    }
    wordy.sort();
    assert!(
        wordy.is_empty() || std::env::var_os("UPDATE").is_some(),
        "what is so if it is left out needn't be said; leave it out with\n\n    \
         UPDATE=1 cargo test -p retrace-card --lib say_nothing_needless\n\nin {wordy:?}"
    );
}

#[test]
fn every_bundled_card_is_read_as_it_is_written() {
    for card in bundled_cards() {
        let written = write_card(card).unwrap_or_else(|error| panic!("{}: {error}", card.name()));
        assert_eq!(read_card("it", &written).as_ref(), Ok(card), "{written}");
    }
}

/// Texts that aren't RON or are nested endlessly have no tree.
#[test]
fn what_is_no_value_has_no_tree() {
    for text in ["", "(", "Card(", "Card(a:)", "[1, 2", "\"x", "'", "r#\"x\"", "Card() Card()", "/* x", "{}", "é("] {
        assert!(parse(text).is_none(), "{text}");
    }
    for text in ["A", "A( /* b /* c */ */ x: 1, )", "[-1, 'x', '\\'', r#\"a\"b\"#, \"\\\"\"] // end", "((), [[]])"] {
        assert!(parse(text).is_some(), "{text}");
    }
    assert!(parse(&"Not(".repeat(5_000)).is_none());
}
