//! The parts of a game that the words of an effect read: aspects of objects, which other effects
//! may change (CR 613.8), and parts of the state, which events change. Nothing else can change what
//! an effect does.
//!
//! Each word declares it ([`Asking`], [`Modification::writes`]). Here is what takes more than a
//! word.

use crate::card::{
    Ability, Asking, CardTypes, Filter, Keyword, KeywordName, Modification, Objects, Quantity, Reads, StaticEffect,
    Subtype,
};

/// What the set of objects that match a filter depends on.
pub(in crate::derive) fn of_all_matching(filter: &Filter) -> Reads {
    filter.places() | filter.reads()
}

/// The modifications of an effect, each with what has to be read to work it out after those before
/// it. Whether an object has a type that a subtype belongs to need not be asked if one of those
/// gives it that type (CR 205.3d).
pub(in crate::derive) fn of_each(modifications: &[Modification]) -> impl Iterator<Item = (&Modification, Reads)> {
    let mut given = CardTypes::NONE;
    modifications.iter().map(move |modification| {
        let fits = |subtype: &Subtype| subtype.belongs_to(given);
        let settled = match modification {
            Modification::AddSubtype(subtype) => fits(subtype),
            Modification::AddEverySubtype(set) => set.members().first().is_some_and(fits),
            _ => false,
        };
        match modification {
            Modification::AddType(kind) => given = given.with(*kind),
            Modification::RemoveType(kind) => given = given.without(*kind),
            Modification::SetTypes(kinds) => given = kinds.iter().copied().collect(),
            _ => {}
        }
        (modification, if settled { Reads::NOTHING } else { modification.reads() })
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::CardType;

    /// Whether a subtype belongs to a type of the object is asked only if the effect itself does
    /// not say (CR 205.3d).
    #[test]
    fn a_type_that_an_effect_gives_is_not_asked_for() {
        let construct = Modification::AddSubtype(Subtype::named("Construct").unwrap());
        let [creature, none] =
            [Modification::AddType(CardType::Creature), Modification::RemoveType(CardType::Creature)];
        let land = Modification::SetTypes(vec![CardType::Land]);
        let asks = |modifications: &[&Modification]| {
            let all: Vec<Modification> = modifications.iter().copied().cloned().collect();
            of_each(&all).fold(Reads::NOTHING, |all, (_, asked)| all | asked).meets(Reads::CREATURE)
        };
        assert!(!asks(&[&creature, &construct]) && !asks(&[&none, &creature, &construct]));
        let unsettled = [
            vec![&construct],
            vec![&construct, &creature],
            vec![&creature, &none, &construct],
            vec![&creature, &land, &construct],
        ];
        assert!(unsettled.iter().all(|of| asks(of)));
    }
}
