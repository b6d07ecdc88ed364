//! Parts of a text, with their places.

use std::str::FromStr;

/// A part of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    /// Its text.
    pub(super) text: &'a str,
    whole: &'a str,
    line: usize,
}

/// The line and the column, both from 1.
pub(super) type Place = (usize, usize);

/// What is wrong, and what to do, with its place.
pub(super) type Wrong = (Place, String);

impl<'a> Part<'a> {
    /// A whole line with its number.
    pub(super) fn line(whole: &'a str, line: usize) -> Part<'a> {
        Part { text: whole.trim(), whole, line }
    }

    /// A part of the same line without the blanks around it.
    pub(super) fn of(self, text: &'a str) -> Part<'a> {
        Part { text: text.trim(), ..self }
    }

    pub(super) fn place(self) -> Place {
        let offset = (self.text.as_ptr() as usize).saturating_sub(self.whole.as_ptr() as usize);
        (self.line, self.whole.get(..offset).map_or(1, |before| before.chars().count() + 1))
    }

    pub(super) fn wrong(self, message: impl Into<String>) -> Wrong {
        (self.place(), message.into())
    }

    /// The parts between separators.
    pub(super) fn split(self, by: char) -> impl Iterator<Item = Part<'a>> {
        self.text.split(by).map(move |text| self.of(text))
    }

    /// The parts before and after the first separator.
    pub(super) fn cut(self, by: &[char]) -> Option<(Part<'a>, Part<'a>)> {
        let at = self.text.find(by)?;
        Some((self.of(&self.text[..at]), self.of(&self.text[at + 1..])))
    }

    /// The number that it is.
    pub(super) fn number<T: FromStr>(self) -> Result<T, Wrong> {
        self.text.parse().map_err(|_| self.wrong(format!("`{}` is no number that fits here", self.text)))
    }

    /// Whether it is yes or no.
    pub(super) fn yes(self) -> Result<bool, Wrong> {
        match self.text.to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.wrong(format!("`{}` is neither true nor false", self.text))),
        }
    }
}
