//! The table of `docs/cards.md`: the bundled cards, with what each is there to exercise. A card
//! file begins with it, as a comment; `(unchecked)` on a line of its own says that its facts were
//! compared with nothing.

use std::path::Path;

use crate::card::file::parse_card;
use crate::card::pool::bundled_texts;

const HEADING: &str = "## The cards\n\n";
const UNCHECKED: &str = "(unchecked)";

/// The table matches the card files. `UPDATE=1` writes it.
#[test]
fn cards_page_is_what_there_is() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cards.md");
    let page = std::fs::read_to_string(&file).unwrap();
    let (before, after) = page.split_once(HEADING).unwrap();
    let end = after.find("\n## ").unwrap();
    let now = format!("{before}{HEADING}{}{}", table(), &after[end..]);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &now).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(
        written == now,
        "the table of docs/cards.md is not what the card files say. Write it anew:\n\n    \
         UPDATE=1 cargo test -p retrace-card --lib cards_page"
    );
}

fn table() -> String {
    let mut rows: Vec<(String, String)> = bundled_texts().map(|(path, text)| row(path, text)).collect();
    rows.sort();
    let rows: String = rows.into_iter().map(|(_, row)| row).collect();
    format!("| card | what it is there to exercise | facts |\n|---|---|---|\n{rows}")
}

/// The name of a card, and its row.
fn row(path: &str, text: &str) -> (String, String) {
    let said: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("// ")).collect();
    let facts = if said.contains(&UNCHECKED) { "unchecked" } else { "checked" };
    let exercises: Vec<&str> = said.into_iter().filter(|line| *line != UNCHECKED).collect();
    assert!(!exercises.is_empty(), "{path}: begin with a comment that says what the card is there to exercise");
    let name = parse_card(path, text).unwrap().name().to_owned();
    let row = format!("| {name} | {} | {facts} |\n", exercises.join(" "));
    (name, row)
}
