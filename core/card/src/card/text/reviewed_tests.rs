//! Compares the rules text of every bundled card with the committed file `reviewed.txt`, so that a
//! review shows each change of wording. `UPDATE=1 cargo test -p retrace-card --lib reviewed`
//! rewrites the file.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test says what went wrong by panicking")]

use std::collections::BTreeSet;
use std::path::Path;

use crate::card::ast::ability::Face;
use crate::card::layout::Card;

use super::super::pool::bundled_cards;
use super::rules_text;

/// The head of the file.
const HEAD: &str = "\
# The rules text that `core/card/src/card/text` writes for each card of `core/card/cards`: a line a card, ` / ` between
# paragraphs, ` // ` between faces. Generated: `UPDATE=1 cargo test -p retrace-card --lib reviewed` writes it anew,
# also after a merge conflict. Read the changed lines in review: each text must say what the card does.
";

/// The maximum number of differing lines that a failure shows.
const SHOWN: usize = 40;

fn line(card: &Card) -> String {
    let text = |face: &Face| rules_text(face).join(" / ");
    let mut faces = card.faces().into_iter();
    let mut line = faces.next().map_or_else(String::new, |face| format!("{}: {}", card.name(), text(face)));
    for face in faces {
        line.push_str(&format!(" // {}: {}", face.name, text(face)));
    }
    line.trim_end().replace('\n', " ")
}

fn written() -> String {
    let mut lines: Vec<String> = bundled_cards().iter().map(line).collect();
    lines.sort();
    format!("{HEAD}\n{}\n", lines.join("\n"))
}

#[test]
fn the_reviewed_texts_are_those_written_now() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/card/text/reviewed.txt");
    let written = written();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, written).unwrap();
        return;
    }
    let reviewed = std::fs::read_to_string(&file).unwrap();
    let (before, now): (BTreeSet<&str>, BTreeSet<&str>) = (reviewed.lines().collect(), written.lines().collect());
    let mut differences: Vec<(&str, char)> = before.difference(&now).map(|line| (*line, '-')).collect();
    differences.extend(now.difference(&before).map(|line| (*line, '+')));
    // Keep the old and new lines of a card together.
    differences.sort_by_key(|(line, sign)| (line.split(':').next(), *sign != '-'));
    if differences.is_empty() && reviewed == written {
        return;
    }
    let shown: Vec<String> = differences.iter().take(SHOWN).map(|(line, sign)| format!("{sign} {line}")).collect();
    let more = differences.len().saturating_sub(SHOWN);
    panic!(
        "the texts of bundled cards differ from core/card/src/card/text/reviewed.txt ({} lines, {more} more than shown):\n\
         {}\nif they are right, write the file anew: UPDATE=1 cargo test -p retrace-card --lib reviewed",
        differences.len(),
        shown.join("\n"),
    );
}
