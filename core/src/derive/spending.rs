//! Which part of a cost mana may pay (CR 106.6, 601.2h): mana that can't be spent on generic costs or only on X, and costs
//! whose X is paid with mana of some types alone. Where none of this is said, any mana pays generic costs.

use crate::card::{ManaCost, ManaSymbol, ManaTerm, ManaType};
use crate::fact::{Frame, ManaId, ManaUnit, ProposalFrame, ProposalStage, Proposing};
use crate::state::Game;

use super::activating;
use super::cost::{Costed, Pricing};
use super::production::terms_of;

/// What is said of a mana and the parts of costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// It pays no generic costs.
    NotOnGeneric,
    /// It pays X alone.
    OnlyOnX,
}

/// One mana of the generic part of a cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    /// It is of an X that only mana of these types pays.
    OfX(Vec<ManaType>),
    /// It is of X, or can be taken to be.
    X,
    /// It is not of X.
    Rest,
}

/// What limits the mana that a cost is paid with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spending {
    /// How much of the generic part only mana of some types pays.
    particular: u32,
    /// How much of it X can be.
    most_x: u32,
    /// Those types.
    kinds: Vec<ManaType>,
    /// The mana of the pool that is limited itself.
    limited: Vec<(ManaId, Limit)>,
}

/// What terms limit a mana to.
pub fn limit_of(terms: &[ManaTerm]) -> Option<Limit> {
    terms.iter().find_map(|term| match term {
        ManaTerm::NotOnGeneric => Some(Limit::NotOnGeneric),
        ManaTerm::OnlyOnX => Some(Limit::OnlyOnX),
        ManaTerm::Only(_) | ManaTerm::Gives { .. } | ManaTerm::When { .. } | ManaTerm::Keeps => None,
    })
}

impl Spending {
    /// What limits a payment with these units, of what is left of the cost of the proposal under way.
    pub fn under_way(game: &Game, cost: &ManaCost, units: &[ManaUnit]) -> Spending {
        let limit = |unit: &ManaUnit| Some((unit.id, limit_of(terms_of(game, unit)?.1)?));
        let mut spending = Spending { limited: units.iter().filter_map(limit).collect(), ..Spending::default() };
        if let Some(Frame::Proposal(proposal)) = game.frame()
            && matches!(proposal.stage, ProposalStage::Mana { .. })
            && let Some(x) = proposal.announced.x
        {
            spending.note_x(game, proposal, x, cost);
        }
        spending
    }

    /// CR 118.7a: X is generic mana, which reductions take away; the player applies them to what suits them.
    fn note_x(&mut self, game: &Game, proposal: &ProposalFrame, x: u32, cost: &ManaCost) {
        let left = generic(cost);
        let (player, announced) = (proposal.player, &proposal.announced);
        let parts = match &proposal.what {
            Proposing::Spell => {
                let pricing = Pricing::new(game, player, Costed::Spell(proposal.object), announced);
                Some((pricing.generic_and_x(), pricing.spend_on_x()))
            }
            Proposing::Ability | Proposing::ManaAbility { .. } => proposal.origin.as_ref().and_then(|origin| {
                let ability = game.activated(proposal.source, origin)?;
                let kind = activating::kind_of(game, proposal.source, origin);
                let costed = Costed::Ability(proposal.source, &ability, kind);
                let pricing = Pricing::new(game, player, costed, announced);
                Some((pricing.generic_and_x(), pricing.spend_on_x()))
            }),
            Proposing::Trigger | Proposing::Payment | Proposing::Declaration { .. } => None,
        };
        let ((all, of_x), kinds) = parts.unwrap_or(((left, x), None));
        self.most_x = of_x.min(left);
        if let Some(kinds) = kinds {
            self.kinds = kinds;
            self.particular = of_x.saturating_sub(all.saturating_sub(left)).min(left);
        }
    }

    /// Whether any mana pays for the generic part.
    pub fn is_free(&self) -> bool {
        self.particular == 0 && self.limited.is_empty()
    }

    /// What is said of a mana of the pool.
    pub fn limit(&self, id: ManaId) -> Option<Limit> {
        self.limited.iter().find(|(limited, _)| *limited == id).map(|(_, limit)| *limit)
    }

    /// Each mana of a generic part of this size.
    pub fn slots(&self, generic: usize) -> impl Iterator<Item = Slot> {
        (0..generic).map(|place| match u32::try_from(place).unwrap_or(u32::MAX) {
            place if place < self.particular => Slot::OfX(self.kinds.clone()),
            place if place < self.most_x => Slot::X,
            _ => Slot::Rest,
        })
    }
}

impl Slot {
    /// Whether mana that is limited so can pay it, if its type does.
    pub const fn takes(&self, limit: Option<Limit>) -> bool {
        match limit {
            None => true,
            Some(Limit::NotOnGeneric) => false,
            Some(Limit::OnlyOnX) => matches!(self, Slot::OfX(_) | Slot::X),
        }
    }
}

/// How much generic mana there is in a cost.
pub fn generic(cost: &ManaCost) -> u32 {
    cost.0.iter().fold(0, |sum, symbol| if let ManaSymbol::Generic(n) = symbol { sum.saturating_add(*n) } else { sum })
}
