//! What the players are asked before a set of actions happens: about the next action that is not
//! settled, and once all are, about conflicting moves and orders. The next player is asked, in
//! APNAP order; where turns are shared, the other players of that team are asked at the same time,
//! since they choose in whatever order they like (CR 805.6).

use std::sync::Arc;

use crate::card::Instead;
use crate::fact::{
    Action, Announcement, Answer, Applied, Choice, Domain, EffectKey, Entity, Happening, Item, PlayerId, Prompt,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::{ContinuousEffect, Game};

use super::about::{affected, choosing_of, for_the_next, moving, object_of, remove};
use super::candidates::{Candidate, candidates};
use super::open::Open;
use super::{arrange, arrives, commuting, happen, joining, shield, timestamps, under, unless};
use crate::rules::engine::contrary;
use crate::rules::linked;
use crate::rules::permanent::copying;

/// What the next player is asked.
pub(in crate::rules) fn replacement_choice(game: &Game, happening: &Happening) -> Option<Choice> {
    match first_open(game, happening) {
        Some(index) => about(game, happening, index),
        None => last(game, happening, None),
    }
}

/// What the other players of a team are asked at the same time.
pub(in crate::rules) fn of_the_team(game: &Game, happening: &Happening) -> Vec<Choice> {
    if !game.shares_turns() {
        return Vec::new();
    }
    if first_open(game, happening).is_some() {
        return about_actions(game, happening).into_iter().skip(1).map(|(_, choice)| choice).collect();
    }
    let Some(first) = last(game, happening, None) else { return Vec::new() };
    let others = game.apnap().into_iter().filter(|id| *id != first.player && game.acts_with(*id, first.player));
    others.filter_map(|player| last(game, happening, Some(player))).collect()
}

/// The action that an answer of a player is about; none if all are settled.
pub(super) fn place_of(game: &Game, happening: &Happening, player: PlayerId) -> Option<usize> {
    let first = first_open(game, happening)?;
    if !game.shares_turns() {
        return Some(first);
    }
    let asked = about_actions(game, happening).into_iter().find(|(_, choice)| choice.player == player);
    Some(asked.map_or(first, |(index, _)| index))
}

/// Takes up an answer that was given when all actions were settled.
pub(super) fn concluded(game: &Game, happening: &mut Happening, player: PlayerId, answer: &Answer) {
    let Happening { actions, arranged, stamped, .. } = happening;
    match answer {
        Answer::Ordered(items) if arrange::next(game, actions, arranged, None).is_some() => {
            *arranged = arrange::with(game, actions, arranged, player, items);
        }
        Answer::Picked(items) => {
            let dropped = contrary::dropped(game, actions, player, items);
            dropped.into_iter().rev().for_each(|index| remove(actions, index));
        }
        answer => *stamped = timestamps::with(game, actions, stamped, player, answer),
    }
}

/// The next action that is not settled.
fn first_open(game: &Game, happening: &Happening) -> Option<usize> {
    Open::of(game, &happening.actions).to_ask(game, happening).first().copied()
}

/// What is asked about actions that are not settled, one question for each player of the team.
fn about_actions(game: &Game, happening: &Happening) -> Vec<(usize, Choice)> {
    let mut found: Vec<(usize, Choice)> = Vec::new();
    for index in Open::of(game, &happening.actions).to_ask(game, happening) {
        let Some(choice) = about(game, happening, index) else { continue };
        let of_the_team =
            |(_, other): &(usize, Choice)| other.player != choice.player && game.acts_with(other.player, choice.player);
        if found.iter().all(of_the_team) {
            found.push((index, choice));
        }
    }
    found
}

/// What the next player, or a certain one, is asked once all actions are settled. Orders are asked
/// for when it is known where everything goes, and timestamps last.
fn last(game: &Game, happening: &Happening, player: Option<PlayerId>) -> Option<Choice> {
    let Happening { actions, arranged, stamped, .. } = happening;
    if contrary::next(game, actions, None).is_some() {
        contrary::destination_choice(game, actions, player)
    } else if arrange::next(game, actions, arranged, None).is_some() {
        arrange::arranging_choice(game, actions, arranged, player)
    } else {
        timestamps::timestamp_choice(game, actions, stamped, player)
    }
}

/// What is asked about an action that is not settled: mostly, which of the effects to apply.
fn about(game: &Game, happening: &Happening, index: usize) -> Option<Choice> {
    let actions = &happening.actions;
    let action = &actions[index].action;
    let player = affected(game, action);
    let number = u32::try_from(index).ok()?;
    if let Some(copying) = copying::pending(action) {
        return copying::copy_choice(game, player, object_of(game, action), copying);
    }
    if unless::pending(action).is_some() {
        return unless::unless_choice(game, actions, index);
    }
    if let Some((_, choosing)) = choosing_of(action) {
        let after = unless::paid_so_far(game, actions);
        let game = after.as_ref().unwrap_or(game);
        let of = (player, object_of(game, action));
        let taken = moving(actions, index);
        return arrives::seen(game, action, |look| linked::linked_choice(look, of, choosing, &taken, rule!("614.12a")));
    }
    let ask = |prompt: Prompt, rule: Rule, domain: Domain| {
        Some(Choice { player, answered_by: player, prompt, rule, domain, back_out: false })
    };
    let candidates = candidates(game, happening, index);
    if candidates.is_empty() {
        let object = object_of(game, action);
        let several = |found: Option<Vec<Entity>>| found.filter(|found| found.len() > 1);
        let (prompt, rule, hosts) = match several(happen::hosts_for(game, action)) {
            Some(hosts) => (Prompt::Host(object), rule!("303.4f"), hosts),
            None => {
                let found = several(joining::to_join(game, action))?;
                (Prompt::Joining(object), joining::joining_rule(action), found)
            }
        };
        let options = hosts.into_iter().map(Item::Entity).collect();
        return ask(prompt, rule, Domain::Pick { options, min: 1, max: 1 });
    }
    if let Some(chosen) = decided(game, happening, index, &candidates) {
        if let Some(owner) = chosen.offered_to(game) {
            let prompt = Prompt::CommandZone(object_of(game, action));
            return Some(Choice {
                player: owner,
                answered_by: owner,
                ..ask(prompt, rule!("903.9b"), Domain::Confirm)?
            });
        }
        if let Some(choice) = under::open(game, happening, index, chosen) {
            return Some(choice);
        }
        let domain = shield::open(game, happening, index, chosen)?;
        let Action::Damage { source, .. } = action else { return None };
        return ask(Prompt::Shield(*source), rule!("615.7"), domain);
    }
    // Optional effects may be declined; one of several others must be chosen.
    let min = u32::from(!candidates.iter().all(Candidate::is_optional));
    let options = candidates.into_iter().map(|it| Item::Effect(it.identity, number)).collect();
    ask(Prompt::Replacement, rule!("616.1"), Domain::Pick { options, min, max: 1 })
}

/// The effect to apply next if it is the only one, makes no difference, or has been chosen.
pub(super) fn decided<'a>(
    game: &Game,
    happening: &Happening,
    index: usize,
    candidates: &'a [Candidate],
) -> Option<&'a Candidate> {
    match candidates {
        [] => None,
        [only] if !only.is_optional() => Some(only),
        [first, ..] if all_alike(game, candidates) => Some(first),
        [first, ..] => {
            let Some(chosen) = happening.chosen.as_ref() else {
                let settled = || {
                    commuting::are_alike(game, candidates)
                        || commuting::makes_no_difference(game, happening, index, candidates, true)
                };
                return settled().then_some(first);
            };
            candidates.iter().find(|it| it.identity == *chosen)
        }
    }
}

