//! Copiable values (CR 707.2): the printed values as modified by copy effects and by exceptions of
//! copy effects (CR 707.9).

use std::collections::BTreeMap;

use crate::card::mechanism::Mechanisms;
use crate::card::reword::granted_by;
use crate::card::{
    Ability, CardTypes, Exception, Face, Kept, Layer, Modification, Objects, StaticAbility, StaticEffect,
};
use crate::fact::{DefId, Link, ObjectId, Origin, Timestamp};
use crate::state::layers::ActiveEffect;
use crate::state::{Game, Object};

use crate::derive::filter::{all_matching, holds, matches, objects, quantity};
use crate::derive::look::Look;
use crate::derive::look::scope::Scope;
use crate::derive::object::{active, links};

/// The definition with an object's copiable values (CR 707.2): those of the latest copy effect, or
/// the printed ones. An object that left keeps its last ones (CR 608.2h); none for an ability or a
/// face-down card in exile.
pub(crate) fn copiable(game: &Game, id: ObjectId) -> Option<DefId> {
    copiable_among(game, &game.derived().copied, id)
}

/// [`copiable`], given which objects are copies of what.
pub(in crate::derive) fn copiable_among(
    game: &Game,
    copied: &BTreeMap<ObjectId, DefId>,
    id: ObjectId,
) -> Option<DefId> {
    match game.object(id) {
        Some(object) if object.face_down.is_some() || object.ability.is_some() => None,
        // CR 707.2, 708.10: its face-down status decides.
        Some(object) if object.is_face_down() => Some(object.def),
        Some(object) => Some(copied.get(&id).copied().unwrap_or(object.def)),
        None => {
            let was = &game.world().departed.get(&id)?.was;
            Some(was.copied.unwrap_or(was.def))
        }
    }
    .filter(|def| game.face(*def).is_some())
}

/// The static abilities whose copy effect has not applied before, each with what it copies
/// (CR 707.2c).
pub(crate) fn first_applying(game: &Game) -> Vec<(ObjectId, Link, DefId)> {
    let first = |effect: &ActiveEffect| {
        let of = copied_by(effect)?;
        game.controller(effect.source)?;
        let scope = effect.scope();
        let link = scope.origin.and_then(Origin::link)?;
        let begins = links::copied(game, &scope).is_none()
            && applies(game, effect)
            && !all_matching(game, &scope, effect.filter()).is_empty();
        let copied = objects(game, &scope, of).first().filter(|_| begins).and_then(|id| copiable(game, *id))?;
        Some((effect.source, link, copied))
    };
    statics(game, |_| true).iter().filter_map(first).collect()
}

/// The effects of static abilities of those objects that may have copy effects.
fn statics(game: &Game, of: impl Fn(ObjectId) -> bool) -> Vec<ActiveEffect> {
    let mut effects = Vec::new();
    if game.has_mechanism(Mechanisms::COPY_EFFECTS) {
        let could = |object: &&Object| of(object.id) && game.could_have(object, Mechanisms::COPY_EFFECTS);
        let objects = game.objects_with_abilities().filter(could);
        objects.for_each(|object| active::of_object(game, object, &mut effects));
    }
    effects
}

/// What an effect copies, if it is a copy effect.
fn copied_by(effect: &ActiveEffect) -> Option<&Objects> {
    effect.modifications(Layer::Copy).find_map(|it| match it {
        Modification::CopyOf(of) => Some(of),
        _ => None,
    })
}

/// Whether the condition of an effect holds, if it has one.
fn applies(game: &Game, effect: &ActiveEffect) -> bool {
    effect.condition().is_none_or(|condition| holds(game, &effect.scope(), condition))
}

impl Game {
    /// The copy effects of other objects' static abilities on a permanent, each with its timestamp
    /// and the definition of what it copies (CR 707.2c).
    pub(crate) fn static_copies(&self, id: ObjectId) -> Vec<(Timestamp, DefId)> {
        let copies = |effect: &ActiveEffect| {
            copied_by(effect)?;
            let scope = effect.scope();
            let affected = applies(self, effect) && matches(self, &scope, effect.filter(), id);
            Some((effect.timestamp, links::copied(self, &scope).filter(|_| affected)?))
        };
        statics(self, |other| other != id).iter().filter_map(copies).collect()
    }
}

