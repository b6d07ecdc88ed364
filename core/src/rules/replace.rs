//! The one pipeline that every action takes before it happens (CR 614-616).
//!
//! It takes a set of simultaneous actions, which may contain others: the life that damage costs, the move of what is
//! destroyed. What can't happen is left out first (CR 101.2). Then, for the players affected in APNAP order and for outer
//! actions before those that they contain, the effects that apply are collected, one is chosen (CR 616.1d)
//! and applied, and the rest is collected again (CR 616.1e). An effect is applied once to an action and to what it
//! contains (CR 614.5, 616.1f). When nothing applies any more, all of it happens at once ([`super::happen`]).
//!
//! The effects that must be chosen before others (CR 616.1a-c) are none that a card file can say yet.

use std::sync::Arc;

use crate::card::{
    CardType, Choosing, CounterKind, Duration, Filter, Instead, Objects, Replacement, StaticEffect, Would, ZoneKind,
};
use crate::derive::filter::{matches, players, quantity};
use crate::derive::{Look, Scope};
use crate::fact::{
    Action, Announcement, Answer, Applied, Canonical, Choice, Copying, Domain, EffectId, EffectKey, Entity, Event,
    Frame, Item, Manner, ObjectId, Origin, Part, PlayerId, Prompt, Proposed, TriggerContext, Zone,
};
use crate::rule;
use crate::state::{Game, evolve_entry};

use super::work::Work;
use super::{arrange, combat, copying, happen, linked};

/// An effect that applies to an action.
#[derive(Clone, Debug)]
struct Candidate {
    identity: Applied,
    /// What the effect makes of the action; none for one that a rule gives (CR 306.5b).
    replacement: Option<Replacement>,
    source: ObjectId,
    controller: PlayerId,
    /// What was announced for it: for how a permanent enters, for the spell that it was (CR 107.3m).
    announced: Option<Arc<Announcement>>,
    trigger: Option<TriggerContext>,
    /// Whether it is a prevention effect, for the citation.
    prevents: bool,
}

/// Lets a set of simultaneous actions happen, as replacement and prevention effects have it. It is the last thing that a
/// step does: if a choice is needed, a frame takes over.
pub(super) fn perform(work: &mut Work, actions: Vec<Proposed>) {
    perform_arranged(work, actions, Vec::new());
}

/// [`perform`], where the order in which these objects are put is known.
pub(super) fn perform_arranged(work: &mut Work, mut actions: Vec<Proposed>, arranged: Vec<ObjectId>) {
    let settled = settle(work, &mut actions);
    if settled && arrange::next(&work.game, &actions, &arranged).is_none() {
        happen::happen(work, &actions, &arranged);
        happen_again(work, &actions);
    } else {
        work.push(rule!("616.1"), Frame::Happen { actions, arranged });
    }
}

/// What happens several times happens the next time, with whatever then applies to it (CR 121.2, 121.6b).
fn happen_again(work: &mut Work, actions: &[Proposed]) {
    for proposed in actions.iter().rev().filter(|proposed| proposed.again > 0) {
        let next = Proposed { again: proposed.again - 1, settled: false, parent: None, ..proposed.clone() };
        work.push(rule!("121.6b"), Frame::Happen { actions: vec![next], arranged: Vec::new() });
    }
}

/// A single action with the cause of the step.
pub(super) fn perform_one(work: &mut Work, rule: crate::rule::Rule, action: Action) {
    let cause = work.cause();
    perform(work, vec![Proposed::new(action, cause, rule)]);
}

