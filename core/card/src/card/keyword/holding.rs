//! Keyword abilities that are an activated ability with further limits: forecast and boast
//! (CR 702.57, 702.142).

use crate::card::ast::ability::{ActivatedAbility, ActivationLimit};
use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Condition, Filter, Objects, Players};
use crate::card::ast::keyword::Keyword;
use crate::card::words::turn_step::TurnStep;
use crate::card::words::zone_kind::ZoneKind;

use super::common::and;
use super::meaning::{Meaning, Operands, of};

/// CR 702.57a-b: the card's owner is the player in whose hand it is.
pub(super) static FORECAST: Meaning = Meaning {
    operand: Operands::OWN,
    activated: of!(Keyword::Forecast(ability) => {
        let upkeep = [Condition::During(TurnStep::Upkeep), Condition::TurnOf(Players::You)];
        let only = [ActivationLimit::If(Condition::All(upkeep.into())), ActivationLimit::OncePerTurn];
        Some(ActivatedAbility {
            cost: and(&ability.cost, Cost::Reveal(1, Filter::This)),
            zone: ZoneKind::Hand,
            ..limited(ability, only)
        })
    }),
    ..Meaning::named("forecast")
};

/// CR 702.142a.
pub(super) static BOAST: Meaning = Meaning {
    operand: Operands::OWN,
    activated: of!(Keyword::Boast(ability) => {
        let attacked = Condition::Is(Objects::This, Filter::AttackedThisTurn);
        Some(limited(ability, [ActivationLimit::If(attacked), ActivationLimit::OncePerTurn]))
    }),
    ..Meaning::named("boast")
};

/// The ability with more limits.
fn limited(ability: &ActivatedAbility, more: [ActivationLimit; 2]) -> ActivatedAbility {
    ActivatedAbility { limits: ability.limits.iter().cloned().chain(more).collect(), ..ability.clone() }
}
