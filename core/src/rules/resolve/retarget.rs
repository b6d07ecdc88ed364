//! Changing the targets of a spell or ability on the stack (CR 115.7).
//!
//! The player chooses one target after another. Each option offered leads to some legal final set
//! of targets; only that set is evaluated (CR 115.7e).

use std::sync::Arc;

use crate::card::verb;
use crate::card::{Changing, Objects, Players, TargetSpec};
use crate::derive::filter::found;
use crate::derive::target::targets;
use crate::derive::target::totals::TotalLimit;
use crate::derive::{Look, Scope};
use crate::fact::{
    Announcement, Answer, Choice, Domain, Entity, Event, Frame, Item, ObjectId, PlayerId, Prompt, ResolveFrame,
    TriggerContext,
};
use crate::rule;
use crate::rule::Rule;
use crate::rules::engine::verb::Verb;
use crate::state::Game;

use super::resolution::instances_of;
use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::{go_on, one_player, scope};
use crate::rules::engine::paid_with::entities;
use crate::rules::engine::work::Work;

impl Verb for verb::ChangeTargets {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.of]
    }

    /// Asks for the next target with a choice.
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        let case = Retargeted::of(game, frame, self)?;
        let (instance, now) = case.now().get(frame.picked.len()).copied()?;
        let options = case.options(&frame.picked);
        let instance = u8::try_from(instance).unwrap_or(u8::MAX);
        (options.len() > 1).then(|| {
            let options = options.into_iter().map(Item::Entity).collect();
            let prompt = Prompt::NewTarget { of: case.object, instance, now };
            ask(case.player, prompt, case.rule(), Domain::Pick { options, min: 1, max: 1 })
        })
    }

    /// Takes the next target.
    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        note(work, frame, entities(items).first().copied());
    }

    /// Goes on: the next target has only one possibility, or all are chosen.
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let game = work.game.clone();
        let Some(case) = Retargeted::of(&game, frame, self) else { return go_on(work, frame) };
        let now = case.now();
        if frame.picked.len() < now.len() {
            let only = case.options(&frame.picked).first().copied();
            return note(work, frame, only.or_else(|| now.get(frame.picked.len()).map(|(_, old)| *old)));
        }
        let targets = case.with(&frame.picked);
        go_on(work, frame);
        if targets == case.announced.targets {
            return;
        }
        work.leading_fact(case.rule(), Event::TargetsChanged { object: case.object, targets });
        for ((_, old), new) in now.iter().zip(&frame.picked) {
            if old != new {
                work.fact(case.rule(), Event::BecameTarget { target: *new, of: case.object });
            }
        }
    }

    fn ones(&self, _: &Game, _: &ResolveFrame) -> Vec<&Players> {
        vec![&self.who]
    }
}

/// How many targets have to change.
#[derive(Clone, Copy)]
enum Need {
    Any,
    Exactly(usize),
}

/// A spell or ability whose targets are to be changed.
pub(in crate::rules) struct Retargeted<'a> {
    game: &'a Game,
    player: PlayerId,
    object: ObjectId,
    source: ObjectId,
    controller: PlayerId,
    trigger: Option<TriggerContext>,
    /// The instances of "target" in the text as announced: the chosen modes do not change
    /// (CR 115.8).
    specs: Vec<(TargetSpec, u8)>,
    announced: Arc<Announcement>,
    /// How many entries of `targets` come from the creator of a delayed triggered ability; those
    /// are no targets.
    brought: usize,
    which: Changing,
    /// What targets may be changed to; anything legal if none.
    to: Option<Vec<Entity>>,
}

