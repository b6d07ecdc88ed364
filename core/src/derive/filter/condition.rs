//! Whether conditions hold.

use crate::card::{Condition, Designation, Players, Quantity};
use crate::fact::{DefId, Event, ObjectId, PlayerId};

use super::super::look::Look;
use super::super::monarch;
use super::occurrences::happened_this_step;
use super::quantity::left_behind;
use super::reference::{fits_now, is_or_was_among, players_ever};
use super::{all_matching, described, is_among, is_printed, is_turn_of_any, players, quantity};
use crate::derive::look::scope::Scope;
use crate::derive::object::{combat_time, links, noted};

/// Whether a condition holds.
pub fn holds(look: &dyn Look, scope: &Scope<'_>, condition: &Condition) -> bool {
    let game = look.game();
    match condition {
        Condition::Compare(left, comparison, right) => {
            comparison.holds(quantity(look, scope, left), quantity(look, scope, right))
        }
        Condition::Exists(filter) => {
            // CR 800.4i: what a player had who has left counts.
            let had = || left_behind(look, scope, filter).iter().any(|(_, ids)| !ids.is_empty());
            !all_matching(look, scope, filter).is_empty() || had()
        }
        Condition::Is(reference, filter) => {
            let named = described(look, scope, reference, filter);
            !named.is_empty() && named.into_iter().all(|id| fits_now(look, scope, filter, id))
        }
        Condition::TurnOf(who) => {
            is_turn_of_any(look, scope, who) || players(look, scope, who).into_iter().any(|id| game.is_turn_of(id))
        }
        Condition::Flip(side) => quantity(look, scope, &Quantity::Coins(*side)) > 0,
        Condition::Monarch(who) => has(look, scope, who, Designation::Monarch),
        Condition::HasDesignation(who, designation) => has(look, scope, who, *designation),
        Condition::WasMonarch(who) => {
            monarch::as_the_turn_began(game).is_some_and(|it| is_or_was_among(look, scope, who, it))
        }
        Condition::During(step) => game.world().turn.step == Some(*step),
        Condition::ItIs(time) => game.world().day_night == Some(*time),
        Condition::After(step) => combat_time::is_after(game, *step),
        Condition::Combat { during, before, after } => {
            let of = during.as_ref().map(|who| is_turn_of_any(look, scope, who));
            combat_time::is_time(game, of, *before, *after)
        }
        Condition::ChosenWord(word) => links::word(game, scope) == Some(word),
        Condition::Accepted => links::accepted(game, scope),
        Condition::AreAmong(some, others) => {
            let some = players(look, scope, some);
            !some.is_empty() && some.into_iter().all(|id| is_or_was_among(look, scope, others, id))
        }
        Condition::WonClash(who) => {
            let since = scope.since.unwrap_or_default();
            let entries = game.world().history.latest().take_while(|entry| entry.no >= since);
            let winner = entries.map(|entry| &entry.event).find_map(|event| match event {
                Event::Clashed { winner, .. } => Some(*winner),
                _ => None,
            });
            winner.flatten().is_some_and(|winner| is_or_was_among(look, scope, who, winner))
        }
        Condition::CompletedDungeon { who, named } => {
            let is_it = |def: &DefId| {
                let name = || game.face(*def).map(|face| face.name.as_str());
                named.as_ref().is_none_or(|named| name() == Some(named.as_str()))
            };
            let completed = |player: PlayerId| game.player(player).is_some_and(|it| it.dungeons.iter().any(is_it));
            players_ever(look, scope, who).into_iter().any(completed)
        }
        Condition::ThisStep(when) => happened_this_step(look, scope, when.event()),
        Condition::GuessedRight(name) => noted::guessed(game, scope.controller, name),
        Condition::RemovedFromDraft(name, what) => {
            noted::removed(game, scope.controller, name).any(|def| is_printed(look, scope, what, def))
        }
        Condition::Not(inner) => !holds(look, scope, inner),
        Condition::All(parts) => parts.iter().all(|part| holds(look, scope, part)),
        Condition::AnyOf(parts) => parts.iter().any(|part| holds(look, scope, part)),
    }
}

/// Whether one of these players has a designation.
fn has(look: &dyn Look, scope: &Scope<'_>, who: &Players, designation: Designation) -> bool {
    look.game().designations().holders(designation).any(|it| is_among(look, scope, who, it))
}

/// Whether a condition holds for what exists now, for "as long as" (CR 611.2b): an object that left
/// no longer counts as what it last was.
pub(crate) fn holds_now(look: &dyn Look, scope: &Scope<'_>, condition: &Condition) -> bool {
    match condition {
        Condition::Is(reference, filter) => {
            let there = |id: &ObjectId| look.game().object(*id).is_some();
            described(look, scope, reference, filter).iter().all(there) && holds(look, scope, condition)
        }
        Condition::Not(inner) => !holds_now(look, scope, inner),
        Condition::All(parts) => parts.iter().all(|part| holds_now(look, scope, part)),
        Condition::AnyOf(parts) => parts.iter().any(|part| holds_now(look, scope, part)),
        _ => holds(look, scope, condition),
    }
}
