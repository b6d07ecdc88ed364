//! Copies of spells, abilities and cards (CR 112.1a-b, 707.10, 707.12): objects that no card
//! represents.
//!
//! The copies of an instruction are made one after another. The targets of each are chosen before
//! it is put onto the stack (CR 707.10c), in a game where it is there already with the original's
//! targets.

use std::sync::Arc;

use crate::card::Players;
use crate::card::catalogue::is_called;
use crate::card::verb;
use crate::card::{Card, CopyTargets, Definition, Exception, Face, Filter, Side};
use crate::derive::filter::{found, matches, objects, players, quantity};
use crate::derive::layers::copiable::{Excepted, copiable};
use crate::derive::look::Look;
use crate::derive::object::bestow;
use crate::derive::target::targets;
use crate::fact::{
    Announcement, Answer, Choice, Component, DefId, Domain, Entity, Event, Frame, Item, NewObject, ObjectId, PlayerId,
    Prompt, ResolveFrame, StackAbility, Zone,
};
use crate::rule;
use crate::rules::engine::verb::Verb;
use crate::state::Game;

use crate::derive::look::hypothetical::knowing;

use super::retarget::Retargeted;
use crate::rules::engine::actions::{amount, recipients};
use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::{go_on, scope};
use crate::rules::engine::paid_with::entities;
use crate::rules::engine::work::Work;
use crate::rules::permanent::copying::excepted;
use crate::rules::replace::perform::hypothetical;
use crate::rules::{MOST_BY_ONE, keyword};

impl Verb for verb::CopySpell {
    /// Asks for the order in which copies are put onto the stack (CR 707.10d), or for a copy's next
    /// target (CR 707.10c).
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        let verb::CopySpell { except, targets, .. } = self;
        let (jobs, chosen) = under_way(frame, targets)?;
        let job = *jobs.first()?;
        let order = to_order(frame, &jobs, targets);
        if order.len() > 1 {
            let items = order.iter().filter_map(|job| job.target).map(Item::Entity).collect();
            return Some(ask(job.player, Prompt::Objects(job.of), rule!("707.10d"), Domain::Order(items)));
        }
        if *targets != CopyTargets::MayChoose {
            return None;
        }
        let (view, id) = with_copy(game, frame, job, except)?;
        let case = Retargeted::of_copy(&view, job.player, id)?;
        let (instance, now) = case.now().get(chosen.len()).copied()?;
        let options = case.options(&chosen);
        let instance = u8::try_from(instance).unwrap_or(u8::MAX);
        (options.len() > 1).then(|| {
            let options = options.into_iter().map(Item::Entity).collect();
            let prompt = Prompt::NewTarget { of: job.of, instance, now };
            ask(job.player, prompt, rule!("707.10c"), Domain::Pick { options, min: 1, max: 1 })
        })
    }

    /// Takes a copy's next target, or the order of the copies.
    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        let verb::CopySpell { targets, .. } = self;
        match answer {
            Answer::Picked(items) => {
                let mut frame = frame.clone();
                frame.picked.extend(entities(items).first());
                work.change(rule!("707.10c"), Frame::Resolve(Box::new(frame)));
            }
            // The first named is put onto the stack first, and so resolves last.
            Answer::Ordered(items) => {
                let Some((jobs, _)) = under_way(frame, targets) else { return };
                let mut left = to_order(frame, &jobs, targets);
                let ordered = left.len();
                let mut list: Vec<Job> = Vec::new();
                for target in entities(items) {
                    if let Some(place) = left.iter().position(|job| job.target == Some(target)) {
                        list.push(left.remove(place));
                    }
                }
                list.extend(jobs.iter().skip(ordered));
                let next = with_jobs(frame, &list, ordered);
                work.change(rule!("707.10d"), Frame::Resolve(Box::new(next)));
            }
            _ => {}
        }
    }

    /// Determines the copies to be made, or makes the next one.
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let verb::CopySpell { except, targets, .. } = self;
        let Some((jobs, chosen)) = under_way(frame, targets) else {
            let jobs = jobs(&work.game, frame, self);
            if !work.allows_at_most(u32::try_from(jobs.len()).unwrap_or(u32::MAX), MOST_BY_ONE) {
                return go_on(work, frame);
            }
            let next = with_jobs(frame, &jobs, 0);
            return work.change(rule!("707.10"), Frame::Resolve(Box::new(next)));
        };
        let Some((job, left)) = jobs.split_first() else { return go_on(work, frame) };
        let game = work.game.clone();
        let made = with_copy(&game, frame, *job, except);
        let case = made.as_ref().and_then(|(view, id)| Retargeted::of_copy(view, job.player, *id));
        if *targets == CopyTargets::MayChoose
            && let Some(case) = &case
            && let Some((_, old)) = case.now().get(chosen.len())
        {
            let only = case.options(&chosen).first().copied();
            let mut next = frame.clone();
            next.picked.push(only.unwrap_or(*old));
            return work.change(rule!("707.10c"), Frame::Resolve(Box::new(next)));
        }
        let new = case.map(|case| match job.target {
            Some(target) => case.with_all(target),
            None if *targets == CopyTargets::MayChoose => case.with(&chosen),
            None => case.with(&case.now().into_iter().map(|(_, entity)| entity).collect::<Vec<_>>()),
        });
        let ordered = frame.cursor.last().map_or(0, |level| usize::from(level.round)).saturating_sub(1);
        work.change(rule!("707.10"), Frame::Resolve(Box::new(with_jobs(frame, left, ordered))));
        put_copy_onto_stack(work, frame, *job, except, new);
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.who)
    }
}

