//! Exploring: tries every legal answer at a choice, each on its own fork, to a depth, and collects
//! the outcomes, with equal states merged.
//!
//! Two states are equal if no rule can tell them apart (`derive::key`, CR 104.4b): ids and
//! timestamps count only by their order, and the history does not count. Costs are paid with what
//! is available and proposals are not taken back, since neither leads anywhere new. A choice with a
//! single answer adds no depth. Where there are more answers than can be tried, some are tried, and
//! the result says so ([`Explored::sampled`], [`Explored::cut`]).
//!
//! The lines of a depth are followed on several threads. Answers are counted against the limit, and
//! lines merged, in the order that one thread would take.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use retrace_core::derive::key::{Key, key};
use retrace_core::fact::{Answer, Choice, Domain, GameResult, Input, PlayerId};
use retrace_core::persist::Vector;
use retrace_core::play::{self, Dice, enumerate};
use retrace_core::predicate::{Expression, Predicate, Value};
use retrace_core::rules;
use retrace_core::state::Game;
use retrace_store::id::EventId;

use crate::asking::answers::{in_numbers, only_answer};
use crate::asking::diff::rows::{DiffRow, Field, StateDiff, Subject};
use crate::asking::diff::states;
use crate::base::job::Progress;
use crate::base::place::Point;
use crate::base::threads::{Piece, Threads, in_order, map};
use crate::held::policy::Policy;
use crate::play::minimal::minimal;
use crate::session::Session;
use crate::timeline::commit::CommitInput;
use crate::timeline::line::Timeline;
use crate::{Commit, Outcome, SessionError, describe};

/// The maximum number of answers to try for one choice.
pub(crate) const MOST_ANSWERS: usize = 100;
/// If there are too many answers, how many are the first ones; the others are sampled at random.
const FIRST_ANSWERS: usize = 60;
/// How many lines to an outcome are listed besides the first.
const TOLD_WAYS: usize = 4;
/// The maximum number of answers without a choice, or on the way to where a line ends.
const MOST_FORCED: usize = 2_000;
/// For how many lines, for each thread, the answers are found before those of earlier lines are
/// counted.
const AHEAD: usize = 4;

/// Who answers for the players that are not explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// Nobody: their answers are explored as well.
    Explored,
    /// They give minimal answers: they pass, and decline.
    Least,
    /// A policy.
    Policy(Policy),
}

/// The limits of an exploration, and what to evaluate.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The number of answers in a row.
    pub depth: usize,
    /// The total number of answers.
    pub limit: usize,
    /// The player whose answers are explored; everybody's if `None`.
    pub player: Option<PlayerId>,
    /// How the other players answer.
    pub others: Others,
    /// After the last answer everybody gives minimal answers until this holds, or the game is over.
    pub until: Option<Predicate>,
    /// The expressions to evaluate at each outcome, each with its text.
    pub asked: Vec<(String, Expression)>,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted { depth: 1, limit: 1000, player: None, others: Others::Least, until: None, asked: Vec::new() }
    }
}

/// A place to explore from.
#[derive(Clone, Debug)]
pub struct Explore {
    timeline: Arc<Timeline>,
    at: Point,
    wanted: Wanted,
    threads: Threads,
}

/// The result of exploring.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The choice that was explored from.
    pub at: Point,
    /// The timeline at that time.
    pub timeline: Arc<Timeline>,
    /// The question of that choice.
    pub prompt: String,
    /// The texts of the expressions that were evaluated at each outcome.
    pub asked: Vec<String>,
    /// The outcomes, in the order in which they were first reached.
    pub outcomes: Vec<Reached>,
    /// How many answers were tried.
    pub tried: usize,
    /// The choices of which only some answers were tried, without duplicates.
    pub sampled: Vec<String>,
    /// Whether the limit cut the exploration short.
    pub cut: bool,
}

/// A state reached by one or more lines.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The answers of the first line to it.
    pub answers: Vec<String>,
    /// How many lines lead to it.
    pub lines: u64,
    /// The other lines that are listed.
    pub others: Vec<Vec<String>>,
    /// The result of the game, if it ended.
    pub result: Option<GameResult>,
    /// Each player's life total.
    pub life: Vec<(PlayerId, i64)>,
    /// The differences from the state at the choice.
    pub changes: StateDiff,
    /// The values of the evaluated expressions, and their texts.
    pub values: Vec<(Value, String)>,
    /// Whether the awaited predicate came to hold; true if there was none.
    pub settled: bool,
    /// Whether the limit kept the line from going on.
    pub cut: bool,
    /// The commits that follow the choice.
    line: Vector<Arc<Commit>>,
}

