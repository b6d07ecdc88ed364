use std::collections::BTreeSet;
use std::path::Path;

use crate::card::lexicon::*;
use crate::card::written::{At, Visitor, parse, walk_as};

use super::example;
use super::{page, write};

/// The page matches the declarations. `UPDATE=1` writes the page.
///
/// The order of entries, the index and the examples are not compared, so that two branches with new
/// words merge.
#[test]
fn card_words_page_is_what_is_declared() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/card-words.md");
    let page = page();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &page).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    let (now, then) = (entries(&page), entries(&written));
    let missing: Vec<_> = now.difference(&then).take(3).collect();
    let stale: Vec<_> = then.difference(&now).take(3).collect();
    assert!(
        missing.is_empty() && stale.is_empty(),
        "docs/card-words.md is not what the declarations say. Write it anew:\n\n    \
         UPDATE=1 cargo test -p retrace-card --lib card_words\n\nMissing: {missing:#?}\nStale: {stale:#?}"
    );
}

/// The paragraphs and items of a page after its index, without the examples: the shortest use of a
/// word changes with the cards.
fn entries(page: &str) -> BTreeSet<String> {
    let after = page.split("\n## Kinds of words\n").nth(1).unwrap_or_default();
    let mut entries: Vec<String> = Vec::new();
    let mut open = false;
    for line in after.lines() {
        if line.trim_start().starts_with(write::EXAMPLE) {
            entries.push(line.trim_start().to_owned());
        } else if open && (line.starts_with([' ', '`', '*']) || line.starts_with(char::is_alphanumeric)) {
            if let Some(last) = entries.last_mut() {
                last.push('\n');
                last.push_str(line);
            }
        } else {
            entries.push(line.to_owned());
        }
        open = !line.is_empty();
    }
    entries.into_iter().filter(|it| !it.starts_with(write::EXAMPLE)).collect()
}

/// Words without operands have examples too, in the context of a parent.
#[test]
fn words_without_operands_are_shown_in_use() {
    let page = page();
    let part = |kind: &str| page.split(&format!("\n## {kind}\n")).nth(1).unwrap().split("\n## ").next().unwrap();
    for (kind, word) in [("Filter", "Attacking"), ("TurnStep", "Upkeep"), ("Color", "Black"), ("Objects", "ThatObject")]
    {
        let shown =
            part(kind).split(write::EXAMPLE).skip(1).any(|it| it.split('`').nth(1).is_some_and(|it| it.contains(word)));
        let alone = kind == "Color" && part(kind).contains(write::EXAMPLE);
        assert!(shown || alone, "{kind}.{word}");
    }
}

/// Every operand has a known kind, so that the table is complete.
#[test]
fn every_kind_that_is_named_is_there() {
    fn check(what: &What, word: &Word) {
        match what {
            What::One("number" | "text" | "bool" | "mana" | "subtype" | "keyword") => {}
            What::One(name) => assert!(kind(name).is_some(), "`{name}` in `{}` is no kind of words", word.name),
            What::List(inner) => check(inner, word),
            What::Tuple(parts) => parts.iter().for_each(|it| check(it, word)),
        }
    }
    assert!(kind("Instruction").is_some_and(|it| it.words.len() > 80));
    words().for_each(|(_, word)| word.operands.iter().for_each(|it| check(&it.what, word)));
}

/// Every word with operands has a doc comment.
#[test]
fn words_say_what_they_mean() {
    let silent = |word: &&Word| !word.operands.is_empty() && word.about.is_empty();
    let silent: Vec<&str> = words().map(|(_, word)| word).filter(silent).map(|word| word.name).collect();
    assert!(silent.is_empty(), "no doc comment: {silent:?}");
}

#[test]
fn search_finds_by_name_by_what_players_say_and_by_meaning() {
    let first = |wanted: &str| {
        let found = search(wanted);
        found.iter().take(3).map(|it| format!("{}.{}", it.kind.name, it.word.name)).collect::<Vec<_>>()
    };
    assert!(first("sacrifice").contains(&"Instruction.Sacrifice".to_owned()), "{:?}", first("sacrifice"));
    assert!(first("enters with counters").contains(&"Instead.EnterWithCounters".to_owned()));
    assert!(first("tutor").contains(&"Instruction.Search".to_owned()));
    assert!(search("cleanup step").iter().any(|it| it.word.name == "EndOfTurn"));
    assert!(first("any number of").contains(&"Instruction.Choose".to_owned()), "{:?}", first("any number of"));
    // The kind of a word is part of what it is called, and a sentence need not be in these words.
    assert!(first("cast trigger").contains(&"TriggerEvent.Casts".to_owned()), "{:?}", first("cast trigger"));
    assert!(first("attacked last turn").contains(&"Filter.LastTurn".to_owned()));
    let attacked = search("attacked quickly this turn");
    assert!(attacked.iter().all(|it| !it.whole), "no word says all of it");
    assert!(attacked.iter().take(8).any(|it| it.word.name == "AttackedThisTurn"), "{attacked:?}");
    assert!(search("xyzzy plugh creature").is_empty(), "most of it means nothing");
    assert!(search("xyzzy").is_empty());
}

