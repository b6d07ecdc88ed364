//! Drawing, milling, revealing and shuffling cards (CR 121, 701.13, 701.16, 701.20).

use crate::card::verb;
use crate::card::{Players, Quantity};
use crate::derive::filter::{found, players};
use crate::derive::pay::able;
use crate::fact::{Action, Frame, PlayerId, Proposed, ResolveFrame, Zone};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::actions::{number, of_each, show};
use crate::rules::engine::apnap::{self, Turns, each_of};
use crate::rules::engine::cursor::{go_on, scope};
use crate::rules::engine::random;
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::{act, perform, perform_in_turn};
use crate::rules::zones::library;

impl Verb for verb::Draw {
    /// Of several players, one draws after another (CR 121.2c).
    fn actions(&self, game: &Game, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        match players(game, &scope(frame), &self.who).as_slice() {
            [player] => {
                let count = of_each(game, frame, &self.who, &self.count)(*player);
                Some((rule!("121.2"), vec![Action::DrawCards { player: *player, count }]))
            }
            _ => None,
        }
    }

    /// Draws cards; of several players, one draws all their cards after another (CR 121.2c). How
    /// many is worked out once (CR 608.2h).
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let mut now = frame.clone();
        let Some(level) = now.cursor.last_mut() else { return };
        let who = apnap::in_turn(&work.game, frame, || players(&work.game, &scope(frame), &self.who));
        let of = |player: PlayerId| {
            let count = of_each(&work.game, frame, &self.who, &self.count)(player);
            Action::DrawCards { player, count }
        };
        // The players of a team are asked for their order in between (CR 121.2d).
        let may_change = !matches!(self.count, Quantity::Fixed(_)) && !work.game.shares_turns();
        if who.len() > 1 && may_change {
            let actions = who.into_iter().map(of).collect();
            go_on(work, frame);
            return perform_in_turn(work, frame, rule!("121.2c"), actions);
        }
        let Some(player) = who.get(usize::from(level.round)).copied() else { return go_on(work, frame) };
        let action = of(player);
        if level.round == 0 {
            apnap::lock_in(work, frame, &self.who, &who);
        }
        level.round += 1;
        if usize::from(level.round) == who.len() {
            return act(work, frame, rule!("121.2c"), vec![action]);
        }
        work.change(rule!("121.2c"), Frame::Resolve(Box::new(now)));
        perform(work, vec![Proposed::new(action, Some(frame.began), rule!("121.2c"))]);
    }

    fn turns(&self, game: &Game, frame: &ResolveFrame) -> Option<Turns> {
        each_of(game, frame, &self.who)
    }

    fn in_any_order(&self) -> Option<(&Players, bool)> {
        Some((&self.who, false))
    }

    /// Drawing has a rule of its own.
    fn rule_of_order(&self) -> Rule {
        rule!("805.6a")
    }

    fn takes_part(&self, game: &Game, frame: &ResolveFrame, _: &[PlayerId], player: PlayerId) -> bool {
        of_each(game, frame, &self.who, &self.count)(player) > 0
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.who)
    }

    /// An empty library doesn't make drawing impossible, but an effect that forbids it does
    /// (CR 121.3, 121.3a).
    fn is_possible(&self, game: &Game, frame: &ResolveFrame) -> Option<bool> {
        let count = number(game, frame, &self.count);
        let who = players(game, &scope(frame), &self.who);
        Some(who.into_iter().all(|player| able::can_draw(game, player, count)))
    }
}

impl Verb for verb::Mill {
    fn actions(&self, game: &Game, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        let count = of_each(game, frame, &self.who, &self.count);
        let mills = |player: PlayerId| Action::Mill { player, count: count(player) };
        Some((rule!("701.13a"), players(game, &scope(frame), &self.who).into_iter().map(mills).collect()))
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.who)
    }

    /// CR 701.13b
    fn is_possible(&self, game: &Game, frame: &ResolveFrame) -> Option<bool> {
        let count = of_each(game, frame, &self.who, &self.count);
        let enough = |player: PlayerId| game.zone(Zone::Library(player)).len() >= count(player) as usize;
        Some(players(game, &scope(frame), &self.who).into_iter().all(enough))
    }
}

impl Verb for verb::Reveal {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let cards = found(&work.game, &scope(frame), &self.0);
        go_on(work, frame);
        show(work, &cards);
    }
}

impl Verb for verb::Shuffle {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let who = players(&work.game, &scope(frame), &self.0);
        go_on(work, frame);
        for player in who {
            let placed = library::placed_beside(&work.game, frame, player);
            random::shuffle_beside(work, player, &placed);
        }
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.0)
    }
}
