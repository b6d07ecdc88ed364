//! The most requirements that a declaration can obey without disobeying a restriction (CR 508.1d,
//! 509.1c), as numbers.
//!
//! A declaration gives each creature some of the things that it may attack or block. The number of
//! requirements obeyed is a sum over creatures declared, over what they are declared for, and over
//! attackers that are blocked at all: a maximum-value flow. Four kinds of restriction do not fit a
//! flow. They are left open at first; where the best flow breaks one, both cases are tried (branch
//! and bound):
//! - an attacker that takes several blockers or none (menace) and got too few;
//! - a limit on how many creatures are declared, or a creature that needs a number of others beside
//!   it (each size is tried), where creatures may block several and the flow counts pairs;
//! - a creature that needs certain others beside it, too few of which are declared.
//!
//! A case is dropped if none of its declarations can beat the best one found. Two bounds show that:
//! the flow itself, and prices ([`prices`](super::prices)), which see that a creature can be only
//! one of the several that each attacker wants.
//!
//! Cost: with d creatures and t things, a flow is O(d·t·(d + t)²) at worst, and without
//! restrictions of those kinds there is just one. With attackers that take two or none, the cases
//! seldom branch (tests: twenty against twenty, each pulled elsewhere). "Three or more" is exact
//! cover by triples, which nobody can solve fast on every board, so the search takes at most
//! [`CASES`] cases. If it needs more, the solution carries an upper bound, and the game records
//! that as an event; it never passes for a maximum.

use super::prices::Prices;

/// The unit for fractions of a requirement, shared among several blockers: a multiple of the usual
/// minimums.
pub(super) const SHARE: i64 = 2520;

/// The most cases that a search tries.
const CASES: u32 = 1500;

/// One thing that a creature may be declared for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pairing {
    /// The index of the target.
    pub(super) target: usize,
    /// How many requirements this obeys.
    pub(super) weight: u32,
}

/// A creature that may be declared.
#[derive(Clone, Debug, Default)]
pub(super) struct Declarer {
    /// What it may be declared for.
    pub(super) ways: Vec<Pairing>,
    /// The most of these at once.
    pub(super) at_most: usize,
    /// How many requirements it obeys by being declared at all.
    pub(super) bonus: u32,
    /// How many others must be declared along with it.
    pub(super) others: usize,
    /// Groups of which some must be declared along with it.
    pub(super) company: Vec<Company>,
    /// Whether it has to be declared for everything that is open to it.
    pub(super) forced: bool,
}

impl Declarer {
    /// The number of things that it can be declared for.
    pub(super) fn capacity(&self) -> usize {
        self.at_most.min(self.ways.len())
    }
}

/// A group of creatures, `count` of which must be declared along with another one.
#[derive(Clone, Debug, Default)]
pub(super) struct Company {
    /// How many.
    pub(super) count: usize,
    /// The declarers that count.
    pub(super) of: Vec<usize>,
}

impl Company {
    /// Whether too few of them are declared.
    pub(super) fn is_missed(&self, is_declared: impl Fn(usize) -> bool) -> bool {
        self.of.iter().filter(|index| is_declared(**index)).count() < self.count
    }
}

/// Something that creatures may be declared for.
#[derive(Clone, Debug, Default)]
pub(super) struct Target {
    /// The minimum, if any are declared for it.
    pub(super) least: usize,
    /// The maximum.
    pub(super) most: Option<usize>,
    /// How many requirements are obeyed if any are declared for it.
    pub(super) bonus: u32,
}

/// The problem: who may be declared for what.
#[derive(Clone, Debug, Default)]
pub(super) struct DeclarationProblem {
    pub(super) declarers: Vec<Declarer>,
    pub(super) targets: Vec<Target>,
    /// The most creatures that may be declared.
    pub(super) most: Option<usize>,
}