/// The context for applying a copy's exceptions (CR 707.9).
pub(crate) struct Excepted<'a> {
    /// The game.
    pub game: &'a Game,
    /// The scope of the copy effect.
    pub scope: Scope<'a>,
    /// The copiable values of the object that becomes a copy; none if the copy is a new object.
    pub own: Option<&'a Face>,
    /// The ability that makes it a copy.
    pub this: Option<&'a Ability>,
}

impl Excepted<'_> {
    /// Applies an exception to all copied characteristics, including those of a flipped permanent
    /// (CR 707.3, 710.2).
    pub(crate) fn apply_to_all(&self, face: &mut Face, exception: &Exception) {
        let flipped = face.flipped_face();
        self.apply(face, exception);
        if let Some(mut flipped) = flipped {
            self.apply(&mut flipped, exception);
            // It has the mana cost and colours of the other (CR 710.1c).
            flipped.cost = None;
            flipped.color_indicator = None;
            flipped.colors_as_copied = None;
            face.flipped = Some(Box::new(flipped));
        }
    }

    /// Applies an unconditional exception to copied values. Any part that does not modify them
    /// (CR 707.9e-f) is left out.
    pub(crate) fn apply(&self, face: &mut Face, exception: &Exception) {
        match exception {
            Exception::But(modification) => self.modify(face, modification),
            Exception::HasThisAbility => face.abilities.extend(self.this.cloned()),
            Exception::NoManaCost => face.cost = None,
            Exception::Keeps(kept) => {
                if let Some(own) = self.own {
                    keep(face, own, *kept);
                }
            }
            Exception::EntersWith(..) | Exception::If(..) => {}
        }
    }

    fn modify(&self, face: &mut Face, modification: &Modification) {
        let number = |it| quantity(self.game, &self.scope, it);
        match modification {
            Modification::AddType(kind) => face.types = face.types.with(*kind),
            Modification::RemoveType(kind) => set_types(face, face.types.without(*kind)),
            Modification::SetTypes(kinds) => {
                set_types(face, kinds.iter().copied().collect());
                forget_defining(face, |it| {
                    matches!(it, Modification::SetTypes(_) | Modification::AddType(_) | Modification::RemoveType(_))
                });
            }
            // CR 205.3d
            Modification::AddSubtype(subtype) => {
                let fits = subtype.belongs_to(face.types) && !face.subtypes.contains(subtype);
                face.subtypes.extend(fits.then_some(*subtype));
            }
            Modification::SetSubtypes(kind, subtypes) => {
                let of_kind = CardTypes::NONE.with(*kind);
                face.subtypes.retain(|subtype| !subtype.belongs_to(of_kind));
                face.subtypes.extend(subtypes.iter().filter(|subtype| subtype.belongs_to(face.types)));
                forget_defining(face, |it| {
                    matches!(
                        it,
                        Modification::SetSubtypes(..) | Modification::AddSubtype(_) | Modification::AddEverySubtype(_)
                    )
                });
            }
            Modification::AddSupertype(kind) => face.supertypes = face.supertypes.with(*kind),
            Modification::RemoveSupertype(kind) => face.supertypes = face.supertypes.without(*kind),
            Modification::SetColors(colors) => set_colors(face, *colors),
            Modification::AddColors(colors) => face.colors_as_copied = Some(face.colors().union(*colors)),
            // CR 201.4a: the granter in its text is the object whose ability makes the copy.
            Modification::Gain(ability) => {
                let granter = self.scope.source;
                let bound = granted_by(ability, granter.0, &self.game.name_of(granter));
                face.abilities.push(bound.unwrap_or_else(|| Ability::clone(ability)));
            }
            Modification::LoseKeyword(keyword) => {
                face.abilities.retain(|ability| !matches!(ability, Ability::Keyword(has) if has.is(keyword)));
            }
            Modification::LoseAllAbilities => face.abilities.clear(),
            Modification::SetPowerToughness(power, toughness) => {
                (face.power, face.toughness) = (Some(number(power).into()), Some(number(toughness).into()));
                forget_power(face);
                forget_toughness(face);
            }
            Modification::SetPower(power) => {
                face.power = Some(number(power).into());
                forget_power(face);
            }
            Modification::SetToughness(toughness) => {
                face.toughness = Some(number(toughness).into());
                forget_toughness(face);
            }
            Modification::SetName(name) => face.name.clone_from(name),
            // No other modification is an exception of a copy effect.
            _ => {}
        }
    }
}

