//! Winning and losing by effects and state-based actions (CR 104).

use crate::card::Players;
use crate::card::verb;
use crate::derive::filter::players;
use crate::fact::{Action, GameResult, LossReason, PlayerId, Proposed, ResolveFrame};
use crate::rule;
use crate::rule::Rule;
use crate::rules::engine::cursor::{go_on, scope};
use crate::rules::engine::verb::Verb;

use crate::rules::engine::work::Work;
use crate::rules::replace::leaving::{self, can_win, losing};
use crate::rules::replace::perform::{perform, perform_one};

impl Verb for verb::Win {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let winners = players(&work.game, &scope(frame), &self.0);
        go_on(work, frame);
        win(work, &winners);
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.0)
    }
}

impl Verb for verb::Lose {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let losers = players(&work.game, &scope(frame), &self.0).into_iter();
        let losers: Vec<_> = losers.map(|player| (player, LossReason::Effect)).collect();
        go_on(work, frame);
        lose(work, rule!("104.3e"), &losers);
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.0)
    }
}

impl Verb for verb::DrawGame {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        go_on(work, frame);
        draw(work, frame.controller);
    }
}

/// Makes players lose the game and leave it, unless an effect replaces that.
pub(in crate::rules) fn lose(work: &mut Work, rule: Rule, losers: &[(PlayerId, LossReason)]) {
    let actions = losing(work, rule, losers);
    perform(work, actions);
}

/// Makes the game a draw: with limited ranges of influence, only for the controller of the effect
/// and the players in range (CR 104.4c, 104.4e, 801.15).
fn draw(work: &mut Work, controller: PlayerId) {
    if !work.game.has_ranges() {
        return leaving::end_game(work, rule!("104.4c"), GameResult::Draw);
    }
    let drawn = work.game.apnap().into_iter().filter(|player| work.game.in_range(controller, *player)).collect();
    leaving::draw_for(work, rule!("801.15"), drawn);
}

/// Makes players win by an effect (CR 104.2b), those who win only as a team once (CR 810.8a).
fn win(work: &mut Work, winners: &[PlayerId]) {
    let wins = |id: &PlayerId| work.game.plays(*id) && can_win(&work.game, *id);
    let mut once: Vec<PlayerId> = Vec::new();
    for winner in winners.iter().copied().filter(wins) {
        if !leaving::together(&work.game, winner).iter().any(|mate| once.contains(mate)) {
            once.push(winner);
        }
    }
    // CR 801.14: instead their opponents in range lose.
    if work.game.has_ranges() {
        let game = &work.game;
        let beaten =
            |player: &PlayerId| once.iter().any(|id| game.are_opponents(*id, *player) && game.in_range(*id, *player));
        let losers: Vec<_> =
            game.apnap().into_iter().filter(beaten).map(|player| (player, LossReason::Effect)).collect();
        return lose(work, rule!("801.14"), &losers);
    }
    match once.as_slice() {
        [] => {}
        [winner] => perform_one(work, rule!("104.2b"), Action::Win(*winner)),
        several => {
            let cause = work.cause();
            let propose = |winner: &PlayerId| Proposed::new(Action::Win(*winner), cause, rule!("104.2b"));
            perform(work, several.iter().map(propose).collect());
        }
    }
}
