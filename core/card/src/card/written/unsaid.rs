//! Omits and completes redundant parts: reading a card fills in what was left out, writing one
//! leaves it out.

use std::ops::Range;

use crate::card::lexicon::{Operand, What, kind};

use super::Edit;
use super::syntax::{Form, Node, Part};
use super::visit::{At, Visitor, walk, walk_what};

/// The edits that complete words of a card whose operands are all optional, written without
/// parentheses or with nothing in them.
pub(super) fn completed(tree: &Node) -> Vec<Edit> {
    let mut completer = Completer { edits: Vec::new() };
    walk(tree, &mut completer);
    completer.edits
}

/// Like `completed`, for a text that is what an operand can hold.
pub(super) fn completed_in(what: &What, tree: &Node) -> Vec<Edit> {
    let mut completer = Completer { edits: Vec::new() };
    walk_what(what, tree, &mut completer);
    completer.edits
}

struct Completer {
    edits: Vec<Edit>,
}

impl<'a> Visitor<'a> for Completer {
    fn enter(&mut self, at: At<'a>) {
        let Form::Word { inner, .. } = &at.node.form else { return };
        let bare = inner.is_none();
        if inner.as_ref().is_some_and(|parts| !parts.is_empty()) || !bare && may_be_a_group(at) {
            return;
        }
        let end = at.node.span.end;
        let defaults: Vec<&str> = at.word.operands.iter().filter_map(|it| it.default).collect();
        if at.kind.is_struct || defaults.is_empty() || defaults.len() < at.word.operands.len() {
            return;
        }
        let said = |default: &&str| if default.is_empty() { "None".to_owned() } else { (*default).to_owned() };
        let inner = if at.word.named { Vec::new() } else { defaults.iter().map(said).collect() };
        let inner = inner.join(", ");
        match bare {
            true => self.edits.push(Edit { at: end..end, with: format!("({inner})") }),
            // Before the parenthesis that closes.
            false if inner.is_empty() => {}
            false => self.edits.push(Edit { at: end - 1..end - 1, with: inner }),
        }
    }
}

/// Whether empty parentheses are those of a group that the word contains, all of whose fields are
/// left out.
fn may_be_a_group(at: At<'_>) -> bool {
    matches!(at.word.operands, [Operand { what: What::One(name), .. }] if kind(name).is_some_and(|it| it.is_struct))
}

/// A text without redundant parts: fields with default values and empty operands.
pub(crate) fn plain(text: &str) -> String {
    let Some(tree) = super::parse(text) else { return text.to_owned() };
    let mut stripper = Stripper { text, cuts: Vec::new() };
    walk(&tree, &mut stripper);
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    stripper.cuts.sort_by_key(|cut| cut.start);
    for cut in stripper.cuts {
        if cut.start >= done {
            out.push_str(&text[done..cut.start]);
            done = cut.end;
        }
    }
    out.push_str(&text[done..]);
    out
}

struct Stripper<'t> {
    text: &'t str,
    cuts: Vec<Range<usize>>,
}

impl<'a> Visitor<'a> for Stripper<'_> {
    fn enter(&mut self, at: At<'a>) {
        let parts = at.node.parts();
        // The fields of a contained group are handled with the group.
        if parts.first().is_some_and(|part| part.key.is_some() != at.word.named) {
            return;
        }
        let operands = at.word.operands;
        let needless: Vec<bool> = parts.iter().map(|part| self.is_needless(operands, parts, part)).collect();
        if let Form::Word { inner: Some(_), name } = &at.node.form {
            let stands_alone =
                !at.kind.is_struct && !operands.is_empty() && operands.iter().all(|it| it.default.is_some());
            if stands_alone && needless.iter().all(|it| *it) {
                self.cuts.push(at.node.span.start + name.len()..at.node.span.end);
                return;
            }
        }
        self.cut(parts, &needless, at.node.span.end.saturating_sub(1));
    }
}

impl Stripper<'_> {
    /// Cuts redundant parts out of parentheses that close at `close`.
    fn cut(&mut self, parts: &[Part], needless: &[bool], close: usize) {
        for (index, part) in parts.iter().enumerate().filter(|(index, _)| needless[*index]) {
            let kept_later = needless[index + 1..].iter().any(|it| !it);
            let cut = match (parts.get(index + 1), index.checked_sub(1).and_then(|it| parts.get(it))) {
                // The next part moves up.
                (Some(next), _) if kept_later => part.span.start..next.span.start,
                // A trailing comma stays.
                (_, Some(before)) => before.value.span.end..part.value.span.end,
                _ => part.span.start..close,
            };
            self.cuts.push(cut);
        }
    }

    /// Whether it equals its default. An unnamed operand has only its position, so only the last
    /// one can be left out.
    fn is_needless(&self, operands: &[Operand], parts: &[Part], part: &Part) -> bool {
        let operand = match &part.key {
            Some(key) => operands.iter().find(|it| it.name == key),
            None => {
                let place = parts.iter().position(|it| it.span == part.span);
                place.filter(|it| it + 1 == operands.len()).and_then(|it| operands.get(it))
            }
        };
        let Some(default) = operand.and_then(|it| it.default) else { return false };
        let said: String = self.text[part.value.span.clone()].split_whitespace().collect();
        said == if default.is_empty() { "None" } else { default }
    }
}
