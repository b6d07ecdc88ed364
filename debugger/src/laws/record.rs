//! A game with its whole history.

use retrace_core::fact::wire::WireError;
use retrace_core::fact::{Choice, GameResult, Genesis, Input, Step};
use retrace_core::play::{self, Bounds, Dice, PlayError, Played};
use retrace_core::rules;
use retrace_core::state::Game;
use retrace_store::{Detail, EventId, Log, Replay, StoreError};

use retrace_session::describe::counted;
use retrace_session::timeline::commit::Tips;

/// A commit of a [`Record`].
#[derive(Clone, Debug)]
pub struct Done {
    /// The game before it.
    pub before: Game,
    /// Its input; none for the genesis.
    pub input: Option<Input>,
    /// Its steps.
    pub steps: Vec<Step>,
    /// The game after it.
    pub after: Game,
}

/// A game with its whole history.
#[derive(Clone, Debug)]
pub struct Record {
    /// The genesis.
    pub genesis: Genesis,
    /// The policy that played it.
    pub policy: Policy,
    /// The seed of the policy's random choices.
    pub seed: u64,
    /// The limits it was played within.
    pub bounds: Bounds,
    /// Its commits, the genesis first.
    pub commits: Vec<Done>,
}

/// A function that answers the choices of a game.
pub type Policy = fn(&Game, &Choice, &mut Dice) -> Input;

/// A game that stopped in the middle because the rules refused an answer of the policy. Law 3
/// forbids this for a policy that answers with what is offered.
#[derive(Clone, Debug, thiserror::Error)]
#[error("after {}: {why}", counted(record.commits.len() as u64, "commit"))]
pub struct Stopped {
    /// The game so far.
    pub record: Box<Record>,
    /// Why it stopped.
    pub why: PlayError,
}

impl Record {
    /// Plays a game until it is over or reaches a limit.
    ///
    /// # Errors
    /// [`Stopped`], with what was played; a game that could not start has no commits.
    pub fn play(genesis: Genesis, policy: Policy, seed: u64, bounds: impl Into<Bounds>) -> Result<Record, Stopped> {
        let bounds = bounds.into();
        let mut dice = Dice::new(seed);
        let mut commits: Vec<Done> = Vec::new();
        let keep = |played: Played<'_>| {
            commits.push(Done {
                before: commits.last().map_or_else(Game::empty, |last| last.after.clone()),
                input: played.said.cloned(),
                steps: played.steps.to_vec(),
                after: played.after.clone(),
            });
        };
        let played = play::game(&genesis, bounds, |game, choice| policy(game, choice, &mut dice), keep);
        let record = Record { genesis, policy, seed, bounds, commits };
        match played {
            Ok(_) => Ok(record),
            Err(why) => Err(Stopped { record: Box::new(record), why }),
        }
    }

    /// Plays a game with given inputs.
    ///
    /// # Errors
    /// [`Stopped`] at an input that is refused, with what was played.
    pub fn of(genesis: Genesis, inputs: &[Input]) -> Result<Record, Stopped> {
        let mut record = Record {
            genesis,
            policy: |_, choice, _| Input::Concede(choice.player),
            seed: 0,
            bounds: 0.into(),
            commits: Vec::new(),
        };
        let stopped = |record: &Record, why: PlayError| Stopped { record: Box::new(record.clone()), why };
        let (mut game, steps) = rules::start(&record.genesis).map_err(|why| stopped(&record, why.into()))?;
        let before = Game::before(&record.genesis.catalogue);
        record.commits.push(Done { before, input: None, steps, after: game.clone() });
        for input in inputs {
            let (steps, after) = rules::play(&game, input)
                .map_err(|error| stopped(&record, PlayError::Refused { input: Box::new(input.clone()), error }))?;
            record.commits.push(Done { before: game, input: Some(input.clone()), steps, after: after.clone() });
            game = after;
        }
        Ok(record)
    }

    /// The commits after the genesis, each with its number and input.
    pub fn inputs(&self) -> impl Iterator<Item = (usize, &Done, &Input)> {
        let numbered = self.commits.iter().enumerate();
        numbered.filter_map(|(number, done)| Some((number, done, done.input.as_ref()?)))
    }

    /// The game after the last commit.
    pub fn end(&self) -> Game {
        self.commits.last().map_or_else(Game::empty, |last| last.after.clone())
    }

    /// How it ended, if it did.
    pub fn result(&self) -> Option<GameResult> {
        self.commits.last().and_then(|last| last.after.world().result)
    }

    /// The id of its last event.
    ///
    /// # Errors
    /// A value that cannot be encoded.
    pub fn tip(&self) -> Result<EventId, WireError> {
        let mut tips = Tips::default();
        for done in &self.commits {
            match &done.input {
                None => tips = Tips::begin(&self.genesis, &done.steps)?,
                Some(input) => tips.next(input, &done.steps)?,
            }
        }
        Ok(tips.tip())
    }

    /// The game as a replay with all of its events, up to and including a commit.
    ///
    /// # Errors
    /// A value that cannot be encoded.
    pub fn replay(&self, commit: usize) -> Result<Replay, StoreError> {
        let mut log = Log::in_memory()?;
        let mut tip = EventId::ZERO;
        for done in self.commits.iter().take(commit.saturating_add(1)) {
            tip = match &done.input {
                None => log.create("main", &self.genesis, &done.steps)?.id,
                Some(input) => log.append("main", tip, input, &done.steps)?.id,
            };
        }
        log.export(tip, Detail::Entries)
    }
}
