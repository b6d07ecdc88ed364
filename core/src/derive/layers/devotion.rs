//! Effects that change the devotion of players (CR 700.5a): their sum after copy, control and
//! text-changing effects, before any other effect on characteristics.

use std::collections::BTreeMap;

use crate::card::mechanism::Mechanisms;
use crate::card::{Ability, Definition, StaticEffect};
use crate::fact::{DefId, PlayerId};
use crate::state::Game;

use crate::derive::filter::{holds, players, quantity};
use crate::derive::look::Look;
use crate::derive::look::scope::Scope;
use crate::derive::object::active::functions;
use crate::derive::object::printed::parts_of;

/// Whether anything there could change devotion, if no effect gives a static ability: an object
/// with abilities, or an effect that has begun.
pub(super) fn could_change(game: &Game) -> bool {
    let names = |def: DefId| game.printed(def).is_none_or(|it| it.mechanisms.has(Mechanisms::DEVOTION));
    game.changes_devotion()
        && (game.objects_with_abilities().any(|object| names(object.def))
            || game.world().effects.values().any(|effect| names(effect.def)))
}

/// The change to each player's devotion, positive or negative.
pub(in crate::derive) fn changes(look: &dyn Look) -> BTreeMap<PlayerId, i32> {
    let game = look.game();
    let mut changes = BTreeMap::new();
    if !game.changes_devotion() {
        return changes;
    }
    let mut change = |scope: &Scope<'_>, effect: &StaticEffect| {
        let StaticEffect::MoreDevotion { who, more } = effect else { return };
        let more = quantity(look, scope, more);
        for player in players(look, scope, who) {
            let sum: &mut i32 = changes.entry(player).or_default();
            *sum = sum.saturating_add(more);
        }
    };
    for object in game.objects_with_abilities() {
        parts_of(look, object, &mut |part| {
            if !matches!(*part.effect, StaticEffect::MoreDevotion { .. }) || !functions(part, object.zone.kind()) {
                return;
            }
            let condition = match &*part.ability {
                Ability::Static(ability) => ability.condition.as_ref(),
                _ => None,
            };
            let controller = look.controller(object.id).unwrap_or(object.owner);
            let scope = Scope { origin: Some(&part.origin), of_static: true, ..Scope::of(object.id, controller) };
            if condition.is_none_or(|it| holds(look, &scope, it)) {
                change(&scope, &part.effect);
            }
        });
    }
    for effect in game.world().effects.values() {
        if let Some(Definition::Effect(what)) = game.definition(effect.def).filter(|_| !effect.duration.waits()) {
            change(&effect.scope(), what);
        }
    }
    changes
}
