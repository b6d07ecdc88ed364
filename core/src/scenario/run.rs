//! Runs a script: keeps its timelines, and dispatches its steps.

use std::ops::ControlFlow;

use crate::card::pool::Pool;
use crate::fact::{Event, Genesis, Input, ObjectId, Prompt, Step as GameStep};
use crate::message::Message;
use crate::plain::steering;
use crate::rules;
use crate::state::Game;

use super::act::{Way, Which};
use super::announce::Announce;
use super::error::{Failure, ScenarioError};
use super::file::{At, Expected, Scenario, ScriptItem};
use super::refs::Cited;
use super::set_up::Board;
use super::settle::Settles;
use super::step::{Step, WhichAbility};
use super::tell::{self, tell_entry};
use super::timeline::{Stop, Timeline, script};

/// The name of the first timeline.
const MAIN: &str = "main";

/// The result of running a scenario.
#[derive(Clone, Debug)]
pub struct Run {
    /// The genesis of the game.
    pub genesis: Genesis,
    /// The timelines, in the order in which the script created them; the first is `main`.
    pub timelines: Vec<RunTimeline>,
    /// The expectations that did not hold, in the order of the script.
    pub failures: Vec<Failure>,
    /// The errors of the script, in its order. A timeline ends at its first wrong step; the steps
    /// on other timelines are played.
    pub errors: Vec<ScriptError>,
}

impl Run {
    /// The run of a script without errors.
    ///
    /// # Errors
    /// The first error of the script.
    pub fn without_errors(mut self) -> Result<Run, ScenarioError> {
        if self.errors.is_empty() { Ok(self) } else { Err(self.errors.swap_remove(0).error) }
    }
}

/// An error of a script, and how far it was played before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// The error and its place in the text.
    pub error: ScenarioError,
    /// The timeline that the script was on.
    pub timeline: String,
    /// How many inputs the timeline had.
    pub inputs: usize,
    /// Whether the timeline ends there because the step was to change it.
    pub ends: bool,
}

/// A timeline that a script played.
#[derive(Clone, Debug)]
pub struct RunTimeline {
    /// Its name.
    pub name: String,
    /// Where it was forked; none for `main`.
    pub forked_from: Option<ForkPoint>,
    /// All its inputs from the genesis on, including those it shares with the timeline it was
    /// forked from.
    pub inputs: Vec<Input>,
    /// For each input, the line of the script that made it.
    pub lines: Vec<usize>,
    /// The points the script named, including those before the fork.
    pub labels: Vec<Label>,
    /// Every name the script gave to an object, in order, including those before the fork.
    pub names: Vec<(String, ObjectId)>,
    /// The game at its end.
    pub end: Game,
}

/// Where a timeline was forked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForkPoint {
    /// The other timeline.
    pub timeline: String,
    /// How many inputs they share.
    pub inputs: usize,
}

/// A named point of a timeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// How many inputs came before it.
    pub inputs: usize,
    /// The name.
    pub name: String,
    /// The line of the script.
    pub line: usize,
    /// How many entries there were since the set-up.
    pub(super) entries: usize,
}

impl Scenario {
    /// Builds the game and plays the script.
    ///
    /// # Errors
    /// An impossible board, a step the rules refuse, a choice the script does not answer, or a name
    /// that names nothing, with its place.
    pub fn run(&self, pool: &Pool) -> Result<Run, ScenarioError> {
        let run = self.run_with(pool, &mut |_, _| ControlFlow::Continue(()));
        let run = run.map_err(|mut errors| errors.swap_remove(0))?;
        run.ok_or_else(|| self.at_start("it was stopped".to_owned()))?.without_errors()
    }

