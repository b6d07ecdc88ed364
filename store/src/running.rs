//! Runs inputs under today's rules.

use retrace_core::fact::Genesis;
use retrace_core::fact::Step;
use retrace_core::rules::variant::SeatingError;
use retrace_core::rules::{self, GenesisError, Illegal};
use retrace_core::state::Game;

use crate::catalogue::Catalogues;
use crate::typed::CommitInput;

/// Runs an input under today's rules.
pub(crate) fn run_input(
    catalogues: &Catalogues,
    game: Option<&Game>,
    input: &CommitInput,
) -> Result<(Vec<Step>, Game), Refused> {
    match (game, input) {
        (None, CommitInput::Genesis(genesis)) => {
            let genesis = catalogues.supplied(Genesis::clone(genesis));
            Ok(rules::start(&genesis).map(|(game, steps)| (steps, game))?)
        }
        (Some(game), CommitInput::Input(input)) => Ok(rules::play(&catalogues.for_input(game.clone(), input), input)?),
        (None, CommitInput::Input(_)) => Err(Refused::ByRules("there is no game yet".to_owned())),
        (Some(_), CommitInput::Genesis(_)) => Err(Refused::ByRules("the game has begun already".to_owned())),
    }
}

/// Why an input cannot be run.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum Refused {
    /// The rules refuse it.
    #[error("{0}")]
    ByRules(String),
    /// It cannot be run here: something it needs is missing, or this version does not play this
    /// kind of game.
    #[error("{0}")]
    Here(String),
}

impl From<GenesisError> for Refused {
    fn from(error: GenesisError) -> Refused {
        let here = match &error {
            GenesisError::Lack(_) | GenesisError::Ruleset(_) => true,
            GenesisError::Seating(seating) => !matches!(seating, SeatingError::Players { .. }),
            _ => false,
        };
        if here { Refused::Here(error.to_string()) } else { Refused::ByRules(error.to_string()) }
    }
}

impl From<Illegal> for Refused {
    fn from(error: Illegal) -> Refused {
        match error {
            Illegal::Lack(lack) => Refused::Here(lack.to_string()),
            error => Refused::ByRules(error.to_string()),
        }
    }
}
