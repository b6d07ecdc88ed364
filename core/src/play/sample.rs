//! Samples legal answers at random.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use smallvec::SmallVec;

use crate::chance::below;
use crate::derive::mana;
use crate::derive::permit::{Outlook, outlook};
use crate::fact::{Answer, Assignment, Choice, Declarable, Domain, Entity, Item, Prompt, Share, Sum};
use crate::rules::check::check;
use crate::rules::{Duty, division_in_order, looks_payable, untap_in_order};
use crate::state::Game;

/// Room for what most players with priority may begin.
const USUAL: usize = 24;

/// A seeded source of chance for policies. The game's own results come from the game's generator.
#[derive(Clone, Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// Creates dice that always fall the same way for the same seed.
    pub fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns a number below `bound`, each equally likely; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(below(&mut self.0, bound as u64)).unwrap_or(0)
    }

    /// Returns true or false, equally likely.
    pub fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
        }
    }
}

/// Returns a random legal answer to a choice. With priority, it prefers actions that look possible
/// to complete.
pub fn sample(game: &Game, choice: &Choice, dice: &mut Dice) -> Answer {
    match &choice.domain {
        Domain::Pick { options, .. } if choice.prompt == Prompt::Priority => priority(game, choice, options, dice),
        // Which permanents untap depends on which others do (CR 502.3).
        Domain::Pick { options, .. } if choice.prompt == Prompt::Untap => {
            let mut items = options.clone();
            dice.shuffle(&mut items);
            let rest = items.split_off(dice.below(items.len() + 1));
            Answer::Picked(untap_in_order(game, &items, &rest))
        }
        Domain::Pick { options, min, max } => {
            let mut items = options.clone();
            dice.shuffle(&mut items);
            // An action that could not be paid for is seldom intended.
            let payable = |item: &Item| match item {
                Item::Cost(cost) => looks_payable(game, cost),
                _ => true,
            };
            if matches!(choice.prompt, Prompt::Costs(_))
                && items.iter().filter(|it| payable(it)).count() >= *min as usize
            {
                items.retain(payable);
                let most = (*max as usize).min(items.len());
                items.truncate(*min as usize + dice.below(most - *min as usize + 1));
                return Answer::Picked(items);
            }
            let count = *min as usize + dice.below((*max - *min) as usize + 1);
            items.truncate(count);
            Answer::Picked(items)
        }
        // A random number of items is picked at random, without those that would make the sum too
        // much. If that leaves too few, the lightest ones are picked instead.
        Domain::Gather { options, weights, sum: Sum::AtMost { most, min, max } } => {
            let mut all: Vec<(i64, Item)> =
                weights.iter().map(|weight| i64::from(*weight)).zip(options.iter().cloned()).collect();
            dice.shuffle(&mut all);
            let wanted = *min as usize + dice.below((*max - *min) as usize + 1);
            let (mut total, mut picked) = (0, Vec::new());
            for (weight, item) in &all {
                if picked.len() < wanted && total + weight <= i64::from(*most) {
                    total += weight;
                    picked.push(item.clone());
                }
            }
            if picked.len() < *min as usize {
                all.sort_by_key(|(weight, _)| *weight);
                picked = all.into_iter().take(*min as usize).map(|(_, item)| item).collect();
            }
            Answer::Picked(picked)
        }
        // Items are added at random until the sum is enough, leaving out those that would lower it.
        Domain::Gather { options, weights, sum: Sum::AtLeast(at_least) } => {
            let mut useful: Vec<Item> =
                options.iter().zip(weights).filter(|(_, weight)| **weight > 0).map(|(item, _)| item.clone()).collect();
            dice.shuffle(&mut useful);
            let enough = |count: &usize| Domain::gathered(options, weights, &useful[..*count]) >= i64::from(*at_least);
            let count = (0..=useful.len()).find(enough).unwrap_or(useful.len());
            useful.truncate(count);
            Answer::Picked(useful)
        }
        Domain::Order(items) => {
            let mut items = items.clone();
            dice.shuffle(&mut items);
            Answer::Ordered(items)
        }
        // Now and then a mulligan, like a person; anything else is a coin flip.
        Domain::Confirm if choice.prompt == Prompt::Mulligan => Answer::Confirmed(dice.below(8) == 0),
        Domain::Confirm => Answer::Confirmed(dice.coin()),
        Domain::Number { min, max } => {
            let most = (*max).min(min.saturating_add(affordable(game, choice)));
            let span = (most - *min) as usize + 1;
            Answer::Number(*min + u32::try_from(dice.below(span)).unwrap_or(0))
        }
        Domain::Declare { options, .. } => declare(game, options, dice),
        Domain::Divide(shares) => divide(game, choice, shares, dice),
        Domain::Pay { .. } => super::pay(game, choice).unwrap_or(Answer::BackOut),
    }
}

