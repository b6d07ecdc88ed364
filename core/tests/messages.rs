//! Checks the messages for wrong scripts and cards against `tests/messages/`. Each message names a
//! place, is short, and is free of parser jargon. A change of wording shows up there in review;
//! `RETRACE_MESSAGES=write cargo test --test messages` rewrites the files.
//!
//! A case is a text, with `> ` before each line, and its message. A text that begins with
//! `Scenario(` or `Card(` is a whole file. Others are script steps on the board at the top of the
//! file.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says what went wrong by panicking")]

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use retrace_core::card::file::read_card;
use retrace_core::card::pool::Pool;
use retrace_core::scenario::Scenario;

/// The most characters in a line of a message.
const MOST: usize = 400;

/// Words of Rust, serde and RON that no user should have to know.
const FOREIGN: [&str; 17] = [
    "missing field",
    "unknown field",
    "variant",
    "newtype",
    "struct",
    "tuple",
    "enum",
    "serde",
    "Unexpected",
    "expected one of",
    "Some(",
    "None",
    "Vec<",
    "u32",
    "usize",
    "RawValue",
    "panicked",
];

struct Case {
    text: String,
    said: String,
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/messages").join(name)
}

/// Returns the beginning of a file, and its cases.
fn read(name: &str) -> (String, Vec<Case>) {
    let whole = std::fs::read_to_string(file(name)).unwrap();
    let (head, rest) = whole.split_once("\n\n").unwrap();
    let mut cases: Vec<Case> = Vec::new();
    for part in rest.split("\n\n").map(str::trim).filter(|part| !part.is_empty()) {
        let lines = || part.lines();
        let text: Vec<&str> = lines().filter_map(|line| line.strip_prefix("> ").or(line.strip_prefix('>'))).collect();
        let said: Vec<&str> = lines().filter(|line| !line.starts_with('>')).collect();
        cases.push(Case { text: text.join("\n"), said: said.join("\n") });
    }
    (head.to_owned(), cases)
}

/// Compares the messages with the file, or rewrites it.
fn check(name: &str, say: impl Fn(&str, &str) -> String) {
    let (head, cases) = read(name);
    let board = head.lines().skip_while(|line| line.starts_with('#')).collect::<Vec<_>>().join("\n");
    let mut written = head + "\n";
    let mut wrong = Vec::new();
    for case in &cases {
        let said = say(&board, &case.text);
        for line in said.lines() {
            let count = line.chars().count();
            if count > MOST {
                wrong.push(format!("{count} characters: {line}"));
            }
            let plain = format!(" {} ", line.replace(|it: char| !it.is_alphanumeric() && it != '(' && it != '<', " "));
            let has = |word: &&&str| match word.ends_with(['(', '<']) {
                true => plain.contains(&format!(" {word}")),
                false => plain.contains(&format!(" {word} ")),
            };
            if let Some(word) = FOREIGN.iter().find(has) {
                wrong.push(format!("it says `{word}`: {line}"));
            }
        }
        let place = said.split(':').skip(1).take(2).all(|part| part.parse::<usize>().is_ok());
        if !place && !said.contains(".ron:") {
            wrong.push(format!("no place: {said}"));
        }
        if said != case.said {
            wrong.push(format!("of\n{}\nit says\n{said}\nnot\n{}", case.text, case.said));
        }
        let lines: Vec<String> = case.text.lines().map(|line| format!("> {line}").trim_end().to_owned()).collect();
        written += &format!("\n{}\n{said}\n", lines.join("\n"));
    }
    if std::env::var_os("RETRACE_MESSAGES").is_some() {
        std::fs::write(file(name), written).unwrap();
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn wrong_scripts() {
    let pool = Pool::bundled().unwrap();
    check("scripts.txt", |board, text| {
        let text = if text.starts_with("Scen") { text.to_owned() } else { board.replace("SCRIPT", text) };
        let mut said = Vec::new();
        let run = Scenario::read_what_can_be("board.ron", &text)
            .and_then(|scenario| scenario.run_with(&pool, &mut |_, _| ControlFlow::Continue(())));
        match run {
            Ok(run) => {
                let run = run.unwrap();
                // The numbers of events do not matter here.
                let told = |failure: String| {
                    failure.lines().filter(|line| !line.contains(" @")).collect::<Vec<_>>().join("\n")
                };
                said.extend(run.failures.iter().map(|failure| told(failure.to_string())));
                said.extend(run.errors.iter().map(|it| it.error.to_string()));
            }
            Err(errors) => said.extend(errors.iter().map(ToString::to_string)),
        }
        if said.is_empty() { "board.ron: nothing is wrong".to_owned() } else { said.join("\n") }
    });
}

#[test]
fn wrong_cards() {
    check("cards.txt", |_, text| match read_card("card.ron", text) {
        Ok(_) => "card.ron: nothing is wrong".to_owned(),
        Err(error) => error.to_string(),
    });
}
