//! Playing decisions again somewhere else: after a fork, after an edit, with other cards.
//!
//! A decision is played again if the same player is asked the same question there and an answer
//! that says the same is legal. Objects may have other numbers, so an answer is sought among what
//! is offered there, by what it says: first the same object, otherwise one that is named alike. An
//! answer that means something else is never given. The first decision that cannot be played again
//! ends it, and says why.
//!
//! Passing is no more than making room: where more is on the stack there, or the turn is not so far
//! yet, whoever has priority passes. Passes for something that is not there are left out. So are
//! the decisions that belong to the replaced one, such as the targets of a spell that is not cast.

use std::sync::Arc;

use retrace_core::card::TurnStep;
use retrace_core::fact::{Act, Answer, Choice, Frame, Input, Item, PlayerId, Prompt, Zone};
use retrace_core::persist::Vector;
use retrace_core::rules;
use retrace_core::state::Game;

use super::same::same_answer;
use crate::base::place::Label;
use crate::timeline::commit::{Commit, CommitInput};
use crate::{Progress, SessionError, describe};

/// How many times in a row somebody passes to make room.
const MOST_PASSES: usize = 1_000;

/// What became of decisions that were played again.
#[derive(Debug)]
pub(crate) struct Again {
    /// The commits, with the new ones.
    pub(crate) commits: Vector<Arc<Commit>>,
    /// How many decisions were played again.
    pub done: usize,
    /// How many there were.
    pub of: usize,
    /// How often somebody passed to make room.
    pub passed: usize,
    /// How many decisions were left out, because they belong to something that is not there.
    pub left_out: usize,
    /// The decision that does not apply, and why.
    pub stopped: Option<String>,
}

/// The label at the place where playing again stopped.
pub(crate) fn stopped_label(step: usize, why: &str) -> Label {
    Label { step, text: format!("Stopped here: {why}") }
}

/// Plays the inputs of commits again after others. `replaced` is the commit before them that was
/// answered differently, if there is one; `renew` may replace parts of an input first.
///
/// # Errors
/// If an input has no stored form; [`SessionError::Cancelled`].
pub(crate) fn play_again(
    mut commits: Vector<Arc<Commit>>,
    (replaced, olds): (Option<&Commit>, &[Arc<Commit>]),
    renew: &dyn Fn(&Input) -> Input,
    progress: &Progress,
) -> Result<Again, SessionError> {
    let mut again = Again { commits: Vector::new(), done: 0, of: olds.len(), passed: 0, left_out: 0, stopped: None };
    // Decisions that belong to the replaced one come before the next time somebody has priority.
    // None belongs to a pass: what it led to comes about later, too.
    let mut inside = replaced.is_some_and(|commit| !matches!(commit.input(), CommitInput::Input(it) if is_pass(it)));
    let mut passes = 0;
    let mut olds = olds.iter().enumerate().peekable();
    while let Some((number, old)) = olds.peek() {
        progress.step(*number, again.of)?;
        let (CommitInput::Input(input), Some(parent)) = (old.input(), commits.last()) else { break };
        inside &= !asks_for_priority(old.before());
        let next = next(old.before(), &renew(input), parent.after(), inside);
        let (input, played) = match next {
            Next::Play(input) => (input, true),
            Next::Pass(_) if passes == MOST_PASSES => {
                again.stopped = Some(said(old, input, "the game does not get there, however often everybody passes"));
                break;
            }
            Next::Pass(by) => (pass(by), false),
            Next::LeaveOut => {
                again.left_out += 1;
                olds.next();
                continue;
            }
            Next::Stop(why) => {
                again.stopped = Some(said(old, input, &why));
                break;
            }
        };
        match Commit::after_input(parent, input) {
            Ok(next) => commits.push_back(Arc::new(next)),
            Err(SessionError::Illegal(illegal)) => {
                let CommitInput::Input(input) = old.input() else { break };
                again.stopped = Some(said(old, input, &illegal.to_string()));
                break;
            }
            Err(other) => return Err(other),
        }
        if played {
            again.done += 1;
            passes = 0;
            olds.next();
        } else {
            again.passed += 1;
            passes += 1;
        }
    }
    Ok(Again { commits, ..again })
}

/// What to do so that a decision can be played again.
enum Next {
    /// Play it, in this form.
    Play(Input),
    /// Let this player pass first.
    Pass(PlayerId),
    /// Leave it out: it belongs to something that is not there.
    LeaveOut,
    /// It cannot be played; why.
    Stop(String),
}

