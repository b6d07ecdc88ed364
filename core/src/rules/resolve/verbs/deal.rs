//! Damage from effects, and fights (CR 120.4, 701.12).

use crate::card::verb;
use crate::card::{CardType, Objects, Recipients};
use crate::derive::{Look, filter::found};
use crate::fact::{Action, Entity, ObjectId, ResolveFrame};
use crate::rule;
use crate::rule::Rule;
use crate::rules::engine::verb::Verb;
use crate::rules::replace::damage;
use crate::state::Game;

use crate::rules::engine::actions::keeps_from;
use crate::rules::engine::cursor::scope;
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::act;

impl Verb for verb::DealDamage {
    fn actions(&self, game: &Game, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        Some((rule!("120.2b"), damage::of_effect(game, frame, self)))
    }

    fn worked_out_for(&self, frame: &ResolveFrame) -> Option<&Objects> {
        match &self.to {
            Recipients::Objects(what) if !keeps_from(&scope(frame), &self.source, &self.to) => Some(what),
            to if damage::differs_by_source(&self.source, &self.amount, to) => Some(&self.source),
            _ => None,
        }
    }
}

/// What all its parts come to is found out first, in one game; then it happens at once.
impl Verb for verb::AtOnce {
    fn actions(&self, game: &Game, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        Some((rule!("120.2b"), self.0.iter().flat_map(|part| damage::at_once(game, frame, part)).collect()))
    }
}

impl Verb for verb::Fight {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.what, &self.with]
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let actions = fought(&work.game, frame, &self.what, &self.with);
        act(work, frame, rule!("701.12a"), actions);
    }
}

/// The damage of a fight: each of two creatures deals damage equal to its power to the other; none
/// if one is no longer a creature (CR 701.12).
fn fought(game: &Game, frame: &ResolveFrame, what: &Objects, with: &Objects) -> Vec<Action> {
    let scope = scope(frame);
    let one = |reference| found(game, &scope, reference).first().copied();
    let (Some(a), Some(b)) = (one(what), one(with)) else { return Vec::new() };
    let fights = |id: ObjectId| {
        game.object(id).is_some_and(crate::state::Object::is_permanent) && game.has_type(id, CardType::Creature)
    };
    if !fights(a) || !fights(b) {
        return Vec::new();
    }
    let power = |id: ObjectId| {
        let power = game.characteristics(id).and_then(|it| it.power).unwrap_or(0);
        u32::try_from(power).unwrap_or(0)
    };
    let damage = |source: ObjectId, to: ObjectId, amount: u32| Action::Damage {
        source,
        to: Entity::Object(to),
        amount,
        combat: false,
    };
    // CR 701.12c
    if a == b {
        return vec![damage(a, a, power(a).saturating_mul(2))];
    }
    vec![damage(a, b, power(a)), damage(b, a, power(b))]
}
