//! The most requirements that a declaration can obey without disobeying a restriction (CR 508.1d, 509.1c), as numbers.
//!
//! A declaration gives each creature at most one thing to attack or to block. How many requirements are obeyed is a sum over
//! creatures and what they are declared for, and over attackers that are blocked at all: a flow of greatest value. Two kinds
//! of restriction are no flow. A creature that needs others beside it asks for a size: each size that is asked for is tried.
//! An attacker that takes several blockers or none (menace) is left open first; where the best flow gives it too few, both
//! cases are tried, and a case that cannot beat the best declaration found is left. The search always ends with the maximum:
//! no count of attempts cuts it short. It is polynomial but for the attackers of that last kind that requirements pull
//! blockers to or away from.

/// Fractions of a requirement, for the share of each of several blockers: a multiple of the usual least numbers.
const SHARE: i64 = 2520;

/// A creature that may be declared.
#[derive(Clone, Debug, Default)]
pub(super) struct Declarer {
    /// What it may be declared for, with the number of requirements that this obeys.
    pub(super) ways: Vec<(usize, u32)>,
    /// How many others must be declared if it is.
    pub(super) others: usize,
    /// Whether only declarations with it are looked at.
    pub(super) forced: bool,
}

/// Something that creatures may be declared for.
#[derive(Clone, Debug, Default)]
pub(super) struct Target {
    /// How many at the least, if any are.
    pub(super) least: usize,
    /// How many requirements it obeys that any are.
    pub(super) bonus: u32,
}

/// Who may be declared for what.
#[derive(Clone, Debug, Default)]
pub(super) struct Problem {
    pub(super) declarers: Vec<Declarer>,
    pub(super) targets: Vec<Target>,
    /// How many creatures may be declared.
    pub(super) most: Option<usize>,
}

/// A declaration that obeys the most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Solution {
    /// How many requirements are obeyed.
    pub(super) value: u32,
    /// What each creature is declared for.
    pub(super) chosen: Vec<Option<usize>>,
}

/// What is decided about a target that takes several or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Case {
    Undecided,
    Several,
    None,
}

impl Problem {
    /// The best declaration; none if what is forced cannot be.
    pub(super) fn solve(&self) -> Option<Solution> {
        let mut sizes: Vec<usize> =
            self.declarers.iter().filter(|it| it.others > 0).map(|it| it.others.saturating_add(1)).collect();
        sizes.push(0);
        sizes.sort_unstable();
        sizes.dedup();
        let mut best = None;
        for size in sizes {
            if self.most.is_some_and(|most| most < size) || self.declarers.len() < size {
                break;
            }
            let cases = vec![Case::Undecided; self.targets.len()];
            self.search(size, cases, &mut best);
        }
        best
    }

    /// The best declaration of at least `size` creatures, none of which needs more than that.
    fn search(&self, size: usize, mut cases: Vec<Case>, best: &mut Option<Solution>) {
        loop {
            let Some((bound, chosen)) = self.relaxed(size, &cases) else { return };
            if best.as_ref().is_some_and(|best| bound <= best.value) {
                return;
            }
            let short = self.targets.iter().enumerate().find(|(index, target)| {
                let count = chosen.iter().filter(|it| **it == Some(*index)).count();
                count > 0 && count < target.least
            });
            let Some((short, _)) = short else {
                *best = Some(Solution { value: self.value(&chosen), chosen });
                return;
            };
            let mut several = cases.clone();
            several[short] = Case::Several;
            self.search(size, several, best);
            cases[short] = Case::None;
        }
    }

    /// How many requirements a declaration obeys.
    pub(super) fn value(&self, chosen: &[Option<usize>]) -> u32 {
        let ways = self.declarers.iter().zip(chosen).filter_map(|(declarer, chosen)| {
            declarer.ways.iter().find(|(target, _)| Some(*target) == *chosen).map(|(_, weight)| *weight)
        });
        let any = self.targets.iter().enumerate().filter(|(index, _)| chosen.contains(&Some(*index)));
        ways.sum::<u32>() + any.map(|(_, target)| target.bonus).sum::<u32>()
    }

