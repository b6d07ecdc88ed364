//! What happens next: a module for each part of the rule book.
//!
//! [`step`] looks at the innermost frame of the call stack and says what happens next, at once. Nothing here keeps
//! anything between two steps: what the rules are in the middle of is in the frames.

mod activate;
mod alike;
mod announce;
mod arrange;
mod cast;
mod chance;
pub mod check;
mod choose;
mod combat;
mod consequences;
mod contrary;
mod control;
mod copies;
mod copying;
mod course;
mod damage;
mod day_night;
mod division;
mod drawing;
mod during;
mod edit;
mod ending;
mod exchange;
mod face_down;
mod faces;
mod happen;
mod instructions;
mod keyword;
mod lasting;
mod library;
mod linked;
mod loops;
mod mana;
mod merge;
mod monarch;
mod opening;
#[cfg(test)]
mod order_tests;
mod pay;
mod phasing;
mod piles;
mod players;
mod playing;
mod priority;
mod production;
mod proposal;
mod random;
mod replace;
mod resolve;
mod restart;
mod retarget;
mod saga;
mod sba;
mod start;
mod timestamps;
mod tokens;
mod triggers;
mod turn;
mod untap;
mod work;
mod zones;

use std::sync::Arc;

use crate::fact::{Answer, Choice, Event, Frame, GameResult, Genesis, Input, ObjectId, Part, PlayerId, Step};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

pub use crate::derive::permit::{Outlook, outlook};
pub use crate::state::MOST_AT_ONCE;
pub use announce::looks_payable;
pub use cast::allowing;
pub use combat::{Duty, division_in_order, keeps_back};
pub use start::{GenesisError, check_placement};
pub use triggers::being_ordered;
pub use untap::untap_in_order;

use work::Work;

/// What a game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pending {
    /// An answer to one of these choices.
    Choices(Vec<Choice>),
    /// Nothing: it is over.
    Over(GameResult),
    /// Nothing: there are more steps to take first.
    Running,
}

impl Pending {
    /// The choices, one of which is to be answered; none where nothing is waited for.
    pub fn choices(self) -> Vec<Choice> {
        match self {
            Pending::Choices(choices) => choices,
            Pending::Over(_) | Pending::Running => Vec::new(),
        }
    }
}

/// The first of the choices that a game waits for, if it waits for any.
pub fn choice(game: &Game) -> Option<Choice> {
    pending(game).choices().into_iter().next()
}

/// Why an input is refused. The game does not change.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over (CR 104.1)")]
    Over,
    /// There are steps to take before the next choice.
    #[error("the game does not wait for an input here; take the next step first")]
    NotWaiting,
    /// There is no input, and the game waits for one.
    #[error("the game waits for a choice")]
    Waiting,
    /// Nobody asked this player.
    #[error("it is not player {0}'s choice")]
    NotYours(PlayerId),
    /// The answer is of another kind than the choice.
    #[error("this kind of answer does not fit the choice: {0}")]
    WrongKind(&'static str),
    /// The answer breaks a rule.
    #[error("{why} (CR {rule})")]
    Against {
        /// The rule.
        rule: Rule,
        /// What is wrong.
        why: String,
    },
    /// A what-if change that cannot be made here.
    #[error("this change cannot be made here: {0}")]
    Edit(String),
    /// What would come of it is more than is played.
    #[error(
        "this would bring about more than is played: {MOST_AT_ONCE} events at once, or {MOST_EVENTS} up to the next choice"
    )]
    TooMuch,
}

impl Illegal {
    /// The rule that forbids it, where one does.
    pub const fn rule(&self) -> Option<Rule> {
        match self {
            Illegal::Against { rule, .. } => Some(*rule),
            Illegal::Over => Some(rule!("104.1")),
            _ => None,
        }
    }

    fn against(rule: Rule, why: impl Into<String>) -> Illegal {
        Illegal::Against { rule, why: why.into() }
    }
}

/// No input brings about more events than this up to the next choice, and no game begins with more.
pub const MOST_EVENTS: u32 = 100_000;

