//! The draws of the draw step (CR 504.1). The players of a team that takes its turns together draw
//! one after another, in whatever order the team likes (CR 805.6a).

use crate::card::mechanism::Mechanisms;
use crate::card::{Reads, StaticEffect, TurnStep};
use crate::fact::{Action, Choice, Domain, Entity, EntryNo, Item, PlayerId, Prompt, Proposed, TurnStepStage};
use crate::rule;
use crate::state::Game;

use crate::rules::engine::control;
use crate::rules::engine::work::Work;
use crate::rules::replace::candidates;
use crate::rules::replace::combat_progress::to_stage;
use crate::rules::replace::perform::perform;

/// Asks a team for the order of its draws, where anything could tell one order from another.
pub(super) fn draws_choice(game: &Game) -> Option<Choice> {
    if !game.shares_turns() {
        return None;
    }
    let team = drawing(game);
    if team.len() < 2 || !shows(game, &team) {
        return None;
    }
    let asked = game.primary(game.world().turn.active);
    let players = team.into_iter().map(|id| Item::Entity(Entity::Player(id))).collect();
    Some(control::ask(asked, Prompt::DrawOrder, rule!("805.6a"), Domain::Order(players)))
}

/// Takes the order.
pub(super) fn answered(work: &mut Work, items: &[Item]) {
    let players = items.iter().filter_map(|item| match item {
        Item::Entity(entity) => entity.player(),
        _ => None,
    });
    to_stage(work, TurnStep::Draw, TurnStepStage::Draws { remaining: players.collect() });
}

/// The next player draws, or nobody is left.
pub(super) fn proceed(work: &mut Work, remaining: &[PlayerId]) {
    let Some((next, rest)) = remaining.split_first() else {
        return to_stage(work, TurnStep::Draw, TurnStepStage::Priority);
    };
    to_stage(work, TurnStep::Draw, TurnStepStage::Draws { remaining: rest.to_vec() });
    if work.game.plays(*next) {
        draw(work, &[*next]);
    }
}

/// All of them draw: nothing tells in which order (CR 805.4b).
pub(super) fn at_once(work: &mut Work) {
    to_stage(work, TurnStep::Draw, TurnStepStage::Priority);
    let team = drawing(&work.game);
    draw(work, &team);
}

fn drawing(game: &Game) -> Vec<PlayerId> {
    game.turn_mates(game.world().turn.active)
}

fn draw(work: &mut Work, players: &[PlayerId]) {
    let cause = work.cause();
    perform(work, proposed(players, cause));
}

fn proposed(players: &[PlayerId], cause: Option<EntryNo>) -> Vec<Proposed> {
    players.iter().map(|player| Proposed::new(Action::Draw(*player), cause, rule!("504.1"))).collect()
}

/// Whether an ability could trigger on a draw, an effect could replace one, or cards are revealed
/// as they are drawn.
fn shows(game: &Game, team: &[PlayerId]) -> bool {
    let reveals = |effect: &StaticEffect| matches!(effect, StaticEffect::RevealDrawn { .. });
    let heard = || game.hears(Reads::PAST_PLAYERS);
    let revealed = || {
        game.has_mechanism(Mechanisms::MIRACLES) || game.derived().functioning.others().any(|it| reveals(&it.effect))
    };
    heard() || revealed() || candidates::apply_to_any(game, proposed(team, None))
}