/// What to do about an input, given in one game, in another. `inside` says that it may belong to
/// the replaced decision.
fn next(old: &Game, input: &Input, new: &Game, inside: bool) -> Next {
    if new.world().result.is_some() {
        return Next::Stop("the game is over by then".to_owned());
    }
    let Input::Decision { by, answer } = input else { return other_input(old, input, new) };
    let choice_of = |game: &Game| rules::pending(game).choices().into_iter().find(|it| it.answered_by == *by);
    let Some(was) = choice_of(old) else { return Next::Stop("nobody was asked".to_owned()) };
    let asked = rules::pending(new).choices();
    let alike =
        |choice: &&Choice| choice.answered_by == *by && describe::prompt(new, choice) == describe::prompt(old, &was);
    let same = asked.iter().find(alike);
    let (here, there) = (Moment::of(old), Moment::of(new));
    let passes = is_pass(input);
    let waits = asked.iter().find(|choice| choice.prompt == Prompt::Priority);
    if was.prompt != Prompt::Priority {
        return match (same, waits) {
            (Some(is), _) => answer_again((old, &was, answer), (new, is)),
            (None, _) if inside => Next::LeaveOut,
            // It is asked where the turn goes on, or while what is on the stack resolves.
            (None, Some(waits)) if there.is_before(&here) || there == here && here.stack > 0 => {
                Next::Pass(waits.answered_by)
            }
            (None, _) => Next::Stop(asked_instead(new, &asked)),
        };
    }
    match (same, waits) {
        (Some(is), _) if here == there => answer_again((old, &was, answer), (new, is)),
        (_, Some(_)) if passes && here.is_before(&there) => Next::LeaveOut,
        (_, Some(waits)) if there.is_before(&here) => Next::Pass(waits.answered_by),
        // Another player has priority at the same moment.
        (None, Some(_)) if passes => Next::LeaveOut,
        (None, Some(waits)) if here == there => Next::Pass(waits.answered_by),
        (_, Some(_)) => Next::Stop("that moment is over there".to_owned()),
        (_, None) => Next::Stop(asked_instead(new, &asked)),
    }
}

/// An edit, a fixed chance, a new seed or a concession: given again if it says the same.
fn other_input(old: &Game, input: &Input, new: &Game) -> Next {
    match describe::input(old, input) == describe::input(new, input) {
        true => Next::Play(input.clone()),
        false => Next::Stop("it would mean something else there".to_owned()),
    }
}

fn answer_again((old, was, answer): (&Game, &Choice, &Answer), (new, is): (&Game, &Choice)) -> Next {
    match same_answer((old, was), answer, (new, is)) {
        Ok(answer) => Next::Play(Input::Decision { by: is.answered_by, answer }),
        Err(why) => Next::Stop(why),
    }
}

/// What is asked, as a clause.
fn asked_instead(game: &Game, asked: &[Choice]) -> String {
    match asked.first() {
        Some(choice) => format!("there, {}", describe::prompt(game, choice).trim_end_matches('.')),
        None => "nobody is asked anything there".to_owned(),
    }
}

fn asks_for_priority(game: &Game) -> bool {
    matches!(game.frame(), Some(Frame::Priority { .. }))
}

fn is_pass(input: &Input) -> bool {
    matches!(input, Input::Decision { answer: Answer::Picked(items), .. } if *items == [Item::Act(Act::Pass)])
}

fn pass(by: PlayerId) -> Input {
    Input::Decision { by, answer: Answer::Picked(vec![Item::Act(Act::Pass)]) }
}

/// A moment of a turn, as far as it matters to whether another is before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moment {
    turn: u32,
    step: Option<TurnStep>,
    stack: usize,
}

impl Moment {
    fn of(game: &Game) -> Moment {
        let turn = &game.world().turn;
        Moment { turn: turn.number, step: turn.step, stack: game.zone(Zone::Stack).len() }
    }

    /// Whether passing leads from here to the other moment: the turn is not so far yet, or more is
    /// on the stack.
    fn is_before(&self, other: &Moment) -> bool {
        match (self.turn, self.step).cmp(&(other.turn, other.step)) {
            std::cmp::Ordering::Equal => self.stack > other.stack,
            order => order.is_lt(),
        }
    }
}

/// Why an input does not apply, with the input: "input 12 (Ann: cast Lightning Bolt) no longer
/// applies: …".
fn said(commit: &Commit, input: &Input, why: &str) -> String {
    format!("input {} ({}) no longer applies: {why}", commit.number(), describe::input(commit.before(), input))
}