/// So many of something, but no more than one beyond what a step can have, which is refused as a whole.
fn bounded(count: u32) -> u32 {
    count.min(MOST_AT_ONCE + 1)
}

/// Starts a game: the steps up to its first choice.
///
/// # Errors
/// [`GenesisError`] for a genesis that speaks of what it does not bring, or brings about too much.
pub fn start(genesis: &Genesis) -> Result<(Game, Vec<Step>), GenesisError> {
    start_asking(genesis, false)
}

/// The same, where also such questions are asked, if so wanted, as cannot matter: older versions asked them
/// ([`Game::asking_everything`]).
///
/// # Errors
/// Those of [`start`].
pub fn start_asking(genesis: &Genesis, everything: bool) -> Result<(Game, Vec<Step>), GenesisError> {
    let first = start::first_step(genesis)?;
    let mut game = first.0.asking_everything(everything);
    let mut steps = vec![first.1];
    run(&mut game, &mut steps).map_err(|_| GenesisError::TooMuch)?;
    Ok((game, steps))
}

/// What the game waits for.
pub fn pending(game: &Game) -> Pending {
    if let Some(result) = game.world().result {
        return Pending::Over(result);
    }
    let choices = choices(game);
    if choices.is_empty() { Pending::Running } else { Pending::Choices(choices.to_vec()) }
}

/// What happens next, at once.
///
/// # Errors
/// [`Illegal`], with no change, for an input that the game does not wait for or that breaks a rule.
pub fn step(game: &Game, input: Option<&Input>) -> Result<Step, Illegal> {
    advance(game, input).map(|(step, _)| step)
}

/// [`step`], repeated until the next choice.
///
/// # Errors
/// [`Illegal`], with no change, for an input that the game does not wait for, that breaks a rule, or that brings about too
/// much.
pub fn decide(game: &Game, input: &Input) -> Result<Vec<Step>, Illegal> {
    play(game, input).map(|(steps, _)| steps)
}

/// [`decide`] together with the game that its steps fold to, which the rules have at hand anyway.
///
/// # Errors
/// As [`decide`].
pub fn play(game: &Game, input: &Input) -> Result<(Vec<Step>, Game), Illegal> {
    let (first, mut after) = match advance(game, Some(input)) {
        // Only an older version stops where nobody waits, to ask what cannot matter.
        Err(_) if game.world().result.is_none() && !waits(game) => {
            let (step, after) = advance(&game.clone().asking_everything(true), Some(input))?;
            (step, after.asking_everything(game.asks_everything()))
        }
        advanced => advanced?,
    };
    let mut steps = vec![first];
    run(&mut after, &mut steps)?;
    Ok((steps, after))
}

/// Takes steps until the next choice.
fn run(game: &mut Game, steps: &mut Vec<Step>) -> Result<(), Illegal> {
    let mut events: usize = steps.iter().map(|step| step.entries.len()).sum();
    while game.world().result.is_none() && !waits(game) {
        // Otherwise only a game that waits or is over refuses to go on without an input, and neither is running.
        let (step, after) = advance(game, None)?;
        events += step.entries.len();
        if events > MOST_EVENTS as usize {
            return Err(Illegal::TooMuch);
        }
        steps.push(step);
        *game = after;
    }
    Ok(())
}

