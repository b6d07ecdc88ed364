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
        self.weights.is_empty() || self.weights.iter().map(|it| i64::from(*it)).sum::<i64>() <= i64::from(self.at_most)
    }

    /// For each number of options, from 0 on, whether so many could be chosen: the lightest ones.
    fn allowed(&self) -> Vec<bool> {
        let mut weights = self.weights.clone();
        weights.sort_unstable();
        let sums = weights.iter().scan(0i64, |sum, weight| {
            *sum += i64::from(*weight);
            Some(*sum)
        });
        std::iter::once(true).chain(sums.map(|sum| sum <= i64::from(self.at_most))).collect()
    }

    /// The minimum and maximum number of choices within these bounds; none if no number is
    /// possible.
    pub fn counts(&self, min: u32, max: u32) -> Option<(u32, u32)> {
        let allowed = self.allowed();
        // Nobody can choose more than all.
        let all = allowed.len() - 1;
        let mut able = (min..=max).filter(|count| allowed[all.min(*count as usize)]);
        let first = able.next()?;
        Some((first, able.next_back().unwrap_or(first)))
    }

    /// The choice among the options.
    pub fn domain(self, options: Vec<Item>, min: u32, max: u32) -> Domain {
        Domain::Gather { options, weights: self.weights, sum: Sum::AtMost { most: self.at_most, min, max } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_choices_go_by_the_lightest_options() {
        let limit = |weights: &[i32], at_most| TotalLimit { weights: weights.to_vec(), at_most };
        assert_eq!(limit(&[3, 1, 2], 3).counts(0, 3), Some((0, 2)));
        assert_eq!(limit(&[3, 1, 2], 6).counts(1, 9), Some((1, 9)));
        assert_eq!(limit(&[3, 4], 2).counts(1, 2), None);
        // None at all is always possible, and a negative number makes room for another.
        assert_eq!(limit(&[1], -1).counts(0, 1), Some((0, 0)));
        assert_eq!(limit(&[2, -3, 1], -1).counts(1, 3), Some((1, 2)));
        assert!(limit(&[], -1).allows_all() && limit(&[2, -3], -1).allows_all() && !limit(&[2], 1).allows_all());
    }
}
