//! Whether a cost could be paid with some announcement (CR 601.2b, 602.2b).

use crate::fact::Announcement;
use crate::rule;
use crate::state::Game;

use super::cost::Pricing;
use crate::derive::pay::demand::{Refusal, demand};
use crate::derive::pay::window::{Payer, could_pay_parts};

/// The most combinations of costs between which a player chooses that are looked at. With more, the
/// cost counts as payable.
const COMBINATIONS: usize = 256;

/// Checks that the total cost could be paid, apart from the amount of mana, whichever of several
/// costs the player chooses. X can still be 0.
///
/// # Errors
/// The rule that forbids it with the first choices.
pub(crate) fn could_pay(game: &Game, payer: Payer<'_>, pricing: &Pricing<'_>) -> Result<(), Refusal> {
    let mut choices: Vec<Vec<u8>> = vec![Vec::new()];
    for several in pricing.either() {
        let options = 0..u8::try_from(several.len()).unwrap_or(u8::MAX);
        let with = |before: &Vec<u8>| {
            let before = before.clone();
            options.clone().map(move |next| before.iter().copied().chain([next]).collect::<Vec<u8>>())
        };
        choices = choices.iter().flat_map(with).collect();
        if choices.len() > COMBINATIONS {
            return Ok(());
        }
    }
    let mut refused = None;
    for either in choices {
        let announced = Announcement { either, ..pricing.announced().clone() };
        let pricing = pricing.announced_as(&announced);
        let Some(total) = pricing.total(&[], &[]) else {
            refused = refused.or(demand(false, rule!("118.6"), "its cost can't be paid").err());
            continue;
        };
        // The value of X is still open.
        let mana = !total.mana.0.is_empty() || (announced.x.is_none() && pricing.has_x());
        match could_pay_parts(game, payer, total.other.iter(), mana) {
            Ok(()) => return Ok(()),
            Err(refusal) => refused = refused.or(Some(refusal)),
        }
    }
    refused.map_or(Ok(()), Err)
}
