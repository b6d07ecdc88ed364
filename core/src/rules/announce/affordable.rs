//! What of a proposal could be paid: only that is offered (CR 118.3, 601.2b).

use crate::derive::cast::prospect;
use crate::derive::pay::most::Bound;
use crate::derive::pay::window::Payer;
use crate::fact::{Announcement, ProposalFrame};
use crate::state::Game;

use super::text::with_pricing;

/// Who pays for a proposal.
pub(super) fn payer(proposal: &ProposalFrame) -> Payer<'_> {
    match &proposal.origin {
        Some(origin) => Payer::activating(proposal.player, proposal.source, origin),
        None => Payer::new(proposal.player, proposal.source),
    }
}

/// A proposal for which a player is about to announce something.
pub(super) struct Affordable<'a> {
    game: &'a Game,
    proposal: &'a ProposalFrame,
    /// What is announced does not change it.
    bound: Bound,
}

impl<'a> Affordable<'a> {
    pub(super) fn of(game: &'a Game, proposal: &'a ProposalFrame) -> Affordable<'a> {
        Affordable { game, proposal, bound: Bound::default() }
    }

    /// Whether it could still be paid with this announced.
    pub(super) fn with(&self, announce: impl FnOnce(&mut Announcement)) -> bool {
        let mut with = self.proposal.clone();
        announce(with.announce());
        let could = with_pricing(self.game, &with, |it| {
            prospect::could_pay_with_mana(self.game, payer(&with), it, &self.bound).is_ok()
        });
        could != Some(false)
    }

    /// Those of several options, one of which is announced, with which it could be paid. All of
    /// them if that is none: then the payment shows it (CR 601.2h).
    pub(super) fn among<T>(&self, options: Vec<T>, announce: impl Fn(&mut Announcement, &T)) -> Vec<T> {
        let could: Vec<bool> = options.iter().map(|it| self.with(|announced| announce(announced, it))).collect();
        let none = !could.contains(&true);
        options.into_iter().zip(could).filter(|(_, could)| *could || none).map(|(it, _)| it).collect()
    }

    /// The greatest number between two with which it could be paid, if a greater number never costs
    /// less; the least if there is none.
    pub(super) fn most(&self, (least, most): (u32, u32), announce: impl Fn(&mut Announcement, u32)) -> u32 {
        let pays = |number: u32| self.with(|announced| announce(announced, number));
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
}
