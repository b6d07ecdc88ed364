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

/// The ability that lets a creature be exerted as it attacks, and its link (CR 607.2h); none if
/// there is none.
fn ability_for(game: &Game, creature: ObjectId) -> Option<Option<Link>> {
    game.derived().functioning.others().find_map(|it| match &*it.effect {
        StaticEffect::MayExert(what) if matches(game, &it.scope(), what, creature) => Some(match &it.identity {
            Applied::Ability { origin, .. } => origin.link(),
            Applied::Effect(_) | Applied::Own(..) => None,
        }),
        _ => None,
    })
}

/// The declared creatures that may be exerted as they attack (CR 508.1g).
pub(in crate::rules) fn could_be(game: &Game, player: PlayerId, declared: &[Assignment]) -> Vec<Item> {
    let theirs = |id: ObjectId| game.controller(id).is_some_and(|it| game.acts_with(it, player));
    let may = |id: &ObjectId| theirs(*id) && ability_for(game, *id).is_some();
    let creatures = declared.iter().map(|assignment| assignment.object).filter(may);
    creatures.map(|id| Item::Entity(Entity::Object(id))).collect()
}

/// Exerts the creatures that were chosen (CR 508.1j).
pub(in crate::rules) fn as_they_attack(work: &mut Work, player: PlayerId, creatures: &[Entity]) {
    for creature in creatures.iter().filter_map(|entity| entity.object()) {
        let link = ability_for(&work.game, creature).flatten();
        let player = work.game.controller(creature).unwrap_or(player);
        exert(work, rule!("508.1g"), player, creature, link);
    }
}

/// Exerts a permanent: it does not untap during its exerter's next untap step (CR 701.39a-c).
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