impl Verb for verb::CopyCards {
    /// Creates copies of cards in the zones of the cards (CR 707.12).
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let verb::CopyCards(what) = self;
        let game = work.game.clone();
        let cards = found(&game, &scope(frame), what);
        go_on(work, frame);
        for id in cards {
            let (Some(card), Some(def)) = (game.object(id), copiable(&game, id)) else { continue };
            create(work, frame.controller, def, card.zone, rule!("707.12"));
        }
    }
}

impl Verb for verb::CopyNamed {
    /// Creates a copy of the card with a name outside the game (CR 707.13).
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let name = &self.0;
        go_on(work, frame);
        let named = |def: &DefId| match work.game.definition(*def) {
            Some(Definition::Card(card)) => is_called(card, name),
            _ => false,
        };
        let known = work.game.def_ids().find(named);
        let def = match known {
            Some(def) => def,
            None => match work.game.catalogue().and_then(|catalogue| catalogue.card(name)) {
                Some(card) => work.intern(Definition::Card((*card).clone())),
                None => return,
            },
        };
        create(work, frame.controller, def, Zone::Outside(frame.controller), rule!("707.13"));
    }
}

/// A copy to be made: its controller, the original, and its target if the effect names one.
#[derive(Clone, Copy)]
struct Job {
    player: PlayerId,
    of: ObjectId,
    target: Option<Entity>,
}

/// The entries that a copy takes in a list: its player, its original, its target.
const ENTRIES: usize = 3;

impl Job {
    /// The entries in a list of picks; without a target, the player is repeated.
    fn entries(self) -> [Entity; ENTRIES] {
        let player = Entity::Player(self.player);
        [player, Entity::Object(self.of), self.target.unwrap_or(player)]
    }

    fn of(entries: &[Entity], targets: &CopyTargets) -> Option<Job> {
        let [player, of, target, ..] = entries else { return None };
        let own = matches!(targets, CopyTargets::ForEach(_) | CopyTargets::These(_));
        Some(Job { player: player.player()?, of: of.object()?, target: Some(*target).filter(|_| own) })
    }
}

/// The copies still to be made and the targets chosen for the next one, from the picks of the
/// instruction so far. None until the copies are known.
fn under_way(frame: &ResolveFrame, targets: &CopyTargets) -> Option<(Vec<Job>, Vec<Entity>)> {
    let left = usize::try_from(frame.cursor.last()?.of?).ok()?;
    let (jobs, chosen) = frame.picked.split_at_checked(left * ENTRIES)?;
    Some((jobs.chunks(ENTRIES).filter_map(|entries| Job::of(entries, targets)).collect(), chosen.to_vec()))
}

/// The frame with these copies still to be made.
fn with_jobs(frame: &ResolveFrame, jobs: &[Job], ordered: usize) -> ResolveFrame {
    let mut frame = frame.clone();
    frame.picked = jobs.iter().flat_map(|job| job.entries()).collect();
    if let Some(level) = frame.cursor.last_mut() {
        level.of = Some(u32::try_from(jobs.len()).unwrap_or(u32::MAX));
        level.round = u16::try_from(ordered).unwrap_or(u16::MAX);
    }
    frame
}