/// The choice among the effects that apply to the next action.
pub(super) fn choice(game: &Game, actions: &[Proposed], arranged: &[ObjectId]) -> Option<Choice> {
    let Some(index) = next_unsettled(game, actions) else { return arrange::choice(game, actions, arranged) };
    let candidates = candidates(game, actions, index);
    let action = &actions[index].action;
    let player = affected(game, action);
    let number = u32::try_from(index).ok()?;
    if let Some(copying) = copying::pending(action) {
        return copying::choice(game, player, object_of(game, action), copying);
    }
    if let Some((_, choosing)) = choosing_of(action) {
        return linked::choice(game, player, object_of(game, action), choosing, rule!("614.12a"));
    }
    if candidates.is_empty() {
        let object = object_of(game, action);
        let several = |found: Option<Vec<Entity>>| found.filter(|found| found.len() > 1);
        let (prompt, rule, hosts) = match several(happen::hosts_for(game, action)) {
            Some(hosts) => (Prompt::Host(object), rule!("303.4f"), hosts),
            None => {
                let found = several(combat::to_join(game, action))?;
                (Prompt::Joining(object), combat::joining_rule(action), found)
            }
        };
        return Some(Choice {
            player,
            answered_by: player,
            prompt,
            rule,
            domain: Domain::Pick { options: hosts.into_iter().map(Item::Entity).collect(), min: 1, max: 1 },
            back_out: false,
        });
    }
    if candidates.len() < 2 {
        return None;
    }
    Some(Choice {
        player,
        answered_by: player,
        prompt: Prompt::Replacement,
        rule: rule!("616.1"),
        domain: Domain::Pick {
            options: candidates.into_iter().map(|it| Item::Effect(it.identity, number)).collect(),
            min: 1,
            max: 1,
        },
        back_out: false,
    })
}

/// Goes on without a choice.
pub(super) fn proceed(work: &mut Work, actions: &[Proposed], arranged: &[ObjectId]) {
    let mut actions = actions.to_vec();
    let settled = settle(work, &mut actions);
    resume(work, actions, arranged.to_vec(), settled);
}

/// Goes on with the effect that was chosen.
pub(super) fn answered(work: &mut Work, actions: &[Proposed], arranged: &[ObjectId], answer: &Answer) {
    let mut actions = actions.to_vec();
    if let Some(index) = next_unsettled(&work.game, &actions)
        && copying::pending(&actions[index].action).is_some()
    {
        copying::chosen(work, &mut actions, index, answer);
        let settled = settle(work, &mut actions);
        return resume(work, actions, arranged.to_vec(), settled);
    }
    if let Some(index) = next_unsettled(&work.game, &actions)
        && choosing_of(&actions[index].action).is_some()
    {
        choose(&work.game, &mut actions, index, answer);
        let settled = settle(work, &mut actions);
        return resume(work, actions, arranged.to_vec(), settled);
    }
    if let Answer::Ordered(items) = answer {
        let arranged = arrange::with(&work.game, &actions, arranged, items);
        return resume(work, actions, arranged, true);
    }
    let Answer::Picked(items) = answer else { return };
    let arranged = arranged.to_vec();
    if let Some(Item::Entity(host)) = items.first() {
        if let Some(index) = next_unsettled(&work.game, &actions) {
            let asks_host = happen::hosts_for(&work.game, &actions[index].action).is_some_and(|hosts| hosts.len() > 1);
            let action = &mut actions[index].action;
            if asks_host { attach(action, Some(*host)) } else { combat::join(action, Some(*host)) }
        }
        let settled = settle(work, &mut actions);
        return resume(work, actions, arranged, settled);
    }
    let Some(Item::Effect(identity, index)) = items.first() else { return };
    let index = *index as usize;
    let Some(candidate) = candidates(&work.game, &actions, index).into_iter().find(|it| it.identity == *identity)
    else {
        return;
    };
    apply(work, &mut actions, index, &candidate);
    let settled = settle(work, &mut actions);
    resume(work, actions, arranged, settled);
}

fn resume(work: &mut Work, actions: Vec<Proposed>, arranged: Vec<ObjectId>, settled: bool) {
    if settled && arrange::next(&work.game, &actions, &arranged).is_none() {
        work.pop(rule!("616.1e"));
        happen::happen(work, &actions, &arranged);
        happen_again(work, &actions);
    } else {
        work.change(rule!("616.1e"), Frame::Happen { actions, arranged });
    }
}

