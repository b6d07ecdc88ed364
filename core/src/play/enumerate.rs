//! Enumerates all legal answers, lazily.

use std::ops::RangeInclusive;
use std::rc::Rc;

use crate::card::{ManaCost, ManaSymbol};
use crate::fact::{Answer, Assignment, Choice, Declarable, Domain, Entity, Item, ObjectId, Share, Sum};
use crate::rules::Duty;
use crate::rules::check::check;
use crate::state::Game;

/// Returns every legal answer to a choice once, in a fixed order. A domain of numbers or subsets
/// may be long, so take only what you need. Answers that differ only in an order no rule can
/// distinguish are left out, as are payments that spend other mana of the same kind.
pub fn enumerate<'a>(game: &'a Game, choice: &'a Choice) -> Box<dyn Iterator<Item = Answer> + 'a> {
    let back = choice.back_out.then_some(Answer::BackOut);
    let answers: Box<dyn Iterator<Item = Answer> + 'a> = match &choice.domain {
        Domain::Pick { options, min, max } => {
            let sizes = *min as usize..=(*max as usize).min(options.len());
            Box::new(sizes.flat_map(move |size| subsets(options, size)).map(Answer::Picked))
        }
        Domain::Gather { options, weights, sum: Sum::AtMost { most, min, max } } => {
            // A maximum for the sum is a minimum for the negated sum.
            let weights: Rc<[i64]> = weights.iter().map(|it| -i64::from(*it)).collect();
            let needed = -i64::from(*most);
            let none = (*min == 0).then(Vec::new);
            let places = move |size| enough(Rc::clone(&weights), 0, size, needed);
            let items = |places: Vec<usize>| places.into_iter().map(|place| options[place].clone()).collect();
            let sizes = (*min).max(1) as usize..=(*max as usize).min(options.len());
            Box::new(none.into_iter().chain(sizes.flat_map(places).map(items)).map(Answer::Picked))
        }
        Domain::Gather { options, weights, sum: Sum::AtLeast(least) } => {
            let weights: Rc<[i64]> = weights.iter().map(|it| i64::from(*it)).collect();
            let needed = i64::from(*least);
            let places = move |size| enough(Rc::clone(&weights), 0, size, needed);
            let items = |places: Vec<usize>| places.into_iter().map(|place| options[place].clone()).collect();
            Box::new((0..=options.len()).flat_map(places).map(items).map(Answer::Picked))
        }
        Domain::Order(items) => Box::new(permutations(items.clone()).map(Answer::Ordered)),
        Domain::Confirm => Box::new([Answer::Confirmed(true), Answer::Confirmed(false)].into_iter()),
        Domain::Number { min, max } => Box::new((*min..=*max).map(Answer::Number)),
        Domain::Declare { options, .. } => {
            let duty = Rc::new(Duty::of(game, options));
            Box::new(declarations(duty, options, Vec::new()).map(Answer::Declared))
        }
        Domain::Divide(shares) => Box::new(divisions(shares).map(Answer::Divided)),
        Domain::Pay { cost, pool, sources, help, .. } => {
            let kinds: Rc<[_]> = pool.iter().map(|unit| (unit.kind, unit.snow)).collect();
            let ids = |units: Vec<usize>| units.into_iter().map(|index| pool[index].id).collect();
            let units = move |size| multisets(Rc::clone(&kinds), (0..pool.len()).collect(), size);
            let paid = units_for(cost, pool.len()).flat_map(units).map(ids).map(Answer::Paid);
            let helped = help.iter().flat_map(|it| it.pays.iter().map(|symbol| Answer::Helped(it.object, *symbol)));
            Box::new(sources.iter().map(|act| Answer::Mana(Box::new(act.clone()))).chain(helped).chain(paid))
        }
    };
    Box::new(answers.chain(back).filter(move |answer| check(game, choice, answer).is_ok()))
}

/// Returns the subsets of a size, in the order of their members.
fn subsets<T: Clone>(items: &[T], size: usize) -> Box<dyn Iterator<Item = Vec<T>> + '_> {
    if size == 0 {
        return Box::new(std::iter::once(Vec::new()));
    }
    if size > items.len() {
        return Box::new(std::iter::empty());
    }
    Box::new((0..=items.len() - size).flat_map(move |first| {
        subsets(&items[first + 1..], size - 1).map(move |mut rest| {
            rest.insert(0, items[first].clone());
            rest
        })
    }))
}

/// Returns the sets of `size` indexes from `from` on whose weights reach the total. It abandons a
/// branch as soon as it can't reach it.
fn enough(weights: Rc<[i64]>, from: usize, size: usize, needed: i64) -> Box<dyn Iterator<Item = Vec<usize>>> {
    if size == 0 {
        return Box::new((needed <= 0).then(Vec::new).into_iter());
    }
    let mut left = weights[from.min(weights.len())..].to_vec();
    left.sort_unstable_by(|a, b| b.cmp(a));
    if left.len() < size || left[..size].iter().sum::<i64>() < needed {
        return Box::new(std::iter::empty());
    }
    Box::new((from..=weights.len() - size).flat_map(move |first| {
        enough(Rc::clone(&weights), first + 1, size - 1, needed - weights[first]).map(move |mut others| {
            others.insert(0, first);
            others
        })
    }))
}

