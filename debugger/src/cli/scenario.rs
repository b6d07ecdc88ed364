//! `scenario save`: a moment of a timeline as a scenario.

use std::io::Write;

use retrace_core::scenario::save::Form;
use serde_json::json;

use super::arguments::SaveMomentArguments;
use super::opened::Opened;
use super::{Exit, Failure, print_json, told};

/// Writes a moment as a scenario.
pub(super) fn save(
    arguments: &SaveMomentArguments,
    json: bool,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit, Failure> {
    let SaveMomentArguments { place, output, test, name } = arguments;
    let opened = Opened::read(&place.file, err)?;
    let at = place.spot.at.as_deref();
    let timeline = opened.timeline(place.spot.timeline.as_deref(), at)?;
    let point = opened.choice(timeline, at)?;
    let stem = || output.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let name = name.clone().unwrap_or_else(stem);
    let saved = match opened.session.save_moment(point, &name, *test) {
        Ok(saved) => saved,
        Err(error) => return opened.told(error),
    };
    let path = output.display();
    if output.exists() {
        return told(format!("{path}: there is a file already; name a new one"));
    }
    std::fs::write(output, &saved.text).map_err(|error| Failure::Told(format!("{path}: {error}")))?;
    let events = timeline.entries_before_step(point.step);
    let why = match &saved.form {
        Form::Board => None,
        Form::Whole(why) => Some(why.as_str()),
    };
    if json {
        let form = if why.is_none() { "board" } else { "whole" };
        let value = json!({
            "written": path.to_string(),
            "timeline": timeline.name(),
            "events": events,
            "form": form,
            "why": why,
            "test": test,
        });
        print_json(out, &value)?;
        return Ok(Exit::Yes);
    }
    writeln!(
        out,
        "Wrote {path}: {} after {events} events, {}",
        timeline.name(),
        match why {
            None => "as a board".to_owned(),
            Some(why) => format!("as the beginning of the game and what was done since ({why})"),
        }
    )?;
    writeln!(out, "It runs and reads the same; `retrace check {path}` runs it again")?;
    Ok(Exit::Yes)
}
