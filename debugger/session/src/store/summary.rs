//! What a list tells of a stored game beyond its head. The store keeps it as a cache, so only the
//! first list after a timeline has moved reads commits of it.

use std::sync::Arc;

use retrace_core::fact::{Entity, Entry, Event, GameResult, Step};
use retrace_core::state::{Game, evolve_entry};
use retrace_store::{EventId, Log, StoreError, Timeline};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::describe;

/// See the top of the module.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Summary {
    /// How many steps the game has, if they were counted.
    pub steps: Option<usize>,
    /// How it ended, as the end of a sentence; empty if it has not.
    pub ended: String,
    /// The same for a program.
    pub result: Option<Value>,
}

impl Summary {
    /// The kept summary, or a new one, which is kept. Counting steps reads all events.
    ///
    /// # Errors
    /// Errors of commits that cannot be read.
    pub fn read(log: &Log, timeline: &Timeline, with_steps: bool) -> Result<Summary, StoreError> {
        let kept = log.summary(timeline.tip).and_then(|bytes| serde_json::from_slice::<Summary>(&bytes).ok());
        let mut summary = match kept {
            Some(kept) if kept.steps.is_some() || !with_steps => return Ok(kept),
            Some(kept) => kept,
            None => {
                let last = log.commit(timeline.tip)?.steps;
                match result(&last) {
                    Some(_) => Summary::of(&log.commit_at(timeline.tip, 0)?.steps, &last),
                    None => Summary::default(),
                }
            }
        };
        if with_steps {
            let mut steps = 0;
            for commit in log.commits(timeline.tip, 0) {
                steps += commit?.steps.len();
            }
            summary.steps = Some(steps);
        }
        summary.keep(log, timeline.tip);
        Ok(summary)
    }

    /// The summary of a game, by the steps of its first and of its last commit.
    pub fn of(first: &[Step], last: &[Step]) -> Summary {
        let Some(result) = result(last) else { return Summary::default() };
        // The players come first, and then their teams.
        let mut game = Game::empty();
        let entries: Vec<&Arc<Entry>> = first.iter().flat_map(|step| &step.entries).take(2).collect();
        entries.into_iter().for_each(|entry| evolve_entry(&mut game, entry));
        let (ended, result) = match result {
            GameResult::Won(player) => {
                let won = describe::entity(&game, Entity::Player(player));
                (format!(", {} has won", describe::winner(&game, player)), json!({ "won": won }))
            }
            GameResult::Draw => (", a draw".to_owned(), json!("draw")),
        };
        Summary { steps: None, ended, result: Some(result) }
    }

    /// Keeps it for a timeline whose head this is.
    pub fn keep(&self, log: &Log, tip: EventId) {
        if let Ok(bytes) = serde_json::to_vec(self) {
            log.keep_summary(tip, &bytes);
        }
    }
}

/// How a game ended, if it did in the last of these steps.
fn result(steps: &[Step]) -> Option<GameResult> {
    let mut entries = steps.iter().rev().flat_map(|step| step.entries.iter().rev());
    entries.find_map(|entry| if let Event::Ended { result } = &entry.event { Some(*result) } else { None })
}
