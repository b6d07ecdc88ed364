//! Applying one modification to one object.

use std::sync::Arc;

use crate::card::BasicLandType;
use crate::card::reword::reworded;
use crate::card::{Ability, CardType, CardTypes, Keyword, Modification, Subtype, Value};
use crate::derive::object::printed::add_intrinsic_abilities;
use crate::fact::{AbilityInstance, Canonical, Characteristics, ObjectId, Origin};

use crate::state::Object;
use crate::state::layers::{ActiveEffect, Worked};

use super::{Layer, Working};

/// Applies a modification of an effect, by index and worked out, to an object.
pub(super) fn modify(
    working: &mut Working<'_>,
    effect: &ActiveEffect,
    id: ObjectId,
    (index, granted): (usize, Option<Canonical<Ability>>),
    modification: &Modification,
    worked: &Worked,
) {
    if let Worked::Player(who) = worked {
        if let Some(controller) = who {
            working.controllers.insert(id, *controller);
        }
        return;
    }
    // CR 613.2c: the last one in layer 1 decides.
    let copied = match (modification, worked) {
        (Modification::Copiable(_), _) => effect.def,
        (Modification::CopyOf(_), Worked::Printed(def)) => *def,
        _ => None,
    };
    // CR 708.10: layer 1b comes after copy effects (CR 613.2b), so the listed characteristics of a
    // face-down object win.
    if matches!(modification, Modification::Copiable(_) | Modification::CopyOf(_))
        && working.game.object(id).is_some_and(Object::is_face_down)
    {
        return;
    }
    if let Some(def) = copied {
        working.copied.insert(id, def);
    }
    if let Modification::CantHaveKeyword(keyword) = modification {
        working.barred.entry(id).or_default().push(keyword.clone());
    }
    let (game, barred) = (working.game, working.barred.get(&id).cloned().unwrap_or_default());
    // CR 707.3, 710.2: the status of a copy of a flip card decides.
    let flipped = game.object(id).is_some_and(|object| object.flipped);
    let Some(it) = working.characteristics_mut(id) else { return };
    match modification {
        // A designation is no characteristic.
        Modification::Control(_) | Modification::Mark(_) => {}
        Modification::AddType(..)
        | Modification::RemoveType(..)
        | Modification::SetTypes(..)
        | Modification::AddSubtype(..)
        | Modification::AddEverySubtype(..)
        | Modification::SetSubtypes(..)
        | Modification::AddSupertype(..)
        | Modification::RemoveSupertype(..) => change_type_line(it, modification),
        Modification::AddChosenSubtype
        | Modification::SetChosenColor
        | Modification::AddChosenColor
        | Modification::SetChosenSubtype(..)
        | Modification::SetSubtypesOf(..) => set_as_chosen(it, modification, worked),
        Modification::SetColors(colors) => it.colors = *colors,
        Modification::AddColors(colors) => it.colors = it.colors.union(*colors),
        // CR 113.11: no effect adds an ability that it can't have.
        Modification::Gain(ability) if barred.iter().any(|keyword| is_keyword(ability, keyword)) => {}
        Modification::Gain(_) => it.abilities.extend(granted.map(|ability| AbilityInstance {
            origin: Origin::Granted { by: effect.key.clone(), index: u16::try_from(index).unwrap_or(u16::MAX) },
            ability,
        })),
        Modification::CantHaveKeyword(..)
        | Modification::LoseKeyword(..)
        | Modification::LoseAllAbilities
        | Modification::LoseAllButManaAbilities => lose_abilities(it, modification),
        // CR 113.10: the instance whose resolution began the effect, whatever its text is by now.
        Modification::LoseThisAbility => {
            let this = effect.announced.as_ref().and_then(|announced| announced.further.left_by.as_deref());
            it.abilities.retain(|instance| Some(&instance.origin) != this);
        }
        // Each has its own index within the grant.
        Modification::GainActivatedAbilities(_) | Modification::GainKeywordsOf { .. } => {
            if let Worked::Abilities(gained) = worked {
                // CR 113.11
                let gained = gained.iter().filter(|gained| !barred.iter().any(|keyword| is_keyword(gained, keyword)));
                let places = (1u16..).map(|place| (place << 8) | u16::try_from(index).unwrap_or(u16::MAX));
                it.abilities.extend(gained.zip(places).map(|(ability, index)| AbilityInstance {
                    origin: Origin::Granted { by: effect.key.clone(), index },
                    ability: ability.clone(),
                }));
            }
        }
        Modification::SetPowerToughness(..)
        | Modification::SetPower(..)
        | Modification::SetToughness(..)
        | Modification::AddPowerToughness(..)
        | Modification::SwitchPowerToughness => set_numbers(it, modification, worked),
        Modification::Copiable(_) => {
            if let Some(printed) = effect.def.and_then(|def| game.printed(def)) {
                it.clone_from(&printed.as_status(flipped).characteristics);
            }
        }
        Modification::CopyOf(_) | Modification::FullTextOf(_) => {
            if let Worked::Printed(Some(def)) = worked
                && let Some(printed) = game.printed(*def)
            {
                it.clone_from(&printed.as_status(flipped).characteristics);
            }
        }
        Modification::SetName(name) => {
            it.name = Arc::from(name.as_str());
            it.more_names.clear();
        }
        Modification::AddNames(what) => it.more_names.push(Canonical::new(what.clone())),
        // This text counts as printed (CR 612.3, 612.5).
        Modification::HasText(_) => it.abilities.extend(granted.map(|ability| AbilityInstance {
            origin: Origin::Granted { by: effect.key.clone(), index: u16::try_from(index).unwrap_or(u16::MAX) },
            ability,
        })),
        Modification::ReplaceText { from, to } => replace_text(it, from, to),
        Modification::ReplaceWords(kind) => {
            let to = match worked {
                Worked::Color(color) => color.map(Value::Color),
                Worked::Subtype(subtype) => subtype.map(Value::Subtype),
                _ => None,
            };
            if let Some(to) = to {
                kind.words().iter().filter(|from| **from != to).for_each(|from| replace_text(it, from, &to));
            }
        }
    }
    if matches!(modification.layer(), Layer::Type | Layer::Text) {
        add_intrinsic_abilities(it);
    }
}

