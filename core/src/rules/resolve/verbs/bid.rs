//! Bidding life. A bid is a choice and nothing more (CR 608.2d): what becomes of the high bid is
//! for later instructions to say.

use crate::card::{Players, Quantity, verb};
use crate::derive::filter::players;
use crate::fact::{Answer, Choice, Domain, Entity, Event, Frame, PlayerId, Prompt, ResolveFrame};
use crate::rule;
use crate::state::Game;

use crate::rules::engine::actions::number;
use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::{go_on, one_player, scope};
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;

/// The highest bid: the greatest number that there is.
const MOST: u32 = i32::MAX.unsigned_abs();

/// The rounds of the instruction: before the first bid, while players let the high bid stand, and
/// once the last of the players asked wants to top it.
const OPENING: u16 = 0;
const STANDING: u16 = 1;
const TOPPING: u16 = 2;

// Those who have been asked since the high bid are kept by id. So the players after them are the
// same whoever leaves, and no order has to be noted (`Verb::turns`).
impl Verb for verb::Bid {
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        let object = frame.object.unwrap_or(frame.source);
        let bids = |player, min| ask(player, Prompt::Value(object), rule!("608.2d"), Domain::Number { min, max: MOST });
        match next(game, frame, self)? {
            // CR 107.1c
            Asking::Opening(player) => self.opening.is_none().then(|| bids(player, 0)),
            Asking::Whether(player) => Some(ask(player, Prompt::May(object), rule!("608.2d"), Domain::Confirm)),
            Asking::HowMuch(player, least) => Some(bids(player, least)),
        }
    }

    /// Makes the stated first bid, or goes on: the high bid stands, or nobody bids.
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        match (next(&work.game, frame, self), &self.opening) {
            (Some(Asking::Opening(player)), Some(opening)) => {
                let amount = number(&work.game, frame, opening);
                bid(work, frame, player, amount);
            }
            _ => go_on(work, frame),
        }
    }

    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        match (next(&work.game, frame, self), answer) {
            (Some(Asking::Whether(player)), Answer::Confirmed(tops)) => {
                let mut now = frame.clone();
                now.picked.push(Entity::Player(player));
                now.set_round(if *tops { TOPPING } else { STANDING });
                work.change(rule!("101.4"), Frame::Resolve(Box::new(now)));
            }
            (Some(Asking::Opening(player) | Asking::HowMuch(player, _)), Answer::Number(amount)) => {
                bid(work, frame, player, *amount);
            }
            _ => {}
        }
    }

    fn ones(&self, _: &Game, frame: &ResolveFrame) -> Vec<&Players> {
        if frame.round() == OPENING { vec![&self.first] } else { Vec::new() }
    }
}

/// What is to be asked.
#[derive(Clone, Copy)]
enum Asking {
    /// The first bid of a player.
    Opening(PlayerId),
    /// Whether a player tops the high bid.
    Whether(PlayerId),
    /// How much a player bids who tops it: at least so much.
    HowMuch(PlayerId, u32),
}

/// What is to be asked next; nothing once the high bid stands.
fn next(game: &Game, frame: &ResolveFrame, instruction: &verb::Bid) -> Option<Asking> {
    let scope = scope(frame);
    // CR 801.10: those in range of the controller.
    let bidders = players(game, &scope, &instruction.who);
    let in_order = |first| game.turn_order_from(first).into_iter().filter(|player| bidders.contains(player));
    if frame.round() == OPENING {
        return in_order(one_player(game, frame, &instruction.first)?).next().map(Asking::Opening);
    }
    let holder = players(game, &scope, &Players::HighBidder).first().copied()?;
    let least = number(game, frame, &Quantity::HighBid).saturating_add(1);
    if least > MOST {
        return None;
    }
    // One who has left in the middle tops nothing (CR 800.4a).
    let topping = frame.picked.last().filter(|_| frame.round() == TOPPING).and_then(|it| it.player());
    if let Some(player) = topping.filter(|player| game.plays(*player)) {
        return Some(Asking::HowMuch(player, least));
    }
    let is_open = |player: &PlayerId| *player != holder && !frame.picked.contains(&Entity::Player(*player));
    in_order(holder).find(is_open).map(Asking::Whether)
}

/// A player makes the high bid, so all others are asked anew.
fn bid(work: &mut Work, frame: &ResolveFrame, player: PlayerId, amount: u32) {
    let mut now = frame.clone();
    now.picked.clear();
    now.set_round(STANDING);
    work.change(rule!("101.4"), Frame::Resolve(Box::new(now)));
    work.fact(rule!("608.2d"), Event::Bid { player, amount });
}
