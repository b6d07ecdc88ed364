//! Policies answer for players; and passing until something happens.
//!
//! A player without a policy is a person. A policy's answer is an ordinary decision in the log. It
//! depends only on the policy's seed and on the id of the event before, so the same place gets the
//! same answer, on every timeline and after every undo. It is part of the operation that led to it:
//! undo goes back to the person's decision.
//!
//! A person is not asked for an order that cannot matter either: the session gives it in the same
//! way, as a decision of theirs.

use retrace_core::fact::{Act, Answer, Choice, Domain, Input, Item, PlayerId, Prompt};
use retrace_core::rules::{self, Pending};
use retrace_core::state::Game;

use crate::asking::answers::only_answer;
use crate::held::policy::{MOST_ANSWERS, Policy};
use crate::session::Session;
use crate::{Outcome, Point, SessionError, describe};

/// How many passes in a row are made before somebody is asked again.
const MOST_PASSES: usize = 200;

impl Session {
    /// The policy of a player; `None` for a person.
    pub fn policy(&self, player: PlayerId) -> Option<Policy> {
        self.policies.get(&player).copied()
    }

    /// Sets a player's policy, or removes it. The policy answers when next asked
    /// ([`Session::let_policies_answer`]).
    pub fn set_policy(&mut self, player: PlayerId, policy: Option<Policy>) {
        match policy {
            Some(policy) => self.policies.insert(player, policy),
            None => self.policies.remove(&player),
        };
    }

    /// Sets how many answers in a row policies give at once, so that whoever draws a window does
    /// not wait for them. What is left is a job ([`Session::others_play`]).
    pub fn set_patience(&mut self, answers: usize) {
        self.patience = answers.clamp(1, MOST_ANSWERS);
    }

    /// Whether policies have given as many answers as they give at once, and are asked for more.
    pub const fn is_out_of_patience(&self) -> bool {
        self.out_of_patience
    }

    /// Whether only a policy answers the choice at the head of the timeline, where the cursor is.
    pub fn awaits_policy(&self) -> bool {
        let asked = || self.pending().choices().iter().any(|choice| self.policy(choice.answered_by).is_some());
        !self.policies.is_empty() && self.at_head() && asked()
    }

    /// Answers at the head of the timeline as long as only players with a policy are asked, and
    /// there is patience. Returns the number of answers, which belong to the previous operation.
    ///
    /// # Errors
    /// If the store cannot be written, or the rules refuse an answer of the policy.
    pub(crate) fn let_policies_answer(&mut self) -> Result<usize, SessionError> {
        if self.policies.is_empty() {
            return Ok(0);
        }
        let mut answers = 0;
        self.out_of_patience = false;
        while self.at_head() {
            let choices = self.pending().choices();
            let asked = choices.iter().find_map(|choice| Some((choice, self.policy(choice.answered_by)?)));
            let Some((choice, policy)) = asked else { break };
            if answers == self.patience {
                self.out_of_patience = true;
                break;
            }
            let input = self.policy_input(choice, policy);
            self.joined(|session| session.give_one(input, None, "decision"))?;
            answers += 1;
        }
        Ok(answers)
    }

    /// Like [`Session::let_policies_answer`], and also gives orders for a person where every order
    /// provably leads to the same result ([`rules::settled_order`]). In the past, such an order may
    /// still be given differently.
    ///
    /// # Errors
    /// As with [`Session::let_policies_answer`].
    pub fn let_it_go_on(&mut self) -> Result<usize, SessionError> {
        let mut answers = self.let_policies_answer()?;
        while answers < self.patience && !self.out_of_patience && self.at_head() {
            let Some((by, answer)) = rules::settled_order(self.game()) else { break };
            self.joined(|session| session.give_one(Input::Decision { by, answer }, None, "decision"))?;
            answers += 1 + self.let_policies_answer()?;
        }
        Ok(answers)
    }

    fn policy_input(&self, choice: &Choice, policy: Policy) -> Input {
        let place = self.current().entries_before_step(self.cursor().step).checked_sub(1);
        let id = place.and_then(|no| self.event_id(self.cursor().timeline, retrace_core::fact::EntryNo(no)));
        policy.input(self.game(), choice, id)
    }

