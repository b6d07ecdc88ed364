//! Choices with a single answer, which nobody needs to be asked.

use crate::fact::{Answer, Choice, Domain, Item, Prompt, PromptKind, Sum};

use crate::rules::announce::division;

/// Returns the answer to a choice that has only one, as far as its domain tells. Payments,
/// declarations of attackers and blockers, and combat damage are always the player's.
pub fn only_answer(choice: &Choice) -> Option<Answer> {
    let only = match &choice.domain {
        Domain::Pick { options, min, max } => match (options.len(), *min as usize, *max as usize) {
            (_, 0, 0) | (0, 0, _) => Some(Answer::Picked(Vec::new())),
            (there, min, _) if there == min => Some(Answer::Picked(options.clone())),
            _ => None,
        },
        Domain::Gather { options, weights, sum } => only_gathered(options, weights, *sum),
        Domain::Order(items) => (items.len() < 2).then(|| Answer::Ordered(items.clone())),
        Domain::Number { min, max } => (min == max).then_some(Answer::Number(*min)),
        Domain::Divide(shares) => match shares.as_slice() {
            [] => Some(Answer::Divided(Vec::new())),
            [share] if choice.prompt != Prompt::CombatDamage && !division::is_open(share) => {
                let parts = share.among.iter().copied().zip(division::portions(share, None)).collect();
                Some(Answer::Divided(vec![(share.source, parts)]))
            }
            _ => None,
        },
        Domain::Confirm | Domain::Declare { .. } | Domain::Pay { .. } => None,
    };
    only.filter(|_| !is_announced(choice))
}

/// Whether it is for the player to say it even so: what they do (CR 117.1), and the targets, the
/// mode and the costs of what they cast or activate (CR 601.2b-c), which they may take back
/// (CR 726.1).
fn is_announced(choice: &Choice) -> bool {
    let Domain::Pick { options, min, .. } = &choice.domain else {
        return choice.back_out && matches!(choice.prompt.kind(), PromptKind::Targets | PromptKind::Costs);
    };
    match choice.prompt.kind() {
        PromptKind::Targets | PromptKind::Costs => choice.back_out,
        // CR 702.42a: with entwine, it is all of them.
        PromptKind::Modes => choice.back_out && *min < 2,
        _ => options.iter().any(|item| matches!(item, Item::Act(_))),
    }
}

/// The only set of items whose weights fit.
fn only_gathered(options: &[Item], weights: &[i32], sum: Sum) -> Option<Answer> {
    let weight = |place: &usize| weights.get(*place).copied().map_or(0, i64::from);
    let picked = |in_it: &dyn Fn(usize) -> bool| {
        let items = options.iter().enumerate().filter(|(place, _)| in_it(*place));
        Answer::Picked(items.map(|(_, item)| item.clone()).collect())
    };
    let mut places: Vec<usize> = (0..options.len()).collect();
    match sum {
        Sum::AtLeast(least) => {
            let positive: i64 = places.iter().map(weight).filter(|it| *it > 0).sum();
            // Without any that adds to it, or with any that doesn't, it would be too little.
            let another = |place: &usize| positive - weight(place).abs() >= i64::from(least);
            let only = positive >= i64::from(least) && !places.iter().any(another);
            only.then(|| picked(&|place| weight(&place) > 0))
        }
        Sum::AtMost { most, min, max } => {
            let most = i64::from(most);
            places.sort_by_key(weight);
            let least_of = |count: usize| places.iter().take(count).map(weight).sum::<i64>();
            let fits = |count: &usize| *count == 0 || least_of(*count) <= most;
            let mut counts = (min as usize..=(max as usize).min(options.len())).filter(fits);
            let (Some(count), None) = (counts.next(), counts.next()) else { return None };
            let (in_it, others) = places.split_at(count);
            let next_best = in_it.last().zip(others.first());
            let another = next_best.is_some_and(|(out, into)| least_of(count) - weight(out) + weight(into) <= most);
            (!another).then(|| picked(&|place| in_it.contains(&place)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::ManaType;
    use crate::card::pool::Pool;
    use crate::fact::{Entity, ObjectId, PlayerId, Share};
    use crate::play::{Dice, enumerate};
    use crate::rule;
    use crate::rules::check::check;
    use crate::scenario::Scenario;

    /// A small domain of any kind, with at least one answer in most cases.
    fn domain(dice: &mut Dice) -> Domain {
        let small = |dice: &mut Dice, most: usize| u32::try_from(dice.below(most + 1)).unwrap();
        let there = dice.below(4);
        let options: Vec<Item> = ManaType::ALL[..there].iter().map(|kind| Item::Mana(*kind)).collect();
        let weights = |dice: &mut Dice| (0..there).map(|_| i32::try_from(dice.below(6)).unwrap() - 1).collect();
        let min = small(dice, there);
        let max = min + small(dice, 2);
        match dice.below(6) {
            0 => Domain::Pick { options, min, max },
            1 => {
                let sum = Sum::AtLeast(i32::try_from(dice.below(7)).unwrap());
                Domain::Gather { weights: weights(dice), options, sum }
            }
            2 => {
                let sum = Sum::AtMost { most: i32::try_from(dice.below(7)).unwrap(), min, max };
                Domain::Gather { weights: weights(dice), options, sum }
            }
            3 => Domain::Order(options),
            4 => Domain::Number { min, max },
            _ => {
                let among: Vec<Entity> =
                    (0..min.max(1)).map(|at| Entity::Player(PlayerId(u8::try_from(at).unwrap()))).collect();
                let total = if dice.below(4) == 0 { 0 } else { min.max(1) + small(dice, 2) };
                Domain::Divide(vec![Share {
                    source: ObjectId(1),
                    total,
                    lethal: vec![None; among.len()],
                    among,
                    deathtouch: false,
                    unblocked: None,
                    past: None,
                    least: u32::from(total > 0),
                }])
            }
        }
    }

    #[test]
    fn it_is_found_where_there_is_just_one() {
        let board = r#"Scenario(name: "Nothing", players: [(name: "Ann"), (name: "Bob"), (name: "Cy")],
            script: [Expect([Life(of: "Bob", is: 20)])])"#;
        let run = Scenario::read("nothing.ron", board).unwrap().run(&Pool::bundled().unwrap()).unwrap();
        let game = &run.timelines[0].end;
        let mut dice = Dice::new(7);
        let (mut one, mut several) = (0, 0);
        for _ in 0..3_000 {
            let choice = Choice {
                player: PlayerId(0),
                answered_by: PlayerId(0),
                prompt: Prompt::Timestamps,
                rule: rule!("608.2d"),
                domain: domain(&mut dice),
                back_out: false,
            };
            let answers = enumerate(game, &choice).take(2).count();
            let found = only_answer(&choice);
            assert_eq!(found.is_some(), answers == 1, "{found:?} of {choice:?}");
            if let Some(answer) = &found {
                assert_eq!(check(game, &choice, answer), Ok(()), "{choice:?}");
            }
            one += u32::from(answers == 1);
            several += u32::from(answers == 2);
        }
        assert!(one > 300 && several > 300, "{one} and {several}");
    }
}