/// The copies to be made (CR 707.10): for each player, a number of copies of each spell or ability
/// on the stack; or one for each object or player that it could target (CR 707.10d-e).
fn jobs(game: &Game, frame: &ResolveFrame, instruction: &verb::CopySpell) -> Vec<Job> {
    let verb::CopySpell { who, of, count, targets, .. } = instruction;
    let scope = scope(frame);
    let count = amount(quantity(game, &scope, count)) as usize;
    let copied: Vec<ObjectId> =
        objects(game, &scope, of).into_iter().filter(|id| Original::of(game, *id).is_some()).collect();
    let mut jobs = Vec::new();
    for player in players(game, &scope, who) {
        for of in &copied {
            let targets: Vec<Option<Entity>> = match targets {
                CopyTargets::Same | CopyTargets::MayChoose => vec![None],
                CopyTargets::ForEach(what) => {
                    let could = targets::described(game, &scope, what).into_iter();
                    could.filter(|it| could_target(game, frame, *of, *it)).map(Some).collect()
                }
                CopyTargets::These(to) => {
                    let named = recipients(game, &scope, to).into_iter();
                    named.filter(|it| copy_could_target(game, frame, player, *of, *it)).map(Some).collect()
                }
            };
            let each = targets.into_iter().map(|target| Job { player, of: *of, target });
            jobs.extend(each.flat_map(|job| std::iter::repeat_n(job, count.min(MOST_BY_ONE as usize + 1))));
        }
    }
    jobs
}

/// Whether every target of the original could be this one object or player (CR 707.10d). Its own
/// controller is asked, not the player who copies it. False without targets.
fn could_target(game: &Game, frame: &ResolveFrame, of: ObjectId, target: Entity) -> bool {
    let Some(controller) = game.controller(of) else { return false };
    match game.object(of) {
        Some(_) => Retargeted::of_copy(game, controller, of).is_some_and(|case| case.could_all_be(target)),
        // CR 608.2h: as it last was on the stack.
        None => copy_could_target(game, frame, controller, of, target),
    }
}

/// Whether every target of a player's copy could be this one object or player (CR 707.10e). False
/// without targets.
fn copy_could_target(game: &Game, frame: &ResolveFrame, player: PlayerId, of: ObjectId, target: Entity) -> bool {
    let job = Job { player, of, target: None };
    let Some((view, id)) = with_copy(game, frame, job, &[]) else { return false };
    Retargeted::of_copy(&view, player, id).is_some_and(|case| case.could_all_be(target))
}

/// The original, as it is on the stack or last was (CR 608.2h).
struct Original<'a> {
    announced: Option<&'a Arc<Announcement>>,
    ability: Option<&'a Arc<StackAbility>>,
}

impl Original<'_> {
    fn of(game: &Game, id: ObjectId) -> Option<Original<'_>> {
        match game.object(id) {
            Some(object) => (object.zone == Zone::Stack)
                .then_some(Original { announced: object.announced.as_ref(), ability: object.ability.as_ref() }),
            None => {
                let was = &game.world().departed.get(&id)?.was;
                let (announced, ability) = (was.announced.as_ref(), was.ability.as_ref());
                (was.zone == Zone::Stack).then_some(Original { announced, ability })
            }
        }
    }
}

/// A copy as it is put onto the stack.
fn object(game: &Game, job: Job, def: DefId, id: ObjectId, timestamp: crate::fact::Timestamp) -> Option<NewObject> {
    let of = Original::of(game, job.of)?;
    // All decisions made for the original, but no mana spent and no life paid.
    let announced = of.announced.map(|announced| {
        Arc::new(Announcement { mana_spent: Vec::new(), life_paid: 0, ..Announcement::clone(announced) })
    });
    let component = if of.ability.is_some() { Component::Ability } else { Component::Copy };
    // CR 707.10: the player under whose control it is put there owns and controls it.
    Some(NewObject {
        controller: Some(job.player),
        announced,
        // CR 707.10b: it has the same source, and is the same ability.
        ability: of.ability.cloned(),
        ..NewObject::new(id, component, job.player, def, Zone::Stack, timestamp)
    })
}

