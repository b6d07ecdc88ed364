//! `simulate`: plays random games, prints their figures, and checks the laws.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use retrace_core::deck::Format;
use retrace_core::fact::genesis::MOST_PLAYERS;
use retrace_core::message::keywords::{ABILITIES, ACTIONS};
use retrace_core::play::Left;
use retrace_core::rule::Rule;
use retrace_store::{Durability, Log, Options, StoreError};
use serde_json::{Value, json};

use super::arguments::{OnThreads, SeatingArguments};
use super::call::{Call, Exit, Failure, complain, print_json, told};
use super::opened::tell_opening;
use crate::laws::{self, Law};
use crate::simulate::{self, Checker, MOST, MOST_INPUTS, Report, Simulation, SimulationError};
use retrace_session::cards::pool::pool_with;
use retrace_session::describe::reason_for_losing;
use retrace_session::files::decks::{DeckText, NewGame};
use retrace_session::store::log::in_file;

/// Plays random legal games. Prints how they ended, how fast they were played, and an id of them
/// all, which depends only on the seed. The first game that breaks a law is saved as a replay; exit
/// code 1.
#[derive(Clone, Debug, Args)]
pub(super) struct SimulateArguments {
    /// Deck lists of the players in turn order [default: the bundled ones]
    #[arg(value_name = "DECK")]
    pub(super) decks: Vec<PathBuf>,
    /// How many players: they take the decks in turn [default: one for each deck]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(2..=MOST_PLAYERS as u64))]
    pub(super) players: Option<u64>,
    #[command(flatten)]
    pub(super) seating: SeatingArguments,
    /// Draw new decks for each game from all cards: two colors, 17 basic lands, 23 other cards
    #[arg(long, conflicts_with = "decks")]
    pub(super) drawn: bool,
    /// How many games
    #[arg(long, short = 'n', value_name = "NUMBER", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) games: u64,
    /// The seed of the first game; each further game takes the next number
    #[arg(long, short, value_name = "NUMBER", default_value_t = 1)]
    pub(super) seed: u64,
    /// Give a game up after this many inputs
    #[arg(long, value_name = "NUMBER", default_value_t = MOST.inputs as u64, value_parser = clap::value_parser!(u64).range(1..=MOST_INPUTS as u64))]
    pub(super) inputs: u64,
    /// Now and then make a change that no player could make: to life, zones, cards, chances and
    /// whatever else can be edited
    #[arg(long)]
    pub(super) edits: bool,
    /// Now and then a player concedes
    #[arg(long, conflicts_with = "edits")]
    pub(super) concessions: bool,
    /// Count in how many games each keyword of the rule book was seen
    #[arg(long)]
    pub(super) keywords: bool,
    /// The laws to check: all, none, or numbers from 1 to 11 separated by commas
    #[arg(long, value_name = "LAWS", default_value = "all")]
    pub(super) laws: String,
    /// Keep each game as a timeline of this store; created if the folder is empty or missing
    #[arg(long, value_name = "STORE")]
    pub(super) store: Option<PathBuf>,
    /// The folder to save failing games in
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub(super) save: PathBuf,
    /// The format that decks must obey: freeform, constructed, limited, commander or brawl
    #[arg(long, short, value_name = "FORMAT", default_value_t)]
    pub(super) format: Format,
    /// A card file, a folder of them, or a pack, for cards that the decks name
    #[arg(long, value_name = "FILE")]
    pub(super) cards: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) threads: OnThreads,
}

impl From<SimulationError> for Failure {
    fn from(error: SimulationError) -> Failure {
        Failure::Told(error.to_string())
    }
}

/// Plays random games.
pub(super) fn simulate(arguments: &SimulateArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    simulate_with(arguments, call, &laws::check)
}

