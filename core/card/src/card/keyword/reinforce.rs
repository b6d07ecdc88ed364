//! Reinforce (CR 702.77).

use std::borrow::Cow;

use crate::card::ast::ability::{ActivatedAbility, Body};
use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Filter, Objects};
use crate::card::ast::keyword::Keyword;
use crate::card::words::card_type::CardType;

use super::common::{PLUS_ONE, and, put, target};
use super::meaning::{Made, Meaning, Operand, Operands, of};

/// CR 702.77a: the cost can be paid only in a hand, so it functions there (CR 113.6j).
pub(super) static REINFORCE: Meaning = Meaning {
    operand: Operands {
        of: of!(Keyword::Reinforce { count, cost } => Operand::NumberAndCost(Cow::Borrowed(count), cost)),
        made: Made::NumberAndCost(|count, cost| Some(Keyword::Reinforce { count, cost })),
    },
    activated: of!(Keyword::Reinforce { count, cost } => Some(ActivatedAbility {
        cost: and(cost, Cost::DiscardThis),
        body: Body {
            targets: target(Filter::Type(CardType::Creature)),
            instructions: vec![put(Objects::Target(0), PLUS_ONE, count.clone())],
            ..Body::default()
        },
        ..ActivatedAbility::default()
    })),
    ..Meaning::named("reinforce")
};
