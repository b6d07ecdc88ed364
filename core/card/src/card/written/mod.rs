//! The syntax of card files: the text with the places of its words, before serde reads it.
//!
//! Resolves what the declarations don't cover: names of targets and choices become positions
//! ([`target_names`]), and a word whose only operand is optional may stand alone. In the other
//! direction, [`unsaid`] removes what is redundant. Both traverse the text along the table of words
//! (`card::lexicon`), so they know what each place can contain.

mod syntax;
mod target_names;
mod unsaid;
mod visit;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::Range;

use crate::card::lexicon::What;

pub(crate) use syntax::{Form, Node, Part, parse};
pub(crate) use unsaid::plain;
#[cfg(test)]
pub(crate) use visit::walk_as;
pub(crate) use visit::{At, Visitor, walk};

/// A text that serde can read, with the ranges that weren't in the original.
#[derive(Debug)]
pub(crate) struct Spelled<'a> {
    /// The text.
    pub(crate) text: Cow<'a, str>,
    /// The inserted ranges.
    inserted: Vec<Range<usize>>,
}

/// An invalid name and its place.
#[derive(Debug)]
pub(crate) struct Misnamed {
    /// The byte offset in the text.
    pub(crate) at: usize,
    /// What is wrong and what to do.
    pub(crate) message: String,
}

/// A range of a text, and its replacement.
#[derive(Debug)]
struct Edit {
    at: Range<usize>,
    with: String,
}

/// A card file in the form that serde reads. A text that can't be parsed or is nested too deep
/// stays the same, so that serde reports the error.
///
/// # Errors
/// A name of a target or choice that is a duplicate, unknown, or meaningless where it is used.
pub(crate) fn spelled(text: &str) -> Result<Spelled<'_>, Misnamed> {
    let Some(tree) = parse(text) else { return Ok(Spelled { text: Cow::Borrowed(text), inserted: Vec::new() }) };
    let mut edits = target_names::resolved(text, &tree)?;
    edits.extend(unsaid::completed(&tree));
    Ok(edited(text, edits))
}

/// A text that is what an operand can hold, such as a filter, in the form that serde reads. It has
/// no names of targets or choices.
pub(crate) fn spelled_in<'t>(what: &What, text: &'t str) -> Spelled<'t> {
    match parse(text) {
        Some(tree) => edited(text, unsaid::completed_in(what, &tree)),
        None => Spelled { text: Cow::Borrowed(text), inserted: Vec::new() },
    }
}

fn edited(text: &str, mut edits: Vec<Edit>) -> Spelled<'_> {
    if edits.is_empty() {
        return Spelled { text: Cow::Borrowed(text), inserted: Vec::new() };
    }
    edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
    let (mut out, mut inserted, mut done) = (String::with_capacity(text.len()), Vec::new(), 0);
    for edit in edits {
        if edit.at.start < done {
            continue;
        }
        out.push_str(&text[done..edit.at.start]);
        let (start, room) = (out.len(), edit.at.len());
        out.push_str(&edit.with);
        // Pad a shorter replacement, so that later columns and lines stay the same.
        for rest in text[edit.at.clone()].chars().skip(edit.with.chars().count()) {
            out.push(if rest == '\n' { '\n' } else { ' ' });
        }
        if edit.with.len() > room {
            inserted.push(start + room..start + edit.with.len());
        }
        done = edit.at.end;
    }
    out.push_str(&text[done..]);
    Spelled { text: Cow::Owned(out), inserted }
}

impl Spelled<'_> {
    /// The column in the original of a place in the text. Columns count characters from 1.
    pub(crate) fn column(&self, line: usize, column: usize) -> usize {
        let start = line_start(&self.text, line);
        let at = self.text[start..]
            .char_indices()
            .nth(column.saturating_sub(1))
            .map_or(self.text.len(), |(it, _)| start + it);
        let before = self.inserted.iter().filter(|it| it.start >= start && it.start < at);
        let extra: usize = before.map(|it| it.len().min(at - it.start)).sum();
        column.saturating_sub(extra).max(1)
    }

    /// The byte offset in the original of one in the text.
    pub(crate) fn offset(&self, at: usize) -> usize {
        let before = self.inserted.iter().filter(|it| it.start < at);
        let extra: usize = before.map(|it| it.len().min(at - it.start)).sum();
        at.saturating_sub(extra)
    }
}

fn line_start(text: &str, line: usize) -> usize {
    text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum()
}

/// The line and column, from 1, of a byte offset in a text.
pub(crate) fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}
