//! What happened without a choice because only one answer was possible. A script may give that
//! answer all the same.

use std::sync::Arc;

use crate::fact::{
    Announcement, Answer, Component, Entity, Entry, Event, Frame, Input, Item, Note, ObjectId, ProposalFrame, Proposing,
};
use crate::rule;
use crate::rules;
use crate::state::{Game, evolve, evolve_entry};

use super::refs::{OfferedItem, Ref};
use super::step::Reply;
use super::timeline::{Stop, Timeline};

impl Timeline {
    /// The entries since the latest input, with passes before it in the same step of the script.
    pub(super) fn latest_entries(&self) -> Vec<&Entry> {
        self.latest
            .iter()
            .flat_map(|(_, steps)| steps)
            .flat_map(|step| step.entries.iter().map(|entry| &**entry))
            .collect()
    }

    /// Every state of the game since then, up to the next choice.
    fn latest_states(&self) -> Vec<Game> {
        let Some((before, steps)) = &self.latest else { return Vec::new() };
        let mut game = before.clone();
        let after = |step| {
            evolve(&mut game, step);
            game.clone()
        };
        steps.iter().map(after).collect()
    }

    /// The proposal that the latest input made the rules take back, as it was just before.
    pub(super) fn taken_back(&self) -> Option<ProposalFrame> {
        let (before, steps) = self.latest.as_ref()?;
        let mut game = before.clone();
        for step in steps {
            let Some(at) = step.entries.iter().position(|entry| matches!(entry.event, Event::Restored {})) else {
                evolve(&mut game, step);
                continue;
            };
            step.entries.iter().take(at).for_each(|entry| evolve_entry(&mut game, entry));
            return match game.frame() {
                Some(Frame::Proposal(proposal)) => Some(ProposalFrame::clone(proposal)),
                _ => None,
            };
        }
        None
    }

    /// Whether an answer states exactly what happened without a choice in the latest step of the
    /// script, or since its latest answer.
    pub(super) fn was_decided(&self, reply: &Reply) -> bool {
        match reply {
            Reply::Pick(offers) if offers.is_empty() => self.nothing_was_to_be_had(),
            Reply::Pick(offers) => self.were_picked(offers) || self.was_only(offers),
            Reply::Order(offers) => self.were_put_on_stack(offers) || offers.len() == 1 && self.were_picked(offers),
            Reply::Yes => self.came_to(&Answer::Confirmed(true)),
            Reply::No => self.came_to(&Answer::Confirmed(false)) || self.was_not_paid(),
            Reply::Number(number) => self.came_to(&Answer::Number(*number)) || self.was_noted(*number),
            Reply::Divide(parts) => self.was_divided_so(parts),
        }
    }

    /// Whether there was nothing to choose from when something resolved, or no legal target for a
    /// triggered ability.
    fn nothing_was_to_be_had(&self) -> bool {
        let entries = self.latest_entries();
        let without = |it: &Arc<Announcement>| it.targets.iter().any(Vec::is_empty);
        entries.iter().any(|entry| matches!(entry.event, Event::ResolutionBegan { .. }))
            || self.announcements(&entries).iter().any(without)
    }

    /// Whether an instruction took this answer without asking.
    fn came_to(&self, answer: &Answer) -> bool {
        self.latest_states().iter().any(|game| rules::decided_by_itself(game).as_ref() == Some(answer))
    }

    /// Whether something entered without a payment that could not be made (CR 614.12a).
    fn was_not_paid(&self) -> bool {
        let not_paid = |entry: &&Entry| matches!(entry.event, Event::Replaced { .. }) && entry.rule == rule!("614.12a");
        !self.latest_answer_is(&Answer::Confirmed(false)) && self.latest_entries().iter().any(not_paid)
    }

    /// Whether a number was noted that nobody chose.
    fn was_noted(&self, number: u32) -> bool {
        let noted = |event: &Event| matches!(event, Event::Noted { note: Note::Number(it), .. } if *it == number);
        !self.latest_answer_is(&Answer::Number(number)) && self.latest_entries().iter().any(|entry| noted(&entry.event))
    }

