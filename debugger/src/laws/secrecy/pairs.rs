//! Pairs of games that differ in hidden cards, with the decisions made in both while nobody could
//! tell them apart.

use retrace_core::fact::{CardId, Genesis, Input, PlayerId, Step};
use retrace_core::observe::{self, SeenEntry};
use retrace_core::rules::{self, Pending};
use retrace_core::state::Game;

use super::{PAIRS, Shown, cards_before, twin};
use crate::laws::{Record, Trial};

/// How the other game differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Difference {
    /// Two cards of a deck are swapped.
    Exchanged,
    /// A card of a deck is replaced by one that comes last among the definitions.
    Last,
    /// A card of a deck is replaced by one that comes first among the definitions.
    First,
}

/// A game of the same genesis, except for a hidden card of a deck, and the number of commits for
/// which both look the same to the viewer.
pub(crate) fn other(
    record: &Record,
    (viewer, owner): (usize, usize),
    difference: Difference,
    others: &Genesis,
    trial: &mut Trial,
) -> Option<(Genesis, Vec<Input>)> {
    let (genesis, until, cards) = match difference {
        Difference::Exchanged => {
            let twin = twin(record, viewer, owner, trial)?;
            (twin.genesis, twin.until, twin.cards.to_vec())
        }
        Difference::Last | Difference::First => replaced(record, (viewer, owner), difference, others, trial)?,
    };
    let inputs = together(record, (viewer, owner), &genesis, until, &cards)?;
    Some((genesis, inputs))
}

/// The genesis with another card in place of one that stays hidden long.
fn replaced(
    record: &Record,
    (viewer, owner): (usize, usize),
    difference: Difference,
    others: &Genesis,
    trial: &mut Trial,
) -> Option<(Genesis, usize, Vec<CardId>)> {
    let shown = Shown::of(record, viewer, owner).shown;
    let mut genesis = record.genesis.clone();
    let before = cards_before(&genesis, owner);
    let card = |place: usize| CardId(u32::try_from(before + place).unwrap());
    let until = |place: usize| shown.get(&card(place)).copied().unwrap_or(record.commits.len());
    let deck = genesis.players[owner].deck.len();
    let place = (0..PAIRS).map(|_| trial.dice.below(deck)).max_by_key(|place| until(*place))?;
    let known = |name: &str| genesis.cards.iter().any(|card| card.name() == name);
    let new = others.cards.iter().filter(|card| !known(card.name())).nth(trial.dice.below(8))?.clone();
    let index = match difference {
        Difference::First => {
            let decks = genesis.players.iter_mut();
            decks.for_each(|it| it.deck.iter_mut().chain(&mut it.sideboard).for_each(|card| *card += 1));
            genesis.cards.insert(0, new);
            0
        }
        _ => {
            genesis.cards.push(new);
            u32::try_from(genesis.cards.len() - 1).unwrap()
        }
    };
    genesis.players[owner].deck[place] = index;
    Some((genesis, until(place), vec![card(place)]))
}

/// The decisions made in both games while the viewer is shown events of the same kinds and both ask
/// the same player.
fn together(
    record: &Record,
    (viewer, owner): (usize, usize),
    genesis: &Genesis,
    until: usize,
    cards: &[CardId],
) -> Option<Vec<Input>> {
    let mut in_other = Shown::new(record, viewer, owner);
    let viewer = PlayerId(u8::try_from(viewer).unwrap());
    let (mut other, mut steps) = rules::start(genesis).ok()?;
    let mut before = Game::empty();
    let mut inputs = Vec::new();
    for (number, done) in record.commits.iter().enumerate().take(until) {
        if let Some(input) = &done.input {
            let Ok(next) = rules::play(&other, input) else { break };
            before = std::mem::replace(&mut other, next.1);
            steps = next.0;
        }
        in_other.note(number, &before, &steps);
        in_other.arranging(number, &other);
        let same = outline(viewer, &done.steps, &done.after) == outline(viewer, &steps, &other)
            && asked(&done.after) == asked(&other);
        if !same || cards.iter().any(|card| in_other.shown.contains_key(card)) {
            break;
        }
        inputs.extend(done.input.clone());
    }
    Some(inputs)
}

/// The kinds of the events a player is shown, and no more: the rest is what a test checks.
pub(crate) fn outline(viewer: PlayerId, steps: &[Step], after: &Game) -> Vec<&'static str> {
    let entries = steps.iter().flat_map(|step| &step.entries);
    let seen = entries.filter(|entry| match observe::entry(after, viewer, entry) {
        SeenEntry::Part { objects, zones, player, .. } => !objects.is_empty() || zones.is_some() || player.is_some(),
        _ => true,
    });
    seen.map(|entry| entry.event.name()).collect()
}

/// Which player is asked, and by which rule.
pub(crate) fn asked(game: &Game) -> Vec<(PlayerId, String)> {
    match rules::pending(game) {
        Pending::Choices(choices) => choices.iter().map(|it| (it.answered_by, it.rule.to_string())).collect(),
        _ => Vec::new(),
    }
}