    /// Like [`Scenario::run`], with progress and cancelling, and with what was played before an
    /// error. The callback gets the number of steps done and of all steps before each step, and
    /// returns whether to go on. None if it does not.
    ///
    /// # Errors
    /// An impossible board: everything wrong with it, and what cannot be read of the script; at
    /// least one. Other errors of the script are in the run.
    pub fn run_with(
        &self,
        pool: &Pool,
        went_on: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
    ) -> Result<Option<Run>, Vec<ScenarioError>> {
        let unread = |mut errors: Vec<ScenarioError>| {
            errors.extend(self.unread().cloned());
            errors
        };
        let board = self.board(pool).map_err(unread)?;
        let cannot_start = |error: rules::GenesisError| unread(vec![self.at_start(error.to_string())]);
        let (game, steps) = rules::start(&board.genesis).map_err(cannot_start)?;
        let mut main = Timeline::new(MAIN, game, &steps).with_cards(board.pool.clone());
        self.name_objects(&board, &steps, &mut main).map_err(unread)?;
        let mut player = Player::new(main);
        for (number, place) in self.script.iter().enumerate() {
            if went_on(number, self.script.len()).is_break() {
                return Ok(None);
            }
            player.settle(&self.script[number..], |stop, timeline| self.stopped(place, stop, timeline));
            match &place.what {
                ScriptItem::Step(step) => self.take(&mut player, place, step),
                ScriptItem::Expect(expectations) => self.expect(&mut player, expectations),
                ScriptItem::Unread(error) => {
                    player.note(error.clone());
                    player.stop();
                }
            }
        }
        self.check_ends(&mut player);
        let Player { timelines, failures, errors, .. } = player;
        let timelines = timelines.into_iter().map(|it| it.timeline.finish()).collect();
        Ok(Some(Run { genesis: board.genesis, timelines, failures, errors }))
    }

