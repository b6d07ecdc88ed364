//! Exert (CR 701.39): an optional cost to attack (CR 508.1g), or a cost of an ability.

use std::sync::Arc;

use crate::card::{Definition, Duration, Filter, Objects, Players, Restriction, StaticEffect, TurnStep};
use crate::derive::filter::matches;
use crate::derive::look::Look;
use crate::fact::{Applied, Assignment, Canonical, Entity, Event, Item, Link, ObjectId, PlayerId};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::work::Work;

/// Which ability lets a creature be exerted as it attacks, and what it is linked to (CR 607.2h); none if none does.
fn ability_for(game: &Game, creature: ObjectId) -> Option<Option<Link>> {
    game.derived().functioning.iter().find_map(|it| match &*it.effect {
        StaticEffect::MayExert(what) if matches(game, &it.scope(), what, creature) => Some(match &it.identity {
            Applied::Ability { origin, .. } => origin.link(),
            Applied::Effect(_) | Applied::Own(..) => None,
        }),
        _ => None,
    })
}

/// CR 508.1g: the declared creatures that may be exerted as they attack.
pub(in crate::rules) fn could_be(game: &Game, player: PlayerId, declared: &[Assignment]) -> Vec<Item> {
    let may = |id: &ObjectId| game.controller(*id) == Some(player) && ability_for(game, *id).is_some();
    let creatures = declared.iter().map(|assignment| assignment.object).filter(may);
    creatures.map(|id| Item::Entity(Entity::Object(id))).collect()
}

/// CR 508.1j: the creatures that were chosen are exerted.
pub(in crate::rules) fn as_they_attack(work: &mut Work, player: PlayerId, creatures: &[Entity]) {
    for creature in creatures.iter().filter_map(|entity| entity.object()) {
        let link = ability_for(&work.game, creature).flatten();
        exert(work, rule!("508.1g"), player, creature, link);
    }
}

/// CR 701.39a-c: a permanent does not untap during the next untap step of the player who exerts it.
pub(in crate::rules) fn exert(work: &mut Work, rule: Rule, player: PlayerId, object: ObjectId, link: Option<Link>) {
    if !work.game.object(object).is_some_and(crate::state::Object::is_permanent) {
        return;
    }
    let link = link.map(Box::new);
    let exerted = work.fact(rule, Event::Exerted { player, object, link });
    let what = Filter::All(vec![Filter::Is(Objects::Those), Filter::ControlledBy(Players::You)]);
    let def = work.intern(Definition::Effect(StaticEffect::Restrict(Restriction::DoesntUntap(what))));
    let event = Event::EffectBegan {
        id: work.new_effect(),
        def,
        source: object,
        controller: player,
        timestamp: work.new_timestamp(),
        duration: Canonical::new(Duration::Through(TurnStep::Untap, Players::You)),
        objects: Some(Arc::new(vec![object])),
        announced: None,
        trigger: None,
    };
    work.emit(crate::fact::Part::Batch, Some(exerted), rule!("701.39a"), event);
}