/// Keeps the object's own characteristic instead of the copied one (CR 707.9c-d).
fn keep(face: &mut Face, own: &Face, kept: Kept) {
    match kept {
        Kept::Name => face.name.clone_from(&own.name),
        Kept::Color => set_colors(face, own.colors()),
        Kept::PowerToughness => {
            (face.power, face.toughness) = (own.power, own.toughness);
            forget_power(face);
            forget_toughness(face);
            face.abilities.extend(own.abilities.iter().filter(|it| defines_size(it)).cloned());
        }
        Kept::Abilities => face.abilities.extend(own.abilities.iter().cloned()),
    }
}

/// Sets the card types and drops subtypes that belong to none of them (CR 205.1a).
fn set_types(face: &mut Face, types: CardTypes) {
    face.types = types;
    face.subtypes.retain(|subtype| subtype.belongs_to(types));
}

/// Sets the colours; the colour indicator and abilities that define colours are not copied
/// (CR 707.9d).
fn set_colors(face: &mut Face, colors: crate::card::Colors) {
    face.color_indicator = None;
    face.colors_as_copied = Some(colors);
    forget_defining(face, |it| matches!(it, Modification::SetColors(_) | Modification::AddColors(_)));
}

/// Whether a characteristic-defining ability defines power or toughness.
fn defines_size(ability: &Ability) -> bool {
    match ability {
        Ability::Static(StaticAbility {
            effect: StaticEffect::Modify { defining: true, modifications, .. }, ..
        }) => modifications.iter().any(|it| {
            matches!(
                it,
                Modification::SetPowerToughness(..) | Modification::SetPower(_) | Modification::SetToughness(_)
            )
        }),
        _ => false,
    }
}

/// Drops what a characteristic-defining ability says about power alone (CR 707.9d).
fn forget_power(face: &mut Face) {
    halve(face, |_, toughness| Modification::SetToughness(toughness));
    forget_defining(face, |it| matches!(it, Modification::SetPower(_)));
}

/// Drops what it says about toughness (CR 707.9d).
fn forget_toughness(face: &mut Face) {
    halve(face, |power, _| Modification::SetPower(power));
    forget_defining(face, |it| matches!(it, Modification::SetToughness(_)));
}

/// Reduces an ability that defines power and toughness to one of them.
fn halve(face: &mut Face, rest: impl Fn(crate::card::Quantity, crate::card::Quantity) -> Modification) {
    for ability in &mut face.abilities {
        if let Ability::Static(StaticAbility {
            effect: StaticEffect::Modify { defining: true, modifications, .. },
            ..
        }) = ability
        {
            for modification in modifications {
                if let Modification::SetPowerToughness(power, toughness) = modification {
                    *modification = rest(power.clone(), toughness.clone());
                }
            }
        }
    }
}

/// Drops characteristic-defining abilities with such a modification, which are not copied
/// (CR 707.9d).
fn forget_defining(face: &mut Face, says: impl Fn(&Modification) -> bool) {
    face.abilities.retain_mut(|ability| match ability {
        Ability::Static(StaticAbility {
            effect: StaticEffect::Modify { defining: true, modifications, .. }, ..
        }) => {
            modifications.retain(|it| !says(it));
            !modifications.is_empty()
        }
        Ability::Keyword(keyword) => !keyword.effects().iter().any(|effect| match effect {
            StaticEffect::Modify { defining: true, modifications, .. } => modifications.iter().any(&says),
            _ => false,
        }),
        _ => true,
    });
}
