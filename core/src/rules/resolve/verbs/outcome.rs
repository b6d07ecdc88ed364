//! Winning and losing by effects and state-based actions (CR 104).

use crate::fact::{Action, LossReason, PlayerId};
use crate::rule;
use crate::rule::Rule;

use crate::rules::engine::work::Work;
use crate::rules::replace::leaving::{can_win, losing};
use crate::rules::replace::perform::{perform, perform_one};

/// Makes players lose the game and leave it, unless an effect replaces that.
pub(in crate::rules) fn lose(work: &mut Work, rule: Rule, losers: &[(PlayerId, LossReason)]) {
    let actions = losing(work, rule, losers);
    perform(work, actions);
}

/// Makes players win by an effect (CR 104.2b). Several winners would each lose as well, so they
/// lose (CR 104.3f) and the game is a draw (CR 104.4a).
pub(in crate::rules) fn win(work: &mut Work, winners: &[PlayerId]) {
    let wins = |id: &PlayerId| work.game.plays(*id) && can_win(&work.game, *id);
    let winners: Vec<PlayerId> = winners.iter().copied().filter(wins).collect();
    match winners.as_slice() {
        [] => {}
        [winner] => perform_one(work, rule!("104.2b"), Action::Win(*winner)),
        several => {
            let losers: Vec<_> = several.iter().map(|player| (*player, LossReason::Effect)).collect();
            lose(work, rule!("104.3f"), &losers);
        }
    }
}
