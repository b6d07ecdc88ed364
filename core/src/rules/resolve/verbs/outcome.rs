//! Winning and losing by effects and state-based actions (CR 104).

use crate::fact::{Action, GameResult, LossReason, PlayerId, Proposed};
use crate::rule;
use crate::rule::Rule;

use crate::rules::engine::work::Work;
use crate::rules::replace::leaving::{self, can_win, losing};
use crate::rules::replace::perform::{perform, perform_one};

/// Makes players lose the game and leave it, unless an effect replaces that.
pub(in crate::rules) fn lose(work: &mut Work, rule: Rule, losers: &[(PlayerId, LossReason)]) {
    let actions = losing(work, rule, losers);
    perform(work, actions);
}

/// Makes the game a draw: with limited ranges of influence, only for the controller of the effect
/// and the players in range (CR 104.4c, 104.4e, 801.15).
pub(in crate::rules) fn draw(work: &mut Work, controller: PlayerId) {
    if !work.game.has_ranges() {
        return leaving::end_game(work, rule!("104.4c"), GameResult::Draw);
    }
    let drawn = work.game.apnap().into_iter().filter(|player| work.game.in_range(controller, *player)).collect();
    leaving::draw_for(work, rule!("801.15"), drawn);
}

/// Makes players win by an effect (CR 104.2b), those who win only as a team once (CR 810.8a).
pub(in crate::rules) fn win(work: &mut Work, winners: &[PlayerId]) {
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
