//! Bestowed spells and permanents (CR 702.103): a card as it is when cast bestowed, and which
//! objects are bestowed.

use crate::card::keyword::bestowed;
use crate::card::{Ability, Definition, Duration, Keyword, StaticEffect};
use crate::fact::{AbilityInstance, Applied, EffectId, Entity, ObjectId, Zone};
use crate::state::{ContinuousEffect, Game};

use super::active::now;
use super::attachment::Attachment;
use crate::derive::look::Look;

/// The effect that makes a spell, and the permanent that it becomes, a bestowed Aura (CR 702.103b).
pub fn definition() -> Definition {
    let what = crate::card::Filter::Any;
    Definition::Effect(StaticEffect::Modify { what, modifications: bestowed(), defining: false })
}

/// Whether an alternative cost of a spell comes from its bestow ability (CR 702.103a).
pub(crate) fn is_to_bestow(game: &Game, spell: ObjectId, by: &Applied) -> bool {
    let Applied::Ability { origin, .. } = by else { return false };
    let abilities = game.characteristics(spell).map(|it| it.abilities.as_slice()).unwrap_or_default();
    let bestows =
        |it: &AbilityInstance| it.origin == *origin && matches!(&*it.ability, Ability::Keyword(Keyword::Bestow(_)));
    abilities.iter().any(bestows)
}

/// The bestow effects, each with the object that it makes an Aura, as it is now (CR 400.7a).
pub fn effects(game: &Game) -> impl Iterator<Item = (&ContinuousEffect, ObjectId)> {
    let of = |effect: &ContinuousEffect| *effect.duration == Duration::Bestowed;
    let object = |effect: &ContinuousEffect| effect.objects.as_ref().and_then(|objects| objects.first()).copied();
    let begun = game.world().effects.values().map(|effect| &**effect).filter(move |effect| of(effect));
    begun.filter_map(move |effect| Some((effect, now(game, object(effect)?))))
}

/// The effect that bestows an object, if any.
pub(crate) fn effect_on(game: &Game, id: ObjectId) -> Option<EffectId> {
    effects(game).find(|(_, object)| *object == id).map(|(effect, _)| effect.id)
}

/// Whether a spell is or was a bestowed Aura spell: cast bestowed, or a copy of such a spell
/// (CR 702.103c).
pub(crate) fn was_cast_so(game: &Game, spell: ObjectId) -> bool {
    if effect_on(game, spell).is_some() {
        return true;
    }
    let Some(departed) = game.world().departed.get(&spell) else { return false };
    let chosen = departed.was.announced.as_ref().and_then(|announced| announced.alternative.as_ref());
    let aura = game.characteristics(spell).and_then(Attachment::of) == Some(Attachment::Aura);
    departed.was.zone == Zone::Stack && aura && chosen.is_some_and(|by| is_to_bestow(game, spell, by))
}

/// Whether a bestowed object stays bestowed: a spell on the stack, or an Aura attached to something
/// that is still there (CR 702.103e-f). While it is phased out, nothing about it changes; it stops
/// being bestowed if it phases in unattached (CR 702.26d, 702.103g).
pub fn goes_on(game: &Game, id: ObjectId) -> bool {
    let Some(object) = game.object(id) else { return game.phased_out(id).is_some() };
    let there = |host: Entity| match host {
        Entity::Object(host) => game.object(host).is_some_and(crate::state::Object::is_permanent),
        Entity::Player(player) => game.plays(player),
    };
    object.zone == Zone::Stack || (object.is_permanent() && object.attached_to.is_some_and(there))
}
