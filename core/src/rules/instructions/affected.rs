//! Which object a number means by `Affected` (CR 608.2f, 608.2h).

use crate::card::{Objects, Quantity, Recipients, Reference, refers};
use crate::derive::Scope;
use crate::derive::filter::quantity;
use crate::fact::Entity;
use crate::state::Game;

use super::amount;

/// How much it is for one of those that something is done to. That one is `Affected`, unless the word keeps what it means
/// in the list around the instruction.
pub(in crate::rules) fn amount_for(
    game: &Game,
    scope: &Scope<'_>,
    whom: Entity,
    keeps: bool,
    number: &Quantity,
) -> u32 {
    let affected = if keeps && speaks_of_affected(number) { scope.affected } else { Some(whom) };
    amount(quantity(game, &Scope { affected, ..*scope }, number))
}

/// Whether a number is about each affected object, and so different for each.
pub(in crate::rules) fn speaks_of_affected(number: &Quantity) -> bool {
    !matches!(number, Quantity::Fixed(_)) && refers(number).contains(&Reference::Objects(Objects::Affected))
}

/// Whether `Affected` keeps naming the object that a list around the instruction is being done for, where the instruction
/// is done to this. What describes several, as `Each(…)` does, has each of them affected instead.
pub(in crate::rules) fn keeps(scope: &Scope<'_>, what: &Objects) -> bool {
    scope.affected.and_then(Entity::object).is_some() && is_named(what)
}

/// The same of damage, which its source keeps too: "it deals damage equal to its power to each opponent".
pub(in crate::rules) fn keeps_from(scope: &Scope<'_>, source: &Objects, to: &Recipients) -> bool {
    let named = match to {
        Recipients::Target(_) | Recipients::Players(_) | Recipients::Chosen(_) => true,
        Recipients::Objects(what) | Recipients::Both(_, what) => is_named(what),
    };
    scope.affected.and_then(Entity::object).is_some() && (named || *source == Objects::Affected)
}

/// Whether a reference names what is there already, and no list of its own.
fn is_named(what: &Objects) -> bool {
    matches!(
        what,
        Objects::This
            | Objects::Target(_)
            | Objects::ThatObject
            | Objects::AttachedTo
            | Objects::Chosen(_)
            | Objects::Granter
            | Objects::DamageSource
    )
}