/// Returns the orders of items lazily.
fn permutations(items: Vec<Item>) -> Box<dyn Iterator<Item = Vec<Item>>> {
    if items.is_empty() {
        return Box::new(std::iter::once(Vec::new()));
    }
    Box::new((0..items.len()).flat_map(move |first| {
        let mut rest = items.clone();
        let head = rest.remove(first);
        permutations(rest).map(move |mut tail| {
            tail.insert(0, head.clone());
            tail
        })
    }))
}

/// Returns how many of the available units of mana could pay a cost.
fn units_for(cost: &ManaCost, there: usize) -> RangeInclusive<usize> {
    let (mut least, mut most) = (0usize, 0usize);
    for symbol in &cost.0 {
        let (low, high) = match symbol {
            ManaSymbol::Generic(n) => (*n as usize, *n as usize),
            ManaSymbol::TwoOr(_) => (1, 2),
            ManaSymbol::Phyrexian(_) => (0, 1),
            ManaSymbol::X => (0, 0),
            ManaSymbol::Mana(_) | ManaSymbol::Snow | ManaSymbol::Hybrid(..) => (1, 1),
        };
        least = least.saturating_add(low);
        most = most.saturating_add(high);
    }
    least..=most.min(there)
}

/// Returns the sets of this many indexes. Of sets that differ only in equal items, it keeps one.
fn multisets<K: PartialEq + 'static>(
    kinds: Rc<[K]>,
    left: Vec<usize>,
    size: usize,
) -> Box<dyn Iterator<Item = Vec<usize>>> {
    if size == 0 {
        return Box::new(std::iter::once(Vec::new()));
    }
    if size > left.len() {
        return Box::new(std::iter::empty());
    }
    let like = |kinds: &[K], passed: &[usize], place: usize| passed.iter().any(|it| kinds[*it] == kinds[place]);
    // Of equal items, the first is taken or none.
    let first = |index: &usize| !like(&kinds, &left[..*index], left[*index]);
    let firsts: Vec<usize> = (0..left.len()).filter(first).collect();
    Box::new(firsts.into_iter().flat_map(move |index| {
        let (passed, place) = (&left[..index], left[index]);
        let rest = left[index + 1..].iter().copied().filter(|it| !like(&kinds, passed, *it)).collect();
        multisets(Rc::clone(&kinds), rest, size - 1).map(move |mut others| {
            others.insert(0, place);
            others
        })
    }))
}

/// Returns the declarations: each object does nothing, or as many of its options as it may. It
/// abandons a branch as soon as no legal declaration can follow.
fn declarations<'a>(
    duty: Rc<Duty<'a>>,
    options: &'a [Declarable],
    decided: Vec<Vec<Entity>>,
) -> Box<dyn Iterator<Item = Vec<Assignment>> + 'a> {
    let Some(option) = options.get(decided.len()) else {
        let pairs = options.iter().zip(decided);
        let declared = pairs.filter(|(_, to)| !to.is_empty());
        let declared = declared.map(|(it, to)| Assignment { object: it.object, to });
        return Box::new(std::iter::once(declared.collect()));
    };
    let most = (option.at_most as usize).min(option.to.len());
    let ways = (0..=most).flat_map(|size| subsets(&option.to, size));
    Box::new(ways.flat_map(move |way| -> Box<dyn Iterator<Item = Vec<Assignment>> + 'a> {
        let mut decided = decided.clone();
        decided.push(way);
        if !duty.extends(&decided) {
            return Box::new(std::iter::empty());
        }
        declarations(Rc::clone(&duty), options, decided)
    }))
}

type Division = Vec<(ObjectId, Vec<(Entity, u32)>)>;

/// Returns the ways to divide each share: among its recipients, or all of it as though the source
/// weren't blocked. If that is one of the former, it comes once, after them.
fn divisions(shares: &[Share]) -> Box<dyn Iterator<Item = Division> + '_> {
    let Some((first, rest)) = shares.split_first() else {
        return Box::new(std::iter::once(Vec::new()));
    };
    let unblocked = first.unblocked.map(|to| vec![(to, first.total)]);
    let none = first.among.is_empty().then(Vec::new);
    let ways = parts(&first.among, first.total, first.least).filter(move |_| !first.among.is_empty());
    let other = move |part: &Vec<(Entity, u32)>| first.unblocked.is_none_or(|to| *part != [(to, first.total)]);
    Box::new(ways.filter(other).chain(none).chain(unblocked).flat_map(move |part| {
        divisions(rest).map(move |mut others| {
            others.insert(0, (first.source, part.clone()));
            others
        })
    }))
}

