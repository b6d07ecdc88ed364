//! Writes the table as `docs/card-words.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::card::lexicon::{Kind, Operand, Word, kinds, parts, stem, words};

use super::examples::{Example, example as shortest};

/// The most common kinds of a card, in this order; the others follow by name.
const FIRST: &[&str] = &[
    "Card",
    "Face",
    "Ability",
    "Body",
    "TargetSpec",
    "TargetWhat",
    "Modes",
    "Mode",
    "Instruction",
    "TriggerEvent",
    "StaticEffect",
    "Modification",
    "Would",
    "Instead",
    "Restriction",
    "Permission",
    "Cost",
    "Keyword",
    "Objects",
    "Players",
    "Filter",
    "Quantity",
    "Condition",
    "Duration",
];

/// Parts of names that nobody searches for.
const NO_TASK: &[&str] = &[
    "a", "again", "also", "as", "any", "at", "be", "by", "can", "cant", "each", "ever", "every", "for", "has", "if",
    "in", "into", "is", "it", "like", "many", "may", "more", "most", "much", "no", "non", "not", "of", "on", "one",
    "or", "other", "others", "per", "so", "some", "than", "that", "the", "they", "this", "those", "to", "until", "was",
    "way", "with",
];

/// The beginning of an example. Its choice doesn't matter, since another card may be shorter.
pub(super) const EXAMPLE: &str = "Example";

const HEAD: &str = "# Card words

Every word that a card file can hold: its form, its fields with their defaults, what it means and
its rule. [card-format.md](card-format.md) shows how a card is put together. On the command line,
`retrace cards words sacrifice` finds the same, with an example from the bundled cards.

*This page is generated from the doc comments in `core/card/src/card/`; change those. To write it
anew, also after a merge conflict:*

    UPDATE=1 cargo test -p retrace-card --lib card_words

How to read a form: `Draw(who: Players, count: Quantity)` is written with both fields, each of which
holds a word of the kind named: `Draw(who: You, count: Fixed(1))`. `…` stands for fields that may be
left out. `[Cost, …]` is a list. `\"{2}{W}\"` is mana, `\"Goblin\"` a subtype of the edition, `\"flying\"`
the name of a keyword, `\"…\"` any text; `true` stands for `true` or `false`.
";

/// The page.
pub fn page() -> String {
    let mut text = HEAD.to_owned();
    text.push_str("\n## Index by task\n\n");
    for (task, found) in index() {
        let links: Vec<String> = found.iter().map(|(kind, word)| link(kind, word)).collect();
        item(&mut text, &format!("**{task}**: {}", links.join(", ")));
    }
    text.push_str("\n## Kinds of words\n\n");
    for kind in ordered() {
        let about = first_sentence(kind.about);
        item(&mut text, &format!("[`{}`](#{}): {about}", kind.name, kind.name.to_lowercase()));
    }
    for kind in ordered() {
        write_kind(&mut text, kind);
    }
    text
}

fn ordered() -> Vec<&'static Kind> {
    let place = |kind: &Kind| FIRST.iter().position(|it| *it == kind.name).unwrap_or(FIRST.len());
    let mut all: Vec<&Kind> = kinds().iter().collect();
    all.sort_by_key(|kind| (place(kind), kind.name));
    all
}

/// The index: terms that players use, and parts common to the names of two or more words, each with
/// its words.
fn index() -> BTreeMap<String, Vec<(&'static Kind, &'static Word)>> {
    let mut tasks: BTreeMap<String, Vec<_>> = BTreeMap::new();
    let mut stems: BTreeMap<String, (String, Vec<_>)> = BTreeMap::new();
    for (kind, word) in words().filter(|(kind, word)| !kind.is_struct && word.is_for_cards()) {
        for part in parts(word.name).into_iter().filter(|it| it.len() > 2 && !NO_TASK.contains(&it.as_str())) {
            let (shortest, found) = stems.entry(stem(&part)).or_insert_with(|| (part.clone(), Vec::new()));
            if part.len() < shortest.len() {
                *shortest = part;
            }
            if !found.iter().any(|(of, it): &(&Kind, &Word)| of.name == kind.name && it.name == word.name) {
                found.push((kind, word));
            }
        }
    }
    for (task, found) in stems.into_values().filter(|(_, found)| found.len() > 1) {
        tasks.insert(task, found);
    }
    let mut said: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for (kind, word) in words() {
        word.found_by.iter().for_each(|term| said.entry((*term).to_owned()).or_default().push((kind, word)));
    }
    tasks.extend(said);
    tasks
}

