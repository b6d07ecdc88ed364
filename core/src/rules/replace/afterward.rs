//! Additional effects of replacements and preventions (CR 614.11a, 615.5): a resolution of their
//! own, immediately after the event and before anything else happens.

use crate::card::verb;
use crate::card::words::term::{Term, any};
use crate::card::{Ability, Definition, Instruction, Objects, Players};
use crate::derive::filter::{players, quantity};
use crate::derive::{Look, Scope};
use crate::fact::{
    AbilityRef, Action, Afterward, Applied, DefId, Entity, EntryNo, Event, Frame, Happening, ObjectId, Part, Proposed,
    ResolveFrame, TriggerContext,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::candidates::Candidate;
use super::happen;
use crate::rules::engine::work::Work;
use crate::rules::linked::leads_to;

/// What each effect has prevented, to be recorded with the event (CR 615.13).
pub(super) fn prevented(happening: &Happening) -> Vec<(Option<EntryNo>, Rule, Event)> {
    let told = |it: &Afterward| {
        let damage = it.prevented.clone().filter(|damage| !damage.is_empty())?;
        Some((Some(it.cause), rule!("615.13"), Event::DamagePrevented { effect: Box::new(it.effect.clone()), damage }))
    };
    happening.after.iter().filter_map(told).collect()
}

/// The total amount prevented.
fn amount(damage: &[(ObjectId, Entity, u32)]) -> i32 {
    let total = damage.iter().map(|(_, _, amount)| *amount).fold(0, u32::saturating_add);
    i32::try_from(total).unwrap_or(i32::MAX)
}

/// The instructions of an effect's additional text.
fn text(game: &Game, reference: AbilityRef) -> &[Instruction] {
    match game.ability(reference) {
        Some(Ability::Spell(spell)) => &spell.body.instructions,
        _ => &[],
    }
}

fn says<T: Term>(text: &[Instruction], fits: impl Fn(&T) -> bool) -> bool {
    text.iter().any(|it| any(it, &fits))
}

/// The contexts of the damage that an effect prevented (CR 615.5): all of it together, or
/// separately by recipient or source if the text refers to them.
fn shares(game: &Game, it: &Afterward, reference: AbilityRef) -> Vec<TriggerContext> {
    let Some(damage) = &it.prevented else { return vec![it.context.clone()] };
    let said = text(game, reference);
    let of_each =
        says(said, |it: &Objects| *it == Objects::ThatObject) || says(said, |it: &Players| *it == Players::ThatPlayer);
    let by_each = says(said, |it: &Objects| *it == Objects::DamageSource);
    let mut found: Vec<(ObjectId, Entity, Vec<(ObjectId, Entity, u32)>)> = Vec::new();
    for (source, to, amount) in damage {
        let same =
            |(by, whom, _): &&mut (ObjectId, Entity, Vec<_>)| (!by_each || by == source) && (!of_each || whom == to);
        match found.iter_mut().find(same) {
            Some((.., share)) => share.push((*source, *to, *amount)),
            None => found.push((*source, *to, vec![(*source, *to, *amount)])),
        }
    }
    // Unpreventable damage counts as none.
    if found.is_empty() {
        return vec![TriggerContext { amount: 0, ..it.context.clone() }];
    }
    let context = |(source, to, share): (ObjectId, Entity, Vec<(ObjectId, Entity, u32)>)| {
        let (object, player) = match to {
            Entity::Player(player) => (None, Some(player)),
            Entity::Object(object) => (Some(object), game.controller(object).or(it.context.player)),
        };
        TriggerContext { object, player, source: Some(source), amount: amount(&share), ..it.context.clone() }
    };
    found.into_iter().map(context).collect()
}

/// Life gained because damage is prevented, which is gained along with the results of damage
/// (CR 120.4b-d).
pub(super) fn life(work: &Work, happening: &mut Happening) -> Vec<Proposed> {
    let mut gained = Vec::new();
    for it in &mut happening.after {
        let (Some(reference), Some(_)) = (it.text, &it.prevented) else { continue };
        let [Instruction::GainLife(verb::GainLife { who, amount: number })] = text(&work.game, reference) else {
            continue;
        };
        for context in shares(&work.game, it, reference) {
            let scope = Scope {
                those: &it.those,
                ..Scope::of_effect(it.source, it.controller, it.announced.as_deref(), Some(&context))
            };
            for player in players(&work.game, &scope, who) {
                let of_player = Scope { they: Some(player), ..scope };
                let number = u32::try_from(quantity(&work.game, &of_player, number)).unwrap_or(0);
                let action = Action::GainLife { player, amount: number };
                if happen::can_happen(&work.game, &action) {
                    gained.push(Proposed::new(action, Some(it.cause), rule!("615.5")));
                }
            }
        }
        it.text = None;
    }
    gained
}

/// Carries out the additional texts, one effect after another, and records those that wait for the
/// next part of the game.
pub(super) fn follow(work: &mut Work, happening: &Happening) {
    for it in happening.after.iter().filter(|it| it.waits && it.text.is_some()) {
        work.emit(Part::Consequence, Some(it.cause), rule!("614.10b"), Event::Postponed { then: Box::new(it.clone()) });
    }
    for it in happening.after.iter().rev().filter(|it| !it.waits) {
        let Some(reference) = it.text else { continue };
        let rule = if it.prevented.is_some() { rule!("615.5") } else { rule!("614.6") };
        let token = token(work, it);
        for context in shares(&work.game, it, reference).into_iter().rev() {
            let context = of_token(&work.game, context, token);
            let source = source(work, it, token);
            let frame = ResolveFrame { trigger: Some(context), source, ..frame(it, reference) };
            work.push(rule, Frame::Resolve(Box::new(frame)));
        }
    }
}

/// The token to whose creation an effect was applied. It was no object before it was created.
fn token(work: &Work, it: &Afterward) -> Option<ObjectId> {
    let applied = work.game.world().history.latest().find(|entry| entry.no <= it.cause)?;
    let Event::Replaced { before, .. } = &applied.event else { return None };
    if !matches!(**before, Action::CreateToken { .. }) {
        return None;
    }
    work.entries().iter().find_map(|entry| match &entry.event {
        Event::Created { object } if leads_to(work, entry.cause, it.cause) => Some(object.id),
        _ => None,
    })
}

/// The context in which "that object" and "that player" mean the token and its controller.
fn of_token(game: &Game, context: TriggerContext, token: Option<ObjectId>) -> TriggerContext {
    match token {
        Some(token) if context.object.is_none() => {
            TriggerContext { object: Some(token), player: game.controller(token), ..context }
        }
        _ => context,
    }
}

/// The source of an effect. One of several permanents that entered at once is the object that it
/// has become; while each was looked at as it would enter, all had the number of the first.
fn source(work: &Work, it: &Afterward, token: Option<ObjectId>) -> ObjectId {
    let Applied::Ability { object, .. } = &it.effect else { return it.source };
    if work.before().object(it.source).is_some() {
        return it.source;
    }
    match token {
        // Its own effect.
        Some(token) if *object == it.source => token,
        None if it.context.object == Some(*object) => {
            let departed = work.game.world().departed.get(object);
            departed.and_then(|departed| departed.became.first().copied()).unwrap_or(it.source)
        }
        _ => it.source,
    }
}

/// Begins what effects do besides skipping parts of the game, before anything else in the part that
/// has begun, in the order of skipping (CR 614.10b). Returns whether there was anything.
pub(in super::super) fn begin_postponed(work: &mut Work) -> bool {
    let waiting = work.game.world().schedule.postponed.clone();
    if waiting.is_empty() {
        return false;
    }
    let begun = work.fact(rule!("614.10b"), Event::PostponedBegan {});
    for it in waiting.iter().rev() {
        if let Some(reference) = it.text {
            let frame = Frame::Resolve(Box::new(frame(it, reference)));
            work.emit(Part::Frame, Some(begun), rule!("614.10b"), Event::FramePushed { frame });
        }
    }
    true
}

fn frame(it: &Afterward, reference: AbilityRef) -> ResolveFrame {
    let origin = match &it.effect {
        Applied::Ability { origin, .. } => Some(origin.clone()),
        Applied::Effect(_) | Applied::Own(..) => None,
    };
    ResolveFrame {
        origin,
        text: Some(reference),
        announced: it.announced.clone().unwrap_or_default(),
        trigger: Some(it.context.clone()),
        applied: it.applied.clone(),
        those: it.those.clone(),
        ..ResolveFrame::of_effect(it.source, it.controller, it.cause)
    }
}

/// A resolution without instructions, for an effect that is being applied to an event.
pub(super) fn unspoken(candidate: &Candidate, context: TriggerContext) -> ResolveFrame {
    let it = Afterward {
        effect: candidate.identity.clone(),
        source: candidate.source,
        controller: candidate.controller,
        announced: candidate.announced.clone(),
        cause: context.event,
        context,
        those: candidate.those.clone(),
        text: None,
        applied: Vec::new(),
        waits: false,
        prevented: None,
    };
    frame(&it, AbilityRef { def: DefId::NONE, index: 0 })
}

/// The reference to an effect's additional text.
pub(super) fn written(work: &mut Work, instructions: &[Instruction]) -> AbilityRef {
    let body = crate::card::Body { instructions: instructions.to_vec(), ..crate::card::Body::default() };
    let def = work.intern(Definition::Ability(Ability::Spell(crate::card::SpellAbility { body })));
    AbilityRef { def, index: 0 }
}
