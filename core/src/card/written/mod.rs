//! A card file as it is written: the text with the places of its words, before serde reads it.
//!
//! What a person may write and the declarations have no place for is made plain here: names of targets and of choices
//! become their positions ([`target_names`]), and a word whose only operand is optional stands alone. The other way round,
//! [`unsaid`] leaves out what needn't be said. Both walk the text along the table of words (`card::lexicon`), so they know
//! of each place what may stand there.

mod syntax;
mod target_names;
mod unsaid;
mod visit;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::Range;

pub(crate) use syntax::{Form, Node, Part, parse};
pub(crate) use unsaid::plain;
#[cfg(test)]
pub(crate) use visit::walk_as;
pub(crate) use visit::{At, Visitor, walk};

/// A text that serde can read, and where in it what was not in the original.
#[derive(Debug)]
pub(crate) struct Spelled<'a> {
    /// The text.
    pub(crate) text: Cow<'a, str>,
    /// What was put in, by its place in the text.
    inserted: Vec<Range<usize>>,
}

/// What is wrong with a name, and where.
#[derive(Debug)]
pub(crate) struct Misnamed {
    /// The place in the text, in bytes.
    pub(crate) at: usize,
    /// What is wrong and what to do.
    pub(crate) message: String,
}

/// A part of a text, and what stands in its place.
#[derive(Debug)]
struct Edit {
    at: Range<usize>,
    with: String,
}

/// A card file as serde reads it. A text that can't be parsed, or is nested too deep, stays as it is: serde says why.
///
/// # Errors
/// A name of a target or choice that is given twice, unknown, or used where it means nothing.
pub(crate) fn spelled(text: &str) -> Result<Spelled<'_>, Misnamed> {
    let Some(tree) = parse(text) else { return Ok(Spelled { text: Cow::Borrowed(text), inserted: Vec::new() }) };
    let mut edits = target_names::resolved(text, &tree)?;
    edits.extend(unsaid::completed(&tree));
    Ok(edited(text, edits))
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
        // What is shorter is filled up, so that what follows keeps its place, and lines stay lines.
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
    /// The column in the original of a place in the text, both from 1, in characters.
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
}

fn line_start(text: &str, line: usize) -> usize {
    text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum()
}

/// The line and column, from 1, of a place in a text.
pub(crate) fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}
