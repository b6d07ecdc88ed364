//! `rerun`: runs the inputs of a timeline with other cards.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::call::{Call, Exit, Failure, print_json};
use super::fork::{check_output, write};
use super::json as as_json;
use super::opened::Opened;
use super::progress::with_progress;
use retrace_session::{CardFiles, Numbers, Outcome};

/// Runs a timeline again.
#[derive(Clone, Debug, Args)]
pub(super) struct RerunArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// A card file, a folder of them, or a pack, whose cards replace those of the same names
    /// [default: the scenario's own]
    #[arg(long, value_name = "FILE")]
    pub(super) cards: Vec<PathBuf>,
    /// The timeline [default: the first]
    #[arg(long, short, value_name = "NAME")]
    pub(super) timeline: Option<String>,
    /// The name of the new timeline
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,
    /// Write a replay (a name that ends in .retrace), or all timelines into a new store (a folder)
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

/// Runs a timeline again with other cards.
pub(super) fn rerun(arguments: &RerunArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let mut opened = Opened::open(&arguments.file, call)?;
    if let Some(output) = &arguments.output {
        check_output(output)?;
    }
    if !arguments.cards.is_empty() {
        opened.session.use_cards(CardFiles::read(&arguments.cards)?);
    }
    if opened.session.card_files().is_empty() {
        return opened.told("it has no cards of its own; name card files with --cards");
    }
    let id = opened.timeline(arguments.timeline.as_deref(), None)?.id();
    let changed = opened.session.outdated_cards(id);
    let question = opened.session.rerunning(id, arguments.name.as_deref())?;
    let reran = with_progress("Running again", move |progress| question.run(progress))?;
    let outcome = opened.session.take_rerun(reran)?;
    let Outcome::Rerun { from, done, of, stopped, .. } = &outcome else {
        return opened.told("there is nothing to run");
    };
    write(&opened, arguments.output.as_deref())?;
    let exit = if stopped.is_none() { Exit::Yes } else { Exit::No };
    if call.json {
        let value = json!({
            "from": from,
            "timeline": as_json::timeline(opened.session.current(), None, &Numbers::ALL),
            "cards": changed,
            "inputs": of,
            "applied": done,
            "stopped": stopped,
            "written": arguments.output.as_ref().map(|path| path.display().to_string()),
        });
        print_json(call.out, &value)?;
        return Ok(exit);
    }
    match changed.as_slice() {
        [] => writeln!(call.out, "None of the cards of {from} is otherwise in these files")?,
        changed => writeln!(call.out, "Other cards: {}", changed.join(", "))?,
    }
    if let Some(message) = outcome.message(&opened.session) {
        writeln!(call.out, "{message}")?;
    }
    if let Some(output) = &arguments.output {
        writeln!(call.out, "Wrote {}", output.display())?;
    }
    Ok(exit)
}
