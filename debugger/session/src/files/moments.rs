//! Saves a moment of a timeline as a scenario: its board, and optionally what follows as the
//! script.

use std::sync::Arc;

use retrace_core::fact::Input;
use retrace_core::scenario::save::{Saved, SavedMoment, save_with};

use crate::base::place::Point;
use crate::session::Session;
use crate::timeline::commit::CommitInput;
use crate::timeline::line::Timeline;
use crate::{Progress, SessionError, describe};

/// A moment to save as a scenario.
#[derive(Clone, Debug)]
pub struct SaveMoment {
    timeline: Arc<Timeline>,
    /// The choice, as a place of the timeline.
    place: usize,
    name: String,
    follow: bool,
}

impl Session {
    /// The choice at or before a place, to be saved as a scenario with this name. With `follow`,
    /// the rest of the timeline becomes the script, with expectations about its end.
    ///
    /// # Errors
    /// If the timeline does not exist, or the place is before the first choice.
    pub fn moment(&self, at: Point, name: &str, follow: bool) -> Result<SaveMoment, SessionError> {
        let timeline = self.timeline_arc(at.timeline)?;
        let place = timeline.choice_at_or_before(at.step);
        let place = place.ok_or_else(|| told("there is no choice at or before it; go on to one".to_owned()))?;
        Ok(SaveMoment { timeline, place, name: name.to_owned(), follow })
    }

    /// Writes the choice at or before a place as a scenario synchronously.
    ///
    /// # Errors
    /// As [`Session::moment`] and [`SaveMoment::run`].
    pub fn save_moment(&self, at: Point, name: &str, follow: bool) -> Result<Saved, SessionError> {
        self.moment(at, name, follow)?.run(&Progress::default())
    }
}

fn told(why: String) -> SessionError {
    SessionError::File(format!("this moment cannot be saved as a scenario: {why}"))
}

impl SaveMoment {
    /// Writes the scenario. A state that cannot be a board is written as the game's beginning and
    /// the inputs since.
    ///
    /// # Errors
    /// If a scenario cannot express it: says why; [`SessionError::Cancelled`].
    pub fn run(&self, progress: &Progress) -> Result<Saved, SessionError> {
        let SaveMoment { timeline, place, name, follow } = self;
        let (place, follow) = (*place, *follow);
        let genesis = timeline.genesis().ok_or_else(|| told("the timeline has no beginning".to_owned()))?;
        let inputs = inputs(timeline);
        let before = timeline.commits_up_to_step(place).saturating_sub(1);
        let moment = SavedMoment { name, genesis, inputs: &inputs, before, follow };
        let words = |game: &retrace_core::state::Game, input: &Input| describe::input(game, input);
        let saved = save_with(&moment, &crate::cards::pool::bundled()?, &words, &mut progress.go()).map_err(told)?;
        saved.ok_or(SessionError::Cancelled)
    }
}

fn inputs(timeline: &Timeline) -> Vec<Input> {
    let of = |input: &CommitInput| match input {
        CommitInput::Input(input) => Some(input.clone()),
        CommitInput::Genesis(_) => None,
    };
    timeline.commits().iter().filter_map(|commit| of(commit.input())).collect()
}
