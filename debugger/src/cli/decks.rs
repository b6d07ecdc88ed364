//! `decks`: checks that deck lists can be read and that a format allows them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Subcommand;
use retrace_core::deck::{Deck, DeckErrors, DeckLine, Format};
use serde_json::{Value, json};

use super::call::{Call, Exit, Failure, complain, print_json};
use crate::session::cards::pool::pool_with;
use crate::session::files::decks::{DeckText, read_deck};

#[derive(Debug, Subcommand)]
pub(super) enum DecksVerb {
    /// Checks deck lists and says what is wrong
    Check {
        /// Deck lists
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The format that decks must obey: freeform, constructed, limited, commander or brawl
        #[arg(long, short, value_name = "FORMAT", default_value_t)]
        format: Format,
        /// A card file, a folder of them, or a pack, for cards that the decks name
        #[arg(long, value_name = "FILE")]
        cards: Vec<PathBuf>,
    },
}

/// Checks deck lists.
pub(super) fn decks(verb: &DecksVerb, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let DecksVerb::Check { files, format, cards } = verb;
    check(files, *format, cards, call)
}

fn check(files: &[PathBuf], format: Format, cards: &[PathBuf], call: &mut Call<'_>) -> Result<Exit, Failure> {
    let pool = pool_with(cards)?;
    let mut exit = Exit::Yes;
    let mut answers: Vec<Value> = Vec::new();
    for path in files {
        let file = path.display().to_string();
        let text = match DeckText::open(path) {
            Ok(text) => text,
            Err(error) => {
                answers.push(json!({ "file": file, "ok": false, "errors": [{ "message": error.to_string() }] }));
                call.out.flush()?;
                exit = exit.max(complain(call.err, &error.to_string()));
                continue;
            }
        };
        match read_deck(&text, format, &pool) {
            Ok(deck) => {
                answers.push(as_json(&deck, format));
                if !call.json {
                    let (cards, side) = (deck.len(), deck.sideboard_len());
                    let side = if side > 0 { format!(" and {side} in the sideboard") } else { String::new() };
                    writeln!(call.out, "ok   {file}: {cards} cards{side} ({format})")?;
                }
            }
            Err(errors) => {
                answers.push(json!({ "file": file, "ok": false, "format": format.word(), "errors": wrong(&errors) }));
                call.out.flush()?;
                for error in &errors.0 {
                    exit = exit.max(complain(call.err, &error.to_string()));
                }
            }
        }
    }
    if call.json {
        print_json(call.out, &Value::Array(answers))?;
    }
    Ok(exit)
}

fn as_json(deck: &Deck, format: Format) -> Value {
    let counted = |lines: &[DeckLine]| {
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        lines.iter().for_each(|line| *counts.entry(line.card.name()).or_default() += line.count);
        json!(counts)
    };
    json!({
        "file": deck.file,
        "ok": true,
        "format": format.word(),
        "cards": deck.len(),
        "deck": counted(&deck.main),
        "commander": counted(&deck.commander),
        "supplement": counted(&deck.supplement),
        "sideboard": counted(&deck.sideboard),
    })
}

fn wrong(errors: &DeckErrors) -> Vec<Value> {
    let one = |error: &retrace_core::deck::DeckError| {
        json!({
            "line": error.line,
            "column": error.column,
            "card": error.card,
            "rule": error.rule.map(|rule| rule.to_string()),
            "message": error.message,
        })
    };
    errors.0.iter().map(one).collect()
}
