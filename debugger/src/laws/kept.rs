//! Law 10: what is kept beside a state equals what is computed from the state alone.

use retrace_core::fact::wire;
use retrace_core::kept::{kept_otherwise, kept_otherwise_than, kept_through};
use retrace_core::state::{Game, KeptOtherwise};

use super::record::Record;
use super::{Broken, Law, Trial, broken};

/// Compares what is kept with what is computed anew: after each commit, as the rules have left it;
/// within a part of the commits, at each step and entry; and at the end with the decoded state.
pub(super) fn kept(record: &Record, trial: &mut Trial) -> Result<u64, Broken> {
    let broken = broken(Law::Kept);
    let mut tried = 0;
    for (number, done) in record.commits.iter().enumerate() {
        first(kept_otherwise(&done.after)).map_err(|it| broken(number, it.to_string()))?;
        tried += 1;
        if trial.here() {
            let begin = Game::before(&record.genesis.catalogue);
            let before = if done.input.is_some() { &done.before } else { &begin };
            tried += kept_through(before, &done.steps).map_err(|what| broken(number, what))?;
        }
    }
    let Some(last) = record.commits.last() else { return Ok(tried) };
    let number = record.commits.len() - 1;
    let decoded = || -> Result<Game, wire::WireError> { wire::decode(&wire::encode(&last.after)?) };
    let decoded = decoded().map_err(|error| broken(number, format!("the state has no bytes: {error}")))?;
    let decoded = match record.genesis.catalogue.content() {
        Some(content) => decoded.among(content),
        None => decoded,
    };
    first(kept_otherwise_than(&last.after, &decoded)).map_err(|it| broken(number, format!("decoded, {it}")))?;
    Ok(tried + 1)
}

fn first(found: Vec<KeptOtherwise>) -> Result<(), KeptOtherwise> {
    found.into_iter().next().map_or(Ok(()), Err)
}
