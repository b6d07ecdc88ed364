//! Questions about a text as a tree: what its events provide, and what its costs ask for.

use crate::card::ast::ability::Face;
use crate::card::ast::cost::Cost;
use crate::card::ast::filter::Filter;
use crate::card::ast::trigger::{Several, TriggerEvent};
use crate::card::layout::Card;
use crate::card::words::refers::Told;
use crate::card::words::term::{any, as_};
use crate::card::words::tree::Node;
use crate::card::words::zone_kind::ZoneKind;

/// Whether a word of a text is one of these, whatever its operands are.
macro_rules! is {
    ($word:expr, $($of:ident :: $name:ident)|+) => {
        ($($crate::card::words::term::as_::<$of>($word.term).is_some_and(|it| matches!(it, $of::$name { .. })))||+)
    };
}

pub(super) use is;

/// The faces of a card, each with the field that holds it, if it is an alternative of the first.
pub(super) fn faces(card: &Card) -> Vec<(&'static str, &Face)> {
    let Card::Card(face) = card else { return card.faces().into_iter().map(|it| ("", it)).collect() };
    let others = [("flipped", face.flipped.as_deref()), ("adventure", face.adventure.as_deref())];
    let others = others.into_iter().filter_map(|(field, it)| Some((field, it?)));
    std::iter::once(("", face)).chain(others).collect()
}

pub(super) fn targets_of(body: &Node<'_>) -> usize {
    body.field("targets").map_or(0, |targets| targets.items().len())
}

/// The trigger event of a node, if it is one.
fn event<'a>(when: &Node<'a>) -> Option<&'a TriggerEvent> {
    as_(when.word()?.term)
}

/// What a trigger event provides, including the events it contains.
pub(super) fn tells(when: &Node<'_>) -> Told {
    event(when).map_or_else(Told::default, told)
}

/// What an event provides, including the events it contains.
pub fn told(when: &TriggerEvent) -> Told {
    match when {
        // An ability that triggers on any of several events knows what each of them provides.
        TriggerEvent::AnyOf(parts) => parts.iter().fold(Told::default(), |all, part| all.and(told(part))),
        // CR 603.2c: they have the player in common if they are told apart by player, recipient or
        // object.
        TriggerEvent::OneOrMore(inner) => {
            let told = told(inner);
            Told { amount: true, player: told.player && inner.several() != Several::InAll, ..told }
        }
        TriggerEvent::ThisWay(inner)
        | TriggerEvent::Nth { when: inner, .. }
        | TriggerEvent::While { when: inner, .. } => told(inner),
        TriggerEvent::IsDealtDamage { what, .. } => Told { object: what.is_some(), ..when.tells() },
        TriggerEvent::IsAttacked { objects, .. } => Told { object: objects.is_some(), ..when.tells() },
        _ => when.tells(),
    }
}

/// Whether an event describes the object itself.
pub(super) fn is_of_this(event: &Node<'_>) -> bool {
    event.field("what").and_then(Node::word).is_some_and(|what| matches!(as_(what.term), Some(Filter::This)))
}

/// Whether an ability that triggers on the event knows the X of its own object (CR 107.3m,
/// 702.37f).
pub(super) fn is_of_own_x(when: &Node<'_>) -> bool {
    let enters = |it: &TriggerEvent| match it {
        TriggerEvent::TurnedFaceUp(_) => true,
        TriggerEvent::Moves { to: Some(to), .. } => to.single() == Some(ZoneKind::Battlefield),
        _ => false,
    };
    event(when).is_some_and(|when| any(when, enters))
}

/// Whether a cost in the text contains X.
pub(super) fn asks_for_x(text: &Node<'_>) -> bool {
    text.has(&|word| as_(word.term).is_some_and(Cost::has_x))
}

/// Whether a mana cost in the text contains {X}.
pub(super) fn asks_for_mana_x(text: &Node<'_>) -> bool {
    text.has(&|word| matches!(as_(word.term), Some(Cost::Mana(mana)) if mana.has_x()))
}

/// Whether a cost is paid with objects (CR 601.2h).
pub(super) fn pays_with_objects(cost: &Node<'_>) -> bool {
    cost.has(&|word| as_(word.term).is_some_and(Cost::with_objects))
}
