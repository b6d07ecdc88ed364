//! Sampling and enumerating legal answers, and policies for random games.
//!
//! `rules::check` defines which answers are legal. [`sample`] and [`enumerate`] agree with it (law
//! 3); they only find answers quickly.

mod edits;
mod enumerate;
mod sample;

pub use edits::{decide_or_concede, decide_or_edit};
pub use enumerate::enumerate;
pub use sample::{Dice, sample};

use crate::card::{ManaCost, ManaSymbol};
use crate::derive::mana::{plan_with, without};
use crate::fact::{Answer, AssistStep, Choice, Domain, Frame, Genesis, Input, ProposalStage, Step};
use crate::rules::{GenesisError, Illegal, asked, play_on, start};
use crate::state::Game;

/// Returns the next answer that leads to a complete payment: a mana ability to activate, or the
/// mana to spend. Backs out of the proposal if the solver finds no way to pay.
pub fn pay(game: &Game, choice: &Choice) -> Option<Answer> {
    let Domain::Pay { cost, sources, help, .. } = &choice.domain else { return None };
    let later = paid_later(game);
    let Some(plan) = plan_with(game, choice.player, later.as_ref().unwrap_or(cost), help) else {
        return Some(if later.is_some() { Answer::Paid(Vec::new()) } else { Answer::BackOut });
    };
    Some(match plan.activate.into_iter().next() {
        Some((act, _)) if sources.contains(&act) => Answer::Mana(Box::new(act)),
        // The time for mana abilities is over.
        Some(_) => Answer::BackOut,
        None if later.is_some() => Answer::Paid(Vec::new()),
        None => match plan.help.first() {
            Some((object, symbol)) => Answer::Helped(*object, *symbol),
            None => Answer::Paid(plan.spend),
        },
    })
}

/// The cost that a player activates mana abilities for who is not asked to pay yet: what the player
/// who helps has no mana for (CR 702.132a).
fn paid_later(game: &Game) -> Option<ManaCost> {
    let Some(Frame::Proposal(proposal)) = game.frame() else { return None };
    let ProposalStage::Assist { cost, step: AssistStep::Own(helper) } = &proposal.stage else { return None };
    let there = game.player(*helper).map_or(0, |player| player.mana.len());
    Some((0..there).fold(cost.clone(), |left, _| without(&left, ManaSymbol::Generic(1))))
}

/// An error that stops a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The game does not start.
    #[error("the game cannot start: {0}")]
    Genesis(#[from] GenesisError),
    /// The rules refuse the policy's answer.
    #[error("{error} ({input:?})")]
    Refused {
        /// The input.
        input: Box<Input>,
        /// Why the rules refuse it.
        error: Illegal,
    },
}

/// A commit as it is played: the input and the steps, with the game after them.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The input; `None` for the genesis.
    pub said: Option<&'a Input>,
    /// The steps.
    pub steps: &'a [Step],
    /// The game after it.
    pub after: &'a Game,
}

/// Limits on playing a game. A game might never end, if a player can't lose, nobody does anything,
/// or somebody makes more of everything each turn. Play stops at a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The most inputs.
    pub inputs: usize,
    /// The most events. The commit that exceeds it is the last.
    pub events: u64,
    /// The most objects at a time, in all zones. The commit that exceeds it is the last.
    pub objects: usize,
}

impl From<usize> for Bounds {
    /// Limits only the inputs.
    fn from(inputs: usize) -> Bounds {
        Bounds { inputs, events: u64::MAX, objects: usize::MAX }
    }
}

/// The limit that stopped a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Left {
    /// The inputs.
    Inputs,
    /// The events.
    Events,
    /// The objects.
    Objects,
}

impl Left {
    /// Its word in answers.
    pub const fn word(self) -> &'static str {
        match self {
            Left::Inputs => "inputs",
            Left::Events => "events",
            Left::Objects => "objects",
        }
    }
}

impl Bounds {
    fn reached(&self, inputs: usize, game: &Game) -> Option<Left> {
        if game.world().objects.len() > self.objects {
            Some(Left::Objects)
        } else if game.len() > self.events {
            Some(Left::Events)
        } else {
            (inputs >= self.inputs).then_some(Left::Inputs)
        }
    }
}

