//! Questions about a text as a tree: what its events provide, and what its costs ask for.

use crate::card::ast::trigger::TriggerEvent;
use crate::card::tree::Node;

use super::needs::{Told, event_tells};

/// Whether an optional field is given.
pub(super) fn is_given(node: &Node, name: &str) -> bool {
    node.field(name).is_some_and(|it| *it != Node::Plain)
}

pub(super) fn targets_of(body: &Node) -> usize {
    body.field("targets").map_or(0, |targets| targets.items().len())
}

/// What a trigger event provides, including the events it contains.
pub(crate) fn tells(when: &Node) -> Told {
    let Some(word) = when.word() else { return Told::default() };
    let inner = |name: &str| word.field(name).map_or_else(Told::default, tells);
    match word.name {
        // An ability that triggers on any of several events knows what each of them provides.
        "AnyOf" => {
            let parts = word.field("0").map(Node::items).unwrap_or_default();
            parts.iter().fold(Told::default(), |all, part| all.and(tells(part)))
        }
        "OneOrMore" => Told { amount: true, ..inner("0") },
        "ThisWay" => inner("0"),
        "Nth" => inner("when"),
        "IsDealtDamage" => Told { object: is_given(when, "what"), ..event_tells(word.name) },
        "IsAttacked" => Told { object: is_given(when, "objects"), ..event_tells(word.name) },
        name => event_tells(name),
    }
}

/// Whether an event describes the object itself.
pub(super) fn is_of_this(event: &Node) -> bool {
    event.field("what").and_then(Node::word).is_some_and(|what| what.is("Filter", "This"))
}

/// Whether an ability that triggers on the event knows the X of its own object (CR 107.3m,
/// 702.37f).
pub(super) fn is_of_own_x(when: &Node) -> bool {
    when.has(&|word| {
        word.is("TriggerEvent", "TurnedFaceUp")
            || (word.is("TriggerEvent", "Moves")
                && word.field("to").and_then(Node::word).is_some_and(|to| to.name == "Battlefield"))
    })
}

/// Whether a cost in the text contains {X}.
pub(super) fn asks_for_x(text: &Node) -> bool {
    let mut found = false;
    text.each_word(&mut |word| {
        found |= word.of == "Cost"
            && (matches!(word.field("0"), Some(Node::Text(cost)) if cost.contains("{X"))
                || word.field("0").and_then(Node::word).is_some_and(|it| it.is("Quantity", "X")));
    });
    found
}

/// Whether a mana cost in the text contains {X}.
pub(super) fn asks_for_mana_x(text: &Node) -> bool {
    text.has(&|word| word.of == "Cost" && matches!(word.field("0"), Some(Node::Text(cost)) if cost.contains("{X")))
}

/// Whether a cost is paid with objects (CR 601.2h).
pub(super) fn pays_with_objects(cost: &Node) -> bool {
    cost.has(&|word| {
        word.of == "Cost"
            && !matches!(
                word.name,
                "Mana"
                    | "Tap"
                    | "Untap"
                    | "Life"
                    | "PlayerCounters"
                    | "RemoveCounters"
                    | "PutCounters"
                    | "Loyalty"
                    | "Draw"
                    | "ExertThis"
                    | "ManaCostOf"
                    // The repeated cost is a word inside it.
                    | "Times"
            )
    })
}

/// What an event provides, including the events it contains.
pub(crate) fn told(when: &TriggerEvent) -> Told {
    tells(&Node::of(when))
}