    /// The latest place at or before `step` in the current timeline where a person is asked; the
    /// beginning if there is none.
    pub fn persons_choice_at_or_before(&self, step: usize) -> Point {
        let timeline = self.current();
        let asks_a_person = |commit: &&std::sync::Arc<crate::Commit>| {
            let choices = rules::pending(commit.after()).choices();
            choices.iter().any(|choice| self.policy(choice.answered_by).is_none())
        };
        let before = (0..timeline.commits_up_to_step(step)).rev().filter_map(|index| timeline.commits().get(index));
        let step = before.into_iter().find(asks_a_person).map_or(0, |commit| commit.end_step());
        Point { step, ..self.cursor() }
    }

    /// Gives a random answer to the choice at the cursor, whoever is asked.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn answer_at_random(&mut self) -> Result<Outcome, SessionError> {
        let Some(choice) = self.choice() else {
            return Ok(Outcome::Nothing("Nothing is asked here."));
        };
        let policy = self.policy(choice.answered_by).unwrap_or(Policy::Random { seed: self.game().seed() });
        let input = self.policy_input(&choice, policy);
        self.input(input)
    }

    /// Passes priority once.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn pass(&mut self) -> Result<Outcome, SessionError> {
        match self.choice() {
            Some(choice) if offers_pass(&choice) => self.decide(choice.answered_by, pass()),
            _ => Ok(Outcome::Nothing("Nobody has priority here, so nobody can pass.")),
        }
    }

    /// Passes priority, and gives answers that are the only ones, until something happens: a
    /// different kind of choice, something new on the stack, attackers declared, a changed life
    /// total, or the start of somebody's main phase. One undo takes all of it back.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub(crate) fn pass_on(&mut self) -> Result<Outcome, SessionError> {
        let mut times = 0;
        let mut first = None;
        let why = loop {
            let Some(choice) = self.choice() else { break result(self) };
            let answer = if offers_pass(&choice) { Some(pass()) } else { only_answer(&choice) };
            let Some(answer) = answer else { break describe::prompt(self.game(), &choice) };
            if times == MOST_PASSES {
                break format!("nothing has happened for {MOST_PASSES} passes.");
            }
            let before = self.game().clone();
            let outcome = match times {
                0 => self.decide(choice.answered_by, answer)?,
                _ => self.joined(|session| session.decide(choice.answered_by, answer))?,
            };
            first = first.or(Some(outcome));
            times += 1;
            if let Some(why) = happened(&before, self.game()) {
                break why;
            }
            if self.out_of_patience {
                break "the others play on.".to_owned();
            }
        };
        Ok(match first {
            None => Outcome::Nothing("There is something to choose here, or nothing is asked."),
            Some(forked @ Outcome::Forked { .. }) => forked,
            Some(_) => Outcome::Passed { times, why },
        })
    }
}

pub(crate) fn pass() -> Answer {
    Answer::Picked(vec![Item::Act(Act::Pass)])
}

/// Whether a choice can be answered by passing.
pub(crate) fn offers_pass(choice: &Choice) -> bool {
    let offered = |options: &[Item]| options.contains(&Item::Act(Act::Pass));
    choice.prompt == Prompt::Priority && matches!(&choice.domain, Domain::Pick { options, .. } if offered(options))
}

/// Why there is nothing left to pass.
fn result(session: &Session) -> String {
    match session.pending() {
        Pending::Over(_) => "the game is over.".to_owned(),
        _ => "nothing is asked here.".to_owned(),
    }
}

/// What changed between two games that a player would want to know before passing again.
fn happened(before: &Game, after: &Game) -> Option<String> {
    let (was, is) = (before.world(), after.world());
    if is.result.is_some() {
        return Some("the game is over.".to_owned());
    }
    if let Some(new) = is.stack.iter().rev().find(|id| !was.stack.contains(id)) {
        return Some(format!("{} is on the stack.", after.name_of(*new)));
    }
    let attackers = |world: &retrace_core::state::World| world.combat.as_deref().map_or(0, |it| it.attackers.len());
    if attackers(is) > 0 && attackers(was) == 0 {
        return Some(format!("{} attacks.", describe::player(after, is.turn.active)));
    }
    let changed = is.players.iter().zip(&was.players).find(|(is, was)| is.life != was.life);
    if let Some((is, was)) = changed {
        return Some(format!("{}: life {} → {}.", describe::player(after, is.id), was.life, is.life));
    }
    let place = |turn: &retrace_core::state::Turn| (turn.number, turn.step);
    let main = is.turn.step.filter(|step| step.is_main() && place(&is.turn) != place(&was.turn));
    main.map(|step| format!("the {} of {} begins.", step.word(), describe::player(after, is.turn.active)))
}