/// Applies what needs no choice. Whether everything is settled.
fn settle(work: &mut Work, actions: &mut Vec<Proposed>) -> bool {
    for proposed in actions.iter_mut().filter(|proposed| !proposed.settled) {
        if let Some((rule, instead)) = happen::kept_off(&work.game, &proposed.action) {
            (proposed.action, proposed.rule) = (instead, rule);
        }
    }
    actions.retain(|proposed| proposed.settled || happen::can_happen(&work.game, &proposed.action));
    for proposed in actions.iter_mut().filter(|proposed| !proposed.settled) {
        if happen::enters_unattached(&work.game, &proposed.action) {
            attach(&mut proposed.action, None);
        }
    }
    loop {
        let Some(index) = next_unsettled(&work.game, actions) else {
            let gained = happen::life_gained(&work.game, actions);
            if gained.is_empty() {
                return true;
            }
            actions.extend(gained);
            continue;
        };
        if let Some(copying) = copying::pending(&actions[index].action).cloned() {
            let player = affected(&work.game, &actions[index].action);
            let object = object_of(&work.game, &actions[index].action);
            if copying::choice(&work.game, player, object, &copying).is_some() {
                return false;
            }
            let only = copying::only(&work.game, object, &copying);
            copying::chosen(work, actions, index, &only);
            continue;
        }
        if let Some((_, choosing)) = choosing_of(&actions[index].action).cloned() {
            let player = affected(&work.game, &actions[index].action);
            let object = object_of(&work.game, &actions[index].action);
            if linked::choice(&work.game, player, object, &choosing, rule!("614.12a")).is_some() {
                return false;
            }
            let only = linked::only(&work.game, player, object, &choosing);
            choose(&work.game, actions, index, &only);
            continue;
        }
        let found = candidates(&work.game, actions, index);
        match found.as_slice() {
            [] => {
                match happen::hosts_for(&work.game, &actions[index].action).as_deref() {
                    // CR 303.4f: its controller chooses.
                    Some([_, _, ..]) => return false,
                    Some([host]) => attach(&mut actions[index].action, Some(*host)),
                    Some([]) | None => {}
                }
                match combat::to_join(&work.game, &actions[index].action).as_deref() {
                    // CR 508.4, 509.7: its controller chooses.
                    Some([_, _, ..]) => return false,
                    Some(found) => combat::join(&mut actions[index].action, found.first().copied()),
                    None => {}
                }
                actions[index].settled = true;
                let contained = happen::contained(&work.game, actions, index);
                actions.extend(contained);
            }
            [only] => apply(work, actions, index, &only.clone()),
            [first, ..] if all_alike(&work.game, &found) => apply(work, actions, index, &first.clone()),
            _ => return false,
        }
    }
}

/// What is still to be chosen for what enters (CR 614.12a).
fn choosing_of(action: &Action) -> Option<&(Origin, Canonical<Choosing>)> {
    match action {
        Action::Move { entering, .. } | Action::CreateToken { entering, .. } => entering.choosing.as_ref(),
        _ => None,
    }
}

/// The object that an action moves, or the token that it would create.
fn object_of(game: &Game, action: &Action) -> ObjectId {
    match action {
        Action::Move { object, .. } => *object,
        _ => game.counters().object,
    }
}

/// A value was chosen for what enters: it is part of how it enters, and what is paid for it happens at once (CR 607.2g).
fn choose(game: &Game, actions: &mut Vec<Proposed>, index: usize, answer: &Answer) {
    let player = affected(game, &actions[index].action);
    let (cause, rule) = (actions[index].cause, rule!("614.12a"));
    let (Action::Move { entering, .. } | Action::CreateToken { entering, .. }) = &mut actions[index].action else {
        return;
    };
    let Some((origin, choosing)) = entering.choosing.take() else { return };
    let (note, paid) = linked::chosen(game, player, &choosing, answer);
    entering.chosen.extend(note.map(|note| (origin, note)));
    let paid = paid.into_iter().filter(|action| happen::can_happen(game, action));
    actions.extend(paid.map(|action| Proposed::new(action, cause, rule)));
}