    /// Gives the aliases of the board to its objects, which are created in the order in which it
    /// lists them.
    fn name_objects(&self, board: &Board, steps: &[GameStep], main: &mut Timeline) -> Result<(), Vec<ScenarioError>> {
        let first = steps.first().map(|step| step.entries.as_slice()).unwrap_or_default();
        let created: Vec<ObjectId> = first
            .iter()
            .filter_map(|entry| match &entry.event {
                Event::Created { object } => Some(object.id),
                _ => None,
            })
            .collect();
        let mut errors = Vec::new();
        for (alias, id) in board.aliases.iter().zip(created) {
            if let Some(place) = alias
                && let Err(stop) = main.call(&place.what, id)
            {
                errors.push(self.error(place, stop.message()));
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// Takes a step, unless the timeline has already ended with an error.
    fn take(&self, player: &mut Player, place: &At<ScriptItem>, step: &Step) {
        if player.stopped() && !matches!(step, Step::Switch(_) | Step::Fork(_)) {
            return;
        }
        player.timeline().begin_step(place.line);
        match player.take(step) {
            Ok(None) => {}
            Ok(Some((expected, found))) => {
                let failure = player.failure(&self.file, place.line, expected, &found);
                player.failures.push(failure);
            }
            Err(stop) => {
                player.note(self.stopped(place, stop, player.timeline_now()));
                // A step that changes nothing may be wrong; the game goes on as intended.
                match step {
                    Step::Illegal { .. } | Step::Label(_) | Step::Fork(_) => {}
                    // The following steps were meant for another timeline.
                    Step::Switch(_) => player.current = None,
                    _ => player.stop(),
                }
            }
        }
    }

    /// Checks expectations. A wrong one leaves the game as it is: the others are checked, and the
    /// script goes on.
    fn expect(&self, player: &mut Player, expectations: &[At<Expected>]) {
        for place in expectations {
            let Expected { what, said } = &place.what;
            let expectation = match what {
                Ok(expectation) => expectation,
                Err(error) => {
                    player.note(error.clone());
                    continue;
                }
            };
            if player.stopped() {
                if let Some(why) = player.timeline_now().wrong_anyway(expectation) {
                    player.note(self.error(place, why));
                }
                continue;
            }
            let said = crate::message::cut(said.clone(), crate::message::MOST);
            let verdict = match player.timeline().check(expectation) {
                // An expectation about something that is gone does not hold.
                Err(Stop::Absent(why)) => Ok(Some((String::new(), why))),
                verdict => verdict,
            };
            match verdict {
                Ok(None) => {}
                Ok(Some((expected, found))) => {
                    let expected = if expected.is_empty() { format!("this: {said}") } else { expected };
                    let failure = player.failure(&self.file, place.line, expected, &found);
                    player.failures.push(failure);
                }
                Err(stop) => player.note(self.stopped(place, stop, player.timeline_now())),
            }
        }
    }

    fn stopped<T>(&self, place: &At<T>, stop: Stop, timeline: &Timeline) -> ScenarioError {
        let refused = matches!(stop, Stop::Refused(_));
        let message = match timeline.pending().filter(|_| refused) {
            Some(choice) => stop.message().and("; ").and(tell::choice_message(&timeline.game, &choice)),
            None => stop.message(),
        };
        self.error(place, on(timeline).and(message))
    }

    /// Checks how the timelines end: while a player has priority, once the game is over, or at a
    /// choice that was looked at.
    fn check_ends(&self, player: &mut Player) {
        for index in 0..player.timelines.len() {
            player.current = Some(index);
            let Played { timeline, stopped } = &player.timelines[index];
            let open = timeline.pending().filter(|choice| choice.prompt != Prompt::Priority && !timeline.looked);
            if let Some(choice) = open.filter(|_| !stopped) {
                let place = At { line: timeline.line, column: 1, what: () };
                let ends = format!("`{}` ends with a choice that the script does not answer: ", timeline.name);
                let error = self.error(&place, Message::from(ends).and(tell::choice_message(&timeline.game, &choice)));
                player.note(error);
            }
        }
    }
}

/// The timeline an error is on, unless it is the first.
fn on(timeline: &Timeline) -> Message {
    if timeline.name == MAIN { Message::default() } else { format!("on `{}`: ", timeline.name).into() }
}

impl Timeline {
    fn begin_step(&mut self, line: usize) {
        self.line = line;
        self.step_began = self.log.len();
        self.passed = None;
    }

    fn finish(self) -> RunTimeline {
        RunTimeline {
            name: self.name,
            forked_from: self.forked_from,
            inputs: self.inputs,
            lines: self.lines,
            labels: self.labels,
            names: self.bindings,
            end: self.game,
        }
    }

    fn label(&mut self, name: &str) -> Result<(), Stop> {
        steering(name).map_or(Ok(()), script)?;
        if self.labels.iter().any(|label| label.name == name) {
            return script(format!("there is a label `{name}` already"));
        }
        let (inputs, entries) = (self.inputs.len(), self.log.len());
        self.labels.push(Label { inputs, name: name.to_owned(), line: self.line, entries });
        Ok(())
    }

    /// Takes a step that concerns only one timeline.
    pub(super) fn take(&mut self, step: &Step) -> Result<(), Stop> {
        match &*self.pinned(step) {
            Step::Label(name) => self.label(name),
            Step::PlayLand { card, by, face } => self.play_land(card, by.as_deref(), face.as_deref()),
            Step::TurnFaceUp { object, cost, by, x, costs, with, pay } => {
                let costs = costs.as_deref();
                let announce = Announce { x: *x, costs, with, pay, ..Announce::nothing() };
                self.turn_face_up(object, cost.as_deref(), by.as_deref(), &announce)
            }
            Step::Cast {
                card,
                by,
                face,
                face_down,
                permission,
                x,
                targets,
                divide,
                modes,
                costs,
                times,
                added_texts,
                with,
                pay,
                alias,
            } => {
                let way = match (face, face_down) {
                    (None, false) => Way::Usual,
                    (None, true) => Way::FaceDown,
                    (Some(face), false) => Way::As(face),
                    (Some(_), true) => return script("say `face` or `face_down`, not both"),
                };
                let alias = alias.as_deref();
                let (x, times) = (*x, *times);
                let (costs, added_texts) = (costs.as_deref(), added_texts.as_deref());
                let permission = permission.as_deref();
                let announce =
                    Announce { permission, x, targets, divide, modes, costs, times, added_texts, with, pay, alias };
                self.cast(card, by.as_deref(), way, &announce)
            }
            Step::Activate {
                object,
                ability,
                loyalty,
                by,
                x,
                targets,
                divide,
                modes,
                costs,
                times,
                added_texts,
                with,
                pay,
                alias,
            } => {
                let which = match (ability, loyalty) {
                    (Some(WhichAbility::Nth(index)), None) => Which::Nth(*index),
                    (Some(WhichAbility::Says(part)), None) => Which::Says(part),
                    (None, Some(cost)) => Which::Loyalty(*cost),
                    (None, None) => Which::Only,
                    (Some(_), Some(_)) => return script("say `ability` or `loyalty`, not both"),
                };
                let alias = alias.as_deref();
                let (x, times) = (*x, *times);
                let (costs, added_texts) = (costs.as_deref(), added_texts.as_deref());
                let permission = None;
                let announce =
                    Announce { permission, x, targets, divide, modes, costs, times, added_texts, with, pay, alias };
                self.activate(object, which, by.as_deref(), &announce)
            }
            Step::Pay(payment) => self.pay(payment),
            Step::BackOut => self.back_out(),
            Step::Pass => self.pass(),
            Step::ResolveTop => self.resolve_top(),
            Step::ResolveAll => self.resolve_all(),
            Step::AdvanceTo { step, turn } => self.advance_to(*step, *turn),
            Step::Attack(pairs) => self.attack(pairs),
            Step::Block(blocks) => self.block(blocks),
            Step::OrderBlockers { attacker: of, order } | Step::OrderAttackers { blocker: of, order } => {
                self.order_damage(of, order)
            }
            Step::AssignDamage(division) => self.assign_damage(division),
            Step::OrderTriggers(order) => self.order_triggers(order),
            Step::Choose(reply) => self.reply(reply),
            Step::ChooseAs(player, reply) => self.reply_as(player, reply),
            Step::Keep => self.mulligan(false),
            Step::Mulligan => self.mulligan(true),
            Step::Concede(name) => {
                let player = self.player(name)?;
                self.apply(Input::Concede(player))
            }
            Step::Chance(results) => results.iter().try_for_each(|result| self.fix(result)),
            Step::Edit(change) => self.edit(change),
            Step::Reseed(seed) => self.apply(Input::Reseed(*seed)),
            Step::Input(input) => self.apply(input.clone()),
            Step::Call { it, alias } => {
                let id = self.object(it)?;
                self.call(alias, id)
            }
            Step::Fork(_) | Step::Switch(_) | Step::Illegal { .. } => {
                script(format!("`{}` cannot stand inside of another step", step.word()))
            }
        }
    }
}

/// A timeline of a running script.
struct Played {
    timeline: Timeline,
    /// Whether a step of it was wrong, so that later ones cannot be played.
    stopped: bool,
}

/// The timelines of a running script.
struct Player {
    timelines: Vec<Played>,
    /// None on a timeline that was to be forked from one that had ended with an error.
    current: Option<usize>,
    /// The names of such timelines.
    lost: Vec<String>,
    failures: Vec<Failure>,
    errors: Vec<ScriptError>,
}

impl Player {
    fn new(main: Timeline) -> Player {
        let timelines = vec![Played { timeline: main, stopped: false }];
        Player { timelines, current: Some(0), lost: Vec::new(), failures: Vec::new(), errors: Vec::new() }
    }

    fn timeline(&mut self) -> &mut Timeline {
        &mut self.timelines[self.current.unwrap_or(0)].timeline
    }

    fn timeline_now(&self) -> &Timeline {
        &self.timelines[self.current.unwrap_or(0)].timeline
    }

    /// From here on, an order that cannot matter is given automatically unless the rest of the
    /// script gives it.
    fn settle(&mut self, rest: &[At<ScriptItem>], wrong: impl Fn(Stop, &Timeline) -> ScenarioError) {
        let next = matches!(rest.first().map(|it| &it.what), Some(ScriptItem::Step(_)));
        let name = self.timeline().name.clone();
        let later = Settles::before(if next { &rest[1..] } else { rest }, &name);
        if self.stopped() {
            self.timeline().settles = later;
            return;
        }
        // A choice already pending is for this step.
        self.timeline().settles = Settles::before(rest, &name);
        let settled = self.timeline().settle();
        self.timeline().settles = later;
        if let Err(stop) = settled {
            let error = wrong(stop, self.timeline_now());
            self.note(error);
        }
    }

    /// Whether nothing more can be played on the current timeline.
    fn stopped(&self) -> bool {
        self.current.is_none_or(|index| self.timelines[index].stopped)
    }

    fn stop(&mut self) {
        if let Some(index) = self.current.filter(|_| !self.stopped()) {
            self.timelines[index].stopped = true;
            if let Some(error) = self.errors.last_mut() {
                error.ends = true;
            }
        }
    }

    fn note(&mut self, error: ScenarioError) {
        let timeline = self.timeline_now();
        let (name, inputs) = (timeline.name.clone(), timeline.inputs.len());
        self.errors.push(ScriptError { error, timeline: name, inputs, ends: false });
    }

    /// Takes a step. Returns the expected and actual result if a step that should be illegal is
    /// not.
    fn take(&mut self, step: &Step) -> Result<Option<(String, Message)>, Stop> {
        match step {
            Step::Fork(name) => self.fork(name).map(|()| None),
            Step::Switch(name) => self.switch(name).map(|()| None),
            Step::Illegal { step, rule } => self.illegal(step, *rule),
            _ => self.timeline().take(step).map(|()| None),
        }
    }

    fn fork(&mut self, name: &str) -> Result<(), Stop> {
        steering(name).map_or(Ok(()), script)?;
        if self.timelines.iter().any(|played| played.timeline.name == name) {
            return script(format!("there is a timeline `{name}` already; choose another name"));
        }
        if self.stopped() {
            self.lost.push(name.to_owned());
            return Ok(());
        }
        let mut forked = self.timeline().clone();
        forked.forked_from = Some(ForkPoint { timeline: forked.name, inputs: forked.inputs.len() });
        forked.name = name.to_owned();
        // A look at the pending choice does not carry over to the fork.
        forked.looked = false;
        self.timelines.push(Played { timeline: forked, stopped: false });
        Ok(())
    }

    fn switch(&mut self, name: &str) -> Result<(), Stop> {
        let line = self.timeline().line;
        match self.timelines.iter().position(|played| played.timeline.name == name) {
            Some(index) => {
                self.current = Some(index);
                self.timeline().begin_step(line);
                Ok(())
            }
            None if self.lost.iter().any(|lost| lost == name) => {
                self.current = None;
                Ok(())
            }
            None => {
                let names = self.timelines.iter().map(|played| format!("`{}`", played.timeline.name));
                let begun = format!("there is no timeline `{name}`; `Fork` makes one; there are ");
                // The following steps were meant for a timeline other than the current one.
                self.lost.push(name.to_owned());
                let message = Message::from(begun).and(Message::list(names));
                script(message)
            }
        }
    }

    /// Tries a step that must be refused on a copy of the timeline.
    fn illegal(&mut self, step: &Step, rule: Option<Cited>) -> Result<Option<(String, Message)>, Stop> {
        let mut trial = self.timeline().clone();
        let cited = rule.map_or_else(String::new, |rule| format!(", citing CR {rule}"));
        let expected = format!("that `{}` is refused{cited}", step.word());
        let (by, why) = match trial.take(step) {
            Ok(()) => return Ok(Some((expected, "that it is legal".into()))),
            Err(Stop::Refused(illegal)) => (illegal.rule(), Message::from(format!("refused otherwise: {illegal}"))),
            Err(Stop::NotAsked(by, why)) => {
                let cited = why.whole().contains(&format!("(CR {by})"));
                let cited = if cited { String::new() } else { format!(" (CR {by})") };
                (Some(by), Message::from("refused otherwise: ").and(why).and(cited))
            }
            Err(stop) => return Err(stop),
        };
        self.timeline().looked = true;
        let holds = rule.is_none_or(|wanted| by.is_some_and(|found| wanted.covers(found)));
        Ok((!holds).then_some((expected, why)))
    }

    fn failure(&mut self, file: &str, line: usize, expected: String, found: &Message) -> Failure {
        let timeline = self.timeline();
        let since = timeline.log.iter().skip(timeline.step_began).filter(|entry| entry.event.is_story());
        Failure {
            file: file.to_owned(),
            line,
            timeline: timeline.name.clone(),
            expected: crate::message::cut(expected, crate::message::MOST),
            found: found.short(),
            found_in_full: found.whole(),
            events_since: since.map(|entry| tell_entry(&timeline.game, entry)).collect(),
        }
    }
}
