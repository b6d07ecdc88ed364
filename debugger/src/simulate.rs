//! Plays random legal games: measures how fast they are played and how they end, and checks the
//! laws on each.
//!
//! Each game is played once to be timed, with every event built, hashed and folded but nothing
//! kept. If laws are to be checked, it is played once more into a [`Record`]. The last ids of the
//! games form a chain, whose last link is the final id: the same seed gives the same one. Games may
//! be kept in a store, one timeline each.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use retrace_core::card::pool::Pool;
use retrace_core::fact::wire::WireError;
use retrace_core::fact::{Event, GameResult, Genesis, Input, LossReason, PlayerId};
use retrace_core::play::{self, Bounds, Dice, Left, PlayError, Played};
use retrace_core::rule::Rule;
use retrace_core::rules::GenesisError;
use retrace_store::{EventId, Log, Replay, StoreError};

use crate::laws::{Broken, Law, Policy, Record, Trial};
use crate::session::files::decks::starting_by;
use crate::session::timeline::commit::{CommitInput, id_after};

mod drawn;
#[cfg(test)]
pub(crate) use drawn::with_drawn_decks;

/// The limits of a game: ten times as many inputs and events as a finished game takes, and more
/// objects than any game needs. A game that reaches one is left unfinished and counted as such.
/// Checking the laws keeps a version of the game after each input, so this bounds the memory for a
/// game.
pub const MOST: Bounds = Bounds { inputs: 10_000, events: 250_000, objects: 2_000 };

/// Costly laws are tried on one game in this many, the first included.
const COSTLY_EVERY: u64 = 25;

/// How many games are played into a store before they are made durable together.
const DURABLE_EVERY: u64 = 100;

/// The other laws tried at random are tried at one commit in this many.
const ONE_IN: usize = 20;

/// What to play.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// The genesis of each game, except for its seed and who goes first, which follow from the
    /// game's own seed.
    pub genesis: Genesis,
    /// The cards to draw new decks from for each game, if decks are drawn.
    pub drawn_from: Option<Pool>,
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
    /// How long playing took, without the laws.
    pub playing: Duration,
    /// How long checking the laws took.
    pub checking: Duration,
    /// For each law, how many games it was checked on, and how often it was tried in them.
    pub tried: BTreeMap<Law, (u64, u64)>,
    /// The id of all games: the same seed gives the same id.
    pub id: EventId,
}

/// A game in which a law does not hold.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The number of the game, from 0.
    pub game: u64,
    /// Its seed: a simulation of one game with this seed replays it.
    pub seed: u64,
    /// What does not hold, and where.
    pub broken: Broken,
    /// The game up to there.
    pub replay: Replay,
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
pub type Checker<'a> = &'a dyn Fn(Law, &Record, &mut Trial) -> Result<u64, Broken>;

impl Simulation {
    /// The policy that plays.
    const fn policy(&self) -> Policy {
        if self.edits { play::decide_or_edit } else { play::decide_at_random }
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
    ) -> Result<(Report, Option<Failure>), SimulationError> {
        if let Some(log) = &store {
            let taken = (0..self.games).map(|number| self.name_of(number)).find(|name| log.timeline(name).is_ok());
            if let Some(name) = taken {
                return Err(StoreError::TimelineExists { name }.into());
            }
        }
        let mut report = Report { won: vec![0; self.genesis.players.len()], ..Report::default() };
        let mut chain = blake3::Hasher::new_derive_key("retrace simulation v1");
        for number in 0..self.games {
            let seed = self.seed.wrapping_add(number);
            let genesis = self.genesis_of(seed);
            let began = Instant::now();
            let name = self.name_of(number);
            let kept = store.as_deref_mut().map(|log| (log, name.as_str()));
            let played = play_one(&genesis, policy_seed(seed), self.bounds, self.policy(), kept)?;
            if let Some(log) = store.as_deref_mut() {
                log.keep_snapshots(played.tip)?;
                if number % DURABLE_EVERY == DURABLE_EVERY - 1 {
                    log.sync()?;
                }
            }
            report.playing += began.elapsed();
            report.add(&played, &genesis);
            chain.update(played.tip.as_bytes());
            let began = Instant::now();
            let broken = self.check_one(number, seed, &genesis, &played, check, &mut report);
            report.checking += began.elapsed();
            report.id = EventId::from_bytes(*chain.finalize().as_bytes());
            if let Some((broken, record)) = broken? {
                let replay = record.replay(broken.commit);
                let unsaved = |error| SimulationError::Unsaved { broken: broken.clone(), error: Box::new(error) };
                let replay = replay.map_err(unsaved)?;
                return Ok((report, Some(Failure { game: number, seed, broken, replay })));
            }
            shown(number + 1);
        }
        Ok((report, None))
    }

