//! Winning, losing, drawing, conceding, leaving (CR 104, 800.4).

use crate::fact::{Event, GameResult, LossReason, PlayerId, Zone};
use crate::rule;
use crate::rule::Rule;

use super::Illegal;
use super::work::Work;

/// CR 104.3a: a player concedes, whatever is going on.
pub(super) fn concede(work: &mut Work, player: PlayerId) -> Result<(), Illegal> {
    if work.game.player(player).is_none_or(|player| player.left) {
        return Err(Illegal::NotYours(player));
    }
    work.input(rule!("104.3a"), Event::Conceded { player });
    lose(work, rule!("104.3a"), &[(player, LossReason::Conceded)]);
    Ok(())
}

/// Players lose the game and leave it (CR 104.5). If one player is left, that player wins (CR 104.2a); if none is, the
/// game is a draw (CR 104.4a).
pub(super) fn lose(work: &mut Work, rule: Rule, losers: &[(PlayerId, LossReason)]) {
    let losers: Vec<_> =
        losers.iter().filter(|(id, _)| work.game.player(*id).is_some_and(|player| !player.left)).collect();
    if losers.is_empty() {
        return;
    }
    for (player, reason) in &losers {
        let rule = match reason {
            LossReason::Conceded => rule!("104.3a"),
            LossReason::Life => rule!("704.5a"),
            LossReason::EmptyLibrary => rule!("704.5b"),
            LossReason::Poison => rule!("704.5c"),
            LossReason::Effect => rule,
        };
        let cause = cause_of_loss(work, *player, *reason);
        work.emit(crate::fact::Part::Batch, cause, rule, Event::Lost { player: *player, reason: *reason });
    }
    for (player, _) in &losers {
        work.leading_fact(rule!("104.5"), Event::LeftGame { player: *player });
    }
    match work.game.apnap().as_slice() {
        [] => end_game(work, rule!("104.4a"), GameResult::Draw),
        [winner] => end_game(work, rule!("104.2a"), GameResult::Won(*winner)),
        _ => {}
    }
}

/// The latest entry that brought a player to lose.
fn cause_of_loss(work: &Work, player: PlayerId, reason: LossReason) -> Option<crate::fact::EntryNo> {
    let brought = |event: &Event| match (reason, event) {
        (LossReason::Life, Event::LifeLost { player: who, .. })
        | (LossReason::EmptyLibrary, Event::DrewFromEmpty { player: who }) => *who == player,
        (LossReason::Poison, Event::CountersPut { on, .. }) => on.player() == Some(player),
        _ => false,
    };
    let latest = work.game.world().history.iter().rev().find(|entry| brought(&entry.event));
    latest.map(|entry| entry.no).or(work.cause())
}

/// CR 104.2b: an effect says that players win: their opponents lose (CR 104.3f: not if they lose at the same time).
pub(super) fn win(work: &mut Work, winners: &[PlayerId]) {
    let Some(winner) = winners.iter().copied().find(|id| work.game.player(*id).is_some_and(|it| !it.left)) else {
        return;
    };
    work.fact(rule!("104.2b"), Event::Won { player: winner });
    end_game(work, rule!("104.1"), GameResult::Won(winner));
}

/// CR 104.1: the game ends at once; whatever it was in the middle of is abandoned.
pub(super) fn end_game(work: &mut Work, rule: Rule, result: GameResult) {
    work.leading_fact(rule, Event::Ended { result });
    // CR 407.2: the winner becomes the owner of what is in the ante zone.
    if let GameResult::Won(winner) = result {
        for object in work.game.zone(Zone::Ante).clone() {
            if work.game.object(object).is_some_and(|it| it.owner != winner) {
                work.fact(rule!("407.2"), Event::OwnerChanged { object, to: winner });
            }
        }
    }
    work.emit(crate::fact::Part::Frame, work.cause(), rule!("104.1"), Event::FramesUnwound { depth: 0 });
}