    fn latest_answer_is(&self, said: &Answer) -> bool {
        matches!(self.inputs.last(), Some(Input::Decision { answer, .. }) if answer == said)
    }

    /// Whether these are the only values, types of mana or modes there were.
    fn was_only(&self, offers: &[OfferedItem]) -> bool {
        let mean = |game: &Game, items: &[Item]| {
            // What an item says may depend on the state then.
            let means = |offer: &OfferedItem, item: &Item| match (offer, item) {
                (OfferedItem::Says(words), Item::Mode(..)) => {
                    rules::check::describe(game, item).to_lowercase().contains(&words.to_lowercase())
                }
                _ => self.means(offer, item).unwrap_or(false),
            };
            offers.iter().all(|offer| items.iter().any(|item| means(offer, item)))
                && items.iter().all(|item| offers.iter().any(|offer| means(offer, item)))
        };
        let values = self.latest_entries().into_iter().filter_map(|entry| match &entry.event {
            Event::Noted { note: Note::Value(value), .. } => Some(Item::Value(value.clone())),
            _ => None,
        });
        let said = |item: &Item| self.latest_answer_is(&Answer::Picked(vec![item.clone()]));
        let noted = values.into_iter().any(|item| !said(&item) && mean(&self.game, &[item]));
        noted
            || self.latest_states().iter().any(|game| match (rules::decided_by_itself(game), game.frame()) {
                (Some(Answer::Picked(items)), _) => !items.is_empty() && mean(game, &items),
                (_, Some(Frame::Proposal(proposal))) => {
                    let modes: Vec<Item> = proposal.announced.modes.iter().map(|mode| Item::Mode(*mode, 0)).collect();
                    proposal.what == Proposing::Trigger && !modes.is_empty() && mean(game, &modes)
                }
                _ => false,
            })
    }

    /// Whether something was divided this way without a choice, among targets or what was chosen
    /// (CR 601.2d, 608.2d).
    fn was_divided_so(&self, parts: &[(Ref, u32)]) -> bool {
        let chosen = |game: &Game| {
            let Some(Frame::Resolve(frame)) = game.frame() else { return false };
            frame.announced.chosen.iter().any(|chosen| {
                let given: Vec<(Entity, u32)> =
                    chosen.what.iter().copied().zip(chosen.portions.iter().copied()).collect();
                self.are_parts(parts, given)
            })
        };
        let stack = self.game.world().stack.iter();
        let proposed = match self.game.frame() {
            Some(Frame::Proposal(proposal)) => Some(&*proposal.announced),
            _ => None,
        };
        let on_stack = stack.filter_map(|id| self.game.object(*id)?.announced.as_deref());
        let mut announced = on_stack.chain(proposed);
        announced.any(|it| {
            let amounts = it.targets.iter().zip(&it.divided);
            let given = amounts.flat_map(|(targets, amounts)| targets.iter().copied().zip(amounts.iter().copied()));
            self.are_parts(parts, given.collect())
        }) || self.latest_states().iter().any(chosen)
    }

    /// Whether a script gives each exactly what it was given.
    fn are_parts(&self, parts: &[(Ref, u32)], mut given: Vec<(Entity, u32)>) -> bool {
        let each = parts.iter().all(|(to, amount)| {
            let fits = |(it, much): &(Entity, u32)| much == amount && self.speaks_of(to, *it).unwrap_or(false);
            given.iter().position(fits).map(|index| given.swap_remove(index)).is_some()
        });
        !parts.is_empty() && each && given.is_empty()
    }

    /// The announcements of the abilities these entries have put onto the stack.
    fn announcements(&self, entries: &[&Entry]) -> Vec<Arc<Announcement>> {
        self.put_on_stack(entries).into_iter().filter_map(|id| self.game.object(id)?.announced.clone()).collect()
    }

