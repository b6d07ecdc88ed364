//! Events of players: life, mana, draws, and the random results fixed for them.

use std::sync::Arc;

use crate::fact::{Chance, Event, PlayerId};
use crate::persist::take_out;
use crate::state::world::{ManaBond, World};

use super::editing::{edit_player, player, use_up};

/// Folds these events.
pub(super) fn fold_players(world: &mut World, event: &Event) {
    match event {
        Event::CompanionRevealed { player, card } => {
            edit_player(world, *player, |player| player.companion = Some(*card));
        }
        Event::StartingLifeModified { player, life } => edit_player(world, *player, |player| player.life = *life),
        Event::LifeGained { player, amount } => {
            edit_player(world, *player, |player| player.life = player.life.saturating_add_unsigned(*amount));
        }
        Event::LifeLost { player, amount } => {
            edit_player(world, *player, |player| player.life = player.life.saturating_sub_unsigned(*amount));
        }
        Event::ManaAdded { player, units } => edit_player(world, *player, |player| player.mana.extend(units)),
        Event::ManaSpent { player, units } | Event::ManaLost { player, units } => {
            edit_player(world, *player, |player| player.mana.retain(|unit| !units.contains(&unit.id)));
            units.iter().for_each(|id| take_out(&mut world.bonds, id));
        }
        Event::ManaEmptied { player: id } => {
            let pool = player(world, *id).map(|player| std::mem::take(&mut player.mana)).unwrap_or_default();
            pool.iter().for_each(|unit| take_out(&mut world.bonds, &unit.id));
        }
        Event::ManaBound { units, def, source, controller } => {
            let bond = Arc::new(ManaBond { def: *def, source: *source, controller: *controller });
            units.iter().for_each(|id| drop(world.bonds.insert(*id, Arc::clone(&bond))));
        }
        Event::ManaTaken { from, to } => {
            let pool = player(world, *from).map(|player| std::mem::take(&mut player.mana)).unwrap_or_default();
            edit_player(world, *to, |player| player.mana.extend(pool));
        }
        Event::DrewFromEmpty { player } => edit_player(world, *player, |player| player.drew_from_empty = true),
        Event::EmptyDrawsSettled {} => {
            let seats: Vec<PlayerId> = world.players.iter().map(|player| player.id).collect();
            for id in seats {
                edit_player(world, id, |player| player.drew_from_empty = false);
            }
        }
        // A fixed result is used up by its coin or die.
        Event::CoinsTossed { heads, .. } => {
            for _ in heads {
                use_up(world, |chance| matches!(chance, Chance::Coin(_)));
            }
        }
        Event::DiceRolled { sides, natural, ignored, .. } => {
            for _ in natural.iter().chain(ignored) {
                use_up(world, |chance| matches!(chance, Chance::Die(number) if number <= sides));
            }
        }
        Event::DungeonCompleted { player, def, .. } => {
            edit_player(world, *player, |player| player.dungeons.push(*def));
        }
        Event::LeftGame { player } => super::leaving::player_leaves(world, *player),
        _ => {}
    }
}