    /// The greatest flow if an undecided target may take too few, and no declaration of these cases obeys more; none if
    /// there is no declaration of these cases.
    fn relaxed(&self, size: usize, cases: &[Case]) -> Option<(u32, Vec<Option<usize>>)> {
        let weights = self.declarers.iter().flat_map(|it| &it.ways).map(|(_, weight)| i64::from(*weight));
        let bonuses = self.targets.iter().map(|target| i64::from(target.bonus) + 1);
        // More than all requirements together: what must be.
        let must = SHARE * (weights.sum::<i64>() + bonuses.sum::<i64>() + 1);
        let (source, sink) = (0, 1);
        let declarer_node = |index: usize| 2 + index;
        let target_node = |index: usize| 2 + self.declarers.len() + index;
        let mut flow = Flow::new(2 + self.declarers.len() + self.targets.len());
        let mut musts = 0;
        for (index, declarer) in self.declarers.iter().enumerate() {
            musts += usize::from(declarer.forced);
            if declarer.others > 0 && declarer.others + 1 > size {
                continue;
            }
            flow.arc(source, declarer_node(index), 1, if declarer.forced { must } else { 0 });
            for (target, weight) in &declarer.ways {
                if cases[*target] != Case::None {
                    flow.arc(declarer_node(index), target_node(*target), 1, SHARE * i64::from(*weight));
                }
            }
        }
        for (index, target) in self.targets.iter().enumerate() {
            let bonus = SHARE * i64::from(target.bonus);
            let all = self.declarers.len();
            let node = target_node(index);
            if target.least > all || cases[index] == Case::None {
                continue;
            }
            let least = target.least.max(1);
            if cases[index] == Case::Several {
                musts += least;
                flow.arc(node, sink, 1, must + bonus);
                flow.arc(node, sink, least - 1, must);
            } else {
                // A share for each, rounded up.
                let count = i64::try_from(least).unwrap_or(i64::MAX);
                flow.arc(node, sink, least, (bonus + count - 1) / count);
            }
            flow.arc(node, sink, all, 0);
        }
        let total = flow.run(source, sink, size, self.most.unwrap_or(usize::MAX))?;
        let rest = total - must * i64::try_from(musts).unwrap_or(i64::MAX);
        if rest < 0 {
            return None;
        }
        let chosen = |index: usize| {
            let node = declarer_node(index);
            let used = flow.arcs.iter().step_by(2).find(|arc| arc.from == node && arc.left == 0);
            used.map(|arc| arc.to - target_node(0))
        };
        Some((u32::try_from(rest / SHARE).unwrap_or(u32::MAX), (0..self.declarers.len()).map(chosen).collect()))
    }
}

/// Arcs with how much fits and what each unit is worth; each is followed by its reverse.
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

    /// The greatest worth of a flow of `least` to `most` units, one unit after another by the path that is worth most; none
    /// if so many do not fit.
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

    /// The path that is worth most (Bellman and Ford), and its arcs.
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

    /// Every declaration there is.
    fn brute(problem: &Problem) -> Option<u32> {
        let mut all = vec![Vec::new()];
        for declarer in &problem.declarers {
            let before = std::mem::take(&mut all);
            for chosen in before {
                let none = (!declarer.forced).then_some(None);
                for way in none.into_iter().chain(declarer.ways.iter().map(|(target, _)| Some(*target))) {
                    let mut next: Vec<Option<usize>> = chosen.clone();
                    next.push(way);
                    all.push(next);
                }
            }
        }
        let legal = |chosen: &Vec<Option<usize>>| {
            let size = chosen.iter().flatten().count();
            let needs = problem.declarers.iter().zip(chosen).all(|(it, way)| way.is_none() || it.others < size);
            let enough = problem.targets.iter().enumerate().all(|(index, target)| {
                let count = chosen.iter().filter(|it| **it == Some(index)).count();
                count == 0 || count >= target.least
            });
            needs && enough && problem.most.is_none_or(|most| size <= most)
        };
        all.iter().filter(|chosen| legal(chosen)).map(|chosen| problem.value(chosen)).max()
    }

    fn random(dice: &mut Dice) -> Problem {
        let targets: Vec<Target> =
            (0..1 + dice.below(4)).map(|_| Target { least: dice.below(4), bonus: dice.below(3) as u32 }).collect();
        let declarers = (0..dice.below(7)).map(|_| {
            let ways = (0..targets.len()).filter(|_| dice.coin()).collect::<Vec<_>>();
            let ways: Vec<_> = ways.into_iter().map(|target| (target, dice.below(3) as u32)).collect();
            let others = if dice.below(4) == 0 { dice.below(4) } else { 0 };
            Declarer { forced: !ways.is_empty() && dice.below(8) == 0, ways, others }
        });
        let declarers: Vec<_> = declarers.collect();
        Problem { declarers, targets, most: (dice.below(4) == 0).then(|| dice.below(5)) }
    }

    #[test]
    fn it_is_what_trying_everything_finds() {
        let mut dice = Dice::new(508);
        let mut impossible = 0;
        for round in 0..4000 {
            let problem = random(&mut dice);
            let found = problem.solve();
            assert_eq!(found.as_ref().map(|it| it.value), brute(&problem), "round {round}: {problem:?}");
            match found {
                Some(found) => assert_eq!(problem.value(&found.chosen), found.value),
                None => impossible += 1,
            }
        }
        assert!(impossible > 50, "only {impossible} were impossible");
    }

    /// Thirty creatures against thirty, each with requirements of its own.
    #[test]
    fn a_large_board_is_no_matter() {
        let board = |blockers: usize, least: usize, bonus: u32, each: u32| Problem {
            declarers: (0..blockers)
                .map(|index| Declarer {
                    ways: (0..30).filter(|it| (it + index) % 7 != 0).map(|it| (it, each)).collect(),
                    ..Declarer::default()
                })
                .collect(),
            targets: vec![Target { least, bonus }; 30],
            most: None,
        };
        let value = |problem: &Problem| problem.solve().map(|it| it.value);
        assert_eq!(value(&board(30, 1, 2, 1)), Some(90));
        assert_eq!(value(&board(29, 2, 1, 0)), Some(14));
        assert_eq!(value(&board(29, 3, 1, 2)), Some(29 * 2 + 9));
        assert_eq!(value(&board(31, 2, 1, 1)), Some(31 + 15));
        assert_eq!(value(&Problem { most: Some(7), ..board(30, 2, 3, 1) }), Some(7 + 9));
    }
}
