//! `edit`: what-if edits, and fixed results of chance.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::arguments::Spot;
use super::call::{Call, Exit, Failure, print_json};
use super::fork::{Told, check_output, go_on, tell, write};
use super::opened::Opened;
use retrace_session::{Numbers, SessionError, describe};

/// Makes what-if edits. They go onto a new timeline, unless they continue one begun by an edit.
#[derive(Clone, Debug, Args)]
pub(super) struct EditArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// The edits in order, as scenarios write them: 'Life(of: "Ann", is: 5)', 'Add(card: "Forest",
    /// of: "Ann", to: Hand)', 'Arrange(what: "Forest", is: Top)' for the next draw, 'Chance([Heads,
    /// Die(6)])', 'Reseed(7)'; #NUMBER names an object. Without any, prints what can be edited
    #[arg(value_name = "EDIT")]
    pub(super) edits: Vec<String>,
    #[command(flatten)]
    pub(super) spot: Spot,
    /// Then play the later decisions again, as far as they mean the same; exit code 1 if one does
    /// not
    #[arg(long, requires = "edits")]
    pub(super) go_on: bool,
    /// The name of the new timeline
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,
    /// Write a replay (a name that ends in .retrace), or all timelines into a new store (a folder)
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

/// Makes edits at the choice at or before an event, or shows what can be edited there.
pub(super) fn edit(arguments: &EditArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let mut opened = Opened::open(&arguments.file, call)?;
    let at = arguments.spot.at.as_deref();
    let timeline = opened.timeline(arguments.spot.timeline.as_deref(), at)?;
    let place = opened.choice(timeline, &Numbers::ALL, at)?;
    let from = timeline.name().to_owned();
    let events = timeline.entries_before_step(place.step);
    opened.session.seek(place);
    if arguments.edits.is_empty() {
        return show(&opened, &from, events, call.json, call.out);
    }
    if let Some(output) = &arguments.output {
        check_output(output)?;
    }
    // Each is read on the board the previous ones leave; if one fails, none of them is made.
    let mut said = Vec::new();
    let before = opened.session.operations_done();
    for (index, text) in arguments.edits.iter().enumerate() {
        let name = if index == 0 { arguments.name.as_deref() } else { None };
        let read = opened.session.read_edits(text);
        let done = read.and_then(|read| {
            said.extend(read.iter().map(|input| describe::capitalized(&describe::input(opened.session.game(), input))));
            opened.session.edit(&read, name)
        });
        if let Err(error) = done {
            while opened.session.operations_done() > before {
                opened.session.undo()?;
            }
            return match error {
                error @ SessionError::Store(_) => Err(error.into()),
                error => opened.told(error),
            };
        }
    }
    let went_on = arguments.go_on.then(|| go_on(&mut opened, before)).transpose()?;
    write(&opened, arguments.output.as_deref())?;
    let current = opened.session.current();
    if current.name() != from {
        said.insert(0, format!("On {}, which goes off from {from} after {events} events:", current.name()));
    }
    let told = Told { said, from: &from, events, went_on, output: arguments.output.as_deref(), viewer: None };
    tell(&opened, &told, call.json, call.out)
}

/// Shows whether edits can be made here, where they would go, and which results are fixed.
fn show(opened: &Opened, from: &str, events: u64, json: bool, out: &mut dyn Write) -> Result<Exit, Failure> {
    let outlook = opened.session.edit_outlook();
    let fixed = opened.session.fixed_chances();
    if json {
        let (can, why) = match &outlook {
            Ok(why) => (true, why.as_str()),
            Err(why) => (false, *why),
        };
        print_json(out, &json!({ "timeline": from, "events": events, "can": can, "what": why, "fixed": fixed }))?;
    } else {
        let what = outlook.as_ref().map_or_else(|why| *why, String::as_str);
        writeln!(out, "On {from} after {events} events: {what}")?;
        for fixed in fixed {
            writeln!(out, "Fixed: {fixed}.")?;
        }
    }
    Ok(if outlook.is_ok() { Exit::Yes } else { Exit::No })
}
