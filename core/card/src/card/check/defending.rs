//! Where "the defending player" can mean nobody (CR 506.2, 508.5, 802.2a).
//!
//! The words speak of an attacking creature: of the object that a text applies to, of the trigger
//! event, of the source or what that is attached to, of a target, or of what was chosen. While
//! something resolves, its controller chooses if there is none. Nobody chooses for a static
//! ability, nor while an event is compared with the description of one.

use crate::card::ast::ability::{Ability, Face, StaticAbility};
use crate::card::ast::effect::{Modification, StaticEffect};
use crate::card::ast::filter::Players;
use crate::card::ast::restriction::{AsThough, Restriction};
use crate::card::words::card_type::{CardType, Subtype};
use crate::card::words::term::{Term, any};

/// What is wrong with a static ability that speaks of the defending player, whatever has it.
pub(super) fn in_static(ability: &StaticAbility) -> Option<String> {
    let declares = match &ability.effect {
        StaticEffect::Restrict(restriction) => {
            matches!(restriction, Restriction::NeedsOtherAttackers { .. } | Restriction::MaximumAttackers(_))
        }
        StaticEffect::AsThough(it) => matches!(it, AsThough::Attack { .. }),
        _ => false,
    };
    (declares && speaks(ability)).then(|| {
        "nobody is the defending player while it is checked which creatures can attack, or attack together: say \
         `Opponents`, or say it of each creature: `CantAttack(…)` (CR 508.1a-c)"
            .to_owned()
    })
}

/// What is wrong with an ability of an object that can neither attack nor be attached to what
/// attacks, if it speaks of the defending player where it speaks of no attacking creature.
pub(super) fn in_face(face: &Face) -> Option<String> {
    if may_attack(face) || !face.abilities.iter().any(means_nobody) {
        return None;
    }
    Some(format!(
        "`Defending` means nobody: \"{}\" does not attack, and no attacking creature is spoken of; say `Opponents`, \
         describe the creatures (`AttackingThat(…)`), or restrict or modify each of them (CR 508.5a)",
        face.name
    ))
}

/// Whether an object with this face can attack, or be attached to a creature.
fn may_attack(face: &Face) -> bool {
    const SUBTYPES: [Subtype; 3] = [Subtype::AURA, Subtype::EQUIPMENT, Subtype::VEHICLE];
    let becomes = |it: &Modification| match it {
        Modification::AddType(kind) => *kind == CardType::Creature,
        Modification::SetTypes(kinds) => kinds.contains(&CardType::Creature),
        _ => false,
    };
    face.types.has(CardType::Creature)
        || face.subtypes.iter().any(|subtype| SUBTYPES.contains(subtype))
        || any(&face.abilities, becomes)
}

/// Whether a part of an ability that nobody chooses for speaks of the defending player, and of no
/// attacking creature.
fn means_nobody(ability: &Ability) -> bool {
    match ability {
        Ability::Static(ability) if ability.effect.is_of_each_attacker() => false,
        Ability::Static(ability) => match &ability.effect {
            StaticEffect::Modify { what, .. } => speaks(what),
            effect => speaks(effect) || ability.condition.as_ref().is_some_and(|it| speaks(it)),
        },
        Ability::Triggered(ability) => speaks(ability.when.without_condition()),
        Ability::Activated(_) | Ability::Spell(_) | Ability::Keyword(_) => false,
    }
}

fn speaks(text: &dyn Term) -> bool {
    any(text, |it: &Players| *it == Players::Defending)
}
