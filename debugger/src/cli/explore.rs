//! `explore`: every legal answer at a choice, to a depth, with outcomes merged by state.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use retrace_core::state::Game;
use retrace_store::Detail;
use serde_json::{Value, json};

use super::arguments::{OnThreads, Spot};
use super::call::{Call, Exit, Failure, print_json, told};
use super::find::predicate;
use super::json;
use super::opened::Opened;
use super::progress::with_progress;
use retrace_session::base::players::player_named;
use retrace_session::travel::explore::{Explored, Others, Reached, Wanted};
use retrace_session::{Numbers, Policy, SessionError, describe};

/// How the players who are not explored answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum OthersWord {
    /// As little as possible: they pass and decline
    Pass,
    /// At random
    Random,
    /// Every answer they have is tried too
    Explore,
}

/// Tries every answer at a choice.
#[derive(Clone, Debug, Args)]
pub(super) struct ExploreArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) spot: Spot,
    /// How many answers in a row
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub(super) depth: u8,
    /// The most answers to try
    #[arg(long, value_name = "NUMBER", default_value_t = 1000)]
    pub(super) limit: usize,
    /// Try only this player's answers (a name, or a letter from A) [default: everybody's]
    #[arg(long, value_name = "PLAYER")]
    pub(super) player: Option<String>,
    /// How the others answer
    #[arg(long, value_enum, default_value_t = OthersWord::Pass, requires = "player")]
    pub(super) others: OthersWord,
    /// The seed of the others' random answers
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(super) seed: u64,
    /// After the last answer, everybody passes until this holds, such as 'step = end_of_combat'
    #[arg(long, value_name = "PREDICATE")]
    pub(super) until: Option<String>,
    /// What to evaluate in each outcome, such as 'B.life < 5' or 'count(A.creatures)'; may be
    /// repeated
    #[arg(long = "where", value_name = "EXPRESSION")]
    pub(super) conditions: Vec<String>,
    /// Which outcome to write as a replay: its number in the table
    #[arg(long, value_name = "NUMBER", requires = "output")]
    pub(super) take: Option<usize>,
    /// Write the line that leads to an outcome as a replay (.retrace)
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) threads: OnThreads,
}

/// How many changes of an outcome its line shows.
const TOLD_CHANGES: usize = 4;

/// Tries every answer at a choice and reports the outcomes.
pub(super) fn explore(arguments: &ExploreArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let mut opened = Opened::read(&arguments.file, call)?;
    opened.session.detach();
    let at = arguments.spot.at.as_deref();
    let timeline = opened.timeline(arguments.spot.timeline.as_deref(), at)?;
    let place = opened.choice(timeline, &Numbers::ALL, at)?;
    let game = timeline.game_at(place.step);
    let player = match &arguments.player {
        None => None,
        Some(name) => Some(player_named(&game, name)?),
    };
    let mut asked = Vec::new();
    for text in &arguments.conditions {
        match opened.session.expression(timeline.id(), text) {
            Ok(expression) => asked.push((text.clone(), expression)),
            Err(SessionError::Predicate(error)) => return Err(Failure::Predicate(error)),
            Err(error) => return Err(error.into()),
        }
    }
    let until = arguments.until.as_deref().map(|text| predicate(&opened, timeline, None, text)).transpose()?;
    let others = match arguments.others {
        OthersWord::Explore => Others::Explored,
        OthersWord::Pass => Others::Least,
        OthersWord::Random => Others::Policy(Policy::Random { seed: arguments.seed }),
    };
    let wanted = Wanted { depth: usize::from(arguments.depth), limit: arguments.limit, player, others, until, asked };
    let question = match opened.session.explore(place, wanted) {
        Ok(question) => question.on(arguments.threads.number()),
        Err(SessionError::Question(why)) => return opened.told(why),
        Err(error) => return Err(error.into()),
    };
    let name = timeline.name().to_owned();
    let events = timeline.entries_before_step(place.step);
    let explored = with_progress("Exploring", move |progress| question.run(progress))?;
    let written = match (&arguments.output, arguments.take) {
        (Some(output), number) => {
            let taken = number.unwrap_or(1).checked_sub(1).filter(|taken| *taken < explored.outcomes.len());
            let Some(taken) = taken else {
                return told(format!("there is no such outcome; there are {}", explored.outcomes.len()));
            };
            opened.session.take_line(&explored, taken, None)?;
            let replay = opened.session.replay_of(opened.session.current().id(), Detail::Entries)?;
            replay.write(output).map_err(|error| Failure::Told(error.to_string()))?;
            Some(output.display().to_string())
        }
        (None, _) => None,
    };
    if call.json {
        let outcomes: Vec<Value> = explored.outcomes.iter().map(|reached| as_json(&game, &explored, reached)).collect();
        let value = json!({
            "timeline": name,
            "events": events,
            "asks": explored.prompt,
            "outcomes": outcomes,
            "tried": explored.tried,
            "sampled": explored.sampled,
            "cut": explored.cut,
            "written": written,
        });
        print_json(call.out, &value)?;
        return Ok(Exit::Yes);
    }
    writeln!(call.out, "{} ({name}, after {events} events)", explored.prompt)?;
    print(call.out, &explored)?;
    if let Some(written) = written {
        writeln!(call.out, "Wrote {written}")?;
    }
    Ok(Exit::Yes)
}

fn print(out: &mut dyn Write, explored: &Explored) -> Result<(), Failure> {
    for (number, reached) in explored.outcomes.iter().enumerate() {
        let lines = if reached.lines == 1 { String::new() } else { format!(" ({} lines)", reached.lines) };
        let answers = if reached.answers.is_empty() { "nothing".to_owned() } else { reached.answers.join("; ") };
        writeln!(out, "{:>4}  {answers}{lines}", number + 1)?;
        // Outcomes are numbered, but several answers may lead to the same one, so the answers for
        // `fork` are given separately.
        if let Some(numbers) = reached.first_in_numbers().filter(|it| *it != (number + 1).to_string()) {
            writeln!(out, "      fork --answer {numbers}")?;
        }
        writeln!(out, "      {}", reached.in_short(TOLD_CHANGES))?;
        for other in &reached.others {
            writeln!(out, "      also: {}", other.join("; "))?;
        }
    }
    let outcomes = explored.outcomes.len();
    writeln!(out, "{} answers tried, {outcomes} outcomes", explored.tried)?;
    for prompt in &explored.sampled {
        writeln!(out, "only some answers were tried to: {prompt}")?;
    }
    if explored.cut {
        writeln!(out, "there is more than the limit allows; a larger --limit tries it")?;
    }
    Ok(())
}

fn as_json(before: &Game, explored: &Explored, reached: &Reached) -> Value {
    let life: serde_json::Map<String, Value> =
        reached.life.iter().map(|(player, life)| (describe::player(before, *player), json!(life))).collect();
    let values = explored.asked.iter().cloned().zip(reached.values.iter().map(|(_, shown)| json!(shown)));
    let values: serde_json::Map<String, Value> = values.collect();
    json!({
        "answers": reached.answers,
        "answer": reached.first_in_numbers(),
        "lines": reached.lines,
        "others": reached.others,
        "life": life,
        "result": reached.result.map(|result| json::result(before, result)),
        "changes": json::state_diff(&reached.changes),
        "value": reached.values.first().map(|(_, shown)| shown),
        "values": values,
        "settled": reached.settled,
        "cut": reached.cut,
        "events": reached.events(),
    })
}