/// The best declaration found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Solution {
    /// How many requirements are obeyed.
    pub(super) value: u32,
    /// The upper bound that the search proved; equal to `value` if the search finished.
    pub(super) bound: u32,
    /// What each creature is declared for.
    pub(super) chosen: Vec<Vec<usize>>,
}

/// The decision about a target that takes several or none, or about a creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inclusion {
    Undecided,
    In,
    Out,
}

/// The decisions in a branch of the search.
#[derive(Clone, Debug)]
pub(super) struct Cases {
    /// The smallest number of creatures declared.
    pub(super) size: usize,
    pub(super) targets: Vec<Inclusion>,
    pub(super) declarers: Vec<Inclusion>,
}

/// A search in progress.
struct Search<'a> {
    problem: &'a DeclarationProblem,
    /// The number of requirements that is enough; none to find the maximum.
    goal: Option<u32>,
    best: Option<Solution>,
    /// How many cases have been tried.
    cases: u32,
    /// The greatest bound of a case dropped because there were too many.
    left: u32,
}

impl DeclarationProblem {
    /// The best declaration; none if what is forced is impossible, or none was found in time.
    pub(super) fn solve(&self) -> Option<Solution> {
        self.search(None)
    }

    /// A declaration that obeys `goal` requirements; none if there is none or it was not found in
    /// time.
    pub(super) fn reach(&self, goal: u32) -> Option<Solution> {
        self.search(Some(goal)).filter(|found| found.value >= goal)
    }

    fn search(&self, goal: Option<u32>) -> Option<Solution> {
        let needy = self.declarers.iter().filter(|it| it.others > 0 && !it.ways.is_empty());
        let mut sizes: Vec<usize> = needy.map(|it| it.others.saturating_add(1)).collect();
        sizes.push(0);
        sizes.sort_unstable();
        sizes.dedup();
        let mut search = Search { problem: self, goal, best: None, cases: 0, left: 0 };
        for size in sizes {
            if self.most.is_some_and(|most| most < size) || self.declarers.len() < size {
                break;
            }
            let declarers = self.declarers.iter();
            let declarers =
                declarers.map(|it| if it.others + 1 > size.max(1) { Inclusion::Out } else { Inclusion::Undecided });
            let cases =
                Cases { size, targets: vec![Inclusion::Undecided; self.targets.len()], declarers: declarers.collect() };
            search.search(cases, Prices::new(self));
        }
        let left = search.left;
        search.best.map(|best| Solution { bound: best.value.max(left), ..best })
    }

    /// How many requirements a declaration obeys.
    pub(super) fn value(&self, chosen: &[Vec<usize>]) -> u32 {
        let of_one = |(declarer, chosen): (&Declarer, &Vec<usize>)| {
            let ways = declarer.ways.iter().filter(|way| chosen.contains(&way.target));
            let bonus = if chosen.is_empty() { 0 } else { declarer.bonus };
            ways.map(|way| way.weight).sum::<u32>() + bonus
        };
        let any = |index: usize| chosen.iter().any(|chosen| chosen.contains(&index));
        let targets = self.targets.iter().enumerate().filter(|(index, _)| any(*index));
        self.declarers.iter().zip(chosen).map(of_one).sum::<u32>() + targets.map(|(_, it)| it.bonus).sum::<u32>()
    }

