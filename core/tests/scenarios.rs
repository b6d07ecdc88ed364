//! Runs every scenario of `tests/scenarios/` and `examples/` as a test named after its file, so
//! `cargo test cr_508` runs those of section 508. The files are found when the tests run, so a new
//! scenario needs no build.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test says what went wrong by panicking")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use retrace_core::card::pool::Pool;
use retrace_core::scenario::Scenario;

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

fn check(file: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(file)?;
    let scenario = Scenario::read(&file.display().to_string(), &text)?;
    let run = scenario.run(&Pool::bundled()?)?;
    if run.failures.is_empty() {
        return Ok(());
    }
    let failures: Vec<String> = run.failures.iter().map(ToString::to_string).collect();
    Err(failures.join("\n").into())
}