/// Like [`simulate`], with another function to check the laws.
pub(super) fn simulate_with(
    arguments: &SimulateArguments,
    call: &mut Call<'_>,
    check: Checker<'_>,
) -> Result<Exit, Failure> {
    let laws = match Law::list(&arguments.laws) {
        Ok(laws) => laws,
        Err(error) => return told(error.to_string()),
    };
    let decks = match arguments.decks.as_slice() {
        [] => DeckText::bundled(),
        decks => decks.iter().map(|deck| DeckText::open(deck)).collect::<Result<_, _>>()?,
    };
    let players = arguments.players.map_or(decks.len(), |players| usize::try_from(players).unwrap_or(decks.len()));
    if players < decks.len().max(2) {
        return told(format!(
            "{} decks are too {} for {players} players; name one for each player, or fewer with --players, or none for \
             the bundled ones",
            decks.len(),
            if decks.len() < 2 { "few" } else { "many" }
        ));
    }
    let decks: Vec<DeckText> = decks.iter().cycle().take(players).cloned().collect();
    let mut new_game = NewGame::of(decks, arguments.seed);
    new_game.names = new_game.deck_names();
    new_game.seating = arguments.seating.words()?;
    new_game.format = arguments.format;
    new_game.cards.clone_from(&arguments.cards);
    let pool = pool_with(&arguments.cards)?;
    let mut genesis = new_game.genesis_with(&pool)?;
    let mut drawn_from = None;
    if arguments.drawn {
        for (number, player) in genesis.players.iter_mut().enumerate() {
            player.name = format!("Player {}", number + 1);
        }
        drawn_from = Some(pool.into());
    }
    let (games, seed) = (arguments.games, arguments.seed);
    let inputs = usize::try_from(arguments.inputs).unwrap_or(simulate::MOST.inputs);
    let bounds = simulate::bounds(inputs);
    let (edits, concessions, threads) = (arguments.edits, arguments.concessions, arguments.threads.number());
    let keywords = arguments.keywords;
    let simulation =
        Simulation { genesis, drawn_from, games, seed, laws, bounds, edits, concessions, threads, keywords };
    let bar = progress_bar(arguments.games, "games");
    let in_store = |folder: &Path, error: StoreError| Failure::from(in_file(folder, &error));
    let mut store = None;
    if let Some(folder) = &arguments.store {
        // No single game must be durable by itself; many are made durable together.
        let options = Options { durability: Durability::AtClose };
        let log = Log::open(folder, options).map_err(|error| in_store(folder, error))?;
        tell_opening(folder, &log.told(), call.err);
        store = Some((folder, log));
    }
    let ran = simulation.run(check, store.as_mut().map(|(_, log)| log), &mut |done| bar.set_position(done));
    bar.finish_and_clear();
    // The games played before an error are kept as well.
    let mut kept = None;
    if let Some((folder, log)) = store {
        let timelines = (0..arguments.games).filter_map(|game| log.timeline(&simulation.name_of(game)).ok());
        let (timelines, events) =
            timelines.fold((0u64, 0), |(timelines, events), it| (timelines + 1, events + it.events));
        let closed = log.close().map_err(|error| in_store(folder, error));
        // Where both failed, what went wrong first explains the other.
        if ran.is_ok() {
            closed?;
        }
        kept = Some((folder.display().to_string(), timelines, events));
    }
    let (report, failure) = ran?;
    let calibration = simulate::calibration();
    let mut saved = None;
    if let Some(failure) = &failure {
        let name =
            format!("law-{}-{}-seed-{}.retrace", failure.broken.law.number(), failure.broken.law.word(), failure.seed);
        let path = arguments.save.join(name);
        save(&arguments.save, &path, &failure.replay)?;
        saved = Some(path.display().to_string());
    }
    if call.json {
        let mut value = as_json(&simulation, &report, calibration);
        value["failure"] = failure.as_ref().map_or(Value::Null, |failure| {
            json!({
                "game": failure.game,
                "seed": failure.seed,
                "law": failure.broken.law.number(),
                "commit": failure.broken.commit,
                "what": failure.broken.what,
                "saved": saved,
            })
        });
        value["store"] = kept.map_or(
            Value::Null,
            |(folder, timelines, events)| json!({ "folder": folder, "timelines": timelines, "events": events }),
        );
        print_json(call.out, &value)?;
    } else {
        print(call.out, &simulation, &report, calibration)?;
        if let Some((folder, timelines, events)) = kept {
            writeln!(call.out, "store        {folder}: {} timelines, {} events", grouped(timelines), grouped(events))?;
        }
        call.out.flush()?;
    }
    let Some(failure) = failure else { return Ok(Exit::Yes) };
    let saved = saved.unwrap_or_default();
    complain(
        call.err,
        &format!("game {} (seed {}): {}; saved as {saved}", failure.game + 1, failure.seed, failure.broken),
    );
    Ok(Exit::No)
}