/// The effect that is for the next event that it applies to, if it is one (CR 614.10a).
fn for_the_next(game: &Game, identity: &Applied) -> Option<EffectId> {
    let Applied::Effect(EffectKey::Begun(id)) = identity else { return None };
    game.world().effects.get(id).filter(|effect| *effect.duration == Duration::Next).map(|effect| effect.id)
}

/// Whether it makes no difference which of several effects is applied: each is for the next such event, and says the same
/// of the same player.
fn all_alike(game: &Game, candidates: &[Candidate]) -> bool {
    let of = |it: &Candidate| it.trigger.as_ref().and_then(|trigger| trigger.player);
    let alike = |a: &Candidate, b: &Candidate| a.replacement == b.replacement && of(a) == of(b);
    let skips = |it: &Candidate| it.replacement.as_ref().is_some_and(|it| it.instead == Instead::Nothing);
    candidates.iter().all(|it| for_the_next(game, &it.identity).is_some() && skips(it) && alike(it, &candidates[0]))
}

/// What enters does so attached to this, or to nothing.
fn attach(action: &mut Action, host: Option<Entity>) {
    if let Action::Move { entering, .. } | Action::CreateToken { entering, .. } = action {
        entering.attached_to = host;
    }
}

/// Outer actions first, then in APNAP order of the players affected (CR 101.4, 616.1f).
fn next_unsettled(game: &Game, actions: &[Proposed]) -> Option<usize> {
    let order = game.apnap();
    let depth = |proposed: &Proposed| {
        let mut depth = 0;
        let mut parent = proposed.parent;
        while let Some(index) = parent {
            depth += 1;
            parent = actions.get(index as usize).and_then(|outer| outer.parent);
        }
        depth
    };
    let rank = |proposed: &Proposed| {
        let player = affected(game, &proposed.action);
        order.iter().position(|id| *id == player).unwrap_or(usize::MAX)
    };
    let open = actions.iter().enumerate().filter(|(_, proposed)| !proposed.settled);
    open.min_by_key(|(index, proposed)| (depth(proposed), rank(proposed), *index)).map(|(index, _)| index)
}

/// The player who chooses: the affected player, or the affected object's controller, or its owner (CR 616.1).
fn affected(game: &Game, action: &Action) -> PlayerId {
    let of_object =
        |id: ObjectId| game.controller(id).or_else(|| game.object(id).map(|object| object.owner)).unwrap_or_default();
    let of_entity = |entity: Entity| match entity {
        Entity::Player(player) => player,
        Entity::Object(object) => of_object(object),
    };
    match action {
        // CR 303.4f, 110.2: what enters is of the player under whose control it would.
        Action::Move { object, to: Zone::Battlefield, entering, .. } => {
            entering.controller.unwrap_or_else(|| of_object(*object))
        }
        Action::Move { object, .. }
        | Action::Destroy(object)
        | Action::Tap(object)
        | Action::Untap(object)
        | Action::Attach { object, .. }
        | Action::Unattach(object) => of_object(*object),
        Action::Damage { to, .. } => of_entity(*to),
        Action::PutCounters { on: entity, .. } | Action::RemoveCounters { from: entity, .. } => of_entity(*entity),
        Action::Draw(player)
        | Action::GainLife { player, .. }
        | Action::LoseLife { player, .. }
        | Action::AddMana { player, .. }
        | Action::CreateToken { player, .. }
        | Action::BeginTurn { player }
        | Action::FlipCoin { player, .. }
        | Action::RollDice { player, .. }
        | Action::BeginPhase { player, .. }
        | Action::CreateEmblem { player, .. }
        | Action::BeginTurnStep { player, .. } => *player,
    }
}

