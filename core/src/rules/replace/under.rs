//! Permanents that would enter under the control of one of several players (CR 110.2a, 614.12a):
//! the controller of the effect chooses which.

use crate::card::{Instead, Players};
use crate::derive::Scope;
use crate::derive::filter::players;
use crate::fact::{Action, Choice, Happening, PlayerId};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::about::object_of;
use super::candidates::Candidate;
use crate::rules::engine::control::{one_of, which, which_anew};

/// The choice needed to apply an effect, if it means one of several players.
pub(super) fn open(game: &Game, happening: &Happening, index: usize, candidate: &Candidate) -> Option<Choice> {
    let Instead::EnterUnder(who) = candidate.instead()? else { return None };
    let action = &happening.actions.get(index)?.action;
    let context = candidate.context(game, action);
    let among = players(game, &candidate.scope(&context), who);
    which_for(game, candidate.controller, action, &among, rule!("614.12a"))
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
        _ => which(game, controller, object, among, rule),
    }
}

/// The player under whose control the permanent enters.
pub(super) fn meant(game: &Game, action: &Action, scope: &Scope<'_>, who: &Players) -> Option<PlayerId> {
    one_of(game, object_of(game, action), &players(game, scope, who))
}