pub(super) fn save(folder: &Path, path: &Path, replay: &retrace_store::Replay) -> Result<(), Failure> {
    let told = |why: String| Failure::Told(format!("{}: {why}", path.display()));
    std::fs::create_dir_all(folder).map_err(|error| told(error.to_string()))?;
    replay.write(path).map_err(|error| told(error.to_string()))
}

/// A progress bar at a terminal for so many games or cards; nothing elsewhere.
pub(super) fn progress_bar(games: u64, of: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(8));
    // An invalid template leaves the plain bar.
    if let Ok(style) =
        ProgressStyle::with_template(&format!("{{wide_bar}} {{pos}}/{{len}} {of}, {{per_sec}}, {{eta}} left"))
    {
        bar.set_style(style);
    }
    bar
}

fn print(out: &mut dyn Write, simulation: &Simulation, report: &Report, calibration: f64) -> Result<(), Failure> {
    let players: Vec<&str> = simulation.genesis.players.iter().map(|player| player.name.as_str()).collect();
    let games = report.games.max(1);
    let edits = match (simulation.edits, simulation.concessions) {
        (true, _) => ", with edits",
        (false, true) => ", with concessions",
        (false, false) => "",
    };
    let (count, against) = (grouped(report.games), players.join(" against "));
    writeln!(out, "{count} random games of {against}{edits}, seed {}", simulation.seed)?;
    let mut results: Vec<String> =
        players.iter().zip(&report.won).map(|(name, won)| format!("{name} won {}", grouped(*won))).collect();
    results.push(format!("{} drawn", grouped(report.drawn)));
    for (left, count) in &report.left {
        let bounds = &simulation.bounds;
        let why = match left {
            Left::Inputs => format!("after {} inputs", grouped(bounds.inputs as u64)),
            Left::Events => format!("after more than {} events", grouped(bounds.events)),
            Left::Objects => format!("with more than {} objects", grouped(bounds.objects as u64)),
        };
        results.push(format!("{} left unfinished {why}", grouped(*count)));
    }
    writeln!(out, "results      {}; who went first won {}", results.join(", "), grouped(report.first_won))?;
    for ((why, rule), count) in &report.ends {
        writeln!(out, "lost by      {:10} {} (CR {rule})", grouped(*count), reason_for_losing(*why))?;
    }
    if simulation.keywords {
        print_keywords(out, report)?;
    }
    for (what, count) in figures(report) {
        let rate = report.per_second(count);
        let each = if what == "games" { String::new() } else { format!("{} a game", grouped(count / games)) };
        writeln!(out, "{what:12} {:>13}   {each:>16}   {:>11} a second", grouped(count), a_second(rate))?;
    }
    let several = report.threads > 1;
    let (summed, rates) =
        if several { (", summed over the threads", "; the rates above are those of one thread") } else { ("", "") };
    writeln!(out, "playing took {}{summed}, without the laws{rates}", seconds(report.playing))?;
    let in_all = |count| a_second(report.per_second_in_all(count));
    writeln!(
        out,
        "threads      {}; by the clock {}, everything included: {} games, {} decisions, {} events a second",
        report.threads,
        seconds(report.elapsed),
        in_all(report.games),
        in_all(report.decisions),
        in_all(report.events)
    )?;
    writeln!(out, "calibration  {} hashes of 100 bytes a second (blake3, same run)", grouped(calibration as u64))?;
    if simulation.laws.is_empty() {
        writeln!(out, "laws         none checked")?;
    } else {
        writeln!(
            out,
            "laws         checked in {}{summed}; each with its games and how often it was tried",
            seconds(report.checking)
        )?;
        for (law, (games, tried)) in &report.tried {
            writeln!(
                out,
                "  {} {:13} {:>9} games {:>13} times",
                law.number(),
                law.word(),
                grouped(*games),
                grouped(*tried)
            )?;
        }
    }
    writeln!(out, "final id     {}", report.id)?;
    Ok(())
}

