//! The JSON answers of commands. They are for other programs: fields are added, never renamed.

use retrace_core::card::text::type_line;
use retrace_core::derive::Look;
use retrace_core::derive::filter::marking;
use retrace_core::fact::{Choice, Entity, Entry, EntryNo, GameResult, ObjectId};
use retrace_core::observe;
use retrace_core::state::Game;
use serde_json::{Value, json};

use retrace_session::asking::numbers::Numbering;
use retrace_session::asking::{answers, seen};
use retrace_session::{DiffRow, Numbers, Standing, StateDiff, Subject, Timeline, describe};

/// An entry, with its text.
pub(super) fn entry(timeline: &Timeline, step: usize, entry: &Entry) -> Value {
    json!({
        "event": entry.no.0,
        "id": timeline.event_id(entry.no).map(|id| id.to_string()),
        "step": step,
        "part": format!("{:?}", entry.part).to_lowercase(),
        "rule": entry.rule.to_string(),
        "cause": entry.cause.map(|cause| cause.0),
        "kind": entry.event.name(),
        "text": timeline.text(entry.no),
        "facts": facts(entry),
    })
}

/// What a player sees of an entry: its text for them, and what `observe` gives them, with the
/// player's numbers. It has no id, since an id covers hidden cards, which could be guessed from it.
pub(super) fn seen_entry(timeline: &Timeline, numbering: &mut Numbering, step: usize, entry: &Entry) -> Value {
    let (after, viewer) = (timeline.game_at(step + 1), numbering.viewer());
    let (event, step) = (numbering.event(entry.no), numbering.step(step));
    let seen = event.map(|_| observe::entry(&after, viewer, entry));
    json!({
        "event": event,
        "step": step,
        "says": timeline.text_for(viewer, entry.no),
        "seen": seen.and_then(|seen| numbering.show(&seen).ok()),
    })
}

/// The fields of an event, without its kind.
fn facts(entry: &Entry) -> Value {
    match serde_json::to_value(&entry.event) {
        Ok(Value::Object(mut kinds)) => kinds.remove(entry.event.name()).unwrap_or(Value::Null),
        _ => Value::Null,
    }
}

/// An entry in a few words, as far as the viewer may know it; none if they see nothing of it.
pub(super) fn link(timeline: &Timeline, numbers: &Numbers, no: EntryNo) -> Option<Value> {
    let number = numbers.event(no)?;
    let entry = timeline.entry(no).map(|(_, entry)| entry);
    Some(json!({
        "event": number,
        "rule": entry.map(|entry| entry.rule.to_string()),
        "kind": entry.map(|entry| entry.event.name()),
        "text": seen::text(timeline, numbers.viewer(), no),
    }))
}

/// How many choices were made on a timeline: its commits but the first, which begins the game.
pub(super) fn choices(timeline: &Timeline) -> usize {
    timeline.commits().len().saturating_sub(1)
}

/// A timeline without its events. Only a viewer who sees everything gets its tip.
pub(super) fn timeline(timeline: &Timeline, origin: Option<&Timeline>, numbers: &Numbers) -> Value {
    // The fork and its origin share the numbers of the events they share.
    let forked = timeline.forked().zip(origin).map(
        |(point, origin)| json!({ "timeline": origin.name(), "events": numbers.before_step(timeline, point.step) }),
    );
    let diverged = match timeline.standing() {
        Standing::Diverged(no) => Some(numbers.at(no)),
        Standing::Exact | Standing::Unverified => None,
    };
    json!({
        "name": timeline.name(),
        "forked": forked,
        "events": numbers.events(timeline),
        "steps": numbers.step(timeline.len_steps()),
        "choices": choices(timeline),
        "result": timeline.result().map(|it| result(&timeline.game_at(timeline.len_steps()), it)),
        "standing": timeline.standing().word(),
        "diverged_at": diverged,
        "tip": numbers.viewer().is_none().then(|| timeline.tip().to_string()),
    })
}

/// How a game ended.
pub(super) fn result(game: &Game, result: GameResult) -> Value {
    match result {
        GameResult::Won(player) => json!({ "won": describe::entity(game, Entity::Player(player)) }),
        GameResult::Draw => json!("draw"),
    }
}

/// An object in its present state.
pub(super) fn object(game: &Game, id: ObjectId) -> Value {
    let Some(object) = game.object_or_phased_out(id) else { return Value::Null };
    let it = game.characteristics(id);
    let counters: serde_json::Map<String, Value> =
        object.counters.iter().map(|(kind, count)| (kind.to_string(), json!(count))).collect();
    json!({
        "id": id.0,
        "name": game.name_of(id),
        "owner": describe::player(game, object.owner),
        "controller": game.controller(id).map(|player| describe::player(game, player)),
        "type_line": it.map(|it| type_line(it.supertypes, it.types, &it.subtypes)),
        "cost": it.and_then(|it| it.cost.as_ref()).map(|cost| cost.to_string()),
        "colors": it.map(|it| it.colors.iter().map(|color| color.word()).collect::<Vec<_>>()),
        "power": it.and_then(|it| it.power),
        "toughness": it.and_then(|it| it.toughness),
        "abilities": it.map(|it| {
            let texts = it.abilities.iter();
            texts.map(|it| retrace_core::card::text::ability_text(&it.ability, &game.name_of(id))).collect::<Vec<_>>()
        }),
        "tapped": object.status.tapped,
        "phased_out": game.phased_out(id).is_some(),
        "damage": object.damage,
        "counters": counters,
        "level": object.level,
        "designations": marking::words(game, id),
        "represented_by": (!object.pieces().is_empty()).then(|| describe::components(game, object)),
        "summoning_sick": object.is_permanent() && game.is_creature(id) && game.is_summoning_sick(id),
        "attached_to": object.attached_to.map(|to| describe::entity(game, to)),
    })
}

/// A choice with its options.
pub(super) fn choice(game: &Game, choice: &Choice) -> Value {
    let offers: Vec<Value> = answers::offers(game, choice)
        .into_iter()
        .map(|offer| json!({ "label": offer.label, "warning": offer.warning() }))
        .collect();
    json!({
        "player": describe::player(game, choice.player),
        "answered_by": describe::player(game, choice.answered_by),
        "asks": describe::prompt(game, choice),
        "rule": choice.rule.to_string(),
        "offers": offers,
        "how": answers::how(&choice.domain),
        "may_take_back": choice.back_out,
    })
}

/// The differences between two states.
pub(super) fn state_diff(diff: &StateDiff) -> Vec<Value> {
    let row = |row: &DiffRow| {
        let (kind, left_id, right_id) = match &row.subject {
            Subject::Game => ("game", None, None),
            Subject::Player(..) => ("player", None, None),
            Subject::Object { left, right, .. } => ("object", left.map(|id| id.0), right.map(|id| id.0)),
        };
        json!({
            "subject": row.subject.to_string(),
            "kind": kind,
            "left_id": left_id,
            "right_id": right_id,
            "field": row.field.word(),
            "left": row.left,
            "right": row.right,
        })
    };
    diff.rows.iter().map(row).collect()
}
