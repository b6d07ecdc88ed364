//! Shortcuts (CR 725): repeat a sequence of choices a number of times.
//!
//! The sequence consists of the choices, by all players, between two places at which the same
//! player has priority (CR 725.2a). Each answer is repeated as it was; an object that is gone is
//! replaced by one with the same name at the same position, and a cost is paid with what is
//! available. Each round is checked as a whole beforehand: if a different choice comes up, or an
//! answer is not legal, the round cannot be predicted, and the shortcut ends before it.
//!
//! A player who wants to shorten the sequence (CR 725.2b) needs no command of their own: the cursor
//! can go to any place of a shortcut, and another answer there begins a fork, in which the proposal
//! goes no further (CR 725.2c).

use std::sync::Arc;

use retrace_core::fact::{Act, Answer, Assignment, Choice, Domain, Entity, Input, Item, Prompt};
use retrace_core::state::Game;
use retrace_core::{play, rules};

use crate::session::Session;
use crate::timeline::commit::CommitInput;
use crate::{Outcome, Point, SessionError, Timeline, describe};

/// The maximum number of rounds at once.
pub const MOST_ROUNDS: u32 = 10_000;

/// An answer that was given, its choice and its game.
pub(crate) struct GivenAnswer<'a> {
    pub(crate) game: &'a Game,
    pub(crate) choice: Choice,
    pub(crate) answer: &'a Answer,
}

impl Session {
    /// Repeats the choices since a place this many times, as long as they can be predicted. Without
    /// a place, repeats those since the player with priority last acted at the same point of the
    /// turn. One undo takes all of it back.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn repeat(&mut self, from: Option<Point>, times: u32) -> Result<Outcome, SessionError> {
        self.repeat_telling(from, times, &mut |_| ())
    }

    /// Like [`Session::repeat`]; calls `told` after each round with the number of rounds done.
    ///
    /// # Errors
    /// As [`Session::repeat`].
    pub fn repeat_telling(
        &mut self,
        from: Option<Point>,
        times: u32,
        told: &mut dyn FnMut(u32),
    ) -> Result<Outcome, SessionError> {
        let timeline = Arc::clone(&self.current);
        let end = timeline.commits_up_to_step(self.cursor().step);
        let here = self.choice().filter(|choice| choice.prompt == Prompt::Priority);
        let Some(here) = here else {
            return Ok(Outcome::Nothing("A shortcut ends where a player has priority; nobody has it here."));
        };
        let start = match from {
            None => acted_before(&timeline, end, self.game(), &here),
            Some(point) => timeline
                .choice_at_or_before(point.step)
                .map(|step| timeline.commits_up_to_step(step))
                .filter(|start| *start < end && is_priority(&timeline, *start)),
        };
        let Some(start) = start else {
            return Ok(Outcome::Nothing(match from {
                None => "Nothing was done at this point of the turn that could be done again.",
                Some(_) => "A shortcut begins where a player has priority, before this place.",
            }));
        };
        let Some(said) = said(&timeline, start, end) else {
            return Ok(Outcome::Nothing("Only choices can be made again: something else was done in between."));
        };
        let mut done = 0;
        let mut forked = None;
        let mut stopped = (times > MOST_ROUNDS).then(|| format!("{MOST_ROUNDS} rounds are the most at once"));
        while done < times.min(MOST_ROUNDS) {
            let inputs = match round(self.game(), &said, &here) {
                Ok(inputs) => inputs,
                Err(why) => {
                    stopped = Some(why);
                    break;
                }
            };
            for (place, input) in inputs.into_iter().enumerate() {
                let outcome = match (done, place) {
                    (0, 0) => self.give_one(input, None, "shortcut")?,
                    _ => self.joined(|session| session.give_one(input, None, "shortcut"))?,
                };
                if let Outcome::Forked { name, .. } = outcome {
                    forked = Some(name);
                }
            }
            done += 1;
            told(done);
        }
        if done > 0 {
            self.joined(Session::let_policies_answer)?;
        }
        Ok(Outcome::Repeated { choices: end - start, times: done, forked, stopped })
    }
}

fn before(timeline: &Timeline, commit: usize) -> Option<&Game> {
    Some(timeline.commits().get(commit.checked_sub(1)?)?.after())
}

fn is_priority(timeline: &Timeline, commit: usize) -> bool {
    before(timeline, commit).and_then(rules::choice).is_some_and(|choice| choice.prompt == Prompt::Priority)
}

/// The latest earlier commit in which the player acted with the same priority as here: at the same
/// point of the same turn, with as many objects on the stack.
fn acted_before(timeline: &Timeline, end: usize, game: &Game, here: &Choice) -> Option<usize> {
    let (turn, stack) = (&game.world().turn, game.world().stack.len());
    let acts = |commit: &usize| {
        let Some(CommitInput::Input(Input::Decision { answer: Answer::Picked(items), .. })) =
            timeline.commits().get(*commit).map(|commit| commit.input())
        else {
            return false;
        };
        let Some(was) = before(timeline, *commit) else { return false };
        let does = items.iter().any(|item| matches!(item, Item::Act(act) if *act != Act::Pass));
        let then = &was.world().turn;
        does && (then.number, then.step, was.world().stack.len()) == (turn.number, turn.step, stack)
            && rules::choice(was)
                .is_some_and(|choice| choice.prompt == Prompt::Priority && choice.player == here.player)
    };
    (1..end).rev().find(acts)
}