/// In how many games each keyword was seen, and those that no game saw.
fn print_keywords(out: &mut dyn Write, report: &Report) -> Result<(), Failure> {
    for (what, all) in [("abilities", &ABILITIES[..]), ("actions", &ACTIONS[..])] {
        let games = |name: &str| report.keywords.get(name).copied().unwrap_or(0);
        let seen: Vec<String> = all
            .iter()
            .filter(|(name, _)| games(name) > 0)
            .map(|(name, _)| format!("{name} {}", grouped(games(name))))
            .collect();
        let unseen: Vec<&str> = all.iter().map(|(name, _)| *name).filter(|name| games(name) == 0).collect();
        writeln!(out, "{what:12} {} of {} keyword {what} were seen; in so many games:", seen.len(), all.len())?;
        writeln!(out, "  {}", seen.join(", "))?;
        if !unseen.is_empty() {
            writeln!(out, "  not seen: {}", unseen.join(", "))?;
        }
    }
    Ok(())
}

fn figures(report: &Report) -> [(&'static str, u64); 5] {
    [
        ("games", report.games),
        ("turns", report.turns),
        ("decisions", report.decisions),
        ("inputs", report.inputs),
        ("events", report.events),
    ]
}

/// In how many games each keyword was seen, 0 for those that no game saw.
fn keywords_as_json(report: &Report) -> Value {
    let games = |all: &[(&str, Rule)]| -> serde_json::Map<String, Value> {
        let count = |name: &str| json!(report.keywords.get(name).copied().unwrap_or(0));
        all.iter().map(|(name, _)| ((*name).to_owned(), count(name))).collect()
    };
    json!({ "abilities": games(&ABILITIES), "actions": games(&ACTIONS) })
}

fn as_json(simulation: &Simulation, report: &Report, calibration: f64) -> Value {
    let players = simulation.genesis.players.iter().zip(&report.won);
    let players: Vec<Value> = players.map(|(player, won)| json!({ "name": player.name, "won": won })).collect();
    let ends = report.ends.iter().map(
        |((why, rule), count)| json!({ "reason": reason_for_losing(*why), "rule": rule.to_string(), "count": count }),
    );
    let rates = |rate: &dyn Fn(u64) -> f64| -> serde_json::Map<String, Value> {
        figures(report).into_iter().map(|(what, count)| (what.to_owned(), json!(rate(count)))).collect()
    };
    let laws = report.tried.iter().map(
        |(law, (games, tried))| json!({ "number": law.number(), "name": law.word(), "games": games, "tried": tried }),
    );
    let left = |bound| report.left.get(&bound).copied().unwrap_or(0);
    json!({
        "seed": simulation.seed,
        "edits": simulation.edits,
        "games": report.games,
        "players": players,
        "first_won": report.first_won,
        "drawn": report.drawn,
        "unfinished": report.unfinished(),
        "unfinished_after": {
            "inputs": left(Left::Inputs),
            "events": left(Left::Events),
            "objects": left(Left::Objects),
        },
        "lost_by": ends.collect::<Vec<_>>(),
        "turns": report.turns,
        "decisions": report.decisions,
        "inputs": report.inputs,
        "events": report.events,
        "threads": report.threads,
        "per_second": rates(&|count| report.per_second(count)),
        "per_second_in_all": rates(&|count| report.per_second_in_all(count)),
        "playing_seconds": report.playing.as_secs_f64(),
        "checking_seconds": report.checking.as_secs_f64(),
        "elapsed_seconds": report.elapsed.as_secs_f64(),
        "hashes_per_second": calibration,
        "laws": laws.collect::<Vec<_>>(),
        "keywords": simulation.keywords.then(|| keywords_as_json(report)),
        "final_id": report.id.to_string(),
    })
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// A rate, with a decimal if it is small.
fn a_second(rate: f64) -> String {
    if rate < 10.0 { format!("{rate:.1}") } else { grouped(rate as u64) }
}

/// A number with separators: `1,234,567`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
