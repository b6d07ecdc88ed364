//! Finds the answer to a choice that says the same as an answer to another one.

use std::collections::BTreeSet;

use retrace_core::fact::{Answer, Assignment, Choice, Domain, Entity, Item, ManaId, ManaUnit, ObjectId, Share};
use retrace_core::state::Game;

use crate::describe;

/// The answer to a choice in one game that says the same as `answer` to a choice in another. It may
/// still be illegal.
///
/// # Errors
/// Why there is none, as a clause.
pub(super) fn same_answer(
    (old, was): (&Game, &Choice),
    answer: &Answer,
    (new, is): (&Game, &Choice),
) -> Result<Answer, String> {
    let other = || "another kind of answer is asked for there".to_owned();
    Ok(match (answer, &is.domain) {
        (Answer::Confirmed(_), Domain::Confirm) | (Answer::Number(_), Domain::Number { .. }) | (Answer::BackOut, _) => {
            answer.clone()
        }
        (Answer::Picked(items), Domain::Pick { options, .. } | Domain::Gather { options, .. }) => {
            Answer::Picked(same_items((old, offered(&was.domain)), items, (new, options))?)
        }
        (Answer::Ordered(items), Domain::Order(options)) => {
            let same = same_items((old, offered(&was.domain)), items, (new, options))?;
            if same.len() < options.len() {
                return Err("there is more to order there".to_owned());
            }
            Answer::Ordered(same)
        }
        (Answer::Declared(assignments), Domain::Declare { options }) => {
            let objects: Vec<ObjectId> = options.iter().map(|option| option.object).collect();
            let targets: Vec<Entity> = options.iter().flat_map(|option| option.to.iter().copied()).collect();
            let mut left = objects;
            let mut declared = Vec::new();
            for Assignment { object, to } in assignments {
                let object = take(&mut left, *object, |id| describe::object(old, id), |id| describe::object(new, id))?;
                let to = to.iter().map(|to| same_entity(old, *to, new, &targets)).collect::<Result<_, _>>()?;
                declared.push(Assignment { object, to });
            }
            Answer::Declared(declared)
        }
        (Answer::Divided(division), Domain::Divide(shares)) => {
            Answer::Divided(same_division(old, division, new, shares)?)
        }
        (Answer::Paid(units), Domain::Pay { pool, .. }) => {
            let paid: &[ManaUnit] = match &was.domain {
                Domain::Pay { pool, .. } => pool,
                _ => return Err(other()),
            };
            Answer::Paid(same_mana(paid, units, pool)?)
        }
        (Answer::Mana(act), Domain::Pay { sources, .. }) => {
            let mut left = sources.clone();
            let act = take(&mut left, (**act).clone(), |it| describe::act(old, &it), |it| describe::act(new, &it))?;
            Answer::Mana(Box::new(act))
        }
        (Answer::Helped(id, symbol), Domain::Pay { help, .. }) => {
            let mut left: Vec<ObjectId> = help.iter().map(|help| help.object).collect();
            let id = take(&mut left, *id, |id| describe::object(old, id), |id| describe::object(new, id))?;
            Answer::Helped(id, *symbol)
        }
        _ => return Err(other()),
    })
}

fn offered(domain: &Domain) -> &[Item] {
    match domain {
        Domain::Pick { options, .. } | Domain::Gather { options, .. } | Domain::Order(options) => options,
        _ => &[],
    }
}

/// The items of a choice that say the same as those of another. Of several that do, the same one is
/// taken, otherwise the one at the same place among those that say it.
fn same_items(
    (old, were): (&Game, &[Item]),
    items: &[Item],
    (new, options): (&Game, &[Item]),
) -> Result<Vec<Item>, String> {
    let mut taken = BTreeSet::new();
    let mut same = Vec::new();
    for item in items {
        let words = describe::item(old, item);
        let alike: Vec<&Item> = options.iter().filter(|option| describe::item(new, option) == words).collect();
        let place = were.iter().filter(|it| describe::item(old, it) == words).position(|it| it == item);
        let free = |option: &&&Item| !taken.contains(**option);
        let found = alike.iter().filter(free).find(|option| **option == item);
        let found = found.or_else(|| alike.get(place?).filter(free)).or_else(|| alike.iter().find(free));
        let found: Item =
            found.map(|found| (**found).clone()).ok_or_else(|| format!("“{words}” is not offered there"))?;
        taken.insert(found.clone());
        same.push(found);
    }
    Ok(same)
}

/// Takes what says the same out of a list: the very same if it is there.
fn take<T: Clone + PartialEq>(
    left: &mut Vec<T>,
    wanted: T,
    was: impl Fn(T) -> String,
    is: impl Fn(T) -> String,
) -> Result<T, String> {
    let words = was(wanted.clone());
    let alike = |it: &T| is(it.clone()) == words;
    let place = left.iter().position(|it| *it == wanted && alike(it)).or_else(|| left.iter().position(alike));
    place.map(|place| left.remove(place)).ok_or_else(|| format!("“{words}” cannot do that there"))
}

fn same_entity(old: &Game, wanted: Entity, new: &Game, among: &[Entity]) -> Result<Entity, String> {
    let words = describe::entity(old, wanted);
    let alike = |it: &&Entity| describe::entity(new, **it) == words;
    let same = among.iter().filter(alike).find(|it| **it == wanted);
    let found = same.or_else(|| among.iter().find(alike)).copied();
    found.ok_or_else(|| format!("“{words}” is not there to choose"))
}

/// What a source deals to each recipient.
type Division = Vec<(ObjectId, Vec<(Entity, u32)>)>;

fn same_division(old: &Game, division: &Division, new: &Game, shares: &[Share]) -> Result<Division, String> {
    let mut left: Vec<ObjectId> = shares.iter().map(|share| share.source).collect();
    let mut same = Division::new();
    for (source, amounts) in division {
        let source = take(&mut left, *source, |id| describe::object(old, id), |id| describe::object(new, id))?;
        let share = shares.iter().find(|share| share.source == source);
        let among = share.map(|share| share.among.as_slice()).unwrap_or_default();
        let mut to: Vec<(Entity, u32)> = Vec::new();
        for (entity, amount) in amounts {
            let free: Vec<Entity> =
                among.iter().copied().filter(|it| to.iter().all(|(taken, _)| taken != it)).collect();
            to.push((same_entity(old, *entity, new, &free)?, *amount));
        }
        same.push((source, to));
    }
    match left.is_empty() {
        true => Ok(same),
        false => Err("there is more to divide there".to_owned()),
    }
}

/// Mana of the same types from a pool.
fn same_mana(paid: &[ManaUnit], units: &[ManaId], pool: &[ManaUnit]) -> Result<Vec<ManaId>, String> {
    let mut left: Vec<&ManaUnit> = pool.iter().collect();
    let mut same = Vec::new();
    for id in units {
        let kind = paid.iter().find(|unit| unit.id == *id).map(|unit| unit.kind);
        let alike = |unit: &&ManaUnit| Some(unit.kind) == kind;
        let place = left.iter().position(|unit| unit.id == *id && alike(unit));
        let place = place.or_else(|| left.iter().position(alike));
        let place = place.ok_or_else(|| "the mana is not in the pool there".to_owned())?;
        same.push(left.remove(place).id);
    }
    Ok(same)
}
