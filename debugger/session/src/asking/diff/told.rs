//! The part of a state difference that a player may know.

use retrace_core::fact::{ObjectId, PlayerId};
use retrace_core::observe;
use retrace_core::rules::pending;
use retrace_core::state::Game;

use super::super::seen::sees;
use super::rows::{DiffRow, Field, StateDiff, Subject};
use crate::describe;

/// The part of a state difference that a player may know: nothing about an object hidden on both
/// sides; of one hidden on one side, only that the other side has it.
pub fn difference(diff: &StateDiff, left: &Game, right: &Game, viewer: Option<PlayerId>) -> StateDiff {
    let Some(viewer) = viewer else { return diff.clone() };
    let (mut rows, mut alone): (Vec<DiffRow>, Vec<(ObjectId, DiffRow)>) = Default::default();
    for row in &diff.rows {
        match (&row.subject, row.field) {
            // What other players are asked may name hidden objects.
            (Subject::Game, Field::Waiting) => {
                let (left, right) = (asked(left, viewer), asked(right, viewer));
                if left != right {
                    rows.push(DiffRow { left, right, ..row.clone() });
                }
            }
            // Nobody knows the order of a library.
            (Subject::Player(..), Field::Library) if row.left.as_deref() == Some("in one order") => {}
            (Subject::Object { left: a, right: b, .. }, _) => {
                let seen = |game: &Game, id: &Option<ObjectId>| id.is_none_or(|id| sees(game, Some(viewer), id));
                match (seen(left, a), seen(right, b)) {
                    (true, true) => rows.push(row.clone()),
                    (false, false) => {}
                    (left_seen, _) => {
                        let id = if left_seen { *a } else { *b };
                        let one = id.zip(one_sided(left, right, id, left_seen));
                        alone.extend(one.filter(|one| !alone.contains(one)));
                    }
                }
            }
            _ => rows.push(row.clone()),
        }
    }
    // Sorted by their own ids: the position of a paired row would reveal the object on the other
    // side.
    alone.sort_by_key(|(id, row)| (*id, row.left.is_none()));
    rows.extend(alone.into_iter().map(|(_, row)| row));
    StateDiff { rows }
}

/// A row that says that an object is on one side only.
pub(crate) fn one_sided(left: &Game, right: &Game, id: Option<ObjectId>, on_left: bool) -> Option<DiffRow> {
    let (id, game) = (id?, if on_left { left } else { right });
    let place = Some(describe::place(game, game.object(id)?.zone));
    let name = game.name_of(id);
    Some(match on_left {
        true => DiffRow {
            subject: Subject::Object { left: Some(id), right: None, name },
            field: Field::Existence,
            left: place,
            right: None,
        },
        false => DiffRow {
            subject: Subject::Object { left: None, right: Some(id), name },
            field: Field::Existence,
            left: None,
            right: place,
        },
    })
}

/// What the game waits for, as seen by a player.
pub(crate) fn asked(game: &Game, viewer: PlayerId) -> Option<String> {
    let choices = pending(game).choices();
    if choices.is_empty() {
        return None;
    }
    let game = &observe::veiled(game, viewer);
    let said = |choice: &retrace_core::fact::Choice| match choice.answered_by {
        by if by == viewer => describe::prompt(game, choice),
        by => format!("{} chooses.", describe::capitalized(&describe::player(game, by))),
    };
    Some(choices.iter().map(said).collect::<Vec<_>>().join(" "))
}
