//! Running a script: its timelines, and which step does what.

use std::ops::ControlFlow;

use crate::card::pool::Pool;
use crate::fact::{Event, Genesis, Input, ObjectId, Prompt, Step as GameStep};
use crate::rule::Rule;
use crate::rules;
use crate::state::Game;

use super::act::{Announce, Way, Which};
use super::error::{Failure, ScenarioError};
use super::file::{At, Scenario, ScriptItem};
use super::set_up::Board;
use super::step::{Step, WhichAbility};
use super::tell::{tell_choice, tell_entry};
use super::timeline::{Stop, Timeline, script};

/// The name of the first timeline.
const MAIN: &str = "main";

/// What came of a scenario.
#[derive(Clone, Debug)]
pub struct Run {
    /// What the game started from.
    pub genesis: Genesis,
    /// The timelines, in the order in which the script made them; the first is `main`.
    pub timelines: Vec<RunTimeline>,
    /// What did not hold, in the order of the script.
    pub failures: Vec<Failure>,
}

/// A timeline that a script played.
#[derive(Clone, Debug)]
pub struct RunTimeline {
    /// Its name.
    pub name: String,
    /// Where it went off from another; none for `main`.
    pub forked_from: Option<ForkPoint>,
    /// All its inputs from the genesis on, those that it shares with the other as well.
    pub inputs: Vec<Input>,
    /// For each input, the line of the script that made it.
    pub lines: Vec<usize>,
    /// The points that the script named, those before the fork as well.
    pub labels: Vec<Label>,
    /// Every name that the script gave to an object, in the order in which it did; those before the fork as well.
    pub names: Vec<(String, ObjectId)>,
    /// The game at its end.
    pub end: Game,
}

/// Where a timeline went off from another.
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
    /// How many inputs had been taken.
    pub inputs: usize,
    /// The name.
    pub name: String,
    /// The line of the script.
    pub line: usize,
    /// How many entries had been written since the set-up.
    pub(super) entries: usize,
}

impl Scenario {
    /// Builds the game and plays the script.
    ///
    /// # Errors
    /// A board that cannot be, a step that the rules refuse, a choice that the script does not answer, or a name that
    /// names nothing, with its place.
    pub fn run(&self, pool: &Pool) -> Result<Run, ScenarioError> {
        let run = self.run_with(pool, &mut |_, _| ControlFlow::Continue(()))?;
        run.ok_or_else(|| self.at_start("it was stopped".to_owned()))
    }

    /// The same for whoever waits: told before each step of the script how many of how many are done, and whether to go on
    /// is answered. None if it is not.
    ///
    /// # Errors
    /// As [`Scenario::run`].
    pub fn run_with(
        &self,
        pool: &Pool,
        went_on: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
    ) -> Result<Option<Run>, ScenarioError> {
        let board = self.board(pool)?;
        let (game, steps) = rules::start(&board.genesis).map_err(|error| self.cannot_start(&error))?;
        let mut main = Timeline::new(MAIN, game, &steps).with_cards(board.pool.clone());
        self.name_objects(&board, &steps, &mut main)?;
        let mut player = Player { timelines: vec![main], current: 0, failures: Vec::new() };
        for (number, place) in self.script.iter().enumerate() {
            if went_on(number, self.script.len()).is_break() {
                return Ok(None);
            }
            match &place.what {
                ScriptItem::Step(step) => self.take(&mut player, place, step)?,
                ScriptItem::Expect(expectations) => self.expect(&mut player, expectations)?,
            }
        }
        for timeline in &player.timelines {
            self.check_end(timeline)?;
        }
        let timelines = player.timelines.into_iter().map(Timeline::finish).collect();
        Ok(Some(Run { genesis: board.genesis, timelines, failures: player.failures }))
    }

    /// The aliases of the board: objects are created in the order in which it lists them.
    fn name_objects(&self, board: &Board, steps: &[GameStep], main: &mut Timeline) -> Result<(), ScenarioError> {
        let first = steps.first().map(|step| step.entries.as_slice()).unwrap_or_default();
        let created: Vec<ObjectId> = first
            .iter()
            .filter_map(|entry| match &entry.event {
                Event::Created { object } => Some(object.id),
                _ => None,
            })
            .collect();
        for (alias, id) in board.aliases.iter().zip(created) {
            if let Some(place) = alias {
                main.call(&place.what, id).map_err(|stop| self.stopped(place, stop, main))?;
            }
        }
        Ok(())
    }

    fn take(&self, player: &mut Player, place: &At<ScriptItem>, step: &Step) -> Result<(), ScenarioError> {
        player.timeline().begin_step(place.line);
        match player.take(step) {
            Ok(None) => Ok(()),
            Ok(Some((expected, found))) => {
                let failure = player.failure(&self.file, place.line, expected, found);
                player.failures.push(failure);
                Ok(())
            }
            Err(stop) => Err(self.stopped(place, stop, player.timeline())),
        }
    }

    fn expect(
        &self,
        player: &mut Player,
        expectations: &[At<super::expectation::Expectation>],
    ) -> Result<(), ScenarioError> {
        for place in expectations {
            match player.timeline().check(&place.what) {
                Ok(None) => {}
                Ok(Some((expected, found))) => {
                    let failure = player.failure(&self.file, place.line, expected, found);
                    player.failures.push(failure);
                }
                Err(stop) => return Err(self.stopped(place, stop, player.timeline())),
            }
        }
        Ok(())
    }