/// Returns the ways to divide a total among recipients, each of whom gets at least `least`. Those
/// that give the first recipients most come first, because these must be assigned lethal damage
/// first (CR 510.1c).
fn parts(among: &[Entity], total: u32, least: u32) -> Box<dyn Iterator<Item = Vec<(Entity, u32)>> + '_> {
    let Some((first, rest)) = among.split_first() else {
        return Box::new((total == 0).then(Vec::new).into_iter());
    };
    let others = u32::try_from(rest.len()).unwrap_or(u32::MAX).saturating_mul(least);
    let Some(most) = total.checked_sub(others) else { return Box::new(std::iter::empty()) };
    let lowest = if rest.is_empty() { total } else { least };
    Box::new((lowest..=most).rev().flat_map(move |amount| {
        parts(rest, total - amount, least).map(move |mut others| {
            if amount > 0 {
                others.insert(0, (*first, amount));
            }
            others
        })
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fact::PlayerId;

    /// The first orders of twenty items are available at once, although no memory could hold all
    /// orders.
    #[test]
    fn orders_come_one_by_one() {
        let items: Vec<Item> = (0..20).map(|id| Item::Entity(Entity::Object(ObjectId(id)))).collect();
        let orders: Vec<Vec<Item>> = permutations(items.clone()).take(3).collect();
        assert_eq!(orders[0], items);
        assert_eq!(orders[1][..18], items[..18]);
        assert_eq!(orders[1][18..], [items[19].clone(), items[18].clone()]);
        assert_eq!(permutations(items[..5].to_vec()).count(), 120);
    }

    /// The only legal answer among billions is found at once.
    #[test]
    fn what_cannot_be_is_not_gone_through() {
        let one_each: Rc<[i64]> = vec![1; 40].into();
        let first = (0..=40).flat_map(|size| enough(Rc::clone(&one_each), 0, size, 20)).next();
        assert_eq!(first, Some((0..20).collect()));
        let weights: Rc<[i64]> = vec![3, 1, 0, 2].into();
        let all: Vec<Vec<usize>> = (0..=4).flat_map(|size| enough(Rc::clone(&weights), 0, size, 4)).collect();
        assert_eq!(all, [vec![0, 1], vec![0, 3], vec![0, 1, 2], vec![0, 1, 3], vec![0, 2, 3], vec![0, 1, 2, 3]]);
        let among: Vec<Entity> = (0..20).map(|id| Entity::Object(ObjectId(id))).collect();
        let ways: Vec<Vec<(Entity, u32)>> = parts(&among, 20, 1).collect();
        assert_eq!(ways, [among.iter().map(|to| (*to, 1)).collect::<Vec<_>>()]);
        let amounts = |way: Vec<(Entity, u32)>| way.into_iter().map(|(_, amount)| amount).collect::<Vec<u32>>();
        let ways: Vec<Vec<u32>> = parts(&among[..2], 3, 0).map(amounts).collect();
        assert_eq!(ways, [vec![3], vec![2, 1], vec![1, 2], vec![3]]);
    }

    /// Dividing as though unblocked is offered once, whatever else is.
    #[test]
    fn as_though_unblocked_comes_once() {
        let [player, blocker] = [Entity::Player(PlayerId(1)), Entity::Object(ObjectId(2))];
        let ways = |among: &[Entity]| -> Vec<Vec<(Entity, u32)>> {
            let share = Share {
                source: ObjectId(1),
                total: 1,
                among: among.to_vec(),
                lethal: vec![None; among.len()],
                deathtouch: false,
                unblocked: Some(player),
                past: None,
                least: 0,
            };
            divisions(&[share]).map(|mut division| division.remove(0).1).collect()
        };
        assert_eq!(ways(&[]), [vec![], vec![(player, 1)]]);
        assert_eq!(ways(&[player]), [[(player, 1)]]);
        assert_eq!(ways(&[blocker]), [[(blocker, 1)], [(player, 1)]]);
        assert_eq!(ways(&[blocker, player]), [[(blocker, 1)], [(player, 1)]]);
    }

    #[test]
    fn what_is_alike_is_chosen_once() {
        let all = |kinds: &[char], size| -> Vec<Vec<usize>> {
            multisets(kinds.to_vec().into(), (0..kinds.len()).collect(), size).collect()
        };
        assert_eq!(all(&['a', 'b', 'a'], 2), [vec![0, 1], vec![0, 2]]);
        assert_eq!(all(&['a', 'b', 'b', 'a'], 3), [vec![0, 1, 2], vec![0, 1, 3]]);
        assert_eq!(all(&['a'; 60], 30).len(), 1);
        // Compares with all subsets, leaving out equal ones.
        let kinds = ['a', 'b', 'c', 'a', 'b', 'a', 'd'];
        for size in 0..=kinds.len() {
            let mut seen: Vec<Vec<char>> = Vec::new();
            let places: Vec<usize> = (0..kinds.len()).collect();
            let fresh = subsets(&places, size).filter(|subset| {
                let mut its: Vec<char> = subset.iter().map(|place| kinds[*place]).collect();
                its.sort_unstable();
                let new = !seen.contains(&its);
                seen.push(its);
                new
            });
            let fresh: Vec<Vec<usize>> = fresh.collect();
            assert_eq!(all(&kinds, size), fresh);
        }
    }
}
