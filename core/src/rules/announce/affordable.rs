//! What of a proposal could be paid: only that is offered (CR 118.3, 601.2b).

use crate::derive::cast::prospect;
use crate::derive::pay::window::Payer;
use crate::fact::ProposalFrame;
use crate::state::Game;

use super::text::with_pricing;

/// Who pays for a proposal.
pub(super) fn payer(proposal: &ProposalFrame) -> Payer<'_> {
    match &proposal.origin {
        Some(origin) => Payer::activating(proposal.player, proposal.source, origin),
        None => Payer::new(proposal.player, proposal.source),
    }
}

/// Whether a proposal could still be paid with what is announced for it (CR 118.3, 601.2b).
pub(super) fn is_affordable(game: &Game, proposal: &ProposalFrame) -> bool {
    let could = with_pricing(game, proposal, |it| prospect::could_pay_with_mana(game, payer(proposal), it).is_ok());
    could != Some(false)
}

/// The greatest number between two with which a proposal could still be paid, if a greater number
/// never costs less; the least if there is none.
pub(super) fn most_affordable(
    game: &Game,
    proposal: &ProposalFrame,
    (least, most): (u32, u32),
    announce: impl Fn(&mut ProposalFrame, u32),
) -> u32 {
    let pays = |number: u32| {
        let mut with = proposal.clone();
        announce(&mut with, number);
        is_affordable(game, &with)
    };
    if pays(most) {
        return most;
    }
    let (mut pays_at, mut too_much) = (least, most);
    while pays_at.saturating_add(1) < too_much {
        let middle = pays_at + (too_much - pays_at) / 2;
        if pays(middle) { pays_at = middle } else { too_much = middle }
    }
    pays_at
}
