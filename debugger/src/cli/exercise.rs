//! `cards exercise`: plays each card on boards of its own, and tells which abilities never did
//! anything.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use retrace_core::card::Card;
use retrace_core::fact::Canonical;
use retrace_core::play::Left;
use serde_json::{Value, json};

use super::arguments::OnThreads;
use super::call::{Call, Exit, Failure, complain, print_json, told};
use super::cards::{all_in, all_of, find_card};
use super::simulate::save;
use crate::exercise::{Became, Exercise, Exercised, Tried};
use crate::laws::{Broken, Law};
use crate::simulate::FailedGame;
use retrace_session::cards::pool::pool_with;

#[derive(Debug, Args)]
pub(super) struct ExerciseArguments {
    /// Only the cards with these names
    names: Vec<String>,
    /// Card files, folders of them, packs or scenarios: their cards are exercised instead of all
    #[arg(long, value_name = "FILE")]
    cards: Vec<PathBuf>,
    /// The most boards for a card
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=1000))]
    boards: u64,
    /// The most inputs on a board
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    inputs: u32,
    /// What everything is drawn from
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// The laws to check: all, none, or numbers from 1 to 11 separated by commas
    #[arg(long, value_name = "LAWS", default_value = "all")]
    laws: String,
    /// The folder to save games in that break a law
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    save: PathBuf,
    #[command(flatten)]
    threads: OnThreads,
}

/// How the cards did.
#[derive(Default)]
struct Counts {
    cards: usize,
    boards: u64,
    became: BTreeMap<Became, usize>,
    /// The cards with boards that were left, by what there was too much of.
    stalled: Vec<(String, Left, u64)>,
    broken: Vec<Unlawful>,
    /// The cards with their abilities that did nothing.
    idle: Vec<(String, Tried)>,
}

/// A card that broke a law.
struct Unlawful {
    card: String,
    broken: Broken,
    seed: u64,
    saved: String,
}

/// Exercises cards.
pub(super) fn exercise(arguments: &ExerciseArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let laws = match Law::list(&arguments.laws) {
        Ok(laws) => laws,
        Err(error) => return told(error.to_string()),
    };
    let pool = pool_with(&arguments.cards)?;
    let all: Vec<Card> = match (arguments.names.as_slice(), arguments.cards.as_slice()) {
        ([], []) => all_of(&pool)?,
        ([], files) => all_in(files, &call.folders)?,
        (names, _) => {
            let named = names.iter().map(|name| find_card(&pool, name).cloned());
            named.collect::<Result<_, _>>().map_err(Failure::Told)?
        }
    };
    let given = all.len();
    // CR 309.2, 400.4b: these are in no deck, and need a game of their own kind.
    let in_decks = all.into_iter().filter(|card| !card.front().types.stays_in_command_zone());
    let cards: Vec<Canonical<Card>> = in_decks.map(Canonical::new).collect();
    let left_out = given - cards.len();
    let exercise = Exercise {
        cards,
        pool,
        boards: arguments.boards,
        inputs: arguments.inputs as usize,
        seed: arguments.seed,
        laws,
        threads: arguments.threads.number(),
    };
    let bar = super::simulate::progress_bar(exercise.cards.len() as u64, "cards");
    let mut counts = Counts::default();
    let mut unsaved = Ok(());
    let ran = exercise.run(&mut |it| {
        bar.inc(1);
        if unsaved.is_ok() {
            unsaved = counts.add(it, arguments);
        }
    });
    bar.finish_and_clear();
    ran?;
    unsaved?;
    let exit = if counts.broken.is_empty() { Exit::Yes } else { Exit::No };
    if call.json {
        print_json(call.out, &counts.as_json(left_out))?;
    } else {
        counts.print(left_out, call)?;
    }
    Ok(exit)
}

impl Counts {
    fn add(&mut self, it: Exercised, arguments: &ExerciseArguments) -> Result<(), Failure> {
        self.cards += 1;
        self.boards += it.boards;
        for tried in it.abilities {
            *self.became.entry(tried.became).or_default() += 1;
            if tried.became != Became::Did {
                self.idle.push((it.card.clone(), tried));
            }
        }
        self.stalled.extend(it.stalled.into_iter().map(|(left, boards)| (it.card.clone(), left, boards)));
        if let Some(FailedGame { broken, seed, replay, .. }) = it.failure {
            let name =
                format!("law-{}-{}-{}-seed-{seed}.retrace", broken.law.number(), broken.law.word(), slug(&it.card));
            let path = arguments.save.join(name);
            save(&arguments.save, &path, &replay)?;
            self.broken.push(Unlawful { card: it.card, broken, seed, saved: path.display().to_string() });
        }
        Ok(())
    }

    fn count(&self, became: Became) -> usize {
        self.became.get(&became).copied().unwrap_or(0)
    }

    fn as_json(&self, left_out: usize) -> Value {
        let became = Became::ALL.map(|it| (it.word().to_owned(), json!(self.count(it))));
        let idle = self.idle.iter().map(|(card, Tried { face, text, became, .. })| {
            json!({ "became": became.word(), "card": card, "face": face, "text": text })
        });
        let stalled = self
            .stalled
            .iter()
            .map(|(card, left, boards)| json!({ "card": card, "left": left.word(), "boards": boards }));
        let broken = self.broken.iter().map(|Unlawful { card, broken, seed, saved }| {
            json!({ "card": card, "law": broken.law.number(), "what": broken.to_string(), "seed": seed, "saved": saved })
        });
        json!({
            "cards": self.cards,
            "left_out": left_out,
            "boards": self.boards,
            "abilities": serde_json::Map::from_iter(became),
            "idle": idle.collect::<Vec<_>>(),
            "stalled": stalled.collect::<Vec<_>>(),
            "broken": broken.collect::<Vec<_>>(),
        })
    }

    fn print(&self, left_out: usize, call: &mut Call<'_>) -> Result<(), Failure> {
        let idle = |became: Became| self.idle.iter().filter(move |(_, it)| it.became == became);
        for (became, what) in [
            (Became::Never, "never cast, activated or triggered"),
            (Became::Began, "never resolved"),
            (Became::Nothing, "resolved, and nothing came of it"),
        ] {
            for (place, (card, Tried { face, text, .. })) in idle(became).enumerate() {
                if place == 0 {
                    writeln!(call.out, "{what}:")?;
                }
                let of = if card == face { String::new() } else { format!(" ({face})") };
                writeln!(call.out, "  {card}{of}: {text}")?;
            }
        }
        for (card, left, _) in &self.stalled {
            writeln!(call.out, "stalled      {card}: too many {}", left.word())?;
        }
        let of = Became::ALL.into_iter().map(|it| self.count(it)).sum::<usize>();
        writeln!(call.out, "cards        {} on {} boards", self.cards, self.boards)?;
        if left_out > 0 {
            writeln!(call.out, "left out     {left_out}, which are in no deck")?;
        }
        writeln!(call.out, "abilities    {} of {of} did something", self.count(Became::Did))?;
        for Unlawful { card, broken, seed, saved } in &self.broken {
            call.out.flush()?;
            complain(call.err, &format!("{card} (seed {seed}): {broken}; saved as {saved}"));
        }
        Ok(())
    }
}

/// A name as part of the name of a file.
fn slug(name: &str) -> String {
    name.chars().map(|it| if it.is_alphanumeric() { it.to_ascii_lowercase() } else { '_' }).collect()
}