fn link(kind: &Kind, word: &Word) -> String {
    let anchor = if kind.is_struct || word.operands.is_empty() {
        kind.name.to_lowercase()
    } else {
        format!("{}-{}", kind.name, word.name).to_lowercase()
    };
    let of = if kind.is_struct { String::new() } else { format!(" ({})", kind.name) };
    format!("[`{}`](#{anchor}){of}", word.name)
}

fn write_kind(text: &mut String, kind: &'static Kind) {
    let _ = writeln!(text, "\n## {}\n", kind.name);
    paragraphs(text, kind.about);
    if kind.is_struct {
        if let Some(word) = kind.words.first() {
            fields(text, word.operands);
            example(text, kind, word);
        }
        return;
    }
    let said = kind.words.iter().filter(|word| word.is_for_cards());
    let (plain, with): (Vec<&Word>, Vec<&Word>) = said.partition(|word| word.operands.is_empty());
    if !plain.is_empty() {
        text.push('\n');
    }
    if !plain.is_empty() && plain.iter().all(|word| word.about.is_empty()) {
        let names: Vec<String> = plain.iter().map(|word| format!("`{}`", word.name)).collect();
        wrapped(text, &format!("{}.", names.join(", ")), "");
        // One example is enough for all of them.
        let used = plain.iter().filter_map(|word| short_example(kind, word));
        if let Some(example) = used.min_by_key(|it| it.text.len()) {
            let _ = writeln!(text, "\n{}", told(&example));
        }
    } else {
        for word in plain {
            item(text, &format!("`{}`: {}", word.name, word.about));
            if let Some(example) = short_example(kind, word) {
                let _ = writeln!(text, "  {}", told(&example).replace('\n', "\n  "));
            }
        }
    }
    for word in with {
        let _ = writeln!(text, "\n### {}: {}\n\n`{}`\n", kind.name, word.name, word.form());
        paragraphs(text, word.about);
        fields(text, word.fields());
        example(text, kind, word);
    }
}

/// Writes an example, if a bundled card has one short enough to read.
fn example(text: &mut String, kind: &Kind, word: &Word) {
    if let Some(example) = short_example(kind, word) {
        let _ = writeln!(text, "\n{}", told(&example));
    }
}

/// An example short enough to read, if any.
fn short_example(kind: &Kind, word: &Word) -> Option<Example> {
    shortest(kind, word).filter(|it| it.text.chars().count() <= 200)
}

fn told(Example { card, text }: &Example) -> String {
    let of = if card.is_empty() { String::new() } else { format!(" ({card})") };
    format!("{EXAMPLE}{of}:\n`{text}`")
}

fn fields(text: &mut String, fields: &[Operand]) {
    for (index, field) in fields.iter().filter(|field| field.is_told()).enumerate() {
        if index == 0 {
            text.push('\n');
        }
        let name = if field.name.is_empty() { String::new() } else { format!("`{}`: ", field.name) };
        let default = match field.default {
            None => String::new(),
            Some("" | "()") => ", may be left out".to_owned(),
            Some(value) => format!(", `{value}` if left out"),
        };
        let about = if field.about.is_empty() { String::new() } else { format!(". {}", field.about) };
        item(text, &format!("{name}`{}`{default}{about}", field.what));
    }
}

/// Writes a list item, in lines of at most 100 characters.
pub fn item(text: &mut String, line: &str) {
    text.push_str("- ");
    wrapped(text, &line.replace('\n', " "), "  ");
}

fn paragraphs(text: &mut String, about: &str) {
    for (index, paragraph) in about.lines().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        wrapped(text, paragraph, "");
    }
}

/// Writes a paragraph in lines of at most 100 characters, all but the first indented. Doesn't break
/// text in backticks.
fn wrapped(text: &mut String, paragraph: &str, indent: &str) {
    let mut width = indent.len();
    for (index, word) in whole(paragraph).into_iter().enumerate() {
        let length = word.chars().count();
        if index > 0 && width + 1 + length > 100 {
            text.push('\n');
            text.push_str(indent);
            width = indent.len();
        } else if index > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text.push('\n');
}

/// The words of a text; text in backticks is a single word, and so is a rule number.
fn whole(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut start, mut quoted) = (0, false);
    for (index, letter) in text.char_indices() {
        if letter == '`' {
            quoted = !quoted;
        } else if letter == ' ' && !quoted && !text[start..index].ends_with("CR") {
            words.push(&text[start..index]);
            start = index + 1;
        }
    }
    words.push(&text[start..]);
    words.retain(|word| !word.is_empty());
    words
}

/// The first sentence of a text.
pub fn first_sentence(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default();
    line.find(". ").map_or(line, |end| &line[..=end])
}
