//! Random what-if edits and chances.

use crate::card::{CounterKind, DayNight, Definition, Designation, ManaType};
use crate::derive::object::faces::back_is_up;
use crate::fact::{
    Addition, Canonical, Chance, Choice, Edit, Entity, Input, ObjectId, PlayerId, Position, Prompt, Zone,
};
use crate::rules::play;
use crate::state::Game;

use super::{Dice, decide_at_random};

/// [`decide_or_edit`] makes a change at one priority in this many.
const ONE_IN: usize = 12;
/// How many times it tries to find a legal change.
const TRIES: usize = 4;

/// Returns a random legal decision. When a player has priority, it is now and then a what-if change
/// instead.
pub fn decide_or_edit(game: &Game, choice: &Choice, dice: &mut Dice) -> Input {
    if choice.prompt == Prompt::Priority && dice.below(ONE_IN) == 0 {
        // The rules say which changes are legal.
        let changes = (0..TRIES).filter_map(|_| edit_at_random(game, dice));
        if let Some(change) = changes.into_iter().find(|input| play(game, input).is_ok()) {
            return change;
        }
    }
    decide_at_random(game, choice, dice)
}

/// [`decide_or_concede`] makes a player concede at one choice in this many.
const CONCEDES_ONE_IN: usize = 250;

/// Returns a random legal decision; now and then a random player concedes instead (CR 104.3a).
pub fn decide_or_concede(game: &Game, choice: &Choice, dice: &mut Dice) -> Input {
    if dice.below(CONCEDES_ONE_IN) == 0 {
        let players: Vec<PlayerId> = game.players().filter(|player| !player.left).map(|player| player.id).collect();
        if let Some(player) = one_of(&players, dice) {
            return Input::Concede(player);
        }
    }
    decide_at_random(game, choice, dice)
}

/// Returns a random edit or chance of any kind, which the rules may refuse. `None` if the game has
/// nothing for it to change.
fn edit_at_random(game: &Game, dice: &mut Dice) -> Option<Input> {
    let player = any_player(game, dice)?;
    let edit = match dice.below(18) {
        0 => Edit::Life(player, i32::try_from(dice.below(30)).unwrap_or(0) + 1),
        1 => {
            let on = any_entity(game, dice)?;
            let kinds = [CounterKind::PowerToughness(1, 1), CounterKind::PowerToughness(-1, -1), CounterKind::Loyalty];
            let kind = match on {
                Entity::Player(_) => one_of(&[CounterKind::Energy, CounterKind::Poison], dice)?,
                Entity::Object(_) => one_of(&kinds, dice)?,
            };
            Edit::Counters(on, kind, below(4, dice))
        }
        2 => Edit::Tapped(permanent(game, dice)?, dice.coin()),
        3 | 4 => Edit::Move(any_object(game, dice)?, any_zone(player, dice)),
        5 => {
            let places = [Position::Top, Position::Bottom, Position::FromTop(1 + below(5, dice))];
            Edit::Arrange(any_of(game.zone(Zone::Library(player)), dice)?, one_of(&places, dice)?)
        }
        6 | 7 => Edit::Add(Box::new(Addition {
            card: card(game, dice)?,
            owner: player,
            zone: any_zone(player, dice),
            controller: dice.coin().then(|| any_player(game, dice)).flatten(),
            token: dice.below(4) == 0,
        })),
        8 => Edit::Attach(permanent(game, dice)?, dice.coin().then(|| any_entity(game, dice)).flatten()),
        9 => Edit::Damage(permanent(game, dice)?, below(4, dice)),
        10 => Edit::Control(permanent(game, dice)?, player),
        11 => Edit::Rested(permanent(game, dice)?, dice.coin()),
        12 => {
            let mana = (0..dice.below(5)).filter_map(|_| one_of(&ManaType::ALL, dice)).collect();
            Edit::Mana(player, mana)
        }
        13 if dice.coin() => Edit::designated(one_of(&Designation::ALL, dice)?, player),
        13 => Edit::LandsPlayed(below(3, dice)),
        14 => Edit::DayNight(if dice.coin() { DayNight::Day } else { DayNight::Night }),
        15 => Edit::BackUp(double_faced(game, dice)?, dice.coin()),
        16 => {
            let library = game.zone(Zone::Library(player));
            let cards: Vec<ObjectId> = (0..dice.below(3)).filter_map(|_| any_of(library, dice)).collect();
            let chances = [Chance::Shuffle(player, cards), Chance::Coin(dice.coin()), Chance::Die(1 + below(6, dice))];
            return Some(Input::Chance(one_of(&chances, dice)?));
        }
        _ => return Some(Input::Reseed(dice.below(1000) as u64)),
    };
    Some(Input::Edit(edit))
}

fn below(bound: usize, dice: &mut Dice) -> u32 {
    u32::try_from(dice.below(bound)).unwrap_or(0)
}

fn one_of<T: Clone>(all: &[T], dice: &mut Dice) -> Option<T> {
    all.get(dice.below(all.len())).cloned()
}

fn any_of(zone: &[ObjectId], dice: &mut Dice) -> Option<ObjectId> {
    zone.get(dice.below(zone.len())).copied()
}

fn any_player(game: &Game, dice: &mut Dice) -> Option<PlayerId> {
    let players: Vec<PlayerId> = game.players().map(|player| player.id).collect();
    one_of(&players, dice)
}

fn permanent(game: &Game, dice: &mut Dice) -> Option<ObjectId> {
    any_of(&game.world().battlefield, dice)
}

/// Returns a permanent that can show another face.
fn double_faced(game: &Game, dice: &mut Dice) -> Option<ObjectId> {
    let able = game.world().battlefield.iter().copied().filter(|id| back_is_up(game, *id).is_some());
    one_of(&able.collect::<Vec<_>>(), dice)
}

fn any_entity(game: &Game, dice: &mut Dice) -> Option<Entity> {
    match dice.below(4) {
        0 => any_player(game, dice).map(Entity::Player),
        _ => permanent(game, dice).map(Entity::Object),
    }
}

/// Returns a zone; one of this player's, if each player has one.
fn any_zone(player: PlayerId, dice: &mut Dice) -> Zone {
    let zones = [
        Zone::Battlefield,
        Zone::Hand(player),
        Zone::Library(player),
        Zone::Graveyard(player),
        Zone::Exile,
        Zone::Command,
        Zone::Outside(player),
    ];
    one_of(&zones, dice).unwrap_or(Zone::Battlefield)
}

/// Returns an object in any zone, including the stack.
fn any_object(game: &Game, dice: &mut Dice) -> Option<ObjectId> {
    let player = any_player(game, dice)?;
    let zone = if dice.below(6) == 0 { Zone::Stack } else { any_zone(player, dice) };
    any_of(game.zone(zone), dice)
}

/// Returns a card known to the game.
fn card(game: &Game, dice: &mut Dice) -> Option<Canonical<crate::card::Card>> {
    let defs = game.definitions();
    let from = dice.below(defs.len());
    let all = (from..defs.len()).chain(0..from).filter_map(|place| defs.get(place));
    let mut cards = all.filter_map(|interned| match &*interned.definition {
        Definition::Card(card) => Some(Canonical::new(card.clone())),
        _ => None,
    });
    cards.next()
}