    fn stopped<T>(&self, place: &At<T>, stop: Stop, timeline: &Timeline) -> ScenarioError {
        let message = match stop {
            Stop::Script(message) => message,
            Stop::Refused(illegal) => match timeline.pending() {
                Some(choice) => format!("the rules refuse this: {illegal}; {}", tell_choice(&timeline.game, &choice)),
                None => format!("the rules refuse this: {illegal}"),
            },
        };
        let message = if timeline.name == MAIN { message } else { format!("on `{}`: {message}", timeline.name) };
        self.error(place, message)
    }

    /// A timeline may end while a player has priority, once the game is over, or at a choice that was looked at.
    fn check_end(&self, timeline: &Timeline) -> Result<(), ScenarioError> {
        match timeline.pending() {
            Some(choice) if choice.prompt != Prompt::Priority && !timeline.looked => {
                let place = At { line: timeline.line, column: 1, what: () };
                let told = tell_choice(&timeline.game, &choice);
                let message = format!("`{}` ends with a choice that the script does not answer: {told}", timeline.name);
                Err(self.error(&place, message))
            }
            _ => Ok(()),
        }
    }
}

impl Timeline {
    fn begin_step(&mut self, line: usize) {
        self.line = line;
        self.step_began = self.log.len();
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
        if self.labels.iter().any(|label| label.name == name) {
            return script(format!("there is a label `{name}` already"));
        }
        let (inputs, entries) = (self.inputs.len(), self.log.len());
        self.labels.push(Label { inputs, name: name.to_owned(), line: self.line, entries });
        Ok(())
    }

    /// Takes a step that concerns one timeline only.
    pub(super) fn take(&mut self, step: &Step) -> Result<(), Stop> {
        match step {
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
                x,
                targets,
                divide,
                modes,
                costs,
                times,
                splice,
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
                let (costs, splice) = (costs.as_deref(), splice.as_deref());
                let announce = Announce { x, targets, divide, modes, costs, times, splice, with, pay, alias };
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
                splice,
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
                let (costs, splice) = (costs.as_deref(), splice.as_deref());
                let announce = Announce { x, targets, divide, modes, costs, times, splice, with, pay, alias };
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

/// The timelines of a script under way.
struct Player {
    timelines: Vec<Timeline>,
    current: usize,
    failures: Vec<Failure>,
}

impl Player {
    fn timeline(&mut self) -> &mut Timeline {
        &mut self.timelines[self.current]
    }

    /// Takes a step. What was expected and found, if it was to be illegal and is not.
    fn take(&mut self, step: &Step) -> Result<Option<(String, String)>, Stop> {
        match step {
            Step::Fork(name) => self.fork(name).map(|()| None),
            Step::Switch(name) => self.switch(name).map(|()| None),
            Step::Illegal { step, rule } => self.illegal(step, *rule),
            _ => self.timeline().take(step).map(|()| None),
        }
    }

    fn fork(&mut self, name: &str) -> Result<(), Stop> {
        if self.timelines.iter().any(|timeline| timeline.name == name) {
            return script(format!("there is a timeline `{name}` already"));
        }
        let mut forked = self.timeline().clone();
        forked.forked_from = Some(ForkPoint { timeline: forked.name, inputs: forked.inputs.len() });
        forked.name = name.to_owned();
        // Whoever goes on there has looked at what is pending as little as at anything else.
        forked.looked = false;
        self.timelines.push(forked);
        Ok(())
    }

    fn switch(&mut self, name: &str) -> Result<(), Stop> {
        let line = self.timeline().line;
        match self.timelines.iter().position(|timeline| timeline.name == name) {
            Some(index) => {
                self.current = index;
                self.timeline().begin_step(line);
                Ok(())
            }
            None => {
                let names: Vec<&str> = self.timelines.iter().map(|timeline| timeline.name.as_str()).collect();
                script(format!("there is no timeline `{name}`; there are {}", names.join(", ")))
            }
        }
    }

    /// A step that must be refused is tried on a copy of the timeline.
    fn illegal(&mut self, step: &Step, rule: Option<Rule>) -> Result<Option<(String, String)>, Stop> {
        let mut trial = self.timeline().clone();
        let cited = rule.map_or_else(String::new, |rule| format!(", citing CR {rule}"));
        let expected = format!("that `{}` is refused{cited}", step.word());
        match trial.take(step) {
            Ok(()) => Ok(Some((expected, "that it is legal".to_owned()))),
            Err(Stop::Script(message)) => Err(Stop::Script(message)),
            Err(Stop::Refused(illegal)) => {
                self.timeline().looked = true;
                let cites = |wanted: Rule| illegal.rule().is_some_and(|found| wanted.covers(found));
                let holds = rule.is_none_or(cites);
                Ok((!holds).then(|| (expected, format!("refused otherwise: {illegal}"))))
            }
        }
    }

    fn failure(&mut self, file: &str, line: usize, expected: String, found: String) -> Failure {
        let timeline = self.timeline();
        let since = timeline.log.iter().skip(timeline.step_began).filter(|entry| entry.event.is_story());
        Failure {
            file: file.to_owned(),
            line,
            timeline: timeline.name.clone(),
            expected,
            found,
            events_since: since.map(|entry| tell_entry(&timeline.game, entry)).collect(),
        }
    }
}
