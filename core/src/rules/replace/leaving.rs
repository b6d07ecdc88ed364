//! Winning, losing, drawing, conceding, leaving (CR 104, 800.4).

use crate::card::{LossCause, Restriction};
use crate::derive::filter::players;
use crate::fact::{Action, Entity, Event, GameResult, LossReason, PlayerId, Proposed, ResolveFrame, Zone};
use crate::rule;
use crate::rule::Rule;
use crate::state::{Fate, Game};

use super::departing::{self, Round};
use crate::rules::engine::apnap::{self, Turns};
use crate::rules::engine::refusal::Illegal;
use crate::rules::engine::work::Work;
use crate::rules::permanent::face_down;
use crate::rules::variant::planes;

/// Makes a player concede, at any time (CR 104.3a). `turns` tells whom an instruction asks that is
/// under way.
pub(in crate::rules) fn concede(
    work: &mut Work,
    player: PlayerId,
    turns: impl Fn(&Game, &ResolveFrame) -> Option<Turns>,
) -> Result<(), Illegal> {
    if !work.game.plays(player) {
        let name = work.game.entity_name(Entity::Player(player));
        return Err(Illegal::against(rule!("104.3a"), format!("{name} has left the game")));
    }
    work.input(rule!("104.3a"), Event::Conceded { player });
    if work.game.is_multiplayer() {
        for leaver in work.game.lose_with(player) {
            departing::abandon(work, leaver);
        }
        apnap::keep(work, &work.game.lose_with(player), turns);
    }
    // Nothing replaces that (CR 104.3a).
    let actions = losing(work, rule!("104.3a"), &[(player, LossReason::Conceded)]);
    for it in &actions {
        let lost = Event::Lost { player, reason: LossReason::Conceded };
        work.emit(crate::fact::Part::Batch, it.cause, it.rule, lost);
    }
    leave(work, &actions);
    Ok(())
}

/// The actions with which players lose the game, with effects applied (CR 104.3, 614.1). Whoever
/// loses for several reasons loses once, and so do players who lose only as a team (CR 810.8a):
/// what replaces the loss of one of them replaces that of the team.
pub(in crate::rules) fn losing(work: &Work, rule: Rule, losers: &[(PlayerId, LossReason)]) -> Vec<Proposed> {
    let loses = |(id, reason): &&(PlayerId, LossReason)| work.game.plays(*id) && can_lose(&work.game, *id, *reason);
    let rule_of = |reason: LossReason| match reason {
        LossReason::Conceded => rule!("104.3a"),
        LossReason::Life if work.game.shares_life() => rule!("704.6a"),
        LossReason::Poison if work.game.shares_life() => rule!("704.6b"),
        LossReason::Life => rule!("704.5a"),
        LossReason::EmptyLibrary => rule!("704.5b"),
        LossReason::Poison => rule!("704.5c"),
        LossReason::Effect | LossReason::Team => rule,
        LossReason::CommanderDamage => rule!("704.6c"),
    };
    let propose = |(player, reason): &(PlayerId, LossReason)| {
        let cause = cause_of_loss(work, *player, *reason);
        Proposed::new(Action::Lose { player: *player, reason: *reason }, cause, rule_of(*reason))
    };
    let mut once: Vec<(PlayerId, LossReason)> = Vec::new();
    for it in losers.iter().filter(loses) {
        if !once.iter().any(|(player, _)| together(&work.game, *player).contains(&it.0)) {
            once.push(*it);
        }
    }
    once.iter().map(propose).collect()
}

/// The players who lose and win the game only together with a player, who is one of them
/// (CR 810.8a).
pub(in crate::rules) fn together(game: &Game, player: PlayerId) -> Vec<PlayerId> {
    let shared = game.seating().is_some_and(|seating| seating.fate == Fate::Shared);
    if shared { game.team(player) } else { vec![player] }
}