/// The effects that apply to an action (CR 614.5, 614.6, 614.12, 615.1).
fn candidates(game: &Game, actions: &[Proposed], index: usize) -> Vec<Candidate> {
    let Some(proposed) = actions.get(index) else { return Vec::new() };
    let mut found = Vec::new();
    let replaces = |effect: &StaticEffect| matches!(effect, StaticEffect::Replace(_));
    let enters = matches!(&proposed.action, Action::Move { to: Zone::Battlefield, .. } | Action::CreateToken { .. });
    // CR 614.12: what the permanent would be on the battlefield decides, with the effects that would function then.
    let hypothetical = if enters { happen::as_it_would_enter(game, &proposed.action) } else { None };
    let entering = hypothetical.as_ref().map(|(_, id)| *id);
    let view = hypothetical.as_ref().map_or(game, |(game, _)| game);
    for functioning in game.derived().functioning.iter().filter(|it| replaces(&it.effect)) {
        let StaticEffect::Replace(replacement) = &*functioning.effect else { continue };
        let scope = functioning.scope();
        if applies(game, view, &scope, replacement, &proposed.action, entering) {
            found.push(Candidate {
                identity: functioning.identity.clone(),
                replacement: Some(replacement.clone()),
                source: functioning.source,
                controller: functioning.controller,
                announced: functioning.announced.clone(),
                trigger: functioning.trigger.clone(),
                prevents: matches!(replacement.instead, Instead::Prevent | Instead::PreventSome(_)),
            });
        }
    }
    if let Some((view, id)) = &hypothetical {
        found.extend(own_entering_effects(view, *id, &proposed.action));
    }
    found.retain(|candidate| !proposed.applied.contains(&candidate.identity));
    // CR 616.1c: what makes it enter as a copy comes first.
    let copies = |it: &Candidate| it.replacement.as_ref().is_some_and(|it| matches!(it.instead, Instead::EnterAs(_)));
    if found.iter().any(copies) {
        found.retain(copies);
    }
    found
}

/// The effects of an entering permanent's own abilities that modify how it enters (CR 614.12, 113.6h), and its loyalty
/// (CR 306.5b). Their identity is the object that it is before it enters.
fn own_entering_effects(view: &Game, id: ObjectId, action: &Action) -> Vec<Candidate> {
    let before = match action {
        Action::Move { object, .. } => object,
        // A token has been nothing before.
        Action::CreateToken { .. } => &id,
        _ => return Vec::new(),
    };
    let controller = view.controller(id).unwrap_or_default();
    let mut found = Vec::new();
    for functioning in view.derived().functioning.iter().filter(|it| it.source == id) {
        let StaticEffect::Replace(replacement @ Replacement { would: Would::Enter { what }, .. }) =
            &*functioning.effect
        else {
            continue;
        };
        // CR 614.12: not what speaks of others as well.
        if says_this(what)
            && matches(view, &Scope::of(id, controller), what, id)
            && let Applied::Ability { origin, .. } = &functioning.identity
        {
            found.push(Candidate {
                identity: Applied::Ability { object: *before, origin: origin.clone() },
                replacement: Some(replacement.clone()),
                source: id,
                controller,
                announced: view.object(id).and_then(|object| object.announced.clone()),
                trigger: None,
                prevents: false,
            });
        }
    }
    let loyalty = view.characteristics(id).filter(|it| it.types.has(CardType::Planeswalker));
    if loyalty.is_some_and(|it| it.loyalty.is_some_and(|loyalty| loyalty > 0)) {
        found.push(Candidate {
            identity: Applied::Ability { object: *before, origin: Origin::EntersWithLoyalty },
            replacement: None,
            source: id,
            controller,
            announced: None,
            trigger: None,
            prevents: false,
        });
    }
    found
}

/// Whether a description is of the object itself and nothing else.
fn says_this(what: &Filter) -> bool {
    match what {
        Filter::This => true,
        Filter::Is(reference) => *reference == Objects::This,
        Filter::All(parts) => parts.iter().any(says_this),
        _ => false,
    }
}

