//! Mana, coins and dice.

use retrace_core::card::Definition;
use retrace_core::card::text::terms_text;
use retrace_core::fact::{Event, ManaUnit};
use retrace_core::state::Game;

use super::super::action::mana;
use super::super::names::{counted, list, player, possessive};

/// The text of such an event, without an initial capital; `None` for other events. `game` is the
/// game before it.
pub(super) fn said(game: &Game, event: &Event) -> Option<String> {
    Some(match event {
        Event::ManaAdded { player: id, units } => format!("{} gets {}", player(game, *id), mana(units)),
        Event::ManaSpent { player: id, units } => {
            let pool = game.player(*id).map(|player| player.mana.clone()).unwrap_or_default();
            let spent: Vec<ManaUnit> = pool.into_iter().filter(|unit| units.contains(&unit.id)).collect();
            format!("{} spends {}", player(game, *id), mana(&spent))
        }
        Event::ManaBound { def, .. } => match game.definition(*def) {
            Some(Definition::Terms(terms)) => format!("of that mana is said: {}", terms_text(terms, "this object")),
            _ => "something is said of that mana".to_owned(),
        },
        Event::ManaLost { player: id, units } => {
            let lost = counted(u64::try_from(units.len()).unwrap_or(u64::MAX), "unspent mana");
            format!("{} loses {lost}", player(game, *id))
        }
        Event::ManaEmptied { player: id } => format!("{} mana pool empties", possessive(&player(game, *id))),
        Event::CoinsTossed { player: id, heads } if heads.is_empty() => format!("{} flips no coin", player(game, *id)),
        Event::CoinsTossed { player: id, heads } => {
            let sides: Vec<String> =
                heads.iter().map(|heads| if *heads { "heads" } else { "tails" }.to_owned()).collect();
            format!("{} tosses {}", player(game, *id), list(&sides))
        }
        Event::CoinFlipped { player: id, heads, won, .. } => {
            let side = if *heads { "heads" } else { "tails" };
            match won {
                Some(true) => format!("{} flips {side} and wins the flip", player(game, *id)),
                Some(false) => format!("{} flips {side} and loses the flip", player(game, *id)),
                None => format!("{} flips {side}", player(game, *id)),
            }
        }
        Event::DiceRolled { player: id, natural, ignored, .. } if natural.is_empty() && ignored.is_empty() => {
            format!("{} rolls no dice", player(game, *id))
        }
        Event::DiceRolled { player: id, sides, natural, ignored, plus, .. } => {
            let numbers = |of: &[u32]| list(&of.iter().map(u32::to_string).collect::<Vec<_>>());
            let plus = if *plus == 0 { String::new() } else { format!(", {plus:+} each") };
            let ignored = if ignored.is_empty() { String::new() } else { format!(", ignoring {}", numbers(ignored)) };
            format!("{} rolls {} (d{sides}){plus}{ignored}", player(game, *id), numbers(natural))
        }
        _ => return None,
    })
}
