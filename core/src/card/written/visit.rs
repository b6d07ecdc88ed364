//! Going through a text along the table of words: of each word it is known of which kind it is.

use crate::card::lexicon::{Kind, Operand, What, Word, kind};

use super::syntax::{Form, Node, Part};

/// A word at its place.
#[derive(Clone, Copy)]
pub(crate) struct At<'a> {
    /// Its kind.
    pub(crate) kind: &'static Kind,
    /// The word, or the group of fields.
    pub(crate) word: &'static Word,
    /// Where it stands.
    pub(crate) node: &'a Node,
}

/// Who looks at what there is in a text, in its order.
pub(crate) trait Visitor<'a> {
    /// A word, before what stands in it.
    fn enter(&mut self, _at: At<'a>) {}

    /// The same word, after what stands in it.
    fn leave(&mut self, _at: At<'a>) {}

    /// A field or place of a word, before what stands there. What stands there may be of another kind than is wanted.
    fn operand(&mut self, _of: At<'a>, _operand: &'static Operand, _part: &'a Part) {}

    /// A list, before its items.
    fn enter_list(&mut self) {}

    /// The same list, after its items.
    fn leave_list(&mut self) {}
}

/// Goes through a card file.
pub(crate) fn walk<'a>(tree: &'a Node, visitor: &mut impl Visitor<'a>) {
    one("Card", tree, visitor);
}

/// Goes through a word of a kind, or a group of fields.
#[cfg(test)]
pub(crate) fn walk_as<'a>(kind: &str, tree: &'a Node, visitor: &mut impl Visitor<'a>) {
    one(kind, tree, visitor);
}

fn holds<'a>(what: &'static What, node: &'a Node, visitor: &mut impl Visitor<'a>) {
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
        visitor.operand(at, operand, part);
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
    // The parentheses of a group of fields that a word holds are left out.
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
