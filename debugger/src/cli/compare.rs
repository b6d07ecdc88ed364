//! `cards compare`: cards beside their official facts and texts, which a file tells.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use retrace_core::card::text::{rules_text, type_line};
use retrace_core::card::{Card, Face};
use serde_json::{Value, json};

use super::call::{Call, Exit, Failure, print_json};

/// The words that change what a text does, each with the others that count as the same, and how
/// much a text that lacks one is suspected.
const WORDS: [(&str, &[&str], u32); 38] = [
    ("may", &[], 8),
    ("another", &["other"], 8),
    ("opponent", &["opponents", "opponent's", "opponents'"], 8),
    ("instead", &[], 6),
    ("equal", &[], 3),
    ("each", &[], 4),
    ("player", &["players", "player's", "players'"], 4),
    ("up to", &[], 6),
    ("if", &[], 5),
    ("unless", &[], 6),
    ("any", &[], 4),
    ("target", &["targets", "targeted"], 6),
    ("your", &["you", "yours"], 5),
    ("controller", &["controllers", "controller's", "controllers'"], 5),
    ("owner", &["owners", "owner's", "owners'"], 5),
    ("until", &[], 4),
    ("this turn", &[], 5),
    ("then", &[], 2),
    ("all", &[], 3),
    ("only", &[], 5),
    ("as", &[], 1),
    ("when", &["whenever"], 5),
    ("control", &["controls", "controlled"], 4),
    ("own", &["owns", "owned"], 4),
    ("token", &["tokens"], 5),
    ("copy", &["copies", "copied"], 4),
    ("once", &[], 5),
    ("can't", &["cannot"], 6),
    ("must", &["able"], 6),
    ("random", &[], 6),
    ("nontoken", &[], 6),
    ("reveal", &["reveals", "revealed"], 4),
    ("additional", &[], 3),
    ("combat", &[], 4),
    ("tapped", &[], 4),
    ("untap", &["untaps"], 4),
    ("face", &[], 3),
    ("next", &[], 4),
];

/// How much a number is suspected that stands in only one of two texts.
const NUMBER: u32 = 5;

const NUMBERS: [&str; 11] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// What a file tells of a face of a card.
#[derive(Default)]
struct Official {
    cost: String,
    types: String,
    size: Option<String>,
    loyalty: Option<String>,
    text: String,
}

