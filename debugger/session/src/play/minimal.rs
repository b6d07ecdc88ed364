//! Minimal answers: pass, decline, nothing, the smallest number; a cost is paid with whatever pays
//! it. Shrinking uses them, and exploring does for the side that it does not explore.

use retrace_core::fact::{Answer, Choice, Domain, Input};
use retrace_core::play::{self, Dice};
use retrace_core::rules::check::check;
use retrace_core::state::Game;

use super::policies::{offers_pass, pass};

/// The minimal answer to a choice, as an input.
pub(crate) fn minimal(game: &Game, choice: &Choice) -> Input {
    Input::Decision { by: choice.answered_by, answer: least(game, choice) }
}

fn least(game: &Game, choice: &Choice) -> Answer {
    if offers_pass(choice) {
        return pass();
    }
    let simple = match &choice.domain {
        Domain::Pick { options, min, .. } => {
            Some(Answer::Picked(options.iter().take(*min as usize).cloned().collect()))
        }
        Domain::Gather { .. } => Some(Answer::Picked(Vec::new())),
        Domain::Order(items) => Some(Answer::Ordered(items.clone())),
        Domain::Confirm => Some(Answer::Confirmed(false)),
        Domain::Number { min, .. } => Some(Answer::Number(*min)),
        Domain::Declare { .. } => Some(Answer::Declared(Vec::new())),
        Domain::Pay { .. } => play::pay(game, choice),
        Domain::Divide(_) => None,
    };
    let legal = |answer: &Answer| check(game, choice, answer).is_ok();
    // A minimal answer may be illegal: a creature may have to attack.
    simple.filter(legal).unwrap_or_else(|| play::sample(game, choice, &mut Dice::new(0)))
}
