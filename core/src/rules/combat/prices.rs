//! An upper bound, by prices, on how many requirements a declaration can obey (CR 508.1d, 509.1c).
//!
//! Each creature has a price for each thing that it is declared for. Every attacker takes the
//! blockers most valuable to it after their prices, enough of them or none; every creature sells as
//! often as it profits. Whatever the prices, no declaration is worth more than the total (a
//! Lagrangian bound). Prices that rise where a creature is in excess demand, and fall where it is
//! not, tighten the bound to that of the linear programme.

use super::maximum::{Cases, DeclarationProblem, Inclusion, SHARE};

/// How often prices are adjusted: at first, and for a case similar to the last.
const ROUNDS: (u32, u32) = (80, 20);

/// The prices of creatures.
#[derive(Clone, Debug)]
pub(super) struct Prices {
    of: Vec<i64>,
    /// The price of being declared at all, where the number of creatures is limited.
    entry: i64,
    rounds: u32,
}

/// The result of a set of prices.
struct Outcome {
    value: i64,
    /// The excess demand for each creature.
    excess: Vec<i64>,
    /// How many creatures are declared at all, and how many should be.
    declared: i64,
    limit: i64,
}

impl Prices {
    /// All prices zero.
    pub(super) fn new(problem: &DeclarationProblem) -> Prices {
        Prices { of: vec![0; problem.declarers.len()], entry: 0, rounds: ROUNDS.0 }
    }

    /// The smallest bound found, whose prices are kept. Stops once it is at most `enough`. Each
    /// round adjusts all prices in proportion to excess demand and to the distance between the
    /// bound and `enough` (Polyak's step).
    pub(super) fn bound(&mut self, problem: &DeclarationProblem, cases: &Cases, enough: u32) -> u32 {
        let goal = SHARE * i64::from(enough);
        let mut best = self.clone();
        let mut least: Option<i64> = None;
        for _ in 0..self.rounds {
            let outcome = self.outcome(problem, cases);
            if least.is_none_or(|least| outcome.value < least) {
                least = Some(outcome.value);
                best = self.clone();
            }
            let far = outcome.value - goal;
            let limited = problem.most.is_some() || cases.size > 0;
            let over = if limited { outcome.declared - outcome.limit } else { 0 };
            let norm = outcome.excess.iter().map(|it| it * it).sum::<i64>() + over * over;
            if far < SHARE || norm == 0 {
                break;
            }
            let change = |excess: i64| {
                let step = far * excess / norm;
                if step == 0 { excess.signum() } else { step }
            };
            for (price, excess) in self.of.iter_mut().zip(&outcome.excess) {
                *price += change(*excess);
            }
            self.entry += change(over);
            if problem.most.is_none() {
                self.entry = self.entry.min(0);
            }
        }
        *self = Prices { rounds: ROUNDS.1, ..best };
        u32::try_from(least.unwrap_or(0).max(0) / SHARE).unwrap_or(u32::MAX)
    }

    fn outcome(&self, problem: &DeclarationProblem, cases: &Cases) -> Outcome {
        let mut excess = vec![0; problem.declarers.len()];
        let mut value = 0;
        let mut wanted: Vec<Vec<(i64, usize)>> = vec![Vec::new(); problem.targets.len()];
        for (index, declarer) in problem.declarers.iter().enumerate() {
            if cases.declarers[index] == Inclusion::Out {
                continue;
            }
            for way in &declarer.ways {
                wanted[way.target].push((SHARE * i64::from(way.weight) - self.of[index], index));
            }
        }
        for (index, target) in problem.targets.iter().enumerate() {
            let offers = &mut wanted[index];
            offers.sort_unstable_by(|a, b| b.cmp(a));
            let least = target.least.max(1);
            let most = target.most.unwrap_or(usize::MAX);
            if cases.targets[index] == Inclusion::Out || offers.len() < least || most < least {
                continue;
            }
            let good = offers.iter().take(most).filter(|(net, _)| *net > 0).count();
            let taken = offers.get(..good.max(least)).unwrap_or_default();
            let worth = SHARE * i64::from(target.bonus) + taken.iter().map(|(net, _)| *net).sum::<i64>();
            if worth > 0 || cases.targets[index] == Inclusion::In {
                value += worth;
                taken.iter().for_each(|(_, creature)| excess[*creature] += 1);
            }
        }
        let mut declared: i64 = 0;
        for (index, declarer) in problem.declarers.iter().enumerate() {
            let capacity = declarer.capacity();
            if cases.declarers[index] == Inclusion::Out || capacity == 0 {
                continue;
            }
            let amount = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
            let sells = |count: usize| match count {
                0 => 0,
                _ => SHARE * i64::from(declarer.bonus) - self.entry + self.of[index] * amount(count),
            };
            let choices = match cases.declarers[index] {
                _ if declarer.forced => [capacity; 3],
                Inclusion::In => [1, 1, capacity],
                Inclusion::Undecided | Inclusion::Out => [0, 1, capacity],
            };
            let count = choices.into_iter().max_by_key(|count| sells(*count)).unwrap_or(0);
            value += sells(count);
            excess[index] -= amount(count);
            declared += i64::from(count > 0);
        }
        // A price keeps the number declared down to the maximum, a premium brings it up to the
        // minimum.
        let most = problem.most.and_then(|most| i64::try_from(most).ok());
        let size = i64::try_from(cases.size).unwrap_or(i64::MAX);
        let limit = match most {
            Some(most) if self.entry > 0 || declared > most => most,
            _ if self.entry < 0 || declared < size => size,
            _ => declared,
        };
        value += self.entry * if self.entry > 0 { most.unwrap_or(0) } else { size };
        Outcome { value, excess, declared, limit }
    }
}