impl Reached {
    /// The number of events on the timeline up to it, as in the log.
    pub fn events(&self) -> u64 {
        self.line.last().map_or(0, |last| last.end_entry())
    }

    /// The game in that state.
    pub fn game(&self) -> Option<&Game> {
        self.line.last().map(|last| last.after())
    }

    /// The first answer of the line in numbers, as `fork --answer` takes it.
    pub fn first_in_numbers(&self) -> Option<String> {
        let first = self.line.get(0)?;
        let choice = rules::choice(first.before())?;
        match first.input() {
            CommitInput::Input(Input::Decision { answer, .. }) => in_numbers(&choice, answer),
            _ => None,
        }
    }
}

/// A line being explored.
#[derive(Clone, Debug)]
struct Line {
    head: Arc<Commit>,
    commits: Vector<Arc<Commit>>,
    said: Vec<String>,
    lines: u64,
    others: Vec<Vec<String>>,
    /// It ends here: the game is over, or forced answers do not end.
    done: bool,
    /// The line was cut off here.
    cut: bool,
}

/// The next piece of exploring a line.
enum Next {
    /// The line ends where it is.
    Ends(Line),
    /// The line stands at a choice. These of its answers are tried.
    Tries {
        line: Line,
        choice: Choice,
        answers: Vec<Answer>,
        /// Whether the limit left out others; the line then also counts as an outcome as it is.
        cut: bool,
    },
}

/// A line with the key of its state.
type Keyed = (Line, Option<Key>);

impl Session {
    /// Prepares exploring from the choice at a place.
    ///
    /// # Errors
    /// If the timeline does not exist, or there is no choice at the place.
    pub fn explore(&self, at: Point, wanted: Wanted) -> Result<Explore, SessionError> {
        let timeline = self.timeline_arc(at.timeline)?;
        let asked = timeline.is_choice(at.step) && rules::choice(&timeline.game_at(at.step)).is_some();
        if !asked {
            return Err(SessionError::Question("nothing is asked here; go to a choice first".to_owned()));
        }
        Ok(Explore { timeline, at, wanted, threads: Threads::available() })
    }

    /// Makes an explored line a timeline, and goes to its end.
    ///
    /// # Errors
    /// If the timeline is gone, the name is taken, or the store cannot be written.
    pub fn take_line(
        &mut self,
        explored: &Explored,
        outcome: usize,
        name: Option<&str>,
    ) -> Result<Outcome, SessionError> {
        match explored.outcomes.get(outcome) {
            Some(reached) => self.fork_with(&explored.timeline, explored.at.step, &reached.line, name),
            None => Ok(Outcome::Nothing("There is no such outcome.")),
        }
    }
}

impl Explore {
    /// Sets how many threads explore; the result is the same.
    #[must_use]
    pub const fn on(mut self, threads: Threads) -> Explore {
        self.threads = threads;
        self
    }