/// What happens rather than that several players win at once who are opponents: each of them, and
/// each other opponent of theirs, would lose as well, and so loses (CR 104.3f).
pub(super) fn contested(work: &Work, actions: &[Proposed]) -> Option<Vec<Proposed>> {
    let winner = |it: &Proposed| if let Action::Win(player) = it.action { Some(player) } else { None };
    let winners: Vec<PlayerId> = actions.iter().filter_map(winner).collect();
    let game = &work.game;
    let beaten = |player: &PlayerId| winners.iter().any(|winner| game.are_opponents(*winner, *player));
    if !winners.iter().any(beaten) {
        return None;
    }
    let losers = game.apnap().into_iter().filter(beaten).map(|player| (player, LossReason::Effect));
    let lose = losing(work, rule!("104.3f"), &losers.collect::<Vec<_>>());
    let rest = actions.iter().filter(|it| it.parent.is_none() && winner(it).is_none()).cloned();
    Some(rest.chain(lose).collect())
}

/// Makes players who lost leave the game (CR 104.5). The last player left wins (CR 104.2a); if none
/// is left, the game is a draw (CR 104.4a). A player who has won ends it (CR 104.2b). Returns
/// whether the game is over.
pub(in crate::rules) fn leave(work: &mut Work, actions: &[Proposed]) -> bool {
    let lost = actions.iter().filter_map(|proposed| match &proposed.action {
        Action::Lose { player, .. } => Some(*player),
        _ => None,
    });
    let mut losers: Vec<PlayerId> = Vec::new();
    for player in lost {
        if !losers.contains(&player) {
            losers.push(player);
        }
    }
    lose_as_teams(work, &mut losers);
    let winner = actions.iter().find_map(|proposed| match &proposed.action {
        Action::Win(player) => Some(*player),
        _ => None,
    });
    if winner.is_none() && losers.is_empty() {
        return false;
    }
    go(work, rule!("104.5"), &losers, winner)
}

/// Players leave, and the game ends if it is decided. Returns whether it is over.
fn go(work: &mut Work, rule: Rule, leavers: &[PlayerId], winner: Option<PlayerId>) -> bool {
    let round = if leavers.is_empty() { None } else { Round::of(&work.game) };
    planes::before_leaving(work, leavers);
    apnap::keep(work, leavers, apnap::of_draws);
    for player in leavers {
        work.leading_fact(rule, Event::LeftGame { player: *player });
    }
    let teams = work.game.has_teams();
    match (winner, work.game.apnap().as_slice()) {
        (Some(winner), _) => end_game(work, rule!("104.1"), GameResult::Won(winner)),
        (None, []) if teams => end_game(work, rule!("104.4d"), GameResult::Draw),
        (None, []) => end_game(work, rule!("104.4a"), GameResult::Draw),
        (None, [winner]) if !teams => end_game(work, rule!("104.2a"), GameResult::Won(*winner)),
        (None, [first, rest @ ..]) if rest.iter().all(|other| !work.game.are_opponents(*first, *other)) => {
            end_game(work, rule!("104.2c"), GameResult::Won(*first));
        }
        (None, _) => {
            departing::depart(work, leavers, round.as_ref());
            return false;
        }
    }
    true
}

/// The game is a draw for some players, who leave it, and for a team whose emperor is among them
/// (CR 801.15, 801.16, 809.5c). It goes on for the others.
pub(in crate::rules) fn draw_for(work: &mut Work, rule: Rule, players: Vec<PlayerId>) {
    let mut drawn: Vec<PlayerId> = Vec::new();
    for player in players.into_iter().flat_map(|player| work.game.lose_with(player)) {
        if !drawn.contains(&player) {
            drawn.push(player);
        }
    }
    if work.game.apnap().iter().all(|player| drawn.contains(player)) {
        return end_game(work, rule, GameResult::Draw);
    }
    if !drawn.is_empty() {
        go(work, rule, &drawn, None);
    }
}

