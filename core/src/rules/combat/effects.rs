//! The effects of resolving spells and abilities on combat (CR 506.4, 508.4, 508.7, 509.1h, 509.6).

use std::collections::BTreeSet;

use crate::card::verb;
use crate::card::{Objects, Players};
use crate::derive::Look;
use crate::derive::filter::{found, matches};
use crate::fact;
use crate::fact::{Answer, Choice, Domain, Entity, Event, Frame, Item, ObjectId, PlayerId, Prompt, ResolveFrame};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::cursor::{go_on, one_player, scope};
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;
use crate::rules::replace::combat_progress::joins;
use crate::rules::replace::{bands, joining};

/// An instruction that says for one creature after another what it attacks or blocks.
trait Joins {
    /// Which creatures.
    fn what(&self) -> &Objects;

    /// The player who chooses for a creature, the possibilities, and the rule.
    fn possible(&self, game: &Game, frame: &ResolveFrame, id: ObjectId) -> Option<(PlayerId, Vec<Entity>, Rule)>;

    /// The words that mean one of several players.
    fn named(&self, game: &Game) -> Vec<&Players>;

    /// Makes one creature attack, block, or attack something else.
    fn join(&self, work: &mut Work, object: ObjectId, to: Entity);
}

impl Joins for verb::Attack {
    fn what(&self) -> &Objects {
        &self.what
    }

    fn possible(&self, game: &Game, frame: &ResolveFrame, id: ObjectId) -> Option<(PlayerId, Vec<Entity>, Rule)> {
        let combat = game.world().combat.as_deref()?;
        let said = joins(game, frame, &self.joining)?;
        let free = combat.attacker(id).is_none() && combat.blocker(id).is_none();
        let mut to = if free { joining::possible(game, id, said) } else { Vec::new() };
        if let fact::Joins::Attacking(Some(target)) = said {
            to.retain(|it| *it == target);
        }
        Some((game.controller(id)?, to, rule!("508.4")))
    }

    fn named(&self, game: &Game) -> Vec<&Players> {
        joining::attacked(game, Some(&self.joining))
    }

    fn join(&self, work: &mut Work, object: ObjectId, target: Entity) {
        work.fact(rule!("508.4"), Event::BecameAttacking { object, target });
    }
}

impl Joins for verb::Block {
    fn what(&self) -> &Objects {
        &self.what
    }

    fn possible(&self, game: &Game, frame: &ResolveFrame, id: ObjectId) -> Option<(PlayerId, Vec<Entity>, Rule)> {
        let (scope, combat) = (scope(frame), game.world().combat.as_deref()?);
        let already = combat.blocker(id).map_or(&[][..], |blocker| &blocker.attackers);
        let fits = |it: ObjectId| !already.contains(&it) && matches(game, &scope, &self.attacker, it);
        let mut to = joining::possible(game, id, fact::Joins::Blocking(None));
        to.retain(|it| it.object().is_some_and(fits));
        if combat.attacker(id).is_some() {
            to.clear();
        }
        Some((one_player(game, frame, &self.chosen_by)?, to, rule!("509.6")))
    }

    fn named(&self, _: &Game) -> Vec<&Players> {
        vec![&self.chosen_by]
    }

    fn join(&self, work: &mut Work, object: ObjectId, to: Entity) {
        let Entity::Object(attacker) = to else { return };
        work.fact(rule!("509.6"), Event::Blocked { object, attackers: vec![attacker] });
        work.fact(rule!("509.1h"), Event::BecameBlocked { object: attacker, by: vec![object] });
        for (rule, event) in bands::blocked_too(&work.game, attacker, &[object]) {
            work.fact(rule, event);
        }
        joining::place(work, rule!("509.6"));
    }
}

impl Joins for verb::Reselect {
    fn what(&self) -> &Objects {
        &self.what
    }

    fn possible(&self, game: &Game, frame: &ResolveFrame, id: ObjectId) -> Option<(PlayerId, Vec<Entity>, Rule)> {
        // CR 508.7c
        let attacker = game.world().combat.as_deref()?.attacker(id)?;
        let opponents = game.attackable(game.controller(attacker.object)?);
        let to = opponents.into_iter().flat_map(|player| joining::targets(game, player)).collect();
        Some((one_player(game, frame, &self.who)?, to, rule!("508.7")))
    }

    fn named(&self, _: &Game) -> Vec<&Players> {
        vec![&self.who]
    }

    fn join(&self, work: &mut Work, object: ObjectId, target: Entity) {
        work.fact(rule!("508.7a"), Event::AttackReselected { object, target });
    }
}