    /// Explores.
    ///
    /// # Errors
    /// If the predicate is too expensive; [`SessionError::Cancelled`].
    pub fn run(&self, progress: &Progress) -> Result<Explored, SessionError> {
        let Explore { timeline, at, wanted, threads } = self;
        let before = timeline.game_at(at.step);
        let prompt = rules::choice(&before).map(|choice| describe::prompt(&before, &choice)).unwrap_or_default();
        let mut explored = Explored {
            at: *at,
            timeline: Arc::clone(timeline),
            prompt,
            asked: wanted.asked.iter().map(|(text, _)| text.clone()).collect(),
            outcomes: Vec::new(),
            tried: 0,
            sampled: Vec::new(),
            cut: false,
        };
        let parent = timeline.commits_up_to_step(at.step).checked_sub(1).and_then(|last| timeline.commits().get(last));
        let Some(parent) = parent else { return Ok(explored) };
        let root = Line {
            head: Arc::clone(parent),
            commits: Vector::new(),
            said: Vec::new(),
            lines: 1,
            others: Vec::new(),
            done: false,
            cut: false,
        };
        let mut lines = vec![root];
        for _ in 0..wanted.depth.max(1) {
            let before = explored.tried;
            let next = self.next_of(&lines, &mut explored, progress)?;
            lines = merged(self.followed(&next, before, progress)?);
        }
        let mut settled: BTreeMap<EventId, bool> = BTreeMap::new();
        if let Some(until) = &wanted.until {
            let (total, done) = (lines.len(), AtomicUsize::new(0));
            let ended = map(*threads, total, |index| {
                progress.step(done.fetch_add(1, Ordering::Relaxed), total)?;
                let (line, settled) = self.settled(lines[index].clone(), until, progress)?;
                Ok::<_, SessionError>((keyed(line), settled))
            })?;
            settled.extend(ended.iter().map(|((line, _), settled)| (line.head.id(), *settled)));
            lines = merged(ended.into_iter().map(|(keyed, _)| keyed).collect());
        }
        explored.outcomes = map(*threads, lines.len(), |index| {
            let line = &lines[index];
            self.reached(line, settled.get(&line.head.id()).copied().unwrap_or(true), &before)
        })?;
        Ok(explored)
    }

    /// Goes on with each line to its next explored choice, and takes its answers, as far as the
    /// limit allows.
    fn next_of(&self, lines: &[Line], explored: &mut Explored, progress: &Progress) -> Result<Vec<Next>, SessionError> {
        let look = |line: &Line| -> Result<(Next, bool), SessionError> {
            if line.done {
                return Ok((Next::Ends(line.clone()), true));
            }
            let (line, choice) = self.to_a_choice(line.clone(), progress)?;
            let Some(choice) = choice else { return Ok((Next::Ends(line), true)) };
            let (answers, all) = tried(line.head.after(), &choice);
            Ok((Next::Tries { line, choice, answers, cut: false }, all))
        };
        let mut found = Vec::new();
        let ahead = self.threads.number().saturating_mul(AHEAD);
        let look = |piece: &Piece<'_>| look(&lines[piece.index()]).inspect_err(|_| piece.end_here());
        let done = in_order(self.threads, (lines.len(), ahead), look, |_, next| {
            let (mut next, all) = match next {
                Ok(next) => next,
                Err(error) => return ControlFlow::Break(error),
            };
            if let Next::Tries { line, choice, answers, cut } = &mut next {
                if !all {
                    let prompt = describe::prompt(line.head.after(), choice);
                    if !explored.sampled.contains(&prompt) {
                        explored.sampled.push(prompt);
                    }
                }
                let room = self.wanted.limit.saturating_sub(explored.tried);
                *cut = answers.len() > room;
                answers.truncate(room);
                explored.cut |= *cut;
                explored.tried += answers.len();
            }
            found.push(next);
            ControlFlow::Continue(())
        });
        match done {
            ControlFlow::Continue(()) => Ok(found),
            ControlFlow::Break(error) => Err(error),
        }
    }

    /// Gives each answer; `before` answers were given earlier.
    fn followed(&self, next: &[Next], before: usize, progress: &Progress) -> Result<Vec<Keyed>, SessionError> {
        // Each answer is a piece of work of its own, since a line may have a hundred.
        let pieces: Vec<(&Next, Option<&Answer>)> = next
            .iter()
            .flat_map(|next| {
                let (answers, itself) = match next {
                    Next::Ends(_) => (&[] as &[Answer], true),
                    Next::Tries { answers, cut, .. } => (answers.as_slice(), *cut),
                };
                answers.iter().map(Some).chain(itself.then_some(None)).map(move |answer| (next, answer))
            })
            .collect();
        let done = AtomicUsize::new(before);
        let follow = |index: usize| -> Result<Option<Keyed>, SessionError> {
            Ok(match pieces[index] {
                (Next::Ends(line), _) => Some(keyed(line.clone())),
                (Next::Tries { line, .. }, None) => Some(keyed(Line { done: true, cut: true, ..line.clone() })),
                (Next::Tries { line, choice, .. }, Some(answer)) => {
                    progress.step(done.fetch_add(1, Ordering::Relaxed), self.wanted.limit)?;
                    let said = describe::answer(line.head.after(), choice, answer);
                    let input = Input::Decision { by: choice.answered_by, answer: answer.clone() };
                    // An answer that the rules refuse in the end, such as one with too many
                    // consequences, leads nowhere.
                    let commit = Commit::after_input(&line.head, input).ok();
                    commit.map(|commit| keyed(line.and(commit, Some(said))))
                }
            })
        };
        Ok(map(self.threads, pieces.len(), follow)?.into_iter().flatten().collect())
    }

