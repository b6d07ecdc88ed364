//! What was decided by itself, since there was one possible answer: a script may answer it all the same, as it was decided.

use crate::fact::{Component, Entity, Entry, Event, ObjectId};

use super::refs::{Offer, Ref};
use super::step::Reply;
use super::timeline::{Stop, Timeline};

impl Timeline {
    /// What followed the latest input.
    fn latest_entries(&self) -> Vec<&Entry> {
        self.latest.iter().flat_map(|(_, steps)| steps).flat_map(|step| &step.entries).collect()
    }

    /// Whether an answer names just what was decided by itself after the latest input.
    pub(super) fn was_decided(&self, reply: &Reply) -> bool {
        match reply {
            Reply::Pick(offers) if offers.is_empty() => {
                // Nothing was to be had: nothing is picked.
                self.latest_entries().iter().any(|entry| matches!(entry.event, Event::ResolutionBegan { .. }))
            }
            Reply::Pick(offers) => self.were_picked(offers),
            Reply::Order(offers) => self.were_put_on_stack(offers),
            Reply::Yes | Reply::No | Reply::Number(_) | Reply::Divide(_) => false,
        }
    }

    /// Whether these are all the targets that an ability got by itself, or all to which the same happened for the same reason.
    fn were_picked(&self, offers: &[Offer]) -> bool {
        let entries = self.latest_entries();
        let announced =
            self.put_on_stack(&entries).into_iter().filter_map(|id| self.game.object(id)?.announced.clone());
        let announced: Vec<_> = announced.collect();
        let modes: Option<Vec<u8>> =
            offers.iter().map(|offer| if let Offer::Mode(mode) = offer { Some(*mode) } else { None }).collect();
        if let Some(modes) = modes {
            return announced.iter().any(|it| it.modes == modes);
        }
        let Some(refs) = refs(offers) else { return false };
        if announced.iter().flat_map(|it| &it.targets).any(|targets| self.are(&refs, targets)) {
            return true;
        }
        let alike = |one: &Entry, other: &Entry| {
            one.event.name() == other.event.name() && one.rule == other.rule && one.cause == other.cause
        };
        let told = |event: &Event| {
            matches!(
                event,
                Event::Moved { .. }
                    | Event::Tapped { .. }
                    | Event::Untapped { .. }
                    | Event::Attached { .. }
                    | Event::CountersPut { .. }
                    | Event::CountersRemoved { .. }
                    | Event::Revealed { .. }
                    | Event::Replaced { .. }
            )
        };
        entries.iter().filter(|entry| told(&entry.event)).any(|first| {
            let group = entries.iter().filter(|entry| alike(first, entry));
            let subjects: Vec<Entity> = group.filter_map(|entry| entry.event.about().first().copied()).collect();
            self.are(&refs, &subjects)
        })
    }

    /// Whether these are the abilities that were put onto the stack after the latest input, by their sources: where nobody is
    /// asked for their order, it cannot matter.
    pub(super) fn were_put_on_stack(&self, offers: &[Offer]) -> bool {
        let entries = self.latest_entries();
        let source =
            |id: ObjectId| self.game.object(id)?.ability.as_ref().map(|ability| Entity::Object(ability.source));
        let put = self.put_on_stack(&entries);
        let players: Vec<_> = put.iter().filter_map(|id| self.game.object(*id)?.controller).collect();
        let Some(refs) = refs(offers) else { return false };
        players.iter().any(|player| {
            let own = put.iter().filter(|id| self.game.object(**id).is_some_and(|it| it.controller == Some(*player)));
            let sources: Vec<Entity> = own.filter_map(|id| source(*id)).collect();
            self.are(&refs, &sources)
        })
    }

    /// The abilities that these entries have put onto the stack.
    fn put_on_stack(&self, entries: &[&Entry]) -> Vec<ObjectId> {
        let ability = |entry: &&Entry| match &entry.event {
            Event::Created { object } if object.component == Component::Ability => Some(object.id),
            _ => None,
        };
        entries.iter().filter_map(ability).collect()
    }

    /// Whether references speak of these objects and players, each of another one, and of all of them.
    pub(super) fn are(&self, refs: &[Ref], entities: &[Entity]) -> bool {
        let mut left = entities.to_vec();
        let each = refs.iter().all(|it| match self.position(it, &left) {
            Some(index) => {
                left.swap_remove(index);
                true
            }
            None => false,
        });
        each && left.is_empty()
    }

    /// Which of these a reference speaks of, if any.
    pub(super) fn position(&self, reference: &Ref, entities: &[Entity]) -> Option<usize> {
        entities.iter().position(|entity| self.speaks_of(reference, *entity).unwrap_or(false))
    }

    /// An order of damage that was not asked, since there is only one.
    pub(super) fn is_in_order(&self, of: ObjectId, order: &[Ref]) -> bool {
        let combat = self.game.world().combat.as_deref();
        let there = combat.and_then(|combat| {
            let attacker = combat.attacker(of).map(|it| &it.blockers);
            attacker.or_else(|| combat.blocker(of).map(|it| &it.attackers))
        });
        let named: Result<Vec<ObjectId>, Stop> = order.iter().map(|it| self.object(it)).collect();
        there.zip(named.ok()).is_some_and(|(there, named)| *there == named)
    }

    /// Whether combat damage was dealt so since a place in the log.
    pub(super) fn was_dealt(&self, from: usize, division: &[(Ref, Vec<(Ref, u32)>)]) -> bool {
        let dealt = |source: &Ref, to: &Ref, amount: u32| {
            self.log.iter().skip(from).any(|entry| match &entry.event {
                Event::DamageAssigned { object, to: among } => {
                    self.speaks_of(source, Entity::Object(*object)).unwrap_or(false)
                        && among.iter().any(|(it, much)| *much == amount && self.speaks_of(to, *it).unwrap_or(false))
                }
                _ => false,
            })
        };
        let all = |(source, parts): &(Ref, Vec<(Ref, u32)>)| {
            parts.iter().all(|(to, amount)| *amount == 0 || dealt(source, to, *amount))
        };
        !division.is_empty() && division.iter().all(all)
    }
}

/// The references of offers that are nothing else.
fn refs(offers: &[Offer]) -> Option<Vec<Ref>> {
    offers.iter().map(|offer| if let Offer::It(it) = offer { Some(it.clone()) } else { None }).collect()
}
