//! `scenario save`: writes a moment of a timeline as a scenario; `scenario new`: writes an empty
//! board; `scenario import`: writes a puzzle as a scenario.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use retrace_core::card::TurnStep;
use retrace_core::fact::PlayerSetup;
use retrace_core::scenario::save::SavedForm;
use serde_json::json;

use super::arguments::Place;
use super::call::{Call, Exit, Failure, print_json, told};
use super::opened::Opened;
use super::progress::with_progress;
use retrace_session::Numbers;
use retrace_session::base::whole::write_new;
use retrace_session::files::empty::{EmptyBoard, STEPS};
use retrace_session::files::puzzle::{ImportedPuzzle, import_puzzle};
use retrace_session::files::seats::SEATS;

#[derive(Debug, Subcommand)]
pub(super) enum ScenarioVerb {
    /// Writes the choice at or before an event as a scenario: its board, or, where no board can
    /// express it, the start of the game and all inputs since. The result is run and compared
    /// before it is written
    Save(SaveMomentArguments),
    /// Writes a scenario with an empty board, to arrange with `edit` or in the window
    New(NewBoardArguments),
    /// Writes a puzzle of Forge (.pzl) as a scenario, whose script begins the solution
    Import(ImportArguments),
}

/// A puzzle, and where to write it.
#[derive(Clone, Debug, Args)]
pub(super) struct ImportArguments {
    /// A puzzle (.pzl)
    pub(super) file: PathBuf,
    /// The file to write [default: that of the puzzle, with the ending .ron]
    #[arg(long, short, value_name = "FILE.ron")]
    pub(super) output: Option<PathBuf>,
}

/// An empty board, and where to write it.
#[derive(Clone, Debug, Args)]
pub(super) struct NewBoardArguments {
    /// The file to write
    #[arg(long, short, value_name = "FILE.ron")]
    pub(super) output: PathBuf,
    /// The names of two to eight players in turn order, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "Ann,Ben")]
    pub(super) names: Vec<String>,
    /// Their life totals, separated by commas [default: 20 each]
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub(super) life: Vec<i32>,
    /// Whose turn it is, by name [default: the first player]
    #[arg(long, value_name = "NAME")]
    pub(super) active: Option<String>,
    /// The number of the turn
    #[arg(long, value_name = "NUMBER", default_value_t = 3)]
    pub(super) turn: u32,
    /// The turn step: upkeep, draw, precombat-main, beginning-of-combat, postcombat-main or end
    #[arg(long, value_name = "STEP", default_value = "precombat-main")]
    pub(super) step: String,
    /// Empty libraries; otherwise each is thirty Plains
    #[arg(long)]
    pub(super) no_libraries: bool,
}

/// A moment, and where to write it.
#[derive(Clone, Debug, Args)]
pub(super) struct SaveMomentArguments {
    #[command(flatten)]
    pub(super) place: Place,
    /// The file to write
    #[arg(long, short, value_name = "FILE.ron")]
    pub(super) output: PathBuf,
    /// Add what follows on the timeline as a script, and what holds at its end as expectations: a
    /// test
    #[arg(long)]
    pub(super) test: bool,
    /// The name of the scenario [default: the name of the file]
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,
}

/// Writes a scenario.
pub(super) fn scenario(verb: &ScenarioVerb, call: &mut Call<'_>) -> Result<Exit, Failure> {
    match verb {
        ScenarioVerb::Save(moment) => save(moment, call),
        ScenarioVerb::New(board) => new(board, call.json, call.out),
        ScenarioVerb::Import(puzzle) => import(puzzle, call),
    }
}

/// Writes a puzzle as a scenario.
fn import(ImportArguments { file, output }: &ImportArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let ImportedPuzzle { text, name, goal, last_turn } = import_puzzle(file)?;
    let until = last_turn.map_or_else(String::new, |last| format!(" --until 'over or turn > {last}'"));
    let output = output.clone().unwrap_or_else(|| file.with_extension("ron"));
    write_new(&output, &text)?;
    let path = output.display();
    if call.json {
        print_json(call.out, &json!({ "written": path.to_string(), "name": name, "goal": goal }))?;
        return Ok(Exit::Yes);
    }
    writeln!(call.out, "Wrote {path}: {name}")?;
    match goal {
        Some(goal) => writeln!(
            call.out,
            "`retrace explore {path} --player Human --depth 4{until} --where '{goal}'` looks for the solution; write it into the \
             script, and `retrace check {path}` says whether it reaches the goal"
        )?,
        None => writeln!(call.out, "The puzzle names no goal")?,
    }
    Ok(Exit::Yes)
}