    /// Goes on to the next choice of an explored player, if the line gets there.
    fn to_a_choice(&self, mut line: Line, progress: &Progress) -> Result<(Line, Option<Choice>), SessionError> {
        for _ in 0..MOST_FORCED {
            progress.check()?;
            let game = line.head.after();
            let Some(choice) = rules::choice(game) else {
                line.done = true;
                return Ok((line, None));
            };
            let explores = self.wanted.player.is_none_or(|player| player == choice.answered_by);
            let input = if matches!(choice.domain, Domain::Pay { .. }) {
                minimal(game, &choice)
            } else if let Some(answer) = only_answer(&choice) {
                Input::Decision { by: choice.answered_by, answer }
            } else {
                match self.wanted.others {
                    _ if explores => return Ok((line, Some(choice))),
                    Others::Explored => return Ok((line, Some(choice))),
                    Others::Least => minimal(game, &choice),
                    Others::Policy(policy) => policy.input(game, &choice, Some(line.head.id())),
                }
            };
            let commit = Commit::after_input(&line.head, input)?;
            line = line.and(commit, None);
        }
        line.done = true;
        Ok((line, None))
    }

    /// Goes on until the awaited predicate holds. Also returns whether it does.
    fn settled(&self, mut line: Line, until: &Predicate, progress: &Progress) -> Result<(Line, bool), SessionError> {
        for _ in 0..MOST_FORCED {
            progress.check()?;
            if self.holds_on(&line, until)? {
                return Ok((line, true));
            }
            let game = line.head.after();
            let Some(choice) = rules::choice(game) else { break };
            let input = minimal(game, &choice);
            let commit = Commit::after_input(&line.head, input)?;
            line = line.and(commit, None);
        }
        Ok((line, false))
    }

