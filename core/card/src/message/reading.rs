//! Errors in RON texts: each error of the parser in plain words, with its place. Card files,
//! scenarios, edits and everything else read with [`ron_options`](crate::card::file::ron_options)
//! report errors through this module.

use ron::Error;
use ron::error::{Position, SpannedError};

use super::near::did_you_mean;
use super::{Message, article, near, spaced};

/// Says what is known of a word that is unknown in its place. Supplied by code that knows all the
/// words of a format.
pub type Elsewhere = fn(word: &str) -> Option<Known>;

/// What is known of a word that is unknown in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// Where it belongs, or what to write; said if no word that fits resembles it.
    Elsewhere(String),
    /// Why it is nowhere, whatever words resemble it.
    Nowhere(String),
}

/// For formats without such knowledge.
#[cfg(test)]
pub(crate) const NOWHERE: Elsewhere = |_| None;

/// An error, and the byte of the text where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The byte offset.
    pub offset: usize,
    /// The error, what was found, and what to write.
    pub message: Message,
}

impl Wrong {
    /// Returns the line and column in the text, both from 1.
    pub fn place(&self, text: &str) -> (usize, usize) {
        let before = text.get(..self.offset).unwrap_or(text);
        let column = before.chars().rev().take_while(|letter| *letter != '\n').count() + 1;
        (before.matches('\n').count() + 1, column)
    }
}

/// Explains an error from reading a text.
pub fn wrong(text: &str, error: &SpannedError, elsewhere: Elsewhere) -> Wrong {
    if let Error::Message(message) = &error.code
        && let Some(inner) = Inner::decode(message)
    {
        let end = offset(text, &error.span.end);
        let part = text.get(..end).and_then(|before| before.rfind(inner.part)).unwrap_or(0);
        let message = Message::from(inner.short);
        let message = if inner.rest.is_empty() { message } else { message.and_in_full(inner.rest) };
        return Wrong { offset: part + inner.offset, message };
    }
    // A missing item is noticed only at the end of its parent, so the error points to where that
    // begins.
    let ends_early = text.get(offset(text, &error.span.end)..).is_some_and(|rest| rest.trim().is_empty());
    let code = match &error.code {
        Error::ExpectedComma
        | Error::ExpectedArrayEnd
        | Error::ExpectedMapEnd
        | Error::ExpectedStructLikeEnd
        | Error::ExpectedMapColon
            if ends_early =>
        {
            &Error::Eof
        }
        code => code,
    };
    let at = match code {
        Error::Eof => text.trim_end().len(),
        Error::MissingStructField { .. } => beginning(text, offset(text, &error.span.start)),
        _ => offset(text, &error.span.start),
    };
    // The sign of a number is read before the number.
    let at = if text[..at.min(text.len())].ends_with('-') { at - 1 } else { at };
    let at = (at + blank(&text[at..])).min(text.len());
    let (before, rest) = text.split_at(at);
    if let Some(word) = quoted_within(code, before, rest) {
        let message = format!("the text in quotes ends here, before `{word}`; a quote within a text is written `\\\"`");
        return Wrong { offset: at - 1, message: message.into() };
    }
    let message = match code {
        Error::ExpectedIdentifier if rest.starts_with('(') => doubled(before, rest),
        code => named_for_nothing(code, before, rest),
    };
    Wrong { offset: at, message: message.unwrap_or_else(|| told(code, rest, elsewhere)) }
}

/// Passes on an error from reading a part of a text, a raw value, to the reader of the whole text,
/// with its place in the part.
pub fn inner<E: serde::de::Error>(part: &str, error: &SpannedError, elsewhere: Elsewhere) -> E {
    passed_on(part, wrong(part, error, elsewhere))
}

/// Like [`inner`], for an error that is explained already.
pub fn passed_on<E: serde::de::Error>(part: &str, Wrong { offset, message }: Wrong) -> E {
    let (short, whole) = (message.short(), message.whole());
    let rest = whole.strip_prefix(&short).unwrap_or_default();
    E::custom(format!("{MARK}{offset}{MARK}{short}{MARK}{rest}{MARK}{part}"))
}

/// Separates the parts of such an error. No text contains it outside quotes.
const MARK: char = '\u{1}';

/// An error from reading a raw value.
struct Inner<'a> {
    offset: usize,
    short: &'a str,
    rest: &'a str,
    part: &'a str,
}