/// The answers of a range of commits; `None` if an input was not an answer.
fn said(timeline: &Timeline, start: usize, end: usize) -> Option<Vec<GivenAnswer<'_>>> {
    let one = |commit: usize| {
        let game = before(timeline, commit)?;
        let CommitInput::Input(Input::Decision { by, answer }) = timeline.commits().get(commit)?.input() else {
            return None;
        };
        let choice = rules::pending(game).choices().into_iter().find(|choice| choice.answered_by == *by)?;
        Some(GivenAnswer { game, choice, answer })
    };
    (start..end).map(one).collect()
}

/// The inputs that make the choices once more, or why they cannot be made, as a clause.
fn round(game: &Game, said: &[GivenAnswer<'_>], here: &Choice) -> Result<Vec<Input>, String> {
    let mut game = game.clone();
    let mut inputs = Vec::new();
    let mut rest = said.iter().peekable();
    loop {
        let Some(choice) = rules::choice(&game) else {
            return if rest.peek().is_none() && !inputs.is_empty() {
                Ok(inputs)
            } else {
                Err("the game is over".to_owned())
            };
        };
        let pays = matches!(choice.domain, Domain::Pay { .. });
        // How often mana is made during payment is not part of the proposal.
        while !pays && rest.next_if(|said| matches!(said.choice.domain, Domain::Pay { .. })).is_some() {}
        let answer = match rest.peek() {
            None if !pays => {
                let same = choice.prompt == Prompt::Priority && choice.player == here.player;
                return if same { Ok(inputs) } else { Err(describe::prompt(&game, &choice)) };
            }
            Some(was) if pays == matches!(was.choice.domain, Domain::Pay { .. }) => {
                let answer = again(&game, &choice, was);
                rest.next();
                answer
            }
            _ => None,
        };
        let answer = answer.or_else(|| if pays { play::pay(&game, &choice) } else { None });
        let Some(answer) = answer.filter(|answer| *answer != Answer::BackOut) else {
            return Err(describe::prompt(&game, &choice));
        };
        let input = Input::Decision { by: choice.answered_by, answer };
        let (_, after) = rules::play(&game, &input).map_err(|refused| refused.to_string())?;
        game = after;
        inputs.push(input);
    }
}

/// The same answer to a choice of the same kind: unchanged if legal, otherwise with objects of the
/// same names.
pub(crate) fn again(game: &Game, choice: &Choice, was: &GivenAnswer<'_>) -> Option<Answer> {
    let same = std::mem::discriminant(&choice.prompt) == std::mem::discriminant(&was.choice.prompt);
    if !same || choice.player != was.choice.player {
        return None;
    }
    let legal = |answer: &Answer| rules::check::check(game, choice, answer).is_ok();
    if legal(was.answer) {
        return Some(was.answer.clone());
    }
    let answer = match was.answer {
        Answer::Picked(items) => Answer::Picked(renamed(game, choice, was, items)?),
        Answer::Ordered(items) => Answer::Ordered(renamed(game, choice, was, items)?),
        Answer::Declared(declared) => Answer::Declared(redeclared(game, choice, was, declared)?),
        _ => return None,
    };
    legal(&answer).then_some(answer)
}

/// For each item, the one offered now: itself, or the one with the same name and the same position
/// among equals.
fn renamed(game: &Game, choice: &Choice, was: &GivenAnswer<'_>, items: &[Item]) -> Option<Vec<Item>> {
    let (offered, then) = (options(&choice.domain)?, options(&was.choice.domain)?);
    let one = |item: &Item| {
        if offered.contains(item) {
            return Some(item.clone());
        }
        let name = describe::item(was.game, item);
        let namesakes = then.iter().filter(|other| describe::item(was.game, other) == name);
        let place = namesakes.take_while(|other| *other != item).count();
        let now: Vec<&Item> = offered.iter().filter(|other| describe::item(game, other) == name).collect();
        now.get(place).or(now.last()).map(|item| (*item).clone())
    };
    items.iter().map(one).collect()
}

/// For each declared creature and what it was declared for, what can be declared now: the same, or
/// the one with the same name.
fn redeclared(game: &Game, choice: &Choice, was: &GivenAnswer<'_>, declared: &[Assignment]) -> Option<Vec<Assignment>> {
    let (Domain::Declare { options: now, .. }, Domain::Declare { options: then, .. }) =
        (&choice.domain, &was.choice.domain)
    else {
        return None;
    };
    let said = |game: &Game, entity: Entity| describe::entity(game, entity);
    let one = |assignment: &Assignment| {
        let name = said(was.game, Entity::Object(assignment.object));
        let namesakes = then.iter().filter(|it| said(was.game, Entity::Object(it.object)) == name);
        let place = namesakes.take_while(|it| it.object != assignment.object).count();
        let mut called = now.iter().filter(|it| said(game, Entity::Object(it.object)) == name);
        let option = now.iter().find(|it| it.object == assignment.object).or_else(|| called.nth(place))?;
        let to = |to: &Entity| {
            let same = option.to.iter().find(|it| *it == to);
            same.or_else(|| option.to.iter().find(|it| said(game, **it) == said(was.game, *to))).copied()
        };
        let to = assignment.to.iter().map(to).collect::<Option<_>>()?;
        Some(Assignment { object: option.object, to })
    };
    declared.iter().map(one).collect()
}

const fn options(domain: &Domain) -> Option<&Vec<Item>> {
    match domain {
        Domain::Pick { options, .. } | Domain::Gather { options, .. } | Domain::Order(options) => Some(options),
        _ => None,
    }
}