fn applies(
    game: &Game,
    view: &Game,
    scope: &Scope<'_>,
    replacement: &Replacement,
    action: &Action,
    entering: Option<ObjectId>,
) -> bool {
    let named = |who: &crate::card::Players, player: PlayerId| players(game, scope, who).contains(&player);
    match (&replacement.would, action) {
        (Would::Move { what, from, to }, Action::Move { object, to: zone, .. }) => {
            let Some(before) = game.object(*object) else { return false };
            from.is_none_or(|kind| before.zone.kind() == kind)
                && to.is_none_or(|kind| zone.kind() == kind)
                && before.zone.kind() != zone.kind()
                && matches(game, scope, what, *object)
        }
        (
            Would::FinishResolving(what),
            Action::Move { object, to: Zone::Graveyard(_), manner: Manner::Resolve, .. },
        ) => matches(game, scope, what, *object),
        (Would::Enter { what }, Action::Move { to: Zone::Battlefield, .. } | Action::CreateToken { .. }) => {
            entering.is_some_and(|id| id != scope.source && matches(view, scope, what, id))
        }
        (
            Would::Damage { source, players: who, objects, combat },
            Action::Damage { source: by, to, amount, combat: is },
        ) => {
            *amount > 0
                && (!combat || *is)
                && matches(game, scope, source, *by)
                && match to {
                    Entity::Player(player) => who.as_ref().is_some_and(|who| named(who, *player)),
                    Entity::Object(object) => objects.as_ref().is_some_and(|what| matches(game, scope, what, *object)),
                }
        }
        (
            Would::PutCounters { by, objects, players: who, kind },
            Action::PutCounters { by: putter, on, kind: of, count },
        ) => {
            *count > 0
                && by.as_ref().is_none_or(|by| putter.is_some_and(|putter| named(by, putter)))
                && kind.as_ref().is_none_or(|kind| kind == of)
                && match on {
                    Entity::Player(player) => who.as_ref().is_some_and(|who| named(who, *player)),
                    Entity::Object(object) => objects.as_ref().is_some_and(|what| matches(game, scope, what, *object)),
                }
        }
        // CR 122.6: what enters with counters has them put on it.
        (
            Would::PutCounters { by, objects: Some(what), kind, .. },
            Action::Move { to: Zone::Battlefield, entering: it, .. },
        ) => {
            // CR 122.6a: its controller puts them there.
            let putter = entering.and_then(|id| view.controller(id));
            let by_fits = by.as_ref().is_none_or(|by| putter.is_some_and(|putter| named(by, putter)));
            let any = it.counters.iter().any(|(of, n)| *n > 0 && kind.as_ref().is_none_or(|kind| kind == of));
            any && by_fits && entering.is_some_and(|id| matches(view, scope, what, id))
        }
        (Would::Draw(who), Action::Draw(player)) => named(who, *player),
        (Would::GainLife(who), Action::GainLife { player, amount }) => *amount > 0 && named(who, *player),
        (Would::LoseLife(who), Action::LoseLife { player, amount }) => *amount > 0 && named(who, *player),
        (Would::Destroy(what), Action::Destroy(object)) => matches(game, scope, what, *object),
        (Would::TapForMana { who, what }, Action::AddMana { source, tapped: Some(player), mana, .. }) => {
            !mana.is_empty() && named(who, *player) && matches(game, scope, what, *source)
        }
        (Would::TurnStep(step, who), Action::BeginTurnStep { step: begins, player }) => {
            step == begins && named(who, *player)
        }
        (Would::Phase(phase, who), Action::BeginPhase { phase: begins, player }) => {
            phase == begins && named(who, *player)
        }
        (Would::Turn(who), Action::BeginTurn { player })
        | (Would::FlipCoin(who), Action::FlipCoin { player, .. })
        | (Would::RollDice(who), Action::RollDice { player, .. }) => named(who, *player),
        _ => false,
    }
}

