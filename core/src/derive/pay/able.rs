//! Restrictions on life, drawing and counters (CR 101.2, 119.7-8, 121.2b, 121.3, 122), for the
//! pipeline and for everything that offers a choice.

use crate::card::{CounterKind, Players, Restriction};
use crate::fact::{Entity, Event, Frame, ObjectId, PlayerId, Proposing};
use crate::state::Game;

use crate::derive::filter::{matches, matches_there, players};
use crate::derive::look::Look;
use crate::derive::look::scope::Scope;

/// Whether a restriction that functions applies to a player.
fn forbidden(game: &Game, player: PlayerId, speaks: impl Fn(&Restriction) -> Option<&Players>) -> bool {
    let about = |(scope, restriction): (Scope<'_>, &Restriction)| {
        speaks(restriction).is_some_and(|who| players(game, &scope, who).contains(&player))
            && !game.ignores(Some(player), scope.source)
    };
    game.restrictions().any(about)
}

/// Whether a restriction that functions applies to a player, or to another player with the same
/// life total (CR 810.9g, 810.9h).
fn forbidden_to_team(game: &Game, player: PlayerId, speaks: impl Fn(&Restriction) -> Option<&Players>) -> bool {
    let team = if game.shares_life() { game.team(player) } else { vec![player] };
    team.into_iter().any(|id| forbidden(game, id, &speaks))
}

/// CR 119.7
pub(crate) fn can_gain_life(game: &Game, player: PlayerId) -> bool {
    !forbidden_to_team(game, player, |restriction| match restriction {
        Restriction::CantGainLife(who) => Some(who),
        _ => None,
    })
}

/// CR 119.8
pub(crate) fn can_lose_life(game: &Game, player: PlayerId) -> bool {
    !forbidden_to_team(game, player, |restriction| match restriction {
        Restriction::CantLoseLife(who) => Some(who),
        _ => None,
    })
}

/// CR 119.4, 119.4b, 119.8: a player can always pay 0 life.
pub(crate) fn can_pay_life(game: &Game, player: PlayerId, amount: u32) -> bool {
    let there = game.player(player).map_or(0, |player| player.life);
    let said = || {
        forbidden(game, player, |restriction| match restriction {
            Restriction::CantPayLife(who) => Some(who),
            _ => None,
        }) || !can_lose_life(game, player)
    };
    amount == 0 || (i64::from(there) >= i64::from(amount) && !said())
}

/// Whether a player may draw `count` cards (CR 121.2b, 121.3). An empty library does not prevent
/// it.
pub(crate) fn can_draw(game: &Game, player: PlayerId, count: u32) -> bool {
    let drawn = || {
        let draws = game
            .world()
            .this_turn()
            .filter(|entry| matches!(entry.event, Event::Drew { player: who } if who == player));
        u32::try_from(draws.count()).unwrap_or(u32::MAX)
    };
    let named = |scope: &Scope<'_>, who: &Players| {
        players(game, scope, who).contains(&player) && !game.ignores(Some(player), scope.source)
    };
    let keeps = |(scope, restriction): (Scope<'_>, &Restriction)| match restriction {
        Restriction::CantDraw(who) => named(&scope, who),
        Restriction::MaximumDraws(who, most) => named(&scope, who) && drawn().saturating_add(count) > *most,
        _ => false,
    };
    count == 0 || !game.restrictions().any(keeps)
}

/// Whether counters of a kind can be put on an object or given to a player (CR 122.1, 122.5).
pub(crate) fn can_get_counters(game: &Game, on: Entity, kind: &CounterKind) -> bool {
    let whose = || match on {
        Entity::Object(id) => game.controller(id),
        Entity::Player(player) => Some(player),
    };
    let keeps = |(scope, restriction): (Scope<'_>, &Restriction)| match restriction {
        Restriction::CantGetCounters { objects, players: who, kind: of } => {
            of.as_ref().is_none_or(|of| of == kind)
                && match on {
                    Entity::Object(id) => objects.as_ref().is_some_and(|what| matches_there(game, &scope, what, id)),
                    Entity::Player(player) => who.as_ref().is_some_and(|who| {
                        let named = players(game, &scope, who);
                        let team = *kind == CounterKind::Poison && game.shares_life();
                        // CR 810.10c
                        named.contains(&player) || (team && game.team(player).iter().any(|id| named.contains(id)))
                    }),
                }
                && !game.ignores(whose(), scope.source)
        }
        _ => false,
    };
    !game.restrictions().any(keeps)
}

/// Whether a permanent can be sacrificed, given what causes it at present (CR 101.2, 701.17a).
pub(crate) fn can_be_sacrificed(game: &Game, permanent: ObjectId) -> bool {
    let kept = |(scope, restriction): (Scope<'_>, &Restriction)| match restriction {
        Restriction::CantBeSacrificed { what, by } => {
            let meant = |by: &Players| resolving_for(game).is_some_and(|who| players(game, &scope, by).contains(&who));
            by.as_ref().is_none_or(meant)
                && matches(game, &scope, what, permanent)
                && !game.ignores(game.controller(permanent), scope.source)
        }
        _ => false,
    };
    !game.restrictions().any(kept)
}

/// The controller of the spell or ability that is resolving, if any. Costs of spells and abilities
/// that a player casts or activates meanwhile do not count as part of it.
fn resolving_for(game: &Game) -> Option<PlayerId> {
    // A payment that a resolving instruction asks for belongs to the resolution, too.
    let pays = |frame: &Frame| matches!(frame, Frame::Proposal(proposal) if proposal.what == Proposing::Payment);
    let mut frames = game.world().frames.iter().rev().map(|frame| &**frame);
    match frames.find(|frame| !frame.belongs_to_resolution() && !pays(frame)) {
        Some(Frame::Resolve(resolve)) => Some(resolve.controller),
        _ => None,
    }
}
