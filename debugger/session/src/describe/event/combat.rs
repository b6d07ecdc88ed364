//! Combat and damage.

use retrace_core::fact::Event;
use retrace_core::state::Game;

use super::super::names::{entity, list, object, objects, player, possessive, sequence};

/// The text of such an event, without an initial capital; `None` for other events. `game` is the
/// game before it.
pub(super) fn said(game: &Game, event: &Event) -> Option<String> {
    Some(match event {
        Event::CombatBegan { attacking, defending } => {
            // CR 802.2: with several, all whom the attacking player may attack.
            let defending = match game.is_multiplayer() {
                true => game.attackable(*attacking),
                false => vec![*defending],
            };
            let verb = if let [_, _, ..] = &defending[..] { "defend" } else { "defends" };
            let names: Vec<String> = defending.into_iter().map(|id| player(game, id)).collect();
            format!("combat: {} attacks, {} {verb}", player(game, *attacking), list(&names))
        }
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
