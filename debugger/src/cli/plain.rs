//! The writer of all terminal output. It escapes characters that control a terminal.
//!
//! Names are escaped earlier (`retrace_core::plain`). This writer catches the rest: file names,
//! notes, quoted input.

use std::borrow::Cow;
use std::io::{self, Write};

use retrace_core::plain::steers;

/// Escapes all control characters except newlines and tabs.
pub(super) struct Plain<'a> {
    out: &'a mut dyn Write,
    /// The bytes of an incomplete character; at most three.
    begun: Vec<u8>,
}

impl Plain<'_> {
    pub(super) fn over(out: &mut dyn Write) -> Plain<'_> {
        Plain { out, begun: Vec::new() }
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        let harmful = |letter| steers(letter) && !matches!(letter, '\n' | '\t');
        let mut rest = text;
        while let Some(at) = rest.find(harmful) {
            self.out.write_all(&rest.as_bytes()[..at])?;
            let mut letters = rest[at..].chars();
            if let Some(letter) = letters.next() {
                write!(self.out, "{}", letter.escape_unicode())?;
            }
            rest = letters.as_str();
        }
        self.out.write_all(rest.as_bytes())
    }
}

impl Write for Plain<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let whole = if self.begun.is_empty() {
            Cow::Borrowed(bytes)
        } else {
            let mut whole = std::mem::take(&mut self.begun);
            whole.extend_from_slice(bytes);
            Cow::Owned(whole)
        };
        let mut chunks = whole.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.text(chunk.valid())?;
            let invalid = chunk.invalid();
            let cut = chunks.peek().is_none() && std::str::from_utf8(invalid).is_err_and(|it| it.error_len().is_none());
            if cut {
                self.begun = invalid.to_vec();
            } else if !invalid.is_empty() {
                self.out.write_all("\u{fffd}".as_bytes())?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.begun).is_empty() {
            self.out.write_all("\u{fffd}".as_bytes())?;
        }
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_come_in_pieces_are_whole_and_those_that_steer_are_numbers() {
        let text = "Jötun\u{9b}2J \u{202e}x\t\u{1b}]0;me\u{7}\n🃏";
        let shown = "Jötun\\u{9b}2J \\u{202e}x\t\\u{1b}]0;me\\u{7}\n🃏";
        for size in 1..=text.len() {
            let mut out = Vec::new();
            let mut plain = Plain::over(&mut out);
            text.as_bytes().chunks(size).for_each(|piece| plain.write_all(piece).unwrap());
            plain.flush().unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), shown, "in pieces of {size}");
        }
        let mut out = Vec::new();
        let mut plain = Plain::over(&mut out);
        plain.write_all(b"a\xc2b\xf0\x9f").unwrap();
        plain.flush().unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "a\u{fffd}b\u{fffd}");
    }
}
