//! Plays random legal games: measures how fast they are played and how they end, and checks the
//! laws on each.
//!
//! Each game is played once to be timed, with every event built, hashed and folded but nothing
//! kept. If laws are to be checked, it is played once more into a [`Record`]. The last ids of the
//! games form a chain, whose last link is the final id: the same seed gives the same one. Games may
//! be kept in a store, one timeline each.
//!
//! Games depend on nothing but their seeds, so several threads play and check them. The calling
//! thread takes them in order: it counts, chains the ids, writes into the store, and stops at the
//! first game that breaks a law. So the number of threads changes nothing but the time.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use retrace_core::fact::wire::WireError;
use retrace_core::fact::{GameResult, Genesis, LossReason};
use retrace_core::play::{self, Bounds, Left};
use retrace_core::rule::Rule;
use retrace_core::rules::GenesisError;
use retrace_store::{EventId, Log, Replay, StoreError};

use crate::laws::{Broken, Law, Policy, Record, Trial};
use retrace_session::Threads;
use retrace_session::base::threads::{Piece, in_order};
use retrace_session::files::decks::starting_by;

mod drawn;
mod keywords;
mod played;
#[cfg(test)]
mod tests;

pub use drawn::Stock;
use played::{KeptEvents, PlayedGame, play_one, write};

/// The limits of a game: ten times as many inputs and events as a finished game takes, and more
/// objects than any game needs. A game that reaches one is left unfinished and counted as such.
/// Checking the laws keeps a version of the game after each input, so this bounds the memory for a
/// game.
pub const MOST: Bounds = Bounds { inputs: 10_000, events: 250_000, objects: 2_000 };

/// The most inputs that can be asked for. A game of many players takes more than [`MOST`] has.
pub const MOST_INPUTS: usize = 1_000_000;

/// The limits of a game that may take so many inputs: with more of them come more events.
pub const fn bounds(inputs: usize) -> Bounds {
    let times = if inputs > MOST.inputs { inputs.div_ceil(MOST.inputs) as u64 } else { 1 };
    Bounds { inputs, events: MOST.events * times, objects: MOST.objects }
}

/// Costly laws are tried on one game in this many, the first included.
const COSTLY_EVERY: usize = 25;

/// How many games are played into a store before they are made durable together.
const DURABLE_EVERY: u64 = 100;

/// How many games for each thread may be played before those that are earlier are counted. A game
/// that is played takes a few numbers, or all of its steps if it goes into a store.
const AHEAD: usize = 8;
const AHEAD_TO_STORE: usize = 2;

/// The other laws tried at random are tried at one commit in this many.
const ONE_IN: usize = 20;

/// What to play.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// The genesis of each game, except for its seed and who goes first, which follow from the
    /// game's own seed.
    pub genesis: Genesis,
    /// The cards to draw new decks from for each game, if decks are drawn.
    pub drawn_from: Option<Stock>,
    /// How many games.
    pub games: u64,
    /// The seed of the first game; each further game takes the next number.
    pub seed: u64,
    /// The laws to check on each game.
    pub laws: Vec<Law>,
    /// The limits of each game; see [`MOST`].
    pub bounds: Bounds,
    /// Whether to make changes now and then that no player could make ([`play::decide_or_edit`]).
    pub edits: bool,
    /// Whether players concede now and then ([`play::decide_or_concede`]).
    pub concessions: bool,
    /// How many threads play and check.
    pub threads: Threads,
    /// Whether to count in how many games each keyword is seen.
    pub keywords: bool,
}