/// Removes abilities (CR 113.10, 613.1f).
fn lose_abilities(it: &mut Characteristics, modification: &Modification) {
    match modification {
        Modification::CantHaveKeyword(keyword) => {
            it.abilities.retain(|instance| !is_keyword(&instance.ability, keyword));
        }
        Modification::LoseKeyword(keyword) => {
            it.abilities.retain(|instance| !is_keyword(&instance.ability, keyword));
        }
        Modification::LoseAllAbilities => it.abilities.clear(),
        Modification::LoseAllButManaAbilities => it.abilities.retain(|instance| instance.ability.is_mana()),
        _ => {}
    }
}

/// Changes the type line (CR 205, 613.1d).
fn change_type_line(it: &mut Characteristics, modification: &Modification) {
    match modification {
        Modification::AddType(kind) => it.types = it.types.with(*kind),
        Modification::RemoveType(kind) => set_types(it, it.types.without(*kind)),
        Modification::SetTypes(kinds) => set_types(it, kinds.iter().copied().collect()),
        // CR 205.3d: only a subtype that belongs to one of its types.
        Modification::AddSubtype(subtype) if subtype.belongs_to(it.types) && !it.subtypes.contains(subtype) => {
            it.subtypes.push(*subtype);
        }
        Modification::AddEverySubtype(set) => {
            // CR 205.3d: all members belong to the same types.
            let fits = set.members().first().is_some_and(|one| one.belongs_to(it.types));
            // It may have all of them already, and they are many.
            let mut before = it.subtypes.clone();
            before.sort_unstable();
            let new = set.members().iter().filter(|member| fits && before.binary_search(member).is_err());
            it.subtypes.extend(new);
        }
        Modification::SetSubtypes(kind, subtypes) => set_subtypes(it, *kind, subtypes),
        Modification::AddSupertype(kind) => it.supertypes = it.supertypes.with(*kind),
        Modification::RemoveSupertype(kind) => it.supertypes = it.supertypes.without(*kind),
        _ => {}
    }
}