/// Whether two effects from resolutions are equal except for when they began.
pub(in crate::rules) fn same_but_for_time(game: &Game, one: &Applied, other: &Applied) -> bool {
    let begun = |identity: &Applied| match identity {
        Applied::Effect(EffectKey::Begun(id)) => game.world().effects.get(id),
        _ => None,
    };
    let (Some(one), Some(other)) = (begun(one), begun(other)) else { return false };
    // The mana spent on them does not count either.
    let said = |announced: &Announcement| Announcement {
        mana_spent: Vec::new(),
        symbols: Vec::new(),
        ..Announcement::clone(announced)
    };
    let alike = |effect: &ContinuousEffect| ContinuousEffect {
        id: one.id,
        timestamp: one.timestamp,
        announced: Some(Arc::new(effect.announced.as_deref().map(said).unwrap_or_default())),
        ..effect.clone()
    };
    alike(one) == alike(other)
}

/// Whether they are equal abilities printed on one object, such as two instances of a keyword.
fn are_instances(candidates: &[Candidate]) -> bool {
    let of = |it: &Candidate| match &it.identity {
        Applied::Ability { object, origin } => Some((*object, origin.link()?)),
        Applied::Effect(_) | Applied::Own(..) => None,
    };
    let Some(first) = candidates.first().filter(|it| !it.is_optional()) else { return false };
    let own = of(first);
    let same = |it: &Candidate| it.replacement == first.replacement && of(it) == own;
    own.is_some() && candidates.iter().all(same)
}

/// Whether it makes no difference which effect is applied: all are equal except for when they
/// began, or are instances of one ability, or each is for the next such event and does the same for
/// the same player.
fn all_alike(game: &Game, candidates: &[Candidate]) -> bool {
    let first = candidates.first();
    let same = |first: &Candidate| {
        !first.is_optional() && candidates.iter().all(|it| same_but_for_time(game, &first.identity, &it.identity))
    };
    if first.is_some_and(same) || are_instances(candidates) {
        return true;
    }
    let of = |it: &Candidate| it.trigger.as_ref().and_then(|trigger| trigger.player);
    let alike = |a: &Candidate, b: &Candidate| a.replacement == b.replacement && of(a) == of(b);
    let skips = |it: &Candidate| it.replacement.as_ref().is_some_and(|it| it.instead == Instead::Nothing);
    let next = |it: &Candidate| for_the_next(game, &it.identity).is_some();
    candidates.iter().all(|it| next(it) && skips(it) && alike(it, &candidates[0]))
}
