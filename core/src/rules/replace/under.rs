//! Permanents that would enter under the control of one of several players (CR 110.2a, 614.12a),
//! and damage that would be dealt to one of several instead (CR 614.9): the controller of the
//! effect chooses which.

use crate::card::{Instead, Players, Recipients};
use crate::derive::Scope;
use crate::derive::filter::players;
use crate::fact::{Action, Choice, Entity, Happening, PlayerId};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::about::object_of;
use super::candidates::Candidate;
use crate::rules::engine::actions::recipients;
use crate::rules::engine::control::{one_of, which, which_anew};

/// The choice needed to apply an effect, if it means one of several players.
pub(super) fn open(game: &Game, happening: &Happening, index: usize, candidate: &Candidate) -> Option<Choice> {
    let action = &happening.actions.get(index)?.action;
    let context = candidate.context(game, action);
    let scope = candidate.scope(&context);
    match candidate.instead()? {
        Instead::EnterUnder(who) => {
            which_for(game, candidate.controller, action, &players(game, &scope, who), rule!("614.12a"))
        }
        Instead::DealTo { to: Recipients::Players(who), .. } => {
            let among = players(game, &scope, who);
            let rule = if *who == Players::Active { rule!("805.9") } else { rule!("614.9") };
            which_anew(game, candidate.controller, candidate.source, &among, rule)
        }
        _ => None,
    }
}

/// The first of what receives damage in place of its recipient; of several players, the one meant.
pub(super) fn receiver(game: &Game, candidate: &Candidate, scope: &Scope<'_>, to: &Recipients) -> Option<Entity> {
    match to {
        Recipients::Players(who) => one_of(game, candidate.source, &players(game, scope, who)).map(Entity::Player),
        _ => recipients(game, scope, to).first().copied(),
    }
}

/// Asks which of several players is meant for an entering permanent. Tokens have no numbers before
/// they are created: of several at once, each is asked for again once an effect has been applied to
/// the one before.
pub(super) fn which_for(
    game: &Game,
    controller: PlayerId,
    action: &Action,
    among: &[PlayerId],
    rule: Rule,
) -> Option<Choice> {
    let object = object_of(game, action);
    match action {
        Action::CreateToken { .. } => which_anew(game, controller, object, among, rule),
        _ => which(game, controller, object, (among, 0), rule),
    }
}

/// The player under whose control the permanent enters.
pub(super) fn meant(game: &Game, action: &Action, scope: &Scope<'_>, who: &Players) -> Option<PlayerId> {
    one_of(game, object_of(game, action), &players(game, scope, who))
}