/// The game with a copy on the stack that has the original's targets, and the copy.
fn with_copy(game: &Game, frame: &ResolveFrame, job: Job, except: &[Exception]) -> Option<(Game, ObjectId)> {
    let (known, def) = match values(game, frame, job, except)? {
        Values::Same(def) => (game.clone(), def),
        Values::Excepted(face) => knowing(game, definition_of(game, job.of, *face)),
    };
    let id = known.counters().object;
    let object = object(&known, job, def, id, known.counters().timestamp)?;
    let copied = hypothetical(&known, Event::Created { object: Box::new(object) });
    // CR 702.103c
    match keyword::bestow::of_copy(&copied, job.of, id, job.player) {
        Some(effect) => Some((hypothetical(&copied, effect), id)),
        None => Some((copied, id)),
    }
}

/// The definition of a copy whose copiable values differ from the original's. A copy of an
/// Adventure is one as well (CR 716.3c).
fn definition_of(game: &Game, of: ObjectId, face: Face) -> Definition {
    match copiable(game, of).and_then(|def| game.definition(def)) {
        Some(Definition::Side(Card::Card(card), Side::Adventure)) => {
            Definition::Side(Card::Card(Face { adventure: Some(Box::new(face)), ..card.clone() }), Side::Adventure)
        }
        _ => Definition::Copy(face),
    }
}

/// The copiable values of a copy.
enum Values {
    /// Those of this definition.
    Same(DefId),
    /// Those of the original, with exceptions.
    Excepted(Box<Face>),
}

fn values(game: &Game, frame: &ResolveFrame, job: Job, except: &[Exception]) -> Option<Values> {
    if Original::of(game, job.of)?.ability.is_some() {
        return Some(Values::Same(DefId::NONE));
    }
    let def = copiable(game, job.of)?;
    if except.is_empty() {
        return Some(Values::Same(def));
    }
    let scope = scope(frame);
    let this = frame.text.and_then(|text| game.ability(text)).cloned();
    let it = Excepted { game, scope, own: None, this: this.as_ref() };
    let would_be = |face: &Face, filter: &Filter| {
        let (known, def) = knowing(game, Definition::Copy(face.clone()));
        let id = known.counters().object;
        let object = object(&known, job, def, id, known.counters().timestamp);
        object.is_some_and(|object| {
            matches(&hypothetical(&known, Event::Created { object: Box::new(object) }), &scope, filter, id)
        })
    };
    excepted(&it, def, except, &would_be).map(|(face, _)| Values::Excepted(Box::new(face)))
}

/// The copies at the front with the same original and controller that still need an order
/// (CR 707.10d).
fn to_order(frame: &ResolveFrame, jobs: &[Job], targets: &CopyTargets) -> Vec<Job> {
    let ordered = frame.cursor.last().is_some_and(|level| level.round > 0);
    if ordered || !matches!(targets, CopyTargets::ForEach(_)) {
        return Vec::new();
    }
    let first = jobs.first().map(|job| (job.player, job.of));
    jobs.iter().take_while(|job| Some((job.player, job.of)) == first).copied().collect()
}

/// Puts a copy onto the stack with its targets (CR 707.10c).
fn put_copy_onto_stack(
    work: &mut Work,
    frame: &ResolveFrame,
    job: Job,
    except: &[Exception],
    targets: Option<Vec<Vec<Entity>>>,
) {
    let def = match values(&work.game, frame, job, except) {
        Some(Values::Same(def)) => def,
        Some(Values::Excepted(face)) => work.intern(definition_of(&work.game, job.of, *face)),
        None => return,
    };
    let (id, timestamp) = (work.new_object(), work.new_timestamp());
    let Some(mut object) = object(&work.game, job, def, id, timestamp) else { return };
    if let (Some(targets), Some(announced)) = (targets, &object.announced) {
        object.announced = Some(Arc::new(Announcement { targets, ..Announcement::clone(announced) }));
    }
    let bestowed = bestow::was_cast_so(&work.game, job.of);
    work.leading_fact(rule!("707.10"), Event::Created { object: Box::new(object) });
    if bestowed {
        keyword::bestow::become_aura(work, rule!("702.103c"), id, job.player);
    }
    for target in crate::derive::object::instances::all_of(&work.game, id).into_iter().copied().collect::<Vec<Entity>>()
    {
        work.fact(rule!("707.10c"), Event::BecameTarget { target, of: id });
    }
}

/// Creates a copy of a card in a zone.
fn create(work: &mut Work, player: PlayerId, def: DefId, zone: Zone, rule: crate::rule::Rule) {
    let object = NewObject::new(work.new_object(), Component::Copy, player, def, zone, work.new_timestamp());
    work.fact(rule, Event::Created { object: Box::new(object) });
}
