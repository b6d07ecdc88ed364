//! Plays one game of a simulation, counts, and keeps what is asked for.

use std::collections::BTreeSet;

use retrace_core::fact::wire::WireError;
use retrace_core::fact::{Event, GameResult, Genesis, Input, LossReason, Step};
use retrace_core::play::{self, Bounds, Dice, Left, PlayError, Played};
use retrace_core::rule::Rule;
use retrace_store::{EventId, Log, StoreError};

use super::SimulationError;
use super::keywords::Keywords;
use crate::laws::{Done, Policy, Record};
use retrace_session::store::summary::Summary;
use retrace_session::timeline::commit::Tips;

/// The counts for one game.
#[derive(Debug)]
pub(super) struct PlayedGame {
    pub(super) kept: KeptEvents,
    pub(super) result: Option<GameResult>,
    pub(super) left: Option<Left>,
    pub(super) turns: u64,
    pub(super) decisions: u64,
    pub(super) inputs: u64,
    pub(super) events: u64,
    pub(super) lost: Vec<(LossReason, Rule)>,
    /// The keywords that it has seen, if they are counted.
    pub(super) keywords: BTreeSet<&'static str>,
    /// Why the rules refused something they offered, if they did.
    pub(super) refused: Option<String>,
}

/// What is kept of the events of a game.
#[derive(Debug)]
pub(super) enum KeptEvents {
    /// The id of the last one.
    Tip(EventId),
    /// All of them, for a store: each input, none for the genesis, with its steps.
    Commits(Vec<(Option<Input>, Vec<Step>)>),
}

impl KeptEvents {
    /// Whether a record has the same events.
    pub(super) fn is_of(&self, record: &Record) -> Result<bool, WireError> {
        Ok(match self {
            KeptEvents::Tip(tip) => record.tip()? == *tip,
            KeptEvents::Commits(commits) => {
                let same = |((input, steps), done): (&(Option<Input>, Vec<Step>), &Done)| {
                    *input == done.input && *steps == done.steps
                };
                commits.len() == record.commits.len() && commits.iter().zip(&record.commits).all(same)
            }
        })
    }
}

/// Writes a game into a store, under a name, as part of `operation` if that is the last one of the
/// store; returns the id of its last event. After an error the store has nothing of the game.
pub(super) fn write(
    log: &mut Log,
    name: &str,
    operation: Option<u64>,
    genesis: &Genesis,
    commits: &[(Option<Input>, Vec<Step>)],
) -> Result<EventId, StoreError> {
    log.together_with(operation, |log| {
        let mut tip = EventId::ZERO;
        let mut all = || -> Result<(), StoreError> {
            for (input, steps) in commits {
                tip = match input {
                    None => log.create(name, genesis, steps)?.id,
                    Some(input) => log.append(name, tip, input, steps)?.id,
                };
            }
            if let (Some((_, first)), Some((_, last))) = (commits.first(), commits.last()) {
                let steps = commits.iter().map(|(_, steps)| steps.len()).sum();
                Summary { steps: Some(steps), ..Summary::of(first, last) }.keep(log, tip);
            }
            log.keep_snapshots(tip).map(drop)
        };
        let written = all();
        if let Err(error) = written {
            if !tip.is_zero() {
                log.delete(name, tip)?;
            }
            return Err(error);
        }
        Ok(tip)
    })
}

/// Plays a game: every event is built and folded. For a store the steps are kept, and hashed when
/// they are written; otherwise they are hashed at once and forgotten. The policy comes with its
/// seed.
pub(super) fn play_one(
    genesis: &Genesis,
    (policy, seed): (Policy, u64),
    bounds: Bounds,
    into_store: bool,
    count_keywords: bool,
) -> Result<PlayedGame, SimulationError> {
    let mut dice = Dice::new(seed);
    let mut commits = into_store.then(Vec::new);
    let mut tips = Ok(Tips::default());
    let (mut decisions, mut inputs, mut events) = (0, 0, 0);
    let mut lost = Vec::new();
    let mut keywords = Keywords::default();
    let mut last = (0, None);
    let shown = |played: Played<'_>| {
        match (&mut commits, &mut tips, played.said) {
            (Some(commits), ..) => {
                commits.push((played.said.cloned(), played.steps.to_vec()));
            }
            (None, Ok(known), Some(input)) => {
                if let Err(error) = known.next(input, played.steps) {
                    tips = Err(error);
                }
            }
            (None, Ok(_), None) => tips = Tips::begin(genesis, played.steps),
            (None, Err(_), _) => {}
        }
        if count_keywords {
            keywords.see(&played);
        }
        inputs += u64::from(played.said.is_some());
        events = played.after.len();
        last = (played.after.world().turn.number, played.after.world().result);
        for entry in played.steps.iter().flat_map(|step| &step.entries) {
            if let Event::Lost { reason, .. } = &entry.event {
                lost.push((*reason, entry.rule));
            }
        }
    };
    let answer = |game: &_, choice: &_| {
        let input = policy(game, choice, &mut dice);
        let decided = matches!(input, Input::Decision { .. });
        decisions += u64::from(decided && play::is_open(game, choice));
        input
    };
    let (left, refused) = match play::game(genesis, bounds, answer, shown) {
        Ok((_, left)) => (left, None),
        Err(PlayError::Genesis(error)) => return Err(error.into()),
        Err(error) => (None, Some(error.to_string())),
    };
    let (turns, result) = last;
    let kept = match commits {
        Some(commits) => KeptEvents::Commits(commits),
        None => KeptEvents::Tip(tips?.tip()),
    };
    let keywords = keywords.into_names();
    Ok(PlayedGame { kept, result, left, turns: u64::from(turns), decisions, inputs, events, lost, keywords, refused })
}