fn advance(game: &Game, input: Option<&Input>) -> Result<(Step, Game), Illegal> {
    if game.world().result.is_some() {
        return Err(Illegal::Over);
    }
    let mut work = Work::new(game);
    match input {
        None => {
            if waits(game) {
                return Err(Illegal::Waiting);
            }
            proceed(&mut work);
        }
        Some(Input::Decision { by, answer }) => {
            let choices = choices(game);
            if choices.is_empty() {
                return Err(Illegal::NotWaiting);
            }
            let choice = choices.iter().find(|choice| choice.answered_by == *by).ok_or(Illegal::NotYours(*by))?;
            check::check(game, choice, answer)?;
            answered(&mut work, choice, answer);
        }
        Some(Input::Concede(player)) => players::concede(&mut work, *player)?,
        Some(Input::Edit(edit)) => edit::edit(&mut work, edit)?,
        Some(Input::Chance(chance)) => {
            random::check_chance(game, chance)?;
            work.input(rule!("701.20a"), Event::ChanceFixed { chance: chance.clone() });
        }
        Some(Input::Reseed(seed)) => {
            work.input(rule!("701.20a"), Event::Reseeded { seed: *seed });
        }
    }
    if work.is_too_much() {
        return Err(Illegal::TooMuch);
    }
    let (step, after) = work.finish();
    if step.entries.len() > MOST_AT_ONCE as usize { Err(Illegal::TooMuch) } else { Ok((step, after)) }
}

/// Whether the game waits for a choice. What a player may do with priority is not worked out for that.
fn waits(game: &Game) -> bool {
    match game.frame() {
        _ if linked::due(game) || day_night::due(game) => false,
        Some(Frame::Priority { received, .. }) if triggers::mana_trigger(game).is_none() => *received,
        _ => !choices(game).is_empty(),
    }
}

/// What the resolution that goes on next decides by itself, where it could have asked and there is one possible answer.
pub fn decided_by_itself(game: &Game) -> Option<Answer> {
    match game.frame() {
        Some(Frame::Resolve(resolve)) if choices(game).is_empty() => resolve::decided(game, resolve),
        _ => None,
    }
}

/// The answer to a question for an order that leads to the same whatever the order is: of triggered abilities, of equal
/// objects for which something is done one after another, or of the effects of equal permanents.
pub fn settled_order(game: &Game) -> Option<(PlayerId, Answer)> {
    let (player, answer) = match game.frame() {
        Some(Frame::Resolve(resolve)) => choose::settled_order(game, resolve),
        Some(Frame::Happen(happening)) => replace::settled_order(game, happening),
        _ => triggers::settled_order(game),
    }?;
    let asked = choices(game).iter().find(|choice| choice.player == player)?;
    Some((asked.answered_by, answer))
}

/// The cards that go to one place of a library or graveyard together and are equal, while a choice about what happens is
/// open: nobody is asked for their order.
pub fn arranged_by_itself(game: &Game) -> Vec<Vec<ObjectId>> {
    match game.frame() {
        Some(Frame::Happen(happening)) => arrange::equal(game, &happening.actions),
        _ => Vec::new(),
    }
}

/// The open choices: those of the innermost frame. They are worked out once for a version of the state.
fn choices(game: &Game) -> &[Choice] {
    game.choices.get_or_init(|| Arc::new(find_choices(game)))
}

fn find_choices(game: &Game) -> Vec<Choice> {
    if linked::due(game) || day_night::due(game) || triggers::mana_trigger(game).is_some() {
        return Vec::new();
    }
    let Some(frame) = game.frame() else { return Vec::new() };
    let choice = match frame {
        Frame::Opening(opening) => start::choice(game, opening),
        Frame::Turn { .. } | Frame::Phase { .. } | Frame::Ending { .. } => None,
        Frame::TurnStep { step, stage } => turn::choice(game, *step, stage),
        Frame::Priority { player, received, .. } => priority::choice(game, *player, *received),
        Frame::PutTriggers { order, ordered } => triggers::choice(game, order, *ordered),
        Frame::StateBased { kept } => sba::choice(game, kept),
        Frame::Proposal(proposal) => proposal::choice(game, proposal),
        Frame::Resolve(resolve) => resolve::choice(game, resolve),
        Frame::Happen(happening) => replace::choice(game, happening),
        Frame::Reversed { player, activations } => proposal::reversed_choice(*player, activations),
        Frame::Placing { rule, remaining } => combat::placing_choice(game, *rule, remaining),
        Frame::Drawn { offers } => drawing::choice(game, offers),
        Frame::Flip(flips) => chance::choice(game, flips),
        Frame::Loop { agreed } => loops::choice(game, agreed),
    };
    choice.into_iter().map(|choice| control::as_asked(game, choice)).collect()
}

