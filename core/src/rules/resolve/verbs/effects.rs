//! Beginning continuous effects (CR 611.2).

use crate::card::verb;
use crate::card::{
    Definition, Duration, Filter, Instead, Instruction, Modification, Objects, Permission, Players, Replacement,
    StaticEffect, Would,
};
use crate::derive::filter::found;
use crate::fact::{EffectId, Event, ObjectId, ResolveFrame};
use crate::rule;
use crate::rule::Rule;
use crate::state::{ContinuousEffect, Game};

use crate::rules::engine::actions::{as_chosen, begin_effect, effect_began, established, keeps, locked_in_for};
use crate::rules::engine::cursor::{go_on, scope};
use crate::rules::engine::lapsed::is_over;
use crate::rules::engine::lasting::{LeftBehind, durations};
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;

impl Verb for verb::Modify {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.what]
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let (game, scope) = (&work.game, scope(frame));
        let on = (found(game, &scope, &self.what), keeps(&scope, &self.what));
        let effect = |modifications: Vec<Modification>| {
            as_chosen(game, frame, StaticEffect::Modify { what: Filter::Any, modifications, defining: false })
        };
        let fixed = locked_in_for(game, &scope, &self.modifications, on).into_iter();
        let effects = fixed.map(|(fixed, objects)| (effect(fixed), objects)).collect();
        begin_effects(work, frame, rule!("611.2"), effects, &self.duration);
    }

    fn worked_out_for(&self, frame: &ResolveFrame) -> Option<&Objects> {
        (!keeps(&scope(frame), &self.what)).then_some(&self.what)
    }

    fn ones(&self, _: &Game, _: &ResolveFrame) -> Vec<&Players> {
        self.modifications.iter().find_map(Modification::given_control).into_iter().collect()
    }
}

impl Verb for verb::Establish {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let (game, scope) = (&work.game, scope(frame));
        let objects = |reference: &Objects| found(game, &scope, reference);
        let Some(effect) = ending_those_begun(game, frame, established(game, frame, &self.effect)) else {
            return go_on(work, frame);
        };
        if let Some(of) = &self.of {
            let objects = objects(of);
            let each = if self.apiece { objects.into_iter().map(|id| vec![id]).collect() } else { vec![objects] };
            let effects = each.into_iter().map(|objects| (effect.clone(), objects)).collect();
            return begin_effects(work, frame, rule!("611.2"), effects, &self.duration);
        }
        // The cards to play are locked in if the text names them: "you may play that card"
        // (CR 611.2c).
        let named = match &self.effect {
            StaticEffect::Permit(permission) => match permission.what() {
                Some(Filter::Is(reference)) => Some(objects(reference)),
                _ => None,
            },
            _ => None,
        };
        begin_effect(work, frame, effect, &self.duration, named);
    }
}

/// The instructions of an effect that a special action follows.
const fn allowed(effect: &StaticEffect) -> Option<&Vec<Instruction>> {
    match effect {
        StaticEffect::Permit(Permission::SpecialAction { then, .. }) => Some(then),
        _ => None,
    }
}

/// An effect that may allow a special action, with the effects that the action ends: those that
/// this resolution has begun so far (CR 116.2c). None if it has begun none, so that there is
/// nothing to allow.
fn ending_those_begun(game: &Game, frame: &ResolveFrame, mut effect: StaticEffect) -> Option<StaticEffect> {
    let ends = |it: &Instruction| matches!(it, Instruction::EndEffect(_));
    if !allowed(&effect).is_some_and(|then| then.iter().any(ends)) {
        return Some(effect);
    }
    let of_this = game.world().history.latest().take_while(|entry| entry.no > frame.began);
    let begun = of_this.filter_map(|entry| match &entry.event {
        Event::EffectBegan { id, source, .. } if *source == frame.source => Some(id.0),
        _ => None,
    });
    let mut these: Vec<u32> = begun.collect();
    these.reverse();
    if let StaticEffect::Permit(Permission::SpecialAction { then, .. }) = &mut effect {
        for it in then {
            if let Instruction::EndEffect(end) = it {
                end.these.clone_from(&these);
            }
        }
    }
    (!these.is_empty()).then_some(effect)
}

impl Verb for verb::EndEffect {
    /// Ends the effects, and what allows to end them.
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let same = |it: &Instruction| matches!(it, Instruction::EndEffect(other) if other == self);
        let allows = |effect: &ContinuousEffect| match work.game.definition(effect.def) {
            Some(Definition::Effect(what)) => allowed(what).is_some_and(|then| then.iter().any(same)),
            _ => false,
        };
        let all = work.game.world().effects.values();
        let over = all.filter(|effect| self.these.contains(&effect.id.0) || allows(effect));
        let over: Vec<EffectId> = over.map(|effect| effect.id).collect();
        go_on(work, frame);
        for id in over {
            work.fact(rule!("116.2c"), Event::EffectEnded { id });
        }
    }
}

impl Verb for verb::Regenerate {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.0]
    }

    /// Gives each of these a regeneration shield (CR 701.15a).
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let would = Would::Destroy(Filter::Is(Objects::Those));
        let effect = StaticEffect::Replace(Replacement { would, instead: Instead::Regenerate });
        let objects = found(&work.game, &scope(frame), &self.0).into_iter();
        let effects = objects.map(|id| (effect.clone(), vec![id])).collect();
        begin_effects(work, frame, rule!("701.15a"), effects, &Duration::NextThisTurn);
    }
}

/// Begins effects, each for a group of objects (CR 611.2c, 615.11).
fn begin_effects(
    work: &mut Work,
    frame: &ResolveFrame,
    rule: Rule,
    effects: Vec<(StaticEffect, Vec<ObjectId>)>,
    duration: &Duration,
) {
    let there = |id: &ObjectId| work.game.object(*id).is_some();
    let effects = effects.into_iter();
    let effects = effects.map(|(it, group)| (it, group.into_iter().filter(there).collect::<Vec<ObjectId>>()));
    let effects: Vec<_> = effects.filter(|(_, group)| !group.is_empty()).collect();
    let over = is_over(&work.game, frame, duration);
    if effects.is_empty() || over {
        return go_on(work, frame);
    }
    let durations = durations(&work.game, frame, duration);
    let mut events = Vec::new();
    for (effect, objects) in effects {
        let told = LeftBehind::by_effect(&work.game, frame, &effect, duration).told();
        let def = work.intern(Definition::Effect(effect));
        for duration in &durations {
            events.push(effect_began(work, frame, (def, duration), Some(objects.clone()), told.clone()));
        }
    }
    go_on(work, frame);
    for event in events {
        work.fact(rule, event);
    }
}
