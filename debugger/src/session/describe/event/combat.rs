//! Combat and damage.

use retrace_core::fact::Event;
use retrace_core::state::Game;

use super::super::names::{entity, list, object, objects, possessive, sequence};

/// The text of such an event, without an initial capital; `None` for other events. `game` is the
/// game before it.
pub(super) fn said(game: &Game, event: &Event) -> Option<String> {
    Some(match event {
        Event::DamageDealt { source, to, amount, combat } => {
            let combat = if *combat { "combat " } else { "" };
            format!("{} deals {amount} {combat}damage to {}", object(game, *source), entity(game, *to))
        }
        Event::BecameBlocked { object: id, by } if by.is_empty() => {
            format!("{} becomes blocked", object(game, *id))
        }
        Event::BecameBlocked { object: id, by } => {
            format!("{} becomes blocked by {}", object(game, *id), list(&objects(game, by)))
        }
        Event::DamageOrdered { object: id, order } => {
            format!("{} damage goes to {}", possessive(&object(game, *id)), sequence(&objects(game, order)))
        }
        Event::DamageStepBegan { first_strike, creatures } => {
            let when = if *first_strike { "first strike damage" } else { "combat damage" };
            format!("{when} is dealt by {}", list(&objects(game, creatures)))
        }
        Event::DamageAssigned { object: id, to } => {
            let shares: Vec<String> =
                to.iter().map(|(to, amount)| format!("{amount} damage to {}", entity(game, *to))).collect();
            format!("{} assigns {}", object(game, *id), list(&shares))
        }
        _ => return None,
    })
}
