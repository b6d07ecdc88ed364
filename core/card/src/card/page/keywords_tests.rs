//! `docs/keywords.md`: the keyword actions and keyword abilities of the rule book, with what shows
//! that they are there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use crate::card::pool::bundled_cards;
use crate::card::words::term::{Term, as_};
use crate::card::{Ability, Card, Instruction, Keyword};
use crate::message::keywords::{ABILITIES, ACTIONS, OTHERWISE_SAID, rule_of};

/// The most cards that a row names.
const CARDS: usize = 3;

/// The page matches the cards and scenarios. `UPDATE=1` writes it.
#[test]
fn keywords_page_is_what_there_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (file, page) = (root.join("docs/keywords.md"), page(&root));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &page).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        written == page,
        "docs/keywords.md is not what there is. Write it anew:\n\n    \
         UPDATE=1 cargo test -p retrace-card --lib keywords_page"
    );
}

/// What the bundled cards say of a keyword.
#[derive(Default)]
struct Said {
    cards: BTreeSet<String>,
    /// Whether it stands for something, if one of them says it at its top level.
    expands: Option<bool>,
}

fn page(root: &Path) -> String {
    let said = said();
    let mut page = String::from(HEAD);
    let numbers = scenarios(root);
    for (title, all) in [("Keyword abilities (CR 702)", &ABILITIES[..]), ("Keyword actions (CR 701)", &ACTIONS[..])] {
        let known: Vec<&str> = Keyword::words().chain(OTHERWISE_SAID).collect();
        let is_there = |name: &str| said.contains_key(name) || known.contains(&name);
        let there = all.iter().filter(|(name, _)| is_there(name)).count();
        let _ = write!(page, "\n## {title}\n\n{there} of {} are there.\n\n{ROWS}", all.len());
        for (name, rule) in all {
            let rule = rule.to_string();
            if !is_there(name) {
                let _ = writeln!(page, "| {name} | {rule} | missing | | |");
                continue;
            }
            let nothing = Said::default();
            let of = said.get(name).unwrap_or(&nothing);
            let how = match of.expands {
                Some(true) => "expands",
                _ => "machinery",
            };
            let cards: Vec<&str> = of.cards.iter().take(CARDS).map(String::as_str).collect();
            let count = numbers.get(&rule).copied().unwrap_or_default();
            let _ = writeln!(page, "| {name} | {rule} | {how} | {} | {count} |", cards.join("; "));
        }
    }
    page
}

const HEAD: &str = "# Keywords\n\n\
    Look here which keywords of the rule book are there, and what shows it. *Expands* means that a\n\
    keyword stands for ordinary abilities or instructions, which the inspector shows; *machinery*,\n\
    that the rules know it themselves. A row names at most three cards that say the keyword. The\n\
    scenarios are those named for the rule: `cargo test -p retrace-core --test scenarios -- cr_702_83`.\n\n\
    This page is written by a test: `UPDATE=1 cargo test -p retrace-card --lib keywords_page`.\n";

const ROWS: &str = "| keyword | rule | how | cards | scenarios |\n|---|---|---|---|---|\n";

/// What the bundled cards say, by the names of the keywords.
fn said() -> BTreeMap<&'static str, Said> {
    let mut said: BTreeMap<&'static str, Said> = BTreeMap::new();
    for card in bundled_cards() {
        let Card::Card(face) = card else {
            names(card, card.name(), &mut said);
            continue;
        };
        names(card, &face.name, &mut said);
        for ability in &face.abilities {
            if let Ability::Keyword(keyword) = ability
                && let Some((name, _)) = rule_of(keyword.word())
            {
                said.entry(name).or_default().expands = Some(expands(keyword));
            }
        }
    }
    said
}

/// Notes the keywords that a card says anywhere in its text.
fn names(card: &Card, name: &str, said: &mut BTreeMap<&'static str, Said>) {
    card.node().each_word(&mut |word| {
        let said_as = match (word.of, word.name) {
            ("TriggerEvent", "PlaneswalksTo" | "PlaneswalksAway") => "planeswalk",
            ("TriggerEvent", "SetsInMotion") => "set in motion",
            ("StaticEffect", "MayExert") | ("Cost", "ExertThis") => "exert",
            ("Keyword" | "Instruction", name) => name,
            _ => return,
        };
        if let Some((keyword, _)) = rule_of(said_as) {
            let of = said.entry(keyword).or_default();
            of.cards.insert(name.to_owned());
            if as_::<Instruction>(word.term).is_some_and(|it| it.keyword_action().is_some()) {
                of.expands = Some(true);
            }
        }
    });
}

/// Whether a keyword ability stands for anything.
fn expands(keyword: &Keyword) -> bool {
    !keyword.effects().is_empty()
        || !keyword.triggered().is_empty()
        || keyword.activated().is_some()
        || keyword.spell().is_some()
        || keyword.permission(None).is_some()
}

/// The number of scenarios named for each rule.
fn scenarios(root: &Path) -> BTreeMap<String, usize> {
    let mut numbers = BTreeMap::new();
    for section in ["701", "702"] {
        let folder = std::fs::read_dir(root.join("tests/scenarios").join(section)).unwrap();
        for file in folder {
            let name = file.unwrap().file_name().to_string_lossy().into_owned();
            let mut parts = name.trim_start_matches("cr_").split('_');
            let (chapter, rule) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            let rule = rule.trim_end_matches(|c: char| c.is_ascii_lowercase());
            *numbers.entry(format!("{chapter}.{rule}")).or_default() += 1;
        }
    }
    numbers
}