    /// The name of a game in a store: its number from 1, and the seed that replays it.
    pub fn name_of(&self, number: u64) -> String {
        format!("game-{}-seed-{}", number + 1, self.seed.wrapping_add(number))
    }

    fn genesis_of(&self, seed: u64) -> Genesis {
        let starting_player = starting_by(seed, self.genesis.players.len());
        let genesis = Genesis { seed, starting_player, ..self.genesis.clone() };
        match &self.drawn_from {
            Some(pool) => drawn::with_drawn_decks(&genesis, pool, seed),
            None => genesis,
        }
    }

    /// Checks the laws on a game.
    fn check_one(
        &self,
        number: u64,
        seed: u64,
        genesis: &Genesis,
        played: &PlayedGame,
        check: Checker<'_>,
        report: &mut Report,
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
        let record = match Record::play(genesis.clone(), self.policy(), policy_seed(seed), self.bounds) {
            Ok(record) => record,
            Err(stopped) => return refused(*stopped.record, stopped.why.to_string()),
        };
        if record.tip()? != played.tip {
            let what = "played again with the same seed, the game has other events".to_owned();
            return Ok(Some((Broken { law: Law::Order, commit: record.commits.len(), what }, record)));
        }
        for law in &self.laws {
            if law.is_costly() && !number.is_multiple_of(COSTLY_EVERY) {
                continue;
            }
            let mut trial = Trial::new(seed.rotate_left(32) ^ law.number() as u64, ONE_IN);
            match check(*law, &record, &mut trial) {
                Ok(tried) => {
                    let count = report.tried.entry(*law).or_default();
                    *count = (count.0 + 1, count.1 + tried);
                }
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

/// The counts for one game.
#[derive(Debug)]
struct PlayedGame {
    tip: EventId,
    result: Option<GameResult>,
    left: Option<Left>,
    turns: u64,
    decisions: u64,
    inputs: u64,
    events: u64,
    lost: Vec<(LossReason, Rule)>,
    /// Why the rules refused something they offered, if they did.
    refused: Option<String>,
}

/// Plays a game: every event is built, hashed and folded, and none is kept, except under a name in
/// the store if there is one.
fn play_one(
    genesis: &Genesis,
    seed: u64,
    bounds: Bounds,
    policy: Policy,
    mut kept: Option<(&mut Log, &str)>,
) -> Result<PlayedGame, SimulationError> {
    let mut dice = Dice::new(seed);
    let mut tip: Result<EventId, SimulationError> = Ok(EventId::ZERO);
    let (mut decisions, mut inputs, mut events) = (0, 0, 0);
    let mut lost = Vec::new();
    let mut last = (0, None);
    let begin = CommitInput::Genesis(Arc::new(genesis.clone()));
    let shown = |played: Played<'_>| {
        if let Ok(parent) = tip {
            tip = match (played.said, &mut kept) {
                (None, None) => id_after(parent, &begin, played.steps).map_err(Into::into),
                (Some((_, input)), None) => {
                    id_after(parent, &CommitInput::Input(input.clone()), played.steps).map_err(Into::into)
                }
                (None, Some((log, name))) => {
                    log.create(name, genesis, played.steps).map(|it| it.id).map_err(Into::into)
                }
                (Some((_, input)), Some((log, name))) => {
                    log.append(name, parent, input, played.steps).map(|it| it.id).map_err(Into::into)
                }
            };
        }
        if let Some((choice, input)) = played.said {
            inputs += 1;
            let decided = matches!(input, Input::Decision { .. });
            decisions += u64::from(decided && play::is_open(played.before, choice));
        }
        events = played.after.len();
        last = (played.after.world().turn.number, played.after.world().result);
        if last.1.is_some() {
            for entry in played.steps.iter().flat_map(|step| &step.entries) {
                if let Event::Lost { reason, .. } = &entry.event {
                    lost.push((*reason, entry.rule));
                }
            }
        }
    };
    let answer = |game: &_, choice: &_| policy(game, choice, &mut dice);
    let (left, refused) = match play::game(genesis, bounds, answer, shown) {
        Ok((_, left)) => (left, None),
        Err(PlayError::Genesis(error)) => return Err(error.into()),
        Err(error) => (None, Some(error.to_string())),
    };
    let (turns, result) = last;
    Ok(PlayedGame { tip: tip?, result, left, turns: u64::from(turns), decisions, inputs, events, lost, refused })
}

impl Report {
    fn add(&mut self, played: &PlayedGame, genesis: &Genesis) {
        self.games += 1;
        match played.result {
            Some(GameResult::Won(winner)) => {
                if let Some(won) = self.won.get_mut(usize::from(winner.0)) {
                    *won += 1;
                }
                self.first_won += u64::from(winner == genesis.starting_player);
            }
            Some(GameResult::Draw) => self.drawn += 1,
            None => {}
        }
        if let Some(left) = played.left {
            *self.left.entry(left).or_default() += 1;
        }
        for end in &played.lost {
            *self.ends.entry(*end).or_default() += 1;
        }
        self.turns += played.turns;
        self.decisions += played.decisions;
        self.inputs += played.inputs;
        self.events += played.events;
    }

    /// A count per second of playing.
    pub fn per_second(&self, count: u64) -> f64 {
        let seconds = self.playing.as_secs_f64();
        if seconds > 0.0 { count as f64 / seconds } else { 0.0 }
    }

    /// How many games were left unfinished.
    pub fn unfinished(&self) -> u64 {
        self.left.values().sum()
    }

    /// How many games a player won.
    pub fn won_by(&self, player: PlayerId) -> u64 {
        self.won.get(usize::from(player.0)).copied().unwrap_or(0)
    }
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may")]
mod tests {
    use super::*;
    use crate::session::files::decks::{DeckText, NewGame};

    #[test]
    fn a_game_that_comes_to_a_bound_is_left_and_counted_as_such() {
        let genesis = NewGame::of(DeckText::bundled(), 1).genesis().unwrap();
        let bounds = [
            (Left::Inputs, Bounds { inputs: 30, ..MOST }),
            (Left::Events, Bounds { events: 400, ..MOST }),
            // Two decks are eighty objects from the start.
            (Left::Objects, Bounds { objects: 79, ..MOST }),
        ];
        for (left, bounds) in bounds {
            let genesis = genesis.clone();
            let (laws, edits) = (vec![Law::Order], false);
            let simulation = Simulation { genesis, drawn_from: None, games: 2, seed: 3, laws, bounds, edits };
            let (report, failure) = simulation.run(&crate::laws::check, None, &mut |_| {}).unwrap();
            assert!(failure.is_none(), "the laws hold of what was played");
            assert_eq!(report.left.iter().collect::<Vec<_>>(), [(&left, &2)]);
            assert_eq!((report.unfinished(), report.won.iter().sum::<u64>()), (2, 0));
            let expected = match left {
                Left::Inputs => report.inputs == 60,
                Left::Events => report.events > 800 && report.events < 1_200,
                Left::Objects => report.inputs == 0,
            };
            assert!(expected, "{report:?}");
        }
    }
}
