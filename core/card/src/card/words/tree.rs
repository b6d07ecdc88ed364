//! A text of the card language as a tree with the names of its words and operands, for checks that
//! say where in a card file something stands.
//!
//! Every declaration makes its own node (`#[derive(Words)]`): each variant and struct by name, with
//! its fields. New words appear in it without any code. It doesn't know what the words mean.

use std::borrow::Cow;

use super::term::Term;
use crate::plain;

/// A node of the tree.
#[derive(Clone)]
pub enum Node<'a> {
    /// A word: a variant of an enum, with its fields. Unnamed fields have their position as their
    /// name.
    Word(Word<'a>),
    /// A struct with its fields.
    Record(Vec<(&'static str, Node<'a>)>),
    /// A list, or a tuple.
    List(Vec<Node<'a>>),
    /// A number.
    Number(i64),
    /// Text: a name, a cost.
    Text(Cow<'a, str>),
    /// An empty value or a boolean.
    Plain,
}

/// A variant of an enum with its fields.
#[derive(Clone)]
pub struct Word<'a> {
    /// The enum.
    pub of: &'static str,
    /// The variant.
    pub name: &'static str,
    /// Its fields.
    pub parts: Vec<(&'static str, Node<'a>)>,
    /// What it is the node of.
    pub term: &'a dyn Term,
}

/// The parts that are not left out.
fn written<'a>(parts: &[(&'static str, &'a dyn Term, bool)]) -> Vec<(&'static str, Node<'a>)> {
    let said = parts.iter().filter(|(.., left_out)| !left_out);
    said.map(|(name, part, _)| (*name, part.node())).collect()
}

/// The first problem with a name in a text that contains terminal control characters.
pub fn steering(text: &dyn Term) -> Option<String> {
    text.node().texts().find_map(plain::steering)
}

impl<'a> Node<'a> {
    /// The node of a word with operands, of which some are left out.
    pub fn word_of(
        term: &'a dyn Term,
        of: &'static str,
        name: &'static str,
        operands: &[(&'static str, &'a dyn Term, bool)],
    ) -> Node<'a> {
        Node::Word(Word { of, name, parts: written(operands), term })
    }

    /// The node of a word whose declaration is a struct of its own, with this node.
    pub fn named(term: &'a dyn Term, of: &'static str, name: &'static str, declared: Node<'a>) -> Node<'a> {
        let parts = match declared {
            Node::Record(parts) => parts,
            other => vec![("0", other)],
        };
        Node::Word(Word { of, name, parts, term })
    }

    /// The node of a struct with fields, of which some are left out.
    pub fn record(fields: &[(&'static str, &'a dyn Term, bool)]) -> Node<'a> {
        Node::Record(written(fields))
    }

    /// All strings in it, in order of writing.
    fn texts(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        match self {
            Node::Word(Word { parts, .. }) | Node::Record(parts) => {
                Box::new(parts.iter().flat_map(|(_, part)| part.texts()))
            }
            Node::List(list) => Box::new(list.iter().flat_map(Node::texts)),
            Node::Text(text) => Box::new(std::iter::once(&**text)),
            Node::Number(_) | Node::Plain => Box::new(std::iter::empty()),
        }
    }

    /// The word, if it is one.
    pub const fn word(&self) -> Option<&Word<'a>> {
        match self {
            Node::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn number(&self) -> Option<u8> {
        match self {
            Node::Number(number) => u8::try_from(*number).ok(),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Node::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A field of a word or struct.
    pub fn field(&self, name: &str) -> Option<&Node<'a>> {
        match self {
            Node::Word(word) => word.field(name),
            Node::Record(parts) => parts.iter().find(|(its, _)| *its == name).map(|(_, node)| node),
            _ => None,
        }
    }

    /// The items of a list; empty for any other node.
    pub fn items(&self) -> &[Node<'a>] {
        match self {
            Node::List(items) => items,
            _ => &[],
        }
    }

    /// Visits every word in it, including itself, in order of writing.
    pub fn each_word<'n>(&'n self, see: &mut impl FnMut(&'n Word<'a>)) {
        match self {
            Node::Word(word) => {
                see(word);
                word.parts.iter().for_each(|(_, part)| part.each_word(see));
            }
            Node::Record(parts) => parts.iter().for_each(|(_, part)| part.each_word(see)),
            Node::List(items) => items.iter().for_each(|item| item.each_word(see)),
            Node::Number(_) | Node::Text(_) | Node::Plain => {}
        }
    }

    /// Whether any word in it matches.
    pub fn has(&self, fits: &impl Fn(&Word<'a>) -> bool) -> bool {
        let mut found = false;
        self.each_word(&mut |word| found |= fits(word));
        found
    }
}

impl<'a> Word<'a> {
    /// A field.
    pub fn field(&self, name: &str) -> Option<&Node<'a>> {
        self.parts.iter().find(|(its, _)| *its == name).map(|(_, node)| node)
    }
}
