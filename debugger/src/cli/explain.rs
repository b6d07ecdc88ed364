//! `explain`: how an object's characteristics are derived, layer by layer (CR 613), or how an
//! action was replaced (CR 614 to 616).

use clap::Args;
use retrace_core::derive;
use retrace_core::fact::{Event, ObjectId, PlayerId};
use retrace_core::state::Game;
use serde_json::json;

use super::arguments::{Eyes, Place};
use super::call::{Call, Exit, Failure, print_json};
use super::json;
use super::opened::Opened;
use retrace_session::asking::{account, seen, telling};
use retrace_session::{Considered, Stage, describe};

/// What to explain.
#[derive(Clone, Debug, Args)]
pub(super) struct ExplainArguments {
    #[command(flatten)]
    pub(super) place: Place,
    /// The object: its name, or #NUMBER
    #[arg(required_unless_present = "event")]
    pub(super) object: Option<String>,
    /// Explain an event instead of an object: which replacement and prevention effects could apply,
    /// who chose, and what each changed
    #[arg(long, value_name = "EVENT", conflicts_with_all = ["object", "at"])]
    pub(super) event: Option<String>,
    #[command(flatten)]
    pub(super) eyes: Eyes,
}

/// Explains the characteristics of an object.
pub(super) fn explain(arguments: &ExplainArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let ExplainArguments { object, event, place, eyes } = arguments;
    match event {
        Some(event) => action(event, place, eyes, call),
        None => characteristics(object.as_deref().unwrap_or_default(), place, eyes, call),
    }
}

fn characteristics(object: &str, place: &Place, eyes: &Eyes, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let spot = (place.spot.timeline.as_deref(), place.spot.at.as_deref());
    let opened = Opened::read_one(&place.file, spot, call)?;
    let timeline = opened.timeline(spot.0, spot.1)?;
    let numbers = opened.numbers(timeline, eyes)?;
    let point = opened.place(timeline, &numbers, place.spot.at.as_deref())?;
    let game = timeline.game_at(point.step);
    let viewer = numbers.viewer();
    let id = match find(&game, timeline.aliases(), viewer, object) {
        Ok(id) => id,
        Err(why) => return opened.told(why),
    };
    let (Some(explanation), Some(there)) = (derive::explain(&game, id), game.object(id)) else {
        return opened.told(format!("{id} has no characteristics"));
    };
    if call.json {
        let timestamps = telling::timestamps(&explanation, viewer);
        let applications: Vec<_> = explanation
            .applications
            .iter()
            .map(|it| {
                json!({
                    "layer": it.layer.number(),
                    "source": game.name_of(it.source),
                    "source_id": it.source.0,
                    "timestamp": timestamps(it.timestamp),
                    "effect": telling::applied(&game, it),
                    "before": telling::summary(&it.before),
                    "after": telling::summary(&it.after),
                    "waited_for": it.waited_for.iter().map(|it| describe::dependency(&game, it)).collect::<Vec<_>>(),
                })
            })
            .collect();
        let value = json!({
            "object": id.0,
            "name": game.name_of(id),
            "zone": describe::zone(&game, there.zone),
            "controller": explanation.controller.map(|player| describe::player(&game, player)),
            "starting": telling::summary(&explanation.starting),
            "applications": applications,
            "not_applied": explanation.not_applied.iter().map(|it| describe::not_applied(&game, it)).collect::<Vec<_>>(),
            "result": telling::summary(&explanation.result),
        });
        print_json(call.out, &value)?;
        return Ok(Exit::Yes);
    }
    write!(call.out, "{}", telling::explanation(&game, id, viewer).unwrap_or_default())?;
    Ok(Exit::Yes)
}

