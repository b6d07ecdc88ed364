//! What happens to one player of a team and is folded for all of them: a shared life total, shared
//! poison counters (CR 810.9, 810.10), and turns that are taken together (CR 805.4). And what all
//! players have together: a planar deck (CR 901.15).

use crate::card::{CounterKind, TurnStep};
use crate::fact::{Edit, Entity, EntryNo, Event, PlayerId};
use crate::state::game::Game;

use super::editing::{edit_player, world};
use super::{casual, fold};

/// Folds an event for the teammates of its player, after it was folded for the player.
pub(super) fn share(game: &mut Game, event: &Event, no: EntryNo) {
    let Some(seating) = game.seating.clone() else { return };
    if let Event::PlanarControllerChanged { player, .. } = event
        && seating.variant.has_single_planar_deck()
    {
        casual::own_planes(game, *player);
    }
    let mates = |player: PlayerId| -> Vec<PlayerId> {
        let team = seating.team_of(player).unwrap_or_default();
        team.iter().copied().filter(|id| *id != player).collect()
    };
    if seating.shared_turns {
        match event {
            Event::TurnBegan { player, .. } => {
                for mate in mates(*player) {
                    edit_player(world(game), mate, |player| player.turn_began = no);
                }
            }
            Event::TurnStepBegan { step: TurnStep::Upkeep } => {
                for mate in mates(game.world.turn.active) {
                    edit_player(world(game), mate, |player| player.upkeeps = (no, player.upkeeps.0));
                }
            }
            _ => {}
        }
    }
    if seating.shared_life
        && let Some(player) = sharer(event)
    {
        for mate in mates(player) {
            if let Some(event) = of_mate(event, mate) {
                fold(world(game), &event, no);
            }
        }
    }
}

/// The player whose life total or poison counters an event changes.
fn sharer(event: &Event) -> Option<PlayerId> {
    match event {
        Event::LifeGained { player, .. } | Event::LifeLost { player, .. } => Some(*player),
        Event::CountersPut { on: on @ Entity::Player(_), kind: CounterKind::Poison, .. }
        | Event::CountersRemoved { from: on @ Entity::Player(_), kind: CounterKind::Poison, .. } => on.player(),
        Event::Edited { edit: Edit::Life(player, _) } => Some(*player),
        _ => None,
    }
}

/// The same event about a teammate.
fn of_mate(event: &Event, mate: PlayerId) -> Option<Event> {
    let mut event = event.clone();
    match &mut event {
        Event::LifeGained { player, .. } | Event::LifeLost { player, .. } => *player = mate,
        Event::CountersPut { on, .. } => *on = Entity::Player(mate),
        Event::CountersRemoved { from, .. } => *from = Entity::Player(mate),
        Event::Edited { edit: Edit::Life(player, _) } => *player = mate,
        _ => return None,
    }
    Some(event)
}