/// The results.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How many games were played.
    pub games: u64,
    /// How many games each player won.
    pub won: Vec<u64>,
    /// How many games were won by the player who took the first turn.
    pub first_won: u64,
    /// How many games were drawn.
    pub drawn: u64,
    /// How many games were left unfinished, by limit.
    pub left: BTreeMap<Left, u64>,
    /// How players lost, each way with its rule.
    pub ends: BTreeMap<(LossReason, Rule), u64>,
    /// Turns.
    pub turns: u64,
    /// Choices with at least two legal answers; see [`play::is_open`].
    pub decisions: u64,
    /// All inputs, including those with only one legal answer.
    pub inputs: u64,
    /// Events.
    pub events: u64,
    /// How long playing took, without the laws: the sum over all threads.
    pub playing: Duration,
    /// How long checking the laws took: the sum over all threads.
    pub checking: Duration,
    /// How long everything took by the clock.
    pub elapsed: Duration,
    /// How many threads played.
    pub threads: usize,
    /// For each law, how many games it was checked on, and how often it was tried in them.
    pub tried: BTreeMap<Law, (u64, u64)>,
    /// In how many games each keyword was seen, if they are counted; one that no game saw is not
    /// among them.
    pub keywords: BTreeMap<&'static str, u64>,
    /// The id of all games: the same seed gives the same id.
    pub id: EventId,
}

/// A game in which a law does not hold.
#[derive(Clone, Debug)]
pub struct FailedGame {
    /// The number of the game, from 0.
    pub game: u64,
    /// Its seed: a simulation of one game with this seed replays it.
    pub seed: u64,
    /// What does not hold, and where.
    pub broken: Broken,
    /// The game up to there.
    pub replay: Replay,
}

impl FailedGame {
    /// The game of a record, up to where it breaks a law.
    ///
    /// # Errors
    /// [`SimulationError::Unsaved`].
    pub(crate) fn of((game, seed): (u64, u64), broken: Broken, record: &Record) -> Result<FailedGame, SimulationError> {
        match record.replay(broken.commit) {
            Ok(replay) => Ok(FailedGame { game, seed, broken, replay }),
            Err(error) => Err(SimulationError::Unsaved { broken, error: Box::new(error) }),
        }
    }
}