impl<'a> Retargeted<'a> {
    fn of(game: &'a Game, frame: &ResolveFrame, instruction: &verb::ChangeTargets) -> Option<Retargeted<'a>> {
        let verb::ChangeTargets { who, of, which, to } = instruction;
        let scope = scope(frame);
        let player = one_player(game, frame, who)?;
        let id = *found(game, &scope, of).first()?;
        game.object(id).filter(|object| object.zone == crate::fact::Zone::Stack)?;
        let to = to.as_deref().map(|what| targets::described(game, &scope, what));
        Retargeted::about(game, player, id, game.controller(id)?, (*which, to))
    }

    /// A copy on the stack, whose controller may choose new targets for it (CR 707.10c).
    pub(in crate::rules) fn of_copy(game: &'a Game, player: PlayerId, id: ObjectId) -> Option<Retargeted<'a>> {
        Retargeted::about(game, player, id, player, (Changing::NewTargets, None))
    }

    fn about(
        game: &'a Game,
        player: PlayerId,
        id: ObjectId,
        controller: PlayerId,
        (which, to): (Changing, Option<Vec<Entity>>),
    ) -> Option<Retargeted<'a>> {
        let object = game.object(id)?;
        let announced = object.announced.clone().unwrap_or_default();
        let instances = instances_of(game, id).into_iter();
        let specs: Vec<(TargetSpec, u8)> = instances.map(|it| (it.spec.into_owned(), it.first)).collect();
        Some(Retargeted {
            game,
            player,
            object: id,
            source: object.ability.as_ref().map_or(id, |ability| ability.source),
            controller,
            trigger: object.ability.as_ref().and_then(|ability| ability.trigger.clone()),
            brought: announced.targets.len().saturating_sub(specs.len()),
            specs,
            announced,
            which,
            to,
        })
    }

    /// Whether one object or player is legal as each of the targets (CR 707.10d-e).
    pub(in crate::rules) fn could_all_be(&self, target: Entity) -> bool {
        let now = self.now();
        // CR 115.3: not twice for one instance of the word.
        let several = now.iter().zip(now.iter().skip(1)).any(|((one, _), (other, _))| one == other);
        let chosen = vec![target; now.len()];
        !now.is_empty() && !several && (0..now.len()).all(|at| self.legal(at, &chosen).contains(&target))
    }

    /// The announced targets if all of them were `target`.
    pub(in crate::rules) fn with_all(&self, target: Entity) -> Vec<Vec<Entity>> {
        self.with(&vec![target; self.now().len()])
    }

    /// The announced targets replaced by these, in order.
    pub(in crate::rules) fn with(&self, chosen: &[Entity]) -> Vec<Vec<Entity>> {
        let mut targets: Vec<Vec<Entity>> = self.announced.targets.iter().take(self.brought).cloned().collect();
        targets.extend((self.brought..self.announced.targets.len()).map(|_| Vec::new()));
        for ((instance, _), entity) in self.now().iter().zip(chosen) {
            targets[self.brought + instance].push(*entity);
        }
        targets
    }

    /// The present targets, each with the index of its instance.
    pub(in crate::rules) fn now(&self) -> Vec<(usize, Entity)> {
        let own = self.announced.targets.iter().skip(self.brought).enumerate();
        own.flat_map(|(instance, chosen)| chosen.iter().map(move |it| (instance, *it))).collect()
    }

    /// The announcement with the chosen targets of the instances before one.
    fn before(&self, instance: usize, chosen: &[Entity]) -> Announcement {
        let mut targets: Vec<Vec<Entity>> = self.announced.targets.iter().take(self.brought).cloned().collect();
        targets.extend((0..instance).map(|_| Vec::new()));
        for ((of, _), entity) in self.now().into_iter().zip(chosen) {
            if of < instance {
                targets[self.brought + of].push(*entity);
            }
        }
        Announcement { targets, ..Announcement::clone(&self.announced) }
    }

    /// The legal choices for the nth target, given the targets chosen for the instances before its
    /// own.
    fn legal(&self, nth: usize, chosen: &[Entity]) -> Vec<Entity> {
        let now = self.now();
        let Some((instance, _)) = now.get(nth).copied() else { return Vec::new() };
        let Some((spec, first)) = self.specs.get(instance) else { return Vec::new() };
        let place = now.iter().take(nth).filter(|(of, _)| *of == instance).count();
        let announced = self.before(instance, chosen);
        let scope = Scope {
            announced: Some(&announced),
            trigger: self.trigger.as_ref(),
            first_target: *first,
            they: self.announced.chosen_for(instance, place),
            ..Scope::of(self.source, self.controller)
        };
        targets::candidates(self.game, &scope, self.object, spec)
    }

    /// The options for the next target, ignoring those after it.
    fn next(&self, chosen: &[Entity]) -> Vec<Entity> {
        let now = self.now();
        let Some((instance, old)) = now.get(chosen.len()).copied() else { return Vec::new() };
        let olds: Vec<Entity> = now.iter().map(|(_, entity)| *entity).collect();
        let legal = self.legal(chosen.len(), chosen);
        // CR 115.3: not twice for one instance of the word.
        let taken =
            |entity: &Entity| now.iter().zip(chosen).any(|((of, _), chosen)| *of == instance && chosen == entity);
        let allowed = |entity: &Entity| self.to.as_ref().is_none_or(|to| to.contains(entity));
        // CR 115.7a, 115.7d: an unchanged target may be illegal, unless the change makes it so.
        let stays = legal.contains(&old) || !self.legal(chosen.len(), &olds).contains(&old);
        let kept = Some(old).filter(|_| stays);
        let changed = legal.into_iter().filter(|entity| *entity != old && allowed(entity));
        kept.into_iter().chain(changed).filter(|entity| !taken(entity)).collect()
    }

    /// Whether some legal final set of targets begins with these.
    fn completes(&self, chosen: &mut Vec<Entity>, need: Need) -> bool {
        let now = self.now();
        let changed = now.iter().zip(chosen.iter()).filter(|((_, old), new)| old != *new).count();
        let left = now.len() - chosen.len();
        if let Need::Exactly(wanted) = need
            && (changed > wanted || changed + left < wanted)
        {
            return false;
        }
        if left == 0 {
            return self.keeps_limits(chosen);
        }
        for entity in self.next(chosen) {
            chosen.push(entity);
            let completes = self.completes(chosen, need);
            chosen.pop();
            if completes {
                return true;
            }
        }
        false
    }

    /// Whether the targets of each instance keep the limit on them together (CR 601.2c).
    fn keeps_limits(&self, chosen: &[Entity]) -> bool {
        let now = self.now();
        let within = |(instance, (spec, first)): (usize, &(TargetSpec, u8))| {
            let Some(total) = &spec.total else { return true };
            let own = now.iter().zip(chosen).filter(|((of, _), _)| *of == instance);
            let own: Vec<Entity> = own.map(|(_, entity)| *entity).collect();
            let scope = Scope {
                announced: Some(&self.announced),
                trigger: self.trigger.as_ref(),
                first_target: *first,
                ..Scope::of(self.source, self.controller)
            };
            TotalLimit::of(self.game, &scope, total, &own).allows_all()
        };
        self.specs.iter().enumerate().all(within)
    }

    /// How many targets have to change: as many as can, unless the effect leaves it to the player.
    fn need(&self) -> Need {
        let possible = |count: usize| self.completes(&mut Vec::new(), Need::Exactly(count));
        match self.which {
            Changing::AnyTargets | Changing::NewTargets => Need::Any,
            Changing::TheTargets => {
                let all = self.now().len();
                Need::Exactly(if possible(all) { all } else { 0 })
            }
            Changing::ATarget => Need::Exactly(usize::from(possible(1))),
        }
    }

    /// The options for the next target.
    pub(in crate::rules) fn options(&self, chosen: &[Entity]) -> Vec<Entity> {
        let need = self.need();
        let goes_on = |entity: &Entity| {
            let mut chosen = chosen.to_vec();
            chosen.push(*entity);
            self.completes(&mut chosen, need)
        };
        self.next(chosen).into_iter().filter(goes_on).collect()
    }

    const fn rule(&self) -> Rule {
        match self.which {
            Changing::TheTargets => rule!("115.7a"),
            Changing::ATarget => rule!("115.7b"),
            Changing::AnyTargets => rule!("115.7c"),
            Changing::NewTargets => rule!("115.7d"),
        }
    }
}

fn note(work: &mut Work, frame: &ResolveFrame, target: Option<Entity>) {
    let mut frame = frame.clone();
    frame.picked.extend(target);
    work.change(rule!("115.7e"), Frame::Resolve(Box::new(frame)));
}
