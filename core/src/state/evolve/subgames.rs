//! Events at the borders of games: a subgame begins and ends, and a card leaves a game around it
//! (CR 722).

use std::sync::Arc;

use crate::fact::{CardId, Chance, EntryNo, Event, NewObject, ObjectId, PlayerId};
use crate::state::game::Game;
use crate::state::player::Player;
use crate::state::world::{Games, Waiting, World};

/// Folds these events.
pub(super) fn fold_subgames(game: &mut Game, event: &Event, no: EntryNo) {
    match event {
        Event::SubgameBegan { starting_player, life } => begin_subgame(game, *starting_player, *life, no),
        Event::SubgameEnded { .. } => end(game),
        Event::SubgameHalted { outward } => halt(game, *outward),
        Event::SubgameResumed {} => resume(game),
        _ => {}
    }
}

/// Lets the game wait, without the cards of its libraries, and sets up a subgame with its players
/// (CR 722.2). Random results that are fixed in advance go to the subgame.
fn begin_subgame(game: &mut Game, starting_player: PlayerId, life: i32, began: EntryNo) {
    let planar = game.world.others.decks.values().flatten();
    let beside = game.world.command.iter().chain(planar).filter_map(|id| game.object(*id));
    let beside: Vec<ObjectId> = beside.filter(|object| game.goes_with_decks(object)).map(|object| object.id).collect();
    let mut waiting = take(game, began);
    let main = Arc::make_mut(&mut waiting.world);
    let mut world = World { for_ante: main.for_ante, chances: std::mem::take(&mut main.chances), ..World::default() };
    if let Some(fixed) = world.chances.iter().position(|chance| matches!(chance, Chance::Starts(_))) {
        world.chances.remove(fixed);
    }
    for player in main.players.iter_mut() {
        let (id, name, left) = (player.id, player.name.clone(), player.left);
        world.players.push(Arc::new(Player { left, ..Player::new(id, name, life) }));
        let player = Arc::make_mut(player);
        player.shown = None;
        for card in &*std::mem::take(&mut player.library) {
            main.objects.remove(card);
        }
    }
    super::casual::take_over(&mut world, main);
    beside.into_iter().for_each(|id| super::editing::leave(main, id));
    world.turn.active = starting_player;
    world.schedule.regular = starting_player;
    set_games(&mut world, Games { main: Some(waiting), ..Games::default() });
    (game.world, game.starting_player) = (Arc::new(world), starting_player);
}

/// Brings the main game back (CR 722.5).
fn end(game: &mut Game) {
    let Some(main) = game.world.main().cloned() else { return };
    let chances = game.world.chances.clone();
    put_waiting(game, main);
    Arc::make_mut(&mut game.world).chances = chances;
}

/// Brings a game around the subgame to hand, which waits inside it.
fn halt(game: &mut Game, outward: u32) {
    let outward = usize::try_from(outward).unwrap_or(usize::MAX);
    if game.world.mains().count() < outward {
        return;
    }
    let mut at = take(game, EntryNo(0));
    let mut inside = Vec::new();
    while inside.len() < outward {
        let world = Arc::make_mut(&mut at.world);
        let mut games = games_of(world);
        let Some(main) = games.main.take() else { break };
        set_games(world, games);
        inside.push(std::mem::replace(&mut at, main));
    }
    let world = Arc::make_mut(&mut at.world);
    let games = Games { inside, ..games_of(world) };
    set_games(world, games);
    put_waiting(game, at);
}

/// Brings the innermost subgame back to hand.
fn resume(game: &mut Game) {
    let mut at = take(game, EntryNo(0));
    let world = Arc::make_mut(&mut at.world);
    let mut games = games_of(world);
    let inside = std::mem::take(&mut games.inside);
    set_games(world, games);
    for mut inner in inside.into_iter().rev() {
        let world = Arc::make_mut(&mut inner.world);
        let games = games_of(world);
        set_games(world, Games { main: Some(at), ..games });
        at = inner;
    }
    let world = Arc::make_mut(&mut at.world);
    let mut games = games_of(world);
    games.brought.retain(|card| is_around(world, *card));
    set_games(world, games);
    put_waiting(game, at);
}

/// Notes the cards that came into a subgame while a game around it still has them (CR 722.4).
pub(super) fn note_brought(world: &mut World, became: &[NewObject]) {
    let cards = became.iter().filter_map(|new| new.component.card());
    let brought: Vec<CardId> = cards.filter(|card| is_around(world, *card)).collect();
    if !brought.is_empty() {
        let mut games = games_of(world);
        games.brought.extend(brought);
        set_games(world, games);
    }
}

/// Whether a game around a subgame has a card.
fn is_around(world: &World, card: CardId) -> bool {
    world.mains().any(|waiting| waiting.world.object_of(card).is_some())
}

fn take(game: &mut Game, began: EntryNo) -> Waiting {
    Waiting { world: std::mem::take(&mut game.world), starting_player: game.starting_player, began }
}

fn put_waiting(game: &mut Game, waiting: Waiting) {
    (game.world, game.starting_player) = (waiting.world, waiting.starting_player);
}

fn games_of(world: &World) -> Games {
    world.games().cloned().unwrap_or_default()
}

/// Sets the other games, which take no room if there are none.
fn set_games(world: &mut World, games: Games) {
    world.others.games = (games != Games::default()).then(|| Arc::new(games));
}
