//! All legal answers, lazily.

use std::rc::Rc;

use crate::fact::{Answer, Assignment, Choice, Declarable, Domain, Entity, Item, ManaId, ObjectId, Share};
use crate::rules::Duty;
use crate::rules::check::check;
use crate::state::Game;

/// Every legal answer to a choice, each once, in a fixed order. A domain of numbers or subsets may be long: take what you
/// need. An answer that differs from another only in an order that no rule can tell is left out, as is a payment that
/// spends other mana of the same kind.
pub fn enumerate<'a>(game: &'a Game, choice: &'a Choice) -> Box<dyn Iterator<Item = Answer> + 'a> {
    let back = choice.back_out.then_some(Answer::BackOut);
    let answers: Box<dyn Iterator<Item = Answer> + 'a> = match &choice.domain {
        Domain::Pick { options, min, max } => {
            let sizes = *min as usize..=(*max as usize).min(options.len());
            Box::new(sizes.flat_map(move |size| subsets(options, size)).map(Answer::Picked))
        }
        Domain::Gather { options, .. } => {
            Box::new((0..=options.len()).flat_map(move |size| subsets(options, size)).map(Answer::Picked))
        }
        Domain::Order(items) => Box::new(permutations(items).map(Answer::Ordered)),
        Domain::Confirm => Box::new([Answer::Confirmed(true), Answer::Confirmed(false)].into_iter()),
        Domain::Number { min, max } => Box::new((*min..=*max).map(Answer::Number)),
        Domain::Declare { options, .. } => {
            let duty = Rc::new(Duty::of(game, options));
            Box::new(declarations(duty, options, Vec::new()).map(Answer::Declared))
        }
        Domain::Divide(shares) => Box::new(divisions(shares).map(Answer::Divided)),
        Domain::Pay { pool, sources, help, .. } => {
            let ids: Vec<ManaId> = pool.iter().map(|unit| unit.id).collect();
            let kinds = move |units: &[ManaId]| {
                let mut kinds: Vec<_> =
                    pool.iter().filter(|unit| units.contains(&unit.id)).map(|unit| (unit.kind, unit.snow)).collect();
                kinds.sort_unstable();
                kinds
            };
            let mut seen = Vec::new();
            let all: Vec<Vec<ManaId>> = (0..=ids.len()).flat_map(|size| subsets(&ids, size)).collect();
            let fresh = all.into_iter().filter(move |units| {
                let kinds = kinds(units);
                let new = !seen.contains(&kinds);
                seen.push(kinds);
                new
            });
            let helped = help.iter().flat_map(|it| it.pays.iter().map(|symbol| Answer::Helped(it.object, *symbol)));
            Box::new(
                sources
                    .iter()
                    .map(|act| Answer::Mana(Box::new(act.clone())))
                    .chain(helped)
                    .chain(fresh.map(Answer::Paid)),
            )
        }
    };
    Box::new(answers.chain(back).filter(move |answer| check(game, choice, answer).is_ok()))
}

/// The subsets of a size, in the order of their members.
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

fn permutations(items: &[Item]) -> Box<dyn Iterator<Item = Vec<Item>> + '_> {
    if items.is_empty() {
        return Box::new(std::iter::once(Vec::new()));
    }
    Box::new((0..items.len()).flat_map(move |first| {
        let mut rest = items.to_vec();
        let head = rest.remove(first);
        let tails: Vec<Vec<Item>> = permutations(&rest).collect();
        tails.into_iter().map(move |mut tail| {
            tail.insert(0, head.clone());
            tail
        })
    }))
}

/// Each object does nothing, or as many of its possibilities as it may; what no legal declaration goes on from is left at once.
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

fn divisions(shares: &[Share]) -> Box<dyn Iterator<Item = Division> + '_> {
    let Some((first, rest)) = shares.split_first() else {
        return Box::new(std::iter::once(Vec::new()));
    };
    let past = first.unblocked.map(|to| vec![(to, first.total)]);
    let none = first.among.is_empty().then(Vec::new);
    let past = past.filter(|_| !(first.among.len() == 1 && first.among.first() == first.unblocked.as_ref()));
    let ways = parts(&first.among, first.total).filter(move |_| !first.among.is_empty());
    let known = move |part: &Vec<(Entity, u32)>| {
        first.unblocked.is_none_or(|to| !first.among.contains(&to) || part.as_slice() != [(to, first.total)])
    };
    Box::new(ways.filter(known).chain(none).chain(past).flat_map(move |part| {
        divisions(rest).map(move |mut others| {
            others.insert(0, (first.source, part.clone()));
            others
        })
    }))
}

/// The ways to divide a total among recipients.
fn parts(among: &[Entity], total: u32) -> Box<dyn Iterator<Item = Vec<(Entity, u32)>> + '_> {
    let Some((first, rest)) = among.split_first() else {
        return Box::new((total == 0).then(Vec::new).into_iter());
    };
    Box::new((0..=total).flat_map(move |amount| {
        parts(rest, total - amount).map(move |mut others| {
            if amount > 0 {
                others.insert(0, (*first, amount));
            }
            others
        })
    }))
}