/// Sets power and toughness (CR 613.4).
fn set_numbers(it: &mut Characteristics, modification: &Modification, worked: &Worked) {
    match modification {
        Modification::SetPowerToughness(..) => {
            if let Worked::Numbers(power, toughness) = worked {
                (it.power, it.toughness) = (Some(*power), Some(*toughness));
            }
        }
        Modification::SetPower(_) => {
            if let Worked::Numbers(power, _) = worked {
                it.power = Some(*power);
            }
        }
        Modification::SetToughness(_) => {
            if let Worked::Numbers(_, toughness) = worked {
                it.toughness = Some(*toughness);
            }
        }
        Modification::AddPowerToughness(..) => {
            if let Worked::Numbers(power, toughness) = worked {
                // CR 208.5: a creature's missing value is 0.
                let none = it.types.has(CardType::Creature).then_some(0);
                it.power = it.power.or(none).map(|old| old.saturating_add(*power));
                it.toughness = it.toughness.or(none).map(|old| old.saturating_add(*toughness));
            }
        }
        Modification::SwitchPowerToughness => std::mem::swap(&mut it.power, &mut it.toughness),
        _ => {}
    }
}

/// Sets or adds a chosen value; an unchosen one sets nothing (CR 607.5a).
fn set_as_chosen(it: &mut Characteristics, modification: &Modification, worked: &Worked) {
    match modification {
        Modification::AddChosenSubtype => {
            if let Worked::Subtype(Some(subtype)) = worked
                && subtype.belongs_to(it.types)
                && !it.subtypes.contains(subtype)
            {
                it.subtypes.push(*subtype);
            }
        }
        Modification::SetChosenColor => {
            if let Worked::Color(Some(color)) = worked {
                it.colors = std::iter::once(*color).collect();
            }
        }
        Modification::AddChosenColor => {
            if let Worked::Color(Some(color)) = worked {
                it.colors = it.colors.union(std::iter::once(*color).collect());
            }
        }
        // CR 607.5a: an unchosen value sets nothing.
        Modification::SetChosenSubtype(kind) => {
            if let Worked::Subtype(Some(subtype)) = worked {
                set_subtypes(it, *kind, &[*subtype]);
            }
        }
        Modification::SetSubtypesOf(kind, _) => {
            if let Worked::Subtypes(Some(subtypes)) = worked {
                set_subtypes(it, *kind, subtypes);
            }
        }
        _ => {}
    }
}

/// Replaces a word in the type line and rules text wherever it is used as that word (CR 612.1-2).
/// Effects that only add abilities come later, in layer 6 (CR 612.3).
fn replace_text(it: &mut Characteristics, from: &Value, to: &Value) {
    if let (Value::Subtype(from), Value::Subtype(to)) = (from, to) {
        let there = it.has_subtype(*to);
        it.subtypes.retain(|subtype| subtype != from || !there);
        it.subtypes.iter_mut().filter(|subtype| *subtype == from).for_each(|subtype| *subtype = *to);
    }
    for instance in it.abilities.iter_mut().filter(|instance| instance.origin.is_of_text()) {
        if let Some(ability) = reworded(&instance.ability, from, to) {
            instance.ability = Canonical::new(ability);
        }
    }
}

/// Whether an ability is a keyword ability.
fn is_keyword(ability: &Ability, keyword: &Keyword) -> bool {
    matches!(ability, Ability::Keyword(has) if has.is_lost_with(keyword))
}

/// Sets the card types and drops subtypes that belong to none of them (CR 205.1a).
fn set_types(it: &mut Characteristics, types: CardTypes) {
    it.types = types;
    it.subtypes.retain(|subtype| subtype.belongs_to(types));
}

/// Sets the subtypes of a card type. A land that becomes a basic land type loses the abilities of
/// its text (CR 305.7).
fn set_subtypes(it: &mut Characteristics, kind: CardType, subtypes: &[Subtype]) {
    let of_kind = CardTypes::NONE.with(kind);
    it.subtypes.retain(|subtype| !subtype.belongs_to(of_kind));
    it.subtypes.extend(subtypes.iter().filter(|subtype| subtype.belongs_to(it.types)));
    let basic = |subtype: &Subtype| BasicLandType::of(*subtype).is_some();
    if kind == CardType::Land && it.types.has(kind) && subtypes.iter().any(basic) {
        it.abilities.retain(|it| !it.origin.is_of_text() && !matches!(it.origin, Origin::Intrinsic(_)));
    }
}
