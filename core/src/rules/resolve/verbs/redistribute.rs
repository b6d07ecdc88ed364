//! Redistributing life totals (CR 119.5, 119.7, 119.8, 810.9f).

use crate::card::Players;
use crate::card::verb;
use crate::derive::filter::players;
use crate::derive::pay::able;
use crate::fact::{Action, Answer, Choice, Domain, Entity, Frame, Item, PlayerId, Prompt, ResolveFrame};
use crate::rule;
use crate::state::Game;

use super::exchange::adjusted;
use crate::rules::engine::apnap::{Turns, in_turn};
use crate::rules::engine::control::{self, ask};
use crate::rules::engine::cursor::scope;
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::act;

impl Verb for verb::RedistributeLife {
    /// Asks whose life total the next player gets, their own if it stays as it is.
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        let (player, possible) = next(game, frame, self)?;
        let prompt = Prompt::LifeTotal(frame.object.unwrap_or(frame.source), player);
        let rule = if game.shares_life() { rule!("810.9f") } else { rule!("608.2d") };
        let options = possible.iter().map(|id| Item::Entity(Entity::Player(*id))).collect();
        (possible.len() > 1).then(|| ask(frame.controller, prompt, rule, Domain::Pick { options, min: 1, max: 1 }))
    }

    /// Gives a player the only possible total; once all have one, each gains or loses life.
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        match next(&work.game, frame, self) {
            Some((player, possible)) => give(work, frame, possible.first().copied().unwrap_or(player)),
            None => {
                let game = &work.game;
                let all = redistributed(game, frame, self).into_iter();
                let new = all.zip(&frame.picked).filter_map(|(player, of)| {
                    let to = game.player(of.player()?)?.life;
                    adjusted(game, player, to)
                });
                let actions: Vec<Action> = new.collect();
                act(work, frame, rule!("119.5"), actions);
            }
        }
    }

    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        let of = items.first().and_then(|item| if let Item::Entity(entity) = item { entity.player() } else { None });
        if let Some(of) = of {
            give(work, frame, of);
        }
    }

    fn turns(&self, game: &Game, frame: &ResolveFrame) -> Option<Turns> {
        frame.cursor.last()?;
        Some(Turns { players: redistributed(game, frame, self), done: frame.picked.len() })
    }

    fn of_teams(&self, frame: &ResolveFrame) -> Option<(&Players, Option<PlayerId>)> {
        // CR 810.9f: whoever redistributes life totals may affect one player of each team.
        Some((&self.0, Some(frame.controller)))
    }
}

/// The players whose life totals are redistributed, one of each team that has one in common.
pub(super) fn redistributed(game: &Game, frame: &ResolveFrame, instruction: &verb::RedistributeLife) -> Vec<PlayerId> {
    let verb::RedistributeLife(who) = instruction;
    let object = frame.object.unwrap_or(frame.source);
    in_turn(game, frame, || control::one_of_each_team(game, object, players(game, &scope(frame), who)))
}

/// The next player to get a life total, and the players whose totals are possible: nobody has got
/// them yet, and each of the others can still get one, too.
fn next(game: &Game, frame: &ResolveFrame, instruction: &verb::RedistributeLife) -> Option<(PlayerId, Vec<PlayerId>)> {
    let all = redistributed(game, frame, instruction);
    let (player, later) = all.get(frame.picked.len()..)?.split_first()?;
    let free: Vec<PlayerId> = all.iter().copied().filter(|id| !frame.picked.contains(&Entity::Player(*id))).collect();
    let without = |of: PlayerId| free.iter().copied().filter(|id| *id != of).collect::<Vec<PlayerId>>();
    let possible = |of: &PlayerId| fits(game, *player, *of) && all_get_one(game, later, &without(*of));
    Some((*player, free.iter().copied().filter(possible).collect()))
}

/// Whether a player can get the life total of another one (CR 119.7, 119.8).
fn fits(game: &Game, player: PlayerId, of: PlayerId) -> bool {
    let life = |id: PlayerId| game.player(id).map_or(0, |player| player.life);
    match life(of).cmp(&life(player)) {
        std::cmp::Ordering::Greater => able::can_gain_life(game, player),
        std::cmp::Ordering::Less => able::can_lose_life(game, player),
        std::cmp::Ordering::Equal => true,
    }
}

/// Whether each of some players can get another one of these life totals.
fn all_get_one(game: &Game, players: &[PlayerId], totals: &[PlayerId]) -> bool {
    let mut taken: Vec<Option<PlayerId>> = vec![None; totals.len()];
    players.iter().all(|player| finds(game, *player, totals, &mut taken, &mut vec![false; totals.len()]))
}

/// Finds a total for a player; another one may have to take a different one for that.
fn finds(
    game: &Game,
    player: PlayerId,
    totals: &[PlayerId],
    taken: &mut [Option<PlayerId>],
    seen: &mut [bool],
) -> bool {
    for place in 0..totals.len() {
        if seen[place] || !fits(game, player, totals[place]) {
            continue;
        }
        seen[place] = true;
        let moves = match taken[place] {
            Some(other) => finds(game, other, totals, taken, seen),
            None => true,
        };
        if moves {
            taken[place] = Some(player);
            return true;
        }
    }
    false
}

/// Notes whose life total the next player gets.
fn give(work: &mut Work, frame: &ResolveFrame, of: PlayerId) {
    let mut now = frame.clone();
    now.picked.push(Entity::Player(of));
    work.change(rule!("608.2d"), Frame::Resolve(Box::new(now)));
}