impl<'a> Inner<'a> {
    fn decode(message: &'a str) -> Option<Inner<'a>> {
        let mut parts = message.strip_prefix(MARK)?.splitn(4, MARK);
        let offset = parts.next()?.parse().ok()?;
        Some(Inner { offset, short: parts.next()?, rest: parts.next()?, part: parts.next()? })
    }
}

/// Returns the byte offset of a position.
fn offset(text: &str, position: &Position) -> usize {
    let line: usize = text.split_inclusive('\n').take(position.line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(line..).unwrap_or_default();
    line + rest.char_indices().nth(position.col.saturating_sub(1)).map_or(rest.len(), |(byte, _)| byte)
}

/// Explains a second pair of parentheses around the fields of a word; none if there is no first.
fn doubled(before: &str, rest: &str) -> Option<Message> {
    let before = before.trim_end().strip_suffix('(')?.trim_end();
    let name = before.trim_end_matches(|it: char| it.is_alphanumeric() || it == '_').len();
    let word = before.get(name..).filter(|word| !word.is_empty())?;
    let field: String = rest[1..].trim_start().chars().take_while(|it| it.is_alphanumeric() || *it == '_').collect();
    let inside = if field.is_empty() { "…".to_owned() } else { format!("{field}: …") };
    Some(format!("one pair of parentheses is enough for the fields of `{word}`; write `{word}({inside})`").into())
}

/// Returns the word that follows a closing quote at once, where something else is expected: the
/// quote was meant to stand within the text.
fn quoted_within<'a>(error: &Error, before: &str, rest: &'a str) -> Option<&'a str> {
    let ends = matches!(
        error,
        Error::ExpectedComma
            | Error::ExpectedArrayEnd
            | Error::ExpectedMapEnd
            | Error::ExpectedMapColon
            | Error::ExpectedStructLikeEnd
            | Error::ExpectedOptionEnd
            | Error::TrailingCharacters
    );
    let word = identifier(rest);
    (ends && before.ends_with('"') && !word.is_empty()).then_some(word)
}

/// Explains a field with a name in a word whose values have none; none if that is not the error.
fn named_for_nothing(error: &Error, before: &str, rest: &str) -> Option<Message> {
    let takes = match error {
        Error::NoSuchEnumVariant { outer: Some(outer), .. } => format!("a value of the kind `{outer}`"),
        Error::ExpectedInteger
        | Error::ExpectedFloat
        | Error::IntegerOutOfBounds
        | Error::InvalidIntegerDigit { .. } => "a number".to_owned(),
        Error::ExpectedString => "a text in quotes".to_owned(),
        Error::ExpectedBoolean => "`true` or `false`".to_owned(),
        Error::ExpectedArray => "a list".to_owned(),
        _ => return None,
    };
    let field = identifier(rest);
    let after = rest[field.len()..].trim_start();
    if field.is_empty() || !after.starts_with(':') || after.starts_with("::") {
        return None;
    }
    let before = before.trim_end().strip_suffix('(')?.trim_end();
    let name = before.trim_end_matches(|it: char| it.is_alphanumeric() || it == '_').len();
    let word = before.get(name..).filter(|word| !word.is_empty())?;
    Some(format!("`{word}` takes {takes} and no fields with names: leave `{field}:` out and write `{word}(…)`").into())
}

/// Returns the word that a text begins with; empty if it begins with something else.
fn identifier(text: &str) -> &str {
    let end = text.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(text.len());
    &text[..end]
}

/// Returns how many bytes of white space a text begins with.
fn blank(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// Returns where the word before the enclosing parenthesis begins, or the parenthesis itself.
fn beginning(text: &str, at: usize) -> usize {
    let mut depth = 0usize;
    let before = text.get(..at).unwrap_or(text).trim_end();
    // The position may already be past the closing parenthesis.
    let before = before.strip_suffix(')').unwrap_or(before);
    for (byte, letter) in before.char_indices().rev() {
        match letter {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' if depth > 0 => depth -= 1,
            '(' | '[' | '{' => {
                let word = text[..byte].trim_end();
                let name = word.trim_end_matches(|it: char| it.is_alphanumeric() || it == '_');
                return if word.len() == byte && name.len() < word.len() { name.len() } else { byte };
            }
            _ => {}
        }
    }
    at
}

/// Describes what is at the beginning of a text.
fn here(text: &str) -> String {
    let token: String = match text.chars().next() {
        None => return "the end of the text".to_owned(),
        Some('"') => {
            let end = text[1..].find('"').map_or(text.len(), |end| end + 2);
            text[..end].chars().take(40).collect()
        }
        Some(first) if first.is_alphanumeric() || matches!(first, '_' | '-') => {
            text.chars().take_while(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '.')).take(40).collect()
        }
        Some(first) => first.to_string(),
    };
    format!("`{token}`")
}