/// Players lose because their team does (CR 809.5b, 810.8a).
fn lose_as_teams(work: &mut Work, losers: &mut Vec<PlayerId>) {
    let Some(fate) = work.game.seating().map(|seating| seating.fate) else { return };
    let rule = if fate == Fate::Emperor { rule!("809.5b") } else { rule!("810.8a") };
    for mate in losers.clone().into_iter().flat_map(|player| work.game.lose_with(player)).collect::<Vec<_>>() {
        if !losers.contains(&mate) {
            work.fact(rule, Event::Lost { player: mate, reason: LossReason::Team });
            losers.push(mate);
        }
    }
}

/// Whether a player can lose the game for a reason (CR 101.2). Nothing stops a player from
/// conceding (CR 101.1).
pub(in crate::rules) fn can_lose(game: &Game, player: PlayerId, reason: LossReason) -> bool {
    let of = match reason {
        LossReason::Conceded => return true,
        LossReason::Life => Some(LossCause::Life),
        LossReason::EmptyLibrary => Some(LossCause::EmptyLibrary),
        LossReason::Poison => Some(LossCause::Poison),
        LossReason::Effect | LossReason::Team | LossReason::CommanderDamage => None,
    };
    !game.restrictions().any(|(scope, restriction)| match restriction {
        Restriction::CantLose { who, cause } => {
            (cause.is_none() || *cause == of)
                && concerned(game, &players(game, &scope, who), player)
                && !game.ignores(Some(player), scope.source)
        }
        _ => false,
    })
}

/// Whether what is said of these players of losing and winning holds for a player: also of any
/// player of the same team, if they lose and win only together (CR 810.8a).
fn concerned(game: &Game, named: &[PlayerId], player: PlayerId) -> bool {
    together(game, player).iter().any(|id| named.contains(id))
}

/// Whether an effect can make a player win the game (CR 101.2).
pub(in crate::rules) fn can_win(game: &Game, player: PlayerId) -> bool {
    !game.restrictions().any(|(scope, restriction)| match restriction {
        Restriction::CantWin(who) => {
            concerned(game, &players(game, &scope, who), player) && !game.ignores(Some(player), scope.source)
        }
        _ => false,
    })
}

/// The latest entry that makes a player lose.
fn cause_of_loss(work: &Work, player: PlayerId, reason: LossReason) -> Option<crate::fact::EntryNo> {
    let brought = |event: &Event| match (reason, event) {
        (LossReason::Life, Event::LifeLost { player: who, .. })
        | (LossReason::EmptyLibrary, Event::DrewFromEmpty { player: who }) => *who == player,
        (LossReason::Poison, Event::CountersPut { on, .. }) => on.player() == Some(player),
        _ => false,
    };
    let latest = work.game.world().history.latest().find(|entry| brought(&entry.event));
    latest.map(|entry| entry.no).or(work.cause())
}

/// Ends the game at once and abandons whatever is in progress (CR 104.1). Players leave a drawn
/// game (CR 104.5).
pub(in crate::rules) fn end_game(work: &mut Work, rule: Rule, result: GameResult) {
    if result == GameResult::Draw {
        for player in work.game.apnap() {
            work.fact(rule!("104.5"), Event::LeftGame { player });
        }
    }
    work.leading_fact(rule, Event::Ended { result });
    let owners: Vec<PlayerId> = work.game.players().map(|player| player.id).collect();
    face_down::show_all(work, &owners);
    // CR 407.2: the winner becomes the owner of the cards in the ante zone.
    if let GameResult::Won(winner) = result {
        for object in work.game.zone(Zone::Ante).to_vec() {
            if work.game.object(object).is_some_and(|it| it.owner != winner) {
                work.fact(rule!("407.2"), Event::OwnerChanged { object, to: winner });
            }
        }
    }
    work.emit(crate::fact::Part::Frame, work.cause(), rule!("104.1"), Event::FramesUnwound { depth: 0 });
}
