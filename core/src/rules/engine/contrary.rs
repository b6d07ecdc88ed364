//! Simultaneous moves of one object to different places (CR 400.6): the object's controller, or its
//! owner if it has none, chooses which one happens.

use std::collections::BTreeMap;

use crate::derive::Look;
use crate::fact::{Action, Choice, Domain, Item, ObjectId, PlayerId, Prompt, Proposed, Zone};
use crate::rule;
use crate::state::Game;

/// The next object that settled actions would move to several places, in APNAP order of the players
/// who choose, or about which `by` chooses; with that player and the places.
pub(in crate::rules) fn next(
    game: &Game,
    actions: &[Proposed],
    by: Option<PlayerId>,
) -> Option<(PlayerId, ObjectId, Vec<Zone>)> {
    let moves = actions.iter().filter(|proposed| matches!(proposed.action, Action::Move { .. }));
    if moves.take(2).count() < 2 {
        return None;
    }
    let mut found: Vec<(PlayerId, ObjectId, Vec<Zone>)> = Vec::new();
    let mut places: BTreeMap<ObjectId, usize> = BTreeMap::new();
    for proposed in actions {
        let Action::Move { object, to, .. } = &proposed.action else { continue };
        let Some(it) = game.object(*object) else { continue };
        let to = Zone::of(to.kind(), it.owner);
        match places.get(object).and_then(|place| found.get_mut(*place)) {
            Some((.., zones)) if zones.contains(&to) => {}
            Some((.., zones)) => zones.push(to),
            None => {
                places.insert(*object, found.len());
                found.push((game.controller(*object).unwrap_or(it.owner), *object, vec![to]));
            }
        }
    }
    let order = game.apnap();
    let asked = |player: PlayerId| by.is_none_or(|by| by == player);
    let several = found.into_iter().filter(|(player, _, zones)| zones.len() > 1 && asked(*player));
    several.min_by_key(|(player, ..)| order.iter().position(|id| id == player))
}

/// Asks where that object goes.
pub(in crate::rules) fn destination_choice(game: &Game, actions: &[Proposed], by: Option<PlayerId>) -> Option<Choice> {
    let (player, object, zones) = next(game, actions, by)?;
    Some(Choice {
        player,
        answered_by: player,
        prompt: Prompt::WhereTo(object),
        rule: rule!("400.6"),
        domain: Domain::Pick { options: zones.into_iter().map(Item::Zone).collect(), min: 1, max: 1 },
        back_out: false,
    })
}

/// The indices of the actions that do not happen, since the object goes where the answer says.
pub(in crate::rules) fn dropped(game: &Game, actions: &[Proposed], by: PlayerId, items: &[Item]) -> Vec<usize> {
    let (Some((_, object, _)), Some(Item::Zone(chosen))) = (next(game, actions, Some(by)), items.first()) else {
        return Vec::new();
    };
    let elsewhere = |proposed: &Proposed| match &proposed.action {
        Action::Move { object: moved, to, .. } => *moved == object && to.kind() != chosen.kind(),
        _ => false,
    };
    actions.iter().enumerate().filter(|(_, proposed)| elsewhere(proposed)).map(|(index, _)| index).collect()
}
