//! The laws of `docs/architecture.md`, each checked on a finished game. The tests and `retrace
//! simulate` run the same code.
//!
//! A [`Record`] is a game with its whole history. [`check`] checks a law on it and returns how
//! often the law could be tried, so that an untested law does not pass for one that holds.
//!
//! - [`record`]: plays and keeps a game.
//! - `fold` (laws 1, 2, 7, 8), `legality` (3), `conservation` (4), `timelines` (5, 6), `secrecy`
//!   (9), `kept` (10), [`asked`] (11).

pub mod asked;
mod conservation;
mod fold;
mod kept;
pub mod legality;
pub mod record;
pub(crate) mod secrecy;
mod timelines;

#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use retrace_core::play::Dice;

pub use record::{Done, Policy, Record, Stopped};

/// A law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    /// 1: folding the steps gives the state that produced them; the inputs alone give the same
    /// steps.
    Replay,
    /// 2: at a step boundary, encoding, decoding and going on gives the same future.
    Resume,
    /// 3: what is offered is accepted, and the rest refused with a reason and without a change;
    /// nobody is asked what has only one answer.
    Legality,
    /// 4: every card is in one place, every object in one zone; no id is reused.
    Conservation,
    /// 5: a fork shares its past and never changes it.
    Fork,
    /// 6: moving the cursor does nothing else.
    Seeking,
    /// 7: the same seed gives the same events, on any thread.
    Order,
    /// 8: deciding from a past point equals playing up to it and deciding.
    Speculation,
    /// 9: two games that differ only in what a player may not know look the same to that player.
    Secrecy,
    /// 10: what is kept beside a state equals what is computed from the state alone.
    Kept,
    /// 11: whoever is still in the game is asked what they were to be asked.
    Asked,
}

/// A word that does not name a law.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no law `{0}`; write `all`, `none`, or numbers from 1 to 11 with commas between")]
pub struct UnknownLaw(pub String);

impl Law {
    /// All laws.
    pub const ALL: [Law; 11] = [
        Law::Replay,
        Law::Resume,
        Law::Legality,
        Law::Conservation,
        Law::Fork,
        Law::Seeking,
        Law::Order,
        Law::Speculation,
        Law::Secrecy,
        Law::Kept,
        Law::Asked,
    ];

    /// Its number.
    pub const fn number(self) -> usize {
        self as usize + 1
    }

    /// Its name in lower case.
    pub const fn word(self) -> &'static str {
        match self {
            Law::Replay => "replay",
            Law::Resume => "resume",
            Law::Legality => "legality",
            Law::Conservation => "conservation",
            Law::Fork => "fork",
            Law::Seeking => "seeking",
            Law::Order => "order",
            Law::Speculation => "speculation",
            Law::Secrecy => "secrecy",
            Law::Kept => "kept",
            Law::Asked => "asked",
        }
    }

    /// Whether it is so costly that a long run tries it on only some of its games.
    pub const fn is_costly(self) -> bool {
        matches!(self, Law::Fork | Law::Seeking | Law::Kept)
    }

    /// The laws a list names: `all`, `none`, or numbers and names separated by commas.
    ///
    /// # Errors
    /// A word that does not name a law.
    pub fn list(text: &str) -> Result<Vec<Law>, UnknownLaw> {
        match text.trim().to_ascii_lowercase().as_str() {
            "all" => Ok(Law::ALL.to_vec()),
            "none" | "" => Ok(Vec::new()),
            words => {
                let mut laws: Vec<Law> = words.split(',').map(|word| word.trim().parse()).collect::<Result<_, _>>()?;
                laws.sort_unstable();
                laws.dedup();
                Ok(laws)
            }
        }
    }
}

impl FromStr for Law {
    type Err = UnknownLaw;

    fn from_str(word: &str) -> Result<Law, UnknownLaw> {
        let named = |law: &Law| law.word().eq_ignore_ascii_case(word) || law.number().to_string() == word;
        Law::ALL.into_iter().find(named).ok_or_else(|| UnknownLaw(word.to_owned()))
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.number(), self.word())
    }
}

/// A law that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("law {law} does not hold at commit {commit}: {what}")]
pub struct Broken {
    /// The law.
    pub law: Law,
    /// The commit where it was found, counted from 0, the genesis.
    pub commit: usize,
    /// What was found, as a clause.
    pub what: String,
}

/// How to try a law on a game: at randomly chosen commits, so that long runs cover all places in
/// the end.
#[derive(Debug)]
pub struct Trial {
    /// The random choice of commits.
    pub dice: Dice,
    /// Costly laws are tried at one commit in this many.
    pub one_in: usize,
}

impl Trial {
    /// A trial whose randomness follows from a seed.
    pub fn new(seed: u64, one_in: usize) -> Trial {
        Trial { dice: Dice::new(seed), one_in }
    }

    fn here(&mut self) -> bool {
        self.dice.below(self.one_in) == 0
    }
}

/// Checks a law on a game; returns how often it was tried.
///
/// # Errors
/// [`Broken`] at the first place where it does not hold.
pub fn check(law: Law, record: &Record, trial: &mut Trial) -> Result<u64, Broken> {
    match law {
        Law::Replay => fold::replay(record),
        Law::Resume => fold::resume(record, trial),
        Law::Legality => legality::legality(record, trial),
        Law::Conservation => conservation::conservation(record),
        Law::Fork => timelines::fork(record, trial),
        Law::Seeking => timelines::seeking(record, trial),
        Law::Order => fold::order(record),
        Law::Speculation => fold::speculation(record, trial),
        Law::Secrecy => secrecy::secrecy(record, trial),
        Law::Kept => kept::kept(record, trial),
        Law::Asked => asked::asked(record, trial),
    }
}

/// A constructor of [`Broken`] for one law.
fn broken(law: Law) -> impl Fn(usize, String) -> Broken {
    move |commit, what| Broken { law, commit, what }
}
