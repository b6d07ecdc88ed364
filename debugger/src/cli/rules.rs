//! `rule`: shows a rule from the text the user gives, or compares a text with the edition; no text
//! is bundled.

use std::path::{Path, PathBuf};

use clap::Args;
use retrace_core::rule::EDITION;
use serde_json::json;

use super::call::{Call, Exit, Failure, print_json, told};
use retrace_session::Rulebook;
use retrace_session::base::rulebook::{Coverage, Number};

/// A rule.
#[derive(Clone, Debug, Args)]
pub(super) struct RuleArguments {
    /// The number of a section (508), a rule (508.1) or a subrule (508.1d)
    pub(super) number: Option<String>,
    /// Instead, lists the rules of this text that are found, missing, in no edition known here, or
    /// there twice; exit code 1 unless the text is complete
    #[arg(long, value_name = "FILE", conflicts_with = "number")]
    pub(super) check: Option<PathBuf>,
}

/// Shows a rule with its parts, or compares a text with the edition.
pub(super) fn rule(arguments: &RuleArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    match (&arguments.number, &arguments.check) {
        (_, Some(path)) => check(path, call),
        (Some(number), None) => show(number, call),
        (None, None) => told("name a rule, or a text with --check FILE"),
    }
}

fn show(number: &str, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let Some(book) = call.rules.clone() else {
        return told(
            "no text of the rules is bundled: name one with --rules FILE, in which each rule begins with its number",
        );
    };
    let Some(wanted) = Number::parse(number) else {
        return told(format!("`{number}` is not the number of a rule; write it as 508, 508.1 or 508.1d"));
    };
    let text = book.text(wanted);
    if call.json {
        let parts: Vec<_> =
            book.parts(wanted).map(|(it, text)| json!({ "rule": it.to_string(), "text": text })).collect();
        let (before, after) = book.neighbours(wanted);
        let name = |it: Option<Number>| it.map(|it| it.to_string());
        let value = json!({
            "rule": wanted.to_string(), "language": book.language(wanted), "text": text, "parts": parts,
            "part_of": name(wanted.parent()), "before": name(before), "after": name(after),
        });
        print_json(call.out, &value)?;
    } else {
        match book.tell(wanted) {
            Some(text) => write!(call.out, "{text}")?,
            None => writeln!(call.out, "The text has no rule {wanted}")?,
        }
    }
    Ok(if text.is_some() { Exit::Yes } else { Exit::No })
}

fn check(path: &Path, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let tally = Rulebook::read(path)?.coverage();
    if call.json {
        let numbers = |all: &[Number]| all.iter().map(Number::to_string).collect::<Vec<_>>();
        let at = |all: &[(Number, usize)]| -> Vec<_> {
            all.iter().map(|(number, line)| json!({ "rule": number.to_string(), "line": line })).collect()
        };
        let languages = tally
            .languages
            .iter()
            .map(|it| json!({ "language": it.language, "found": it.found, "missing": numbers(&it.missing) }));
        let doubled = tally.doubled.iter().map(
            |(number, language, lines)| json!({ "rule": number.to_string(), "language": language, "lines": lines }),
        );
        let (languages, doubled): (Vec<_>, Vec<_>) = (languages.collect(), doubled.collect());
        let value = json!({
            "edition": EDITION, "rules": tally.edition, "languages": languages, "extra": at(&tally.extra),
            "doubled": doubled, "without_text": at(&tally.empty),
        });
        print_json(call.out, &value)?;
    } else {
        write!(call.out, "{}", tell(&tally))?;
    }
    Ok(if tally.is_complete() { Exit::Yes } else { Exit::No })
}

/// The comparison as text: for each language a line with counts, then what differs.
fn tell(tally: &Coverage) -> String {
    let mut text = String::new();
    for it in &tally.languages {
        let (name, of) = (it.language.name(), tally.edition);
        text += &format!("{name}: {} rules found, {} of the {of} of {EDITION} missing\n", it.found, it.missing.len());
    }
    for it in &tally.languages {
        if !it.missing.is_empty() {
            text += &format!("\nMissing in {}: {}\n", it.language.name(), spans(&it.missing).join(", "));
        }
    }
    let mut list = |title: &str, all: Vec<String>| {
        if !all.is_empty() {
            text += &format!("\n{title}: {}\n", all.join(", "));
        }
    };
    let at = |(number, line): &(Number, usize)| format!("{number} (line {line})");
    list(&format!("Not in the edition {EDITION} ({})", tally.extra.len()), tally.extra.iter().map(at).collect());
    let doubled = tally.doubled.iter().map(|(number, language, lines)| {
        let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
        format!("{number} in {} (lines {})", language.name(), lines.join(" and "))
    });
    list(&format!("There twice ({})", tally.doubled.len()), doubled.collect());
    list(&format!("Without a text ({})", tally.empty.len()), tally.empty.iter().map(at).collect());
    text
}

/// Numbers in the order of the edition, with those that follow each other as `100.1 to 100.7b`.
fn spans(numbers: &[Number]) -> Vec<String> {
    let edition: Vec<Number> = retrace_core::rule::edition().map(Number::from).collect();
    let place = |number: &Number| edition.binary_search(number).unwrap_or_default();
    let spans = numbers.chunk_by(|one, next| place(next) == place(one) + 1);
    let tell = |span: &[Number]| match span {
        [first, .., last] if span.len() > 2 => format!("{first} to {last}"),
        _ => span.iter().map(Number::to_string).collect::<Vec<_>>().join(", "),
    };
    spans.map(tell).collect()
}