    /// The greatest flow if undecided restrictions may be broken, an upper bound on every
    /// declaration of these cases; none if these cases have no declaration.
    fn relaxed(&self, cases: &Cases) -> Option<(u32, Vec<Vec<usize>>)> {
        let weights = self.declarers.iter().flat_map(|it| &it.ways).map(|way| i64::from(way.weight));
        let bonuses = self.targets.iter().map(|target| i64::from(target.bonus) + 1);
        let own = self.declarers.iter().map(|it| i64::from(it.bonus));
        // More than all requirements together: what must be.
        let must = SHARE * (weights.sum::<i64>() + bonuses.sum::<i64>() + own.sum::<i64>() + 1);
        let (source, sink) = (0, 1);
        let declarer_node = |index: usize| 2 + index;
        let target_node = |index: usize| 2 + self.declarers.len() + index;
        let mut flow = Flow::new(2 + self.declarers.len() + self.targets.len());
        let mut musts = 0;
        let mut capacities: Vec<usize> = Vec::new();
        for (index, declarer) in self.declarers.iter().enumerate() {
            let capacity = declarer.capacity();
            let case = cases.declarers[index];
            let least = match case {
                _ if declarer.forced => capacity,
                Inclusion::In => 1,
                Inclusion::Undecided | Inclusion::Out => 0,
            };
            musts += least;
            if case == Inclusion::Out || capacity == 0 {
                continue;
            }
            capacities.push(capacity);
            let node = declarer_node(index);
            flow.arc(source, node, 1, SHARE * i64::from(declarer.bonus) + if least > 0 { must } else { 0 });
            flow.arc(source, node, capacity - 1, if least > 1 { must } else { 0 });
            for way in &declarer.ways {
                if cases.targets[way.target] != Inclusion::Out {
                    flow.arc(node, target_node(way.target), 1, SHARE * i64::from(way.weight));
                }
            }
        }
        for (index, target) in self.targets.iter().enumerate() {
            let bonus = SHARE * i64::from(target.bonus);
            let all = target.most.unwrap_or(usize::MAX).min(self.declarers.len());
            let node = target_node(index);
            let least = target.least.max(1);
            if least > all || cases.targets[index] == Inclusion::Out {
                continue;
            }
            if cases.targets[index] == Inclusion::In {
                musts += least;
                flow.arc(node, sink, 1, must + bonus);
                flow.arc(node, sink, least - 1, must);
            } else {
                // A share for each, rounded up.
                let count = i64::try_from(least).unwrap_or(i64::MAX);
                flow.arc(node, sink, least, (bonus + count - 1) / count);
            }
            flow.arc(node, sink, all - least, 0);
        }
        // A limit on creatures also limits pairs.
        capacities.sort_unstable_by(|a, b| b.cmp(a));
        let most = self.most.map_or(usize::MAX, |most| capacities.iter().take(most).sum());
        let total = flow.run(source, sink, cases.size, most)?;
        let rest = total - must * i64::try_from(musts).unwrap_or(i64::MAX);
        if rest < 0 {
            return None;
        }
        let chosen = |index: usize| {
            let node = declarer_node(index);
            let used = flow.arcs.iter().step_by(2).filter(|arc| arc.from == node && arc.left == 0);
            used.map(|arc| arc.to - target_node(0)).collect()
        };
        Some((u32::try_from(rest / SHARE).unwrap_or(u32::MAX), (0..self.declarers.len()).map(chosen).collect()))
    }

    /// The creature or target where a declaration breaks a restriction.
    fn broken(&self, cases: &Cases, chosen: &[Vec<usize>]) -> Option<Broken> {
        let short = self.targets.iter().enumerate().find(|(index, target)| {
            let count = chosen.iter().filter(|it| it.contains(index)).count();
            count > 0 && count < target.least
        });
        if let Some((short, _)) = short {
            return Some(Broken::Target(short));
        }
        let count = chosen.iter().filter(|it| !it.is_empty()).count();
        let undecided =
            |index: &usize| cases.declarers[*index] == Inclusion::Undecided && !self.declarers[*index].forced;
        let mut all = 0..chosen.len();
        if self.most.is_some_and(|most| count > most) {
            return Some(
                all.find(|it| undecided(it) && !chosen[*it].is_empty()).map_or(Broken::Hopeless, Broken::Declarer),
            );
        }
        if count < cases.size {
            let idle = |it: &usize| undecided(it) && chosen[*it].is_empty() && self.declarers[*it].capacity() > 0;
            return Some(all.find(idle).map_or(Broken::Hopeless, Broken::Declarer));
        }
        let is_declared = |index: usize| !chosen[index].is_empty();
        let missed = |index: usize| {
            let company = self.declarers[index].company.iter().filter(|_| is_declared(index));
            company.into_iter().find(|it| it.is_missed(is_declared)).map(|it| (index, it))
        };
        let (alone, company) = all.find_map(missed)?;
        if undecided(&alone) {
            return Some(Broken::Declarer(alone));
        }
        let joins = |it: &&usize| undecided(it) && !is_declared(**it) && self.declarers[**it].capacity() > 0;
        Some(company.of.iter().find(joins).map_or(Broken::Hopeless, |it| Broken::Declarer(*it)))
    }
}