/// Writes an empty board as a scenario.
fn new(arguments: &NewBoardArguments, json: bool, out: &mut dyn Write) -> Result<Exit, Failure> {
    let NewBoardArguments { output, names, life, active, turn, step, no_libraries } = arguments;
    if !SEATS.contains(&names.len()) {
        return told(format!("an empty board has two to eight players, not {}; write --names Ann,Ben", names.len()));
    }
    let usual = vec![PlayerSetup::default().life; names.len()];
    let life = if life.is_empty() { &usual } else { life };
    if life.len() != names.len() {
        let example: Vec<String> = usual.iter().map(ToString::to_string).collect();
        let (players, totals) = (names.len(), life.len());
        let example = example.join(",");
        return told(format!("{players} players have {players} life totals, not {totals}; write --life {example}"));
    }
    let seat = |name: &str| names.iter().position(|it| it.trim() == name);
    let active = match active.as_deref() {
        None => 0,
        Some(name) => seat(name).ok_or_else(|| Failure::Told(format!("there is no player `{name}`")))?,
    };
    let steps: Vec<String> = STEPS.iter().map(|step| word(*step)).collect();
    let found = STEPS.into_iter().find(|it| word(*it) == *step);
    let found = found.ok_or_else(|| {
        Failure::Told(format!("`{step}` is no turn step of a board; there are: {}", steps.join(", ")))
    })?;
    let board = EmptyBoard {
        players: names.iter().cloned().zip(life.iter().copied()).collect(),
        active,
        turn: *turn,
        step: found,
        libraries: !no_libraries,
        seating: Default::default(),
    };
    let session = board.begin()?;
    let first = names.first().map_or("", String::as_str);
    let stem = output.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let saved = session.save_moment(session.cursor(), &stem, false)?;
    write_new(output, &saved.text)?;
    let path = output.display();
    if json {
        print_json(out, &json!({ "written": path.to_string() }))?;
    } else {
        writeln!(
            out,
            "Wrote {path}: an empty board; `retrace edit {path} 'Add(card: \"Forest\", of: \"{first}\", to: Battlefield)'` adds to it"
        )?;
    }
    Ok(Exit::Yes)
}

/// A turn step as written on the command line.
fn word(step: TurnStep) -> String {
    step.word().trim_end_matches(" step").trim_end_matches(" phase").replace(' ', "-")
}

/// Writes a moment as a scenario.
fn save(arguments: &SaveMomentArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let SaveMomentArguments { place, output, test, name } = arguments;
    let at = place.spot.at.as_deref();
    let opened = Opened::read_one(&place.file, (place.spot.timeline.as_deref(), at), call)?;
    let timeline = opened.timeline(place.spot.timeline.as_deref(), at)?;
    let point = opened.choice(timeline, &Numbers::ALL, at)?;
    let stem = || output.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let name = name.clone().unwrap_or_else(stem);
    let moment = opened.session.moment(point, &name, *test);
    let saved =
        moment.map_err(Failure::from).and_then(|moment| with_progress("Saving", move |progress| moment.run(progress)));
    let saved = match saved {
        Ok(saved) => saved,
        Err(Failure::Told(why)) => return opened.told(why),
        Err(failure) => return Err(failure),
    };
    let path = output.display();
    write_new(output, &saved.text)?;
    let events = timeline.entries_before_step(point.step);
    let why = match &saved.form {
        SavedForm::Board => None,
        SavedForm::Whole(why) => Some(why.as_str()),
    };
    if call.json {
        let form = if why.is_none() { "board" } else { "whole" };
        let value = json!({
            "written": path.to_string(),
            "timeline": timeline.name(),
            "events": events,
            "form": form,
            "why": why,
            "test": test,
        });
        print_json(call.out, &value)?;
        return Ok(Exit::Yes);
    }
    writeln!(
        call.out,
        "Wrote {path}: {} after {events} events, {}",
        timeline.name(),
        match why {
            None => "as a board".to_owned(),
            Some(why) => format!("as the beginning of the game and what was done since ({why})"),
        }
    )?;
    writeln!(call.out, "It runs and reads the same; `retrace check {path}` runs it again")?;
    Ok(Exit::Yes)
}
