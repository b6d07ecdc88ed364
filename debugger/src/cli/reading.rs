//! `cards read`: cards from their printed texts.

use std::fs;
use std::io::{Read, stdin};
use std::path::{Path, PathBuf};

use retrace_core::card::file::write_card;
use retrace_core::card::read::{NotRead, Printed, Unread, Why, read_printed};
use serde_json::{Value, json};

use super::call::{Call, Exit, Failure, print_json};

/// The number of things that could have stood at a place that are named.
const NAMED: usize = 8;

/// Reads printed cards: those of which everything is understood as card files, the others with the
/// place that is not.
///
/// # Errors
/// A file that cannot be read, or a line of it that is no JSON object.
pub(super) fn read(files: &[PathBuf], name: Option<&str>, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let mut printed = Vec::new();
    for path in files {
        printed.extend(cards_of(path)?);
    }
    if let Some(name) = name {
        printed.retain(|card| card.name.eq_ignore_ascii_case(name));
    }
    if printed.is_empty() {
        return Err(Failure::Told("there is no printed card to read".to_owned()));
    }
    let several = printed.len() > 1;
    let (mut read, mut refused) = (Vec::new(), Vec::new());
    for card in &printed {
        match read_printed(card) {
            Ok(it) => read.push(it),
            Err(why) => refused.push((card, why)),
        }
    }
    let exit = if refused.is_empty() { Exit::Yes } else { Exit::No };
    if call.json {
        let read: Vec<&str> = read.iter().map(|card| card.name()).collect();
        let refused: Vec<Value> = refused.iter().map(|(card, why)| as_json(card, why)).collect();
        print_json(call.out, &json!({ "cards": printed.len(), "read": read, "refused": refused }))?;
        return Ok(exit);
    }
    for card in &read {
        let text = write_card(card).map_err(|error| Failure::Told(error.to_string()))?;
        write!(call.out, "{text}")?;
    }
    for (card, why) in &refused {
        write!(call.err, "{}", told(card, why))?;
    }
    if several {
        writeln!(call.err, "{} of {} cards are read", read.len(), printed.len())?;
    }
    Ok(exit)
}

/// The printed cards of a file, or of what is typed.
fn cards_of(path: &Path) -> Result<Vec<Printed>, Failure> {
    let told = |why: String| Failure::Told(format!("{}{why}", path.display()));
    let mut text = String::new();
    if path == Path::new("-") {
        stdin().read_to_string(&mut text).map_err(|error| told(format!(": it cannot be read: {error}")))?;
    } else {
        text = fs::read_to_string(path).map_err(|error| told(format!(": it cannot be read: {error}")))?;
    }
    if !text.trim_start().starts_with('{') {
        let lines: Vec<&str> = text.lines().collect();
        let cards = lines.split(|line| line.trim().is_empty()).filter(|card| !card.is_empty());
        return Ok(cards.map(|card| Printed::pasted(&card.join("\n"))).collect());
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(line, text)| {
            serde_json::from_str(text).map_err(|error| told(format!(":{}: it is no printed card: {error}", line + 1)))
        })
        .collect()
}

/// The kind of a refusal, as one word.
fn kind(why: &NotRead) -> &'static str {
    match why {
        NotRead::Fact(..) => "fact",
        NotRead::Meaningless(_) => "meaningless",
        NotRead::Text(unread) => match unread.why {
            Why::Unknown => "phrase",
            Why::Ambiguous => "ambiguous",
            Why::TooMuch => "too-much",
        },
    }
}

fn as_json(card: &Printed, why: &NotRead) -> Value {
    let mut said = json!({ "name": card.name, "kind": kind(why), "why": why.to_string() });
    if let NotRead::Text(unread) = why {
        said["phrase"] = json!(phrase(&card.text, unread));
        said["from"] = json!(unread.from);
        said["to"] = json!(unread.to);
        said["expected"] = json!(unread.expected);
    }
    said
}

/// The words of a text at which reading stopped.
fn phrase<'t>(text: &'t str, unread: &Unread) -> &'t str {
    text.get(unread.from..unread.to).unwrap_or_default()
}

/// Why a card is not read, with the line that is not understood and a mark under its words.
fn told(card: &Printed, why: &NotRead) -> String {
    let mut said = format!("{}: {why}\n", card.name);
    let NotRead::Text(unread) = why else { return said };
    let before = card.text.get(..unread.from).unwrap_or_default();
    let line = &card.text[before.rfind('\n').map_or(0, |end| end + 1)..];
    let line = line.lines().next().unwrap_or_default();
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count();
    if unread.is_ambiguous() {
        said.push_str(&format!("    {line}\n"));
        unread.expected.iter().for_each(|reading| said.push_str(&format!("    either: {reading}\n")));
        return said;
    }
    if unread.why == Why::TooMuch {
        return said;
    }
    let width = phrase(&card.text, unread).chars().count().max(1);
    said.push_str(&format!("    {line}\n    {}{}\n", " ".repeat(column), "^".repeat(width)));
    let more = unread.expected.len().saturating_sub(NAMED);
    let named = unread.expected.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    if !named.is_empty() {
        said.push_str(&format!("    here could stand: {named}{more}\n"));
    }
    said
}