/// Why a simulation stopped.
#[derive(Debug, thiserror::Error)]
pub enum SimulationError {
    /// A game cannot start.
    #[error("the game cannot start: {0}")]
    Genesis(#[from] GenesisError),
    /// A value cannot be encoded.
    #[error("an event has no stored form: {0}")]
    Wire(#[from] WireError),
    /// The store refused a game.
    #[error("the games cannot be kept: {0}")]
    Store(#[from] StoreError),
    /// A failing game cannot be made into a replay.
    #[error("{broken}; the game cannot be saved: {error}")]
    Unsaved {
        /// What does not hold.
        broken: Broken,
        /// Why the game cannot be saved.
        error: Box<StoreError>,
    },
}

/// A function that checks a law on a game: [`crate::laws::check`], or a test's own.
pub type Checker<'a> = &'a (dyn Fn(Law, &Record, &mut Trial) -> Result<u64, Broken> + Sync);

/// A game that was played and checked.
struct One {
    genesis: Genesis,
    played: PlayedGame,
    checked: Result<Option<FailedGame>, SimulationError>,
    /// How often each law was tried.
    tried: Vec<(Law, u64)>,
    playing: Duration,
    checking: Duration,
}

impl Simulation {
    /// The policy that plays.
    const fn policy(&self) -> Policy {
        match (self.edits, self.concessions) {
            (true, _) => play::decide_or_edit,
            (false, true) => play::decide_or_concede,
            (false, false) => play::decide_at_random,
        }
    }

    /// Plays the games, up to one that breaks a law. Calls `shown` with the number of games done.
    /// If there is a store, each game becomes a timeline of it; the caller closes the store.
    ///
    /// # Errors
    /// A game that cannot start, and values that cannot be encoded; a name already taken in the
    /// store, before the first game, and later errors of the store.
    pub fn run(
        &self,
        check: Checker<'_>,
        mut store: Option<&mut Log>,
        shown: &mut dyn FnMut(u64),
    ) -> Result<(Report, Option<FailedGame>), SimulationError> {
        if let Some(log) = &store {
            let taken = (0..self.games).map(|number| self.name_of(number)).find(|name| log.timeline(name).is_ok());
            if let Some(name) = taken {
                return Err(StoreError::TimelineExists { name }.into());
            }
        }
        let began = Instant::now();
        let games = usize::try_from(self.games).unwrap_or(usize::MAX);
        let (won, threads) = (vec![0; self.genesis.players.len()], self.threads.number().min(games));
        let mut report = Report { won, threads, ..Report::default() };
        let mut chain = blake3::Hasher::new_derive_key("retrace simulation v1");
        let into_store = store.is_some();
        let ahead = threads.saturating_mul(if into_store { AHEAD_TO_STORE } else { AHEAD });
        let play = |piece: &Piece<'_>| self.play_and_check(piece, check, into_store);
        let stopped = in_order(self.threads, (games, ahead), play, |number, one| {
            let number = number as u64;
            match self.count(number, one, &mut report, &mut chain, store.as_deref_mut()) {
                Ok(None) => {
                    shown(number + 1);
                    ControlFlow::Continue(())
                }
                Ok(Some(failure)) => ControlFlow::Break(Ok(failure)),
                Err(error) => ControlFlow::Break(Err(error)),
            }
        });
        report.elapsed = began.elapsed();
        match stopped {
            ControlFlow::Continue(()) => Ok((report, None)),
            ControlFlow::Break(stopped) => Ok((report, Some(stopped?))),
        }
    }

    /// Counts a game, after all games before it; returns its failure if it breaks a law.
    fn count(
        &self,
        number: u64,
        one: Result<One, SimulationError>,
        report: &mut Report,
        chain: &mut blake3::Hasher,
        store: Option<&mut Log>,
    ) -> Result<Option<FailedGame>, SimulationError> {
        let one = one?;
        let began = Instant::now();
        let tip = match (&one.played.kept, store) {
            (KeptEvents::Commits(commits), Some(log)) => {
                // What becomes durable together is one operation.
                let last = log.store().operations().next_back().map(|last| last.number);
                let operation = last.filter(|_| !number.is_multiple_of(DURABLE_EVERY));
                let tip = write(log, &self.name_of(number), operation, &one.genesis, commits)?;
                if number % DURABLE_EVERY == DURABLE_EVERY - 1 {
                    log.sync()?;
                }
                report.playing += began.elapsed();
                tip
            }
            (KeptEvents::Tip(tip), _) => *tip,
            (KeptEvents::Commits(_), None) => EventId::ZERO,
        };
        report.playing += one.playing;
        report.checking += one.checking;
        report.add(&one.played, &one.genesis);
        for (law, tried) in one.tried {
            let count = report.tried.entry(law).or_default();
            *count = (count.0 + 1, count.1 + tried);
        }
        chain.update(tip.as_bytes());
        report.id = EventId::from_bytes(*chain.finalize().as_bytes());
        one.checked
    }

    /// Plays a game and checks the laws on it.
    fn play_and_check(&self, piece: &Piece<'_>, check: Checker<'_>, into_store: bool) -> Result<One, SimulationError> {
        let number = piece.index() as u64;
        let seed = self.seed.wrapping_add(number);
        let genesis = self.genesis_of(seed);
        let began = Instant::now();
        let policy = (self.policy(), policy_seed(seed));
        let played = play_one(&genesis, policy, self.bounds, into_store, self.keywords);
        let playing = began.elapsed();
        let played = played.inspect_err(|_| piece.end_here())?;
        let began = Instant::now();
        let mut tried = Vec::new();
        let checked = match self.check_one(piece, seed, &genesis, &played, check, &mut tried) {
            Ok(None) => Ok(None),
            Ok(Some((broken, record))) => FailedGame::of((number, seed), broken, &record).map(Some),
            Err(error) => Err(error),
        };
        if !matches!(checked, Ok(None)) {
            piece.end_here();
        }
        Ok(One { genesis, played, checked, tried, playing, checking: began.elapsed() })
    }

    /// The name of a game in a store: its number from 1, and the seed that replays it.
    pub fn name_of(&self, number: u64) -> String {
        format!("game-{}-seed-{}", number + 1, self.seed.wrapping_add(number))
    }

    fn genesis_of(&self, seed: u64) -> Genesis {
        let starting_player = starting_by(seed, &self.genesis);
        let genesis = Genesis { seed, starting_player, ..self.genesis.clone() };
        match &self.drawn_from {
            Some(stock) => stock.draw(&genesis, seed),
            None => genesis,
        }
    }

    /// Checks the laws on a game, and adds how often each was tried. Stops early, with no result,
    /// once the game is not wanted.
    fn check_one(
        &self,
        piece: &Piece<'_>,
        seed: u64,
        genesis: &Genesis,
        played: &PlayedGame,
        check: Checker<'_>,
        tried: &mut Vec<(Law, u64)>,
    ) -> Result<Option<(Broken, Record)>, SimulationError> {
        let refused = |record: Record, what: String| {
            let commit = record.commits.len();
            Ok(Some((Broken { law: Law::Legality, commit, what }, record)))
        };
        if self.laws.is_empty() {
            if let Some(why) = &played.refused {
                let stopped = Record::play(genesis.clone(), self.policy(), policy_seed(seed), self.bounds);
                let record = stopped.unwrap_or_else(|stopped| *stopped.record);
                return refused(record, why.clone());
            }
            return Ok(None);
        }
        if !piece.is_wanted() {
            return Ok(None);
        }
        let record = match Record::play(genesis.clone(), self.policy(), policy_seed(seed), self.bounds) {
            Ok(record) => record,
            Err(stopped) => return refused(*stopped.record, stopped.why.to_string()),
        };
        if !played.kept.is_of(&record)? {
            let what = "played again with the same seed, the game has other events".to_owned();
            return Ok(Some((Broken { law: Law::Order, commit: record.commits.len(), what }, record)));
        }
        for law in &self.laws {
            if law.is_costly() && !piece.index().is_multiple_of(COSTLY_EVERY) {
                continue;
            }
            if !piece.is_wanted() {
                return Ok(None);
            }
            let mut trial = Trial::new(seed.rotate_left(32) ^ law.number() as u64, ONE_IN);
            match check(*law, &record, &mut trial) {
                Ok(times) => tried.push((*law, times)),
                Err(broken) => return Ok(Some((broken, record))),
            }
        }
        Ok(None)
    }
}

/// The seed of the policy, which must differ from the game's.
const fn policy_seed(seed: u64) -> u64 {
    !seed
}

impl Report {
    fn add(&mut self, played: &PlayedGame, genesis: &Genesis) {
        self.games += 1;
        match played.result {
            Some(GameResult::Won(winner)) => {
                // A team wins together (CR 104.2c).
                let team = genesis.teams.iter().find(|team| team.contains(&winner));
                let winners = team.map_or_else(|| vec![winner], Vec::clone);
                for winner in &winners {
                    if let Some(won) = self.won.get_mut(usize::from(winner.0)) {
                        *won += 1;
                    }
                }
                self.first_won += u64::from(winners.contains(&genesis.starting_player));
            }
            Some(GameResult::Draw) => self.drawn += 1,
            None => {}
        }
        if let Some(left) = played.left {
            *self.left.entry(left).or_default() += 1;
        }
        for name in &played.keywords {
            *self.keywords.entry(name).or_default() += 1;
        }
        for end in &played.lost {
            *self.ends.entry(*end).or_default() += 1;
        }
        self.turns += played.turns;
        self.decisions += played.decisions;
        self.inputs += played.inputs;
        self.events += played.events;
    }

    /// A count per second of playing on one thread.
    pub fn per_second(&self, count: u64) -> f64 {
        rate(count, self.playing)
    }

    /// A count per second by the clock, on all threads and with all that was done besides playing.
    pub fn per_second_in_all(&self, count: u64) -> f64 {
        rate(count, self.elapsed)
    }

    /// How many games were left unfinished.
    pub fn unfinished(&self) -> u64 {
        self.left.values().sum()
    }
}

fn rate(count: u64, time: Duration) -> f64 {
    let seconds = time.as_secs_f64();
    if seconds > 0.0 { count as f64 / seconds } else { 0.0 }
}

/// How many hashes of 100 bytes this machine computes per second, to compare the figures of
/// different machines.
pub fn calibration() -> f64 {
    let mut bytes = [7u8; 100];
    let (began, mut hashes) = (Instant::now(), 0u64);
    while began.elapsed() < Duration::from_millis(100) {
        for _ in 0..1000 {
            let hash = blake3::hash(&bytes);
            bytes[..32].copy_from_slice(hash.as_bytes());
        }
        hashes += 1000;
    }
    hashes as f64 / began.elapsed().as_secs_f64()
}
