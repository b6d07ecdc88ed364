//! Sunburst (CR 702.44).

use crate::card::ast::effect::{Instead, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Filter, Objects, Quantity};
use crate::card::ast::keyword::Keyword;
use crate::card::words::card_type::CardType;
use crate::card::words::counter_kind::CounterKind;

use super::common::PLUS_ONE;
use super::meaning::Meaning;

/// CR 702.44a-b, 702.44d: type-changing effects don't matter to which counters they are.
pub(super) static SUNBURST: Meaning = Meaning {
    effects: |_| {
        let creature = Filter::TypeAsCopied(CardType::Creature);
        let other = Filter::Not(Box::new(creature.clone()));
        let enters = |as_what: Filter, kind: CounterKind| {
            let what = Filter::All(vec![Filter::This, as_what]);
            let instead = Instead::EnterWithCounters(kind, Quantity::ColorsSpent(Objects::This));
            StaticEffect::Replace(Replacement { would: Would::Enter { what }, instead })
        };
        vec![enters(creature, PLUS_ONE), enters(other, CounterKind::Named("charge".to_owned()))]
    },
    ..Meaning::alone("sunburst", || Keyword::Sunburst)
};
