//! `cards words "a sentence"`: how a sentence is read, row by row.

use std::io::Write;

use retrace_core::card::file::write_abilities;
use retrace_core::card::lexicon;
use retrace_core::card::read::{NearRow, NotRead, Phrase, Traced, TracedReading, Wording, paragraphs, trace};
use serde_json::{Value, json};

use super::call::{Exit, Failure, print_json};
use super::reading;

/// Whether what is looked for is a sentence of a card, and no words to search for.
pub(super) fn is_sentence(text: &str) -> bool {
    let text = text.trim();
    if !text.contains(char::is_whitespace) {
        return false;
    }
    if text.contains(['.', ',', ':', ';', '~', '{', '"', '—']) {
        return true;
    }
    let found = lexicon::search(text);
    // "First strike" is a word of two; "draw a card" says something, too.
    let is_named = found.iter().any(|it| it.by_name);
    !is_named && (found.iter().all(|it| !it.whole) || !trace(text, None).readings.is_empty())
}

/// Shows which rows of wording read a sentence, or where it is not understood and which rows came
/// nearest. The exit code is 1 if it has not exactly one reading.
///
/// # Errors
/// A text of several paragraphs.
pub(super) fn sentence(text: &str, name: Option<&str>, json: bool, out: &mut dyn Write) -> Result<Exit, Failure> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let text = lines.join("\n");
    let mut said = paragraphs(&text);
    let Some(paragraph) = said.next() else {
        return Err(Failure::Told("there is no sentence: give one after `retrace cards words`".to_owned()));
    };
    if let Some(second) = said.next() {
        let remedy = "give one at a time, or the whole card to `retrace cards read`";
        return Err(Failure::Told(format!("“{second}” begins a second paragraph: {remedy}")));
    }
    let traced = trace(&paragraph.replace('\n', " "), name);
    let exit = if traced.unread.is_none() { Exit::Yes } else { Exit::No };
    if json {
        print_json(out, &as_json(&traced)?)?;
        return Ok(exit);
    }
    if traced.readings.iter().any(|it| it.abilities.is_empty()) {
        writeln!(out, "{}\n\nhas no meaning: what stands in parentheses reminds of rules", traced.text)?;
        return Ok(exit);
    }
    let host = if traced.of_a_spell { "what a spell does" } else { "an ability of a permanent" };
    writeln!(out, "{}", traced.text)?;
    match traced.readings.len() {
        0 => {}
        1 => writeln!(out, "\nis read as {host}:")?,
        several => writeln!(out, "\ncan be read as {host} in {several} ways, so it is refused on a card:")?,
    }
    for (index, reading) in traced.readings.iter().enumerate() {
        if traced.readings.len() > 1 {
            writeln!(out, "\nReading {}:", index + 1)?;
            let said = traced.unread.as_ref().and_then(|unread| unread.expected.get(index));
            said.map_or(Ok(()), |said| writeln!(out, "{said}"))?;
        }
        print_reading(out, &traced.text, reading)?;
    }
    if let Some(unread) = traced.unread.as_ref().filter(|_| traced.readings.is_empty()) {
        if let Some(under) = reading::under(&traced.text, unread) {
            writeln!(out, "{under}")?;
        }
        writeln!(out, "\n{}", NotRead::Text(unread.clone()))?;
        if let Some(could) = reading::could_stand(unread) {
            writeln!(out, "{could}")?;
        }
        print_nearest(out, &traced)?;
    }
    Ok(exit)
}

fn print_reading(out: &mut dyn Write, text: &str, reading: &TracedReading) -> Result<(), Failure> {
    writeln!(out)?;
    for ability in written(reading)? {
        for line in ability.lines() {
            writeln!(out, "    {line}")?;
        }
    }
    if reading.phrases.is_empty() {
        writeln!(out, "\nwithout a row: the reader itself knows such a keyword")?;
        return Ok(());
    }
    writeln!(out, "\nby these rows:\n")?;
    for phrase in &reading.phrases {
        let indent = " ".repeat(4 + 2 * phrase.depth);
        let said = said(text, phrase);
        match &phrase.row {
            Some(row) => {
                writeln!(out, "{indent}{}: “{said}”", phrase.category)?;
                writeln!(out, "{indent}    {} => \"{}\"", row.term, row.words)?;
                writeln!(out, "{indent}    {}:{}", row.file, row.line)?;
            }
            None => writeln!(out, "{indent}{}: “{said}” (no row; the reader knows it)", phrase.category)?,
        }
    }
    Ok(())
}

fn print_nearest(out: &mut dyn Write, traced: &Traced) -> Result<(), Failure> {
    if traced.nearest.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nThe nearest rows, and what each expects there:\n")?;
    for near in &traced.nearest {
        writeln!(out, "    {}: “{} …” then {}", near.category, before(traced, near), near.expected)?;
        writeln!(out, "        {} => \"{}\"", near.row.term, near.row.words)?;
        writeln!(out, "        {}:{}", near.row.file, near.row.line)?;
    }
    Ok(())
}

/// The words of a phrase.
fn said<'t>(text: &'t str, phrase: &Phrase) -> &'t str {
    text.get(phrase.from..phrase.to).unwrap_or_default()
}

/// What of the text a row has read.
fn before<'t>(traced: &'t Traced, near: &NearRow) -> &'t str {
    let stopped = traced.unread.as_ref().map_or(0, |unread| unread.from);
    traced.text.get(near.from..stopped).unwrap_or_default().trim_end()
}

fn written(reading: &TracedReading) -> Result<Vec<String>, Failure> {
    write_abilities(&reading.abilities).map_err(|error| Failure::Told(error.to_string()))
}

fn as_json(traced: &Traced) -> Result<Value, Failure> {
    let row = |it: &Wording| json!({ "words": it.words, "term": it.term, "file": it.file, "line": it.line });
    let phrase = |phrase: &Phrase| {
        json!({
            "category": phrase.category,
            "said": said(&traced.text, phrase),
            "from": phrase.from,
            "to": phrase.to,
            "depth": phrase.depth,
            "row": phrase.row.as_ref().map(row),
        })
    };
    let mut readings = Vec::new();
    for reading in &traced.readings {
        let phrases: Vec<Value> = reading.phrases.iter().map(phrase).collect();
        readings.push(json!({ "abilities": written(reading)?, "phrases": phrases }));
    }
    let near = |near: &NearRow| {
        let mut said = row(&near.row);
        said["category"] = json!(near.category);
        said["read"] = json!(before(traced, near));
        said["expected"] = json!(near.expected);
        said
    };
    let unread = traced.unread.as_ref().map(|unread| reading::refusal(&traced.text, &NotRead::Text(unread.clone())));
    Ok(json!({
        "sentence": traced.text,
        "of_a_spell": traced.of_a_spell,
        "readings": readings,
        "not_read": unread,
        "nearest": traced.nearest.iter().map(near).collect::<Vec<_>>(),
    }))
}
