//! Bestow (CR 702.103): casting a spell bestowed, and when it stops being bestowed.

use std::sync::Arc;

use crate::card::Duration;
use crate::derive::object::bestow::{definition, effect_on, effects, goes_on, was_cast_so};
use crate::fact::{Canonical, DefId, EffectId, Event, ObjectId, PlayerId, Timestamp};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::work::Work;

/// The effect on a spell cast bestowed.
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

/// Turns a spell cast bestowed into an Aura enchantment with enchant creature (CR 702.103b).
pub(in crate::rules) fn become_aura(work: &mut Work, rule: Rule, spell: ObjectId, controller: PlayerId) {
    let def = work.intern(definition());
    let (id, timestamp) = (work.new_effect(), work.new_timestamp());
    work.fact(rule, began(id, def, spell, controller, timestamp));
}

/// The effect on a copy of a bestowed spell, in a game that knows its definition (CR 702.103c).
pub(in crate::rules) fn of_copy(game: &Game, of: ObjectId, copy: ObjectId, controller: PlayerId) -> Option<Event> {
    let def = game.find_definition(&Canonical::new(definition())).filter(|_| was_cast_so(game, of))?;
    let counters = game.counters();
    Some(began(counters.effect, def, copy, controller, counters.timestamp))
}

/// Makes a bestowed spell with an illegal target a creature spell again (CR 702.103e). Returns
/// whether it was bestowed.
pub(in crate::rules) fn cease(work: &mut Work, spell: ObjectId) -> bool {
    let effect = effect_on(&work.game, spell);
    if let Some(id) = effect {
        work.fact(rule!("702.103e"), Event::EffectEnded { id });
    }
    effect.is_some()
}

/// The events that end the effect on bestowed objects that became unattached or are no longer
/// spells (CR 702.103f).
pub(in crate::rules) fn ended(game: &Game) -> Vec<(Rule, Event)> {
    let over = effects(game).filter(|(_, object)| !goes_on(game, *object));
    over.map(|(effect, _)| (rule!("702.103f"), Event::EffectEnded { id: effect.id })).collect()
}
