//! The outside references of a text that lasts, so that they can be locked in (CR 603.7c, 608.2h).

use serde::Serialize;

use crate::card::ast::filter::{Condition, Objects, Players, Quantity};
use crate::card::dialect::CANONICAL;
use crate::card::tree::{Node, Word};

use super::needs::Need;
use super::surroundings::{Found, From, Here, Paid, Walk};

/// A word that refers to something outside its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reference {
    /// To objects.
    Objects(Objects),
    /// To players.
    Players(Players),
    /// To a number.
    Number(Quantity),
    /// To a choice of a linked ability.
    Chosen,
}

/// The words of a text that refer to its state of creation, without duplicates, in order of
/// writing.
pub(crate) fn refers<T: Serialize + ?Sized>(text: &T) -> Vec<Reference> {
    let node = Node::of(text);
    let mut found: Vec<Reference> = Vec::new();
    let mut see = |it: &Found<'_, '_>| {
        if let Some(reference) = reference(it)
            && !found.contains(&reference)
        {
            found.push(reference);
        }
    };
    Walk { paid: Paid::UNKNOWN, path: Vec::new(), see: &mut see }.node(&node, &Here::created());
    found
}

fn reference(found: &Found<'_, '_>) -> Option<Reference> {
    let word = found.word;
    if word.is("Objects", "This") || word.is("Filter", "This") {
        return Some(Reference::Objects(Objects::This));
    }
    // With shared turns there are several, of whom the text means one (CR 805.9).
    if word.is("Players", "Active") {
        return Some(Reference::Players(Players::Active));
    }
    match found.need {
        Need::Nothing | Need::OwnCost | Need::Granter => return None,
        Need::Link(super::needs::Linking::Objects | super::needs::Linking::Haunt | super::needs::Linking::Cost)
            if word.field("0").and_then(Node::word).is_none_or(|it| it.name != "Chosen") =>
        {
            return None;
        }
        Need::Link(_) => return Some(Reference::Chosen),
        _ if found.from != From::Outside => return None,
        _ => {}
    }
    let text = written(word);
    let read = CANONICAL.options();
    match word.of {
        "Objects" => read.from_str(&text).ok().map(Reference::Objects),
        "Players" => read.from_str(&text).ok().map(Reference::Players),
        "Quantity" => read.from_str(&text).ok().map(Reference::Number),
        "Condition" => match read.from_str(&text).ok()? {
            Condition::Flip(side) => Some(Reference::Number(Quantity::Coins(side))),
            _ => None,
        },
        _ => None,
    }
}

/// A word in card file syntax.
fn written(word: &Word) -> String {
    let parts: Vec<String> = word
        .parts
        .iter()
        .map(|(name, part)| {
            if name.starts_with(|c: char| c.is_ascii_digit()) {
                text_of(part)
            } else {
                format!("{name}:{}", text_of(part))
            }
        })
        .collect();
    if parts.is_empty() { word.name.to_owned() } else { format!("{}({})", word.name, parts.join(",")) }
}

fn text_of(node: &Node) -> String {
    match node {
        Node::Word(word) => written(word),
        Node::Record(parts) => {
            let fields: Vec<String> = parts.iter().map(|(name, part)| format!("{name}:{}", text_of(part))).collect();
            format!("({})", fields.join(","))
        }
        Node::List(items) => format!("[{}]", items.iter().map(text_of).collect::<Vec<_>>().join(",")),
        Node::Number(number) => number.to_string(),
        Node::Text(text) => format!("{text:?}"),
        Node::Plain => "None".to_owned(),
    }
}
