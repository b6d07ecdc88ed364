//! Writes a moment of a game as a scenario: its board, or if no board can express it, the beginning
//! of the game and everything done since.
//!
//! The text is read and run again before it is returned, and compared by [`reading`]: a board that
//! reads differently from the moment is not used.
//!
//! | module | what |
//! |---|---|
//! | `board` | from a game to a genesis with a set-up, or why there is none |
//! | `writer` | from a genesis to the text of a scenario |
//! | `script` | inputs as steps, on a game whose objects have other numbers |
//! | `readable` | what a player reads of a game, and expectations of it |

mod board;
mod readable;
mod script;
#[cfg(test)]
mod tests;
mod writer;

use std::ops::ControlFlow;

use crate::card::pool::Pool;
use crate::fact::{Genesis, Input, ObjectId, Prompt};
use crate::rules;
use crate::state::Game;

use super::error::ScenarioError;
use super::file::Scenario;

pub use readable::reading;
use script::Twin;
use writer::ScenarioWriter;

/// A moment of a timeline, and what to save of it.
#[derive(Clone, Copy, Debug)]
pub struct SavedMoment<'a> {
    /// The name of the scenario.
    pub name: &'a str,
    /// The genesis of the timeline.
    pub genesis: &'a Genesis,
    /// All inputs of the timeline.
    pub inputs: &'a [Input],
    /// How many of them precede the moment.
    pub before: usize,
    /// Whether the rest of the timeline becomes the script, with expectations at its end.
    pub follow: bool,
}

/// The form in which a moment was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SavedForm {
    /// As a board.
    Board,
    /// As the beginning of the game and everything done since, for this reason.
    Whole(String),
}

/// A moment as a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The text of the scenario.
    pub text: String,
    /// How it was written.
    pub form: SavedForm,
}

/// A function that puts an input into words: what the game asked before it, and the answer.
pub type InputWords<'a> = &'a dyn Fn(&Game, &Input) -> String;

/// Why a moment could not be written.
enum Unsaid {
    /// The caller cancelled it.
    Stopped,
    /// For this reason, as a clause.
    Why(String),
}

impl From<String> for Unsaid {
    fn from(why: String) -> Unsaid {
        Unsaid::Why(why)
    }
}

/// Progress of the writing. Each input is played three times: for the game, for its twin, and from
/// the written text.
struct Course<'a> {
    went_on: &'a mut dyn FnMut(usize, usize) -> ControlFlow<()>,
    done: usize,
    of: usize,
}

impl Course<'_> {
    /// Counts an input played.
    fn step(&mut self) -> Result<(), Unsaid> {
        self.done += 1;
        match (self.went_on)(self.done.min(self.of), self.of) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Unsaid::Stopped),
        }
    }
}

/// Writes a moment as a scenario, and checks that it reads and runs like the original.
///
/// # Errors
/// A timeline whose inputs today's rules refuse, or something no scenario can express: the reason,
/// as a clause.
pub fn save(moment: &SavedMoment<'_>, pool: &Pool, words: InputWords<'_>) -> Result<Saved, String> {
    let saved = save_with(moment, pool, words, &mut |_, _| ControlFlow::Continue(()))?;
    saved.ok_or_else(|| "it was stopped".to_owned())
}

