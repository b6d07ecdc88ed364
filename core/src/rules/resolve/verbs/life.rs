//! Gaining and losing life (CR 119.3). Each player may have a different number: "they" is that
//! player.

use crate::card::Players;
use crate::card::verb;
use crate::derive::filter::players;
use crate::fact::{Action, PlayerId, ResolveFrame};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::actions::of_each;
use crate::rules::engine::cursor::scope;
use crate::rules::engine::verb::Verb;

impl Verb for verb::GainLife {
    fn actions(&self, game: &Game, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        let amount = of_each(game, frame, &self.who, &self.amount);
        let gains = |player: PlayerId| Action::GainLife { player, amount: amount(player) };
        Some((rule!("119.3"), players(game, &scope(frame), &self.who).into_iter().map(gains).collect()))
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.who)
    }
}

impl Verb for verb::LoseLife {
    fn actions(&self, game: &Game, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        let amount = of_each(game, frame, &self.who, &self.amount);
        let loses = |player: PlayerId| Action::LoseLife { player, amount: amount(player) };
        Some((rule!("119.3"), players(game, &scope(frame), &self.who).into_iter().map(loses).collect()))
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.who)
    }
}
