//! Events at the beginning of a game (CR 103) and when a game restarts (CR 721).

use std::sync::Arc;

use crate::fact::{ObjectId, PlayerId, Variant};
use crate::plain::plain;
use crate::state::game::Game;
use crate::state::object::Object;
use crate::state::player::Player;
use crate::state::world::World;

use super::editing::world;

/// Sets up a game with its players, before anything is in its zone. Names are made safe for
/// display.
pub(super) fn begin_game(game: &mut Game, players: &[(String, i32)], starting_player: PlayerId, seed: u64) {
    game.seed = seed;
    game.starting_player = starting_player;
    let world = world(game);
    for (seat, (name, life)) in players.iter().enumerate() {
        let id = PlayerId(u8::try_from(seat).unwrap_or(u8::MAX));
        world.players.push(Arc::new(Player::new(id, plain(name).into_owned(), *life)));
    }
    world.turn.active = starting_player;
    world.schedule.regular = starting_player;
}

/// Records the current life totals as the players' starting life totals (CR 103.3).
pub(super) fn note_starting_life(world: &mut World) {
    for player in world.players.iter_mut() {
        let life = player.life;
        Arc::make_mut(player).starting_life = life;
    }
}

/// Sets the starting life totals that a variant has (CR 103.3).
pub(super) fn set_starting_life(world: &mut World, variant: &Variant, teams: &[Vec<PlayerId>]) {
    let life = variant.starting_life(world.players.len(), teams);
    for player in world.players.iter_mut().filter(|player| player.starting_life != life) {
        Arc::make_mut(player).starting_life = life;
    }
}

/// Replaces the world by one with the players, their cards outside the game, and the cards left in
/// exile. It remembers nothing else of these, but keeps the results fixed in advance.
pub(super) fn restart(world: &mut World, starting_player: PlayerId, life: i32, left: &[ObjectId]) {
    let old = std::mem::take(world);
    for player in &old.players {
        let (id, name, outside, left) = (player.id, player.name.clone(), player.outside.clone(), player.left);
        world.players.push(Arc::new(Player { outside, left, ..Player::new(id, name, life) }));
    }
    let outside = world.players.iter().flat_map(|player| player.outside.iter().copied());
    for id in outside.collect::<Vec<_>>() {
        if let Some(object) = old.objects.get(&id) {
            world.objects.insert(id, Arc::clone(object));
        }
    }
    for id in left {
        if let Some(object) = old.objects.get(id) {
            let mut object = Object::clone(object);
            object.counters.clear();
            object.counter_timestamps.clear();
            (object.memory, object.face_down, object.pile) = (None, None, None);
            world.objects.insert(*id, Arc::new(object));
            world.exile.push(*id);
        }
    }
    super::casual::take_over(world, &old);
    (world.for_ante, world.chances) = (old.for_ante, old.chances);
    // CR 721.6: a subgame that restarts is still one.
    if let Some(games) = &old.others.games {
        world.others.games = Some(Arc::clone(games));
    }
    world.turn.active = starting_player;
    world.schedule.regular = starting_player;
}
