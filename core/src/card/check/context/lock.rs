//! The outside references of a text that lasts, so that they can be locked in (CR 603.7c, 608.2h).

use serde::Serialize;

use crate::card::ast::filter::{Condition, Objects, Players, Quantity};
use crate::card::dialect::CANONICAL;
use crate::card::tree::{Node, Word};

use super::needs::{Keeper, Linking, Naming, Need};
use super::surroundings::{Found, From, Here, Paid, Walk};

/// A word of a text that refers to its state of creation, and who keeps what it refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    /// What it says.
    pub(crate) to: Referent,
    /// Who keeps it. Nobody also keeps what the text itself says by then, or what is named once and
    /// known to the object with the ability.
    pub(crate) keeper: Keeper,
}

/// What a word refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Referent {
    /// Objects that are named once.
    Objects(Objects),
    /// Players.
    Players(Players),
    /// A number.
    Number(Quantity),
    /// A choice of a linked ability.
    Chosen,
}

/// The words of a text that refer to its state of creation, without duplicates, in order of
/// writing.
pub(crate) fn refers<T: Serialize + ?Sized>(text: &T) -> Vec<Reference> {
    let node = Node::of(text);
    let mut found: Vec<Reference> = Vec::new();
    let mut see = |it: &Found<'_, '_>| {
        for reference in [chosen(it), referent(it)].into_iter().flatten() {
            if !found.contains(&reference) {
                found.push(reference);
            }
        }
    };
    Walk { paid: Paid::UNKNOWN, path: Vec::new(), see: &mut see }.node(&node, &Here::created());
    found
}

/// A choice of a linked ability.
fn chosen(found: &Found<'_, '_>) -> Option<Reference> {
    let is_choice = match found.need {
        Need::Link(Linking::Objects | Linking::Haunt | Linking::Cost) => {
            found.word.field("0").and_then(Node::word).is_some_and(|it| it.name == "Chosen")
        }
        Need::Link(_) => true,
        _ => false,
    };
    is_choice.then_some(Reference { to: Referent::Chosen, keeper: Keeper::Notes })
}

fn referent(found: &Found<'_, '_>) -> Option<Reference> {
    let word = found.word;
    let keeper = if found.from == From::Outside { found.need.keeper() } else { Keeper::Nobody };
    let with = |to: Referent| Some(Reference { to, keeper });
    if word.is("Filter", "This") {
        return with(Referent::Objects(Objects::This));
    }
    let read = CANONICAL.options();
    let by_effect = |who: Players| Some(Reference { to: Referent::Players(who), keeper: Keeper::Effect });
    // Whoever an effect gives control to is one player from then on, however that is said.
    if word.is("Modification", "Control") {
        let who = word.field("0").and_then(Node::word).filter(|who| found.here.is_outside(who))?;
        return by_effect(read.from_str(&written(who)).ok().filter(|who| *who != Players::You)?);
    }
    // What a duration waits for is asked all the time (CR 611.2b).
    let asked_anew = found.path.iter().any(|name| name == "AsLongAs");
    if word.of == "Players" && found.need == Need::Nothing && !asked_anew && found.here.is_outside(word) {
        let named = read.from_str(&written(word)).ok().filter(|who: &Players| who.naming() == Naming::Once);
        if let Some(named) = named {
            return by_effect(named);
        }
    }
    // So is a number, unless it is about what the effect applies to (CR 611.2d).
    if word.of == "Quantity" && found.need == Need::Nothing && !asked_anew && found.here.is_outside(word) {
        let number = read.from_str(&written(word)).ok().filter(Quantity::asks_the_game);
        return Some(Reference { to: Referent::Number(number?), keeper: Keeper::Effect });
    }
    match word.of {
        "Objects" => {
            let named = read.from_str(&written(word)).ok().filter(|it: &Objects| it.naming() == Naming::Once);
            with(Referent::Objects(named?))
        }
        // With shared turns there are several, of whom the text means one (CR 805.9).
        "Players" if word.name == "Active" => with(Referent::Players(Players::Active)),
        _ if matches!(keeper, Keeper::Nobody | Keeper::Effect | Keeper::Notes) => None,
        "Players" => with(Referent::Players(read.from_str(&written(word)).ok()?)),
        "Quantity" => with(Referent::Number(read.from_str(&written(word)).ok()?)),
        "Condition" => match read.from_str(&written(word)).ok()? {
            Condition::Flip(side) => with(Referent::Number(Quantity::Coins(side))),
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
