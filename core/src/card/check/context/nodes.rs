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
        // CR 603.2c
        "OneOrMore" => {
            let told = inner("0");
            Told { amount: true, player: told.player && word.field("0").is_some_and(is_of_one_player), ..told }
        }
        "ThisWay" => inner("0"),
        "Nth" => inner("when"),
        "IsDealtDamage" => Told { object: is_given(when, "what"), ..event_tells(word.name) },
        "IsAttacked" => Told { object: is_given(when, "objects"), ..event_tells(word.name) },
        name => event_tells(name),
    }
}

/// Whether one or more such events at once have the player in common whom they tell: they are told
/// apart by player, recipient or object (`TriggerEvent::several`).
fn is_of_one_player(when: &Node) -> bool {
    let Some(word) = when.word() else { return false };
    match word.name {
        "DealsDamage" => is_given(when, "to_players") || is_given(when, "to_objects"),
        "IsDealtDamage" => is_given(when, "who") && !is_given(when, "what"),
        "DamageIsPrevented" => is_given(when, "players") && !is_given(when, "objects"),
        "IsAttacked" => is_given(when, "players") && !is_given(when, "objects"),
        "BecomesMarked" => is_given(when, "by"),
        "ThisWay" => word.field("0").is_some_and(is_of_one_player),
        name => !OF_NO_ONE_PLAYER.contains(&name),
    }
}

/// The events of objects: one or more of them at once are one event, whosever objects these are.
const OF_NO_ONE_PLAYER: &[&str] = &[
    "Attacks",
    "AttacksAlone",
    "Moves",
    "DealtExcessDamage",
    "BecomesTapped",
    "BecomesUntapped",
    "TurnedFaceUp",
    "Transforms",
    "Mutates",
    "Triggers",
    "RevealedThisWay",
    "BecomesAttached",
    "BecomesUnattached",
    "IsCountered",
    "IsDestroyed",
    "PhasesOut",
    "PhasesIn",
    "Chapter",
    "BecomesLevel",
    "FinishesResolving",
    "Champions",
    "Explores",
    "Exploits",
    "Evolves",
    "PlaneswalksTo",
    "PlaneswalksAway",
    "Encounters",
    "SetsInMotion",
];

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::ast::trigger::Several;
    use crate::card::dialect::CANONICAL;

    /// CR 603.2c: "that player" of one or more events is one exactly where they are told apart.
    #[test]
    fn one_or_more_tell_a_player_where_they_are_told_apart() {
        let events = [
            "Attacks(Any)",
            "AttacksThat(what: Any, players: Opponents)",
            "AttacksThat(what: Any, objects: Any)",
            "IsAttacked(players: You)",
            "IsAttacked(players: You, objects: Any)",
            "AttacksWith(who: Each, what: Any, count: 2)",
            "Moves(what: Any, from: Battlefield)",
            "DealsDamage(source: Any)",
            "DealsDamage(source: Any, to_players: Each)",
            "DealsDamage(source: Any, to_objects: Any)",
            "DealsDamage(source: Any, to_players: Each, to_objects: Any)",
            "IsDealtDamage(what: Any)",
            "IsDealtDamage(who: Each)",
            "IsDealtDamage(what: Any, who: Each)",
            "DamageIsPrevented(players: Each)",
            "DamageIsPrevented(objects: Any)",
            "Casts(Each, Any)",
            "BecomesTarget(what: Any, by: Each)",
            "PlayerBecomesTarget(who: Each, by: Each)",
            "Crews(what: Any)",
            "CountersPut(on: Any)",
            "CountersRemoved(from: Any)",
            "GetsCounters(who: Each, kind: Poison)",
            "BecomesTapped(Any)",
            "BecomesMarked(what: Any, being: Monstrous)",
            "BecomesMarked(what: Any, being: Foretold, by: You)",
            "LosesControl(who: Each)",
            "Sacrifices(who: Each)",
            "IsDestroyed(what: Any)",
            "IsCountered(what: Any)",
            "BecomesAttached(what: Any)",
            "Explores(Any)",
            "Transforms(what: Any)",
            "PhasesOut(Any)",
            "Triggers(Any)",
        ];
        for text in events {
            let read =
                |text: &str| CANONICAL.options().from_str::<TriggerEvent>(text).map_err(|error| error.to_string());
            let event = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let several = TriggerEvent::OneOrMore(Box::new(event.clone()));
            let one = told(&event).player && event.several() != Several::InAll;
            assert_eq!(told(&several).player, one, "{text}");
        }
    }
}