/// Applies one effect to one action, and says so.
fn apply(work: &mut Work, actions: &mut Vec<Proposed>, index: usize, candidate: &Candidate) {
    let before = actions[index].action.clone();
    let after = changed(&work.game, &before, candidate);
    let rule = match (&candidate.replacement, candidate.prevents) {
        (None, _) => rule!("306.5b"),
        (_, true) => rule!("615.1"),
        (Some(Replacement { would: Would::Enter { .. }, .. }), _) => rule!("614.12"),
        (Some(Replacement { instead: Instead::Nothing, .. }), _) => rule!("614.10"),
        _ => rule!("614.6"),
    };
    // Several draws are one after another (CR 121.2).
    let times = match (&before, &candidate.replacement) {
        (Action::Draw(_), Some(Replacement { instead: Instead::Multiply(n), .. })) => *n,
        _ => 1,
    };
    let after = after.filter(|_| times > 0);
    let all = std::iter::repeat_n(after.clone(), times as usize).flatten().collect();
    let event = Event::Replaced { effect: candidate.identity.clone(), before, after: all };
    let entry = work.emit(Part::Replacement, actions[index].cause, rule, event);
    // CR 614.10a: what is for the next such event is used up by it.
    if let Some(id) = for_the_next(&work.game, &candidate.identity) {
        work.emit(Part::Replacement, Some(entry), rule!("614.10a"), Event::EffectEnded { id });
    }
    match after {
        Some(action) => {
            let proposed = &mut actions[index];
            proposed.action = action;
            proposed.again = proposed.again.saturating_add(1).saturating_mul(times).saturating_sub(1);
            proposed.applied.push(candidate.identity.clone());
            proposed.cause = Some(entry);
        }
        None => {
            actions.remove(index);
            // The places of containing actions move with the removal.
            let gone = u32::try_from(index).unwrap_or(u32::MAX);
            for proposed in actions {
                proposed.parent = proposed.parent.map(|parent| if parent > gone { parent - 1 } else { parent });
            }
        }
    }
}