/// Explains an error in plain words. `rest` is the text from its place on.
fn told(error: &Error, rest: &str, elsewhere: Elsewhere) -> Message {
    let there = || here(rest);
    match error {
        Error::NoSuchEnumVariant { expected, found, outer } => {
            unknown_word(expected, found, outer.as_deref(), elsewhere)
        }
        Error::NoSuchStructField { expected, found, outer } => unknown_field(expected, found, outer.as_deref()),
        Error::MissingStructField { field, outer } => {
            let whose = whose(outer.as_deref(), rest);
            Message::from(format!("`{field}` is missing{whose}; write `{field}: …`"))
        }
        Error::DuplicateStructField { field, outer } => {
            let whose = whose(outer.as_deref(), rest);
            Message::from(format!("`{field}` is given twice{whose}; leave one of them out"))
        }
        Error::Eof => {
            Message::from("the text ends too early: a `)`, `]`, `}` or `\"` is missing; look for the last one opened")
        }
        Error::ExpectedArray => format!("a list belongs here, not {}; write `[…]`", there()).into(),
        Error::ExpectedMap => format!("pairs belong here, not {}; write `{{…: …}}`", there()).into(),
        Error::ExpectedComma => format!("a comma is missing before {}", there()).into(),
        Error::ExpectedArrayEnd => format!("a comma or `]` is missing before {}", there()).into(),
        Error::ExpectedMapEnd => format!("a comma or `}}` is missing before {}", there()).into(),
        Error::ExpectedStructLikeEnd | Error::ExpectedOptionEnd => {
            format!("a comma or `)` is missing before {}, or there is more than belongs here", there()).into()
        }
        Error::ExpectedMapColon => format!("a `:` is missing before {}", there()).into(),
        Error::ExpectedStructLike => {
            format!("something in parentheses belongs here, not {}; write `(…)`", there()).into()
        }
        Error::ExpectedNamedStructLike("") => {
            format!("something in parentheses belongs here, not {}; write `(…)`", there()).into()
        }
        Error::ExpectedNamedStructLike(name) | Error::ExpectedDifferentStructName { expected: name, .. } => {
            format!("`{name}(…)` belongs here, not {}", there()).into()
        }
        Error::ExpectedStructName(name) => format!("`{name}(…)` belongs here, not {}", there()).into(),
        Error::ExpectedIdentifier | Error::InvalidIdentifier(_) | Error::SuggestRawIdentifier(_) => {
            format!("a word belongs here, not {}; words have letters, digits and `_`", there()).into()
        }
        Error::ExpectedString => format!("a text in quotes belongs here, not {}; write `\"…\"`", there()).into(),
        Error::ExpectedStringEnd => "the quotes of a text are not closed; write `\"` at its end".into(),
        Error::ExpectedBoolean => format!("`true` or `false` belongs here, not {}", there()).into(),
        Error::ExpectedInteger | Error::ExpectedFloat => format!("a number belongs here, not {}", there()).into(),
        Error::IntegerOutOfBounds | Error::UnderscoreAtBeginning | Error::InvalidIntegerDigit { .. } => {
            format!("{} is no number that can stand here: it is too great, too small or misspelt", there()).into()
        }
        Error::ExpectedUnit => format!("nothing belongs here, not {}; write `()`", there()).into(),
        Error::ExpectedChar => format!("a single letter in quotes belongs here, not {}", there()).into(),
        Error::InvalidValueForType { expected, found } => {
            format!("{} belongs here, not {}", plain(expected), found_value(found, rest)).into()
        }
        Error::ExpectedDifferentLength { expected, found } => {
            let count = if *found == 1 { "is 1".to_owned() } else { format!("are {found}") };
            if let Some((word, values)) = operands(expected) {
                let form = vec!["…"; values].join(", ");
                return format!("`{word}` takes {values} values, `{word}({form})`; there {count}").into();
            }
            format!("{} belongs here; there {count}", plain(expected)).into()
        }
        Error::UnclosedBlockComment => "a comment that begins with `/*` is not closed; write `*/`".into(),
        Error::UnclosedLineComment => "the text ends in a comment; end its line first".into(),
        Error::UnexpectedChar(_) | Error::TrailingCharacters => {
            format!("{} does not belong here; a bracket before it is missing or too many", there()).into()
        }
        Error::ExceededRecursionLimit => "this is nested too deep; write it with fewer parentheses".into(),
        Error::Message(message) => Message::from(message.as_str()),
        _ => format!("{} cannot be read here", there()).into(),
    }
}