/// How a card differs from what the file tells of it.
struct Difference {
    name: String,
    /// Printed facts: which, as told, as written.
    facts: Vec<(&'static str, String, String)>,
    /// The words that stand only in the official text, and only in the written one.
    words: (Vec<String>, Vec<String>),
    /// How suspicious the words are together.
    weight: u32,
    official: String,
    written: String,
}

/// Compares cards with the facts and texts in files: those with differences, the most suspicious
/// first.
///
/// # Errors
/// A file that cannot be read or has a line that is no card.
pub(super) fn compare(cards: &[Card], files: &[PathBuf], texts: bool, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let mut known = BTreeMap::new();
    for path in files {
        read(path, &mut known)?;
    }
    let (mut differences, mut alike, mut unknown) = (Vec::new(), 0, Vec::new());
    for face in cards.iter().flat_map(Card::faces) {
        let Some(official) = known.get(&face.name) else {
            unknown.push(face.name.clone());
            continue;
        };
        let difference = difference(face, official);
        if difference.facts.is_empty() && difference.weight == 0 {
            alike += 1;
        } else {
            differences.push(difference);
        }
    }
    differences.sort_by_key(|it| (it.facts.is_empty(), Reverse(it.weight), it.name.clone()));
    if call.json {
        let differences: Vec<Value> = differences.iter().map(as_json).collect();
        print_json(call.out, &json!({ "alike": alike, "differences": differences, "unknown": unknown }))?;
        return Ok(Exit::Yes);
    }
    for difference in &differences {
        write_difference(difference, texts, call)?;
    }
    writeln!(call.out, "{} differ, {alike} are alike, {} are in no file", differences.len(), unknown.len())?;
    Ok(Exit::Yes)
}

fn write_difference(it: &Difference, texts: bool, call: &mut Call<'_>) -> Result<(), Failure> {
    writeln!(call.out, "{:>3}  {}", it.weight, it.name)?;
    for (fact, official, written) in &it.facts {
        writeln!(call.out, "     {fact}: “{official}” is official, “{written}” is written")?;
    }
    for (words, where_) in [(&it.words.0, "official"), (&it.words.1, "written")] {
        if !words.is_empty() {
            writeln!(call.out, "     only in the {where_} text: {}", words.join(", "))?;
        }
    }
    if texts {
        writeln!(call.out, "     official: {}", it.official)?;
        writeln!(call.out, "     written:  {}", it.written)?;
    }
    Ok(())
}

fn as_json(it: &Difference) -> Value {
    let facts: Vec<Value> = it
        .facts
        .iter()
        .map(|(fact, official, written)| json!({ "fact": fact, "official": official, "written": written }))
        .collect();
    json!({
        "name": it.name,
        "weight": it.weight,
        "facts": facts,
        "only_official": it.words.0,
        "only_written": it.words.1,
        "official": it.official,
        "written": it.written,
    })
}

/// Reads a file of JSON objects, one a line: `name`, and what is known of `cost`, `type`, `pt`,
/// `loyalty` and `text`. Objects of this kind within them are other faces.
///
/// # Errors
/// A file that cannot be read, or a line that is no card: its place.
fn read(path: &Path, known: &mut BTreeMap<String, Official>) -> Result<(), Failure> {
    let told = |why: String| Failure::Told(format!("{}{why}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| told(format!(": it cannot be read: {error}")))?;
    for (line, text) in text.lines().enumerate().filter(|(_, text)| !text.trim().is_empty()) {
        let at = |why: String| told(format!(":{}: {why}", line + 1));
        let value: Value = serde_json::from_str(text).map_err(|error| at(format!("it is no JSON object: {error}")))?;
        if value["name"].as_str().is_none() {
            return Err(at("it has no `name`; write an object a line, such as {\"name\": …, \"text\": …}".to_owned()));
        }
        take(&value, known);
    }
    Ok(())
}

/// Takes an object and the faces within it. The first that tells of a name counts.
fn take(value: &Value, known: &mut BTreeMap<String, Official>) {
    let said = |key: &str| value[key].as_str().map(str::to_owned);
    if let Some(name) = said("name") {
        known.entry(name).or_insert_with(|| Official {
            cost: said("cost").unwrap_or_default(),
            types: said("type").unwrap_or_default(),
            size: said("pt"),
            loyalty: said("loyalty"),
            text: said("text").unwrap_or_default(),
        });
    }
    match value {
        Value::Object(fields) => fields.values().filter(|it| !it.is_string()).for_each(|it| take(it, known)),
        Value::Array(all) => all.iter().for_each(|it| take(it, known)),
        _ => {}
    }
}

fn difference(face: &Face, official: &Official) -> Difference {
    let written = rules_text(face).join(" / ");
    let mut facts = Vec::new();
    let mut fact = |what, told: String, ours: String, same: bool| {
        if !same {
            facts.push((what, told, ours));
        }
    };
    let cost = face.cost.as_ref().map(ToString::to_string).unwrap_or_default();
    fact("cost", official.cost.clone(), cost.clone(), sorted(&official.cost, '}') == sorted(&cost, '}'));
    let types = type_line(face.supertypes, face.types, &face.subtypes);
    fact("types", official.types.clone(), types.clone(), sorted(&official.types, ' ') == sorted(&types, ' '));
    let size = face.power.zip(face.toughness).map(|(power, toughness)| format!("{power}/{toughness}"));
    // A printed star and a number that is added to it are one (CR 208.2).
    let plain = |size: &Option<String>| size.as_deref().map(|it| it.replace("+*", "*").replace("1*", "*"));
    fact(
        "power and toughness",
        official.size.clone().unwrap_or_default(),
        size.clone().unwrap_or_default(),
        plain(&official.size) == plain(&size),
    );
    let loyalty = face.loyalty.map(|it| it.to_string());
    fact(
        "loyalty",
        official.loyalty.clone().unwrap_or_default(),
        loyalty.clone().unwrap_or_default(),
        official.loyalty == loyalty,
    );
    let (theirs, ours) = (words_of(&official.text, &face.name), words_of(&written, &face.name));
    let only = |some: &BTreeSet<(String, u32)>, others: &BTreeSet<(String, u32)>| -> Vec<(String, u32)> {
        some.difference(others).cloned().collect()
    };
    let (first, second) = (only(&theirs, &ours), only(&ours, &theirs));
    let weight = first.iter().chain(&second).map(|(_, weight)| weight).sum();
    let words = |all: Vec<(String, u32)>| all.into_iter().map(|(word, _)| word).collect();
    let official = official.text.replace('\n', " / ");
    Difference { name: face.name.clone(), facts, words: (words(first), words(second)), weight, official, written }
}

/// The parts of a cost or type line, in any order.
fn sorted(text: &str, end: char) -> Vec<&str> {
    let mut parts: Vec<&str> = text.split(end).map(str::trim).filter(|it| !it.is_empty() && *it != "—").collect();
    parts.sort_unstable();
    parts
}

/// The watched words and the numbers of a text, without what stands in parentheses and the card's
/// own name, each with its weight.
fn words_of(text: &str, name: &str) -> BTreeSet<(String, u32)> {
    let mut plain = without_reminders(text).replace(name, "~");
    if let Some((short, _)) = name.split_once(',') {
        plain = plain.replace(short, "~");
    }
    let plain = plain.to_lowercase().replace('’', "'").replace('−', "-");
    let apart = |it: char| !(it.is_alphanumeric() || "'+-/*".contains(it));
    let words: Vec<&str> = plain.split(apart).filter(|it| !it.is_empty()).collect();
    let has = |wanted: &str| match wanted.split_once(' ') {
        Some((first, second)) => words.windows(2).any(|pair| pair == [first, second]),
        None => words.contains(&wanted),
    };
    let watched = WORDS.iter().filter(|(word, others, _)| has(word) || others.iter().any(|it| has(it)));
    let mut found: BTreeSet<(String, u32)> = watched.map(|(word, _, weight)| ((*word).to_owned(), *weight)).collect();
    for word in words {
        let number = NUMBERS.iter().position(|it| *it == word).map(|it| it.to_string());
        let digits = || word.chars().any(|it| it.is_ascii_digit()).then(|| word.to_owned());
        // “One” is a pronoun as well.
        if let Some(number) = number.filter(|it| it != "1").or_else(digits) {
            found.insert((number, NUMBER));
        }
    }
    found
}

/// A text without what stands in parentheses.
fn without_reminders(text: &str) -> String {
    let mut depth = 0_u32;
    text.chars()
        .filter(|it| {
            match it {
                '(' => depth += 1,
                ')' => {
                    depth = depth.saturating_sub(1);
                    return false;
                }
                _ => {}
            }
            depth == 0
        })
        .collect()
}
