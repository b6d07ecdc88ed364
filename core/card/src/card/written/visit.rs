//! Traverses a text along the table of words, so that the kind of each word is known.

use crate::card::lexicon::{Kind, Operand, What, Word, kind};

use super::syntax::{Form, Node, Part};

/// A word with its place.
#[derive(Clone, Copy)]
pub(crate) struct At<'a> {
    /// Its kind.
    pub(crate) kind: &'static Kind,
    /// The word, or the group of fields.
    pub(crate) word: &'static Word,
    /// Its node.
    pub(crate) node: &'a Node,
}

/// A visitor of the contents of a text, in order.
pub(crate) trait Visitor<'a> {
    /// Called for a word, before its contents.
    fn enter(&mut self, _at: At<'a>) {}

    /// Called for the same word, after its contents.
    fn leave(&mut self, _at: At<'a>) {}

    /// Called for a field or position of a word, before its value. The value may be of another kind
    /// than expected.
    fn operand(&mut self, _operand: &'static Operand, _part: &'a Part) {}

    /// Called for a list, before its items.
    fn enter_list(&mut self) {}

    /// Called for the same list, after its items.
    fn leave_list(&mut self) {}
}

/// Traverses a card file.
pub(crate) fn walk<'a>(tree: &'a Node, visitor: &mut impl Visitor<'a>) {
    one("Card", tree, visitor);
}

/// Traverses what an operand can hold.
pub(super) fn walk_what<'a>(what: &'a What, tree: &'a Node, visitor: &mut impl Visitor<'a>) {
    holds(what, tree, visitor);
}

/// Traverses a word of a kind, or a group of fields.
#[cfg(test)]
pub(crate) fn walk_as<'a>(kind: &str, tree: &'a Node, visitor: &mut impl Visitor<'a>) {
    one(kind, tree, visitor);
}

fn holds<'a>(what: &'a What, node: &'a Node, visitor: &mut impl Visitor<'a>) {
    if let Form::Word { name, inner: Some(parts) } = &node.form
        && let ("Some", [part]) = (name.as_str(), parts.as_slice())
    {
        return holds(what, &part.value, visitor);
    }
    match what {
        What::One(name) => one(name, node, visitor),
        What::List(inner) => {
            if let Form::List(items) = &node.form {
                visitor.enter_list();
                items.iter().for_each(|item| holds(inner, item, visitor));
                visitor.leave_list();
            }
        }
        What::Tuple(parts) => {
            if let Form::Group(values) = &node.form {
                parts.iter().zip(values).for_each(|(what, part)| holds(what, &part.value, visitor));
            }
        }
    }
}

fn one<'a>(name: &str, node: &'a Node, visitor: &mut impl Visitor<'a>) {
    let Some(kind) = kind(name) else { return };
    let word = match (&node.form, kind.is_struct) {
        (Form::Group(_), true) => kind.words.first(),
        (Form::Word { name, .. }, true) if name == kind.name => kind.words.first(),
        (Form::Word { name, .. }, false) => kind.word(name),
        _ => None,
    };
    let Some(word) = word else { return };
    let at = At { kind, word, node };
    visitor.enter(at);
    inside(at, node.parts(), visitor);
    visitor.leave(at);
}

fn inside<'a>(at: At<'a>, parts: &'a [Part], visitor: &mut impl Visitor<'a>) {
    let mut place = |operand: &'static Operand, part: &'a Part| {
        visitor.operand(operand, part);
        holds(&operand.what, &part.value, visitor);
    };
    if at.word.named {
        for part in parts {
            if let Some(operand) = at.word.operands.iter().find(|it| Some(it.name) == part.key.as_deref()) {
                place(operand, part);
            }
        }
        return;
    }
    // A word leaves out the parentheses of the group it contains.
    if let ([Operand { what: What::One(group), .. }], Some(Part { key: Some(_), .. })) =
        (at.word.operands, parts.first())
    {
        if let Some(kind) = kind(group).filter(|it| it.is_struct)
            && let Some(word) = kind.words.first()
        {
            let of = At { kind, word, node: at.node };
            visitor.enter(of);
            inside(of, parts, visitor);
            visitor.leave(of);
        }
        return;
    }
    at.word.operands.iter().zip(parts).for_each(|(operand, part)| place(operand, part));
}
