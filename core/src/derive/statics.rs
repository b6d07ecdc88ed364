//! The replacement effects, prevention effects, restrictions and requirements that function (CR 604.1, 611, 614, 615).

use std::sync::Arc;

use crate::card::{Ability, Definition, HandSize, Requirement, Restriction, StaticEffect};
use crate::fact::{Applied, EffectKey, PlayerId, Timestamp};
use crate::state::{ContinuousEffect, Functioning, Game};

use super::filter::{Look, Scope, holds, players, quantity};
use super::layers::for_each_static;

/// The maximum hand size that no effect has changed (CR 402.2).
const MAXIMUM_HAND_SIZE: i32 = 7;

/// Finds them all, in the order of their sources, those that resolutions began last; and whether any static ability, of
/// whatever kind, has a condition.
pub(super) fn functioning(look: &dyn Look) -> (Vec<Functioning>, bool) {
    let mut found = Vec::new();
    let mut conditional = false;
    for_each_static(look, &mut |object, part| {
        conditional |= matches!(&*part.ability, Ability::Static(ability) if ability.condition.is_some());
        if matches!(*part.effect, StaticEffect::Modify { .. }) {
            return;
        }
        let controller = look.controller(object.id).unwrap_or(object.owner);
        if let Ability::Static(ability) = &*part.ability
            && let Some(condition) = &ability.condition
            && !holds(look, &Scope::of(object.id, controller), condition)
        {
            return;
        }
        found.push(Functioning {
            identity: Applied::Ability { object: object.id, origin: part.origin.clone() },
            source: object.id,
            controller,
            effect: Arc::clone(&part.effect),
            objects: None,
            announced: None,
            trigger: None,
        });
    });
    for effect in look.game().world().effects.values() {
        if let Some(Definition::Effect(what)) = look.game().definition(effect.def)
            && !matches!(what, StaticEffect::Modify { .. })
        {
            found.push(Functioning {
                identity: Applied::Effect(EffectKey::Begun(effect.id)),
                source: effect.source,
                controller: effect.controller,
                effect: Arc::new(what.clone()),
                objects: effect.objects.clone(),
                announced: effect.announced.clone(),
                trigger: effect.trigger.clone(),
            });
        }
    }
    (found, conditional)
}

impl Functioning {
    /// What its words mean.
    pub fn scope(&self) -> Scope<'_> {
        Scope::of_effect(self.source, self.controller, self.announced.as_deref(), self.trigger.as_ref())
    }
}

impl ContinuousEffect {
    /// What its words mean.
    pub fn scope(&self) -> Scope<'_> {
        Scope::of_effect(self.source, self.controller, self.announced.as_deref(), self.trigger.as_ref())
    }
}

impl Game {
    /// The restrictions that function, each with the scope that its words are read in (CR 101.2).
    pub fn restrictions(&self) -> impl Iterator<Item = (Scope<'_>, &Restriction)> {
        self.derived().functioning.iter().filter_map(|it| match &*it.effect {
            StaticEffect::Restrict(restriction) => Some((it.scope(), restriction)),
            _ => None,
        })
    }

    /// The most cards that a player may keep in hand at the end of their turn; none if there is no maximum (CR 402.2).
    /// Effects on it apply in the order of their timestamps (CR 613.11).
    pub fn maximum_hand_size(&self, player: PlayerId) -> Option<u32> {
        let timestamp = |it: &Functioning| match &it.identity {
            Applied::Effect(EffectKey::Begun(id)) => self.world().effects.get(id).map(|effect| effect.timestamp),
            _ => self.object(it.source).map(|object| object.timestamp),
        };
        let mut effects: Vec<(Option<Timestamp>, Scope<'_>, &HandSize)> = Vec::new();
        for it in &self.derived().functioning {
            if let StaticEffect::MaximumHandSize { who, size } = &*it.effect
                && players(self, &it.scope(), who).contains(&player)
            {
                effects.push((timestamp(it), it.scope(), size));
            }
        }
        effects.sort_by_key(|(timestamp, ..)| *timestamp);
        let normal = Some(MAXIMUM_HAND_SIZE);
        let most = effects.into_iter().fold(normal, |most, (_, scope, size)| match size {
            HandSize::Unlimited => None,
            HandSize::Is(number) => Some(quantity(self, &scope, number)),
            HandSize::Plus(number) => most.map(|most| most.saturating_add(quantity(self, &scope, number))),
            HandSize::Minus(number) => most.map(|most| most.saturating_sub(quantity(self, &scope, number))),
        });
        // CR 107.1b: less than none is none.
        most.map(|most| u32::try_from(most).unwrap_or(0))
    }

    /// The requirements that function, each with the scope that its words are read in (CR 508.1d, 509.1c).
    pub fn requirements(&self) -> impl Iterator<Item = (Scope<'_>, &Requirement)> {
        self.derived().functioning.iter().filter_map(|it| match &*it.effect {
            StaticEffect::Require(requirement) => Some((it.scope(), requirement)),
            _ => None,
        })
    }
}