/// Explains how an action was replaced (CR 614 to 616).
fn action(event: &str, place: &Place, eyes: &Eyes, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let spot = (place.spot.timeline.as_deref(), Some(event));
    let opened = Opened::read_one(&place.file, spot, call)?;
    let timeline = opened.timeline(spot.0, spot.1)?;
    let numbers = opened.numbers(timeline, eyes)?;
    let no = opened.event(timeline, &numbers, event)?;
    let (viewer, number) = (numbers.viewer(), numbers.at(no));
    let Some(text) = seen::text(timeline, viewer, no) else {
        return opened.hidden(&format!("event {event}"), timeline, viewer.unwrap_or_default());
    };
    let Some(account) = account::account(&opened.session, timeline.id(), no, viewer) else {
        match call.json {
            true => print_json(call.out, &json!({ "event": number, "proposed": null, "stages": [], "became": [] }))?,
            false => {
                let seen = viewer.map(|viewer| describe::player(&timeline.game_at(timeline.len_steps()), viewer));
                let seen = seen.map(|who| format!(" that {who} sees all of")).unwrap_or_default();
                let none = "no replacement or prevention effect";
                writeln!(call.out, "event {number} {text}\n  {none}{seen} was applied on the way to it")?;
            }
        }
        return Ok(Exit::No);
    };
    if call.json {
        let choice = |it: &Considered| json!({ "event": numbers.at(it.no), "rule": it.rule.to_string(), "by": it.by, "among": it.among });
        let stage = |it: &Stage| {
            json!({
                "event": numbers.at(it.no),
                "rule": it.rule.to_string(),
                "choice": it.choice.as_ref().map(choice),
                "applied": it.applied,
                "after": it.after,
            })
        };
        let value = json!({
            "event": number,
            "proposed": account.proposed,
            "because": account.because.and_then(|no| json::link(timeline, &numbers, no)),
            "stages": account.stages.iter().map(stage).collect::<Vec<_>>(),
            "became": account.became.iter().filter_map(|it| json::link(timeline, &numbers, it.no)).collect::<Vec<_>>(),
        });
        print_json(call.out, &value)?;
        return Ok(Exit::Yes);
    }
    write!(call.out, "{}", opened.session.tell_account(timeline.id(), no, &account, &numbers))?;
    Ok(Exit::Yes)
}

/// The object a text names: `#NUMBER`, an alias of the script (or what that object has become), or
/// a name that only one object has; the battlefield comes first. What the viewer may not see gives
/// the same error as what does not exist.
pub(super) fn find(
    game: &Game,
    aliases: &[(String, ObjectId)],
    viewer: Option<PlayerId>,
    text: &str,
) -> Result<ObjectId, String> {
    let sees = |id: ObjectId| seen::sees(game, viewer, id);
    let to_see = viewer.map(|viewer| format!(" that {} sees", describe::player(game, viewer))).unwrap_or_default();
    if let Some(id) = text.strip_prefix('#').and_then(|digits| digits.parse().ok().map(ObjectId)) {
        return game
            .object(id)
            .map(|object| object.id)
            .filter(|id| sees(*id))
            .ok_or_else(|| format!("there is no object {text} at this place{to_see}"));
    }
    // The latest object of that alias which still exists.
    let mut called = aliases.iter().rev().filter(|(alias, _)| alias == text).map(|(_, id)| *id);
    if let Some(id) = called.find(|id| game.object(*id).is_some() && sees(*id)) {
        return Ok(id);
    }
    if let Some(id) = aliases.iter().rev().find(|(alias, _)| alias == text).map(|(_, id)| *id) {
        return latest(game, id).filter(|id| sees(*id)).ok_or_else(|| {
            format!("what the script calls `{text}` ({id}) is not there at this place{to_see}; write another event with --at")
        });
    }
    let wanted = text.to_lowercase();
    let named = game.world().objects.iter().filter(|(id, _)| game.name_of(**id).to_lowercase().contains(&wanted));
    let found: Vec<_> = named.filter(|(id, _)| sees(**id)).collect();
    let exact: Vec<_> = found.iter().filter(|(id, _)| game.name_of(**id).to_lowercase() == wanted).copied().collect();
    let found = if exact.is_empty() { found } else { exact };
    let permanents: Vec<_> = found.iter().filter(|(_, object)| object.is_permanent()).copied().collect();
    let found = if permanents.is_empty() { found } else { permanents };
    match found.as_slice() {
        [(id, _)] => Ok(**id),
        [] => Err(format!("there is no object named `{text}` at this place{to_see}")),
        several => {
            let names: Vec<String> =
                several.iter().take(8).map(|(id, _)| format!("{} ({id})", game.name_of(**id))).collect();
            Err(format!("`{text}` may be {}; write #NUMBER", names.join(", ")))
        }
    }
}

/// What an object that is gone has become, as far as this turn and the last show.
fn latest(game: &Game, id: ObjectId) -> Option<ObjectId> {
    let mut latest = id;
    for entry in game.world().history.iter() {
        match &entry.event {
            Event::Moved { object, became, .. } if *object == latest => latest = became.first()?.id,
            Event::Merged { object, into, .. } if *object == latest => latest = *into,
            _ => {}
        }
    }
    (latest != id && game.object(latest).is_some()).then_some(latest)
}