fn priority(game: &Game, choice: &Choice, options: &[Item], dice: &mut Dice) -> Answer {
    let mut acts: SmallVec<[&Item; USUAL]> = options.iter().collect();
    // Mana activated outside a payment would only empty, so mana abilities wait for one.
    while !acts.is_empty() {
        let item = acts.swap_remove(dice.below(acts.len()));
        let good = match item {
            Item::Act(act) => !is_mana(game, act) && outlook(game, choice.player, act) == Outlook::Ready,
            _ => false,
        };
        if good {
            return Answer::Picked(vec![item.clone()]);
        }
    }
    Answer::Picked(vec![Item::Act(crate::fact::Act::Pass)])
}

fn is_mana(game: &Game, act: &crate::fact::Act) -> bool {
    let crate::fact::Act::Activate(source, origin) = act else { return false };
    game.activated(*source, origin).is_some_and(|ability| ability.is_mana())
}

/// Returns how much generic mana a player could still pay.
fn affordable(game: &Game, choice: &Choice) -> u32 {
    let pays = |n: u32| {
        let cost = crate::card::ManaCost(vec![crate::card::ManaSymbol::Generic(n)]);
        mana::plan(game, choice.player, &cost).is_some()
    };
    (1..=20).take_while(|n| pays(*n)).last().unwrap_or(0)
}

fn declare(game: &Game, options: &[Declarable], dice: &mut Dice) -> Answer {
    let duty = Duty::of(game, options);
    let mut decided: Vec<Vec<Entity>> = Vec::new();
    for option in options {
        let declares = dice.coin();
        let first = if declares { dice.below(option.to.len()) } else { 0 };
        let mut ways: Vec<Vec<Entity>> = option.to.iter().map(|to| vec![*to]).collect();
        ways.rotate_left(first);
        ways.insert(if declares { ways.len() } else { 0 }, Vec::new());
        let most = (option.at_most as usize).min(option.to.len());
        if declares && most > 1 {
            // Several at once, as many as chance decides, in the order offered.
            let mut several: Vec<Entity> = option.to.clone();
            dice.shuffle(&mut several);
            several.truncate(1 + dice.below(most));
            several.sort_by_key(|to| option.to.iter().position(|it| it == to));
            ways.insert(0, several);
        }
        // The first option from which a legal declaration can follow.
        let goes_on = |way: &Vec<Entity>| {
            let mut next = decided.clone();
            next.push(way.clone());
            duty.extends(&next)
        };
        let Some(way) = ways.into_iter().find(goes_on) else {
            // There is one, but restrictions on doing only several things at once can hide it.
            return Answer::Declared(duty.obedient());
        };
        decided.push(way);
    }
    let declared = options.iter().zip(decided).filter(|(_, to)| !to.is_empty());
    let declared = declared.map(|(option, to)| Assignment { object: option.object, to });
    Answer::Declared(declared.collect())
}

fn divide(game: &Game, choice: &Choice, shares: &[Share], dice: &mut Dice) -> Answer {
    for _ in 0..4 {
        let division = shares.iter().map(|share| (share.source, parts(share, dice))).collect();
        let answer = Answer::Divided(division);
        if check(game, choice, &answer).is_ok() {
            return answer;
        }
    }
    Answer::Divided(division_in_order(shares))
}

fn parts(share: &Share, dice: &mut Dice) -> Vec<(Entity, u32)> {
    if let Some(to) = share.unblocked
        && dice.coin()
    {
        return vec![(to, share.total)];
    }
    let mut left = share.total;
    let mut parts = Vec::new();
    for (index, to) in share.among.iter().enumerate() {
        let last = index + 1 == share.among.len();
        // The later recipients must get their minimum (CR 601.2d).
        let after = u32::try_from(share.among.len() - index - 1).unwrap_or(u32::MAX);
        let free = left.saturating_sub(share.least.saturating_mul(after.saturating_add(1)));
        let any = share.least.saturating_add(u32::try_from(dice.below(free as usize + 1)).unwrap_or(0));
        let amount = if last { left } else { any };
        if amount > 0 {
            parts.push((*to, amount));
        }
        left -= amount;
    }
    parts
}
