//! Randomness: a seeded, counter-based generator (ChaCha8, one stream for each result). A result
//! depends only on the seed and on the number of results before it. Each result is in its event;
//! folding needs no generator.

use std::collections::BTreeSet;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::chance::below;
use crate::fact::{Action, EntryNo};
use crate::fact::{Chance, Entity, Event, ObjectId, Part, PlayerId, Position, Zone};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::refusal::Illegal;
use super::work::Work;

/// The generator of the next result.
fn generator(game: &Game) -> ChaCha8Rng {
    let mut generator = ChaCha8Rng::seed_from_u64(game.seed());
    generator.set_stream(game.counters().draws);
    generator
}

fn permute(game: &Game, order: &mut [ObjectId]) {
    let mut generator = generator(game);
    for last in (1..order.len()).rev() {
        let other = below(&mut generator, last as u64 + 1);
        order.swap(last, usize::try_from(other).unwrap_or(last));
    }
}

/// Puts objects in a random order.
pub(in crate::rules) fn mix(work: &mut Work, order: &mut [ObjectId]) {
    mix_by(work, rule!("401.4"), order);
}

/// Shuffles a face-down pile of cards (CR 701.20a).
pub(in crate::rules) fn shuffle_pile(work: &mut Work, cards: &mut [ObjectId]) {
    mix_by(work, rule!("701.20a"), cards);
}

fn mix_by(work: &mut Work, rule: Rule, order: &mut [ObjectId]) {
    if order.len() > 1 {
        permute(&work.game, order);
        work.emit(Part::Frame, work.cause(), rule, Event::RandomUsed { draws: 1 });
    }
}

/// The chosen entities, with a random card of its pile for each face-down card in exile that the
/// player may not look at: choosing one chooses its pile (CR 406.4).
pub(in crate::rules) fn from_piles(
    work: &mut Work,
    player: PlayerId,
    chosen: Vec<Entity>,
    among: &[Entity],
) -> Vec<Entity> {
    let pile_of = |game: &Game, entity: &Entity| {
        let object = game.object(entity.object()?)?;
        object
            .pile
            .as_deref()
            .copied()
            .filter(|_| object.face_down.as_ref().is_some_and(|seen_by| !seen_by.contains(&player)))
    };
    let mut found: Vec<Entity> = chosen.iter().copied().filter(|it| pile_of(&work.game, it).is_none()).collect();
    for pile in chosen.iter().filter_map(|it| pile_of(&work.game, it)).collect::<Vec<_>>() {
        let in_pile = |it: &&Entity| pile_of(&work.game, it) == Some(pile) && !found.contains(it);
        let options: Vec<Entity> = among.iter().filter(in_pile).copied().collect();
        found.extend(pick(work, options, 1));
    }
    found
}

/// Shuffles a player's library (CR 701.20a), with any fixed cards on top.
pub(in crate::rules) fn shuffle(work: &mut Work, player: PlayerId) {
    shuffle_beside(work, player, &[]);
}

/// [`shuffle`], with cards that are put into certain positions at the same time, where they stay
/// (CR 701.20g). `placed` has them in their present order.
pub(in crate::rules) fn shuffle_beside(work: &mut Work, player: PlayerId, placed: &[(ObjectId, Position)]) {
    let library: Vec<ObjectId> = work.game.zone(Zone::Library(player)).to_vec();
    let at = |wanted: Position| placed.iter().filter(move |(_, at)| *at == wanted).map(|(card, _)| *card);
    let mut order = library;
    order.retain(|card| placed.iter().all(|(other, _)| other != card));
    let fixed = work.game.world().chances.iter().find_map(|chance| match chance {
        Chance::Shuffle(whose, fixed) if *whose == player => Some(fixed.clone()),
        _ => None,
    });
    permute(&work.game, &mut order);
    if let Some(fixed) = fixed {
        let (mut on_top, rest): (Vec<_>, Vec<_>) = order.into_iter().partition(|card| fixed.contains(card));
        on_top.sort_by_key(|card| fixed.iter().position(|it| it == card));
        order = on_top.into_iter().chain(rest).collect();
    }
    order = at(Position::Top).chain(order).chain(at(Position::Bottom)).collect();
    for (card, position) in placed {
        if let Position::FromTop(place) = position {
            let place = usize::try_from(place.saturating_sub(1)).unwrap_or(usize::MAX);
            order.insert(place.min(order.len()), *card);
        }
    }
    work.emit(Part::Frame, work.cause(), rule!("701.20a"), Event::RandomUsed { draws: 1 });
    work.fact(rule!("701.20a"), Event::Shuffled { player, order });
}

