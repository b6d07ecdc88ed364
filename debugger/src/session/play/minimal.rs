//! The least that somebody can answer: pass, decline, nothing, the smallest number; where a cost is to be paid, what pays it.
//! What is shrunk, and the side that nobody explores, is answered for so.

use retrace_core::fact::{Answer, Choice, Domain, Input};
use retrace_core::play::{self, Dice};
use retrace_core::rules::check::check;
use retrace_core::state::Game;

use super::policies::{offers_pass, pass};

/// The least that can be answered to a choice, as an input.
pub fn minimal(game: &Game, choice: &Choice) -> Input {
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
    // What is the least is not always legal: a creature may have to attack.
    simple.filter(legal).unwrap_or_else(|| play::sample(game, choice, &mut Dice::new(0)))
}
