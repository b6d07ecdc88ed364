//! An example of each word: the shortest place in a bundled card that uses it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::card::lexicon::{Kind, Word};
use crate::card::pool::bundled_texts;
use crate::card::written::{At, Form, Node, Part, Visitor, parse, walk};

use super::by_hand::BY_HAND;

/// An example of a word in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The card's name; empty if no bundled card uses the word.
    pub card: String,
    /// Part of the card in card file syntax, on one line.
    pub text: String,
}

/// An example of a word, if there is one.
pub fn example(kind: &Kind, word: &Word) -> Option<Example> {
    static FOUND: LazyLock<BTreeMap<Key, Example>> = LazyLock::new(found);
    let by_hand = || {
        let own = format!("{}.{}", kind.name, word.name);
        let (_, text) = BY_HAND.iter().find(|(name, _)| *name == own)?;
        Some(Example { card: String::new(), text: (*text).to_owned() })
    };
    FOUND.get(&(kind.name, word.name)).cloned().or_else(by_hand)
}

/// A kind and one of its words.
type Key = (&'static str, &'static str);

fn found() -> BTreeMap<Key, Example> {
    let mut shortest = BTreeMap::new();
    for (_, text) in bundled_texts() {
        if let Some(tree) = parse(text) {
            walk(&tree, &mut Finder { text, card: String::new(), around: Vec::new(), shortest: &mut shortest });
        }
    }
    shortest
}

struct Finder<'t> {
    text: &'t str,
    card: String,
    /// The words around a node, innermost last.
    around: Vec<&'t Node>,
    shortest: &'t mut BTreeMap<Key, Example>,
}

impl<'t> Visitor<'t> for Finder<'t> {
    fn enter(&mut self, at: At<'t>) {
        if let (true, Some(Form::Text(name))) = (self.card.is_empty(), at.node.field("name").map(|it| &it.form)) {
            self.card = name.clone();
        }
        // A word without operands says little alone; its parent says more.
        let alone = at.node.parts().is_empty();
        let node = self.around.last().copied().filter(|_| alone).unwrap_or(at.node);
        let text = one_line(self.text, node);
        let better = |known: &Example| (text.len(), &self.card) < (known.text.len(), &known.card);
        let key = (at.kind.name, at.word.name);
        if self.shortest.get(&key).is_none_or(better) {
            self.shortest.insert(key, Example { card: self.card.clone(), text });
        }
        self.around.push(at.node);
    }

    fn leave(&mut self, _: At<'t>) {
        self.around.pop();
    }
}

/// A value on one line, without comments.
fn one_line(text: &str, node: &Node) -> String {
    let inside = |parts: &[Part]| {
        let part = |part: &Part| match &part.key {
            Some(key) => format!("{key}: {}", one_line(text, &part.value)),
            None => one_line(text, &part.value),
        };
        parts.iter().map(part).collect::<Vec<_>>().join(", ")
    };
    match &node.form {
        Form::Word { name, inner: None } => name.clone(),
        Form::Word { name, inner: Some(parts) } => format!("{name}({})", inside(parts)),
        Form::Group(parts) => format!("({})", inside(parts)),
        Form::List(items) => format!("[{}]", items.iter().map(|it| one_line(text, it)).collect::<Vec<_>>().join(", ")),
        Form::Text(_) | Form::Other => text[node.span.clone()].to_owned(),
    }
}
