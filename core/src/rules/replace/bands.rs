//! Attacking bands (CR 702.22): forming them as attackers are declared (CR 508.1e), becoming
//! blocked together, and who assigns combat damage.
//!
//! A band is recorded by its event. Its present members follow from that and from who has left
//! combat since (CR 702.22e-f).

use crate::card::{Filter, Keyword};
use crate::derive::Scope;
use crate::derive::filter::matches;
use crate::derive::look::Look;
use crate::fact::{Assignment, Chosen, Entity, Event, Item, ObjectId};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::work::Work;

/// Whether a creature has banding.
pub(in crate::rules) fn has_banding(game: &Game, id: ObjectId) -> bool {
    game.has_keyword(id, &Keyword::Banding)
}

/// Whether a creature has the quality of a "bands with other" ability.
fn has_quality(game: &Game, id: ObjectId, quality: &Filter) -> bool {
    game.controller(id).is_some_and(|controller| matches(game, &Scope::of(id, controller), quality, id))
}

/// The qualities of a creature's "bands with other" abilities that it has itself.
fn others(game: &Game, id: ObjectId) -> Vec<&Filter> {
    let keywords = game.characteristics(id).into_iter().flat_map(|it| it.keywords());
    let qualities = keywords.filter_map(|keyword| match keyword {
        Keyword::BandsWithOther(quality) => Some(&**quality),
        _ => None,
    });
    qualities.filter(|quality| has_quality(game, id, quality)).collect()
}

/// Whether creatures can form a band (CR 702.22c): all but one have banding, or all have a quality
/// and one of them has "bands with other" of that quality.
fn is_band(game: &Game, creatures: &[ObjectId]) -> bool {
    let banding = creatures.iter().filter(|id| has_banding(game, **id)).count();
    let plain = banding > 0 && creatures.len() - banding <= 1;
    let shares = |quality: &&Filter| creatures.iter().all(|id| has_quality(game, *id, quality));
    plain || creatures.iter().any(|id| others(game, *id).iter().any(&shares))
}

/// The target that a declared creature attacks.
fn target(declared: &[Assignment], id: ObjectId) -> Option<Entity> {
    declared.iter().find(|assignment| assignment.object == id).and_then(|assignment| assignment.to.first()).copied()
}

fn creatures(band: &Chosen) -> Vec<ObjectId> {
    band.what.iter().filter_map(|entity| entity.object()).collect()
}

/// The creatures that could join the band being formed (`true`), or could start another if none
/// can.
fn open(game: &Game, declared: &[Assignment], bands: &[Chosen]) -> (Vec<ObjectId>, bool) {
    let taken: Vec<ObjectId> = bands.iter().flat_map(creatures).collect();
    let free = |id: &ObjectId| !taken.contains(id);
    let attackers = || declared.iter().map(|assignment| assignment.object).filter(free);
    let with = |band: &[ObjectId], id: ObjectId| {
        let same = band.iter().all(|other| target(declared, *other) == target(declared, id));
        let all: Vec<ObjectId> = band.iter().copied().chain([id]).collect();
        same && is_band(game, &all)
    };
    let current = bands.last().map(creatures).unwrap_or_default();
    let joining: Vec<ObjectId> = attackers().filter(|id| !current.is_empty() && with(&current, *id)).collect();
    if !joining.is_empty() {
        return (joining, true);
    }
    // A band starts with a creature whose ability allows it, if another could join.
    let begins = |id: &ObjectId| {
        (has_banding(game, *id) || !others(game, *id).is_empty())
            && attackers().any(|other| other != *id && with(&[*id], other))
    };
    (attackers().filter(begins).collect(), false)
}

/// The creatures that may be named next (CR 508.1e).
pub(in crate::rules) fn next(game: &Game, declared: &[Assignment], bands: &[Chosen]) -> Vec<Item> {
    let (creatures, _) = open(game, declared, bands);
    creatures.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect()
}

/// The bands with the answer added; none once no more are formed.
pub(in crate::rules) fn with(
    game: &Game,
    declared: &[Assignment],
    bands: &[Chosen],
    named: &[Entity],
) -> Option<Vec<Chosen>> {
    let (_, joins) = open(game, declared, bands);
    let mut bands = bands.to_vec();
    match (named.first(), bands.last_mut()) {
        (Some(creature), Some(last)) if joins => last.what.push(*creature),
        (Some(creature), _) => bands.push(Chosen { what: vec![*creature], portions: Vec::new() }),
        // This band is complete; there may be another.
        (None, Some(_)) if joins => bands.push(Chosen::default()),
        (None, _) => return None,
    }
    Some(bands)
}

/// Records the bands that were formed (CR 702.22c).
pub(in crate::rules) fn tell(work: &mut Work, bands: &[Chosen]) {
    for band in bands {
        let attacks =
            |id: &ObjectId| work.game.world().combat.as_deref().is_some_and(|combat| combat.attacker(*id).is_some());
        let creatures: Vec<ObjectId> = creatures(band).into_iter().filter(attacks).collect();
        if creatures.len() > 1 {
            work.fact(rule!("508.1e"), Event::Banded { creatures });
        }
    }
}

/// The other creatures in an attacking creature's band now (CR 702.22e-f).
pub(in crate::rules) fn mates(game: &Game, attacker: ObjectId) -> Vec<ObjectId> {
    let Some(combat) = game.world().combat.as_deref() else { return Vec::new() };
    let mut left: Vec<ObjectId> = Vec::new();
    for entry in game.world().history.latest() {
        match &entry.event {
            Event::CombatBegan { .. } => break,
            Event::RemovedFromCombat { object } => left.push(*object),
            Event::Banded { creatures } if creatures.contains(&attacker) => {
                let here = |id: &ObjectId| *id != attacker && combat.attacker(*id).is_some() && !left.contains(id);
                return if left.contains(&attacker) {
                    Vec::new()
                } else {
                    creatures.iter().copied().filter(here).collect()
                };
            }
            _ => {}
        }
    }
    Vec::new()
}

/// The events for the rest of a band as one of its creatures becomes blocked by creatures
/// (CR 702.22h), except blocks that are there already.
pub(in crate::rules) fn blocked_too(game: &Game, attacker: ObjectId, by: &[ObjectId]) -> Vec<(Rule, Event)> {
    let Some(combat) = game.world().combat.as_deref() else { return Vec::new() };
    let mut found = Vec::new();
    for mate in mates(game, attacker) {
        let Some(it) = combat.attacker(mate) else { continue };
        let new: Vec<ObjectId> = by.iter().copied().filter(|id| !it.blockers.contains(id)).collect();
        for blocker in &new {
            found.push((rule!("702.22h"), Event::BecameBlocking { object: *blocker, attackers: vec![mate] }));
        }
        if !new.is_empty() {
            found.push((rule!("702.22h"), Event::BecameBlocked { object: mate, by: new }));
        }
    }
    found
}

/// Whether the other side divides a creature's damage among these, because one has banding, or two
/// have the quality that one of them bands with (CR 702.22j-k).
pub(in crate::rules) fn other_side_divides(game: &Game, among: &[ObjectId]) -> bool {
    let with_other = |id: &ObjectId| {
        let of = |quality: &&Filter| among.iter().any(|other| other != id && has_quality(game, *other, quality));
        others(game, *id).iter().any(of)
    };
    among.iter().any(|id| has_banding(game, *id) || with_other(id))
}
