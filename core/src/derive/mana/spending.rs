//! The parts of a cost that mana may pay (CR 106.6, 601.2h): mana that can't be spent on generic
//! costs or only on X, and costs whose X takes only some types of mana. Without such limits any
//! mana pays generic costs.

use crate::card::{ManaCost, ManaSymbol, ManaTerm, ManaType};
use crate::fact::{Frame, ManaId, ManaUnit, ProposalFrame, ProposalStage, Proposing};
use crate::state::Game;

use crate::derive::cast::activating;
use crate::derive::cast::cost::{Costed, Pricing};
use crate::derive::pay::production::terms_of;

/// A limit of a mana to parts of costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpendingLimit {
    /// It pays no generic costs.
    NotOnGeneric,
    /// It pays only X.
    OnlyOnX,
}

/// One mana of the generic part of a cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Part of an X that takes only mana of these types.
    OfX(Vec<ManaType>),
    /// Part of X, or can be counted as such.
    X,
    /// Not part of X.
    Rest,
}

/// The limits on the mana that pays a cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spending {
    /// How much of the generic part takes only mana of some types.
    particular: u32,
    /// How much of the generic part can count as X.
    most_x: u32,
    /// Those types.
    kinds: Vec<ManaType>,
    /// The mana in the pool with limits of its own.
    limited: Vec<(ManaId, SpendingLimit)>,
}

/// The limit that terms put on a mana.
pub(crate) fn limit_of(terms: &[ManaTerm]) -> Option<SpendingLimit> {
    terms.iter().find_map(|term| match term {
        ManaTerm::NotOnGeneric => Some(SpendingLimit::NotOnGeneric),
        ManaTerm::OnlyOnX => Some(SpendingLimit::OnlyOnX),
        ManaTerm::Only(_) | ManaTerm::Gives { .. } | ManaTerm::When { .. } | ManaTerm::Keeps => None,
    })
}

impl Spending {
    /// The limits on paying the rest of the current proposal's cost with these units.
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

    /// Notes the X part of a cost. X is generic mana, which reductions remove, and the player
    /// applies them as suits best (CR 118.7a).
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
                let costed = Costed::Ability(proposal.source, origin, &ability, kind);
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

    /// Whether the generic part takes any mana.
    pub fn is_free(&self) -> bool {
        self.particular == 0 && self.limited.is_empty()
    }

    /// The limit of a mana in the pool.
    pub fn limit(&self, id: ManaId) -> Option<SpendingLimit> {
        self.limited.iter().find(|(limited, _)| *limited == id).map(|(_, limit)| *limit)
    }

    /// The slots of a generic part of this size.
    pub fn slots(&self, generic: usize) -> impl Iterator<Item = Slot> {
        (0..generic).map(|place| match u32::try_from(place).unwrap_or(u32::MAX) {
            place if place < self.particular => Slot::OfX(self.kinds.clone()),
            place if place < self.most_x => Slot::X,
            _ => Slot::Rest,
        })
    }
}

impl Slot {
    /// Whether a slot takes mana with this limit, if the type fits.
    pub const fn takes(&self, limit: Option<SpendingLimit>) -> bool {
        match limit {
            None => true,
            Some(SpendingLimit::NotOnGeneric) => false,
            Some(SpendingLimit::OnlyOnX) => matches!(self, Slot::OfX(_) | Slot::X),
        }
    }
}

/// The amount of generic mana in a cost.
pub fn generic(cost: &ManaCost) -> u32 {
    cost.0.iter().fold(0, |sum, symbol| if let ManaSymbol::Generic(n) = symbol { sum.saturating_add(*n) } else { sum })
}