/// The next step where nothing is to be chosen.
fn proceed(work: &mut Work) {
    if linked::due(&work.game) {
        return linked::bring_back(work);
    }
    if day_night::due(&work.game) {
        return day_night::follow(work);
    }
    if let Some(waiting) = triggers::mana_trigger(&work.game) {
        return triggers::resolve_mana_trigger(work, &waiting);
    }
    match work.game.frame().cloned() {
        None => turn::next_turn(work),
        Some(Frame::Opening(opening)) => start::proceed(work, &opening),
        Some(Frame::Turn { phases }) => turn::proceed_turn(work, &phases),
        Some(Frame::Phase { phase, steps }) => turn::proceed_phase(work, phase, &steps),
        Some(Frame::TurnStep { step, stage }) => turn::proceed_step(work, step, &stage),
        Some(Frame::Priority { player, passes, .. }) => priority::proceed(work, player, passes),
        Some(Frame::PutTriggers { order, ordered }) => triggers::proceed(work, &order, ordered),
        Some(Frame::StateBased { kept }) => sba::proceed(work, &kept),
        Some(Frame::Proposal(proposal)) => proposal::proceed(work, &proposal),
        Some(Frame::Resolve(resolve)) => resolve::proceed(work, &resolve),
        Some(Frame::Happen(happening)) => replace::proceed(work, &happening),
        Some(Frame::Reversed { player, activations }) => proposal::proceed_reversed(work, player, &activations, &[]),
        Some(Frame::Placing { rule, remaining }) => combat::placed(work, rule, &remaining, None),
        Some(Frame::Drawn { offers }) => drawing::proceed(work, &offers),
        Some(Frame::Flip(flips)) => chance::proceed(work, &flips),
        Some(Frame::Loop { .. }) => loops::proceed(work),
        Some(Frame::Ending { what, stage, rest }) => ending::proceed(work, what, stage, &rest),
    }
}

/// What follows an answer that has been checked.
fn answered(work: &mut Work, choice: &Choice, answer: &Answer) {
    let decided = Event::Decided { player: choice.player, answer: answer.clone() };
    work.input(choice.rule, decided);
    loops::chose(work, choice, answer);
    if *answer == Answer::BackOut {
        return proposal::back_out(work);
    }
    match work.game.frame().cloned() {
        Some(Frame::Opening(opening)) => start::answered(work, &opening, answer),
        Some(Frame::TurnStep { step, stage }) => turn::answered(work, step, &stage, answer),
        Some(Frame::Priority { player, .. }) => priority::answered(work, player, answer),
        Some(Frame::PutTriggers { order, .. }) => triggers::answered(work, &order, answer),
        Some(Frame::StateBased { kept }) => sba::answered(work, &kept, answer),
        Some(Frame::Proposal(proposal)) => proposal::answered(work, &proposal, answer),
        Some(Frame::Resolve(resolve)) => resolve::answered(work, &resolve, answer),
        Some(Frame::Happen(happening)) => replace::answered(work, &happening, answer),
        Some(Frame::Reversed { player, activations }) => {
            proposal::answered_reversed(work, player, &activations, answer);
        }
        Some(Frame::Placing { rule, remaining }) => combat::placing_answered(work, rule, &remaining, answer),
        Some(Frame::Drawn { offers }) => drawing::answered(work, &offers, answer),
        Some(Frame::Flip(flips)) => chance::answered(work, &flips, answer),
        Some(Frame::Loop { agreed }) => loops::answered(work, &agreed, answer),
        Some(Frame::Turn { .. } | Frame::Phase { .. } | Frame::Ending { .. }) | None => {}
    }
}

/// Whether a game that is known to have no state-based actions to perform indeed has none.
#[cfg(test)]
pub(crate) fn is_settled_rightly(game: &Game, fresh: &Game) -> bool {
    game.settled.get().is_none() || !sba::would_act(fresh)
}

/// The part that facts of an input belong to.
const INPUT: Part = Part::Input;
