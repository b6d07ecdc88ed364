//! The progress of combat, and what joins it.

use crate::card::{Joining, TurnStep};
use crate::derive::filter::objects;
use crate::fact::{Entity, Frame, Joins, ObjectId, ResolveFrame, TurnStepStage};
use crate::rule;
use crate::state::Game;

use crate::rules::engine::cursor::{one_player, scope};
use crate::rules::engine::work::Work;

pub(in crate::rules) fn to_stage(work: &mut Work, step: TurnStep, stage: TurnStepStage) {
    work.change(rule!("703.1"), Frame::TurnStep { step, stage });
}

/// How a creature that an effect puts onto the battlefield joins combat; none if that is
/// impossible.
pub(in crate::rules) fn joins(game: &Game, frame: &ResolveFrame, joining: &Joining) -> Option<Joins> {
    let scope = scope(frame);
    match joining {
        Joining::Attacking => Some(Joins::Attacking(None)),
        Joining::AttackingPlayer(who) => {
            one_player(game, frame, who).map(|player| Joins::Attacking(Some(Entity::Player(player))))
        }
        Joining::AttackingTheirs(who) => one_player(game, frame, who).map(Joins::AttackingTheirs),
        Joining::AttackingLike(what) => {
            let of = objects(game, &scope, what).into_iter().find_map(|id| attacks(game, id));
            of.map(|target| Joins::Attacking(Some(target)))
        }
        Joining::Blocking => Some(Joins::Blocking(None)),
        Joining::BlockingThat(what) => {
            let attacker = objects(game, &scope, what).first().copied();
            attacker.map(|attacker| Joins::Blocking(Some(attacker)))
        }
    }
}

/// What a creature is attacking, or was as it left.
pub(in crate::rules) fn attacks(game: &Game, id: ObjectId) -> Option<Entity> {
    match game.object(id) {
        Some(_) => game.world().combat_of(id)?.attacker(id)?.target,
        None => game.world().departed.get(&id)?.was.attacking,
    }
}