/// A misspelt word is said of nothing, in any inflection of the others.
#[test]
fn what_a_card_could_say_is_known_from_what_none_says() {
    for said in ["kicker", "draw a card", "Sacrifices a creature", "flashback", "Mutate"] {
        assert!(is_said(said), "{said}");
    }
    for misspelt in ["kickr", "drwa a card", "sacrifice a craeture", "", "a"] {
        assert!(!is_said(misspelt), "{misspelt}");
    }
}

/// `docs/card-format.md` says that nobody writes it.
#[test]
fn no_example_says_none() {
    for (kind, word) in kinds().iter().flat_map(|kind| kind.words.iter().map(move |word| (kind, word))) {
        let text = example(kind, word).map(|it| it.text).unwrap_or_default();
        let none = text.split(|it: char| !it.is_alphanumeric()).any(|word| word == "None");
        assert!(!none, "{}.{}: {text}", kind.name, word.name);
    }
}

#[test]
fn a_misspelt_word_has_a_nearest_one_of_its_kind() {
    assert_eq!(nearest("Instruction", "Sacrifise").first(), Some(&"Sacrifice"));
    assert_eq!(nearest("Filter", "Creature"), Vec::<&str>::new());
    assert_eq!(nearest("Keyword", "Firststrike").first(), Some(&"FirstStrike"));
    assert_eq!(kinds_of("Attacks"), ["TriggerEvent"]);
    let search = kind("Instruction").and_then(|it| it.word("Search")).unwrap();
    assert_eq!(nearest_field(search, "reveals").first(), Some(&"reveal"));
}

#[test]
fn defaults_are_told_as_a_card_would_say_them() {
    let default = |kind: &str, word: &str, field: &str| {
        let word = crate::card::lexicon::kind(kind).and_then(|it| it.word(word)).unwrap();
        word.fields().iter().find(|it| it.name == field).unwrap().if_left_out()
    };
    assert_eq!(default("TargetSpec", "TargetSpec", "min"), Some("1"));
    assert_eq!(default("Ability", "Triggered", "zone"), Some("Battlefield"));
    assert_eq!(default("Objects", "TopUntil", "count"), Some("Fixed(1)"));
    assert_eq!(default("Instruction", "Put", "place"), Some("Top"));
    assert_eq!(default("Instruction", "Sacrifice", "who"), None);
    assert_eq!(default("Instruction", "Draw", "who"), Some("You"));
    assert_eq!(default("Instruction", "Draw", "count"), Some("Fixed(1)"));
    assert_eq!(default("Instruction", "DealDamage", "source"), Some("This"));
    assert_eq!(default("Would", "Move", "from"), Some("nothing"));
}

/// The examples by hand use their word.
#[test]
fn examples_use_their_words() {
    struct Uses(&'static str, &'static str, bool);
    impl<'a> Visitor<'a> for Uses {
        fn enter(&mut self, at: At<'a>) {
            self.2 |= at.kind.name == self.0 && at.word.name == self.1;
        }
    }
    for (kind, word) in words().filter(|(_, word)| word.is_for_cards()) {
        let Some(example) = example(kind, word) else { continue };
        let tree = parse(&example.text).unwrap_or_else(|| panic!("{}", example.text));
        let mut uses = Uses(kind.name, word.name, false);
        kinds().iter().for_each(|kind| walk_as(kind.name, &tree, &mut uses));
        assert!(uses.2, "`{}` does not use {}.{}", example.text, kind.name, word.name);
    }
}

#[test]
fn every_word_has_an_example() {
    let without = words().filter(|(kind, word)| word.is_for_cards() && example(kind, word).is_none());
    let without: Vec<String> = without.map(|(kind, word)| format!("{}.{}", kind.name, word.name)).collect();
    assert!(
        without.is_empty(),
        "no bundled card uses {without:?}; give an example in core/card/src/card/page/by_hand.rs"
    );
}
