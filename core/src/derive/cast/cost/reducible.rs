//! What could still reduce a cost after what is announced so far (CR 601.2b-c, 601.2f).

use super::{Costed, Pricing, Reduction, halves_of};
use crate::card::{Ability, Asking, CostChange, CostEffect, Quantity, Reads, StaticEffect};
use crate::fact::Applied;

impl Pricing<'_> {
    /// By how much mana effects could still reduce the total that don't apply to it yet, such as
    /// one that asks for the targets, which are chosen later (CR 601.2b-c, 601.2f). None if nothing
    /// bounds it.
    pub(crate) fn could_still_be_reduced(&self) -> Option<u32> {
        let reductions = self.reductions();
        let halved = |it: &Reduction| it.mana.0.iter().any(|symbol| halves_of(*symbol).is_some());
        // How much these come to is for the player.
        if reductions.iter().any(halved) || (reductions.len() > 1 && reductions.iter().any(|it| it.least > 0)) {
            return None;
        }
        let applies = |by: &Applied| self.active.iter().any(|it| it.by == *by);
        let by_change = |change: &CostChange, applies: bool| match change {
            // The number doesn't depend on what is announced later.
            CostChange::Less { times: Quantity::Fixed(_), .. } if applies => Some(0),
            CostChange::Less { times: times @ Quantity::Count(_), .. }
                if applies && !times.reads().meets(Reads::ANNOUNCED | Reads::PAST | Reads::HISTORY) =>
            {
                Some(0)
            }
            CostChange::Less { mana, times: Quantity::Fixed(times), .. } => {
                Some(mana.mana_value(0).saturating_mul(u32::try_from(*times).unwrap_or(0)))
            }
            CostChange::Less { .. } | CostChange::LessBy(_) => None,
            _ => Some(0),
        };
        let mut sum: u32 = 0;
        for functioning in self.game.derived().functioning.others() {
            if let StaticEffect::Cost(CostEffect { change, .. }) = &*functioning.effect {
                sum = sum.saturating_add(by_change(change, applies(&functioning.identity))?);
            }
        }
        for instance in self.instances() {
            let by = Applied::Ability { object: self.subject(), origin: instance.origin.clone() };
            let effects = match &*instance.ability {
                Ability::Static(ability) => vec![ability.effect.clone()],
                Ability::Keyword(keyword) => keyword.effects(),
                _ => Vec::new(),
            };
            for effect in effects {
                if let StaticEffect::Cost(CostEffect { change, .. }) = effect {
                    sum = sum.saturating_add(by_change(&change, applies(&by))?);
                }
            }
        }
        if let Costed::Ability(_, _, ability, _) = self.what {
            for price in &ability.prices {
                sum = sum.saturating_add(by_change(&price.change(), false)?);
            }
        }
        Some(sum)
    }
}
