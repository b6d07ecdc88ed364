//! Replacement and prevention effects whose order makes no difference (CR 616.1).
//!
//! This is tried, not guessed: on a throw-away fold the effects are applied to the action in every
//! order, including effects that begin or cease to apply on the way, until none applies any more.
//! If all orders end in the same actions, with the same effects used up and the same additional
//! effects, nothing that follows can tell which effect came first. Anything that the trial does not
//! follow, such as a shield or a choice on the way, counts as a difference, and so do more than
//! [`MOST_STATES`] states.

use std::collections::{BTreeMap, BTreeSet};

use crate::card::words::term::{Term, any};
use crate::card::{
    Definition, Filter, Instead, Modification, Objects, Quantity, StaticEffect, is_linked, speaks_of_its_object,
};
use crate::derive::Look;
use crate::derive::object::timestamps::order_matters;
use crate::fact::{
    Action, Afterward, Applied, Entering, EntryNo, Event, Happening, ObjectId, Origin, PlayerId, Proposed, Zone,
};
use crate::state::Game;

use super::about::{choosing_of, for_the_next, next_unsettled};
use super::candidates::{Candidate, candidates};
use super::{apply, unless};
use crate::rules::engine::work::Work;
use crate::rules::permanent::copying;

/// The most states to try: as many as six effects of different kinds can lead to.
const MOST_STATES: usize = 64;

/// Whether every order of the effects on an action leads to the same state. With `strict`, the
/// object that has an additional effect counts too, even if nothing in the text refers to it.
pub(super) fn makes_no_difference(
    game: &Game,
    happening: &Happening,
    index: usize,
    found: &[Candidate],
    strict: bool,
) -> bool {
    if !found.iter().all(|it| can_be_tried(game, it)) {
        return false;
    }
    let mut trial = happening.clone();
    for (place, proposed) in trial.actions.iter_mut().enumerate() {
        proposed.settled = place != index;
    }
    let kinds = Kinds::of(game, found, strict);
    let begun = Trial { work: Work::new(game.clone()), happening: trial };
    let mut known = BTreeSet::from([kinds.sign(&begun)]);
    let (mut open, mut ends) = (vec![begun], BTreeSet::new());
    while let Some(trial) = open.pop() {
        let Some((place, found)) = trial.next() else {
            ends.insert(kinds.end(trial));
            if ends.len() > 1 {
                return false;
            }
            continue;
        };
        if trial.waits(place) || !found.iter().all(|it| can_be_tried(game, it)) {
            return false;
        }
        let mut tried: BTreeSet<&Applied> = BTreeSet::new();
        for candidate in &found {
            // The like of one that was tried leads to the same state.
            if !tried.insert(kinds.like(&candidate.identity)) && is_all_it_does(candidate) {
                continue;
            }
            let mut next = trial.copy(game);
            apply::apply(&mut next.work, &mut next.happening, place, candidate, None);
            if known.insert(kinds.sign(&next)) {
                open.push(next);
            }
            if known.len() > MOST_STATES {
                return false;
            }
        }
    }
    true
}

/// Whether effects are equivalent and do nothing besides changing the action, so that it makes no
/// difference which of them comes first, however many there are.
pub(super) fn are_alike(game: &Game, found: &[Candidate]) -> bool {
    let Some((first, rest)) = found.split_first() else { return false };
    rest.iter().all(|it| is_like(first, it))
        && found.iter().all(|it| can_be_tried(game, it) && is_all_it_does(it) && !remembers(game, it))
        && !speaks_of_own(&first.replacement)
}

/// Whether effects are equal abilities of one object, wherever it has them from, and no text refers
/// to that.
pub(super) fn are_of_one_object(found: &[Candidate]) -> bool {
    let of = |it: &Candidate| match &it.identity {
        Applied::Ability { object, .. } => Some(*object),
        Applied::Effect(_) | Applied::Own(..) => None,
    };
    let Some(first) = found.first().filter(|first| of(first).is_some()) else { return false };
    let granted = |it: &Candidate| any(&it.replacement, |it: &Objects| *it == Objects::Granter);
    // What was exiled by one of them is not exiled by the other (CR 607.2a).
    let linked =
        |it: &Candidate| it.replacement.as_ref().is_some_and(|it| it.instead.exiles() || is_linked(&it.instead));
    found.iter().all(|it| of(it) == of(first) && is_like(first, it)) && !linked(first) && !granted(first)
}

/// Whether two effects have the same text for the same player about the same things.
fn is_like(one: &Candidate, other: &Candidate) -> bool {
    one.replacement.is_some()
        && other.is_adventure() == one.is_adventure()
        && other.replacement == one.replacement
        && other.controller == one.controller
        && other.announced == one.announced
        && other.trigger == one.trigger
        && other.those == one.those
}