/// Returns ` in `Cast``, naming what has the missing or repeated part.
fn whose(outer: Option<&str>, rest: &str) -> String {
    let word: String = rest.chars().take_while(|it| it.is_alphanumeric() || *it == '_').collect();
    match outer {
        Some(name) if name.chars().next().is_some_and(char::is_uppercase) => format!(" in `{name}`"),
        Some(name) => format!(" in this {name}"),
        None if word.is_empty() => String::new(),
        None => format!(" in `{word}`"),
    }
}

fn quoted<'a>(words: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    words.into_iter().map(|word| format!("`{word}`")).collect()
}

/// Reports a word that is not among those expected.
fn unknown_word(expected: &[&str], found: &str, outer: Option<&str>, elsewhere: Elsewhere) -> Message {
    let what = outer.map(spaced);
    let of_what = what.as_deref().map_or_else(|| "word that fits here".to_owned(), str::to_owned);
    let near = near(found, expected.iter().copied());
    let known = elsewhere(found);
    let suggested = !near.is_empty() || known.is_some();
    let begun = match known {
        Some(Known::Nowhere(why)) => format!("{why}: `{found}` is no {of_what}"),
        Some(Known::Elsewhere(place)) if near.is_empty() => format!("`{found}` is no {of_what}: {place}"),
        _ => format!("`{found}` is no {of_what}{}", did_you_mean(&near)),
    };
    with_words(Message::from(begun), expected, suggested, "the words here are")
}

/// Reports an unknown field.
fn unknown_field(expected: &[&str], found: &str, outer: Option<&str>) -> Message {
    let whose = match outer {
        Some(name) if name.chars().next().is_some_and(char::is_uppercase) => format!("`{name}`"),
        Some(name) => format!("{} {name}", article(name)),
        None => "this".to_owned(),
    };
    let near = near(found, expected.iter().copied());
    let begun = Message::from(format!("{whose} has no field `{found}`{}", did_you_mean(&near)));
    with_words(begun, expected, !near.is_empty(), "its fields are")
}

/// Appends the known words: in the full message always, in the short one only without a better
/// suggestion.
fn with_words(begun: Message, expected: &[&str], suggested: bool, are: &str) -> Message {
    let words = quoted(expected.iter().copied());
    match (words.is_empty(), suggested) {
        (true, _) => begun,
        (false, true) => begun.and_in_full(format!("; {are} {}", words.join(", "))),
        (false, false) => begun.and(format!("; {are} ")).and(Message::list(words)),
    }
}

/// Returns a word, and how many values it takes, from what the parser expected.
fn operands(expected: &str) -> Option<(&str, usize)> {
    let (name, count) = expected.strip_prefix("tuple variant ")?.split_once(" with ")?;
    let count: usize = count.split(' ').next()?.parse().ok()?;
    Some((name.rsplit("::").next()?, count))
}

/// Returns what the parser expected, in plain words.
fn plain(expected: &str) -> String {
    let last = |text: &str| text.rsplit("::").next().unwrap_or(text).split(' ').next().unwrap_or(text).to_owned();
    let number = |text: &str| text.chars().find(char::is_ascii_digit).map(|digit| digit.to_string());
    match expected {
        "a sequence" | "a list" => "a list, `[…]`,".to_owned(),
        "a map" => "a list of pairs, `{…: …}`,".to_owned(),
        "a string" | "a borrowed string" | "a character" => "a text in quotes".to_owned(),
        "a boolean" => "`true` or `false`".to_owned(),
        "unit" => "nothing".to_owned(),
        "u8" | "u16" | "u32" | "u64" | "usize" => "a number, 0 or more,".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".to_owned(),
        _ if expected.contains(" variant ") => format!("`{}(…)` with what belongs to it", last(expected)),
        _ if expected.starts_with("a tuple of size ") || expected.starts_with("an array of length ") => {
            format!("{} values together, `(…, …)`,", number(expected).unwrap_or_else(|| "some".to_owned()))
        }
        _ if expected.contains("tuple") => {
            let count = number(expected).map_or_else(|| "several values".to_owned(), |count| format!("{count} values"));
            format!("{count} together, `(…, …)`,")
        }
        _ if expected.starts_with("struct ") => "something in parentheses, `(…)`,".to_owned(),
        _ if expected.starts_with("enum ") => {
            format!("{} {}", article(&spaced(&expected[5..])), spaced(&expected[5..]))
        }
        other => other.to_owned(),
    }
}

/// Returns what the parser found, as written in the text if possible.
fn found_value(found: &str, rest: &str) -> String {
    if rest.is_empty() { found.to_owned() } else { here(rest) }
}