    /// Whether a predicate holds at the end of a line; a predicate about events is evaluated over
    /// its last commit.
    fn holds_on(&self, line: &Line, predicate: &Predicate) -> Result<bool, SessionError> {
        let timeline = self.timeline_with(line);
        let first = if line.commits.is_empty() { timeline.len_steps() } else { line.head.first_step() + 1 };
        for step in (first..=timeline.len_steps()).rev() {
            if timeline.holds_at(step, predicate)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A private timeline that ends as a line does.
    fn timeline_with(&self, line: &Line) -> Timeline {
        let mut commits = self.timeline.commits().take(self.timeline.commits_up_to_step(self.at.step));
        commits.append(line.commits.clone());
        self.timeline.with_commits(commits)
    }

    fn reached(&self, line: &Line, settled: bool, before: &Game) -> Result<Reached, SessionError> {
        let game = line.head.after();
        let mut values = Vec::new();
        if !self.wanted.asked.is_empty() {
            let timeline = self.timeline_with(line);
            for (_, expression) in &self.wanted.asked {
                let value = timeline.value_at(timeline.len_steps(), expression)?;
                let shown = value.show(game);
                values.push((value, shown));
            }
        }
        Ok(Reached {
            lines: line.lines,
            result: game.world().result,
            life: game.players().map(|player| (player.id, i64::from(player.life))).collect(),
            changes: states(before, game, Some(before)),
            values,
            settled,
            cut: line.cut,
            answers: line.said.clone(),
            others: line.others.clone(),
            line: line.commits.clone(),
        })
    }
}

impl Line {
    /// The line with one more commit.
    fn and(&self, commit: Commit, said: Option<String>) -> Line {
        let head = Arc::new(commit);
        let mut longer = Line { head: Arc::clone(&head), ..self.clone() };
        longer.commits.push_back(head);
        if let Some(said) = said {
            longer.others.iter_mut().for_each(|other| other.push(said.clone()));
            longer.said.push(said);
        }
        longer
    }
}

fn keyed(line: Line) -> Keyed {
    let key = key(line.head.after());
    (line, key)
}

/// Merges lines that lead to the same state into the first, and counts them.
fn merged(lines: Vec<Keyed>) -> Vec<Line> {
    let mut places: BTreeMap<Key, usize> = BTreeMap::new();
    let mut kept: Vec<Line> = Vec::new();
    for (line, key) in lines {
        let same = key.and_then(|key| places.get(&key).copied()).and_then(|place| kept.get_mut(place));
        match same {
            Some(first) => {
                first.lines = first.lines.saturating_add(line.lines);
                let more = std::iter::once(line.said).chain(line.others);
                first.others.extend(more.take(TOLD_WAYS.saturating_sub(first.others.len())));
            }
            None => {
                if let Some(key) = key {
                    places.insert(key, kept.len());
                }
                kept.push(line);
            }
        }
    }
    kept
}

/// The answers to try, and whether they are all there are. Taking back a proposal is never tried.
fn tried(game: &Game, choice: &Choice) -> (Vec<Answer>, bool) {
    // Choices with too many answers to enumerate.
    let endless = match &choice.domain {
        Domain::Order(items) => items.len() > 7,
        Domain::Gather { options, .. } => options.len() > 16,
        Domain::Divide(shares) => shares.len() > 6,
        _ => false,
    };
    let mut answers: Vec<Answer> = Vec::new();
    if !endless {
        let all = enumerate(game, choice).filter(|answer| *answer != Answer::BackOut);
        answers.extend(all.take(MOST_ANSWERS + 1));
        if answers.len() <= MOST_ANSWERS {
            return (answers, true);
        }
        answers.truncate(FIRST_ANSWERS);
    }
    let mut dice = Dice::new(0);
    for _ in 0..4 * MOST_ANSWERS {
        if answers.len() >= MOST_ANSWERS {
            break;
        }
        let answer = play::sample(game, choice, &mut dice);
        if answer != Answer::BackOut && !answers.contains(&answer) {
            answers.push(answer);
        }
    }
    (answers, false)
}

impl Reached {
    /// The outcome in one line: the result, life totals, the evaluated expression, and up to `most`
    /// changes.
    pub fn in_short(&self, most: usize) -> String {
        let Some(game) = self.game() else { return "nothing happened".to_owned() };
        let mut parts = Vec::new();
        match self.result {
            Some(GameResult::Won(player)) => parts.push(format!("{} won", describe::winner(game, player))),
            Some(GameResult::Draw) => parts.push("a draw".to_owned()),
            None => {}
        }
        let life = |(player, life): &(PlayerId, i64)| format!("{} {life}", describe::player(game, *player));
        parts.push(format!("life: {}", self.life.iter().map(life).collect::<Vec<_>>().join(", ")));
        parts.extend(self.values.iter().map(|(_, shown)| shown.clone()));
        if !self.settled {
            parts.push("the awaited state did not come about".to_owned());
        }
        if self.cut {
            parts.push("not gone into further".to_owned());
        }
        let changes = self.told_changes();
        let told = changes.iter().take(most).cloned();
        parts.extend(told);
        if changes.len() > most {
            parts.push(format!("and {} changes more", changes.len() - most));
        }
        parts.join(" · ")
    }

    /// The differences from the state at the choice, each in a few words; those that every outcome
    /// has because the turn went on are left out.
    pub(crate) fn told_changes(&self) -> Vec<String> {
        let told = |row: &&DiffRow| {
            !matches!(row.field, Field::Life | Field::Waiting | Field::Result) && row.subject != Subject::Game
        };
        self.changes.rows.iter().filter(told).map(change).collect()
    }
}

/// A change in a few words. For an object that appeared or disappeared, says where it is or was.
fn change(row: &DiffRow) -> String {
    let what = match (row.field, row.left.as_deref(), row.right.as_deref()) {
        (Field::Existence, None, Some(place)) => format!("now {place}"),
        (Field::Existence, Some(place), None) => format!("no longer {place}"),
        (field, left, right) => {
            format!("{} {} → {}", field.word(), left.unwrap_or("none"), right.unwrap_or("none"))
        }
    };
    format!("{}: {what}", row.subject)
}