/// Whether the object of an effect has an ability that speaks of what the effect exiles (CR
/// 607.2a).
fn remembers(game: &Game, candidate: &Candidate) -> bool {
    let exiles = candidate.replacement.as_ref().is_some_and(|it| it.instead.exiles());
    let abilities = || game.characteristics(candidate.source).into_iter().flat_map(|it| &it.abilities);
    exiles && abilities().any(|it| any(&*it.ability, |it: &Objects| matches!(it, Objects::Linked(_))))
}

/// Whether an effect changes the action and does nothing else.
fn is_all_it_does(candidate: &Candidate) -> bool {
    let parts = candidate.replacement.as_ref().map(|it| it.instead.parts());
    parts.is_some_and(|(instead, then)| then.is_empty() && !matches!(instead, Instead::Do(_)))
}

/// Whether the trial can follow an effect: it is no shield, is not used up, and is not optional.
fn can_be_tried(game: &Game, candidate: &Candidate) -> bool {
    !candidate.is_optional()
        && !candidate.is_commander()
        && candidate.left(game).is_none()
        && for_the_next(game, &candidate.identity).is_none()
}

/// The action after the effects applied so far.
struct Trial {
    work: Work,
    happening: Happening,
}

impl Trial {
    fn copy(&self, game: &Game) -> Trial {
        let mut work = Work::new(game.clone());
        for entry in self.work.entries() {
            work.emit(entry.part, entry.cause, entry.rule, entry.event.clone());
        }
        Trial { work, happening: self.happening.clone() }
    }

    /// The next action that effects apply to, and these effects.
    fn next(&self) -> Option<(usize, Vec<Candidate>)> {
        let mut happening = self.happening.clone();
        while let Some(place) = next_unsettled(&self.work.game, &happening.actions) {
            let found = candidates(&self.work.game, &self.happening, place);
            if !found.is_empty() || self.waits(place) {
                return Some((place, found));
            }
            happening.actions[place].settled = true;
        }
        None
    }

    /// Whether an action needs a choice before anything else applies to it.
    fn waits(&self, place: usize) -> bool {
        self.happening.actions.get(place).is_some_and(|it| {
            copying::pending(&it.action).is_some()
                || unless::pending(&it.action).is_some()
                || choosing_of(&it.action).is_some()
        })
    }
}

/// What a permanent enters as by replacement effects: the changes, in an order only if it matters,
/// and the object and player that their words could mean.
fn said_of(game: &Game, entering: &Entering) -> Option<(Vec<String>, Option<ObjectId>, PlayerId)> {
    let being = entering.being.as_deref()?;
    let modifications = modifications_of(game.definition(being.def)?)?;
    let mut changes: Vec<String> = modifications.iter().map(|it| format!("{it:?}")).collect();
    let mut pairs =
        modifications.iter().enumerate().flat_map(|(at, one)| modifications[..at].iter().map(move |it| (it, one)));
    if !pairs.any(|(one, two)| order_matters(one, two)) {
        changes.sort_unstable();
    }
    let own = modifications.iter().any(|it| speaks_of_own(it)).then_some(being.source);
    Some((changes, own, being.controller))
}

/// What the effect of a definition makes of a permanent.
const fn modifications_of(definition: &Definition) -> Option<&Vec<Modification>> {
    match definition {
        Definition::Effect(StaticEffect::Modify { modifications, .. }) => Some(modifications),
        _ => None,
    }
}

/// The effects to choose from, grouped by what every rule treats as the same.
struct Kinds<'a> {
    game: &'a Game,
    found: &'a [Candidate],
    strict: bool,
    /// For each effect its place, and that of the first effect equivalent to it.
    firsts: BTreeMap<&'a Applied, (usize, usize)>,
}

/// Whether a text refers to the object that has it.
fn speaks_of_own(text: &dyn Term) -> bool {
    let own = |it: &Objects| {
        matches!(it, Objects::This | Objects::Linked(_) | Objects::AttachedTo | Objects::Granter | Objects::Affected)
    };
    any(text, own)
        || any(text, |it: &Filter| matches!(it, Filter::This | Filter::AttachedTo(_)))
        || any(text, |it: &Quantity| matches!(it, Quantity::Number(_)))
}

