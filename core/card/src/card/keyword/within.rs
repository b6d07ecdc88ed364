//! Effects and abilities that may hold keyword abilities: what they stand for then.

use crate::card::ast::ability::{Ability, StaticAbility};
use crate::card::ast::cost::{CostEffect, Costly};
use crate::card::ast::effect::{Modification, StaticEffect};
use crate::card::ast::restriction::Restriction;
use crate::card::words::zone_kind::{ZoneKind, Zones};

impl StaticEffect {
    /// The effects it stands for: itself, or those that a keyword ability of players means.
    pub fn spelled_out(self) -> Vec<StaticEffect> {
        match self {
            StaticEffect::PlayersHave { who, keyword } => keyword.effects_on_players(&who),
            effect => vec![effect],
        }
    }

    /// The zone where it functions if nothing else is said (CR 113.6).
    pub(crate) fn zone(&self) -> ZoneKind {
        match self {
            StaticEffect::OpeningHand { .. } => ZoneKind::Hand,
            effect if effect.is_of_this_on_the_stack() => ZoneKind::Stack,
            effect => effect.zones_of_this().and_then(Zones::single).unwrap_or(ZoneKind::Battlefield),
        }
    }

    /// Whether all it does is change what its own object costs to cast, say that it can't be
    /// countered, or give it abilities that change how it is cast (CR 113.6d-e, 113.6g).
    pub fn is_of_this_on_the_stack(&self) -> bool {
        let (what, modifications) = match self {
            StaticEffect::Modify { what, modifications, .. } => (what, modifications),
            StaticEffect::Restrict(Restriction::CantBeCountered(what) | Restriction::CantSpendMana(what))
            | StaticEffect::Cost(CostEffect { of: Costly::Spells(what), .. }) => return what.is_about_this(),
            _ => return false,
        };
        let grants = |modification: &Modification| match modification {
            Modification::Gain(ability) => ability.is_about_casting_this(),
            _ => false,
        };
        what.is_about_this() && !modifications.is_empty() && modifications.iter().all(grants)
    }
}

impl Ability {
    /// Whether it restricts or changes how the object that has it is cast (CR 113.6d-e).
    pub fn is_about_casting_this(&self) -> bool {
        match self {
            Ability::Keyword(keyword) => keyword.is_about_casting(),
            Ability::Static(ability) => match &ability.effect {
                StaticEffect::Cost(CostEffect { of: Costly::Spells(what), .. })
                | StaticEffect::Restrict(Restriction::CantCast { what, .. }) => what.is_about_this(),
                StaticEffect::Permit(permission) => permission.is_of_this(),
                _ => false,
            },
            Ability::Spell(_) | Ability::Activated(_) | Ability::Triggered(_) => false,
        }
    }
}

impl StaticAbility {
    /// Whether it functions in a zone (CR 113.6b-c). An ability that gives its own object an
    /// ability that changes how that object is cast functions only on the stack (CR 113.6e), as
    /// does one that changes its cost (CR 113.6d) or says that it can't be countered (CR 113.6g).
    pub fn functions_in(&self, zone: ZoneKind) -> bool {
        if self.elsewhere {
            return zone != self.zone;
        }
        // CR 113.6b: "from anywhere".
        if self.zone == ZoneKind::Battlefield && self.effect.is_of_this_from_anywhere() {
            return true;
        }
        if let Some(zones) = self.effect.zones_of_this().filter(|_| self.zone == ZoneKind::Battlefield) {
            return zones.has(zone);
        }
        let on_stack = self.zone == ZoneKind::Battlefield && self.effect.is_of_this_on_the_stack();
        zone == if on_stack { ZoneKind::Stack } else { self.zone }
    }
}
