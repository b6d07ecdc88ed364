//! `cards words`: the words of the card language.

use std::io::Write;

use retrace_core::card::lexicon::{self, Found, Kind, Operand, Word};
use retrace_core::card::page;
use serde_json::{Value, json};

use super::call::{Exit, Failure, print_json};
use super::wording;

/// The width of a line.
const WIDTH: usize = 100;

/// With more results than this, each word gets only one line.
const MOST_IN_FULL: usize = 12;

/// Prints the words that match a search, or the kinds of words.
pub(super) fn words(search: &[String], name: Option<&str>, json: bool, out: &mut dyn Write) -> Result<Exit, Failure> {
    let wanted = search.join(" ");
    if name.is_none() && wanted.trim().is_empty() {
        return kinds(json, out);
    }
    if name.is_some() || wording::is_sentence(&wanted) {
        return wording::sentence(&wanted, name, json, out);
    }
    let found = lexicon::search(&wanted);
    if found.is_empty() {
        let near = lexicon::like(&wanted);
        let near = if near.is_empty() { ";".to_owned() } else { format!("; did you mean {}?", near.join(" or ")) };
        let remedy = "`retrace cards words` lists the kinds of words";
        return Err(Failure::Told(format!("nothing on a card is called or means “{wanted}”{near} {remedy}")));
    }
    if json {
        print_json(out, &found.iter().map(|it| as_json(it.kind, it.word)).collect())?;
        return Ok(Exit::Yes);
    }
    if found.iter().all(|it| !it.whole) {
        writeln!(out, "No word says all of “{}”; these come nearest:\n", wanted.trim())?;
    }
    let exact = |it: &&Found| it.word.name.eq_ignore_ascii_case(wanted.trim());
    let named = found.iter().filter(|it| it.by_name).count();
    let whole: Vec<&Found> = match named {
        0 if found.len() <= MOST_IN_FULL / 2 => found.iter().collect(),
        0 => Vec::new(),
        few if few <= MOST_IN_FULL => found.iter().filter(|it| it.by_name).collect(),
        _ => found.iter().filter(exact).collect(),
    };
    for it in &whole {
        print_word(out, it.kind, it.word)?;
    }
    let rest: Vec<&Found> =
        found.iter().filter(|it| !whole.iter().any(|whole| std::ptr::eq(whole.word, it.word))).collect();
    if !rest.is_empty() && !whole.is_empty() {
        writeln!(out, "See also:\n")?;
    }
    print_lines(out, &rest)?;
    Ok(Exit::Yes)
}

fn kinds(json: bool, out: &mut dyn Write) -> Result<Exit, Failure> {
    let kinds = lexicon::kinds();
    if json {
        let words = |kind: &Kind| {
            kind.words.iter().filter(|word| word.is_for_cards()).map(|word| word.name).collect::<Vec<_>>()
        };
        let told = |kind: &Kind| json!({ "kind": kind.name, "about": kind.about, "words": words(kind) });
        print_json(out, &kinds.iter().map(told).collect())?;
        return Ok(Exit::Yes);
    }
    writeln!(out, "Kinds of words that a card is written with. `retrace cards words KIND` lists the words of one,")?;
    writeln!(out, "`retrace cards words sacrifice` finds words by name, meaning, or what players call it.\n")?;
    let width = kinds.iter().map(|kind| kind.name.len()).max().unwrap_or(0);
    for kind in kinds {
        let about = page::first_sentence(kind.about);
        print_wrapped(out, &format!("{:width$}  {about}", kind.name), width + 2)?;
    }
    Ok(Exit::Yes)
}

/// Prints a word as an entry: its form, its meaning, its fields and an example.
fn print_word(out: &mut dyn Write, kind: &Kind, word: &Word) -> Result<(), Failure> {
    if kind.is_struct {
        writeln!(out, "{}  (a group of fields)", word.name)?;
    } else {
        writeln!(out, "{}  ({})", word.name, kind.name)?;
    }
    if !word.operands.is_empty() && !kind.is_struct {
        print_wrapped(out, &format!("    {}", word.form()), 8)?;
    }
    if !word.about.is_empty() {
        writeln!(out)?;
        for line in word.about.lines() {
            print_wrapped(out, &format!("    {line}"), 4)?;
        }
    }
    print_fields(out, word.fields())?;
    if let Some(example) = page::example(kind, word) {
        let from = if example.card.is_empty() { String::new() } else { format!(", from {}", example.card) };
        writeln!(out, "\n    Example{from}:")?;
        print_wrapped(out, &format!("        {}", example.text), 12)?;
    }
    writeln!(out)?;
    Ok(())
}

fn print_fields(out: &mut dyn Write, fields: &[Operand]) -> Result<(), Failure> {
    let fields: Vec<&Operand> = fields.iter().filter(|field| field.is_told()).collect();
    if fields.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    let holds: Vec<String> = fields.iter().map(|field| field.what.to_string()).collect();
    let names = fields.iter().map(|field| field.name.len()).max().unwrap_or(0);
    let width = holds.iter().map(|it| it.chars().count()).max().unwrap_or(0);
    for (field, holds) in fields.iter().zip(holds) {
        let default = match field.if_left_out() {
            None => String::new(),
            Some("nothing" | "()") => " (may be left out)".to_owned(),
            Some(value) => format!(" ({value} if left out)"),
        };
        let line = format!("      {:names$}  {holds:width$}  {}{default}", field.name, field.about);
        print_wrapped(out, &line, 6 + names + 2 + width + 2)?;
    }
    Ok(())
}

/// Prints words on one line each.
fn print_lines(out: &mut dyn Write, found: &[&Found]) -> Result<(), Failure> {
    let called = |it: &Found| {
        if it.kind.is_struct { it.word.name.to_owned() } else { format!("{} ({})", it.word.name, it.kind.name) }
    };
    let width = found.iter().map(|it| called(it).len()).max().unwrap_or(0);
    for it in found {
        print_wrapped(out, &format!("{:width$}  {}", called(it), page::first_sentence(it.word.about)), width + 2)?;
    }
    Ok(())
}

/// Prints a line, wrapped if it is too long, with continuation lines indented.
fn print_wrapped(out: &mut dyn Write, line: &str, indent: usize) -> Result<(), Failure> {
    // The columns at the beginning of a line are kept.
    let start = line.len() - line.trim_start().len();
    let columns = line.char_indices().nth(indent).map_or(start, |(at, _)| at);
    let (columns, text) = line.split_at(columns.max(start).min(line.len()));
    let mut now = columns.to_owned();
    for (place, word) in text.split(' ').enumerate() {
        if place > 0 && now.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(out, "{}", now.trim_end())?;
            now = " ".repeat(indent);
        } else if place > 0 {
            now.push(' ');
        }
        now.push_str(word);
    }
    writeln!(out, "{}", now.trim_end())?;
    Ok(())
}

fn as_json(kind: &Kind, word: &Word) -> Value {
    let field = |field: &Operand| {
        json!({
            "name": field.name,
            "holds": field.what.to_string(),
            "about": field.about,
            "required": field.default.is_none(),
            "if_left_out": field.if_left_out(),
        })
    };
    let example = page::example(kind, word);
    json!({
        "word": word.name,
        "kind": kind.name,
        "form": word.form(),
        "about": word.about,
        "rules": word.rules(),
        "fields": word.fields().iter().map(field).collect::<Vec<_>>(),
        "example": example.map(|it| json!({ "card": it.card, "text": it.text })),
    })
}
