//! `explain`: the derivation of an object's characteristics, layer by layer (CR 613).

use std::io::Write;

use retrace_core::card::text::{modification_text, type_line};
use retrace_core::derive;
use retrace_core::fact::{Characteristics, ObjectId};
use retrace_core::state::Game;
use serde_json::json;

use super::arguments::Place;
use super::opened::Opened;
use super::{Exit, Failure, print_json};
use crate::session::describe;

/// Derives the characteristics of an object.
pub(super) fn explain(object: &str, place: &Place, json: bool, out: &mut dyn Write) -> Result<Exit, Failure> {
    let opened = Opened::open(&place.file)?;
    let timeline = opened.timeline(place.spot.timeline.as_deref())?;
    let point = opened.place(timeline, place.spot.at.as_deref())?;
    let game = timeline.game_at(point.step);
    let id = match find(&game, object) {
        Ok(id) => id,
        Err(why) => return opened.told(why),
    };
    let (Some(explanation), Some(there)) = (derive::explain(&game, id), game.object(id)) else {
        return opened.told(format!("{id} has no characteristics"));
    };
    let applied = |it: &derive::Application| {
        let name = game.name_of(it.source);
        let changes: Vec<String> = it.modifications.iter().map(|it| modification_text(it, &name)).collect();
        if changes.is_empty() { "counters".to_owned() } else { describe::list(&changes) }
    };
    if json {
        let applications: Vec<_> = explanation
            .applications
            .iter()
            .map(|it| {
                json!({
                    "layer": it.layer.number(),
                    "source": game.name_of(it.source),
                    "source_id": it.source.0,
                    "timestamp": it.timestamp.0,
                    "effect": applied(it),
                    "before": summary(&it.before),
                    "after": summary(&it.after),
                    "waited_for": it.waited_for.iter().map(|it| describe::dependency(&game, it)).collect::<Vec<_>>(),
                })
            })
            .collect();
        let value = json!({
            "object": id.0,
            "name": game.name_of(id),
            "zone": describe::zone(&game, there.zone),
            "controller": explanation.controller.map(|player| describe::player(&game, player)),
            "starting": summary(&explanation.starting),
            "applications": applications,
            "not_applied": explanation.not_applied.iter().map(|it| describe::not_applied(&game, it)).collect::<Vec<_>>(),
            "result": summary(&explanation.result),
        });
        print_json(out, &value)?;
        return Ok(Exit::Yes);
    }
    writeln!(out, "{} ({id}), {}", game.name_of(id), describe::place(&game, there.zone))?;
    writeln!(out, "  starts as  {}", summary(&explanation.starting))?;
    for it in &explanation.applications {
        let (layer, source) = (format!("layer {}", it.layer.number()), game.name_of(it.source));
        writeln!(
            out,
            "  {layer:9}  {} (from {source}, timestamp {}): {}",
            applied(it),
            it.timestamp.0,
            summary(&it.after)
        )?;
        for dependency in &it.waited_for {
            writeln!(out, "             {}", describe::dependency(&game, dependency))?;
        }
    }
    for it in &explanation.not_applied {
        writeln!(out, "  but        {}", describe::not_applied(&game, it))?;
    }
    writeln!(out, "  is         {}", summary(&explanation.result))?;
    Ok(Exit::Yes)
}

/// The object that a text names: `#NUMBER`, or a name that one object has, those on the battlefield first.
fn find(game: &Game, text: &str) -> Result<ObjectId, String> {
    if let Some(id) = text.strip_prefix('#').and_then(|digits| digits.parse().ok().map(ObjectId)) {
        return game
            .object(id)
            .map(|object| object.id)
            .ok_or_else(|| format!("there is no object {text} at this place"));
    }
    let wanted = text.to_lowercase();
    let named = game.world().objects.iter().filter(|(id, _)| game.name_of(**id).to_lowercase().contains(&wanted));
    let found: Vec<_> = named.collect();
    let exact: Vec<_> = found.iter().filter(|(id, _)| game.name_of(**id).to_lowercase() == wanted).copied().collect();
    let found = if exact.is_empty() { found } else { exact };
    let permanents: Vec<_> = found.iter().filter(|(_, object)| object.is_permanent()).copied().collect();
    let found = if permanents.is_empty() { found } else { permanents };
    match found.as_slice() {
        [(id, _)] => Ok(**id),
        [] => Err(format!("there is no object named `{text}` at this place")),
        several => {
            let names: Vec<String> =
                several.iter().take(8).map(|(id, _)| format!("{} ({id})", game.name_of(**id))).collect();
            Err(format!("`{text}` may be {}; write #NUMBER", names.join(", ")))
        }
    }
}

/// Characteristics in a line.
fn summary(it: &Characteristics) -> String {
    let mut told = Vec::new();
    told.extend(it.power.zip(it.toughness).map(|(power, toughness)| format!("{power}/{toughness}")));
    let colors: Vec<&str> = it.colors.iter().map(|color| color.word()).collect();
    told.push(if colors.is_empty() { "colourless".to_owned() } else { colors.join(" and ") });
    told.push(type_line(it.supertypes, it.types, &it.subtypes));
    let keywords: Vec<&str> = it
        .abilities
        .iter()
        .filter_map(|instance| match &*instance.ability {
            retrace_core::card::Ability::Keyword(keyword) => Some(keyword.word()),
            _ => None,
        })
        .collect();
    if !keywords.is_empty() {
        told.push(format!("with {}", keywords.join(", ")));
    }
    let others = it.abilities.len() - keywords.len();
    if others > 0 {
        told.push(if others == 1 { "1 other ability".to_owned() } else { format!("{others} other abilities") });
    }
    told.join(", ")
}
