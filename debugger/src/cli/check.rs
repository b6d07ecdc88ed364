//! `check`: plays scenarios and reports expectations that do not hold.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use retrace_core::scenario::{Failure as Unmet, ScenarioError};
use serde_json::{Value, json};

use super::call::{Call, Exit, Failure, complain, print_json};
use super::progress::with_progress;
use retrace_session::SessionError;
use retrace_session::cards::scenario;

/// Scenarios to check.
#[derive(Clone, Debug, Args)]
pub(super) struct CheckArguments {
    /// Scenarios, or folders of them
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Print every list and all events in full
    #[arg(long)]
    pub(super) all: bool,
}

/// Checks scenarios, including all those in folders. Reports failed expectations up to the first
/// error of a script; with `all`, with every list in full.
pub(super) fn check(arguments: &CheckArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let CheckArguments { files, all } = arguments;
    let all = *all;
    let mut exit = Exit::Yes;
    let mut answers: Vec<Value> = Vec::new();
    for file in expand(files)? {
        let name = file.display().to_string();
        let folders = call.folders.clone();
        match with_progress("Playing", move |progress| Ok(scenario::play(&file, &folders, progress)))? {
            Ok((scenario, run)) => {
                let ok = run.failures.is_empty() && run.errors.is_empty();
                exit = exit.max(if ok { Exit::Yes } else { Exit::No });
                let failures: Vec<Value> = run.failures.iter().map(unmet).collect();
                let mut answer = json!({ "file": name, "name": scenario.name, "ok": ok, "failures": failures });
                let errors: Vec<&ScenarioError> = run.errors.iter().map(|it| &it.error).collect();
                if let (Some(first), Some(answer)) = (errors.first(), answer.as_object_mut()) {
                    answer.insert("error".to_owned(), json!(first.to_string()));
                    answer.insert("errors".to_owned(), errors.iter().map(|error| wrong(error)).collect());
                }
                answers.push(answer);
                if !call.json {
                    print(call.out, &name, ok, &run.failures, all)?;
                }
                call.out.flush()?;
                exit = errors.iter().fold(exit, |exit, error| exit.max(complain(call.err, &error.told(all))));
            }
            Err(SessionError::Scenario(errors)) => {
                let first = errors.first().map(ToString::to_string);
                let told: Vec<Value> = errors.iter().map(wrong).collect();
                answers.push(json!({ "file": name, "ok": false, "error": first, "errors": told }));
                call.out.flush()?;
                exit = errors.iter().fold(exit, |exit, error| exit.max(complain(call.err, &error.told(all))));
            }
            Err(error) => {
                answers.push(json!({ "file": name, "ok": false, "error": error.to_string() }));
                call.out.flush()?;
                exit = exit.max(complain(call.err, &error.to_string()));
            }
        }
    }
    if call.json {
        print_json(call.out, &Value::Array(answers))?;
    }
    Ok(exit)
}

/// Replaces folders by the scenarios in them.
fn expand(files: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut all = Vec::new();
    for file in files {
        if file.is_dir() {
            let found = in_folder(file)?;
            if found.is_empty() {
                return super::call::told(format!("{}: there is no scenario in this folder", file.display()));
            }
            all.extend(found);
        } else {
            all.push(file.clone());
        }
    }
    Ok(all)
}

fn in_folder(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let told = |error: std::io::Error| Failure::Told(format!("{}: {error}", folder.display()));
    let entries: Result<Vec<_>, _> = std::fs::read_dir(folder).map_err(told)?.collect();
    let mut files: Vec<PathBuf> = entries.map_err(told)?.into_iter().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "ron"));
    files.sort();
    Ok(files)
}

fn print(out: &mut dyn Write, name: &str, ok: bool, failures: &[Unmet], all: bool) -> Result<(), Failure> {
    if ok {
        writeln!(out, "ok   {name}")?;
    }
    for failure in failures {
        writeln!(out, "FAIL {}", failure.told(all))?;
    }
    Ok(())
}

fn wrong(error: &ScenarioError) -> Value {
    json!({ "line": error.line, "column": error.column, "message": error.whole })
}

fn unmet(failure: &Unmet) -> Value {
    json!({
        "line": failure.line,
        "timeline": failure.timeline,
        "expected": failure.expected,
        "found": failure.found_in_full,
        "events_since": failure.events_since,
    })
}
