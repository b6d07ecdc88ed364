//! Limits on choices taken together (CR 601.2c, 608.2d): "with total mana value 8 or less".

use crate::card::Total;
use crate::fact::{Domain, Entity, Item, Sum};
use crate::state::Game;

use crate::derive::filter::quantity;
use crate::derive::look::scope::Scope;

/// The number of each option, and the maximum sum of the chosen ones.
#[derive(Clone, Debug)]
pub struct TotalLimit {
    weights: Vec<i32>,
    at_most: i32,
}

impl TotalLimit {
    /// A limit applied to these options.
    pub fn of(game: &Game, scope: &Scope<'_>, total: &Total, options: &[Entity]) -> TotalLimit {
        let weight = |entity: &Entity| {
            let scope = Scope { affected: Some(*entity), they: entity.player().or(scope.they), ..*scope };
            quantity(game, &scope, &total.of)
        };
        TotalLimit { weights: options.iter().map(weight).collect(), at_most: quantity(game, scope, &total.at_most) }
    }

    /// Whether all options could be chosen together.
    pub fn allows_all(&self) -> bool {
        self.allows(self.weights.len())
    }

    /// Whether `count` options could be chosen.
    fn allows(&self, count: usize) -> bool {
        let mut weights: Vec<i64> = self.weights.iter().map(|weight| i64::from(*weight)).collect();
        weights.sort_unstable();
        count == 0 || weights.iter().take(count).sum::<i64>() <= i64::from(self.at_most)
    }

    /// The minimum and maximum number of choices within these bounds; none if no number is
    /// possible.
    pub fn counts(&self, min: u32, max: u32) -> Option<(u32, u32)> {
        let mut able = (min..=max).filter(|count| self.allows(*count as usize));
        let first = able.next()?;
        Some((first, able.next_back().unwrap_or(first)))
    }

    /// The choice among the options.
    pub fn domain(self, options: Vec<Item>, min: u32, max: u32) -> Domain {
        Domain::Gather { options, weights: self.weights, sum: Sum::AtMost { most: self.at_most, min, max } }
    }
}