/// Plays a game to its end or to a limit, passing each commit to `shown`. `policy` answers.
///
/// # Errors
/// [`PlayError`]. All commits before it have been shown.
pub fn game(
    genesis: &Genesis,
    bounds: Bounds,
    mut policy: impl FnMut(&Game, &Choice) -> Input,
    mut shown: impl FnMut(Played<'_>),
) -> Result<(Game, Option<Left>), PlayError> {
    let (mut game, steps) = start(genesis)?;
    shown(Played { said: None, steps: &steps, after: &game });
    let mut inputs = 0;
    loop {
        let Some(choice) = asked(&game).first() else { return Ok((game, None)) };
        if let Some(left) = bounds.reached(inputs, &game) {
            return Ok((game, Some(left)));
        }
        let input = policy(&game, choice);
        inputs += 1;
        match play_on(game, &input) {
            Ok((steps, after)) => {
                shown(Played { said: Some(&input), steps: &steps, after: &after });
                game = after;
            }
            Err(error) => return Err(PlayError::Refused { input: Box::new(input), error }),
        }
    }
}

/// Returns a random legal decision, as an input.
pub fn decide_at_random(game: &Game, choice: &Choice, dice: &mut Dice) -> Input {
    Input::Decision { by: choice.answered_by, answer: sample(game, choice, dice) }
}

/// Returns whether a choice has at least two legal answers. Backing out of the proposal does not
/// count, nor does the choice of mana if nothing more can be tapped.
pub fn is_open(game: &Game, choice: &Choice) -> bool {
    match &choice.domain {
        Domain::Pick { options, min, max } => {
            let most = (*max as usize).min(options.len());
            (*min as usize) < most || (most > 0 && most < options.len())
        }
        Domain::Order(items) => items.len() > 1,
        Domain::Confirm => true,
        Domain::Number { min, max } => min < max,
        Domain::Pay { sources, help, .. } => sources.len() + help.len() > 1,
        Domain::Declare { .. } | Domain::Divide(_) | Domain::Gather { .. } => {
            enumerate(game, choice).filter(|answer| *answer != Answer::BackOut).nth(1).is_some()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::pool::Pool;
    use crate::fact::{Canonical, Event, Item, PlayerId, PlayerSetup};
    use crate::kept::kept_otherwise;

    /// Cached values must equal values computed anew (law 10), in games of all bundled cards.
    #[test]
    fn what_is_kept_is_what_follows() {
        let pool = Pool::bundled().unwrap();
        let cards = pool.names().map(|name| Canonical::from(pool.get(name).unwrap().clone()));
        let cards: Vec<_> = cards.filter(|card| !card.front().types.stays_in_command_zone()).collect();
        let lands = |name: &str| cards.iter().position(|card| card.name() == name).unwrap();
        let basics = ["Plains", "Island", "Swamp", "Mountain", "Forest"].map(lands);
        // Everything at once, and then a few cards each: less is in the way of what is kept.
        let mut draw = Dice::new(1);
        let mut compared = 0;
        for (seed, few) in (0..4).map(|seed| (seed, false)).chain((4..34).map(|seed| (seed, true))) {
            let mut deck_of = || -> Vec<usize> {
                let all: Vec<usize> =
                    if few { (0..30).map(|_| draw.below(cards.len())).collect() } else { (0..cards.len()).collect() };
                let lands = basics.into_iter().cycle().take(if few { 20 } else { 40 });
                [all, lands.collect()].concat()
            };
            let decks = [deck_of(), deck_of()];
            let mut used = decks.concat();
            used.sort_unstable();
            used.dedup();
            let place = |card: &usize| used.binary_search(card).unwrap() as u32;
            let player = |(name, deck): (&str, &Vec<usize>)| {
                let deck = deck.iter().map(place).collect();
                PlayerSetup { name: name.to_owned(), deck, ..PlayerSetup::default() }
            };
            let genesis = Genesis {
                seed,
                players: ["A", "B"].into_iter().zip(&decks).map(player).collect(),
                starting_player: PlayerId(0),
                cards: used.iter().map(|card| cards[*card].clone()).collect(),
                ..Genesis::default()
            };
            let mut dice = Dice::new(seed);
            let policy = |game: &Game, choice: &Choice| decide_at_random(game, choice, &mut dice);
            let compare = |after: &Game| {
                assert_eq!(kept_otherwise(after), [], "after entry {}", after.len());
            };
            // Every other version is asked only after the next one, which must not have told it
            // anything.
            let mut before: Option<Game> = None;
            game(&genesis, if few { 500 } else { 1500 }.into(), policy, |Played { after, .. }| match before.take() {
                None => before = Some(after.clone()),
                Some(before) => {
                    compare(after);
                    compare(&before);
                    compared += 2;
                }
            })
            .unwrap();
        }
        assert!(compared > 2000, "{compared}");
    }

    /// Who is helped to pay activates mana abilities before the helper pays (CR 702.132a).
    #[test]
    fn spells_with_assist_are_paid_for() {
        let pool = Pool::bundled().unwrap();
        let cards = ["Forest", "Charging Binox"].map(|name| Canonical::from(pool.get(name).unwrap().clone()));
        let deck: Vec<u32> = (0..40).map(|index| u32::from(index % 4 == 0)).collect();
        let player = |name: &str| PlayerSetup { name: name.to_owned(), deck: deck.clone(), ..PlayerSetup::default() };
        let players = vec![player("A"), player("B")];
        let mut cast = [0, 0];
        for seed in 0..10 {
            let genesis = Genesis { seed, players: players.clone(), cards: cards.to_vec(), ..Genesis::default() };
            let mut dice = Dice::new(seed);
            let policy = |game: &Game, choice: &Choice| decide_at_random(game, choice, &mut dice);
            game(&genesis, 3000.into(), policy, |Played { steps, .. }| {
                for event in steps.iter().flat_map(|step| &step.entries).map(|entry| &entry.event) {
                    match event {
                        Event::Decided { answer: Answer::Picked(items), .. }
                            if matches!(items.as_slice(), [Item::Entity(_)]) =>
                        {
                            cast[0] += 1
                        }
                        Event::BecameCast { .. } => cast[1] += 1,
                        _ => {}
                    }
                }
            })
            .unwrap();
        }
        assert!(cast[0] > 5 && cast[1] > 5, "asked for help, cast: {cast:?}");
    }
}