/// Flips coins and returns whether each comes up heads (CR 705.3); fixed results come first.
pub(in crate::rules) fn coins(work: &mut Work, count: u32) -> Vec<bool> {
    let fixed = work.game.world().chances.iter().filter_map(|chance| match chance {
        Chance::Coin(heads) => Some(*heads),
        _ => None,
    });
    let mut heads: Vec<bool> = fixed.take(usize::try_from(count).unwrap_or(usize::MAX)).collect();
    let mut generator = generator(&work.game);
    while heads.len() < count as usize {
        heads.push(below(&mut generator, 2) == 0);
    }
    work.emit(Part::Frame, work.cause(), rule!("705.1"), Event::RandomUsed { draws: 1 });
    heads
}

/// Rolls dice and returns the number that each shows (CR 706.1a); fixed results come first.
pub(in crate::rules) fn dice(work: &mut Work, sides: u32, count: u32) -> Vec<u32> {
    let fixed = work.game.world().chances.iter().filter_map(|chance| match chance {
        Chance::Die(number) if *number <= sides => Some(*number),
        _ => None,
    });
    let mut numbers: Vec<u32> = fixed.take(usize::try_from(count).unwrap_or(usize::MAX)).collect();
    let mut generator = generator(&work.game);
    while numbers.len() < count as usize {
        let number = below(&mut generator, u64::from(sides)) + 1;
        numbers.push(u32::try_from(number).unwrap_or(sides));
    }
    work.emit(Part::Frame, work.cause(), rule!("706.1"), Event::RandomUsed { draws: 1 });
    numbers
}

/// A random player to go first (CR 722.2, 103.1c); a fixed one comes first.
pub(in crate::rules) fn starting_player(work: &mut Work, rule: Rule, among: &[PlayerId]) -> Option<PlayerId> {
    let fixed = work.game.world().chances.iter().find_map(|chance| match chance {
        Chance::Starts(player) => Some(*player),
        _ => None,
    });
    let drawn = among.get(usize::try_from(below(&mut generator(&work.game), among.len() as u64)).unwrap_or(0)).copied();
    work.emit(Part::Frame, work.cause(), rule, Event::RandomUsed { draws: 1 });
    fixed.filter(|player| among.contains(player)).or(drawn)
}

/// Draws `count` of several things, every selection equally likely; all of them in the order drawn.
pub(in crate::rules) fn pick<T>(work: &mut Work, mut from: Vec<T>, count: usize) -> Vec<T> {
    let count = count.min(from.len());
    if from.len() <= 1 || count == 0 {
        from.truncate(count);
        return from;
    }
    let mut generator = generator(&work.game);
    for place in 0..count {
        let other = place as u64 + below(&mut generator, (from.len() - place) as u64);
        from.swap(place, usize::try_from(other).unwrap_or(place));
    }
    from.truncate(count);
    work.emit(Part::Frame, work.cause(), rule!("608.2d"), Event::RandomUsed { draws: 1 });
    from
}

/// Whether a result can be fixed: each card that a shuffle is to put on top must be in the library,
/// once.
pub(in crate::rules) fn check_chance(game: &Game, chance: &Chance) -> Result<(), Illegal> {
    let (player, on_top) = match chance {
        Chance::Shuffle(player, on_top) => (player, on_top),
        Chance::Coin(_) => return Ok(()),
        Chance::Die(0) => return Err(Illegal::Edit("a die shows at least 1 (CR 706.1a)".to_owned())),
        Chance::Die(_) => return Ok(()),
        Chance::Starts(player) => (player, &Vec::new()),
    };
    if game.player(*player).is_none() {
        return Err(Illegal::Edit(format!("there is no player {player}")));
    }
    let library: BTreeSet<ObjectId> = game.zone(Zone::Library(*player)).iter().copied().collect();
    let mut named = BTreeSet::new();
    for card in on_top {
        if !library.contains(card) {
            return Err(Illegal::Edit(format!("{card} is not in player {player}'s library, which is shuffled")));
        }
        if !named.insert(*card) {
            return Err(Illegal::Edit(format!("{card} is named twice; a shuffle puts each card in one place")));
        }
    }
    Ok(())
}

/// The event of settled dice (CR 706.2), without the ignored lowest rolls (CR 706.5).
pub(in crate::rules) fn rolled(work: &mut Work, action: &Action) -> Option<Event> {
    let Action::RollDice { player, group, sides, dice, ignored, plus } = action else { return None };
    let mut natural = self::dice(work, *sides, *dice);
    let mut left_out = Vec::new();
    for _ in 0..*ignored {
        let lowest = natural.iter().copied().min();
        if let Some(index) = natural.iter().position(|number| Some(*number) == lowest) {
            left_out.push(natural.remove(index));
        }
    }
    Some(Event::DiceRolled {
        player: *player,
        group: EntryNo(group.0),
        sides: *sides,
        natural: natural.into(),
        ignored: left_out.into(),
        plus: *plus,
    })
}
