//! Runs inputs under today's rules.

use retrace_core::fact::Genesis;
use retrace_core::fact::Step;
use retrace_core::fact::wire;
use retrace_core::rules::variant::SeatingError;
use retrace_core::rules::{self, GenesisError, Illegal};
use retrace_core::state::Game;

use crate::catalogue::Catalogues;
use crate::typed::CommitInput;

/// Runs an input under today's rules, where its result is known. Older versions asked questions
/// that cannot matter, and inputs answered them: an input that does not give the known result today
/// is run as it was then.
pub(crate) fn run_expecting(
    catalogues: &Catalogues,
    format: u16,
    game: Option<&Game>,
    input: &CommitInput,
    fits: &mut dyn FnMut(&[Step]) -> bool,
) -> Result<(Vec<Step>, Game), Refused> {
    let today = run_asking(catalogues, format, game, input, false);
    if today.as_ref().is_ok_and(|(steps, _)| fits(steps)) {
        return today;
    }
    match run_asking(catalogues, format, game, input, true) {
        Ok((steps, after)) if fits(&steps) => Ok((steps, after)),
        _ => today,
    }
}

/// Runs an input under today's rules, optionally with the questions that only older versions asked.
/// The steps are in the form of the given format.
pub(crate) fn run_asking(
    catalogues: &Catalogues,
    format: u16,
    game: Option<&Game>,
    input: &CommitInput,
    everything: bool,
) -> Result<(Vec<Step>, Game), Refused> {
    let (steps, after) = match (game, input) {
        (None, CommitInput::Genesis(genesis)) => {
            let genesis = catalogues.supplied(Genesis::clone(genesis));
            rules::start_as(&genesis, format, everything).map(|(game, steps)| (steps, game))?
        }
        (Some(game), CommitInput::Input(input)) => {
            let game = catalogues.for_input(game.clone(), input);
            rules::play(&game.asking_everything(everything).writing(format), input)?
        }
        (None, CommitInput::Input(_)) => return Err(Refused::ByRules("there is no game yet".to_owned())),
        (Some(_), CommitInput::Genesis(_)) => return Err(Refused::ByRules("the game has begun already".to_owned())),
    };
    Ok((steps, after.asking_everything(false).writing(wire::FORMAT_VERSION)))
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
