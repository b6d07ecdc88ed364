//! Runs every scenario of `tests/scenarios/` and `examples/` as a test named after its file, so
//! `cargo test cr_508` runs those of section 508. The files are found when the tests run, so a new
//! scenario needs no build. With `RETRACE_KEPT=check`, law 10 is checked at each of their steps.
//! Reading puts their cards into the normal form. Those that are written otherwise are played as
//! they are written, too: what the form changes about a card must change nothing in a game.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test says what went wrong by panicking")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use retrace_core::card::pool::Pool;
use retrace_core::kept::{kept_otherwise, kept_through};
use retrace_core::rules::{asked, only_answer, play, start};
use retrace_core::scenario::{Run, Scenario};
use retrace_core::state::Game;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in ["tests/scenarios", "examples"] {
        collect(&root.join(folder), &mut files);
    }
    files.sort();
    let trials = files.into_iter().map(|file| Trial::test(name(&file), move || check(&file))).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Collects all scenario files of a folder and its subfolders.
fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "ron") {
            into.push(path);
        }
    }
}

fn name(file: &Path) -> String {
    let stem = file.file_stem().unwrap().to_str().expect("a scenario's name is text");
    stem.replace(|c: char| !c.is_ascii_alphanumeric(), "_").to_lowercase()
}

/// Checks law 10 on each timeline of a scenario from its fork on: what is kept beside a state
/// equals what is computed from the state alone.
fn kept(run: &Run) -> Result<(), Failed> {
    for timeline in &run.timelines {
        let shared = timeline.forked_from.as_ref().map_or(0, |fork| fork.inputs);
        let (mut game, steps) = start(&run.genesis)?;
        let at = |input: usize| {
            let name = &timeline.name;
            move |what: String| format!("law 10 does not hold on {name} within input {input}: {what}")
        };
        if timeline.forked_from.is_none() {
            kept_through(&Game::before(&run.genesis.catalogue), &steps).map_err(at(0))?;
        }
        for (number, input) in timeline.inputs.iter().enumerate() {
            let (steps, after) = play(&game, input)?;
            if number >= shared {
                let at = at(number + 1);
                kept_through(&game, &steps).map_err(&at)?;
                if let Some(it) = kept_otherwise(&after).into_iter().next() {
                    return Err(at(it.to_string()).into());
                }
            }
            game = after;
        }
    }
    Ok(())
}

/// Checks that nobody is asked what has only one answer (law 3).
fn asked_in_vain(run: &Run) -> Result<(), Failed> {
    for timeline in &run.timelines {
        let shared = timeline.forked_from.as_ref().map_or(0, |fork| fork.inputs);
        let (mut game, _) = start(&run.genesis)?;
        for number in 0..=timeline.inputs.len() {
            if number >= shared
                && let Some(choice) = asked(&game).iter().find(|choice| only_answer(choice).is_some())
            {
                let name = &timeline.name;
                return Err(format!("on {name} after input {number}, one answer is possible to {choice:?}").into());
            }
            let Some(input) = timeline.inputs.get(number) else { break };
            game = play(&game, input)?.1;
        }
    }
    Ok(())
}

fn check(file: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(file)?;
    let name = file.display().to_string();
    let scenario = Scenario::read(&name, &text)?;
    played(&scenario)?;
    let written = Scenario::read_as_written(&name, &text)?;
    if written.cards() == scenario.cards() {
        return Ok(());
    }
    played(&written).map_err(|failed| {
        let what = failed.message().unwrap_or_default();
        format!("with its cards as they are written, not in their normal form: {what}").into()
    })
}

fn played(scenario: &Scenario) -> Result<(), Failed> {
    let run = scenario.run(&Pool::bundled()?)?;
    if run.failures.is_empty() {
        asked_in_vain(&run)?;
        return if std::env::var_os("RETRACE_KEPT").is_some() { kept(&run) } else { Ok(()) };
    }
    let failures: Vec<String> = run.failures.iter().map(ToString::to_string).collect();
    Err(failures.join("\n").into())
}