impl<'a> Kinds<'a> {
    fn of(game: &'a Game, found: &'a [Candidate], strict: bool) -> Kinds<'a> {
        let mut firsts = BTreeMap::new();
        // The first of each kind, without those that refer to their own objects.
        let mut kinds: Vec<(usize, &Candidate)> = Vec::new();
        for (place, it) in found.iter().enumerate() {
            let alone = remembers(game, it);
            let like = |(_, first): &&(usize, &Candidate)| !alone && is_like(first, it);
            let known = kinds.iter().find(like).map(|(first, _)| *first);
            if known.is_none() && it.replacement.is_some() && !alone && !speaks_of_own(&it.replacement) {
                kinds.push((place, it));
            }
            firsts.entry(&it.identity).or_insert((place, known.unwrap_or(place)));
        }
        Kinds { game, found, strict, firsts }
    }

    /// The first effect equivalent to this one: the same text for the same player about the same
    /// things, without a reference to its own object.
    fn like<'b>(&'b self, effect: &'b Applied) -> &'b Applied {
        let first = self.firsts.get(effect).and_then(|(_, first)| self.found.get(*first));
        first.map_or(effect, |first| &first.identity)
    }

    fn all_like(&self, effects: &[Applied]) -> Vec<Applied> {
        let mut all: Vec<Applied> = effects.iter().map(|effect| self.like(effect).clone()).collect();
        all.sort();
        all
    }

    /// Everything in a state that can be read afterwards; equal signs mean equal states.
    fn sign(&self, trial: &Trial) -> String {
        self.sign_of(trial, |_| true)
    }

    /// The sign of a state in which no effect applies any more. Unless this is `strict`, it leaves
    /// out what nobody can ask about then: the objects whose effects say what a permanent enters
    /// as, the order of what these say if it does not matter within their layer, and the effects
    /// applied to an object that goes elsewhere than onto the battlefield. What was exiled by one
    /// of these is known only to an object that speaks of it (CR 607.2b).
    fn end(&self, mut trial: Trial) -> String {
        if self.strict {
            return self.sign(&trial);
        }
        let Trial { work, happening } = &mut trial;
        let mut said = Vec::new();
        for it in &mut happening.actions {
            let being = it.action.entering().and_then(|entering| said_of(&work.game, entering));
            if let (Some(_), Some(entering)) = (&being, it.action.entering_mut()) {
                entering.being = None;
            }
            said.push(being);
            if matches!(it.action, Action::Move { to, .. } if to != Zone::Battlefield) {
                it.applied.retain(|effect| self.is_spoken_of(effect));
            }
        }
        let told = |event: &Event| match event {
            Event::Defined { definition, .. } => modifications_of(definition).is_none(),
            _ => true,
        };
        format!("{} {said:?}", self.sign_of(&trial, told))
    }

    /// Whether the object of an effect could speak of what this effect exiles.
    fn is_spoken_of(&self, effect: &Applied) -> bool {
        let Some(candidate) = self.known(effect) else { return true };
        let printed = self.game.object(candidate.source).and_then(|it| self.game.definition(it.def));
        let speaks = |text: &Definition| any(text, |it: &Objects| matches!(it, Objects::Linked(_)));
        remembers(self.game, candidate) || printed.is_none_or(speaks)
    }

    fn sign_of(&self, trial: &Trial, tells: impl Fn(&Event) -> bool) -> String {
        let action = |it: &Proposed| Proposed { cause: None, applied: self.all_like(&it.applied), ..it.clone() };
        let actions: Vec<Proposed> = trial.happening.actions.iter().map(action).collect();
        let mut prevented = Vec::new();
        let mut after = Vec::new();
        for it in &trial.happening.after {
            // Nothing asks which effect prevented damage, if it does no more than that.
            match (&it.text, &it.prevented) {
                (None, Some(damage)) => prevented.extend(damage.iter().copied()),
                _ => after.push(self.afterward(it)),
            }
        }
        prevented.sort_unstable();
        let told = trial.work.entries().iter().filter(|it| !matches!(it.event, Event::Replaced { .. }));
        let told = told.filter(|it| tells(&it.event));
        let mut told: Vec<String> = told.map(|it| format!("{:?}", it.event)).collect();
        told.sort_unstable();
        format!("{actions:?} {prevented:?} {after:?} {told:?}")
    }

    fn afterward(&self, it: &Afterward) -> Afterward {
        let mut it = it.clone();
        (it.cause, it.context.event) = (EntryNo::default(), EntryNo::default());
        it.applied = self.all_like(&it.applied);
        if let Some(first) = self.stand_in(&it).filter(|_| !self.strict) {
            (it.effect, it.source) = (first.identity.clone(), first.source);
        }
        it
    }

    /// The effect with the same additional effect: it is equivalent, is printed in the same place,
    /// and neither the card nor the additional text refers to its object.
    fn stand_in(&self, it: &Afterward) -> Option<&Candidate> {
        let printed = |effect: &Applied| match effect {
            Applied::Ability { origin: Origin::Printed { def, index }, .. } => Some((*def, *index)),
            _ => None,
        };
        let place = printed(&it.effect)?;
        let first = self.known(self.like(&it.effect))?;
        if printed(&first.identity) != Some(place) || speaks_of_own(self.game.definition(place.0)?) {
            return None;
        }
        let done = match self.known(&it.effect)?.replacement.as_ref()?.instead.parts() {
            (Instead::Do(instructions), then) => [instructions, then],
            (_, then) => [&[], then],
        };
        done.into_iter().flatten().all(|it| !speaks_of_its_object(it)).then_some(first)
    }

    fn known(&self, effect: &Applied) -> Option<&Candidate> {
        self.firsts.get(effect).and_then(|(place, _)| self.found.get(*place))
    }
}
