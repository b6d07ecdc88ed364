//! Makes text from strangers safe to show: on one line, without characters that control a terminal
//! or reverse the text.
//!
//! A name in a replay or a scenario can be any text. Unescaped, a control character moves the
//! cursor or renames the window, a newline forges a line of the log, and a direction mark makes a
//! name read as another. Characters that [`steers`] finds are written as escapes, such as `\u{9b}`.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character controls how text is shown: control characters (C0, C1), separators of lines
/// and paragraphs, and invisible marks of direction, annotation and language.
pub const fn steers(letter: char) -> bool {
    matches!(
        letter,
        '\u{0}'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// An error for a name with a character that [`steers`]; none for a safe name.
pub fn steering(name: &str) -> Option<String> {
    let letter = name.chars().find(|letter| steers(*letter))?;
    let number = u32::from(letter);
    Some(format!(
        "“{}” has the character U+{number:04X}, which would steer whatever shows it; leave it out",
        plain(name)
    ))
}

/// Escapes each character that [`steers`]. Different texts stay different, unless one contains an
/// escape itself.
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.chars().any(steers) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if steers(letter) { shown.extend(letter.escape_unicode()) } else { shown.push(letter) }
    }
    Cow::Owned(shown)
}

/// Escapes such characters in a JSON document. They occur only in its strings, so it means the
/// same.
pub fn plain_json(text: &str) -> Cow<'_, str> {
    let harmful = |letter| steers(letter) && letter != '\n';
    if !text.contains(harmful) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if harmful(letter) {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _written = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(letter);
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_is_written_as_its_number() {
        for (text, shown) in [
            ("Jötun Grunt, the 2nd", "Jötun Grunt, the 2nd"),
            ("a\nb\tc", "a\\u{a}b\\u{9}c"),
            ("\u{9b}2J\u{1b}[2J", "\\u{9b}2J\\u{1b}[2J"),
            ("ab\u{202e}dc\u{2069}", "ab\\u{202e}dc\\u{2069}"),
            ("two\u{2028}lines", "two\\u{2028}lines"),
            ("👩‍🚀", "👩‍🚀"),
        ] {
            assert_eq!(plain(text), shown);
        }
        assert!(matches!(plain("plain"), Cow::Borrowed("plain")));
    }

    #[test]
    fn json_says_the_same_without_what_steers() {
        let text = "{\n  \"na\u{9b}me\": \"a\u{202e}b\\nc\u{e0001}\"\n}";
        let shown = plain_json(text);
        assert_eq!(shown, "{\n  \"na\\u009bme\": \"a\\u202eb\\nc\\udb40\\udc01\"\n}");
    }
}
