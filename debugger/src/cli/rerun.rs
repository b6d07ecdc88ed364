//! `rerun`: the inputs of a timeline with other cards.

use std::io::Write;

use serde_json::json;

use super::arguments::RerunArguments;
use super::fork::{check_output, write};
use super::opened::Opened;
use super::progress::with_progress;
use super::{Exit, Failure, json as as_json, print_json};
use crate::session::{CardFiles, Numbers, Outcome};

/// Runs a timeline again with other cards.
pub(super) fn rerun(
    arguments: &RerunArguments,
    json: bool,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit, Failure> {
    let mut opened = Opened::open(&arguments.file, err)?;
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
    if json {
        let value = json!({
            "from": from,
            "timeline": as_json::timeline(opened.session.current(), None, &Numbers::ALL),
            "cards": changed,
            "inputs": of,
            "applied": done,
            "stopped": stopped,
            "written": arguments.output.as_ref().map(|path| path.display().to_string()),
        });
        print_json(out, &value)?;
        return Ok(exit);
    }
    match changed.as_slice() {
        [] => writeln!(out, "None of the cards of {from} is otherwise in these files")?,
        changed => writeln!(out, "Other cards: {}", changed.join(", "))?,
    }
    if let Some(message) = outcome.message(&opened.session) {
        writeln!(out, "{message}")?;
    }
    if let Some(output) = &arguments.output {
        writeln!(out, "Wrote {}", output.display())?;
    }
    Ok(exit)
}
