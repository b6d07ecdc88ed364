//! Bestow (CR 702.103): casting a spell bestowed, and ceasing to be so.

use std::sync::Arc;

use crate::card::Duration;
use crate::derive::bestow::{definition, effect_on, effects, goes_on, was_cast_so};
use crate::fact::{Canonical, DefId, EffectId, Event, ObjectId, PlayerId, Timestamp};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::work::Work;

/// The effect on a spell that is cast bestowed.
fn began(id: EffectId, def: DefId, spell: ObjectId, controller: PlayerId, timestamp: Timestamp) -> Event {
    Event::EffectBegan {
        id,
        def,
        source: spell,
        controller,
        timestamp,
        duration: Canonical::new(Duration::Bestowed),
        objects: Some(Arc::new(vec![spell])),
        announced: None,
        trigger: None,
    }
}

/// CR 702.103b: as a spell is cast bestowed, it becomes an Aura enchantment with enchant creature.
pub(in crate::rules) fn begin(work: &mut Work, rule: Rule, spell: ObjectId, controller: PlayerId) {
    let def = work.intern(definition());
    let (id, timestamp) = (work.new_effect(), work.new_timestamp());
    work.fact(rule, began(id, def, spell, controller, timestamp));
}

/// CR 702.103c: the effect on a copy of a bestowed spell, in a game in which its definition is known.
pub(in crate::rules) fn of_copy(game: &Game, of: ObjectId, copy: ObjectId, controller: PlayerId) -> Option<Event> {
    let def = game.find_definition(&definition()).filter(|_| was_cast_so(game, of))?;
    let counters = game.counters();
    Some(began(counters.effect, def, copy, controller, counters.timestamp))
}

/// CR 702.103e: a bestowed spell whose target is illegal ceases to be bestowed, and is a creature spell. Whether it was one.
pub(in crate::rules) fn cease(work: &mut Work, spell: ObjectId) -> bool {
    let effect = effect_on(&work.game, spell);
    if let Some(id) = effect {
        work.fact(rule!("702.103e"), Event::EffectEnded { id });
    }
    effect.is_some()
}

/// CR 702.103f: what has become unattached, or is no spell any more, is not bestowed any more.
pub(in crate::rules) fn ended(game: &Game) -> Vec<(Rule, Event)> {
    let over = effects(game).filter(|(_, object)| !goes_on(game, *object));
    over.map(|(effect, _)| (rule!("702.103f"), Event::EffectEnded { id: effect.id })).collect()
}
