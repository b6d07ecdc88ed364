//! A moment of a timeline as a scenario: its board, and on demand what follows as the script.

use retrace_core::fact::Input;
use retrace_core::scenario::save::{Moment, Saved, save};

use super::commit::CommitInput;
use super::timeline::{Point, Timeline};
use super::{Session, SessionError, describe};

impl Session {
    /// Writes the choice at or before a place as a scenario; what follows it on the timeline becomes the script if wanted,
    /// with what holds at its end. What cannot be a board is written as the game's beginning and what was done since.
    ///
    /// # Errors
    /// A timeline that is not there, a place before the first choice, and what no scenario can say: why.
    pub fn save_moment(&self, at: Point, name: &str, follow: bool) -> Result<Saved, SessionError> {
        let told = |why: String| SessionError::File(format!("this moment cannot be saved as a scenario: {why}"));
        let timeline = self.timeline_arc(at.timeline)?;
        let place = timeline.choice_at_or_before(at.step);
        let place = place.ok_or_else(|| told("there is no choice at or before it; go on to one".to_owned()))?;
        let genesis = timeline.genesis().ok_or_else(|| told("the timeline has no beginning".to_owned()))?;
        let inputs = inputs(&timeline);
        let before = timeline.commits_up_to_step(place).saturating_sub(1);
        let moment = Moment { name, genesis, inputs: &inputs, before, follow };
        let words = |game: &retrace_core::state::Game, input: &Input| describe::input(game, input);
        save(&moment, &*super::scenarios::bundled().map(std::sync::Arc::new)?, &words).map_err(told)
    }
}

fn inputs(timeline: &Timeline) -> Vec<Input> {
    let of = |input: &CommitInput| match input {
        CommitInput::Input(input) => Some(input.clone()),
        CommitInput::Genesis(_) => None,
    };
    timeline.commits().iter().filter_map(|commit| of(commit.input())).collect()
}
