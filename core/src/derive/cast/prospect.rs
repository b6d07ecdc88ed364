//! Whether a cost could be paid with some announcement (CR 118.3, 601.2b, 602.2b).

use crate::fact::Announcement;
use crate::rule;
use crate::state::Game;

use super::cost::Pricing;
use crate::derive::pay::demand::{Refusal, demand};
use crate::derive::pay::most::Bound;
use crate::derive::pay::window::{Payer, could_pay_parts};

/// The most combinations of costs between which a player chooses that are looked at. With more, the
/// cost counts as payable.
const COMBINATIONS: usize = 256;

/// Checks that the total cost could be paid, whichever of several costs the player chooses. X can
/// still be 0. The amount of mana counts only where there is a choice between several costs:
/// otherwise the payment shows it (CR 601.2h).
///
/// # Errors
/// The rule that forbids it with the first choices.
pub(crate) fn could_pay(game: &Game, payer: Payer<'_>, pricing: &Pricing<'_>) -> Result<(), Refusal> {
    let of_several = !pricing.either().is_empty();
    could_pay_by(game, payer, pricing, of_several.then_some(&Bound::default()))
}

/// [`could_pay`], also as to the amount of mana: it could be there by the end of the window for
/// mana abilities (CR 601.2g).
///
/// # Errors
/// The rule that forbids it with the first choices.
pub(crate) fn could_pay_with_mana(
    game: &Game,
    payer: Payer<'_>,
    pricing: &Pricing<'_>,
    bound: &Bound,
) -> Result<(), Refusal> {
    could_pay_by(game, payer, pricing, Some(bound))
}

fn could_pay_by(game: &Game, payer: Payer<'_>, pricing: &Pricing<'_>, bound: Option<&Bound>) -> Result<(), Refusal> {
    // Those that are chosen already stay.
    let chosen = pricing.announced().either.clone();
    let open = pricing.either().into_iter().skip(chosen.len());
    let mut choices: Vec<Vec<u8>> = vec![chosen];
    for several in open {
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
        let parts = could_pay_parts(game, payer, total.other.iter(), mana);
        let paid = parts.and_then(|()| {
            let most = bound.filter(|_| !total.mana.0.is_empty()).and_then(|bound| bound.get(game, payer));
            let enough = most
                .is_none_or(|most| pricing.could_still_be_reduced().is_none_or(|by| most.could_pay(&total.mana, by)));
            demand(enough, rule!("118.3"), "the player can't have so much mana")
        });
        match paid {
            Ok(()) => return Ok(()),
            Err(refusal) => refused = refused.or(Some(refusal)),
        }
    }
    refused.map_or(Ok(()), Err)
}