/// What breaks a restriction.
enum Broken {
    Target(usize),
    Declarer(usize),
    /// Nothing is left to decide.
    Hopeless,
}

impl Search<'_> {
    /// The number of requirements that a declaration has to exceed to be of interest.
    fn to_beat(&self) -> Option<u32> {
        let best = self.best.as_ref().map(|best| best.value);
        best.max(self.goal.and_then(|goal| goal.checked_sub(1)))
    }

    /// Whether a bound is too low to be of interest, or enough has been found.
    fn is_beaten(&self, bound: u32) -> bool {
        self.to_beat().is_some_and(|beat| bound <= beat)
            || self.goal.is_some_and(|goal| self.best.as_ref().is_some_and(|best| best.value >= goal))
    }

    /// Searches for the best declaration of these cases.
    fn search(&mut self, mut cases: Cases, mut prices: Prices) {
        loop {
            self.cases += 1;
            let Some((bound, chosen)) = self.problem.relaxed(&cases) else { return };
            if self.is_beaten(bound) {
                return;
            }
            let broken = match self.problem.broken(&cases, &chosen) {
                None => {
                    let value = self.problem.value(&chosen);
                    self.best = Some(Solution { value, bound: value, chosen });
                    return;
                }
                Some(Broken::Hopeless) => return,
                Some(broken) => broken,
            };
            // Without a declaration to beat, the closer bound is not worth its cost.
            let bound = match self.to_beat() {
                Some(enough) => bound.min(prices.bound(self.problem, &cases, enough)),
                None => bound,
            };
            if self.is_beaten(bound) {
                return;
            }
            if self.cases >= CASES {
                self.left = self.left.max(bound);
                return;
            }
            let mut with = cases.clone();
            match broken {
                Broken::Target(index) => {
                    with.targets[index] = Inclusion::In;
                    cases.targets[index] = Inclusion::Out;
                }
                Broken::Declarer(index) => {
                    with.declarers[index] = Inclusion::In;
                    cases.declarers[index] = Inclusion::Out;
                }
                Broken::Hopeless => return,
            }
            self.search(with, prices.clone());
        }
    }
}

/// A flow network: arcs with capacity and value per unit, each followed by its reverse.
struct Flow {
    arcs: Vec<Arc>,
    nodes: usize,
}

struct Arc {
    from: usize,
    to: usize,
    left: usize,
    worth: i64,
}

impl Flow {
    const fn new(nodes: usize) -> Flow {
        Flow { arcs: Vec::new(), nodes }
    }

    fn arc(&mut self, from: usize, to: usize, left: usize, worth: i64) {
        self.arcs.push(Arc { from, to, left, worth });
        self.arcs.push(Arc { from: to, to: from, left: 0, worth: -worth });
    }

    /// The maximum value of a flow of `least` to `most` units, built from augmenting paths of
    /// maximum value; none if `least` do not fit.
    fn run(&mut self, source: usize, sink: usize, least: usize, most: usize) -> Option<i64> {
        let (mut total, mut units) = (0, 0);
        while units < most {
            let Some((worth, path)) = self.path(source, sink) else { break };
            if worth <= 0 && units >= least {
                break;
            }
            for arc in path {
                self.arcs[arc].left -= 1;
                self.arcs[arc ^ 1].left += 1;
            }
            total += worth;
            units += 1;
        }
        (units >= least).then_some(total)
    }