/// Handles one creature each round.
macro_rules! followed {
    ($($verb:ty),+) => {$(
        impl Verb for $verb {
            /// Asks what the next creature attacks or blocks.
            fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
                let object = now(frame)?;
                let (player, to, rule) = self.possible(game, frame, object)?;
                (to.len() > 1).then(|| Choice {
                    player,
                    answered_by: player,
                    prompt: Prompt::Joining(object),
                    rule,
                    domain: Domain::Pick { options: to.into_iter().map(Item::Entity).collect(), min: 1, max: 1 },
                    back_out: false,
                })
            }

            fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
                if frame.cursor.last().is_some_and(|level| level.of.is_none()) {
                    let creatures = found(&work.game, &scope(frame), self.what());
                    return determine_creatures(work, frame, creatures);
                }
                let possible = now(frame).and_then(|id| self.possible(&work.game, frame, id));
                one(work, frame, self, possible.and_then(|(_, to, _)| to.first().copied()));
            }

            fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
                let Answer::Picked(items) = answer else { return };
                if let Some(Item::Entity(to)) = items.first() {
                    one(work, frame, self, Some(*to));
                }
            }

            fn ones(&self, game: &Game, _: &ResolveFrame) -> Vec<&Players> {
                self.named(game)
            }
        }
    )+};
}

followed!(verb::Attack, verb::Block, verb::Reselect);

impl Verb for verb::RemoveFromCombat {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.0]
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let combat = work.game.world().combat.as_deref();
        let fights = |id: &ObjectId| {
            combat.is_some_and(|it| it.attacker(*id).is_some() || it.blocker(*id).is_some() || it.is_attacked(*id))
        };
        let events = found(&work.game, &scope(frame), &self.0).into_iter().filter(fights);
        let events = events.map(|object| Event::RemovedFromCombat { object }).collect();
        tell(work, frame, rule!("506.4"), events);
    }
}

impl Verb for verb::BecomeBlocked {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.0]
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let is_free = |id: &ObjectId| is_blocked(&work.game, *id) == Some(false);
        let free: BTreeSet<ObjectId> = found(&work.game, &scope(frame), &self.0).into_iter().filter(is_free).collect();
        let mates = free.iter().flat_map(|object| bands::mates(&work.game, *object));
        let mates = mates.filter(|id| is_free(id) && !free.contains(id)).collect::<BTreeSet<_>>();
        let event = |object| Event::BecameBlocked { object, by: Vec::new() };
        tell(work, frame, rule!("509.1h"), free.into_iter().map(event).collect());
        for object in mates {
            work.fact(rule!("702.22i"), event(object));
        }
    }
}

impl Verb for verb::BecomeUnblocked {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.0]
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let held = found(&work.game, &scope(frame), &self.0).into_iter();
        let held = held.filter(|id| is_blocked(&work.game, *id) == Some(true));
        let events = held.map(|object| Event::BecameUnblocked { object }).collect();
        tell(work, frame, rule!("509.1h"), events);
    }
}

/// Whether an attacking creature is blocked; `None` if it isn't attacking.
fn is_blocked(game: &Game, id: ObjectId) -> Option<bool> {
    Some(game.world().combat.as_deref()?.attacker(id)?.blocked == Some(true))
}

/// The creature of this round.
fn now(frame: &ResolveFrame) -> Option<ObjectId> {
    let level = frame.cursor.last()?;
    level.of?;
    frame.picked.get(usize::from(level.round))?.object()
}

fn tell(work: &mut Work, frame: &ResolveFrame, rule: Rule, events: Vec<Event>) {
    go_on(work, frame);
    for event in events {
        work.fact(rule, event);
    }
}

/// Determines which creatures an instruction is about, before it begins.
fn determine_creatures(work: &mut Work, frame: &ResolveFrame, creatures: Vec<ObjectId>) {
    if creatures.is_empty() {
        return go_on(work, frame);
    }
    let mut frame = frame.clone();
    if let Some(level) = frame.cursor.last_mut() {
        level.of = Some(u32::try_from(creatures.len()).unwrap_or(u32::MAX));
    }
    frame.picked = creatures.into_iter().map(Entity::Object).collect();
    work.change(rule!("608.2c"), Frame::Resolve(Box::new(frame)));
}

/// Handles the creature whose turn it is, and goes on to the next.
fn one<T: Joins>(work: &mut Work, frame: &ResolveFrame, it: &T, to: Option<Entity>) {
    let subject = now(frame).filter(|id| it.possible(&work.game, frame, *id).is_some());
    let mut next = frame.clone();
    let last = next.cursor.last_mut().is_none_or(|level| {
        level.round += 1;
        level.of.is_none_or(|of| u32::from(level.round) >= of)
    });
    if last {
        go_on(work, frame);
    } else {
        work.change(rule!("608.2c"), Frame::Resolve(Box::new(next)));
    }
    if let (Some(object), Some(to)) = (subject, to) {
        it.join(work, object, to);
    }
}
