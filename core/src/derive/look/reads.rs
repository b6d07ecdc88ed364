//! The parts of a game that the words of an effect read: aspects of objects, which other effects
//! may change (CR 613.8), and parts of the state, which events change. Nothing else can change what
//! an effect does.
//!
//! Each word declares it ([`Asking`], [`Modification::writes`]). Here is what takes more than a
//! word.

use crate::card::{
    Ability, Asking, Filter, Keyword, KeywordName, Modification, Objects, Quantity, Reads, StaticEffect,
};

/// What the set of objects that match a filter depends on.
pub(in crate::derive) fn of_all_matching(filter: &Filter) -> Reads {
    filter.places() | filter.reads()
}

/// Whether a modification depends only on the object that it applies to, and on notes.
pub(in crate::derive) fn is_worked_out_alone(modification: &Modification) -> bool {
    matches!(
        modification,
        Modification::AddSubtype(_)
            | Modification::AddEverySubtype(_)
            | Modification::SetSubtypes(..)
            | Modification::AddChosenSubtype
            | Modification::SetChosenSubtype(_)
    ) || modification.reads() == Reads::NOTHING
        || match modification {
            Modification::SetPowerToughness(power, toughness) | Modification::AddPowerToughness(power, toughness) => {
                is_of_affected_alone(power) && is_of_affected_alone(toughness)
            }
            Modification::SetPower(number) | Modification::SetToughness(number) => is_of_affected_alone(number),
            _ => false,
        }
}

/// What the numbers depend on that a modification sets power and toughness to or adds to them; none
/// if it does something else.
pub(in crate::derive) fn numbers(modification: &Modification) -> Option<Reads> {
    match modification {
        Modification::SetPowerToughness(..)
        | Modification::AddPowerToughness(..)
        | Modification::SetPower(_)
        | Modification::SetToughness(_) => Some(modification.reads()),
        _ => None,
    }
}

/// Whether a number depends only on the object that its effect applies to.
fn is_of_affected_alone(number: &Quantity) -> bool {
    matches!(number, Quantity::Fixed(_) | Quantity::ManaValue(Objects::Affected))
}

/// The aspects of objects that a modification changes; for a granted or removed ability, only those
/// in which that ability shows.
pub(in crate::derive) fn written(modification: &Modification) -> Reads {
    match modification {
        Modification::Gain(ability) | Modification::HasText(ability) => of_ability(ability),
        Modification::GainKeywordsOf { named, .. } => {
            named.iter().fold(Reads::NOTHING, |all, name| all | of_name(*name))
        }
        Modification::LoseKeyword(keyword) | Modification::CantHaveKeyword(keyword) => of_keyword(keyword),
        other => other.writes(),
    }
}

/// The aspects in which having an ability shows.
fn of_ability(ability: &Ability) -> Reads {
    match ability {
        Ability::Static(_) => Reads::EFFECTS,
        Ability::Activated(_) => Reads::ACTIVATED,
        Ability::Triggered(_) | Ability::Spell(_) => Reads::OTHER_ABILITIES,
        Ability::Keyword(keyword) => of_keyword(keyword),
    }
}

/// The aspects in which having a keyword shows; it may stand for abilities of any kind.
fn of_keyword(keyword: &Keyword) -> Reads {
    let modifies = keyword.effects().iter().any(|effect| matches!(effect, StaticEffect::Modify { .. }));
    let effects = if modifies { Reads::EFFECTS } else { Reads::NOTHING };
    Reads::KEYWORD | Reads::ACTIVATED | effects
}

/// The aspects in which having keyword abilities of a name shows.
fn of_name(name: KeywordName) -> Reads {
    match Keyword::plain().find(|keyword| name.is_of(keyword)) {
        Some(keyword) => of_keyword(&keyword),
        None if ["landwalk", "protection"].contains(&name.word()) => Reads::KEYWORD | Reads::ACTIVATED,
        None => Reads::ABILITY,
    }
}
