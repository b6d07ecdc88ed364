//! Recovers a script with an error between its steps, such as a missing comma, so that the steps
//! before it can be played.

use super::error::ScenarioError;
use crate::card::dialect::quoted;

/// The text up to the last step of the script before an error in it, with closing brackets. None if
/// the error is not in the script or there is no script.
pub(super) fn before_the_error(text: &str, error: Option<&ScenarioError>) -> Option<String> {
    let at = byte_of(text, error?.line, error?.column);
    let mut scan = Scan { text, at: 0, open: Vec::new() };
    let mut script = None;
    // After the last complete step.
    let mut end = None;
    while let Some((place, token)) = scan.next() {
        if place >= at && script.is_some() {
            break;
        }
        match (token, scan.open.as_slice()) {
            (Token::Word("script"), ['(']) => script = Some(place),
            (Token::Open, ['(', '[']) if script.is_some() && end.is_none() => end = Some(place + 1),
            (Token::Comma, ['(', '[']) if end.is_some() => end = Some(place + 1),
            // The list of steps closes before the error, which is therefore elsewhere.
            (Token::Close, ['(']) if end.is_some() => return None,
            _ => {}
        }
    }
    Some(format!("{}])", &text[..end?]))
}

/// The byte at a line and column.
fn byte_of(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(before..).unwrap_or_default();
    before + rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(byte, _)| byte)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Word(&'a str),
    Open,
    Close,
    Comma,
    Other,
}

/// The brackets and strings of a text, without comments.
struct Scan<'a> {
    text: &'a str,
    at: usize,
    /// The open brackets.
    open: Vec<char>,
}

impl<'a> Scan<'a> {
    /// The next token and its position.
    fn next(&mut self) -> Option<(usize, Token<'a>)> {
        let rest = super::file::skip_blank(&self.text[self.at..]);
        let place = self.text.len() - rest.len();
        let first = rest.chars().next()?;
        let word = rest.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(rest.len());
        let (length, token) = match first {
            '"' => (quoted(rest), Token::Other),
            '(' | '[' | '{' => {
                self.open.push(first);
                (1, Token::Open)
            }
            ')' | ']' | '}' => {
                self.open.pop();
                (1, Token::Close)
            }
            ',' => (1, Token::Comma),
            _ if word > 0 => (word, Token::Word(&rest[..word])),
            other => (other.len_utf8(), Token::Other),
        };
        self.at = place + length;
        Some((place, token))
    }
}
