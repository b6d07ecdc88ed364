//! The zones that a filter refers to (CR 109.2): the battlefield if it names none, separately for
//! each alternative.

use std::borrow::Cow;

use crate::card::ast::filter::{Filter, Objects};
use crate::card::words::deed::Deed;
use crate::card::words::reads::Reads;
use crate::card::words::zone_kind::ZoneKind;

impl Filter {
    /// The zones that the filter refers to; the battlefield for each alternative that names none
    /// (CR 109.2).
    pub fn zones(&self) -> Vec<ZoneKind> {
        let all = self.places();
        ZoneKind::ALL.iter().copied().filter(|zone| all.meets(Reads::zone(*zone))).collect()
    }

    /// The zones whose contents decide which objects match.
    pub fn places(&self) -> Reads {
        let (zones, open) = self.named_zones();
        if open { zones | Reads::BATTLEFIELD } else { zones }
    }

    /// The filter as it applies to objects in a zone: outside the battlefield, without the
    /// alternatives that name no zone. `None` if it matches no objects there.
    pub fn meant_in(&self, zone: ZoneKind) -> Option<Cow<'_, Filter>> {
        let (zones, open) = self.named_zones();
        let named = zones.meets(Reads::zone(zone));
        if zone == ZoneKind::Battlefield || !open {
            return (named || (open && zone == ZoneKind::Battlefield)).then_some(Cow::Borrowed(self));
        }
        if named { self.with_zones().map(Cow::Owned) } else { None }
    }

    /// The zones that the alternatives name, and whether an alternative names none.
    fn named_zones(&self) -> (Reads, bool) {
        let of_parts = |parts: &[Filter], start: bool, join: fn(bool, bool) -> bool| {
            parts
                .iter()
                .map(Filter::named_zones)
                .fold((Reads::NOTHING, start), |(all, open), (zones, its)| (all | zones, join(open, its)))
        };
        match self {
            Filter::In(zone) => (Reads::zone(*zone), false),
            Filter::Spell | Filter::ActivatedAbility | Filter::TriggeredAbility => (Reads::STACK, false),
            Filter::Above(_) => (Reads::GRAVEYARD, false),
            Filter::Is(Objects::ThisWay(Deed::Milled)) => (Reads::PUBLIC_ZONES, false),
            Filter::AnyOf(parts) => of_parts(parts, parts.is_empty(), |open, its| open || its),
            Filter::All(parts) => of_parts(parts, true, |open, its| open && its),
            _ => (Reads::NOTHING, true),
        }
    }

    /// The alternatives that name a zone; `None` if none do.
    fn with_zones(&self) -> Option<Filter> {
        match (self, self.named_zones()) {
            (_, (Reads::NOTHING, _)) => None,
            (_, (_, false)) => Some(self.clone()),
            (Filter::AnyOf(parts), _) => Some(Filter::AnyOf(parts.iter().filter_map(Filter::with_zones).collect())),
            // One of the parts names it, so there is an alternative for each part.
            (Filter::All(parts), _) => {
                let way = |(place, part): (usize, &Filter)| {
                    let mut parts = parts.clone();
                    parts[place] = part.with_zones()?;
                    Some(Filter::All(parts))
                };
                Some(Filter::AnyOf(parts.iter().enumerate().filter_map(way).collect()))
            }
            _ => Some(self.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::CardType;

    #[test]
    fn each_alternative_has_its_zones() {
        let creature = Filter::Type(CardType::Creature);
        let buried = Filter::All(vec![Filter::Type(CardType::Land), Filter::In(ZoneKind::Graveyard)]);
        let either = Filter::AnyOf(vec![creature.clone(), buried.clone()]);
        assert_eq!(either.zones(), vec![ZoneKind::Battlefield, ZoneKind::Graveyard]);
        assert_eq!(either.meant_in(ZoneKind::Hand), None);
        assert_eq!(either.meant_in(ZoneKind::Battlefield).as_deref(), Some(&either));
        let there = either.meant_in(ZoneKind::Graveyard);
        assert_eq!(there.as_deref(), Some(&Filter::AnyOf(vec![buried])));
        // The common part applies to each alternative.
        let in_hand = Filter::All(vec![Filter::In(ZoneKind::Hand), Filter::AnyOf(vec![creature, Filter::Any])]);
        assert_eq!(in_hand.zones(), vec![ZoneKind::Hand]);
    }
}