    /// The augmenting path of maximum value (Bellman-Ford), with its arcs.
    fn path(&self, source: usize, sink: usize) -> Option<(i64, Vec<usize>)> {
        let mut reached: Vec<Option<(i64, usize)>> = vec![None; self.nodes];
        reached[source] = Some((0, usize::MAX));
        for _ in 0..self.nodes {
            let mut changed = false;
            for (index, arc) in self.arcs.iter().enumerate() {
                let Some((worth, _)) = reached[arc.from] else { continue };
                let worth = worth + arc.worth;
                if arc.left > 0 && arc.to != source && reached[arc.to].is_none_or(|(there, _)| there < worth) {
                    reached[arc.to] = Some((worth, index));
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let (worth, _) = reached[sink]?;
        let mut path = Vec::new();
        let mut node = sink;
        while node != source {
            let (_, arc) = reached[node]?;
            path.push(arc);
            node = self.arcs[arc].from;
        }
        Some((worth, path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Dice;

    /// The best value over every declaration.
    fn brute(problem: &DeclarationProblem) -> Option<u32> {
        let mut all: Vec<Vec<Vec<usize>>> = vec![Vec::new()];
        for declarer in &problem.declarers {
            let before = std::mem::take(&mut all);
            let ways = 0..1usize << declarer.ways.len();
            let sets = ways.map(|bits| {
                let has = |(index, _): &(usize, &Pairing)| bits >> index & 1 == 1;
                declarer.ways.iter().enumerate().filter(has).map(|(_, way)| way.target).collect::<Vec<_>>()
            });
            let fits = |set: &Vec<usize>| {
                set.len() <= declarer.at_most && (!declarer.forced || set.len() == declarer.capacity())
            };
            let sets: Vec<Vec<usize>> = sets.filter(fits).collect();
            for chosen in before {
                for set in &sets {
                    let mut next = chosen.clone();
                    next.push(set.clone());
                    all.push(next);
                }
            }
        }
        let legal = |chosen: &Vec<Vec<usize>>| {
            let size = chosen.iter().filter(|it| !it.is_empty()).count();
            let beside = |it: &Declarer| it.company.iter().all(|it| !it.is_missed(|index| !chosen[index].is_empty()));
            let needs = |(it, set): (&Declarer, &Vec<usize>)| set.is_empty() || (it.others < size && beside(it));
            let needs = problem.declarers.iter().zip(chosen).all(needs);
            let enough = problem.targets.iter().enumerate().all(|(index, target)| {
                let count = chosen.iter().filter(|it| it.contains(&index)).count();
                (count == 0 || count >= target.least) && target.most.is_none_or(|most| count <= most)
            });
            needs && enough && problem.most.is_none_or(|most| size <= most)
        };
        all.iter().filter(|chosen| legal(chosen)).map(|chosen| problem.value(chosen)).max()
    }

    fn random(dice: &mut Dice, several: bool) -> DeclarationProblem {
        let target = |dice: &mut Dice| Target {
            least: dice.below(4),
            most: (dice.below(6) == 0).then(|| 1 + dice.below(3)),
            bonus: dice.below(3) as u32,
        };
        let targets: Vec<Target> = (0..1 + dice.below(if several { 3 } else { 4 })).map(|_| target(dice)).collect();
        let count = dice.below(if several { 6 } else { 7 });
        let declarers = (0..count).map(|_| {
            let ways = (0..targets.len()).filter(|_| dice.coin()).collect::<Vec<_>>();
            let ways: Vec<Pairing> =
                ways.into_iter().map(|target| Pairing { target, weight: dice.below(3) as u32 }).collect();
            let others = if dice.below(4) == 0 { dice.below(4) } else { 0 };
            let at_most = if several { 1 + dice.below(3) } else { 1 };
            // A decided creature does everything that is left to it.
            let forced = !ways.is_empty() && ways.len() <= at_most && dice.below(8) == 0;
            let company = if dice.below(4) == 0 {
                vec![Company { count: dice.below(3), of: (0..count).filter(|_| dice.coin()).collect() }]
            } else {
                Vec::new()
            };
            Declarer { forced, ways, others, company, at_most, bonus: dice.below(3) as u32 }
        });
        let declarers: Vec<_> = declarers.collect();
        DeclarationProblem { declarers, targets, most: (dice.below(4) == 0).then(|| dice.below(5)) }
    }

    #[test]
    fn it_is_what_trying_everything_finds() {
        let mut dice = Dice::new(508);
        let mut impossible = 0;
        for round in 0..4000 {
            let problem = random(&mut dice, round % 3 == 0);
            let found = problem.solve();
            assert_eq!(found.as_ref().map(|it| it.value), brute(&problem), "round {round}: {problem:?}");
            match found {
                Some(found) => {
                    assert_eq!(problem.value(&found.chosen), found.value);
                    assert_eq!(found.bound, found.value, "round {round}");
                }
                None => impossible += 1,
            }
        }
        assert!(impossible > 50, "only {impossible} were impossible");
    }

    fn board(
        blockers: usize,
        least: usize,
        bonus: u32,
        each: impl Fn(usize, usize) -> Option<u32>,
    ) -> DeclarationProblem {
        let declarer = |index: usize| Declarer {
            ways: (0..30).filter_map(|target| Some(Pairing { target, weight: each(index, target)? })).collect(),
            at_most: 1,
            ..Declarer::default()
        };
        DeclarationProblem {
            declarers: (0..blockers).map(declarer).collect(),
            targets: vec![Target { least, bonus, most: None }; 30],
            most: None,
        }
    }

    /// Thirty creatures against thirty, each with requirements of its own.
    #[test]
    fn a_large_board_is_no_matter() {
        let sparse =
            |each: u32| move |index: usize, target: usize| (!(target + index).is_multiple_of(7)).then_some(each);
        let value = |problem: &DeclarationProblem| problem.solve().map(|it| it.value);
        assert_eq!(value(&board(30, 1, 2, sparse(1))), Some(90));
        assert_eq!(value(&board(29, 2, 1, sparse(0))), Some(14));
        assert_eq!(value(&board(29, 3, 1, sparse(2))), Some(29 * 2 + 9));
        assert_eq!(value(&board(31, 2, 1, sparse(1))), Some(31 + 15));
        assert_eq!(value(&DeclarationProblem { most: Some(7), ..board(30, 2, 3, sparse(1)) }), Some(7 + 9));
    }

    /// Each blocker is drawn to an attacker of its own, and each attacker takes several or none.
    #[test]
    fn pulled_apart_by_attackers_with_menace() {
        let pulled = |least: usize, bonus: u32| {
            let found = board(30, least, bonus, |index, target| Some(u32::from(index == target))).solve().unwrap();
            (found.value, found.bound)
        };
        assert_eq!(pulled(2, 0), (15, 15));
        assert_eq!(pulled(3, 0), (10, 10));
        assert_eq!(pulled(2, 1), (30, 30));
        // Each is drawn to two, around the table.
        let ring = board(30, 2, 0, |index, target| Some(u32::from(index == target || (index + 1) % 30 == target)));
        assert_eq!(ring.solve().map(|it| (it.value, it.bound)), Some((30, 30)));
    }

    /// A search that does not finish gives an upper bound and still a legal declaration.
    #[test]
    fn a_hostile_board_is_bounded() {
        let mut dice = Dice::new(509);
        let able: Vec<Vec<bool>> = (0..24).map(|_| (0..30).map(|_| dice.below(5) == 0).collect()).collect();
        let problem = board(24, 3, 0, |index, target| able[index][target].then_some(1));
        let found = problem.solve().unwrap();
        assert_eq!(problem.value(&found.chosen), found.value);
        assert!(found.value <= found.bound && found.bound <= 24);
        // Reaching a value, without proof that it is the maximum, is immediate.
        assert!(problem.reach(found.value).is_some());
    }
}