    /// Whether these are all the targets an ability got without a choice, or all the objects to
    /// which the same happened for the same reason.
    fn were_picked(&self, offers: &[OfferedItem]) -> bool {
        let entries = self.latest_entries();
        let announced = self.announcements(&entries);
        let modes: Option<Vec<u8>> =
            offers.iter().map(|offer| if let OfferedItem::Mode(mode) = offer { Some(*mode) } else { None }).collect();
        if let Some(modes) = modes {
            return announced.iter().any(|it| it.modes == modes);
        }
        let Some(refs) = refs(offers) else { return false };
        if self.were_only_targets(&refs) {
            return true;
        }
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
        // What is drawn, nobody picks.
        let drawn = |entry: &Entry| entry.rule.section() == 121;
        entries.iter().filter(|entry| told(&entry.event) && !drawn(entry)).any(|first| {
            let group = entries.iter().filter(|entry| alike(first, entry));
            let subjects: Vec<Entity> = group.filter_map(|entry| entry.event.about().first().copied()).collect();
            self.are(&refs, &subjects)
        })
    }

    /// Whether these are the sources of the abilities that the latest step put onto the stack: if
    /// nobody is asked for their order, it cannot matter.
    pub(super) fn were_put_on_stack(&self, offers: &[OfferedItem]) -> bool {
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

    /// The abilities these entries have put onto the stack.
    fn put_on_stack(&self, entries: &[&Entry]) -> Vec<ObjectId> {
        let ability = |entry: &&Entry| match &entry.event {
            Event::Created { object } if object.component == Component::Ability => Some(object.id),
            _ => None,
        };
        entries.iter().filter_map(ability).collect()
    }

    /// Whether the references mean exactly these objects and players, each a different one.
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

    /// Whether these are among the new targets of a spell or ability, each of which was the only
    /// one possible (CR 115.7).
    fn were_only_targets(&self, refs: &[Ref]) -> bool {
        let said: &[Item] = match self.inputs.last() {
            Some(Input::Decision { answer: Answer::Picked(items), .. }) => items,
            _ => &[],
        };
        self.latest_entries().iter().any(|entry| {
            let Event::TargetsChanged { targets, .. } = &entry.event else { return false };
            let mut left: Vec<Entity> = targets.concat();
            left.retain(|target| !said.contains(&Item::Entity(*target)));
            refs.iter().all(|it| self.position(it, &left).map(|index| left.swap_remove(index)).is_some())
        })
    }

    /// The position of the one a reference means, if any.
    pub(super) fn position(&self, reference: &Ref, entities: &[Entity]) -> Option<usize> {
        entities
            .iter()
            .position(|entity| self.may_mean(reference, *entity).unwrap_or(false) || self.was_meant(reference, *entity))
    }

    /// Whether an object is what `Latest` meant before the latest inputs, which have moved it.
    fn was_meant(&self, reference: &Ref, entity: Entity) -> bool {
        let (Ref::Latest(of), Some(id), Some((before, _))) = (reference, entity.object(), &self.latest) else {
            return false;
        };
        before.object(id).is_some() && self.object(of).is_ok_and(|named| named == id || self.has_been(named, id))
    }

    /// Whether this is the damage assignment order, which was not asked because only one is
    /// possible.
    pub(super) fn is_in_order(&self, of: ObjectId, order: &[Ref]) -> bool {
        let combat = self.game.world().combat.as_deref();
        let there = combat.and_then(|combat| {
            let attacker = combat.attacker(of).map(|it| &it.blockers);
            attacker.or_else(|| combat.blocker(of).map(|it| &it.attackers))
        });
        let named: Result<Vec<ObjectId>, Stop> = order.iter().map(|it| self.object(it)).collect();
        there.zip(named.ok()).is_some_and(|(there, named)| *there == named)
    }

    /// Whether combat damage was dealt this way since a place in the log.
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

/// The references of offers, if they are all plain references.
pub(super) fn refs(offers: &[OfferedItem]) -> Option<Vec<Ref>> {
    offers.iter().map(|offer| if let OfferedItem::It(it) = offer { Some(it.clone()) } else { None }).collect()
}
