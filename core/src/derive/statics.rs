//! The replacement effects, prevention effects, restrictions and requirements that function (CR 604.1, 611, 614, 615).

use std::sync::Arc;

use crate::card::{
    Ability, Definition, Filter, Instead, Permission, Replacement, Requirement, Restriction, StaticEffect, Would,
    ZoneKind,
};
use crate::fact::{Applied, EffectKey, Origin};
use crate::state::{ContinuousEffect, Functioning, Game};

use super::filter::{Look, Scope, holds};
use super::layers::for_each_static;

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
    leaving_the_stack(look.game(), &mut found);
    (found, conditional)
}

/// Spells that were cast with an effect that exiles them as they leave the stack (CR 702.34a).
fn leaving_the_stack(game: &Game, found: &mut Vec<Functioning>) {
    for id in &game.world().stack {
        let Some(object) = game.object(*id) else { continue };
        let Some(def) = object.announced.as_ref().and_then(|announced| announced.permission) else { continue };
        let exiled = matches!(
            game.definition(def),
            Some(Definition::Effect(StaticEffect::Permit(Permission::Cast { exile: true, .. })))
        );
        if exiled {
            let would = Would::Move { what: Filter::This, from: Some(ZoneKind::Stack), to: None };
            let replacement = Replacement { would, instead: Instead::GoTo(ZoneKind::Exile) };
            found.push(Functioning {
                identity: Applied::Ability { object: *id, origin: Origin::Printed { def, index: 0 } },
                source: *id,
                controller: object.controller.unwrap_or(object.owner),
                effect: Arc::new(StaticEffect::Replace(replacement)),
                objects: None,
                announced: None,
                trigger: None,
            });
        }
    }
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

    /// The requirements that function, each with the scope that its words are read in (CR 508.1d, 509.1c).
    pub fn requirements(&self) -> impl Iterator<Item = (Scope<'_>, &Requirement)> {
        self.derived().functioning.iter().filter_map(|it| match &*it.effect {
            StaticEffect::Require(requirement) => Some((it.scope(), requirement)),
            _ => None,
        })
    }
}