/// What an effect makes of an action; none if nothing happens instead.
fn changed(game: &Game, action: &Action, candidate: &Candidate) -> Option<Action> {
    let (announced, trigger) = (candidate.announced.as_deref(), candidate.trigger.as_ref());
    let scope = Scope::of_effect(candidate.source, candidate.controller, announced, trigger);
    let Some(replacement) = &candidate.replacement else {
        return Some(enters_with_loyalty(game, action));
    };
    let multiplied = |amount: u32, factor: u32| amount.saturating_mul(factor);
    let mut entering = action.clone();
    if let Action::Move { entering: how, .. } | Action::CreateToken { entering: how, .. } = &mut entering {
        match &replacement.instead {
            Instead::EnterTapped => how.tapped = true,
            Instead::EnterWithCounters(kind, count) => {
                let count = u32::try_from(quantity(game, &scope, count)).unwrap_or(0);
                *how.counters.entry(kind.clone()).or_insert(0) += count;
            }
            Instead::Choose(choosing) => {
                if let Applied::Ability { origin, .. } = &candidate.identity {
                    how.choosing = Some((origin.clone(), Canonical::new(choosing.clone())));
                }
            }
            Instead::EnterAs(_) | Instead::BecomeOneOf(_) => {
                how.copying = Some(Box::new(Copying {
                    by: candidate.identity.clone(),
                    source: candidate.source,
                    controller: candidate.controller,
                    how: Canonical::new(replacement.instead.clone()),
                }));
            }
            _ => {}
        }
    }
    match (&replacement.instead, action.clone()) {
        (Instead::Nothing | Instead::Prevent, _) => None,
        (Instead::GoTo(kind), Action::Move { object, position, entering, .. }) => {
            let owner = game.object(object).map(|object| object.owner).unwrap_or_default();
            let manner = if *kind == ZoneKind::Exile { Manner::Exile } else { Manner::Put };
            Some(Action::Move { object, to: Zone::of(*kind, owner), position, manner, entering })
        }
        (
            Instead::EnterTapped
            | Instead::EnterWithCounters(..)
            | Instead::Choose(_)
            | Instead::EnterAs(_)
            | Instead::BecomeOneOf(_),
            _,
        ) => Some(entering),
        (Instead::PreventSome(n), Action::Damage { source, to, amount, combat }) => {
            let amount = amount.saturating_sub(*n);
            (amount > 0).then_some(Action::Damage { source, to, amount, combat })
        }
        (Instead::Multiply(factor), Action::Damage { source, to, amount, combat }) => {
            Some(Action::Damage { source, to, amount: multiplied(amount, *factor), combat })
        }
        (Instead::Multiply(factor), Action::GainLife { player, amount }) => {
            Some(Action::GainLife { player, amount: multiplied(amount, *factor) })
        }
        (Instead::Multiply(factor), Action::LoseLife { player, amount }) => {
            Some(Action::LoseLife { player, amount: multiplied(amount, *factor) })
        }
        (Instead::TwoCoins, Action::FlipCoin { player, coins }) => {
            Some(Action::FlipCoin { player, coins: coins.saturating_mul(2).min(1024) })
        }
        (Instead::ExtraDie, Action::RollDice { player, group, sides, dice, ignored, plus }) => {
            Some(Action::RollDice { player, group, sides, dice: dice + 1, ignored: ignored + 1, plus })
        }
        (Instead::AddToRoll(number), Action::RollDice { player, group, sides, dice, ignored, plus }) => {
            let plus = plus.saturating_add(quantity(game, &scope, number));
            Some(Action::RollDice { player, group, sides, dice, ignored, plus })
        }
        (Instead::Multiply(factor), Action::AddMana { player, mana, source, tapped, terms }) => {
            let mana = mana.iter().flat_map(|kind| vec![*kind; *factor as usize]).collect();
            Some(Action::AddMana { player, mana, source, tapped, terms })
        }
        (Instead::Produce(instead), Action::AddMana { player, source, tapped, terms, .. }) => {
            Some(Action::AddMana { player, mana: instead.clone(), source, tapped, terms })
        }
        (Instead::Multiply(_) | Instead::More(_), Action::PutCounters { by, on, kind, count }) => {
            Some(Action::PutCounters { by, on, kind, count: changed_amount(&replacement.instead, count) })
        }
        (Instead::Multiply(_) | Instead::More(_), Action::Move { object, to, position, manner, mut entering }) => {
            if let Would::PutCounters { kind, .. } = &replacement.would {
                for (of, count) in &mut entering.counters {
                    if *count > 0 && kind.as_ref().is_none_or(|kind| kind == of) {
                        *count = changed_amount(&replacement.instead, *count);
                    }
                }
            }
            Some(Action::Move { object, to, position, manner, entering })
        }
        (Instead::More(_), Action::Damage { source, to, amount, combat }) => {
            Some(Action::Damage { source, to, amount: changed_amount(&replacement.instead, amount), combat })
        }
        (Instead::More(_), Action::GainLife { player, amount }) => {
            Some(Action::GainLife { player, amount: changed_amount(&replacement.instead, amount) })
        }
        (Instead::More(_), Action::LoseLife { player, amount }) => {
            Some(Action::LoseLife { player, amount: changed_amount(&replacement.instead, amount) })
        }
        // What an effect has nothing to say about stays as it is.
        (_, unchanged) => Some(unchanged),
    }
}

const fn changed_amount(instead: &Instead, amount: u32) -> u32 {
    match instead {
        Instead::Multiply(factor) => amount.saturating_mul(*factor),
        Instead::More(more) => amount.saturating_add(*more),
        _ => amount,
    }
}

fn enters_with_loyalty(game: &Game, action: &Action) -> Action {
    let entered = happen::as_it_would_enter(game, action);
    let loyalty = entered.and_then(|(view, id)| view.characteristics(id).and_then(|it| it.loyalty));
    let mut action = action.clone();
    if let (Some(loyalty), Action::Move { entering, .. } | Action::CreateToken { entering, .. }) =
        (loyalty, &mut action)
    {
        *entering.counters.entry(CounterKind::Loyalty).or_insert(0) += loyalty;
    }
    action
}

/// A game in which an action has happened, to look at and throw away (CR 614.12).
pub(super) fn hypothetical(game: &Game, event: Event) -> Game {
    let mut game = game.clone();
    let entry =
        crate::fact::Entry { no: game.counters().entry, part: Part::Batch, cause: None, rule: rule!("614.12"), event };
    evolve_entry(&mut game, &entry);
    game
}
