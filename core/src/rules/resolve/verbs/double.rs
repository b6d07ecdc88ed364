//! Doubling power and toughness (CR 701.9a-c).

use crate::card::verb;
use crate::card::{Filter, Modification, Objects, Quantity, StaticEffect};
use crate::derive::Look;
use crate::derive::filter::found;
use crate::fact::{ObjectId, ResolveFrame};
use crate::rule;
use crate::state::Game;

use crate::rules::engine::actions::effect_on;
use crate::rules::engine::cursor::{go_on, scope};
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;

impl Verb for verb::Double {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.what]
    }

    /// Adds to each creature what it has, even if that is less than zero (CR 701.9b-c).
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let verb::Double { what, power, toughness, duration } = self;
        let creatures = found(&work.game, &scope(frame), what);
        go_on(work, frame);
        for creature in creatures {
            let Some((has, resists)) = power_and_toughness(&work.game, creature) else { continue };
            let added = |doubled: bool, number: i32| Quantity::Fixed(if doubled { number } else { 0 });
            let modifications = vec![Modification::AddPowerToughness(added(*power, has), added(*toughness, resists))];
            let effect = StaticEffect::Modify { what: Filter::Any, modifications, defining: false };
            effect_on(work, frame, rule!("701.9a"), effect, duration, creature);
        }
    }
}

/// The power and toughness of a creature on the battlefield.
fn power_and_toughness(game: &Game, id: ObjectId) -> Option<(i32, i32)> {
    let there = game.object(id).is_some_and(crate::state::Object::is_permanent) && game.is_creature(id);
    let characteristics = game.characteristics(id).filter(|_| there)?;
    Some((characteristics.power?, characteristics.toughness?))
}