/// Like [`save`], with progress and cancelling: the callback gets the number of inputs played and
/// of all inputs, and returns whether to go on. None if it does not.
///
/// # Errors
/// As for [`save`].
pub fn save_with(
    moment: &SavedMoment<'_>,
    pool: &Pool,
    words: InputWords<'_>,
    went_on: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Option<Saved>, String> {
    let inputs = if moment.follow { moment.inputs.len() } else { moment.before };
    let mut course = Course { went_on, done: 0, of: 3 * inputs.max(1) };
    match written(moment, pool, words, &mut course) {
        Ok(saved) => Ok(Some(saved)),
        Err(Unsaid::Stopped) => Ok(None),
        Err(Unsaid::Why(why)) => Err(why),
    }
}

fn written(
    moment: &SavedMoment<'_>,
    pool: &Pool,
    words: InputWords<'_>,
    course: &mut Course<'_>,
) -> Result<Saved, Unsaid> {
    let (game, end) = played(moment, course)?;
    let why = match board::board_of(&game, moment.genesis) {
        Err(why) => why,
        Ok(board) => match as_board(moment, &board, (&game, &end), pool, words, course) {
            Ok(text) => return Ok(Saved { text, form: SavedForm::Board }),
            Err(Unsaid::Stopped) => return Err(Unsaid::Stopped),
            Err(Unsaid::Why(why)) => why,
        },
    };
    let text = whole(moment, (&game, &end), pool, words, &why, course)?;
    Ok(Saved { text, form: SavedForm::Whole(why) })
}

/// The game at the moment, and at the end of the part to save.
fn played(moment: &SavedMoment<'_>, course: &mut Course<'_>) -> Result<(Game, Game), Unsaid> {
    let (mut game, _) = rules::start(moment.genesis).map_err(|error| error.to_string())?;
    let mut at = game.clone();
    let until = if moment.follow { moment.inputs.len() } else { moment.before };
    for (index, input) in moment.inputs.iter().enumerate().take(until) {
        course.step()?;
        game = rules::play(&game, input).map_err(|error| format!("input {index}: {error}"))?.1;
        if index + 1 == moment.before {
            at = game.clone();
        }
    }
    Ok((at, game))
}

fn as_board(
    moment: &SavedMoment<'_>,
    board: &board::SavedBoard,
    (game, end): (&Game, &Game),
    pool: &Pool,
    words: InputWords<'_>,
    course: &mut Course<'_>,
) -> Result<String, Unsaid> {
    let mut text = ScenarioWriter::begin(moment.name, ABOUT_BOARD, &board.genesis, pool)?;
    let mut twin = Twin::new(&board.genesis, game.clone(), &board.objects)?;
    for step in &board.prelude {
        text.step(&twin.prepare(step)?, None);
    }
    if reading(twin.copy()) != reading(game) {
        let why = "the board does not read as the moment does: the order in which things came there matters";
        return Err(why.to_owned().into());
    }
    if moment.follow {
        follow(&mut twin, &mut text, moment.inputs.get(moment.before..).unwrap_or_default(), words, course)?;
        text.expect(&readable::expectations(end));
    }
    finish(text, end, pool, course)
}

const ABOUT_BOARD: &str = "A moment of a game as a board. What happened before it, this turn and the last, is not in it, \
     nor is how its permanents were cast.";

/// Writes the beginning of the game and all inputs up to the moment, and those that follow.
fn whole(
    moment: &SavedMoment<'_>,
    (game, end): (&Game, &Game),
    pool: &Pool,
    words: InputWords<'_>,
    why: &str,
    course: &mut Course<'_>,
) -> Result<String, Unsaid> {
    let about = format!("A moment of a game as its beginning and what was done since. It is no board: {why}.");
    let (start, steps) = rules::start(moment.genesis).map_err(|error| error.to_string())?;
    let made: Vec<ObjectId> = steps.first().into_iter().flat_map(script::objects_made).collect();
    let (genesis, objects) = board::in_order(moment.genesis, &made);
    let mut text = ScenarioWriter::begin(moment.name, &about, &genesis, pool)?;
    let mut twin = Twin::new(&genesis, start, &objects)?;
    let (before, after) = moment.inputs.split_at(moment.before.min(moment.inputs.len()));
    follow(&mut twin, &mut text, before, words, course)?;
    if moment.follow {
        text.step("Label(\"the moment\")", None);
        follow(&mut twin, &mut text, after, words, course)?;
        text.expect(&readable::expectations(end));
    } else {
        text.expect(&readable::expectations(game));
    }
    finish(text, end, pool, course)
}

fn follow(
    twin: &mut Twin,
    text: &mut ScenarioWriter,
    inputs: &[Input],
    words: InputWords<'_>,
    course: &mut Course<'_>,
) -> Result<(), Unsaid> {
    for input in inputs {
        course.step()?;
        let said = words(twin.original(), input);
        let step = twin.take(input)?;
        text.step(&step, Some(&said));
    }
    Ok(())
}

/// Ends the text, reads and runs it, and compares the result with the game it should lead to.
fn finish(mut text: ScenarioWriter, end: &Game, pool: &Pool, course: &mut Course<'_>) -> Result<String, Unsaid> {
    // A script may end at a choice it has looked at.
    if let Some(choice) = rules::choice(end).filter(|choice| choice.prompt != Prompt::Priority) {
        let of = writer::quoted(&end.entity_name(crate::fact::Entity::Player(choice.player)));
        text.expect(&[format!("Choice(of: {of})")]);
    }
    let text = text.end();
    let wrong = |error: &dyn std::fmt::Display| format!("what was written does not run as the game did ({error})");
    let scenario = Scenario::read("saved", &text).map_err(|error| wrong(&error))?;
    let run = scenario.run_with(pool, &mut |_, _| match course.step() {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    });
    let first = |mut errors: Vec<ScenarioError>| wrong(&errors.swap_remove(0));
    let run = run.map_err(first)?.ok_or(Unsaid::Stopped)?;
    if let Some(failure) = run.failures.first() {
        return Err(wrong(failure).into());
    }
    match run.timelines.first() {
        Some(timeline) if reading(&timeline.end) == reading(end) => Ok(text),
        _ => Err("what was written does not lead to the same board".to_owned().into()),
    }
}
